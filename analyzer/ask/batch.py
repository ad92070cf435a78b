"""Ways and EVs of bets on many shoes in one call."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Unpack

from analyzer.analysis.batch import Batch
from analyzer.analysis.question import Question
from analyzer.ask.parameters import Game, Offered, listed
from analyzer.ask.question import whole_coups
from analyzer.bets.bet import Variant
from analyzer.catalog import load
from analyzer.game.rules import Rules
from analyzer.text import message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


def ways(
    variant: Game, counts: "ArrayLike", *, threads: int = 1, **shared: Unpack[Offered]
) -> list[dict[str, dict[str, int]]]:
    """How many ordered deals settle each bet by each of its lines, for each shoe, as exact integers.

    Args:
        variant: a variant, its id, or the path of a variant file; or a `question`, whose shoe is
            ignored.
        counts: cards left, whole numbers, one row per shoe; 10 columns are points 0–9, 13 are ranks A–K, 52
            are cards by rank, each rank in the order s, h, d, c.
        threads: how many slices of the shoes to work on in parallel, 1 or more; the answer is the same.
        **shared: `bets`, `bet_files`, `rules`, `pay` and `commission`, as for `odds`.

    Returns:
        For each shoe, a mapping from bet to line id to ways; the ways of a bet's lines add up to all deals.

    Raises:
        AnalyzerError: a name is unknown, the counts are malformed, or a bet needs finer counts.
    """
    return _batch(variant, shared).ways(counts, threads)


def expected_values(
    variant: Game, counts: "ArrayLike", *, threads: int = 1, **shared: Unpack[Offered]
) -> "NDArray[np.float64]":
    """EVs per unit staked, an array of shoes × bets: each is a correctly rounded quotient of exact integers.

    Takes the same parameters as `ways`.

    Raises:
        AnalyzerError: a name is unknown, the counts are malformed, or a bet needs finer counts.
    """
    return _batch(variant, shared).expected_values(counts, threads)


def _batch(variant: Game, shared: Offered) -> Batch:
    """The requested bets, prepared; cached for the next call unless a file or a price is involved."""
    bets, rules = shared.get("bets"), shared.get("rules")
    several = None if bets is None else listed(message("bets"), bets)
    cacheable = shared.keys() <= {"bets", "rules"} and _is_cacheable(variant, load.variant_ids())
    if cacheable and (rules is None or _is_cacheable(rules, load.rules_ids())):
        return _cached_batch(_CacheKey(variant, rules, several is None, *(several or ())))
    return _new_batch(variant, shared)


def _new_batch(variant: Game, shared: Offered) -> Batch:
    question = whole_coups(variant, None, shared, Offered)
    return Batch(question.rules, question.bets)


class _CacheKey:
    """Parts of a question as a cache key: texts are compared by content, values by identity.

    Comparing all the fields of a bet takes longer than counting a shoe.
    """

    __slots__ = ("key", "parts")

    def __init__(self, *parts: Any) -> None:
        self.parts = parts  # kept as long as the key, so that no other value gets the same identity
        self.key = tuple([part if isinstance(part, str) else id(part) for part in parts])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _CacheKey) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=64)
def _cached_batch(key: _CacheKey) -> Batch:
    variant, rules, every_bet, *bets = key.parts
    shared: Offered = {} if every_bet else {"bets": bets}
    if rules is not None:
        shared["rules"] = rules
    return _new_batch(variant, shared)


def _is_cacheable(part: object, ids: Sequence[str]) -> bool:
    """Whether a part can be cached: values and library ids can, but a file may change between calls."""
    return part in ids if isinstance(part, str) else isinstance(part, Variant | Rules | Question)
