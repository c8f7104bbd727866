"""Home Assistant's own English sentences, read by this project and by the matchers that are made for them.

Run with `python bench/home_assistant.py [--seed N] [--few N] [--no-scale]`, after `pip install .[bench]`; prints one
JSON object. The sentences are `home_assistant/` of the folder AURA_EVAL_DIR (or ../shared/eval beside the project);
where they or a peer are absent it says so in `skipped`. Every row is the same sentences for all, in one process:
`right` and `wrong` intents in percent (`slots`: right, and every slot that is expected), milliseconds on the processor.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import aura.language
import aura.tools
from aura.contracts.collector import collect_rarely
from aura.language.decoding.decode import best_reading
from aura.language.grammar.grammar import Grammar, TemplateFiles
from aura.language.grammar.lists import read_lists
from aura.language.grammar.loading import decoded, encoded, load_grammar
from aura.language.utterance.values import Values

ROOT = Path(__file__).parents[1]
LANGUAGE = (Path(aura.language.__path__[0]),)
EVERYTHING = (*LANGUAGE, Path(aura.tools.__path__[0]))
CONTROL = ("HassTurnOn", "HassTurnOff", "HassLightSet", "HassSetVolume", "HassClimateSetTemperature")
JOINTS = (" and then ", " and ", ", ")
KNOWN = ("please {}", "can you {}", "uh {}", "i want you to {}", "{} now", "{} for me when you get a chance")
UNKNOWN = (
    "my goodness {}", "hmm let me see {}", "alrighty then {}", "gosh {}", "righto {}", "my dear robot {}", "oh boy {}",
    "{} would be great", "{} my friend", "{} you absolute legend", "{} i guess", "{}, old chap", "{} thanks a bunch",
    "{} if that makes sense", "crikey, {}",
)  # fmt: skip
TIMED = ("{} tonight", "{} at 9")
SAYS_WHEN, ONLY_READS = ("(says when)", {}), ("(only reads)", {})
HERE = "(here)"
OUT_OF_SCOPE = 500
AT_HOME = re.compile(
    r"\b(lights?|lamps?|fans?|timers?|alarms?|volume|music|songs?|play|vacuum|clean|thermostat|temperature|weather|door"
    r"|windows?|list|tv|time|date|broadcast|announce|heating|curtains?)\b",
    re.IGNORECASE,
)

Goal = tuple[str, dict[str, Any]]
Reader = Callable[[str], list[Goal] | None]


class Case(NamedTuple):
    """What is said, and the goals that are meant."""

    said: str
    meant: list[Goal]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--few", type=int, default=400, help="sentences in each row of fillers and joints")
    parser.add_argument("--no-scale", action="store_true")
    parser.add_argument("--peak", type=Path, help="only the peak of memory with all domains, kept in this folder")
    parser.add_argument("--json", action="store_true", help="one object, which is what is always printed")
    asked = parser.parse_args()
    folder = Path(os.environ.get("AURA_EVAL_DIR", ROOT.parent / "shared" / "eval"))
    files, missing = templates()
    if files is None or not (folder / "home_assistant").is_dir():
        why = missing if files is None else f"There are no sentences in {folder.name}/home_assistant."
        print(json.dumps({"skipped": why}))
        return
    home = json.loads((folder / "home_assistant" / "home.json").read_text(encoding="utf-8"))
    if asked.peak:
        print(json.dumps(peak(asked.peak, files, home)))
        return
    collect_rarely()
    print(json.dumps(measured(asked, folder, files, home), indent=2))


def templates() -> tuple[TemplateFiles | None, str]:
    """Home Assistant's English templates as they are installed; else why not."""
    try:
        import home_assistant_intents
    except ImportError:
        return None, "home-assistant-intents is not installed: `pip install .[bench]`."
    document = home_assistant_intents.get_intents("en")
    return TemplateFiles("home", (("en.json", json.dumps(document).encode()),)), ""


