"""Words: every sentence is read back, by what each of its messages means, and must say what the data say."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import fuzz_conditions
import pytest
from library_bets import BETS, IMPOSSIBLE

from analyzer.bets.bet import LOSE, Bet, Line
from analyzer.bets.condition import Condition
from analyzer.bets.facts import ATTRIBUTES, FACTS, Type
from analyzer.bets.tree import Attribute, Chain, Compare, Distinct, Node, Not, Word
from analyzer.catalog import load
from analyzer.catalog.reference import stems
from analyzer.census.worked_example import example_coup, settling
from analyzer.errors import CardError, ConditionError, ShoeError
from analyzer.game.cards import Card, card_at
from analyzer.game.coup import Coup, deal
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.game.tableau import Tableau
from analyzer.phrases.cards import cards_text
from analyzer.phrases.conditions import event
from analyzer.phrases.labels import family_label, label
from analyzer.phrases.lines import event_of_line
from analyzer.phrases.procedures import end_text
from analyzer.phrases.quantities import exclusive
from analyzer.phrases.rules import coup_in_words, in_one, rules_in_words
from analyzer.text import Message

PUNTO_BANCO = load.rules("punto-banco")
DEEP = Shoe.decks(8)
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "♠♥♦♣"

Read = Callable[[str], Any]
"""Reads the value at a place of a sentence."""


# What each message means. A clause is true or false of the coup being read; noun phrases are its cards, hands
# and numbers. `at(name)` reads the place of that name only when it is called, since a reader stops once the
# sentence is known to be false.


class Reader:
    """Reads clauses about one coup."""

    def __init__(self, coup: Coup) -> None:
        self.coup = coup
        self.settled: list[str] = []  # the lines already found to hold, where lines of a bet are read

    def read(self, value: Any) -> Any:
        if isinstance(value, tuple):
            if any(isinstance(each, Message) for each in value):  # clauses, read until the answer is known
                return map(self.read, value)
            return list(value)
        if not isinstance(value, Message):
            return value
        places = dict(value.values)
        return MEANINGS[value.text](self, lambda name: self.read(places[name]))

    def hand(self, name: str) -> tuple[Card, ...]:
        return self.coup.player if name == "Player" else self.coup.banker


class Colour(str):
    """A colour, and the kind of the cards that have it."""

    def __call__(self, card: Card) -> bool:
        return bool(show(card, "colour") == self)


def points(cards: tuple[Card, ...]) -> int:
    return sum(min(card.rank, 10) for card in cards) % 10


def rank_of(card: Card) -> str:
    return RANKS[card.rank - 1]


def suit_of(card: Card) -> str:
    assert card.suit is not None
    return SUITS[card.suit]


def show(card: Card, attribute: str) -> Any:
    """What a card shows."""
    match attribute:
        case "points":
            return card.rank if card.rank < 10 else 0
        case "rank":
            return card.rank
        case "suit":
            return suit_of(card)
        case "colour":
            return "red" if suit_of(card) in "♥♦" else "black"
    raise AssertionError(attribute)


def either(value: Any) -> Callable[[int], bool]:
    """A number said by itself is that number."""
    return value if callable(value) else lambda n: n == value


def how_many(cards: list[Card], kind: Callable[[Card], bool]) -> int:
    return sum(map(kind, cards))


def drawn(card: Card | None) -> Card:
    assert card is not None, "a sentence denies something of a card that is not there"
    return card


def groups(text: str) -> set[str]:
    """The ranks of `2–5` or of `A J Q K`."""
    low, dash, high = text.partition("–")
    return set(RANKS[RANKS.index(low) : RANKS.index(high) + 1]) if dash else set(text.split())


def of_one_rank(reader: Reader, at: Read, number: Any, ranks: list[str]) -> bool:
    return any(either(number)(sum(rank_of(card) == rank for card in at("cards"))) for rank in ranks)


def of_one_suit(reader: Reader, at: Read, number: Any) -> bool:
    own = [card for card in at("cards") if rank_of(card) in at("ranks")]
    return any(either(number)(sum(suit_of(card) == suit for card in own)) for suit in SUITS)


def won_with(reader: Reader, at: Read, *cards: int) -> bool:
    """Whether a hand wins with a total, and with a number of cards if one is given."""
    hand = reader.hand(at("hand"))
    right = not cards or len(hand) == cards[0]
    return reader.coup.winner == at("hand").lower() and right and either(at("number"))(points(hand))


def such(test: Callable[..., bool], *names: str) -> Callable[[Reader, Read], Any]:
    """The meaning of a phrase about a number or card, given the values of some places."""

    def meaning(reader: Reader, at: Read) -> Callable[[Any], bool]:
        said = [at(name) for name in names]
        return lambda thing: test(thing, *said)

    return meaning


MEANINGS: dict[str, Callable[[Reader, Read], Any]] = {
    # joining
    "{first} and {second}": lambda r, at: at("first") and at("second"),
    "{first} or {second}": lambda r, at: at("first") or at("second"),
    "{clauses}, and {last}": lambda r, at: all(at("clauses")) and at("last"),
    "{clauses}, or {last}": lambda r, at: any(at("clauses")) or at("last"),
    "({clause})": lambda r, at: at("clause"),
    "({quantity})": lambda r, at: at("quantity"),
    "it is not the case that ({clause})": lambda r, at: not at("clause"),
    "every coup qualifies": lambda r, at: True,
    "no coup qualifies": lambda r, at: False,
    "no earlier line applies": lambda r, at: not r.settled,
    "no other line applies": lambda r, at: not r.settled,
    # hands
    "Player": lambda r, at: "Player",
    "Banker": lambda r, at: "Banker",
    "Player and Banker tie": lambda r, at: r.coup.player_total == r.coup.banker_total,
    "Player and Banker do not tie": lambda r, at: r.coup.player_total != r.coup.banker_total,
    "{hand} wins": lambda r, at: r.coup.winner == at("hand").lower(),
    "{hand} wins with a total of {number}": won_with,
    "{hand} wins with a two-card total of {number}": lambda r, at: won_with(r, at, 2),
    "{hand} wins with a three-card total of {number}": lambda r, at: won_with(r, at, 3),
    "Player and Banker tie at {number}": lambda r, at: (
        r.coup.player_total == r.coup.banker_total and either(at("number"))(r.coup.player_total)
    ),
    "{hand} does not win": lambda r, at: r.coup.winner != at("hand").lower(),
    "{hand} draws a third card": lambda r, at: len(r.hand(at("hand"))) == 3,
    "{hand} draws no third card": lambda r, at: len(r.hand(at("hand"))) == 2,
    "{hand} has a natural": lambda r, at: points(r.hand(at("hand"))[:2]) in (8, 9),
    "{hand} has no natural": lambda r, at: points(r.hand(at("hand"))[:2]) not in (8, 9),
    "{hand}'s first two cards are a pair": lambda r, at: len(set(map(rank_of, r.hand(at("hand"))[:2]))) == 1,
    "{hand}'s first two cards are not a pair": lambda r, at: (
        len(set(map(rank_of, r.hand(at("hand"))[:2]))) == 2
    ),
    "{hand}'s first two cards are a suited pair": lambda r, at: len(set(r.hand(at("hand"))[:2])) == 1,
    "{hand}'s first two cards are not a suited pair": lambda r, at: len(set(r.hand(at("hand"))[:2])) == 2,
    "{hand} has {number} cards": lambda r, at: either(at("number"))(len(r.hand(at("hand")))),
    "the coup has {number} cards": lambda r, at: either(at("number"))(r.coup.cards),
    "the totals differ by {number}": lambda r, at: either(at("number"))(
        abs(r.coup.player_total - r.coup.banker_total)
    ),
    # numbers
    "{quantity} is {number}": lambda r, at: either(at("number"))(at("quantity")),
    "{quantity} is odd": lambda r, at: at("quantity") % 2 == 1,
    "{quantity} is even": lambda r, at: at("quantity") % 2 == 0,
    "{low} or {high}": such(lambda n, low, high: n in (low, high), "low", "high"),
    "{list} or {last}": such(lambda n, listed, last: n in (*listed, last), "list", "last"),
    "{low} to {high}": such(lambda n, low, high: low <= n <= high, "low", "high"),
    "at most {n}": such(lambda n, most: n <= most, "n"),
    "at least {n}": such(lambda n, least: n >= least, "n"),
    "other than {n}": such(lambda n, other: n != other, "n"),
    "one of {numbers}": such(lambda n, numbers: n in numbers, "numbers"),
    "{first} equals {second}": lambda r, at: at("first") == at("second"),
    "{first} does not equal {second}": lambda r, at: at("first") != at("second"),
    "{first} is less than {second}": lambda r, at: at("first") < at("second"),
    "{first} is at most {second}": lambda r, at: at("first") <= at("second"),
    "{first} is greater than {second}": lambda r, at: at("first") > at("second"),
    "{first} is at least {second}": lambda r, at: at("first") >= at("second"),
    "{first} plus {second}": lambda r, at: at("first") + at("second"),
    "{first} minus {second}": lambda r, at: at("first") - at("second"),
    "{first} times {second}": lambda r, at: at("first") * at("second"),
    "the remainder of ({first}) divided by {second}": lambda r, at: at("first") % at("second"),
    "the sum of the two totals": lambda r, at: r.coup.player_total + r.coup.banker_total,
    "the difference between the totals": lambda r, at: abs(r.coup.player_total - r.coup.banker_total),
    "the number of cards in the coup": lambda r, at: r.coup.cards,
    "{hand}'s total": lambda r, at: points(r.hand(at("hand"))),
    "the total of {hand}'s first two cards": lambda r, at: points(r.hand(at("hand"))[:2]),
    "the number of {hand}'s cards": lambda r, at: len(r.hand(at("hand"))),
    "the number of {cards} that are {kind}": lambda r, at: how_many(at("cards"), at("kind")),
    "the number of distinct points among {cards}": lambda r, at: len(
        {show(c, "points") for c in at("cards")}
    ),
    "the number of distinct ranks among {cards}": lambda r, at: len({show(c, "rank") for c in at("cards")}),
    "the number of distinct suits among {cards}": lambda r, at: len({show(c, "suit") for c in at("cards")}),
    "the number of distinct colours among {cards}": lambda r, at: len(
        {show(c, "colour") for c in at("cards")}
    ),
    "the points of {card}": lambda r, at: show(drawn(at("card")), "points"),
    "the rank (1 to 13) of {card}": lambda r, at: show(drawn(at("card")), "rank"),
    "the suit of {card}": lambda r, at: show(drawn(at("card")), "suit"),
    "the colour of {card}": lambda r, at: show(drawn(at("card")), "colour"),
    # cards
    "the coup's cards": lambda r, at: [*r.coup.player, *r.coup.banker],
    "the first four cards": lambda r, at: [*r.coup.player[:2], *r.coup.banker[:2]],
    "{hand}'s cards": lambda r, at: [*r.hand(at("hand"))],
    "{hand}'s first two cards": lambda r, at: [*r.hand(at("hand"))[:2]],
    "{hand}'s first card": lambda r, at: r.hand(at("hand"))[0],
    "{hand}'s second card": lambda r, at: r.hand(at("hand"))[1],
    "{hand}'s third card": lambda r, at: next(iter(r.hand(at("hand"))[2:]), None),
    "{card} is {kind}": lambda r, at: at("card") is not None and at("kind")(at("card")),
    "{card} is not {kind}": lambda r, at: not at("kind")(drawn(at("card"))),
    "each of {cards} is {kind}": lambda r, at: all(map(at("kind"), at("cards"))),
    "none of {cards} is {kind}": lambda r, at: not any(map(at("kind"), at("cards"))),
    "{cards} include exactly {n} {kind}": lambda r, at: how_many(at("cards"), at("kind")) == at("n"),
    "{cards} include {number} {kind}": lambda r, at: at("number")(how_many(at("cards"), at("kind"))),
    "{cards} include exactly {n} of the same rank": lambda r, at: of_one_rank(r, at, at("n"), RANKS),
    "{cards} include {number} of the same rank": lambda r, at: of_one_rank(r, at, at("number"), RANKS),
    "{cards} include exactly {n} of the same rank, one of {ranks}": lambda r, at: of_one_rank(
        r, at, at("n"), at("ranks")
    ),
    "{cards} include {number} of the same rank, one of {ranks}": lambda r, at: of_one_rank(
        r, at, at("number"), at("ranks")
    ),
    "{cards} include exactly {n} of rank {ranks} and of the same suit": lambda r, at: of_one_suit(
        r, at, at("n")
    ),
    "{cards} include {number} of rank {ranks} and of the same suit": lambda r, at: of_one_suit(
        r, at, at("number")
    ),
    "the ranks of {cards} are all in one of the groups {groups}": lambda r, at: any(
        {rank_of(card) for card in at("cards")} <= groups(group) for group in at("groups")
    ),
    "{cards} have the same {attribute}": lambda r, at: (
        len({show(c, at("attribute")) for c in at("cards")}) == 1
    ),
    "no two of {cards} have the same {attribute}": lambda r, at: (
        len({show(c, at("attribute")) for c in at("cards")}) == len(at("cards"))
    ),
    "{first} and {second} have the same {attribute}": lambda r, at: (
        show(drawn(at("first")), at("attribute")) == show(drawn(at("second")), at("attribute"))
    ),
    "{first} and {second} differ in {attribute}": lambda r, at: (
        show(drawn(at("first")), at("attribute")) != show(drawn(at("second")), at("attribute"))
    ),
    **{name: lambda r, at, name=name: name for name in ("points", "rank", "suit", "colour")},
    # kinds of card
    "red": lambda r, at: Colour("red"),
    "black": lambda r, at: Colour("black"),
    "not {kind}": such(lambda card, kind: not kind(card), "kind"),
    "among {cards}": such(lambda card, cards: rank_of(card) + suit_of(card) in cards, "cards"),
    "of rank {ranks}": such(lambda card, ranks: either(ranks)(rank_of(card)), "ranks"),
    "of rank {low} to {high}": such(
        lambda card, low, high: RANKS.index(low) < card.rank <= RANKS.index(high) + 1, "low", "high"
    ),
    "of suit {suits}": such(lambda card, suits: either(suits)(suit_of(card)), "suits"),
    "of rank {ranks} and suit {suits}": such(
        lambda card, ranks, suits: rank_of(card) in ranks and suit_of(card) in suits, "ranks", "suits"
    ),
}


def says(words: Message, coup: Coup) -> bool:
    """Whether words about a coup are true of it."""
    truth = Reader(coup).read(words)
    assert isinstance(truth, bool)
    return truth


@cache
def coups() -> list[Coup]:
    """Coups of all sorts, many of them with cards of few ranks and suits, so that rare things come."""
    random = Random("words")
    found = []
    for _ in range(90):
        ranks = random.sample(range(1, 14), random.choice((1, 2, 3, 5, 13)))
        suits = random.sample(range(4), random.choice((1, 2, 4)))
        found.append(deal(PUNTO_BANCO, [Card(random.choice(ranks), random.choice(suits)) for _ in range(6)]))
    return found


# conditions


LINES = {line.when.text: (rules, line.when) for rules, bet in BETS.values() for line in bet.lines}
"""Every condition of the library, of its variants and of its claims, with rules under which it can come."""


def of_condition(rules: Rules, when: Condition) -> Iterator[Coup]:
    """A coup in which a condition holds and one in which it does not, if there are such."""
    bet = Bet("bet", "Bet", (Line("win", when, Fraction(1)),))
    for line in ("win", LOSE):
        if (coup := example_coup(rules, bet, line, DEEP)) is not None:
            yield coup


def test_the_words_of_every_condition_have_its_meaning() -> None:
    truths = []
    for rules, when in LINES.values():
        words = event(when)
        fixed = rules.player_first is not None
        mine = [*of_condition(rules, when), *([] if fixed else coups())]
        truths += [when.holds(coup) for coup in mine]
        assert [says(words, coup) for coup in mine] == [when.holds(coup) for coup in mine], str(words)
    assert truths.count(True) > 1000


def conditions(number: int) -> Iterator[Condition]:
    """Random conditions with every word of the language."""
    random = Random("conditions")
    while number:
        try:
            condition = Condition.parse(fuzz_conditions.sentence(random, random.randrange(4)))
        except ConditionError:
            continue
        number -= 1
        yield condition


def test_the_words_of_random_conditions_have_their_meaning() -> None:
    for condition in conditions(400):
        words = event(condition)
        said = [says(words, coup) for coup in coups()[::6]]
        assert said == [condition.holds(coup) for coup in coups()[::6]], f"{condition}: {words}"


@pytest.mark.parametrize(
    "text",
    [
        "count((rank == 9 and suit == spades) or rank == 2, player) == 1",
        "count(not (rank == 9 and suit == spades)) == cards",
        "count((rank < 9 and suit == spades) or (rank > 4 and suit == hearts)) in {0, 2, 5}",
        "count(rank == 9 and suit == spades) == 1 or count(rank == 9 and suit == hearts) == 1",
        "count(rank == 9 and suit == spades) == 1 or count(rank == 8 and suit == hearts) == 1 "
        "or count(rank == 9 and suit == diamonds) == 1 or count(rank == 9 and suit == clubs) == 1",
        "count(rank == 2) == 0 or count(rank == 3) == 0",
        "count(rank == 2) >= 1 or count(rank == 3) > 1",
        "count(rank == 2) in {1, 2} or count(rank == 3) == 1 or count(rank == 3) == 2",
        "count(color == red, first_four) == 4 or count(color == black, first_four) == 4",
        "not (p3.suit == b3.suit) and not (p3.rank in {2..9})",
        "p1.points + p3.points in {3, 5, 12}",
        "p1.points * p2.points * b1.points in {100..200, 729, 999999999999}",
        "p3.rank != b3.rank or p3.color != b1.color",
        "p1.suit == spades and p2.suit == spades and p1.rank > 4",
        "p3.color == red and b3.color == red and p3.rank in {2, 4} and b3.rank in {2, 4}",
    ],
)
def test_the_words_of_unusual_conditions_have_their_meaning(text: str) -> None:
    condition = Condition.parse(text)
    mine = [*coups(), *of_condition(PUNTO_BANCO, condition)]
    said = [says(event(condition), coup) for coup in mine]
    assert said == [condition.holds(coup) for coup in mine], str(event(condition))


@pytest.mark.parametrize(
    ("condition", "words"),
    {
        "banker_wins and banker_total == 6 and banker_cards == 3": (
            "Banker wins with a three-card total of 6"
        ),
        "banker_wins and not (banker_total == 7 and banker_cards == 3)": (
            "Banker wins and it is not the case that (Banker's total is 7 and Banker has 3 cards)"
        ),
        "tie or (banker_wins and banker_total == 7)": (
            "Player and Banker tie or Banker wins with a total of 7"
        ),
        "not tie and not player_pair": (
            "Player and Banker do not tie and Player's first two cards are not a pair"
        ),
        "player_total in {7..9}": "Player's total is 7 to 9",
        "player_total in {8, 9}": "Player's total is 8 or 9",
        "5 <= player_total": "Player's total is at least 5",
        "not banker_total == 4": "Banker's total is other than 4",
        "cards != 5": "the coup has 4 or 6 cards",
        "player_total < 10": "every coup qualifies",
        "player_total in {10..12}": "no coup qualifies",
        "player_total + banker_total in {1..3, 17}": "the sum of the two totals is one of 1, 2, 3, 17",
        "(player_total + banker_cards) % 2 == 0": (
            "Player's total plus the number of Banker's cards is even"
        ),
        "player_total - (banker_total - cards) * 2 == margin": (
            "Player's total minus ((Banker's total minus the number of cards in the coup) times 2) "
            "equals the difference between the totals"
        ),
        "banker_total * 12 in {36, 60..72}": (
            "Banker's total times 12 equals 36 or "
            "(Banker's total times 12 is at least 60 and Banker's total times 12 is at most 72)"
        ),
        "count(rank == 2) == 0 or count(rank == 3) == 0": (
            "none of the coup's cards is of rank 2 or none of the coup's cards is of rank 3"
        ),
        "p1.rank == 4 and p1.suit == diamonds": "Player's first card is of rank 4 and suit ♦",
        "b1.color == red and b2.color == red": "each of Banker's first two cards is red",
        "p1.rank != 9 and p2.rank != 9": "none of Player's first two cards is of rank 9",
        "p3.rank <= 10 and b3.rank >= jack": (
            "Player's third card is of rank A to 10 and Banker's third card is of rank J, Q or K"
        ),
        "p3.points != 9": "Player draws a third card and Player's third card is not of rank 9",
        "not (p3.points == 8)": "it is not the case that (Player's third card is of rank 8)",
        "p1.suit == p2.suit": "Player's first two cards have the same suit",
        "p1.rank != b1.rank": "Player's first card and Banker's first card differ in rank",
        "count(color == black) == cards": "each of the coup's cards is black",
        "count(points >= 6) == 0": "none of the coup's cards is of rank 6 to 9",
        "count(rank == jack, player) == 2": "Player's cards include exactly 2 of rank J",
        "count(rank == 7) > 1": "the coup's cards include at least 2 of rank 7",
        "distinct(suit, banker) == 1": "Banker's cards have the same suit",
        "distinct(suit, banker) >= 1": "every coup qualifies",
        "distinct(rank, first_four) == 4": "no two of the first four cards have the same rank",
        "distinct(rank) <= cards - 2": (
            "the number of distinct ranks among the coup's cards is at most "
            "the number of cards in the coup minus 2"
        ),
        "count(rank == 5) == 3 or count(rank == 8) == 3": (
            "the coup's cards include exactly 3 of the same rank, one of 5, 8"
        ),
        "count(rank in {1..4}, first_four) == 4 or count(rank in {2..5}, first_four) == 4": (
            "the ranks of the first four cards are all in one of the groups A–4, 2–5"
        ),
    }.items(),
)
def test_words_read_like_a_rule_sheet(condition: str, words: str) -> None:
    assert str(event(Condition.parse(condition))) == words


@pytest.mark.parametrize(
    "text",
    [
        " or ".join(["tie"] * 280),
        "not (tie or " * 32 + "tie" + ")" * 32,
        "tie and (tie or (" * 32 + "tie" + "))" * 32,
    ],
)
def test_the_longest_and_the_deepest_conditions_have_words(text: str) -> None:
    condition = Condition.parse(text)
    assert str(event(condition)).count("tie") == text.count("tie")
    assert says(event(condition), coups()[0]) == condition.holds(coups()[0])


def test_every_fact_has_its_own_words() -> None:
    truths = [name for name, fact in FACTS.items() if fact.type is Type.TRUTH]
    numbers = [f"p1.points < {name}" for name in FACTS if name not in truths]
    texts = [*truths, *(f"not {name}" for name in truths), *numbers]
    assert len({str(event(Condition.parse(text))) for text in texts}) == 2 * len(truths) + len(numbers) == 30


@pytest.mark.parametrize(
    "node",
    [
        Word("player_flush"),
        Not(Word("banker_royal_flush")),
        Compare("<", Word("player_flush"), Word("player_total")),
        Compare("<", Attribute("p1", "value"), Word("player_total")),
        Compare("<", Distinct("value", "coup"), Word("player_total")),
        Compare("<", Chain(Word("cards"), (("^", Word("margin")),)), Word("player_total")),
        Compare("<>", Word("player_total"), Word("banker_total")),
    ],
    ids=str,
)
def test_a_fact_without_words_does_not_get_those_of_another(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ATTRIBUTES, "value", ATTRIBUTES["points"])
    with pytest.raises(KeyError):
        event(Condition("", node))


# lines


@pytest.mark.parametrize("name", BETS)
def test_exactly_one_line_is_true_of_every_coup_and_each_has_an_example(name: str) -> None:
    rules, bet = BETS[name]
    shown = {line: example_coup(rules, bet, line, DEEP) for line in bet.nets}
    assert {line for line, coup in shown.items() if coup is None} - {LOSE} == {
        line for bet_id, line in IMPOSSIBLE if bet_id == name
    }
    for line, coup in shown.items():
        assert coup is None or settled_by_words(bet, coup) == [line]
    for coup in coups()[::8]:
        assert settled_by_words(bet, coup) == [settling(bet, coup)]


def test_exactly_one_of_random_lines_is_true_in_any_order() -> None:
    random = Random("lines")
    conditions = [
        *(when for _, when in LINES.values()),
        *map(Condition.parse, ("tie or player_wins", "not tie")),
    ]
    for _ in range(100):
        whens = random.sample(conditions, 3)
        if random.random() < 0.5:
            whens.append(Condition.parse(f"({whens[0]}) or ({whens[1]})"))
            random.shuffle(whens)
        bet = Bet("bet", "Bet", tuple(Line(f"line-{n}", when, Fraction(1)) for n, when in enumerate(whens)))
        for coup in coups()[::10]:
            assert settled_by_words(bet, coup) == [settling(bet, coup)], whens


worded = cache(event_of_line)


def settled_by_words(bet: Bet, coup: Coup) -> list[str]:
    """The lines of a bet whose words are true of a coup."""
    reader = Reader(coup)
    for line in bet.nets:
        if reader.read(worded(bet, line)):
            reader.settled.append(line)
    return reader.settled


def test_a_line_mentions_earlier_lines_that_may_also_hold() -> None:
    natural, nine, *_, push = load.bet("dragon-bonus-player").lines
    bet = load.bet("dragon-bonus-player")
    assert str(event_of_line(bet, natural.id)) == "Player wins and Player has a natural"
    assert str(event_of_line(bet, nine.id)) == (
        "Player wins, the totals differ by 9, and no earlier line applies"
    )
    assert str(event_of_line(bet, push.id)) == "Player and Banker tie and Player has a natural"
    assert str(event_of_line(bet, LOSE)) == "no other line applies"
    assert str(event_of_line(load.bet("heavenly-9"), "one")) == (
        "((Player's total is 9 and Player has 3 cards) or (Banker's total is 9 and Banker has 3 cards)) "
        "and no earlier line applies"
    )


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("tie", "player_wins", True),
        ("not tie", "player_wins", False),
        ("not tie", "tie", True),
        ("player_draws", "player_cards == 2", True),
        ("player_draws", "player_cards == 3", False),
        ("not banker_draws", "banker_cards == 3", True),
        ("player_pair", "not player_pair", True),
        ("player_pair", "player_suited_pair", False),
        ("player_total > 3", "2 >= player_total", True),
        ("player_total > 3", "banker_total < 3", False),
        ("tie and player_total == 4", "tie and player_total == 5", True),
        ("tie or player_wins", "banker_wins", True),
        ("tie or player_wins", "player_wins", False),
        ("p3.rank == 4", "p3.rank == 5", True),
        ("not (p3.rank == 4)", "not (p3.rank != 4)", False),
        ("p1.suit == hearts", "p1.color == black", True),
        ("distinct(rank) <= cards - 3", "distinct(rank) > cards - 3", False),  # so it is, yet not plainly
    ],
)
def test_obviously_exclusive_lines_are_recognized(one: str, other: str, apart: bool) -> None:
    first, second = Condition.parse(one), Condition.parse(other)
    assert exclusive(first.tree, second.tree) is exclusive(second.tree, first.tree) is apart
    assert not apart or not any(first.holds(coup) and second.holds(coup) for coup in coups())


def test_every_line_of_the_library_has_a_name() -> None:
    for _, bet in BETS.values():
        names = [label(bet, line) for line in bet.nets]
        assert bet.family is None or all(isinstance(name, Message) for name in names)
        assert len(set(map(str, names))) == len(names)


@pytest.mark.parametrize("line", ["my-line", "win-20", "cards", "win", "natural-tie", "high", "all", "push"])
def test_a_line_of_a_users_file_is_called_by_its_id(line: str) -> None:
    own = replace(load.bet("tie"), family=None)
    assert label(own, line) == line
    assert str(label(own, "lose")) == "lose"


def test_every_family_of_the_library_has_its_own_name() -> None:
    names = {stem: family_label(stem) for stem in stems("bets")}
    assert all(isinstance(name, Message) for name in names.values())
    assert len({str(name) for name in names.values()}) == len(names)
    assert family_label("my-bets") == "my-bets"


# rules


def numbers_of(value: Any) -> set[int]:
    """The numbers 0–9 that a value stands for."""
    if isinstance(value, int):
        return {value}
    if isinstance(value, tuple):
        return set(value)
    kind = Reader(coups()[0]).read(value)
    return set(filter(kind, range(10)))


ALL = set(range(10))
CARDS_COUNT = "An ace counts 1 point, the cards 2 to 9 count their face value, and 10, J, Q and K count 0."


def rules_told(sentences: tuple[Message, ...]) -> Rules:
    """The rules that sentences describe, from these sentences alone."""
    naturals: set[int] = set()
    player: set[int] = set()
    stood: set[int] = set()
    first, by_total = None, False
    drew: dict[int, set[int]] = {}
    for sentence in sentences:
        said = dict(sentence.values)
        match sentence.text:
            case "Player's first card is always a card of rank {rank} that does not come from the shoe.":
                first = RANKS.index(str(said["rank"])) + 1
            case (
                "A two-card total of {totals} is a natural: if either hand has one, neither hand draws."
                | "If either hand has a two-card total of {totals}, neither hand draws."
            ):
                naturals = numbers_of(said["totals"])
            case "Player draws a third card on every total.":
                player = ALL - naturals
            case "Player draws a third card on {draws} and stands on {stands}.":
                player = numbers_of(said["draws"])
                assert numbers_of(said["stands"]) == ALL - naturals - player
            case "If Player stood, Banker draws a third card on every total.":
                stood = ALL - naturals
            case "If Player stood, Banker draws a third card on {draws} and stands on {stands}.":
                stood = numbers_of(said["draws"])
                assert numbers_of(said["stands"]) == ALL - naturals - stood
            case text if text.startswith("If Player drew, Banker "):
                columns = numbers_of(said["columns"]) if "columns" in said else ALL
                if " unless " in text or " stands " in text:
                    columns = ALL - columns
                by_total |= "Player's total is" in text
                for total in numbers_of(said["totals"]):
                    assert total not in drew
                    drew[total] = columns
            case text:
                assert text in {
                    CARDS_COUNT,
                    "The total of a hand is the last digit of the sum of its cards' points.",
                    "Four cards are dealt in the order Player, Banker, Player, Banker.",
                    "Three cards are dealt in the order Banker, Player, Banker.",
                    "No two-card total ends the coup.",
                    "Player stands on every total.",
                    "If Player stood, Banker stands on every total.",
                    "The hand with the higher total wins; equal totals are a Tie.",
                }
    rows = tuple(
        (total, (total in stood, *(column in columns for column in range(10))))
        for total, columns in drew.items()
    )
    tableau = Tableau(frozenset(player), frozenset(naturals), rows)
    return Rules("told", "Told", tableau, "player-total" if by_total else "third-card", first)


def random_rules(seed: int) -> Rules:
    """Random rules, unlike those of any casino."""
    random = Random(f"rules {seed}")
    naturals = frozenset(random.sample(range(10), random.choice((0, 1, 2, 3))))
    others = [total for total in range(10) if total not in naturals]
    draws = frozenset(random.sample(others, random.choice((0, 3, len(others)))))
    often = random.choice((0, 0.1, 0.5, 0.9, 1))
    rows = tuple((total, tuple(random.random() < often for _ in range(11))) for total in others)
    by, first = random.choice(("third-card", "player-total")), random.choice((None, 1, 7, 10, 13))
    return Rules("random", "Random", Tableau(draws, naturals, rows), by, first)


@pytest.mark.parametrize(
    "rules", [*map(load.rules, load.rules_ids()), *map(random_rules, range(40))], ids=lambda rules: rules.id
)
def test_the_sentences_determine_the_rules(rules: Rules) -> None:
    told = rules_told(rules_in_words(rules))
    assert told.tableau == rules.tableau
    assert told.player_first == rules.player_first
    looks = any(len(set(row[1:])) == 2 for _, row in rules.tableau.banker)
    assert told.banker_by == (rules.banker_by if looks else "third-card")


def test_the_rules_read_like_a_rule_sheet() -> None:
    assert [str(sentence) for sentence in rules_in_words(PUNTO_BANCO)] == [
        CARDS_COUNT,
        "The total of a hand is the last digit of the sum of its cards' points.",
        "Four cards are dealt in the order Player, Banker, Player, Banker.",
        "A two-card total of 8 or 9 is a natural: if either hand has one, neither hand draws.",
        "Player draws a third card on 0 to 5 and stands on 6 or 7.",
        "If Player stood, Banker draws a third card on 0 to 5 and stands on 6 or 7.",
        "If Player drew, Banker always draws a third card on 0 to 2.",
        "If Player drew, Banker draws on 3 unless Player's third card counts 8.",
        "If Player drew, Banker draws on 4 only if Player's third card counts 2 to 7.",
        "If Player drew, Banker draws on 5 only if Player's third card counts 4 to 7.",
        "If Player drew, Banker draws on 6 only if Player's third card counts 6 or 7.",
        "If Player drew, Banker always stands on 7.",
        "The hand with the higher total wins; equal totals are a Tie.",
    ]


# coups


@pytest.mark.parametrize(
    ("cards", "words"),
    {
        "9s Kc 4c Qd Ad 6s": (
            "Player is dealt 9♠ 4♣, a total of 3. Banker is dealt K♣ Q♦, a total of 0. "
            "Player draws A♦ on 3, for a total of 4. "
            "Because Player's third card counts 1, Banker draws 6♠ on 0, for a total of 6. "
            "Banker wins, 6 to 4."
        ),
        "9s Kc Tc Qd Ad 6s": (
            "Player is dealt 9♠ 10♣, a total of 9. Banker is dealt K♣ Q♦, a total of 0. "
            "Player's total of 9 ends the coup: neither hand draws. Player wins, 9 to 0."
        ),
        "9s Kc Tc 8d Ad 6s": (
            "Player is dealt 9♠ 10♣, a total of 9. Banker is dealt K♣ 8♦, a total of 8. "
            "Player's total of 9 ends the coup: neither hand draws. Player wins, 9 to 8."
        ),
        "5s Kc Tc 8d Ad 6s": (
            "Player is dealt 5♠ 10♣, a total of 5. Banker is dealt K♣ 8♦, a total of 8. "
            "Banker's total of 8 ends the coup: neither hand draws. Banker wins, 8 to 5."
        ),
        "6s Kc Ac 7d Ad 6s": (
            "Player is dealt 6♠ A♣, a total of 7. Banker is dealt K♣ 7♦, a total of 7. Player stands on 7. "
            "Because Player stood, Banker stands on 7. Player and Banker tie at 7."
        ),
    }.items(),
)
def test_a_coup_is_described_card_by_card(cards: str, words: str) -> None:
    coup = deal(PUNTO_BANCO, map(Card.parse, cards.split()))
    assert str(in_one(coup_in_words(PUNTO_BANCO, coup))) == words


def test_a_coup_under_rules_by_totals_states_the_total_that_banker_faces() -> None:
    rules = load.rules("thai-literal")
    coup = deal(rules, map(Card.parse, ["2s", "3c", "Ks", "Kd", "7c", "6s"]))
    assert str(coup_in_words(rules, coup)[3]) == (
        "Because Player's total is 9, Banker draws 6♠ on 3, for a total of 9."
    )


def test_a_hand_shows_the_suits_that_are_known() -> None:
    assert cards_text((Card(7), card_at(39))) == "7 10♣"


# procedures


@pytest.mark.parametrize(
    ("procedure", "words"),
    [
        (
            Procedure("own", "Own", cut_card=14, extra_coups=0),
            "the coup that leaves fewer than 14 cards is the last",
        ),
        (
            Procedure("own", "Own", cut_card=14, extra_coups=1),
            "1 more after the coup that leaves fewer than 14 cards",
        ),
        (
            Procedure("own", "Own", cut_card=14, extra_coups=0, reserve=True),
            "the coup in which the cut card shows is the last; 14 cards are behind it",
        ),
        (
            Procedure("own", "Own", cut_card=(18, 90), extra_coups=0),
            "the coup in which the cut card shows is the last; 18 to 90 cards are behind it, at random",
        ),
        (
            Procedure("own", "Own", cut_card=(18, 90), extra_coups=2),
            "2 more after the coup in which the cut card shows; 18 to 90 cards are behind it, at random",
        ),
    ],
)
def test_the_end_of_a_shoe_in_words(procedure: Procedure, words: str) -> None:
    assert str(end_text(procedure)) == words


# worked coups


def test_a_coarse_shoe_gives_coups_without_suits() -> None:
    bet = load.bet("lucky-6")
    for fineness in ("ranks", "points"):
        coup = example_coup(PUNTO_BANCO, bet, "three-card", DEEP.coarsen(fineness))
        assert coup is not None
        assert settling(bet, coup) == "three-card"
        assert {card.suit for card in coup.player + coup.banker} == {None}


def test_a_shoe_too_coarse_for_a_bet_is_rejected() -> None:
    with pytest.raises(CardError):
        example_coup(PUNTO_BANCO, load.bet("all-red"), "win", DEEP.coarsen("ranks"))


def test_a_shoe_of_too_few_cards_is_rejected() -> None:
    with pytest.raises(ShoeError, match="expected at least 6 cards for a coup, got a shoe of 5"):
        example_coup(PUNTO_BANCO, load.bet("tie"), "win", Shoe.parse("9=5"))


def test_a_worked_coup_begins_with_the_card_that_the_rules_give() -> None:
    when = Condition.parse("count(rank == king) == 4 and count(rank == 7) == 1")
    bet = Bet("bet", "Bet", (Line("win", when, Fraction(1)),))
    coup = example_coup(load.rules("player-first-7"), bet, "win", DEEP)
    assert coup is not None
    assert coup.player[0] == Card(7)
    assert when.holds(coup)


def test_a_worked_coup_uses_only_cards_of_the_shoe() -> None:
    shoe = Shoe.parse("4s=1 4h=1 4d=1 4c=1 Ks=1 Kh=1")
    bet = load.bet("egalite-8")
    coup = example_coup(PUNTO_BANCO, bet, "win", shoe)
    assert coup is not None
    assert settling(bet, coup) == "win"
    shoe.without(coup.player + coup.banker)
