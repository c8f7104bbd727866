"""Which part a frame can take, at what price, beside which others; and when a clause is whole."""

from __future__ import annotations

from collections.abc import Iterator

from aura.language.decoding.phrases import EACH, INTO, LISTED, STANDING, Priced
from aura.language.decoding.standing import (
    A_NAME,
    A_TEXT,
    A_THEME,
    INHERITED,
    OTHER,
    VERB,
    WEAK,
    Choice,
    Offer,
    Standing,
    State,
)
from aura.language.grammar.grammar import Frame, Grammar
from aura.language.grammar.once import Once
from aura.language.slots.parts import BIT, Name, Part, Place, Thing, mask

THEME, IN, IN_TOO, CALLED, FILE = BIT["theme"], BIT["in"], BIT["in_too"], BIT["called"], BIT["file"]
AT_END = BIT["at_end_of"]
PLURAL_BLANK = 1 << len(BIT)
BLANK = PLURAL_BLANK << 1
SHAPES = PLURAL_BLANK | BLANK
"""What a theme without a name is like; no categories of their own."""
FREE_TEXT = BIT["text"] | BIT["bare_text"]
TEXTS = BIT["text"] | BIT["bare_text"] | BIT["quoted"]
CONTENTS = TEXTS | BIT["content_of"] | BIT["its_content"]
NEW_NAMES = CALLED | BIT["as"] | BIT["name"]
WHERE_TO = BIT["to"] | BIT["place"]
ABOUT = BIT["about"]

BEFORE_VERB = {
    "called": 2.0, "about": 1.0, "theme": 2.0, "from": 0.5, "in": 0.5, "to": 1.0, "file": 1.0, "at_end_of": 1.0,
    "except": 1.0, "quoted": 1.0, "content_of": 1.0, "its_content": 1.0,
}  # fmt: skip
AFTER, WISHED, PLACED, TOLD = "after", "wished", "placed", "told"
"""Forms of verbs: behind what they are about, there only as a wish, behind a place alone ("on it is a.txt"), and as
one tells of others, which commands only where it comes first ("deletes a.txt")."""
NAMED = "named"
LISTED_FIRST = 4.0
BARE_INHERITED = 8.0
DEFINITE_NEW = 4.0
QUOTED_NEW = 3.0
OWN_PLACE = 1.0
EXISTING_NEW = 12.0
INDEFINITE_EXISTING = 10.0
BARE_FILE = 4.0
SECOND_PLACE = 4.0
PARTIAL = 10.0
CARRIED = 4.0
ECHO = 6.0
ELIDED = 8.0


