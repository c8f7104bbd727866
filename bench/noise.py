"""How golden sentences fare with noise: slips of the hand, fillers, two commands at once, times.

    python bench/noise.py [--json] [--show] [--rows NAME …] [--seed N] [--processes N]

Every acceptance of `tests/golden/acceptances` is said again with noise in it, in the same world, and graded by the
tree that it leaves: exact, wrong (another tree, or an answer to another question), asked, or not understood. Those of
`tests/golden/planned`, which are about a desktop, are graded by their plans.
Words that are a name, a text or a number are left alone, and a slip that makes another word of the grammar, or a
common one ("older", "them" as "the"), is made otherwise, since then something else was said.
With a time that cannot be honoured nothing may be done.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from aura.contracts.outcome import RunResult
from aura.language.decoding.account import free_tokens
from aura.language.decoding.decode import Decoded, decode
from aura.language.grammar.grammar import Grammar
from aura.language.grammar.once import Once
from aura.language.hearing.agreement import FILLER
from aura.language.hearing.rewording import put_plainly
from aura.language.utterance.lattice import COUNTING, Lattice
from aura.language.utterance.numbers import Numbers
from aura.language.utterance.values import Values
from aura.runtime.golden.case import Case, Tree, cases, fits, whole
from aura.runtime.golden.world import World, goal_lines, play, told

ROOT = Path(__file__).parents[1]
ACCEPTANCES = ROOT / "tests" / "golden" / "acceptances"
PLANNED = ROOT / "tests" / "golden" / "planned"
NUMBER = re.compile(r"\$\{g\d+")
MISSPELT_ALREADY = "typos"
MOST_SLIPS = 20
LETTERS = "abcdefghijklmnopqrstuvwxyz"
JOINTS = (" and then ", " and ", ", ")
KNOWN = ("please {}", "can you {}", "uh {}", "i want you to {}", "{} now", "{} for me when you get a chance")
UNLISTED = (
    "my goodness {}", "hmm let me see {}", "if it's all the same to you {}", "righto {}", "as discussed {}",
    "long story short {}", "for the love of god {}", "without further ado {}", "between you and me {}",
    "{} would be great", "{} or my boss gets mad", "{} like yesterday", "{} chop chop", "{} if you catch my drift",
    "{} and make it snappy",
)  # fmt: skip
"""Written after the words of the grammar, and in no list of it."""
TIMES = ("{} tonight", "{} at 9", "{} in ten minutes", "{} every monday", "tomorrow {}")
REQUESTS = (
    "can you",
    "i want you to",
    "would be great",
    "in ten minutes",
    "every monday",
    "at 9",
    "tonight",
    "tomorrow",
)
PICKED = {"known": 3, "unlisted": 5, "times": 3}
ROWS = ("as_written", "transposition", "edit", "two", "known", "unlisted", "times")
ACTED = ("completed", "answered")


class Trial(NamedTuple):
    """A sentence with noise in it, its world, what should be there afterwards, and the case it comes from."""

    row: str
    kind: str
    say: str
    before: Tree
    after: Tree
    case: Case


# -- what is made of a sentence


def trials(every: Sequence[Case], grammar: Grammar, wanted: Sequence[str], seed: int) -> list[Trial]:
    """All noisy sentences of the wanted rows, the same for the same seed."""
    readable = [(case, decoded) for case in every if (decoded := read(case, grammar)).readings]
    found = [Trial("as_written", "", case.say, case.before, case.after, case) for case, _ in readable]
    for case, decoded in readable:
        chance = random.Random(f"{seed} {case.name}")
        found.extend(_slips(case, decoded, chance))
        found.extend(_filled(case, decoded, chance))
    of_files = [(case, decoded) for case, decoded in readable if "steps" not in case.raw]
    of_desktop = [(case, decoded) for case, decoded in readable if "steps" in case.raw]
    found.extend(_pairs(of_files, random.Random(seed)))
    found.extend(_pairs(of_desktop, random.Random(seed)))
    return [trial for trial in found if trial.row in wanted]


def read(case: Case, grammar: Grammar) -> Decoded:
    """A sentence decoded, with what the lists of all domains hold."""
    return decode(grammar, case.say, None, _known(grammar))


@Once
def _known(grammar: Grammar) -> Values:
    """What the lists of all domains hold on a computer of which nothing is known."""
    folder = Path(tempfile.mkdtemp(dir=_quick()))
    try:
        house = World(folder / "world", folder / "none", {}).session()._house
        house.__dict__["grammar"] = grammar
        return house.values
    finally:
        shutil.rmtree(folder)


def _given(case: Case) -> set[str]:
    """The words of texts and names that a case's steps are given."""
    inputs = (value for step in case.raw.get("steps", ()) if isinstance(step, dict) for value in step.values())
    return {word for given in inputs for word in re.findall(r"\w+", str(list(given.values())).lower())}


