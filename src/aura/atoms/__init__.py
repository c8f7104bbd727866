"""Atoms: tools that a folder declares in JSON, with Python functions beside them that do the work."""
