"""Tails over every composition of the unseen cards: exact, and equal to the odds of every composition."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import analyzer as ba
from analyzer.analysis import unseen as unseen_cards
from analyzer.analysis.tail import Tail
from analyzer.census.compositions import EquivalentKinds, Halves, Listing, number_of_compositions
from analyzer.cli.main import main
from analyzer.errors import AnalyzerError
from analyzer.game.shoe import KEYS, Shoe

pytestmark = [pytest.mark.kernel, pytest.mark.libraries]

F = Fraction


def slow(variant: str, shoe: Shoe, n: int, bet: str | ba.Bet) -> dict[str, Any]:
    """The tail of a bet, from the odds of every composition of the shoe's cells."""
    cards = [cell for cell, count in enumerate(shoe.counts) for _ in range(count)]
    drawn = Counter(combinations(cards, n))
    evs = {}
    for some in drawn:
        left = Counter(some)
        counts = tuple(left[cell] for cell in range(len(shoe.counts)))
        [value] = ba.odds(variant, Shoe(counts, shoe.fineness), bets=[bet]).valuations
        evs[some] = value.ev
    chance = {some: F(times, comb(len(cards), n)) for some, times in drawn.items()}
    best = max(evs.values())
    at = [some for some, ev in evs.items() if ev == best]
    return {
        "compositions": len(drawn),
        "mean_ev": sum(chance[some] * ev for some, ev in evs.items()),
        "expected_positive": sum(chance[some] * ev for some, ev in evs.items() if ev > 0),
        "probability_positive": sum(chance[some] for some, ev in evs.items() if ev > 0),
        "max_ev": best,
        "max_compositions": len(at),
        "max_probability": sum(chance[some] for some in at),
        "places": [{KEYS[shoe.fineness][cell]: k for cell, k in Counter(some).items()} for some in at],
    }


def found(tail: Tail) -> dict[str, object]:
    """The part of a tail that the slow twin also has, without the composition."""
    names = ("mean_ev", "expected_positive", "probability_positive", "max_ev")
    also = ("compositions", "max_compositions", "max_probability")
    return {name: getattr(tail, name) for name in (*names, *also)}


TINY = [
    pytest.param("standard", "0=3 5=2 6=2 9=2", 6, "tie", 17, id="tie"),
    pytest.param("standard", "0=3 5=2 6=2 9=2", 7, "banker", 10, id="a net in twentieths"),
    pytest.param("standard", "1=2 4=1 6=3 7=2 8=1", 8, "lucky-6", 5, id="two lines"),
    pytest.param("niu-niu", "0=2 3=1 5=3 6=1 9=2", 6, "player", 23, id="losses of several units"),
    pytest.param("seven-up", "0=2 3=1 5=3 6=1 9=2", 5, "player", 30, id="a first card given"),
    pytest.param("standard", "0=3 5=2 6=2 9=2", 9, "player", 1, id="the whole shoe"),
    pytest.param("standard", "2=2 4=2 5=2 9=2 T=2 K=2", 6, "player-pair", 4, id="ranks alike"),
    pytest.param("standard", "2=2 4=2 5=2 9=2 T=3 K=1", 6, "banker-pair", 18, id="some ranks alike"),
    pytest.param("standard", "2s=2 2h=2 9s=2 9d=2 Kc=2 Kd=2", 6, "player-perfect-pair", 4, id="suits alike"),
]


@pytest.mark.parametrize(("variant", "text", "n", "bet", "listed"), TINY)
def test_a_tail_matches_the_odds_of_each_composition(
    variant: str, text: str, n: int, bet: str, listed: int
) -> None:
    shoe = Shoe.parse(text)
    [tail] = ba.tail(variant, shoe, bets=[bet], unseen=n, threads=1).tails
    expected = slow(variant, shoe, n, bet)
    places = expected.pop("places")
    assert found(tail) == expected
    assert dict(tail.max_at) in places
    assert tail.listed == listed


