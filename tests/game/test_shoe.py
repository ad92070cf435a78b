"""Shoes as counts, and their text forms."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import CardError, ShoeError
from analyzer.game.cards import Card, card_at
from analyzer.game.shoe import KEYS, MAX_CARDS, Fineness, Shoe

EIGHT_POINTS = (128, 32, 32, 32, 32, 32, 32, 32, 32, 32)

FORMS = '"8 decks", "A=30 2=31 … K=32", "0=125 1=31 … 9=32" or "As=8 Ah=7 … Kc=8"'


@st.composite
def shoes(draw: st.DrawFn, finenesses: tuple[Fineness, ...] = ("cards", "ranks", "points")) -> Shoe:
    known = draw(st.sampled_from(finenesses))
    cells = len(KEYS[known])
    counts = draw(st.lists(st.integers(0, 1000), min_size=cells, max_size=cells))
    return Shoe(tuple(counts), known)


@pytest.mark.parametrize(
    ("text", "fineness", "size", "points"),
    [
        ("8", "cards", 416, EIGHT_POINTS),
        ("8 decks", "cards", 416, EIGHT_POINTS),
        (" 8  Decks ", "cards", 416, EIGHT_POINTS),
        ("08", "cards", 416, EIGHT_POINTS),
        ("1 deck", "cards", 52, (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)),
        ("1923", "cards", 99996, (30768, *[7692] * 9)),
        ("A=30 2=31 T=32 J=32 Q=31 K=32", "ranks", 188, (127, 30, 31, 0, 0, 0, 0, 0, 0, 0)),
        ("0=125 1=31 9=32", "points", 188, (125, 31, 0, 0, 0, 0, 0, 0, 0, 32)),
        ("9=32,8=1 , 0=0", "points", 33, (0, 0, 0, 0, 0, 0, 0, 0, 1, 32)),
        ("1=5", "points", 5, (0, 5, 0, 0, 0, 0, 0, 0, 0, 0)),
        ("2=3", "ranks", 3, (0, 0, 3, 0, 0, 0, 0, 0, 0, 0)),
        ("2=1 3=1 4=1 5=1 6=1 7=1 8=1 9=1", "ranks", 8, (0, 0, 1, 1, 1, 1, 1, 1, 1, 1)),
        ("10=7", "ranks", 7, (7, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
        ("a = 3, k =2", "ranks", 5, (2, 3, 0, 0, 0, 0, 0, 0, 0, 0)),
        ("As=8 Ah=7 Kc=1", "cards", 16, (1, 15, 0, 0, 0, 0, 0, 0, 0, 0)),
        ("10♥=2 9♣=1 td=1", "cards", 4, (3, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
        ("As=0", "cards", 0, (0,) * 10),
        ("K=100000", "ranks", 100000, (100000, *[0] * 9)),
        ("0=007", "points", 7, (7, *[0] * 9)),
        (", A=1,K=2 ,", "ranks", 3, (2, 1, 0, 0, 0, 0, 0, 0, 0, 0)),
    ],
)
def test_parse(text: str, fineness: Fineness, size: int, points: tuple[int, ...]) -> None:
    shoe = Shoe.parse(text)
    assert (shoe.fineness, shoe.size, shoe.points) == (fineness, size, points)


def test_cells_are_in_order() -> None:
    assert Shoe.parse("As=1 Ah=2 Ad=3 Ac=4 2s=5 Kc=6").counts == (1, 2, 3, 4, 5, *[0] * 46, 6)
    assert Shoe.parse("K=4 A=1 2=2 T=3").counts == (1, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 4)
    assert Shoe.parse("9=2 0=1").counts == (1, 0, 0, 0, 0, 0, 0, 0, 0, 2)


COUNT = "expected a whole number of cards from 0 to 100,000 for A, got "
DECKS = "expected a number of decks from 1 to 1923, got "
BAD: dict[str, tuple[str, str]] = {
    "empty": ("", f"expected a shoe such as {FORMS}, got no cards"),
    "commas": (" , ", f"expected a shoe such as {FORMS}, got no cards"),
    "word": ("eight decks", f"expected a shoe such as {FORMS}, got 'eight'"),
    "card": ("9c", f"expected a shoe such as {FORMS}, got '9c'"),
    "two-numbers": ("8 6", f"expected a shoe such as {FORMS}, got '8'"),
    "fraction-of-decks": ("8.5", f"expected a shoe such as {FORMS}, got '8.5'"),
    "exponent-of-decks": ("1e5", f"expected a shoe such as {FORMS}, got '1e5'"),
    "negative-decks": ("-1 decks", f"expected a shoe such as {FORMS}, got '-1'"),
    "no-decks": ("0", DECKS + "'0'"),
    "too-many-decks": ("1924 decks", DECKS + "'1924'"),
    "huge-decks": ("1" + "0" * 400, DECKS + "'1" + "0" * 38 + "…'"),
    "negative": ("A=-1", COUNT + "'-1'"),
    "fractional": ("A=1.5", COUNT + "'1.5'"),
    "exponent": ("A=1e5", COUNT + "'1e5'"),
    "no-count": ("A=", COUNT + "''"),
    "huge": ("A=1" + "0" * 400, COUNT + "'1" + "0" * 38 + "…'"),
    "arabic-digits": ("A=٣", COUNT + "'٣'"),
    "two-signs": ("A==3", f"expected a shoe such as {FORMS}, got 'A==3'"),
    "no-key": (
        "=3",
        "expected counts of ranks such as A or T, of points 0 to 9, or of cards such as 9c, got ''",
    ),
    "unknown-key": (
        "A=3 X=1",
        "expected counts of ranks such as A or T, of points 0 to 9, or of cards such as 9c, got 'X'",
    ),
    "points-with-a-suit": (
        "0s=3",
        "expected counts of ranks such as A or T, of points 0 to 9, or of cards such as 9c, got '0s'",
    ),
    "ranks-and-points": (
        "A=3 2=2 0=5",
        "expected one fineness (ranks, points or cards), got both 'A' and '0'",
    ),
    "points-and-tens": ("1=3 10=5", "expected one fineness (ranks, points or cards), got both '1' and '10'"),
    "ranks-and-cards": ("A=3 Kh=5", "expected one fineness (ranks, points or cards), got both 'A' and 'Kh'"),
    "digits-and-cards": ("2=3 Kh=5", "expected one fineness (ranks, points or cards), got both '2' and 'Kh'"),
    "cards-and-digits": ("Kh=5 2=3", "expected one fineness (ranks, points or cards), got both '2' and 'Kh'"),
    "twice": ("A=3 A=3", "expected each kind of card once, got 'A' again"),
    "twice-in-two-spellings": ("T=3 10=3", "expected each kind of card once, got '10' again"),
    "too-many": ("A=100000 K=1", "expected a shoe of at most 100,000 cards, got 100,001"),
    "many-too-many": (
        "A=500000000000",
        "expected a shoe of at most 100,000 cards, got 500,000,000,000",
    ),
    "far-too-many": ("A=999999999999 K=1", "expected a shoe of at most 100,000 cards, got far more"),
}


@pytest.mark.parametrize(("text", "sentence"), BAD.values(), ids=BAD.keys())
def test_parse_errors(text: str, sentence: str) -> None:
    with pytest.raises(ShoeError) as error:
        Shoe.parse(text)
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    "text",
    ["A=3" + " " * 10**6 + "x", "8" * 10**6 + "x", "1" + " " * 10**6 + "x", "=" * 10**6],
    ids=["blanks", "digits", "blanks-after-a-number", "signs"],
)
def test_long_invalid_text_is_rejected_at_once(text: str) -> None:
    with pytest.raises(ShoeError) as error:
        Shoe.parse(text)
    assert len(str(error.value)) < 200


def test_a_shoe_from_a_mapping() -> None:
    assert Shoe.from_mapping({"0": 125, "1": 31}) == Shoe.parse("0=125 1=31")
    assert Shoe.from_mapping({"A": 1, "10": 2}) == Shoe.parse("A=1 T=2")
    assert Shoe.from_mapping({"As": 8, "K♥": 7}) == Shoe.parse("As=8 Kh=7")


@pytest.mark.parametrize(
    ("mapping", "sentence"),
    [
        ({}, f"expected a shoe such as {FORMS}, got no cards"),
        ({"A": True}, COUNT + "True"),
        ({"A": 3.0}, COUNT + "3.0"),
        ({"A": "3"}, COUNT + "'3'"),
        ({"A": None}, COUNT + "None"),
        ({"A": [3]}, COUNT + "a list"),
        ({"A": -1}, COUNT + "-1"),
        ({"A": 10**5000}, "expected a shoe of at most 100,000 cards, got far more"),
        ({"A": -(10**5000)}, COUNT + "an integer of 16,610 bits"),
        ({"T": 1, "10": 1}, "expected each kind of card once, got '10' again"),
        ({"A": 1, "0": 1}, "expected one fineness (ranks, points or cards), got both 'A' and '0'"),
        (
            {1: 3},
            "expected counts of ranks such as A or T, of points 0 to 9, or of cards such as 9c, got 1",
        ),
        (
            {"shoe": 3},
            "expected counts of ranks such as A or T, of points 0 to 9, or of cards such as 9c, got 'shoe'",
        ),
    ],
    ids=[
        "empty",
        "truth",
        "float",
        "text",
        "null",
        "list",
        "negative",
        "huge",
        "huge-negative",
        "twice",
        "mixed",
        "key-that-is-no-text",
        "unknown-key",
    ],
)
def test_mapping_errors(mapping: Any, sentence: str) -> None:
    with pytest.raises(ShoeError) as error:
        Shoe.from_mapping(mapping)
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("8", "8 decks"),
        ("1", "1 deck"),
        ("0=1", "0=1 1=0 2=0 3=0 4=0 5=0 6=0 7=0 8=0 9=0"),
        ("2=1", "A=0 2=1 3=0 4=0 5=0 6=0 7=0 8=0 9=0 T=0 J=0 Q=0 K=0"),
    ],
)
def test_text(text: str, printed: str) -> None:
    assert str(Shoe.parse(text)) == printed


def test_full_decks_by_rank_keep_their_fineness() -> None:
    by_rank = Shoe.decks(8).coarsen("ranks")
    assert str(by_rank).startswith("A=32 2=32 ")
    assert Shoe.parse(str(by_rank)) == by_rank != Shoe.decks(8)


@given(shoes())
def test_shoe_round_trip(shoe: Shoe) -> None:
    assert Shoe.parse(str(shoe)) == shoe
    assert Shoe.of(shoe.counts) == shoe
    assert Shoe.from_mapping(dict(zip(KEYS[shoe.fineness], shoe.counts, strict=True))) == shoe


@given(st.sampled_from(list(KEYS)), st.integers(0, 3))
def test_shoe_of_equal_counts_round_trip(fineness: Fineness, n: int) -> None:
    shoe = Shoe((n,) * len(KEYS[fineness]), fineness)
    assert Shoe.parse(str(shoe)) == shoe


@given(st.integers(1, 1923))
def test_decks_round_trip(n: int) -> None:
    assert Shoe.decks(n).size == 52 * n
    assert Shoe.parse(str(Shoe.decks(n))) == Shoe.parse(str(n)) == Shoe.decks(n)


@given(shoes(("cards",)))
def test_coarsening_in_steps_equals_coarsening_at_once(shoe: Shoe) -> None:
    assert shoe.coarsen("ranks").coarsen("points") == shoe.coarsen("points")
    assert shoe.coarsen("ranks").size == shoe.coarsen("points").size == shoe.size
    assert sum(shoe.points) == shoe.size


@pytest.mark.parametrize(
    ("counts", "fineness", "sentence"),
    [
        ((1,) * 13, "points", "expected 10 counts for a shoe known by points, got 13"),
        ((1,) * 9 + (-1,), "points", "expected a whole number of cards from 0 to 100,000 for 9, got -1"),
        ((1.0, *[1] * 9), "points", "expected a whole number of cards from 0 to 100,000 for 0, got 1.0"),
        ((True, *[1] * 12), "ranks", COUNT + "True"),
        ((10001,) * 10, "points", "expected a shoe of at most 100,000 cards, got 100,010"),
        ((1,) * 13, "suits", "expected fineness cards, ranks or points, got 'suits'"),
    ],
)
def test_shoe_errors(counts: Any, fineness: Any, sentence: str) -> None:
    with pytest.raises(ShoeError) as error:
        Shoe(counts, fineness)
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ([1] * 11, "expected 52 counts of cards, 13 of ranks or 10 of points, got 11 counts"),
        ([], "expected 52 counts of cards, 13 of ranks or 10 of points, got 0 counts"),
        ([1] * 9 + [-2], "expected a whole number of cards from 0 to 100,000 for count 10, got -2"),
        ([0.5] * 10, "expected a whole number of cards from 0 to 100,000 for count 1, got 0.5"),
        ([True] * 10, "expected a whole number of cards from 0 to 100,000 for count 1, got True"),
    ],
)
def test_of_errors(counts: Any, sentence: str) -> None:
    with pytest.raises(ShoeError) as error:
        Shoe.of(counts)
    assert str(error.value) == sentence


def test_of_reads_any_integers() -> None:
    np = pytest.importorskip("numpy")
    shoe = Shoe.of(np.array(EIGHT_POINTS, dtype=np.int32))
    assert shoe == Shoe(EIGHT_POINTS, "points")
    assert all(type(n) is int for n in shoe.counts)


@pytest.mark.parametrize(
    "n",
    [0, -1, 1924, 10**5000, 8.0, "8", True],
    ids=["none", "negative", "too-many", "huge", "float", "text", "truth"],
)
def test_decks_errors(n: Any) -> None:
    with pytest.raises(ShoeError, match=r"^expected a number of decks from 1 to 1923, got "):
        Shoe.decks(n)


def test_the_largest_shoe() -> None:
    assert MAX_CARDS == 100_000
    assert Shoe((10_000,) * 10, "points").size == MAX_CARDS


@pytest.mark.parametrize(
    ("shoe", "fineness"), [("A=1", "cards"), ("0=1", "cards"), ("0=1", "ranks")], ids=str
)
def test_refining_is_rejected(shoe: str, fineness: Fineness) -> None:
    known = Shoe.parse(shoe)
    with pytest.raises(ShoeError) as error:
        known.coarsen(fineness)
    assert str(error.value) == f"expected a shoe known by {fineness}, got one known only by {known.fineness}"


@pytest.mark.parametrize(
    ("shoe", "cards", "expected"),
    [
        ("As=2 Ah=1 Kc=1", "As Kc", "As=1 Ah=1"),
        ("As=2 Ah=1 Kc=1", "As K", "A=2"),
        ("As=2 Ah=1 Kc=1", "K As", "A=2"),
        ("A=2 K=1", "As K", "A=1"),
        ("0=2 1=1", "As K", "0=1 1=0"),
        ("As=2", "", "As=2"),
        ("As=2", "A A", "A=0"),
    ],
)
def test_without(shoe: str, cards: str, expected: str) -> None:
    assert Shoe.parse(shoe).without(cards) == Shoe.parse(expected)


def test_without_accepts_cards() -> None:
    assert Shoe.decks(1).without([Card(9, 3), Card(9, 2)]) == Shoe.decks(1).without("9c 9d")
    assert Shoe.decks(1).without(card for card in map(card_at, range(52))).size == 0


REMOVED = "expected to remove only cards that the shoe has, got "


@pytest.mark.parametrize(
    ("shoe", "cards", "sentence"),
    [
        ("1 deck", "9c 9c", REMOVED + "2 of 9c although it has 1"),
        ("1 deck", "9c 9 9c", REMOVED + "2 of 9c although it has 1"),
        ("1 deck", "9c 9 9 9 9", REMOVED + "4 of 9 although it has 3"),
        ("A=2", "A A A K", REMOVED + "3 of A although it has 2; 1 of K although it has 0"),
        ("0=1", "T K", REMOVED + "2 worth 0 points although it has 1"),
    ],
)
def test_without_errors(shoe: str, cards: str, sentence: str) -> None:
    with pytest.raises(ShoeError) as error:
        Shoe.parse(shoe).without(cards)
    assert str(error.value) == sentence


def test_without_no_cards() -> None:
    with pytest.raises(CardError, match=r"^expected a card such as 9c, Th or K, got '1c' \(card 2 of 2\)$"):
        Shoe.decks(1).without("9c 1c")


@given(st.lists(st.integers(0, 51), unique=True), st.sampled_from(list(KEYS)))
def test_removing_commutes_with_coarsening(places: list[int], fineness: Fineness) -> None:
    cards = [card_at(place) for place in places]
    deck = Shoe.decks(1)
    assert deck.without(cards).coarsen(fineness) == deck.coarsen(fineness).without(cards)
    assert deck.without(cards).size == 52 - len(cards)
