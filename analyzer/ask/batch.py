"""Many shoes at once, as people ask: names, texts and files in, exact values out."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Unpack

from analyzer.analysis.batch import Batch
from analyzer.analysis.question import Question
from analyzer.ask.parameters import Game, Offered
from analyzer.ask.question import listed, whole_coups
from analyzer.bets.bet import Variant
from analyzer.catalog import load
from analyzer.game.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


def ways(
    variant: Game, counts: "ArrayLike", *, threads: int = 1, **shared: Unpack[Offered]
) -> list[dict[str, dict[str, int]]]:
    """The ordered deals that settle each bet by each of its lines, shoe by shoe, exact integers.

    Args:
        variant: a variant, its id, or the path of a variant file; or a `question`, whose shoe does not
            matter.
        counts: cards left, whole numbers, one row per shoe; 10 columns are points 0–9, 13 ranks A–K, 52 cards
            in rank-major s, h, d, c order.
        threads: how many slices of the shoes are worked on at once, 1 or more; the answer is the same.
        **shared: `bets`, `bet_files`, `rules`, `pay` and `commission`, as `odds` takes them.

    Returns:
        For each shoe a mapping from bet to line id to ways; the ways of a bet's lines add up to all deals.

    Raises:
        AnalyzerError: a name is unknown, the counts are malformed, or a bet needs finer counts.
    """
    return _batch(variant, shared).ways(counts, threads)


def expected_values(
    variant: Game, counts: "ArrayLike", *, threads: int = 1, **shared: Unpack[Offered]
) -> "NDArray[np.float64]":
    """EVs per unit staked, shoes × bets: each the correctly rounded quotient of two exact integers.

    Takes what `ways` takes.

    Raises:
        AnalyzerError: a name is unknown, the counts are malformed, or a bet needs finer counts.
    """
    return _batch(variant, shared).expected_values(counts, threads)


def _batch(variant: Game, shared: Offered) -> Batch:
    """The bets asked about, made ready; kept for the next call unless a file or a price is part of them."""
    bets, rules = shared.get("bets"), shared.get("rules")
    several = None if bets is None else listed("bets", bets)
    kept = shared.keys() <= {"bets", "rules"} and _lasts(variant, load.variant_ids())
    if kept and (rules is None or _lasts(rules, load.rules_ids())):
        return _kept(_Same(variant), _Same(rules), several and tuple(map(_Same, several)))
    return _made(variant, shared)


def _made(variant: Game, shared: Offered) -> Batch:
    question = whole_coups(variant, None, shared, Offered)
    return Batch(question.rules, question.bets)


class _Same:
    """Part of a question as a key: texts by what they say, values by identity.

    Comparing all that a bet says takes longer than counting a shoe.
    """

    __slots__ = ("part",)

    def __init__(self, part: Any) -> None:
        self.part = part

    def __eq__(self, other: object) -> bool:
        mine, others = self.part, other.part if isinstance(other, _Same) else None
        return mine is others or (isinstance(mine, str) and mine == others)

    def __hash__(self) -> int:
        return hash(self.part) if isinstance(self.part, str) else id(self.part)


@lru_cache(maxsize=64)
def _kept(variant: _Same, rules: _Same, bets: tuple[_Same, ...] | None) -> Batch:
    shared: Offered = {} if bets is None else {"bets": [bet.part for bet in bets]}
    if rules.part is not None:
        shared["rules"] = rules.part
    return _made(variant.part, shared)


def _lasts(part: object, ids: Sequence[str]) -> bool:
    """Whether a part is a value or in the library; a file may change between one call and the next."""
    return part in ids if isinstance(part, str) else isinstance(part, Variant | Rules | Question)
