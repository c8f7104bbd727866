"""The browser that AURA drives: one session that stays open from command to command, and the pages in it."""
