"""What is said of earlier commands and of questions: replies, what goes on with a command, what takes it back."""
