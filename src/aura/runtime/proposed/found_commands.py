"""Commands that an encoder finds among the words of a sentence, and whether what is said around them keeps them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from aura.capability.effect import Effect
from aura.capability.registry import Registry
from aura.contracts.goal import Question
from aura.contracts.plan import Step
from aura.contracts.proposal import Proposal, ProposedGoal
from aura.language.asides.asked_behind import asked_behind
from aura.language.decoding.decode import decode
from aura.language.grammar.actions import Action
from aura.language.grammar.grammar import Intent
from aura.language.hearing.told.hanging import orders_of_what_hangs
from aura.language.slots.parts import Reading
from aura.language.utterance.lattice import Lattice, lattice_of
from aura.language.utterance.stretches import SEQUENCE, says_something, stretches_of, without_joints
from aura.language.utterance.verbs import orders_at
from aura.runtime.choosing.asked import asked_by, goals_of
from aura.runtime.choosing.choose import Choice
from aura.runtime.choosing.trial import Planned
from aura.runtime.house import House
from aura.runtime.proposed.cut_texts import INTRODUCING, TEXTS, cuts_a_text
from aura.runtime.proposed.done_along import amounting, is_done_along, is_told, words_of
from aura.understanding.leftovers import BY_DOUBT, BY_FIGURE, BY_LOOK, BY_LOSS, BY_NAME, Measure
from aura.understanding.spoken import LONG, Piece, Spoken, behind, pieces_of

if TYPE_CHECKING:
    from aura.language.annotating.commands import Commands
    from aura.understanding.annotated_helper import AnnotatedHelper, Finding

LEAST_TO_LOOK = 8
"""Words of a sentence in which commands that only look are looked for."""
UNREAD, ASKED, UNDONE, SAYS_WHEN, READ = "unread", "asked", "undone", "says when", "read"
"""What stands of a sentence: nothing was read, or what was is asked about, is not done, seems to say when, or holds."""
NAMING = ("thing", "place", "name")
"""Kinds of slots whose words name something."""
LIKELY_GOALS, SURE_OF_GOAL = 0.4, 0.9
"""How probable just the commands that were found are at least, and what each does, to tell which reading is meant."""
UNKNOWN = "left: strange"
ORDERS_WHAT_NOBODY_KNOWS = frozenset(("another verb", UNKNOWN))
"""Signs that something else is asked for in words that are unknown: "move a.txt to b, *colour it red*"."""
BEGINS_ELSEWHERE, SURELY_BEGINS = "begins elsewhere", 1.5
"""A sign that a command begins where none was found, and its least weight where one surely does."""
PLAIN = 3.0
"""What the reading of a few words costs at most, for them to ask certainly for something."""
ORDERED = 9.0
"""What the reading of one of several commands costs at most that begins as an order or a question, to be plain."""
WHOLE = 25.0
"""What the reading of the words around one command costs at most, for it to be said in all of them."""
LIKELY, LIKELY_LOSS, DOUBTING, LIKELIER, SURELY = 0.55, 0.7, 0.9, 0.95, 0.98
"""How probable it is at least that just what was found is asked for, where something would be lost, where it makes
doubtful what was read, where it outdoes that, and where that gives way to it anyway."""
FILLER = "filler"


class Found(NamedTuple):
    """What was found, the sentence without what is beside that, and by which measures nothing of it may be left.

    Where it is `plain` what is asked for, the verbs of the sentence need not say so. What is `surely` asked for is
    taken instead of what was read. Where something amid its values was left out, it is said whole in the words `around`
    it, if there are any: "find *every file in* my documents".
    """

    proposal: Proposal
    spoken: Spoken
    measures: Sequence[Measure]
    plain: bool
    surely: bool = False
    around: str = ""


class FoundCommands:
    """Finds commands, those that only look alone where `looks`; each value of one is the user's own words.

    Where it `hesitates`, nothing is beyond doubt.
    """

    def __init__(self, house: House, *, looks: bool = False, hesitates: bool = False) -> None:
        self._house = house
        self._looks = looks
        self._hesitates = hesitates
        self._only_reads = partial(only_reads, house.registry)
        self._destroys = partial(destroys_something, house.registry)
        self._may = self._only_reads if looks else _any_may

    def of(self, lattice: Lattice) -> Found | None:
        """The commands of a sentence; None where there are none, or what is said around them speaks against it."""
        words = sum(token.shape != "mark" for token in lattice.tokens)
        estimates = self._house.estimates
        if words < (LEAST_TO_LOOK if self._looks else LONG) or estimates.of(lattice) is None:
            return None
        table = self._house.actions.table
        proposal = self._helper().propose(lattice)
        if proposal is None:
            return None
        spoken = Spoken(lattice_of(lattice.grammar, proposal.rest))
        actions = [table[goal.action] for goal in proposal.goals]
        sure = proposal.is_certain if self._looks else proposal.sure and not self._hesitates
        finding = self._finding(lattice)
        if finding is None or self._pass_over(lattice, finding.commands, finding.actions):
            return None
        if self._is_kept(spoken, actions, sure=sure):
            return None
        plain = sure and not any(map(self._destroys, actions))
        return Found(proposal, spoken, self._measures(actions, sure=sure), plain)

    def judged(self, lattice: Lattice, stands: str) -> Iterator[Found]:
        """The commands of a sentence that could not be read or done, if they are likely; `stands` says what was read.

        Behind them come others that are nearly as likely, and lose nothing, for where they cannot be done.
        """
        if self._house.estimates.of(lattice) is None:
            return
        for place, finding in enumerate(self._helper().findings(lattice)):
            found = self._if_likely(lattice, finding, stands)
            if place == 0 and found is None:
                return
            if found is not None:
                yield found

    def differ(self, lattice: Lattice, planned: Planned) -> bool:
        """Whether likely commands of a long sentence ask for something that a plan does not do, or not for all it does.

        One of which all words are in the plan is done along: "copy a.txt to documents *and call the copy b.txt*"; where
        nothing would be lost, small words and what only says a kind may be left: "into *the* lab *folder*". So is what
        the plan only writes: "make a document with the title hi *and add the line bye*". What is plainly said is
        meant, "*read the page*, vlc hangs, close it", "*show* it to me", and what a found command amounts to in steps.
        """
        finding = self._finding(lattice) if self.is_long(lattice) else None
        found = None if finding is None else self._if_likely(lattice, finding, READ, DOUBTING)
        if finding is None or found is None or not self.knows(planned.reading):
            return False
        if cuts_a_text(lattice, finding.commands, finding.actions):
            return False
        said = {*words_of(*(value for step in planned.steps for value in step.inputs.values())).split()}
        done, asked = {*goals_of(planned.reading, self._house.grammar)}, {action.goal for action in finding.actions}
        verbs = [(self._house.registry[step.id].verb, step) for step in planned.steps]
        for action in finding.actions:
            if parts := amounting(action, verbs, self._house.actions.table):
                done, asked = done | {action.goal}, asked | parts
        more = [step for step in planned.steps if self._house.registry[step.id].verb in done - asked]
        plainly = set[str]().union(*self._asked_in_turn(planned.reading, lattice))
        others, told = any(self._house.registry[step.id].verb in plainly for step in more), list[Step]()
        for action, goal in zip(finding.actions, finding.proposal.goals, strict=True):
            texts = [words_of(value) for slot, value in goal.said.items() if action.slots[slot] in TEXTS]
            written = [step for step in more if any(is_told(step, text) for text in texts)]
            along = is_done_along(goal, said, lattice, exactly=self._destroys(action))
            if action.goal not in done and not (along or written or (others and not goal.said)):
                return True
            effects = (
                {tool.effect for tool in self._house.registry.all_for(action.domain, action.goal)} if along else {}
            )
            told += written or [step for step in more if {self._house.registry[step.id].effect} == effects]
        return any(self._house.registry[step.id].verb not in plainly for step in more if step not in told)

    def plain_in_turn(self, reading: Reading, lattice: Lattice) -> bool:
        """Whether a reading is of several commands with nothing beside them, and each plainly asks for something."""
        if len(reading.clauses) < 2 or any(kind != FILLER for kind, _, _ in reading.notes):
            return False
        said, grammar = self._asked_in_turn(reading, lattice), self._house.grammar
        for clause, asked in zip(reading.clauses, said, strict=True):
            start, _ = without_joints(lattice, max(0, clause.start), clause.end)
            anything = clause.intent >= 0 and grammar.intents[clause.intent].alone and lattice.at(start, "asks")
            if not (asked or anything):
                return False
        return True

    def _asked_in_turn(self, reading: Reading, lattice: Lattice) -> list[set[str]]:
        """What the words of each clause of a reading plainly ask for by themselves."""
        spans = (without_joints(lattice, max(0, one.start), one.end) for one in reading.clauses)
        return [self.asked(lattice.text_of(*span), PLAIN if _tells(lattice, span[0]) else ORDERED) for span in spans]

    def _if_likely(self, lattice: Lattice, finding: Finding, stands: str, least: float = 0.0) -> Found | None:
        """Commands that were found, if they are likely; with a `least` they may pass over others.

        Nothing may say when, not even a name where the grammar heard that in it ("name it a.txt *at 9*"). No figure, or
        where something is lost no name, may be in no value.
        """
        from aura.language.decoding.phrases import Phrases
        from aura.language.hearing.beside.staying import Staying
        from aura.understanding.found_signs import probability, signs_around, signs_of_words

        spoken = Spoken(lattice_of(lattice.grammar, finding.proposal.rest))
        pieces, after = list[dict[str, Piece] | None](), 0
        for action, goal in zip(finding.actions, finding.proposal.goals, strict=True):
            pieces.append(_all_pieces(action, goal, spoken, after))
            after = behind((pieces[-1] or {}).values(), after)
        used = [piece for each in pieces if each is not None for piece in each.values()]
        kinds = [
            (action.slots[slot], piece)
            for action, each in zip(finding.actions, pieces, strict=True)
            for slot, piece in (each or {}).items()
        ]
        texts = [piece for kind, piece in kinds if stands != SAYS_WHEN or kind not in NAMING]
        if None in pieces or spoken.says_when(texts, [piece for kind, piece in kinds if kind == "words"]):
            return None
        staying = Staying(lattice, Phrases(lattice).remarks, self._house.estimates)
        signs = signs_of_words(lattice, finding.annotation, finding.commands, self._house.actions.table)
        goals = {action.goal for action in finding.actions}
        signs |= dict.fromkeys(signs_around(lattice, staying, finding.commands, spoken, used, goals), 1.0)
        strange = signs.get(BEGINS_ELSEWHERE, 0.0) > SURELY_BEGINS and UNKNOWN in signs
        if strange or signs.keys() >= ORDERS_WHAT_NOBODY_KNOWS:
            return None
        signs |= dict.fromkeys(self._kinds(finding.actions), 1.0) | {stands: 1.0}
        lost, likely = any(map(self._destroys, finding.actions)), probability(signs)
        unlikely = likely < (least or (LIKELIER if stands == READ else LIKELY_LOSS if lost else LIKELY))
        if unlikely or (not least and self._pass_over(lattice, finding.commands, finding.actions)):
            return None
        measures, around = BY_NAME if lost else BY_FIGURE, self._around(lattice, finding)
        return Found(finding.proposal, spoken, measures, plain=True, surely=likely >= SURELY, around=around)

    def _around(self, lattice: Lattice, finding: Finding) -> str:
        """The words between marks and joints that one command was found in, if they read as it and it lacks some.

        What is said before and behind them may be beside it.
        """
        one, *more = finding.commands.commands
        begin = min([one.begin, *(start for start, _ in one.slots.values())])
        last = max([one.begin + 1, *(end for _, end in one.slots.values())])
        beside = finding.commands.valued | {one.begin}
        left = any(says_something(lattice, at) for at in range(begin, last) if at not in beside)
        span = next((span for _, *span in stretches_of(lattice) if span[0] <= begin and last <= span[1]), None)
        said = lattice.text_of(*span) if span is not None and left and not more else ""
        return said if said and self.asked(said, WHOLE) == {action.goal for action in finding.actions} else ""

    def _pass_over(self, lattice: Lattice, found: Commands, actions: Sequence[Action]) -> bool:
        """Whether commands pass over one that can be read, "kill it *and then start him again*", or what is asked last.

        Behind a joint that is one in which nothing was found at all, or that orders in turn. Elsewhere it may name what
        was found, but points at nothing, and asks for something else: "*start Telegram*, its window make full". So may
        the words in which a command was found: "so *unmute the sound*, open a new tab". Nothing quoted is.
        """
        begins = {one.begin for one in found.commands}
        beside = {at for span in found.beside for at in range(*span)}
        goals = {action.goal for action in actions}
        quoted = {at for at, token in enumerate(lattice.tokens) if token.shape == "quoted"}
        if not (quoted <= beside | found.valued and orders_of_what_hangs(lattice) <= begins):
            return True
        if cuts_a_text(lattice, found, actions) or asked_behind(
            lattice, {*range(lattice.size)} - found.valued - begins
        ):
            return True
        for before, start, stop in stretches_of(lattice):
            if start in beside or start in found.valued:
                continue
            if not begins.isdisjoint(range(before, stop)):
                asked = set() if lattice.is_word(stop, INTRODUCING) else self.asked(lattice.text_of(start, stop))
                if asked and asked.isdisjoint(goals):
                    return True
                continue
            joined = before < start and (beside | found.valued).isdisjoint(range(start, stop))
            points = any(lattice.at(at, "it") for at in range(start, stop))
            in_turn = any(how == SEQUENCE for _, _, how in lattice.ending(start, "joint"))
            if in_turn and orders_at(lattice, start):
                return True
            if joined or not points:
                asked = self.asked(lattice.text_of(start, stop))
                if asked and (joined or not asked <= goals):
                    return True
        return False

    def asked(self, said: str, dearest: float = PLAIN) -> set[str]:
        """What a few words certainly ask for; nothing where they may be read otherwise, or ask anything at all.

        To read them costs `dearest` at most.
        """
        grammar = self._house.grammar
        plain = [one for one in decode(grammar, said, None, self._house.values).readings[:1] if one.cost <= dearest]
        asked = (each for reading in plain for each in asked_by(reading, grammar))
        return {each.goal for each in asked if each.goal and not (isinstance(each, Intent) and each.alone)}

    def is_long(self, lattice: Lattice) -> bool:
        """Whether a sentence is so long that more may be said in it than a command: a shorter one says what it says."""
        return sum(token.shape != "mark" for token in lattice.tokens) >= LONG

    def cuts_short(self, lattice: Lattice) -> bool:
        """Whether commands leave out the end of a short sentence, though no mark sets that apart."""
        finding = None if self.is_long(lattice) else self._finding(lattice)
        beside = () if finding is None else finding.commands.beside
        marks = [token.shape == "mark" for token in lattice.tokens]
        return any(end == lattice.size and not any(marks[start - 1 : start + 1]) for start, end in beside if start)

    def reach(self, lattice: Lattice, at: int) -> bool:
        """Whether there are commands, and each has a word or a value behind a token."""
        finding = self._finding(lattice)
        commands = finding.commands.commands if finding is not None else ()
        return bool(commands) and all(
            max([one.begin, *(start for start, _ in one.slots.values())]) >= at for one in commands
        )

    def knows(self, reading: Reading) -> bool:
        """Whether all that a reading asks for is in the table that helpers choose from."""
        known = {(action.domain, action.goal) for action in self._house.actions.table.values()}
        return {(asked.domain, asked.goal) for asked in asked_by(reading, self._house.grammar) if asked.goal} <= known

    def goals(self, lattice: Lattice) -> list[tuple[str, str]] | None:
        """The domain and the goal of each command in a sentence; None where they are not likely enough."""
        finding = self._finding(lattice)
        if finding is None or finding.commands.probability < LIKELY_GOALS:
            return None
        if any(next(iter(command.actions.values())) < SURE_OF_GOAL for command in finding.commands.commands):
            return None
        return [(action.domain, action.goal) for action in finding.actions]

    def _finding(self, lattice: Lattice) -> Finding | None:
        """All commands that are found in a sentence; None where there are none, or nobody to find them."""
        if self._house.estimates.of(lattice) is None:
            return None
        return self._helper().find(lattice)

    def _helper(self) -> AnnotatedHelper:
        from aura.understanding.annotated_helper import AnnotatedHelper

        return AnnotatedHelper(self._house.estimates, self._house.actions.table, self._may, self._destroys)

    def _kinds(self, actions: Sequence[Action]) -> Iterator[str]:
        """What kinds of actions some are."""
        if all(map(self._only_reads, actions)):
            yield "only looks"
        if any(map(self._destroys, actions)):
            yield "loses"
        if any(action.makes for action in actions):
            yield "makes"

    def _is_kept(self, spoken: Spoken, actions: Sequence[Action], *, sure: bool) -> bool:
        """Whether a sentence says when, asks whether, tells of something, or orders more than was found."""
        reads = all(map(self._only_reads, actions))
        if spoken.says_when() or (not reads and spoken.asks_whether()):
            return True
        if any(map(self._destroys, actions)) and (spoken.waits() or spoken.tells()):
            return True
        if self._looks and sure:
            return False
        asked = [action.goal for action in actions]
        if self._looks and not spoken.is_request():
            return True
        if reads and spoken.orders_beyond({*asked, *self._goals(self._only_reads)}):
            return True
        return not sure and (spoken.asks_more() or spoken.orders_beyond({*asked, *self._goals(self._may)}))

    def _measures(self, actions: Sequence[Action], *, sure: bool) -> Sequence[Measure]:
        """By which measures nothing may be left over."""
        if any(map(self._destroys, actions)):
            return BY_LOSS if sure else (*BY_LOSS, *BY_DOUBT)
        if sure:
            return BY_NAME
        return BY_LOOK if all(map(self._only_reads, actions)) else BY_DOUBT

    def _goals(self, may: Callable[[Action], bool]) -> Iterable[str]:
        """The goals of all actions that are of some kind."""
        return (action.goal for action in self._house.actions.table.values() if may(action))


def _all_pieces(action: Action, goal: ProposedGoal, spoken: Spoken, after: int) -> dict[str, Piece] | None:
    """The values of a command in the user's own words; None where one is lost, or a text that was found is."""
    pieces = pieces_of(action, goal.said, spoken, goal.pointed, after)
    texts = {slot for slot in goal.said if action.slots[slot] in TEXTS}
    return pieces if pieces is not None and texts <= pieces.keys() else None


