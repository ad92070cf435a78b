"""The coups of a record, judged as `replay` judges them, with the stakes on each and what settles these.

Knows no prices but those of the bets that it is given, and neither limits nor balances.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from analyzer.analysis.question import Question
from analyzer.ask.replay import depth_of
from analyzer.ask.shoes_apart import check_one_shoe, number_before
from analyzer.bets.bet import Bet
from analyzer.census.worked_example import settling
from analyzer.errors import AnalyzerError, CardError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.procedure import Procedure
from analyzer.play.record import RecordedCoup, RecordedShoe, Stake
from analyzer.play.replay.judge import MISSING, Judge
from analyzer.play.replay.replay import replay as dealt_again
from analyzer.play.replay.replayed import CONTRADICTIONS, ReplayedCoup
from analyzer.play.settlement.ledger import Placed, Round
from analyzer.play.settlement.result import Deviation, Missed
from analyzer.play.settlement.settlement import line_from_part
from analyzer.records.stakes import LedgerEntry, by_coup
from analyzer.text import Message, message

_PARTLY_READ = message("a part of the coup could not be read")
_NO_SUCH_COUP = message("the record has no such coup that could be read")


@dataclass(frozen=True, eq=False, slots=True)
class StakedGame:
    """What shoes of a record are dealt by: `question` has the bets offered, and the shoe before the burn."""

    question: Question
    judge: Judge
    procedure: Procedure | None


@dataclass(frozen=True, slots=True)
class StakedCoup:
    """A coup of a shoe as `replay` judges it, its game and its stakes.

    `obstacle` is why these cannot be settled whatever the coup is, if so.
    """

    game: StakedGame
    shoe: str
    judged: ReplayedCoup
    stakes: tuple[Stake, ...]
    obstacle: Message | None = None

    def round(self, bets: Mapping[str, Bet | str]) -> Round:
        """The coup with its stakes on known bets, each with the line that settles it, or why none does."""
        known = ((stake, bets[stake.bet]) for stake in self.stakes)
        placed = tuple(Placed(stake, bet, self._line(bet)) for stake, bet in known if isinstance(bet, Bet))
        coup, begun = self.judged.recorded, self._fault("cancelled")
        return Round(self.shoe, coup.number, placed, coup.status, begun)

    def _line(self, bet: Bet) -> str | Message:
        """The line that settles a bet, or why none does."""
        recorded, coup = self.judged.recorded, self.judged.coup
        if self.obstacle is not None:
            return self.obstacle
        if coup is not None:
            try:
                return settling(bet, coup)
            except CardError:
                return message("it asks for a suit that the record does not say")
        completed = recorded.status == "interrupted" and recorded.winner is not None
        unsettled = self._fault(*CONTRADICTIONS, "interrupted", "ends-inside", *() if completed else MISSING)
        return unsettled or line_from_part(self.game.question.rules, bet, recorded)

    def _fault(self, *kinds: str) -> Message | None:
        """What the first fault of one of these kinds is; None if the coup has no such fault."""
        return next((fault.what for fault in self.judged.faults if fault.kind in kinds), None)

    def deviations(self, bets: Mapping[str, Bet | str]) -> Iterator[Deviation]:
        """The stakes on unknown bets, and the faults of the coup."""
        coup = self.judged.recorded
        for stake in self.stakes:
            if isinstance(why := bets[stake.bet], str):
                where = stake.where or coup.where
                yield Deviation("bet", self.shoe, coup.number, where, Message(why), stake.bettor)
        if self.obstacle == _NO_SUCH_COUP:
            yield Deviation("coup", self.shoe, coup.number, self.stakes[0].where, self.obstacle)
        for fault in self.judged.faults:
            if fault.kind not in ("net", "bet", "unread"):
                yield Deviation(fault.kind, self.shoe, coup.number, fault.where, fault.what)


class StakedRecord:
    """The shoes of a record, each with its game; `missed` are the parts that could not be read."""

    def __init__(self, shoes: Sequence[tuple[RecordedShoe, StakedGame]]) -> None:
        """Begin with what the reader of the record could not read."""
        self._shoes = shoes
        self.games = [game for _, game in shoes]
        self.missed = [
            Missed(shoe.id, unread.where, unread.why) for shoe, _ in shoes for unread in shoe.unread
        ]

    def coups(self, stakes: Sequence[LedgerEntry] | None, flat: tuple[Stake, ...]) -> Iterator[StakedCoup]:
        """Every coup with its stakes: those of a ledger, else its own; then the `flat` ones.

        A coup with a part that could not be read has an obstacle, since that part may decide it; if another
        coup has its number, the stakes of a ledger are on that one. Coups that only the ledger has come last.
        """
        ids = [shoe.id for shoe, _ in self._shoes]
        in_file = None if stakes is None else by_coup(stakes, ids)
        for last, (shoe, game) in zip((None, *(shoe for shoe, _ in self._shoes)), self._shoes, strict=False):
            broken = _broken(shoe)
            for place, judged in enumerate(self._judged(last, shoe, game)):
                coup, key = judged.recorded, (shoe.id, judged.recorded.number)
                own = coup.stakes if in_file is None else ()
                if place not in broken:
                    of_coup = own if in_file is None else in_file.pop(key, ())
                    yield StakedCoup(game, shoe.id, judged, tuple(_above_zero(coup, of_coup)) + flat)
                elif of_coup := own or (in_file.pop(key, ()) if in_file and broken[place] else ()):
                    unjudged = ReplayedCoup(RecordedCoup(coup.number, coup.where), None, (), ())
                    of_coup = tuple(_above_zero(coup, of_coup))
                    yield StakedCoup(game, shoe.id, unjudged, of_coup, _PARTLY_READ)
        for (shoe_id, number), of_coup in (in_file or {}).items():
            if shoe_id not in ids:
                where, near = of_coup[0].where, did_you_mean(shoe_id[:40], ids)
                got = f"{quoted(shoe_id)}{near}"
                raise AnalyzerError(f"{where} of the stakes: expected a shoe of the record, got {got}")
            unjudged = ReplayedCoup(RecordedCoup(number), None, (), ())
            yield StakedCoup(self.games[ids.index(shoe_id)], shoe_id, unjudged, of_coup, _NO_SUCH_COUP)

    def _judged(
        self, last: RecordedShoe | None, shoe: RecordedShoe, game: StakedGame
    ) -> tuple[ReplayedCoup, ...]:
        """The coups of a shoe, judged; a mere stream of cards is divided into coups as far as possible."""
        asked = game.question
        check_one_shoe(shoe, asked.shoe)
        before = number_before(last, shoe)
        again = dealt_again(
            shoe,
            asked.rules,
            asked.shoe,
            procedure=game.procedure,
            depth=depth_of(shoe),
            judge=game.judge,
            before=before,
        )
        if shoe.stream:
            unread = [fault for fault in again.faults if fault.kind == "unreadable"]
            self.missed += [Missed(shoe.id, "", fault.what) for fault in unread]
        return again.coups


def _broken(shoe: RecordedShoe) -> dict[int, bool]:
    """Places of coups with an unreadable part, each with whether no readable coup has its number.

    A stake that could not be read is no part of its coup.
    """
    places = {unread.coup for unread in shoe.unread if not unread.stake}
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
