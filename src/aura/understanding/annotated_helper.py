"""The annotator as a helper: the commands that it finds in a sentence, each in the user's own words."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from aura.contracts.proposal import Proposal, ProposedGoal
from aura.language.annotating.annotation import SAID, Annotation
from aura.language.annotating.commands import Commanded, Commands, commands_of
from aura.language.annotating.estimates import ByEncoder
from aura.language.annotating.spans import Span
from aura.language.decoding.phrases import Phrases
from aura.language.grammar.actions import Action
from aura.language.hearing.beside.setting_aside import rest_of
from aura.language.hearing.beside.staying import Staying
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.marks import past_mark
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.predicates import Predicates, is_strange
from aura.language.utterance.whens import only_says_when, opens_condition
from aura.understanding.arranged import arranged, says_as_much
from aura.understanding.leftovers import NAMING
from aura.understanding.spoken import LONG, times_of

BY = "an encoder that learned from sentences"
LIKELY, SURE_OF_ACTION = 0.4, 0.7
"""How probable just these commands are at least, and each action among all of them."""
SURE, SURE_OF_MORE = 0.5, 0.7
"""How probable these commands are at least, and ones that make something new, or destroy, to ask no further what the
words mean."""
SURE_OF_END = 0.7
"""How probable commands are at least that leave out what goes on behind a text with no mark between."""
TEXTS, SHORTEST_TEXT = ("text", "words"), 4
"""Kinds of slots whose words are the user's own, and how many tokens such a text has at least."""
BEYOND_DOUBT, BEYOND_A_LOSS = 0.995, 0.998
"""How probable it is at least that anything is asked for, to ask no further, and where something destroys."""


SURELY_SAID = 0.9
"""How probable it is at least that a word says what to do."""


class Finding(NamedTuple):
    """Commands in what an encoder says of a sentence, the action of each, and what they propose."""

    annotation: Annotation
    commands: Commands
    actions: tuple[Action, ...]
    proposal: Proposal


