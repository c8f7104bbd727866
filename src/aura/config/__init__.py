"""YAML defaults and the user's overrides, as typed frozen values."""
