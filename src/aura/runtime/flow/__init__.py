"""Intents over atoms, and the plans of those who call from Python."""
