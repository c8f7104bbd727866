"""From goals to a checked plan document, and what it would do, played over an overlay of the disk."""
