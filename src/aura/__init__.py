"""AURA: what a person says becomes a plan that can be read, checked, approved, run, proved and taken back."""

__version__ = "0.1.0"
