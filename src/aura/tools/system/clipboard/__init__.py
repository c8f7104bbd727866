"""What is copied, and pasted elsewhere."""
