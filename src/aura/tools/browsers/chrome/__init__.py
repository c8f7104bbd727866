"""The web browser, one persistent session."""
