"""The exact errors for texts that are not conditions, with the place marked under the text."""

import pytest
from suite import DATA

from analyzer.bets.condition import Condition
from analyzer.errors import ConditionError

# Each block is a text, the mark under its fault, and the sentence; a blank line separates blocks.
MALFORMED = [
    block.split("\n")
    for block in (DATA / "malformed_conditions.txt").read_text("utf-8").strip("\n").split("\n\n")
]


@pytest.mark.parametrize(("text", "mark", "sentence"), MALFORMED, ids=[block[0] for block in MALFORMED])
def test_a_malformed_condition_is_rejected(text: str, mark: str, sentence: str) -> None:
    with pytest.raises(ConditionError) as caught:
        Condition.parse(text)
    assert str(caught.value) == f"{sentence}\n  {text}\n  {mark}"
    assert caught.value.__suppress_context__


# Texts of several lines, with characters that are shown as symbols, or too long to be shown in full.
SHOWN: dict[str, tuple[str, str]] = {
    "second-line": (
        "player_wins and\n  banker_total = 6\nor tie",
        "line 2, character 16 of the condition: expected '==' to compare, got '='\n"
        "    banker_total = 6\n"
        "                 ^",
    ),
    "first-line-empty": (
        "\nti",
        "line 2, character 1 of the condition: unknown word 'ti'; did you mean 'tie'?\n  ti\n  ^",
    ),
    "last-line": (
        "player_wins and\r\nbanker_total",
        "line 2, character 1 of the condition: expected a truth value on each side of 'and', got a number\n"
        "  banker_total\n"
        "  ^",
    ),
    "end-before-empty-lines": (
        "\n\nplayer_total in \n\n",
        "line 3, character 16 of the condition: expected '{', got the end\n"
        "  player_total in\n"
        "                 ^",
    ),
    "tabs": (
        "tie and\n\tp9.rank\t== 3",
        "line 2, character 2 of the condition: unknown card 'p9'; choose from p1, p2, p3, b1, b2, b3\n"
        "   p9.rank == 3\n"
        "   ^",
    ),
    "nul": (
        "tie\x00and",
        "character 4 of the condition: expected words, numbers and operators of the language, got '\\x00'\n"
        "  tie␀and\n"
        "     ^",
    ),
    "unit-separator": (
        "tie\x1fand",
        "character 4 of the condition: expected a plain space, got '\\x1f'\n  tie␟and\n     ^",
    ),
    "escape": (
        "tie and \x1b[31mtie\x07\x7f\x9b",
        "character 9 of the condition: expected words, numbers and operators of the language, got '\\x1b'\n"
        "  tie and ␛[31mtie␇␡�\n"
        "          ^",
    ),
    "right-to-left": (
        "\u202etie",
        "character 1 of the condition: expected words, numbers and operators of the language, got '\\u202e'\n"
        "  �tie\n"
        "  ^",
    ),
    "surrogate": (
        "tie \ud800",
        "character 5 of the condition: expected words, numbers and operators of the language, got '\\ud800'\n"
        "  tie �\n"
        "      ^",
    ),
    "wide-space": (
        "tie and\u3000tie",
        "character 8 of the condition: expected a plain space, got '\\u3000'\n  tie and�tie\n         ^",
    ),
    "fullwidth-digit": (
        "player_total == \uff17",
        "character 17 of the condition: expected digits from 0 to 9, got '\uff17'\n"
        "  player_total == \uff17\n"
        "                  ^",
    ),
    "emoji": (
        "tie and 🂡 == 1",
        "character 9 of the condition: expected words, numbers and operators of the language, got '🂡'\n"
        "  tie and 🂡 == 1\n"
        "          ^",
    ),
    "long-word": (
        "a" * 1_500,
        "character 1 of the condition: unknown word 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'; "
        "use one such as player_wins, margin or p1.rank\n"
        f"  {'a' * 72}…\n"
        "  ^",
    ),
    "word-that-just-fits": (
        "a" * 72,
        "character 1 of the condition: unknown word 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'; "
        "use one such as player_wins, margin or p1.rank\n"
        f"  {'a' * 72}\n"
        "  ^",
    ),
    "long-number": (
        "9" * 1_500,
        "character 1 of the condition: expected a number of at most 12 digits, got 1,500 digits\n"
        f"  {'9' * 72}…\n"
        "  ^",
    ),
    "middle-of-a-long-text": (
        "tie and " * 100 + "ti and " + "tie and " * 50,
        "character 801 of the condition: unknown word 'ti'; did you mean 'tie'?\n"
        f"  …and {'tie and ' * 4}ti and {'tie and ' * 3}tie a…\n"
        f"  {' ' * 37}^",
    ),
    "end-of-a-long-text": (
        "1 + " * 100,
        "character 400 of the condition: expected a value such as 7, player_total or p1.rank, got the end\n"
        f"  … {'1 + ' * 8}1 +\n"
        f"  {' ' * 37}^",
    ),
}


