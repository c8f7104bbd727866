"""The screen: its pixels, and the text on it with its place."""
