"""Which keys of an X keyboard write a character, in the layout that is in use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct

from aura.machine.hand.keys import Key

if TYPE_CHECKING:
    from Xlib.display import Display

COLUMNS = ((0, 1, 4, 5), (2, 3, 6, 7))
"""For the first and the second layout: where the map has a key's symbol alone, with Shift, with AltGr, with both."""
LAYOUT_BITS = 13
LOCK = 1 << 1
LATIN_1 = (*range(0x20, 0x7F), *range(0xA0, 0x100))
UNICODE = 0x01000000
KEYS_OF_TEXT = {"\n": "Return", "\t": "Tab"}
LONGEST_BETWEEN = 12
"""Characters that keys could write, and that are pasted with those around them, since each paste takes its time."""
SHIFT, ALTGR = "Shift_L", "ISO_Level3_Shift"


class Stroke(Struct, frozen=True):
    """One key, and the keys that are held while it is pressed, by their numbers."""

    key: int
    held: tuple[int, ...] = ()


class Keymap:
    """The map of an X server's keyboard, as it is now."""

    def __init__(self, symbols: Sequence[Sequence[int]], first: int, layout: int, locked: bool) -> None:
        self._locked = locked
        self._places: dict[int, tuple[int, int]] = {}
        for columns in dict.fromkeys((COLUMNS[min(layout, 1)], *COLUMNS)):
            for level, column in enumerate(columns):
                for number, row in enumerate(symbols):
                    if column < len(row) and row[column]:
                        self._places.setdefault(row[column], (first + number, level))
        self._writes = {
            row[column]: (first + number, level)
            for level, column in reversed([*enumerate(COLUMNS[min(layout, 1)])])
            for number, row in reversed([*enumerate(symbols)])
            if column < len(row) and row[column]
        }

    @classmethod
    def of(cls, display: Display) -> Keymap:
        """The map that is in use at a display."""
        info = display.display.info
        symbols = display.get_keyboard_mapping(info.min_keycode, info.max_keycode - info.min_keycode + 1)
        state = display.screen().root.query_pointer().mask
        return cls(symbols, info.min_keycode, state >> LAYOUT_BITS & 1, bool(state & LOCK))

    def writing(self, character: str) -> Stroke | None:
        """How a character is typed; None where no key of the layout writes it."""
        from Xlib import XK

        special = KEYS_OF_TEXT.get(character)
        if special is not None:
            return self._stroke(self._places.get(XK.string_to_keysym(special)), 0)
        place = self._writes.get(symbol_of(character))
        return self._stroke(place, place[1] ^ (self._locked and character.isalpha())) if place else None

    def pressing(self, name: str, key: Key) -> Stroke | None:
        """How a named key is pressed; None where the keyboard has none."""
        from Xlib import XK

        XK.load_keysym_group("xf86")
        place = self._places.get(XK.string_to_keysym(key.x11) if key.x11 else symbol_of(name))
        return self._stroke(place, place[1]) if place else None

    def _stroke(self, place: tuple[int, int] | None, level: int) -> Stroke | None:
        if place is None:
            return None
        held = [self._modifier(name) for bit, name in ((1, SHIFT), (2, ALTGR)) if level & bit]
        return None if None in held else Stroke(place[0], tuple(code for code in held if code is not None))

    def _modifier(self, name: str) -> int | None:
        from Xlib import XK

        XK.load_keysym_group("xkb")
        place = self._places.get(XK.string_to_keysym(name))
        return place[0] if place else None


def symbol_of(character: str) -> int:
    """The X symbol of a character."""
    number = ord(character)
    return number if number in LATIN_1 else UNICODE | number


def runs(text: str, keymap: Keymap) -> Iterator[tuple[str, list[Stroke]]]:
    """A text in pieces: each is typed by strokes, or has none and must be pasted."""
    pieces = [
        (kind, "".join(characters))
        for kind, characters in groupby(text.replace("\r\n", "\n"), lambda each: keymap.writing(each) is not None)
    ]
    for typed, piece in _joined(pieces):
        strokes = [keymap.writing(character) for character in piece] if typed else []
        yield piece, [stroke for stroke in strokes if stroke is not None]


def _joined(pieces: Sequence[tuple[bool, str]]) -> Iterator[tuple[bool, str]]:
    """Pieces that must be pasted, taken together where little lies between them."""
    pasted = ""
    for at, (typed, piece) in enumerate(pieces):
        between = bool(pasted) and at + 1 < len(pieces) and len(piece) <= LONGEST_BETWEEN
        if not typed or (between and not KEYS_OF_TEXT.keys() & set(piece)):
            pasted += piece
            continue
        if pasted:
            yield False, pasted
        pasted = ""
        yield True, piece
    if pasted:
        yield False, pasted
