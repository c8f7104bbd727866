"""What a command was about, kept so that the words of later commands can refer to it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

ThingKind = Literal["folder", "file", ""]


class Mention(Struct, frozen=True, array_like=True, gc=False):
    """One thing: where it is, its kind if known, the verbs of what was done with it; `gone` if it is no more."""

    path: str
    kind: ThingKind
    verbs: tuple[str, ...] = ()
    copied: bool = False
    gone: bool = False


class Talk(Struct, frozen=True, omit_defaults=True):
    """One command's things as it left them.

    `things` in the order they were said, `originals` of what was copied, `listed` what belonged together or was
    shown, in that order; the folder last said or made, the place last spoken of, and the step and output that
    gave a text. After a search `in_vain` nothing said before it can be meant. `values` are what else was spoken of
    last, by what it is (an app).
    """

    things: tuple[Mention, ...] = ()
    originals: tuple[Mention, ...] = ()
    listed: tuple[Mention, ...] = ()
    container: str = ""
    place: str = ""
    text: tuple[str, str] | None = None
    in_vain: bool = False
    values: dict[str, str | int | bool] = {}


class Recall(Struct, frozen=True):
    """An earlier command's talk with everything followed to where it is now, and the text it gave."""

    talk: Talk
    text: str | None = None