class AnnotatedHelper:
    """Proposes the commands of a sentence; `may` says which actions may be guessed."""

    def __init__(
        self,
        estimates: ByEncoder,
        table: Mapping[str, Action],
        may: Callable[[Action], bool],
        destroys: Callable[[Action], bool],
    ) -> None:
        self._estimates = estimates
        self._table = table
        self._may = may
        self._destroys = destroys
        self._makers = {name for name, action in table.items() if action.makes}

    def find(self, lattice: Lattice) -> Finding | None:
        """All commands, each of an action that may be guessed; None where there are none, or a condition or a time."""
        return next(self.findings(lattice), None)

    def findings(self, lattice: Lattice) -> Iterator[Finding]:
        """The likeliest commands, and then others that are nearly as likely; nothing where those do not hold."""
        annotation = self._estimates.of(lattice)
        if annotation is None:
            return
        likely = commands_of(lattice, annotation, self._table)
        whole = (arranged(found, lattice, self._table, self._makers) for found in likely)
        held = [self._held(lattice, annotation, found) for found in whole]
        if not held or held[0] is None:
            return
        likeliest, *others = [finding for finding in held if finding is not None]
        others = [finding for finding in others if not any(map(self._destroys, finding.actions))]
        first = max((likeliest, *others), key=lambda finding: _how_sure(finding.commands))
        yield first
        for other in (likeliest, *others):
            if other is not first and says_as_much(lattice, first.commands, other.commands):
                yield other

    def _held(self, lattice: Lattice, annotation: Annotation, found: Commands) -> Finding | None:
        """Commands, if each is of an action that may be guessed, and nothing says when, on what condition, or anew."""
        if any(is_condition(lattice, *one) for one in found.beside) or is_corrected(lattice, found):
            return None
        if any(_orders(lattice, *span) for command in found.commands for span in command.slots.values()):
            return None
        if self._is_statement(lattice, found):
            return None
        named = (self._table.get(next(iter(command.actions))) for command in found.commands)
        actions = tuple(action for action in named if action is not None and self._may(action))
        if len(actions) < len(found.commands) or asks_before(lattice, annotation, found):
            return None
        if found.probability < SURE_OF_END and _tears_a_text(lattice, found, actions):
            return None
        if _ends_in_an_article(lattice, found, actions):
            return None
        if any(self._is_opposite(lattice, found, *one) for one in zip(found.commands, actions, strict=True)):
            return None
        lost = [command for command, action in zip(found.commands, actions, strict=True) if self._destroys(action)]
        figures = _figures(found, self._table)
        if says_when(lattice, found, figures, anywhere=bool(lost) and not self._is_for_now(lattice, annotation, found)):
            return None
        if not all(_is_said(lattice, found, one) for one in lost) or any(_empties(lattice, one) for one in lost):
            return None
        goals = tuple(_goal(lattice, command, action) for command, action in zip(found.commands, actions, strict=True))
        rest = rest_of(lattice, found.beside)
        proposal = Proposal(goals, BY, rest.text, rest.asides, probability=found.probability)
        return Finding(annotation, found, actions, proposal)

    def _is_statement(self, lattice: Lattice, found: Commands) -> bool:
        """Whether a command that begins with a noun goes on as a statement: "*one more slide* titled A *was gone*"."""
        nouns = [one for one in found.commands if lattice.in_set(one.begin, "determiner")]
        if not nouns:
            return False
        staying = Staying(lattice, Phrases(lattice).remarks, self._estimates)
        kinds = ((one, self._table.get(next(iter(one.actions)))) for one in nouns)
        return any(
            action.slots[slot] == "text" and lattice.tokens[start - 1].shape != "mark" and staying.states(start, end)
            for one, action in kinds
            if action is not None
            for slot, (start, end) in one.slots.items()
        )

    def _is_for_now(self, lattice: Lattice, annotation: Annotation, found: Commands) -> bool:
        """Whether something is certainly asked for, and each time is told of what was, or is in a long sentence.

        "You can forget the code, *they changed the lock over the weekend*", and not "*tomorrow*, after I get home".
        """
        if annotation.asked < BEYOND_A_LOSS:
            return False
        long = sum(token.shape != "mark" for token in lattice.tokens) >= LONG
        staying = Staying(lattice, Phrases(lattice).remarks, self._estimates) if long else None
        times = (at for at, _, _ in times_of(lattice, Phrases(lattice)) if at not in found.valued)
        beside = found.beside
        return all(
            any(start < at < end and _is_of_then(lattice, start, at, staying) for start, end in beside) for at in times
        )

    def _is_opposite(self, lattice: Lattice, found: Commands, command: Commanded, action: Action) -> bool:
        """Whether the words of a command say the opposite of its action, which is no action: "airplane mode *off*".

        So does "in this *same* tab" of a new one, and "*copy* them into a new folder" of a move.
        """
        grammar, words = lattice.grammar, action.command.split()
        telling = {word for name in ("particle", "indefinite", "taking_along") for word in grammar.words[name]}
        opposites = {word: others for word, others in grammar.opposites.items() if word in telling}
        turned = {at: opposites[word] for at, word in enumerate(words) if word in opposites}
        others = {other for at, some in turned.items() for other in some if not self._does(words, at, other)}
        end = min((one.begin for one in found.commands if one.begin > command.begin), default=lattice.size)
        beside = {at for span in found.beside for at in range(*span)}
        said = {lattice.low[at] for at in range(command.begin, end) if at not in beside and at not in found.valued}
        return bool(said & others) and said.isdisjoint(words[at] for at in turned)

    def _does(self, words: list[str], at: int, other: str) -> bool:
        """Whether there is an action whose command has another word in the place of one."""
        wanted = " ".join((*words[:at], other, *words[at + 1 :]))
        return any(action.command == wanted for action in self._table.values())

    def propose(self, lattice: Lattice) -> Proposal | None:
        """The goals of all commands; nothing where that is not probable enough, or what is beside them matters."""
        finding = self.find(lattice)
        if finding is None or finding.commands.probability < LIKELY:
            return None
        annotation, found, actions, proposal = finding
        if any(next(iter(command.actions.values())) < SURE_OF_ACTION for command in found.commands):
            return None
        lost = any(map(self._destroys, actions))
        least = SURE_OF_MORE if lost or any(action.makes for action in actions) else SURE
        sure = found.probability >= least and annotation.asked >= (BEYOND_A_LOSS if lost else BEYOND_DOUBT)
        if not sure and (lost or self._is_kept(lattice, found)):
            return None
        doubtful = any(self._is_doubtful(lattice, each) for each in found.commands)
        if doubtful or not self._estimates.certain(lattice, 1.0):
            return None
        return msgspec.structs.replace(proposal, sure=sure)

    def _is_kept(self, lattice: Lattice, found: Commands) -> bool:
        """Whether what is beside the commands must stay: it says how they are meant, or stands amid other words."""
        staying = Staying(lattice, Phrases(lattice).remarks, self._estimates)
        return any(staying.says_for_sure(*one) or is_amid(staying, *one) for one in found.beside)

    def _is_doubtful(self, lattice: Lattice, command: Commanded) -> bool:
        """Whether words in a slot only ask, tell what something behind them is like, or by how much it changes."""
        action = self._table[next(iter(command.actions))]
        valued = {slot: span for slot, span in command.slots.items() if action.slots[slot] == "words"}
        asking = any(_only_asks(lattice, *span) for slot, span in command.slots.items() if action.slots[slot] == "text")
        by = any(_is_change(lattice, start, action.word_before(slot)) for slot, (start, _) in valued.items())
        return asking or by or any(_is_described(lattice, *span) for span in valued.values())


