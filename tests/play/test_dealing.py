"""Shoes dealt card by card: the effect of procedures, and that reserve cards change no probability."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest

from analyzer.analysis.question import Question
from analyzer.analysis.sweep.play import coups
from analyzer.analysis.sweep.work import Work, shuffled
from analyzer.ask.deal import dealing
from analyzer.catalog import load
from analyzer.catalog.procedures import procedure
from analyzer.catalog.reference import stems
from analyzer.errors import ShoeError
from analyzer.game.cards import Card, card_at, parse_cards
from analyzer.game.coup import Coup, deal
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play import dealing as play
from analyzer.play.dealing import DealtShoe
from analyzer.play.record import RecordedCoup, RecordedShoe

RULES = load.rules("punto-banco")
PLAIN = Procedure("plain", "Plain", 0, "none", 6, 0)
AHEAD = replace(PLAIN, reserve=True)

SHOE = parse_cards("2h Kc 4h  9c Kd 5d 3c 7s 8s  2c Ts 3d 6h As  Qc 9h 4c 2s 2d 5h  5s Kh Jd")
"""A burn of three cards; coups of six, five and six cards; and three more."""


def deal_shoe(cards: Sequence[Card], rules: Rules, how: Procedure, cut_card: int) -> DealtShoe:
    """The shoe dealt from its cards in order."""
    return play.deal_shoe(Question.of(rules, (), Shoe.decks(1)), how, cards, cut_card)


def hands(shoe: DealtShoe) -> list[str]:
    """The coups of a shoe as text."""
    return [str(found.coup) for found in shoe.coups]


def test_a_shoe_dealt_as_at_most_tables() -> None:
    """After the second coup nine cards remain, so the cut card before them shows in the third."""
    shoe = deal_shoe(SHOE, RULES, Procedure("own", "Own", extra_coups=0), 9)
    assert " ".join(map(str, shoe.burned)) == "2h Kc 4h"
    assert shoe.burned_as_seen == (Card.parse("2h"), None, None)
    assert hands(shoe) == [
        "P: 9c 5d 7s (1)  B: Kd 3c 8s (1)",
        "P: 2c 3d As (6)  B: Ts 6h (6)",
        "P: Qc 4c 2d (6)  B: 9h 2s 5h (6)",
    ]
    assert [found.places["p1"] for found in shoe.coups] == [3, 9, 14]
    assert [" ".join(found.turned) for found in shoe.coups] == [
        "p1 b1 p2 b2 p3 b3",
        "p1 b1 p2 b2 p3",
        "p1 b1 p2 b2 p3 b3",
    ]
    assert [found.cut for found in shoe.coups] == [False, False, True]
    assert (shoe.cut_card, shoe.cut_coup, shoe.left) == (9, 3, 3)


def test_reserve_cards_are_pulled_ahead_and_open_the_next_coup() -> None:
    """As in the second seed: a sixth card is pulled for the second coup, and the cut card shows."""
    how = replace(procedure("reserve-cards"), extra_coups=1)
    shoe = deal_shoe(SHOE, RULES, how, 9)
    assert hands(shoe) == hands(deal_shoe(SHOE, RULES, Procedure("own", "Own"), 10))
    second, third = shoe.coups[1:]
    assert " ".join(map(str, second.unused)) == "Qc"
    assert " ".join(map(str, second.cards)) == "2c Ts 3d 6h As"
    assert third.places == {"p1": 14, "b1": 15, "p2": 16, "b2": 17, "p3": 18, "b3": 19}
    assert " ".join(second.turned) == "p1 p2 b1 b2 p3"
    assert [found.cut for found in shoe.coups] == [False, True, False]
    assert deal_shoe(SHOE, RULES, procedure("reserve-cards"), 9).left == 9


@pytest.mark.parametrize(("first", "burned"), [("As", 2), ("9c", 10), ("Th", 11), ("K", 11)])
def test_the_first_card_determines_how_many_are_burned(first: str, burned: int) -> None:
    """The card itself and one per point: ten for a ten or a face card."""
    shoe = [Card.parse(first), *SHOE]
    assert len(deal_shoe(shoe, RULES, Procedure("own", "Own", extra_coups=0), 6).burned) == burned


def test_a_first_card_given_by_the_rules_has_no_place_in_the_shoe() -> None:
    rules = load.rules("player-first-7")
    for how in (PLAIN, AHEAD):
        first = deal_shoe(parse_cards("9h As 4c  Kd 9s 2d 6c 6h 8s 8c"), rules, how, 7).coups[0]
        assert str(first.coup) == "P: 7 As (8)  B: 9h 4c (3)"
        assert first.places == {"b1": 0, "p2": 1, "b2": 2}
        assert "p1" not in first.turned


@pytest.mark.parametrize(
    ("cards", "how", "said"),
    [
        ("2c 2d 3s Kd", PLAIN, "expected enough cards to finish the coup, got only 4"),
        ("2c 2d 3s Kd 4c", AHEAD, "expected enough cards to pull 6 for a coup, got only 5"),
        (
            "9h 2c 2d 3s Kd",
            replace(AHEAD, burn=1),
            "expected enough cards to pull 6 for a coup, got only 4",
        ),
        ("2c 2d 3s Kd 4c", replace(PLAIN, burn=6), "expected enough cards to burn 6, got only 5"),
        ("", replace(PLAIN, burn="first-card"), "expected enough cards to burn 1, got only 0"),
    ],
)
def test_too_few_cards_are_an_error(cards: str, how: Procedure, said: str) -> None:
    with pytest.raises(ShoeError) as caught:
        deal_shoe(parse_cards(cards), RULES, how, 6)
    assert str(caught.value) == said


def test_a_dealt_shoe_is_recorded_as_it_was_seen() -> None:
    shoe = deal_shoe(SHOE, RULES, replace(PLAIN, burn=3, seen="first-card"), 6)
    record = shoe.recorded("4", {"decks": "8"})
    assert record == RecordedShoe("4", record.coups, (), (Card.parse("2h"), None, None), {"decks": "8"})
    last = shoe.coups[2].coup
    assert record.coups[2] == RecordedCoup(
        3,
        player=last.player,
        banker=last.banker,
        player_total=6,
        banker_total=6,
        winner="tie",
        player_pair=False,
        banker_pair=False,
        natural=False,
        cut=True,
    )


SMALL = parse_cards("3 " * 10 + "A A 9 9")
"""Fourteen cards of three kinds; the first coups take four, five or six cards."""


def arrangements(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Every distinguishable order of the cards."""
    if not cards:
        yield ()
    for card in sorted(set(cards), key=lambda card: card.rank):
        place = cards.index(card)
        for rest in arrangements(cards[:place] + cards[place + 1 :]):
            yield card, *rest


