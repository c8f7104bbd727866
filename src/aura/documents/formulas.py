"""Whether a text is a whole formula: one that is not spoils the file for the program that opens it."""

from __future__ import annotations

INFIX = "OPERATOR-INFIX"


def is_whole(text: str) -> bool:
    """Whether operands and operators take turns and every bracket is closed; what names mean is not asked."""
    from openpyxl.formula import Tokenizer
    from openpyxl.formula.tokenizer import TokenizerError

    try:
        tokens = [token for token in Tokenizer(text).items if token.type != "WHITE-SPACE"]
    except (TokenizerError, IndexError):
        return False
    return _takes_turns([(token.type, token.subtype, token.value) for token in tokens])


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
