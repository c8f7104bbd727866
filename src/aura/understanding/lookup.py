"""Names looked up over the disk as it will be: folders, files, patterns, whatever their case."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from aura.capability.ports import Disk
from aura.config.settings import Settings
from aura.contracts.goal import BESIDE, PARENT, Location, Question, Target
from aura.contracts.problem import Problem
from aura.contracts.reference import MARKED
from aura.understanding.answers import NO, YES
from aura.understanding.discourse import Discourse, Unsettled
from aura.understanding.elsewhere import MOST_CANDIDATES, Elsewhere
from aura.understanding.fitting import fitting
from aura.understanding.others_of_a_kind import others_of_a_kind
from aura.understanding.paths import PathResolver
from aura.understanding.same_names import SameNames
from aura.understanding.shared_names import sharing

NEAR_NAME = 70
SHARED = "shared:"  # the question which of several things is meant that have a name in theirs


class Lookup:
    """What locations and targets mean on a disk; raises Unsettled with the question or problem where they do not."""

    def __init__(self, settings: Settings, paths: PathResolver, disk: Disk, discourse: Discourse) -> None:
        self._settings = settings
        self._paths = paths
        self._disk = disk
        self._discourse = discourse
        self.names = SameNames(paths, disk, discourse)
        self.elsewhere = Elsewhere(settings, paths, disk)

    # -- folders

    def folder(self, location: Location | None) -> str:
        """The folder that a location means; parts that exist are matched whatever their case."""
        if location is None:
            return self._paths.workspace
        folders = list(location.folders)
        if location.path:
            base = location.path
        elif location.base.startswith(("anchor:", "drive:")):
            kind, _, name = location.base.partition(":")
            base = self.value(self._paths.anchor(name if kind == "anchor" else f"DRIVE_{name}"))
        elif location.base.startswith(BESIDE):
            base = self._paths.parent(self.one(Target(name=location.base.removeprefix(BESIDE))))
        elif location.base == PARENT:
            base = self._paths.parent(self._paths.workspace)
        else:
            base = self._paths.workspace
            if folders and not location.base:
                base, folders = self._first_folder(base, folders, location)
        for name in folders:
            if name in location.doubtful and self.names.match(base, name, "folder", ()) == []:
                name = self.sure(Target(name=name, doubtful=True)).name
            base = self._below(base, name)
        return base

    def _first_folder(self, workspace: str, folders: list[str], location: Location) -> tuple[str, list[str]]:
        """Where a folder without a place is: in the place said first, the workspace, the container, or one itself.

        What was said last and the workspace have names too. Else it may be the only one of its name in the places of
        the user.
        """
        made, name = location.made, folders[0].rstrip("/")
        lead = self._discourse.lead
        if lead is not None and self.names.match(lead, name, "folder", ()):
            return lead, folders
        if self.names.match(workspace, name, "folder", ()):
            return workspace, folders
        head, _, rest = name.replace("\\", "/").partition("/")
        anchor = None if made else self._anchor_word(head)
        if anchor is not None:
            return anchor, [rest, *folders[1:]] if rest else folders[1:]
        for said in filter(None, (self._discourse.container, self._discourse.place, workspace)):
            if self.names.match(said, name, "folder", ()):
                return said, folders
            if not made and name.casefold() == self._paths.name(said).casefold():
                return said, folders[1:]
        earlier = None if made else self._dealt_with(name, "folder")
        if earlier is not None:
            return earlier, folders[1:]
        afar = None if location.new else self._folder_afar(name)
        return (workspace, folders) if afar is None else (afar, folders[1:])

    def _anchor_word(self, word: str) -> str | None:
        """The folder of an anchor that is said by its bare name, as in "desktop/x.txt"."""
        name = word.upper()
        if name not in self._settings.places:
            return None
        found = self._paths.anchor(name)
        return None if isinstance(found, Problem) else found

    def _below(self, base: str, name: str) -> str:
        matches = self.names.match(base, name, "folder", ())
        return self._one_of(name, matches) if matches else self.value(self._paths.join(base, name))

    def existing_folder(self, location: Location | None) -> str:
        folder = self.folder(location)
        kind = self._disk.kind(folder)
        if kind is None:
            message = f"There is no folder {self.say(folder)}.{self.near_folders(folder)}"
            raise Unsettled(Problem("NOT_FOUND", message, folder))
        if kind != "folder":
            raise Unsettled(Problem("NOT_A_FOLDER", f"{self.say(folder)} is not a folder.", folder))
        return folder

    def joined(self, folder: str, name: str, location: Location | None) -> str:
        """A new path in a folder; a bare "desktop/x.txt" without another place is on the desktop."""
        head, slash, rest = name.replace("\\", "/").partition("/")
        if location is None and slash and rest and not self.names.match(folder, head, "folder", ()):
            anchor = self._anchor_word(head)
            if anchor is not None:
                return self.value(self._paths.join(anchor, rest))
        return self.value(self._paths.join(folder, name))

    # -- targets

    def one(self, target: Target) -> str:
        return self._single(self.many(target))

    def one_near(self, target: Target) -> str:
        return self._single(self.near(target))

    def _single(self, paths: Sequence[str]) -> str:
        if len(paths) != 1:
            shown = tuple(map(self.say, paths))[:MOST_CANDIDATES]
            return self._chosen(self._discourse.ask("which", "Which one do you mean?", shown), paths)
        return paths[0]

    def many(self, target: Target) -> tuple[str, ...]:
        """The existing paths that a target stands for; a whole file name may be that of a file in the user's places."""
        try:
            return self.near(target)
        except Unsettled as unsettled:
            lost = target.location is None and unsettled.is_problem("NOT_FOUND")
            named = ((target.name, target.kind), (self._without_sort(target.name), target.kind or "file"))
            there = next(filter(None, (self.elsewhere.things(*one, target.pointed) for one in named if lost)), [])
            if not there:
                raise
            self._discourse.afar = True
            return (self._one_of(target.name, there),)

    def _folder_afar(self, name: str) -> str | None:
        """The one folder in the user's places that is called so."""
        found = [*self.elsewhere.in_places(name, "folder")]
        self._discourse.afar = self._discourse.afar or len(found) == 1
        return found[0] if len(found) == 1 else None

    def near(self, target: Target) -> tuple[str, ...]:
        """The existing paths that a target stands for, where it was said to be or where things were spoken of."""
        if target.paths and target.location is not None:
            return self._same_names_in(self.existing_folder(target.location), target)
        if target.paths:
            return target.paths
        if target.globs:
            return self._matching(target)
        return (self._named(target),)

    def _same_names_in(self, folder: str, target: Target) -> tuple[str, ...]:
        """ "Delete them from the desktop": those that are there, or things of the same names."""
        there = [path for path in target.paths if self._paths.parent(path) == folder and self._disk.kind(path)]
        if there and (target.count or len(there) == len(target.paths)):
            return tuple(there[: target.count or None])
        named = target.paths[: target.count or None]
        found = [self.value(self._paths.join(folder, self._paths.name(path))) for path in named]
        missing = [path for path in found if self._disk.kind(path) is None]
        if missing:
            raise Unsettled(Problem("NOT_FOUND", f"There is no {self.say(missing[0])}.", folder))
        return tuple(found)

    def _matching(self, target: Target) -> tuple[str, ...]:
        if target.location is None and target.everything and self._discourse.lead is None:
            where = self._discourse.ask_place("where", "Everything in which folder?")
            target = msgspec.structs.replace(target, location=where)
        folder, found = self._first_with(target)
        if not found:
            raise Unsettled(Problem("NOTHING_MATCHES", f"Nothing in {self.say(folder)} matches that.", folder))
        if target.count and target.count != len(found):
            return self._counted(found, target.count)
        return tuple(found)

    def _counted(self, found: Sequence[str], count: int) -> tuple[str, ...]:
        """As many of those found as were spoken of, by the user's answer."""
        names = tuple(self.say(path) for path in found[:MOST_CANDIDATES])
        said = self._discourse.ask("count", f"There are {len(found)}, not {count}. Which do you mean?", names)
        return tuple(self._chosen(part, found) for part in re.split(r"\s*,\s*|\s+and\s+", said) if part)

    def _first_with(self, target: Target) -> tuple[str, Sequence[str]]:
        """The folder that a pattern speaks of, and what fits it there; one said before, where none was said with it."""
        folders = [self.existing_folder(target.location)] if target.location is not None else self._said_places()
        for folder in folders:
            found = self._paths.children(folder, fitting(self._disk.entries(folder), target))
            if found:
                return folder, found
        return folders[0], ()

    def _said_places(self) -> list[str]:
        """Where something said without a place may be: the place said first, the workspace, where things were last."""
        discourse = self._discourse
        places = (discourse.lead, self._paths.workspace, discourse.container, discourse.place)
        there = [path for path in dict.fromkeys(places) if path is not None and self._disk.kind(path) == "folder"]
        return there or [self._paths.workspace]

    def _named(self, target: Target) -> str:
        """A name where it was said to be; without a place, what was said before, the workspace, the container."""
        name = target.name
        if target.location is not None:
            return self._found_in([self.folder(target.location)], target)
        if (whole := self._whole_path(name)) is not None:
            return whole
        kind = "folder" if target.kind == "folder" else "file" if target.kind else ""
        earlier = self._discourse.named(name, kind)
        if earlier is not None and self._disk.kind(earlier.path) is not None:
            here = self.names.match(self._paths.workspace, name, kind, target.extensions) if earlier.copied else []
            return self._one_of(name, list(dict.fromkeys((*here, earlier.path))))
        return self._found_in(self._said_places(), target)

    def _whole_path(self, name: str) -> str | None:
        """A path that the user typed, if it leads somewhere."""
        if "/" not in name and "\\" not in name:
            return None
        path = self.joined(self._paths.workspace, name, None)
        return path if self._disk.kind(path) is not None else None

    def _found_in(self, folders: Sequence[str], target: Target) -> str:
        for folder in folders:
            matches = self.names.match(folder, target.name, target.kind, target.extensions)
            if matches:
                return self._one_of(target.name, matches)
        earlier = self._dealt_with(target.name, target.kind) if target.location is None else None
        if earlier is not None:
            return earlier
        return self._other_one(target, folders) or self._shared(folders[0], target)

    def _other_one(self, target: Target, folders: Sequence[str]) -> str | None:
        """The one thing of the kind of what was named before: "delete the march report and open *the april one*"."""
        names = self._discourse.said_names
        told = names.before_one(target.name) if names is not None else ""
        if not told:
            return None
        found = set[str]()
        for path in self._discourse.named_before:
            folder = self._paths.parent(path) if target.location is None else folders[0]
            if self._disk.kind(folder) == "folder":
                others = others_of_a_kind(told, [self._paths.name(path)], self._disk.children(folder))
                found.update(self.names.of_kind(folder, others, target.kind))
        return next(iter(found)) if len(found) == 1 else None

    def _without_sort(self, name: str) -> str:
        """A name without a last word that only says what it is."""
        names = self._discourse.said_names
        return name if names is None else names.without_sort(name)

    def _shared(self, folder: str, target: Target) -> str:
        """The one that is meant of several things in a folder that have a name in theirs, as the user says."""
        names = self._disk.children(folder) if self._disk.kind(folder) == "folder" else ()
        ending = target.kind if target.kind.startswith(".") else ""
        shared = [other for other in sharing(target.name, names) if other.lower().endswith(ending)]
        found = self.names.of_kind(folder, shared, target.kind)
        if len(found) < 2 or target.doubtful:
            raise Unsettled(self.missing(target, folder))
        asked, said = f'Which "{target.name}" do you mean?', tuple(map(self.say, found[:MOST_CANDIDATES]))
        return self._chosen(self._discourse.ask(f"{SHARED}{target.name}", asked, said), found)

    def _one_of(self, name: str, paths: Sequence[str]) -> str:
        """The one path that a name stands for, as the user says where there are several."""
        if len(paths) == 1:
            return paths[0]
        said = tuple(map(self.say, paths))
        return self._chosen(self._discourse.ask(f"which:{name}", f'Which "{name}" do you mean?', said), paths)

    def _dealt_with(self, name: str, kind: str) -> str | None:
        """What an earlier command was about, by its name, where this one has not done away with it."""
        path = self._discourse.dealt_with(name, kind)
        return path if path is not None and self._disk.kind(path) is not None else None

    def _chosen(self, answer: str, paths: Sequence[str]) -> str:
        low = answer.lower()
        for path in paths:
            if low in (self._paths.name(path).lower(), self.say(path).lower()):
                return path
        raise Unsettled(Question("Which one do you mean?", tuple(map(self.say, paths)), "which"))

    def spared(self, paths: tuple[str, ...], excluded: Sequence[Target], what: Target) -> tuple[str, ...]:
        """The paths less those that were excepted, which must exist, lest a slip of the tongue spares nothing."""
        kept = list(paths)
        for target in excluded:
            inside = (
                target if target.location or target.paths else msgspec.structs.replace(target, location=what.location)
            )
            if self._is_the_place(target, what):
                continue
            named = frozenset(self._kept(inside, paths))
            kept = [other for other in kept if other not in named]
        if not kept:
            raise Unsettled(Problem("NOTHING_MATCHES", "Nothing is left after the exceptions."))
        return tuple(kept)

    def _kept(self, target: Target, beside: Sequence[str]) -> Sequence[str]:
        """What an exception stands for; all that have its words in their names, where nothing is called so."""
        try:
            return self.many(target)
        except Unsettled as unsettled:
            folders = dict.fromkeys(map(self._paths.parent, beside)) if unsettled.is_problem("NOT_FOUND") else {}
            names = {folder: [name for name, _ in self._disk.entries(folder)] for folder in folders}
            found = [self._paths.children(folder, sharing(target.name, said)) for folder, said in names.items()]
            if not any(found):
                raise
            return [path for paths in found for path in paths]

    def _is_the_place(self, target: Target, what: Target) -> bool:
        """ "Everything in X but keep X itself"."""
        if what.location is None or not target.name:
            return False
        return self._paths.name(self.folder(what.location)).lower() == target.name.rstrip("/").lower()

    # -- words

    def sure(self, target: Target) -> Target:
        """The target itself, once its name is certain, or with the name that the user says instead."""
        if target.doubtful:
            answer = self._discourse.ask(f"name:{target.name}", f'Is "{target.name}" the whole name?', ("yes", "no"))
            if answer == NO:
                answer = self._discourse.ask(f"instead:{target.name}", "What is the name?")
            if answer != YES:
                return msgspec.structs.replace(target, name=answer, doubtful=False)
        return target

    def missing(self, target: Target, folder: str) -> Problem:
        from rapidfuzz import process

        names = self._disk.children(folder) if self._disk.kind(folder) == "folder" else []
        near = process.extract(target.name, names, limit=3, score_cutoff=NEAR_NAME)
        hint = f" Did you mean {' or '.join(name for name, _, _ in near)}?" if near else ""
        where = "" if folder == self._paths.workspace else f" in {self.say(folder)}"
        kind = "folder" if target.kind == "folder" else "file" if target.kind else "file or folder"
        return Problem("NOT_FOUND", f'There is no {kind} "{target.name}"{where}.{hint}', folder)

    def near_folders(self, folder: str) -> str:
        from rapidfuzz import process

        parent = self._paths.parent(folder)
        if self._disk.kind(parent) != "folder":
            return ""
        names = [
            n
            for n in self._disk.children(parent)
            if self.names.is_kind(self.value(self._paths.join(parent, n)), "folder")
        ]
        near = process.extractOne(self._paths.name(folder), names, score_cutoff=NEAR_NAME)
        return f" There is one called {near[0]}." if near else ""

    def say(self, path: str) -> str:
        return MARKED.sub("thing made before", self._paths.relative(path))

    @staticmethod
    def value(found: str | Problem) -> str:
        if isinstance(found, Problem):
            raise Unsettled(found)
        return found