@cache
def every_order() -> dict[tuple[Card, ...], tuple[DealtShoe, DealtShoe]]:
    """Every order of the small shoe, dealt card by card and with reserve cards."""
    return {
        order: (deal_shoe(order, RULES, PLAIN, 6), deal_shoe(order, RULES, AHEAD, 6))
        for order in arrangements(SMALL)
    }


def test_reserve_cards_give_every_hand_the_same_cards_in_every_order() -> None:
    """So every event of a coup has the same probability, with reserve cards and without."""
    assert len(every_order()) == 6006
    for plain, ahead in every_order().values():
        dealt = [(found.coup, found.places) for found in ahead.coups]
        assert dealt == [(found.coup, found.places) for found in plain.coups[: len(dealt)]]
    sizes = Counter(
        tuple(len(found.places) for found in plain.coups[:2]) for plain, _ in every_order().values()
    )
    assert set(sizes) == set(product((4, 5, 6), repeat=2))


def test_the_law_of_each_coup_is_the_same_with_reserve_cards() -> None:
    """The law of the second coup is also that of the first, as long as every shoe has a second coup."""
    laws = [
        Counter(shoe.coups[number].coup for shoe in shoes)
        for shoes in zip(*every_order().values(), strict=True)
        for number in (0, 1)
    ]
    assert laws[0] == laws[1] == laws[2] == laws[3] and len(laws[0]) > 50


