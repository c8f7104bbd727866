"""Readings are tried, and the one that is meant becomes a plan document."""
