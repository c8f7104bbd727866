"""Frozen values that flow between the rooms; they import nothing above."""
