"""From an utterance to goals or a question: classify, interpret, resolve tokens and paths."""