class Fit:
    """The rules of all frames of a grammar, as masks."""

    def __init__(self, grammar: Grammar) -> None:
        self.frames = grammar.frames
        self._needs = {name: [mask(need) for need in frame.needs] for name, frame in self.frames.items()}
        self._partial = {name: [mask(need) for need in frame.partial] for name, frame in self.frames.items()}
        wanted = {category for frame in self.frames.values() for category in frame.takes}
        before = [choice for choice in _choices(None) if choice.category in wanted]
        self.choices = {"": before} | {name: _choices(frame) for name, frame in self.frames.items()}
        self.takes = {name: mask(frame.takes) | SHAPES for name, frame in self.frames.items()}
        for name, takes in self.takes.items():
            self.takes[name] = takes | (IN_TOO if takes & IN else 0)

    def offers(self, frame: Frame | None, verb: int, choice: Choice, parts: list[Priced]) -> list[Offer]:
        """What a clause of a frame (None: before its verb) may take of a choice's parts at a token."""
        found: list[Offer] = []
        for cost, part in parts:
            extra = self._extra(frame, verb, part)
            if extra is not None:
                found.append(self._offer(frame, choice, part, cost + choice.price + extra, len(found)))
                if choice.category == "in":
                    too = Part("in_too", part.value, part.start, part.end)
                    more = found[-1].cost + SECOND_PLACE
                    found.append(Offer(more, too, IN_TOO, IN, IN_TOO | WHERE_TO, len(found), OTHER))
        return found

    def _offer(self, frame: Frame | None, choice: Choice, part: Part, cost: float, number: int) -> Offer:
        adds = bit = BIT[part.category]
        requires, forbids, kind = choice.requires, choice.forbids | bit, OTHER
        if bit == THEME:
            things = things_of(part)
            first, theme = things[0], "" if frame is None else frame.theme
            if first.form == "blank":
                adds |= SHAPES if first.plural else BLANK
            if theme == "file" and len(things) > 1:
                forbids |= CONTENTS
            elif theme == "new" and first.form == "name":
                forbids |= CALLED | ABOUT
            kind = A_THEME if frame is None else OTHER
        elif bit == FILE and things_of(part)[0].form != "pronoun":
            forbids |= AT_END  # "At the end of a.txt add: it is *in b.txt*" has one file that gets more.
        elif bit & TEXTS:
            kind = A_TEXT
        elif bit == ABOUT:
            requires |= PLURAL_BLANK if _length(part) > 1 else BLANK
            forbids |= NEW_NAMES
        elif bit == CALLED and frame is None:
            forbids |= -1 if part.marker == LISTED else 0
        elif bit == CALLED and frame is not None:
            several = part.marker == LISTED or (_length(part) > 1 and part.marker != EACH)
            requires |= PLURAL_BLANK if several else 0
            requires |= BLANK if frame.is_new or (frame.theme == "existing" and "as" not in frame.takes) else 0
            forbids |= ABOUT if part.marker == LISTED else 0
        if bit & NEW_NAMES and frame is not None:
            kind = A_NAME
        return Offer(cost, part, adds, requires, forbids, number, kind)

    def _extra(self, frame: Frame | None, verb: int, part: Part) -> float | None:
        """What a part costs a frame beyond its price, whatever else is filled; None where it cannot be."""
        category = part.category
        if category == "theme":
            return 0.0 if frame is None else theme_cost(frame, verb, part)
        if frame is None:
            if category == "called":
                several = _length(part) > 1
                return LISTED_FIRST if several == (part.marker == LISTED) else None
            return None if part.marker == STANDING or (category == "file" and part.marker) else 0.0
        if part.marker == STANDING:
            return 0.0 if frame.theme == "folder" else None
        if category == "to" and frame.is_new and not _grounded(part):
            return None
        if category == "in" and part.marker == INTO and not _takes_into(frame):
            return None
        if category == "file" and part.marker and "end" not in frame.takes:
            return None
        if category == "as" and frame.names and part.marker != NAMED:
            return None
        if category == "as" and "to" in frame.takes:
            return 0.0 if _shows_a_file(part) else None
        if category == "place" and "to" in frame.takes and not _grounded(part):
            return None
        return 0.0

    def verbless(self, part: Part) -> Iterator[tuple[str, float]]:
        """The frames that need no verb, with the price of leaving it out, where a part is said to be new."""
        first = things_of(part)[0]
        named_kind = first.kind.startswith(".") and not (first.owned or first.definite)
        if not first.kind or not (first.indefinite or first.count or named_kind):
            return
        for name, frame in self.frames.items():
            if frame.verbless and theme_cost(frame, VERB, part) is not None:
                yield name, frame.verbless

    def missing(self, state: State, at_end: bool) -> float | None:
        """The extra cost at which a clause is whole, or None: 0, or that of what it leaves out."""
        filled = state.filled & ~SHAPES
        needs = self._needs[state.frame]
        for need in needs:
            if need & filled == need:
                return 0.0
        for need in self._partial[state.frame]:
            if need & filled == need:
                return PARTIAL
        if state.verb == INHERITED:
            return self._carried_over(self.frames[state.frame], filled, needs)
        if at_end and state.turn and filled in (0, THEME) and self._may_echo(state.frame):
            return ECHO
        return self._elided(self.frames[state.frame], state, filled, needs)

    def _may_echo(self, frame: str) -> bool:
        """ "…, so please move it": a verb whose meaning does not rest on what else is said."""
        return bool(self._partial[frame]) or THEME in self._needs[frame]

    @staticmethod
    def _carried_over(frame: Frame, filled: int, needs: list[int]) -> float | None:
        """ "… and to documents": what was copied or written before goes to another place too."""
        carried = CONTENTS if "file" in frame.takes else THEME
        whole = any(need & (filled | carried) == need for need in needs)
        told = BIT["to"] | FILE | (0 if frame.is_new else BIT["as"] | CALLED)
        moved = "to" in frame.takes and filled == THEME and frame.theme == "existing"
        if moved:
            return CARRIED
        return CARRIED if whole and filled & told and not filled & carried else None

    @staticmethod
    def _elided(frame: Frame, state: State, filled: int, needs: list[int]) -> float | None:
        """ "… and move to archive": what was spoken of before is meant."""
        if frame.theme not in ("existing", "file") or not state.turn or not frame.goal:
            return None
        if state.verb != VERB or filled & THEME or not filled & ~(THEME | FILE | BIT["except"]):
            return None
        missing = THEME | FILE
        return ELIDED if any(need & (filled | missing) == need for need in needs) else None


