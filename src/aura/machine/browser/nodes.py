"""The elements of a page of Firefox, as WebDriver BiDi shares them: pressed with a pointer, filled in with scripts."""

from __future__ import annotations

import json
import time
from typing import Any

from aura.capability.errors import ToolError
from aura.machine.browser.bidi import Bidi, RefusedError, given
from aura.machine.browser.elements import Found, NotTakenError, gathered, script

GATHERING = """(kind) => {{
  const found = ({script})(kind);
  return {{told: JSON.stringify(found.told), elements: found.elements}};
}}"""
FREE = """(element) => {
  element.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
  if (element.disabled) return 'disabled';
  const box = element.getClientRects()[0];
  if (!box) return 'hidden';
  const x = (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2;
  const y = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2;
  let top = element.getRootNode().elementFromPoint(x, y);
  for (let at = top; at; at = at.parentNode || at.host) if (at === element) return '';
  const label = top && top.closest('label');
  return label && (label.control === element || label === element) ? '' : 'covered';
}"""
CHOICES = "(list) => [...list.options].map((each) => each.label.trim())"
CHANGED = """
  element.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
  element.dispatchEvent(new Event('change', {bubbles: true}));
"""
CHOOSE = f"(element, at) => {{ element.focus(); element.selectedIndex = at; {CHANGED} }}"
IS_TICKED = "(element) => element.checked"
PRESS = "(element) => element.click()"
VALUE = "(element) => String(element.value ?? element.innerText)"
WRITE = f"""(element, text) => {{
  const typed = ['text', 'search', 'url', 'tel', 'email', 'password', 'number', 'textarea'];
  if (element.readOnly || element.disabled) return false;
  element.focus();
  if (element.isContentEditable) {{
    getSelection().selectAllChildren(element);
  }} else if (typed.includes(element.type)) {{
    element.select();
  }} else if ('value' in element) {{
    element.value = text;
    if (element.value !== text) return false;
    {CHANGED}
    return true;
  }} else return false;
  return document.execCommand(text ? 'insertText' : 'delete', false, text) || !text;
}}"""
FREEING, PAUSE = 3.0, 0.05
WHY_NOT = {
    "disabled": "it takes no clicks now; do what comes before it",
    "hidden": "it is not seen any more; try again",
    "covered": "something else is in front of it; close that first",
}


class Node:
    """An Element; `context` is the frame that it is in, `shared` the id that the protocol has for it."""

    def __init__(self, bidi: Bidi, context: str, shared: str) -> None:
        self._bidi = bidi
        self._context = context
        self._shared = {"sharedId": shared}

    def _script(self, function: str, *more: str | int | bool) -> Any:
        return self._bidi.script(self._context, function, self._shared, *map(given, more))

    def press(self, title: str) -> None:
        """Click it as a person does; raises ToolError `NOT_CLICKED`, naming it by a title, where it cannot be."""
        end = time.monotonic() + FREEING
        while why := self._script(FREE):
            if time.monotonic() > end:
                raise ToolError("NOT_CLICKED", f'"{title}" cannot be clicked: {WHY_NOT[why]}.')
            time.sleep(PAUSE)
        self._point()

    def _point(self) -> None:
        there = {"type": "element", "element": self._shared}
        steps = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": there},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        pointer = {"type": "pointer", "id": "pointer", "actions": steps}
        self._bidi.ask("input.performActions", context=self._context, actions=[pointer])

    def tick(self, on: bool) -> None:
        """As the protocol says."""
        if self._script(IS_TICKED) != on:
            self._script(PRESS)

    def choices(self) -> list[str]:
        """As the protocol says."""
        return [str(choice) for choice in self._script(CHOICES)]

    def choose(self, at: int) -> None:
        """As the protocol says."""
        self._script(CHOOSE, at)

    def write(self, text: str) -> None:
        """As the protocol says; the field is clicked first where that is free, as by a person who types."""
        if not self._script(FREE):
            self._point()
        if not self._script(WRITE, text):
            raise NotTakenError

    def value(self) -> str:
        """As the protocol says."""
        return str(self._script(VALUE))


def found_in(bidi: Bidi, contexts: list[str], kind: str) -> list[Found]:
    """What the frames of a page, itself first, have of a kind; a frame that goes away meanwhile has none."""
    found: list[Found] = []
    for context in contexts:
        try:
            each = bidi.script(context, GATHERING.format(script=script()), given(kind))
        except RefusedError:
            if context == contexts[0]:
                raise
            continue
        nodes = [Node(bidi, context, shared) for shared in each["elements"]]
        found.extend(gathered(json.loads(each["told"]), nodes))
    return found
