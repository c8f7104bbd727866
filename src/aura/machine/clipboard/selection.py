"""How programs on an X display hand each other what they hold (ICCCM 2): asking for a selection, and offering one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from select import select
from typing import TYPE_CHECKING, Any

from aura.capability.errors import ToolError

if TYPE_CHECKING:
    from Xlib.display import Display
    from Xlib.xobject.drawable import Window

CLIPBOARD = "CLIPBOARD"
TEXT_TARGETS = ("UTF8_STRING", "text/plain;charset=utf-8", "STRING", "TEXT", "text/plain")
IMAGE_TARGET = "image/png"
PATIENCE = 2.0
"""Seconds that another program has for its next answer."""
PIECE = 200_000
"""Bytes that fit into one request to any X server; more goes over in pieces."""
ENCODINGS = {"STRING": "latin-1"}
"""Targets that are not UTF-8."""
NOBODY = 0

Contents = Mapping[str, bytes]
"""What is offered, by target."""


def contents_of(text: str | None, image: bytes | None) -> dict[str, bytes]:
    """What is offered for a text or an image."""
    if text is not None:
        written = dict.fromkeys(TEXT_TARGETS, text.encode())
        return written | {"STRING": text.encode("latin-1", "replace")}
    return {IMAGE_TARGET: image} if image is not None else {}


def hidden_window(display: Display) -> Window:
    """A window of one's own that is never shown: selections are asked for and owned by windows."""
    from Xlib import X

    root = display.screen().root
    window: Window = root.create_window(-10, -10, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
    return window


def events_until(display: Display, deadline: float) -> Iterator[Any]:
    """The events of a display as they come, until a moment of the monotonic clock."""
    while True:
        while display.pending_events():
            yield display.next_event()
        left = deadline - time.monotonic()
        if left <= 0 or not select([display.fileno()], [], [], left)[0]:
            return


class Asker:
    """Asks the owner of the clipboard for what it holds."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._window = hidden_window(display)
        self._into = display.get_atom("AURA_SELECTION")

    def owner(self) -> int:
        """The window that owns the clipboard."""
        owner = self._display.get_selection_owner(self._display.get_atom(CLIPBOARD))
        return owner if isinstance(owner, int) else int(owner.id)

    def targets(self) -> list[str]:
        """What the owner can hand over; nothing where nobody owns the clipboard."""
        if self.owner() == NOBODY:
            return []
        found = self._converted("TARGETS")
        return [self._display.get_atom_name(atom) for atom in found.value] if found is not None else []

    def content(self, target: str) -> bytes | None:
        """The clipboard's content as one target; None where the owner does not hand it over."""
        found = self._converted(target)
        if found is None:
            return None
        if found.property_type != self._display.get_atom("INCR"):
            return _bytes(found.value)
        return b"".join(self._pieces())

    def _converted(self, target: str) -> Any:
        """The property that holds the owner's answer, taken away again."""
        from Xlib import X

        display, wanted = self._display, self._display.get_atom(target)
        list(events_until(display, 0))  # Some owners announce each piece of an earlier answer once more.
        self._window.convert_selection(display.get_atom(CLIPBOARD), wanted, self._into, X.CurrentTime)
        display.flush()
        for event in events_until(display, time.monotonic() + PATIENCE):
            if event.type == X.SelectionNotify and event.target == wanted:
                return self._taken() if event.property != X.NONE else None
        raise ToolError("NO_ANSWER", "The program that owns the clipboard does not answer; copy again and try again.")

    def _taken(self) -> Any:
        from Xlib import X

        found = self._window.get_full_property(self._into, X.AnyPropertyType)
        self._window.delete_property(self._into)
        self._display.flush()
        return found

    def _pieces(self) -> Iterator[bytes]:
        from Xlib import X

        done = False
        while not done:
            for event in events_until(self._display, time.monotonic() + PATIENCE):
                if event.type == X.PropertyNotify and event.atom == self._into and event.state == X.PropertyNewValue:
                    found = self._taken()
                    if found is None:  # What was told here is taken already.
                        continue
                    yield _bytes(found.value)
                    done = not found.value
                    break
            else:
                raise ToolError("NO_ANSWER", "The program that owns the clipboard stopped halfway; copy again.")


class Owner:
    """Owns the clipboard and hands it over to whoever asks."""

    def __init__(self, display: Display, contents: Contents) -> None:
        from Xlib import X

        self._display = display
        self._contents = {display.get_atom(target): content for target, content in contents.items()}
        self._window = hidden_window(display)
        self._under_way: dict[tuple[int, int], tuple[int, bytes]] = {}
        self.takers: list[int] = []
        self._window.set_selection_owner(display.get_atom(CLIPBOARD), X.CurrentTime)
        display.sync()

    def close(self) -> None:
        """Own it no longer."""
        self._window.destroy()
        self._display.flush()

    def serve(self, seconds: float, enough: Callable[[], bool] = lambda: False) -> bool:
        """Answer for a time, or until it is enough; False once another program owns the clipboard."""
        from Xlib import X

        deadline = time.monotonic() + seconds
        for event in events_until(self._display, deadline):
            if event.type == X.SelectionClear:
                return False
            if event.type == X.SelectionRequest:
                self._answer(event)
            elif event.type == X.PropertyNotify and event.state == X.PropertyDelete:
                self._go_on(event.window, event.atom)
            if enough():
                break
        return True

    def _answer(self, request: Any) -> None:
        from Xlib import X
        from Xlib.protocol.event import SelectionNotify

        place = request.property or request.target
        answer = SelectionNotify(
            time=request.time,
            requestor=request.requestor,
            selection=request.selection,
            target=request.target,
            property=place if self._put(request.requestor, place, request.target) else X.NONE,
        )
        request.requestor.send_event(answer, onerror=_gone)
        self._display.flush()

    def _put(self, window: Window, place: int, target: int) -> bool:
        """Put what was asked for on the window of who asked; a long content is only announced."""
        from Xlib import X, Xatom

        display = self._display
        if target == display.get_atom("TARGETS"):
            offered = [target, *self._contents]
            window.change_property(place, Xatom.ATOM, 32, offered, onerror=_gone)
            return True
        content = self._contents.get(target)
        if content is None:
            return False
        if len(content) <= PIECE:
            window.change_property(place, target, 8, content, onerror=_gone)
            self.takers.append(window.id)
            return True
        window.change_attributes(event_mask=X.PropertyChangeMask, onerror=_gone)
        self._under_way[window.id, place] = (target, content)
        window.change_property(place, display.get_atom("INCR"), 32, [len(content)], onerror=_gone)
        return True

    def _go_on(self, window: Window, place: int) -> None:
        """Hand over the next piece of a long content; an empty one says that it was the last."""
        target, left = self._under_way.pop((window.id, place), (0, None))
        if left is None:
            return
        window.change_property(place, target, 8, left[:PIECE], onerror=_gone)
        self._display.flush()
        if left:
            self._under_way[window.id, place] = (target, left[PIECE:])
        else:
            self.takers.append(window.id)


def _gone(error: object, request: object) -> int:
    """Who asked has closed its window meanwhile, and there is nobody left to answer."""
    return 1


def _bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else bytes(value)
