"""Roads do not predict: the next coup after known results, checked against every order of a shoe."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import groupby, product
from math import prod

import pytest

import analyzer as ba
from analyzer.analysis.question import Question
from analyzer.analysis.successive import Successive, successive
from analyzer.analysis.sweep.result import Estimate
from analyzer.analysis.sweep.work import shuffled
from analyzer.analysis.tail import tails
from analyzer.catalog import load
from analyzer.cli.main import main
from analyzer.errors import AnalyzerError
from analyzer.exact import falling
from analyzer.game.cards import Card
from analyzer.game.coup import Coup, Winner
from analyzer.game.rules import Rules
from analyzer.play.prediction.measured import (
    CUT,
    KEYS,
    SYSTEMS,
    Before,
    before_each_coup,
    deal_results,
    groups_of,
    measure,
)
from analyzer.play.prediction.prediction import prediction
from analyzer.report.play.prediction import prediction_page

F = Fraction
GAME = load.variant("standard")
PLAYER, BANKER, TIE = (bet for bet in GAME.bets if bet.id in ("player", "banker", "tie"))
LETTERS = {"player": "P", "banker": "B", "tie": "T"}


# The next coup after known results


def orders(counts: dict[int, int]) -> Iterator[tuple[int, ...]]:
    """Every different order of a shoe's points; each stands for the same number of card orders."""
    if not any(counts.values()):
        yield ()
        return
    for points, n in counts.items():
        if n:
            for rest in orders(counts | {points: n - 1}):
                yield (points, *rest)


@cache
def by_dealing(rules: Rules, counts: tuple[tuple[int, int], ...], coups: int) -> Counter[tuple[Coup, ...]]:
    """The number of distinct orders of a shoe that begin with given coups, `coups` + 1 of them."""
    found: Counter[tuple[Coup, ...]] = Counter()
    for order in orders(dict(counts)):
        cards, dealt_out = [Card(points or 10) for points in order], []
        for _ in range(coups + 1):
            dealt_out.append(ba.deal(rules, cards))
            del cards[: len(dealt_out[-1].player + dealt_out[-1].banker) - (rules.player_first is not None)]
        found[tuple(dealt_out)] += 1
    return found


def text(counts: dict[int, int]) -> str:
    return " ".join(f"{points}={n}" for points, n in counts.items())


@pytest.mark.parametrize(
    ("rules", "counts", "coups"),
    [
        ("punto-banco", {0: 2, 3: 2, 6: 8}, 1),
        ("thai-literal", {2: 9, 5: 2, 9: 2}, 1),
        ("player-first-7", {0: 2, 4: 6, 9: 2}, 1),
        ("punto-banco", {3: 15, 5: 2, 6: 1}, 2),
        ("player-first-7", {1: 12, 8: 2, 0: 1}, 2),
    ],
)
def test_the_next_coup_equals_a_count_of_every_order_of_a_shoe(
    rules: str, counts: dict[int, int], coups: int
) -> None:
    under = load.rules(rules)
    tally = by_dealing(under, tuple(counts.items()), coups)
    found = ba.successive("standard", text(counts), rules=under, coups=coups)
    total = sum(tally.values())
    expected: dict[tuple[Winner, ...], Fraction] = {}
    for before in product(("player", "banker", "tie"), repeat=coups):
        agree = {
            dealt_out: n
            for dealt_out, n in tally.items()
            if tuple(coup.winner for coup in dealt_out[:coups]) == before
        }
        ways = sum(agree.values())
        if not ways:
            with pytest.raises(AnalyzerError, match="can happen"):
                found.after(*before)
            continue
        expected[before] = F(ways, total)
        after = found.after(*before)
        assert after.probability == expected[before]
        assert after.total == falling(sum(counts.values()), under.cards_from_shoe * (coups + 1))
        for value in after.valuations:
            nets = value.bet.nets
            gain = sum(
                n * next((nets[line.id] for line in value.bet.lines if line.when.holds(coups_dealt[-1])), -1)
                for coups_dealt, n in agree.items()
            )
            assert value.ev == F(gain) / ways
        for winner in LETTERS:
            wins = sum(n for coups_dealt, n in agree.items() if coups_dealt[-1].winner == winner)
            assert after.of(winner) == F(wins, ways)
    assert sum(expected.values()) == 1
    assert len(expected) > 1


