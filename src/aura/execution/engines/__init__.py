"""How a run is carried out: in this process alone, or as a workflow that survives it."""
