"""The questions people ask, as people write them: names, texts and files in, exact values out.

Resolves names through the catalog and hands values to the analysis; counts nothing itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.analysis import odds as analysis
from analyzer.analysis.batch import Question
from analyzer.analysis.compare import Comparison, Side, compared
from analyzer.analysis.odds import Report
from analyzer.asked import (
    Ratio,
    asked,
    bets_in,
    by_name,
    by_text,
    chosen_of,
    dealt_of,
    given_of,
    listed,
    named,
    rules_of,
    variant_of,
)
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.catalog.find import Comparable, alike, label
from analyzer.errors import CatalogError
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


def odds(
    variant: str | PathLike[str] | Variant = "standard",
    shoe: Shoe | str | int | None = None,
    *,
    seen: str = "",
    dealt: Dealt | str | None = None,
    given: Condition | str | None = None,
    bets: Sequence[str | Bet] | None = None,
    bet_files: Iterable[str | Path] = (),
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
    exhaustive: bool = False,
) -> Report:
    """What each bet of a variant is worth, exactly: a mapping from bet id to Valuation.

    Args:
        variant: a variant, its id, or the path of a variant file.
        shoe: the cards left, as a Shoe, its text form, or a number of decks; the variant's own by default.
        seen: cards that have left the shoe, such as "9c 9d".
        dealt: cards of this coup that are known, such as "P:9c,5 B:K".
        given: a sentence known to be true of the finished coup; probabilities are conditional on it.
        bets: only these, by reference (`tie`, `tie/9`) or as values; `*` is every bet of the library that is
            dealt under these rules, `*/*` at every price; the variant's by default.
        bet_files: TOML files whose bets are valued besides.
        rules: other rules than the variant's, as a value, an id, or a path.
        pay: prices changed, `{"tie": 9}` or `{"lucky-6.two-card": "25/2"}`, to one.
        commission: sets the Banker's winning price to one minus this rate.
        exhaustive: count also what needs more than 10⁸ patterns.

    Raises:
        AnalyzerError: any of the above is malformed, unknown or cannot happen; one clear sentence.

    >>> odds("standard")["banker"].house_edge
    Fraction(114753351728, 10847218479825)
    """
    question = asked(
        variant,
        shoe,
        seen=seen,
        bets=bets,
        bet_files=bet_files,
        rules=rules,
        pay=pay,
        commission=commission,
    )
    report = analysis.odds(
        question.rules,
        question.bets,
        question.shoe,
        dealt=dealt_of(dealt),
        given=given_of(given),
        demanded=question.demanded,
        exhaustive=exhaustive,
    )
    return replace(report, elsewhere=question.elsewhere)


def compare(
    a: Comparable,
    b: Comparable,
    *,
    variant: str | PathLike[str] | Variant | None = None,
    shoe: Shoe | str | int | None = None,
    seen: str = "",
    dealt: Dealt | str | None = None,
    given: Condition | str | None = None,
    bets: Sequence[str | Bet] | None = None,
    bet_files: Iterable[str | Path] = (),
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
    exhaustive: bool = False,
) -> Comparison:
    """What changes, bet by bet, from A to B: two variants, sets of rules, bets or shoes.

    Everything but A and B is what `odds` takes, and common to both; where bets are compared, `bet_files`
    only say what their names mean.

    Args:
        a: a value, an id (`classic`, `tie/9`), the path of a file, a shoe's text form, or a number of decks.
        b: another of the same sort.

    Raises:
        AnalyzerError: as `odds`; or A and B are of different sorts, or what they are is given a third time.

    >>> compare("tie/8", "tie/9").matches[0].change(lambda tie: tie.house_edge).difference
    Fraction(-619306544887, 6508331087895)
    """
    game = variant_of("standard" if variant is None else variant)
    files = listed("bet files", bet_files)
    added, pays = bets_in(files, by_text("pays", pay))
    local = by_name(added)
    sort, *both = alike(a, b, lambda ref: named(game, ref, local))
    taken = {"variants": variant, "rules": rules, "bets": bets, "shoes": shoe}
    if taken[sort] is not None:
        raise CatalogError(f"expected no {sort} besides the two compared, got others; leave them out")
    sides = []
    for meant, thing in zip((a, b), both, strict=True):
        offer = thing if isinstance(thing, Variant) else game
        report = odds(
            offer,
            thing if isinstance(thing, Shoe) else shoe,
            seen=seen,
            dealt=dealt,
            given=given,
            bets=thing if isinstance(thing, tuple) else bets,
            bet_files=() if isinstance(thing, tuple) else files,
            rules=thing if isinstance(thing, Rules) else rules,
            pay=pays if isinstance(thing, tuple) else pay,
            commission=commission,
            exhaustive=exhaustive,
        )
        sides.append(Side(label(meant, thing), offer, report))
    return compared(sort, *sides)


def ways(
    variant: str | PathLike[str] | Variant,
    counts: "ArrayLike",
    *,
    bets: Sequence[str | Bet] | None = None,
    rules: Rules | str | PathLike[str] | None = None,
    threads: int = 1,
) -> list[dict[str, dict[str, int]]]:
    """The ordered deals that settle each bet by each of its lines, shoe by shoe, exact integers.

    Args:
        variant: a variant, its id, or the path of a variant file.
        counts: cards left, whole numbers, a row a shoe; 10 columns are points 0–9, 13 ranks A–K, 52 cards
            in rank-major s, h, d, c order.
        bets: only these, by reference or as values; the variant's by default.
        rules: other rules than the variant's.
        threads: on how many threads at once the shoes are worked on, 1 or more; the answer is the same.

    Returns:
        A mapping for each shoe: bet id (or `id/paytable`, where an id comes again) → line id → ways.

    Raises:
        AnalyzerError: a name is unknown, the counts are malformed, or a bet needs finer counts.
    """
    return _question(_Asked(variant, bets, rules)).ways(counts, threads)


def expected_values(
    variant: str | PathLike[str] | Variant,
    counts: "ArrayLike",
    *,
    bets: Sequence[str | Bet] | None = None,
    rules: Rules | str | PathLike[str] | None = None,
    threads: int = 1,
) -> "NDArray[np.float64]":
    """EVs per unit staked, shoes × bets: each the correctly rounded quotient of two exact integers.

    Takes what `ways` takes.

    Raises:
        AnalyzerError: a name is unknown, the counts are malformed, or a bet needs finer counts.
    """
    return _question(_Asked(variant, bets, rules)).expected_values(counts, threads)


class _Asked:
    """A variant, bets and rules as someone asked for them, so that the question they make can be remembered.

    Texts are alike where they are equal, values only where they are one and the same: to go through all that
    a bet says takes longer than to count a shoe.
    """

    def __init__(
        self,
        variant: str | PathLike[str] | Variant,
        bets: Sequence[str | Bet] | None,
        rules: Rules | str | PathLike[str] | None,
    ) -> None:
        self.variant, self.rules = variant, rules
        self.bets = bets if bets is None or isinstance(bets, str) else listed("bets", bets)
        several = tuple(map(_same, self.bets)) if isinstance(self.bets, tuple) else _same(self.bets)
        self._key = (_same(variant), several, _same(rules))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def question(self) -> Question:
        """The question, with all names resolved."""
        game = variant_of(self.variant)
        dealt_under = rules_of(game, self.rules)
        chosen, _, _ = chosen_of(game, dealt_under, self.bets)
        return Question(dealt_under, chosen)


def _same(part: object) -> str | int:
    """What tells a part from others; its id does for as long as somebody keeps the part."""
    return part if isinstance(part, str) else id(part)


def _question(asked: _Asked) -> Question:
    """The question that was asked, remembered unless a file may be part of it."""
    lasting = _lasts(asked.variant, Variant, load.variant_ids()) and (
        asked.rules is None or _lasts(asked.rules, Rules, load.rules_ids())
    )
    return _remembered(asked) if lasting else asked.question()


def _lasts(part: object, kind: type, ids: Sequence[str]) -> bool:
    """Whether a part is a value or in the library; a file may change between one call and the next."""
    return isinstance(part, kind) or (isinstance(part, str) and part in ids)


@lru_cache(maxsize=64)
def _remembered(asked: _Asked) -> Question:
    return asked.question()
