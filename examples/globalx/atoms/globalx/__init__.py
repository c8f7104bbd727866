"""GlobalX: who may do what, who is on leave, who spent what; rows in one SQLite database."""
