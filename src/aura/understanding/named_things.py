"""The files that sentences of domains are about: by name and kind, or the one that was said last."""

from __future__ import annotations

import msgspec

from aura.contracts.goal import Target
from aura.contracts.reference import is_reference
from aura.language.slots.parts import Thing
from aura.understanding.antecedents import recalled
from aura.understanding.endings import has_extension
from aura.understanding.referents import Referents

LOOSE = ("", "file", "document")
"""What a word for a file may say without saying which kind."""
IT = "it"


class NamedThings:
    """Files of one utterance, as targets."""

    def __init__(self, referents: Referents) -> None:
        self._referents = referents
        self._discourse = referents.discourse

    def meant(self, thing: Thing, wanted: str) -> Target:
        """The file that a noun phrase means; one without an extension is of the wanted kind."""
        kind = _first(wanted) if thing.kind in LOOSE else thing.kind
        if thing.form == "name":
            return self._named(self._referents.targets([thing], None)[0], kind)
        if thing.form == "blank" and thing.place is not None:
            return msgspec.structs.replace(self._referents.targets([thing], None)[0], globs=(f"*{kind}",), count=1)
        if thing.form == "blank" or thing.pronoun == IT:
            last = None if thing.indefinite else self._last(kind)
            if last is not None:
                return last
        if thing.form == "blank" and thing.kind == "file" and not thing.indefinite:
            last = self._referents.antecedents.last("file", IT)
            if last is not None:
                return last
        if thing.form == "blank":
            return self._the_only(kind, indefinite=thing.indefinite or thing.kind == "file")
        return self._referents.targets([thing], None, "file")[0]

    def said_last(self, wanted: str) -> Target:
        """The file that a sentence is about which names none."""
        last = self._last(_first(wanted))
        return last if last is not None else self._asked(_first(wanted))

    def _named(self, target: Target, kind: str) -> Target:
        if kind.startswith(".") and not has_extension(target.name):
            return msgspec.structs.replace(target, kind=kind)
        return target if target.kind else msgspec.structs.replace(target, kind="file")

    def _last(self, kind: str) -> Target | None:
        """What was said last of a kind, in this utterance, else in an earlier command."""
        discourse, antecedents = self._discourse, self._referents.antecedents
        ending = kind if kind.startswith(".") else ""
        for entity in reversed(discourse.entities):
            known_later = is_reference(entity.path)
            if entity.kind == "file" and (known_later or entity.path.lower().endswith(ending)):
                return antecedents.reference([entity])
        past = [] if discourse.in_vain else discourse.earlier.things("file")
        fitting = [one for one in past if not one.gone and one.path.lower().endswith(ending)]
        if len(fitting) != 1:
            return None
        discourse.recalled.append(IT)
        return antecedents.reference([recalled(fitting[0])])

    def _the_only(self, kind: str, *, indefinite: bool) -> Target:
        """ "The spreadsheet", where none was spoken of: the one that is there."""
        if indefinite or not kind.startswith("."):
            return self._asked(kind)
        return Target(globs=(f"*{kind}",), kind="file", count=1)

    def _asked(self, kind: str) -> Target:
        answer = self._discourse.ask("file", "Which file do you mean?", self._discourse.earlier.offered("file"))
        return self._named(Target(name=answer), kind)


def _first(kinds: str) -> str:
    """The kind that a file without an extension is of."""
    return kinds.partition(" ")[0]