@pytest.fixture(scope="module")
def eight() -> Successive:
    return ba.successive("standard", 8)


@pytest.mark.parametrize(
    ("shoe", "rules"),
    [
        ("1", None),
        ("30", None),  # past 64 bits
        ("A=3 2=1 5=4 9=2 T=1 K=9", None),
        ("2", "player-first-7"),
    ],
)
def test_earlier_results_do_not_change_the_mean_of_the_next_coup(shoe: str, rules: str | None) -> None:
    found = ba.successive("standard", shoe, rules=rules)
    first, *after = found.followings
    assert sum(one.probability for one in after) == 1
    for place, value in enumerate(first.valuations):
        assert sum(one.probability * one.valuations[place].ev for one in after) == value.ev
    for winner in LETTERS:
        assert first.of(winner) == found.after(winner).probability


def test_without_results_the_odds_are_those_of_the_shoe(eight: Successive) -> None:
    report = ba.odds("standard", 8, bets=["player", "banker", "tie"])
    assert eight.after().valuations == report.valuations


def test_values_after_two_results_add_up_to_those_after_one() -> None:
    found = ba.successive("standard", "0=9 1=3 2=2 3=2 5=1 6=3 7=2 8=2 9=2", coups=2)
    for winner in LETTERS:
        pairs = [found.after(winner, other) for other in LETTERS]
        one = found.after(winner)
        assert sum(pair.probability for pair in pairs) == one.probability
        for place, value in enumerate(one.valuations):
            evs = sum(pair.probability * pair.valuations[place].ev for pair in pairs)
            assert evs == one.probability * value.ev


def test_values_that_change_the_mean_are_rejected(eight: Successive) -> None:
    first, player, banker, tie = eight.followings
    with pytest.raises(ValueError, match="of 1 coups do not add up to 1"):
        replace(eight, followings=(first, player, banker))
    with pytest.raises(ValueError, match="the mean EV of bet 'player' after 1 coups is not its EV"):
        replace(eight, followings=(first, player, banker, replace(tie, valuations=first.valuations)))


def test_no_bet_is_worth_a_stake_after_a_result(eight: Successive) -> None:
    assert max(value.ev for one in eight.followings for value in one.valuations) < 0
    after = {one.before: one.valuations for one in eight.followings}
    changes = {
        before: [value.ev - was.ev for value, was in zip(values, after[()], strict=True)][:2]
        for before, values in after.items()
    }
    # One result changes an EV by less than eight millionths of a unit.
    assert max(abs(change) for both in changes.values() for change in both) < F(8, 10**6)


def test_a_bet_that_points_do_not_settle_is_rejected() -> None:
    with pytest.raises(AnalyzerError, match="that can be settled by points, got 'player-pair/11'"):
        successive(Question.of(GAME.rules, [PLAYER, ba.bet("player-pair/11")], ba.Shoe.decks(8)))


# What the roads show


def plainly(results: str) -> Before:
    """What the roads show after some results, by the rules of the seed applied to columns."""
    wins = results.replace("T", "")
    columns = [(side, len(list(run))) for side, run in groupby(wins)]
    balls = ""
    for k in (1, 2, 3):
        after = [*columns[:-1], (columns[-1][0], columns[-1][1] + 1)] if columns else []
        if not columns or columns[-1][0] == "P":
            after = [*columns, ("B", 1)]
        x, (_, y) = len(after), after[-1]
        if x < k + 1 or (x == k + 1 and y == 1):
            balls += "-"
        elif y == 1:
            balls += "r" if after[x - 2][1] == after[x - 2 - k][1] else "b"
        else:
            beside = after[x - 1 - k][1]
            balls += "r" if beside >= y else "b" if beside == y - 1 else "r"
    side, streak = columns[-1] if columns else ("", 0)
    chop = 0
    while chop < min(len(columns), 5) and columns[-1 - chop][1] == 1:
        chop += 1
    return Before(results[-1:], side, streak, chop, balls)


