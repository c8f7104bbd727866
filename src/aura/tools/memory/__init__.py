"""Facts the user asked to keep, and what was commanded before."""
