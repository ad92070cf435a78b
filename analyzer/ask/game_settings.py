"""What shoes of a record offer, as people ask for it: a game, its rules and cards, and bets at their prices.

Resolves names through the catalog; values nothing, and settles nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from analyzer.ask.question import (
    Ratio,
    bet_of,
    bets_in,
    by_name,
    by_text,
    listed,
    repriced,
    rules_of,
    shoe_of,
    variant_of,
)
from analyzer.bets.bet import Bet, Variant
from analyzer.errors import AnalyzerError, CatalogError
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.record import RecordedShoe, Stake

_SAID = ("variant", "rules", "decks", "remaining")
"""What a record says of its game that settling stakes asks for."""


def blamed(shoe: RecordedShoe, error: AnalyzerError) -> AnalyzerError:
    """An error in what a shoe says of its game, with the shoe named.

    What is unknown may be somebody's file, which a record cannot hold: whoever has it is asked for it.
    """
    asked_for = next((key for key in ("variant", "rules") if str(error).startswith(f"unknown {key} ")), None)
    hint = "" if asked_for is None else f", or give the file of the record's {asked_for} with --{asked_for}"
    return type(error)(f"shoe {quoted(shoe.id)}: {error}{hint}")


@dataclass(frozen=True, eq=False, slots=True)
class Offer:
    """A game, the rules it is dealt under, its cards before the burn, and bets of files besides."""

    game: Variant
    rules: Rules
    fresh: Shoe
    files: tuple[Bet, ...]

    @property
    def names(self) -> dict[str, str]:
        """The ids and references of what is offered, each by itself, and ids by alias."""
        found: dict[str, str] = {}
        for bet in (*self.game.bets, *self.files):
            found |= dict.fromkeys(bet.aliases, bet.id)
        for bet in (*self.game.bets, *self.files):
            found |= {bet.id: bet.id, bet.reference: bet.reference}
        return found


class Offers:
    """What somebody asks of a record's game; what shoes say of it is resolved once for all that say so."""

    def __init__(
        self,
        variant: str | PathLike[str] | Variant | None,
        rules: Rules | str | PathLike[str] | None,
        bet_files: Iterable[str | Path],
        pay: Mapping[str, Ratio] | None,
        commission: Ratio | None,
    ) -> None:
        """Read the files of bets.

        Raises:
            AnalyzerError: one is faulty.
        """
        files, self._pay = bets_in(listed("bet files", bet_files), by_text("pays", pay))
        self._variant, self._rules, self._commission = variant, rules, commission
        self._files = tuple(files)
        self._made: dict[tuple[str | None, ...], Offer] = {}

    def of(self, shoe: RecordedShoe) -> Offer:
        """What a shoe offers; what nobody asks for is as the shoe says it, and else as `standard` has it.

        Raises:
            AnalyzerError: what is asked for, or what the shoe says, is unknown or malformed.
        """
        said = tuple(map(shoe.settings.get, _SAID))
        if said not in self._made:
            try:
                self._made[said] = self._offer(*said)
            except AnalyzerError as error:
                self._offer(*(None for _ in _SAID))  # what is asked for is at fault, and no shoe is named
                raise blamed(shoe, error) from None
        return self._made[said]

    def _offer(
        self, variant: str | None, rules: str | None, decks: str | None, remaining: str | None
    ) -> Offer:
        game = variant_of(self._variant if self._variant is not None else variant or "standard")
        dealt_under = rules_of(game, self._rules if self._rules is not None else rules)
        return Offer(game, dealt_under, shoe_of(game, remaining or decks), self._files)

    def priced(self, offer: Offer, stakes: Iterable[Stake]) -> dict[str, Bet]:
        """The bets that stakes are on, at the prices asked for, by what the stakes call them.

        Raises:
            AnalyzerError: there is no such bet, or a price is asked for that it cannot have.
        """
        local = by_name(self._files)
        meant: dict[str, Bet] = {}
        for stake in stakes:
            if stake.bet not in meant:
                try:
                    meant[stake.bet] = bet_of(offer.game, stake.bet, local)
                except CatalogError as fault:
                    raise CatalogError(f"{stake.where}: {fault}" if stake.where else str(fault)) from None
        every = list(dict.fromkeys((*offer.game.bets, *self._files, *meant.values())))
        prices = dict(zip(every, repriced(every, dict(self._pay), self._commission), strict=True))
        return {ref: prices[bet] for ref, bet in meant.items()}
