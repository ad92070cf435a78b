"""The language of a page, how numbers are written in it, and to how many decimals."""

import gettext
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from pathlib import Path

import analyzer.catalog
from analyzer.errors import INSTALL_AGAIN, CatalogError, RenderError, did_you_mean
from analyzer.exact import Root, decimal_text, grouped, quoted, ratio_text
from analyzer.render.table import PERCENTS, ROOTS, check_digits
from analyzer.text import LANGUAGES, Figure, Message, Name, Numeral, Text, Value, message

CATALOGUES = Path(analyzer.catalog.__file__).parent / "words"
DOMAIN = "baccarat"

_SEPARATORS: Mapping[str, tuple[str, str]] = {"vi": (".", ",")}
"""The thousands separator and the decimal sign, where they are not comma and point."""


@dataclass(frozen=True, slots=True)
class Words:
    """A language, and the decimal places of numbers whose column does not set them.

    >>> wording("vi", 2).number(Fraction(1, 8), "percent"), wording("vi").number(1234, "count")
    ('12,50%', '1.234')
    """

    language: str
    digits: int
    _catalogue: gettext.NullTranslations = field(repr=False, compare=False)

    def translate(self, text: Text) -> str:
        """A text in this language; a plain string is the same in every language."""
        if isinstance(text, str):
            return text
        if isinstance(text, Name):
            return text.in_language(self.language)
        return text.filled(self.template(text), self._value)

    def template(self, text: Message) -> str:
        """A sentence in this language, with its placeholders."""
        if text.many is None:
            return self._catalogue.gettext(text.text)
        return self._catalogue.ngettext(text.text, text.many, text.number)

    def number(self, value: int | Fraction, kind: str, digits: int | None = None) -> str:
        """A number as people read it in a column of that kind, rounded half to even."""
        places = self.digits if digits is None else digits
        if kind == "count":
            written = grouped(int(value))
        elif kind == "ratio":
            written = short_ratio(value)
        else:
            written = plain_decimal(value, kind, places) + ("%" if kind in PERCENTS else "")
        return self._separated(written)

    def _separated(self, written: str) -> str:
        if self.language not in _SEPARATORS:
            return written
        thousands, point = _SEPARATORS[self.language]
        return written.translate({ord(","): thousands, ord("."): point})

    def _value(self, value: Value) -> str:
        if isinstance(value, Message):
            return self.translate(value)
        if isinstance(value, tuple):
            items = list(map(self._value, value)) or [""]
            return reduce(lambda x, y: self.translate(message("{list}, {item}", list=x, item=y)), items)
        if isinstance(value, Figure):
            return self.number(value.value, value.kind, value.places(self.digits))
        if isinstance(value, Numeral):
            return self._separated(value.text)
        return self.number(value, "count") if isinstance(value, int) else value


def checked_language(tag: str) -> str:
    """The tag itself if it is one of `LANGUAGES`; otherwise raises CatalogError."""
    if not isinstance(tag, str) or tag not in LANGUAGES:
        hint = did_you_mean(str(tag)[:40], LANGUAGES)
        raise CatalogError("unknown language {language}{hint}", language=quoted(tag), hint=hint)
    return tag


def wording(language: str = "en", digits: int = 4) -> Words:
    """A language, with numbers at `digits` decimals, 0 to 60.

    Raises:
        AnalyzerError: the language is unknown, its catalogue was not built, or `digits` is out of range.
    """
    locale = checked_language(language).replace("-", "_")
    catalogue = gettext.NullTranslations()
    if language != "en":
        try:
            catalogue = gettext.translation(DOMAIN, CATALOGUES, [locale])
        except FileNotFoundError:
            raise RenderError(
                "the catalogue of translations for {language} was not built; {remedy}",
                language=repr(language),
                remedy=INSTALL_AGAIN,
            ) from None
    return Words(language, check_digits(digits), catalogue)


def short_ratio(x: int | Fraction) -> str:
    """`x` as a decimal if at most four places give it exactly, else as "p/q".

    >>> short_ratio(Fraction(19, 20)), short_ratio(Fraction(12)), short_ratio(Fraction(1, 3))
    ('0.95', '12', '1/3')
    """
    exact = (places for places in range(5) if 10**places % x.denominator == 0)
    places = next(exact, None)
    return ratio_text(x) if places is None else decimal_text(x, places)


def plain_decimal(x: int | Fraction, kind: str, places: int) -> str:
    """The number that a cell of a kind shows: a percentage without %, a root with the sign of x."""
    if kind in ROOTS:
        square = Fraction(x) * (10_000 if kind in PERCENTS else 1)
        return Root(Fraction(0), abs(square), -1 if x < 0 else 1).decimal(places)
    return decimal_text(x, places, 2 if kind == "percent" else 0)
