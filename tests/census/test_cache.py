"""Caches bounded in bytes: what they keep, what they drop first, and what censuses share."""

import numpy as np
import pytest

import analyzer as ba
from analyzer.analysis.question import split
from analyzer.census import census as censuses
from analyzer.census.cache import Cache, array_bytes
from analyzer.census.census import census
from analyzer.game.dealt import Dealt

RULES = ba.rules("punto-banco")


def test_the_least_recently_used_value_is_dropped_first() -> None:
    made: list[str] = []
    cache: Cache[bytes] = Cache(100, len)

    def ask(key: str, size: int) -> None:
        assert cache.get(key, lambda: made.append(key) or bytes(size)) == bytes(size)

    for key, size in (("a", 40), ("b", 40), ("a", 40), ("c", 40), ("b", 40), ("large", 101), ("large", 101)):
        ask(key, size)
    assert made == ["a", "b", "c", "b", "large", "large"]
    assert cache.bytes == 80
    cache.clear()
    ask("c", 40)
    assert (made[-1], cache.bytes) == ("c", 40)


def test_the_bytes_of_an_object_are_those_of_its_arrays() -> None:
    one = np.zeros(10, dtype=np.int64)
    assert array_bytes([one, {"again": one, "other": (np.zeros(3, dtype=np.uint8), b"1234")}]) == 87


FULL = ["player", "tie", "lucky-6", *(f"egalite-{total}" for total in range(9))]


@pytest.mark.parametrize("names", [FULL, ["all-red", "player-pair", "lucky-win-player"]])
def test_censuses_share_evaluators_for_the_same_splits(names: list[str]) -> None:
    splits = [split(ba.bet(name)) for name in names]
    more = [*splits[::-1], split(ba.bet("egalite-9")), split(ba.bet("player-natural"))]
    shoe = ba.Shoe.decks(8)
    alone = census(RULES, more).ways(shoe)
    censuses._made.clear()
    first = census(RULES, splits)
    shared = census(RULES, more)
    evaluators = [[one for _, one in each.evaluators] for each in (first, shared)]
    assert any(one is evaluators[0][0] for one in evaluators[1])
    assert shared.ways(shoe) == alone
    known = census(RULES, more, Dealt.parse("P:9c"))
    assert not {id(one) for _, one in known.evaluators} & {id(one) for _, one in shared.evaluators}
