"""What is said of several things at once: each by itself, one after the other, counted and told in turn."""
