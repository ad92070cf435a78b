"""One coup dealt card by card."""

from collections.abc import Iterator
from itertools import permutations

import pytest
from grids import PUNTO_BANCO as GRID

from analyzer.errors import CardError, RulesError, ShoeError
from analyzer.game.cards import Card, parse_cards
from analyzer.game.coup import Coup, Winner, deal, total
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules
from analyzer.game.tableau import Tableau

TABLEAU = Tableau.parse(range(6), [8, 9], GRID)
STANDARD = Rules("punto-banco", "Punto banco", TABLEAU)

# The cards of the shoe, the coup as it prints, the winner.
COUPS: dict[str, tuple[str, str, Winner]] = {
    "player-natural": ("9c 2h Kd 3s", "P: 9c Kd (9)  B: 2h 3s (5)", "player"),
    "banker-natural": ("2c 4h 3d 4s", "P: 2c 3d (5)  B: 4h 4s (8)", "banker"),
    "nine-beats-eight": ("9c 4h Td 4s", "P: 9c Td (9)  B: 4h 4s (8)", "player"),
    "natural-tie": ("8c 4h Td 4s", "P: 8c Td (8)  B: 4h 4s (8)", "tie"),
    "both-stand": ("6c 3h Td 4s", "P: 6c Td (6)  B: 3h 4s (7)", "banker"),
    "both-stand-and-tie": ("6c 2h Td 4s", "P: 6c Td (6)  B: 2h 4s (6)", "tie"),
    "player-draws-alone": ("2c 3h 3d 4s 4c", "P: 2c 3d 4c (9)  B: 3h 4s (7)", "player"),
    "player-draws-eight-to-three": ("2c Kh Td 3s 8c", "P: 2c Td 8c (0)  B: Kh 3s (3)", "banker"),
    "banker-draws-alone": ("6c 2h Ad 3s 9c", "P: 6c Ad (7)  B: 2h 3s 9c (4)", "player"),
    "both-draw": ("2c 2h Ad Ks 5c Ah", "P: 2c Ad 5c (8)  B: 2h Ks Ah (3)", "player"),
    "both-draw-six-to-six": ("Kc 2h Qd 4s 6c Ah", "P: Kc Qd 6c (6)  B: 2h 4s Ah (7)", "banker"),
    "both-draw-and-tie": ("Kc Jh Qd Ts 6c 6h", "P: Kc Qd 6c (6)  B: Jh Ts 6h (6)", "tie"),
}


@pytest.mark.parametrize(("off_the_shoe", "printed", "winner"), COUPS.values(), ids=COUPS.keys())
def test_deal(off_the_shoe: str, printed: str, winner: Winner) -> None:
    coup = deal(STANDARD, parse_cards(off_the_shoe))
    assert str(coup) == printed
    assert coup.winner == winner
    assert coup.cards == len(parse_cards(off_the_shoe))


@pytest.mark.parametrize(("off_the_shoe", "printed", "winner"), COUPS.values(), ids=COUPS.keys())
def test_deal_takes_no_more_than_it_needs(off_the_shoe: str, printed: str, winner: Winner) -> None:
    shoe: Iterator[Card] = iter(parse_cards(off_the_shoe + " Ac Ad"))
    deal(STANDARD, shoe)
    assert list(shoe) == list(parse_cards("Ac Ad"))


@pytest.mark.parametrize("n", range(6))
def test_cards_run_out(n: int) -> None:
    with pytest.raises(ShoeError) as error:
        deal(STANDARD, parse_cards("2c 2h Ad Ks 5c Ah")[:n])
    assert str(error.value) == f"expected enough cards to finish the coup, got only {n}"


