"""What fills the slots of a clause: things, names, places, tables, texts; and the sentences of domains with slots."""
