"""Known cards of a coup: their text, and the odds they leave, against plain recursion over `deal`.

The recursion here uses neither the census nor the oracle: it deals six cards in order from the shoe as it was
before any card was known, and keeps the deals that agree with what is known. A known card can be any physical
card of its rank and suit, so several deals correspond to each of the ways reported.
"""

from fractions import Fraction
from functools import cache
from math import perm, prod

import pytest
from suite import one_in

import analyzer as ba
from analyzer.bets.bet import Bet, Line
from analyzer.errors import AnalyzerError, CardError, RulesError, ShoeError
from analyzer.game.dealt import NOTHING

PUNTO = ba.rules("punto-banco")
FREE = ba.Rules("free-seven", "First card given", PUNTO.tableau, player_first=7)
THAI = ba.rules("thai-literal")


def bet(name: str, *conditions: str) -> Bet:
    lines = (Line(f"line-{i}", ba.Condition.parse(text), Fraction(i)) for i, text in enumerate(conditions))
    return Bet(name, name, tuple(lines))


BY_RANK = (
    bet("winner", "player_wins", "banker_wins"),
    bet("third", "banker_total == 7 and banker_cards == 3", "p3.points == 9", "b3.points > p3.points"),
    bet("pair", "player_pair or banker_pair"),
    bet("first", "p1.points == 9 and b2.points != 3"),
    bet("drawn", "cards == 4", "cards == 5"),
    bet("count", "count(points == 0) >= 3", "distinct(points, player) == 2"),
)
BY_SUIT = (
    bet("suited", "player_suited_pair", "p1.suit == b1.suit"),
    bet("third-suit", "p3.suit == spades", "b3.color == red"),
)

SMALL = "9c=2 9d=1 5h=1 Kc=2 Kd=1 2s=1 3s=1 8h=1"
LOW = "As=2 2d=3 Kc=2 6h=2 4s=1"
TWELVE = "Kc=6 4d=3 5h=3"


@cache
def deals(shoe: str, rules: ba.Rules) -> list[tuple[tuple[ba.Card, ...], ba.Coup, int]]:
    """Every row of cards that a coup can take from the shoe, its coup, and its number of physical ways."""
    found: list[tuple[tuple[ba.Card, ...], ba.Coup, int]] = []
    left = {ba.Card.parse(name): int(n) for name, n in (part.split("=") for part in shoe.split())}

    def draw(row: tuple[ba.Card, ...], ways: int) -> None:
        if len(row) == rules.cards_from_shoe:
            found.append((row, ba.deal(rules, row), ways))
            return
        for card, n in left.items():
            if n:
                left[card] -= 1
                draw((*row, card), ways * n)
                left[card] += 1

    draw((), 1)
    return found


@cache
def settled(shoe: str, rules: ba.Rules, bets: tuple[Bet, ...]) -> list[list[str]]:
    """For each of the deals, the lines that settle the bets, by evaluating their conditions on its coup."""
    by_coup: dict[ba.Coup, list[str]] = {}
    for _, coup, _ in deals(shoe, rules):
        if coup not in by_coup:
            by_coup[coup] = [
                next((line.id for line in bet.lines if line.when.holds(coup)), "lose") for bet in bets
            ]
    return [by_coup[coup] for _, coup, _ in deals(shoe, rules)]


def is_card(known: ba.Card | None, card: ba.Card) -> bool:
    return known is None or (known.rank == card.rank and known.suit in (None, card.suit))


def agrees(known: ba.Dealt, row: tuple[ba.Card, ...], coup: ba.Coup, rules: ba.Rules) -> bool:
    """Whether a deal has every known card at its stated place; cards named are different physical cards."""
    for listed, hand in ((known.player, coup.player), (known.banker, coup.banker)):
        if len(listed) > len(hand) or not all(map(is_card, listed, hand)):
            return False
    if not all(is_card(card, row[place - 1]) for place, card in known.ahead):
        return False
    order = ["p1", "b1", "p2", "b2", *["p3"] * (len(coup.player) == 3), *["b3"] * (len(coup.banker) == 3)]
    if rules.player_first is not None:
        order.remove("p1")
    named = {f"p{i}" for i, card in enumerate(known.player, 1) if card}
    named |= {f"b{i}" for i, card in enumerate(known.banker, 1) if card}
    return not any(order[place - 1] in named for place, _ in known.ahead if place <= len(order))


