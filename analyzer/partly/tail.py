"""Exact tails, as people ask for them: names, texts and files in, exact values out.

Resolves names through the catalog and hands values to the analysis; counts nothing itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from analyzer.analysis import tail as tails
from analyzer.analysis.tail import Tails
from analyzer.asked import Ratio, asked
from analyzer.bets.bet import Bet, Variant
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.partly.workers import cores


def tail(
    variant: str | PathLike[str] | Variant = "standard",
    shoe: Shoe | str | int | None = None,
    *,
    unseen: int,
    seen: str = "",
    bets: Sequence[str | Bet] | None = None,
    bet_files: Iterable[str | Path] = (),
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
    exhaustive: bool = False,
    threads: int | None = None,
    told: tails.Told = lambda done, every: None,
) -> Tails:
    """The EV of each bet over every composition of so many unseen cards, each as likely as it is drawn.

    All figures are exact. Everything but the following is what `odds` takes.

    Args:
        unseen: how many cards of the shoe are left, none of them seen.
        exhaustive: list also more than 10⁸ compositions.
        threads: how many are worked on at once, by default one for each core; the answer is the same.
        told: called now and then with how many compositions are done, and of how many.

    Raises:
        AnalyzerError: any of the above is malformed or unknown, or a bet needs too many compositions.

    >>> tie = tail(bets=["tie"], unseen=6).tails[0]
    >>> tie.compositions, tie.probability_positive
    (5005, Fraction(6395647007, 18864727791))
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
    found = tails.tails(
        question.rules,
        question.bets,
        question.shoe,
        unseen,
        demanded=question.demanded,
        threads=cores() if threads is None else threads,
        exhaustive=exhaustive,
        told=told,
    )
    elsewhere = (*found.report.elsewhere, *question.elsewhere)
    return replace(found, report=replace(found.report, elsewhere=elsewhere))
