"""The look of the desktop: its icons, its night light."""
