"""Cards and their text forms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import CardError
from analyzer.game.cards import RANKS, SUITS, Card, card_at, parse_cards

cards = st.builds(Card, st.integers(1, 13), st.none() | st.integers(0, 3))


@pytest.mark.parametrize(
    ("text", "printed", "facts"),
    [
        ("As", "As", (1, 0, 1, "black")),
        ("aS", "As", (1, 0, 1, "black")),
        ("9c", "9c", (9, 3, 9, "black")),
        ("2h", "2h", (2, 1, 2, "red")),
        ("Td", "Td", (10, 2, 0, "red")),
        ("tD", "Td", (10, 2, 0, "red")),
        ("10h", "Th", (10, 1, 0, "red")),
        ("10♥", "Th", (10, 1, 0, "red")),
        ("J♠", "Js", (11, 0, 0, "black")),
        ("Q♦", "Qd", (12, 2, 0, "red")),
        ("k♣", "Kc", (13, 3, 0, "black")),
        ("9", "9", (9, None, 9, None)),
        ("10", "T", (10, None, 0, None)),
        ("q", "Q", (12, None, 0, None)),
    ],
)
def test_card(text: str, printed: str, facts: tuple[int, int | None, int, str | None]) -> None:
    card = Card.parse(text)
    assert str(card) == printed
    assert (card.rank, card.suit, card.points, card.color) == facts


NO_CARD = {
    "empty": "",
    "blank": " ",
    "blank-around": " 9c",
    "rank-one": "1c",
    "one": "1",
    "zero": "0",
    "suit-alone": "c",
    "suit-first": "c9",
    "suit-unknown": "9x",
    "two-cards": "9c 9d",
    "run-together": "9c9d",
    "eleven": "11",
    "long-s": "9ſ",
    "kelvin": "\u212a",
    "arabic-digit": "٩c",
    "full-width": "\uff19c",
    "question-mark": "?",
}


@pytest.mark.parametrize("text", NO_CARD.values(), ids=NO_CARD.keys())
def test_text_that_is_not_a_card(text: str) -> None:
    with pytest.raises(CardError) as error:
        Card.parse(text)
    assert str(error.value) == f"expected a card such as 9c, Th or K, got {text!r}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9c 9d Th", "9c 9d Th"),
        ("9c,9d,Th", "9c 9d Th"),
        (" 9c, 9d\n\tTh ,", "9c 9d Th"),
        ("10 10♠ k 9", "T Ts K 9"),
        ("", ""),
        (" , ", ""),
    ],
)
def test_cards(text: str, expected: str) -> None:
    assert " ".join(map(str, parse_cards(text))) == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1c", "expected a card such as 9c, Th or K, got '1c'"),
        ("9c 1c Th", "expected a card such as 9c, Th or K, got '1c' (card 2 of 3)"),
        ("x" * 10**6, "expected a card such as 9c, Th or K, got '" + "x" * 39 + "…'"),
    ],
    ids=["alone", "among-several", "long"],
)
def test_cards_errors(text: str, sentence: str) -> None:
    with pytest.raises(CardError) as error:
        parse_cards(text)
    assert str(error.value) == sentence


def test_the_order_of_the_52_cards() -> None:
    deck = [card_at(index) for index in range(52)]
    assert " ".join(map(str, deck)) == " ".join(rank + suit for rank in RANKS for suit in SUITS)
    assert [card.index for card in deck] == list(range(52))
    assert sum(card.points for card in deck) == 180
    assert sum(card.color == "red" for card in deck) == 26


@pytest.mark.parametrize(
    ("rank", "suit", "sentence"),
    [
        (0, 0, "expected a rank from 1 to 13, got 0"),
        (14, None, "expected a rank from 1 to 13, got 14"),
        (1, 4, "expected a suit from 0 to 3 or None, got 4"),
        (1, -1, "expected a suit from 0 to 3 or None, got -1"),
    ],
)
def test_rank_or_suit_out_of_range(rank: int, suit: int | None, sentence: str) -> None:
    with pytest.raises(CardError) as error:
        Card(rank, suit)
    assert str(error.value) == sentence


@pytest.mark.parametrize("index", [-1, 52])
def test_place_out_of_range(index: int) -> None:
    with pytest.raises(CardError, match=rf"^expected a card's place from 0 to 51, got {index}$"):
        card_at(index)


def test_a_card_of_unknown_suit_has_no_place() -> None:
    with pytest.raises(CardError, match=r"^expected a card with its suit, such as Ks, got 'K'$"):
        _ = Card(13).index


@given(st.lists(cards))
def test_cards_round_trip(dealt: list[Card]) -> None:
    assert parse_cards(" ".join(map(str, dealt))) == tuple(dealt)
    assert parse_cards(",".join(map(str, dealt))) == tuple(dealt)
    assert [Card.parse(str(card)) for card in dealt] == dealt
