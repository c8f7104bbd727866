"""Keys and the pointer, pressed for the user: only when the user's own words ask for it."""
