"""The stakes on the coups of a record: on which, whose, and what settles them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike

from analyzer.bets.bet import Bet, Variant
from analyzer.census.worked_example import settling
from analyzer.errors import AnalyzerError, CardError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.coup import Coup
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.record import RecordedCoup, RecordedShoe, Stake
from analyzer.play.replay.drawing import coups_of_stream
from analyzer.play.replay.fault import Finding
from analyzer.play.replay.judge import has_cards
from analyzer.play.settlement.ledger import Placed, Round
from analyzer.play.settlement.partial_settlement import finished, line_from_cards, line_from_result
from analyzer.play.settlement.statement import Missed
from analyzer.records.stakes import by_coup, read_stakes
from analyzer.text import Message, message


@dataclass(frozen=True, eq=False, slots=True)
class StakedGame:
    """A variant, the rules it is dealt under, its shoe before the burn, and the bets of files."""

    variant: Variant
    rules: Rules
    shoe: Shoe
    files: tuple[Bet, ...]

    @property
    def names(self) -> dict[str, str]:
        """The ids and references of what is offered, each by itself, and ids by alias."""
        bets = (*self.variant.bets, *self.files)
        aliases = {alias: bet.id for bet in bets for alias in bet.aliases}
        return aliases | {name: name for bet in bets for name in (bet.id, bet.reference)}


@dataclass(frozen=True, slots=True)
class StakedCoup:
    """A coup of a shoe, what is offered on it, and its stakes; `lost` is why these cannot be settled."""

    offer: StakedGame
    shoe: str
    coup: RecordedCoup
    stakes: tuple[Stake, ...]
    lost: Message | None = None

    def round(self, bets: Mapping[str, Bet]) -> Round:
        """The coup with its stakes, each with the line that settles it, or why none does."""
        coup, ended = self.coup, finished(self.offer.rules, self.coup)
        placed = tuple(
            Placed(stake, bets[stake.bet], self._line(bets[stake.bet], ended)) for stake in self.stakes
        )
        return Round(self.shoe, coup.number, placed, coup.status, has_cards(coup))

    def _line(self, bet: Bet, ended: Coup | Message | None) -> str | Message:
        """The line that settles a bet, or why none does, by what the rules made of the coup's cards."""
        rules, coup = self.offer.rules, self.coup
        if self.lost is not None:
            return self.lost
        if ended is None:
            return line_from_result(rules, bet, coup)
        if isinstance(ended, Message):
            return line_from_cards(rules, bet, coup, ended)
        try:
            return settling(bet, ended)
        except CardError:
            return message("it asks for a suit that the record does not say")


class StakedRecord:
    """The shoes of a record, each with what it offers; `missed` is what of it could not be read."""

    def __init__(self, shoes: Sequence[tuple[RecordedShoe, StakedGame]]) -> None:
        """Begin with what the reader of the record could not read."""
        self._shoes = shoes
        self.offers = [offer for _, offer in shoes]
        self.missed = [
            Missed(shoe.id, unread.where, unread.why) for shoe, _ in shoes for unread in shoe.unread
        ]

    def coups(self, stakes: str | PathLike[str] | None, flat: tuple[Stake, ...]) -> Iterator[StakedCoup]:
        """Every coup with its stakes, those of a file, or else its own, before those on every coup.

        A coup of which a part could not be read is there only if the file names it, since that part may
        decide it. At the end come coups that only the file knows.
        """
        ids = [shoe.id for shoe, _ in self._shoes]
        own = None if stakes is None else by_coup(read_stakes(stakes), ids[0] if len(ids) == 1 else None)
        for shoe, offer in self._shoes:
            broken = _broken(shoe)
            for place, coup in enumerate(self._coups(shoe, offer.rules)):
                if place not in broken:
                    of_coup = coup.stakes if own is None else own.pop((shoe.id, coup.number), ())
                    yield StakedCoup(offer, shoe.id, coup, tuple(_above_zero(coup, of_coup)) + flat)
                elif own is not None and broken[place] and (of_coup := own.pop((shoe.id, coup.number), ())):
                    lost = message("a part of the coup could not be read")
                    yield StakedCoup(offer, shoe.id, RecordedCoup(coup.number), of_coup, lost)
        for (shoe_id, number), of_coup in (own or {}).items():
            if shoe_id not in ids:
                raise AnalyzerError(
                    f"{of_coup[0].where} of the stakes: expected a shoe of the record, got {quoted(shoe_id)}"
                    + did_you_mean(shoe_id[:40], ids)
                )
            offer = self.offers[ids.index(shoe_id)]
            lost = message("the record has no such coup that could be read")
            yield StakedCoup(offer, shoe_id, RecordedCoup(number), of_coup, lost)

    def _coups(self, shoe: RecordedShoe, rules: Rules) -> Iterator[RecordedCoup]:
        """The coups of a shoe; where it has cards only, as far as the rules can cut them into coups."""
        if shoe.coups:
            yield from shoe.coups
            return
        faults: list[Finding] = []
        yield from coups_of_stream(rules, shoe.stream, faults)
        self.missed += [Missed(shoe.id, "", why) for _, why in faults]


def _broken(shoe: RecordedShoe) -> dict[int, bool]:
    """The places of coups of which a part could not be read, and whether none that could has their number."""
    places = {unread.coup for unread in shoe.unread}
    whole = {coup.number for place, coup in enumerate(shoe.coups) if place not in places}
    return {place: coup.number not in whole for place, coup in enumerate(shoe.coups) if place in places}


def _above_zero(coup: RecordedCoup, stakes: Iterable[Stake]) -> Iterator[Stake]:
    """The stakes of a coup, without those of 0; one below 0 is refused."""
    for stake in stakes:
        if stake.amount < 0:
            where = stake.where or f"coup {coup.number}"
            raise AnalyzerError(
                f"{where}: expected a stake of 0 or more on bet {quoted(stake.bet)}, got '{stake.amount}'"
            )
        if stake.amount:
            yield stake
