"""Every paytable within limits, as spans: one place for each name but the last, which has a range of them."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import gcd
from sys import maxsize
from typing import NamedTuple

import numpy as np

from analyzer.analysis.design.space import OPEN, DesignLimits, Space
from analyzer.analysis.design.variance import Variances
from analyzer.census.program import Ints, Numbers
from analyzer.errors import AnalyzerError

MOST_ROWS = 10**9  # The most rows of a search: half a minute to a few minutes.
MOST_WORK = 200_000_000  # The most rows of a search, weighted by their cost: about 20 seconds at most.
_ROWS = 2**17  # Rows processed at once, or one span: enough to make calls cheap, few enough for the cache.


class Spans(NamedTuple):
    """Paytables in rows: one place for each name but the last, whose places go from `start` to `stop` − 1.

    `heads` has one column of places for each name but the last, in the order of the search; rows ascend in
    that order. `sums` is each row's gain with the last name at place 0, in the search's own unit.
    """

    heads: tuple[Ints, ...]
    sums: Numbers
    start: Ints
    stop: Ints

    @property
    def found(self) -> int:
        """How many paytables there are."""
        return int((self.stop - self.start).sum())

    def take(self, rows: Ints) -> "Spans":
        """The spans of these rows."""
        heads = tuple(head[rows] for head in self.heads)
        return Spans(heads, self.sums[rows], self.start[rows], self.stop[rows])


class Rows(NamedTuple):
    """Paytables one by one: their places by name, in the space's order, their numbers and their gains."""

    places: tuple[Ints, ...]
    numbers: Ints
    sums: Numbers


