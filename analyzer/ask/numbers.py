"""Numbers, rates, bands and ranges of pays as people write them: texts in, exact values out.

Every function raises an AnalyzerError for anything else than what it returns. Knows no bet.
"""

from fractions import Fraction
from numbers import Rational
from operator import index

from analyzer.analysis.design.space import Band, Range
from analyzer.bets.pricing import Ratio, price_of
from analyzer.errors import AnalyzerError
from analyzer.exact import asked_ratio, grouped, parse_ratio, quoted, ratio_text

MOST_PAYS = 1_000_000
"""The most pays to try for one line."""


def number(what: str, given: object, *, percent: bool = False) -> Fraction:
    """The exact number that a text or a number stands for; with `percent`, also of a text such as "5%"."""
    if isinstance(given, str):
        return asked_ratio(what, given, percent=percent)
    if isinstance(given, Rational) and not isinstance(given, bool):
        return Fraction(given)
    example = '"5%" or Fraction(1, 20)' if percent else '"0.95" or Fraction(19, 20)'
    raise AnalyzerError(f"expected {what} as an exact number such as {example}, got {quoted(given)}")


def rate(what: str, given: object) -> Fraction:
    """The exact rate that a text or a number stands for; one above 1 must be written with a percent sign."""
    value = number(what, given, percent=True)
    if value > 1 and isinstance(given, str | int) and "%" not in str(given):
        raise AnalyzerError(
            f"expected {what} in per cent such as 5%, got {quoted(str(given))}, where {given} is "
            f"{ratio_text(value * 100)}%; write {ratio_text(value)}%"
        )
    return value


def between(what: str, given: object) -> Fraction:
    """A rate above 0 and below 1."""
    if not 0 < (value := number(what, given, percent=True)) < 1:
        raise AnalyzerError(f"expected {what} above 0% and below 100%, got {quoted(str(given))}")
    return value


def not_negative(what: str, given: object, *, percent: bool = False) -> Fraction:
    """A number of 0 or more."""
    if (value := number(what, given, percent=percent)) < 0:
        raise AnalyzerError(f"expected {what} of at least 0, got {quoted(str(given))}")
    return value


def whole(what: str, given: object, most: int) -> int:
    """A whole number from 1 to `most`."""
    try:
        value = 0 if isinstance(given, bool) else index(given)  # type: ignore[arg-type]
    except TypeError:
        value = 0
    if not 1 <= value <= most:
        raise AnalyzerError(f"expected {what} from 1 to {grouped(most)}, got {quoted(given)}")
    return value


def band(what: str, given: Ratio | Band, *, percent: bool = False) -> Band:
    """The ends, None where open, of a band: a text such as "5%..6%" or "5%..", a pair of ends, or one number.

    >>> band("edge", "5%..", percent=True)
    (Fraction(1, 20), None)
    """
    ends: tuple[object, ...] = (given, given)
    if isinstance(given, tuple) and len(given) == 2:
        ends = given
    elif isinstance(given, str) and ".." in given:
        ends = tuple(end.strip() or None for end in given.split("..", 1))
    read = rate if percent else number
    low, high = (None if end is None else read(what, end) for end in ends)
    if low is None and high is None:
        example = "5%..8%, 5%.., ..8% or 5%" if percent else "2..5, 2.., ..5 or 2"
        raise AnalyzerError(f"expected {what} such as {example}, got {quoted(given)}")
    if low is not None and high is not None and low > high:
        raise AnalyzerError(f"expected the lower end of {what} first, got {quoted(given)}")
    return low, high


def pay_range(name: str, pays: Ratio) -> Range:
    """The pays to try for a name or a line, from a text or a number.

    >>> pay_range("win", "0.9..1:0.05").size, pay_range("win", "push").high
    (3, Fraction(0, 1))
    """
    if not isinstance(pays, str):
        price = number(f"the pays of {quoted(name)}", pays)
        return Range(price, price)
    low, dots, rest = pays.partition("..")
    high, colon, step = rest.partition(":")
    try:
        first = price_of(low)
        last = price_of(high) if dots else first
        found = Range(first, last, parse_ratio(step) if colon else Fraction(1))
    except AnalyzerError:
        raise AnalyzerError(
            f"expected pays of {quoted(name)} such as 12, 1..20 or 0.9..1:0.01, got {quoted(pays)}"
        ) from None
    if found.step <= 0:
        raise AnalyzerError(f"expected a step above zero in the pays of {quoted(name)}, got {quoted(pays)}")
    if found.low > found.high:
        raise AnalyzerError(f"expected the lower pay of {quoted(name)} first, got {quoted(pays)}")
    if found.size > MOST_PAYS:
        raise AnalyzerError(
            f"expected at most {grouped(MOST_PAYS)} pays of {quoted(name)}, got {grouped(found.size)}"
        )
    return found
