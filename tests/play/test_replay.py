"""Recorded shoes replayed: no fair record has a fault, and no alteration that matters is missed."""

import json
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import analyzer as ba
from analyzer import records
from analyzer.catalog import load
from analyzer.catalog.procedures import procedure
from analyzer.cli.main import main
from analyzer.game.cards import Card, card_at
from analyzer.game.coup import Coup, deal
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.record import Outcome, Read, RecordedCoup, RecordedShoe, Stake, Unread
from analyzer.play.replay.drawing import cards_taken
from analyzer.play.replay.replay import replay
from analyzer.play.replay.replayed import ReplayedShoe
from analyzer.play.replay.shoe_checks import burned_by, cards_burned
from analyzer.text import message

DECKS = 2
PROCEDURES = {
    **{id: procedure(id) for id in ("cut-14", "cut-card-coup-last", "to-the-end")},
    **{id: procedure(id) for id in ("random-cut-card", "reserve-cards")},
    "reserve-cards-14": replace(procedure("reserve-cards"), cut_card=14, extra_coups=1),
    "ten-burned": replace(procedure("jacobson"), burn=10),
}
PAID = {
    "player": {"player": Fraction(1), "banker": Fraction(-1), "tie": Fraction(0)},
    "banker/commission-5": {"player": Fraction(-1), "banker": Fraction(19, 20), "tie": Fraction(0)},
    "tie/8": {"player": Fraction(-1), "banker": Fraction(-1), "tie": Fraction(8)},
}
"""The gain of one unit by winner, written out independently."""


# The oracle: a table that deals from cards in order, one by one


def fair(rules: Rules, how: Procedure, random: Random) -> RecordedShoe:
    """A shoe dealt fairly and recorded with everything that a record can say."""
    cards = [card_at(index) for index in range(52)] * DECKS
    random.shuffle(cards)
    many = how.burn if isinstance(how.burn, int) else 1 + (cards[0].points or 10)
    depth = random.randint(*how.depths)
    at, coups, after = many, [], None
    while after is None or after < how.extra_coups:
        coup, used = dealt(rules, cards[at:])
        gone = at + rules.cards_from_shoe if how.reserve else at + used
        at += used
        after = after + 1 if after is not None else 0 if len(cards) - gone < depth else None
        coups.append(written(len(coups) + 1, coup, cut=after == 0 and not any(c.cut for c in coups)))
        coups[-1] = replace(coups[-1], stakes=tuple(stakes(coup, random)))
    return RecordedShoe("1", tuple(coups), burned=(cards[0], *[None] * (many - 1)))


def dealt(rules: Rules, cards: Sequence[Card]) -> tuple[Coup, int]:
    """The coup at the beginning of the cards, and how many of them it takes."""
    rest = iter(cards)
    coup = deal(rules, rest)
    return coup, len(cards) - len(list(rest))


def written(number: int, coup: Coup, *, cut: bool = False) -> RecordedCoup:
    outcome = Outcome.of(coup)
    return RecordedCoup(
        number,
        f"line {number}",
        coup.player,
        coup.banker,
        None,
        coup.player_total,
        coup.banker_total,
        coup.winner,
        outcome.player_pair,
        outcome.banker_pair,
        outcome.natural,
        cut,
    )


def stakes(coup: Coup, random: Random) -> Iterator[Stake]:
    for bet in random.sample(sorted(PAID), 2):
        amount = Fraction(random.randrange(1, 200), 4)
        yield Stake(bet, amount, net=amount * PAID[bet][coup.winner])


def valid(record: RecordedShoe, rules: Rules, how: Procedure) -> bool:
    """Whether a record can come from a table, decided by dealing every coup of it once more."""
    first = record.burned[0] if record.burned else None
    many = how.burn if isinstance(how.burn, int) else 1 + (first.points or 10) if first else -1
    if many != len(record.burned or ()):
        return False
    gone, pulled, out = many, [], Counter(filter(None, record.burned or ()))
    for number, coup in enumerate(record.coups, 1):
        off = in_order(coup, rules)
        if coup.number != number or off is None:
            return False
        if rules.player_first:  # its suit is not given
            coup = replace(coup, player=(bare((coup.player or ())[0]), *(coup.player or ())[1:]))
        again, used = dealt(rules, [*off, *[Card(1)] * 6])
        if used != len(off) or replace(written(number, again), where=coup.where) != replace(
            coup, cut=False, stakes=()
        ):
            return False
        if any(stake.net != stake.amount * PAID[stake.bet][again.winner] for stake in coup.stakes):
            return False
        pulled.append(gone + rules.cards_from_shoe if how.reserve else gone + used)
        gone, out = gone + used, out + Counter(off)
    return max(out.values()) <= DECKS and ended(record, pulled, how)


def bare(card: Read) -> Read:
    return card and Card(card.rank)


def ended(record: RecordedShoe, pulled: Sequence[int], how: Procedure) -> bool:
    """Whether a cut card within its range can show where the record has it, and the shoe ends in time."""
    marked = [number for number, coup in enumerate(record.coups, 1) if coup.cut]
    least, most = how.depths
    for depth in range(least, most + 1):
        shown = [number for number, gone in enumerate(pulled, 1) if 52 * DECKS - gone < depth][:1]
        if marked in ([], shown) and (not shown or len(pulled) <= shown[0] + how.extra_coups):
            return True
    return False


def in_order(coup: RecordedCoup, rules: Rules) -> list[Card] | None:
    """The cards of two hands in the order drawn; None if they are not two hands."""
    player, banker = coup.player or (), coup.banker or ()
    if not (len(player) in (2, 3) and len(banker) in (2, 3)):
        return None
    off = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
    return [card for card in (off[1:] if rules.player_first else off) if card is not None]


# Alterations


def another_card(shoe: RecordedShoe, random: Random) -> RecordedShoe:
    place, coup = picked(shoe, random)
    hand = random.choice(("player", "banker"))
    cards = list(getattr(coup, hand))
    cards[random.randrange(len(cards))] = card_at(random.randrange(52))
    return put(shoe, place, replace(coup, **{hand: tuple(cards)}))


