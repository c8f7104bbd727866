"""Macros: plans of earlier commands that are kept, and filled in anew."""
