"""Wires the rooms together and tells the story of one utterance."""
