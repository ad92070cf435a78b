"""The condition language: what sentences mean, and the errors for texts that are not sentences."""

import ast
import operator
import pickle
import re
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentences import CARDS, COLORS, NUMBERS, RANKS, SCOPES, SUITS, TRUTHS, conditions, coups
from suite import MULTIPLIER

from analyzer.bets import facts
from analyzer.bets.condition import Condition
from analyzer.bets.tree import All, Any, Chain, Compare, Literal, Not, Word
from analyzer.errors import CardError, ConditionError
from analyzer.game.cards import Card, parse_cards
from analyzer.game.coup import Coup

pytestmark = pytest.mark.libraries

# No tableau deals all of these, but a condition can be evaluated on any coup.
THREE_AGAINST_TWO = Coup(parse_cards("9c 9d Th"), parse_cards("2h 4h"))
TWO_AGAINST_THREE = Coup(parse_cards("Kc Ks"), parse_cards("5h 5h Qd"))
NATURALS = Coup(parse_cards("9c Kd"), parse_cards("8h Ah"))


def holds(text: str, coup: Coup = THREE_AGAINST_TWO) -> bool:
    return Condition.parse(text).holds(coup)


class UndrawnError(Exception):
    """A comparison touched a card that was not drawn."""


RANGE = re.compile(r"(-?\w+)\.\.(-?\w+)")
POINTS = {rank: rank if rank < 10 else 0 for rank in range(1, 14)}
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Mod: operator.mod,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def shown(card: Card) -> dict[str, object]:
    assert card.suit is not None
    return {
        "points": POINTS[card.rank],
        "rank": card.rank,
        "suit": SUITS[card.suit],
        "color": "red" if SUITS[card.suit] in ("hearts", "diamonds") else "black",
    }


@dataclass
class PythonReading:
    """A condition read by Python's parser and evaluated here; it shares no code with the language."""

    coup: Coup

    def judge(self, text: str) -> object:
        python = RANGE.sub(r"span(\1, \2)", " ".join(text.split()))
        return self.value(ast.parse(python, mode="eval").body, self.words())

    def words(self) -> dict[str, object]:
        player, banker = self.coup.player, self.coup.banker
        totals = [sum(POINTS[card.rank] for card in hand) % 10 for hand in (player, banker)]
        twos = [sum(POINTS[card.rank] for card in hand[:2]) % 10 for hand in (player, banker)]
        words: dict[str, object] = dict(RANKS) | {word: word for word in (*SUITS, *COLORS)}
        words |= {
            "player_wins": totals[0] > totals[1],
            "banker_wins": totals[0] < totals[1],
            "tie": totals[0] == totals[1],
            "cards": len(player) + len(banker),
            "margin": max(totals) - min(totals),
        }
        for name, hand, total, two in zip(("player", "banker"), (player, banker), totals, twos, strict=True):
            pair = hand[0].rank == hand[1].rank
            words |= {
                f"{name}_draws": len(hand) == 3,
                f"{name}_cards": len(hand),
                f"{name}_total": total,
                f"{name}_two": two,
                f"{name}_natural": two >= 8,
                f"{name}_pair": pair,
                f"{name}_suited_pair": pair and hand[0].suit == hand[1].suit,
            }
        return words

    def cards(self, scope: list[ast.expr]) -> list[Card]:
        match [node.id for node in scope if isinstance(node, ast.Name)]:
            case ["player"]:
                return list(self.coup.player)
            case ["banker"]:
                return list(self.coup.banker)
            case ["first_four"]:
                return [*self.coup.player[:2], *self.coup.banker[:2]]
        return [*self.coup.player, *self.coup.banker]

    def value(self, node: ast.expr, words: dict[str, object]) -> object:
        match node:
            case ast.Constant(value):
                return value
            case ast.Name(word):
                return words[word]
            case ast.Attribute(ast.Name(place), name):
                hand = self.coup.player if place[0] == "p" else self.coup.banker
                if int(place[1]) > len(hand):
                    raise UndrawnError
                return shown(hand[int(place[1]) - 1])[name]
            case ast.Call(ast.Name("count"), [inner, *scope]):
                return sum(
                    bool(self.value(inner, shown(card) | words_of_cards())) for card in self.cards(scope)
                )
            case ast.Call(ast.Name("distinct"), [ast.Name(name), *scope]):
                return len({shown(card)[name] for card in self.cards(scope)})
            case ast.UnaryOp(ast.Not(), inner):
                return not self.value(inner, words)
            case ast.UnaryOp(ast.USub(), inner):
                return -self.value(inner, words)  # type: ignore[operator]
            case ast.BinOp(left, sign, right):
                return OPERATORS[type(sign)](self.value(left, words), self.value(right, words))
            case ast.BoolOp(ast.And(), parts):
                return all(self.value(part, words) for part in parts)
            case ast.BoolOp(ast.Or(), parts):
                return any(self.value(part, words) for part in parts)
            case ast.Compare(left, [ast.In()], [ast.Set(members)]):
                try:
                    value = self.value(left, words)
                except UndrawnError:
                    return False
                return any(value in self.members(member, words) for member in members)
            case ast.Compare(left, [sign], [right]):
                try:
                    return OPERATORS[type(sign)](self.value(left, words), self.value(right, words))
                except UndrawnError:
                    return False
        raise AssertionError(ast.dump(node))

    def members(self, node: ast.expr, words: dict[str, object]) -> list[object] | range:
        if isinstance(node, ast.Call):
            low, high = (self.value(end, words) for end in node.args)
            return range(low, high + 1)  # type: ignore[call-overload]
        return [self.value(node, words)]


