"""How useful bets are to a card counter: the best tags of every level, and scores of other counts.

The best integer tags of a level are those that correlate best with the effects of removal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

from analyzer.analysis.count import Count
from analyzer.analysis.odds import ByBet, LeavesOut
from analyzer.analysis.question import FINENESS_WORDS, Question, TooCoarse, answerable, check_by, split
from analyzer.analysis.score import Effects, Score, effects, least_fineness
from analyzer.bets.bet import Bet
from analyzer.census.census import needs
from analyzer.displayable import Answer
from analyzer.errors import CatalogError, ShoeError
from analyzer.game.shoe import FINENESSES, Fineness, Shoe
from analyzer.text import message

MOST_STEPS = 3_000_000  # A search gives up after this many partial choices of tags: a few seconds.


@dataclass(frozen=True, slots=True)
class _Kind:
    """Cells that share a tag: their indices, cards left and cards in one deck, and their effect."""

    cells: tuple[int, ...]
    left: int
    deck: int
    effect: int


def best_tags(
    shoe: Shoe, effects: Sequence[Fraction | None], level: int, *, balanced: bool
) -> tuple[int, ...] | None:
    """The integer tags from −level to level, one per cell, that correlate best with the effects.

    Ties go to the lowest level, then the least sum of absolute tags over a deck, then the first tuple. Kinds
    without cards left get 0. `balanced` tags add up to zero over a deck. Equal effects get equal tags, except
    for `balanced` tags by points or ranks. None if no tags correlate with the effects. Raises CatalogError
    if there are too many kinds for the level.
    """
    if not any(effects):
        return None
    # The scale of the effects makes no difference, and many bets differ only in it.
    unit = lcm(*(effect.denominator for effect in effects if effect is not None))
    whole = [None if effect is None else int(effect * unit) for effect in effects]
    common = gcd(*filter(None, whole))
    scaled = tuple(None if effect is None else effect // common for effect in whole)
    return _best_tags(shoe, scaled, level, balanced)


@lru_cache(maxsize=4096)
def _best_tags(
    shoe: Shoe, effects: tuple[int | None, ...], level: int, balanced: bool
) -> tuple[int, ...] | None:
    """The best tags for effects that are whole numbers."""
    kinds = _kinds(shoe, effects, balanced=balanced)
    search = _Search(kinds, level, balanced)
    search.complete(0, 0, 0, 0, 0, 0, 0, 0)
    if search.best is None:
        return None
    by_cell = {cell: tag for kind, tag in zip(kinds, search.best, strict=True) for cell in kind.cells}
    return tuple(by_cell.get(cell, 0) for cell in range(len(effects)))


def _kinds(shoe: Shoe, effects: Sequence[int | None], *, balanced: bool) -> list[_Kind]:
    """The kinds to be tagged, those with the greatest n·E² first."""
    deck = Shoe.decks(1).coarsen(shoe.fineness).counts
    separate = balanced and shoe.fineness != "cards"
    groups: dict[tuple[int, int], list[int]] = {}
    for cell, effect in enumerate(effects):
        if effect is not None:
            groups.setdefault((effect, cell if separate else 0), []).append(cell)
    kinds = []
    for (effect, _), cells in groups.items():
        left, of_deck = (sum(counts[cell] for cell in cells) for counts in (shoe.counts, deck))
        kinds.append(_Kind(tuple(cells), left, of_deck, effect))
    return sorted(kinds, key=lambda kind: (-kind.left * kind.effect**2, kind.cells))


class _Search:
    """Branch and bound: tags are chosen kind by kind, and choices worse than the best so far are dropped.

    The squared residuals of the line fitted to some of the kinds never exceed those of the line fitted to all
    of them, and 1 − ρ² is the latter over Σ n·E². So partial tags whose residuals exceed those of the best
    complete ones need not be completed. All arithmetic is in integers, so no bound is rounded.

    Two kinds with equally many cards left (and, if tags must be balanced, in a deck) can exchange tags, and ρ
    is greater where the tags are in the order of the effects. If tags need not be balanced, all kinds must be
    in this order: each best tag is an allowed one nearest to (E − a)/b, where E = a + b·t is the fitted line.
    """

    def __init__(self, kinds: Sequence[_Kind], level: int, balanced: bool) -> None:
        self.kinds, self.level, self.balanced = kinds, level, balanced
        self.best: tuple[int, ...] | None = None
        self._rank: tuple[int, int, tuple[int, ...]] = (0, 0, ())
        self._residuals: tuple[int, int] = (1, 0)
        self._steps = 0
        self._tags = [0] * len(kinds)
        self._most_later = [level * sum(kind.deck for kind in kinds[at:]) for at in range(len(kinds) + 1)]
        self._bounds = [self._neighbours(place) for place in range(len(kinds))]
        top = max(abs(kind.effect) for kind in kinds)
        self._nearest = [_by_distance(Fraction(kind.effect * level, top), level) for kind in kinds]

    def _neighbours(self, place: int) -> tuple[list[int], list[int]]:
        """The earlier kinds whose tags bound the tag of this kind from below, and those from above."""
        kind = self.kinds[place]
        low: list[int] = []
        high: list[int] = []
        for other in range(place):
            before = self.kinds[other]
            if not self.balanced or (before.left, before.deck) == (kind.left, kind.deck):
                (low if (before.effect, before.cells) < (kind.effect, kind.cells) else high).append(other)
        return low, high

    def complete(self, place: int, w: int, p: int, y: int, m: int, q: int, s: int, deck: int) -> None:
        """Complete the tags of the first `place` kinds in every way that could be the best.

        Over these kinds, w = Σ n, p = Σ n·E, y = Σ n·E², m = Σ n·t, q = Σ n·t², s = Σ n·E·t, and `deck` is
        what the tags of one deck add up to.
        """
        if place == len(self.kinds):
            self._keep(w, y, m, q, s, deck)
            return
        kind = self.kinds[place]
        n, e = kind.left, kind.effect
        w, p, y = w + n, p + n * e, y + n * e * e
        spread = w * y - p * p
        for tag in self._choices(place, deck):
            self._steps += 1
            self._tags[place] = tag
            m1, q1, s1 = m + n * tag, q + n * tag * tag, s + n * e * tag
            of_tags, together = w * q1 - m1 * m1, w * s1 - m1 * p
            # The line's squared residuals: spread/w − together²/(w·of_tags), or spread/w if all tags agree.
            above, below = (spread * of_tags - together * together, w * of_tags) if of_tags else (spread, w)
            best_above, best_below = self._residuals
            if self.best is None or above * best_below <= best_above * below:
                self.complete(place + 1, w, p, y, m1, q1, s1, deck + kind.deck * tag)
        if self._steps > MOST_STEPS:
            raise CatalogError(
                "the search for the best tags of level {level} for {kinds} kinds of cards takes more than "
                "{most} steps; ask for a lower level or coarser kinds",
                level=self.level,
                kinds=len(self.kinds),
                most=MOST_STEPS,
            )

    def _choices(self, place: int, deck: int) -> list[int]:
        """The tags allowed for a kind, given the earlier tags; those nearest to its effect come first."""
        low, high = self._bounds[place]
        least = max((self._tags[other] for other in low), default=-self.level)
        most = min((self._tags[other] for other in high), default=self.level)
        if self.balanced:
            # The later kinds must be able to bring the tags of a deck back to zero.
            in_deck, most_later = self.kinds[place].deck, self._most_later[place + 1]
            least = max(least, -((most_later + deck) // in_deck))
            most = min(most, (most_later - deck) // in_deck)
        return [tag for tag in self._nearest[place] if least <= tag <= most]

    def _keep(self, w: int, y: int, m: int, q: int, s: int, deck: int) -> None:
        """Keep complete tags if they are the best so far. (Over all kinds Σ n·E is zero.)"""
        of_tags = w * q - m * m
        if s <= 0 or not of_tags or (self.balanced and deck):
            return
        above, below = y * of_tags - w * s * s, of_tags
        best_above, best_below = self._residuals
        tags = tuple(self._tags)
        size = sum(kind.deck * abs(tag) for kind, tag in zip(self.kinds, tags, strict=True))
        cells = sorted((cell, tag) for kind, tag in zip(self.kinds, tags, strict=True) for cell in kind.cells)
        rank = (max(map(abs, tags)), size, tuple(tag for _, tag in cells))
        worse = above * best_below - best_above * below
        if self.best is None or worse < 0 or (worse == 0 and rank < self._rank):
            self.best, self._rank, self._residuals = tags, rank, (above, below)


def _by_distance(ideal: Fraction, level: int) -> list[int]:
    """All tags of a level, those nearest to an ideal tag first."""
    return sorted(range(-level, level + 1), key=lambda tag: abs(tag - ideal))


LEVELS = (1, 2, 3, 4)  # The levels for which the best tags are found: the largest absolute value of a tag.


@dataclass(frozen=True)
class Best:
    """The best integer tags of a level, real tags if it is None; `balanced` if a deck's must add up to 0."""

    level: int | None
    balanced: bool
    score: Score


