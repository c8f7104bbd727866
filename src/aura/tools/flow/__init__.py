"""Steps of a plan that wait for a person."""