def words_of_cards() -> dict[str, object]:
    return dict(RANKS) | {word: word for word in (*SUITS, *COLORS)}


@settings(max_examples=150 * MULTIPLIER)
@given(conditions(), coups())
def test_a_condition_means_the_same_as_in_python(text: str, coup: Coup) -> None:
    assert holds(text, coup) is PythonReading(coup).judge(text)


def test_random_sentences_use_every_word() -> None:
    assert set(TRUTHS) | set(NUMBERS) == set(facts.FACTS)
    assert {*RANKS, *SUITS, *COLORS} == set(facts.CONSTANTS)
    assert set(CARDS) == set(facts.POSITIONS)
    assert {scope.strip(", ") or "coup" for scope in SCOPES} == set(facts.SCOPES)


@settings(max_examples=100 * MULTIPLIER)
@given(conditions())
def test_a_parsed_condition_prints_as_its_text(text: str) -> None:
    condition = Condition.parse(text)
    assert str(condition) == condition.text == text
    assert Condition.parse(str(condition)) == condition
    assert hash(Condition.parse(str(condition))) == hash(condition)


TRUE = {
    "product-before-sum": "2 + 3 * 4 == 14",
    "brackets": "(2 + 3) * 4 == 20",
    "left-to-right": "10 - 3 - 2 == 5 and 20 % 7 * 2 == 12",
    "minus-before-product": "-2 * 3 == -6 and - -2 == 2 and 3 - -2 == 5",
    "remainder-floors": "-8 % 3 == 1 and (2 - 10) % 3 == 1 and 8 % 3 == 2",
    "minus-before-remainder": "0 - 8 % 3 == -2",
    "a-named-value-divides": "27 % king == 1 and 7 % (2) == 1",
    "twelve-digits": "999999999999 + 1 > 999999999999",
    "no-overflow": "999999999999 * 999999999999 * 999999999999 * 999999999999 % 1000 == 1",
    "leading-zeros": "007 == 7",
    "not-binds-tighter-than-and": "not tie and not tie",
    "not-denies-a-comparison": "not 1 == 2",
    "and-before-or": "player_wins or tie and tie",
    "brackets-of-truths": "not ((tie or banker_wins) and player_wins)",
    "members": "3 in {1, 2..4} and not 5 in {1, 2..4, king} and 13 in {king}",
    "negative-members": "0 - 3 in {-5..-3} and -13 in {-king}",
    "a-range-of-named-values": "player_total in {2..king}",
    "suits": "p1.suit == clubs and p1.suit != hearts and p1.suit in {spades, clubs}",
    "colours": "p1.color == black and p2.color == red and p1.color != p2.color and red in {red}",
    "ranks-and-points": "p3.rank == 10 and p3.points == 0 and b1.rank == b1.points",
    "totals": "player_total == 8 and player_two == 8 and banker_total == 6 and margin == 2",
    "numbers-of-cards": "player_cards == 3 and banker_cards == 2 and cards == 5",
    "facts": "player_wins and not banker_wins and player_draws and not banker_draws",
    "pairs": "player_pair and not player_suited_pair and not banker_pair",
    "natural-with-three-cards": "player_natural and not banker_natural",
    "count": "count(rank == 9) == 2 and count(color == red) == 4 and count(suit == hearts or rank == 9) == 5",
    "count-of-a-hand": "count(suit == hearts, player) == 1 and count(suit == hearts, banker) == 2",
    "count-of-the-first-four": "count(points == 0) == 1 and count(points == 0, first_four) == 0",
    "count-of-any-card": "count(1 == 1) == cards and count(1 == 1, banker) == banker_cards",
    "distinct": "distinct(rank) == 4 and distinct(suit) == 3 and distinct(color) == 2",
    "distinct-of-a-hand": "distinct(points, player) == 2 and distinct(suit, banker) == 1",
    "distinct-of-the-first-four": "distinct(points, first_four) == 3 and distinct(points) == 4",
    "undrawn": "b3.rank != 7 or not b3.rank == 7",
    "white-space": "\n player_wins\r\n\tand(tie)or(player_wins) ",
    "blanks-around-the-dot": "p1 . rank == 9",
    "constant": "1 == 1",
}


