"""Sentences with places for what varies, and names, in English; knows no words of any other language."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import grouped, quoted, ratio_text

LANGUAGES = ("en", "zh-Hans", "zh-Hant", "th", "ko", "vi")
"""The languages of names and pages, as BCP 47 tags: English, and those of the sources of the variants."""

_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a sentence, written as in a column of its kind; an estimate is right to `most` places."""

    value: int | Fraction
    kind: str
    most: int | None = None

    def places(self, asked: int) -> int:
        """The decimal places shown on a page for which that number is asked."""
        return asked if self.most is None else min(asked, self.most)


Value: TypeAlias = "str | int | Figure | Message | tuple[Value, ...]"
"""What can stand in a place of a sentence: text as it is, a whole number, a figure, a sentence, or a list."""


@dataclass(frozen=True, slots=True)
class Message:
    """An English sentence with named places in braces, and what stands in each; `many` is the sentence for
    any `number` but one.

    >>> str(plural("{n} deck", "{n} decks", 8)), str(message("{a} before {b}", a="x", b=("y", "z")))
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


@dataclass(frozen=True, slots=True)
class Name(Message):
    """What something is called: in English, and by language tag where it has a name in another language.

    >>> Name("Tie", names={"vi": "Hòa"}).in_language("vi"), str(Name("Tie"))
    ('Hòa', 'Tie')
    """

    names: Mapping[str, str] = field(default_factory=dict, hash=False)

    def in_language(self, language: str) -> str:
        """The name in a language, the English one where it has none there."""
        return self.names.get(language, self.text)

    def __str__(self) -> str:
        """The English name."""
        return self.text


class Titled:
    """What has a name, and names in other languages by their tags."""

    __slots__ = ()

    name: str
    names: Mapping[str, str]

    @property
    def title(self) -> Name:
        """The name, as each language has it."""
        return Name(self.name, names=self.names)


Text = str | Message
"""Text for people: a sentence, a name, or a text that is the same in every language, such as an id."""


def message(text: str, /, **values: Value) -> Message:
    """The sentence of a literal text, its places filled."""
    return Message(text, tuple(values.items()))


def plural(one: str, many: str, n: int, /, **values: Value) -> Message:
    """The sentence about `n` things from two literal texts, for one and for many; {n} is the place of `n`."""
    return Message(one, (("n", n), *values.items()), many, n)


def checked_language(tag: str) -> str:
    """The tag itself, if it is one of `LANGUAGES`. Raises CatalogError if it is not."""
    if tag not in LANGUAGES:
        raise CatalogError(f"unknown language {quoted(tag)}{did_you_mean(str(tag)[:40], LANGUAGES)}")
    return tag


def _plain(value: Value) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_plain, value))
    if isinstance(value, Figure):
        return ratio_text(Fraction(value.value))
    return grouped(value) if isinstance(value, int) else str(value)
