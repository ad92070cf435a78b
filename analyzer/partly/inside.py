"""Questions about a coup that has begun, as people write them: names, texts and files in, exact values out.

Resolves names through the catalog and hands values to the analysis; counts nothing itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from analyzer.analysis import inside as inside_analysis
from analyzer.analysis import peek as peek_analysis
from analyzer.analysis.inside import Inside, Offered
from analyzer.analysis.peek import Peek
from analyzer.asked import Ratio, asked, variant_of
from analyzer.bets.bet import Bet, Variant
from analyzer.catalog import load
from analyzer.catalog.offers import offers
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

_THREE = ("player", "banker", "tie")


def inside(
    variant: str | PathLike[str] | Variant = "standard",
    shoe: Shoe | str | int | None = None,
    *,
    seen: str = "",
    bets: Sequence[str | Bet] | None = None,
    bet_files: Iterable[str | Path] = (),
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
    after: int = 4,
) -> Inside:
    """What bets are worth once totals lie open: a mapping from (Player's, Banker's) total to Situation.

    None in the place of a total stands for a hand that is not open.

    Args:
        variant, shoe, seen, bet_files, rules, pay, commission: as `odds` takes them.
        bets: only these; by default those of Player, Banker and Tie that the variant has, and every bet of
            the library that is offered inside a coup, at every price.
        after: 4 for the totals of two cards each; 5 for Player's total of three cards and Banker's of two,
            Banker being about to draw.

    Raises:
        AnalyzerError: as `odds`, or `after` is neither 4 nor 5.

    >>> inside("standard")[6, 6].valuations[1].house_edge
    Fraction(0, 1)
    """
    game = variant_of(variant)
    question = asked(
        game,
        shoe,
        seen=seen,
        bets=[*_main(game), *_insurance()] if bets is None else bets,
        bet_files=bet_files,
        rules=rules,
        pay=pay,
        commission=commission,
    )
    found = inside_analysis.inside(
        question.rules, question.bets, question.shoe, after=after, demanded=question.demanded
    )
    return replace(found, elsewhere=question.elsewhere)


def offered(found: Inside) -> tuple[Offered, ...]:
    """What the bets of an answer are worth where a published manual offers them, on the same shoe.

    >>> [one.totals for one in offered(inside(bets=["insurance-player-wins/3-2"]))]
    [(0, 4), (1, 4), (2, 4), (3, 4)]
    """
    return inside_analysis.offered(found, offers())


def peek(
    variant: str | PathLike[str] | Variant = "standard",
    shoe: Shoe | str | int | None = None,
    *,
    seen: str = "",
    bets: Sequence[str | Bet] | None = None,
    bet_files: Iterable[str | Path] = (),
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
    places: Sequence[int] | None = None,
) -> Peek:
    """What it is worth to know one of the next cards off the shoe before betting.

    Args:
        variant, shoe, seen, bet_files, rules, pay, commission: as `odds` takes them.
        bets: only these; by default those of Player, Banker and Tie that the variant has.
        places: which cards off the shoe, 1 for the next; all that a coup can take by default.

    Raises:
        AnalyzerError: as `odds`; or a place is none that a coup takes, or no bet can be answered.

    >>> peek("standard", places=[5]).places[0].choosing(["player", "banker"])
    Fraction(8760050563676, 97624966318425)
    """
    game = variant_of(variant)
    question = asked(
        game,
        shoe,
        seen=seen,
        bets=(_main(game) or None) if bets is None else bets,
        bet_files=bet_files,
        rules=rules,
        pay=pay,
        commission=commission,
    )
    found = peek_analysis.peek(
        question.rules, question.bets, question.shoe, places=places, demanded=question.demanded
    )
    return replace(found, elsewhere=question.elsewhere)


def _insurance() -> list[Bet]:
    """Every bet of the library that is offered inside a coup, at every price."""
    return [bet for prices in load.library().values() for bet in prices if bet.inside_coup]


def _main(game: Variant) -> list[str | Bet]:
    """The variant's bets on Player, Banker and Tie, as far as it has them."""
    return [bet for bet in game.bets if bet.id in _THREE]
