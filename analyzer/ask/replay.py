"""Recorded shoes dealt again, as people ask for it: names, texts and files in, every deviation out.

Resolves names through the catalog and hands values to `play`; judges nothing itself.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from analyzer.analysis.batch import Batch
from analyzer.analysis.question import MAIN, Question, answerable, split
from analyzer.analysis.valuation import Valuation
from analyzer.ask.game_settings import blamed
from analyzer.ask.question import Cards, Ratio, bet_of, listed, question, variant_of
from analyzer.bets.bet import Bet, Variant
from analyzer.catalog.procedures import procedure as procedure_of
from analyzer.census.census import needs
from analyzer.errors import AnalyzerError, CatalogError
from analyzer.exact import quoted
from analyzer.game.procedure import OWN, Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES, Fineness
from analyzer.play.record import RecordedShoe
from analyzer.play.replay.judge import Judge
from analyzer.play.replay.replay import replay as dealt_again
from analyzer.play.replay.replayed import Replay, Replayed, ReplayedShoe
from analyzer.play.replay.shoe_checks import Depth
from analyzer.play.settlement.settlement import Chips, Rounding, chips_of
from analyzer.records import Records, shoes_of

_DEPTH = re.compile(r"([0-9]{1,6})(?:\.\.([0-9]{1,6}))?")


def replay(
    record: Records,
    *,
    variant: str | PathLike[str] | Variant | None = None,
    shoe: Cards = None,
    procedure: str | Procedure | None = None,
    bets: Sequence[str | Bet] | None = None,
    bet_files: Iterable[str | Path] = (),
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
    chip: Ratio | None = None,
    rounding: Rounding | None = None,
    odds: bool = False,
) -> Replay:
    """Every shoe of a record dealt again by the rules: what it should have said, and each deviation.

    What is not given is as the record says it, and where that is silent too, as `standard` has it; no
    procedure is taken for granted.

    Args:
        record: records, one or several: paths of files in any form, or shoes that were read.
        variant: how the coups were dealt, and what the bets pay.
        shoe: the cards of a full shoe, before the burn.
        procedure: how a shoe is begun and ended: the burn, the cut card and the coups after it.
        bets: the bets whose odds are asked for; Player, Banker and Tie by default. Stakes of the record may
            be on these, on those of the variant and on any other of the library.
        bet_files: TOML files with more bets.
        rules: other rules than the variant's.
        pay: prices changed, as for `odds`.
        commission: the Banker's, as for `odds`.
        chip: the smallest chip, as for `settle`.
        rounding: how gains are paid that it does not divide, as for `settle`.
        odds: whether to value the bets before each coup, from the cards nobody has seen.

    Raises:
        AnalyzerError: the record cannot be read at all, or a name in it or asked for is unknown or malformed.
    """
    question = _Asking(variant, shoe, procedure, bets, listed("bet files", bet_files), rules, pay, commission)
    chips = chips_of(chip, rounding)
    return Replay(tuple(question.replayed(each, chips, odds=odds) for each in shoes_of(record)))


@dataclass(frozen=True)
class _Game:
    """What shoes are dealt by, resolved, and the bets of stakes by the references they have in the record."""

    asked: Question
    procedure: Procedure | None
    judge: Judge
    bets: dict[str, Bet | None]


class _Asking:
    """What somebody asks of a record; what shoes say of the game is resolved once for all that say so."""

    def __init__(
        self,
        variant: str | PathLike[str] | Variant | None,
        shoe: Cards,
        procedure: str | Procedure | None,
        bets: Sequence[str | Bet] | None,
        bet_files: tuple[str | Path, ...],
        rules: Rules | str | PathLike[str] | None,
        pay: Mapping[str, Ratio] | None,
        commission: Ratio | None,
    ) -> None:
        self._variant, self._shoe, self._procedure, self._bets = variant, shoe, procedure, bets
        self._files, self._rules, self._pay, self._commission = bet_files, rules, pay, commission
        self._games: dict[tuple[str | None, ...], _Game] = {}

    def replayed(self, recorded: RecordedShoe, chips: Chips, *, odds: bool) -> Replayed:
        """One shoe dealt again, and the odds before each coup if they are asked for.

        Raises:
            AnalyzerError: what the shoe says of the game is unknown or malformed.
        """
        try:
            game, depth = self._game(recorded.settings), _depth(recorded.settings.get("cut_card"))
        except AnalyzerError as error:
            self._game({})  # what is asked for is at fault before what a shoe says, and no shoe is named
            raise blamed(recorded, error) from None
        found = dealt_again(
            recorded,
            game.asked.rules,
            game.asked.shoe,
            procedure=game.procedure,
            depth=depth,
            bets=self._staked(recorded, game),
            chips=chips,
            judge=game.judge,
        )
        return Replayed(game.asked.variant, game.procedure, found, self._odds(game, found) if odds else None)

    def _game(self, said: Mapping[str, str]) -> _Game:
        key = tuple(said.get(name) for name in ("variant", "decks", "remaining", "rules", "procedure"))
        if key not in self._games:
            self._games[key] = self._resolved(*key)
        return self._games[key]

    def _resolved(
        self,
        variant: str | None,
        decks: str | None,
        remaining: str | None,
        rules: str | None,
        procedure: str | None,
    ) -> _Game:
        game = variant_of(self._variant or variant or "standard")
        shoe = remaining or decks if self._shoe is None else self._shoe
        asked = self._question(game, shoe, self._rules or rules, (*game.bets, *(self._bets or ())))
        named_so = self._procedure or (None if procedure == OWN else procedure)
        known = procedure_of(named_so) if isinstance(named_so, str) else named_so
        return _Game(asked, known, Judge(asked.rules), {})

    def _question(
        self,
        game: Variant,
        shoe: Cards,
        rules: Rules | str | PathLike[str] | None,
        bets: Sequence[str | Bet] | None,
    ) -> Question:
        return question(
            game,
            shoe,
            bets=bets,
            bet_files=self._files,
            rules=rules,
            pay=self._pay,
            commission=self._commission,
        )

    def _staked(self, recorded: RecordedShoe, game: _Game) -> dict[str, Bet]:
        """The bets that stakes of a shoe are on, at the prices asked for; those not known are left out."""
        found = {}
        for ref in {stake.bet for coup in recorded.coups for stake in coup.stakes}:
            if ref not in game.bets:
                game.bets[ref] = _bet(game.asked, ref)
            if (bet := game.bets[ref]) is not None:
                found[ref] = bet
        return found

    def _odds(self, game: _Game, shoe: ReplayedShoe) -> tuple[tuple[Valuation, ...] | None, ...]:
        """The valuations of the bets asked for before each coup, all coups in one go."""
        asked_for = self._bets or [bet for bet in game.asked.variant.bets if bet.id in MAIN] or None
        asked = self._question(game.asked.variant, shoe.full, shoe.rules, asked_for)
        unseen = tuple(shoe.unseen())
        known = [left for left in unseen if left is not None and left.size >= shoe.rules.cards_from_shoe]
        if not known:
            return (None,) * len(unseen)
        coarsest = min((left.fineness for left in known), key=FINENESSES.index)
        bets, _ = answerable(asked, coarsest)
        needed = (needs(shoe.rules, split(bet)).fineness for bet in bets)
        fineness: Fineness = max(needed, key=FINENESSES.index, default="points")
        ways = iter(Batch(shoe.rules, bets).ways([left.coarsen(fineness).counts for left in known]))
        values: list[tuple[Valuation, ...] | None] = []
        for left in unseen:
            if left is None or left.size < shoe.rules.cards_from_shoe:
                values.append(None)
                continue
            by_bet = next(ways).values()
            values.append(
                tuple(
                    Valuation(bet, sum(each.values()), each) for bet, each in zip(bets, by_bet, strict=True)
                )
            )
        return tuple(values)


def _bet(asked: Question, ref: str) -> Bet | None:
    """The bet of a reference, an id or an alias: of those asked for at their prices, else of the library."""
    for bet in asked.bets:
        if ref in (bet.reference, bet.id, *bet.aliases):
            return bet
    try:
        return bet_of(asked.variant, ref, {})
    except CatalogError:
        return None


def _depth(text: str | None) -> Depth | None:
    """The fewest and the most cards behind the cut card that a record says, `14` or `10..20`.

    Raises:
        CatalogError: it says something else.
    """
    if text is None:
        return None
    match = _DEPTH.fullmatch(text.strip())
    least, most = (0, -1) if match is None else (int(match[1]), int(match[2] or match[1]))
    if least > most:
        raise CatalogError(f"expected cards behind the cut card such as 14 or 10..20, got {quoted(text)}")
    return least, most
