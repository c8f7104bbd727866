"""Windows: their size, place and state, and which are open."""
