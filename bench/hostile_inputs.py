"""Random, broken and hostile sentences and plan documents, the same for the same seed."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

SEEDS = (
    "create a folder space and a file notes.txt inside it",
    "make folders a, b and c in documents",
    "create space in the root folder, galaxy in d drive, milkyway inside it",
    "create a folder one inside folder two inside folder three on the desktop",
    "delete all the pdf files in downloads",
    "move every .log file to archive",
    "copy everything in src to backup",
    "rename old.txt to new.txt and create index.html in it",
    'write "hello world" to greeting.txt',
    "add the line buy milk to todo.txt",
    "read notes.txt and write its content to copy.txt",
    "list documents and save the list to listing.txt",
    "could you please make me a word document about cats?",
    "don't delete the reports folder",
    "how do I delete a folder?",
    "mkdir work && touch work/a.txt",
    "rm -rf src",
    "mv a.txt docs/",
    "what time is it",
    "calculate 2 + 2 * (3 - 1)",
    "convert 10 km to miles",
    "remember that the key is under the mat",
    "forget everything about the key",
    "put a.txt, b.txt and notes.txt into a new folder called stuff, then delete the old one",
    "in documents, create a folder named plans with a file ideas.md in it",
    "find all files that start with draft in downloads",
    "move the biggest files from downloads to the d drive except the pdfs",
    "create a file called notes dot txt saying call mum, dad and aunt Mary tomorrow at 5",
)
"""Sentences of many kinds, to be broken."""

MARKS = "\"'“”‘’«»`()[]{}<>,.;:!?-—–_/\\|&*%$#@^~+=…"
ODD = (
    '\x00', '\x01', '\x07', '\x1b[31m', '\x7f', '\u200b', '\u200e', '\u200f', '\u202e', '\u2066', '\ufeff',
    '\ufffd', '\ud800', '\udfff', '\u0301\u0301\u0301', '\U0001f600',
    '\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466', '\U0001f3f3\ufe0f\u200d\U0001f308',
    '\ufdfd', '\U0001d4ef\U0001d4f8\U0001d4f5\U0001d4ed\U0001d4ee\U0001d4fb',
    '\uff46\uff4f\uff4c\uff44\uff45\uff52', '\xdf', '\u1e9e', '\u0130', '\u0131', '\u017f', '\ufb01',
    '\u03a9', '\u01c5', '\u0663', '\u2167', '\xbd', '\xb2', '\xa0', '\u2003', '\u2028', '\x85', '\r\n',
    '\t', '\x0b', '\u0623\u0646\u0634\u0626', '\u0645\u062c\u0644\u062f\u0627',
    '\u521b\u5efa\u6587\u4ef6\u5939', '\u043f\u0430\u043f\u043a\u0430', '\u30d5\u30a9\u30eb\u30c0',
    '\u05ea\u05d9\u05e7\u05d9\u05d4', '${a.outputs.b}', '${', '$(rm)', '`id`', '%s', '%n', '{0}', '\\x00',
    '../../etc/passwd', 'C:\\Windows\\System32', '/etc/shadow', '~/.ssh', 'CON', 'nul.txt', 'aux.', '...',
    '..', '.', '~', '*', '**', 'a*b', '?x', '[a]', '{a,b}', 'file:///x', '\\\\host\\share',
)  # fmt: skip
PAIRS = (
    'a inside b', 'x and y', 'it in it', 'of of', 'the', 'folder in folder', 'a.txt,b.txt', 'then',
    'called', 'not', 'one two', '1 2', 'file file',
)  # fmt: skip
REPEATED = (
    '"', "'", '\u201c', '(', '[', '{', ',', '.', ';', 'and ', 'and then ', 'inside ', 'in it ', 'a ',
    'delete ', 'create a folder ', 'folder ', 'it ', 'to ', 'x inside ', 'a, ', '"a", ', '"a" and ',
    'x and ', 'a.txt and ', 'all ', 'the ', 'called ', 'with the text ', 'file ', 'move it to ', 'in a in ',
    'of the ', 'please ', 'not ', 'a/', '../', '*', '*.', 'a.', '-', '&& ', '\n', '\x00', '1', '1 ',
    'one two ', 'except ', 'folders called a and ', 'copy a to b ', '2 + ', '((', '2 ** ', '$', '${',
    'new ', 'my ', 'each of the ', 'both ', 'them ', 'x y z ', 'folder a in folder ', 'text ', 'saying ',
    'from x ', 'and a file ', 'rename a to ', 'dot ', 'a dot txt ',
)  # fmt: skip

Make = Callable[[random.Random], str]


class Sentences:
    """Hostile sentences over a grammar's own words."""

    def __init__(self, vocabulary: Sequence[str], names: Sequence[str] = ()) -> None:
        self._words = sorted(word for word in vocabulary if not word.startswith("{"))
        self._names = list(names) or ["a.txt", "space", "docs"]
        self.kinds: dict[str, Make] = {
            "characters": self._characters,
            "odd": self._odd,
            "long_word": self._long_word,
            "repeated": self._repeated,
            "deep": self._deep,
            "words": self.words,
            "sensible": self.sensible,
            "mutated": self.mutated,
            "joined": self._joined,
            "typos": self._typos,
        }

    def one(self, rng: random.Random) -> tuple[str, str]:
        """(kind, sentence)."""
        kind = rng.choice(list(self.kinds))
        return kind, self.kinds[kind](rng)

    def words(self, rng: random.Random) -> str:
        """Words of the grammar and some names in any order."""
        return " ".join(self._word(rng) for _ in range(self._length(rng)))

    def sensible(self, rng: random.Random) -> str:
        """Words that do the most in a sentence, in any order."""
        useful = (
            *PAIRS,
            "create",
            "delete",
            "move",
            "copy",
            "rename",
            "write",
            "read",
            "to",
            "in",
            "inside",
            "into",
            "from",
            "a",
            "the",
            "folder",
            "file",
            "files",
            "it",
            "them",
            "and",
            ",",
            "called",
            "all",
            "everything",
            "except",
            "desktop",
            "d drive",
            "text",
            '"x y"',
            "with the text",
            "there",
            "documents",
            "root folder",
            "pdf",
            "there",
            "new",
            "both",
            "two",
        )
        return " ".join(rng.choice((rng.choice(useful), rng.choice(self._names))) for _ in range(self._length(rng)))

    def mutated(self, rng: random.Random) -> str:
        """A real sentence with words and letters lost, swapped, doubled or put in."""
        words = rng.choice(SEEDS).split(" ")
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(words)) if words else 0
            match rng.randrange(6):
                case 0 if len(words) > 1:
                    del words[at]
                case 1:
                    words.insert(at, self._word(rng))
                case 2 if len(words) > 1:
                    words[at], words[at - 1] = words[at - 1], words[at]
                case 3:
                    words.insert(at, rng.choice(ODD))
                case 4:
                    words[at] = _misspelt(words[at], rng)
                case _:
                    words[at:at] = words[at : at + 4]
        return " ".join(words)

    def _word(self, rng: random.Random) -> str:
        return rng.choice(self._names) if rng.random() < 0.15 else rng.choice(self._words)

    @staticmethod
    def _length(rng: random.Random) -> int:
        return rng.choice((1, 2, 3, 5, 8, 12, 20, 40)) if rng.random() < 0.95 else rng.randint(100, 170)

    @staticmethod
    def _characters(rng: random.Random) -> str:
        alphabet = rng.choice(("ab \"'", MARKS + " a", "".join(map(chr, range(128))), "aà中א😀\u202e\u0301 "))
        if rng.random() < 0.3:
            return "".join(chr(rng.randrange(0x11000)) for _ in range(rng.randrange(60)))
        return "".join(rng.choice(alphabet) for _ in range(rng.choice((0, 1, 5, 40, 300, 2100))))

    def _odd(self, rng: random.Random) -> str:
        return " ".join(rng.choice(ODD) if rng.random() < 0.4 else self._word(rng) for _ in range(rng.randint(1, 15)))

    def _long_word(self, rng: random.Random) -> str:
        long = rng.choice(("a", "😀", "ab", "a.", "-a", "é", "\u0301", "9", "_")) * rng.choice((50, 300, 1500, 20000))
        return rng.choice(
            (
                "create a folder {}",
                "{}",
                "delete {}",
                "write {} to a.txt",
                "calculate {}",
                "convert {} km to miles",
            )
        ).format(long)

    @staticmethod
    def _repeated(rng: random.Random) -> str:
        piece = "".join(rng.choice(REPEATED) for _ in range(rng.choice((1, 1, 2, 3))))
        lead = rng.choice(
            ("", "", "create ", "delete ", "create folders ", "write ", "move all ", "calculate ", "put ")
        )
        return (lead + piece * rng.choice((3, 10, 30, 60, 150, 3000)) + rng.choice(("", "b", "a.txt")))[:60000]

    @staticmethod
    def _deep(rng: random.Random) -> str:
        depth = rng.choice((3, 8, 15, 30, 50))
        link = rng.choice(
            (
                " inside ",
                " in folder ",
                " in the ",
                " inside a folder called ",
                " which is in ",
                ", in ",
                " of ",
                "/",
            )
        )
        names = rng.choice(
            (
                ["x"],
                ["a", "b", "c"],
                [f"n{number}" for number in range(depth)],
                ['"a b"'],
                ["it"],
                ["the folder x"],
            )
        )
        chain = link.join(names[number % len(names)] for number in range(depth))
        return rng.choice(
            (
                "create {}",
                "create a folder {}",
                "move {} to {}",
                "delete {}",
                "in {} create {}",
                "copy {} and {}",
            )
        ).format(chain, chain)

    def _joined(self, rng: random.Random) -> str:
        joint = rng.choice((" and ", ", ", ". ", " then ", "; ", " ", " and then ", "\n"))
        return joint.join(
            rng.choice(SEEDS) if rng.random() < 0.8 else self.words(rng) for _ in range(rng.randint(2, 9))
        )

    def _typos(self, rng: random.Random) -> str:
        return " ".join(_misspelt(word, rng) if rng.random() < 0.6 else word for word in rng.choice(SEEDS).split(" "))