@pytest.mark.parametrize("text", TRUE.values(), ids=TRUE.keys())
def test_true(text: str) -> None:
    assert holds(text)
    assert not holds(f"not ({text})")


# The card that was not drawn is Banker's third: no comparison with it is true.
@pytest.mark.parametrize(
    "text",
    [
        "b3.points == 8",
        "b3.points != 8",
        "b3.rank >= 0",
        "8 == b3.points",
        "b3.rank == b3.rank",
        "b3.points * 0 == 0",
        "1 + (p1.rank - b3.rank) % 3 >= 0",
        "b3.points in {0..9}",
        "b3.suit != hearts",
        "b3.suit in {spades, hearts, diamonds, clubs}",
        "p1.color == b3.color",
        "p1.color != b3.color",
    ],
)
def test_a_comparison_with_a_card_not_drawn_is_false(text: str) -> None:
    assert not holds(text)
    assert holds(f"not ({text})")
    assert holds(f"not {text}")
    assert not holds(f"not not ({text})")
    assert holds(f"{text} or 1 == 1")
    # Player's third card can also be missing.
    for coup in (NATURALS, TWO_AGAINST_THREE):
        mirrored = text.replace("b3", "p3")
        assert not holds(mirrored, coup)
        assert holds(f"not ({mirrored})", coup)


def test_an_unknown_suit_is_an_error_only_if_it_is_needed() -> None:
    coup = Coup(parse_cards("9 9"), parse_cards("2 4 3"))
    assert holds("player_pair and not banker_suited_pair and count(rank == 9) == 2", coup)
    for text in (
        "p1.suit == hearts",
        "player_suited_pair",
        "count(color == red) == 1",
        "distinct(suit) == 1",
    ):
        with pytest.raises(CardError, match="expected a card with its suit, such as 9s, got '9'"):
            holds(text, coup)


def test_tree() -> None:
    one, two = Literal(facts.Type.NUMBER, 1), Literal(facts.Type.NUMBER, 2)
    assert Condition.parse("not tie and (player_wins) or 1 + 2 * 2 - 1 < 2").tree == Any(
        (
            All((Not(Word("tie")), Word("player_wins"))),
            Compare("<", Chain(one, (("+", Chain(two, (("*", two),))), ("-", one))), two),
        )
    )


