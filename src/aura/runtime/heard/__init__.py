"""An utterance as it may be heard otherwise: put plainly, spelled otherwise, without what says nothing."""
