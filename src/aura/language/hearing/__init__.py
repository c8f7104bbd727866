"""What else an utterance may say: misheard, misspelt, taken back, taken up, unmarked, with something set aside."""