def test_kinds_between_points_and_cards_give_what_every_card_gives() -> None:
    """Points and colours: the same figures as by card, from fewer compositions."""
    line = ba.Line("win", ba.Condition.parse("p1.color == red and player_total == 9"), F(3))
    red = ba.Bet("red", "Red", (line,))
    shoe = Shoe.parse("9s=1 9h=2 9d=1 Kh=1 Ks=2 5d=1")
    [tail] = ba.tail("standard", shoe, bets=[red], unseen=6, threads=1).tails
    expected = slow("standard", shoe, 6, red)
    assert (tail.compositions, expected["compositions"]) == (12, 17)
    for name in ("mean_ev", "expected_positive", "probability_positive", "max_ev", "max_probability"):
        assert getattr(tail, name) == expected[name]
    assert dict(tail.max_at) == {"TJQKsc": 2, "TJQKhd": 1, "9hd": 3}


def test_the_tie_with_six_unseen_cards_is_as_published() -> None:
    [tie] = ba.tail("standard", bets=["tie"], unseen=6).tails
    assert (tie.compositions, tie.listed) == (5005, 5005)
    assert f"{float(tie.probability_positive):.4f} {float(tie.expected_positive):.4f}" == "0.3390 0.2469"
    assert tie.probability_positive == F(6395647007, 18864727791)
    assert tie.expected_positive == F(178552085848, 723147898655)
    assert (tie.max_ev, dict(tie.max_at), tie.max_compositions) == (F(8), {"5": 6}, 11)


