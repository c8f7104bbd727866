"""From the lattice of an utterance to its cheapest readings, and the account of what each cost."""
