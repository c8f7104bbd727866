"""What connects the computer without a wire."""
