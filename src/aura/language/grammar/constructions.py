"""A verb and its parts, written once and read in every order.

"Replace X with Y in Z" is written as verbs, what they are done to (the theme), and other roles. Out of that come "in Z,
replace X with Y", "X should be replaced with Y in Z", "I want X in Z replaced with Y", and "X, replace it with Y in Z".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from aura.language.grammar.grammar import GrammarError
from aura.language.grammar.templates import Builder
from aura.language.words.morphology import Irregular, gerund, participle, third

EARLY = 1
"""How many roles may be said before the verb."""
THEME, OPTIONAL, ANY, GAP = "theme", "?", "+", " ~ "
MARKS = OPTIONAL + ANY
FRESH, TOPIC, WANTED, DONE = "fresh", "topic", "wanted", "done"
COMMA, LED_ON, BROUGHT_BACK = "[,]", "[,] [<led_on>]", "[,|.] [so|and] [<led_on>]"
NEEDS, COMES_THERE = "<needs_it>", "<comes_there>"
TAKEN_UP, WISHED, BEING = "<taken_up>", "<wished>", "[<being>]"
LISTS = ("{items:", "{headings:", "{rows:", "{record:", "{row:")
"""Slots of lists; no verb stands last behind one, since it may be one more of what is listed."""
WANTED_SO, WISHED_SO = "(<want_it> [that]|<brought_about>)", "<want_it> [it|them] [to be]"


class Construction(Struct, frozen=True):
    """A verb with its parts; a role is a template, and those that are `needed` must be said.

    `active`, `plain`, `passive` and `wanted` are templates of the verb's forms; it is `plain` where it stands last
    ("this tab close"). `parted` is what stands before and behind a theme within a verb ("turn the sound up"); what
    stands behind also says what is wanted ("I want the sound up"). `fronted` is how its theme may stand in front;
    nothing where it may not.
    Of the roles in `any_of` one must be said, if there are any. `holder` is the role in which what the theme becomes
    part of is said, and how it stands as a subject: "a.pptx needs a slide".
    """

    roles: dict[str, str]
    needed: frozenset[str]
    fronted: str
    active: str
    plain: str
    passive: str
    wanted: str
    parted: tuple[tuple[str, str], ...]
    any_of: frozenset[str]
    holder: tuple[str, str] | None

    def lay(self, builder: Builder, start: int) -> int:
        """Put every order of the parts into the net behind `start`; returns the state after all of them."""
        return _Orders(self, builder, start).end


class _Orders:
    """The orders of one construction in the net; a state is a stage, and which parts were said."""

    def __init__(self, construction: Construction, builder: Builder, start: int) -> None:
        self._of = construction
        self._builder = builder
        self._states: dict[tuple[str, frozenset[str]], int] = {}
        self._goes_on = {FRESH: self._begin, TOPIC: self._on_topic, WANTED: self._on_wish, DONE: self._on}
        self.end = builder.state()
        self._begin(start, frozenset())

    def _begin(self, state: int, said: frozenset[str]) -> None:
        of = self._of
        if len(said) < EARLY:
            for role in sorted(of.roles.keys() - {THEME, *said}):
                self._go(state, (of.roles[role], LED_ON), FRESH, said | {role})
        self._go(state, (of.active,), DONE, said)
        theme = of.roles.get(THEME)
        if theme is None:
            return
        for before, behind in of.parted:
            self._go(state, (before, theme, behind), DONE, said | {THEME})
        self._go(state, (WISHED, theme), WANTED, said | {THEME})
        if of.fronted:
            self._go(state, (of.fronted,), TOPIC, said | {THEME})
        if of.holder is not None:
            self._of_holder(state, said, theme, *of.holder)

    def _of_holder(self, state: int, said: frozenset[str], theme: str, role: str, subject: str) -> None:
        """ "A.pptx needs a slide", "into a.pptx must come a slide"."""
        if role in said:
            self._go(state, (COMES_THERE, theme), DONE, said | {THEME})
        else:
            self._go(state, (subject, NEEDS, theme), DONE, said | {THEME, role})

    def _on_topic(self, state: int, said: frozenset[str]) -> None:
        self._more(state, TOPIC, said)
        self._go(state, (self._of.passive,), DONE, said)
        if self._of.plain and not any(slot in self._of.roles[role] for role in said for slot in LISTS):
            self._go(state, (LED_ON, self._of.plain), DONE, said)
        self._go(state, (BROUGHT_BACK, self._of.active, TAKEN_UP), DONE, said)
        for before, behind in self._of.parted:
            self._go(state, (BROUGHT_BACK, before, TAKEN_UP, behind), DONE, said)

    def _on_wish(self, state: int, said: frozenset[str]) -> None:
        self._more(state, WANTED, said)
        self._go(state, (BEING, self._of.wanted), DONE, said)

    def _on(self, state: int, said: frozenset[str]) -> None:
        self._more(state, DONE, said)
        if self._of.needed <= said and (not self._of.any_of or self._of.any_of & said):
            self._builder.join(state, self.end)

    def _more(self, state: int, stage: str, said: frozenset[str]) -> None:
        for role in sorted(self._of.roles.keys() - said):
            self._go(state, (COMMA, self._of.roles[role]) if said else (self._of.roles[role],), stage, said | {role})

    def _go(self, state: int, parts: Iterable[str], stage: str, said: frozenset[str]) -> None:
        for part in parts:
            state = self._builder.said(part, state)
        to = self._states.get((stage, said))
        if to is None:
            to = self._states[stage, said] = self._builder.state()
            self._goes_on[stage](to, said)
        self._builder.join(state, to)


def read_construction(
    source: str, entry: Mapping[str, Any], classes: Mapping[str, list[str]], irregular: Irregular
) -> Construction:
    """A construction as it is written: `<name>` is a class of verbs, a role with "?" may be left out.

    Of the roles with "+" one at least is said. `asked` are templates of how a theme is asked for without a verb ("I
    need"). `fronted` is true, or a template of how the theme stands in front: "I am done with this tab, close it".
    `holder` is a role with how its thing stands as a subject.
    """
    roles = {role.rstrip(MARKS): _grouped([template]) for role, template in entry["roles"].items()}
    verbs = [form for verb in entry["verbs"] for form in _class_of(verb, classes, source)]
    fronted = entry.get("fronted", False)
    plain = [verb.replace(GAP, " ") for verb in verbs]
    needed = frozenset(role for role in entry["roles"] if not role.endswith((OPTIONAL, ANY)))
    holder = next(iter(entry.get("holder", {}).items()), None)
    states = list(dict.fromkeys(verb.partition(GAP)[2] for verb in verbs if GAP in verb))
    return Construction(
        roles=roles,
        needed=needed,
        fronted=roles[THEME] if fronted is True else fronted or "",
        active=_commanding(plain, irregular),
        plain=_not_telling(plain, len(needed) > 1, irregular),
        passive=_of_theme(plain, states, irregular),
        wanted=_grouped(participle(verb, irregular) for verb in plain),
        parted=(
            *_parted(verbs, irregular),
            *_wished(states),
            *((asked, "[please]") for asked in entry.get("asked", ())),
        ),
        any_of=frozenset(role.removesuffix(ANY) for role in entry["roles"] if role.endswith(ANY)),
        holder=holder,
    )


def in_any_order(entry: Mapping[str, Any]) -> str:
    """What a construction may say, for people: "fill in, enter: theme, field, page?"."""
    return f"{', '.join(entry['verbs'])}: {', '.join(entry['roles'])}"


def _commanding(verbs: Sequence[str], irregular: Irregular) -> str:
    """Verbs as they command, also as people say them who learn the language: "can you deletes", "please closed".

    A participle of a form of its own is none of these: "please, got an exam".
    """
    regular = [verb for verb in verbs if verb.partition(" ")[0] not in irregular["participle"]]
    bent = (*(participle(verb, irregular) for verb in regular), *(third(verb, irregular) for verb in verbs))
    return _grouped((*verbs, *(gerund(verb, irregular) for verb in verbs), f"<begged> {_grouped(bent)}"))


def _parted(verbs: Iterable[str], irregular: Irregular) -> Iterator[tuple[str, str]]:
    """What stands before and behind a theme within verbs; as they mean one thing, any of it may go together."""
    parts = [verb.partition(GAP) for verb in verbs if GAP in verb]
    if parts:
        before = list(dict.fromkeys(before for before, _, _ in parts))
        yield _commanding(before, irregular), _grouped(behind for _, _, behind in parts)


def _wished(states: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What stands before and behind a theme of which it is said how it should be: "I want the sound off"."""
    if states:
        yield WANTED_SO, f"{BEING} {_grouped(states)}"


def _not_telling(verbs: Sequence[str], more: bool, irregular: Irregular) -> str:
    """Verbs that command behind their theme too; one that is its own past tells there: "my computer shut down"."""
    said = [verb for verb in verbs if more or participle(verb, irregular) != verb]
    return _grouped(said) if said else ""


def _of_theme(verbs: Sequence[str], states: Sequence[str], irregular: Irregular) -> str:
    """Verbs behind what they should be done to, or how it should be: "should be turned off", "I want off"."""
    done = _grouped(participle(verb, irregular) for verb in verbs)
    so = f"|(<must_be>|{WISHED_SO}) {_grouped(states)}" if states else ""
    return f"((<aux>|{WISHED_SO}) {done}|<needing> {_grouped(gerund(verb, irregular) for verb in verbs)}{so})"


def _class_of(verb: str, classes: Mapping[str, list[str]], source: str) -> list[str]:
    if not verb.startswith("<"):
        return [verb]
    if (name := verb.strip("<>")) not in classes:
        raise GrammarError(f"There is no class of verbs <{name}>, which {source} uses: add it to the lexicon.")
    return classes[name]


def _grouped(templates: Iterable[str]) -> str:
    return "(" + "|".join(dict.fromkeys(templates)) + ")"
