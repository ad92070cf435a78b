"""The contents of a page: programs as text, bets that are left out, and known answers."""

from base64 import b64decode
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from suite import bet_text

import analyzer
from analyzer.catalog.load import variant_ids
from analyzer.census.program import Program
from analyzer.web.carried import carried, encoded, words_of
from analyzer.web.data import page_data

WIDE = "distinct(suit) == 4 and distinct(rank) == cards and margin > 3"


def decoded(text: str) -> list[int]:
    """Integers from their text, decoded as the page does."""
    words, step, shift = [0], 0, 0
    for byte in b64decode(text):
        step |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            words.append(words[-1] + (-(step + 1) // 2 if step % 2 else step // 2))
            step = shift = 0
    return words[1:]


@given(st.lists(st.integers(-(2**40), 2**40)))
def test_encoded_integers_decode_to_the_same(words: list[int]) -> None:
    assert decoded(encoded(np.array(words, dtype=np.int64))) == words


@pytest.mark.parametrize("variant", variant_ids())
def test_programs_decode_to_the_same(variant: str) -> None:
    made = carried(analyzer.question(variant))
    assert made.programs
    assert not made.omitted
    for one, entry in zip(made.programs, page_data(made)["programs"], strict=True):
        words = np.array(decoded(entry["words"]), dtype=np.int64)
        assert Program.unpacked(words.tobytes()).packed() == one.program.packed()
        assert words.tolist() == words_of(one.program).tolist()


@pytest.mark.parametrize("variant", variant_ids())
def test_known_answers_equal_the_odds(variant: str) -> None:
    question = analyzer.question(variant)
    made = carried(question)
    bets = {bet["key"]: bet for bet in page_data(made)["bets"]}
    assert [*bets] == [*made.bets]
    assert next(str(shoe) for shoe, _ in made.answers) == str(analyzer.Shoe.decks(question.variant.decks))
    assert max(shoe.size for shoe, _ in made.answers) > 458
    for shoe, by_program in made.answers:
        odds = analyzer.odds(variant, shoe)
        for key, value in odds.items():
            ways, start = by_program[bets[key]["program"]], bets[key]["from"]
            assert ways is not None
            assert ways[start : start + len(value.ways)] == tuple(value.ways.values())


def test_units_set_aside_equal_those_of_the_bet() -> None:
    bets = page_data(carried(analyzer.question("niu-niu")))["bets"]
    assert [(bet["key"], bet["locked"]) for bet in bets] == [("player", "9"), ("banker", "9"), ("tie", None)]


def test_the_next_coup_has_probabilities_after_no_result_and_after_each() -> None:
    first, *after = page_data(carried(analyzer.question("classic")))["next"]["after"]
    assert [first["before"], *(one["before"] for one in after)] == ["", "P", "B", "T"]
    for one in (first, *after):
        player, banker, tie = (Fraction(one[winner]) for winner in "PBT")
        assert (player + banker + tie, Fraction(one["banker_share"])) == (1, banker / (player + banker))
    # The second coup has the same probabilities as the first.
    for winner in "PBT":
        second = sum(Fraction(first[one["before"]]) * Fraction(one[winner]) for one in after)
        assert second == Fraction(first[winner])


def test_a_bet_that_is_too_long_is_named_with_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "wide.toml"
    file.write_text(bet_text("wide", ("win", WIDE, "9")), encoding="utf-8")
    made = carried(analyzer.question("standard", bets=["tie", "wide"], bet_files=[str(file)]))
    assert [*made.bets] == ["tie"]
    [(bet, reason)] = made.omitted
    assert bet.id == "wide"
    assert str(reason).startswith("looks at too many suits together, so its program is too long for a page")


def test_a_question_with_dealt_cards_is_rejected() -> None:
    with pytest.raises(
        analyzer.AnalyzerError, match="expected a question about whole coups, got one with cards"
    ):
        carried(analyzer.question("standard", dealt="P:9"))
