"""What the names that people say mean among the programs that are installed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from aura.config.settings import KnownApp
from aura.machine.apps.port import App

BETWEEN_WORDS = re.compile(r"[\s_.-]+")
EXECUTABLE = (".exe", ".app", ".desktop", ".lnk")

SHORTEST = 3
"""Letters of a word that may stand for a program whose name it begins or ends."""

Default = Callable[[str], str]
"""The id of the program that opens a kind of thing here, or nothing."""


def folded(name: str) -> str:
    """A name as it is compared: small letters, words apart by one space."""
    return BETWEEN_WORDS.sub(" ", name.casefold()).strip()


def program_name(path: str) -> str:
    """The folded name of a program file: `/usr/bin/google-chrome` → `google chrome`."""
    name = re.split(r"[\\/]", path)[-1]
    for ending in EXECUTABLE:
        name = name[: -len(ending)] if name.casefold().endswith(ending) else name
    return folded(name)


def meant(
    name: str, apps: Sequence[App], known: Mapping[str, KnownApp], default: Default, found: Callable[[str], App | None]
) -> list[App]:
    """The programs that a name means, the one to start first.

    What is known by other words is looked for under the names of its programs; `default` says which program opens a
    kind of thing, `found` makes a program of a command that has no entry.
    """
    asked = folded(name)
    entry = next((each for title, each in known.items() if asked == folded(title) or asked in said_as(each)), None)
    if entry is not None:
        return list({app.id: app for app in _serving(entry, apps, default, found)}.values())
    own = [app for app in apps if asked in (folded(app.title), folded(app.id))]
    if own := own or [app for app in apps if asked in app.names]:
        return own
    command = found(name)
    return [command] if command is not None else []


def said_as(known: KnownApp) -> set[str]:
    """The words for a known program, folded."""
    return {folded(word) for word in known.words}


def _serving(
    entry: KnownApp, apps: Sequence[App], default: Default, found: Callable[[str], App | None]
) -> Iterator[App]:
    first = default(entry.opens) if entry.opens else ""
    yield from (app for app in apps if app.id == first)
    for program in entry.programs:
        yield from (app for app in apps if is_program(app, program))
        command = found(program)
        if command is not None:
            yield command
    yield from (app for app in apps if entry.category and entry.category in app.categories)


def is_program(app: App, program: str) -> bool:
    """Whether a program is the one of a file's, an entry's or a bundle's name."""
    asked = program_name(program)
    ids = (folded(app.id), program_name(app.id))
    return asked in ids or (bool(app.command) and asked == program_name(app.command[0]))


def sayings(apps: Iterable[App], known: Mapping[str, KnownApp], kinds: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """Every way to say a program's name, with the name that plans have for it.

    Of a name the words at its beginning or its end do, unless they are a name of their own; what several share stands
    for each of them.
    """
    apps = list(apps)
    taken = {word for entry in known.values() for word in said_as(entry)} | {folded(title) for title in known}
    for title, entry in known.items():
        yield from ((word, title) for word in dict.fromkeys((folded(title), *map(folded, entry.words))))
    titles = Counter(folded(app.title) for app in apps)
    whole = taken | titles.keys() | {name for app in apps for name in app.names}
    for app in apps:
        plain = folded(app.title)
        canonical = plain if titles[plain] == 1 and plain not in taken else app.id
        yield from ((name, canonical) for name in app.names if name not in taken and name not in titles)
        yield from ((part, canonical) for part in parts_of(plain, kinds) if part not in whole)
        if plain not in taken:
            yield plain, canonical


def parts_of(title: str, kinds: Sequence[str]) -> Iterator[str]:
    """What people leave of a folded title: its first words or its last ones, none of them shorter than a word.

    Before a word for a kind of program stands what it is for, which is no name: nobody calls an image viewer "image".
    """
    words = title.split()
    for cut in range(1, len(words)):
        if words[-1] not in kinds and len(words[cut - 1]) >= SHORTEST:
            yield " ".join(words[:cut])
        if len(words[cut]) >= SHORTEST:
            yield " ".join(words[cut:])
