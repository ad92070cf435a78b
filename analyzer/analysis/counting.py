"""What a counter can make of bets: the best tags of every level, and counts scored beside them.

Knows no names of files or library entries, and nothing of how a shoe is dealt.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.analysis.count import Count
from analyzer.analysis.question import (
    Excluded,
    Question,
    TooCoarse,
    answerable,
    check_by,
    excluded,
    keys_of,
    split,
)
from analyzer.analysis.score import Effects, Score, effects, told_by
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

    `published` are counts made for the bet, or all where they were asked for, `own` somebody's own; `coarse`
    has the ids of published ones that tell cards apart which the shoe does not.
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
class Countings(Answer, Mapping[str, Counting]):
    """Bets counted on one shoe: a mapping from bet id (or `id/paytable`) to Counting, in order.

    `left_out` are bets that have no answer there, with why.
    """

    question: Question
    counted: tuple[Counting, ...]
    too_coarse: TooCoarse = ()

    @property
    def excluded(self) -> Excluded:
        """Every bet left out, with the reason."""
        return excluded(self.question.shoe, self.too_coarse, self.question.unavailable)

    def __getitem__(self, key: str) -> Counting:
        """What was found of a bet, by key or by `id/paytable`; an id alone is the first of that id."""
        for name, counting in zip(self, self.counted, strict=True):
            if key in (name, counting.bet.reference, counting.bet.id):
                return counting
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        """The bets' keys; see `keys_of`."""
        return iter(keys_of([counting.bet for counting in self.counted]))

    def __len__(self) -> int:
        """The number of bets."""
        return len(self.counted)


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
        by: the kinds that tags tell apart; where None, as coarsely as answers each bet.
        levels: the greatest sizes of integer tags for which the best are looked for.
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
    found = tuple(
        _counting(rules, bet, shoe, by, levels, (published or {}).get(bet, ()), own) for bet in answered
    )
    return Countings(question, found, coarse)


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
    known = [count for count in published if _finest((told_by(count), shoe.fineness)) == shoe.fineness]
    for count in own:
        if _finest((told_by(count), shoe.fineness)) != shoe.fineness:
            raise ShoeError(
                f"count {count.id!r} tells cards apart by {told_by(count)}, got a shoe known only by "
                f"{shoe.fineness}"
            )
    finest = _finest((need, kinds, *map(told_by, (*known, *own))))
    found = effects(rules, bet, shoe.coarsen(finest))
    return Counting(
        found,
        kinds,
        tuple(best_counts(found, kinds, levels)),
        tuple(Score(count, found) for count in known),
        tuple(Score(count, found) for count in own),
        tuple(count.id for count in published if count not in known),
    )


def _finest(finenesses: Iterable[Fineness]) -> Fineness:
    return max(finenesses, key=FINENESSES.index)
