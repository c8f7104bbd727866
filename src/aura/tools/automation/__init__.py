"""Time within a plan."""