def a_card_less(shoe: RecordedShoe, random: Random) -> RecordedShoe:
    place, coup = picked(shoe, random)
    hand = random.choice(("player", "banker"))
    return put(shoe, place, replace(coup, **{hand: getattr(coup, hand)[:-1]}))


def a_card_more(shoe: RecordedShoe, random: Random) -> RecordedShoe:
    place, coup = picked(shoe, random)
    hand = random.choice(("player", "banker"))
    cards = (*getattr(coup, hand), card_at(random.randrange(52)))
    return put(shoe, place, replace(coup, **{hand: cards}))


def third_cards_exchanged(shoe: RecordedShoe, random: Random) -> RecordedShoe:
    place, coup = picked(shoe, random)
    own, theirs = coup.player or (), coup.banker or ()
    return put(shoe, place, replace(coup, player=own[:2] + theirs[2:], banker=theirs[:2] + own[2:]))


def another_total(shoe: RecordedShoe, random: Random) -> RecordedShoe:
    place, coup = picked(shoe, random)
    return put(
        shoe, place, replace(coup, **{random.choice(("player_total", "banker_total")): random.randrange(10)})
    )


def another_winner(shoe: RecordedShoe, random: Random) -> RecordedShoe:
    place, coup = picked(shoe, random)
    return put(shoe, place, replace(coup, winner=random.choice(("player", "banker", "tie"))))


def another_flag(shoe: RecordedShoe, random: Random) -> RecordedShoe:
    place, coup = picked(shoe, random)
    flag = random.choice(("player_pair", "banker_pair", "natural"))
    return put(shoe, place, replace(coup, **{flag: random.random() < 0.5}))


def another_net(shoe: RecordedShoe, random: Random) -> RecordedShoe:
    place, coup = picked(shoe, random)
    first, *rest = coup.stakes
    nets = (first.amount, -first.amount, Fraction(0), 8 * first.amount, first.amount * Fraction(19, 20))
    return put(shoe, place, replace(coup, stakes=(replace(first, net=random.choice(nets)), *rest)))


def another_stake(shoe: RecordedShoe, random: Random) -> RecordedShoe:
    place, coup = picked(shoe, random)
    first, *rest = coup.stakes
    return put(shoe, place, replace(coup, stakes=(replace(first, bet=random.choice(sorted(PAID))), *rest)))


def another_number(shoe: RecordedShoe, random: Random) -> RecordedShoe:
    place, coup = picked(shoe, random)
    return put(shoe, place, replace(coup, number=random.randrange(1, len(shoe.coups) + 3)))


def cut_card_moved(shoe: RecordedShoe, random: Random) -> RecordedShoe:
    place, coup = picked(shoe, random)
    bare = replace(shoe, coups=tuple(replace(each, cut=False) for each in shoe.coups))
    return put(bare, place, replace(coup, cut=True))


def a_coup_more(shoe: RecordedShoe, random: Random) -> RecordedShoe:
    _, coup = picked(shoe, random)
    return replace(shoe, coups=(*shoe.coups, replace(coup, number=len(shoe.coups) + 1, cut=False)))


def a_coup_less(shoe: RecordedShoe, random: Random) -> RecordedShoe:
    place, _ = picked(shoe, random)
    return replace(shoe, coups=shoe.coups[:place] + shoe.coups[place + 1 :])


def another_burn(shoe: RecordedShoe, random: Random) -> RecordedShoe:
    burned: list[Read] = list(shoe.burned or ())
    if random.random() < 0.5 and burned:
        return replace(shoe, burned=tuple(burned[:-1]))
    return replace(shoe, burned=(card_at(random.randrange(52)), *burned[1:]))


ALTERATIONS: Sequence[Callable[[RecordedShoe, Random], RecordedShoe]] = (
    another_card,
    a_card_less,
    a_card_more,
    third_cards_exchanged,
    another_total,
    another_winner,
    another_flag,
    another_net,
    another_stake,
    another_number,
    cut_card_moved,
    a_coup_more,
    a_coup_less,
    another_burn,
)


def picked(shoe: RecordedShoe, random: Random) -> tuple[int, RecordedCoup]:
    place = random.randrange(len(shoe.coups))
    return place, shoe.coups[place]


def put(shoe: RecordedShoe, place: int, coup: RecordedCoup) -> RecordedShoe:
    return replace(shoe, coups=(*shoe.coups[:place], coup, *shoe.coups[place + 1 :]))


def again(record: RecordedShoe, rules: Rules, how: Procedure | None = None) -> ReplayedShoe:
    [found] = ba.replay(record, rules=rules, shoe=DECKS, procedure=how).shoes
    return found.shoe


def kinds(found: ReplayedShoe) -> list[str]:
    return [fault.kind for fault in found.all_faults]


@pytest.mark.parametrize("id", load.rules_ids())
@pytest.mark.parametrize("how", PROCEDURES)
def test_a_fair_record_has_no_fault_and_says_what_was_dealt(id: str, how: str) -> None:
    rules, known = load.rules(id), PROCEDURES[how]
    record = fair(rules, known, Random(f"{id} {how}"))
    found = again(record, rules, known)
    assert [str(fault.message) for fault in found.all_faults] == []
    assert [(c.coup.player, c.coup.banker) for c in found.coups if c.coup] == [
        (coup.player, coup.banker) for coup in record.coups
    ]
    assert valid(record, rules, known)


@pytest.mark.parametrize("alter", ALTERATIONS, ids=lambda alter: str(alter.__name__))
def test_alterations_that_matter_are_faults_and_others_are_not(alter: Callable[..., RecordedShoe]) -> None:
    random = Random(alter.__name__)
    mattered = 0
    for id in (*random.sample(load.rules_ids(), 3), "player-first-7"):
        rules, known = load.rules(id), PROCEDURES[random.choice(list(PROCEDURES))]
        record = fair(rules, known, random)
        for _ in range(8):
            altered = alter(record, random)
            matters = not valid(altered, rules, known)
            mattered += matters
            assert bool(kinds(again(altered, rules, known))) == matters, altered
    assert mattered > 8


