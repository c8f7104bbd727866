"""From one unit to another."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.semantic import Text, Unit
from aura.capability.tool import tool

NAME = re.compile(r"""[\w°µ²³ /*^.()'"$€£-]{1,60}""")
DIGITS = 12


class Converted(Struct, frozen=True):
    """The same amount in another unit."""

    value: Annotated[float, "The amount in the new unit."]
    text: Annotated[Text, "The whole conversion in words."]


@tool(verb="convert", effect=Effect.READS)
def convert(
    value: Annotated[float, "The amount."],
    from_unit: Annotated[Unit, "The unit that it is in."],
    to_unit: Annotated[Unit, "The unit to convert it to."],
) -> Converted:
    """Convert an amount from one unit to another."""
    start, end = unit_of(from_unit), unit_of(to_unit)
    converted = _converted(value, start, end, f"{from_unit} cannot be converted to {to_unit}.")
    return Converted(converted, f"{value:g} {from_unit} = {converted:.6g} {to_unit}")


def _converted(value: float, start: Any, end: Any, refusal: str) -> float:
    from pint.errors import PintError

    try:
        amount = float(_registry().Quantity(value, start).to(end).magnitude)
        return float(f"{amount:.{DIGITS}g}")
    except (PintError, ArithmeticError) as error:
        raise ToolError("UNITS_DIFFER", refusal) from error


def unit_of(said: str) -> Any:
    """The unit that words name; raises ToolError where there is none."""
    import tokenize

    from pint.errors import PintError

    name = " ".join(said.lower().split())
    aliases, money = _words()
    if name in money:
        raise ToolError("NO_RATES", f"{said!r} is money, and exchange rates are not known here.")
    unknown = ToolError("UNKNOWN_UNIT", f"{said!r} is not a known unit.")
    if not NAME.fullmatch(name):
        raise unknown
    broken = (SyntaxError, tokenize.TokenError, RecursionError, AssertionError, IndexError)
    for spelling in dict.fromkeys((aliases.get(name, said.strip()), name, name.replace(" ", "_"))):
        try:
            return _registry().parse_units(spelling)
        except (PintError, AttributeError, ValueError, TypeError, ArithmeticError, *broken):
            continue
    raise unknown


@cache
def _registry() -> Any:
    from pint import UnitRegistry

    return UnitRegistry(autoconvert_offset_to_baseunit=True)


@cache
def _words() -> tuple[dict[str, str], frozenset[str]]:
    """The unit for each way to call one, and what money is called."""
    import yaml

    data = yaml.safe_load(Path(__file__).with_name("units.en.yaml").read_text(encoding="utf-8"))
    aliases = {word: unit for unit, words in data["phrases"]["unit"].items() for word in words}
    return aliases, frozenset(data["money"])
