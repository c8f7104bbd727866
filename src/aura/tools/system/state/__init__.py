"""What the computer is doing: time, battery, disk, memory, processes."""
