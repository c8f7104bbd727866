"""How loud the computer is."""