@pytest.mark.parametrize("alter", [another_card, another_winner, another_flag, another_total, another_net])
def test_cards_in_the_order_drawn_are_judged_like_hands(alter: Callable[..., RecordedShoe]) -> None:
    random = Random(f"drawn {alter.__name__}")
    for id in random.sample(load.rules_ids(), 3):
        rules, known = load.rules(id), procedure("cut-14")
        record = fair(rules, known, random)
        for altered in (record, *(alter(record, random) for _ in range(6))):
            drawn = tuple(
                replace(coup, player=None, banker=None, drawn=tuple(in_order(coup, rules) or ()))
                for coup in altered.coups
            )
            matters = not valid(altered, rules, known)
            assert bool(kinds(again(replace(altered, coups=drawn), rules, known))) == matters


def test_recorded_hands_are_checked_against_the_cards_drawn() -> None:
    cards = tuple(map(Card.parse, ("9c", "Kh", "9d", "2c")))
    coup = RecordedCoup(1, "", (Card(9), None), (cards[1], cards[3]), cards)
    rules, full = load.rules("punto-banco"), Shoe.decks(8)
    assert kinds(replay(RecordedShoe("1", (coup,)), rules, full)) == []
    [fault] = replay(RecordedShoe("1", (replace(coup, banker=(cards[3], cards[1])),)), rules, full).all_faults
    assert (
        str(fault.message) == "coup 1: Banker's hand is recorded as 2c Kh, but the cards drawn make it Kh 2c"
    )


@pytest.mark.parametrize(("told", "drawn", "same"), [("9c", "9", 1), ("9", "9c", 1), ("9c", "9d", 0)])
def test_a_suit_known_on_one_side_only_is_not_a_fault(told: str, drawn: str, same: bool) -> None:
    one, other, *rest = map(Card.parse, (told, drawn, "Kh", "9s", "2c"))
    coup = RecordedCoup(1, "", (one, rest[1]), (rest[0], rest[2]), (other, *rest))
    found = replay(RecordedShoe("1", (coup,)), load.rules("punto-banco"), Shoe.decks(8))
    assert kinds(found) == ([] if same else ["hands"])


def test_reserve_cards_make_the_cut_card_show_sooner() -> None:
    hands = ("9c,9d Kh,2c", "9s,9h Ks,2h", "8s,Kd Js,2s")
    coups = [
        RecordedCoup(
            number, player=ba.Dealt.parse(f"P:{own}").player, banker=ba.Dealt.parse(f"B:{theirs}").banker
        )
        for number, (own, theirs) in enumerate((hand.split() for hand in hands), 1)
    ]
    record = RecordedShoe("1", tuple(coups), burned=(Card(1, 0), None))
    how = replace(PROCEDURES["cut-card-coup-last"], cut_card=45)
    found = replay(record, load.rules("punto-banco"), Shoe.decks(1), procedure=how)
    assert kinds(found) == ["after-cut-card"]
    found = replay(record, load.rules("punto-banco"), Shoe.decks(1), procedure=replace(how, reserve=True))
    assert kinds(found) == ["after-cut-card"] * 2


def test_a_coup_after_a_recorded_cut_card_is_a_single_fault() -> None:
    hand = ba.Dealt.parse("P:9c,9d").player
    coups = tuple(
        RecordedCoup(number, player=hand, banker=ba.Dealt.parse("B:Kh,2c").banker, cut=number == 1)
        for number in (1, 2)
    )
    how = replace(PROCEDURES["cut-card-coup-last"], cut_card=412)
    found = replay(RecordedShoe("1", coups), load.rules("punto-banco"), Shoe.decks(8), procedure=how)
    assert [str(fault.what) for fault in found.all_faults] == [
        "the cut card is recorded in coup 1, which is the last"
    ]


def test_an_unreadable_place_may_have_been_a_coup() -> None:
    coup = RecordedCoup(1, player=(Card(9, 0), Card(9, 1)), banker=(Card(2, 0), Card(13, 1)), cut=True)
    record = RecordedShoe("1", (coup,), burned=(Card(1, 0), None))
    how = replace(PROCEDURES["cut-card-coup-last"], cut_card=45)
    found = replay(record, load.rules("punto-banco"), Shoe.decks(1), procedure=how)
    assert kinds(found) == ["cut-card"]
    record = replace(record, unread=(Unread("line 3", "expected cards, got 'zz'"),))
    found = replay(record, load.rules("punto-banco"), Shoe.decks(1), procedure=how)
    assert kinds(found) == ["unread"]


def test_the_reason_why_a_place_is_unreadable_stays_translatable() -> None:
    why = message("missing key {key}", key="'player'")
    record = RecordedShoe("1", (), unread=(Unread("line 3", why),))
    [fault] = replay(record, load.rules("punto-banco"), Shoe.decks(8)).all_faults
    assert dict(fault.what.values) == {"why": why}
    assert str(fault.message) == "line 3: this could not be read: missing key 'player'"


# Cards without suits, and unreadable ones


def deck_holds(cards: Sequence[Card], decks: int) -> bool:
    """Whether this many decks contain the cards, some without a suit, decided by trying suits."""
    slots: dict[tuple[int, int, int], int] = {}

    def placed(place: int, tried: set[tuple[int, int, int]]) -> bool:
        card = cards[place]
        for suit in range(4) if card.suit is None else (card.suit,):
            for copy in range(decks):
                slot = (card.rank, suit, copy)
                if slot not in tried:
                    tried.add(slot)
                    if slot not in slots or placed(slots[slot], tried):
                        slots[slot] = place
                        return True
        return False

    return all(placed(place, set()) for place in range(len(cards)))


