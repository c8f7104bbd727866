"""Brightness on Windows, through screen-brightness-control."""

from __future__ import annotations

import importlib

from aura.capability.errors import ToolError
from aura.capability.machine import Machine
from aura.tools.system.display.backlight import FULL, Light

NONE = "Windows knows no screen here whose brightness can be set; use the buttons of the screen."


class WindowsBacklight:
    """The first screen that Windows can dim."""

    def __init__(self, display: str) -> None:
        self._display = display
        self._library = importlib.import_module("screen_brightness_control")

    @classmethod
    def on(cls, machine: Machine) -> WindowsBacklight | str | None:
        """Itself on Windows with a screen that can be dimmed."""
        if machine.platform != "win32":
            return None
        library = importlib.import_module("screen_brightness_control")
        try:
            screens = library.list_monitors()
        except library.exceptions.ScreenBrightnessError:
            return NONE
        return cls(screens[0]) if screens else NONE

    def shown(self) -> Light:
        """How bright the screen is."""
        return Light(self._display, int(self._library.get_brightness(display=self._display)[0]), FULL)

    def make(self, light: Light) -> None:
        """Set the brightness."""
        try:
            self._library.set_brightness(light.value, display=light.device)
        except self._library.exceptions.ScreenBrightnessError as error:
            raise ToolError(
                "NOT_FOUND", f"The screen {light.device} could not be dimmed; is it still there?"
            ) from error
