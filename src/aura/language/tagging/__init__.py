"""Which words of an utterance are hardly part of its command, from weights that were learned from sentences."""