@pytest.mark.parametrize("bare", [0.1, 0.5, 0.9, 1])
def test_an_impossible_card_is_found_whatever_suits_are_known(bare: float) -> None:
    random = Random(f"bare {bare}")
    rules, full = load.rules("punto-banco"), Shoe.decks(1)
    seen = set()
    for _ in range(150):
        cards = [
            Card(random.choice((1, 2, 3)), None if random.random() < bare else random.randrange(4))
            for _ in range(random.randrange(4, 16))
        ]
        coups, at = [], 0
        while at + 6 <= len(cards):
            used = dealt(rules, cards[at:])[1]
            coups.append(RecordedCoup(len(coups) + 1, drawn=tuple(cards[at : at + used])))
            at += used
        found = replay(RecordedShoe("1", tuple(coups)), rules, full)
        holds = deck_holds(cards[:at], 1)
        seen.add(holds)
        assert ("no-such-card" in kinds(found)) == (not holds), cards
    assert seen == {True, False}


def test_unreadable_cards_cause_no_other_fault() -> None:
    random = Random("?")
    for id in load.rules_ids():
        rules, known = load.rules(id), procedure("cut-14")
        record = fair(rules, known, random)
        for lost in (1, 2, 4):
            place, coup = picked(record, random)
            hands = [*(coup.player or ()), *(coup.banker or ())]
            for gone in random.sample(range(len(hands)), lost):
                hands[gone] = None
            half = len(coup.player or ())
            blurred = replace(coup, player=tuple(hands[:half]), banker=tuple(hands[half:]))
            found = again(put(record, place, blurred), rules, known)
            assert kinds(found) == ["unreadable"] * lost
            assert found.coups[place].coup is None


@pytest.mark.parametrize(
    "alter", [another_card, another_winner, another_total, another_flag, a_card_more, a_card_less]
)
def test_faults_that_no_reading_of_a_card_can_remove_are_found(alter: Callable[..., RecordedShoe]) -> None:
    random = Random(f"whatever {alter.__name__}")
    rules, known = load.rules("punto-banco"), procedure("to-the-end")
    record = fair(rules, known, random)
    told = set()
    for _ in range(12):
        place, _ = picked(record, random)
        coup = alter(RecordedShoe("1", record.coups[place : place + 1]), random).coups[0]
        cards = list(coup.player or ())
        lost = random.randrange(len(cards))
        every = [(*cards[:lost], card_at(index), *cards[lost + 1 :]) for index in range(52)]
        alone = [replace(coup, number=1, cut=False, stakes=(), player=hand) for hand in every]
        can_be = any(not kinds(again(RecordedShoe("1", (each,)), rules)) for each in alone)
        blurred = replace(alone[0], player=(*cards[:lost], None, *cards[lost + 1 :]))
        found = kinds(again(RecordedShoe("1", (blurred,)), rules))
        told.add(can_be)
        assert "unreadable" in found
        assert (len(found) == 1) == can_be, blurred
    assert False in told


# Cards alone


def test_a_stream_is_split_into_the_coups_that_were_dealt() -> None:
    random = Random("stream")
    for id in load.rules_ids():
        rules = load.rules(id)
        record = fair(rules, procedure("cut-14"), random)
        cards = [tuple(in_order(coup, rules) or ()) for coup in record.coups]
        stream = RecordedShoe("1", stream=tuple(chain.from_iterable(cards)))
        found = again(stream, rules)
        assert kinds(found) == []
        assert [coup.recorded.drawn for coup in found.coups] == cards
        assert [coup.coup.player for coup in found.coups if coup.coup] == [
            coup.player for coup in record.coups
        ]
        cut = again(replace(stream, stream=stream.stream[:-1]), rules)
        assert kinds(cut) == ["ends-inside"]
        assert cut.coups[-1].coup is None


@pytest.mark.parametrize("id", ["punto-banco", "naturals-do-not-end", "player-first-7"])
def test_the_number_of_cards_of_a_coup_is_certain_exactly_if_every_reading_agrees(id: str) -> None:
    random = Random(id)
    rules = load.rules(id)
    for _ in range(25):
        cards: list[Read] = [Card(random.randrange(1, 14)) for _ in range(rules.cards_from_shoe)]
        for lost in random.sample(range(len(cards)), random.randrange(1, 3)):
            cards[lost] = None
        every = [dealt(rules, guess)[1] for guess in filled(cards)]
        assert cards_taken(rules, cards) == (min(every), max(every))


def filled(cards: Sequence[Read]) -> Iterator[list[Card]]:
    """The cards with every unreadable card replaced by each of the ten point values."""
    if None not in cards:
        yield [card for card in cards if card is not None]
        return
    lost = list(cards).index(None)
    for points in range(10):
        yield from filled([*cards[:lost], Card(points or 10), *cards[lost + 1 :]])


# The odds before each coup


def test_the_odds_before_a_coup_are_those_of_the_unseen_cards() -> None:
    record = fair(load.rules("punto-banco"), procedure("cut-14"), Random("odds"))
    place, coup = 3, record.coups[3]
    blurred = put(record, place, replace(coup, player=((coup.player or ())[0], None)))
    bets = ["player", "banker", "tie", "player-pair", "lucky-6"]
    [found] = ba.replay(blurred, shoe=DECKS, bets=bets, odds=True).shoes
    left = Shoe.decks(DECKS).without(filter(None, blurred.burned or ()))
    assert found.odds is not None
    for each, values in zip(blurred.coups, found.odds, strict=True):
        report = ba.odds("standard", left, bets=bets)
        assert values is not None
        assert [value.ways for value in values] == [report[bet].ways for bet in bets]
        left = left.without(filter(None, (*(each.player or ()), *(each.banker or ()))))


def test_the_last_odds_need_as_many_cards_as_a_coup_can_take() -> None:
    cards = tuple(map(Card.parse, ("9c", "Kh", "9d", "2c")))
    coups = tuple(RecordedCoup(number, drawn=cards) for number in (1, 2, 3))
    shoe = Shoe.parse("9c=2 Kh=2 9d=2 2c=2 As=1 3s=1")
    [found] = ba.replay(RecordedShoe("1", coups), shoe=shoe, bets=["player"], odds=True).shoes
    assert [values and sum(values[0].ways.values()) for values in found.odds or ()] == [151200, 720, None]
    [found] = ba.replay(RecordedShoe("1", coups[:1]), shoe="9c=1 Kh=1 9d=1 2c=1", odds=True).shoes
    assert found.odds == (None,)