def _tears_a_text(lattice: Lattice, found: Commands, actions: Sequence[Action]) -> bool:
    """Whether what goes on right behind a text is left out: "remember the ram has a bad front hoof *since May*"."""
    spans = (
        span
        for command, action in zip(found.commands, actions, strict=True)
        for slot, span in command.slots.items()
        if action.slots[slot] in TEXTS and span[1] - span[0] >= SHORTEST_TEXT
    )
    marks = [token.shape == "mark" for token in lattice.tokens]
    begun = {start for start, _ in found.beside if not any(marks[start - 1 : start + 1])}
    return any(end in begun for _, end in spans)


def _ends_in_an_article(lattice: Lattice, found: Commands, actions: Sequence[Action]) -> bool:
    """Whether a text breaks off amid what is said of something else: "the title *Board and a* list with …"."""
    ends = (
        end
        for command, action in zip(found.commands, actions, strict=True)
        for slot, (start, end) in command.slots.items()
        if action.slots[slot] in TEXTS and end - start > 1 and end < lattice.size
    )
    return any(lattice.class_name(end - 1) == "article" and lattice.tokens[end].shape == "word" for end in ends)


def _how_sure(commands: Commands) -> float:
    """How sure it is that just these are meant, as each has its own doubt: one more counts as twice as sure."""
    return commands.probability * 2.0 ** len(commands.commands)


def _goal(lattice: Lattice, command: Commanded, action: Action) -> ProposedGoal:
    """A command in the user's own words; what kind of thing it makes, where that was said before its name."""
    said = {slot: lattice.text_of(*_behind_lead(lattice, slot, span, action)) for slot, span in command.slots.items()}
    named = min((start for start, _ in command.slots.values()), default=command.begin)
    for slot in action.slots.keys() - said.keys():
        hits = ((at, hit) for at in range(command.begin, named) for hit in lattice.at(at, slot))
        kinds = [lattice.text_of(at, end) for at, (end, cost, kind) in hits if not cost and kind.startswith(".")]
        said |= {slot: max(kinds, key=len)} if kinds else {}
    return ProposedGoal(action.name, said, command.pointed)


