"""What helpers propose where nothing was read, and commands that an encoder finds among the words."""
