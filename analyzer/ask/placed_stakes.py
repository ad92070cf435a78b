"""Stakes on the coups of a record, each with its coup, its bettor and what settles it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike

from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.census.worked_example import settling
from analyzer.errors import AnalyzerError, CardError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.coup import Coup
from analyzer.game.rules import Rules
from analyzer.play.record import RecordedCoup, RecordedShoe, Stake
from analyzer.play.replay.drawing import coups_of_stream
from analyzer.play.replay.judge import has_cards
from analyzer.play.replay.replayed import Finding
from analyzer.play.settlement.ledger import Missed, Placed, Round
from analyzer.play.settlement.settlement import finished, line_from_part
from analyzer.records.stakes import by_coup, read_stakes
from analyzer.text import Message, message


@dataclass(frozen=True, eq=False, slots=True)
class StakedGame:
    """What shoes of a record are dealt by: `question` has the bets offered, and the shoe before the burn."""

    question: Question


@dataclass(frozen=True, slots=True)
class StakedCoup:
    """A coup of a shoe, its game and its stakes; `obstacle` is why these cannot be settled, if so."""

    game: StakedGame
    shoe: str
    coup: RecordedCoup
    stakes: tuple[Stake, ...]
    obstacle: Message | None = None

    def round(self, bets: Mapping[str, Bet]) -> Round:
        """The coup with its stakes, each with the line that settles it, or why none does."""
        coup, ended = self.coup, finished(self.game.question.rules, self.coup)
        placed = tuple(
            Placed(stake, bets[stake.bet], self._line(bets[stake.bet], ended)) for stake in self.stakes
        )
        return Round(self.shoe, coup.number, placed, coup.status, has_cards(coup))

    def _line(self, bet: Bet, ended: Coup | Message | None) -> str | Message:
        """The line that settles a bet, or why none does; `ended` is the coup as `finished` returns it."""
        rules, coup = self.game.question.rules, self.coup
        if self.obstacle is not None:
            return self.obstacle
        if not isinstance(ended, Coup):
            return line_from_part(rules, bet, coup, ended)
        try:
            return settling(bet, ended)
        except CardError:
            return message("it asks for a suit that the record does not say")


class StakedRecord:
    """The shoes of a record, each with its game; `missed` are the parts that could not be read."""

    def __init__(self, shoes: Sequence[tuple[RecordedShoe, StakedGame]]) -> None:
        """Begin with what the reader of the record could not read."""
        self._shoes = shoes
        self.games = [game for _, game in shoes]
        self.missed = [
            Missed(shoe.id, unread.where, unread.why) for shoe, _ in shoes for unread in shoe.unread
        ]

    def coups(self, stakes: str | PathLike[str] | None, flat: tuple[Stake, ...]) -> Iterator[StakedCoup]:
        """Every coup with its stakes: those of the file `stakes`, else its own; then the `flat` ones.

        A coup with a part that could not be read is included only if the file has stakes on it, since that
        part may decide it. Coups that only the file has come last.
        """
        ids = [shoe.id for shoe, _ in self._shoes]
        in_file = None if stakes is None else by_coup(read_stakes(stakes), ids[0] if len(ids) == 1 else None)
        for shoe, game in self._shoes:
            broken = _broken(shoe)
            for place, coup in enumerate(self._coups(shoe, game.question.rules)):
                if place not in broken:
                    of_coup = coup.stakes if in_file is None else in_file.pop((shoe.id, coup.number), ())
                    yield StakedCoup(game, shoe.id, coup, tuple(_above_zero(coup, of_coup)) + flat)
                elif in_file and broken[place] and (of_coup := in_file.pop((shoe.id, coup.number), ())):
                    obstacle = message("a part of the coup could not be read")
                    yield StakedCoup(game, shoe.id, RecordedCoup(coup.number), of_coup, obstacle)
        for (shoe_id, number), of_coup in (in_file or {}).items():
            if shoe_id not in ids:
                where, near = of_coup[0].where, did_you_mean(shoe_id[:40], ids)
                got = f"{quoted(shoe_id)}{near}"
                raise AnalyzerError(f"{where} of the stakes: expected a shoe of the record, got {got}")
            game = self.games[ids.index(shoe_id)]
            obstacle = message("the record has no such coup that could be read")
            yield StakedCoup(game, shoe_id, RecordedCoup(number), of_coup, obstacle)

    def _coups(self, shoe: RecordedShoe, rules: Rules) -> Iterator[RecordedCoup]:
        """The coups of a shoe; a mere stream of cards is divided into coups, as far as the rules can."""
        if shoe.coups:
            yield from shoe.coups
            return
        faults: list[Finding] = []
        yield from coups_of_stream(rules, shoe.stream, faults)
        self.missed += [Missed(shoe.id, "", why) for _, why in faults]


def _broken(shoe: RecordedShoe) -> dict[int, bool]:
    """Places of coups with an unreadable part, each with whether no readable coup has its number."""
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
