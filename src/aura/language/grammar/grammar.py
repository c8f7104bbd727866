"""The compiled grammar: every word list, frame and template of a language as one value.

It is built from `lexicon.<language>.yaml` and each domain's `sentences.<language>.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from aura.contracts.back import Sense
from aura.language.grammar.automaton import Automaton
from aura.language.grammar.packed import Slips

LEXICON = "lexicon.{language}.yaml"
SENTENCES = "sentences.{language}.yaml"
EXAMPLES = "examples."

NEVER, ALONG = "-", "+"
"""Words of a topic that speak of something else, and words that may go along with it."""

PHRASES, TIMES, FIXED, LOADED = range(4)
"""The starts of the automaton: phrases of the lexicon, times, fixed phrases of domains, sentences of loaded domains."""


class WordClass(Struct, frozen=True, array_like=True):
    """A structure word inside a name: what swallowing it costs, and whether it may not stand at an edge."""

    price: int
    edge: bool
    name: str


class Frame(Struct, frozen=True):
    """A verb with roles in any order. `takes` prices the parts a clause may have; any set of `needs` is enough.

    `theme` says what it is about: something new, existing, a file or a folder; `kind` what a new thing is
    when the verb alone says so (mkdir). A frame without a goal only mentions. `verbless` is the price of
    saying it with no verb at all ("three folders: a, b and c"), 0 where that cannot be; `partial` is what
    is enough to ask for the rest. A frame of `contrast` says what not to do; no "and" may follow it;
    one about `contents` means what is in a folder; one that `alters` may be about what a thing is like, and no name;
    one that `names` takes for a new name only what is said to be one ("give it *the name* x"); one of `wishes` makes
    nothing that is there or that was spoken of ("I want *the report* in archive"), or that may be anything ("I need
    *music* in my life"). What one `adds` is its goal where
    something is said to be done as well ("write goodbye to it *too*").
    """

    name: str
    domain: str
    goal: str
    category: str
    theme: str
    takes: dict[str, float]
    needs: tuple[tuple[str, ...], ...]
    kind: str = ""
    verbless: float = 0
    partial: tuple[tuple[str, ...], ...] = ()
    contrast: bool = False
    contents: bool = False
    alters: bool = False
    names: bool = False
    wishes: bool = False
    adds: str = ""

    @property
    def is_new(self) -> bool:
        """Whether it makes what it is about."""
        return self.theme == "new"


class Intent(Struct, frozen=True):
    """A fixed phrase of a domain: its goal, the parameters it fixes, and where it was written.

    Behind one that stands `alone` only what reads may follow; beside one that `reads`, background may be said;
    `whole` names a slot that gets all the words, and an `entire` one is never only the tail of a sentence. One that
    was `loaded` from a file of intents `requires` and `excludes` values of the context, and what is `taken` from
    there becomes a slot. One that says so takes `back` earlier commands, and has no tool. One that `follows` goals is
    only said right behind a command of its domain with one of these: "close chrome and *spotify*". `refers` says the
    values of which slots a word may stand for that fills a slot: "open the editor and maximise *it*"; what it `recalls`
    is as it was said before: "send it to desktop 2 and *go there*". One that is `told` says how
    something is, and nothing more where a command of its domain follows: "it is too loud, set it to 20". One that is
    `in_turn` comes after all that was said before it, and before what is said behind it: "wait 5 seconds"; one that
    only stands `between` others lets what is behind it go on with what was before. One that `leads` comes before what
    it is said of, also where it is said behind that: "save it *once it says done*". One that `shares` is said before
    another of its goal, whose file is its own: "change the rent to 950 and the food to 300 in budget.xlsx". `things`
    says which slots are files that are there, of which kind one without an extension is, and which may be others;
    `contents` is the domain that reads a file whose text is meant. What is said of several values of `each` is done for
    each of them: "get slack and excel up". One that is `never_after` goals is not meant for what they were done to
    before: what was closed is started again, and not restarted. What it makes is the other object that is `named` by
    what its name ends in: "make olives.pptx titled Olives" makes a presentation. `otherwise` is the domain and the goal
    that a file of no kind of its own has, and what its slots are called there. One that is
    `untold` is not meant behind a story with numbers, which it leaves out: "2 litres a day, *how many in a year*".
    """

    domain: str
    goal: str
    category: str
    params: dict[str, Any]
    source: str
    cost: float = 0
    alone: bool = False
    whole: str = ""
    entire: bool = False
    back: Sense | Literal[""] = ""
    reads: bool = False
    follows: tuple[str, ...] = ()
    never_after: tuple[str, ...] = ()
    refers: dict[str, tuple[str, ...]] = {}
    recalls: tuple[str, ...] = ()
    told: bool = False
    shares: bool = False
    things: dict[str, str] = {}
    contents: str = ""
    loaded: bool = False
    named: dict[str, str] = {}
    otherwise: dict[str, str] = {}
    sentences: tuple[str, ...] = ()
    requires: dict[str, list[Any]] = {}
    excludes: dict[str, list[Any]] = {}
    taken: tuple[str, ...] = ()
    in_turn: bool = False
    between: bool = False
    each: str = ""
    leads: bool = False
    untold: bool = False


class Topic(Struct, frozen=True):
    """What may be asked about in any words: which intent that is, and which groups of its words are needed.

    `opened` are the ways of asking that it takes. A word that is not known may be passed over `strange` times;
    where it is about `anything`, every word costs that. The slot `count` is a number in it.
    """

    intent: int
    needs: frozenset[str]
    opened: frozenset[str]
    cost: float = 0
    strange: int = 0
    anything: float = 0
    count: str = ""


class NumberRange(Struct, frozen=True, array_like=True):
    """Whole numbers from `first` to `last`, and the `parts` of one that may follow each; a slot gets it multiplied."""

    first: int
    last: int
    step: int = 1
    multiplier: float = 1
    parts: tuple[float, ...] = ()

    def numbers(self) -> Iterator[float]:
        """Every number there is."""
        for whole in range(self.first, self.last + 1, self.step):
            yield whole
            yield from (whole + part for part in self.parts)

    def has(self, number: float) -> bool:
        """Whether a number is one of them."""
        whole = int(number // 1)
        inside = self.first <= whole <= self.last and (whole - self.first) % self.step == 0
        return inside and (number == whole or round(number - whole, 6) in self.parts)


class ListValue(Struct, frozen=True, array_like=True):
    """A value of a list: the words that say it, what the slot gets, and what is then known."""

    words: str
    out: Any
    context: dict[str, Any] = {}


class SlotList(Struct, frozen=True, array_like=True):
    """What may fill a slot: values, numbers of a range, or free text.

    An `exact` one is never filled by a slip of the hand. `source` names the module, below the tools, whose values are
    those of this computer; where it is `open`, a strange word with a capital may be one that is not known here.
    """

    values: tuple[ListValue, ...] = ()
    range: NumberRange | None = None
    free: bool = False
    exact: bool = False
    source: str = ""
    open: bool = False


class Templates(Struct, frozen=True):
    """What sentences with slots need beside the automaton: lists and spelled numbers; of loaded domains also words.

    The lists of built-in domains have plain names, those of loaded ones that of their domain before it. `targets` are
    the words that may follow what fills a slot, so that a word before one may be part of a name.
    """

    words: dict[str, int] = {}
    targets: dict[str, int] = {}
    slips: Slips = Slips.of(())
    lists: dict[str, SlotList] = {}
    numbers: dict[str, float] = {}
    skips: dict[str, list[str]] = {}


class TemplateFiles(Struct, frozen=True):
    """Files of intents in Home Assistant's format that are one domain: its name, and each file's name and content."""

    domain: str
    texts: tuple[tuple[str, bytes], ...]


class Grammar(Struct, frozen=True):
    """One language, compiled. The labels of the automaton are (category, value) pairs."""

    automaton: Automaton
    vocabulary: dict[str, int]
    slips: Slips
    classes: dict[str, WordClass]
    frames: dict[str, Frame]
    intents: list[Intent]
    words: dict[str, dict[str, int]]
    spoken: dict[str, str]
    spelling: dict[str, str]
    past: dict[str, str]
    topics: list[Topic] = []
    opposites: dict[str, list[str]] = {}
    homophones: dict[str, list[str]] = {}
    templates: Templates = Templates()


class GrammarError(Exception):
    """A source file says something that cannot be compiled; the sentence names the file and the key."""
