"""Sums, exactly where they can be, and never anything but sums."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

from msgspec import Struct

from aura.capability.effect import Effect
from aura.capability.errors import ToolError
from aura.capability.machine import Foreseen
from aura.capability.semantic import Expression, Text
from aura.capability.tool import tool
from aura.tools.knowledge.formula import written

LONGEST = 300
BITS = 4096
"""The size of the largest number on the way, about 1,200 digits."""


class Result(Struct, frozen=True):
    """The value of a formula."""

    value: Annotated[int | float, "The value."]
    text: Annotated[Text, "The value in writing."]


def _calculated(expression: str) -> Result:
    unclear = ToolError("NOT_A_FORMULA", f"{expression!r} is not a formula that can be calculated.")
    if not expression.strip() or len(expression) > LONGEST:
        raise unclear
    try:
        value = _value(ast.parse(written(expression), mode="eval").body)
        return _result(value)
    except ZeroDivisionError as error:
        raise ToolError("DIVISION_BY_ZERO", "Nothing can be divided by zero.") from error
    except OverflowError as error:
        raise _too_large() from error
    except (SyntaxError, ValueError, TypeError, KeyError, RecursionError, MemoryError) as error:
        raise unclear from error


def _tried(expression: str) -> Foreseen:
    """Nothing to say of what can be calculated; what cannot is told before anything is done with it."""
    _calculated(expression)
    return Foreseen()


@tool(verb="calculate", effect=Effect.READS, foresee=_tried)
def calculate(expression: Annotated[Expression, "A formula in signs or words, such as 15% of 80."]) -> Result:
    """Calculate a formula."""
    return _calculated(expression)


def _result(value: Fraction) -> Result:
    if value.denominator == 1:
        return Result(value.numerator, str(value.numerator))
    number = float(value)
    return Result(number, f"{number:.12g}")


def _value(node: ast.expr) -> Fraction:
    """The value of a piece of a formula; what is no sum is a KeyError or TypeError."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return _bounded(Fraction(str(node.value)))
    if isinstance(node, ast.Name):
        return NAMES[node.id]
    if isinstance(node, ast.UnaryOp):
        return SIGNS[type(node.op)](_value(node.operand))
    if isinstance(node, ast.BinOp):
        return _bounded(_joined(node))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _bounded(Fraction(FUNCTIONS[node.func.id](*map(_value, node.args))))
    raise TypeError(type(node).__name__)


def _joined(node: ast.BinOp) -> Fraction:
    left, right = _value(node.left), _value(node.right)
    if isinstance(node.op, ast.Add | ast.Sub) and _is_percentage(node.right):
        right *= left
    return OPERATORS[type(node.op)](left, right)


def _is_percentage(node: ast.expr) -> bool:
    """In "200 + 10%" the percentage is one of what stands before it."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "percent"


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if size * abs(exponent) > BITS:
        raise _too_large()
    if exponent.denominator == 1:
        return base**exponent.numerator
    return _from_float(float(base) ** float(exponent))


def _factorial(number: Fraction) -> Fraction:
    if number > 400:
        raise _too_large()
    if number.denominator != 1:
        raise ValueError("only whole numbers have a factorial")
    return Fraction(math.factorial(number.numerator))


def _root(number: Fraction) -> Fraction:
    if number < 0:
        raise ValueError("a negative number has no square root")
    exact = Fraction(math.isqrt(number.numerator), math.isqrt(number.denominator))
    return exact if exact * exact == number else _from_float(math.sqrt(number))


def _rounded(number: Fraction, digits: Fraction = Fraction(0)) -> Fraction:
    return Fraction(round(number, int(digits)))


def _from_float(number: float | complex) -> Fraction:
    if isinstance(number, complex):
        raise ValueError("not a real number")
    return Fraction(repr(number))


def _bounded(value: Fraction) -> Fraction:
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > BITS:
        raise _too_large()
    return value


def _too_large() -> ToolError:
    return ToolError("TOO_LARGE", "The result, or a number on the way to it, is too large.")


def _real(function: Callable[[float], float]) -> Callable[[Fraction], Fraction]:
    return lambda number: _from_float(function(float(number)))


NAMES = {"pi": _from_float(math.pi), "e": _from_float(math.e)}
SIGNS: dict[type[ast.unaryop], Callable[[Fraction], Fraction]] = {
    ast.UAdd: lambda number: number,
    ast.USub: lambda number: -number,
}
OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right,
    ast.FloorDiv: lambda left, right: Fraction(left // right),
    ast.Mod: lambda left, right: left % right,
    ast.Pow: _power,
}
FUNCTIONS: dict[str, Callable[..., Fraction | int]] = {
    "percent": lambda number: number / 100,
    "sqrt": _root,
    "cbrt": _real(math.cbrt),
    "abs": abs,
    "round": _rounded,
    "floor": math.floor,
    "ceil": math.ceil,
    "min": min,
    "max": max,
    "mean": lambda *numbers: sum(numbers) / len(numbers),
    "factorial": _factorial,
    "sin": _real(math.sin),
    "cos": _real(math.cos),
    "tan": _real(math.tan),
    "log": _real(math.log10),
    "ln": _real(math.log),
    "exp": _real(math.exp),
}
