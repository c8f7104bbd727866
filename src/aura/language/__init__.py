"""Words as data: templates and lexicon compiled to one automaton, and the decoder that walks it."""
