"""The oracle's answers are kept from run to run: each is found again, and never confused with another."""

from pathlib import Path

import pytest
from oracle import Oracle

from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.shoe import Shoe

pytestmark = pytest.mark.kernel

PUNTO_BANCO, THAI = load.rules("punto-banco"), load.rules("thai-literal")
SHOE = Shoe.parse("1=3 4=2 6=3 9=2")
TIE, DRAWN = [Condition.parse("tie")], Condition.parse("player_draws")


def test_answers_are_kept_by_everything_that_they_depend_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [
        (PUNTO_BANCO, NOTHING, SHOE, TIE, None),
        (THAI, NOTHING, SHOE, TIE, None),
        (PUNTO_BANCO, Dealt.parse("P:?,9"), SHOE, TIE, None),
        (PUNTO_BANCO, NOTHING, Shoe.parse("1=3 4=2 6=3 8=2"), TIE, None),
        (PUNTO_BANCO, NOTHING, SHOE, [DRAWN], None),
        (PUNTO_BANCO, NOTHING, SHOE, [*TIE, DRAWN], None),
        (PUNTO_BANCO, NOTHING, SHOE, TIE, DRAWN),
    ]

    def answers() -> list[tuple[list[int], int]]:
        """Every answer, and the number of coups dealt for it."""
        dealers = [Oracle(rules, "points", dealt) for rules, dealt, *_ in asked]
        ways = [dealer.ways(*question[2:]) for dealer, question in zip(dealers, asked, strict=True)]
        return [(counted, len(dealer.coups)) for counted, dealer in zip(ways, dealers, strict=True)]

    monkeypatch.delenv("ANALYZER_TEST_ANSWERS", raising=False)
    fresh = answers()
    assert all(coups for _, coups in fresh)
    monkeypatch.setenv("ANALYZER_TEST_ANSWERS", str(tmp_path))
    assert answers() == fresh
    assert len(list(tmp_path.iterdir())) == len(asked)
    assert answers() == [(counted, 0) for counted, _ in fresh]