def choices(known: ba.Dealt, shoe: ba.Shoe, rules: ba.Rules) -> int:
    """How many choices of physical cards there are for those known: first by suit, then by rank."""
    cards = known.from_shoe(rules)
    suited = [card for card in cards if card.suit is not None]
    ranks = shoe.coarsen("ranks").counts
    of_suit = prod(perm(shoe.counts[card.index], suited.count(card)) for card in set(suited))
    of_rank = prod(
        perm(
            ranks[rank - 1] - sum(card.rank == rank for card in suited),
            sum(card.rank == rank and card.suit is None for card in cards),
        )
        for rank in {card.rank for card in cards}
    )
    return of_suit * of_rank


def compare(text: str, shoe: str, rules: ba.Rules = PUNTO, bets: tuple[Bet, ...] = BY_RANK) -> int:
    """Check `odds` against the recursion, line by line; return the number of deals that agree."""
    known, held = ba.Dealt.parse(text), ba.Shoe.parse(shoe)
    dealt = zip(deals(shoe, rules), settled(shoe, rules, bets), strict=True)
    kept = [(lines, ways) for (row, coup, ways), lines in dealt if agrees(known, row, coup, rules)]
    total = sum(ways for _, ways in kept)
    if total == 0:
        with pytest.raises(AnalyzerError, match=r"^no deal of the [0-9]+ cards left satisfies "):
            ba.odds("classic", held, rules=rules, bets=bets, dealt=text)
        return 0
    report = ba.odds("classic", held, rules=rules, bets=bets, dealt=text)
    like = choices(known, held, rules)
    assert report.total_ways * like == total
    for number, value in enumerate(bets):
        counted = dict.fromkeys(value.nets, 0)
        for lines, ways in kept:
            counted[lines[number]] += ways
        assert {line: n * like for line, n in report[value.id].ways.items()} == counted, value.id
    return total


KNOWN = [
    "P:9c", "P:?,9c", "P:?,?,9c", "B:9c", "B:?,9c", "B:?,?,9c", "P:K", "B:?,K", "P:?,?,2", "B:?,?,2",
    "P:9c,Kc", "P:9c B:9d", "P:9c B:?,9d", "P:9c B:?,?,2s", "B:Kc,Kd", "P:?,Kc B:?,Kc", "P:2s,3s", "P:9,9c",
    "P:?,?,?", "B:?,?,?", "P:?,?,? B:?,?,?", "P:Kc B:?,?,?", "P:?,?,Kc B:?,?,Kd", "P:?,?,2s B:?,?,9c",
    "P:9c,Kc B:2s,Kd", "P:2s,9d B:3s,Kc", "P:Kc,Kd B:2s,3s", "P:2s,Kc B:Kd,5h", "P:8h,Kc B:9c,Kd",
    "P:9c,9d B:2s,3s", "P:Kc,5h,8h B:3s,Kd", "P:Kc,5h,9c B:3s,Kd", "P:Kc,5h,9c B:3s,Kd,2s", "P:9c,Kc B:5h,Kd",
    "P:2s,5h B:Kc,Kd,?", "P:2s,5h B:Kc,Kd,3s",
    "next:1=9c", "next:2=9c", "next:3=9c", "next:4=9c", "next:5=9c", "next:6=9c", "next:5=K", "next:6=2",
    "next:5=9c next:6=9d", "P:2s,Kc next:5=9c", "P:8h,Kc B:?,2s next:5=9c", "P:9c,9d B:Kc,2s next:5=Kd",
    "P:9c,9d B:Kc,2s next:6=Kd", "P:?,?,? next:5=9c", "B:?,?,? next:5=9c",
    "B:?,?,9c next:5=Kc", "B:?,?,9c next:6=Kc", "P:?,? next:2=2s", "next:1=9c next:2=9d next:3=Kc next:4=2s",
    "P:9c next:2=9d", "next:3=Kc B:?,2s", "P:?", "B:?,?",
]  # fmt: skip


