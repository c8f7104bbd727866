"""Documents, spreadsheets and presentations on the user's disk: what is in them, not where they are."""
