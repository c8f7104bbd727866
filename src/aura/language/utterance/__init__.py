"""An utterance: every phrase of the grammar, every name and every number that begins at each of its tokens."""
