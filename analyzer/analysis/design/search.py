"""The paytables within limits: their number, the first by a key, those no other beats, and near misses."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from typing import Literal, get_args

from analyzer.analysis.design.counter import Gains
from analyzer.analysis.design.ranks import Key, by_distance, by_edge, by_hits, by_variance, first, front
from analyzer.analysis.design.space import OPEN, Band, Design, DesignLimits, Space
from analyzer.analysis.design.spans import Rows, Search, Spans
from analyzer.analysis.odds import OnReport, Report
from analyzer.analysis.tail import Progress
from analyzer.errors import AnalyzerError

Ranking = Literal["edge", "-edge", "hit-rate", "-hit-rate", "sd", "-sd", "target", "yield", "-yield"]
RANKINGS: tuple[str, ...] = get_args(Ranking)
DIRECTIONS = ("low-edge", "high-edge", "low-sd", "high-sd")
MOST_RANKED = 5_000_000  # The most paytables that are given in an order other than that of the grid.
MOST_COMPARED = 2_000_000_000  # The most paytables that are compared with each other.
MOST_CANDIDATES = 2**62


@dataclass(frozen=True)
class Wanted:
    """Which paytables are wanted, all or those that no other beats, and in what order.

    `pareto` is which edge and which volatility count as better; `target` is an edge to be near to.
    """

    rank: str | None = None
    target: Fraction | None = None
    pareto: tuple[str, str] | None = None


@dataclass(frozen=True, repr=False)
class Designs(OnReport):
    """The paytables of a space within limits; iterating gives all that are wanted, in the order wanted.

    `report` is what the bet is worth at its own pays. `gains`, if wanted, is what a counter would gain, at
    most `most_yield` per coup if given. `on_progress` gets the numbers of candidates tried and of all.
    """

    space: Space
    limits: DesignLimits
    wanted: Wanted
    report: Report
    gains: Gains | None = None
    most_yield: Fraction | None = None
    on_progress: Progress = field(default=lambda done, every: None, compare=False)

    @property
    def candidates(self) -> int:
        """How many paytables the grid has."""
        return self.space.candidates

    @cached_property
    def found(self) -> int:
        """How many paytables of the grid are within the limits, an exact number."""
        return sum(spans.found for spans in self._spans(Search(self.space, self.limits)))

    @property
    def proven_none(self) -> bool:
        """Whether every paytable of the grid is proven to break a limit."""
        return self.found == 0

    @cached_property
    def pareto(self) -> tuple[int, ...]:
        """The numbers of the paytables that no other beats, in grid order; empty if not wanted."""
        return () if self.wanted.pareto is None else self.front(*self.wanted.pareto)

    def front(self, edge: str, volatility: str) -> tuple[int, ...]:
        """The numbers of the paytables that no other beats if this edge and this volatility are better.

        Raises AnalyzerError if there are too many to compare.
        """
        self._check_compared()
        search = Search(self.space, self.limits)
        return tuple(
            front(
                self._rows(search),
                by_edge(search, 1 if edge == "low-edge" else -1),
                by_variance(search, 1 if volatility == "low-sd" else -1),
            )
        )

    def sample(self, most: int) -> list[Design]:
        """All paytables found, or at most this many of them, evenly spaced in the order of the search."""
        step = -(-self.found // most)
        passed, numbers = 0, []
        for rows in self._rows(Search(self.space, self.limits)) if step else ():
            numbers += rows.numbers[-passed % step :: step].tolist()
            passed += len(rows.numbers)
        return [self.space.design(number) for number in numbers]

    @property
    def listed(self) -> int:
        """How many paytables iterating gives."""
        return self.found if self.wanted.pareto is None else len(self.pareto)

    def __iter__(self) -> Iterator[Design]:
        """All paytables found, or those that no other beats, in the order wanted."""
        return self.first(None)

    def first(self, most: int | None) -> Iterator[Design]:
        """The first paytables in the order wanted, at most `most`.

        Raises AnalyzerError if there are too many to rank or to compare.
        """
        wanted = self.listed if most is None else min(most, self.listed)
        if not wanted:
            return iter(())
        search, rank = Search(self.space, self.limits), self.wanted.rank
        if self.wanted.pareto is not None:
            numbers = list(self.pareto)
            if rank is not None:
                exact = self._key(search, rank).exact
                numbers.sort(key=lambda number: (exact(number), number))
            return map(self.space.design, numbers[:wanted])
        if rank is None:
            # A search to count the paytables has already ended in time, so this one needs no limit.
            in_order = Search(self.space, self.limits, range(len(self.space.names)), endless=True)
            every = (number for rows in self._rows(in_order) for number in rows.numbers.tolist())
            return map(self.space.design, islice(every, wanted))
        if wanted > MOST_RANKED:
            raise AnalyzerError(
                "expected at most {most} paytables to rank, got {n}; ask only for the first of them",
                most=MOST_RANKED,
                n=wanted,
            )
        self._check_compared()
        return map(self.space.design, first(self._rows(search), self._key(search, rank), wanted))

    def _check_compared(self) -> None:
        if self.found > MOST_COMPARED:
            raise AnalyzerError(
                "expected at most {most} paytables to compare with each other, got {n}; "
                "give fewer pays, or a narrower edge",
                most=MOST_COMPARED,
                n=self.found,
            )

    @cached_property
    def nearest(self) -> tuple[Design | None, Design | None]:
        """Within all other limits, the paytables with the highest edge below the band and the lowest above.

        None if there is no such paytable. With a limit on a counter's gain both are None, because gains
        outside the band are not calculated.
        """
        low, high = self.limits.edge if self.most_yield is None else OPEN
        below = None if low is None else self._next((None, low), -1)
        above = None if high is None else self._next((high, None), 1)
        return below, above

    def _next(self, band: Band, sign: int) -> Design | None:
        search = Search(self.space, replace(self.limits, edge=band))
        # Gains rise along a span, or are all equal, so one of its ends is nearest to the band.
        at_end = sign > 0 and search.steps[-1]
        starts = ((spans, spans.stop - 1 if at_end else spans.start) for spans in self._spans(search))
        ends = chain.from_iterable(search.rows(s._replace(start=at, stop=at + 1)) for s, at in starts)
        numbers = first(ends, by_edge(search, sign), 1)
        return self.space.design(numbers[0]) if numbers else None

    def gain_of(self, design: Design) -> Fraction | None:
        """What a perfect counter gains with a paytable, in units per coup; None if not wanted."""
        return None if self.gains is None else self.gains.of(design.places)

    def _spans(self, search: Search) -> Iterator[Spans]:
        if self.gains is not None:
            self.gains.work = 0
        for spans in search.spans():
            self.on_progress(search.reached(spans), self.candidates)
            if self.gains is None or self.most_yield is None:
                yield spans
            else:
                yield self.gains.at_most(self.most_yield, spans, search)

    def _rows(self, search: Search) -> Iterator[Rows]:
        for spans in self._spans(search):
            yield from search.rows(spans)

    def _key(self, search: Search, rank: str) -> Key:
        sign, name = (-1, rank[1:]) if rank.startswith("-") else (1, rank)
        if name == "target":
            return by_distance(search, self.wanted.target or Fraction(0))
        if name == "yield" and self.gains is not None:
            return self.gains.key(sign)
        return {"edge": by_edge, "hit-rate": by_hits, "sd": by_variance}[name](search, sign)
