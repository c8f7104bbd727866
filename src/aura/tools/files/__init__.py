"""Files and folders on the user's own disk."""
