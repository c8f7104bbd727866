"""What a tool is: its one declaration, the registry, and the ports it may ask for."""