def test_there_are_no_odds_after_an_impossible_card() -> None:
    coup = RecordedCoup(1, player=(Card(9, 3), Card(9, 3)), banker=(Card(13, 0), Card(13, 1)))
    record = RecordedShoe(
        "1", tuple(replace(coup, number=number) for number in range(1, 4)), settings={"decks": "4"}
    )
    [found] = ba.replay(record, odds=True).shoes
    assert [fault.kind for fault in found.shoe.all_faults] == ["no-such-card"] * 2
    assert [values is None for values in found.odds or ()] == [False, False, False]
    [found] = ba.replay(replace(record, settings={"decks": "3"}), odds=True).shoes
    assert [values is None for values in found.odds or ()] == [False, False, True]


# The sentences, and the command


HEAD = "decks: 8\nprocedure: cut-14\nburn: 7h ? ? ? ? ? ? ?\n"
SAID = {
    "in order": ("P:9c,5d,3h B:Kh,2c,4d 7-6 P banker=10:-10 player=5:5", []),
    "banker drew": (
        "P:2,3,8 B:5,K,4 3-9 B",
        [
            "coup 1 (line 4): Banker's third card should not have been drawn: "
            "Banker stands on 5 when Player's third card counts 8",
            "coup 1 (line 4): Banker's total is recorded as 9 but is 5",
        ],
    ),
    "player drew": (
        "P:2,4,8 B:5,K,4 T",
        [
            "coup 1 (line 4): Player's third card should not have been drawn: Player stands on 6",
            "coup 1 (line 4): the result is recorded as Tie but is Player",
        ],
    ),
    "player did not draw": (
        "P:2,3 B:K,7 B",
        ["coup 1 (line 4): Player's third card is missing: Player draws on 5"],
    ),
    "banker did not draw": (
        "D:9c,Kh,5d,2c,3h",
        [
            "coup 1 (line 4): Banker's third card is missing: "
            "Banker draws on 2 when Player's third card counts 3"
        ],
    ),
    "too many cards": (
        "D:9c,Kh,9d,2c,3h",
        ["coup 1 (line 4): 5 cards are recorded, but the coup takes 4: Player's natural 8 ends the coup"],
    ),
    "too few": ("D:9c,Kh", ["coup 1 (line 4): Player's second card is missing"]),
    "flags": (
        "P:4,4 B:K,K Bb",
        [
            "coup 1 (line 4): the result is recorded as Banker but is Player",
            "coup 1 (line 4): Player's first two cards are a pair but are not recorded as one",
            "coup 1 (line 4): a hand has a natural, but none is recorded",
        ],
    ),
    "a card in the other hand": (
        "P:Jh,4s B:Kh,6c,Ts\nP:4h,2h,4d B:4c,8c",
        [
            "coup 1 (line 4): Player's third card is recorded in the other hand, as Ts: Player draws on 4",
            "coup 2 (line 5): Player's third card should not have been drawn: Player stands on 6",
            "coup 2 (line 5): Banker's third card is recorded in the other hand, as 4d: Banker draws on 2 "
            "when Player stands",
        ],
    ),
    "payout": (
        "P:9c,9d B:Kh,2c P player=5:9/2 anna@tie=1/3:-1 nonesuch=1:1",
        [
            "coup 1 (line 4): unknown bet 'nonesuch' in variant 'standard'; see baccarat list bets, or name "
            "the file that has it with bet_files=...",
            "coup 1 (line 4): the net of the stake of 5 on Player is recorded as 9/2 but is 5",
            "coup 1 (line 4): anna: the net of the stake of 1/3 on Tie is recorded as -1 but is -1/3",
        ],
    ),
    "ninth": (
        "\n".join(["P:9c,9c B:9c,9c 8-8"] * 2 + ["P:Kh,9c B:Ks,7c 9-7"]),
        [
            "coup 3 (line 6): Player's second card cannot be 9c: it would be number 9 of its kind, "
            "and the shoe has only 8"
        ],
    ),
    "unreadable": (
        "P:9c,? B:Kh,2c",
        ["coup 1 (line 4): Player's second card could not be read; scan it again and replace ? with it"],
    ),
    "whatever it is": (
        "P:9c,9d B:Kh,?,3c",
        [
            "coup 1 (line 4): Banker's second card could not be read; scan it again and replace ? with it",
            "coup 1 (line 4): Banker's third card should not have been drawn: "
            "Player's natural 8 ends the coup",
        ],
    ),
    "numbers": (
        "P:9c,9d B:Kh,2c\n4. P:9c,9d B:Kh,2c\n4. P:9c,9h B:Kh,2c\n2. P:9h,9d B:Kh,2c",
        [
            "coup 4 (line 5): coups 2 to 3 are missing before it",
            "coup 4 (line 6): coup 4 is already recorded; coup 5 is expected",
            "coup 2 (line 7): it follows coup 4, so coup 5 is expected",
        ],
    ),
    "cancelled": (
        "cancelled player=5:-5 banker=2:0\nP:9c,9d B:Kh,2c cancelled",
        [
            "coup 1 (line 4): the net of the stake of 5 on Player is recorded as -5, but the stake is "
            "refunded",
            "coup 2 (line 5): it is recorded as cancelled before its first card but has cards",
        ],
    ),
    "interrupted": (
        "P:9c,9d B:Kh,2c interrupted\nP:9c,5d B:Kh,2c interrupted\ninterrupted",
        [
            "coup 2 (line 5): it was interrupted and never completed: Player's third card is missing: "
            "Player draws on 4",
            "coup 3 (line 6): it was interrupted and never completed: it has no cards and no result",
        ],
    ),
    "completed without its cards": (
        # Five each so far, but not a Tie: with a result, the coup must have been completed.
        "P:2h,3d B:Th,5c interrupted B 5-6\nP:2h,3d,8s B:Th,5c interrupted P",
        [
            "coup 1 (line 4): Player's third card is missing: Player draws on 5",
            "coup 2 (line 5): the result is recorded as Player but is Banker",
        ],
    ),
    "cut card": (
        "P:9c,9d B:Kh,2c cut",
        [
            "coup 1 (line 4): the cut card is recorded here but cannot have shown yet: at least 404 cards "
            "are left, and at most 14 are behind it"
        ],
    ),
    "results": (
        "B\nPn 9-8\nBpn 4-8\nTp 3-4",
        ["coup 4 (line 7): no coup under these rules can have the recorded totals, result and flags"],
    ),
}


