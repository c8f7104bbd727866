"""What is said beside a command, where it ends, and what must stay of it whatever it looks like."""
