"""The command line: reads arguments, asks, renders; decides nothing."""
