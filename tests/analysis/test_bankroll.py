"""`baccarat bankroll` and `baccarat monitor`: gains, runs, ruin, Kelly and limits, each in two ways."""

import csv
import io
import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import mpmath
import pytest
from suite import Read, Run

import analyzer as ba
from analyzer.analysis.money import coups as sums
from analyzer.analysis.money import kelly as growth
from analyzer.analysis.money import normal
from analyzer.analysis.money import runs as longest
from analyzer.analysis.money.bankroll import bankroll, distribution_of, singly
from analyzer.analysis.money.coups import Bounds, Lattice, Level, after, enclosed, power
from analyzer.analysis.money.distribution import Distribution
from analyzer.analysis.money.monitor import monitor
from analyzer.errors import AnalyzerError
from analyzer.exact import decimal_text
from analyzer.render.formats.render import FORMATS, render
from analyzer.render.words import wording
from analyzer.report.money.bankroll import bankroll_chart, bankroll_page
from analyzer.report.money.monitor import monitor_page
from analyzer.report.money.numbers import agreed, bounds_text

pytestmark = pytest.mark.libraries

F = Fraction
HALF = F(1, 2)

EVEN = Distribution((F(-1), F(0), F(1)), (5, 2, 3))
UNEVEN = Distribution((F(-3, 2), F(-1), F(0), F(19, 20)), (1, 3, 2, 4))
LAWS = {
    "even": EVEN,
    "uneven": UNEVEN,
    "two": Distribution((F(-1), F(8)), (9, 2)),
    "without a push": Distribution((F(-2), F(-1), F(5)), (1, 6, 3)),
    "never loses": Distribution((F(0), F(1)), (1, 2)),
    "never gains": Distribution((F(-1), F(0)), (3, 1)),
    "certain": Distribution((F(-1, 3),), (1,)),
}
each_law = pytest.mark.parametrize("law", LAWS.values(), ids=LAWS.keys())


def convolved(law: Distribution, coups: int) -> dict[Fraction, int]:
    """Every gain of some coups, with its ways, adding one coup after the other."""
    found = {F(0): 1}
    for _ in range(coups):
        more: dict[Fraction, int] = {}
        for gain, ways in found.items():
            for step, way in zip(law.gains, law.ways, strict=True):
                more[gain + step] = more.get(gain + step, 0) + ways * way
        found = more
    return dict(sorted(found.items()))


def sequences(law: Distribution, coups: int) -> list[tuple[tuple[Fraction, ...], int]]:
    """Every sequence of gains, with its ways."""
    found = []
    for places in product(range(len(law.gains)), repeat=coups):
        ways = 1
        for place in places:
            ways *= law.ways[place]
        found.append((tuple(law.gains[place] for place in places), ways))
    return found


# The gain of many coups


@each_law
@pytest.mark.parametrize("coups", [1, 2, 7])
def test_a_power_is_the_convolution_of_coups_one_by_one(law: Distribution, coups: int) -> None:
    grid = Lattice.of(law, coups)
    plain = convolved(law, coups)
    weights = list(power(grid.marks, law.ways, coups))
    assert len(weights) == grid.size
    assert {grid.gain(k): ways for k, ways in enumerate(weights) if ways} == plain


@each_law
def test_bounds_contain_every_probability_and_differ_by_what_rounding_lost(law: Distribution) -> None:
    coups, digits = 6, 12
    grid = Lattice.of(law, coups)
    start, weights = enclosed(grid.marks, law.ways, coups, digits)
    exact = convolved(law, coups)
    short = 10**digits - sum(weights)
    assert 0 <= short < 1000
    rounded = {grid.gain(start + k): weight for k, weight in enumerate(weights)}
    scale = F(10**digits, law.total**coups)
    assert all(
        rounded.get(gain, 0) <= ways * scale <= rounded.get(gain, 0) + short for gain, ways in exact.items()
    )
    assert {gain for gain, weight in rounded.items() if weight} == set(exact)