def _choices(frame: Frame | None) -> list[Choice]:
    """The categories that a clause of a frame takes, or one before its verb (None)."""
    takes = BEFORE_VERB if frame is None else frame.takes
    return [Choice(category, BIT[category], price, *_beside(frame, category)) for category, price in takes.items()]


def _beside(frame: Frame | None, category: str) -> tuple[int, int]:
    """What must and what must not be filled for any part of a category to be of use."""
    bit = BIT[category]
    if category == "sought":
        return 0, bit | THEME
    if category == "theme":
        either = BIT["content_of"] if frame is not None and ("content_of",) in frame.needs else 0
        beside = FILE | BIT["bare_text"] if frame is not None and frame.theme == "file" else 0
        return 0, bit | BIT["sought"] | beside | either
    if bit & CONTENTS:
        new = frame is not None and frame.is_new
        alone = category == "bare_text" or (
            frame is not None and category == "content_of" and (category,) in frame.needs
        )
        return (THEME if new else 0), CONTENTS | (THEME if alone else 0)
    if category in ("called", "as", "name"):
        return (THEME, NEW_NAMES | BIT["place"]) if category == "name" else (0, NEW_NAMES)
    if category == "file":
        return 0, bit | THEME
    if category == "for_each":
        return CALLED, bit
    if category == "place":
        moved = frame is not None and frame.theme == "existing" and "to" in frame.takes
        return (THEME if moved else 0), bit | BIT["name"]
    return (THEME if category == "about" else 0), IN_TOO if category == "in" else bit


def theme_cost(frame: Frame, verb: int, part: Part) -> float | None:
    """What it costs a frame to be about these things; None where it cannot be."""
    things = things_of(part)
    first = things[0]
    if frame.kind and not first.kind and first.name is not None and first.name.start > first.start:
        return None
    if first.form == "pronoun" and not first.start and not (frame.goal or frame.contrast):
        return None  # What nothing was said of yet is only told of: "it is full, delete a.txt"
    if frame.is_new:
        unmade = frame.wishes and any(map(_is_no_wish, things))
        return None if unmade else _new_cost(verb, things)
    if verb == INHERITED and any(_is_doubtful(thing) for thing in things):
        return None
    if first.form == "blank":
        if first.kind == "same":
            return None
        inherited = INDEFINITE_EXISTING if verb == INHERITED else 0.0
        called = all("called" in need for need in frame.needs)
        return inherited + (INDEFINITE_EXISTING if first.indefinite and not called else 0.0)
    if frame.theme != "file":
        return 0.0
    if first.form == "pattern" or ("file" in frame.takes and not _may_be_written(first)):
        return None
    return BARE_FILE if _is_bare(first) else 0.0


def _is_bare(thing: Thing) -> bool:
    """Whether nothing tells what kind of thing some words name: "I need *music* in my life"."""
    return thing.name is not None and thing.name.shape == "words" and not thing.kind


def _is_spoken_of(thing: Thing) -> bool:
    """Whether a thing is there by its name, or was spoken of: "draft.txt", "the report", "the folder archive"."""
    name = thing.name
    if name is None:
        return thing.definite
    known = (name.exists or name.shape == "known") and not thing.indefinite
    return known or name.definite or (thing.definite and not thing.kind)


def _is_no_wish(thing: Thing) -> bool:
    """Whether a thing that somebody wants is hardly to be made: it is there, or is any of its kind: "*hype music*"."""
    any_of_kind = bool(thing.extensions) and thing.kind_after and not (thing.indefinite or thing.plural)
    return any_of_kind or _is_spoken_of(thing) or _is_bare(thing)