def test_equivalent_kinds_are_listed_in_one_order_and_counted_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same as when every composition of ranks is listed; 9s are fewer, so not like the others."""
    bets = ["player-pair", "banker-pair"]
    short = ba.tail("standard", 2, seen="9c", bets=bets, unseen=6, threads=1)
    monkeypatch.setattr(unseen_cards, "_equivalence_classes", each_apart)
    full = ba.tail("standard", 2, seen="9c", bets=bets, unseen=6, threads=1)
    for few, every in zip(short.tails, full.tails, strict=True):
        assert every.listed == every.compositions == 18564
        assert few.listed == sum(
            number_of_compositions([EquivalentKinds(tuple(range(12)), 8)], 6 - nines) for nines in range(7)
        )
        assert found(few) == found(every)


def each_apart(
    rules: object, bet: object, kinds: object, counts: tuple[int, ...], cards: int
) -> tuple[EquivalentKinds, ...]:
    return tuple(EquivalentKinds((kind,), cards) for kind, cards in enumerate(counts))


CLASSES = [
    pytest.param("player_pair", [13], id="any pair"),
    pytest.param("player_pair or banker_pair", [13], id="either pair"),
    pytest.param("player_pair and p1.rank == ace", [12, 1], id="aces"),
    pytest.param("player_pair and p1.color == red", [1] * 26, id="a colour"),
    pytest.param("player_suited_pair", [52], id="the same card"),
    pytest.param("player_wins", [1] * 10, id="points"),
    pytest.param("distinct(rank) == cards", [4] + [1] * 9, id="ranks, and totals"),
]


@pytest.mark.parametrize(("condition", "sizes"), CLASSES)
def test_only_kinds_that_no_line_distinguishes_are_equivalent(condition: str, sizes: list[int]) -> None:
    bet = ba.Bet("b", "B", (ba.Line("win", ba.Condition.parse(condition), F(1)),))
    [asked] = unseen_cards.by_kinds(ba.rules("punto-banco"), [bet], Shoe.decks(8), 12)
    assert sorted((len(some.kinds) for some in asked.classes), reverse=True) == sizes


def test_bets_that_distinguish_the_same_kinds_are_valued_together() -> None:
    game = ba.variant("standard")
    groups = unseen_cards.by_kinds(game.rules, game.bets, Shoe.decks(8), 6)
    assert [[bet.id for bet in group.bets] for group in groups] == [
        ["player", "banker", "tie", "lucky-6", "player-natural", "banker-natural"],
        ["player-pair", "banker-pair"],
    ]
    assert [group.listed for group in groups] == [5005, 11]


@pytest.mark.parametrize("n", [6, 8, 400])
def test_threads_change_no_answer(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unseen_cards, "_ROWS", 64)
    shoe = Shoe.parse("0=10 3=2 5=2 6=3 9=3") if n < 400 else Shoe.parse("0=200 3=101 9=101")
    alone, *several = (
        ba.tail("standard", shoe, bets=["banker", "tie"], unseen=n, threads=threads) for threads in (1, 2, 3)
    )
    assert several == [alone, alone]


@settings(max_examples=8, deadline=None)
@given(
    counts=st.lists(st.integers(0, 5), min_size=10, max_size=10).filter(lambda counts: sum(counts) >= 6),
    data=st.data(),
)
def test_the_mean_is_the_ev_on_the_whole_shoe(counts: list[int], data: st.DataObject) -> None:
    n = data.draw(st.integers(max(6, sum(counts) - 5), sum(counts)) | st.just(6))
    report = ba.odds("ez-baccarat", Shoe.of(counts))
    for tail in ba.tail("ez-baccarat", Shoe.of(counts), unseen=n, threads=1).tails:
        assert tail.mean_ev == report[tail.bet.id].ev


def test_a_mean_that_is_not_the_ev_on_the_whole_shoe_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """One draw too many anywhere is noticed, and no figure is returned."""
    right = Listing.slices

    def wrong(listing: Listing, rows: int) -> Iterator[Listing]:
        for part in right(listing, rows):
            yield replace(part, draws=part.draws + (part.rows[:, :1] == 3).ravel())

    monkeypatch.setattr(Listing, "slices", wrong)
    sentence = (
        "bet 'tie/8': the mean EV over 5,005 compositions is not the EV on the whole shoe; this is an error "
        "in the program"
    )
    with pytest.raises(AnalyzerError, match=f"^{re.escape(sentence)}$"):
        ba.tail("standard", bets=["tie"], unseen=6, threads=1)


def test_numbers_beyond_64_bits_are_python_integers() -> None:
    """A net of 10¹² leaves too little room in 64 bits."""
    shoe = Shoe.parse("0=3 5=2 6=2 9=2")
    line = ba.Line("win", ba.Condition.parse("tie"), F(10**12))
    jackpot = ba.Bet("jackpot", "Jackpot", (line,))
    [tail] = ba.tail("standard", shoe, bets=[jackpot], unseen=7, threads=1).tails
    expected = slow("standard", shoe, 7, jackpot)
    expected.pop("places")
    assert found(tail) == expected


def test_a_bet_that_is_never_worth_a_stake_has_no_mean_when_positive() -> None:
    whole = ba.tail("standard", bets=["tie"], unseen=416, threads=1)
    [tie] = whole.tails
    assert tie.probability_positive == tie.expected_positive == 0
    assert tie.mean_when_positive is None
    assert tie.max_ev == whole.report["tie"].ev
    assert (tie.compositions, tie.max_probability) == (1, F(1))


def test_a_bet_not_named_that_needs_too_many_compositions_is_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(unseen_cards, "MAX_LISTED", 5004)
    assert main(["tail", "--unseen", "6", "--threads", "1"]) == 0
    shown = capsys.readouterr()
    why = "has 5,005 compositions of this many unseen cards, too many to list without --exhaustive"
    left_out = ["player", "banker/commission-5", "tie/8", "lucky-6/12-20", "player-natural", "banker-natural"]
    assert shown.err == "".join(f"left out: bet '{bet}' {why}\n" for bet in left_out)
    assert "Player Pair" in shown.out
    assert "Left out: Tie, which has 5,005 compositions" in shown.out
    everything = ba.tail("standard", unseen=6, threads=1, exhaustive=True)
    assert len(everything.tails) == 8


def document(capsys: pytest.CaptureFixture[str], command: str) -> list[dict[str, Any]]:
    assert main([*command.split(), "--format", "json"]) == 0
    read: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["bets"]
    return read


def test_the_document_has_one_tail_per_bet(capsys: pytest.CaptureFixture[str]) -> None:
    tie, lucky = document(capsys, "tail --bet tie --bet lucky-6 --unseen 6 --threads 2")
    assert list(tie.items()) == [
        ("bet", "tie"),
        ("paytable", "8"),
        ("mean_ev", "-103841353768/723147898655"),
        ("probability_positive", "6395647007/18864727791"),
        ("mean_when_positive", "535656257544/735499405805"),
        ("expected_positive", "178552085848/723147898655"),
        ("max_ev", "8"),
        ("max_at", {"5": 6}),
        ("max_compositions", 11),
        ("compositions", 5005),
        ("max_probability", "48728063/61984105599"),
        ("listed", 5005),
        ("full_shoe_ev", "-103841353768/723147898655"),
        ("unseen", 6),
    ]
    assert (lucky["bet"], lucky["paytable"], lucky["max_at"]) == ("lucky-6", "12-20", {"5": 5, "6": 1})


TEXT = """\
Standard baccarat, 8 decks (416 cards): 6 unseen cards
"""


def test_the_page_says_what_was_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tail", "--bet", "tie", "--bet", "player-pair", "--unseen", "6", "--threads", "1"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert shown.out.startswith(TEXT)


def test_no_more_compositions_are_listed_than_allowed_unless_all_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unseen_cards, "MAX_LISTED", 5004)
    with pytest.raises(ba.AnalyzerError, match="of 5,005 compositions in all; ask about fewer unseen cards"):
        ba.tail("standard", unseen=6, threads=1, bets=["tie"])


def test_no_more_cards_are_listed_than_there_are() -> None:
    halves = Halves((EquivalentKinds((0,), 2),), (EquivalentKinds((1,), 1),))
    # One row in each listing for each number of cards that its half can have.
    assert [halves.rows(cards) for cards in range(5)] == [2, 4, 4, 2, 0]


@pytest.mark.parametrize(
    ("rules", "text", "classes"),
    [
        ("punto-banco", "player_pair", 1),
        ("punto-banco", "p1.rank > p2.rank and p1.rank == 8", 3),
        ("punto-banco", "player_pair and p1.rank == 9", 2),
        ("punto-banco", "player_suited_pair or p1.rank == 7", 2),
        ("punto-banco", "p1.rank == b2.rank and distinct(rank, first_four) == 2", 1),
        ("punto-banco", "count(color == red, first_four) == 4", 2),
        ("punto-banco", "(p1.rank + 13 - p2.rank) % 13 == 1 or (p2.rank + 13 - p1.rank) % 13 == 1", 13),
        ("player-first-7", "player_pair or b1.rank == ace", 2),
        ("player-first-7", "banker_suited_pair", 1),
    ],
)
def test_kinds_are_equivalent_by_gains_where_they_are_by_shoes(
    rules: str, text: str, classes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bet = ba.Bet("some", "Some", (ba.Line("win", ba.Condition.parse(text), F(5, 3)),))
    asked = ba.rules(rules), [bet], ba.Shoe.decks(2), 12
    [by_gains] = unseen_cards.by_kinds(*asked)
    assert len(by_gains.classes) == classes
    by_shoes = unseen_cards.equivalence_classes
    monkeypatch.setattr(unseen_cards, "equivalence_classes", lambda *given: by_shoes(*given[:6]))
    unseen_cards._equivalence_classes.cache_clear()
    assert unseen_cards.by_kinds(*asked) == [by_gains]
