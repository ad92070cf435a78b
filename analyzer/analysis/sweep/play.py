"""Plays shoes: deals them side by side, finds every bet's exact EV before every coup, and adds them up.

An executor can play them chunk by chunk, and a sweep that has been played in part can be continued.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, islice, starmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.analysis.sweep.tally import BIN_BITS, BITS, GROUP, BetSums, CoupSums, PlayerSums, Spread, Tally
from analyzer.analysis.sweep.work import MOST_NET, Work, cut_cards, shuffled
from analyzer.census import _shoes_py, kernel
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.game.cards import Card
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, coarser
from analyzer.text import Message, joined, message

Numbers = NDArray[Any]
_ROOM = 10_000_000  # The most numbers held at once: for each coup, one per cell and a few per bet.
_AT_ONCE = 1_024  # Shoes dealt side by side if there is room: enough to make numpy calls cheap.
SCHEMA = "baccarat-sweep/1"
_LONGEST = 500  # About the most characters shown of the differences between two sweeps.
_MOST_BINS = 2**22  # The most bins of all bets and depths in which EVs are counted without sorting them.
_HALF = 26  # The bits of half of what a player gains in a shoe.
CHUNK = 1_024  # The most shoes that a worker plays at once: enough to make calls cheap.
_STEPS = 2**32  # The most steps that a worker takes at once unless one shoe takes more: a few seconds.
_POLL = 1  # Seconds between checks whether to stop while no chunk is finished.
AHEAD = 256  # Chunks handed to an executor at once: enough to keep many workers busy, few enough to cancel.
Range = tuple[int, int]  # A range of shoes by number: the first, and the one after the last.

assert MOST_NET << BITS < 2**62, "an EV must fit 64 bits"
assert _AT_ONCE <= 1 << 62 - 2 * _HALF, "a sum of products of halves must fit 64 bits"


def coups(work: Work, first: int, last: int) -> tuple[Numbers, Numbers]:
    """How many coups each of shoes `first` to `last` − 1 has, and the cards not yet seen before each coup.

    Cards are coups × cells at the work's fineness, all coups of a shoe together. Burned cards that were not
    shown count as not seen.
    """
    order = shuffled(work.shoe, work.seed, first, last)
    cells, points = (
        np.array(coarser(work.shoe.fineness, fineness), dtype=np.uint8)
        for fineness in (work.fineness, "points")
    )
    procedure, given = work.procedure, work.rules.player_first
    opening = points[order[:, 0]].astype(np.int64)
    by_card = procedure.burn == "first-card"
    burned = 1 + np.where(opening, opening, 10) if by_card else np.full(last - first, procedure.burn)
    most_shown = {"none": 0, "first-card": 1, "all": work.shoe.size}[procedure.seen]
    lengths = np.empty(last - first, dtype=np.int64)
    counts = np.array(work.shoe.coarsen(work.fineness).counts)
    unseen = np.empty(((last - first) * work.most_coups, len(counts)), dtype=np.int64)
    number = kernel.deal_shoes(
        -1 if given is None else Card(given).points,
        procedure.extra_coups,
        procedure.reserve,
        order,
        cells,
        points,
        cards_taken(work.rules).astype(np.uint8),
        counts,
        burned,
        np.minimum(burned, most_shown),
        cut_cards(procedure.depths, work.seed, first, last),
        unseen,
        lengths,
    )
    return lengths, unseen[:number]


@cache
def cards_taken(rules: Rules) -> NDArray[np.int64]:
    """How many cards a coup takes from the shoe, by both two-card totals and the points of the next card."""
    taken = np.full((10, 10, 10), rules.cards_from_shoe - 2)
    naturals = rules.tableau.naturals
    for player, banker, third in np.ndindex(10, 10, 10):
        if player in naturals or banker in naturals:
            continue
        draws = rules.tableau.player_draws_on(player)
        column, total = (third, (player + third) % 10) if draws else (None, player)
        taken[player, banker, third] += draws + rules.banker_draws_on(banker, column, total)
    return taken


def play(work: Work, first: int, last: int) -> Tally:
    """The sums of shoes number `first` to `last` − 1, which do not depend on any other shoe. Raises
    AnalyzerError if the numbers are not a range of shoes.
    """
    if not (type(first) is type(last) is int and 0 <= first <= last):
        raise AnalyzerError(
            "expected numbers of shoes with 0 ≤ first ≤ last, got first {first} and last {last}",
            first=quoted(first),
            last=quoted(last),
        )
    numbers = work.most_coups * (len(KEYS[work.fineness]) + 4 * len(work.bets))
    step = max(1, min(_AT_ONCE, _ROOM // numbers))
    parts = (_played(work, begin, min(begin + step, last)) for begin in range(first, last, step))
    return sum(parts, Tally.none(work))


def _played(work: Work, first: int, last: int) -> Tally:
    """The sums of some shoes, all held in memory at once."""
    # Arrays are bets × coups; bets may be players, and coups shoes. An EV is a correctly rounded quotient of
    # integers: its sign is exact, and so is its product with a power of two.
    lengths, left = coups(work, first, last)
    values = work.batch.expected_values(left).T
    good = values > 0
    evs = values.view(np.int64)
    for row, of_bet in zip(evs, values, strict=True):  # in place: new memory costs more than the arithmetic
        row[:] = np.rint(of_bet * (1 << BITS))
    least, most = evs.min(axis=1), evs.max(axis=1)
    bets, shoes, longest = len(evs), len(lengths), int(lengths.max())
    largest, depths = max(-int(least.min()), int(most.max())), -(-longest // GROUP)
    add_up, numbers = kernel.add_up, evs
    # Below these limits, no sum over coups or shoes, nor one of products of halves, overflows 64 bits.
    if largest**2 >> BITS > 2**61 // max(longest, shoes) or largest * longest > 2**52:
        add_up, numbers = _shoes_py.add_up, evs.astype(object)
    least, most = least >> BITS - BIN_BITS, most >> BITS - BIN_BITS
    start = np.cumsum([0, *(most - least + 1)])
    if start[-1] * depths > _MOST_BINS:
        start[:] = 0
    players = bets + 1 + len(work.counts)
    made = np.empty((players, shoes), dtype=np.int64)
    gains, sums = (np.empty((n, shoes), dtype=numbers.dtype) for n in (players, bets))
    of_coups = np.zeros((bets, longest, 5), dtype=numbers.dtype)
    extremes = np.full((bets, depths, 2), (2**62, -(2**62)), dtype=numbers.dtype)
    bins = np.zeros((depths, start[-1]), dtype=np.int64)
    places = np.array([place for _, place in work.counts], dtype=np.int64)
    of_shoes = (made, gains, sums)
    triggered = _triggered(work, left)
    add_up(
        GROUP, numbers, good, triggered, places, lengths, least, start, *of_shoes, of_coups, extremes, bins
    )
    rivals = gains[[*range(bets + 1), *places]]
    pairs = ((made, made), (gains, gains), (made, gains), (made, lengths), (gains, rivals))
    totals = (made.sum(axis=1).tolist(), gains.sum(axis=1).tolist())
    return Tally(
        _counted(*np.unique(lengths, return_counts=True)),
        tuple(map(PlayerSums, *totals, *(_products(a, b) for a, b in pairs))),
        tuple(map(BetSums, sums.sum(axis=1).tolist(), _products(sums, sums), _products(sums, lengths))),
        tuple(zip(*(starmap(_coup_sums, coups) for coups in of_coups.tolist()), strict=True)),
        tuple(zip(*_spreads(evs, lengths, least, start, extremes.tolist(), bins), strict=True)),
    )


def _triggered(work: Work, left: Numbers) -> Numbers:
    """Whether each count bets: counts × coups."""
    triggered = np.empty((len(work.counts), len(left)), dtype=np.bool_)
    for row, (weights, limit) in zip(triggered, work.triggers, strict=True):
        bound = abs(limit) + work.shoe.size * max(map(abs, weights))
        row[:] = left @ np.array(weights, dtype=np.int64 if bound < 2**62 else object) <= limit
    return triggered


def _products(a: Numbers, b: Numbers) -> list[int]:
    """For each row, the sum of products over shoes, from halves of 26 bits, whose products fit 64 bits."""
    (a_high, a_low), (b_high, b_low) = ((n >> _HALF, n & (1 << _HALF) - 1) for n in (a, b))
    pairs = ((a_high, b_high), (a_high, b_low), (a_low, b_high), (a_low, b_low))
    parts = ((x * y).sum(axis=1).tolist() for x, y in pairs)
    return [
        (high << 2 * _HALF) + (mixed + other << _HALF) + low
        for high, mixed, other, low in zip(*parts, strict=True)
    ]


def _coup_sums(ev: int, high: int, mixed: int, low: int, positive: int) -> CoupSums:
    """The sums of a bet before a coup; squares come from halves of 20 bits, whose products fit 64 bits."""
    return CoupSums(ev, (high << BITS) + (mixed << BITS // 2 + 1) + low, positive)


def _spreads(
    evs: Numbers,
    lengths: Numbers,
    least: Numbers,
    start: Numbers,
    extremes: list[list[list[int]]],
    bins: Numbers,
) -> Iterator[list[Spread]]:
    """For each bet, its EVs by depth, from the arrays of `add_up`; its bins are made here if it had none."""
    if not bins.size:
        first = np.cumsum(lengths) - lengths
        depth = (np.arange(evs.shape[1]) - np.repeat(first, lengths)) // GROUP
    for bet, ends in enumerate(extremes):
        spreads = []
        for place, (low, high) in enumerate(ends):
            if bins.size:
                times = bins[place, start[bet] : start[bet + 1]]
                found = np.flatnonzero(times)
                counted = _counted(found + least[bet], times[found])
            else:
                of_depth = evs[bet, depth == place] >> BITS - BIN_BITS
                counted = _counted(*np.unique(of_depth, return_counts=True))
            spreads.append(Spread(low, high, counted))
        yield spreads


def _counted(numbers: Numbers, times: Numbers) -> dict[int, int]:
    return dict(zip(numbers.tolist(), times.tolist(), strict=True))


@dataclass(frozen=True)
class Played:
    """A part of a sweep: `done`, disjoint ranges of shoes in order, and the tally of all of them."""

    work: Work
    done: tuple[Range, ...]
    tally: Tally

    @classmethod
    def none(cls, work: Work) -> "Played":
        """The sweep before its first shoe."""
        return cls(work, (), Tally.none(work))

    @property
    def shoes(self) -> int:
        """How many shoes have been played."""
        return sum(end - first for first, end in self.done)

    @property
    def end(self) -> int:
        """One more than the number of the last shoe played; 0 if there is none."""
        return self.done[-1][1] if self.done else 0

    def missing(self, shoes: int, chunk: int) -> Iterator[Range]:
        """The ranges of the first `shoes` shoes not played yet, each of at most `chunk` shoes."""
        begin = 0
        for first, end in (*self.done, (shoes, shoes)):
            for start in range(begin, first, chunk):
                yield start, min(start + chunk, first)
            begin = end

    def adding(self, part: Range, tally: Tally) -> "Played":
        """This part with another range of shoes added, none of which it contains."""
        joined: list[Range] = []
        for first, end in sorted((*self.done, part)):
            if joined and joined[-1][1] == first:
                joined[-1] = (joined[-1][0], end)
            else:
                joined.append((first, end))
        return Played(self.work, tuple(joined), self.tally + tally)

    def document(self) -> dict[str, object]:
        """This part as JSON, schema `baccarat-sweep/1`; `of_document` reads it."""
        return {
            "schema": SCHEMA,
            "identity": self.work.identity(),
            "done": [list(part) for part in self.done],
            "tally": self.tally.document(),
        }

    @classmethod
    def of_document(cls, work: Work, document: object) -> "Played":
        """The part of a sweep that a document contains. Raises AnalyzerError if the document is malformed or
        belongs to another sweep.
        """
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise AnalyzerError(
                "expected an interrupted sweep of schema {schema}, got something else", schema=repr(SCHEMA)
            )
        if differences := [*_differences(work.identity(), document.get("identity"))]:
            raise AnalyzerError(
                "expected a part of this sweep, got one of another: {differences}",
                differences=_listed(differences),
            )
        tally = Tally.of_document(work, document.get("tally"))
        played = cls(work, tuple(_ranges(document.get("done"))), tally)
        if tally.shoes != played.shoes:
            raise AnalyzerError(
                "expected a tally of the {shoes} shoes done, got one of {tallied}",
                shoes=played.shoes,
                tallied=tally.shoes,
            )
        return played


def _ranges(done: object) -> Iterator[Range]:
    """The ranges of a document; they must be in order, and none can begin where another ends."""
    before = -1
    for part in done if isinstance(done, list) else [done]:
        if not (isinstance(part, list) and [*map(type, part)] == [int, int] and before < part[0] < part[1]):
            raise AnalyzerError("done: expected ranges of shoes in order, got something else")
        before = part[1]
        yield part[0], part[1]


def _differences(here: object, there: object, name: str = "") -> Iterator[Message]:
    """Where two identities differ, such as `seed 1 there, 2 here`; nothing if they are equal."""
    if isinstance(here, dict) and isinstance(there, dict):
        for key in here | there:
            yield from _differences(here.get(key), there.get(key), f"{name} {_key_text(key)}".strip())
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there) == 1:
        yield from _differences(here[0], there[0], name)
    elif here != there:
        name, theirs, ours = map(_shortened, (name or "identity", _text(there), _text(here)))
        yield message("{name} {there} there, {here} here", name=name, there=theirs, here=ours)


def _listed(differences: Sequence[Message]) -> Message:
    """The differences one after the other; only the first ones if they are long."""
    lengths = accumulate(len(str(difference)) for difference in differences)
    shown = max(1, sum(length <= _LONGEST for length in lengths))
    return joined("; ", [*differences[:shown], *["…"] * (shown < len(differences))])


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST // 3 else f"{text[: _LONGEST // 3]}…"


def _text(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{_key_text(key)} {_text(part)}" for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(map(_text, value)) or "none"
    return str(quoted(value)).strip("'")


def _key_text(key: str) -> str:
    return key if key.isprintable() else quoted(key)


def chunk_of(work: Work) -> int:
    """How many shoes a worker plays at once, 1 or more: few if each of them takes long."""
    return max(1, min(CHUNK, _STEPS // (work.most_coups * work.batch.steps(work.fineness))))


def run(
    played: Played,
    shoes: int,
    executor: Executor | None = None,
    on_progress: Callable[[Played], object] = lambda _: None,
    chunk: int | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Played:
    """The sweep with shoes 0 … shoes − 1 all played; the executor plays those that `played` lacks.

    Each shoe depends only on its number, and tallies are sums of integers: neither the executor nor the size
    of chunks nor the order in which they finish can change the answer.

    Only `submit` of the executor is used; if it is None, this thread plays. `on_progress` is called on
    this thread with what has been played after each chunk, and `stopped` says whether to end early.
    Raises KeyboardInterrupt if `stopped` asked for it, and whatever `play`, `on_progress` or the executor
    raises; chunks that have not begun are then cancelled.
    """
    chunks = played.missing(shoes, chunk or chunk_of(played.work))
    if executor is None:
        for part in chunks:
            if stopped():
                raise KeyboardInterrupt
            played = played.adding(part, play(played.work, *part))
            on_progress(played)
        return played
    running: dict[Future[Tally], Range] = {}
    try:
        while True:
            for part in islice(chunks, AHEAD - len(running)):
                running[executor.submit(play, played.work, *part)] = part
            if not running:
                return played
            if stopped():
                raise KeyboardInterrupt
            finished = wait(running, _POLL, FIRST_COMPLETED).done
            # What failed comes last, so that nothing finished at the same time is lost.
            for future in sorted(finished, key=lambda done: done.cancelled() or done.exception() is not None):
                tally = future.result()
                played = played.adding(running.pop(future), tally)
                on_progress(played)
    finally:
        for future in running:
            future.cancel()
