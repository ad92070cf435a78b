"""The words of conditions: type, bounds, and values for coups that were worked out by hand."""

import numpy as np
import pytest

from analyzer.bets.condition import Condition
from analyzer.bets.evaluate import Block, bounds, evaluate
from analyzer.bets.facts import ATTRIBUTES, CONSTANTS, DECK, FACTS, POSITIONS, SCOPES, Type
from analyzer.bets.tree import Attribute, Compare, Count, Distinct, Look, Word, looks
from analyzer.game.cards import parse_cards
from analyzer.game.coup import Coup

PLAYER, BANKER, WHOLE = {"p1", "p2"}, {"b1", "b2"}, {"p1", "p2", "p3", "b1", "b2", "b3"}

# Both hands draw, 8 to 3; a suited pair against an unsuited one; Banker's natural against a third card.
COUPS = (
    Coup(parse_cards("2c Ad 5c"), parse_cards("2h Ks Ah")),
    Coup(parse_cards("4h 4h"), parse_cards("Ks Kd")),
    Coup(parse_cards("Qs 7d 6h"), parse_cards("9h Jc")),
)

# word: type, least, greatest, the cards that decide it, how finely, its value in the three coups
WORDS: dict[str, tuple[Type, int, int, set[str], str, tuple[int, int, int]]] = {
    "player_wins": (Type.TRUTH, 0, 1, WHOLE, "points", (1, 1, 0)),
    "banker_wins": (Type.TRUTH, 0, 1, WHOLE, "points", (0, 0, 1)),
    "tie": (Type.TRUTH, 0, 1, WHOLE, "points", (0, 0, 0)),
    "player_draws": (Type.TRUTH, 0, 1, WHOLE, "points", (1, 0, 1)),
    "banker_draws": (Type.TRUTH, 0, 1, WHOLE, "points", (1, 0, 0)),
    "player_natural": (Type.TRUTH, 0, 1, PLAYER, "points", (0, 1, 0)),
    "banker_natural": (Type.TRUTH, 0, 1, BANKER, "points", (0, 0, 1)),
    "player_pair": (Type.TRUTH, 0, 1, PLAYER, "rank", (0, 1, 0)),
    "banker_pair": (Type.TRUTH, 0, 1, BANKER, "rank", (0, 1, 0)),
    "player_suited_pair": (Type.TRUTH, 0, 1, PLAYER, "card", (0, 1, 0)),
    "banker_suited_pair": (Type.TRUTH, 0, 1, BANKER, "card", (0, 0, 0)),
    "player_total": (Type.NUMBER, 0, 9, WHOLE, "points", (8, 8, 3)),
    "banker_total": (Type.NUMBER, 0, 9, WHOLE, "points", (3, 0, 9)),
    "player_two": (Type.NUMBER, 0, 9, PLAYER, "points", (3, 8, 7)),
    "banker_two": (Type.NUMBER, 0, 9, BANKER, "points", (2, 0, 9)),
    "player_cards": (Type.NUMBER, 2, 3, WHOLE, "points", (3, 2, 3)),
    "banker_cards": (Type.NUMBER, 2, 3, WHOLE, "points", (3, 2, 2)),
    "cards": (Type.NUMBER, 4, 6, WHOLE, "points", (6, 4, 5)),
    "margin": (Type.NUMBER, 0, 9, WHOLE, "points", (5, 8, 6)),
}


def block(coup: Coup) -> Block:
    """One coup as a block of one row."""
    hands = {"p": coup.player, "b": coup.banker}
    cards = {f"{hand}{i}": card for hand, held in hands.items() for i, card in enumerate(held, 1)}
    return Block({place: np.array([card.index], np.uint8) for place, card in cards.items()}, 1)


def test_the_list_of_words() -> None:
    assert list(FACTS) == list(WORDS)
    for name, (kind, low, high, where, labels, values) in WORDS.items():
        fact = FACTS[name]
        seen = tuple(range(52)) if labels == "card" else ATTRIBUTES[labels][1]
        assert (fact.type, fact.low, fact.high, fact.where, fact.labels) == (kind, low, high, where, seen), (
            name
        )
        assert bounds(Word(name)) == (low, high), name
        assert looks(Word(name)) == {Look(frozenset(where), seen)}, name
        assert tuple(int(fact.plain(coup)) for coup in COUPS) == values, name


@pytest.mark.parametrize("row", range(3))
def test_the_value_of_each_word(row: int) -> None:
    expected = {name: values[row] for name, (*_, values) in WORDS.items()}
    shared = block(COUPS[row])
    for name in WORDS:
        assert evaluate(Word(name), shared).tolist() == [expected[name]], name
        assert evaluate(Word(name), block(COUPS[row])).tolist() == [expected[name]], name


def test_a_tie_is_one_in_columns_too() -> None:
    tie = Coup(parse_cards("6c Kh"), parse_cards("2h 4s"))
    expected = {"tie": True, "player_wins": False, "banker_wins": False, "margin": 0}
    assert {name: evaluate(Word(name), block(tie)).item() for name in expected} == expected
    assert {name: FACTS[name].plain(tie) for name in expected} == expected


