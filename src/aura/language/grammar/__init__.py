"""Words as data: word lists, frames and templates (YAML), compiled to one automaton."""
