"""Effects of removal, as people ask for them: names, texts and files in, exact values out.

Resolves names through the catalog and hands values to the analysis; counts nothing itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from analyzer.analysis import removal as effects
from analyzer.analysis.removal import Removals
from analyzer.asked import Ratio, asked
from analyzer.bets.bet import Bet, Variant
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness, Shoe


def removal(
    variant: str | PathLike[str] | Variant = "standard",
    shoe: Shoe | str | int | None = None,
    *,
    seen: str = "",
    bets: Sequence[str | Bet] | None = None,
    bet_files: Iterable[str | Path] = (),
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
    by: Fineness | None = None,
    order: int = 1,
) -> Removals:
    """Effects of removal: what each bet gains or loses, per unit staked, when a card leaves the shoe.

    Takes what `odds` takes, but for cards and conditions of one coup, and besides:

    Args:
        by: tell the cards apart by "points", "ranks" or "cards"; where None, as coarsely as answers each bet.
            Where a bet tells them apart more finely, an effect is the mean over the cards of a kind.
        order: 1 for single cards; 2 for pairs of cards, too.

    Raises:
        AnalyzerError: any of these is malformed or unknown, the shoe is too small or known too coarsely.

    >>> removal("standard", bets=["banker"])["banker"].effects["5"]
    Fraction(-551647413608, 6671039365092375)
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
    found = effects.removal(
        question.rules, question.bets, question.shoe, by, order, demanded=question.demanded
    )
    return replace(found, report=replace(found.report, elsewhere=question.elsewhere))
