"""The only room that speaks to a model vendor or runs a model."""
