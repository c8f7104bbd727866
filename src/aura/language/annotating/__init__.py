"""What the words of an utterance are for, as an encoder says that was taught it: remarks, slots, actions."""
