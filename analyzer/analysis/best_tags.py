"""The best integer tags of a level: the greatest correlation with the effects of removal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from analyzer.analysis.count import Count
from analyzer.analysis.score import Effects, Score
from analyzer.errors import CatalogError
from analyzer.exact import grouped
from analyzer.game.shoe import Fineness, Shoe

MOST_STEPS = 3_000_000
"""Partial choices of tags after which a search is given up; a few seconds."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """Cells that get one tag: their places, the cards left, the cards of one deck, and the effect."""

    cells: tuple[int, ...]
    left: int
    deck: int
    effect: int


def best_tags(
    shoe: Shoe, effects: Sequence[Fraction | None], level: int, *, balanced: bool
) -> tuple[int, ...] | None:
    """The whole tags from −level to level, one per cell, that correlate best with the effects.

    Of several as good, those of the lowest level, of the least sum of sizes over a deck, then the first as
    tuples. Kinds of which no card is left have 0. Where tags need not be `balanced`, adding up to zero over a
    deck, and by cards always, equal effects have equal tags. None where no tags follow the effects.

    Raises:
        CatalogError: there are too many kinds for the level.
    """
    if not any(effects):
        return None
    kinds = _kinds(shoe, effects, balanced=balanced)
    search = _Search(kinds, level, balanced)
    search.complete(0, 0, 0, 0, 0, 0, 0, 0)
    if search.best is None:
        return None
    by_cell = {cell: tag for kind, tag in zip(kinds, search.best, strict=True) for cell in kind.cells}
    return tuple(by_cell.get(cell, 0) for cell in range(len(effects)))


def _kinds(shoe: Shoe, effects: Sequence[Fraction | None], *, balanced: bool) -> list[_Kind]:
    """The kinds to be tagged, those that weigh most first, their effects as integers."""
    deck = Shoe.decks(1).coarsen(shoe.fineness).counts
    unit = lcm(*(effect.denominator for effect in effects if effect is not None))
    separate = balanced and shoe.fineness != "cards"
    groups: dict[tuple[Fraction, int], list[int]] = {}
    for cell, effect in enumerate(effects):
        if effect is not None:
            groups.setdefault((effect, cell if separate else 0), []).append(cell)
    kinds = []
    for (effect, _), cells in groups.items():
        left, of_deck = (sum(counts[cell] for cell in cells) for counts in (shoe.counts, deck))
        kinds.append(_Kind(tuple(cells), left, of_deck, int(effect * unit)))
    return sorted(kinds, key=lambda kind: (-kind.left * kind.effect**2, kind.cells))


class _Search:
    """Branch and bound: tags are chosen kind by kind, and choices worse than the best so far are dropped.

    The squared residuals of the line fitted to some of the kinds never exceed those of the line fitted to all
    of them, and 1 − ρ² is the latter over Σ n·E². So partial tags whose residuals exceed those of the best
    complete ones need not be completed. All in integers: no bound is rounded.

    Two kinds with equally many cards left (and, where it matters, in a deck) can exchange tags, and ρ is
    greater where the tags are in the order of the effects. Where tags need not be balanced this is true of
    any two kinds: each tag must be one nearest to (E − a)/b, for the line E = a + b·t through the best tags.
    """

    def __init__(self, kinds: Sequence[_Kind], level: int, balanced: bool) -> None:
        self.kinds, self.level, self.balanced = kinds, level, balanced
        self.best: tuple[int, ...] | None = None
        self._rank: tuple[int, int, tuple[int, ...]] = (0, 0, ())
        self._left: tuple[int, int] = (1, 0)
        self._steps = 0
        self._tags = [0] * len(kinds)
        self._reach = [level * sum(kind.deck for kind in kinds[at:]) for at in range(len(kinds) + 1)]
        self._bounds = [self._neighbours(place) for place in range(len(kinds))]
        top = max(abs(kind.effect) for kind in kinds)
        self._near = [Fraction(kind.effect * level, top) for kind in kinds]

    def _neighbours(self, place: int) -> tuple[list[int], list[int]]:
        """The earlier kinds whose tags a kind's tag may not be below, and those it may not be above."""
        kind = self.kinds[place]
        low: list[int] = []
        high: list[int] = []
        for other in range(place):
            before = self.kinds[other]
            if not self.balanced or (before.left, before.deck) == (kind.left, kind.deck):
                (low if (before.effect, before.cells) < (kind.effect, kind.cells) else high).append(other)
        return low, high

    def complete(self, place: int, w: int, p: int, y: int, m: int, q: int, s: int, deck: int) -> None:
        """Complete partial tags, those of `place` kinds, in all ways that may be the best.

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
            # The line's squared residuals are spread/w − together²/(w·of_tags); equal tags bound nothing.
            above, below = (spread * of_tags - together * together, w * of_tags) if of_tags else (spread, w)
            best_above, best_below = self._left
            if self.best is None or above * best_below <= best_above * below:
                self.complete(place + 1, w, p, y, m1, q1, s1, deck + kind.deck * tag)
        if self._steps > MOST_STEPS:
            raise CatalogError(
                f"expected kinds few enough for tags of level {self.level}, got {len(self.kinds)}, of which "
                f"more than {grouped(MOST_STEPS)} choices remain; ask for a lower level or coarser kinds"
            )

    def _choices(self, place: int, deck: int) -> Iterator[int]:
        """The tags that a kind may have, given the earlier ones; those near its effect come first."""
        low, high = self._bounds[place]
        least = max((self._tags[other] for other in low), default=-self.level)
        most = min((self._tags[other] for other in high), default=self.level)
        near, own, reach = self._near[place], self.kinds[place].deck, self._reach[place + 1]
        for tag in sorted(range(least, most + 1), key=lambda tag: abs(tag - near)):
            if not self.balanced or abs(deck + own * tag) <= reach:
                yield tag

    def _keep(self, w: int, y: int, m: int, q: int, s: int, deck: int) -> None:
        """Keep complete tags if they are the best so far; Σ n·E over all kinds is zero."""
        of_tags = w * q - m * m
        if s <= 0 or not of_tags or (self.balanced and deck):
            return
        above, below = y * of_tags - w * s * s, of_tags
        best_above, best_below = self._left
        tags = tuple(self._tags)
        size = sum(kind.deck * abs(tag) for kind, tag in zip(self.kinds, tags, strict=True))
        cells = sorted((cell, tag) for kind, tag in zip(self.kinds, tags, strict=True) for cell in kind.cells)
        rank = (max(map(abs, tags)), size, tuple(tag for _, tag in cells))
        worse = above * best_below - best_above * below
        if self.best is None or worse < 0 or (worse == 0 and rank < self._rank):
            self.best, self._rank, self._left = tags, rank, (above, below)


LEVELS = (1, 2, 3, 4)
"""The levels at which the best tags are looked for: the largest size of a tag."""


@dataclass(frozen=True)
class Best:
    """The best tags of a level, None for real ones; `balanced` says if those of a deck must add up to 0."""

    level: int | None
    balanced: bool
    score: Score


def best_counts(effects: Effects, by: Fineness, levels: Sequence[int] = LEVELS) -> Iterator[Best]:
    """The best tags as real numbers, then as integers of each level, balanced and not; none for a flat bet.

    Raises:
        CatalogError: the kinds are too many for a level.
    """
    kinds = effects.coarsened(by)
    if kinds.flat:
        return
    # Real tags lie on the effects, the largest size being 1; a kind of which no card is left has 0.
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
