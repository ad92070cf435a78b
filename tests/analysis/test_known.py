"""Figures as they were printed: integers equal to the unit, ratios exactly, decimals digit for digit as text.

The files under `known/` have them with their sources. Each figure is calculated from the ways of one census;
the arithmetic from the ways to the printed quantity is here, independent of the program's own.
"""

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Any

import pytest
from suite import ROOT

from analyzer.bets.bet import Bet, Line
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census.census import census
from analyzer.exact import parse_ratio
from analyzer.game.shoe import Shoe

pytestmark = pytest.mark.kernel

Figure = Mapping[str, Any]


def figures() -> dict[str, Figure]:
    """Every printed figure, by file and id."""
    found: dict[str, Figure] = {}
    for path in sorted((ROOT / "tests" / "known").glob("*.toml")):
        for source in tomllib.loads(path.read_text(encoding="utf-8"))["source"]:
            assert source["title"], path
            for figure in source["figures"]:
                name = f"{path.stem}:{figure['id']}"
                assert name not in found, f"{name} comes twice"
                found[name] = figure
    return found


FIGURES = figures()


def offered(reference: str) -> list[Bet]:
    """The bets that `variant:bet/paytable` names, all of `variant:*`, or one of the library."""
    variant, _, bet = reference.rpartition(":")
    if not variant:
        return [load.bet(bet)]
    return list(load.variant(variant).bets) if bet == "*" else [load.offered(load.variant(variant), bet)]


def bets_of(figure: Figure) -> list[Bet]:
    """The bets a figure is about, at the prices it was printed for."""
    if "when" in figure:
        net = parse_ratio(figure.get("pays", "1"))
        return [Bet("sentence", "A sentence", (Line("win", Condition.parse(figure["when"]), net),))]
    prices = {line: parse_ratio(text) for line, text in figure.get("prices", {}).items()}
    return [bet.priced(prices) if prices else bet for bet in offered(figure["bet"])]


@cache
def ways(split: tuple[Condition, ...], decks: int, removed: str = "") -> list[int]:
    """Ways of whole decks without the cards `removed`, which are named by points."""
    shoe = Shoe.decks(decks)
    if removed:
        shoe = Shoe.of([n - removed.split().count(str(k)) for k, n in enumerate(shoe.points)])
    return census(load.rules("punto-banco"), [split]).ways(shoe)[0]


def worked_out(figure: Figure, bet: Bet) -> Fraction:
    """The figure's quantity for a bet; for a standard deviation, its square."""
    lines = tuple(line.when for line in bet.lines)
    if "given" in figure:
        counted = ways((Condition.parse(f"not ({figure['given']})"), *lines), figure["decks"])[1:]
    else:
        counted = ways(lines, figure["decks"])
    total = sum(counted)
    by_line = dict(zip(bet.nets, counted, strict=True))
    ev = sum((bet.nets[line] * n for line, n in by_line.items()), Fraction(0)) / total
    line = figure.get("line", "win")
    match figure["quantity"]:
        case "total_ways":
            return Fraction(total)
        case "ways":
            return Fraction(by_line[line])
        case "probability":
            return Fraction(by_line[line], total)
        case "hit_rate":
            return Fraction(sum(by_line[line] for line in bet.winning), total)
        case "ev":
            return ev
        case "effect":
            gone = ways(lines, figure["decks"], figure["removed"])
            gained = sum((bet.nets[line] * n for line, n in zip(bet.nets, gone, strict=True)), Fraction(0))
            return gained / sum(gone) - ev
        case "house_edge":
            return -ev
        case "rtp":
            return 1 + ev
        case "standard_deviation":
            return sum((n * (bet.nets[line] - ev) ** 2 for line, n in by_line.items()), Fraction(0)) / total
    raise AssertionError(f"unknown quantity {figure['quantity']!r}")


def as_printed(value: Fraction, figure: Figure) -> str:
    """The value in the form in which the figure was printed, rounded half up in whole numbers."""
    printed = figure["printed"]
    percent = printed.endswith("%")
    places = len(printed.rstrip("%").partition(".")[2])
    if figure["quantity"] == "standard_deviation":
        square = value * 100 ** (places + 1)
        scaled = (isqrt(int(square)) + 5) // 10  # one more digit than printed, then rounded
    else:
        scaled = rounded_half_up(abs(value) * 10 ** (places + 2 * percent))
    whole, digits = divmod(scaled, 10**places)
    sign = "-" if value < 0 and scaled else ""
    return sign + str(whole) + (f".{digits:0{places}}" if places else "") + "%" * percent


def rounded_half_up(value: Fraction) -> int:
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


@pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES.keys())
def test_a_printed_figure_is_reproduced(figure: Figure) -> None:
    value = max(worked_out(figure, bet) for bet in bets_of(figure))
    printed = figure["printed"]
    if figure["quantity"] in ("ways", "total_ways"):
        unit = 10 ** (len(str(value)) - figure.get("right_digits", len(str(value))))
        assert rounded_half_up(value / unit) * unit == int(printed.replace(",", ""))
    elif "/" in printed:
        assert str(value) == printed
    else:
        assert as_printed(value, figure) == printed


def test_the_ways_to_tie_add_up() -> None:
    ties = [figure for name, figure in FIGURES.items() if name.startswith("published:woo-eg-")]
    counts = [int(figure["printed"].replace(",", "")) for figure in ties if figure["quantity"] == "ways"]
    assert len(counts) == 10
    assert sum(counts) == 475_627_426_473_216


@pytest.mark.parametrize(
    ("value", "printed", "text"),
    [
        (Fraction(1, 8), "0.13", "0.13"),
        (Fraction(-1, 8), "0.13", "-0.13"),
        (Fraction(-1, 300), "0.00", "0.00"),
        (Fraction(1, 3), "33.3%", "33.3%"),
        (Fraction(0), "0", "0"),
    ],
)
def test_rounding_as_printed(value: Fraction, printed: str, text: str) -> None:
    assert as_printed(value, {"printed": printed, "quantity": "ev"}) == text