# The standard rules can deal both hands of the examples: Player draws the third card to A 3 (4) or A 2 (3),
# and Banker, with 2, draws whatever that card is.
@pytest.mark.parametrize(
    ("off_the_shoe", "player", "player_total", "banker", "banker_total"),
    [
        ("A J 3 2 5 A", "A 3 5", 9, "J 2 A", 3),
        ("A J 2 2 5 A", "A 2 5", 8, "J 2 A", 3),
    ],
    ids=["nine-beats-three", "eight-beats-three"],
)
def test_examples_from_the_chinese_rules(
    off_the_shoe: str, player: str, player_total: int, banker: str, banker_total: int
) -> None:
    assert total(parse_cards(player)) == player_total
    assert total(parse_cards(banker)) == banker_total
    coup = deal(STANDARD, parse_cards(off_the_shoe))
    assert coup == Coup(parse_cards(player), parse_cards(banker))
    assert (coup.player_total, coup.banker_total, coup.winner) == (player_total, banker_total, "player")
    # Neither is a natural although 8 and 9 are final totals, because the hands have three cards.
    assert not coup.player_natural
    assert not coup.banker_natural


def test_facts_of_a_coup() -> None:
    coup = deal(STANDARD, parse_cards("2c 4h 3d 4s"))
    assert (coup.player_two, coup.banker_two, coup.player_total, coup.banker_total) == (5, 8, 5, 8)
    assert (coup.player_natural, coup.banker_natural, coup.cards) == (False, True, 4)
    coup = deal(STANDARD, parse_cards("2c 3h 3d 4s 4c"))
    assert (coup.player_two, coup.banker_two, coup.player_total, coup.banker_total) == (5, 7, 9, 7)
    assert (coup.player_natural, coup.banker_natural, coup.cards) == (False, False, 5)


@pytest.mark.parametrize(("two", "natural"), [("3 4", False), ("3 5", True), ("4 5", True), ("5 5", False)])
def test_a_natural_is_8_or_9_with_two_cards(two: str, natural: bool) -> None:
    hand, other = parse_cards(two), parse_cards("2 4 3")
    assert Coup(hand, other).player_natural == Coup(other, hand).banker_natural == natural
    assert not Coup(hand, other).banker_natural
    assert (Coup(hand, other).banker_two, Coup(other, hand).player_two) == (6, 6)
    assert (Coup(hand, other).banker_total, Coup(other, hand).player_total) == (9, 9)


def test_every_cell_of_the_tableau_is_obeyed() -> None:
    rows = {int(row[0]): row.split()[1:] for row in GRID.splitlines()[1:]}
    banker_second = {0: "K", 1: "A", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7"}
    for banker_two, cells in rows.items():
        second = banker_second[banker_two]
        for stands in ("6", "7"):
            coup = deal(STANDARD, parse_cards(f"{stands} K K {second} 9"))
            assert len(coup.player) == 2
            assert len(coup.banker) == (3 if cells[0] == "D" else 2)
        for player_two in "KA2345":
            for third, name in enumerate("TA23456789"):
                coup = deal(STANDARD, parse_cards(f"{player_two} K K {second} {name} 9"))
                assert len(coup.player) == 3
                assert len(coup.banker) == (3 if cells[1 + third] == "D" else 2)


def test_banker_by_player_total() -> None:
    rules = Rules("other", "Other", TABLEAU, banker_by="player-total")
    # Player has 2 + 5 = 7 against Banker's 6: column 7 draws, whereas the third card's column, 5, would not.
    assert str(deal(rules, parse_cards("2 K K 6 5 A"))) == "P: 2 K 5 (7)  B: K 6 A (7)"
    assert str(deal(STANDARD, parse_cards("2 K K 6 5 A"))) == "P: 2 K 5 (7)  B: K 6 (6)"


@pytest.mark.parametrize(
    ("off_the_shoe", "printed"),
    [
        ("Kh Ad 3s", "P: 7 Ad (8)  B: Kh 3s (3)"),
        ("Kh 3d 2s 5c Ac", "P: 7 3d 5c (5)  B: Kh 2s Ac (3)"),
        ("Kh Kd 2s Ac", "P: 7 Kd (7)  B: Kh 2s Ac (3)"),
    ],
    ids=["natural", "both-draw", "banker-draws-alone"],
)
def test_first_card_given(off_the_shoe: str, printed: str) -> None:
    rules = Rules("lucky-seven", "Seven first", TABLEAU, player_first=7)
    shoe = iter(parse_cards(off_the_shoe + " 9c"))
    coup = deal(rules, shoe)
    assert str(coup) == printed
    assert coup.player[0] == Card(7, None)
    assert list(shoe) == [Card.parse("9c")]


@pytest.mark.parametrize("rank", [1, 13])
def test_the_given_first_card_can_have_any_rank(rank: int) -> None:
    rules = Rules("given", "Given", TABLEAU, player_first=rank)
    assert (rules.cards_from_shoe, STANDARD.cards_from_shoe) == (5, 6)
    assert deal(rules, parse_cards("2h 9d 3s 9c 9h")).player[0] == Card(rank)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("player_first", 0, "a rank from 1 to 13, got 0"),
        ("player_first", 14, "a rank from 1 to 13, got 14"),
        ("player_first", True, "a rank from 1 to 13, got True"),
        ("player_first", 7.0, "a rank from 1 to 13, got 7.0"),
        ("banker_by", "total", "'third-card' or 'player-total', got 'total'"),
    ],
)
def test_rules_out_of_range(field: str, value: object, sentence: str) -> None:
    with pytest.raises(RulesError) as error:
        Rules("own", "Own", TABLEAU, **{field: value})  # type: ignore[arg-type]
    assert str(error.value) == f"{field}: expected {sentence}"


