"""What golden tests are made of: the product's own cases and worlds, and the folder that holds the cases."""

from __future__ import annotations

from pathlib import Path

from aura.runtime.golden.case import Case, Found, Node, Tree, after, cases, fits, real, whole
from aura.runtime.golden.world import ANCHORS, World, faults, goal_lines, play, told

HERE = Path(__file__).parent

__all__ = [
    "ANCHORS", "HERE", "Case", "Found", "Node", "Tree", "World", "after", "cases", "faults", "fits", "goal_lines",
    "play", "real", "told", "whole",
]  # fmt: skip
