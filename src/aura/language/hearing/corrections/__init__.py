"""What is taken back, denied or replaced, and what is said anew in its place."""
