"""Rates as people write them, `5%`, `5‰`, `0.05` or `1/20`, and the one place where they are read.

Every option, parameter and file that asks for an edge, an RTP, a probability, a commission or a confidence
reads it here: the same text has the same meaning everywhere, or is refused in the same words. Knows nothing
of baccarat.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from analyzer.errors import AnalyzerError
from analyzer.exact import decimal_text, parse_ratio, quoted, ratio_text, rational

_PARTS = {"": 1, "%": 100, "‰": 1000}
_WRITTEN = r"(.*?)\s?([%‰]?)"
_THOUSANDS = r"-?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?\s?[%‰]?"
_TYPED = {0xFF01 + place: chr(0x21 + place) for place in range(94)} | {0x2212: "-", 0xFE6A: "%"}
"""Full-width characters, as Chinese, Japanese and Korean keyboards type them, and the minus sign."""


class Within(NamedTuple):
    """The sizes that a rate may have: `words` follow its name in an error."""

    words: str
    holds: Callable[[Fraction], bool]


ANY = Within("", lambda x: True)
NOT_NEGATIVE = Within(" of at least 0%", lambda x: x >= 0)
PROBABILITY = Within(" from 0% to 100%", lambda x: 0 <= x <= 1)
BETWEEN = Within(" above 0% and below 100%", lambda x: 0 < x < 1)
PART = Within(" from 0% to below 100%", lambda x: 0 <= x < 1)


def rate(what: str, given: object, within: Within = ANY, *, signed: bool = False) -> Fraction:
    """The exact rate that a text or a number stands for; `what` names it in errors, such as "a house edge".

    Without a sign, 86.1 may mean 86.1% or 8610%, so a number above 1 or below -1 needs one: `8610%`. If the
    other end of a band is `signed`, any text or whole number but 0 needs one. Raises AnalyzerError if it has
    none, if its size is not `within`, or for a float, which is not exact.

    >>> {rate("an edge", given) for given in ("5%", "50‰", "0.05", "1/20", Fraction(1, 20))}
    {Fraction(1, 20)}
    >>> rate("an edge", "86.1")
    Traceback (most recent call last):
    analyzer.errors.AnalyzerError: expected an edge with a percent sign if above 100%, got '86.1', which may \
mean 86.1% (0.861) or 8610% (86.1); write 86.1% or 8610%
    """
    number, text = rational(given), given if isinstance(given, str) else repr(given)
    value, sign = _read(text) if number is None and isinstance(given, str | float) else (number, "")
    name, got = what + within.words, f"got {quoted(given if number is None else str(given))}"
    if value is None:
        readings = _without_comma(text)
        if any(_accepted(reading, within) for reading in readings):
            raise AnalyzerError(f"expected {name} without a comma, {got}{_meant(readings, within)}")
        example = "5%, 0.05 or 1/20" if isinstance(given, str) else '"5%" or Fraction(1, 20)'
        raise AnalyzerError(f"expected {name} such as {example}, {got}")
    alone = signed and value != 0 and isinstance(given, str | int)
    if not sign and (abs(value) > 1 or (value == 1 and not within.holds(value)) or alone):
        if alone and abs(value) <= 1:
            name += " with a percent sign, like the other end"
        elif within in (ANY, NOT_NEGATIVE):
            name += " with a percent sign if above 100%"
        raise AnalyzerError(
            f"expected {name}, {got}{_meant([_percent(value / 100), _percent(value)], within)}"
        )
    if not within.holds(value):
        raise AnalyzerError(f"expected {name}, {got}")
    if isinstance(given, float):
        raise AnalyzerError(f'expected {name} as an exact number, {got}; write it in quotes, "{text}"')
    return value


def has_sign(given: object) -> bool:
    """Whether a text is a number with a sign, such as `5%`."""
    return isinstance(given, str) and bool(_read(given)[1])


def _read(text: str) -> tuple[Fraction | None, str]:
    """The number in a text, or None if there is none, and the sign after it, if any."""
    if (written := re.fullmatch(_WRITTEN, _typed(text))) is None:
        return None, ""
    number, sign = written.groups()
    try:
        return parse_ratio(number) / _PARTS[sign], sign
    except AnalyzerError:
        return None, sign


def _typed(text: str) -> str:
    return text.translate(_TYPED).strip()


def _without_comma(text: str) -> list[str]:
    """What a text with a comma may mean: a point in its place, and no separators of thousands."""
    plain = _typed(text)
    point = [plain.replace(",", ".")] if plain.count(",") == 1 and "." not in plain else []
    whole = [plain.replace(",", "")] if re.fullmatch(_THOUSANDS, plain) else []
    return [reading for reading in point + whole if _read(reading)[0] is not None]


def _meant(readings: list[str], within: Within) -> str:
    """The end of an error about a text with several readings; it offers those that `rate` accepts."""
    values = {reading: _read(reading)[0] for reading in readings}
    known = [f"{reading} ({_decimal(value)})" for reading, value in values.items() if value is not None]
    ways = [reading for reading in readings if _accepted(reading, within)]
    means = f", which may mean {' or '.join(known)}" if len(known) > 1 else ""
    return means + (f"; write {' or '.join(ways)}" if ways else "")


def _accepted(text: str, within: Within) -> bool:
    try:
        rate("", text, within)
    except AnalyzerError:
        return False
    return True


def _percent(x: Fraction) -> str:
    return _decimal(100 * x) + "%"


def _decimal(x: Fraction) -> str:
    """The number as a decimal of at most 12 places if it is one, else as a ratio."""
    places = next((n for n in range(13) if (x * 10**n).denominator == 1), None)
    return ratio_text(x) if places is None else decimal_text(x, places)