def test_coefficients_rounded_to_zero_are_left_out_at_both_ends() -> None:
    start, weights = enclosed((0, 1), (1, 1), 100, 10)
    plain = [ways * 10**10 // 2**100 for ways in power((0, 1), (1, 1), 100)]
    assert start > 0
    assert weights[0]
    assert weights[-1]
    assert start + len(weights) < 101
    assert not any(plain[: start - 1])


@each_law
@pytest.mark.parametrize("exact", [True, False])
def test_spans_and_quantiles_match_the_whole_distribution(law: Distribution, exact: bool) -> None:
    coups = 5
    plain = convolved(law, coups)
    total = law.total**coups
    grid = Lattice.of(law, coups)
    levels = [Level(F(1, 100)), Level(F(2, 7)), Level(F(2, 7), above=True), Level(F(13, 14))]
    spans = [(0, grid.at(F(0))), (grid.at(F(0)), grid.after(F(0))), (0, grid.after(F(-2))), (0, grid.size)]
    spans = [(min(max(a, 0), grid.size), min(max(b, 0), grid.size)) for a, b in spans]
    found = after(law, coups, spans, levels, exact=exact)
    wanted = [
        F(sum(ways for gain, ways in plain.items() if grid.gain(a) <= gain < grid.gain(b)), total)
        for a, b in spans
    ]
    for chance, value in zip(found.chances, wanted, strict=True):
        assert chance.low <= value <= chance.high
        assert chance.high - chance.low <= found.short
        assert chance.exact or not exact
    for level, quantile in zip(levels, found.quantiles, strict=True):
        so_far, reached = 0, []
        for gain, ways in plain.items():
            so_far += ways
            part = F(so_far, total)
            if part > level.chance or (part == level.chance and not level.above):
                reached.append(gain)
        assert quantile.gain == quantile.earliest == reached[0]


def test_a_level_that_bounds_leave_undecided_has_two_gains() -> None:
    # A gain of -1 or less from three fair coups has probability 1/2 exactly; rounding loses a little of it.
    fair = Distribution((F(-1), F(1)), (1, 1))
    thirds = Distribution((F(-1), F(0), F(1)), (1, 1, 1))
    assert after(fair, 3, levels=[Level(HALF)], exact=True).quantiles[0].gain == -1
    open_one = after(thirds, 1, levels=[Level(F(1, 3))], exact=False).quantiles[0]
    assert (open_one.earliest, open_one.gain) == (-1, 0)


def test_one_coup_gains_what_its_valuation_says() -> None:
    report = ba.odds("standard", 6, bets=["banker", "lucky-6"])
    for portfolio in singly(report):
        value = portfolio.joint.valuations[0]
        found = bankroll(portfolio, 1, law=True)
        assert found.after is not None
        loss, even, gain = (chance.exact for chance in found.chances)
        assert (even, gain) == (
            Bounds(value.push_rate, value.push_rate),
            Bounds(value.hit_rate, value.hit_rate),
        )
        assert loss is not None
        assert loss.low == 1 - value.push_rate - value.hit_rate
        assert (found.mean, found.variance) == (value.ev, value.variance)
        law = distribution_of(value)
        assert [(found.grid.gain(k), ways) for k, ways in found.after.weights if ways] == list(
            zip(law.gains, law.ways, strict=True)
        )


def test_the_loss_of_two_coups_on_player_by_hand() -> None:
    value = ba.odds("standard", 8)["player"]
    p, t, b = value.hit_rate, value.push_rate, 1 - value.hit_rate - value.push_rate
    [found] = ba.bankroll("standard", 8, coups=2, stakes={"player": 3}, losses=["3", "6.5"])
    chances = [chance.exact.low for chance in found.chances if chance.exact]
    assert chances == [b * b + 2 * b * t, t * t + 2 * p * b, p * p + 2 * p * t, b * b + 2 * b * t, 0]
    assert (found.staked, found.mean) == (6, 6 * value.ev)


def test_the_normal_approximation_has_a_continuity_correction() -> None:
    [found] = ba.bankroll("standard", 8, coups=30, bets=["banker"], losses=[2])
    half = F(1, 40)
    below, above = (normal.below(x, found.mean, found.variance) for x in (-half, half))
    at_least = normal.below(-2 + half, found.mean, found.variance)
    assert [chance.normal for chance in found.chances] == [below, above - below, 1 - above, at_least]
    deviation = normal.root(found.variance)
    assert found.quantiles[1].normal == found.mean + normal.quantile(F(1, 20)) * deviation


def test_stakes_on_one_coup_gain_together() -> None:
    [found] = ba.bankroll("standard", 8, coups=1, stakes={"player": 1, "banker": 1})
    banker = ba.odds("standard", 8)["banker"]
    assert found.chances[0].exact == Bounds(banker.hit_rate, banker.hit_rate)
    assert found.quantiles[0].exact is not None
    assert found.quantiles[0].exact.gain == F(-1, 20)


def test_out_of_reach_only_the_normal_approximation_is_given() -> None:
    [found] = ba.bankroll("standard", 8, coups=10**8, bets=["banker"], bankroll=10)
    assert (found.after, found.ruined, found.runs) == (None, None, None)
    assert found.chances[0].exact is None
    assert found.chances[0].normal == 1
    with pytest.raises(ba.AnalyzerError, match="600,000 likely gains, got more over 100,000,000 coups"):
        after(found.distribution, 10**8, exact=False)


@pytest.mark.parametrize("pay", ["99999999999", "0.000000000001"])
def test_gains_on_a_fine_grid_are_refused_at_once(pay: str) -> None:
    [found] = ba.bankroll(coups=3, bets=["lucky-6"], pay={"lucky-6.three-card": pay}, bankroll="1.5")
    assert found.after is None
    assert found.reach == (0, 0)


def test_every_number_of_coups_reported_in_reach_is_in_reach() -> None:
    [found] = ba.bankroll("standard", 8, coups=2, bets=["banker"])
    whole, bounded = found.reach
    law = found.distribution
    assert sums.exact_within_reach(law, whole)
    assert not sums.exact_within_reach(law, whole + 1)
    assert sums.within_reach(law, bounded)
    assert not sums.within_reach(law, bounded + 1)
    assert whole in range(1_000, 10_000)
    assert bounded > 1_000_000


# The normal distribution


def test_the_normal_distribution_is_correct_to_its_digits() -> None:
    with mpmath.workdps(60):
        for chance in (F(1, 2), F(1, 100), F(9995, 10000), F(1, 10**9)):
            z = normal.quantile(chance)
            slope = mpmath.npdf(mpmath.mpf(z.numerator) / z.denominator)
            there = mpmath.ncdf(mpmath.mpf(z.numerator) / z.denominator)
            wanted = mpmath.mpf(chance.numerator) / chance.denominator
            assert abs(there - wanted) <= slope * mpmath.mpf(10) ** -20
    assert decimal_text(normal.quantile(F(995, 1000)), 15) == "2.575829303548901"
    assert normal.below(F(3), F(3), F(2)) == HALF
    assert normal.below(F(1), F(3), F(4)) == 1 - normal.below(F(5), F(3), F(4))
    assert decimal_text(normal.root(F(2, 100)), 20) == "0.14142135623730950488"


# Losing runs


@each_law
@pytest.mark.parametrize("push_ends", [False, True])
@pytest.mark.parametrize("coups", [1, 4, 6])
def test_runs_match_every_sequence(law: Distribution, coups: int, push_ends: bool) -> None:
    total = law.total**coups
    at_least = [0] * (coups + 2)
    for gains, ways in sequences(law, coups):
        run = most = 0
        for gain in gains:
            run = run + 1 if gain < 0 else 0 if gain > 0 or push_ends else run
            most = max(most, run)
        for length in range(1, most + 1):
            at_least[length] += ways
    found = longest.runs(law, coups, push_ends=push_ends)
    wanted = [F(ways, total) for ways in at_least]
    assert [found.probability(length) for length in range(1, coups + 2)] == [Bounds(p, p) for p in wanted[1:]]
    assert found.mean == Bounds(sum(wanted), sum(wanted))
    assert found.median == next(length for length in range(coups + 1) if wanted[length + 1] <= HALF)


@each_law
@pytest.mark.parametrize("push_ends", [False, True])
def test_bounds_of_runs_contain_the_exact_probabilities(
    law: Distribution, push_ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = longest.runs(law, 60, push_ends=push_ends)
    monkeypatch.setattr(longest, "EXACT_COUPS", 0)
    found = longest.runs(law, 60, push_ends=push_ends)
    for length in range(1, 61):
        narrow = found.probability(length)
        assert narrow.low <= exact.probability(length).low <= narrow.high
        assert narrow.high - narrow.low <= max(
            F(1, 10**40), longest.TAIL if length > len(found.reached) else 0
        )
    assert found.mean.low <= exact.mean.low <= found.mean.high
    assert found.median == exact.median


# Ruin


def ruined(law: Distribution, coups: int, purse: Fraction) -> Fraction:
    """The risk of ruin by every sequence of coups."""
    most = max(F(0), -law.gains[0])
    gone = 0
    for gains, ways in sequences(law, coups):
        left = [purse]
        for gain in gains:
            left.append(left[-1] + gain)
        gone += ways * any(capital < most for capital in left)
    return F(gone, law.total**coups)


def test_a_bet_that_cannot_lose_is_never_ruined() -> None:
    never_loses = Distribution.of([(F(1), F(1, 2)), (F(0), F(1, 2))])
    assert longest.ruin(never_loses, 5, F(0)) == Bounds.exactly(0)


@each_law
@pytest.mark.parametrize("purse", [F(1, 2), F(2), F(13, 4), F(6)])
def test_ruin_matches_every_sequence(
    law: Distribution, purse: Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = ruined(law, 5, purse)
    assert longest.ruin(law, 5, purse) == Bounds(wanted, wanted)
    monkeypatch.setattr(longest, "EXACT_WORK", 0)
    found = longest.ruin(law, 5, purse)
    assert found is not None
    assert found.low <= wanted <= found.high
    assert found.high - found.low <= F(1, 10**25)


# Kelly


@pytest.mark.parametrize(
    ("p", "pays"), [(F(3, 5), F(1)), (F(1, 8), F(8)), (F(2, 7), F(3)), (F(9, 17), F(19, 20))]
)
def test_the_kelly_part_of_two_outcomes_is_edge_over_odds(p: Fraction, pays: Fraction) -> None:
    found = growth.kelly(Distribution.of([(pays, p), (F(-1), 1 - p)]))
    assert found is not None
    best = p - (1 - p) / pays
    assert found.part.low <= best <= found.part.high
    assert found.part.exact == ((10**20 * best).denominator == 1)
    assert found.part.high - found.part.low <= F(1, 10**20)
    with mpmath.workdps(40):
        grown = mpmath.mpf(p.numerator) / p.denominator * mpmath.log(1 + _mp(best * pays))
        grown += _mp(1 - p) * mpmath.log(1 - _mp(best))
        assert abs(grown - _mp(found.growth)) < mpmath.mpf(10) ** -19


def _mp(x: Fraction) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator


def test_kelly_stakes_nothing_without_an_advantage_and_has_no_maximum_without_a_loss() -> None:
    assert growth.kelly(EVEN) == growth.NONE
    assert growth.kelly(Distribution((F(-1), F(1)), (1, 1))) == growth.NONE
    assert growth.kelly(LAWS["never loses"]) is None


def test_the_slope_changes_sign_within_the_bounds_of_the_kelly_part() -> None:
    law = Distribution((F(-2), F(-1), F(0), F(3)), (1, 4, 3, 4))
    found = growth.kelly(law)
    assert found is not None
    assert found.growth > found.half > 0
    low, high = (
        sum(ways * gain / (1 + part * gain) for gain, ways in zip(law.gains, law.ways, strict=True))
        for part in (found.part.low, found.part.high)
    )
    assert low > 0 > high


RICH = "A=3 2=1 6=2 7=5 8=10 9=9 T=1"


def test_joint_kelly_stakes_are_a_maximum() -> None:
    names = ["player", "banker", "tie", "player-pair"]
    found = ba.kelly("standard", RICH, bets=names)
    best = found.jointly
    assert best is not None
    assert best.slope == 0
    assert best.spare is not None
    assert best.spare < 0
    assert best.parts[0] == 0
    assert all(part > 0 for part in best.parts[1:])
    assert best.growth > max(alone.growth for alone in found.singly.values() if alone)
    # In another way: growth is less at neighbouring parts, by the distribution of all stakes together.
    with mpmath.workdps(40):
        for place in range(len(names)):
            for step in (F(1, 1000), F(-1, 1000)):
                moved = [part + step * (place == other) for other, part in enumerate(best.parts)]
                law = found.joint.distribution(moved) if min(moved) >= 0 else None
                assert law is None or growth.growth(law, F(1)) < best.growth
    assert growth.growth(found.joint.distribution(best.parts), F(1)) == best.growth


def test_a_bet_that_others_make_useless_loses_its_stake() -> None:
    names = ["player", "banker", "tie", "lucky-6", "player-natural", "banker-natural"]
    found = ba.kelly("standard", "0=2 4=5 5=1 6=5 7=2 8=2 9=9", bets=names)
    best = found.jointly
    assert best is not None
    assert [name for name, part in zip(names, best.parts, strict=True) if part] == [
        "banker",
        "player-natural",
    ]
    assert [name for name, alone in found.singly.items() if alone != growth.NONE] != [
        "banker",
        "player-natural",
    ]
    assert best.spare is not None
    assert (best.slope, best.spare < 0) == (0, True)


def test_a_step_too_long_for_the_bankroll_is_shortened() -> None:
    found = ba.kelly("standard", "0=900 9=1", bets=["tie", "player"], pay={"tie": "1/10"})
    tie, alone, both = found.joint.valuations[0], found.singly["tie"], found.jointly
    assert alone is not None
    assert both is not None
    # Newton's first step, from no stakes, would stake more than the bankroll.
    assert tie.ev > tie.variance + tie.ev**2
    assert both.slope == 0
    assert both.growth >= alone.growth
    assert growth.growth(found.joint.distribution(both.parts), F(1)) == both.growth


def test_joint_kelly_of_one_bet_is_kelly_alone() -> None:
    alone = ba.kelly("standard", RICH, bets=["tie"])
    twice = ba.kelly("standard", RICH, bets=["tie", "player"])
    part = alone.singly["tie"]
    assert alone.jointly is None
    assert part is not None
    assert twice.jointly is not None
    assert twice.jointly.parts[1] == 0
    assert abs(twice.jointly.parts[0] - part.part.low) <= F(1, 10**19)


def test_without_an_advantage_joint_kelly_stakes_nothing() -> None:
    best = ba.kelly("classic", 8, bets=["player", "banker", "tie"]).jointly
    assert best is not None
    assert (best.parts, best.growth, best.half) == ((0, 0, 0), 0, 0)
    assert best.spare == max(
        round(value.ev, 20) for value in ba.odds("classic", 8, bets=["player", "banker", "tie"]).values()
    )


# Limits


@pytest.mark.parametrize("bet", ["banker", "tie", "lucky-6"])
def test_limits_match_the_whole_distribution(bet: str) -> None:
    rounds = 20
    portfolio = singly(ba.odds("standard", 8, bets=[bet]))[0]
    plain = convolved(portfolio.distribution, rounds)
    total = portfolio.distribution.total**rounds
    for limit in monitor(portfolio, [rounds]).limits:
        tail = (1 - limit.confidence) / 2
        low = max(x for x in plain if F(sum(w for g, w in plain.items() if g < x), total) <= tail)
        high = min(x for x in plain if F(sum(w for g, w in plain.items() if g > x), total) <= tail)
        assert (limit.low, limit.high) == (1 + low / rounds, 1 + high / rounds)
        within = F(sum(w for g, w in plain.items() if low <= g <= high), total)
        assert limit.within is not None
        assert 0 <= within - limit.within <= F(1, 10**20)
        assert within >= limit.confidence
        z = normal.quantile((1 + limit.confidence) / 2)
        assert abs(limit.deviation**2 - z**2 * portfolio.variance / rounds) < F(1, 10**17)


def test_limits_of_several_stakes_are_those_of_their_sum() -> None:
    [found] = ba.monitor("standard", 8, stakes={"player": 2, "tie": HALF}, rounds=[6], confidences=["9/10"])
    plain = convolved(found.portfolio.distribution, 6)
    total = found.portfolio.distribution.total**6
    low = max(x for x in plain if F(sum(w for g, w in plain.items() if g < x), total) <= F(1, 20))
    high = min(x for x in plain if F(sum(w for g, w in plain.items() if g > x), total) <= F(1, 20))
    assert (found.limits[0].low, found.limits[0].high) == (1 + low / 15, 1 + high / 15)


def test_a_tail_exactly_as_large_as_allowed_is_within_the_limits() -> None:
    player = ba.odds("standard", 8)["player"]
    lose = 1 - player.hit_rate - player.push_rate
    [found] = ba.monitor("standard", 8, bets=["player"], rounds=[1], confidences=[1 - 2 * lose])
    # The probability below an RTP of 1 is exactly the half that is allowed.
    assert found.limits[0].low == 1


def test_bets_on_one_coup_are_not_independent() -> None:
    stakes = {"player": 1, "banker": 1, "tie": HALF}
    [found] = ba.monitor("standard", 8, stakes=stakes, rounds=[100], confidences=["99%"])
    values = ba.odds("standard", 8)
    apart = sum(F(stake) ** 2 * values[bet].variance for bet, stake in stakes.items()) / F(5, 2) ** 2
    assert found.variance_apart == apart
    assert found.variance == found.portfolio.distribution.variance / F(5, 2) ** 2
    assert found.variance < apart
    [limit] = found.limits
    assert abs(limit.apart**2 / limit.deviation**2 - apart / found.variance) < F(1, 10**15)


@pytest.mark.parametrize(
    ("observed", "within"), [("50%", True), ("150%", True), ("0", False), ("300%", False)]
)
def test_an_observed_rtp_is_judged_by_both_tails(observed: str, within: bool) -> None:
    [found] = ba.monitor("classic", 8, bets=["player"], rounds=[12], confidences=["99%"], observed=observed)
    seen = found.observed
    assert seen is not None
    gain = 12 * (seen.rtp - 1)
    plain = convolved(found.portfolio.distribution, 12)
    total = found.portfolio.distribution.total**12
    below = F(sum(ways for g, ways in plain.items() if g <= gain), total)
    above = F(sum(ways for g, ways in plain.items() if g >= gain), total)
    for tail, wanted in (
        (seen.below, below),
        (seen.above, above),
        (seen.p_value, min(1, 2 * min(below, above))),
    ):
        assert tail is not None
        assert tail.low <= wanted <= tail.high
        assert tail.high - tail.low <= F(1, 10**20)
    assert seen.within is within
    assert seen.z is not None
    assert (seen.z > 0) == (gain > found.portfolio.distribution.mean * 12)


# Pages and documents


def test_only_digits_that_both_bounds_share_are_shown() -> None:
    near = Bounds(F(123456, 10**6), F(1234567, 10**7))
    assert (bounds_text(near), agreed(near)) == ("0.12346", F(12346, 10**5))
    third = Bounds(F(1, 3), F(1, 3))
    assert bounds_text(third) == "0.33333333333333333333"


def test_stakes_that_cannot_lose_have_no_best_part(run: Run) -> None:
    nines = ["bankroll", "--coups", "4", "--remaining", "9=6", "--stake", "tie=1", "--stake", "player=1"]
    status, out, err = run(*nines)
    assert (status, err) == (0, "")
    assert "All stakes  400.0000%           –" in out
    assert "this stake cannot lose" in out
    assert "No stake here favours the bettor" not in out


@pytest.mark.parametrize("number", [1.5, True])
def test_a_number_that_is_not_exact_is_refused(number: object) -> None:
    with pytest.raises(AnalyzerError, match="expected a bankroll as an exact number such as "):
        ba.bankroll(bets=["tie"], shoe=RICH, coups=4, bankroll=number)  # type: ignore[arg-type]


def test_an_observed_rtp_is_judged_at_99_percent_by_default() -> None:
    # Player wins every round: a probability of about 1 in 2**rounds, twice that with the other tail.
    found = [ba.monitor(bets=["player"], shoe=RICH, rounds=[n], observed="200%")[0].observed for n in (4, 16)]
    assert [one and one.within for one in found] == [True, False]


SMALL = "--remaining=0=20 1=3 4=50 9=10"


def test_the_document_of_a_bankroll_has_every_figure(run: Run) -> None:
    asked = [
        "bankroll",
        "--coups",
        "6",
        SMALL,
        "--stake",
        "tie=1/2",
        "--stake",
        "player=1",
        "--format",
        "json",
    ]
    more = ["--loss", "2", "--quantile", "50%", "--bankroll", "4", "--law"]
    status, out, err = run(*asked, *more)
    assert (status, err) == (0, "")
    document = json.loads(out)
    assert document["about"]["options"] == {
        "stakes": "tie=1/2 player=1",
        "coups": "6",
        "quantiles": "1/2",
        "losses": "2",
        "bankroll": "4",
        "push_ends_run": "no",
    }
    [item] = document["items"]
    [found] = ba.bankroll(
        "standard",
        "0=20 1=3 4=50 9=10",
        coups=6,
        stakes={"tie": HALF, "player": 1},
        losses=[2],
        quantiles=["50%"],
        bankroll=4,
        law=True,
    )
    assert [F(chance["exact"]) for chance in item["chances"]] == [
        chance.exact.low for chance in found.chances if chance.exact
    ]
    assert [chance["event"] for chance in item["chances"]] == ["loss", "even", "gain", "loss of 2 or more"]
    assert sum(F(entry["exact"]) for entry in item["law"]) == 1
    assert sum(F(entry["exact"]) * F(entry["gain"]) for entry in item["law"]) == F(item["mean"]) == found.mean
    assert item["method"] == "exact"
    assert found.quantiles[0].exact is not None
    assert F(item["quantiles"][0]["gain"]) == found.quantiles[0].exact.gain
    assert found.ruined is not None
    assert F(item["ruin"]["exact"]) == found.ruined.low
    assert set(item["kelly"]["together"]["parts"]) == {"tie", "player"}
    assert item["stakes"][0] == {"bet": "tie", "paytable": "8", "stake": "1/2"}
    assert len(item["longest_losing_run"]["at_least"]) == 6


def test_each_bet_alone_has_an_item(read: Read) -> None:
    for command in (["bankroll", "--coups", "2"], ["monitor", "--rounds", "2"]):
        one = read(*command, "--bet", "tie")
        two = read(*command, "--bet", "tie", "--bet", "player")
        staked = read(*command, "--stake", "tie=1")
        assert [two["items"][0]] == one["items"] == staked["items"]
        assert len(two["items"]) == 2
        assert [bet["bet"] for bet in two["about"]["bets"]] == ["tie", "player"]
        assert staked["about"]["options"]["stakes"] == "tie=1"


def test_stakes_can_name_some_of_the_bets_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        '[[bet]]\nid = "own"\nname = "Own"\nlines = [{ id = "win", when = "tie" }]\n'
        'paytable = { win = "x" }\n[[bet]]\nid = "other"\nname = "Other"\n'
        'lines = [{ id = "win", when = "player_pair" }]\npaytable = { win = "11" }\n',
        encoding="utf-8",
    )
    [found] = ba.bankroll(coups=2, stakes={"own": 1}, bet_files=[file], pay={"own.x": 8})
    [tie] = ba.bankroll(coups=2, stakes={"tie/8": 1})
    assert found.distribution == tie.distribution


def test_a_bet_that_the_shoe_cannot_answer_is_left_out_with_a_remark(
    run: Run,
) -> None:
    status, out, err = run("monitor", SMALL, "--rounds", "9")
    assert status == 0
    assert "left out: bet 'player-pair/11' needs the shoe by ranks, not by points\n" in err
    assert "Left out: Player Pair" in out


def test_the_losses_of_three_coups_on_player_by_hand(run: Run) -> None:
    status, out, _ = run("bankroll", "classic", "--coups", "3", "--bet", "player", "--format", "csv")
    assert status == 0
    value = ba.odds("classic", 8)["player"]
    p, t, b = value.hit_rate, value.push_rate, 1 - value.hit_rate - value.push_rate
    loss = b**3 + 3 * b**2 * (t + p) + 3 * b * t**2
    rows = list(csv.reader(io.StringIO(out)))
    [row] = [row for row in rows if row[:2] == ["Player", "loss"]]
    assert F(row[2]) == round(loss, 20)
    # A tie does not end a run by default.
    texts = [
        run("bankroll", "--bet", "player", "--coups", "3", *more)[1] for more in ([], ["--push-ends-run"])
    ]
    assert ["loss neither ends it nor makes it longer." in text for text in texts] == [True, False]


@pytest.mark.parametrize("format", [name for name in FORMATS if name not in ("pdf", "xlsx")])
def test_pages_are_shown_in_every_format(format: str) -> None:
    game = ba.variant("standard")
    found = ba.bankroll(game, RICH, coups=5, stakes={"tie": 1, "player": 2}, bankroll=3, losses=[1])
    limits = ba.monitor(game, RICH, stakes={"tie": 1, "player": 2}, rounds=[5], observed="150%")
    pages = bankroll_page(found, staked=True), monitor_page(limits, staked=True)
    for page in pages:
        assert "106.0180" in str(render(page, format, wording(), 80))


def test_bars_of_a_chart_are_the_whole_distribution_around_the_mean() -> None:
    game = ba.variant("standard")
    found = ba.bankroll(game, 8, coups=40, bets=["player"], bars=True)
    [band] = bankroll_chart(found, staked=False).bands
    [panel] = band.panels
    plain = convolved(found[0].distribution, 40)
    total = found[0].distribution.total ** 40
    for row, bar in zip(panel.rows, found[0].bars, strict=True):
        low, high = map(found[0].grid.gain, bar.span)
        wanted = F(sum(ways for gain, ways in plain.items() if low <= gain < high), total)
        assert row.values == (round(wanted, 20), bar.normal)
        last = found[0].grid.gain(bar.span[1] - 1)
        assert str(row.label) == (f"{low}" if low == last else f"{low} … {last}")
    everything = sum(value for row in panel.rows for value in row.values[:1] if value)
    assert 1 - everything < F(1, 10_000)


def test_a_chart_has_few_bets(run: Run, tmp_path: Path) -> None:
    status, out, err = run("bankroll", "--coups", "2", "--plot", str(tmp_path / "a.svg"))
    assert (status, out) == (2, "")
    assert err == ("baccarat: expected 1 to 6 bets for this plot, got 8; choose bets with --bet\n")