@pytest.mark.parametrize("results", ["", "TTBPPBTBBBPBPBPBPBPPPPPPPTBBPPBBPBT", "PBPBPBPBPBBBBBBBBTTPBPB"])
def test_what_the_roads_show_follows_from_the_columns_of_the_big_road(results: str) -> None:
    assert list(before_each_coup(results)) == [plainly(results[:i]) for i in range(len(results))]


def test_a_coup_is_in_its_groups() -> None:
    assert list(groups_of(Before("T", "B", 7, 0, "rr-"))) == [
        "all",
        "last-tie",
        "streak-banker-5",
        "big-eye-red",
        "small-red",
        "cockroach-none",
    ]
    assert list(groups_of(Before("", "", 0, 0, "---")))[:1] == ["all"]
    assert {"chop", "balls-blue", "streak-player-1"} < set(groups_of(Before("P", "P", 1, 5, "bbb")))


@pytest.mark.parametrize(
    ("balls", "sides"), [("rbr", "PBBPBPBB"), ("b-b", "PBBPP-P-"), ("bbr", "PBBPPPBP"), ("---", "PBBP----")]
)
def test_systems_stake_on_the_side_whose_ball_is_red(balls: str, sides: str) -> None:
    before = Before("B", "B", 2, 0, balls)
    assert "".join(system(before) or "-" for system in SYSTEMS.values()) == sides


# Dealt shoes


@pytest.mark.parametrize("rules", ["punto-banco", "thai-literal", "player-first-7"])
def test_shoes_are_dealt_like_single_coups(rules: str) -> None:
    under, shoe = load.rules(rules), ba.Shoe.decks(1).coarsen("points")
    results, left = deal_results(under, shoe, 3, 5, 9)
    expected, remaining = [], []
    for order in shuffled(shoe, 3, 5, 9).tolist():
        cards, winners = [Card(points or 10) for points in order], ""
        while len(cards) >= CUT:
            remaining.append([sum(card.points == points for card in cards) for points in range(10)])
            coup = ba.deal(under, cards)
            winners += LETTERS[coup.winner]
            del cards[: len(coup.player + coup.banker) - (under.player_first is not None)]
        expected.append(winners)
    assert results == expected
    assert left.tolist() == remaining


def test_groups_and_systems_are_means_over_the_dealt_coups() -> None:
    shoe, shoes = ba.Shoe.decks(1).coarsen("points"), 4
    found = measure(Question.of(GAME.rules, (PLAYER, BANKER), shoe), shoes, 2)
    results, left = deal_results(GAME.rules, shoe, 2, 0, shoes)
    bets = ["player", "banker"]
    worth = (ba.odds("standard", ba.Shoe(tuple(row), "points"), bets=bets) for row in left.tolist())
    dealt_shoes = [[(before, next(worth)) for before in before_each_coup(one)] for one in results]

    def rounded(x: Fraction) -> Fraction:
        return F(round(x * 2**40), 2**40)

    def ratio(pairs: Sequence[Sequence[tuple[Fraction, Fraction]]]) -> Estimate:
        """Σ above divided by Σ below, and the square of its standard error over shoes."""
        totals = [(sum(a for a, _ in shoe), sum(b for _, b in shoe)) for shoe in pairs]
        below = F(sum(b for _, b in totals))
        if not below:
            return Estimate(None, None)
        if sum(b > 0 for _, b in totals) < 2:
            return Estimate(sum(a for a, _ in totals) / below, None)
        value = F(sum(a for a, _ in totals)) / below
        spread = sum((F(a) - value * b) ** 2 for a, b in totals)
        return Estimate(value, F(shoes, shoes - 1) * spread / below**2)

    for group in found.groups:
        mine = [[odds for before, odds in one if group.key in groups_of(before)] for one in dealt_shoes]
        every = [odds for one in mine for odds in one]
        assert (group.shoes, group.coups) == (sum(map(bool, mine)), len(every))
        wins = [
            [tuple(rounded(odds[bet].probability("win")) for bet in bets) for odds in one] for one in mine
        ]
        assert group.share == ratio([[(banker, player + banker) for player, banker in one] for one in wins])
        for place, bet in enumerate(bets):
            assert group.evs[place] == ratio(
                [[(rounded(odds[bet].ev), F(1)) for odds in one] for one in mine]
            )
            assert group.favourable[place] == sum(odds[bet].ev > 0 for odds in every)
    assert [group.key for group in found.groups] == list(KEYS)
    fresh = ba.odds("standard", shoe, bets=bets)
    ids = {"P": "player", "B": "banker"}
    for system in found.systems:
        staked = [
            [(ids[side], odds) for before, odds in one if (side := SYSTEMS[system.key](before))]
            for one in dealt_shoes
        ]
        assert system.stakes == sum(map(len, staked))
        assert system.on_banker == sum(side == "banker" for one in staked for side, _ in one)
        gains = [[(rounded(odds[side].ev), F(1)) for side, odds in one] for one in staked]
        assert system.gain == ratio(gains)
        excess = [[(rounded(o[s].ev) - rounded(fresh[s].ev), F(1)) for s, o in one] for one in staked]
        assert system.excess == ratio(excess)


