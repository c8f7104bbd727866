"""A run as a test case: saved from the journal, and replayed in a small planted world."""
