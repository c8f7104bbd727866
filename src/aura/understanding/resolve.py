"""From goals in words to goals with absolute paths: names looked up over the disk as it will be, places located."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from aura.capability.errors import ToolError
from aura.capability.ports import Disk, NodeKind
from aura.config.settings import Settings
from aura.contracts.goal import PARENT, Goal, Location, Question, Target
from aura.contracts.problem import Problem
from aura.contracts.reference import is_reference
from aura.language.words.spelling import edit_cost, transposed
from aura.understanding.answers import DECIDED, YES
from aura.understanding.discourse import Discourse, Unsettled
from aura.understanding.endings import as_text, has_extension, of_kind
from aura.understanding.lookup import SHARED, Lookup
from aura.understanding.path_names import names_in_part
from aura.understanding.paths import PathResolver

MADE = {"name", "kind"}
NEW, NEWLY = "new", {"name", "at", "kind"}
"""Which input is a file to be made of another, and what is said of that."""


WHERE_TO = "Where should it go?"
ANY, LOOKING = "*", ("find", "list")
AS_SAID = ("overwrite",)
"""What a step takes as it was said."""
LEFT_OUT = "Nothing can be left out of what is looked for; say what to look for without that."


class Resolved(Struct, frozen=True):
    """A goal with its paths settled, ready for planning.

    `container` is the folder that it makes or names, `place` the one that it was said to be in or to go to.
    """

    goal: Goal
    container: str | None = None
    sources: tuple[str, ...] = ()
    place: str | None = None


class Resolver:
    """Resolves the goals of one reading, in order, over an overlay that shows the effects of those before."""

    def __init__(self, settings: Settings, paths: PathResolver, disk: Disk, discourse: Discourse) -> None:
        self._settings = settings
        self._paths = paths
        self._disk = disk
        self._discourse = discourse
        self._lookup = Lookup(settings, paths, disk, discourse)

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
            if any(isinstance(value, Target) for value in params.values()):
                return self._about_files(goal)
            return self._new(goal) if MADE & params.keys() else self._situated(goal)
        if "content" in params:
            return self._written(goal, what)
        if "new_name" in params and "to" not in params and goal.verb == "rename":
            return self._renamed(goal, what)
        if "to" in params or "new_name" in params:
            return self._placed(goal, what)
        return self._acted_on(goal, what)

    def _kind(self, path: str) -> NodeKind | None:
        """What is at a path; what an earlier step has yet to make is a file."""
        return "file" if is_reference(path) else self._disk.kind(path)

    # -- what each kind of goal needs

    def _situated(self, goal: Goal) -> Resolved:
        """A goal that may ask about a place; one that this machine does not have is simply not found."""
        try:
            places = {key: self._lookup.folder(at) for key, at in goal.params.items() if isinstance(at, Location)}
        except Unsettled as unsettled:
            if isinstance(unsettled.value, Problem):
                raise Unsettled(Problem("NOT_FOUND", unsettled.value.message)) from unsettled
            raise
        return Resolved(msgspec.structs.replace(goal, params=goal.params | places) if places else goal)

    def _about_files(self, goal: Goal) -> Resolved:
        """A goal of a domain about files that are there; what it makes of one is beside it, or where it was said."""
        params = goal.params
        found = {key: self._file(value) for key, value in params.items() if isinstance(value, Target)}
        paths = tuple(found.values())
        made = {params[NEW]: self._beside(paths[0], params)} if NEW in params and {"name", "at"} & params.keys() else {}
        kept = {key: value for key, value in params.items() if key not in (NEW, *NEWLY)}
        what = next(value for value in params.values() if isinstance(value, Target))
        container = self._named_folder(what.location)
        return self._done(goal, {**kept, **found, **made}, paths[0], container, paths)

    def _file(self, what: Target) -> str:
        path = self._lookup.one(what)
        if self._kind(path) == "folder":
            raise Unsettled(Problem("IS_A_FOLDER", f"{self._lookup.say(path)} is a folder; name a file in it."))
        return path

    def _beside(self, path: str, params: Mapping[str, Any]) -> str:
        """The path of what is made of a file: under its name or another, in its folder or another."""
        location = params.get("at")
        folder = self._paths.parent(path) if location is None else self._lookup.folder(location)
        name = str(params.get("name") or self._paths.name(path).rpartition(".")[0])
        return self._lookup.joined(folder, of_kind(name, str(params.get("kind", ""))), location)

    def _new(self, goal: Goal) -> Resolved:
        params, location = goal.params, goal.params.get("at")
        if location is None and self._discourse.here is not None:
            location = Location(path=self._discourse.here)
        folder = self._lookup.folder(location)
        kind = str(params.get("kind", ""))
        name = of_kind(params["name"], kind) if params.get("name") else self._default_name(kind)
        name = as_text(name, self._settings) if params.get("content") else name
        path = self._lookup.joined(folder, name, location)
        kept = {key: value for key, value in params.items() if key not in ("name", "kind", "at")}
        named = location is not None and bool(location.folders or location.path)
        container = path if params["object"] == "folder" else folder if named else None
        return self._done(goal, {**kept, "path": path}, path, container)

    def _written(self, goal: Goal, what: Target) -> Resolved:
        """Writing names an existing file, or a new one that shows that it is a file."""
        path = self._one_or_new(what, adds=goal.verb == "append")
        if self._kind(path) == "folder":
            raise Unsettled(Problem("IS_A_FOLDER", f"{self._lookup.say(path)} is a folder; name the file to write to."))
        params = {"object": "file", "path": path, "content": goal.params["content"]}
        container = self._paths.parent(path) if what.location is not None else None
        return self._done(goal, params, path, container, (path,))

    def _one_or_new(self, what: Target, *, adds: bool) -> str:
        """The path of what is there, or of a new file; what is added is added to a file of the user's other places."""
        try:
            return self._lookup.one(what) if adds else self._lookup.one_near(what)
        except Unsettled as unsettled:
            may_be_new = bool(what.kind) and not what.definite and unsettled.asks(SHARED)
            if not (unsettled.is_problem("NOT_FOUND") or may_be_new) or not what.name:
                raise
        name = what.name
        if what.kind.startswith(".") and not has_extension(name):
            name += what.kind
        if not has_extension(name) and what.kind == "file" and not what.definite:
            name = as_text(name, self._settings)
        if not has_extension(name) and (not what.kind or what.definite):
            raise Unsettled(self._lookup.missing(what, self._lookup.folder(what.location)))
        sure = self._lookup.sure(what)
        name = sure.name if sure.name != what.name else name
        there = (
            what.location is None or what.location.made or self._kind(self._lookup.folder(what.location)) is not None
        )
        elsewhere = self._lookup.elsewhere.files(name) if what.location is None or not there else []
        if elsewhere and not there:
            self._lookup.existing_folder(what.location)  # "In capitals" is no new folder for a file that is here.
        if elsewhere or (elsewhere := self._nearly(what.name, name, what.location, adds)):
            return self._this_or_new(name, elsewhere)
        return self._lookup.joined(self._lookup.folder(what.location), name, what.location)

    def _nearly(self, said: str, name: str, location: Location | None, adds: bool) -> list[str]:
        """The file that a name is a slip for: with letters swapped, or, where text is added, with another one.

        Or those that it is some of the words of: "add it to the *tide* file".
        """
        folder = self._lookup.folder(location)
        names = self._disk.children(folder) if self._disk.kind(folder) == "folder" else []
        slips = [one for one in names if _is_slip(name.lower(), one.lower(), edited=adds)]
        near = slips[:1] if len(slips) == 1 else [one for one in names if adds and names_in_part(said, one)]
        return [self._paths.child(folder, one) for one in near]

    def _this_or_new(self, name: str, found: Sequence[str]) -> str:
        """A file that is in another folder than the one it was looked for in, or a new one, by the user's answer."""
        fresh, shown = f"a new {name}", {self._lookup.say(path): path for path in found}
        asked = f"There is no {name} here, but {' and '.join(shown)}. Which one do you mean?"
        answer = self._discourse.ask(f"elsewhere:{name}", asked, (*shown, fresh))
        return shown[answer] if answer in shown else self._lookup.joined(self._paths.workspace, name, None)

    def _renamed(self, goal: Goal, what: Target) -> Resolved:
        if what.globs and what.count != 1:
            what = Target(name=self._discourse.ask("which", "Only one file can get that name. Which one?"))
        path, name = self._lookup.one(what), str(goal.params["new_name"])
        if "/" in name or "\\" in name:
            raise Unsettled(Problem("INVALID_NAME", f'"{name}" is a path; a new name has no folder in it.'))
        if is_reference(path):
            return self._done(goal, {"path": path, "new_name": name}, path, None, (path,))
        name = self._with_extension(name, path)
        renamed = self._lookup.joined(self._paths.parent(path), name, None)
        container = renamed if self._kind(path) == "folder" else None
        return self._done(goal, {"path": path, "new_name": name}, path, container, (path,))

    def _with_extension(self, name: str, path: str) -> str:
        """A file keeps its extension when its new name shows none."""
        old = self._paths.name(path)
        if self._kind(path) == "folder" or has_extension(name) or not has_extension(old):
            return name
        return f"{name}.{old.rpartition('.')[2]}"

    def _placed(self, goal: Goal, what: Target) -> Resolved:
        """The final path of what is moved or copied."""
        to, name = goal.params.get("to"), goal.params.get("new_name")
        what, to = self._either_place(goal, what, to)
        if name and to is None and not has_extension(str(name)):
            existing = self._lookup.names.match(self._paths.workspace, str(name), "folder", ())
            to, name = (Location(path=existing[0]), None) if existing else (to, name)
        sources = self._lookup.spared(self._lookup.many(what), goal.params.get("except", ()), what)
        several = bool(what.globs) or len(sources) > 1
        if several and name:
            raise Unsettled(
                Question("Which one should have that name?", tuple(map(self._lookup.say, sources)), "which")
            )
        if name:
            return self._placed_as(goal, sources[0], to, str(name))
        if to is not None and to.base == PARENT:
            to = Location(path=self._above(sources))
        folder = self._destination(to, bool(goal.params.get("into")) or several)
        if several:
            whole = what.globs == ("*",) and what.everything
            sources = tuple(path for path in sources if path != folder) if whole else sources
            return self._done(goal, {"source": list(sources), "destination": folder}, folder, folder, sources)
        return self._placed_in(goal, sources[0], folder)

    def _placed_in(self, goal: Goal, source: str, folder: str) -> Resolved:
        """One thing that goes into a folder under its own name; one that has none yet goes as one of many would."""
        if is_reference(source):
            return self._done(goal, {"source": [source], "destination": folder}, folder, folder, (source,))
        destination = self._paths.child(folder, self._paths.name(source))
        container = destination if self._kind(source) == "folder" else folder
        return self._done(goal, {"source": source, "destination": destination}, destination, container, (source,))

    def _above(self, sources: Sequence[str]) -> str:
        """The folder that holds the one that some things are in, where that is one: "up one folder"."""
        folders = {self._paths.parent(path) for path in sources}
        return self._paths.parent(folders.pop() if len(folders) == 1 else self._paths.workspace)

    def _either_place(self, goal: Goal, what: Target, to: Location | None) -> tuple[Target, Location | None]:
        """ "Copy a.txt in docs as b.txt": docs is where a.txt is; if it is not there, then where b.txt goes."""
        other = goal.params.get("or_to")
        if other is None or not what.name or what.location is None:
            return what, to
        folder = self._lookup.folder(what.location)
        if self._lookup.names.match(folder, what.name, what.kind, what.extensions):
            return what, to
        return msgspec.structs.replace(what, location=None), other

    def _placed_as(self, goal: Goal, source: str, to: Location | None, name: str) -> Resolved:
        if to is not None:
            folder = self._destination(to, True)
        elif "/" in name or "\\" in name:
            folder = self._paths.workspace
        else:
            folder = self._paths.workspace if is_reference(source) else self._paths.parent(source)
        destination = self._lookup.joined(folder, self._with_extension(name, source), to)
        container = destination if self._kind(source) == "folder" else folder if to is not None else None
        return self._done(goal, {"source": source, "destination": destination}, destination, container, (source,))

    def _destination(self, to: Location | None, may_create: bool) -> str:
        """The folder that things go to: it exists, was said to be new, or the user says so now."""
        if to is None:
            raise Unsettled(Question(WHERE_TO, (), "to"))
        folder = self._lookup.folder(to)
        kind = self._kind(folder)
        if kind not in (None, "folder"):
            raise Unsettled(
                Problem("NOT_A_FOLDER", f"{self._lookup.say(folder)} is a file, so nothing can go into it.")
            )
        near = self._lookup.near_folders(folder) if kind is None and not to.new else ""
        if kind is None and (near or not (to.made or may_create)):
            asked = f"There is no folder {self._lookup.say(folder)}. Should it be created?{near}"
            answer = self._discourse.ask(f"create:{folder}", asked, DECIDED)
            if answer != YES:
                told = answer not in DECIDED
                other = self._discourse.said_place(answer) if told else self._discourse.ask_place("to", WHERE_TO)
                return self._lookup.existing_folder(other)
        return folder

    def _acted_on(self, goal: Goal, what: Target) -> Resolved:
        if not (what.name or what.paths or what.globs):
            folder = self._lookup.existing_folder(what.location)
            return self._done(goal, {"object": "folder", "path": folder}, folder, folder, (folder,))
        if goal.verb in LOOKING and what.globs and goal.params.get("except"):
            raise Unsettled(Problem("NO_CAPABILITY", LEFT_OUT))
        if goal.verb == "find":
            return self._sought(goal, what)
        if goal.verb == "list" and what.globs:
            return self._listed(goal, what)
        paths = self._lookup.spared(self._lookup.many(what), goal.params.get("except", ()), what)
        kinds = {self._kind(path) for path in paths}
        kind = "folder" if "folder" in kinds else "file"
        verb = "list" if goal.verb == "read" and kind == "folder" else goal.verb
        value: Any = list(paths) if what.globs or len(paths) > 1 else paths[0]
        params: dict[str, Any] = {"object": kind, "path": value}
        if goal.verb == "delete" and kind == "folder":
            params["recursive"] = True
        container = paths[0] if len(paths) == 1 and kind == "folder" else self._named_folder(what.location)
        named = msgspec.structs.replace(goal, verb=verb)
        return self._done(named, params, paths[0], container, paths)

    def _named_folder(self, location: Location | None) -> str | None:
        """The folder that a location names, where it names one and is not only a place like the desktop."""
        named = location is not None and bool(location.folders or location.path)
        return self._lookup.folder(location) if named else None

    def _listed(self, goal: Goal, what: Target) -> Resolved:
        """ "List the pdf files in downloads" looks for names in one folder; all of them are its listing.

        What is told by words in its name is sought in the folders inside too: "which files have *invoice in the name*".
        """
        folder = self._lookup.existing_folder(what.location or self._gone_to())
        if what.globs == ("*",):
            return self._done(goal, {"object": "folder", "path": folder}, folder, folder, (folder,))
        worded = all(glob.startswith(ANY) and glob.endswith(ANY) for glob in what.globs)
        params = {"path": folder, "pattern": braces(what.globs), **({} if worded else {"recursive": False})}
        return self._done(msgspec.structs.replace(goal, verb="find"), params, folder, folder, (folder,))

    def _sought(self, goal: Goal, what: Target) -> Resolved:
        if what.paths and not any(map(is_reference, what.paths)):
            return self._sought_again(goal, what.paths)
        what = self._lookup.sure(what)
        where = what.location or self._gone_to()
        named = where is None and what.name and not (what.globs or what.extensions)
        there = self._lookup.elsewhere.only_place_of(what.name) or self._dealt_with(what.name) if named else None
        folder = there or self._lookup.existing_folder(where)
        pattern = braces(what.globs) if what.globs else what.name
        if what.extensions and what.name:
            pattern = braces([f"*{what.name}*.{extension}" for extension in what.extensions])
        return self._done(goal, {"path": folder, "pattern": pattern}, folder, None, (folder,))

    def _dealt_with(self, name: str) -> str | None:
        """The folder outside the workspace that something is in which an earlier command was about, if it is there."""
        path = self._discourse.dealt_with(name)
        here = path is not None and self._paths.flavour(path).is_relative_to(self._paths.workspace)
        return None if path is None or here or self._kind(path) is None else self._paths.parent(path)

    def _sought_again(self, goal: Goal, paths: Sequence[str]) -> Resolved:
        """What was spoken of is found where it is: "I have a.txt in downloads, find *it*"."""
        folders = {self._paths.parent(path) for path in paths}
        folder = folders.pop() if len(folders) == 1 else self._lookup.existing_folder(self._gone_to())
        names = [self._paths.name(path) for path in paths]
        params = {"path": folder, "pattern": braces(names)}
        return self._done(goal, params, folder, None, (folder,))

    def _gone_to(self) -> Location | None:
        """Where what has no place of its own is looked for, if the user went there or said it first."""
        return Location(path=self._discourse.lead) if self._discourse.lead is not None else None

    def _done(
        self,
        goal: Goal,
        params: Mapping[str, Any],
        path: str,
        container: str | None,
        sources: Sequence[str] = (),
    ) -> Resolved:
        said = {name: goal.params[name] for name in AS_SAID if name in goal.params}
        resolved = msgspec.structs.replace(
            goal, params={**params, **said}, resolved_path=path, base_anchor=self._paths.anchor_of(path)
        )
        return Resolved(resolved, container, tuple(sources), self._said_place(goal))

    def _said_place(self, goal: Goal) -> str | None:
        what = goal.params.get("what")
        said = (goal.params.get("to"), goal.params.get("at"), what.location if isinstance(what, Target) else None)
        location = next((place for place in said if isinstance(place, Location)), None)
        return self._lookup.folder(location) if location is not None else None

    def _default_name(self, kind: str) -> str:
        """The name of a document that was given none: `document.docx`."""
        for known in self._settings.kinds.values():
            if f".{known.extension}" == kind and known.name:
                return f"{known.name}.{known.extension}"
        return self._discourse.ask("name", "What should it be called?") + kind


def braces(globs: Sequence[str]) -> str:
    """Several patterns as one: `*.{jpg,png}` where they differ only in the extension, else `{a,b}`."""
    patterns = list(dict.fromkeys(part for glob in globs for part in glob.split("|")))
    return patterns[0] if len(patterns) == 1 else "{" + ",".join(patterns) + "}"


def _is_slip(said: str, name: str, *, edited: bool) -> bool:
    """Whether a name may have been meant: letters are swapped, or it is `edited`; its numbers are the same."""
    numbers = [[letter for letter in one if letter.isdigit()] for one in (said, name)]
    return numbers[0] == numbers[1] and (transposed(said, name) or (edited and edit_cost(said, name) > 0))
