"""Means, ratios and standard errors from sums of shoes, recalculated from every single shoe."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import chain

import pytest
from shoe_by_shoe import Coup, made, whole
from shoe_by_shoe import play as play_slowly
from shoes import result_of
from test_sweep_shoes import WORKS, work

import analyzer as ba
from analyzer.analysis.sweep.play import play
from analyzer.analysis.sweep.result import QUANTILES, Estimate, SweepResult, mean, ratio
from analyzer.analysis.sweep.tally import Tally
from analyzer.catalog import procedures
from analyzer.errors import AnalyzerError
from analyzer.game.shoe import Shoe

pytestmark = pytest.mark.kernel

SHOES = 12
WORK = WORKS["usual"]


@cache
def result() -> SweepResult:
    """Shoes played side by side."""
    return result_of(WORK, play(WORK, 0, SHOES))


@cache
def shoes() -> list[list[Coup]]:
    """The same shoes, one at a time."""
    return [play_slowly(WORK, number) for number in range(SHOES)]


def ev(coup: Coup, place: int) -> Fraction:
    """An EV as a tally counts it, in units."""
    return Fraction(whole(coup.evs[place]), 2**40)


def average(values: list[Fraction]) -> Estimate:
    """The mean of independent values, with the square of its standard error."""
    n = len(values)
    centre = sum(values, Fraction(0)) / n
    return Estimate(centre, sum((v - centre) ** 2 for v in values) / (n - 1) / n)


def quotient(above: list[Fraction], below: list[Fraction]) -> Estimate:
    """The ratio of two means over the same shoes, with the square of its standard error, by its residuals."""
    n = len(above)
    found = sum(above, Fraction(0)) / sum(below)
    centre = sum(below, Fraction(0)) / n
    residuals = [a - found * b for a, b in zip(above, below, strict=True)]
    return Estimate(found, sum(r * r for r in residuals) / (n - 1) / n / centre**2)


def test_coups_per_shoe() -> None:
    lengths = [Fraction(len(shoe)) for shoe in shoes()]
    found = result()
    assert found.shoes == SHOES
    assert found.coups == average(lengths)
    assert found.coups_variance == average(lengths).variance * SHOES
    assert (found.fewest, found.most) == (min(lengths), max(lengths))
    assert found.reached == tuple(
        sum(len(shoe) > coup for shoe in shoes()) for coup in range(max(map(len, shoes())))
    )


@pytest.mark.parametrize("place", range(9))
def test_players_and_their_gains(place: int) -> None:
    hands = [[[Fraction(n, 2**40) for n in evs] for evs in made(WORK, shoe)] for shoe in shoes()]
    gains = [sum(hand[place], Fraction(0)) for hand in hands]
    bets = [Fraction(len(hand[place])) for hand in hands]
    player = result().players[place]
    assert player.gain == average(gains)
    assert player.bets == average(bets)
    assert player.frequency == quotient(bets, [Fraction(len(shoe)) for shoe in shoes()])
    assert player.edge == quotient(gains, bets)
    if place < 5:
        assert (player.sort, player.count, player.share) == (("perfect", "best")[place == 4], None, None)
        assert player.bet == (*WORK.bets, None)[place]
    else:
        count, on = WORK.counts[place - 5]
        perfect = [sum(hand[on], Fraction(0)) for hand in hands]
        assert player.share == quotient(gains, perfect)
        assert (player.sort, player.count, player.bet) == ("count", count, WORK.bets[on])


@pytest.mark.parametrize("place", range(4))
def test_evs_before_each_coup(place: int) -> None:
    full = ba.odds("standard", WORK.shoe, bets=[WORK.bets[place]])
    assert result().full_shoe[place] == next(iter(full.values())).ev
    for before in result().before_coups(place):
        there = [shoe[before.coup - 1] for shoe in shoes() if len(shoe) >= before.coup]
        assert before.shoes == len(there)
        assert before.positive == Fraction(sum(coup.evs[place] > 0 for coup in there), len(there))
        if len(there) > 1:
            expected = average([ev(coup, place) for coup in there])
            assert before.ev == expected
            assert before.off == expected.off(result().full_shoe[place])
    assert before.coup == result().most


@pytest.mark.parametrize("place", range(4))
def test_evs_by_depth_and_the_cut_card_effect(place: int) -> None:
    found = result()
    everything = [sum((ev(coup, place) for coup in shoe), Fraction(0)) for shoe in shoes()]
    expected = quotient(everything, [Fraction(len(shoe)) for shoe in shoes()])
    assert found.over_all_coups(place) == expected
    shift = expected.value - found.full_shoe[place]
    assert found.cut_card_effect(place) == Estimate(shift, expected.variance)
    [depth] = found.depths(place)
    evs = sorted(ev(coup, place) for coup in chain(*shoes()))
    centre = sum(evs) / len(evs)
    assert (depth.first, depth.last, depth.coups) == (1, found.most, len(evs))
    assert (depth.mean, depth.least, depth.greatest) == (centre, evs[0], evs[-1])
    assert depth.variance == sum((x - centre) ** 2 for x in evs) / len(evs)
    assert depth.positive == Fraction(sum(coup.evs[place] > 0 for coup in chain(*shoes())), len(evs))
    assert depth.effect == centre - found.full_shoe[place]
    for part, quantile in zip(QUANTILES, depth.quantiles, strict=True):
        below = sum(x < quantile for x in evs)
        within = sum(x < quantile + Fraction(1, 1024) for x in evs)
        assert below < part * len(evs) <= within
        assert quantile.denominator in (2**i for i in range(11))


def test_depths_are_ten_coups_each() -> None:
    played = work("3 decks", bets="tie")
    found = result_of(played, play(played, 0, 5))
    depths = list(found.depths(0))
    assert [(depth.first, depth.last) for depth in depths] == [(1, 10), (11, 20), (21, found.most)]
    assert sum(depth.coups for depth in depths) == sum(found.reached)
    assert sum(depth.mean * depth.coups for depth in depths) / sum(found.reached) == (
        found.over_all_coups(0).value
    )


def test_a_mean_before_a_coup_is_the_full_shoe_ev_within_its_error() -> None:
    """If every shoe reaches a coup, the cards dealt before it do not change its mean."""
    standard = procedures.procedure("standard")
    asked = work("8 decks", bets="banker dragon-7", seed=1, **standard.steps)
    found = result_of(asked, play(asked, 0, 60))
    assert 79 < found.coups.value < 84
    for place in range(2):
        reached = [before for before in found.before_coups(place) if before.coup <= found.fewest]
        assert len(reached) > 70
        assert all(before.off is not None and abs(before.off) < 4 for before in reached)


def test_one_shoe_has_no_error_and_none_no_result() -> None:
    found = result_of(WORK, play(WORK, 0, 1))
    assert found.coups.variance is None and found.coups_variance is None
    assert found.players[0].gain.variance is None
    assert found.cut_card_effect(0).variance is None
    with pytest.raises(AnalyzerError, match="at least one played shoe is required"):
        result_of(WORK, Tally.none(WORK))


def test_a_player_who_never_bets_has_no_edge_and_no_standard_error() -> None:
    """The error was once 0, as if no shoe of any seed had a bet to make."""
    shy = replace(WORK.counts[0][0], true_trigger=Fraction(1000))
    never = work("4 decks", bets="banker", cut_card=100, counts=((shy, 0),))
    unknown = Estimate(Fraction(0), None)
    for player in result_of(never, play(never, 0, 3)).players:
        assert (player.made, player.edge) == (0, Estimate(None, None))
        assert player.gain == player.bets == player.frequency == unknown
    never = replace(WORK, counts=((shy, 3),))
    assert result_of(never, play(never, 0, 3)).players[-1].share == unknown


def test_how_far_off_an_estimate_is() -> None:
    found = Estimate(Fraction(3), Fraction(1, 4))
    assert (found.off(Fraction(2)), found.off(Fraction(4)), found.off(Fraction(3))) == (2, -2, 0)
    assert Estimate(Fraction(0), Fraction(2)).off(Fraction(1)) == Fraction(-70, 100)
    assert Estimate(Fraction(3), Fraction(0)).off(Fraction(2)) is None
    assert Estimate(None, None).off(Fraction(2)) is None
    assert mean(0, 0, 0) == ratio(5, 0, 0, 0, 0, 0) == Estimate(None, None)


def test_the_full_shoe_can_be_any_shoe() -> None:
    ranks = WORKS["ranks given"]
    found = result_of(ranks, play(ranks, 0, 2)).full_shoe
    report = ba.odds("standard", Shoe.parse(str(ranks.shoe)), bets=list(ranks.bets))
    assert found == tuple(value.ev for value in report.values())
