"""What future records could show: the tests that would run, and what they could find."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from analyzer.analysis.odds import Report
from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError
from analyzer.game.shoe import FINENESSES
from analyzer.play.evidence.composition import PARTITIONS
from analyzer.play.evidence.copies import Bound, agreement, pairs_of
from analyzer.play.evidence.patterns import missing, too_little
from analyzer.play.evidence.power import PATTERNS, Size, departures
from analyzer.play.evidence.result import Departure, NotRun

CUT = 14
"""The number of cards behind the cut card if the number of shoes is not given."""


@dataclass(frozen=True, repr=False)
class EvidencePlan(Answer):
    """What this many coups, recorded with all their cards, could show for or against fair dealing.

    `fresh` has the odds of a shoe. The coups are spread evenly over `shoes`. `not_run` has the tests that
    could not run; `departures` has what the others could find at a false-alarm rate of `alpha`.
    """

    fresh: Report
    coups: int
    shoes: int
    alpha: Fraction
    not_run: tuple[NotRun, ...]
    departures: tuple[Departure, ...]

    @property
    def question(self) -> Question:
        """The question asked."""
        return self.fresh.question


def plan(fresh: Report, coups: int, shoes: int | None, alpha: Fraction) -> EvidencePlan:
    """The plan of a record; `fresh` values the bets on the fresh shoe.

    If `shoes` is None, it is the fewest shoes needed if each is dealt down to the last CUT cards.

    Raises:
        AnalyzerError: the shoes have too few cards for the coups.
    """
    size = Size.of(fresh, 1, coups, coups)
    if shoes is None:
        shoes = ceil(coups * size.per_coup / max(1, size.cards - CUT))
    if coups * size.per_coup > shoes * size.cards:
        most = int(shoes * size.cards / size.per_coup)
        raise AnalyzerError(
            "expected at most about {most} coups in {shoes} shoes, got {coups}",
            most=most,
            shoes=shoes,
            coups=coups,
        )
    size = replace(size, shoes=shoes)
    each = coups / shoes
    dealt = min(size.cards - 1.0, each * size.per_coup)
    held = frozenset({(size.cards, max(fresh.shoe.counts))})
    bounds = {
        "card-copies": Bound(*pairs_of([min(size.cards, int(6 * each))] * shoes), held),
        "result-copies": Bound(*pairs_of([int(each)] * shoes), agree=agreement(size.winners)),
    }
    longest = {"card-copies": dealt, "result-copies": each}
    has = {"results", "cards"} | ({"suits"} if fresh.shoe.fineness == "cards" else set())
    ran: list[str] = []
    not_run: list[NotRun] = []
    for id, test in PATTERNS.items():
        lacking = missing(id, has, shoes)
        match test.lacks:
            case "no copy":
                enough = bounds[id].at(int(longest[id] / (1 if shoes > 1 else 2))) <= alpha
            case "few cards":
                known = FINENESSES.index(PARTITIONS[id][0]) <= FINENESSES.index(fresh.shoe.fineness)
                enough = known and shoes * min(dealt, size.cards - dealt) >= test.least
            case "few read":
                enough = coups * size.per_coup >= test.least
            case _:
                enough = coups - 2 * shoes >= test.least
        if lacking is None and enough:
            ran.append(id)
        else:
            not_run.append(lacking or too_little(id, coups - 2 * shoes))
    outcomes: list[str | Bet] = [*size.chances, *(v.bet for v in fresh.valuations if v.variance)]
    found = tuple(departures(size, alpha, outcomes, ran, bounds))
    return EvidencePlan(fresh, coups, shoes, alpha, tuple(not_run), found)
