"""What is told around a command: that a program hangs, how loud it is, where something is, what it comes to, why."""
