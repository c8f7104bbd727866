"""What somebody or something is made to say, taken for what is looked for."""

from __future__ import annotations

from aura.runtime.vain.view import Text, View


def let_say_it(text: Text, view: View) -> str | None:
    """ "Let google *say it is late*": what is let say something looks for nothing."""
    if not (text.fills("query") and view.is_in(text.low[0], "says_it")):
        return None
    led = any(at > 1 and view.lattice.in_set(at - 2, "letting") for at in view.places_of(text.said.low))
    return f'"{text.value}" may be what is to be said, and not looked for; put it in quotes.' if led else None