def test_naturals_are_those_of_the_tableau() -> None:
    # Without naturals, an 8 neither ends the coup nor stops Banker.
    grid = GRID + "\n8" + " S" * 11 + "\n9" + " S" * 11
    rules = Rules("no-naturals", "No naturals", Tableau.parse(range(6), [], grid))
    assert str(deal(rules, parse_cards("8 K K 5 9"))) == "P: 8 K (8)  B: K 5 9 (4)"
    assert str(deal(rules, parse_cards("2 K K 8 9"))) == "P: 2 K 9 (1)  B: K 8 (8)"


def test_deal_agrees_with_the_rules_written_as_sentences() -> None:
    # Every deal of six out of seven cards is compared with the rules written as sentences instead of a grid.
    def winner(order: tuple[int, ...]) -> Winner:
        p1, b1, p2, b2, *rest = order
        player, banker = (p1 + p2) % 10, (b1 + b2) % 10
        if player < 8 and banker < 8:
            third = rest.pop(0) if player <= 5 else None
            if third is not None:
                player = (player + third) % 10
            if (
                (third is None and banker <= 5)
                or (third is not None and banker <= 2)
                or (third is not None and banker == 3 and third != 8)
                or (third is not None and banker == 4 and 2 <= third <= 7)
                or (third is not None and banker == 5 and 4 <= third <= 7)
                or (third is not None and banker == 6 and third in (6, 7))
            ):
                banker = (banker + rest.pop(0)) % 10
        return "tie" if player == banker else "player" if player > banker else "banker"

    for order in permutations((1, 2, 3, 6, 7, 8, 10), 6):
        coup = deal(STANDARD, [Card(rank) for rank in order])
        assert coup.winner == winner(order)


@pytest.mark.parametrize("n", [0, 1, 4])
def test_a_hand_has_two_or_three_cards(n: int) -> None:
    hand = (Card(1),) * n
    with pytest.raises(CardError, match=rf"^expected two or three cards for Banker, got {n}$"):
        Coup((Card(1), Card(2)), hand)
    with pytest.raises(CardError, match=rf"^expected two or three cards for Player, got {n}$"):
        Coup(hand, (Card(1), Card(2)))


def test_a_known_first_card_must_be_the_one_that_the_rules_give() -> None:
    free = Rules("free", "Free", TABLEAU, player_first=7)
    fits = Dealt.parse("P:7c,2d").places(free, False, False)
    assert fits == {"p1": Card(7), "p2": Card.parse("2d")}
    with pytest.raises(RulesError, match=r"^expected the Player's first card to be 7 under rules 'free'"):
        Dealt.parse("P:8c,2d").places(free, False, False)