def _behind_lead(lattice: Lattice, slot: str, span: Span, action: Action) -> Span:
    """A value without the word that leads to it in a command: "set D2, for once, *to* overdue", but "to *to* do"."""
    start, end = span
    later = "{" in action.command[: action.command.index(f"{{{slot}:")]
    leads = later and 0 < start < end - 1 and lattice.low[start] == action.word_before(slot) != lattice.low[start - 1]
    return start + leads, end


def is_amid(staying: Staying, start: int, end: int) -> bool:
    """Whether words stand without a mark amid others, and state nothing: "one desktop to the left is *my* mail"."""
    return not (staying.is_apart(start) or staying.states(start, end))


def _is_said(lattice: Lattice, found: Commands, command: Commanded) -> bool:
    """Whether what a command is about is said, or a pronoun points at it: in "then delete *the folder*" neither is."""
    begins = [one.begin for one in found.commands if one.begin > command.begin]
    words = range(command.begin, min(begins, default=lattice.size))
    return not command.pointed or any(lattice.at(at, "it") and lattice.class_name(at) == "pronoun" for at in words)


def _empties(lattice: Lattice, command: Commanded) -> bool:
    """Whether a command begins with what takes only what something holds: "*empty* the todo file" loses no file."""
    frames = [lattice.grammar.frames[value.partition(" ")[0]] for _, cost, value in lattice.at(command.begin, "verb")]
    return bool(frames) and all(frame.contents for frame in frames)


def _figures(found: Commands, table: Mapping[str, Action]) -> frozenset[int]:
    """The tokens of all values that neither name nor quote anything: "375 fahrenheit", and no place and no name."""
    kinds = ((each, table[next(iter(each.actions))].slots) for each in found.commands)
    spans = (span for each, kind in kinds for slot, span in each.slots.items() if kind[slot] == "words")
    return frozenset(at for span in spans for at in range(*span))


def says_when(lattice: Lattice, found: Commands, figures: Container[int] = (), *, anywhere: bool = False) -> bool:
    """Whether words say when that are neither of a value nor of a remark that says more: "copy it *tonight*".

    What only leads to one of some `figures` says no time. Where a time may be nowhere, that of a remark counts, too.
    """
    said = [
        (at, end)
        for at, start, end in times_of(lattice, Phrases(lattice))
        if start == at or not all(word in figures for word in range(start, end))
    ]
    alone = any(only_says_when(lattice, *one) and not _is_passed_over(lattice, *one) for one in found.beside)
    meant = any(
        _means_a_time(lattice, at) for _, end in said for at in range(end, lattice.size) if at not in found.valued
    )
    told = anywhere and any(not found.valued.issuperset(range(*span)) for span in said)
    return alone or meant or told or not all(_is_within(lattice, found, start, end) for start, end in said)


def _is_of_then(lattice: Lattice, start: int, at: int, staying: Staying | None) -> bool:
    """Whether a time at a token is of what was or, to be told by somebody, is: "*Stan retired* on Friday".

    "She asked me *to* do it tomorrow" and "he needs it *until* Friday" may be of what is to come.
    """
    open_yet = any(lattice.in_set(word, name) for word in range(start, at) for name in ("infinitive", "modal"))
    predicates = Predicates(lattice)
    verb = None if open_yet or lattice.class_name(at) == "later" else predicates.verb(start, at)
    if verb is None:
        return False
    return predicates.is_past(verb) or (staying is not None and staying.states(start, at))


def _means_a_time(lattice: Lattice, at: int) -> bool:
    """Whether a word means a time that was told before: "I leave at five, so mute the sound *then*"."""
    after = lattice.skip(at + 1, "polite")
    return lattice.in_set(at, "back_then") and lattice.is_over(after)


