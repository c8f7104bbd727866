"""What was misheard or misspelt: words that sound alike, slips of the hand, words twice, numbers that are dictated."""