@pytest.mark.parametrize("name", SAID)
def test_the_sentence_of_each_fault(name: str) -> None:
    text, sentences = SAID[name]
    found = ba.replay(records.read_text(HEAD + text))
    assert [str(fault.message) for each in found.shoes for fault in each.shoe.all_faults] == sentences


def test_a_first_card_burns_one_more_card_per_point_and_ten_for_a_face() -> None:
    how = procedure("cut-14")
    assert {rank: burned_by(how, Card(rank)) for rank in (1, 9, 10, 13)} == {
        1: (2, 2),
        9: (10, 10),
        10: (11, 11),
        13: (11, 11),
    }
    # An unknown first card may be any of these, and without a procedure there may be no burn.
    assert [burned_by(how, None), cards_burned(None, how), cards_burned(None, None)] == [
        (2, 11),
        (2, 11),
        (0, 11),
    ]


SHOES = {
    "burn": (
        "procedure: cut-14\nburn: 7h ? ? ? ? ?\nP:9c,9d B:Kh,2c",
        ["the first burned card, 7h, requires 7 more, but 5 are recorded"],
    ),
    "fixed burn": ("burn: ?\nP:9c,9d B:Kh,2c", []),
    "stream": (
        "decks: 8\n9c Kh 9d 2c 5c Kh 5d",
        ["coup 2 (cards 5 to 7): the cards end before it is complete: Banker's second card is missing"],
    ),
    "no way to go on": (
        "decks: 8\n9c Kh 9d 2c 5c Kh ? 3c 2h 9d 8d",
        [
            "coup 2 has 4 to 6 cards, depending on a card that could not be read; the last 7 cards, from its "
            "first card on, are not replayed"
        ],
    ),
    "after the cut card": (
        "P:9c,9d B:Kh,2c cut\nP:9c,9d B:Kh,2c",
        [
            "coup 2 (line 2): the cut card is recorded in coup 1, which is the last unless a procedure says "
            "otherwise"
        ],
    ),
    "first card given": (
        "rules: player-first-7\nP:7c,Kd B:Kh,7c T\nP:8c,Kd B:Kh,7d P",
        ["coup 2 (line 3): Player's first card is 8c, but under these rules it is 7"],
    ),
    "just before the cut card": (
        "decks: 1\nprocedure: cut-14\ncut-card: 46\nburn: As ?\nP:9c,9d B:Kh,2c cut\nP:9s,9h B:Ks,2h",
        [
            "coup 1 (line 5): the cut card is recorded here but cannot have shown yet: at least 46 cards are "
            "left, and at most 46 are behind it"
        ],
    ),
    "unrecorded cards": (
        "decks: 1\nprocedure: cut-14\ncut-card: 41\nburn: As ?\n1. P:9c,9d B:Kh,2c\n3. P:9s,9h B:Ks,2h cut",
        ["coup 3 (line 6): coup 2 is missing before it"],
    ),
    "unreadable cards": (
        "decks: 1\nprocedure: cut-14\ncut-card: 41\nburn: As ?\nP:9c,zz B:Kh,2c\n2. P:9s,9h B:Ks,2h cut",
        [
            "coup 1 (line 5): this could not be read: expected cards such as 9c, Th or K, or ? for an "
            "unreadable one, got 'zz'"
        ],
    ),
    "a coup written twice": (
        "decks: 1\nP:8c,Ks B:7h,4h\n2. P:9c,9d B:Kh,2c\n2. P:9c,9d B:Kh,2c",
        ["coup 2 (line 4): coup 2 is already recorded; coup 3 is expected"],
    ),
    "the first coup written twice": (
        "decks: 1\n1. P:9c,9d B:Kh,2c\n1. P:9c,9d B:Kh,2c\n2. P:8c,Ks B:7h,4h",
        ["coup 1 (line 3): coup 1 is already recorded; coup 2 is expected"],
    ),
    "after a cut card without a procedure": (
        "decks: 1\ncut-card: 50\nP:9c,9d B:Kh,2c\nP:8c,Ks B:Kd,3c",
        [
            "coup 2 (line 4): the cut card must have shown by coup 1, which is the last unless a procedure "
            "says otherwise"
        ],
    ),
    "after the cut card of an unknown procedure": (
        "decks: 1\ncut-card: 50\nprocedure: own\nP:9c,9d B:Kh,2c\nP:8c,Ks B:Kd,3c",
        [],
    ),
    "a cut card that reserve cards may have brought sooner": (
        "decks: 1\ncut-card: 45\nburn: As ?\nP:9c,9d B:Kh,2c cut",
        [],
    ),
    "a cut card within a range": ("decks: 1\ncut-card: 44..46\nburn: As ?\nP:9c,9d B:Kh,2c cut", []),
    "a cut card that no reserve cards can have brought": (
        "decks: 1\ncut-card: 44\nburn: As ?\nP:9c,9d B:Kh,2c cut",
        [
            "coup 1 (line 4): the cut card is recorded here but cannot have shown yet: at least 44 cards are "
            "left, and at most 44 are behind it"
        ],
    ),
    "after the cut card of a procedure": (
        "decks: 1\ncut-card: 50\nprocedure: cut-14\nburn: As ?\n"
        + "P:9c,9d B:Kh,2c\nP:8c,Ks B:Kd,3c\nP:Tc,8d B:Kc,4c",
        ["coup 3 (line 7): the cut card must have shown by coup 1, so only 1 coup may follow"],
    ),
}


@pytest.mark.parametrize("name", SHOES)
def test_the_sentences_about_a_shoe(name: str) -> None:
    text, sentences = SHOES[name]
    found = ba.replay(records.read_text(text))
    assert [str(fault.message) for each in found.shoes for fault in each.shoe.all_faults] == sentences