def _is_within(lattice: Lattice, found: Commands, start: int, end: int) -> bool:
    """Whether a stretch is of values, or of a remark that says more than it."""
    remark = next((one for one in found.beside if one[0] <= start and end <= one[1]), None)
    alone = remark and _is_passed_over(lattice, remark[0], start) and _is_passed_over(lattice, end, remark[1])
    return found.valued.issuperset(range(start, end)) or (remark is not None and not alone)


def is_corrected(lattice: Lattice, found: Commands) -> bool:
    """Whether what is said right behind a value is said in its place: "on the ninth, *no, the nineteenth*"."""
    ends = [end for command in found.commands for _, end in command.slots.values()]
    behind = [past_mark(lattice, end) for end in ends]
    anew = [lattice.skip(lattice.skip(at, "retracting"), "polite") for at in behind if lattice.in_set(at, "retracting")]
    begun = [past_mark(lattice, at) for at in anew]
    numbers = Numbers(lattice)
    said = (at for at in begun if at < lattice.size and at not in found.valued)
    leads = ("article", "preposition")
    return any(
        lattice.class_name(at) in leads or lattice.tokens[at].shape in NAMING or numbers.at(at) is not None
        for at in said
    )


def asks_before(lattice: Lattice, annotation: Annotation, found: Commands) -> bool:
    """Whether words ask for something that was not found, before the first command: "*turn it down* and open word"."""
    begin = found.commands[0].begin
    joined = lattice.class_name(begin) == "joint" or (begin > 0 and lattice.class_name(begin - 1) == "joint")
    asking = (at for at in range(begin) if _is_told(lattice, at) and annotation.labels[at].get(SAID, 0.0) > SURELY_SAID)
    return joined and found.valued.isdisjoint(range(begin)) and any(asking)


def _is_told(lattice: Lattice, at: int) -> bool:
    """Whether a word says what something is done to or how, and does not only lead to a command."""
    return lattice.class_name(at) in ("verb", "noun", "") and lattice.tokens[at].shape == "word"


def _is_passed_over(lattice: Lattice, start: int, end: int) -> bool:
    """Whether words say nothing: marks, joints and fillers."""
    while start < end:
        alone = lattice.tokens[start].shape == "mark" or lattice.class_name(start) == "joint"
        fillers = lattice.ends(start, "filler")
        start = start + 1 if alone else max(fillers, default=end + 1)
    return start == end


def is_condition(lattice: Lattice, start: int, end: int) -> bool:
    """Whether what is beside the commands says under what condition, or after what: "*if it is wrong*"."""
    while start < end and (lattice.tokens[start].shape == "mark" or lattice.class_name(start) == "joint"):
        start += 1
    return opens_condition(lattice, start)


def _is_change(lattice: Lattice, start: int, led_to: str) -> bool:
    """Whether what begins at a token says by how much something changes, where that is not what is asked for."""
    changes = lattice.grammar.words["by_how_much"]
    return start > 0 and lattice.in_set(start - 1, "by_how_much") and led_to not in changes


def _only_asks(lattice: Lattice, start: int, end: int) -> bool:
    """Whether words only begin a question: "put *what's* in it into all.txt"."""
    return any(stop >= end for stop in lattice.ends(start, "asks"))


def _orders(lattice: Lattice, start: int, end: int) -> bool:
    """Whether a value is but a verb that something else is joined on with: "and *leave* c3 as it is"."""
    verb = end in lattice.ends(start, "verb")
    return (verb or lattice.in_set(start, "commanding")) and end == start + 1 and lattice.ended(start, "joint")


def _is_described(lattice: Lattice, start: int, end: int) -> bool:
    """Whether known words only tell what something behind them is like: "enter the *proper* amount"."""
    led = start > 0 and lattice.class_name(start - 1) == "article"
    goes_on = end < lattice.size and lattice.tokens[end].shape == "word" and not lattice.class_name(end)
    known = (lattice.tokens[at].shape == "word" and not is_strange(lattice, at) for at in range(start, end))
    return led and goes_on and all(known)
