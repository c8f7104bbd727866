"""How somebody asks who could ask plainly: with courtesies, shortened, by a question, a word too many or too few."""
