"""The screen: what is on it, and how bright it is."""