class Search:
    """A search for all paytables of a space within limits, which places its names one after the other.

    `order` lists the names by index in the space; spans run over the last. A gain of g in the search is
    `offset` + `unit` · g in the space's unit.
    """

    def __init__(
        self, space: Space, limits: DesignLimits, order: Sequence[int] | None = None, *, endless: bool = False
    ) -> None:
        """Convert limits to bounds on integers; an `endless` search never gives up, whatever its size."""
        self.space, self.limits = space, limits
        self._left = maxsize if endless else MOST_ROWS
        self.order = tuple(order) if order is not None else self._fewest_rows()
        symbols = [space.symbols[place] for place in self.order]
        ranges = self._ranges()
        self._places = [ranges[symbol.name] for symbol in symbols]
        steps = [symbol.ways * symbol.pays.step for symbol in symbols]
        self.unit = gcd(*steps) or 1
        self.steps = [step // self.unit for step in steps]
        self.offset = space.gain([0] * len(symbols))
        added = [step * (places.stop - 1) for step, places in zip(self.steps, self._places, strict=True)]
        self.rest = [sum(added[at + 1 :]) for at in range(len(symbols))]
        self.most = sum(step * (len(s.pays) - 1) for step, s in zip(self.steps, symbols, strict=True))
        low, high = self._scaled(None if edge is None else -edge for edge in reversed(limits.edge))
        self.low = 0 if low is None else max(0, -((self.offset - low) // self.unit))
        self.high = self.most if high is None else min(self.most, (high - self.offset) // self.unit)
        self.whole: type = np.int64 if self.most < 2**60 else object
        self._spread = self._scaled((None if end is None else end**2 for end in limits.deviation), power=2)
        self.variances = Variances(space, self.order) if limits.deviation != OPEN else None
        self._pairs = [self._tables(at) for at in range(len(symbols))]
        self._hits: list[Numbers] | None = None
        if limits.hit_rate != OPEN:
            whole = np.int64 if space.total * space.unit < 2**60 else object
            self._hits = [np.array(symbol.hits, dtype=whole) * space.unit for symbol in symbols]
        self.work = 0

    def _scaled(self, band: Iterable[Fraction | None], power: int = 1) -> tuple[int | None, int | None]:
        """A band in whole numbers, as `Space.gain` and `hits` are; with a `power` of 2, as `spread` is."""
        low, high = band
        scale = (self.space.total * self.space.unit) ** power
        return None if low is None else -(-low * scale // 1), None if high is None else high * scale // 1

    def _possible(self) -> bool:
        """Whether the fixed pays satisfy the limits."""
        exposure = self.limits.exposure
        nets = [net for ways, net, chance in self.space.fixed if ways * chance > 0]
        if exposure is not None and any(net < -exposure for net in nets):
            return False
        return all(isinstance(a, str) or isinstance(b, str) or a >= b for a, b in self.limits.falling)

    def _ranges(self) -> dict[str, range]:
        """For each name, the places of its pays within the limits that involve no other name."""
        ranges, exposure = self.space.ranges, self.limits.exposure
        low = dict.fromkeys(ranges, 0)
        high = {name: pays.size for name, pays in ranges.items()}
        if exposure is not None:
            low |= {name: ranges[name].below(-exposure) for name, ways, _ in self.space.symbols if ways}
        for more, less in self.limits.falling:
            if isinstance(more, str) and isinstance(less, Fraction):
                low[more] = max(low[more], ranges[more].below(less))
            elif isinstance(more, Fraction) and isinstance(less, str):
                high[less] = min(high[less], ranges[less].up_to(more))
        return {name: range(low[name], high[name]) for name in ranges}

    def _fewest_rows(self) -> tuple[int, ...]:
        """The order with the fewest rows: the name with the most pays last, large effects on gains first."""
        sizes, symbols = self.space.sizes, self.space.symbols
        last = sizes.index(max(sizes))
        heads = [place for place in range(len(sizes)) if place != last]
        heads.sort(key=lambda place: -symbols[place].ways * symbols[place].pays.step * sizes[place])
        return (*heads, last)

    def _tables(self, at: int) -> list[tuple[int, bool, Ints]]:
        """For each earlier name that limits this one: its index, whether from below, and limits by place."""
        tables: list[tuple[int, bool, Ints]] = []
        names = [self.space.names[place] for place in self.order]
        ranges = [self.space.ranges[name] for name in names]
        for payers in self.limits.falling:
            pair = [names.index(payer) for payer in payers if isinstance(payer, str)]
            if len(pair) == 2 and max(pair) == at:
                earlier, this = ranges[min(pair)], ranges[at]
                bound = this.below if at == pair[0] else this.up_to
                places = [bound(earlier.at(place)) for place in range(earlier.size)]
                tables.append((min(pair), at == pair[0], np.array(places, dtype=np.int64)))
        return tables

    def spans(self) -> Iterator[Spans]:
        """The spans, block by block, ascending in the order of the search. Raises AnalyzerError if the search
        would take too long.
        """
        if self._possible() and self.low <= self.high:
            yield from self._level(0, (), np.zeros(1, dtype=self.whole))

    def reached(self, spans: Spans) -> int:
        """How many candidates come before the end of these spans in the order of the search."""
        sizes, number = [self.space.sizes[place] for place in self.order], 0
        for head, size in zip(spans.heads, sizes, strict=False):
            number = number * size + int(head[-1])
        return (number + 1) * sizes[-1]

    def _level(self, at: int, heads: tuple[Ints, ...], sums: Numbers) -> Iterator[Spans]:
        spans = Spans(heads, sums, *self._within(at, heads, sums))
        kept = np.flatnonzero(spans.start < spans.stop)
        if len(kept) < len(sums):
            spans = spans.take(kept)
        if not len(kept):
            return
        if at == len(self.order) - 1:
            extra = 4 * (self.variances is not None) + 4 * (self.whole is object) + (self._hits is not None)
            self.work += len(kept) * (1 + extra)
            if self.work > MOST_WORK:
                raise AnalyzerError(
                    "the search would take more than about 20 seconds; give fewer pays, or a narrower edge"
                )
            spans = self._narrowed(spans)
            if len(spans.start):
                yield spans
            return
        for columns, gains in self._expanded(at, spans):
            self._left -= len(gains)
            if self._left < 0:
                raise AnalyzerError(
                    "the search needs more than {most} rows of pays for {candidates} candidate paytables; "
                    "give fewer pays, larger steps, or a narrower edge",
                    most=MOST_ROWS,
                    candidates=self.space.candidates,
                )
            yield from self._level(at + 1, columns, gains)

    def _expanded(self, at: int, spans: Spans) -> Iterator[tuple[tuple[Ints, ...], Numbers]]:
        """Rows with one place each instead of spans, in blocks: the columns of places, and the gains."""
        sizes = spans.stop - spans.start
        ends = np.cumsum(sizes)
        offsets = spans.start - ends + sizes
        begin = 0
        while begin < len(ends):
            before = int(ends[begin - 1]) if begin else 0
            end = max(begin + 1, int(np.searchsorted(ends, before + _ROWS, side="right")))
            rows = np.repeat(np.arange(begin, end), sizes[begin:end])
            places = np.arange(before, before + len(rows)) + offsets[rows]
            columns = (*(head[rows] for head in spans.heads), places)
            yield columns, spans.sums[rows] + places.astype(self.whole) * self.steps[at]
            begin = end

    def _within(self, at: int, heads: tuple[Ints, ...], sums: Numbers) -> tuple[Ints, Ints]:
        """The span of a name's places, by row, with which the gain can still reach its band."""
        first, end, step = self._places[at].start, self._places[at].stop, self.steps[at]
        least, most = self.low - self.rest[at] - sums, self.high - sums
        if step:
            start = np.clip(-(-least // step), first, end).astype(np.int64)
            stop = np.clip(most // step + 1, first, end).astype(np.int64)
        else:
            start = np.full(len(sums), first, dtype=np.int64)
            stop = np.where((least <= 0) & (most >= 0), end, first).astype(np.int64)
        for other, at_least, table in self._pairs[at]:
            if at_least:
                start = np.maximum(start, table[heads[other]])
            else:
                stop = np.minimum(stop, table[heads[other]])
        return start, stop

    def _narrowed(self, spans: Spans) -> Spans:
        """The parts of spans within the bands of the hit rate and the variance."""
        pieces = [(spans.start, spans.stop)]
        if self._hits is not None:
            pieces = self._hitting(spans, self._hits)
        if self.variances is not None:
            least, most = self._spread
            if most is not None:
                start, stop = self.variances.at_most(most, spans.heads)
                pieces = [(np.maximum(low, start), np.minimum(high, stop)) for low, high in pieces]
            if least is not None:
                start, stop = self.variances.at_most(least - 1, spans.heads)
                pieces = [
                    part
                    for low, high in pieces
                    for part in ((low, np.minimum(high, start)), (np.maximum(low, stop), high))
                ]
        if len(pieces) == 1 and (pieces[0][0] < pieces[0][1]).all():
            return spans._replace(start=pieces[0][0], stop=pieces[0][1])
        # Put the pieces of each row next to each other, then leave out the empty ones.
        start, stop = (np.stack(ends, 1).ravel() for ends in zip(*pieces, strict=True))
        kept = np.flatnonzero(start < stop)
        return spans.take(kept // len(pieces))._replace(start=start[kept], stop=stop[kept])

    def _hitting(self, spans: Spans, tables: Sequence[Numbers]) -> list[tuple[Ints, Ints]]:
        """Each span as pays without a gain and pays with one, either emptied if the hit rate forbids it."""
        least, most = self._scaled(self.limits.hit_rate)
        hits = sum(
            (table[head] for table, head in zip(tables, spans.heads, strict=False)), self.space.fixed_hits
        )
        losing = self.space.ranges[self.space.names[self.order[-1]]].up_to(Fraction(0))
        pieces = []
        for gained, low, high in (
            (0, spans.start, np.minimum(spans.stop, losing)),
            (tables[-1][-1], np.maximum(spans.start, losing), spans.stop),
        ):
            fits = np.full(len(spans.start), least is None or hits + gained >= least, dtype=bool)
            fits &= np.asarray(most is None or hits + gained <= most, dtype=bool)
            pieces.append((low, np.where(fits, high, low)))
        return pieces

    def rows(self, spans: Spans) -> Iterator[Rows]:
        """The paytables of spans as one row each, block by block."""
        for columns, sums in self._expanded(-1, spans):
            by_name = self.by_name(columns)
            numbers = sum(stride * column for stride, column in zip(self.space.strides, by_name, strict=True))
            yield Rows(by_name, np.asarray(numbers), sums)

    def by_name(self, columns: Sequence[Ints]) -> tuple[Ints, ...]:
        """Columns given in the order of the search, rearranged in the order of the space's names."""
        return tuple(columns[self.order.index(place)] for place in range(len(self.order)))