def test_only_the_number_of_coups_can_differ_because_the_cut_card_shows_earlier() -> None:
    """With six cards left after two coups, the cut card is still hidden, unless two of them are pulled."""
    often: Counter[tuple[int, int]] = Counter()
    for plain, ahead in every_order().values():
        often[len(plain.coups), len(ahead.coups)] += 1
        remaining = len(SMALL) - sum(len(found.places) for found in plain.coups[:2])
        assert len(plain.coups) == (3 if remaining == 6 else 2)
        assert ahead.cut_coup == 2
    assert often == {(2, 2): 5804, (3, 2): 202}


@cache
def law(unseen: tuple[Card, ...]) -> Counter[Coup]:
    """The number of orders of the unseen cards that deal each coup."""
    return Counter(deal(RULES, order) for order in arrangements(unseen))


def test_the_odds_of_a_coup_depend_on_the_unseen_cards_and_not_on_reserve_cards() -> None:
    """For coups that are dealt: whether one is dealt depends on past cards, not on cards to come."""
    weighed = 0
    for shoes in zip(*every_order().values(), strict=True):
        found: dict[tuple[Card, ...], Counter[Coup]] = {}
        for shoe in shoes:
            left = Counter(SMALL)
            for dealt in shoe.coups:
                unseen = tuple(sorted(left.elements(), key=lambda card: card.rank))
                found.setdefault(unseen, Counter())[dealt.coup] += 1
                left.subtract(dealt.cards)
        for unseen, often in found.items():
            dealt_often, orders = often.total(), law(unseen).total()
            assert {coup: n * orders for coup, n in often.items()} == {
                coup: n * dealt_often for coup, n in law(unseen).items()
            }
        weighed += len(found)
    assert weighed > 20


def test_who_turns_the_cards_and_in_which_order_makes_no_difference() -> None:
    ways = [
        replace(PLAIN, reserve=reserve, turning=turning, handled_by=who)
        for reserve in (False, True)
        for turning in ("as-dealt", "hands")
        for who in ("dealer", "bettors")
    ]
    for order in list(every_order())[::150]:
        shoes = [deal_shoe(order, RULES, how, 6) for how in ways]
        assert len({tuple(found.coup for found in shoe.coups[:2]) for shoe in shoes}) == 1
        assert len({shoe.coups[0].turned for shoe in shoes}) == 2


@pytest.mark.parametrize("rules", load.rules_ids())
def test_reserve_cards_change_no_coup_under_any_rules(rules: str) -> None:
    for cells in shuffled(Shoe.decks(8), 1, 0, 3).tolist():
        cards = list(map(card_at, cells))
        plain = deal_shoe(cards, load.rules(rules), PLAIN, 20)
        ahead = deal_shoe(cards, load.rules(rules), AHEAD, 20)
        assert len(ahead.coups) > 60
        assert hands(plain)[: len(ahead.coups)] == hands(ahead)


WAYS = {
    **{name: procedure(name) for name in stems("procedures")},
    "reserve, two more, burn unseen": replace(AHEAD, burn=5, cut_card=(18, 200), extra_coups=2),
    "card by card, two more": replace(PLAIN, cut_card=(18, 19), extra_coups=2),
}


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize(
    ("rules", "cards"), [("punto-banco", "8 decks"), ("player-first-7", "A=30 3=90 5=50 6=70 K=99")]
)
def test_shoes_dealt_one_by_one_equal_those_of_a_sweep(name: str, rules: str, cards: str) -> None:
    """The number of coups is the same, and so are the unseen cards before each."""
    shoe, bet = Shoe.parse(cards), load.bet("player-suited-pair" if cards == "8 decks" else "banker-pair")
    work = Work(load.rules(rules), (bet,), shoe, WAYS[name], seed=2**70 + 5)
    lengths, unseen = coups(work, 3, 7)
    swept = [part.tolist() for part in np.split(unseen, np.cumsum(lengths)[:-1])]
    asked = dealing("standard", shoe, rules=rules, procedure=WAYS[name], seed=2**70 + 5)
    for number, dealt in asked.dealt(4, 4):
        seen = [card for card in dealt.burned_as_seen if card is not None]
        before = []
        for found in dealt.coups:
            before.append(list(shoe.without(seen).counts))
            seen += found.cards
        assert before == swept[number - 4]
