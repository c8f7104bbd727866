"""Calls over D-Bus, each bounded in time; where the bus is, the session's environment says."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from aura.capability.errors import ToolError
from aura.capability.machine import NOT_HERE

if TYPE_CHECKING:
    from jeepney import Message
    from jeepney.io.blocking import DBusConnection

PATIENCE = 5.0
"""Seconds that a call may take."""
SYSTEM_BUS = "unix:path=/run/dbus/system_bus_socket"
BUS, BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
PROPERTIES = "org.freedesktop.DBus.Properties"
NOT_ALLOWED, NO_ANSWER, FAILED = "NOT_ALLOWED", "NO_ANSWER", "BUS_ERROR"
REFUSALS = ("AccessDenied", "AuthFailed", "InteractiveAuthorizationRequired", "NotAuthorized", "PermissionDenied")
ABSENCES = ("NameHasNoOwner", "ServiceUnknown", "UnknownInterface", "UnknownMethod", "UnknownObject", "UnknownProperty")

Values = tuple[Any, ...]


class Bus:
    """One bus of this computer. It is connected to when first called, and again after it was lost.

    A call raises ToolError: `NOT_HERE` where the bus, the service or what is called is not there, `NOT_ALLOWED`
    where the user may not, `NO_ANSWER` when the time is over, else `BUS_ERROR`; the sentence ends in what was said.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._lock = threading.Lock()
        self._connected: DBusConnection | None = None

    @classmethod
    def system(cls, environ: Mapping[str, str]) -> Bus:
        """The bus of the computer's own services."""
        return cls(environ.get("DBUS_SYSTEM_BUS_ADDRESS") or SYSTEM_BUS)

    @classmethod
    def session(cls, environ: Mapping[str, str]) -> Bus:
        """The bus of the user's session; without an address, where systemd puts it."""
        folder = environ.get("XDG_RUNTIME_DIR")
        usual = f"unix:path={folder}/bus" if folder else ""
        return cls(environ.get("DBUS_SESSION_BUS_ADDRESS") or usual)

    def call(
        self, service: str, path: str, method: str, signature: str = "", *values: Any, patience: float = PATIENCE
    ) -> Values:
        """Call `interface.Method` of an object and return what it gives; a variant is (signature, value)."""
        from jeepney import DBusAddress, MessageFlag, MessageType, new_method_call

        interface, _, member = method.rpartition(".")
        message = new_method_call(DBusAddress(path, service, interface), member, signature or None, values)
        message.header.flags |= MessageFlag.allow_interactive_authorization
        reply = self._replied(message, service, patience)
        if reply.header.message_type is MessageType.error:
            _explain(reply, service, member)
        return tuple(reply.body)

    def get(self, service: str, path: str, name: str) -> Any:
        """The value of the property `interface.Name`."""
        interface, _, member = name.rpartition(".")
        return self.call(service, path, f"{PROPERTIES}.Get", "ss", interface, member)[0][1]

    def set(self, service: str, path: str, name: str, signature: str, value: Any) -> None:
        """Give the property `interface.Name` a value."""
        interface, _, member = name.rpartition(".")
        self.call(service, path, f"{PROPERTIES}.Set", "ssv", interface, member, (signature, value))

    def has(self, service: str) -> bool:
        """Whether a service answers, or would be started when called; False also where there is no bus."""
        try:
            owned = self.call(BUS, BUS_PATH, f"{BUS}.NameHasOwner", "s", service)[0]
            return bool(owned or service in self.call(BUS, BUS_PATH, f"{BUS}.ListActivatableNames")[0])
        except ToolError as error:
            if error.code == NOT_HERE:
                return False
            raise

    def close(self) -> None:
        """Leave the bus."""
        if self._connected is not None:
            self._connected.close()
            self._connected = None

    def _replied(self, message: Message, service: str, patience: float) -> Message:
        with self._lock, self._troubles(service, patience):
            if self._connected is None:
                self._connected = _connect(self.address)
            return self._connected.send_and_get_reply(message, timeout=patience)

    @contextmanager
    def _troubles(self, service: str, patience: float) -> Iterator[None]:
        """What keeps a call from being answered, as a ToolError; the connection is made anew next time."""
        try:
            yield
        except TimeoutError as error:
            self.close()
            raise ToolError(
                NO_ANSWER, f"{service} did not answer within {patience:g} seconds; try again, or log in anew."
            ) from error
        except (OSError, ValueError, RuntimeError) as error:
            self.close()
            raise ToolError(NOT_HERE, f"There is no D-Bus here through which {service} could be asked.") from error


def _connect(address: str) -> DBusConnection:
    """A connection that is never waited for without end."""
    from jeepney.bus import get_bus
    from jeepney.io.blocking import DBusConnection, prep_socket

    class Bounded(DBusConnection):  # type: ignore[misc]  # jeepney has no types
        """Gives every call an end, also the first one, which jeepney makes itself."""

        def send_and_get_reply(self, message: Message, *, timeout: float | None = None) -> Message:
            return super().send_and_get_reply(message, timeout=PATIENCE if timeout is None else timeout)

    return Bounded(prep_socket(get_bus(address), timeout=PATIENCE))


def _explain(reply: Message, service: str, member: str) -> NoReturn:
    from jeepney import HeaderFields

    name = str(reply.header.fields.get(HeaderFields.error_name, "")).rpartition(".")[2]
    said = next((str(part) for part in reply.body if isinstance(part, str)), name).rstrip(".")
    if name in REFUSALS:
        raise ToolError(NOT_ALLOWED, f"You may not do this here without an administrator ({said}).")
    if name in ABSENCES:
        raise ToolError(NOT_HERE, f"{service} is not there, or too old: {said}.")
    raise ToolError(FAILED, f"{service} could not do {member}: {said}.")
