"""Runs an approved plan: journal first, then act, then observe; undo and resume."""
