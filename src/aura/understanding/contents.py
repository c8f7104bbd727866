"""What is to be written: text as it was said, or the output of an earlier goal."""

from __future__ import annotations

from aura.contracts.goal import Output
from aura.contracts.problem import Problem
from aura.contracts.reference import is_reference
from aura.language.decoding.phrases import ODD_CLASSES
from aura.language.grammar.grammar import Frame
from aura.language.slots.parts import Clause, Name, Part, Span, Thing
from aura.language.slots.text_ends import TextEnds
from aura.language.utterance.predicates import Predicates
from aura.language.utterance.stretches import SEQUENCE
from aura.language.words.tokens import CELL, VERBS, Token
from aura.understanding.answers import NO, YES
from aura.understanding.discourse import Unsettled
from aura.understanding.referents import Referents

LINES = "lines"
RESULT, POINTED = "result", "it"
BRACKETS = ("{", "[", "(", "<")
CATEGORIES = ("text", "bare_text", "quoted", "replacement", "content_of", "its_content")
APART = " ,:;\n"
AT_THE_END = ("end", "at_end_of")
"""What only frames that add to a text take."""


class Contents:
    """Contents of one utterance; what is carried over from one clause to the next is kept."""

    def __init__(self, referents: Referents) -> None:
        self._referents = referents
        self._goals = referents.goals
        self.discourse = referents.discourse
        self.lattice = referents.lattice
        self._last: tuple[str | Output, list[str]] | None = None

    def of(self, frame: Frame, clause: Clause) -> tuple[str | Output, list[str]]:
        """A clause's content, or that of the clause whose verb it carries over."""
        if not clause.inherited or self._last is None or clause.get(*CATEGORIES) is not None:
            self._last = self.said(frame, clause)
        return self._last

    def said(self, frame: Frame, clause: Clause) -> tuple[str | Output, list[str]]:
        """The text to write, or the goal whose output it is, with the goals that it needs."""
        part = clause.get(*CATEGORIES)
        if part is None:
            return "", []
        things = self._holders(frame, part)
        if isinstance(part.value, Span) and not things and not self._points(part.value):
            return self._text(part), []
        if things:
            target = self._referents.targets(things, None)[0]
            self._goals.add(frame.domain, "read", {"what": target}, target.location, target.goals)
        goal = self.discourse.text_goal
        if not things and self._several_read(part, goal):
            return self.discourse.ask("content", "Which text do you mean?"), []
        if goal is None:
            said = self.lattice.words_of(part.start, part.end)
            result = part.marker == RESULT
            text = self._referents.antecedents.text(result=result)
            if text is not None:
                return text, []
            file = None if result else self._referents.antecedents.last("file", said)
            if file is None:
                return self.discourse.ask(RESULT if result else "content", "Which text do you mean?"), []
            if any(map(is_reference, file.paths)):
                raise Unsettled(Problem("NO_TEXT", "What was just made is no text, so nothing can be written from it."))
            self._goals.add(frame.domain, "read", {"what": file}, None, file.goals)
            goal = self._goals.all[-1].goal_id
        return Output(goal), [goal]

    def _points(self, said: Span) -> bool:
        """Whether what is to be written only stands for what was said or given: "replace it all with *that*"."""
        hits = self.lattice.at(said.start, "it")
        return any(end == said.end and sense == POINTED and not cost for end, cost, sense in hits)

    def _several_read(self, part: Part, goal: str | None) -> bool:
        """Whether "it" is the text of several files that were read together, of which it can mean any."""
        makers = {self._goals.maker(entity) for entity in self.discourse.group}
        verbs = {self._goals.verb_of(maker) for maker in makers}
        return part.category == "its_content" and len(makers) > 1 and goal in makers and len(verbs) == 1

    def _holders(self, frame: Frame, part: Part) -> list[Thing]:
        """What the text is the content of: "the content of b.txt", or "append b.txt to a.txt" where b.txt exists.

        Where a text would be replaced, a file's bare name is no sign that its content is meant.
        """
        if part.category == "content_of" and isinstance(part.value, tuple):
            return [thing for thing in part.value if isinstance(thing, Thing)]
        adds = part.category == "bare_text" and not frame.takes.keys().isdisjoint(AT_THE_END)
        if not adds or not isinstance(part.value, Span) or part.value.end - part.value.start > 1:
            return []
        start, lattice = part.value.start, self.lattice
        if lattice.tokens[start].shape != "file" or lattice.low[start] not in lattice.known.files:
            return []
        name = Name(lattice.text_of(start, start + 1), "file", start, start + 1, exists=True)
        return [Thing("name", start, start + 1, name=name)]

    def _text(self, part: Part) -> str:
        assert isinstance(part.value, Span)
        lattice, start, end = self.lattice, part.value.start, part.value.end
        tokens = lattice.tokens[start:end]
        quoted = [token for token in tokens if token.shape == "quoted" and self._stands_apart(token)]
        if part.marker == LINES and not quoted:
            return self._lines(start, end)
        if end - start == 1 and tokens[0].shape == "file":
            return self._confirm_text(start, end)
        if quoted and end - start > 1 and tokens[0].low not in BRACKETS:
            separators = all(
                token.shape == "quoted" or lattice.at(start + offset, "item_separator")
                for offset, token in enumerate(tokens)
            )
            if separators:
                return "\n".join(token.text for token in quoted)
            return self.discourse.ask(
                "content", "Which part of that is the text?", tuple(token.text for token in quoted)
            )
        if not quoted and self._command_follows(end):
            return self._confirm_text(start, end)
        odd = part.category == "bare_text" and lattice.class_name(lattice.skip(start, "polite")) in ODD_CLASSES
        odd = odd and not self._is_stated(start, end)
        if not quoted and (odd or (end - start > 2 and self._text_is_doubtful(start, end))):
            return self._confirm_text(start, end)
        return TextEnds(lattice).said(start, end).strip()

    def _is_stated(self, start: int, end: int) -> bool:
        """Whether a text tells something in full: "it is late", "I love you"."""
        return Predicates(self.lattice).states(start, end)

    def _stands_apart(self, token: Token) -> bool:
        """Whether a quotation is one by itself, and not inside of something like "print('hi')"."""
        return not token.start or self.lattice.text[token.start - 1] in APART

    def _command_follows(self, end: int) -> bool:
        """ "… saying buy milk. delete b.txt": where only a mark tells text and command apart, the user does."""
        lattice = self.lattice
        if end >= lattice.size or lattice.tokens[end].shape != "mark":
            return False
        told_apart = lattice.class_name(end + 1) == "joint"
        return not told_apart and any(lattice.at(at, "verb") for at in (end + 1, end + 2))

    def _confirm_text(self, start: int, end: int) -> str:
        text = self.lattice.text_of(start, end)
        answer = self.discourse.ask(f"text:{text}", f'Is "{text}" the whole text?', ("yes", "no"))
        if answer == YES:
            return text
        return self.discourse.ask("content", "What should the text be?") if answer == NO else answer

    def _lines(self, start: int, end: int) -> str:
        """ "with the lines a, b and c": each on a line of its own."""
        lines, begin, at = [], start, start
        while at < end:
            ends = [hit[0] for hit in self.lattice.at(at, "item_separator") if hit[0] < end]
            if ends and at > begin:
                lines.append(self.lattice.text_of(begin, at))
                begin = at = max(ends)
            else:
                at += 1
        return "\n".join([*lines, self.lattice.text_of(begin, end)])

    def _is_in_part(self, at: int) -> bool:
        """Whether words say in which part of a document something stands: "in cell b three", "in b3"."""
        lattice = self.lattice
        part = at + 1 + lattice.in_set(at + 1, "determiner")
        named = lattice.in_set(part, "document_part") or CELL.fullmatch(lattice.tokens[at + 1].low)
        return lattice.class_name(at) == "preposition" and bool(named)

    def _orders_then(self, at: int) -> bool:
        """Whether an order for what was spoken of begins behind words for what comes then: ", after that open it"."""
        lattice = self.lattice
        behind = (end for end, cost, sense in lattice.at(at, "joint") if not cost and sense == SEQUENCE)
        verbs = (stop for end in behind for stop in lattice.ends(end, "verb"))
        return any(lattice.class_name(stop) == "pronoun" for stop in verbs)

    def _text_is_doubtful(self, start: int, end: int) -> bool:
        """Text that ends in a place, or holds a file's name after a marker, may have swallowed a part."""
        lattice = self.lattice
        if any(self._is_in_part(at) or self._orders_then(at) for at in range(start + 1, end - 1)):
            return True
        for at in range(start + 1, end):
            if lattice.class_name(at - 1) == "being":
                continue
            for category in ("in", "to", "from"):
                for begin, _, _ in lattice.at(at, category):
                    for position in range(begin, min(begin + 2, end)):
                        if any(hit[0] == end for hit in lattice.at(position, "anchor")):
                            return True
            token = lattice.tokens[at]
            if token.low == ">" or (lattice.class_name(at) in VERBS and lattice.at(at - 1, "joint")):
                return True
            if token.shape == "file" and lattice.class_name(at - 1) in ("preposition", "called", "kind"):
                return True
        return False
