"""Addresses of the web and of mail among the words of an utterance, written or dictated."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aura.language.utterance.lattice import Lattice

Addressed = tuple[int, float, str]
"""The token behind an address, what reading it costs, and the address."""

MAIL_SIGN, SCHEME = "@", "://"
NO_HOST = frozenset(" \t\n@")
WORD, LONGEST = 2.0, 4
"""What each word of a host costs that stands apart from it, and how many there are at most."""
BEHIND_HOST = re.compile(r"[/?#:]")


class Addresses:
    """The addresses of one utterance, by the token they begin at."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice

    def web(self, start: int) -> list[Addressed]:
        """An address of the web: one that says so itself, or a host by how its name ends ("bbc.co.uk/news").

        The name of a host that is dictated may be of several words: "new york times dot com".
        """
        whole = self._whole(start)
        if whole:
            return [(start + 1, 0.0, whole)]
        return [
            (end, WORD * (end - 1 - start), "".join((*before, host))) for end, before, host in self._dictated(start)
        ]

    def _dictated(self, start: int) -> Iterator[tuple[int, list[str], str]]:
        """A host that is dictated behind words that may be of its name, and not at the beginning."""
        lattice, at = self._lattice, start
        while at < min(lattice.size, start + LONGEST) and self._is_plain(at) and self._names(at):
            at += 1
        if 0 < start < at < lattice.size and self._is_dictated(at):
            yield at + 1, [lattice.tokens[word].text for word in range(start, at)], self._whole(at)

    def _names(self, at: int) -> bool:
        """Whether a word may be of the name of a host: "new", and what is in no command, as "the" and "tab" are."""
        new = self._lattice.in_set(at, "picking") and not self._lattice.in_set(at, "single")
        return new or not (self._lattice.class_name(at) or self._lattice.in_set(at, "commanding"))

    def _is_dictated(self, at: int) -> bool:
        """Whether a token is a host whose dots are words."""
        token = self._lattice.tokens[at]
        joined = token.shape != "quoted" and self._lattice.text[token.start : token.end] != token.text
        return joined and bool(self._whole(at))

    def _whole(self, at: int) -> str:
        """The address that a token is by itself; "" for none."""
        token = self._lattice.tokens[at]
        text = token.low.removeprefix("www.")
        ending = BEHIND_HOST.split(text, maxsplit=1)[0].rpartition(".")
        known = ending[2] in self._lattice.grammar.words["top_level"]
        is_host = token.shape in ("file", "path", "quoted") and ending[0] and known
        said = (token.shape == "address" or is_host) and (not NO_HOST.intersection(text) or SCHEME in text)
        return token.text if said else ""

    def mail(self, start: int) -> Iterator[Addressed]:
        """An address of mail: "ada@example.org", "ada dot king at example dot org"."""
        lattice = self._lattice
        token = lattice.tokens[start]
        if token.shape == "address" and MAIL_SIGN in token.low:
            yield start + 1, 0.0, token.text
            return
        at = start + 1
        while at + 1 < lattice.size and lattice.grammar.spoken.get(lattice.low[at]) == "." and self._is_plain(at + 1):
            at += 2
        signs = lattice.grammar.words["at_sign"]
        if self._is_plain(start) and at + 1 < lattice.size and lattice.low[at] in signs:
            names = ".".join(lattice.tokens[each].text for each in range(start, at, 2))
            for end, cost, host in self.web(at + 1):
                yield end, cost, names + MAIL_SIGN + host

    def _is_plain(self, at: int) -> bool:
        """Whether a token may be part of a dictated name of a mailbox."""
        return self._lattice.tokens[at].shape == "word" and self._lattice.low[at].replace("_", "").isalnum()
