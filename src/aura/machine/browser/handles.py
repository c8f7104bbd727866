"""The elements of a page of a Chromium, as its library has them."""

from __future__ import annotations

from typing import Any

from aura.machine.browser.elements import CLICKABLE, FIELDS, Found, NotTakenError, gathered, script


class Handle:
    """An Element; `held` is what the library has for it."""

    def __init__(self, held: Any) -> None:
        self.held = held

    def tick(self, on: bool) -> None:
        """As the protocol says."""
        self.held.set_checked(on)

    def choices(self) -> list[str]:
        """As the protocol says."""
        return [
            str(choice) for choice in self.held.evaluate("list => [...list.options].map(each => each.label.trim())")
        ]

    def choose(self, at: int) -> None:
        """As the protocol says."""
        self.held.select_option(index=at)

    def write(self, text: str) -> None:
        """As the protocol says."""
        from playwright.sync_api import Error
        from playwright.sync_api import TimeoutError as Late

        try:
            self.held.fill(text)
        except Late:
            raise
        except Error as error:
            raise NotTakenError from error

    def value(self) -> str:
        """As the protocol says."""
        return str(self.held.evaluate("field => field.value ?? field.innerText"))


def clickable(page: Any) -> list[Found]:
    """What can be clicked, in the order of the page."""
    return _in_frames(page, CLICKABLE)


def fields(page: Any) -> list[Found]:
    """What can be filled in, in the order of the page."""
    return _in_frames(page, FIELDS)


def _in_frames(page: Any, kind: str) -> list[Found]:
    """What all frames of a page have of a kind; a frame that goes away meanwhile has none."""
    from playwright.sync_api import Error

    found: list[Found] = []
    for frame in page.frames:
        try:
            handle = frame.evaluate_handle(script(), kind)
            told = handle.get_property("told").json_value()
            elements = handle.get_property("elements").get_properties() if told else {}
        except Error:
            if frame == page.main_frame:
                raise
            continue
        found.extend(gathered(told, [Handle(elements[str(at)].as_element()) for at in range(len(told))]))
    return found
