"""Formulas as people write them and as files have them; one that is not whole spoils the file for its program."""

from __future__ import annotations

from functools import cache
from pathlib import Path

INFIX = "OPERATOR-INFIX"
SPACES = " \n"


def is_whole(text: str) -> bool:
    """Whether operands and operators take turns and every bracket is closed; what names mean is not asked."""
    from openpyxl.formula import Tokenizer
    from openpyxl.formula.tokenizer import TokenizerError

    try:
        tokens = [token for token in Tokenizer(text).items if token.type != "WHITE-SPACE"]
    except (TokenizerError, IndexError):
        return False
    return _takes_turns([(token.type, token.subtype, token.value) for token in tokens])


def as_kept(text: str) -> str:
    """A formula as a file has it, without its equals sign: newer functions have a mark before their names."""
    from openpyxl.formula import Tokenizer

    marks, kept, at = _marks(), "", 1
    for token in Tokenizer(text).items:
        end = at + len(token.value)
        if token.type == "WHITE-SPACE":  # Of several, the tokenizer has the first.
            end = len(text) - len(text[at:].lstrip(SPACES))
        if token.type == "FUNC" and token.subtype == "OPEN":
            kept += marks.get(token.value[:-1].upper(), "")
        kept, at = kept + text[at:end], end
    return kept


def as_written(text: str) -> str:
    """A formula of a file as people write it."""
    for mark in sorted(set(_marks().values()), key=len, reverse=True):
        text = text.replace(mark, "")
    return text


@cache
def _marks() -> dict[str, str]:
    """The mark of every function that has one."""
    import yaml

    known = yaml.safe_load(Path(__file__).with_name("functions.yaml").read_text(encoding="utf-8"))["marked"]
    return {name: mark for mark, names in known.items() for name in names}


def _takes_turns(tokens: list[tuple[str, str, str]]) -> bool:
    opened: list[str] = []
    complete = False  # whether an operand stands before
    empty = False  # whether a bracket was opened, or an argument begun, right before
    for kind, subtype, value in tokens:
        if kind == "OPERAND":
            if complete or not value:
                return False
            complete, empty = True, False
        elif subtype == "OPEN":
            if complete:
                return False
            opened.append(kind)
            complete, empty = False, kind == "FUNC"
        elif subtype == "CLOSE":
            if not opened or opened.pop() != kind or not (complete or empty):
                return False
            complete, empty = True, False
        elif kind == "SEP":
            if not opened or not (complete or opened[-1] == "FUNC"):
                return False
            complete, empty = False, opened[-1] == "FUNC"
        elif kind == "OPERATOR-PREFIX":
            if complete:
                return False
        elif not complete:
            return False
        elif kind == INFIX:
            complete = False
    return complete and not opened
