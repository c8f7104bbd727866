"""From text to tokens that know their shape: word, file name, quoted, address, path, pattern, extension, mark."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import Literal
from unicodedata import normalize

from msgspec import Struct

from aura.language.words.token_pattern import TOKEN

Shape = Literal["word", "file", "quoted", "address", "path", "glob", "extension", "mark"]

VERBS = ("verb", "noun")
"""Structure classes of words that can be the verb of a command."""

LONGEST_SPELLED, SHORT_PIECE, SEVERAL = 4, 2, "s"
"""Pieces that an extension is spelled in at most, letters of one said with a number, and what several of it end in."""
LONGEST_REPEATED = 5
"""Words that may be said again behind a hesitation."""
LEAST_CONFIRMED = 2
"""Words that are said again behind what confirms them: "press left, right, left" is no confirmation."""
READ_AS = {"–": "—", "…": "...", "..": "...", "....": "..."}
"""Marks that are read as another."""
FACE = "..."
"""What a face made of marks is read as."""
BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
"""Marks that open, and those that close what they opened."""
CELL = re.compile(r"[a-z]{1,3}[1-9]\d{0,6}")
"""A cell of a table, or what is numbered like one: "b3", "v2"."""
ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
MAX_TOKENS = 160
FEWEST_LETTERS = 3
"""Letters in a row that are said one by one; two may be short for words: "u r late"."""


class Token(Struct, frozen=True, gc=False):
    """A piece of the utterance: its text as said (quotes removed), in lower case, and where it stood."""

    text: str
    low: str
    shape: Shape
    start: int
    end: int


LONGEST_HESITATION = 5
"""Words of a hesitation that asks for a word."""


def tokenize(
    text: str,
    *,
    hesitations: Collection[str] = (),
    spoken: Mapping[str, str] | None = None,
    extensions: Collection[str] = (),
    structure: Collection[str] = (),
    numbers: Mapping[str, int] = {},
    hosts: Collection[str] = (),
    dividers: Collection[str] = (),
    nouns: Collection[str] = (),
    confirming: Collection[str] = (),
    titles: Collection[str] = (),
    stammered: Collection[str] = (),
) -> list[Token]:
    """Split an utterance; hesitations are dropped and dictated characters ("notes dot txt", "x dot org") joined.

    Words that are `stammered`, said twice in a row, are one of them.
    What stands with a spoken dot before one of the nouns is an extension, also one that is not known.
    """
    tokens = [_token(match) for match in TOKEN.finditer(text)]
    low = [token.low for token in tokens]
    if any(map(hesitations.__contains__, low)):
        tokens = _without_hesitations(tokens, hesitations)
    if any(one == other and one in stammered for one, other in pairwise(low)):
        tokens = _said_once(tokens, stammered)
    if any(map(titles.__contains__, low)):
        tokens = _with_titles(tokens, titles)
    if any(map(confirming.__contains__, low)):
        tokens = _confirmed(tokens, confirming)
    if min(map(len, low), default=0) <= SHORT_PIECE:
        tokens = _with_letters(tokens, extensions, numbers)
    if spoken and not spoken.keys().isdisjoint([token.low for token in tokens]):
        tokens = _with_hosts(tokens, spoken, hosts, structure, dividers)
        known = {*extensions, *_kinds_said(tokens, spoken, structure, nouns)}
        tokens = _join_spoken(tokens, spoken, known, structure, numbers)
    while tokens and tokens[-1].shape == "mark" and tokens[-1].low in ".,;:!?":
        if tokens[-1].low == ":" and len(tokens) > 1 and len(tokens[-2].low) == 1:
            break
        tokens.pop()
    return tokens


def _without_hesitations(tokens: list[Token], hesitations: Collection[str]) -> list[Token]:
    """Tokens without hesitations, and without what was said before one and again behind it: "which um which one".

    A hesitation of several words is one only right behind another: "for um *what's it called* hurdles".
    """
    kept: list[Token] = []
    hesitated = passed = 0
    for at, token in enumerate(tokens):
        if at < passed:
            continue
        if token.shape == "word" and token.low in hesitations and not _begins_a_name(tokens, at):
            hesitated = len(kept)
            longest = (end for end in range(min(at + 1 + LONGEST_HESITATION, len(tokens) - 1), at + 1, -1))
            passed = next((end for end in longest if _words(tokens[at + 1 : end]) in hesitations), 0)
            continue
        if hesitated and token.low != ",":
            del kept[hesitated - _repeated(kept[:hesitated], tokens[at:]) :]
            hesitated = 0
        kept.append(token)
    return kept


def _said_once(tokens: list[Token], stammered: Collection[str]) -> list[Token]:
    """Tokens without a word of these that is said again right behind itself: "about *the* the garden", no "The The"."""
    again = {
        at
        for at, (one, other) in enumerate(pairwise(tokens))
        if one.low == other.low and one.low in stammered and other.text.islower() and one.shape == other.shape == "word"
    }
    return [token for at, token in enumerate(tokens) if at not in again]


def _begins_a_name(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word has a capital within a sentence, and so has the one behind it: "search for *Umm* Kulthum"."""
    within = 0 < at < len(tokens) - 1 and tokens[at - 1].shape == "word"
    return within and all(token.text.istitle() and len(token.text) > 1 for token in tokens[at : at + 2])


