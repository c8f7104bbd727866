"""Words themselves: tokens, their forms, and slips of the hand."""
