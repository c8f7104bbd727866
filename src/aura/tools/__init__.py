"""One folder a domain: functions, the words for them, and their rules."""