Run = tuple[int, str, str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Callable[[str, str], Run]:
    """Runs `baccarat replay` on a record."""

    def go(text: str, options: str = "") -> Run:
        path = tmp_path / "shoe.txt"
        path.write_text(text, "utf-8")
        status = main(["replay", str(path), *shlex.split(options)])
        return status, *capsys.readouterr()

    return go


def test_the_document_states_what_the_record_should_have_said(run: Callable[[str, str], Run]) -> None:
    text = f"{HEAD}P:2,3,8 B:5,K,4 3-9 B\nD:9c,Kh,9d,2c P\nP:9c,? B:Kh,2c"
    status, out, _ = run(text, "--format json --odds")
    document = json.loads(out)
    assert (status, document["faults"], document["record_faults"]) == (1, 3, [])
    first, second, third = document["coups"]
    assert list(first)[:6] == ["coup", "cards", "player_total", "banker_total", "winner", "faults"]
    assert [first[key] for key in ("coup", "cards", "player_total", "banker_total", "winner")] == [
        1, ["2", "5", "3", "K", "8"], 3, 5, "banker",
    ]  # fmt: skip
    assert len(first["faults"]) == 2
    assert (second["faults"], second["cards"], second["winner"]) == ([], ["9c", "Kh", "9d", "2c"], "player")
    assert (third["cards"], third["player_total"], third["winner"]) == (None, None, None)
    before = ba.odds("standard", ba.Shoe.decks(8).without("7h 2 3 8 5 K 4"))["tie"]
    assert second["odds"]["tie"]["ev"] == str(before.ev)


COUP = {"coup": 2, "cards": ["Ac", "Ad", "8d", "5c"], "player": ["Ac", "8d"], "banker": ["Ad", "5c"]}
RECORD = RecordedShoe(
    "1",
    (
        written(1, Coup((Card(9, 3), Card(5, 2), Card(3, 1)), (Card(13, 1), Card(2, 3), Card(1, 0)))),
        RecordedCoup(
            2, drawn=(Card(8, 3), None, Card(1, 2), Card(2, 3)), stakes=(Stake("tie", Fraction(5)),)
        ),
    ),
    burned=(Card(7, 1), None),
    settings={"decks": "8"},
)
SPOILT = {
    "winner": (
        {"winner": "tie"},
        ["the result is recorded as Tie but is Player", "the same winner everywhere"],
    ),
    "outcome": ({"outcome": "B"}, ["the same winner everywhere"]),
    "no winner": ({"winner": "X"}, ["expected a winner such as banker, P or Tbn, got 'X'"]),
    "cards": (
        {"cards": ["Ac", "Ad", "8d", "5s"]},
        ["Banker's hand is recorded as Ad 5c, but the cards drawn make it Ad 5s"],
    ),
    "player": (
        {"player": ["As", "8d"]},
        ["Player's hand is recorded as As 8d, but the cards drawn make it Ac 8d"],
    ),
    "exchanged": (
        {"player": ["Ad", "8d"], "banker": ["Ac", "5c"]},
        ["Player's hand is recorded as Ad 8d", "Banker's hand is recorded as Ac 5c"],
    ),
    "no card": ({"cards": ["Ac", "Zz", "8d", "5c"]}, ["expected cards such as 9c, Th or K"]),
    "number": ({"coup": 7}, ["coups 2 to 6 are missing before it"]),
    "no number": ({"coup": "two"}, ["expected a whole number, got 'two'"]),
    "stakes": ({"stakes": {"tie": "x"}}, ["expected a stake such as 10, 9.50 or 19/2, got 'x'"]),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_fault_inside_a_coup_is_reported_for_that_coup_only(name: str) -> None:
    spoilt, sentences = SPOILT[name]
    others = [{"coup": n, "player": ["9c", "Td"], "banker": ["Kh", "2c"], "outcome": "Pn"} for n in (1, 3)]
    coup = {**COUP, "winner": "player", "outcome": "Pn", **spoilt}
    [found] = ba.replay(records.read_text(json.dumps({"coups": [others[0], coup, others[1]]}))).shoes
    faults = [[str(fault.what) for fault in each.faults] for each in found.shoe.coups]
    assert (len(faults), found.shoe.faults, faults[0], faults[2]) == (3, (), [], [])
    assert [said in fault for said, fault in zip(sentences, faults[1], strict=True)] == [True] * len(
        sentences
    )


def test_the_exit_status_shows_whether_there_is_a_fault(run: Callable[[str, str], Run]) -> None:
    assert run("P:9c,9d B:Kh,2c P", "")[0] == 0
    assert run("P:9c,9d B:Kh,2c B", "")[0] == 1
    assert run("P:9c,9d B:Kh,2c P\nP:9c,zz B:Kh,2c P", "")[0] == 1
    status, _, remark = run("B\nP\nT", "")
    assert (status, remark) == (
        0,
        "no coup could be dealt again: the record has no cards, or none that decide a coup\n",
    )
    status, out, remark = run("procedure: nonesuch\nP:9c,9d B:Kh,2c P", "")
    assert (status, out, remark[:49]) == (2, "", "baccarat: shoe '1': unknown procedure 'nonesuch';")


@pytest.mark.parametrize("form", ["text", "md", "csv", "json"])
def test_the_output_of_deal_is_a_record_without_a_fault(
    form: str, capsys: pytest.CaptureFixture[str], run: Callable[[str, str], Run]
) -> None:
    main(["deal", "--decks", "1", "--seed", "7", "--procedure", "reserve-cards", "--format", form])
    page = capsys.readouterr().out
    document = json.loads(run(page, "--format json")[1])
    assert (len(document["coups"]), document["faults"], document["passed_over"]) == (2, 0, [])


def test_the_output_of_replay_is_a_record_of_the_same_coups(run: Callable[[str, str], Run]) -> None:
    _, out, _ = run("P:9c,9d B:Kh,2c P\nP:4c,3d B:Kd,8h B", "--format json")
    document = json.loads(run(out, "--format json")[1])
    hands = [(coup["player"], coup["banker"], coup["winner"]) for coup in document["coups"]]
    assert hands == [(["9c", "9d"], ["Kh", "2c"], "player"), (["4c", "3d"], ["Kd", "8h"], "banker")]
    assert document["faults"] == 0


def test_the_output_of_replay_has_the_faults_of_the_record(run: Callable[[str, str], Run]) -> None:
    _, out, _ = run(
        "P:9h,8h B:Kc,6c B 7-8\nP:2h,3d,8s B:Th,5c,4d B\nP:Ac,? B:7d,7s tie=2:1 tie=zz\n", "--format json"
    )
    first = json.loads(out)
    again = json.loads(run(out, "--format json")[1])
    assert (first["faults"], again["faults"]) == (6, 6)
    for wrong in (5, ["x", 5], {"a": 1}, None):
        first["coups"][0] |= {"fault_kinds": wrong, "faults": wrong}
        assert run(json.dumps(first | {"record_faults": wrong, "passed_over": wrong}), "")[0] == 1
    assert [coup["recorded"] for coup in again["coups"]] == [coup["recorded"] for coup in first["coups"]]


def test_a_table_printed_by_replay_is_not_a_record(run: Callable[[str, str], Run]) -> None:
    _, out, _ = run("P:9h,8h B:Kc,6c B", "--format csv")
    status, _, remark = run(out, "")
    assert status == 2
    assert (
        "got the output of replay, whose coups are as they should have been; give the record itself" in remark
    )


def test_a_record_that_may_be_several_shoes_is_reported(run: Callable[[str, str], Run]) -> None:
    nines = "P:9c,9c B:9c,9c 8-8\n" * 3
    assert "It may be several shoes" in " ".join(run(nines, "")[1].split())
    assert "It may be several shoes" not in " ".join(run("shoe: night\n" + nines, "")[1].split())


def test_other_documents_are_not_records(run: Callable[[str, str], Run]) -> None:
    status, _, remark = run('{"schema": "baccarat-settle/2", "entries": [{"coup": 1, "bet": "tie"}]}', "")
    assert status == 2
    assert "expected a record, got a document with the schema 'baccarat-settle/2'" in remark


@settings(max_examples=150, deadline=None, derandomize=True)
@given(data=st.data())
def test_any_spoilt_record_is_replayed_or_rejected_in_one_sentence(data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(("text", "csv", "jsonl", "json")))
    text = "".join(records.written([RECORD], form))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        put = data.draw(
            st.sampled_from(['"', "[", "]", "{", "}", ",", "|", "\t", "\n", "\0", "?", "9c", "P:", "0", "="])
        )
        text = text[:at] + put + text[at + data.draw(st.integers(0, 3)) :]
    try:
        found = ba.replay(records.read_text(text))
    except ba.AnalyzerError as error:
        assert "\n" not in str(error)
        return
    faults = [str(fault.message) for each in found.shoes for fault in each.shoe.all_faults]
    assert len(faults) == found.faults


def test_a_column_that_is_not_read_is_reported(run: Callable[[str, str], Run]) -> None:
    text = "coup,player,banker,who\n1,9c 9d,Kh 2c,player\n"
    status, out, _ = run(text, "")
    assert (status, "Unknown names in the record, which were not read: who" in " ".join(out.split())) == (
        0,
        True,
    )
    assert json.loads(run(text, "--format json")[1])["passed_over"] == ["who"]


def test_a_mistake_on_the_command_line_is_not_blamed_on_a_shoe(run: Callable[[str, str], Run]) -> None:
    record = "variant: classic\nP:9c,9d B:Kh,2c P"
    status, out, remark = run(record, "--procedure nonesuch")
    assert (status, out, remark[:40]) == (2, "", "baccarat: unknown procedure 'nonesuch'; ")
    assert run(record, "--commission x")[2] == (
        "baccarat: expected a commission from 0% to below 100% such as 5%, 0.05 or 1/20, got 'x'\n"
    )


def test_nets_are_paid_in_the_given_chips(run: Callable[[str, str], Run]) -> None:
    record = "P:9c,9d B:Kh,9s B banker=25:{} player=25:-25"
    exact, chips = record.format("23.75"), record.format("23")
    assert [run(exact, "")[0], run(chips, "")[0]] == [0, 1]
    assert [run(exact, "--rounding down")[0], run(chips, "--rounding down")[0]] == [1, 0]
    assert run(record.format("22.5"), "--rounding down --chip 2.5")[0] == 0
    assert "is recorded as 23 but is 24" in " ".join(run(chips, "--rounding up")[1].split())
    [shoe] = records.read_text(chips)
    found = [ba.replay(shoe, rounding=rounding).faults for rounding in ("none", "down", "up")]
    assert found == [1, 0, 1]


def test_an_unknown_rounding_is_rejected(run: Callable[[str, str], Run]) -> None:
    sentence = "baccarat: unknown rounding 'dwn'; did you mean 'down'?\n"
    assert run("P:9c,9d B:Kh,2c P", "--rounding dwn") == (2, "", sentence)


def test_the_page_has_the_faults_and_the_coups(run: Callable[[str, str], Run]) -> None:
    text = f"{HEAD}P:2,3,8 B:5,K,4 3-9 B\nP:9c,? B:Kh,2c\nB\n\nshoe: two\nP:9c,9d B:Kh,2c P"
    _, out, _ = run(text, "")
    assert "Coup by coup" not in out and "3 faults" in out
    _, out, _ = run(text, "--coups --odds --decks 6")
    assert "Shoe two: Coup by coup" in out and "Shoe two: Exact odds before each coup" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_mistyped_bet_is_a_fault_with_or_without_a_net() -> None:
    """`settle` calls it the same: a stake on a bet that is not offered."""
    for stake in ("bankr=10", "bankr=10:9.5"):
        [found] = ba.replay(records.read_text(f"1. P:9c,8d B:Kh,6s P {stake}")).shoes
        [coup] = found.shoe.coups
        assert [fault.kind for fault in coup.faults] == ["bet"]