def _words(tokens: Sequence[Token]) -> str:
    return " ".join([token.low for token in tokens])


def _confirmed(tokens: list[Token], confirming: Collection[str]) -> list[Token]:
    """Tokens with what was said again to confirm it said once: "to tax receipts, yeah, tax receipts"."""
    kept: list[Token] = []
    confirmed = False
    for at, token in enumerate(tokens):
        if confirmed and token.low == ",":
            continue
        again = _repeated(kept, [one for one in tokens[at + 1 :] if one.low != ","]) if token.low in confirming else 0
        words = [one.low for one in kept[len(kept) - again :] if one.low != ","]
        confirmed = len(words) >= LEAST_CONFIRMED and not any(word in confirming for word in words)
        if confirmed:
            del kept[len(kept) - again :]
        else:
            kept.append(token)
    return kept


def _repeated(before: Sequence[Token], after: Sequence[Token]) -> int:
    """How many tokens at the end of one stretch are said again at the beginning of the other; a comma between not."""
    comma = bool(before) and before[-1].low == ","
    said, again = ([token.low for token in part] for part in (before[: len(before) - comma], after))
    longest = min(LONGEST_REPEATED, len(said), len(again))
    count = next((count for count in range(longest, 0, -1) if said[-count:] == again[:count]), 0)
    return count + comma if count else 0


def _token(match: re.Match[str]) -> Token:
    text, kind = match.group(), match.lastgroup
    if kind == "plain":
        return Token(text, text.lower(), "word", *match.span())
    if kind == "quoted":
        text = text[1:-1].strip() or text
    if kind == "marks":
        return Token(text, "?" if "?" in text else "!", "mark", *match.span())
    symbol = kind in ("mark", "other", "face")
    kind = "word" if kind in ("option", "number", "short", "code", "formula") else kind
    if symbol and ord(text[0]) > ord("\u2100"):
        return Token(text, text, "word", match.start(), match.end())
    shape: Shape = "mark" if symbol else kind  # type: ignore[assignment]
    low = FACE if kind == "face" else READ_AS.get(text) or text.lower().replace("’", "'")
    return Token(text, low, shape, match.start(), match.end())


def _kinds_said(
    tokens: list[Token], spoken: Mapping[str, str], structure: Collection[str], nouns: Collection[str]
) -> list[str]:
    """What stands with a spoken dot behind a word of structure and before a noun: "the dot *gcode* files"."""
    places = zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False)
    return [
        kind.low
        for before, dot, kind, noun in places
        if before.low in structure and spoken.get(dot.low) == "." and noun.low in nouns
    ]


def _join_spoken(
    tokens: list[Token],
    spoken: Mapping[str, str],
    extensions: Collection[str],
    structure: Collection[str],
    numbers: Collection[str],
) -> list[Token]:
    """Join word, spoken character, word; a spoken dot only before an extension, alone after a structure word.

    A number behind a plain word is part of a name: "photo one dot jpg".
    """
    joined: list[Token] = []
    position = 0
    while position < len(tokens):
        token = tokens[position]
        while joined or position + 2 < len(tokens):
            if position + 2 >= len(tokens) or token.shape not in ("word", "file"):
                break
            character = spoken.get(tokens[position + 1].low)
            following = tokens[position + 2]
            if character is None or following.shape not in ("word", "file"):
                break
            if character == "." and following.low not in extensions:
                break
            named = token.low in numbers and joined and joined[-1].shape == "word" and joined[-1].low not in structure
            if token.low in structure and not named:
                if character == ".":
                    dotted = Token(
                        "." + following.text,
                        "." + following.low,
                        "extension",
                        tokens[position + 1].start,
                        following.end,
                    )
                    tokens[position + 1 : position + 3] = [dotted]
                break
            text = token.text + character + following.text
            shape: Shape = "file" if character == "." or following.shape == "file" else "word"
            token = Token(text, text.lower(), shape, token.start, following.end)
            position += 2
        joined.append(token)
        position += 1
    return joined