def measured(asked: argparse.Namespace, folder: Path, files: TemplateFiles, home: dict[str, Any]) -> dict[str, Any]:
    """Every row for every reader."""
    chance = random.Random(asked.seed)
    text = (folder / "home_assistant" / "sentences.en.jsonl").read_text(encoding="utf-8")
    cases = [Case(row["sentence"], [(row["intent"], row["slots"])]) for row in map(json.loads, text.splitlines())]
    rows = dict(sets(cases, chance, asked.few))
    readers = {
        "aura": ours(LANGUAGE, files, home),
        "aura, all domains": ours(EVERYTHING, files, home),
        **peers(files, home),
    }
    gc.collect()
    gc.freeze()
    found: dict[str, Any] = {"rows": {name: scores(readers, said) for name, said in rows.items()}}
    found["rows"] |= {name: timed(readers, cases, name) for name in TIMED}
    outside = strangers(folder, chance)
    found["out_of_scope"] = {name: accepted(reader, outside) for name, reader in readers.items()}
    found["memory_mb"] = memory()
    if not asked.no_scale:
        found["scale"] = scale(files, home, cases)
    return found


# -- the rows


def sets(cases: list[Case], chance: random.Random, few: int) -> Iterator[tuple[str, list[Case]]]:
    """The sentences as written, with slips, joined, with fillers."""
    yield "as written", cases
    yield "one transposition", list(slipped(cases, chance, 5, transpose))
    yield "one other edit", list(slipped(cases, chance, 4, edit))
    control = [case for case in cases if case.meant[0][0] in CONTROL]
    for joint in JOINTS:
        pairs = [chance.sample(control, 2) for _ in range(few)]
        yield f"two commands: {joint!r}", [Case(bare(a) + joint + b.said, a.meant + b.meant) for a, b in pairs]
    for kind, fillers in (("known filler", KNOWN), ("unknown filler", UNKNOWN)):
        said = [
            Case(filler.format(bare(case)), case.meant)
            for filler in fillers
            for case in chance.sample(cases, max(1, few // 4))
        ]
        yield kind, said


def bare(case: Case) -> str:
    return case.said.rstrip("?.! ")


def slipped(
    cases: list[Case], chance: random.Random, shortest: int, slip: Callable[[str, random.Random], str]
) -> Iterator[Case]:
    """Each sentence with a slip in one word that is long enough."""
    for case in cases:
        words = case.said.split()
        places = [at for at, word in enumerate(words) if len(word) >= shortest and word.isalpha()]
        if places:
            at = chance.choice(places)
            slip_of = slip(words[at], chance)
            if slip_of != words[at]:
                yield Case(" ".join([*words[:at], slip_of, *words[at + 1 :]]), case.meant)


def transpose(word: str, chance: random.Random) -> str:
    at = chance.randrange(len(word) - 1)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def edit(word: str, chance: random.Random) -> str:
    at, letter = chance.randrange(len(word)), chance.choice("abcdefghijklmnopqrstuvwxyz")
    return chance.choice(
        (word[:at] + letter + word[at:], word[:at] + word[at + 1 :], word[:at] + letter + word[at + 1 :])
    )


def strangers(folder: Path, chance: random.Random) -> list[str]:
    """Sentences of no domain that are not Home Assistant's own and do not speak of what it does."""
    text = (folder / "category.jsonl").read_text(encoding="utf-8")
    every = [row for row in map(json.loads, text.splitlines()) if row["category"] == "unknown"]
    rows = [row for row in every if not row["source"].startswith("home_assistant/")]
    said = [row["text"] for row in rows if row["native_label"] == "oos" or not AT_HOME.search(row["text"])]
    return chance.sample(said, min(OUT_OF_SCOPE, len(said)))


# -- the readers


def values_of(grammar: Grammar, home: dict[str, Any]) -> Values:
    names = [{"in": one["name"], "out": one["name"], "context": {"domain": one["domain"]}} for one in home["entities"]]
    lists = {"name": {"values": names}, "area": {"values": home["areas"]}, "floor": {"values": home["floors"]}}
    return Values(grammar, read_lists("home", [{"lists": lists}]), {"area": HERE})


def ours(sources: tuple[Path, ...], files: TemplateFiles, home: dict[str, Any]) -> Reader:
    """This project, with some domains of its own beside the loaded one."""
    grammar = load_grammar(sources, loaded=(files,))
    return reading(grammar, values_of(grammar, home))


def reading(grammar: Grammar, values: Values) -> Reader:
    def read(said: str) -> list[Goal] | None:
        best = best_reading(grammar, said, None, values)
        if best is None:
            return None
        if any(kind == "time" for kind, _, _ in best.notes):
            return [SAYS_WHEN]
        goals = []
        for clause in best.clauses:
            if clause.intent < 0:
                goals.append((clause.frame, {}))
            else:
                intent = grammar.intents[clause.intent]
                if intent.reads:
                    return [ONLY_READS]
                goals.append((intent.goal, {**intent.params, **dict(clause.slots)}))
        return goals

    return read


def peers(files: TemplateFiles, home: dict[str, Any]) -> dict[str, Reader]:
    """Home Assistant's matcher, the gazetteer matcher, and the one after the other."""
    first = hassil_reader(files, home)
    try:
        second = gazetteer_reader(home)
    except ImportError:
        return {"hassil": first}
    return {"hassil": first, "gazetteer": second, "chained": lambda said: first(said) or second(said)}


def hassil_reader(files: TemplateFiles, home: dict[str, Any]) -> Reader:
    from hassil.intents import Intents, TextSlotList
    from hassil.recognize import recognize_best

    intents = Intents.from_dict(json.loads(files.texts[0][1]))
    names = [(one["name"], one["name"], {"domain": one["domain"]}) for one in home["entities"]]
    lists = {
        "name": TextSlotList.from_tuples(names, name="name"),
        "area": TextSlotList.from_strings(home["areas"], name="area"),
        "floor": TextSlotList.from_strings(home["floors"], name="floor"),
    }

    def read(said: str) -> list[Goal] | None:
        found = recognize_best(
            said, intents, slot_lists=lists, intent_context={"area": HERE}, language="en", best_slot_name="name"
        )
        return None if found is None else [(found.intent.name, {e.name: e.value for e in found.entities_list})]

    return read


def gazetteer_reader(home: dict[str, Any]) -> Reader:
    from gazetteer_matcher import GazetteerMatcher

    matcher = GazetteerMatcher(
        home={
            "areas": {name.lower().replace(" ", "_"): {"name": name} for name in home["areas"]},
            "floors": {name.lower().replace(" ", "_"): {"name": name} for name in home["floors"]},
            "entities": {
                f"{one['domain']}.{one['name'].lower().replace(' ', '_')}": {
                    "name": one["name"],
                    "domain": one["domain"],
                }
                for one in home["entities"]
            },
        }
    )

    def read(said: str) -> list[Goal] | None:
        found = matcher.interpret(said)
        return [(frame.intent, dict(frame.slots)) for frame in found.frames] if found.accepted else None

    return read


# -- scores


def scores(readers: dict[str, Reader], cases: list[Case]) -> dict[str, Any]:
    """How every reader does on the same sentences."""
    return {name: score(reader, cases) for name, reader in readers.items()}


def score(reader: Reader, cases: list[Case]) -> dict[str, Any]:
    right = wrong = slots = 0
    times = []
    for case in cases:
        started = time.process_time()
        found = reader(case.said)
        times.append(1e3 * (time.process_time() - started))
        same = found is not None and [intent for intent, _ in found] == [intent for intent, _ in case.meant]
        right += same
        wrong += found is not None and not same
        slots += same and all(holds(got, want) for (_, got), (_, want) in zip(found or (), case.meant, strict=True))
    return {
        "sentences": len(cases),
        "right": percent(right, len(cases)),
        "wrong": percent(wrong, len(cases)),
        "slots": percent(slots, len(cases)),
        **spread(times),
    }


def holds(got: dict[str, Any], want: dict[str, Any]) -> bool:
    """Whether every slot that is expected has its value; how values are spelled with capitals does not matter."""
    return all(
        got.get(name) == value or str(got.get(name)).lower() == str(value).lower() for name, value in want.items()
    )


def timed(readers: dict[str, Reader], cases: list[Case], filler: str) -> dict[str, Any]:
    """How many sentences that say when were taken as a command for now."""
    said = [filler.format(bare(case)) for case in cases]
    found = {name: [reader(text) for text in said] for name, reader in readers.items()}
    acted = {
        name: sum(bool(goals) and goals[0] not in (SAYS_WHEN, ONLY_READS) for goals in each)
        for name, each in found.items()
    }
    return {name: {"sentences": len(said), "acted": count} for name, count in acted.items()}


def accepted(reader: Reader, said: list[str]) -> dict[str, Any]:
    times, count = [], 0
    for text in said:
        started = time.process_time()
        count += reader(text) is not None
        times.append(1e3 * (time.process_time() - started))
    return {"sentences": len(said), "accepted": percent(count, len(said)), **spread(times)}


def percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1)


def spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {"p50_ms": round(statistics.median(ordered), 3), "p95_ms": round(ordered[int(0.95 * len(ordered))], 3)}


# -- size


def memory() -> dict[str, float]:
    """The peak of memory of a process that compiles and keeps the grammar of all domains, and of one that finds it."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, __file__, "--peak", cache]
        peaks = [json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout) for _ in range(2)]
    return {"compiled": peaks[0]["peak_mb"], "kept": peaks[1]["peak_mb"]}


def peak(cache: Path, files: TemplateFiles, home: dict[str, Any]) -> dict[str, float]:
    """The peak of memory of this process with the grammar of all domains, once a sentence has been read."""
    grammar = load_grammar(EVERYTHING, cache, loaded=(files,))
    reading(grammar, values_of(grammar, home))("turn on the kitchen light")
    return {"peak_mb": round(highest_kb() / 1024, 1)}


def highest_kb() -> int:
    """The most memory that this process has had; what it was started from had its own (getrusage takes that in)."""
    told = Path("/proc/self/status")
    if told.exists():
        return next(int(line.split()[1]) for line in told.read_text().splitlines() if line.startswith("VmHWM"))
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def scale(files: TemplateFiles, home: dict[str, Any], cases: list[Case]) -> dict[str, Any]:
    """Ten times the templates, each with words of its own: time a sentence, times that of one, and to load."""
    found = {}
    for times in (1, 10):
        started = time.process_time()
        grammar = load_grammar(LANGUAGE, loaded=(multiplied(files, times),))
        built = time.process_time() - started
        kept = encoded(grammar)
        loads = []
        for _ in range(7):
            started = time.process_time()
            decoded(kept)
            loads.append(1e3 * (time.process_time() - started))
        reader = reading(grammar, values_of(grammar, home))
        score(reader, cases[:100])
        found[times] = score(reader, cases) | {
            "states": grammar.automaton.count, "build_s": round(built, 2), "kept_kb": len(kept) // 1024,
            "load_ms": round(statistics.median(loads), 1),
        }  # fmt: skip
    return {"one": found[1], "ten": found[10], "times": round(found[10]["p50_ms"] / found[1]["p50_ms"], 2)}


def multiplied(files: TemplateFiles, times: int) -> TemplateFiles:
    """The same intents several times over, every copy in words of its own."""
    document = json.loads(files.texts[0][1])
    intents, rules = dict(document["intents"]), dict(document["expansion_rules"])
    for copy in range(1, times):
        for name, intent in document["intents"].items():
            blocks = [
                block | {"sentences": [renamed(text, copy) for text in block["sentences"]]} for block in intent["data"]
            ]
            intents[f"{name}{copy}"] = {"data": blocks}
        rules |= {f"{name}_{copy}": renamed(text, copy) for name, text in document["expansion_rules"].items()}
    return TemplateFiles(
        "home", (("en.json", json.dumps(document | {"intents": intents, "expansion_rules": rules}).encode()),)
    )


def renamed(template: str, copy: int) -> str:
    """A template whose words of more than one letter are others."""

    def other(match: re.Match[str]) -> str:
        text = match.group()
        if text[0] == "{" or len(text) == 1:
            return text
        if text[0] == "<":
            return f"{text[:-1]}_{copy}>"
        return "".join(chr((ord(letter) - 97 + 2 * copy + at % 3) % 26 + 97) for at, letter in enumerate(text))

    return re.sub(r"\{[^}]*\}|<[^>]*>|[a-z]+", other, template)


if __name__ == "__main__":
    main()
