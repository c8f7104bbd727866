"""What is said of the command before: "no, I meant documents", "and budget.xlsx?", "do it again", "times 3"."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from aura.contracts.problem import Problem
from aura.execution.rows import RunRow
from aura.language.decoding.decode import Decoded
from aura.language.hearing.corrections.retelling import Retold, retold
from aura.language.slots.parts import Clause, Span
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.numbers import Numbers
from aura.runtime.choosing.asked import goals_of
from aura.runtime.choosing.choose import Verdict
from aura.runtime.choosing.trial import Planned
from aura.runtime.heard.hearings import Look
from aura.runtime.house import House
from aura.runtime.talk.recent import alive, earlier_commands
from aura.understanding.answers import in_small

DONE = ("completed", "answered", "failed", "unsupported")
MARKS = " ,.?!;:-"
LACKING = ("NOT_FOUND", "ALREADY_EXISTS")
FILE = "file"
WHERE = ("in", "to", "from")
TEXTS = ("text", "bare_text", "quoted")
LIKE = ("file", "quoted", "address", "path")
"""Shapes of names that only take the place of one of the same shape."""


@dataclass(frozen=True)
class Continued:
    """A whole command that is meant, and whether it takes the place of the one before, which is taken back."""

    utterance: str
    before: RunRow
    corrects: bool = False


class Continuing:
    """Makes whole commands of what only goes on with the one before; `look` tells what one comes to."""

    def __init__(self, house: House, look: Look) -> None:
        self._house = house
        self._look = look

    def of(self, said: str, own: str, *, tells: bool = False) -> Continued | None:
        """The whole command that is meant, where the last one has not expired and was not taken back.

        One that only `tells` something changes nothing.
        """
        words, before = self._house.grammar.words, self.before(own)
        if before is None:
            return None
        if in_small(said) in words["repeats"]:
            return Continued(before.utterance, before)
        figured = next(filter(self._only_tells, self._figured(said, own)), None)
        if figured is not None:
            return Continued(figured, before)
        if not tells and in_small(said) in words["repeats_change"] and self._only_changes(before):
            return Continued(before.utterance, before)
        stands = self._only_tells if tells else self._stands
        rest = _behind(said, words["another_like_before"])
        another = next(filter(stands, self._another(before.utterance, rest)), None) if rest else None
        if another is not None:
            return Continued(another, before)
        for opening, corrects in (("adds_to_before", False), ("corrects_before", True)):
            rest = _without_end(_behind(said, words[opening]), words["ends_so"])
            text = (
                self._with_text(before.utterance, rest, corrects=corrects)
                if not corrects or _marked(said, rest)
                else ()
            )
            ways = (*self._whole(before.utterance, rest), *text, *(() if corrects else self._done_too(before, rest)))
            whole = next(filter(stands, ways), None) if rest else None
            if whole is not None:
                return Continued(whole, before, corrects)
        anew = _behind(said, words["corrects_before"])
        pointed = bool(anew) and _marked(said, anew) and self._points(anew)
        return Continued(anew, before) if pointed and stands(anew) else None

    def of_result(self, said: str, own: str) -> Continued | None:
        """The sum that is meant by what begins with what is done to a number, where the last command gave one."""
        words = self._house.grammar.words
        goes_on = bool(_behind(said, words["figures_on"]))
        points = any(said.lower().rstrip(MARKS).endswith(f" {stand}") for stand in words["stands_for_result"])
        before = self.before(own) if goes_on or points else None
        if before is None:
            return None
        told = filter(self._only_tells, self._figured(said, own))
        figured = next((text for text in told if goes_on or self._goals(text) == self._goals(before.utterance)), None)
        return None if figured is None else Continued(figured, before)

    def _goals(self, text: str) -> tuple[str, ...]:
        choice = self._look(text)[1]
        return () if choice is None else goals_of(choice.reading, self._house.grammar)

    def _stands(self, text: str) -> bool:
        """Whether a text is a command: one that can be done, or only lacks what it names."""
        verdict = self._meant(text)
        return isinstance(verdict, Planned) or (isinstance(verdict, Problem) and verdict.code in LACKING)

    def _only_tells(self, text: str) -> bool:
        """Whether a text is a question or a sum, which changes nothing."""
        verdict = self._meant(text)
        return isinstance(verdict, Planned) and verdict.only_reads

    def _meant(self, text: str) -> Verdict | None:
        choice = self._look(text)[1]
        return None if choice is None else choice.verdict

    def before(self, own: str) -> RunRow | None:
        """The last command, if words may still refer to it."""
        runs = (run for run in alive(self._house) if run.run_id != own)
        last = next(runs, None)
        return last if last is not None and not last.undo and last.status in DONE else None

    def _whole(self, before: str, said: str) -> Iterator[str]:
        """The command before with what is said anew in the place of what is like it."""
        correction = next(iter(self._house.grammar.words["says_anew"]))
        lattice = self._look(f"{before.rstrip(MARKS)}, {correction}, {said}")[0].lattice
        anew = (one for one in retold(lattice, Numbers(lattice)) if not _is_of_a_row(lattice, one))
        told = [one for one in anew if self._is_like(lattice, one)]
        yield from (one.text for one in told)
        if not told and _says_where(lattice_of(self._house.grammar, said), 0):
            yield f"{said}, {before}"
            yield f"{before.rstrip(MARKS)} {said}"

    def _with_text(self, before: str, said: str, *, corrects: bool) -> Iterator[str]:
        """The command before with another text, which replaces nothing where it is added."""
        decoded, clause = self._only_clause(before)
        text = None if clause is None else clause.get(*TEXTS)
        if text is not None and isinstance(text.value, Span) and self._is_plain(said):
            tokens = decoded.lattice.tokens
            first, last = tokens[text.value.start].start, tokens[text.value.end - 1].end
            besides = "" if corrects else f" {next(iter(self._house.grammar.words['says_besides']))}"
            yield f"{before[:first]}{said}{before[last:].rstrip(MARKS)}{besides}"

    def _another(self, before: str, said: str) -> Iterator[str]:
        """The command before, which made something, with another name: "one called b", "another one for Physics".

        A name that is one of a file is no folder's.
        """
        decoded, clause = self._only_clause(before)
        words, tokens = self._house.grammar.words, decoded.lattice.tokens
        if not all(goal in words["makes_new"] for goal in self._goals(before)):
            return
        named = [] if clause is None else [*clause.names("called", "about"), *(thing.name for thing in clause.things())]
        names = [name for name in named if name is not None]
        lead, _, name = said.partition(" ")
        if len(names) == 1 and lead.lower() in words["leads_name"] and name:
            begin = names[0].start
            is_file = tokens[begin].shape == FILE
            if (lattice_of(self._house.grammar, name).tokens[0].shape == FILE) == is_file:
                yield f"{before[: tokens[begin].start]}{name}{before[tokens[names[0].end - 1].end :].rstrip(MARKS)}"

    def _only_changes(self, before: RunRow) -> bool:
        """Whether a command only turned something up or down, so that it may be said again with "more"."""
        choice = self._look(before.utterance)[1]
        goals = goals_of(choice.reading, self._house.grammar) if choice is not None else ()
        return bool(goals) and all(goal in self._house.grammar.words["by_degrees"] for goal in goals)

    def _done_too(self, before: RunRow, said: str) -> Iterator[str]:
        """The verb of the command before, and what is said now, to which that is done besides."""
        decoded, clause = self._only_clause(before.utterance)
        if clause is not None and clause.verb is not None:
            yield f"{decoded.lattice.text_of(*clause.verb)} {said}"

    def _only_clause(self, said: str) -> tuple[Decoded, Clause | None]:
        """A command as it is read, and its clause, where it has one with a verb and parts in any order."""
        decoded, choice = self._look(said)
        clauses = choice.reading.clauses if choice is not None else ()
        alone = len(clauses) == 1 and clauses[0].intent < 0 and clauses[0].verb is not None
        return decoded, clauses[0] if alone else None

    def _points(self, said: str) -> bool:
        """Whether a command is about what was spoken of: "no, *call it Uni*"."""
        lattice = lattice_of(self._house.grammar, said)
        points = any(lattice.begins(at, "it") for at in range(lattice.size))
        return points and lattice.begins_clause(0)

    def _is_plain(self, said: str) -> bool:
        """Whether words name nothing that is there, stand for nothing, and say neither where nor what to do."""
        lattice = self._look(said)[0].lattice
        plain = (
            lattice.tokens[at].shape in ("word", "quoted") and not (lattice.class_name(at) or _is_there(lattice, at))
            for at in range(lattice.size)
        )
        orders = lattice.begins(0, "verb", "asks")
        return lattice.size > 0 and all(plain) and not orders

    def _is_like(self, lattice: Lattice, one: Retold) -> bool:
        """Whether what is said anew is surely of the sort of what it takes the place of: a file in that of a file.

        Names of what is there stand for one another, and so do programs.
        """
        anew, numbers = (one.start, one.end), Numbers(lattice)
        shapes = [lattice.tokens[at].shape for at in anew]
        counted = all(numbers.at(at) is not None for at in anew)
        led = all(_says_where(lattice, at) for at in anew)
        there = all(_is_there(lattice, at) for at in anew)
        lists = [{name for name, _ in self._house.values.named_in([lattice.low[at]])} for at in anew]
        alike = (shapes[0] == shapes[1] and shapes[0] in LIKE) or bool(lists[0] & lists[1])
        return one.certain or alike or counted or led or there

    def _figured(self, said: str, own: str) -> Iterator[str]:
        """A sum with the result of the command before in the place of what stands for it, or at its beginning."""
        words, result = self._house.grammar.words, earlier_commands(self._house, own).result()
        if result is None or not _is_number(result):
            return
        if _behind(said, words["figures_on"]):
            first, _, rest = said.partition(" ")
            yield f"{result} {rest if first.lower() in words['coordinating'] else said}"
        low = said.lower()
        for stand in sorted(words["stands_for_result"], key=len, reverse=True):
            begin = f" {low.rstrip(MARKS)} ".find(f" {stand} ")
            if begin >= 0:
                yield f"{said[:begin]}{result}{said[begin + len(stand) :]}"


def _behind(said: str, openings: Collection[str]) -> str:
    """What follows the longest opening that a sentence begins with; nothing where it begins with none."""
    parts = said.split()
    low = [part.lower().strip(MARKS) for part in parts]
    counts = (count for count in range(len(parts) - 1, 0, -1) if " ".join(low[:count]) in openings)
    count = next(counts, 0)
    return " ".join(parts[count:]).strip(MARKS) if count else ""


def _marked(said: str, rest: str) -> bool:
    """Whether a mark sets apart what is said anew: "no, bread", but not "no idea"."""
    return any(mark in said[: max(said.find(rest), 0)] for mark in MARKS.strip())


def _without_end(said: str, ends: Collection[str]) -> str:
    """What is said without a word at its end that only says that it goes on: "budget.xlsx *too*"."""
    low = said.lower()
    for end in sorted(ends, key=len, reverse=True):
        if low.endswith(f" {end}"):
            return _without_end(said[: -len(end)].rstrip(MARKS), ends)
    return said


def _says_where(lattice: Lattice, at: int) -> bool:
    """Whether a place begins at a token: "on the desktop", "to archive"."""
    return any(lattice.at(at, category) for category in WHERE)


def _is_of_a_row(lattice: Lattice, one: Retold) -> bool:
    """Whether what would be replaced is one of several that are joined, so that any of them could be meant."""
    return one.start > 0 and bool(lattice.at(one.start - 1, "item_separator")) and not _says_where(lattice, one.start)


def _is_there(lattice: Lattice, at: int) -> bool:
    """Whether a word is a place, or the name of a file or a folder that is there."""
    low = lattice.low[at]
    return bool(lattice.at(at, "anchor")) or low in lattice.known.folders or low in lattice.known.files


def _is_number(text: str) -> bool:
    return text.replace(",", "").replace(".", "", 1).lstrip("-").isdigit()
