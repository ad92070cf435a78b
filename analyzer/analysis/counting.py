"""What a counter can make of bets: the best tags of every level, and counts scored next to them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.analysis.answers import ByBet, LeavesOut
from analyzer.analysis.count import Count
from analyzer.analysis.question import Question, TooCoarse, answerable, check_by, split
from analyzer.analysis.score import Effects, Score, effects, least_fineness
from analyzer.analysis.tags import best_tags
from analyzer.bets.bet import Bet
from analyzer.census.census import needs
from analyzer.displayable import Answer
from analyzer.errors import ShoeError
from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES, Fineness, Shoe

LEVELS = (1, 2, 3, 4)
"""The levels at which the best tags are looked for: the largest size of a tag."""


@dataclass(frozen=True)
class Best:
    """The best tags of a level, None for real ones; `balanced` says if those of a deck must add up to 0."""

    level: int | None
    balanced: bool
    score: Score


def real_count(effects: Effects, by: Fineness) -> Count:
    """The tags that lie on the effects, their largest size 1; 0 for a kind of which no card is left."""
    by_kind = effects.coarsened(by).by_kind
    most = max(abs(effect) for effect in by_kind if effect)
    return Count("real", "real", tuple((effect or Fraction(0)) / most for effect in by_kind))


def best_counts(effects: Effects, by: Fineness, levels: Sequence[int] = LEVELS) -> Iterator[Best]:
    """The best tags as real numbers, then as integers of each level, balanced and not; none for a flat bet.

    Raises:
        CatalogError: the kinds are too many for a level.
    """
    kinds = effects.coarsened(by)
    if kinds.flat:
        return
    yield Best(None, False, Score(real_count(effects, by), effects))
    for level in levels:
        for balanced in (True, False):
            tags = best_tags(kinds.shoe, kinds.by_kind, level, balanced=balanced)
            if tags is not None:
                name = f"level-{level}" + ("-balanced" if balanced else "")
                count = Count(name, name, tuple(map(Fraction, tags)))
                yield Best(level, balanced, Score(count, effects))


@dataclass(frozen=True, repr=False)
class Counting(Answer):
    """A bet counted on a shoe: its effects of removal, the best tags `by` some kinds, and counts scored.

    `coarse` has the ids of published counts that distinguish cards which the shoe does not.
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
    """Bets counted on one shoe."""

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

    Args:
        question: the bets, and the cards from which the counts begin.
        by: the kinds that tags distinguish; None is the coarsest that answers each bet.
        levels: the greatest sizes of the integer tags among which the best are found.
        published: for each bet the published counts to score.
        own: counts to score on every bet.

    Raises:
        ShoeError: the shoe is too small, or known too coarsely for `by`, a demanded bet or an own count.
        CatalogError: the kinds are too many for a level.
        AnalyzerError: `by` is no fineness.
    """
    rules, shoe = question.rules, question.shoe
    check_by("tags", shoe, by)
    answered, coarse = answerable(question)
    by_bet = published or {}
    countings = [_counting(rules, bet, shoe, by, levels, by_bet.get(bet, ()), own) for bet in answered]
    return Countings(question, tuple(countings), coarse)


def _counting(
    rules: Rules,
    bet: Bet,
    shoe: Shoe,
    by: Fineness | None,
    levels: Sequence[int],
    published: Sequence[Count],
    own: Sequence[Count],
) -> Counting:
    need = needs(rules, split(bet)).fineness
    kinds = by or need
    usable = [count for count in published if _finest(shoe.fineness, least_fineness(count)) == shoe.fineness]
    for count in own:
        if _finest(shoe.fineness, least_fineness(count)) != shoe.fineness:
            raise ShoeError(
                f"count {count.id!r} tells cards apart by {least_fineness(count)}, got a shoe known only by "
                f"{shoe.fineness}"
            )
    finest = _finest(need, kinds, *map(least_fineness, (*usable, *own)))
    on_bet = effects(rules, bet, shoe.coarsen(finest))
    return Counting(
        on_bet,
        kinds,
        tuple(best_counts(on_bet, kinds, levels)),
        tuple(Score(count, on_bet) for count in usable),
        tuple(Score(count, on_bet) for count in own),
        tuple(count.id for count in published if count not in usable),
    )


def _finest(*finenesses: Fineness) -> Fineness:
    return max(finenesses, key=FINENESSES.index)