def _tells(lattice: Lattice, start: int) -> bool:
    """Whether words begin as a statement: "*the* music is too loud", "*I* can't see a thing"."""
    return lattice.in_set(start, "own_subject") or lattice.in_set(start, "determiner")


def standing(choice: Choice) -> str:
    """What stands of what was read, for those who look for commands in the words themselves."""
    if isinstance(choice.verdict, Question):
        return ASKED
    return SAYS_WHEN if choice.is_timed else UNDONE


def may_be_guessed(registry: Registry, action: Action) -> bool:
    """Whether nothing that does an action destroys, or waits for the user's own words."""
    return may_be_proposed(registry, action) and not destroys_something(registry, action)


def may_be_proposed(registry: Registry, action: Action) -> bool:
    """Whether somebody else's words may ask for an action: nothing that does it waits for the user's own."""
    return not any(tool.locked for tool in registry.all_for(action.domain, action.goal))


def _any_may(_: Action) -> bool:
    return True


def destroys_something(registry: Registry, action: Action) -> bool:
    """Whether anything that does an action destroys."""
    return any(tool.effect is Effect.DESTROYS for tool in registry.all_for(action.domain, action.goal))


def only_reads(registry: Registry, action: Action) -> bool:
    """Whether all that does an action only looks."""
    return all(tool.effect is Effect.READS for tool in registry.all_for(action.domain, action.goal))