def best_counts(effects: Effects, by: Fineness, levels: Sequence[int] = LEVELS) -> Iterator[Best]:
    """The best tags as real numbers, then as integers of each level, balanced and not; nothing if no card
    has an effect. Raises CatalogError as `best_tags` does.
    """
    kinds = effects.coarsened(by)
    if not any(kinds.by_kind):
        return
    # The best real tags are the effects, scaled to at most 1 in size; a kind without cards left gets 0.
    most = max(abs(effect) for effect in kinds.by_kind if effect)
    real = Count("real", "real", tuple((effect or Fraction(0)) / most for effect in kinds.by_kind))
    yield Best(None, False, Score(real, effects))
    for level in levels:
        for balanced in (True, False):
            tags = best_tags(kinds.shoe, kinds.by_kind, level, balanced=balanced)
            if tags is not None:
                name = f"level-{level}" + ("-balanced" if balanced else "")
                count = Count(name, name, tuple(map(Fraction, tags)))
                yield Best(level, balanced, Score(count, effects))


@dataclass(frozen=True, repr=False)
class Counting(Answer):
    """A bet counted on a shoe: its effects of removal, the best tags by the kinds `by`, and scores of counts.

    `published` scores published counts, `own` the caller's; `coarse` lists the ids of the published counts
    for which the shoe is known too coarsely.
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
    """How useful each bet is to a counter.

    `by` is the fineness of the best tags, None the coarsest that answers each bet; `levels` are the largest
    absolute values of integer tags. `published` counts are scored on their bets, `own` counts on all bets.

    Raises:
        ShoeError: the shoe is too small, or known too coarsely for `by`, a demanded bet or one of `own`.
        CatalogError: there are too many kinds for one of the levels.
        AnalyzerError: `by` is not a fineness.
    """
    rules, shoe = question.rules, question.shoe
    check_by(message("tags"), shoe, by)
    answered, coarse = answerable(question)
    by_finest: dict[Fineness, list[Bet]] = {}
    settings = []
    for bet in answered:
        for_bet = (published or {}).get(bet, ())
        usable = [count for count in for_bet if _usable(count, shoe)]
        if refused := next((count for count in own if not _usable(count, shoe)), None):
            raise ShoeError(
                "count {count} needs a shoe known by {need}, got one known only by {known}",
                count=repr(refused.id),
                need=FINENESS_WORDS[least_fineness(refused)],
                known=FINENESS_WORDS[shoe.fineness],
            )
        need = needs(rules, split(bet), cards=question.cards).fineness
        kinds = by or need
        finest = max(need, kinds, *map(least_fineness, (*usable, *own)), key=FINENESSES.index)
        by_finest.setdefault(finest, []).append(bet)
        too_fine = tuple(count.id for count in for_bet if count not in usable)
        settings.append((bet, kinds, usable, too_fine))
    found: dict[Bet, Effects] = {}
    for finest, bets in by_finest.items():
        found |= zip(bets, effects(rules, bets, shoe.coarsen(finest)), strict=True)
    countings = []
    for bet, kinds, usable, too_fine in settings:
        on_bet = found[bet]
        best = tuple(best_counts(on_bet, kinds, levels))
        scored, own_scored = (tuple(Score(count, on_bet) for count in counts) for counts in (usable, own))
        countings.append(Counting(on_bet, kinds, best, scored, own_scored, too_fine))
    return Countings(question, tuple(countings), coarse)


def _usable(count: Count, shoe: Shoe) -> bool:
    """Whether a shoe distinguishes all the cards that a count does."""
    return FINENESSES.index(least_fineness(count)) <= FINENESSES.index(shoe.fineness)
