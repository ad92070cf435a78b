"""The coups of a record, dealt again, with the stakes on each, what settles them, and what contradicts them.

Knows only the prices of the bets that it is given, and no limits or balances.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from analyzer.ask.dealt_again import Game
from analyzer.ask.question import bet_of, repriced
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import Ratio
from analyzer.census.worked_example import settling
from analyzer.errors import AnalyzerError, CardError, CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.play.outcomes import OUTCOMES
from analyzer.play.record import RecordedCoup, Stake, place_text
from analyzer.play.replay.judge import MISSING
from analyzer.play.replay.replayed import CONTRADICTIONS, ReplayedCoup, ReplayedShoe
from analyzer.play.settlement.ledger import Placed, Round
from analyzer.play.settlement.result import Deviation, SettledStake
from analyzer.play.settlement.settlement import line_from_part
from analyzer.records.stakes import LedgerEntry, by_coup
from analyzer.text import Figure, Message, Value, message

_PARTLY_READ = message("a part of the coup could not be read")
_NO_SUCH_COUP = message("the record has no readable coup of this number")

Named = Mapping[str, Bet | Message]
"""The bets of stakes, by the references that the stakes use; or, for an unknown bet, why it is not known."""


@dataclass(frozen=True, slots=True)
class StakedCoup:
    """A coup of a shoe, dealt again, with its game and its stakes.

    `obstacle` is why the stakes cannot be settled whatever the coup is; None if nothing prevents that.
    """

    game: Game
    shoe: str
    judged: ReplayedCoup
    stakes: tuple[Stake, ...]
    obstacle: Message | None = None

    def with_stakes(self, more: tuple[Stake, ...]) -> "StakedCoup":
        """The coup with more stakes on it, unless it has an obstacle."""
        return self if self.obstacle else replace(self, stakes=self.stakes + more)

    def round(self, bets: Named) -> Round:
        """The coup with its stakes on known bets, each with the line that settles it or why none does."""
        known = ((stake, bets[stake.bet]) for stake in self.stakes if stake.amount)
        placed = tuple(Placed(stake, bet, self._line(bet)) for stake, bet in known if isinstance(bet, Bet))
        coup = self.judged.recorded
        if self.obstacle is not None:
            return Round(self.shoe, coup.number, placed, "played")
        return Round(self.shoe, coup.number, placed, coup.status, self._fault("cancelled"))

    def _line(self, bet: Bet) -> str | Message:
        """The line that settles a bet, or the reason why none does."""
        recorded, coup = self.judged.recorded, self.judged.coup
        if self.obstacle is not None:
            return self.obstacle
        if coup is not None:
            try:
                return settling(bet, coup)
            except CardError:
                return message("it depends on a suit that is not recorded")
        completed = recorded.status == "interrupted" and recorded.winner is not None
        unsettled = self._fault(*CONTRADICTIONS, "interrupted", "ends-inside", *() if completed else MISSING)
        return unsettled or line_from_part(self.game.question.rules, bet, recorded)

    def _fault(self, *kinds: str) -> Message | None:
        """The sentence of the first fault of one of these kinds; None if the coup has none of them."""
        return next((fault.what for fault in self.judged.faults if fault.kind in kinds), None)

    def of_coup(self) -> Iterator[Deviation]:
        """The faults of the coup itself, apart from places that could not be read."""
        number = self.judged.recorded.number
        if self.obstacle == _NO_SUCH_COUP:
            yield Deviation("coup", self.shoe, number, self.stakes[0].where, self.obstacle)
        for fault in self.judged.faults:
            if fault.kind != "unread":
                yield Deviation(fault.kind, self.shoe, number, fault.where, fault.what)

    def of_stakes(self, bets: Named, entries: Iterable[SettledStake]) -> Iterator[Deviation]:
        """What contradicts the stakes: unknown bets, and recorded values that differ from the entries."""
        coup = self.judged.recorded
        for stake in self.stakes:
            place = self.shoe, coup.number, stake.where or coup.where
            if isinstance(bet := bets[stake.bet], Message):
                yield Deviation("bet", *place, bet, stake.bettor)
            elif not stake.amount and stake.net:
                values: dict[str, Value] = {"bet": bet.title, "said": Figure(stake.net, "ratio")}
                what = message("nothing is staked on {bet}, and the net is recorded as {said}", **values)
                yield Deviation("payment", *place, what, stake.bettor)
        for entry in entries:
            place = self.shoe, coup.number, entry.where or coup.where
            yield from (Deviation("payment", *place, what, entry.bettor) for what in entry.deviations)


def own_coups(game: Game, again: ReplayedShoe) -> Iterator[StakedCoup]:
    """Every coup of a shoe with its own stakes.

    A coup with a part that could not be read has an obstacle, since that part may decide it. A stake that
    could not be read is not a part of its coup in this sense.
    """
    shoe = again.recorded
    broken = {unread.coup for unread in shoe.unread if not unread.stake}
    for place, judged in enumerate(again.coups):
        obstacle = _PARTLY_READ if place in broken else None
        yield StakedCoup(game, shoe.id, judged, _not_negative(judged.recorded), obstacle)


def coups_of_ledger(
    dealt: Sequence[tuple[Game, ReplayedShoe]], stakes: Iterable[LedgerEntry]
) -> Iterator[StakedCoup]:
    """Every coup of a record with its stakes in a ledger; coups that are only in the ledger come last.

    If two coups have the same number, the stakes are on the one that could be read.
    """
    games = {again.recorded.id: game for game, again in dealt}
    in_file = by_coup(stakes, [again.recorded.id for _, again in dealt])
    for game, again in dealt:
        coups = [*own_coups(game, again)]
        whole = {coup.judged.recorded.number for coup in coups if coup.obstacle is None}
        for coup in coups:
            number = coup.judged.recorded.number
            takes = coup.obstacle is None or number not in whole
            of_coup = in_file.pop((coup.shoe, number), ()) if takes else ()
            yield StakedCoup(game, coup.shoe, coup.judged, of_coup, coup.obstacle)
    for (shoe, number), of_coup in in_file.items():
        if shoe not in games:
            raise AnalyzerError(
                "{place}: expected a shoe of the record, got {shoe}{hint}",
                place=place_text(of_coup[0].where),
                shoe=quoted(shoe),
                hint=did_you_mean(shoe[:40], games),
            )
        unjudged = ReplayedCoup(RecordedCoup(number), None, (), ())
        yield StakedCoup(games[shoe], shoe, unjudged, of_coup, _NO_SUCH_COUP)


def bets_of(
    coups: Iterable[StakedCoup],
    local: Mapping[str, tuple[Bet, ...]],
    pays: Mapping[str, Ratio],
    commission: Ratio | None,
    asked: Iterable[Stake] = (),
) -> dict[Game, Named]:
    """The bets staked on in each game, at the given prices, by the references that the stakes use.

    `local` are the bets of files by name. For an unknown bet, the value is the sentence that says so; if it
    is the bet of a stake that was `asked` for, CatalogError is raised.
    """
    found: dict[Game, dict[str, Bet | Message]] = {}
    must = {stake.bet for stake in asked}
    for coup in coups:
        named = found.setdefault(coup.game, {})
        for reference in (stake.bet for stake in coup.stakes if stake.bet not in named):
            try:
                named[reference] = _bet(coup.game.question.variant, reference, local)
            except CatalogError as error:
                if reference in must:
                    raise
                named[reference] = error.message
    for game, named in found.items():
        staked = (bet for bet in named.values() if isinstance(bet, Bet))
        offered = list(dict.fromkeys((*game.offered, *staked)))
        prices = dict(zip(offered, repriced(offered, pays, commission), strict=True))
        named |= {reference: prices[bet] for reference, bet in named.items() if isinstance(bet, Bet)}
    return {**found}


def _bet(variant: Variant, reference: str, local: Mapping[str, tuple[Bet, ...]]) -> Bet:
    """The bet with this reference; else the bet that the word names, such as `Player Pair` or 庄."""
    try:
        return bet_of(variant, reference, local)
    except CatalogError:
        winner, marks = OUTCOMES.get(reference.lower(), ("", ""))
        meant = reference.lower().replace(" ", "-") if marks or not winner else winner
        with suppress(CatalogError):
            return bet_of(variant, meant, local)
        raise


def with_entries(
    coups: Iterable[StakedCoup], rounds: Iterable[Round], entries: Iterable[SettledStake]
) -> Iterator[tuple[StakedCoup, tuple[SettledStake, ...]]]:
    """Each coup with the entries of its round, given all entries in order."""
    rest = iter(entries)
    for coup, round_ in zip(coups, rounds, strict=True):
        yield coup, tuple(islice(rest, len(round_.placed)))


def _not_negative(coup: RecordedCoup) -> tuple[Stake, ...]:
    """The stakes of a coup. Raises AnalyzerError if one is below 0; no file can contain such a stake."""
    for stake in coup.stakes:
        if stake.amount < 0:
            raise AnalyzerError(
                "{place}: expected a stake of 0 or more on bet {bet}, got {stake}",
                place=stake.where or message("coup {coup}", coup=str(coup.number)),
                bet=quoted(stake.bet),
                stake=repr(str(stake.amount)),
            )
    return coup.stakes