def _with_hosts(
    tokens: list[Token],
    spoken: Mapping[str, str],
    hosts: Collection[str],
    structure: Collection[str],
    dividers: Collection[str],
) -> list[Token]:
    """Tokens with dictated hosts joined: "mail dot google dot com"; what ends one is no word of structure.

    What follows behind a divider is of the same address: "github dot com slash explore".
    """
    joined: list[Token] = []
    at = 0
    while at < len(tokens):
        end, dotted = at, at
        while dotted + 2 < len(tokens) and spoken.get(tokens[dotted + 1].low) == "." and _is_label(tokens[dotted + 2]):
            dotted += 2
            if tokens[dotted].low in hosts and tokens[dotted].low not in structure:
                end = dotted
        if end == at or not _is_label(tokens[at]) or (tokens[at].low in structure and end == at + 2):
            joined.append(tokens[at])
            at += 1
            continue
        begin, text = tokens[at].start, ".".join(token.text for token in tokens[at : end + 1 : 2])
        while len(tokens[at].low) == 1 and joined and joined[-1].low == tokens[at].low:
            begin, text = joined[-1].start, joined.pop().text + text  # letter by letter: "w w w dot amazon dot com"
        shape: Shape = "file"
        while end + 2 < len(tokens) and _is_label(tokens[end + 2]):
            goes_on = shape == "path" and spoken.get(tokens[end + 1].low) == "."
            if not goes_on and tokens[end + 1].low not in dividers:
                break
            end, text, shape = end + 2, text + ("." if goes_on else "/") + tokens[end + 2].text, "path"
        joined.append(Token(text, text.lower(), shape, begin, tokens[end].end))
        at = end + 1
    return joined


def _is_label(token: Token) -> bool:
    return token.shape == "word" and token.low.replace("-", "").isalnum()


def _with_titles(tokens: list[Token], titles: Collection[str]) -> list[Token]:
    """Tokens with the dot that shortens a title as part of it, before a name: "*Mr.* Novak"."""
    joined: list[Token] = []
    for token, behind in zip_longest(tokens, tokens[1:]):
        title = joined[-1] if joined else token
        apart = token.low != "." or title.low not in titles or title.end != token.start
        if apart or behind is None or not (title.text[0].isupper() and behind.text[0].isupper()):
            joined.append(token)
        else:
            joined[-1] = Token(title.text + token.text, title.low, "word", title.start, token.end)
    return joined


def _with_letters(tokens: list[Token], extensions: Collection[str], numbers: Mapping[str, int]) -> list[Token]:
    """Tokens whose letters are joined where they are an extension: "dot p n g", "an mp three", "all the p d fs"."""
    spelling = [_may_spell(token, numbers) for token in tokens]
    for at in range(len(tokens) - 2, -1, -1):
        if not (spelling[at] and spelling[at + 1]):
            continue
        last = at
        while last < min(len(tokens), at + LONGEST_SPELLED) and _may_spell(tokens[last], numbers):
            last += 1
        for end in range(last, at + 1, -1):
            lows = [token.low for token in tokens[at:end]]
            several = len(lows[-1]) > 1 and lows[-1] not in numbers and lows[-1].endswith(SEVERAL)
            lows[-1] = lows[-1][: len(lows[-1]) - several]
            figures = [low in numbers or low.isdecimal() for low in lows]
            extension = "".join(str(numbers.get(low, low)) for low in lows)
            short = SHORT_PIECE if any(figures) and not figures[0] else 1
            if extension in extensions and all(map(lambda low, figure: figure or len(low) <= short, lows, figures)):
                said = extension + SEVERAL * several
                tokens[at:end] = [Token(said, said, "word", tokens[at].start, tokens[end - 1].end)]
                break
    return tokens


def _may_spell(token: Token, numbers: Mapping[str, int]) -> bool:
    """Whether a token is a number, or as short as a piece of an extension that is spelled."""
    short = len(token.low) <= SHORT_PIECE or token.low.isdecimal()
    return short or token.low in numbers or token.low.removesuffix(SEVERAL) in numbers


def legible(text: str) -> str:
    """Text that can be read and written down: accents in one way, halves of surrogate pairs joined or marked."""
    if text.isascii():
        return text
    return normalize("NFC", text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))


def said(text: str, tokens: Sequence[Token]) -> str:
    """What tokens in a row say, as it stands in a text, but without words between them that are no tokens."""
    if len(tokens) < 2:
        return tokens[0].text if tokens else ""
    parts = [text[tokens[0].start : tokens[0].end]]
    for before, token in pairwise(tokens):
        between = text[before.end : token.start]
        dropped = any(map(str.isalnum, between))
        parts += [" " if dropped else between, text[token.start : token.end]]
    return "".join(parts)


def are_spelled(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is one of several letters that are said one by one: "go to *n i c e* dot org"."""
    if not is_letter(tokens[at]):
        return False
    first = last = at
    while first and is_letter(tokens[first - 1]):
        first -= 1
    while last + 1 < len(tokens) and is_letter(tokens[last + 1]):
        last += 1
    return last - first >= FEWEST_LETTERS - 1


def is_letter(token: Token) -> bool:
    """Whether a token is a single letter."""
    return len(token.low) == 1 and token.shape == "word" and token.low.isalpha()


def is_formula(token: Token) -> bool:
    """Whether a token is what a cell works out: "=SUM(B2:B9)"."""
    return token.shape == "word" and token.low.startswith("=") and len(token.low) > 1 and token.low != "=>"


def with_brackets(low: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """A stretch of tokens with the bracket beside it that is of one within: "sqrt(2*)*", "*(*c) 2025 Anna"."""
    for opened, closed in BRACKETS:
        within = low[start:end].count(opened) - low[start:end].count(closed)
        end += within > 0 and end < len(low) and low[end] == closed
        start -= within < 0 and start > 0 and low[start - 1] == opened
    return start, end
