"""Virtual desktops: going between them, adding one, and moving windows."""
