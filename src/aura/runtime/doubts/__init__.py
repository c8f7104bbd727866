"""What is held against a plan before it is trusted: refused, asked about first, or told with its preview."""
