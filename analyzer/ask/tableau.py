"""Drawing compared with standing: studies of the tableau, and chemin de fer, from which it comes."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Literal

from analyzer.analysis import tableau_study as analysis
from analyzer.analysis.chemin_de_fer.equilibrium import Equilibrium, equilibria
from analyzer.analysis.chemin_de_fer.game import Model
from analyzer.analysis.tableau_study import TableauStudy
from analyzer.ask.parameters import Seen, by_text
from analyzer.ask.question import repriced, rules_of, shoe_of
from analyzer.bets.bet import Variant
from analyzer.bets.pricing import Ratio
from analyzer.catalog import load
from analyzer.errors import CatalogError, ShoeError
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.text import message

DECKS = 6
"""How many decks chemin de fer is dealt from.

Source: S. N. Ethier and C. Gámez, A game-theoretic analysis of baccara chemin de fer, Games 4 (2013).
"""

ShoeOrInfinite = Shoe | str | int | Literal["infinite"] | None
"""A shoe, its text form, a number of decks, "infinite" if every card is put back, or None by default."""


def tableau(
    rules: Rules | str | PathLike[str] = "punto-banco",
    shoe: Shoe | str | int | None = None,
    commission: Ratio = 0,
    *,
    seen: Seen = "",
    pay: Mapping[str, Ratio] | None = None,
) -> TableauStudy:
    """The EVs of drawing and of standing in every cell of a tableau, and what the rules say there.

    Args:
        rules: how the coup is dealt, as a value, an id or a file.
        shoe: the cards left, as a value, its text form or a number of decks; "infinite" is a shoe to which
            each card drawn is returned. By default 8 decks.
        commission: the commission on a win of the Banker bet, such as "5%".
        seen: cards that have left the shoe.
        pay: other prices of `player`, and of `tie`, which pays 8.

    Raises:
        AnalyzerError: any of these is malformed or unknown, or the shoe is too small.

    >>> study = tableau(shoe="infinite")
    >>> [(cell.total, cell.column, cell.rule, cell.difference) for cell in study.banker if cell.wrong]
    [(4, 1, 'S', Fraction(1, 273)), (6, None, 'S', Fraction(1, 13))]
    """
    game = load.variant("classic")
    bets = [load.bet("player"), load.bet("banker/commission-5"), load.bet("tie/8")]
    pays = by_text(message("pays"), pay)
    if any(key.partition(".")[0] == "banker" for key in pays):
        raise CatalogError("expected the price of the Banker bet as a commission, got a pay")
    player, banker, tie = repriced(bets, pays, commission)
    return analysis.tableau_study(rules_of(game, rules), _left(game, shoe, seen), (player, banker, tie))


def chemin_de_fer(shoe: ShoeOrInfinite = None, *, seen: Seen = "", model: Model = "totals") -> Equilibrium:
    """Best play of both hands in chemin de fer, and what Banker then gains per unit staked; all exact.

    Player draws on 0 to 4, stands on 6 and 7, and chooses on 5; Banker always chooses. A natural ends the
    coup. Everything pays even money.

    Args:
        shoe: the cards left: a Shoe, its text form, a number of decks, or "infinite" if every card is put
            back; six decks by default.
        seen: cards that have left the shoe, such as "9c 9d".
        model: how hands are distinguished: "totals"; "banker-sees", Banker's by its two cards; "both-see",
            those of both.

    Raises:
        AnalyzerError: any of these is malformed or unknown, or the shoe has fewer than six cards.

    >>> found = chemin_de_fer("infinite")
    >>> found.value, found.player[0].draws, found.unique
    (Fraction(679568, 53094899), Fraction(9, 11), True)
    """
    return equilibria_of(shoe, [model], seen=seen)[0]


def equilibria_of(
    shoe: ShoeOrInfinite, models: Sequence[Model] | None = None, *, seen: Seen = ""
) -> tuple[Equilibrium, ...]:
    """The equilibrium in each of several models; if None, in every model that differs on such a shoe."""
    left = _left(load.variant("standard"), DECKS if shoe is None else shoe, seen)
    return equilibria(left, load.rules("punto-banco"), models)


def _left(game: Variant, shoe: ShoeOrInfinite, seen: Seen) -> Shoe | None:
    """The cards left; None for an infinite shoe, to which each card drawn is returned."""
    if not isinstance(shoe, str) or shoe != "infinite":
        return shoe_of(game, shoe).without(seen)
    if seen:
        raise ShoeError(
            "expected no cards seen of an infinite shoe, got {seen}; give a number of decks",
            seen=quoted(seen),
        )
    return None
