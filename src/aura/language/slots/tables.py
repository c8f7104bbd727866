"""What is said of tables: items in a row, rows of cells, one cell, and a range of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from aura.language.slots.around_figures import IS, before_figure, past_heading, past_unit
from aura.language.slots.cells import Piece, Row, joined, number_of, parts_rows, ways_of_items, ways_of_rows
from aura.language.slots.cells_as_told import row_as_told
from aura.language.slots.counted_lists import past_count, rows_before, ways_of_count, ways_of_several
from aura.language.slots.parts import Ways
from aura.language.slots.written import LED_BY_NOUGHT, written_at
from aura.language.utterance.lattice import Lattice
from aura.language.utterance.numbers import Numbers
from aura.language.words.tokens import CELL, is_formula

Found = tuple[int, float, object]

RANGE = re.compile(r"([a-z]{1,3}[1-9]\d{0,6})[-:]([a-z]{1,3}[1-9]\d{0,6})")
WORD, MARKER, CLAUSE = 0.2, 5.0, 10.0
LONGEST_TOLD = LONGEST_HEADING = 4
LONGEST, LONGEST_ASKED = 60, 6
OF_CELLS = frozenset(("cell", "range"))
DEAR = ("preposition", "called", "negation", "pronoun", "verb")
PLAIN = frozenset(("of", "per", "no", "number", "id"))
ROWS_APART = (";",)
DENIED = "denied"
"""How it is said what is replaced: "not 900"."""


class Tables:
    """What may be said of tables in one utterance."""

    def __init__(self, lattice: Lattice, numbers: Numbers) -> None:
        self._lattice, self._numbers = lattice, numbers

    @cached_property
    def absent(self) -> frozenset[str]:
        """The kinds of slots of which the utterance can have none."""
        low = [token.low for token in self._lattice.tokens]
        named = any(CELL.fullmatch(word) or RANGE.fullmatch(word) for word in low if not word.isalpha())
        dictated = not self._numbers.none and any(self._apart(at) is not None for at in range(len(low)))
        columns = any(_is_letter(word) and self._lattice.in_set(at, "whole_column") for at, word in enumerate(low[1:]))
        return frozenset() if named or dictated else OF_CELLS - {"range"} if columns else OF_CELLS

    def fill(self, kind: str, start: int) -> Iterator[Found]:
        """What may fill a slot of one of these kinds: (end, cost, value)."""
        match kind:
            case "cell":
                found = self._cell(start)
                if found is not None:
                    yield found[0], 0.0, found[1]
            case "range":
                yield from self._range(start)
            case "heading":
                yield from self._heading(start)
            case "items":
                yield from self._items(start)
            case "headings":
                yield from self._items(start, headings=True)
            case "figure":
                yield from self._figure(start)
            case "record":
                yield from self._rows(start, numbered=True)
            case _:
                yield from self._rows(start)

    # -- a cell

    def says_cell(self, at: int) -> bool:
        """Whether it is said in which cell ("in b3"), or what another is to be, behind a joint ("and b3 to 7")."""
        lattice = self._lattice
        first = lattice.skip(at + 1, "determiner")
        first += lattice.in_set(first, "document_part")
        if first < lattice.size and lattice.in_set(at, "cell_place") and self._cell(first):
            return True
        named = (self._cell(behind) for behind, _, _ in lattice.at(at, "joint"))
        return any(lattice.in_set(cell[0], "cells_between") or lattice.is_word(cell[0], "=") for cell in named if cell)

    def is_worked_out(self, at: int) -> bool:
        """Whether what is to stand in a cell is to be worked out, in words: "5 plus 3", "the sum of b3 and b4"."""
        sums = (formula for _, _, formula in self._numbers.sums(at))
        return bool(self._lattice.at(at, "result_of")) or any(" " in formula and formula.islower() for formula in sums)

    def ends_entry(self, at: int) -> bool:
        """Whether what is to stand in a cell ends before a token: a cell is named, another set, or it is told why."""
        return self.says_cell(at) or bool(self._lattice.at(at, "title_end")) or self._is_contrasted(at)

    def _is_contrasted(self, at: int) -> bool:
        """Whether it is said from a token on what is replaced: "950, not 900"; "do not enter" is a text of its own."""
        lattice = self._lattice
        open_still = lattice.in_set(at - 1, "unfinished") or lattice.in_set(at - 1, "asked_with")
        return any(how != DENIED or not open_still for _, _, how in lattice.at(at, "in_place_of"))

    def ends_exchange(self, at: int) -> bool:
        """Whether what is to stand instead of a text ends before a token: it says when, where, or what is next."""
        lattice = self._lattice
        joined = any(lattice.begins_clause(end) for end, _, _ in lattice.at(at, "joint"))
        how = lattice.class_name(at) == "later" or lattice.in_set(at, "throughout")
        return how or joined or self.sets_more(at) or self._is_contrasted(at) or self._exchanges_more(at)

    def _exchanges_more(self, at: int) -> bool:
        """Whether another text is exchanged behind a joint, in the same words: "a with b *and c with d*"."""
        lattice = self._lattice
        begun = any(lattice.in_set(word, "in_exchange") for word in range(at))
        behind = (range(end + 1, end + LONGEST_TOLD) for end in lattice.ends(at, "joint") if begun)
        return any(lattice.in_set(word, "in_exchange") for words in behind for word in words)

    def sets_more(self, start: int) -> bool:
        """Whether it goes on behind a joint with what another thing is to be: "and the food to 300"."""
        lattice = self._lattice
        if not (lattice.at(start, "joint") and lattice.in_set(start + 1, "determiner")):
            return False
        behind = range(start + 3, min(lattice.size - 1, start + 3 + LONGEST_HEADING))
        return any(lattice.in_set(at, "cells_between") and self._numbers.at(at + 1) is not None for at in behind)

    def _cell(self, start: int) -> tuple[int, str] | None:
        """ "B2", "b 2", "b two": the token after it, and its name."""
        lattice = self._lattice
        if start >= lattice.size:
            return None
        whole = CELL.fullmatch(lattice.tokens[start].low)
        return (start + 1, whole[0].upper()) if whole else self._apart(start)

    def _apart(self, start: int) -> tuple[int, str] | None:
        """A letter, and its number behind it."""
        low = self._lattice.low
        if not _is_letter(low[start]) or start + 1 >= len(low):
            return None
        number = self._numbers.at(start + 1)
        return (number[0], low[start].upper() + number[1]) if number is not None and number[1].isdecimal() else None

    def _range(self, start: int) -> Iterator[Found]:
        """ "A1:C3", "a1 to c3", or one cell."""
        lattice = self._lattice
        if start >= lattice.size:
            return
        if lattice.in_set(start, "whole_column") and start + 1 < lattice.size and _is_letter(lattice.low[start + 1]):
            yield start + 2, 0.0, lattice.low[start + 1].upper()
        whole = RANGE.fullmatch(lattice.tokens[start].low)
        if whole:
            yield start + 1, 0.0, f"{whole[1]}:{whole[2]}".upper()
        first = self._cell(start)
        if first is None:
            return
        yield first[0], 0.0, first[1]
        between = first[0]
        if lattice.is_word(between, ":", "-", "–") or lattice.in_set(between, "cells_between"):
            last = self._cell(between + 1)
            if last is not None:
                yield last[0], 0.0, f"{first[1]}:{last[1]}"

    def _figure(self, start: int) -> Iterator[Found]:
        """ "Nine hundred and fifty", "minus five": in digits, or "=B2*2"; one with a nought before it is none."""
        token, number = self._lattice.tokens[start], self._numbers.signed(start)
        if is_formula(token):
            yield start + 1, 0.0, token.text
        if number is not None and not LED_BY_NOUGHT.match(self._lattice.low[start]):
            yield number[0], 0.0, number[1]

    def _heading(self, start: int) -> Iterator[Found]:
        """A few plain words, or what is in quotes: the heading of a column, the first cell of a row."""
        lattice = self._lattice
        if lattice.tokens[start].shape == "quoted":
            yield start + 1, 0.0, lattice.tokens[start].text
            return
        if lattice.in_set(start, "made_of") and not lattice.in_set(start, "heading_ends"):
            return
        for at in range(start, min(lattice.size, start + LONGEST_HEADING)):
            plain = lattice.tokens[at].shape == "word" and lattice.class_name(at) not in (*DEAR, "being", "joint")
            if not plain or lattice.in_set(at, "determiner"):
                return
            yield at + 1, WORD * (at - start), lattice.text_of(start, at + 1)

    # -- items and rows

    def _items(self, start: int, *, headings: bool = False) -> Iterator[Found]:
        """ "Item and cost", "name, age, city": each is a text; words that run together may be one item or several.

        Headings before an "and" are single words, unless one may be part of another: "date exercise", but "start date".
        """
        cost, found = 0.0, list[Piece]()
        begin, count = past_count(self._numbers, start)
        for piece in self._pieces(begin, numbers=False):
            found.append(piece)
            cost += piece.cost
            cells = joined(found)
            told = tuple(str(one.value) for one in cells)
            ways = ways_of_count(told, cells, count) if count else ways_of_items(told, cells)
            single = (
                headings and not count and len(ways) > 1 < len(told) and not self._compound(told[0].lower().split())
            )
            yield piece.end, cost, self._meant(start, piece.end, ways[:1] if single else ways)

    def _leads_on(self, at: int) -> bool:
        """Whether items are only announced at a token: "*of* mercury and venus", "*list of* mercury and venus"."""
        named = self._lattice.class_name(at) == "noun" and at + 1 < self._lattice.size
        return "preposition" in (self._lattice.class_name(at), named and self._lattice.class_name(at + 1))

    def _names_part(self, at: int) -> bool:
        """Whether another part of a document is named at a token, which is no item: "*the title* Kit and rope"."""
        lattice = self._lattice
        return lattice.in_set(at, "definite") and at + 1 < lattice.size and lattice.in_set(at + 1, "named_parts")

    def _compound(self, words: Sequence[str]) -> bool:
        """Whether words that follow each other may be one heading: "start date"."""
        known = self._lattice.grammar.words
        ends, begins = known["heading_ends"], known["heading_begins"]
        return any(word in ends for word in words[1:]) or any(word in begins for word in words[:-1])

    def _rows(self, start: int, *, numbered: bool = False) -> Iterator[Found]:
        """ "Rent 900", "rent, 900", "rent 900 and food 250"; `numbered` ones begin with a word and end in a number."""
        cost, found = 0.0, list[Piece]()
        begin, count = self._announced(start), rows_before(self._numbers, start)
        for piece in self._pieces(start, numbers=True):
            found.append(piece)
            cost += piece.cost
            if numbered and (isinstance(piece.value, str) or not isinstance(found[0].value, str)):
                continue
            cells = joined(found)
            told = row_as_told(self._lattice, begin, cells, self._separator)
            ways = [*self._labelled(cells), *ways_of_rows(cells, self._lattice.grammar.words)]
            rows = ways_of_several(cells, ways if told is None else [(told,)], count)
            yield piece.end, cost, self._meant(start, piece.end, rows)

    def _labelled(self, cells: Sequence[Piece]) -> Iterator[tuple[Row, ...]]:
        """A row whose values are said with what they are: "name ben grade 3"."""
        headings = self._lattice.grammar.words["heading_ends"]
        match [cell.value for cell in cells]:
            case [str(text), int() | float() as figure] if not cells[0].whole:
                first, *said, last = text.lower().split() if text.count(" ") > 1 else ("", "")
                if said and first in headings and last in headings:
                    yield ((" ".join(text.split()[1:-1]), figure),)

    def _meant(self, start: int, end: int, ways: Sequence[object]) -> Ways:
        return Ways(self._lattice.text_of(start, end), tuple(ways))

    def _pieces(self, start: int, *, numbers: bool) -> Iterator[Piece]:
        """Words, numbers and quoted texts in turn, each with what stood before it.

        A word that may begin a command does so where more follows: "amount" is a heading, "add a row" is none.
        """
        lattice, at, apart, joint, commands = self._lattice, self._announced(start), "", "", False
        within = False  # what is told in the form of a question
        while at < min(lattice.size, start + LONGEST):
            written = written_at(self._lattice, self._numbers, at) if numbers else None
            if written is not None:
                at, value = written
                yield Piece(value, at, WORD / 2 + CLAUSE * commands, apart or "#", isinstance(value, str))
                apart, commands = "#", False
                continue
            gap = self._separator(at) if at > start else 0
            if gap and not numbers and lattice.is_word(at, *ROWS_APART) and self._is_told(at + gap):
                return
            if gap:
                row = lattice.is_word(at, *ROWS_APART) or (numbers and parts_rows(lattice, at))
                apart = ";" if row else "," if lattice.is_word(at, ",") else "&"
                joint = lattice.text_of(at + (apart == ","), at + gap)
                at = self._announced(at + gap)
                continue
            if self.says_cell(at) or (apart and lattice.begins(at, "correction")):
                return
            token, low = lattice.tokens[at], lattice.low[at]
            worth = WORD / 2 + CLAUSE * commands
            counted = self._counted(at, apart, worth) if numbers and token.shape != "quoted" else None
            if counted is not None:
                yield counted
                at, apart, commands = counted.end, "" if counted.whole else "#", False
                continue
            figure = before_figure(self._numbers, at) if at > start and numbers else at
            if figure > at:
                at, apart = figure, "#"
                continue
            if at > start and numbers and (low in IS or lattice.class_name(at) == "being"):
                at, apart = at + 1, "#"
                continue
            ended = apart and lattice.in_set(at, "made_of") and apart != "#"
            ended = ended or (apart and self._asks(at)) or (at > start and lattice.in_set(at, "polite"))
            if token.shape in ("mark", "file", "path") or lattice.class_name(at) == "joint" or ended:
                return
            if at == start and any(not cost and sense == "it" for _, cost, sense in lattice.at(at, "it")):
                return
            within = (within and not apart) or self._tells_what(at)
            bare = self._leads_nowhere(at)
            dear = lattice.class_name(at) in DEAR and low not in PLAIN and not within and not bare
            cost = WORD + (MARKER if dear else 0.0)
            leads_on = (
                lattice.class_name(at) == "called" or self._names_part(at) or (at == start and self._leads_on(at))
            )
            cost += CLAUSE * (commands + leads_on)
            commands = apart in (",", "&", ";") and lattice.begins_clause(at) and not (within or bare)
            quoted = token.shape == "quoted"
            yield Piece(
                token.text, at + 1, cost, "#" if quoted and not apart else apart, quoted, joint if apart else ""
            )
            at, apart = at + 1, "#" if quoted else ""

    def _counted(self, at: int, apart: str, worth: float) -> Piece | None:
        """A number with what it is of behind it, or with its unit behind a comma: "900 for the rent", ", 14 days"."""
        number = self._priced(at)
        if number is None:
            return None
        measured = past_unit(self._lattice, number[0]) if apart == "," else 0
        if measured:
            return Piece(self._lattice.text_of(at, measured), measured, WORD, apart, True)
        return Piece(number_of(number[1]), past_heading(self._numbers, number[0]), worth, apart or "#")

    def _leads_nowhere(self, at: int) -> bool:
        """Whether a preposition is an item by itself, with a comma or the end right behind it: "*from*, *to*, date"."""
        lattice = self._lattice
        return lattice.class_name(at) == "preposition" and lattice.is_over(at + 1)

    def _asks(self, at: int) -> bool:
        """Whether a question begins at a token, and no item: "*where they live* and their food", "*who pays*, tea"."""
        lattice = self._lattice
        if not any(end > at + 1 for end in lattice.ends(at, "asks")):
            return False
        if self._tells_what(at):
            return False
        behind = range(at + 2, min(at + LONGEST_ASKED, lattice.size - 1))
        comma = next((word for word in behind if lattice.is_word(word, ",")), 0)
        next_one = comma + 1 + (lattice.class_name(comma + 1) == "joint")
        return lattice.in_set(at + 1, "asked_with") or not comma or lattice.begins_clause(next_one)

    def _tells_what(self, at: int) -> bool:
        """Whether an item begins as a question does, and asks nothing: "*where they live*"."""
        asks = self._lattice.in_set(at, "embedding")
        return asks and self._lattice.in_set(at + 1, "own_subject")

    def _is_told(self, start: int) -> bool:
        """Whether a statement begins at a token: "…; accounting will fill it later"."""
        told = range(start + 1, start + LONGEST_TOLD)
        return any(self._lattice.in_set(at, verb) for at in told for verb in ("states", "statement_verb"))

    def _priced(self, at: int) -> tuple[int, str] | None:
        """A number, or one behind the sign of its money: "$30.50"."""
        number = self._numbers.at(at)
        if number is not None or self._lattice.low[at].isalnum():
            return number
        return next(((end, digits) for end, _, digits in self._numbers.prices(at)), None)

    def _announced(self, at: int) -> int:
        """Past "another row" or "column", or "first" of what is told in turn, which is no part of the next one."""
        lattice = self._lattice
        at = max((end for end in lattice.ends(at, "first_in_turn") if self._in_turn), default=at)
        noun = at
        while noun < lattice.size and (lattice.in_set(noun, "determiner") or lattice.class_name(noun) == "quantifier"):
            noun += 1
        named = lattice.in_set(noun, "one_of") and noun + 1 < lattice.size and not self._separator(noun + 1)
        return noun + 1 if named else at

    @cached_property
    def _in_turn(self) -> bool:
        """Whether items are told in turn: "*first* date *then* weight", and not "first name, age and then town".

        So they are where all of three or more are: "tag *then* breed *then* kilos".
        """
        lattice = self._lattice
        turns = [at for at in lattice.beginnings.get("in_turn", ()) if lattice.tokens[at].shape == "word"]
        ends = {end for at in turns for end, _, _ in lattice.at(at, "in_turn")}
        if len(ends) > 1 and not any(map(self._is_between, set(range(turns[0], turns[-1])).difference(turns))):
            return True
        opens = lattice.beginnings.get("first_in_turn", ())
        word = next((end for at in opens for end, _, _ in lattice.at(at, "first_in_turn")), lattice.size)
        turn = next((at for at in range(word, lattice.size) if lattice.at(at, "in_turn")), word)
        listed = any(map(self._is_between, range(word, turn)))
        ordered = any(lattice.in_set(at, "ordinal") for at in range(word, lattice.size))
        return word < turn and not (listed or ordered or lattice.in_set(word, "after_first"))

    def _is_between(self, at: int) -> bool:
        """Whether a token stands between two items."""
        return bool(self._lattice.at(at, "item_separator") or self._lattice.at(at, "in_turn"))

    def _begins_another(self, at: int) -> bool:
        """Whether what comes then is no item: something is to be done, or it is a part of a table."""
        lattice = self._lattice
        ordered = lattice.begins(at, "verb")
        return ordered or lattice.in_set(at, "determiner") or lattice.in_set(at, "document_part")

    def _separator(self, at: int) -> int:
        """How many tokens there are of what stands between two items."""
        if self._lattice.is_word(at, *ROWS_APART):
            return 1
        ends = [*self._lattice.ends(at, "item_separator")]
        turns = self._lattice.ends(at, "in_turn") if self._in_turn or parts_rows(self._lattice, at) else ()
        ends += [end for end in turns if not self._begins_another(end)]
        then = self._lattice.ends(at, "joint")
        ends += [end for end in then if end < self._lattice.size and self._numbers.at(end) is not None]
        return max(ends, default=at) - at


def _is_letter(word: str) -> bool:
    """Whether a word is one letter, as columns are called."""
    return len(word) == 1 and "a" <= word <= "z"
