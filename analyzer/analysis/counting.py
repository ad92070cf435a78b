"""What a counter can make of bets: the best tags of every level, and counts scored next to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyzer.analysis.best_tags import LEVELS, Best, best_counts
from analyzer.analysis.count import Count
from analyzer.analysis.odds import ByBet, LeavesOut
from analyzer.analysis.question import Question, TooCoarse, answerable, check_by, split
from analyzer.analysis.score import Effects, Score, effects, least_fineness
from analyzer.bets.bet import Bet
from analyzer.census.census import needs
from analyzer.displayable import Answer
from analyzer.errors import ShoeError
from analyzer.game.shoe import FINENESSES, Fineness, Shoe


@dataclass(frozen=True, repr=False)
class Counting(Answer):
    """A bet counted on a shoe: its effects of removal, the best tags by the kinds `by`, and scores of counts.

    `published` scores published counts, `own` the caller's; `coarse` has ids of the too fine published ones.
    """

    effects: Effects
    by: Fineness
    best: tuple[Best, ...]
    published: tuple[Score, ...]
    own: tuple[Score, ...]
    coarse: tuple[str, ...] = ()

    @property
    def bet(self) -> Bet:
        """The bet."""
        return self.effects.bet


@dataclass(frozen=True, repr=False)
class Countings(ByBet[Counting], LeavesOut):
    """Bets counted on one shoe: a mapping from bet id (or `id/paytable`) to Counting, in order."""

    per_bet = "counted"

    question: Question
    counted: tuple[Counting, ...]
    too_coarse: TooCoarse = ()


def counted(
    question: Question,
    *,
    by: Fineness | None = None,
    levels: Sequence[int] = LEVELS,
    published: Mapping[Bet, Sequence[Count]] | None = None,
    own: Sequence[Count] = (),
) -> Countings:
    """What a counter can make of each bet.

    `by` is the fineness of the best tags, None the coarsest that answers each bet; `levels` limit the size of
    whole tags. `published` counts are scored on their bets, `own` counts on all bets.

    Raises:
        ShoeError: the shoe is too small, or known too coarsely for `by`, a demanded bet or an own count.
        CatalogError: there are too many kinds for one of the levels.
        AnalyzerError: `by` is not a fineness.
    """
    rules, shoe = question.rules, question.shoe
    check_by("tags", shoe, by)
    answered, coarse = answerable(question)
    countings = []
    for bet in answered:
        for_bet = (published or {}).get(bet, ())
        usable = [count for count in for_bet if _usable(count, shoe)]
        if refused := next((count for count in own if not _usable(count, shoe)), None):
            raise ShoeError(
                f"count {refused.id!r} tells cards apart by {least_fineness(refused)}, got a shoe known only "
                f"by {shoe.fineness}"
            )
        need = needs(rules, split(bet)).fineness
        kinds = by or need
        finest = max(need, kinds, *map(least_fineness, (*usable, *own)), key=FINENESSES.index)
        on_bet = effects(rules, bet, shoe.coarsen(finest))
        best = tuple(best_counts(on_bet, kinds, levels))
        scored, own_scored = (tuple(Score(count, on_bet) for count in counts) for counts in (usable, own))
        too_fine = tuple(count.id for count in for_bet if count not in usable)
        countings.append(Counting(on_bet, kinds, best, scored, own_scored, too_fine))
    return Countings(question, tuple(countings), coarse)


def _usable(count: Count, shoe: Shoe) -> bool:
    """Whether a shoe distinguishes all the cards that a count does."""
    return FINENESSES.index(least_fineness(count)) <= FINENESSES.index(shoe.fineness)
