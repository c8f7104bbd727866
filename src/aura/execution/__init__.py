"""Runs a validated plan: journals each effect with its inverse, makes it, observes it, takes it back."""
