"""From word lists, frames and sentences (YAML) to a Grammar; imported only when no compiled one is at hand."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import yaml

from aura.language.grammar.asking import Phrase, beside_phrases, number_words, read_topics, rules_of
from aura.language.grammar.automaton import Automaton
from aura.language.grammar.constructions import read_construction
from aura.language.grammar.grammar import (  # fmt: skip
    FIXED,
    LOADED,
    PHRASES,
    TIMES,
    Frame,
    Grammar,
    GrammarError,
    Intent,
    SlotList,
    TemplateFiles,
    Templates,
)
from aura.language.grammar.intents import Domain, read_domain, spelled_numbers
from aura.language.grammar.lexicon import classes, each_to_others, signs_of_several, stands_apart, word_sets
from aura.language.grammar.lists import own_lists
from aura.language.grammar.net import SLOT, WordNet
from aura.language.grammar.packed import Slips
from aura.language.grammar.templates import Dialect, Entry, Laid, compile_templates, plain_dialect
from aura.language.words.morphology import gerund, participle, past, third

Meant = tuple[Intent, list[Laid]]
"""An intent, and what it is said with beside its sentences."""
OF_STRUCTURE = ("determiner", "indefinite", "adjective", "number", "description_lead", "file_noun", "cardinal")
OF_QUESTIONS = ("topic", "plain", "asks", "report", "aside", "among", "beside_fact")
"""What only questions and what is said beside them are made of."""


def compile_grammar(
    sources: list[tuple[str, bytes]], loaded: Sequence[TemplateFiles] = (), language: str = "en"
) -> Grammar:
    """Compile the named YAML texts (one lexicon, any number of sentence files) and the loaded domains."""
    documents = [(name, yaml.load(text, Loader=yaml.CSafeLoader) or {}) for name, text in sources]
    lexicons = [document for name, document in documents if name.startswith("lexicon.")]
    if len(lexicons) != 1:
        raise GrammarError(f"One lexicon is needed to compile a grammar, and {len(lexicons)} were found.")
    lexicon = lexicons[0]
    domains = [(name, document) for name, document in documents if name.startswith("sentences.") and document]
    beside = [document for name, document in documents if not name.startswith(("lexicon.", "sentences."))]
    _check_names([document["domain"] for _, document in domains], [files.domain for files in loaded])
    read = [read_domain(files) for files in loaded]
    fixed = [intent for name, document in domains for intent in _intents(name, document)]
    laid = list(_constructions(domains, lexicon))
    intents = [*fixed, *(intent for domain in read for intent in domain.intents)]
    told = read_topics(domains, len(intents))
    phrases = [*_phrases(lexicon, [document for _, document in domains]), *beside_phrases(beside), *told.phrases]
    plain = plain_dialect(rules_of((lexicon, *beside, *(document for _, document in domains))))
    net = compile_templates(_entries(lexicon["times"], phrases, zip(fixed, laid, strict=True), read, plain), LOADED + 1)
    if empty := [label for start in net.starts for label in sorted(net.labels[start])]:
        what = empty[0][0]
        raise GrammarError(f"A template for {what} may be of no words at all: give it one that must be there.")
    kinds = classes(lexicon)
    words = word_sets(lexicon) | signs_of_several(lexicon["several"])
    verbs, irregular = _verbs(domains), lexicon["irregular"]
    words["participle"] = dict.fromkeys(sorted({participle(verb, irregular) for verb in verbs} - verbs), 1)
    words["telling"] = dict.fromkeys(sorted({third(verb, irregular) for verb in verbs} - kinds.keys()), 1)
    words |= number_words(beside)
    words["unjoined"] = {word: 1 for word, found in kinds.items() if stands_apart(word, found, words["definite"])}
    structure = set(kinds).union(*(words[name] for name in OF_STRUCTURE))
    vocabulary = net.words_from((PHRASES, TIMES, FIXED)) | structure
    commanding = net.words_from((PHRASES, TIMES), without=OF_QUESTIONS) | net.row(net.starts[FIXED]).keys()
    words["commanding"] = dict.fromkeys(sorted(commanding | structure), 1)
    return Grammar(
        automaton=Automaton.of(net),
        vocabulary=dict.fromkeys(sorted(vocabulary), 1),
        slips=Slips.of(vocabulary),
        classes=kinds,
        frames={frame.name: frame for name, document in domains for frame in _frames(name, document)},
        intents=[*intents, *told.intents],
        words=words,
        spelling={str(said): str(meant) for said, meant in lexicon["spelling"].items()},
        past={past(verb, irregular): verb for verb in sorted(verbs | _constructed(domains, lexicon["verbs"]))},
        spoken={str(word): str(character) for word, character in lexicon["spoken"].items()},
        topics=told.topics,
        opposites=each_to_others(lexicon["opposites"]) | _told(domains, lexicon),
        homophones=each_to_others(lexicon.get("sounding_alike", ())),
        templates=_templates(net, read, _own_lists(domains), language, words["definite"]),
    )


def _check_names(built_in: list[str], loaded: list[str]) -> None:
    for number, name in enumerate(loaded):
        if name in built_in or name in loaded[:number]:
            raise GrammarError(f"There is a domain {name} already: give the one that is loaded another name.")


def _phrases(lexicon: dict[str, Any], documents: list[dict[str, Any]]) -> Iterator[Phrase]:
    """The plain phrases of the lexicon and of domains."""
    yield from _lexicon_entries(lexicon)
    for document in documents:
        yield from frame_entries(document, lexicon["irregular"])
        yield from ((phrase, ("holding", "")) for phrase in document.get("holding", ()))
        yield from ((phrase, ("control", "")) for phrase in document.get("controls", ()))
        yield from _givers(document)


def _givers(document: dict[str, Any]) -> Iterator[Phrase]:
    """Words for a text that a goal of a domain gives: "what is on the clipboard"."""
    for giver in document.get("gives", ()):
        label = "gives", f"{document['domain']} {giver['goal']} {giver.get('object', '')}".strip()
        yield from ((phrase, label) for phrase in giver["words"])


def _entries(
    times: list[str], phrases: list[Phrase], fixed: Iterable[Meant], read: list[Domain], plain: Dialect
) -> Iterator[Entry]:
    """Every template with its label, the start it is reached from and its dialect."""
    yield from (Entry(template, label, PHRASES, plain) for template, label in phrases)
    yield from (Entry(template, ("time", ""), TIMES, plain) for template in times)
    number = -1
    for number, (intent, construction) in enumerate(fixed):
        yield from _sentences(number, (*intent.sentences, *construction), FIXED, plain)
    for domain in read:
        for intent, dialect in zip(domain.intents, domain.dialects, strict=True):
            number += 1
            yield from _sentences(number, intent.sentences, LOADED, dialect)


def _sentences(number: int, said: Iterable[str | Laid], start: int, dialect: Dialect) -> Iterator[Entry]:
    """What an intent is said with; a label says which of it it was."""
    for at, template in enumerate(said):
        yield Entry(template, ("intent", f"{number}.{at}"), start, dialect)


def _constructions(domains: Sequence[tuple[str, dict[str, Any]]], lexicon: dict[str, Any]) -> Iterator[list[Laid]]:
    """What each intent of the domains has beside its sentences: a verb with its parts, or nothing."""
    for name, document in domains:
        for title, intent in document.get("intents", {}).items():
            source = f"{title} in {name} of {document['domain']}"
            told = "verbs" in intent
            yield [read_construction(source, intent, lexicon["verbs"], lexicon["irregular"])] if told else []


def _own_lists(domains: Iterable[tuple[str, dict[str, Any]]]) -> dict[str, SlotList]:
    """The lists of all built-in domains, which share them by name."""
    found: dict[str, SlotList] = {}
    for name, document in domains:
        for title, entry in own_lists(document["domain"], document).items():
            if title in found:
                raise GrammarError(f"There are two lists {title}, one in {name} of {document['domain']}: rename one.")
            found[title] = entry
    return found


def _templates(
    net: WordNet, read: list[Domain], own: dict[str, SlotList], language: str, articles: Container[str]
) -> Templates:
    """What sentences with slots need beside the automaton."""
    words = net.words_from((LOADED,))
    lists = own | {name: entry for domain in read for name, entry in domain.lists.items()}
    skips: dict[str, list[str]] = {}
    for phrase in dict.fromkeys(phrase for domain in read for phrase in domain.skips if phrase):
        skips.setdefault(phrase.partition(" ")[0], []).append(phrase)
    return Templates(
        words=dict.fromkeys(sorted(words), 1),
        targets=dict.fromkeys(sorted(_targets(net, lists, articles)), 1),
        slips=Slips.of(words),
        lists=lists,
        numbers=spelled_numbers({name: entry for name, entry in lists.items() if name not in own}, language),
        skips=skips,
    )


def _targets(net: WordNet, lists: Mapping[str, SlotList], articles: Container[str]) -> set[str]:
    """The words that may follow a name, without those that begin a sentence and are followed by one."""

    def names(state: int) -> list[int]:
        """The states behind the names that may be said at a state."""
        found = ((symbol[1:].partition(":")[0], after) for symbol, after in net.arcs[state] if symbol[0] == SLOT)
        return [after for name, after in found if "/" in name and (name not in lists or lists[name].values)]

    behind = {after for state in range(len(net.arcs)) for after in names(state)}
    follow = {word for state in behind for word, _ in net.arcs[state] if word[0] != SLOT}
    led = {
        word
        for word, state in net.arcs[net.starts[LOADED]]
        if names(state) or any(names(after) for article, after in net.arcs[state] if article in articles)
    }
    return follow - led


def _frames(source: str, document: dict[str, Any]) -> Iterator[Frame]:
    for name, frame in document.get("frames", {}).items():
        missing = {"goal", "theme", "takes", "needs", "category"} - set(frame)
        if missing:
            raise GrammarError(f"Frame {name} in {source} of {document['domain']} lacks {', '.join(sorted(missing))}.")
        yield Frame(
            name=name,
            domain=document["domain"],
            goal=frame["goal"],
            category=frame["category"],
            theme=frame["theme"],
            takes={role: float(cost) for role, cost in frame["takes"].items()},
            needs=tuple(tuple(need) for need in frame["needs"]),
            kind=frame.get("kind", ""),
            partial=tuple(tuple(need) for need in frame.get("partial", ())),
            contents=bool(frame.get("contents", False)),
            alters=bool(frame.get("alters", False)),
            names=bool(frame.get("names", False)),
            wishes=bool(frame.get("wishes", False)),
            adds=frame.get("adds", ""),
            contrast=bool(frame.get("contrast", False)),
            verbless=float(frame.get("verbless", 0)),
        )


def _intents(source: str, document: dict[str, Any]) -> Iterator[Intent]:
    for name, intent in document.get("intents", {}).items():
        yield Intent(
            domain=document["domain"],
            goal=intent.get("goal", name),
            category=intent["category"],
            params=intent.get("params", {}),
            source=f"{document['domain']}/{source}: {name}",
            cost=float(intent.get("cost", 0)),
            alone=bool(intent.get("alone", False)),
            whole=intent.get("whole", ""),
            back=intent.get("back", ""),
            reads=bool(intent.get("reads", False)),
            follows=tuple(intent.get("follows", ())),
            never_after=tuple(intent.get("never_after", ())),
            refers={slot: tuple(slots) for slot, slots in intent.get("refers", {}).items()},
            recalls=tuple(intent.get("recalls", ())),
            told=bool(intent.get("told", False)),
            shares=bool(intent.get("shares", False)),
            things=intent.get("things", {}),
            contents=intent.get("contents", ""),
            named=intent.get("named", {}),
            otherwise=intent.get("otherwise", {}),
            sentences=tuple(intent.get("sentences", ())),
            in_turn=bool(intent.get("in_turn", False)),
            between=bool(intent.get("between", False)),
            each=intent.get("each", ""),
            leads=bool(intent.get("leads", False)),
            untold=bool(intent.get("untold", False)),
        )


def _lexicon_entries(lexicon: dict[str, Any]) -> Iterator[Phrase]:
    for place, phrases in lexicon["fillers"].items():
        yield from ((phrase, ("filler", place)) for phrase in phrases)
    for strength, phrases in lexicon["joints"].items():
        yield from ((phrase, ("joint", strength)) for phrase in phrases)
    for category, phrases in lexicon["phrases"].items():
        yield from _valued(category, phrases if isinstance(phrases, dict) else {"": phrases})
    for category, values in lexicon["lists"].items():
        yield from _valued(category, values)
    yield from _valued("kind", lexicon["kinds"]["one"])
    yield from _valued("kinds", lexicon["kinds"]["many"])
    yield from _valued("group", lexicon["groups"]["one"])
    yield from _valued("groups", lexicon["groups"]["many"])
    for category in ("everything", "every_file"):
        yield from ((phrase, (category, "*")) for phrase in lexicon[category])
    yield from _valued("remark", lexicon["remarks"])
    for category, phrases in lexicon["descriptions"].items():
        if category != "lead":
            yield from ((phrase, (category, "")) for phrase in phrases)


def _valued(category: str, values: dict[str, list[str]]) -> Iterator[Phrase]:
    for value, phrases in values.items():
        yield from ((phrase, (category, value)) for phrase in phrases)


def frame_entries(document: dict[str, Any], irregular: dict[str, Any]) -> Iterator[Phrase]:
    """The templates of the verbs of a document's frames, each with its frame and form."""
    for name, frame in document.get("frames", {}).items():
        for verb in frame.get("verbs", ()):
            yield from _forms(name, verb, irregular)
        for verb in frame.get("weak", ()):
            yield verb, ("verb", f"{name} weak")
            yield gerund(verb, irregular), ("verb", f"{name} weak")
        for phrase in frame.get("phrases", ()):
            yield phrase, ("verb", f"{name} active")
        for form in ("after", "wished", "placed"):
            yield from ((phrase, ("verb", f"{name} {form}")) for phrase in frame.get(form, ()))