def _misspelt(word: str, rng: random.Random) -> str:
    if len(word) < 2:
        return word + rng.choice(MARKS)
    at = rng.randrange(len(word) - 1)
    return rng.choice(
        (
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[:at] + rng.choice("aeiou'\".,") + word[at:],
            word.upper(),
            word[:at] + " " + word[at:],
        )
    )


# -- plan documents

VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    2**63,
    2**70,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    "\x00",
    "\ud800",
    "${",
    "${a.outputs.b}",
    "${0.outputs}",
    "${0.outputs.path}",
    "${0.outputs.path}${1.outputs.path}",
    "a" * 5000,
    [],
    {},
    [[]],
    {"a": {}},
    "/etc/passwd",
    "../..",
    "~",
    "C:\\x",
    [None],
    {"": None},
    "id",
    "plan",
    "steps",
    "0",
    "1",
)
KEYS = (
    "target",
    "plan",
    "steps",
    "outputs",
    "id",
    "step_id",
    "inputs",
    "depends_on",
    "path",
    "content",
    "",
    "x",
    "\ud800",
    "name",
)


class Documents:
    """Hostile plan documents; `valid` are documents that are good, to be broken."""

    def __init__(self, valid: Sequence[dict[str, Any]], tools: Sequence[str], paths: Sequence[str]) -> None:
        self._valid = [json.dumps(document) for document in valid]
        self._tools = list(tools)
        self._paths = list(paths)

    def one(self, rng: random.Random) -> tuple[str, Any]:
        """(kind, document)."""
        if rng.random() < 0.3:
            return "json", self._json(rng, 4)
        if rng.random() < 0.1:
            return "deep", _deep_value(rng)
        document = copy.deepcopy(json.loads(rng.choice(self._valid)))
        for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
            self._break(document, rng)
        return "mutated", document

    def _break(self, document: Any, rng: random.Random) -> None:
        """One change somewhere in a document."""
        owner, key = rng.choice(_places(document) or [({"x": "x"}, "x")])
        match rng.randrange(7):
            case 0:
                del owner[key]
            case 1 | 2:
                owner[key] = copy.deepcopy(rng.choice(VALUES))
            case 3 if isinstance(owner, list):
                owner.insert(key, copy.deepcopy(owner[key]))
            case 3:
                owner[rng.choice(KEYS)] = copy.deepcopy(owner[key])
            case 4 if isinstance(owner[key], str):
                owner[key] = rng.choice((*self._tools, *self._paths, owner[key] + "x", "${0.outputs.path}/x"))
            case 5 if isinstance(owner, list):
                rng.shuffle(owner)
            case _:
                owner[key] = self._json(rng, 2)

    def _json(self, rng: random.Random, depth: int) -> Any:
        if depth and rng.random() < 0.6:
            if rng.random() < 0.6:
                return {rng.choice(KEYS): self._json(rng, depth - 1) for _ in range(rng.randrange(5))}
            return [self._json(rng, depth - 1) for _ in range(rng.randrange(5))]
        return copy.deepcopy(rng.choice((*VALUES, *self._tools, *self._paths)))


def _places(value: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict | list):
            keys = list(part) if isinstance(part, dict) else list(range(len(part)))
            found.extend((part, key) for key in keys)
            waiting.extend(part[key] for key in keys)
    return found


def _deep_value(rng: random.Random) -> Any:
    value: Any = rng.choice(VALUES)
    for _ in range(rng.choice((50, 99, 100, 101, 500, 3000))):
        value = {"a": value} if rng.random() < 0.5 else [value]
    step = {"id": "files.create_file", "target": "x", "inputs": {"path": "x", "content": value}}
    return rng.choice((value, {"target": "x", "plan": {"steps": [step]}}, {"target": "x", "plan": {"steps": value}}))
