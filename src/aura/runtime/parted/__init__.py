"""An utterance that is two commands: where it may be parted, and both as one plan."""
