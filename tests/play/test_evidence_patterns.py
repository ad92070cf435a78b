"""Tests of order, cards, copies and times: what raises an alarm, and every law against all its cases."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, cycle, pairwise, permutations, product
from math import comb, log, prod
from pathlib import Path

import mpmath
import numpy as np
import pytest
from agreement import agreeing
from false_alarms import clopper_pearson, recorded, results_alone, shoes
from suite import Run

import analyzer as ba
from analyzer.analysis.successive import successive
from analyzer.game.cards import Card, card_at
from analyzer.game.coup import WINNERS, Coup, deal
from analyzer.play.evidence import order, power
from analyzer.play.evidence.columns import Start, columns
from analyzer.play.evidence.composition import LAGS, Frequencies, Neighbours
from analyzer.play.evidence.copies import MARGIN, Bound, Copies, pairs_of
from analyzer.play.evidence.order import runs_law
from analyzer.play.evidence.patterns import Patterns
from analyzer.play.evidence.sequences import Dealt
from analyzer.play.record import RecordedCoup, RecordedShoe

GAME = ba.variant("standard")
EIGHT = ba.Shoe.decks(8)


def fair(n: int, seed: int = 1, held: ba.Shoe = EIGHT) -> list[RecordedShoe]:
    """Records of fair shoes with all cards."""
    return [recorded(GAME.rules, cards, str(i)) for i, cards in enumerate(shoes(held, seed, 0, n), 1)]


def results(n: int, seed: int = 1) -> list[RecordedShoe]:
    """Records of the winners of fair shoes."""
    return list(map(results_alone, fair(n, seed)))


def again(shoe: RecordedShoe, n: int) -> list[RecordedShoe]:
    """A shoe recorded this many times under different names."""
    return [replace(shoe, id=str(place)) for place in range(1, n + 1)]


def sorted_by(shoe: RecordedShoe, key: str) -> RecordedShoe:
    """A shoe whose coups are sorted by winner, or by the points of their cards, and renumbered."""

    def of(coup: RecordedCoup) -> object:
        cards = (*(coup.player or ())[:2], *(coup.banker or ())[:2])
        return str(coup.winner) if key == "winner" else sum(card.points for card in cards if card)

    coups = enumerate(sorted(shoe.coups, key=of), 1)  # type: ignore[arg-type]
    return replace(shoe, coups=tuple(replace(coup, number=number) for number, coup in coups))


def alternating(shoes: int, coups: int = 70) -> list[RecordedShoe]:
    """Shoes of B P B P …, every tenth coup a Tie, so that each result is as frequent as usual."""
    wins = cycle(("banker", "player"))
    row = tuple(RecordedCoup(n, winner=next(wins) if n % 10 else "tie") for n in range(1, coups + 1))  # type: ignore[arg-type]
    return again(RecordedShoe("1", row), shoes)


def sharing(cards: int) -> list[RecordedShoe]:
    """Two shoes of eight decks that share a run of cards, at different places."""
    one, other = list(shoes(EIGHT, 3, 0, 2))
    run = one[200 : 200 + cards]
    rest = list(other)
    for card in run:
        rest.remove(card)
    return [recorded(GAME.rules, one, "1"), recorded(GAME.rules, [*rest[:57], *run, *rest[57:]], "2")]


def without_hearts() -> list[RecordedShoe]:
    """A shoe of eight decks with clubs in place of hearts."""
    clubs = {index: card_at(index + 2 if index % 4 == 1 else index) for index in range(52)}
    return [recorded(GAME.rules, [clubs[card.index] for card in next(shoes(EIGHT, 5, 0, 1))])]


def marked(cards: dict[str, str], shoes_read: int, seed: int) -> list[RecordedShoe]:
    """Fair shoes in which some cards are misread as others."""
    read = {Card.parse(was): Card.parse(taken_for) for was, taken_for in cards.items()}
    held = shoes(EIGHT, seed, 0, shoes_read)
    taken = ([read.get(card, card) for card in shoe] for shoe in held)
    return [recorded(GAME.rules, cards, str(place)) for place, cards in enumerate(taken)]


def depending(within: bool) -> list[RecordedShoe]:
    """Winners; a third repeat the winner before (`within`), or the one at the same place one shoe earlier."""
    dice, before = random.Random(5), [""] * 70
    records = []
    for shoe in range(1, 21):
        row: list[str] = []
        for place in range(70):
            last = (row or [""])[-1] if within else before[place]
            (fresh,) = dice.choices(WINNERS, (446, 459, 95))
            row.append(last if last and dice.random() < 0.35 else fresh)
        coups = (RecordedCoup(n, winner=winner) for n, winner in enumerate(row, 1))  # type: ignore[arg-type]
        records.append(RecordedShoe(str(shoe), tuple(coups)))
        before = row
    return records


def unshuffled() -> list[RecordedShoe]:
    """A shoe of eight new decks, one after the other."""
    suits = [[card_at(4 * rank + suit) for rank in range(13)] for suit in range(4)]
    return [recorded(GAME.rules, [card for suit in suits for card in suit] * 8)]


@pytest.mark.parametrize(
    ("records", "tests"),
    [
        (lambda: again(fair(1, 2)[0], 8), {"card-copies", "result-copies", "cards", "shoe-to-shoe"}),
        (lambda: again(results(1, 18)[0], 20), {"result-copies", "shoe-to-shoe"}),
        (lambda: alternating(20), {"runs", "lags", "result-copies"}),
        (lambda: alternating(1), {"runs", "lags"}),
        (lambda: [sorted_by(shoe, "winner") for shoe in results(3)], {"trend", "runs", "lags"}),
        (lambda: [sorted_by(shoe, "points") for shoe in fair(2)], {"points-trend"}),
        (lambda: [*(few := results(12, 4)), replace(few[3], id="again")], {"result-copies"}),
        (lambda: [*(few := fair(1, 4)), replace(few[0], id="again")], {"card-copies", "result-copies"}),
        (lambda: sharing(40), {"card-copies"}),
        (lambda: sharing(9), {"card-copies"}),
        (without_hearts, {"suits"}),
        (unshuffled, {"card-copies", "card-lags", "suit-lags"}),
        (lambda: marked({"2s": "9s", "2h": "9h", "2d": "9d"}, 1, 5), {"ranks"}),
        (lambda: marked({"7c": "7d", "8d": "8c"}, 10, 9), {"cards"}),
        (lambda: depending(within=True), {"runs"}),
        (lambda: depending(within=False), {"shoe-to-shoe"}),
    ],
    ids=[
        *("eight copies with cards", "twenty copies of one shoe", "BPBP for twenty shoes", "BPBP"),
        *("sorted by winner", "sorted by points", "one shoe's results twice", "one shoe twice"),
        *("40 cards shared", "9 cards shared", "no hearts", "not shuffled"),
        *("nines for twos", "one suit for another", "the last winner again", "as in the shoe before"),
    ],
)
def test_records_that_no_fair_shoe_produces_raise_an_alarm(records, tests: set[str]) -> None:  # type: ignore[no-untyped-def]
    found = ba.evidence(records(), GAME, bets=["tie"])
    assert found.alarm
    assert not found.passed
    assert tests <= {getattr(test, "id", "") for test in found.alarms}


def test_one_copied_shoe_among_forty_is_found() -> None:
    records = results(40, 6)
    records[30] = replace(records[7], id="31")
    found = ba.evidence(records, GAME, bets=["tie"])
    [copies] = [test for test in found.alarms if getattr(test, "id", "") == "result-copies"]
    assert found.copied == (("result-copies", "8", "31", len(records[7].coups)),)
    assert copies.run.length == len(records[7].coups)  # type: ignore[union-attr]
    assert {copies.run.first, copies.run.second} == {("8", 1), ("31", 1)}  # type: ignore[union-attr]


def test_equal_shoes_are_listed_once_and_the_rest_are_counted(run: Run, tmp_path: Path) -> None:
    short = replace((first := fair(1)[0]), coups=first.coups[:2])
    (tmp_path / "copied.txt").write_text("".join(ba.written(again(short, 14))), encoding="utf-8")
    _, out, _ = run("evidence", "copied.txt", "--bet", "tie")
    assert out.count("are equal from beginning to end: ") == 10
    assert "3 more pairs of equal shoes." in out
    assert "results." not in out.partition("3 more")[0]


def test_the_beginning_of_a_shared_run_is_reported() -> None:
    records = sharing(40)
    found = ba.evidence(records, GAME, bets=["tie"])
    run = next(test.run for test in found.patterns if test.id == "card-copies")
    assert run is not None
    assert run.length >= 40

    def dealt(shoe: RecordedShoe, coup: int) -> int:
        return sum(len(one.player or ()) + len(one.banker or ()) for one in shoe.coups if one.number < coup)

    places = {run.first[0]: run.first[1], run.second[0]: run.second[1]}
    for shoe, place in zip(records, (200, 57), strict=True):
        start = dealt(shoe, places[shoe.id])
        assert start <= place - (run.length - 40) < start + 6 or run.length > 40


# Laws.


@pytest.mark.parametrize(("m", "n"), [(0, 3), (1, 1), (1, 4), (2, 3), (4, 4), (5, 3)])
def test_the_law_of_runs_equals_that_of_all_orders(m: int, n: int) -> None:
    counted: Counter[int] = Counter()
    for places in combinations(range(m + n), m):
        row = [place in places for place in range(m + n)]
        counted[1 + sum(a != b for a, b in pairwise(row))] += 1
    law = runs_law((m, n))
    for place, chance in enumerate(law.chances, law.first):
        assert abs(chance - counted[place] / comb(m + n, m)) < 1e-12
    mean = sum(runs * Fraction(times, comb(m + n, m)) for runs, times in counted.items())
    square = sum(runs**2 * Fraction(times, comb(m + n, m)) for runs, times in counted.items())
    assert order._moments((m, n)) == (mean, square - mean**2)


def as_dealt(winner: Sequence[int], points: Sequence[int] | None = None, id: str = "1") -> Dealt:
    """A shoe with these winners; tests of order leave out the last two."""
    size = len(winner)
    row = np.array(winner, dtype=np.int8)
    numbers = np.arange(1, size + 1)
    own = np.array(points if points is not None else [-1] * size, dtype=np.int8)
    none = np.zeros(0, dtype=np.int8)
    return Dealt(id, numbers, row, own, np.zeros(size, dtype=np.int8), none, 416, (128, 32, 8), None, ())


LAST = (2, 2)


def test_trends_and_matches_have_the_means_and_variances_of_all_orders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(order, "FEWEST", 1)
    kinds = (0, 0, 1, 1, 2)
    before = as_dealt((0, 1, 1, 2, 0, 1, 0))
    orders = list(permutations(kinds))
    dealt = [as_dealt((*row, *LAST), (*row, 0, 0)) for row in orders]
    late = [float(test.observed) for shoe in dealt if (test := order.trend([shoe]))]
    matches = [float(test.z or 0) for shoe in dealt if (test := order.shoe_to_shoe([before, shoe]))]
    points = [float(test.z or 0) for shoe in dealt if (test := order.points_trend([shoe]))]
    assert abs(sum(late) / len(orders) - 2) < 1e-9  # χ² of 2 degrees
    for found in (matches, points):
        assert abs(sum(found)) < 1e-9
        assert abs(sum(z * z for z in found) / len(orders) - 1) < 1e-9


def test_winners_by_place_have_two_degrees_of_freedom_in_any_number_of_shoes() -> None:
    """Rounding over 200 shoes once gave three degrees, and p was too large."""
    found = order.trend([as_dealt((0, 1, 2) * 23)] * 200)
    assert found is not None
    assert found.expected == 2


@pytest.mark.parametrize("id", ["suits", "ranks"])
def test_frequencies_in_many_shoes_are_not_distorted_by_rounding(id: str) -> None:
    """All deviations sum to 0, and rounding over many shoes once counted as a deviation of that sum."""
    held, counted = np.full(52, 8), Frequencies(id)
    for dealt in np.random.default_rng(1).multivariate_hypergeometric(held, 400, size=200):
        counted.add(81, held, held - dealt)
    found = counted.test()
    assert found is not None
    total, variance = counted.total[1:], counted.variance[1:, 1:]
    assert abs(float(found.observed) - total @ np.linalg.solve(variance, total)) < 1e-9


@pytest.fixture(scope="module")
def every_order() -> list[tuple[RecordedShoe, list[Card]]]:
    """A small shoe dealt in all its orders; the coup that leaves 6 cards or fewer is the last."""
    kinds = [Card(10, 0)] * 6 + [Card(5, 1)] * 7
    found = []
    for places in combinations(range(13), 6):
        cards = [kinds[0] if place in places else kinds[-1] for place in range(13)]
        coups: list[RecordedCoup] = []
        at = 0
        while 13 - at > 6:
            coup = deal(GAME.rules, cards[at : at + 6])
            at += coup.cards
            coups.append(RecordedCoup(len(coups) + 1, player=coup.player, banker=coup.banker))
        found.append((RecordedShoe("1", tuple(coups)), cards))
    return found


HELD = ba.Shoe.decks(1)
SMALL = "Ts=6 5h=7"


def test_every_order_of_the_coups_before_the_last_is_equally_likely() -> None:
    """The tests of order are based on this; it is not true of the last coup."""
    coup_of = cache(lambda cards: deal(GAME.rules, [Card(9 + ten, 0) for ten in cards]))
    first, last = Counter[tuple[Coup, Coup]](), Counter[tuple[Coup, Coup]]()
    for tens in combinations(range(16), 8):
        cards = tuple(place in tens for place in range(16))
        row, at = [], 0
        while 16 - at > 6:
            row.append(coup_of(cards[at : at + 6]))
            at += row[-1].cards
        if len(row) == 3:
            first[row[0], row[1]] += 1
            last[row[1], row[2]] += 1
    assert len(first) > 100
    assert {first[one, other] - first[other, one] for one, other in first} == {0}
    assert {last[one, other] - last[other, one] for one, other in last} != {0}


def test_cards_dealt_are_as_expected_on_average_wherever_the_shoe_ends(
    every_order: list[tuple[RecordedShoe, list[Card]]],
) -> None:
    held = ba.question("standard", SMALL, bets=["tie"]).shoe
    counted = Frequencies("suits")
    rows = columns(GAME.rules, [Start(held, shoe) for shoe, _ in every_order])
    ends = np.nonzero(np.diff(rows.shoe, append=-1))[0].tolist()
    for before, end in pairwise([-1, *ends]):
        counted.add(end - before, rows.unseen[before + 1], rows.unseen[end])
    total, lengths = counted.total, set(rows.unseen[ends].sum(axis=1).tolist())
    assert len(lengths) > 1  # shoes end at different cards
    assert np.abs(total).max() < 1e-9
    for id in ("card-lags", "suit-lags"):
        neighbours = Neighbours(id, GAME.rules)
        neighbours.add(rows)
        for lag in LAGS:
            assert abs(neighbours.observed[lag] - neighbours.expected[lag]) < 1e-7 * (
                1 + neighbours.variance[lag]
            )


@pytest.mark.parametrize("length", [1, 2, 3])
def test_the_bound_on_shared_runs_is_a_bound(length: int) -> None:
    rows = sorted(set(permutations((0, 0, 1, 1, 2, 2))))
    bound = Bound(1, 0, frozenset({(6, 2)})).at(length)
    same = sum(one[:length] == other[-length:] for one, other in product(rows, rows))
    assert same / len(rows) ** 2 <= bound <= 2 * same / len(rows) ** 2 + 0.1
    inside = sum(row[:length] == row[-length:] for row in rows) / len(rows)
    assert inside <= Bound(0, 1, frozenset({(6, 2)})).at(length)


@pytest.mark.parametrize("decks", [1, 8])
def test_two_results_agree_less_often_than_independent_ones(decks: int) -> None:
    """This proves the bound on shared results for two coups, wherever they are in two shoes or in one."""
    first, *after = successive(ba.question("standard", ba.Shoe.decks(decks), bets=["banker"]), 1).followings
    independent = sum(first.of(winner) ** 2 for winner in WINNERS)
    two_shoes = sum((one.probability * one.of(winner)) ** 2 for one in after for winner in WINNERS)
    one_shoe = sum(one.probability * one.of(one.before[0]) for one in after)
    assert two_shoes < independent**2
    assert one_shoe < independent


@pytest.mark.parametrize(("held", "length"), [(2, 8), (1, 4)])
def test_runs_of_results_agree_about_as_often_as_independent_ones(held: int, length: int) -> None:
    """With one deck, where coups depend on each other most; the campaign measures many more shoes."""
    found = log(prod(agreeing(1, 60_000, length, held, seed=1)))
    assert abs(found) < 3 * (1.4 * length / 60_000) ** 0.5 < length * log(MARGIN)


def brute_force(rows: Sequence[Sequence[int]]) -> int:
    """The longest run that two rows share, or two parts of one that do not overlap."""
    best = 0
    places = [(row, start) for row in range(len(rows)) for start in range(len(rows[row]))]
    for (one, start), (other, begin) in combinations(places, 2):
        length = 0
        while (
            start + length < len(rows[one])
            and begin + length < len(rows[other])
            and (one != other or start + length < begin)
            and rows[one][start + length] == rows[other][begin + length]
        ):
            length += 1
        best = max(best, length)
    return best


def test_the_longest_shared_run_equals_that_of_a_plain_search() -> None:
    dice = random.Random(3)
    for _ in range(60):
        rows = [
            [dice.randrange(3) for _ in range(dice.randrange(1, 15))] for _ in range(dice.randrange(1, 5))
        ]
        found = Copies.of_results([as_dealt(row) for row in rows], (0.4, 0.4, 0.2)).test(1e9)
        assert (found.observed if found else 0) == brute_force(rows)


def test_pairs_of_places_are_counted() -> None:
    assert pairs_of([3, 2]) == (6, 4)


@pytest.mark.parametrize("degrees", [1, 2, 3, 12, 51])
def test_power_equals_that_of_noncentral_chi_squared(degrees: int) -> None:
    shift = power.noncentrality(0.001, degrees)
    with mpmath.workdps(20):
        half = mpmath.mpf(degrees) / 2
        low, critical = mpmath.mpf(0), mpmath.mpf(100)
        for _ in range(50):
            middle = (low + critical) / 2
            above = mpmath.gammainc(half, middle / 2, mpmath.inf, regularized=True) > mpmath.mpf("0.001")
            low, critical = (middle, critical) if above else (low, middle)
        mean = mpmath.mpf(shift) / 2
        found = sum(
            mpmath.exp(-mean)
            * mean**j
            / mpmath.factorial(j)
            * mpmath.gammainc(half + j, critical / 2, mpmath.inf, regularized=True)
            for j in range(120)
        )
    assert abs(found - mpmath.mpf("0.9")) < 1e-9
    if degrees == 1:  # by the normal law: 3.2905 for 0.1% on both sides, 1.2816 for 90%
        assert abs(shift**0.5 - 4.5721) < 1e-3


def test_more_coups_find_smaller_departures() -> None:
    few, many = ba.evidence_plan(2_000, bets=["tie"]), ba.evidence_plan(200_000, bets=["tie"])
    by_id = {found.id: found for found in few.departures}
    for found in many.departures:
        if found.id not in ("card-copies", "result-copies"):
            least = by_id[found.id].least
            assert found.least is not None
            assert least is None or found.least < least / 5
    # The plan is consistent: the stated number of coups finds about the stated departure.
    coups = by_id["runs"].coups
    [then] = [found for found in ba.evidence_plan(coups, bets=["tie"]).departures if found.id == "runs"]
    assert then.least is not None
    assert abs(then.least / then.size - 1) < Fraction(1, 50)


# Fair records.


def adjusted(records: Iterable[RecordedShoe], alpha: Fraction) -> Fraction:
    """The smallest p of the tests of order, cards and copies, adjusted only for their number."""
    found = Patterns(GAME.rules)
    starts = [Start(EIGHT, record) for record in records]
    found.add(columns(GAME.rules, starts), starts)
    ran, _ = found.tested((0.4462, 0.4586, 0.0952), alpha)
    return min(test.adjusted for test in ran) / 2


def test_fair_shoes_raise_alarms_at_most_at_the_rate() -> None:
    rate, records = Fraction(1, 5), 60
    alarms = sum(adjusted([shoe], rate) <= rate for shoe in [*results(45, 8), *fair(15, 9)])
    low, _ = clopper_pearson(alarms, records, 0.99)
    assert low <= rate
    assert alarms >= 3


# Pages.


@pytest.mark.parametrize(
    ("records", "status", "sentences"),
    [
        (
            lambda: results(2),
            0,
            [
                "This does not show that the game was fair",
                "What it does not mean: that the game was fair, or that the record is complete.",
                "Copies: cards the record has no cards",
                "What this much data could have found",
            ],
        ),
        (
            lambda: again(results(1)[0], 3),
            1,
            [
                "Copies: results: 82 equal results: shoe 1 from coup 1, shoe 3 from coup 1",
                "Innocent causes: a shoe entered or exported twice",
                "What it does not mean: that anyone cheated",
                "Shoes 1 and 2 are equal from beginning to end: 82 results.",
            ],
        ),
    ],
    ids=["no alarm does not mean fair", "an alarm names its innocent causes"],
)
def test_a_verdict_cannot_be_misread(run: Run, tmp_path: Path, records, status, sentences) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "record.txt").write_text("".join(ba.written(records())), encoding="utf-8")
    found, out, _ = run("evidence", "record.txt", "--bet", "tie")
    said = " ".join(out.split())
    assert found == status
    assert [sentence for sentence in sentences if sentence not in said] == []
    assert "No alarm" not in said


@pytest.mark.parametrize(
    ("times", "failed"),
    [
        ([f"20:{n:02}:{n * 7 % 60:02}" for n in range(30)], {}),
        ([f"20:{n:02}" for n in range(30)], {}),  # to the minute: equal intervals are no surprise
        (["23:59:10", "00:00:05", "00:01:30"], {}),
        (["20:00:00"] * 30, {}),  # the time of the whole shoe
        ([f"20:{n:02}:30" for n in range(30)], {"constant": 1}),
        (["20:00:10", "20:00:50", "20:00:50", "20:01:20"], {"repeated": 1}),
        (["20:00:10", "20:00:11", "20:00:50"], {"fast": 1}),
        (["2026-01-02 20:00:10", "2026-01-02T20:01:12", "2026-01-01 23:00:00"], {"backwards": 1}),
        (["20:05", "soon", "20:03"], {"backwards": 1}),
        (["20:15"] * 30 + ["20:16"] * 30, {}),
        (["20:15"] * 76 + ["20:16"], {"fast": 46}),  # 30 coups fit into a minute
        (["20:00:00"] * 80 + ["22:30:00"] * 3, {"fast": 50}),
        (["20:00"] * 50 + ["21:00"] * 40, {}),  # whole hours and dates are not times to the minute
        (["2026-01-31"] * 40 + ["2026-02-01"] * 40, {}),
        (["8:15:03.1 PM", "08:15:05.1 p.m.", "20:15:07.099"], {"fast": 1}),
        (["11:59 am", "12:01 PM", "11:59 pm", "12:01 am"], {}),
        (["2026/1/31 11:59:50 PM", "2026-02-01 12:00:40 AM"], {}),
    ],
)
def test_impossible_times_are_found(times: list[str], failed: dict[str, int]) -> None:
    rows = "".join(f"{n},B,{time}\n" for n, time in enumerate(times, 1))
    [shoe] = ba.read_text(f"coup,winner,time\n{rows}")
    found = ba.evidence(shoe, bets=["tie"])
    assert found.times is not None
    assert (found.times.given, found.times.unread) == (len(times), times.count("soon"))
    assert {check: len(coups) for check, coups in found.times.failed.items() if coups} == failed
    assert found.untimely is bool(failed)
    assert found.passed or failed or found.alarm
    assert found.times.single == (len(set(times)) == 1)


def test_a_shoe_with_a_single_time_is_reported_as_not_checked(run: Run, tmp_path: Path) -> None:
    text = "coup,winner,time\n1,B,20:05:01\n2,P,20:05:01\n"
    (tmp_path / "t.csv").write_text(text, encoding="utf-8")
    said = " ".join(run("evidence", "t.csv", "--bet", "tie")[1].split())
    assert "Every coup of 1 shoe has the same time: the times of this shoe are not checked." in said
    assert "shoes with the same time at every coup, not checked 1" in said


def test_unreadable_times_are_reported_as_not_checked(run: Run, tmp_path: Path) -> None:
    unread = "31/01/2026 20:05:01", "13:05 PM", "0:05 am", "20:61", "soon"
    rows = "".join(f"{n},B,{time}\n" for n, time in enumerate(("20:05", *unread, "20:07"), 1))
    (tmp_path / "t.csv").write_text(f"coup,winner,time\n{rows}", encoding="utf-8")
    said = " ".join(run("evidence", "t.csv", "--bet", "tie")[1].split())
    assert "5 times could not be read and are not checked." in said


def test_coups_that_no_test_includes_are_counted(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("coup,winner\n1,B\n2,P\n5,T\n7,what\n", encoding="utf-8")
    said = " ".join(run("evidence", "t.csv", "--bet", "tie")[1].split())
    assert (
        "4 coups or places of the records were called off, are missing from the numbering or could not be "
        "read" in said
    )
    assert "coups missing from the numbering 3" in said
    (tmp_path / "c.txt").write_text("B\ncancelled\nP\n", encoding="utf-8")
    assert "coups called off, and not tested 1" in " ".join(
        run("evidence", "c.txt", "--bet", "tie")[1].split()
    )


def test_impossible_times_make_the_answer_no(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("coup,winner,time\n1,B,20:05:01\n2,P,20:03:00\n", encoding="utf-8")
    status, out, _ = run("evidence", "t.csv", "--bet", "tie")
    said = " ".join(out.split())
    assert status == 1
    assert "but the times are not those of coups dealt one after the other." in said
    assert "coups earlier than the coup before 1 shoe 1, coup 2" in said


def test_a_plan_needs_no_record(run: Run) -> None:
    status, out, _ = run("evidence", "--coups", "5000", "--shoes", "70", "--bet", "banker")
    said = " ".join(out.split())
    assert status == 0
    assert "5,000 coups with all their cards, in 70 shoes" in said
    assert "Banker wins" in said
    for arguments, why in (
        ((), "a record is required, or --coups N to show what one could reveal"),
        (("--shoes", "3"), "--coups N is required with --shoes"),
        (("x.txt", "--coups", "9"), "expected a record or --coups, got both; leave out 'x.txt'"),
        (("--coups", "900", "--shoes", "3"), "expected at most about 252 coups in 3 shoes, got 900"),
    ):
        status, out, err = run("evidence", *arguments)
        assert (status, out) == (2, "")
        assert err == f"baccarat: {why}\n"
