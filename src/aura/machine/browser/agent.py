"""How Firefox is started, found and ended: its Remote Agent, which speaks WebDriver BiDi on this computer only."""

from __future__ import annotations

import contextlib
import json
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from aura.machine.browser.bidi import PATH, Bidi, LateError, RefusedError

TABLE = Path(__file__).with_name("preferences.yaml")
PLACE, PREFERENCES = "WebDriverBiDiServer.json", "user.js"


class RemoteAgent:
    """The Talk of Firefox."""

    kind, profile = "firefox", "firefox"

    def arguments(self, profile: Path) -> list[str]:
        """As the protocol says."""
        return ["--profile", str(profile)]

    def prepare(self, profile: Path, *, again: bool) -> None:
        """As the protocol says: preferences are given with the profile."""
        (profile / PLACE).unlink(missing_ok=True)
        preferences = _preferences()
        given = preferences.always | (preferences.again if again else {})
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in given.items())
        (profile / PREFERENCES).write_text("".join(lines), encoding="utf-8")

    def place(self, profile: Path) -> tuple[int, str] | None:
        """As the protocol says."""
        try:
            return int(json.loads((profile / PLACE).read_bytes())["ws_port"]), PATH
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def answers(self, port: int, path: str, seconds: float) -> bool:
        """As the protocol says."""
        try:
            with contextlib.closing(Bidi(port, seconds)) as bidi:
                return "ready" in bidi.ask("session.status")
        except (OSError, ValueError, LateError, RefusedError):
            return False

    def end(self, port: int, path: str, seconds: float) -> None:
        """As the protocol says; one that another command still drives is ended by its process."""
        with (
            contextlib.suppress(OSError, ValueError, LateError, RefusedError),
            contextlib.closing(Bidi(port, seconds)) as bidi,
        ):
            bidi.ask("session.new", capabilities={})
            bidi.ask("browser.close")


class Preferences(Struct, frozen=True):
    """What Firefox is told with its profile: always, and when it is to have the tabs that it had."""

    always: dict[str, str | int | bool]
    again: dict[str, str | int | bool]


@cache
def _preferences() -> Preferences:
    return msgspec.yaml.decode(TABLE.read_bytes(), type=Preferences)