def test_a_single_shoe_has_no_standard_error_and_few_shoes_leave_off_by_open() -> None:
    told: list[int] = []
    shoe = ba.Shoe.decks(1)
    found = prediction(
        Question.of(GAME.rules, [PLAYER, BANKER], shoe),
        coups=0,
        unseen=(),
        shoes=3,
        seed=4,
        on_progress=told.append,
    )
    assert told == [3]
    once = [group for group in found.measured.groups if group.shoes == 1]
    assert once
    assert {group.share.variance for group in once} == {None}
    shares, _, systems = prediction_page(found).tables[-3:]
    assert {row[-1] for table in (shares, systems) for row in table.rows} == {None}
    for table in (shares, systems):
        assert "Off by SE is not shown if fewer than {n} shoes have such coups" in str(table.notes)
        assert "The farthest of" not in str(table.notes)


def test_a_shoe_is_the_same_however_many_are_dealt() -> None:
    shoe = ba.Shoe.decks(1).coarsen("points")
    few, many = (deal_results(GAME.rules, shoe, 9, 0, n)[0] for n in (2, 5))
    assert many[:2] == few


@pytest.mark.parametrize(
    ("shoe", "shoes", "seed", "error"),
    [
        ("0=13", 2, 1, "expected a shoe of at least 14 cards, got one of 13"),
        ("0=14", 1, 1, "expected from 2 to 1,000,000 shoes, got 1"),
        ("0=14", 2, -1, "expected a seed as a whole number from 0 to"),
    ],
)
def test_shoes_that_cannot_be_dealt_are_rejected(shoe: str, shoes: int, seed: int, error: str) -> None:
    with pytest.raises(AnalyzerError, match=error):
        measure(Question.of(GAME.rules, (PLAYER, BANKER), ba.Shoe.parse(shoe)), shoes, seed)


# The page and the command


SMALL = "0=9 2=6 4=6 7=5 9=6"


