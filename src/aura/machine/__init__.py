"""Services of this computer that several domains share, each a protocol with a backend for each platform."""