def test_the_attributes_of_a_card() -> None:
    shows = {"points": Type.NUMBER, "rank": Type.NUMBER, "suit": Type.SUIT, "color": Type.COLOR}
    assert {name: kind for name, (kind, _) in ATTRIBUTES.items()} == shows
    cards = ["As", "Ah", "Ad", "Ac", "9c", "Th", "Kd"]
    places = [next(i for i, card in enumerate(DECK) if str(card) == name) for name in cards]
    shown = {name: [labels[i] for i in places] for name, (_, labels) in ATTRIBUTES.items()}
    assert shown == {
        "points": [1, 1, 1, 1, 9, 0, 0],
        "rank": [1, 1, 1, 1, 9, 10, 13],
        "suit": [0, 1, 2, 3, 3, 1, 2],
        "color": [0, 1, 1, 0, 0, 1, 1],
    }
    deck = Block({"p1": np.arange(52, dtype=np.uint8)}, 52)
    spans = {}
    for name, (_, labels) in ATTRIBUTES.items():
        assert evaluate(Attribute("p1", name), deck).tolist() == list(labels)
        spans[name] = bounds(Attribute("p1", name))
    assert spans == {"points": (0, 9), "rank": (1, 13), "suit": (0, 3), "color": (0, 1)}
    assert bounds(Distinct("suit", "coup")) == bounds(Count(Word("tie"), "coup")) == (0, 6)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("player_total + cards", 4, 15),
        ("player_total - cards", -6, 5),
        ("cards * margin", 0, 54),
        ("(margin - 5) * (cards - 5)", -5, 5),
        ("(margin - 5) * cards", -30, 24),
        ("margin % 7", 0, 6),
        ("margin % 7 - 2 * cards", -12, -2),
        ("7", 7, 7),
        ("-p1.rank", -13, -1),
    ],
)
def test_bounds_of_arithmetic(text: str, low: int, high: int) -> None:
    tree = Condition.parse(f"{text} == 0").tree
    assert isinstance(tree, Compare)
    assert bounds(tree.left) == (low, high)
    assert bounds(tree) == bounds(Condition.parse(f"not {text} in {{0}} and tie or tie").tree) == (0, 1)


def test_named_numbers_suits_and_colours() -> None:
    ranks = {"ace": 1, "jack": 11, "queen": 12, "king": 13}
    suits = {"spades": 0, "hearts": 1, "diamonds": 2, "clubs": 3}
    assert {
        **{name: (Type.NUMBER, value) for name, value in ranks.items()},
        **{name: (Type.SUIT, value) for name, value in suits.items()},
        "black": (Type.COLOR, 0),
        "red": (Type.COLOR, 1),
    } == CONSTANTS
    assert set(POSITIONS) == WHOLE
    assert {
        "coup": WHOLE,
        "player": {"p1", "p2", "p3"},
        "banker": {"b1", "b2", "b3"},
        "first_four": PLAYER | BANKER,
    } == SCOPES


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("cards > 3 and b3.rank == ace", [True, False, False]),
        ("cards > 3 and b1.rank == king", [False, True, False]),
        ("cards > 3 and b2.rank == jack", [False, False, True]),
        ("cards > 3 and p1.rank == queen", [False, False, True]),
    ],
)
def test_ranks_have_names(text: str, holds: list[bool]) -> None:
    assert [Condition.parse(text).holds(coup) for coup in COUPS] == holds


def seen(*ranks: int) -> tuple[int, ...]:
    """Labels: one for cards of these ranks, zero for the others."""
    return tuple(int(card.rank in ranks) for card in DECK)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("p3.rank in {2..3, 9}", {Look(frozenset({"p3"}), seen(2, 3, 9))}),
        (
            "not (b1.rank < 3 or 12 <= b1.rank)",
            {Look(frozenset({"b1"}), seen(1, 2)), Look(frozenset({"b1"}), seen(12, 13))},
        ),
        ("p1.points * 2 - 10 > 6", {Look(frozenset({"p1"}), seen(9))}),
        (
            "count(rank == 1 and points != 2 or not rank > 1, banker) == 1",
            {Look(frozenset({"b1", "b2", "b3"}), seen(1))},
        ),
        ("distinct(suit, player) == 2", {Look(frozenset({"p1", "p2", "p3"}), ATTRIBUTES["suit"][1])}),
        (
            "p1.rank == b1.rank",
            {Look(frozenset({"p1"}), ATTRIBUTES["rank"][1]), Look(frozenset({"b1"}), ATTRIBUTES["rank"][1])},
        ),
        (
            "p1.rank == cards",
            {Look(frozenset({"p1"}), ATTRIBUTES["rank"][1]), Look(frozenset(WHOLE), ATTRIBUTES["points"][1])},
        ),
        ("7 == 7", set()),
    ],
)
def test_the_looks_of_a_sentence(text: str, wanted: set[Look]) -> None:
    assert looks(Condition.parse(text).tree) == wanted
