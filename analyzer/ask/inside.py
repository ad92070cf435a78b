"""Questions about a coup that has begun."""

from collections.abc import Sequence
from typing import Unpack

from analyzer.analysis import inside as inside_analysis
from analyzer.analysis import peek as peek_analysis
from analyzer.analysis.inside import Inside, OfferedBet
from analyzer.analysis.peek import Peek
from analyzer.ask.parameters import Cards, Game, Shared
from analyzer.ask.question import on_winner
from analyzer.catalog import load
from analyzer.catalog.limits import offers


def inside(
    variant: Game = "standard", shoe: Cards = None, *, after: int = 4, **shared: Unpack[Shared]
) -> Inside:
    """What bets are worth once totals lie open: a mapping from (Player's, Banker's) total to Situation.

    None in the place of a total stands for a hand that is not open.

    Args:
        **shared: as `odds` takes them.
        bets: only these; by default those of Player, Banker and Tie that the variant has, and every bet of
            the library that is offered inside a coup, at every price.
        after: 4 for the totals of two cards each; 5 for Player's total of three cards and Banker's of two,
            Banker being about to draw.

    Raises:
        AnalyzerError: as `odds`, or `after` is neither 4 nor 5.

    >>> inside("standard")[6, 6].valuations[1].house_edge
    Fraction(0, 1)
    """
    insurance = [bet for prices in load.library().values() for bet in prices if bet.inside_coup]
    return inside_analysis.inside(on_winner(variant, shoe, shared, insurance), after)


def offered(found: Inside) -> tuple[OfferedBet, ...]:
    """What the bets of an answer are worth where a published manual offers them, on the same shoe.

    >>> [one.totals for one in offered(inside(bets=["insurance-player-wins/3-2"]))]
    [(0, 4), (1, 4), (2, 4), (3, 4)]
    """
    return inside_analysis.offered(found, offers())


def peek(
    variant: Game = "standard",
    shoe: Cards = None,
    *,
    places: Sequence[int] | None = None,
    **shared: Unpack[Shared],
) -> Peek:
    """What it is worth to know one of the next cards off the shoe before betting.

    Args:
        **shared: as `odds` takes them.
        bets: only these; by default those of Player, Banker and Tie that the variant has.
        places: which cards off the shoe, 1 for the next; all that a coup can take by default.

    Raises:
        AnalyzerError: as `odds`; or a place is none that a coup takes, or no bet can be answered.

    >>> peek("standard", places=[5]).places[0].choosing(["player", "banker"])
    Fraction(8760050563676, 97624966318425)
    """
    return peek_analysis.peek(on_winner(variant, shoe, shared), places)
