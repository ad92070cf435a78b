"""Bets described in more than one way, or without a figure: what each reading is worth, to the digit."""

from fractions import Fraction

import pytest

import analyzer as ba
from analyzer.exact import decimal_text

EVS = [
    # Super Lucky 7's missing row, filled in three ways.
    ("super-lucky-7/as-printed", "-0.334403"),
    ("super-lucky-7/missing-row-30", "-0.193723"),
    ("super-lucky-7/missing-row-40", "-0.148343"),
    # A tied natural wins, or it does not.
    ("player-natural-8", "-0.149212"),
    ("winning-player-natural-8", "-0.310087"),
    ("banker-natural-8", "-0.149212"),
    ("winning-banker-natural-8", "-0.310087"),
    ("player-natural-9", "-0.145876"),
    ("winning-player-natural-9", "-0.226612"),
    ("banker-natural-9", "-0.145876"),
    ("winning-banker-natural-9", "-0.226612"),
    # Paytables published without a figure; the values are from an independent enumeration.
    ("lucky-7/6-15", "-0.182961"),
    ("tiger-pair/100-20-4", "-0.161217"),
    ("super-6-plus/12-18", "-0.200070"),
    ("tie-bonus", "-0.496939"),
    ("winning-total-1-4", "-0.067231"),
    ("winning-total-5-6", "-0.075277"),
    ("winning-total-7", "-0.033009"),
    ("winning-total-8", "-0.035976"),
    ("winning-total-9", "-0.064628"),
    ("knockout-player-natural", "-0.091899"),
    ("knockout-banker-natural", "-0.091899"),
    ("big/0-50", "-0.068303"),
    ("big/0-53", "-0.049669"),
    ("big/0-54", "-0.043457"),
    ("small/1-50", "-0.052829"),
    ("small/1-45", "-0.071772"),
]


@pytest.fixture(scope="module")
def report() -> ba.Report:
    return ba.odds("standard", 8, bets=[ref for ref, _ in EVS])


@pytest.mark.parametrize(("ref", "ev"), EVS)
def test_each_reading_has_its_own_ev(report: ba.Report, ref: str, ev: str) -> None:
    found = {value.bet.reference: value.ev for value in report.valuations}
    known = found.get(ref) or found[next(name for name in found if name.startswith(f"{ref}/"))]
    assert decimal_text(known, 6) == ev


def test_low_sums_with_and_without_four_differ_by_the_coups_that_sum_to_four() -> None:
    both = ba.odds("standard", 8, bets=["sum-bonus", "sum-bonus-below-4"])
    wide, narrow = both.valuations
    fours = wide.ways["low"] - narrow.ways["low"]
    assert fours > 0
    assert wide.ev - narrow.ev == Fraction(3 * fours, wide.total)


def test_red_and_black_are_equally_likely() -> None:
    red, black = ba.odds("standard", 8, bets=["all-red", "all-black"]).valuations
    assert red.ways == black.ways


@pytest.mark.parametrize(("bet", "price"), [("seven-up-banker/9-5", "1.8"), ("seven-up-banker/3-2", "1.5")])
def test_seven_up_differs_only_in_the_price_of_seven(bet: str, price: str) -> None:
    value = next(iter(ba.odds("seven-up", bets=[bet]).valuations))
    assert value.bet.nets["win-7"] == Fraction(price)
    other = 1 - value.probability("push") - value.probability("win-7") - value.probability("win")
    assert value.ev == Fraction(price) * value.probability("win-7") + value.probability("win") - other
