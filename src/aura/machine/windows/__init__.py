"""The windows on this computer's desktop: what there is, changing it, and the virtual desktops."""
