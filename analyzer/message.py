"""A sentence with places for what varies, so that it can be said in any language.

Knows no language but English, which its sentences are written in, and no way to write a number.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from analyzer.exact import grouped, ratio_text

_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number inside a sentence, to be written as a cell of a column of that kind is.

    `most` are the decimal places to which an estimate is right; None where the number is exact.
    """

    value: int | Fraction
    kind: str
    most: int | None = None

    def places(self, asked: int) -> int:
        """The decimal places shown where a page is asked for so many."""
        return asked if self.most is None else min(asked, self.most)


Value: TypeAlias = "str | int | Figure | Message | tuple[Value, ...]"
"""What can stand in a place of a sentence: text as it is, a whole number, a figure, a sentence, or a list."""


@dataclass(frozen=True, slots=True)
class Message:
    """An English sentence with named places in braces, and what stands in each.

    `many` is the sentence for any `number` but one, None where the sentence counts nothing.

    >>> str(say_many("{n} deck", "{n} decks", 8)), str(say("{a} before {b}", a="x", b=("y", "z")))
    ('8 decks', 'x before y, z')
    """

    text: str
    values: tuple[tuple[str, Value], ...] = ()
    many: str | None = None
    number: int = 1

    def filled(self, template: str, show: Callable[[Value], str]) -> str:
        """A template, this sentence or a translation, its places filled by what `show` makes of them."""
        values = dict(self.values)
        return _PLACE.sub(lambda found: show(values[found[1]]), template)

    def __str__(self) -> str:
        """The sentence in English, ratios with nothing lost."""
        return self.filled(self.text if self.many is None or self.number == 1 else self.many, _plain)


Text = str | Message
"""What people read: a text that is the same in every language, such as an id, or a sentence."""


def say(text: str, /, **values: Value) -> Message:
    """The sentence of a literal text, its places filled."""
    return Message(text, tuple(values.items()))


def say_many(one: str, many: str, n: int, /, **values: Value) -> Message:
    """The sentence of two literal texts that says something of `n` things, which stands in the place {n}."""
    return Message(one, (("n", n), *values.items()), many, n)


def _plain(value: Value) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_plain, value))
    if isinstance(value, Figure):
        return ratio_text(Fraction(value.value))
    return grouped(value) if isinstance(value, int) else str(value)