def _forms(frame: str, verb: str, irregular: dict[str, Any]) -> Iterator[Phrase]:
    """A verb in every form that commands, also in those of people who learn the language: "can you deletes"."""
    active, after = ("verb", f"{frame} active"), ("verb", f"{frame} after")
    doing, done, does = gerund(verb, irregular), participle(verb, irregular), third(verb, irregular)
    yield from ((phrase, active) for phrase in (verb, doing, f"<expletive> {done}"))
    yield from ((phrase, after) for phrase in (f"[<aux>] {done}", f"<needing> {doing}"))
    yield f"(is|are|be|being|gets|get|will be) {done}", ("verb", f"{frame} wished")
    if verb.partition(" ")[0] not in irregular["states"]:
        yield f"<must_be> {verb}", after
    if done != verb:
        yield f"<begged> {done}", active
    yield f"<begged> {does}", active
    yield does, ("verb", f"{frame} told")


def _told(domains: Iterable[tuple[str, dict[str, Any]]], lexicon: dict[str, Any]) -> dict[str, list[str]]:
    """Verbs as one tells of what happens, each to its plain form: "firefox opens" is no slip of an order."""
    intents = [intent for _, document in domains for intent in document.get("intents", {}).values()]
    said = [*(verb for intent in intents for verb in intent.get("verbs", ())), *chain(*lexicon["verbs"].values())]
    verbs = {verb.partition(" ")[0] for verb in said if not verb.startswith("<")} | _verbs(domains)
    return {third(verb, lexicon["irregular"]): [verb] for verb in sorted(verbs)}


def _constructed(domains: Iterable[tuple[str, dict[str, Any]]], classes: dict[str, list[str]]) -> set[str]:
    """The first word of every verb of a construction, and of the classes of verbs that these name."""
    intents = (intent for _, document in domains for intent in document.get("intents", {}).values())
    written = (verb for intent in intents for verb in intent.get("verbs", ()) if not verb.startswith("<"))
    return {verb.partition(" ")[0] for verb in chain(written, *classes.values()) if verb.partition(" ")[0].isalpha()}


def _verbs(domains: Iterable[tuple[str, dict[str, Any]]]) -> set[str]:
    """The first word of every verb."""
    frames = [frame for _, document in domains for frame in document.get("frames", {}).values()]
    return {verb.partition(" ")[0] for frame in frames for verb in frame.get("verbs", ())}
