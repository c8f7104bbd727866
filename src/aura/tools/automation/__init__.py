"""Time within a plan, what is to be seen before it goes on, and plans that have names."""
