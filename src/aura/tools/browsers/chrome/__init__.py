"""A web browser with one session of AURA's own: pages gone to, read, clicked, filled in and kept, tabs."""