def _new_cost(verb: int, things: tuple[Thing, ...]) -> float | None:
    first, owned = things[0], False
    for thing in things:
        if thing.form in ("pronoun", "pattern") or thing.away:
            return None
        owned = owned or thing.owned
    if owned and (verb == WEAK or not first.plural):
        return None
    if _is_there(first, len(things)):
        return None
    of_kind = first.form == "blank" and first.kind not in ("folder", "file") and first.end - first.start > 1
    new = first.indefinite or first.plural or of_kind  # "Keep word" keeps a program.
    if verb == WEAK and (not new or (first.definite and first.form == "blank")):
        return None
    bare = first.form == "name" and not first.kind and not first.plural
    if verb == INHERITED and bare and first.name is not None and first.name.shape == "words":
        return BARE_INHERITED
    if any(thing.name is not None and thing.name.exists and not (thing.kind or thing.indefinite) for thing in things):
        return EXISTING_NEW
    unlikely = DEFINITE_NEW if owned or (first.definite and not first.plural) else 0.0
    if bare and first.name is not None and first.name.shape == "quoted":
        unlikely += QUOTED_NEW
    return unlikely + (OWN_PLACE if things[-1].place is not None and not things[-1].relative else 0.0)


def _is_there(first: Thing, count: int) -> bool:
    """ "The second file uppercase", "the folder bigger", "all files red": about what is there, to be changed."""
    name = first.name
    if name is None or name.shape != "words":
        return False
    one = count == 1 or not first.plural
    bare = not first.kind and name.end - name.start > 1
    return first.singled or (name.quality and one and (first.definite or first.plural or bare))


def _is_doubtful(thing: Thing) -> bool:
    """Whether words may be no name at all, so that no verb is carried over to them: "…, the tutor wants to see it"."""
    return thing.name is not None and thing.name.shape == "words" and thing.name.doubt and not thing.name.exists


def _may_be_written(thing: Thing) -> bool:
    """Whether text can go into it: something called a file, or a name that shows it."""
    if thing.form != "name" or thing.name is None or thing.kind:
        return True
    return thing.name.like_file or thing.name.shape == "quoted"


def _takes_into(frame: Frame) -> bool:
    """Whether something can go into a place: made there, moved there, written there."""
    return frame.is_new or "to" in frame.takes or "file" in frame.takes


def _grounded(part: Part) -> bool:
    """Whether a place is more than a bare word: "a folder trip to rome" is a name, not a folder in rome."""
    places = [item for item in part.value if isinstance(item, Place)] if isinstance(part.value, tuple) else []
    first = [place.parts[0] for place in places]
    return all(step.name is None or step.said_folder or step.name.shape != "words" for step in first)


def _shows_a_file(part: Part) -> bool:
    """ "to b.txt": only what shows that it is a file's name is a new name and not a place."""
    name = part.value[0] if isinstance(part.value, tuple) else None
    return isinstance(name, Name) and name.like_file


def _length(part: Part) -> int:
    return len(part.value) if isinstance(part.value, tuple) else 0


def things_of(part: Part) -> tuple[Thing, ...]:
    """The things of a part that has things."""
    value = part.value
    return value if isinstance(value, tuple) and isinstance(value[0], Thing) else ()


def verb_fits(standing: Standing, frame: Frame, form: str) -> bool:
    """Whether a verb in this form may follow what was said before it."""
    filled = standing.state.filled
    if form == PLACED:
        return filled == IN
    if not filled & THEME:
        return form not in (AFTER, WISHED) or (form == AFTER and bool(filled & CONTENTS))
    if form == "weak" or (form == "active" and not frame.goal):
        return False
    theme = early_theme(standing)
    if frame.is_new and things_of(theme)[0].definite:
        return False
    return theme_cost(frame, VERB, theme) is not None


def early_theme(standing: Standing) -> Part:
    """The theme that was said before the verb; every history of such a state has the same."""
    offers = (event for event in standing.events() if isinstance(event, Offer))
    return next(offer.part for offer in offers if offer.part.category == "theme")


def is_sure(part: Part) -> bool:
    """Whether the things of a part can be nothing else: patterns, or names by their shape."""
    return all(
        thing.form == "pattern" or (thing.name is not None and thing.name.shape != "words") for thing in things_of(part)
    )


fit_of = Once(Fit)
"""The rules of the grammar that is in use."""
