"""The clipboard: text or an image that any program can paste."""
