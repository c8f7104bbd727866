"""Programs: starting, showing, closing and listing them."""
