"""Numbers, bands and ranges of pays as people write them: texts in, exact values out.

Every function raises an AnalyzerError for anything else than what it returns. Knows no bet.
"""

from fractions import Fraction
from functools import partial
from operator import index

from analyzer.analysis.design.space import Band, Range
from analyzer.bets.pricing import Ratio, price_of
from analyzer.errors import AnalyzerError
from analyzer.exact import asked_ratio, grouped, parse_ratio, quoted, rational
from analyzer.given import plain
from analyzer.rates import Within, has_sign, rate

Ends = Ratio | tuple[Ratio | None, Ratio | None]
"""A band as people give it: a text such as "5%..6%", a pair of ends, or one number."""

MOST_PAYS = 1_000_000
"""The most pays to try for one line."""


def number(what: str, given: object) -> Fraction:
    """The exact number that a text or a number stands for."""
    if isinstance(given, str):
        return asked_ratio(what, given)
    if (value := rational(given)) is not None:
        return value
    example = '"0.95" or Fraction(19, 20)'
    raise AnalyzerError(f"expected {what} as an exact number such as {example}, got {quoted(given)}")


def not_negative(what: str, given: object) -> Fraction:
    """A number of 0 or more."""
    if (value := number(what, given)) < 0:
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


def band(what: str, given: object, rates: Within | None = None) -> Band:
    """The ends, None where open, of a band: a text such as "2..5" or "2..", a pair of ends, or one number.

    With `rates`, the ends are rates of these sizes. If one has a sign, the other needs it too, unless it is
    0: "0..6%" is read, and "1..6%" is refused.

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
        example = "2..5, 2.., ..5 or 2" if rates is None else "5%..8%, 5%.., ..8% or 5%"
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
