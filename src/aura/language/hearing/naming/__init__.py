"""What things are called, where they are sought, and what is written into them, said in a way of one's own."""
