"""Answers that need no effect: sums, unit conversions, questions for a model."""