@pytest.mark.parametrize("text", one_in(2, KNOWN))
def test_odds_are_those_of_the_deals_that_agree(text: str) -> None:
    assert compare(text, SMALL) > 0


@pytest.mark.parametrize(
    "text",
    ["P:9c", "P:?,9c", "B:?,Kd", "P:9c,9d", "P:9c,Kc B:2s,Kd", "P:Kc,5h,9c B:3s,Kd", "next:2=2s", "next:5=2s",
     "next:6=5h", "P:2s,3s next:5=Kc"],
)  # fmt: skip
def test_odds_of_suits_are_those_of_the_deals_that_agree(text: str) -> None:
    assert compare(text, SMALL, bets=BY_SUIT) > 0


@pytest.mark.parametrize(
    "text",
    ["P:2d,2d B:As,2d", "P:?,?,As B:2d,As", "B:6h,Kc,?", "P:?,?,6h B:6h,Kc", "P:6h,? B:As,4s", "next:5=6h",
     "next:6=6h", "P:?,?,? next:6=2d", "B:?,?,2d next:5=2d", "P:6,? B:?,?,2", "P:Kc,6h B:As,2d", "P:As B:As"],
)  # fmt: skip
def test_odds_are_those_of_the_deals_that_agree_on_low_cards(text: str) -> None:
    assert compare(text, LOW) > 0


@pytest.mark.parametrize(
    "text", ["P:4d", "B:?,?,4d", "P:5h,Kc,?", "next:5=5h", "P:4d,4d B:4d,Kc", "next:6=Kc"]
)
def test_odds_are_those_of_the_deals_that_agree_on_twelve_cards(text: str) -> None:
    assert compare(text, TWELVE) > 0


@pytest.mark.parametrize("text", ["P:?,?,6h B:?,4s", "P:?,?,2d B:6h,?", "B:?,?,As", "P:?,?,? next:5=6h"])
def test_odds_are_those_of_the_deals_that_agree_under_the_thai_rules(text: str) -> None:
    assert compare(text, LOW, THAI) > 0


@pytest.mark.parametrize(
    "text",
    ["P:?,2d", "P:7,2d", "P:?,?,2d", "B:2d", "B:?,?,2d", "P:?,6h B:As,?", "next:1=2d", "next:2=2d",
     "next:3=6h", "next:4=2d", "next:5=2d", "P:?,2d next:1=As", "P:7,?,?", "P:?,4s B:6h,2d"],
)  # fmt: skip
def test_odds_are_those_of_the_deals_that_agree_if_the_first_card_is_given(text: str) -> None:
    assert compare(text, LOW, FREE) > 0


@pytest.mark.parametrize(
    "text",
    ["P:9c,Kc,?", "P:9c,Kc,2s", "B:8h,Kc,?", "P:8h,Kc B:2s,?,?", "P:5h,2s,?", "B:5h,2s,?",
     "P:Kc,5h,8h B:3s,Kd,?", "P:9c,9d,?", "P:9c,9d B:Kc,2s,?", "P:Kc,Kd,2s B:5h,Kc,?", "P:9c next:1=9c",
     "P:9c next:1=9d", "P:?,?,9c next:5=9c", "P:Kc,Kd,9c next:5=2s",
     "P:9c,9d B:Kc,2s,3s next:5=Kd", "P:Kc,Kd,9c B:2s,?,3s next:6=9d"],
)  # fmt: skip
def test_cards_that_cannot_be_dealt_are_rejected(text: str) -> None:
    assert compare(text, SMALL) == 0


def test_a_settled_natural_is_certain_and_its_ways_are_the_next_two_cards() -> None:
    report = ba.odds("standard", 8, dealt="P:9c,Kd B:8h,Ks")
    assert report.total_ways == 412 * 411
    assert report["player"].ways == {"win": 412 * 411, "push": 0, "lose": 0}
    assert report["player-natural"].ev == Fraction(7, 2)
    assert report["banker"].variance == 0


def test_a_finished_coup_of_six_cards_has_one_way() -> None:
    report = ba.odds("standard", 8, dealt="P:Kc,2d,3h B:Ks,Qd,9c")
    assert report.total_ways == 1
    assert report["banker"].ways == {"win": 1, "push": 0, "lose": 0}
    assert report.shoe.size == 410