DEEP = {
    "brackets": "(" * 64 + "player_total == 3" + ")" * 64,
    "nots": "not " * 64 + "player_total == 3",
    "minuses": "player_total == " + "-" * 64 + "3",
    "nots-in-brackets": "not (" * 64 + "tie" + ")" * 64,
    "brackets-of-arithmetic": "1 + (" * 63 + "cards" + ")" * 63 + " > 3",
    "a-long-flat-sentence": " and ".join(["tie"] * 250),
    "a-long-flat-sum": "+".join(["1"] * 990) + " == 990",
    "a-long-list": "cards in {" + ",".join(["1"] * 990) + "}",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_deep_but_allowed(text: str) -> None:
    condition = Condition.parse(text)
    assert condition.holds(THREE_AGAINST_TWO) in (True, False)
    assert hash(condition) == hash(Condition.parse(text))


TOO_DEEP = {
    "brackets": "(" * 65 + "tie" + ")" * 65,
    "500-brackets": "(" * 500 + "tie" + ")" * 500,
    "999-brackets": "(" * 998 + "tie" + ")" * 998,
    "nots": "not " * 65 + "tie",
    "499-nots": "not " * 499 + "tie",
    "minuses": "player_total == " + "-" * 65 + "3",
    "1980-minuses": "-" * 1980 + "cards == 3",
    "brackets-of-arithmetic": "1 + (" * 65 + "cards" + ")" * 65 + " > 3",
    "brackets-in-count": "count(" + "(" * 64 + "rank == 7" + ")" * 64 + ") == 1",
}


@pytest.mark.parametrize("text", TOO_DEEP.values(), ids=TOO_DEEP.keys())
def test_too_deep(text: str) -> None:
    with pytest.raises(ConditionError, match="expected at most 64 levels of nesting, got more"):
        Condition.parse(text)


def test_too_long() -> None:
    assert Condition.parse("tie".ljust(2_000)).tree == Word("tie")
    with pytest.raises(ConditionError) as caught:
        Condition.parse("tie".ljust(2_001))
    assert str(caught.value) == (
        "expected a condition of at most 2,000 characters, got 2,001; split it into several lines of the bet"
    )


@pytest.mark.parametrize("text", ["", " ", " \n\t\r\n "])
def test_empty(text: str) -> None:
    with pytest.raises(ConditionError) as caught:
        Condition.parse(text)
    assert str(caught.value) == "expected a condition such as player_wins, got an empty text"


@pytest.mark.parametrize(
    ("value", "got"), [(7, "7"), (None, "None"), (["tie"], "a list"), (b"tie", "an object of type bytes")]
)
def test_a_condition_must_be_text(value: object, got: str) -> None:
    with pytest.raises(ConditionError) as caught:
        Condition.parse(value)  # type: ignore[arg-type]
    assert str(caught.value) == f"expected a condition in quotes, got {got}"


# Any text is parsed or rejected far below this bound, which catches only exponential time.
@pytest.mark.parametrize(
    "text",
    [
        *DEEP.values(),
        *TOO_DEEP.values(),
        "(" * 2_000,
        ")" * 2_000,
        "-" * 2_000,
        "not " * 500,
        "tie " * 500,
        "tie and " * 250,
        "(tie and " * 222,
        "count(" * 333,
        "cards in {" * 200,
        "1" * 2_000,
        "a" * 2_000,
        "\x00" * 2_000,
        "\n" * 1_999 + "x",
        "999999999999*" * 150 + "1 == 3",
        "1." * 1_000,
        "p1." * 666,
    ],
)
def test_parsing_never_takes_long(text: str) -> None:
    Condition.parse("tie")
    begin = time.process_time()
    with suppress(ConditionError):
        Condition.parse(text)
    assert time.process_time() - begin < 2


_watched: list[str] = []
_watching = False


def _audit(event: str, _: object) -> None:
    if _watching:
        _watched.append(event)


@pytest.fixture
def watch() -> Iterator[list[str]]:
    """The events that an audit hook reports: imports, files, processes, compiled code."""
    global _watching  # noqa: PLW0603 - an audit hook cannot be removed, only switched off
    sys.addaudithook(_audit)
    _watched.clear()
    _watching = True
    yield _watched
    _watching = False


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "open('x')",
        "exec",
        "().__class__.__bases__",
        "player_wins.__class__",
        "p1.__class__ == 1",
        "lambda: 1",
        "f'{1}'",
        "[tie for tie in {1}]",
        "(tie := 1)",
        "tie if tie else tie",
        "eval(tie)",
        "count.__globals__",
        "count(eval) == 1",
        "distinct(__dict__) == 1",
        "import os",
        "tie; import os",
        "{{tie}}",
        "%s % tie",
    ],
)
def test_nothing_is_executed(text: str, watch: list[str]) -> None:
    Condition.parse("tie")
    watch.clear()
    with pytest.raises(ConditionError):
        Condition.parse(text)
    assert not watch


@given(st.text(max_size=60))
def test_any_text_is_a_condition_or_a_condition_error(text: str) -> None:
    try:
        Condition.parse(text)
    except ConditionError as error:
        lines = str(error).split("\n")
        assert len(lines) in (1, 3)
        assert all(line.isprintable() for line in lines)


@settings(max_examples=100 * MULTIPLIER)
@given(conditions(), st.integers(0, 2_000), st.sampled_from(["", "=", " ", "and", "7", ")", "é", "\n", "p3"]))
def test_the_mark_is_under_the_named_character(text: str, at: int, put_in: str) -> None:
    broken = text[:at] + put_in + text[at + 1 :]
    try:
        Condition.parse(broken)
    except ConditionError as error:
        if str(error).startswith("expected a condition of at most"):
            return
        sentence, shown, mark = str(error).split("\n")
        place = re.match(r"(?:line (\d+), )?character (\d+) of the condition: ", sentence)
        assert place is not None
        line = broken.split("\n")[int(place[1] or 1) - 1].ljust(int(place[2]))
        assert mark.strip() == "^"
        assert shown.ljust(len(mark))[len(mark) - 1] == line[int(place[2]) - 1]


def test_a_pickled_phrase_does_not_keep_its_hash() -> None:
    """The hash of a text differs from process to process."""
    tree = Condition.parse("player_suited_pair and not (banker_total in {3..5} or tie)").tree
    copy = pickle.loads(pickle.dumps(tree))
    assert hash(tree) == tree._hash
    assert not hasattr(copy, "_hash")
    assert (copy, hash(copy)) == (tree, hash(tree))
