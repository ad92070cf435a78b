"""Reads rates as people write them: `5%`, `5‰`, `0.05` or `1/20`.

Every edge, RTP, probability, commission or confidence in an option, a parameter or a file is read here, so a
text has the same meaning everywhere, or the same error. Knows nothing of baccarat.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from analyzer.errors import AnalyzerError
from analyzer.exact import decimal_text, parse_ratio, quoted, ratio_text, rational
from analyzer.text import Message, Text, either, joined, message

_PARTS = {"": 1, "%": 100, "‰": 1000}
_WRITTEN = r"(.*?)\s?([%‰]?)"
_THOUSANDS = r"-?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?\s?[%‰]?"
_TYPED = {0xFF01 + place: chr(0x21 + place) for place in range(94)} | {0x2212: "-", 0xFE6A: "%"}
"""Characters to replace: full-width ones, as East Asian keyboards type them, and the minus sign."""


class Within(NamedTuple):
    """The values that a rate may have: `named` adds them to its name in errors."""

    named: Callable[[Text], Text]
    holds: Callable[[Fraction], bool]


ANY = Within(lambda rate: rate, lambda x: True)
NOT_NEGATIVE = Within(lambda rate: message("{rate} of at least 0%", rate=rate), lambda x: x >= 0)
PROBABILITY = Within(lambda rate: message("{rate} from 0% to 100%", rate=rate), lambda x: 0 <= x <= 1)
BETWEEN = Within(lambda rate: message("{rate} above 0% and below 100%", rate=rate), lambda x: 0 < x < 1)
PART = Within(lambda rate: message("{rate} from 0% to below 100%", rate=rate), lambda x: 0 <= x < 1)


def rate(what: Text, given: object, within: Within = ANY, *, signed: bool = False) -> Fraction:
    """The exact rate given as a text or a number; `what` names it in errors, such as "a house edge".

    Without a percent or per-mille sign, 86.1 may mean 86.1% or 8610%, so a number above 1 or below -1 needs
    one: `8610%`. If the other end of a band is `signed`, any text or whole number but 0 needs one. Raises
    AnalyzerError if a required sign is missing, if the rate is not `within`, or for a float, which is not
    exact.

    >>> {rate("an edge", given) for given in ("5%", "50‰", "0.05", "1/20", Fraction(1, 20))}
    {Fraction(1, 20)}
    >>> rate("an edge", "86.1")
    Traceback (most recent call last):
    analyzer.errors.AnalyzerError: expected an edge with a percent sign if above 100%, got '86.1', which may \
mean 86.1% (0.861) or 8610% (86.1); write 86.1% or 8610%
    """
    number, text = rational(given), given if isinstance(given, str) else repr(given)
    value, sign = _read(text) if number is None and isinstance(given, str | float) else (number, "")
    name, got = within.named(what), quoted(given if number is None else str(given))
    if value is None:
        readings = _without_comma(text)
        if any(_accepted(reading, within) for reading in readings):
            meant = _meant(readings, within)
            raise AnalyzerError(
                "expected {rate} without a comma, got {got}{meant}", rate=name, got=got, meant=meant
            )
        if isinstance(given, str):
            raise AnalyzerError("expected {rate} such as 5%, 0.05 or 1/20, got {got}", rate=name, got=got)
        raise AnalyzerError('expected {rate} such as "5%" or Fraction(1, 20), got {got}', rate=name, got=got)
    alone = signed and value != 0 and isinstance(given, str | int)
    if not sign and (abs(value) > 1 or (value == 1 and not within.holds(value)) or alone):
        meant = _meant([_percent(value / 100), _percent(value)], within)
        if alone and abs(value) <= 1:
            name = message("{rate} with a percent sign, like the other end", rate=name)
        elif within in (ANY, NOT_NEGATIVE):
            name = message("{rate} with a percent sign if above 100%", rate=name)
        raise AnalyzerError("expected {rate}, got {got}{meant}", rate=name, got=got, meant=meant)
    if not within.holds(value):
        raise AnalyzerError("expected {rate}, got {got}", rate=name, got=got)
    if isinstance(given, float):
        raise AnalyzerError(
            'expected {rate} as an exact number, got {got}; write it in quotes, "{text}"',
            rate=name,
            got=got,
            text=text,
        )
    return value


def has_sign(given: object) -> bool:
    """Whether a text is a number with a percent or per-mille sign, such as `5%`."""
    return isinstance(given, str) and bool(_read(given)[1])


def _read(text: str) -> tuple[Fraction | None, str]:
    """The rate in a text, None if it is not a rate, and the percent or per-mille sign after it, if any."""
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
    """The readings of a text with a comma: as a decimal point, and as a separator of thousands."""
    plain = _typed(text)
    point = [plain.replace(",", ".")] if plain.count(",") == 1 and "." not in plain else []
    whole = [plain.replace(",", "")] if re.fullmatch(_THOUSANDS, plain) else []
    return [reading for reading in point + whole if _read(reading)[0] is not None]


def _meant(readings: list[str], within: Within) -> Message:
    """The end of an error about a text with several readings; it offers those that `rate` accepts."""
    values = {reading: _read(reading)[0] for reading in readings}
    known = [f"{reading} ({_decimal(value)})" for reading, value in values.items() if value is not None]
    accepted = [reading for reading in readings if _accepted(reading, within)]
    means = message(", which may mean {readings}", readings=either(known)) if len(known) > 1 else ""
    return joined("", [means, message("; write {readings}", readings=either(accepted)) if accepted else ""])


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