def test_a_settled_coup_needs_only_the_rest_of_six_cards() -> None:
    assert ba.odds("classic", "9=1 K=2 8=1 2=2", dealt="P:9,K B:8,K").total_ways == 2
    with pytest.raises(ShoeError, match="expected at least 2 more cards for a coup, got a shoe of 1"):
        ba.odds("classic", "9=1 K=2 8=1 2=1", dealt="P:9,K B:8,K")


def test_known_cards_leave_the_shoe_and_coarsen_it_if_their_suit_is_unknown() -> None:
    assert ba.odds("classic", 8, dealt="P:9c,5d").shoe == ba.Shoe.decks(8).without("9c 5d")
    report = ba.odds("classic", 8, dealt="P:9c,5")
    assert (report.shoe.fineness, report.shoe.size) == ("ranks", 414)
    assert ba.odds("classic", "0=128 9=32 5=32", dealt="P:9c,Kd").shoe.points == (
        127,
        0,
        0,
        0,
        0,
        32,
        0,
        0,
        0,
        31,
    )


def test_more_copies_of_a_card_than_in_the_shoe_are_rejected() -> None:
    with pytest.raises(ShoeError, match="got 2 of 9c although it has 1"):
        ba.odds("classic", 1, dealt="P:9c B:9c")
    with pytest.raises(ShoeError, match="got 1 of 9c although it has 0"):
        ba.odds("classic", 1, dealt="P:9c", seen="9c")


PARTLY = "0=97 1=20 2=31 3=17 4=25 5=30 6=11 7=28 8=3 9=22"
LETTERS = "TA23456789"


@pytest.mark.parametrize(
    "place", ["P:{}", "P:?,{}", "B:{}", "B:?,{}", *(f"next:{i}={{}}" for i in range(1, 7))]
)
def test_total_probability_over_one_known_card(place: str) -> None:
    """The odds, averaged over every card that one place can have, are the odds when nothing is known."""
    shoe = ba.Shoe.parse(PARTLY)
    plain = ba.odds("niu-niu", shoe)
    known = [ba.odds("niu-niu", shoe, dealt=place.format(letter)) for letter in LETTERS]
    for name, valuation in plain.items():
        for line in valuation.ways:
            mean = sum(
                Fraction(n, shoe.size) * report[name].probability(line)
                for n, report in zip(shoe.counts, known, strict=True)
            )
            assert mean == valuation.probability(line), (name, line)
    assert {report.total_ways for report in known} == {perm(shoe.size - 1, 5)}


@pytest.mark.parametrize(("place", "fact"), [("P:?,?,{}", "player_draws"), ("B:?,?,{}", "banker_draws")])
def test_total_probability_over_one_known_third_card(place: str, fact: str) -> None:
    """Ways with each third card, times the number of such cards, add up to the ways of drawing one."""
    shoe = ba.Shoe.parse(PARTLY)
    drew = ba.odds("classic", shoe, given=fact)
    known = [ba.odds("classic", shoe, dealt=place.format(letter)) for letter in LETTERS]
    assert sum(n * report.total_ways for n, report in zip(shoe.counts, known, strict=True)) == drew.total_ways
    for name, valuation in drew.items():
        for line, ways in valuation.ways.items():
            reports = zip(shoe.counts, known, strict=True)
            assert sum(n * report[name].ways[line] for n, report in reports) == ways
    unnamed = ba.odds("classic", shoe, dealt=place.format("?"))
    assert unnamed.total_ways == drew.total_ways
    assert unnamed["banker"].ways == drew["banker"].ways


def test_total_probability_over_two_known_cards() -> None:
    shoe = ba.Shoe.parse("0=30 3=7 6=9 7=4 8=2 9=5")
    total = dict.fromkeys(ba.odds("classic", shoe)["banker"].ways, 0)
    for i in (0, 3, 6, 7, 8, 9):
        for j in (0, 3, 6, 7, 8, 9):
            both = shoe.counts[i] * (shoe.counts[j] - (i == j))
            report = ba.odds("classic", shoe, dealt=f"P:{LETTERS[i]} B:?,{LETTERS[j]}")
            for line, ways in report["banker"].ways.items():
                total[line] += both * ways
    assert total == ba.odds("classic", shoe)["banker"].ways


