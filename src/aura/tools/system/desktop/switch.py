"""What of the desktop is on or off, as ports."""

from __future__ import annotations

from typing import Any, Protocol

from aura.capability.machine import served_by


class Switch(Protocol):
    """Something of the desktop that is on or off."""

    def is_on(self) -> bool:
        """Whether it is on."""
        ...

    def turn(self, on: bool) -> None:
        """Turn it on or off; raises ToolError where the desktop refuses."""
        ...

    def state(self) -> Any:
        """Exactly how it is, as JSON."""
        ...

    def restore(self, state: Any) -> None:
        """Let it be exactly as it was."""
        ...


@served_by("settings.NightLightSetting", "gamma.WarmScreen", tried=lambda switch: switch.is_on())
class NightLight(Switch, Protocol):
    """The night light of this computer."""


@served_by("settings.IconSetting", "explorer.ExplorerIcons", tried=lambda switch: switch.is_on())
class DesktopIcons(Switch, Protocol):
    """The icons on the desktop of this computer."""
