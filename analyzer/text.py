"""English sentences with placeholders, and English names. Knows no words of any other language."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeAlias

LANGUAGES = ("en", "zh-Hans", "zh-Hant", "th", "ko", "vi")
"""The languages of names and pages, as BCP 47 tags: English, and those of the sources of the variants."""

# Cf contains the marks that reorder or hide text; in some scripts joiners (U+200C, U+200D) are spelling.
_INVISIBLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_JOINERS = "\u200c\u200d"

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a sentence, written as in a table column of that kind; `most` limits its decimal places."""

    value: int | Fraction
    kind: str
    most: int | None = None

    def places(self, asked: int) -> int:
        """The number of decimal places to show on a page whose numbers have `asked` places."""
        return asked if self.most is None else min(asked, self.most)


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number in a sentence, already written in English; each page replaces the separators with its own."""

    text: str

    def __str__(self) -> str:
        """The number as it is written in English."""
        return self.text


Value: TypeAlias = "str | int | Figure | Numeral | Message | tuple[Value, ...]"
"""What can fill a placeholder: fixed text, a whole number, a figure, a sentence, or a list of these."""


@dataclass(frozen=True, slots=True)
class Message:
    """An English sentence with named placeholders in braces, and the value of each; `many` is its plural,
    used unless `number` is 1.

    >>> str(plural("{n} deck", "{n} decks", 8)), str(message("{a} before {b}", a="x", b=("y", "z")))
    ('8 decks', 'x before y, z')
    """

    text: str
    values: tuple[tuple[str, Value], ...] = ()
    many: str | None = None
    number: int = 1

    def filled(self, template: str, show: Callable[[Value], str]) -> str:
        """This sentence, or a translation of it, with each value written by `show`.

        Braces around a name without a value are left unchanged.
        """
        values = dict(self.values)
        return _PLACEHOLDER.sub(
            lambda match: show(values[match[1]]) if match[1] in values else match[0], template
        )

    def __str__(self) -> str:
        """The sentence in English, with exact ratios."""
        return self.filled(self.text if self.many is None or self.number == 1 else self.many, _plain)


@dataclass(frozen=True, slots=True)
class Name(Message):
    """What something is called: its English name, and its names in other languages by language tag.

    >>> Name("Tie", names={"vi": "Hòa"}).in_language("vi"), str(Name("Tie"))
    ('Hòa', 'Tie')
    """

    names: Mapping[str, str] = field(default_factory=dict, hash=False)

    def in_language(self, language: str) -> str:
        """The name in a language, or the English name if it has none in that language."""
        return self.names.get(language, self.text)

    def __str__(self) -> str:
        """The English name."""
        return self.text


class Titled:
    """Anything with an English name, and names in other languages by language tag."""

    __slots__ = ()

    name: str
    names: Mapping[str, str]

    @property
    def title(self) -> Name:
        """The name in every language."""
        return Name(self.name, names=self.names)


Text = str | Message
"""Text for people: a sentence, a name, or a text that is the same in every language, such as an id."""


def message(text: str, /, **values: Value) -> Message:
    """The sentence with this literal text, and the values of its placeholders."""
    return Message(text, tuple(values.items()))


def plural(one: str, many: str, n: int, /, **values: Value) -> Message:
    """The sentence about `n` things, from a literal singular and a literal plural; {n} is replaced by `n`."""
    return Message(one, (("n", n), *values.items()), many, n)


def joined(separator: str, parts: Iterable[Value]) -> Message:
    """The parts with a separator between them that is the same in every language, such as a colon.

    >>> str(joined(": ", ["bets.toml", "bet[1]", message("missing key {key}", key="'id'")]))
    "bets.toml: bet[1]: missing key 'id'"
    """
    values = tuple((f"part{number}", part) for number, part in enumerate(parts))
    return Message(separator.join(f"{{{name}}}" for name, _ in values), values)


def parts(sentence: Message, separator: str) -> tuple[Text, ...]:
    """The parts of a sentence that `joined` made with this separator, or only the sentence itself.

    >>> parts(joined(": ", ["bets.toml", "no such file"]), ": ")
    ('bets.toml', 'no such file')
    """
    if sentence.text != separator.join(f"{{{name}}}" for name, _ in sentence.values):
        return (sentence,)
    return tuple(part for _, part in sentence.values if isinstance(part, str | Message))


def first_line(sentence: Text) -> Text:
    """A sentence without the lines after its first, such as those that mark a place in a condition."""
    if isinstance(sentence, str):
        return sentence.partition("\n")[0]
    values = ((name, first_line(v) if isinstance(v, str | Message) else v) for name, v in sentence.values)
    return replace(sentence, text=sentence.text.partition("\n")[0], values=tuple(values))


def either(choices: Sequence[Value]) -> Value:
    """One or more choices as a sentence lists them.

    >>> str(either(["c", "python", "auto"])), str(either(["c"]))
    ('c, python or auto', 'c')
    """
    *first, last = choices
    return message("{first} or {last}", first=tuple(first), last=last) if first else last


def clean(text: str, *, lines: bool = False) -> bool:
    """Whether a text has no control or direction characters; line feeds and tabs are allowed if `lines`."""
    return (text.isascii() and text.isprintable()) or all(
        unicodedata.category(c) not in _INVISIBLE or c in _JOINERS or (lines and c in "\n\t") for c in text
    )


def escaped(text: str, *, lines: bool = False) -> str:
    """The text with each character that hides text, reorders text or controls the terminal written as
    Python's escape sequence; line feeds are kept if `lines`.

    >>> print(escaped("a\u202eb\u200bc\x1b[31m"))
    a\\u202eb\\u200bc\\x1b[31m
    """
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or unicodedata.category(c) == "Zs" or (lines and c == "\n") else ascii(c)[1:-1]
        for c in text
    )


def _plain(value: Value) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_plain, value))
    if isinstance(value, Figure):
        return str(Fraction(value.value))
    return f"{value:,}" if isinstance(value, int) else str(value)
