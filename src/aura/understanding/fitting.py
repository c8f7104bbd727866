"""The names in a folder that patterns mean, and words that they have in them."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Sequence

from aura.capability.ports import NodeKind
from aura.contracts.goal import Target
from aura.understanding.shared_names import sharing


def fitting(entries: Sequence[tuple[str, NodeKind]], target: Target) -> list[str]:
    """The names that a target's patterns mean: hidden ones only where a pattern says so."""
    globs = [glob.lower() for part in target.globs for glob in part.split("|")]
    if target.everything and "*" in globs:
        return [name for name, _ in entries]
    fits = re.compile("|".join(map(fnmatch.translate, globs))).match
    folder, hidden = target.kind == "folder", any(glob.startswith(".") for glob in globs)
    found = [
        name
        for name, kind in entries
        if (kind == "folder") == folder and (hidden or not name.startswith(".")) and fits(name.lower())
    ]
    return sharing(target.named, found) if target.named else found
