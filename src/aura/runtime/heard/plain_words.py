"""An utterance in the plainer words in which it can be read."""

from __future__ import annotations

from collections.abc import Callable

from aura.language.decoding.account import differs_freely, free_tokens
from aura.language.decoding.decode import Decoded
from aura.language.hearing.rewording import put_plainly, said_in_full

MOST_WAYS = 3
"""How often what is said once for two is said of each: "turn down x, y and z"."""


def in_plain_words(decoded: Decoded, utterance: str, decode: Callable[[str], Decoded]) -> Decoded:
    """The utterance as it is put plainly, where that can be read and changes no name or text; else as it is.

    What stands in a name or a text joins nothing that could be said apart.
    """
    text = put_plainly(decoded.lattice)
    again = None if text is None else decode(text)
    if again is not None and again.readings and not differs_freely(again, utterance):
        return again
    for _ in range(MOST_WAYS):
        said = said_in_full(decoded.lattice)
        if said is None or any(said.joint in free_tokens(reading, decoded.lattice) for reading in decoded.readings[:1]):
            break
        again = decode(said.text)
        if not again.readings or differs_freely(again, decoded.lattice.text):
            break
        decoded = again
    return decoded
