"""Doors: they know the runtime, never each other."""
