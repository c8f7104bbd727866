"""Which things of a folder a name that was said may mean, from its very letters to its words in another order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from aura.capability.ports import Disk
from aura.contracts.problem import Problem
from aura.understanding.discourse import Discourse
from aura.understanding.path_names import numbered, spelled, spoken
from aura.understanding.paths import PathResolver

Form = Callable[[str], str]
APOSTROPHE = r"['’]"
OWNER = re.compile(rf"(?:{APOSTROPHE}s|{APOSTROPHE})(?![^\W_])")


class SameNames:
    """The things on a disk that a name may mean."""

    def __init__(self, paths: PathResolver, disk: Disk, discourse: Discourse) -> None:
        self._paths = paths
        self._disk = disk
        self._discourse = discourse

    def match(self, folder: str, name: str, kind: str, extensions: Sequence[str]) -> list[str]:
        """What in a folder a name may mean: exact, then whatever its case, then without its extension.

        Where nothing has just these, one of several words may have other marks between them than blanks, the numbers
        that it spells in figures, no little words ("letter to the council"), no word for its sort, no owner's ending
        ("the tuner's bill"), or what describes it at its other end ("the 2024 tide table").
        """
        joined = self._paths.join(folder, name.rstrip("/") or name)
        if isinstance(joined, Problem) or self._disk.kind(folder) != "folder":
            return []
        if self.is_kind(joined, kind) and not extensions:
            return [joined]
        parent, said = self._paths.parent(joined), self._paths.name(joined)
        if self._disk.kind(parent) != "folder":
            return []
        forms = self._forms(said)
        alike = (self._alike(parent, words, form, kind or sort, extensions) for words, form, sort in forms)
        return next(filter(None, alike), [])

    def _forms(self, said: str) -> Iterator[tuple[str, Form, str]]:
        """What a name may be said for, how names on disk are compared with it, and the kind that it then is of."""
        names, aloud = self._discourse.said_names, spoken(said)
        figures = names.in_figures(said) if names is not None else aloud
        content = names.content_words(said) if names is not None else aloud
        bare = names.without_sort(said) if names is not None else said
        yield said, spelled, ""
        for words, form, changed in (
            (said, spoken, " " in said),
            (figures, spoken, figures != aloud),
            (numbered(said), numbered, numbered(said) != aloud),
            (content, spoken, content != aloud),
        ):
            if changed:
                yield words, form, ""
        if bare != said:
            yield bare, spelled, "file"
        if unowned(said) != aloud:
            yield said, unowned, ""
            yield said, unmarked, ""
        if " " in said:
            yield from ((words, in_turn, "") for words in dict.fromkeys((said, figures, content)))

    def _alike(self, parent: str, said: str, form: Form, kind: str, extensions: Sequence[str]) -> list[str]:
        """What in a folder has the same form as a name that was said."""
        low, names = form(said), self._disk.children(parent)
        if extensions:
            wanted = {f"{low}.{extension}" for extension in extensions} | {low}
            stems = [n for n in names if form(n) in wanted and form(n).endswith(tuple(extensions))]
            return self.of_kind(parent, stems, kind)
        same = self.of_kind(parent, [n for n in names if form(n) == low], kind)
        if same or kind == "folder":
            return same
        stems = [n for n in names if form(n).rpartition(".")[0] == low]
        if kind.startswith("."):
            stems = [n for n in stems if n.lower().endswith(kind)]
        return self.of_kind(parent, stems, "file")

    def of_kind(self, parent: str, names: Sequence[str], kind: str) -> list[str]:
        """The paths of those names in a folder that are of a kind."""
        paths = [self._paths.child(parent, name) for name in names]
        return [path for path in paths if self.is_kind(path, kind)]

    def is_kind(self, path: str, kind: str) -> bool:
        """Whether there is something at a path, of that kind if one is said."""
        found = self._disk.kind(path)
        if found is None or not kind:
            return found is not None
        return (found == "folder") == (kind == "folder")


def unowned(name: str) -> str:
    """A name as it is said aloud without what tells whose it is: "tuner's bill.pdf" is "tuner bill.pdf"."""
    return OWNER.sub("", spoken(name))


def unmarked(name: str) -> str:
    """A name as it is said aloud without apostrophes: "dad's will.pdf" is "dads will.pdf"."""
    return re.sub(APOSTROPHE, "", spoken(name))


def in_turn(name: str) -> str:
    """A name without owners' endings from that word on that makes it the first of the alphabet, its extension last.

    What describes a thing stands before its name or behind it: "the Izmir packing list" is "packing list Izmir.pdf".
    What two numbers say hangs on their order, as in a date, so it is left as it is.
    """
    said, _, ending = unowned(name).rpartition(".")
    stem, extension = (said, f".{ending}") if said and " " not in ending else (unowned(name), "")
    words = stem.split()
    if sum(any(map(str.isdecimal, word)) for word in words) > 1:
        return unowned(name)
    return " ".join(min((words[at:] + words[:at] for at in range(len(words))), default=words)) + extension
