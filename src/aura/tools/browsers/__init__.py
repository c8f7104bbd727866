"""Web browsers."""
