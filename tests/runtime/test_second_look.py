"""The second look at an utterance, in which a word may be a slip of the hand."""

from __future__ import annotations

from scene import Scene

from aura.contracts.problem import Problem
from aura.language.decode import decode
from aura.runtime.choose import Choice
from aura.runtime.second_look import Heard


def test_a_question_about_anything_at_all_is_of_its_own_words_and_goes_no_further(scene: Scene) -> None:
    decoded = decode(scene.session()._house.grammar, "how do I mute the sound")
    choice = Choice(Problem("", ""), decoded.readings[0], ())
    asked = [Heard(decoded, choice, 0.0, position).is_asked for position in range(decoded.lattice.size + 1)]
    assert asked == [True] * decoded.lattice.size + [False]