def _slips(case: Case, decoded: Decoded, chance: random.Random) -> Iterator[Trial]:
    if case.name.startswith(MISSPELT_ALREADY):
        return
    lattice, free = decoded.lattice, free_tokens(decoded.readings[0], decoded.lattice)
    counted, given = _counted(lattice), _given(case)
    words = [
        token
        for at, token in enumerate(lattice.tokens)
        if token.shape == "word"
        and at not in free
        and token.low.isalpha()
        and at not in counted
        and token.low not in given
    ]
    if long := [token for token in words if len(token.text) >= 5]:
        token = chance.choice(long)
        slipped = _slipped(lattice.grammar, partial(_transposed, token.text, chance))
        yield _said(case, "transposition", "", case.say[: token.start] + slipped + case.say[token.end :])
    if longer := [token for token in words if len(token.text) >= 4]:
        edited = chance.choice(longer)
        kind = chance.choice(("insert", "delete", "substitute"))
        slipped = _slipped(lattice.grammar, partial(_edited, edited.text, kind, chance))
        yield _said(case, "edit", kind, case.say[: edited.start] + slipped + case.say[edited.end :])


def _counted(lattice: Lattice) -> set[int]:
    """The tokens of numbers, which are never decided by a slip, as "twice" and "hundred and *ten*"."""
    numbers = Numbers(lattice)
    spans = ((at, found[0]) for at in range(lattice.size) if (found := numbers.at(at)) is not None)
    words = {at for at in range(lattice.size) for name in COUNTING if lattice.in_set(at, name)}
    return words.union(*(range(*span) for span in spans))


def _slipped(grammar: Grammar, slip: Callable[[], str]) -> str:
    """A word with a slip in it; one that is no other word, if there is such a slip."""
    made = slip()
    for _ in range(MOST_SLIPS):
        if not any(
            made.lower() in words for words in (grammar.vocabulary, grammar.words["common"], grammar.words["real"])
        ):
            break
        made = slip()
    return made


def _transposed(word: str, chance: random.Random) -> str:
    places = [at for at in range(len(word) - 1) if word[at].lower() != word[at + 1].lower()]
    at = chance.choice(places)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _edited(word: str, kind: str, chance: random.Random) -> str:
    at = chance.randrange(len(word))
    if kind == "delete":
        return word[:at] + word[at + 1 :]
    letter = chance.choice([letter for letter in LETTERS if letter != word[at].lower()])
    return word[:at] + letter + word[at + (kind == "substitute") :]


def _filled(case: Case, decoded: Decoded, chance: random.Random) -> Iterator[Trial]:
    """With fillers, and with times; what asks is not given the words of a request, nor an open text words behind it."""
    bare = case.say.rstrip(" .!?")
    request = decoded.lattice.class_name(0) in ("verb", "noun") and decoded.readings[0].clauses[0].intent < 0
    closed = not ends_in_text(decoded) and bare == case.say
    for row, forms in (("known", KNOWN), ("unlisted", UNLISTED), ("times", TIMES)):
        behind = closed and not (row == "times" and _ends_in_remark(decoded))
        fitting = [form for form in forms if behind or form.endswith("{}")]
        fitting = [form for form in fitting if request or not any(words in form for words in REQUESTS)]
        for form in chance.sample(fitting, min(PICKED[row], len(fitting))):
            yield _said(case, row, form, form.format(_lowered(case.say) if form.endswith("{}") else case.say))


def ends_in_text(decoded: Decoded) -> bool:
    """Whether the sentence ends in an unquoted text, to which anything that follows would belong.

    So does what a colon announces: "a document called rota: *we start at nine*".
    """
    last = decoded.lattice.size - 1
    announced = ":" in decoded.lattice.low[:last] and decoded.lattice.tokens[last].shape != "quoted"
    clause = decoded.readings[0].clauses[-1]
    texts = ("text", "bare_text", "replacement", "about")
    open_text = any(part.category in texts and part.end > last for part in clause.parts)
    return (open_text and decoded.lattice.tokens[last].shape != "quoted") or announced or bool(clause.slots)


