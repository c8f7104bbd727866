"""A formula in words, signs or both, as one that is written with signs only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
TIMES = re.compile(r"(?<=[\d)])\s*x\s*(?=[\d(])")
POINT = re.compile(r"(?<=\d)\s*\.\s*(?=\d)")
PERCENT = re.compile(r"(\d+(?:\.\d+)?|\([^()]*\))\s*%(?!\s*[\d(])")
ROOT = re.compile(r"\b(sqrt|cbrt|factorial)\s+(\d+(?:\.\d+)?)")
LISTED = re.compile(r"\s*,? (?:and|with) |\s*,\s+")
SCALED = re.compile(r"(\d+(?:\.\d+)?) ([a-z]+)")
TOKEN = re.compile(r"[a-z]+|\d+(?:\.\d+)?|\s+|.")


def written(said: str) -> str:
    """`said` with words for numbers and operations replaced, percentages as `percent(n)`."""
    words = _words()
    text = said.lower()
    for sign, meant in words["signs"].items():
        text = text.replace(sign, meant)
    text = _phrases(tuple(words["fillers"])).sub(" ", text)
    text = " ".join(text.split())
    for form in words["forms"]:
        text = _formed(text, *form)
    multiples = words["multiples"]
    text = SCALED.sub(lambda it: f"({it[1]}*{multiples[it[2]]})" if it[2] in multiples else it[0], text)
    operators = words["operators"]
    text = _phrases(tuple(operators)).sub(lambda match: f" {operators[match[0]]} ", text)
    text = POINT.sub(".", "".join(_numbers(TOKEN.findall(text), words)))
    text = TIMES.sub(" * ", THOUSANDS.sub("", text))
    text = PERCENT.sub(r"percent(\1)", text)
    return ROOT.sub(r"\1(\2)", text).strip()


def _formed(text: str, said: str, meant: str, between: str = "") -> str:
    """ "Add 3 and 4" as "(3) + (4)"; values in a row are joined by what stands `between`."""
    found = re.fullmatch(said, text)
    if found is None:
        return text
    values = [LISTED.sub(f" {between} ", value) if between else value for value in found.groups()]
    return re.sub(r"\\(\d)", lambda place: values[int(place[1]) - 1], meant)


@cache
def _phrases(phrases: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, longest))})(?![a-z])")


def _numbers(tokens: list[str], words: dict[str, Any]) -> Iterator[str]:
    """Tokens with each run of number words as one number: "two hundred and five" is 205."""
    total = part = 0
    inside = False
    for at, token in enumerate(tokens):
        if token in words["numbers"]:
            part, inside = part + words["numbers"][token], True
        elif token in words["multiples"] and inside:
            factor = words["multiples"][token]
            total, part = _scaled(total, part, factor)
        elif inside and (token.isspace() or token == "-" or token == "and") and _goes_on(tokens[at + 1 :], words):
            continue
        else:
            if inside:
                yield str(total + part)
                total, part, inside = 0, 0, False
            yield token
    if inside:
        yield str(total + part)


def _scaled(total: int, part: int, factor: int) -> tuple[int, int]:
    """A hundred multiplies what was just said; a thousand and more close it."""
    if factor == 100:
        return total, (part or 1) * factor
    return total + (part or 1) * factor, 0


def _goes_on(rest: list[str], words: dict[str, Any]) -> bool:
    """Whether a run of number words goes on after a space or an "and"."""
    following = next((token for token in rest if not token.isspace() and token != "and"), "")
    return following in words["numbers"] or following in words["multiples"]


@cache
def _words() -> dict[str, Any]:
    import yaml

    data: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("arithmetic.en.yaml").read_text(encoding="utf-8"))
    return data
