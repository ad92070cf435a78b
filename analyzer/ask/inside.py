"""Bets on a coup that is partly known: by the totals on the table, or by one of the next cards."""

from collections.abc import Sequence
from typing import Unpack

from analyzer.analysis import inside as analysis
from analyzer.analysis.inside import Inside, OfferedBet, Peek
from analyzer.ask.parameters import Cards, Game, Shared
from analyzer.ask.question import on_winner
from analyzer.catalog import load
from analyzer.catalog.limits import offers
from analyzer.given import plain


def inside(
    variant: Game = "standard", shoe: Cards = None, *, after: int = 4, **shared: Unpack[Shared]
) -> Inside:
    """What bets are worth once totals are exposed: a mapping from (Player's, Banker's) total to Situation.

    A total of None stands for a hand that is not exposed.

    Args:
        **shared: as for `odds`.
        bets: only these; by default the variant's bets on Player, Banker and Tie, and every bet of the
            library that is offered inside a coup, at every price.
        after: 4 for the totals of two cards each; 5 for Player's total of three cards and Banker's of two,
            with Banker about to draw.

    Raises:
        AnalyzerError: as `odds`, or `after` is neither 4 nor 5.

    >>> inside("standard")[6, 6].valuations[1].house_edge
    Fraction(0, 1)
    """
    insurance = [bet for prices in load.library().values() for bet in prices if bet.inside_coup]
    return analysis.inside(on_winner(variant, shoe, shared, insurance), plain(after))


def offered(found: Inside) -> tuple[OfferedBet, ...]:
    """The bets of an answer at the totals where a published manual offers them, valued on the same shoe.

    >>> [one.totals for one in offered(inside(bets=["insurance-player-wins/3-2"]))]
    [(0, 4), (1, 4), (2, 4), (3, 4)]
    """
    return analysis.offered(found, offers())


def peek(
    variant: Game = "standard",
    shoe: Cards = None,
    *,
    cards: Sequence[int] | None = None,
    **shared: Unpack[Shared],
) -> Peek:
    """The value of knowing, before betting, one of the next cards off the shoe.

    Args:
        **shared: as for `odds`.
        bets: only these; by default the variant's bets on Player, Banker and Tie.
        cards: which cards off the shoe, 1 for the next; by default all that a coup can take.

    Raises:
        AnalyzerError: as `odds`; or no coup uses one of these cards, or no bet can be answered.

    >>> peek("standard", cards=[5]).places[0].choosing(["player", "banker"])
    Fraction(8760050563676, 97624966318425)
    """
    return analysis.peek(on_winner(variant, shoe, shared), plain(cards))