def test_the_command_gives_exact_ratios(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["prediction", "--remaining", SMALL, "--coups", "1", "--shoes", "3", "--seed", "5"]
    assert main([*command, "--commission", "4%", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "baccarat-prediction/2"
    about = document["about"]
    assert (about["seed"], about["options"]["coups"], about["options"]["shoes"]) == (5, "1", "3")
    none, *after = document["after"]
    assert [one["before"] for one in after] == ["P", "B", "T"]
    odds = ba.odds("standard", SMALL, bets=["player", "banker", "tie"], commission="4%")
    assert none["ev"] == {bet: str(value.ev) for bet, value in odds.items()}
    assert sum(F(one["probability"]) * F(one["ev"]["banker"]) for one in after) == odds["banker"].ev
    assert F(after[2]["ev_change"]["tie"]) == F(after[2]["ev"]["tie"]) - odds["tie"].ev
    # Out of 32⁶ sequences of six of its cards, each put back.
    assert document["independent"]["probabilities"]["banker"] == "240641799/536870912"
    assert [one["unseen"] for one in document["unseen"]] == [6, 6, 6, 10, 10, 10, 14, 14, 14]
    assert [one["group"] for one in document["measured"]["groups"]] == list(KEYS)


@pytest.mark.parametrize("rules", ["punto-banco", "player-first-7"])
def test_replaced_cards_are_those_of_the_shoe(rules: str) -> None:
    under, counts = load.rules(rules), {0: 5, 3: 6, 9: 4}
    shoe = ba.Shoe.parse(text(counts))
    found = prediction(Question.of(under, [PLAYER, BANKER, TIE], shoe), coups=0, unseen=(), shoes=2, seed=1)
    chances = dict.fromkeys(LETTERS, F(0))
    for drawn in product(counts, repeat=under.cards_from_shoe):
        winner = ba.deal(under, [Card(points or 10) for points in drawn]).winner
        chances[winner] += prod(F(counts[points], 15) for points in drawn)
    ways = dict(zip(("player", "banker", "tie"), found.result.ways.values(), strict=True))
    assert {winner: F(n, found.result.total) for winner, n in ways.items()} == chances
    assert found.independent[2].ev == 9 * chances["tie"] - 1


def test_the_page_shows_what_was_found() -> None:
    shoe = ba.Shoe.decks(1)
    found = prediction(Question.of(GAME.rules, [PLAYER, BANKER, TIE], shoe), unseen=(6, 60), shoes=2, seed=1)
    assert [one.question.shoe.full_decks for one in found.other_sizes] == [6, 8]
    assert found.tails == (tails(Question.of(GAME.rules, (PLAYER, BANKER, TIE), shoe), 6),)
    proof, independent, after, beside, counting, shares, evs, systems = prediction_page(found).tables
    assert [row[0] for row in proof.rows] == list(range(1, 8))
    player, banker = (found.result.ways[hand] for hand in ("player", "banker"))
    assert independent.rows[1][2] == F(banker, player + banker)
    # Out of 13⁶ sequences of six ranks.
    assert independent.rows[1][1] == F(2212744, 4826809)
    assert [row[1:] for row in after.rows[1:]] == [
        (
            one.probability,
            one.banker_share,
            *(
                value.ev - was.ev
                for value, was in zip(one.valuations, found.successive.after().valuations, strict=True)
            ),
        )
        for one in found.successive.followings[1:]
    ]
    assert len(beside.rows) == 6
    assert counting.rows[0][2:] == (
        found.tails[0].tails[0].probability_positive,
        found.tails[0].tails[0].expected_positive,
    )
    assert [table.estimates for table in (shares, evs, systems)] == [True] * 3
    assert [row[1] for row in shares.rows] == [group.coups for group in found.measured.groups if group.coups]
    assert [row[1] for row in systems.rows] == [one.stakes for one in found.measured.systems]


def test_measured_figures_show_only_correct_decimals(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shoe = "0=5 1=2 3=1 4=1 6=1 7=1 8=2 9=2"
    assert main(["prediction", "--remaining", shoe, "--coups", "0", "--shoes", "2", "--digits", "20"]) == 0
    lines = capsys.readouterr().out.splitlines()
    [exact] = [line.split()[3] for line in lines if line.startswith("none known")]
    shares, evs = (line.replace(" 2 ", " ").split()[2:4] for line in lines if line.startswith("all coups"))
    # Each of the two shoes has one coup, so the mean over them is the value before a fresh shoe.
    assert exact == "50.604762%"
    assert shares == ["50.60476171%", "0.00000000%"]
    assert evs == ["-1.10378510%", "-1.20525586%"]