@pytest.mark.parametrize(("text", "message"), SHOWN.values(), ids=SHOWN.keys())
def test_the_text_is_shown_under_the_error(text: str, message: str) -> None:
    with pytest.raises(ConditionError) as caught:
        Condition.parse(text)
    assert str(caught.value) == message


POINT = "expected a whole number, got a decimal point"
DISTINCT = "expected points, rank, suit or color alone inside distinct(...), got '=='"
DENIED = "expected 'in' without 'not'; to negate it, write not (... in {...})"
INSIDE = {
    "tie and player_total + 2 == 1.5": (30, POINT),
    "tie or .5 == margin": (8, POINT),
    "tie and p1.rank in {1.5}": (22, POINT),
    "tie or (tie and (distinct(points == 1) == 2))": (34, DISTINCT),
    "(distinct(points": (17, "expected ',' or ')', got the end"),
    "tie not tie": (5, "expected 'and', 'or' or the end, got 'not'"),
    "not player_total not in {1}": (18, DENIED),
    "tie or (tie) not in {1}": (14, DENIED),
    "tie and not in {1}": (13, "expected a condition such as player_wins or p1.rank == 7, got 'in'"),
    "player_total == 3 not in": (19, "expected arithmetic, 'and', 'or' or the end, got 'not'"),
    "1 + tie == 2": (5, "expected a number in arithmetic, got a truth value"),
    "tie + 1 == 2": (1, "expected a number in arithmetic, got a truth value"),
    "tie or tie or margin": (15, "expected a truth value on each side of 'or', got a number"),
    "(margin)": (1, "expected a condition such as player_total == 6, got a number"),
    "cards + 2": (1, "expected a condition such as player_total == 6, got a number"),
    "tie == (tie or tie)": (
        1,
        "expected numbers, suits or colours around '==', got a truth value; combine truth values with 'and', "
        "'or' and 'not'",
    ),
    "1 == (tie or tie)": (
        6,
        "expected numbers, suits or colours around '==', got a truth value; combine truth values with 'and', "
        "'or' and 'not'",
    ),
    "count(rank == 7 and cards == 4) == 1": (
        21,
        "expected only points, rank, suit and color inside count(...), got 'cards'",
    ),
    "margin % 0 == 1": (10, "expected a positive number in digits after '%', got 0"),
}


@pytest.mark.parametrize("text", INSIDE)
def test_the_place_of_a_fault(text: str) -> None:
    with pytest.raises(ConditionError) as caught:
        Condition.parse(text)
    at, sentence = INSIDE[text]
    assert str(caught.value) == f"character {at} of the condition: {sentence}\n  {text}\n  {' ' * (at - 1)}^"


def test_a_remainder_by_one_is_allowed() -> None:
    assert Condition.parse("margin % 1 == 0").text == "margin % 1 == 0"


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("{nots}cards in {{5}}", 64),
        ("{nots}cards == 5", 64),
        ("{nots}(cards == 5)", 64),
        ("{nots}count(rank == 1) == 2", 63),
        ("{nots}(tie and tie)", 63),
        ("{nots}(tie or tie)", 63),
        ("{nots}(1 + 1 == 2)", 63),
        ("{nots}(-1 == 2)", 63),
    ],
)
def test_the_deepest_nesting_of_operators(text: str, levels: int) -> None:
    deepest = text.format(nots="not " * levels)
    assert Condition.parse(deepest).text == deepest
    with pytest.raises(ConditionError, match="expected at most 64 levels of nesting, got more"):
        Condition.parse(f"not {deepest}")


@pytest.mark.parametrize(("text", "levels"), [("cards == 5", 64), ("count(rank == 1) == 2", 63)])
def test_the_deepest_nesting_of_brackets(text: str, levels: int) -> None:
    deepest = "(" * levels + text + ")" * levels
    assert Condition.parse(deepest).text == deepest
    with pytest.raises(ConditionError, match="expected at most 64 levels of nesting, got more"):
        Condition.parse(f"({deepest})")


def test_the_longest_number() -> None:
    assert Condition.parse("cards == 123456789012").text == "cards == 123456789012"
    with pytest.raises(ConditionError, match="expected a number of at most 12 digits, got 13 digits"):
        Condition.parse("cards == 1234567890123")
