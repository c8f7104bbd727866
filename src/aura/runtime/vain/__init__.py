"""Plans that could be carried out and were hardly meant, as their clauses, texts and steps show."""
