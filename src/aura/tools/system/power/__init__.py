"""Locking the computer, sending it to sleep, turning it off."""
