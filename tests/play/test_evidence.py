"""Records as evidence: sums checked with fractions, tails with other formulas, and every fault found."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, prod
from pathlib import Path

import false_alarms
import mpmath
import numpy as np
import pytest
from false_alarms import always_drawing, recorded, shoes, written

import analyzer as ba
from analyzer.bets.bet import Bet
from analyzer.census.worked_example import settling
from analyzer.cli.main import main
from analyzer.game.cards import Card, parse_cards
from analyzer.game.coup import Coup, Winner
from analyzer.game.shoe import FINENESSES
from analyzer.play.evidence.columns import FAULTS, Start, columns
from analyzer.play.evidence.statistics import (
    adjusted,
    chi_squared,
    fitted,
    gain_scale,
    gain_variance,
    normal_two_sided,
    sort_scale,
    steps_of,
)
from analyzer.play.evidence.sums import BITS, TABLES, SplitSums, Sums, split_of
from analyzer.play.evidence.tails import (
    SumDistribution,
    places_of,
    sum_of_draws,
    sum_of_equal_draws,
)
from analyzer.play.record import RecordedCoup, RecordedShoe
from analyzer.records import written as as_text

GAME = ba.variant("standard")
ONE = ba.Shoe.decks(1)
BETS = [ba.bet(ref) for ref in ("banker/commission-5", "lucky-6/12-20", "player-pair/11")]
ALL = [*TABLES, *BETS]


def weighed(*starts: Start, bets: Sequence[Bet] = BETS) -> list[Sums]:
    """The sums of the tables, then of the bets."""
    splits = [*map(split_of, TABLES), *(tuple(line.when for line in bet.lines) for bet in bets)]
    found = SplitSums(GAME.rules, splits)
    found.add(columns(GAME.rules, starts))
    return found.sums


def fair(held: ba.Shoe, seed: int, n: int = 1) -> list[RecordedShoe]:
    """Records of shoes without a fault."""
    return [recorded(GAME.rules, cards, str(i)) for i, cards in enumerate(shoes(held, seed, 0, n), 1)]


def cards_of(coup: RecordedCoup) -> tuple[Card, ...]:
    """Every card of a coup that was read."""
    return tuple(card for card in (*(coup.player or ()), *(coup.banker or ())) if card is not None)


@pytest.fixture(scope="module")
def small() -> RecordedShoe:
    return fair(ONE, 5)[0]


def test_every_sum_equals_a_sum_of_fractions(small: RecordedShoe) -> None:
    size = {bet.id: len(bet.lines) + (bet not in TABLES) for bet in ALL}
    observed = {bet.id: [0] * size[bet.id] for bet in ALL}
    expected = {bet.id: [Fraction(0)] * size[bet.id] for bet in ALL}
    products = {bet.id: [[Fraction(0)] * size[bet.id] for _ in range(size[bet.id])] for bet in ALL}
    unseen = ONE
    for coup in small.coups:
        report = ba.odds("standard", unseen, bets=ALL)
        assert coup.player is not None and coup.banker is not None
        for bet in ALL:
            chances = [Fraction(ways, report.total_ways) for ways in report[bet.reference].ways.values()]
            line = list(bet.nets).index(
                settling(
                    bet, Coup(cards_of(coup)[: len(coup.player)], tuple(cards_of(coup)[len(coup.player) :]))
                )
            )
            observed[bet.id][line] += 1
            for i in range(size[bet.id]):
                expected[bet.id][i] += chances[i]
                for j in range(size[bet.id]):
                    products[bet.id][i][j] += chances[i] * chances[j]
        unseen = unseen.without(" ".join(map(str, cards_of(coup))))
    # Each number is correct to half a unit, and the rounding to a float is far smaller.
    error = len(small.coups) * Fraction(1, 2**BITS)
    for bet, sums in zip(ALL, weighed(Start(ONE, small)), strict=True):
        assert sums.coups == len(small.coups)
        assert sums.observed == observed[bet.id]
        for i in range(size[bet.id]):
            assert abs(sums.means[i] - expected[bet.id][i]) <= error
            for j in range(size[bet.id]):
                own = expected[bet.id][i] if i == j else 0
                assert abs(sums.covariance(i, j) - own + products[bet.id][i][j]) <= 2 * error


def test_the_probabilities_of_a_coup_are_the_odds_of_the_unseen_cards(small: RecordedShoe) -> None:
    kept = weighed(Start(ONE, small))[len(TABLES)].kept
    assert kept is not None
    unseen = ONE
    for row, coup in zip(np.concatenate(kept), small.coups, strict=True):
        value = ba.odds("standard", unseen, bets=["banker"])["banker"]
        assert row.tolist() == [ways / value.total for ways in value.ways.values()]
        unseen = unseen.without(" ".join(map(str, cards_of(coup))))


def test_hands_cards_as_drawn_and_a_stream_are_the_same_record(small: RecordedShoe) -> None:
    def off_the_shoe(coup: RecordedCoup) -> tuple[Card, ...]:
        player, banker = coup.player, coup.banker
        assert player is not None and banker is not None
        order = (player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:])
        return tuple(card for card in order if card is not None)

    drawn = tuple(RecordedCoup(coup.number, drawn=off_the_shoe(coup)) for coup in small.coups)
    stream = tuple(card for coup in small.coups for card in off_the_shoe(coup))
    wanted = weighed(Start(ONE, small))
    for same in (RecordedShoe("1", drawn), RecordedShoe("1", stream=stream)):
        found = weighed(Start(ONE, same))
        assert [(sums.observed, sums.expected) for sums in found] == [
            (sums.observed, sums.expected) for sums in wanted
        ]


def test_cards_after_an_unreadable_card_of_a_stream_are_left_out() -> None:
    stream = (*parse_cards("9c 9d 8s 8d Ac 2c 3c"), None, *parse_cards("9h 9s 8c 8h"))
    found = columns(GAME.rules, [Start(ONE, RecordedShoe("1", stream=stream))])
    assert found.read.tolist() == [True, False]
    assert found.unseen.sum(axis=1).tolist() == [52, 48]


def test_a_coup_with_an_unreadable_card_is_left_out_but_its_cards_count_as_seen(
    small: RecordedShoe,
) -> None:
    first, *others = small.coups
    assert first.player is not None and first.banker is not None
    blurred = replace(first, player=(None, *first.player[1:]))
    found = columns(GAME.rules, [Start(ONE, replace(small, coups=(blurred, *others)))])
    assert found.read.tolist() == [False] + [True] * len(others)
    gone = 52 - found.unseen[1].sum()
    assert gone == len(first.player) + len(first.banker) - 1


@pytest.mark.parametrize(
    ("hands", "settled", "drawing"),
    [
        ({"player": "2c 3c ?", "banker": "Th 7d"}, "pairs naturals drawing", [0, 1, 0, 0]),
        ({"player": "2c ?", "banker": "Th 7d"}, "drawing", [1, 0, 0, 0]),
        ({"drawn": "2c Th ? 7d"}, "drawing", [1, 0, 0, 0]),
        ({"drawn": "2c Th 3c 7d ?"}, "pairs naturals drawing", [0, 1, 0, 0]),
        ({"drawn": "? Th 3c 7d 2d"}, "", [0, 0, 0, 0]),  # the first card decides which hand has the fifth
    ],
)
@pytest.mark.parametrize("winner", [None, "tie"])
def test_a_coup_with_an_unreadable_card_settles_what_its_other_cards_decide(
    hands: dict[str, str], settled: str, drawing: list[int], winner: Winner | None
) -> None:
    def read(text: str) -> tuple[Card | None, ...]:
        return tuple(None if word == "?" else parse_cards(word)[0] for word in text.split())

    coup = RecordedCoup(1, **{hand: read(text) for hand, text in hands.items()}, winner=winner)  # type: ignore[arg-type]
    sums = weighed(Start(ONE, RecordedShoe("1", (coup,))))
    found = [table.id for table, sums in zip(TABLES, sums, strict=False) if sums.coups]
    assert found == ["results"] * (winner is not None) + settled.split()
    assert sums[3].observed == drawing


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"winner": "tie"}, "winner"),
        ({"player_total": 6}, "total"),
        ({"banker_total": 1}, "total"),
        ({"banker_pair": True}, "pair"),
        ({"natural": False}, "natural"),
        ({"player": tuple(parse_cards("9c 9c"))}, "card"),
        ({"player": tuple(parse_cards("3c 2c"))}, "draw"),
        ({"banker": tuple(parse_cards("Th 2d 2s"))}, "draw"),
    ],
)
def test_a_coup_that_contradicts_its_cards_is_found(change: dict[str, object], fault: str) -> None:
    right = RecordedCoup(
        1,
        "line 1",
        tuple(parse_cards("9c 9d")),
        tuple(parse_cards("Th 2d")),
        player_total=8,
        banker_total=2,
        winner="player",
        player_pair=True,
        banker_pair=False,
        natural=True,
    )

    def wrong(coup: RecordedCoup) -> set[str]:
        [row] = columns(GAME.rules, [Start(ONE, RecordedShoe("1", (coup,)))]).wrong.tolist()
        return {name for name, holds in zip(FAULTS, row, strict=True) if holds}

    assert wrong(right) == set()
    assert fault in wrong(replace(right, **change))


def test_naturals_are_eights_and_nines_of_either_hand() -> None:
    hands = ("9c 8s", "2c 6d"), ("3c 4d", "Th 8d"), ("Tc 9d", "3h 5d"), ("Kc 7d", "Jh 6d")
    coups = tuple(
        RecordedCoup(number, "", tuple(parse_cards(player)), tuple(parse_cards(banker)))
        for number, (player, banker) in enumerate(hands, 1)
    )
    found = columns(GAME.rules, [Start(ONE, RecordedShoe("1", coups))])
    assert found.naturals.tolist() == [[0, 1], [0, 1], [1, 1], [0, 0]]


def test_a_card_dealt_once_too_often_is_a_fault_of_that_coup_only() -> None:
    hands = (("9c 9d", "Th 2d"), ("9c 9h", "Ts 2c"), ("9s Tc", "Td 2s"))
    coups = tuple(
        RecordedCoup(number, "", tuple(parse_cards(player)), tuple(parse_cards(banker)))
        for number, (player, banker) in enumerate(hands, 1)
    )
    found = columns(GAME.rules, [Start(ONE, RecordedShoe("1", coups))])
    assert found.wrong[:, list(FAULTS).index("card")].tolist() == [False, True, False]


@pytest.mark.parametrize("rules", ["punto-banco", "player-first-7"])
def test_coups_dealt_by_the_rules_have_no_fault(rules: str) -> None:
    dealt_under = ba.rules(rules)
    for cards in shoes(ONE, 9, 0, 20):
        found = columns(dealt_under, [Start(ONE, recorded(dealt_under, cards))])
        assert not found.wrong.any()
        assert found.read.all()


def test_a_record_without_suits_answers_what_ranks_can_answer(small: RecordedShoe) -> None:
    def plain(hand: tuple[Card | None, ...] | None) -> tuple[Card, ...]:
        return tuple(Card(card.rank) for card in hand or () if card is not None)

    coups = tuple(replace(coup, player=plain(coup.player), banker=plain(coup.banker)) for coup in small.coups)
    suited = ba.bet("perfect-pair")
    assert FINENESSES[SplitSums(GAME.rules, [tuple(line.when for line in suited.lines)]).needs[0]] == "cards"
    found = weighed(Start(ONE, replace(small, coups=coups)), bets=[*BETS, suited])
    wanted = weighed(Start(ONE, small), bets=[*BETS, suited])
    assert [sums.expected for sums in found[:-1]] == [sums.expected for sums in wanted[:-1]]
    assert (found[-1].coups, wanted[-1].coups) == (0, len(small.coups))


def test_burned_cards_that_were_shown_count_as_seen(small: RecordedShoe) -> None:
    burned = replace(small, burned=(parse_cards("9c")[0], None), coups=small.coups[:1])
    found = ba.evidence(burned, shoe=1, bets=["tie"])
    assert found.fresh.shoe == ONE
    odds = ba.odds("standard", 1, seen="9c", bets=["tie"])["tie"]
    error = Fraction(1, 2**BITS)
    assert abs(found.wagers[0].tallies[0].expected - Fraction(odds.ways["win"], odds.total)) <= error


CHANCES = np.array([0.1, 0.35, 0.5, 0.03125, 0.8, 0.25, 0.0625, 0.9])


def test_the_law_of_a_sum_equals_that_of_all_its_cases() -> None:
    laws = [SumDistribution(0, np.array([1 - p, p])) for p in CHANCES]
    found = sum_of_draws(0, np.stack([1 - CHANCES, CHANCES], axis=1))
    exact = [Fraction(0)] * (len(CHANCES) + 1)
    for case in product((0, 1), repeat=len(CHANCES)):
        exact[sum(case)] += prod(
            (Fraction(law.chances[hit]) for hit, law in zip(case, laws, strict=True)), start=Fraction(1)
        )
    assert found.first == 0
    near = [
        abs(Fraction(x) - wanted) < Fraction(1, 10**15)
        for x, wanted in zip(found.chances, exact, strict=True)
    ]
    assert near == [True] * 9
    for place in range(9):
        tails = min(sum(exact[: place + 1]), sum(exact[place:]))
        assert abs(Fraction(found.two_sided[place]) - min(1, 2 * tails)) < Fraction(1, 10**14)


def test_the_sum_of_equal_draws_equals_the_sum_of_separate_draws() -> None:
    one = SumDistribution(-1, np.array([0.5, 0.125, 0.375]))
    times, plain = sum_of_equal_draws(one, 11), sum_of_draws(-1, np.tile(one.chances, (11, 1)))
    assert times is not None
    assert times.first == plain.first == -11
    assert np.abs(times.chances - plain.chances).max() < 1e-15
    assert times.p_values(np.array([-30, 12])).max() < 1e-15


def test_a_wide_law_equals_that_of_its_transform() -> None:
    one = SumDistribution(-1, np.array([0.5, *[0.0] * 49, 0.375, 0.125]))
    assert places_of(51, 400, 400 * 25**2) > 4_000  # wider sums are not convolved place by place
    times, plain = sum_of_equal_draws(one, 400), sum_of_draws(-1, np.tile(one.chances, (400, 1)))
    assert times is not None
    inside = np.arange(plain.first, plain.first + len(plain.chances))
    assert np.abs(times.p_values(inside) - plain.p_values(inside)).max() < 1e-11
    assert sum_of_equal_draws(one, 10**9) is None


@pytest.mark.parametrize("hits", [0, 1, 5])
def test_a_rare_outcome_is_judged_by_the_exact_law_however_many_coups(hits: int) -> None:
    coups, chance = 6_000, Fraction(1, 2**13)
    sums = Sums(2)
    sums.add(
        np.array([1] * hits + [0] * (coups - hits)), np.tile([1 - float(chance), float(chance)], (coups, 1))
    )
    assert sums.kept is None
    exact = [comb(coups, n) * chance**n * (1 - chance) ** (coups - n) for n in range(hits + 1)]
    tails = sum(exact), 1 - sum(exact[:-1])
    p = Fraction(gain_scale((0, 1), sums).p_values(np.array([sums.observed]))[0])
    assert abs(p / min(1, 2 * min(tails)) - 1) < Fraction(1, 10**9)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 7])
def test_the_tail_of_chi_squared_equals_the_incomplete_gamma_function(degrees: int) -> None:
    for x in ("0.01", "1", "5.5", "30", "80"):
        exact = mpmath.gammainc(mpmath.mpf(degrees) / 2, mpmath.mpf(x) / 2, mpmath.inf, regularized=True)
        assert abs(chi_squared(np.array([float(x)]), degrees)[0] / exact - 1) < 1e-12


@pytest.mark.parametrize("z", [0, 0.5, -1.96, 4, 8])
def test_the_two_tails_of_the_normal_law(z: float) -> None:
    exact = 2 * mpmath.gammainc(0.5, mpmath.mpf(z) ** 2 / 2, mpmath.inf, regularized=True) / 2
    assert abs(normal_two_sided(np.array([z]))[0] / exact - 1) < 1e-12


def test_the_p_value_of_a_distance_sums_over_all_possible_counts() -> None:
    chances = np.array([[0.5, 0.3, 0.125, 0.075]] * 6)
    sums = Sums(4)
    sums.add(np.array([0, 0, 1, 3, 3, 3]), chances)
    scale = sort_scale(sums)
    assert scale is not None
    here = scale.distances(np.array(sums.observed))
    as_far = Fraction(0)
    for case in product(range(4), repeat=6):
        counts = np.bincount(case, minlength=4)
        if scale.distances(counts) >= here - 1e-9:
            as_far += prod((Fraction(chances[0, sort]) for sort in case), start=Fraction(1))
    assert abs(Fraction(scale.p_values(np.array([sums.observed]))[0]) - as_far) < Fraction(1, 10**12)
    # With equal probabilities the distance is Pearson's, which divides by the expected counts.
    pearson = sum((n - 6 * p) ** 2 / (6 * p) for n, p in zip(sums.observed, chances[0], strict=True))
    assert abs(here - pearson) < 1e-9


def test_a_gain_is_judged_by_the_law_of_all_gains(small: RecordedShoe) -> None:
    sums = weighed(Start(ONE, replace(small, coups=small.coups[:5])))[len(TABLES)]
    assert sums.kept is not None
    nets = list(BETS[0].nets.values())
    scale = gain_scale(steps_of(nets), sums)
    assert steps_of(nets) == (39, 20, 0)
    kept = np.concatenate(sums.kept)
    law: dict[Fraction, Fraction] = {}
    for case in product(range(3), repeat=5):
        gain = sum((nets[line] for line in case), Fraction(0))
        chance = prod((Fraction(kept[t, line]) for t, line in enumerate(case)), start=Fraction(1))
        law[gain] = law.get(gain, Fraction(0)) + chance
    here = sum((net * n for net, n in zip(nets, sums.observed, strict=True)), Fraction(0))
    below = sum(chance for gain, chance in law.items() if gain <= here)
    above = sum(chance for gain, chance in law.items() if gain >= here)
    p = Fraction(scale.p_values(np.array([sums.observed]))[0])
    assert abs(p - min(1, 2 * min(below, above))) < Fraction(1, 10**12)
    mean = sum(gain * chance for gain, chance in law.items())
    square = sum(gain**2 * chance for gain, chance in law.items())
    assert abs(gain_variance(nets, sums) - (square - mean**2)) < Fraction(1, 10**9)


def test_fair_records_raise_alarms_at_about_the_stated_rate() -> None:
    records = fair(ONE, 11, 10)
    found = [ba.evidence(record, "standard", 1, bets=["tie"], alpha="50%") for record in records]
    assert 2 <= sum(each.alarm for each in found) <= 8


def test_adjusting_for_the_number_of_tests_never_lowers_a_p_value() -> None:
    [nine, eight] = parse_cards("9c 8d")
    tie = Coup((nine, eight), (nine, eight))
    found = ba.evidence(RecordedShoe("1", (written(1, tie),)), bets=["tie", "player"], alpha="5%")
    # One coup in ten is a Tie: no reason for an alarm, whatever the other tests are.
    assert [test.adjusted >= test.p for test in found.tests] == [True] * 7
    assert not found.alarm


def test_the_simulated_records_include_the_record_itself() -> None:
    least = np.array([0.1, 0.2, 0.3])
    assert [adjusted(p, 10, least) for p in (0.05, 0.1, 0.15, 0.9)] == [0.25, 0.5, 0.5, 1.0]
    assert adjusted(0.01, 2, least) == 0.02  # at most the sum over the tests
    assert [adjusted(0.05, 10, None), adjusted(0.05, 30, None)] == [0.5, 1.0]


def test_joint_probabilities_are_fitted_to_those_of_the_record() -> None:
    fresh = np.array([0.25, 0.25, 0.375, 0.125])
    one = np.array([[1, 0], [1, 0], [0, 1], [0, 1]])
    other = np.array([[1, 0], [0, 1], [1, 0], [0, 1]])
    found = fitted(fresh, [(one, np.array([0.6, 0.4])), (other, np.array([0.7, 0.3]))])
    assert found is not None
    assert np.abs(found @ one - [0.6, 0.4]).max() < 1e-11
    assert np.abs(found @ other - [0.7, 0.3]).max() < 1e-11
    # The association is kept: the odds ratio is that of the fresh shoe.
    assert abs(found[0] * found[3] / (found[1] * found[2]) * 3 - 1) < 1e-11
    assert fitted(np.array([0.5, 0.5, 0, 0]), [(one, np.array([0.6, 0.4]))]) is None


def test_fair_shoes_raise_no_alarm_and_altered_results_do() -> None:
    held = ba.Shoe.decks(8)
    shoe = recorded(GAME.rules, next(shoes(held, 2, 0, 1)))
    assert not ba.evidence(shoe, bets=["banker"]).alarm
    altered = tuple(replace(coup, winner="banker") if coup.number % 3 == 0 else coup for coup in shoe.coups)
    found = ba.evidence(replace(shoe, coups=altered), bets=["banker"])
    assert found.alarm
    assert found.wrong["winner"] == sum(a != b for a, b in zip(altered, shoe.coups, strict=True))
    assert found.alarms[0] in found.tests
    assert found.faulty[0].faults == ("winner",)


def test_a_banker_who_always_draws_is_found_in_one_shoe() -> None:
    record = always_drawing(GAME.rules, next(shoes(ba.Shoe.decks(8), 3, 0, 1)))
    found = ba.evidence(record, bets=["banker"])
    assert found.wrong["draw"] > 5
    assert "drawing" in {getattr(test, "id", "") for test in found.alarms}


def test_a_shoe_without_its_nines_is_found_in_two_shoes() -> None:
    dealt = shoes(false_alarms.NO_NINES, 4, 0, 2)
    found = ba.evidence([recorded(GAME.rules, cards) for cards in dealt], bets=["player-natural"])
    assert found.alarm
    assert not any(found.wrong.values())


def test_results_alone_are_compared_with_the_fresh_shoe() -> None:
    coups = tuple(RecordedCoup(n, winner="banker") for n in range(1, 31))
    found = ba.evidence(RecordedShoe("1", coups), bets=["banker", "player-pair"])
    assert (found.coups, found.read) == (30, 0)
    assert [test.id for test in found.sortings] == ["results"]
    assert [test.bet.id for test in found.wagers] == ["banker"]
    assert [bet.id for bet in found.untested] == ["player-pair"]
    ways = ba.odds("standard", bets=["banker"])["banker"]
    chance = Fraction(ways.ways["win"], ways.total)
    (counted, *_) = found.wagers[0].tallies
    assert abs(found.sortings[0].tallies[1].expected - 30 * chance) < Fraction(1, 10**11)
    # z is the distance in standard deviations.
    assert counted.z is not None
    assert abs(counted.z**2 * 30 * chance * (1 - chance) - (30 - 30 * chance) ** 2) < Fraction(1, 10**8)
    assert found.simulated == 9_999
    assert found.alarm


def test_the_command_reports_what_is_out_of_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = f"{tmp_path}/shoe.txt"
    record = always_drawing(GAME.rules, next(shoes(ba.Shoe.decks(8), 3, 0, 1)))
    with open(file, "w", encoding="utf-8") as out:
        out.writelines(as_text([record]))
    asked = ["evidence", file, "--bet", "banker"]
    assert main([*asked, "--digits", "2"]) == 1
    text = capsys.readouterr().out
    assert re.search(
        r"Alarm: \d+ of the \d+ tests that ran found (a deviation|deviations), at an alarm rate of 1%\.", text
    )
    assert "Drawing patterns: Player alone draws, 0 times in 80 coups" in text.replace("\n", " ")
    assert max(map(len, text.splitlines())) <= 80
    assert main([*asked, "--alpha", "0.5%", "--format", "json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["alarm"] is True
    assert len(document["faults"]) == min(10, document["wrong"]["draw"])
    assert document["alarms"][0].startswith(
        "Drawing patterns: Player alone draws, 0 times in 80 coups; expected: 14.97"
    )
    assert document["verdict"]["holds"] is False
    assert [one["id"] for one in document["sorted"]] == ["results", "pairs", "naturals", "drawing"]
    assert sum(sort["observed"] for sort in document["sorted"][0]["sorts"]) == document["coups"]
    [wager] = document["bets"]
    low, high = Fraction(wager["exact_low"]), Fraction(wager["exact_high"])
    assert low < Fraction(wager["rtp"]) < high


def test_the_page_states_what_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stream, other = tmp_path / "stream.txt", tmp_path / "other.txt"
    stream.write_text("decks: 8\n9c 9d 8s 8d Ac 2c 3c ? 9h 9s 8c 8h\n", encoding="utf-8")
    other.write_text("decks: 1\n1. P:9c,8d B:9d,8s P\n", encoding="utf-8")
    assert main(["evidence", f"{stream}", f"{other}", f"{other}", "--bet", "tie"]) == 1
    out, err = capsys.readouterr()
    text = " ".join(out.split())
    assert "shoes dealt only up to a card that could not be read 1" in text
    assert "Alarm: 1 of the 7 tests that ran found a deviation, at an alarm rate of 1%." in text
    assert "Also, some coups contradict their cards." in text
    assert "Copies: cards: 4 equal cards: shoe 1 from coup 1, shoe 1 from coup 1" in text
    assert "A test leaves out coups that the records do not decide for it" in text
    assert "title, exact RTP and limits are those of the first shoe." in text
    assert err == f"{str(other)!r} is given more than once: its coups are counted each time\n"
    assert "random multiplier" not in text
    assert main(["evidence", f"{other}", "--bet", "power-98-tie"]) == 1
    assert (
        "If the pay of a bet has a random multiplier, a win counts with the mean pay."
        in capsys.readouterr().out
    )
    assert main(["evidence", f"{other}", "--bet", "tie", "--format", "json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["broken_off"], document["alike"], document["alarm"]) == (0, True, False)


def test_records_that_cannot_be_tested_are_rejected() -> None:
    shoe = RecordedShoe("1", (written(1, Coup(*[tuple(parse_cards("9c 9d"))] * 2)),))
    with pytest.raises(ba.AnalyzerError, match=r"^the records have no shoe; at least one is required$"):
        ba.evidence([])
    with pytest.raises(
        ba.AnalyzerError, match=r"^expected a rate of false alarms above 0% and below 100%, got '0'$"
    ):
        ba.evidence(shoe, alpha="0")
    with pytest.raises(
        ba.AnalyzerError, match=r"^expected shoes of one variant, got None first and 'classic' for shoe '2'"
    ):
        ba.evidence([shoe, RecordedShoe("2", shoe.coups, settings={"variant": "classic"})])


def test_fair_records_raise_no_alarm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fair.txt"
    file.write_text("".join(as_text(fair(ONE, 5))), encoding="utf-8")
    assert main(["evidence", str(file), "--decks", "1", "--bet", "tie", "--bet", "perfect-pair"]) == 0
    said = capsys.readouterr()
    text = " ".join(said.out.split())
    assert re.search(r"None of the \d+ tests that ran raised an alarm at 1%\. This does not show", text)
    assert said.err == ""
    assert main(["evidence", str(file), "--alpha", "2"]) == 2
    assert capsys.readouterr().err == (
        "baccarat: expected a rate of false alarms above 0% and below 100%, got '2', which may mean 2% "
        "(0.02) or 200% (2); write 2%\n"
    )


def test_no_page_shows_more_than_the_correct_decimals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shoe = tmp_path / "shoe.txt"
    shoe.write_text("1. P:9c,8d B:9d,8s T\n2. P:2c,3d B:Kd,8h B\n", encoding="utf-8")
    assert main(["evidence", f"{shoe}", "--bet", "tie", "--digits", "15"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "Shown to 10 decimals, rounded half to even." in text  # for p, a percentage
    assert "Shown to 6 decimals (p to 10), rounded half to even." in text  # for sums, and for χ² in the notes
    assert max(len(word.partition(".")[2].rstrip("%,.")) for word in text.split()) == 10


def test_unreadable_places_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shoe = tmp_path / "shoe.txt"
    shoe.write_text("1. P:9c,8d B:9d,8s T\n2. P:xx B:Kd,8h B\n", encoding="utf-8")
    assert main(["evidence", f"{shoe}", "--bet", "tie"]) == 0
    told = "some places could not be read and are left out; `baccarat replay` lists them\n"
    assert capsys.readouterr().err == told


def test_pays_in_a_tiny_unit_are_judged_by_the_normal_law() -> None:
    nets = [Fraction(123456789, 1000003), Fraction(1, 999983), Fraction(-1)]
    assert max(steps_of(nets)) > 2**40
    sums = Sums(3)
    sums.add(np.array([0, 1, 2, 2]), np.array([[0.25, 0.25, 0.5]] * 4))
    scale = gain_scale(steps_of(nets), sums)
    assert scale.distribution is None
    mean = sum(net * chance for net, chance in zip(nets, (1, 1, 2), strict=True))
    gained = nets[0] + nets[1] + 2 * nets[2]
    assert mean == gained
    assert abs(scale.p_values(np.array([sums.observed]))[0] - 1) < 1e-9
    far = mpmath.erfc(float(4 * nets[0] - mean) / float(2 * gain_variance(nets, sums)) ** 0.5)
    assert abs(scale.p_values(np.array([[4, 0, 0]]))[0] / far - 1) < 1e-9
