"""Whether an utterance asks for something to be done now, learned from sentences that do and sentences that do not."""
