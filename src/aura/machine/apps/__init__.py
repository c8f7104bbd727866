"""The programs of this computer: what is installed, what a name means, starting and ending one."""