def _ends_in_remark(decoded: Decoded) -> bool:
    """Whether the sentence ends in a remark, that a time behind it would be of: "…, he is here *every monday*".

    Such is a last sentence of its own that asks for nothing: "Add it to a.txt. *Nobody will be glad of that*".
    """
    grammar, plain = decoded.lattice.grammar, put_plainly(decoded.lattice)
    _, stop, last = decoded.lattice.text.rpartition(". ")
    told = bool(stop) and not decode(grammar, last).readings
    heard = decoded if plain is None else decode(grammar, plain, None, _known(grammar))
    notes = heard.readings[0].notes if heard.readings else ()
    return told or any(kind != FILLER and end >= heard.lattice.size for kind, _, end in notes)


def _said(case: Case, row: str, kind: str, say: str) -> Trial:
    return Trial(row, kind, say, case.before, case.after, case)


def _lowered(say: str) -> str:
    first, _, _ = say.partition(" ")
    return say if first.isupper() or first.startswith("I'") else say[:1].lower() + say[1:]


def _pairs(readable: Sequence[tuple[Case, Decoded]], chance: random.Random) -> Iterator[Trial]:
    """Two commands of worlds that have nothing in common, one after the other."""
    single = [(case, decoded) for case, decoded in readable if not _reaches_far(decoded)]
    chance.shuffle(single)
    for (one, decoded), (two, _) in pairwise(single):
        if ends_in_text(decoded) or not _apart(one, two):
            continue
        after = {name: text for name, text in _all(one.after, two.after).items() if _stays(name, one, two)}
        joint = chance.choice(JOINTS)
        say = one.say.rstrip(" .!?") + joint + _lowered(two.say)
        yield Trial("two", joint, say, _all(one.before, two.before), after, _joined(one, two))


def _reaches_far(decoded: Decoded) -> bool:
    """Whether a sentence speaks of all there is, so that a larger world is more to it."""
    things = [thing for clause in decoded.readings[0].clauses for thing in clause.things()]
    return any(thing.form == "pattern" or thing.plural or thing.everything for thing in things)


def _apart(one: Case, two: Case) -> bool:
    """Whether two sentences have no name in common, and do not ask for the same, which would be done once."""
    names = [{name.rpartition("/")[2] for name in (*whole(case.before), *whole(case.after))} for case in (one, two)]
    same = any(goal in two.raw.get(kind, ()) for kind in ("goals", "steps") for goal in one.raw.get(kind, ()))
    return not same and names[0].isdisjoint(names[1])


def _all(one: Tree, two: Tree) -> Tree:
    return whole(one) | whole(two)


def _stays(name: str, one: Case, two: Case) -> bool:
    return all(name in whole(case.after) for case in (one, two) if name in whole(case.before))


def _joined(one: Case, two: Case) -> Case:
    steps = [*one.raw.get("steps", ()), *two.raw.get("steps", ())]
    if steps:
        raw = {"steps": steps, "macros": {**one.raw.get("macros", {}), **two.raw.get("macros", {})}}
        return Case(f"{one.name}+{two.name}", one.say, _all(one.before, two.before), {}, raw)
    goals = [*one.raw["goals"], *two.raw["goals"]] if "goals" in one.raw and "goals" in two.raw else None
    raw = {"goals": goals} if goals else {}
    return Case(f"{one.name}+{two.name}", one.say, _all(one.before, two.before), {}, raw)


# -- what comes of it


def judged(trial: Trial, grammar_cache: Path, grammar: Grammar) -> tuple[str, str]:
    """(exact, wrong, asked, missed or acted; what was said) of one trial."""
    folder = Path(tempfile.mkdtemp(dir=_quick()))
    try:
        world = World(folder / "world", grammar_cache, trial.before)
        world.keep(trial.case.raw.get("macros", {}))
        assemble = world.session

        def session() -> Any:
            made = assemble()
            made._house.__dict__["grammar"] = grammar
            return made

        world.session = session  # type: ignore[method-assign]
        if "steps" in trial.case.raw:
            return _planned(trial, session().plan(trial.say), str(world.folder))
        before = world.look()
        _, [result] = play(world, Case(trial.case.name, trial.say, trial.before, trial.after, {}))
        found = world.look()
        if trial.row == "times":
            return ("acted" if found != before or result.status in ACTED else "exact"), result.message
        if found == before and result.status not in ACTED:
            return ("asked" if result.status == "clarification" else "missed"), result.message
        return ("exact" if fits(found, trial.after) and _answers(trial, result) else "wrong"), result.message
    finally:
        shutil.rmtree(folder)


