"""Chemin de fer, as people ask for it: a shoe and a model in, the equilibrium out.

Resolves texts and numbers; solves nothing itself.
"""

from collections.abc import Sequence
from typing import Literal

from analyzer.analysis.chemin_de_fer.equilibrium import Equilibrium, equilibria
from analyzer.analysis.chemin_de_fer.game import Model
from analyzer.ask.question import shoe_of
from analyzer.catalog import load
from analyzer.errors import ShoeError
from analyzer.exact import quoted
from analyzer.game.shoe import Shoe

TABLEAU = "punto-banco"
"""The rules that came of the game, whose worth stands beside its own."""

DECKS = 6
"""What a table of chemin de fer deals from.

Source: S. N. Ethier and C. Gámez, A game-theoretic analysis of baccara chemin de fer, Games 4 (2013).
"""

Asked = Shoe | str | int | Literal["infinite"] | None
"""A shoe, its text form, a number of decks, or `infinite` where every card is put back; None is six decks."""


def chemin_de_fer(shoe: Asked = None, *, seen: str = "", model: Model = "totals") -> Equilibrium:
    """Best play of both hands in chemin de fer, exactly, and what Banker gains by it per unit staked.

    Player draws on 0 to 4, stands on 6 and 7 and is free on 5; Banker is free; a natural ends the coup; all
    is at even money.

    Args:
        shoe: the cards left: a Shoe, its text form, a number of decks, or "infinite" where every card is put
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
    return models(shoe, [model], seen=seen)[0]


def models(shoe: Asked, wanted: Sequence[Model] | None = None, *, seen: str = "") -> tuple[Equilibrium, ...]:
    """The equilibrium in each of several models; where None, in all that differ on such a shoe."""
    return equilibria(_left(shoe, seen), load.rules(TABLEAU), wanted)


def _left(shoe: Asked, seen: str) -> Shoe | None:
    """The cards left; None where every card is put back."""
    if shoe == "infinite":
        if seen:
            raise ShoeError(
                f"expected no cards seen of an infinite shoe, got {quoted(seen)}; give a number of decks"
            )
        return None
    return shoe_of(load.variant("standard"), DECKS if shoe is None else shoe).without(seen)
