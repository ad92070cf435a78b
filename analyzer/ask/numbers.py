"""Numbers, bands and ranges of pays as people write them, converted to exact values.

Every function raises an AnalyzerError for a value that it cannot read or that is out of range. Knows nothing
of bets.
"""

from fractions import Fraction
from functools import partial
from operator import index

from analyzer.analysis.design.space import Band, Range
from analyzer.bets.pricing import Ratio, price_of
from analyzer.errors import AnalyzerError
from analyzer.exact import asked_ratio, parse_ratio, quoted, rational
from analyzer.given import plain
from analyzer.rates import Within, has_sign, rate
from analyzer.text import Text, message

Ends = Ratio | tuple[Ratio | None, Ratio | None]
"""A band as people give it: a text such as "5%..6%", a pair of ends, or one number."""

MOST_PAYS = 1_000_000
"""The most pays to try for one line."""


def number(what: Text, given: object) -> Fraction:
    """The exact number that a text or a number stands for; errors say that `what` was expected."""
    if isinstance(given, str):
        return asked_ratio(what, given)
    if (value := rational(given)) is not None:
        return value
    raise AnalyzerError(
        'expected {what} as an exact number such as "0.95" or Fraction(19, 20), got {given}',
        what=what,
        given=quoted(given),
    )


def not_negative(what: Text, given: object) -> Fraction:
    """A number of 0 or more."""
    if (value := number(what, given)) < 0:
        raise AnalyzerError("expected {what} of at least 0, got {given}", what=what, given=quoted(str(given)))
    return value


def whole(what: Text, given: object, most: int) -> int:
    """A whole number from 1 to `most`."""
    try:
        value = 0 if isinstance(given, bool) else index(given)  # type: ignore[arg-type]
    except TypeError:
        value = 0
    if not 1 <= value <= most:
        raise AnalyzerError(
            "expected {what} from 1 to {most}, got {given}", what=what, most=most, given=quoted(given)
        )
    return value


def band(what: Text, given: object, rates: Within | None = None) -> Band:
    """The ends, None if open, of a band: a text such as "2..5" or "2..", a pair of ends, or one number.

    With `rates`, the ends are rates within these limits. If one has a percent or per-mille sign, the other
    needs one too, unless it is 0: "0..6%" is accepted, and "1..6%" is rejected.

    >>> from analyzer.rates import ANY
    >>> band("a house edge", "5%..", ANY)
    (Fraction(1, 20), None)
    """
    given = plain(given)
    ends: tuple[object, ...] = (given, given)
    if isinstance(given, tuple | list) and len(given) == 2:
        ends = tuple(given)
    elif isinstance(given, str) and ".." in given:
        ends = tuple(end.strip() or None for end in given.split("..", 1))
    signed = any(map(has_sign, ends))
    read = number if rates is None else partial(rate, within=rates, signed=signed)
    low, high = (None if end is None else read(what, end) for end in ends)
    if low is None and high is None:
        if rates is None:
            raise AnalyzerError(
                "expected {what} such as 2..5, 2.., ..5 or 2, got {given}", what=what, given=quoted(given)
            )
        raise AnalyzerError(
            "expected {what} such as 5%..8%, 5%.., ..8% or 5%, got {given}", what=what, given=quoted(given)
        )
    if low is not None and high is not None and low > high:
        raise AnalyzerError(
            "expected the lower end of {what} first, got {given}", what=what, given=quoted(given)
        )
    return low, high


def pay_range(name: str, pays: Ratio) -> Range:
    """The pays to try for a name or a line, from a text or a number.

    >>> pay_range("win", "0.9..1:0.05").size, pay_range("win", "push").high
    (3, Fraction(0, 1))
    """
    if not isinstance(pays, str):
        price = number(message("the pays of {name}", name=quoted(name)), pays)
        return Range(price, price)
    values = {"name": quoted(name), "pays": quoted(pays)}
    low, dots, rest = pays.partition("..")
    high, colon, step = rest.partition(":")
    try:
        first = price_of(low)
        last = price_of(high) if dots else first
        found = Range(first, last, parse_ratio(step) if colon else Fraction(1))
    except AnalyzerError:
        raise AnalyzerError(
            "expected pays of {name} such as 12, 1..20 or 0.9..1:0.01, got {pays}", **values
        ) from None
    if found.step <= 0:
        raise AnalyzerError("expected a step above zero in the pays of {name}, got {pays}", **values)
    if found.low > found.high:
        raise AnalyzerError("expected the lower pay of {name} first, got {pays}", **values)
    if found.size > MOST_PAYS:
        raise AnalyzerError(
            "expected at most {most} pays of {name}, got {n}",
            most=MOST_PAYS,
            name=quoted(name),
            n=found.size,
        )
    return found