def _planned(trial: Trial, result: RunResult, world: str) -> tuple[str, str]:
    """The verdict on a sentence that is only planned; paths are below its world, a step may have another number."""
    planned = result.status == "planned" and result.plan is not None
    steps = [{step["id"]: step["inputs"]} for step in result.plan["steps"]] if planned and result.plan else []
    steps = json.loads(NUMBER.sub("${g", json.dumps(steps).replace(f"{world}/", "")))
    wanted = [step if isinstance(step, dict) else {step: {}} for step in trial.case.raw["steps"]]
    wanted = json.loads(NUMBER.sub("${g", json.dumps(wanted)))
    if trial.row == "times":
        return ("acted" if planned else "exact"), result.message
    if not planned:
        return ("asked" if result.status == "clarification" else "missed"), result.message
    return ("exact" if steps == wanted else "wrong"), f"{result.message} {steps}"


def _answers(trial: Trial, result: RunResult) -> bool:
    """Whether it does, or tells, what the case says; only the verbs of goals, since scopes follow the sentence."""
    wanted = [" ".join(goal.split()[:2]) for goal in trial.case.raw.get("goals", ())]
    found = [line.rpartition(" ")[0] for line in goal_lines(result)]
    return (not wanted or wanted == found) and trial.case.raw.get("tells", "") in told(result)


def _quick() -> str | None:
    """A folder in memory, where the system has one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


@cache
def _compiled() -> tuple[Path, Grammar]:
    """The compiled grammar, once a process, and the folder it is kept in."""
    folder = Path(tempfile.mkdtemp(dir=_quick()))
    world = World(folder / "world", folder / "none", {})
    session = world.session()
    session.plan("")
    return world.cache, session._house.grammar


def _judge_all(some: Sequence[Trial]) -> list[tuple[str, str]]:
    place, grammar = _compiled()
    try:
        return [judged(trial, place, grammar) for trial in some]
    finally:
        _compiled.cache_clear()
        shutil.rmtree(place.parents[2])


def measure(wanted: Sequence[str], seed: int, processes: int, limit: int) -> tuple[list[Trial], list[tuple[str, str]]]:
    """Every trial with its verdict."""
    place, grammar = _compiled()
    files = sorted((*ACCEPTANCES.glob("*.yaml"), *PLANNED.glob("*.yaml")))
    every = [case for case in cases(*files) if not case.raw.get("answers") and "asks" not in case.raw]
    made = trials(every, grammar, wanted, seed)
    if limit:
        made = random.Random(seed).sample(made, min(limit, len(made)))
    shutil.rmtree(place.parents[2])
    _compiled.cache_clear()
    shares = [made[number::processes] for number in range(processes)]
    with ProcessPoolExecutor(processes) as pool:
        results = list(pool.map(_judge_all, shares))
    verdicts = [results[at % processes][at // processes] for at in range(len(made))]
    return made, verdicts


def figures(made: Sequence[Trial], verdicts: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """For each row: how many, and the shares in percent."""
    counts: dict[str, Counter[str]] = {}
    for trial, (verdict, _) in zip(made, verdicts, strict=True):
        counts.setdefault(trial.row, Counter())[verdict] += 1
    return [_shares(row, counts[row]) for row in ROWS if row in counts]


def _shares(row: str, count: Counter[str]) -> dict[str, Any]:
    total = count.total()
    kinds = ("exact", "wrong", "asked", "missed", "acted")
    return {"row": row, "sentences": total} | {kind: round(100 * count[kind] / total, 2) for kind in kinds}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one object, which is what is always printed")
    parser.add_argument("--show", action="store_true", help="print every sentence that is not exact")
    parser.add_argument("--rows", nargs="+", default=ROWS, choices=ROWS)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--limit", type=int, default=0, help="a sample of so many sentences")
    asked = parser.parse_args()
    started = time.perf_counter()
    made, verdicts = measure(asked.rows, asked.seed, asked.processes, asked.limit)
    if asked.show:
        for trial, (verdict, message) in zip(made, verdicts, strict=True):
            if verdict != "exact":
                print(f"{verdict:7} {trial.row:13} {trial.say}\n{'':22}{message}")
    seconds = round(time.perf_counter() - started)
    told = {"seed": asked.seed, "limit": asked.limit, "rows": figures(made, verdicts), "seconds": seconds}
    print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
