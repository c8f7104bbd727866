"""Typing, keys and the pointer, as if a person did it."""