def test_unlisted_cards_give_no_information() -> None:
    plain = ba.odds("standard", 8)
    for text in ("P:?", "P:?,? B:?", "B:?,?"):
        assert ba.odds("standard", 8, dealt=text)["banker"].ways == plain["banker"].ways


def test_dealt_and_given_together() -> None:
    report = ba.odds("classic", SMALL, dealt="P:Kc", given="player_total == 2", bets=["banker"])
    kept = [
        (coup, ways)
        for row, coup, ways in deals(SMALL, PUNTO)
        if row[0] == ba.Card.parse("Kc") and coup.player_total == 2
    ]
    assert report.total_ways * 2 == sum(ways for _, ways in kept)
    assert report["banker"].ways["win"] * 2 == sum(ways for coup, ways in kept if coup.winner == "banker")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("P:9c,5 B:K", "P:9c,5 B:K"),
        ("b:10h p:?,♠", None),
        ("B:10h P:?,9♠", "P:?,9s B:Th"),
        ("P:?,?,?", "P:?,?,?"),
        ("next:6=9c  P:9 NEXT:5=Kd", "P:9 next:5=Kd next:6=9c"),
        ("next:01=9c", "next:1=9c"),
    ],
)
def test_a_text_is_parsed_and_printed(text: str, printed: str | None) -> None:
    if printed is None:
        with pytest.raises(CardError):
            ba.Dealt.parse(text)
        return
    known = ba.Dealt.parse(text)
    assert str(known) == printed
    assert ba.Dealt.parse(printed) == known


def test_nothing_known_prints_as_nothing() -> None:
    assert (str(NOTHING), NOTHING.from_shoe(PUNTO), NOTHING.tells_draws) == ("", (), False)
    drawing = [ba.Dealt.parse(text).tells_draws for text in ("P:9,5 B:2", "P:9,5,3 B:2", "B:9,5,3")]
    assert drawing == [False, True, True]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'expected known cards such as "P:9c,5 B:K" or "P:?,5d next:5=9c", got an empty text'),
        ("P:9,9,9,9", "expected one to three cards after P:, got '9,9,9,9'"),
        ("P:", "expected one to three cards after P:, got ''"),
        ("P:9,", "expected a card such as 9c, Th or K, got ''"),
        ("P:1c", "expected a card such as 9c, Th or K, got '1c'"),
        ("P:9 P:8", 'expected known cards such as "P:9c,5 B:K" or "P:?,5d next:5=9c", got the hand P twice'
         " in 'P:9 P:8'"),
        ("P: 9", "expected one to three cards after P:, got ''"),
        ("Q:9", 'expected known cards such as "P:9c,5 B:K" or "P:?,5d next:5=9c", got \'Q:9\''),
        ("next:0=9", "expected a place from next:1 to next:6, got 'next:0=9'"),
        ("next:7=9", "expected a place from next:1 to next:6, got 'next:7=9'"),
        ("next:5=9 next:5=9", 'expected known cards such as "P:9c,5 B:K" or "P:?,5d next:5=9c", got next:5'
         " twice in 'next:5=9 next:5=9'"),
        ("next:5=?", "expected a card such as 9c, Th or K, got '?'"),
    ],
)  # fmt: skip
def test_malformed_text_is_rejected(text: str, sentence: str) -> None:
    with pytest.raises(CardError) as caught:
        ba.Dealt.parse(text)
    assert str(caught.value) == sentence


def test_a_first_card_given_by_the_rules_cannot_be_another() -> None:
    with pytest.raises(
        RulesError, match="expected the Player's first card to be 7 under rules 'free-seven', got '8c'"
    ):
        ba.odds("classic", LOW, rules=FREE, dealt="P:8c,2d")
    with pytest.raises(
        RulesError, match="expected a place from next:1 to next:5 under rules 'free-seven', got next:6"
    ):
        ba.odds("classic", LOW, rules=FREE, dealt="next:6=2d")
