"""From goals in words to goals with absolute paths: names looked up over the disk as it will be, places located."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from aura.capability.errors import ToolError
from aura.capability.ports import Disk
from aura.config.settings import Settings
from aura.contracts.goal import Goal, Location, Question, Target
from aura.contracts.problem import Problem
from aura.understanding.creation import has_extension
from aura.understanding.discourse import Discourse, Unsettled
from aura.understanding.paths import PathResolver

MADE = {"name", "kind"}
NEAR_NAME = 70
MOST_CANDIDATES = 5
YES = ("yes", "y", "1", "ok", "sure", "create it", "make it")


class Resolved(Struct, frozen=True):
    """A goal with its paths settled, ready for planning; `container` is the folder that it makes or names."""

    goal: Goal
    container: str | None = None
    sources: tuple[str, ...] = ()


class Resolver:
    """Resolves the goals of one reading, in order, over an overlay that shows the effects of those before."""

    def __init__(self, settings: Settings, paths: PathResolver, disk: Disk, discourse: Discourse) -> None:
        self._settings = settings
        self._paths = paths
        self._disk = disk
        self._discourse = discourse

    def resolve(self, goal: Goal) -> Resolved | Question | Problem:
        """The goal with absolute paths in its parameters, or what must be asked or cannot be."""
        try:
            return self._resolve(goal)
        except Unsettled as unsettled:
            return unsettled.value
        except ToolError as error:
            return Problem(error.code, error.message)

    def _resolve(self, goal: Goal) -> Resolved:
        params = goal.params
        what = params.get("what")
        if not isinstance(what, Target):
            return self._new(goal) if MADE & params.keys() else Resolved(goal)
        if "content" in params:
            return self._written(goal, what)
        if "new_name" in params and "to" not in params and goal.verb == "rename":
            return self._renamed(goal, what)
        if "to" in params or "new_name" in params:
            return self._placed(goal, what)
        return self._acted_on(goal, what)

    # -- what each kind of goal needs

    def _new(self, goal: Goal) -> Resolved:
        params, location = goal.params, goal.params.get("at")
        folder = self._folder(location)
        name = params.get("name") or self._default_name(str(params["kind"]))
        path = self._joined(folder, name, location)
        kept = {key: value for key, value in params.items() if key in ("object", "content")}
        named = location is not None and bool(location.folders or location.path)
        container = path if params["object"] == "folder" else folder if named else None
        return self._done(goal, {**kept, "path": path}, path, container)

    def _written(self, goal: Goal, what: Target) -> Resolved:
        """Writing names an existing file, or a new one that shows that it is a file."""
        path = self._one_or_new(what)
        if self._disk.kind(path) == "folder":
            raise Unsettled(
                Problem("IS_A_FOLDER", f"{self._say(path)} is a folder; name the file to write to.")
            )
        params = {"object": "file", "path": path, "content": goal.params["content"]}
        container = self._paths.parent(path) if what.location is not None else None
        return self._done(goal, params, path, container, (path,))

    def _one_or_new(self, what: Target) -> str:
        try:
            return self._one(what)
        except Unsettled as unsettled:
            missing = isinstance(unsettled.value, Problem) and unsettled.value.code == "NOT_FOUND"
            if not missing or not what.name:
                raise
        name = what.name
        if what.kind.startswith(".") and not has_extension(name):
            name += what.kind
        if not has_extension(name) and not what.kind:
            raise Unsettled(self._missing(what, self._folder(what.location)))
        self._sure(what)
        return self._joined(self._folder(what.location), name, what.location)

    def _renamed(self, goal: Goal, what: Target) -> Resolved:
        if what.globs and what.count != 1:
            raise Unsettled(Question("Which one file should be renamed?", (), "which"))
        path, name = self._one(what), str(goal.params["new_name"])
        if "/" in name or "\\" in name:
            raise Unsettled(Problem("INVALID_NAME", f'"{name}" is a path; a new name has no folder in it.'))
        name = self._with_extension(name, path)
        renamed = self._joined(self._paths.parent(path), name, None)
        container = renamed if self._disk.kind(path) == "folder" else None
        return self._done(goal, {"path": path, "new_name": name}, path, container, (path,))

    def _with_extension(self, name: str, path: str) -> str:
        """A file keeps its extension when its new name shows none."""
        old = self._paths.name(path)
        if self._disk.kind(path) == "folder" or has_extension(name) or not has_extension(old):
            return name
        return f"{name}.{old.rpartition('.')[2]}"

    def _placed(self, goal: Goal, what: Target) -> Resolved:
        """The final path of what is moved or copied."""
        to, name = goal.params.get("to"), goal.params.get("new_name")
        what, to = self._either_place(goal, what, to)
        sources = self._except(self._many(what), goal.params.get("except", ()), what)
        several = bool(what.globs) or len(sources) > 1
        if several and name:
            raise Unsettled(
                Question("Which one should have that name?", tuple(map(self._say, sources)), "which")
            )
        if name:
            return self._placed_as(goal, sources[0], to, str(name))
        folder = self._destination(to, bool(goal.params.get("into")) or several)
        if several:
            whole = what.globs == ("*",) and what.everything
            sources = tuple(path for path in sources if path != folder) if whole else sources
            return self._done(goal, {"source": list(sources), "destination": folder}, folder, folder, sources)
        return self._placed_in(goal, sources[0], folder)

    def _placed_in(self, goal: Goal, source: str, folder: str) -> Resolved:
        """One thing that goes into a folder under its own name."""
        destination = self._joined(folder, self._paths.name(source), None)
        container = destination if self._disk.kind(source) == "folder" else folder
        return self._done(
            goal, {"source": source, "destination": destination}, destination, container, (source,)
        )

    def _either_place(self, goal: Goal, what: Target, to: Location | None) -> tuple[Target, Location | None]:
        """ "Copy a.txt in docs as b.txt": docs is where a.txt is; if it is not there, then where b.txt goes."""
        other = goal.params.get("or_to")
        if other is None or not what.name or what.location is None:
            return what, to
        folder = self._folder(what.location)
        if self._match(folder, what.name, what.kind, what.extensions):
            return what, to
        return msgspec.structs.replace(what, location=None), other

    def _placed_as(self, goal: Goal, source: str, to: Location | None, name: str) -> Resolved:
        existing = self._match(self._paths.workspace, name, "folder", ()) if to is None else []
        if existing and not has_extension(name):
            return self._placed_in(goal, source, existing[0])
        if to is not None:
            folder = self._destination(to, True)
        elif "/" in name or "\\" in name:
            folder = self._paths.workspace
        else:
            folder = self._paths.parent(source)
        destination = self._joined(folder, self._with_extension(name, source), to)
        container = destination if self._disk.kind(source) == "folder" else folder if to is not None else None
        return self._done(
            goal, {"source": source, "destination": destination}, destination, container, (source,)
        )

    def _destination(self, to: Location | None, may_create: bool) -> str:
        """The folder that things go to: it exists, was said to be new, or the user says so now."""
        if to is None:
            raise Unsettled(Question("Where should it go?", (), "to"))
        folder = self._folder(to)
        kind = self._disk.kind(folder)
        if kind not in (None, "folder"):
            raise Unsettled(
                Problem("NOT_A_FOLDER", f"{self._say(folder)} is a file, so nothing can go into it.")
            )
        if kind is None and not (to.made or may_create):
            answer = self._discourse.ask(
                f"create:{folder}",
                f"There is no folder {self._say(folder)}. Should it be created?{self._near_folders(folder)}",
                ("yes", "no"),
            )
            if answer.lower() not in YES:
                raise Unsettled(Question("Where should it go?", (), "to"))
        return folder

    def _acted_on(self, goal: Goal, what: Target) -> Resolved:
        if not (what.name or what.paths or what.globs):
            folder = self._existing_folder(what.location)
            return self._done(goal, {"object": "folder", "path": folder}, folder, folder, (folder,))
        if goal.verb == "find":
            return self._sought(goal, what)
        if goal.verb == "list" and what.globs:
            return self._listed(goal, what)
        paths = self._except(self._many(what), goal.params.get("except", ()), what)
        kinds = {self._disk.kind(path) for path in paths}
        kind = "folder" if "folder" in kinds else "file"
        verb = "list" if goal.verb == "read" and kind == "folder" else goal.verb
        value: Any = list(paths) if what.globs or len(paths) > 1 else paths[0]
        params: dict[str, Any] = {"object": kind, "path": value}
        if goal.verb == "delete" and kind == "folder":
            params["recursive"] = True
        container = paths[0] if len(paths) == 1 and kind == "folder" else None
        named = msgspec.structs.replace(goal, verb=verb)
        return self._done(named, params, paths[0], container, paths)

    def _listed(self, goal: Goal, what: Target) -> Resolved:
        """ "List the pdf files in downloads" looks for names in one folder; all of them are its listing."""
        folder = self._existing_folder(what.location)
        if what.globs == ("*",):
            return self._done(goal, {"object": "folder", "path": folder}, folder, folder, (folder,))
        params = {"path": folder, "pattern": braces(what.globs), "recursive": False}
        return self._done(msgspec.structs.replace(goal, verb="find"), params, folder, folder, (folder,))

    def _sought(self, goal: Goal, what: Target) -> Resolved:
        folder = self._existing_folder(what.location)
        if what.doubtful:
            self._sure(what)
        pattern = braces(what.globs) if what.globs else what.name
        if what.extensions and what.name:
            pattern = braces([f"*{what.name}*.{extension}" for extension in what.extensions])
        return self._done(goal, {"path": folder, "pattern": pattern}, folder, None, (folder,))

    def _done(
        self,
        goal: Goal,
        params: Mapping[str, Any],
        path: str,
        container: str | None,
        sources: Sequence[str] = (),
    ) -> Resolved:
        resolved = msgspec.structs.replace(
            goal, params=dict(params), resolved_path=path, base_anchor=self._paths.anchor_of(path)
        )
        return Resolved(resolved, container, tuple(sources))

    # -- folders

    def _folder(self, location: Location | None) -> str:
        """The folder that a location means; parts that exist are matched whatever their case."""
        if location is None:
            return self._paths.workspace
        folders = list(location.folders)
        if location.path:
            base = location.path
        elif location.base.startswith(("anchor:", "drive:")):
            kind, _, name = location.base.partition(":")
            base = self._value(self._paths.anchor(name if kind == "anchor" else f"DRIVE_{name}"))
        else:
            base = self._paths.workspace
            if folders and not location.base:
                base, folders = self._first_folder(base, folders, location.made)
        for name in folders:
            if name in location.doubtful and self._match(base, name, "folder", ()) == []:
                self._sure(Target(name=name, doubtful=True))
            base = self._below(base, name)
        return base

    def _first_folder(self, workspace: str, folders: list[str], made: bool) -> tuple[str, list[str]]:
        """Where an unplaced folder is: in the workspace, in the last container, or a place by its own name."""
        name = folders[0].rstrip("/")
        if self._match(workspace, name, "folder", ()):
            return workspace, folders
        head, _, rest = name.replace("\\", "/").partition("/")
        anchor = None if made else self._anchor_word(head)
        if anchor is not None:
            return anchor, [rest, *folders[1:]] if rest else folders[1:]
        container = self._discourse.container
        if container is not None and self._match(container, name, "folder", ()):
            return container, folders
        return workspace, folders

    def _anchor_word(self, word: str) -> str | None:
        """The folder of an anchor that is said by its bare name, as in "desktop/x.txt"."""
        name = word.upper()
        if name not in self._settings.places:
            return None
        found = self._paths.anchor(name)
        return None if isinstance(found, Problem) else found

    def _below(self, base: str, name: str) -> str:
        matches = self._match(base, name, "folder", ())
        if len(matches) > 1:
            raise Unsettled(
                Question(f'Which "{name}" do you mean?', tuple(map(self._say, matches)), f"which:{name}")
            )
        return matches[0] if matches else self._value(self._paths.join(base, name))

    def _existing_folder(self, location: Location | None) -> str:
        folder = self._folder(location)
        kind = self._disk.kind(folder)
        if kind is None:
            raise Unsettled(
                Problem(
                    "NOT_FOUND",
                    f"There is no folder {self._say(folder)}.{self._near_folders(folder)}",
                    folder,
                )
            )
        if kind != "folder":
            raise Unsettled(Problem("NOT_A_FOLDER", f"{self._say(folder)} is not a folder.", folder))
        return folder

    def _joined(self, folder: str, name: str, location: Location | None) -> str:
        """A new path in a folder; a bare "desktop/x.txt" without another place is on the desktop."""
        head, slash, rest = name.replace("\\", "/").partition("/")
        if location is None and slash and rest and not self._match(folder, head, "folder", ()):
            anchor = self._anchor_word(head)
            if anchor is not None:
                return self._value(self._paths.join(anchor, rest))
        return self._value(self._paths.join(folder, name))

    # -- targets

    def _one(self, target: Target) -> str:
        paths = self._many(target)
        if len(paths) != 1:
            raise Unsettled(
                Question("Which one do you mean?", tuple(map(self._say, paths))[:MOST_CANDIDATES], "which")
            )
        return paths[0]

    def _many(self, target: Target) -> tuple[str, ...]:
        """The existing paths that a target stands for."""
        if target.paths and target.location is not None:
            return self._same_names_in(self._existing_folder(target.location), target)
        if target.paths:
            return target.paths
        if target.globs:
            return self._matching(target)
        return (self._named(target),)

    def _same_names_in(self, folder: str, target: Target) -> tuple[str, ...]:
        """ "Delete them from the desktop": things of the same names, in that folder."""
        found = [self._value(self._paths.join(folder, self._paths.name(path))) for path in target.paths]
        missing = [path for path in found if self._disk.kind(path) is None]
        if missing:
            raise Unsettled(Problem("NOT_FOUND", f"There is no {self._say(missing[0])}.", folder))
        return tuple(found)

    def _matching(self, target: Target) -> tuple[str, ...]:
        if target.location is None and target.everything:
            raise Unsettled(Question("Everything in which folder?", self._discourse.candidates, "where"))
        folder = self._existing_folder(target.location)
        globs = [glob.lower() for part in target.globs for glob in part.split("|")]
        found = []
        for name in self._disk.children(folder):
            path = self._paths.child(folder, name)
            if self._fits(name, path, globs, target):
                found.append(path)
        if not found:
            raise Unsettled(
                Problem("NOTHING_MATCHES", f"Nothing in {self._say(folder)} matches that.", folder)
            )
        if target.count and target.count != len(found):
            names = tuple(self._say(path) for path in found[:MOST_CANDIDATES])
            raise Unsettled(
                Question(f"There are {len(found)}, not {target.count}. Which do you mean?", names, "count")
            )
        return tuple(found)

    def _fits(self, name: str, path: str, globs: Sequence[str], target: Target) -> bool:
        if target.everything and "*" in globs:
            return True
        if name.startswith(".") and not any(glob.startswith(".") for glob in globs):
            return False
        if not any(fnmatch.fnmatchcase(name.lower(), glob) for glob in globs):
            return False
        return (self._disk.kind(path) == "folder") == (target.kind == "folder")

    def _named(self, target: Target) -> str:
        """A name where it was said to be; without a place, what was said before, the workspace, the container."""
        name = target.name
        if target.location is not None:
            return self._found_in([self._folder(target.location)], target)
        whole = self._whole_path(name)
        if whole is not None:
            return whole
        kind = "folder" if target.kind == "folder" else "file" if target.kind else ""
        earlier = self._discourse.named(name, kind)
        if earlier is not None and self._disk.kind(earlier.path) is not None:
            return earlier.path
        container = self._discourse.container
        return self._found_in([self._paths.workspace, *([container] if container else [])], target)

    def _whole_path(self, name: str) -> str | None:
        """A path that the user typed, if it leads somewhere."""
        if "/" not in name and "\\" not in name:
            return None
        path = self._joined(self._paths.workspace, name, None)
        return path if self._disk.kind(path) is not None else None

    def _found_in(self, folders: Sequence[str], target: Target) -> str:
        for folder in folders:
            matches = self._match(folder, target.name, target.kind, target.extensions)
            if len(matches) > 1:
                key = f"which:{target.name}"
                answer = self._discourse.ask(
                    key, f'Which "{target.name}" do you mean?', tuple(self._say(path) for path in matches)
                )
                return self._chosen(answer, matches)
            if matches:
                return matches[0]
        raise Unsettled(self._missing(target, folders[0]))

    def _chosen(self, answer: str, paths: Sequence[str]) -> str:
        if answer.isdigit() and 0 < int(answer) <= len(paths):
            return paths[int(answer) - 1]
        low = answer.lower()
        for path in paths:
            if low in (self._paths.name(path).lower(), self._say(path).lower()):
                return path
        raise Unsettled(Question("Which one do you mean?", tuple(map(self._say, paths)), "which"))

    def _match(self, folder: str, name: str, kind: str, extensions: Sequence[str]) -> list[str]:
        """What in a folder a name may mean: exact, then whatever its case, then without its extension."""
        joined = self._paths.join(folder, name.rstrip("/") or name)
        if isinstance(joined, Problem) or self._disk.kind(folder) != "folder":
            return []
        if self._is_kind(joined, kind) and not extensions:
            return [joined]
        parent = self._paths.parent(joined)
        if self._disk.kind(parent) != "folder":
            return []
        low, names = self._paths.name(joined).lower(), self._disk.children(parent)
        if extensions:
            wanted = {f"{low}.{extension}" for extension in extensions} | {low}
            stems = [n for n in names if n.lower() in wanted and n.lower().endswith(tuple(extensions))]
            return self._of_kind(parent, stems, kind)
        same = self._of_kind(parent, [n for n in names if n.lower() == low], kind)
        if same or kind == "folder":
            return same
        stems = [n for n in names if n.lower().rpartition(".")[0] == low]
        if kind.startswith("."):
            stems = [n for n in stems if n.lower().endswith(kind)]
        return self._of_kind(parent, stems, "file")

    def _of_kind(self, parent: str, names: Sequence[str], kind: str) -> list[str]:
        paths = [self._paths.child(parent, name) for name in names]
        return [path for path in paths if self._is_kind(path, kind)]

    def _is_kind(self, path: str, kind: str) -> bool:
        found = self._disk.kind(path)
        if found is None or not kind:
            return found is not None
        return (found == "folder") == (kind == "folder")

    def _except(self, paths: tuple[str, ...], excluded: Sequence[Target], what: Target) -> tuple[str, ...]:
        """The paths less those that were excepted, which must exist, lest a slip of the tongue spares nothing."""
        kept = list(paths)
        for target in excluded:
            inside = (
                target
                if target.location or target.paths
                else msgspec.structs.replace(target, location=what.location)
            )
            if self._is_the_place(target, what):
                continue
            named = frozenset(self._many(inside))
            kept = [other for other in kept if other not in named]
        if not kept:
            raise Unsettled(Problem("NOTHING_MATCHES", "Nothing is left after the exceptions."))
        return tuple(kept)

    def _is_the_place(self, target: Target, what: Target) -> bool:
        """ "Everything in X but keep X itself"."""
        if what.location is None or not target.name:
            return False
        return self._paths.name(self._folder(what.location)).lower() == target.name.rstrip("/").lower()

    # -- words

    def _sure(self, target: Target) -> None:
        if target.doubtful:
            answer = self._discourse.ask(
                f"name:{target.name}", f'Is "{target.name}" the whole name?', ("yes", "no")
            )
            if answer.lower() not in YES:
                raise Unsettled(Question("What is the name?", (), "name"))

    def _missing(self, target: Target, folder: str) -> Problem:
        from rapidfuzz import process

        names = self._disk.children(folder) if self._disk.kind(folder) == "folder" else []
        near = process.extract(target.name, names, limit=3, score_cutoff=NEAR_NAME)
        hint = f" Did you mean {' or '.join(name for name, _, _ in near)}?" if near else ""
        where = "" if folder == self._paths.workspace else f" in {self._say(folder)}"
        kind = "folder" if target.kind == "folder" else "file" if target.kind else "file or folder"
        return Problem("NOT_FOUND", f'There is no {kind} "{target.name}"{where}.{hint}', folder)

    def _near_folders(self, folder: str) -> str:
        from rapidfuzz import process

        parent = self._paths.parent(folder)
        if self._disk.kind(parent) != "folder":
            return ""
        names = [
            n
            for n in self._disk.children(parent)
            if self._is_kind(self._value(self._paths.join(parent, n)), "folder")
        ]
        near = process.extractOne(self._paths.name(folder), names, score_cutoff=NEAR_NAME)
        return f" There is one called {near[0]}." if near else ""

    def _say(self, path: str) -> str:
        return self._paths.relative(path)

    def _default_name(self, kind: str) -> str:
        """The name of a document that was given none: `document.docx`."""
        for known in self._settings.kinds.values():
            if f".{known.extension}" == kind and known.name:
                return f"{known.name}.{known.extension}"
        return self._discourse.ask("name", "What should it be called?") + kind

    @staticmethod
    def _value(found: str | Problem) -> str:
        if isinstance(found, Problem):
            raise Unsettled(found)
        return found


def braces(globs: Sequence[str]) -> str:
    """Several patterns as one: `*.{jpg,png}` where they differ only in the extension, else `{a,b}`."""
    patterns = list(dict.fromkeys(part for glob in globs for part in glob.split("|")))
    return patterns[0] if len(patterns) == 1 else "{" + ",".join(patterns) + "}"
