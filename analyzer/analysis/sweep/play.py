"""Plays shoes: deals them side by side, finds every bet's exact EV before every coup, and adds all up.

An executor can play them chunk by chunk; a sweep of which a part has been played goes on from there.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from functools import cache
from itertools import islice
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.analysis.sweep.tally import BIN_BITS, BITS, GROUP, BetSums, CoupSums, PlayerSums, Spread, Tally
from analyzer.analysis.sweep.work import MOST_NET, Work, cut_cards, shuffled
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, coarser

Numbers = NDArray[Any]
_ROOM = 10_000_000  # The most numbers held at once: for each coup, one per cell and a few per bet.
_AT_ONCE = 1_000  # Shoes dealt side by side if there is room: enough that numpy's calls cost little.
SCHEMA = "baccarat-sweep/1"
_LONGEST = 500  # Characters shown of the differences between two sweeps.
CHUNK = 256  # Shoes that a worker plays at once: enough that calls cost little, few enough to be done soon.
_POLL = 1  # Seconds between checks whether to stop while no chunk is finished.
AHEAD = 256  # Chunks handed to an executor at once: enough to keep many workers busy, few enough to cancel.
Range = tuple[int, int]  # A range of shoes by number: the first, and the one after the last.

assert MOST_NET << BITS < 2**62, "an EV must fit 64 bits"


def coups(work: Work, first: int, last: int) -> Iterator[tuple[Numbers, Numbers]]:
    """For each coup, which of shoes `first` to `last` − 1 deal it, and their cards not yet seen before it.

    Shoes are given by their places, from 0, in rising order. Each has one row of cards, by cell at the work's
    fineness. Burned cards that were not shown count as not seen.
    """
    order = shuffled(work.shoe, work.seed, first, last)
    cells = np.array(coarser(work.shoe.fineness, work.fineness))[order]
    points = np.array(coarser(work.shoe.fineness, "points"))[order]
    takes = cards_taken(work.rules)
    offset = work.rules.cards_from_shoe - 6  # −1 where Player's first card is given, else 0
    player_first = work.rules.player_first or 0
    first_points = player_first if player_first < 10 else 0
    rows = np.arange(last - first)
    burn = work.procedure.burn
    at = np.full(len(rows), burn) if isinstance(burn, int) else 1 + np.where(points[:, 0], points[:, 0], 10)
    unseen = np.tile(np.array(work.shoe.coarsen(work.fineness).counts), (len(rows), 1))
    shown = {"none": 0, "first-card": 1, "all": work.procedure.most_burned(work.shoe)}[work.procedure.seen]
    for place in range(shown):
        unseen[rows, cells[:, place]] -= place < at
    cuts = cut_cards(work.procedure.depths, work.seed, first, last)
    extra = np.full(len(rows), work.procedure.extra_coups)
    while len(rows):
        yield rows, unseen.copy()
        player = points[rows, at + 2 + offset] + (points[rows, at] if offset == 0 else first_points)
        banker = points[rows, at + 1 + offset] + points[rows, at + 3 + offset]
        taken = takes[player % 10, banker % 10, points[rows, at + 4 + offset]]
        lines = np.arange(len(rows))
        for place in range(work.rules.cards_from_shoe):
            unseen[lines, cells[rows, at + place]] -= place < taken
        reserved = at + work.rules.cards_from_shoe
        at = at + taken
        extra = extra - (work.shoe.size - (reserved if work.procedure.reserve else at) < cuts[rows])
        if (extra < 0).any():
            going = extra >= 0
            rows, at, unseen, extra = rows[going], at[going], unseen[going], extra[going]


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
            f"expected shoes from a number 0 or more to one not below, got {quoted(first)} to {quoted(last)}"
        )
    most = work.shoe.size // (work.rules.cards_from_shoe - 2)
    numbers = most * (len(KEYS[work.fineness]) + 4 * len(work.bets))
    step = max(1, min(_AT_ONCE, _ROOM // numbers))
    parts = (_played(work, begin, min(begin + step, last)) for begin in range(first, last, step))
    return sum(parts, Tally.none(work))


def _played(work: Work, first: int, last: int) -> Tally:
    """The sums of some shoes, all held in memory at once."""
    # Arrays are bets × coups × shoes; in a shoe that has ended, EVs are 0 and nobody bets. An EV is a
    # correctly rounded quotient of integers: its sign is exact, and so is its product with a power of two.
    rows, unseen = zip(*coups(work, first, last), strict=True)
    dealt = np.zeros((len(rows), last - first), dtype=np.bool_)
    for coup, shoes in enumerate(rows):
        dealt[coup, shoes] = True
    left = np.concatenate(unseen)
    values = work.batch.expected_values(left).T
    evs = np.zeros((len(work.bets), *dealt.shape), dtype=np.int64)
    evs[:, dealt] = np.rint(np.ldexp(values, BITS))
    good = np.zeros(evs.shape, dtype=np.bool_)
    good[:, dealt] = values > 0
    # Below this limit, no sum over coups or shoes, nor one of products of halves, overflows 64 bits.
    if int(np.abs(evs).max()) ** 2 >> BITS > 2**61 // max(dealt.shape):
        evs = evs.astype(object)
    coups_of = dealt.sum(axis=0)
    lengths, times = np.unique(coups_of, return_counts=True)
    of_shoes = coups_of.tolist()
    groups = [slice(begin, begin + GROUP) for begin in range(0, len(dealt), GROUP)]
    return Tally(
        dict(zip(lengths.tolist(), times.tolist(), strict=True)),
        tuple(_players(work, dealt, left, evs, good)),
        tuple(BetSums(sum(ev), _product(ev, ev), _product(ev, of_shoes)) for ev in evs.sum(axis=1).tolist()),
        tuple(_coups(evs, good)),
        tuple(tuple(_spread(values[group][dealt[group]]) for values in evs) for group in groups),
    )


def _players(work: Work, dealt: Numbers, left: Numbers, evs: Numbers, good: Numbers) -> Iterator[PlayerSums]:
    """How often each player bets and what it gains, in the order of `Tally.players`."""
    length = dealt.sum(axis=0)
    perfect = np.where(good, evs, 0).sum(axis=1)
    for bets, gain in zip(good.sum(axis=1), perfect, strict=True):
        yield _player(length, bets, gain, gain)
    any_good = good.any(axis=0)
    gain = np.where(any_good, evs.max(axis=0), 0).sum(axis=0)
    yield _player(length, any_good.sum(axis=0), gain, gain)
    for (_, bet), (weights, limit) in zip(work.counts, work.triggers, strict=True):
        bound = abs(limit) + work.shoe.size * max(map(abs, weights))
        numbers = np.array(weights, dtype=np.int64 if bound < 2**62 else object)
        triggered = np.zeros(dealt.shape, dtype=np.bool_)
        triggered[dealt] = left @ numbers <= limit
        gain = np.where(triggered, evs[bet], 0).sum(axis=0)
        yield _player(length, triggered.sum(axis=0), gain, perfect[bet])


def _player(*by_shoe: Numbers) -> PlayerSums:
    """The sums of one player from the coups, bets made, gain and the perfect player's gain of each shoe."""
    coups, bets, gain, perfect = (numbers.tolist() for numbers in by_shoe)
    pairs = ((bets, bets), (gain, gain), (bets, gain), (bets, coups), (gain, perfect))
    return PlayerSums(sum(bets), sum(gain), *(_product(a, b) for a, b in pairs))


def _product(a: list[int], b: list[int]) -> int:
    return sum(map(mul, a, b))


def _coups(evs: Numbers, good: Numbers) -> Iterator[tuple[CoupSums, ...]]:
    """Sums over shoes, coup by coup; squares are made from halves of 20 bits, whose products fit 64 bits."""
    high, low = evs >> BITS // 2, evs & (1 << BITS // 2) - 1
    pairs = ((high, high), (high, low), (low, low))
    highs, mixed, lows = ((a * b).sum(axis=2).astype(object) for a, b in pairs)
    squares = (highs << BITS) + (mixed << BITS // 2 + 1) + lows
    for row in zip(evs.sum(axis=2).T, squares.T, good.sum(axis=2).T, strict=True):
        yield tuple(map(CoupSums, *(numbers.tolist() for numbers in row)))


def _spread(values: Numbers) -> Spread:
    # Bins fit 32 bits, because an EV is at most a million; such numbers are sorted in half the time.
    bins, times = np.unique((values >> BITS - BIN_BITS).astype(np.int32), return_counts=True)
    return Spread(int(values.min()), int(values.max()), dict(zip(bins.tolist(), times.tolist(), strict=True)))


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
        """This part with another range of shoes added, none of which it has."""
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
        """The part of a sweep that a document holds. Raises AnalyzerError if the document is malformed, or
        belongs to another sweep.
        """
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise AnalyzerError(f"expected an interrupted sweep of schema {SCHEMA!r}, got something else")
        if other := _differences(work.identity(), document.get("identity")):
            other = other if len(other) <= _LONGEST else other[: _LONGEST - 1] + "…"
            raise AnalyzerError(f"expected a part of this sweep, got one of another: {other}")
        tally = Tally.of_document(work, document.get("tally"))
        played = cls(work, tuple(_ranges(document.get("done"))), tally)
        if tally.shoes != played.shoes:
            raise AnalyzerError(
                f"expected a tally of the {played.shoes:,} shoes done, got one of {tally.shoes:,}"
            )
        return played


def _ranges(done: object) -> Iterator[Range]:
    """The ranges of a document; they must be in order, and none may begin where another ends."""
    before = -1
    for part in done if isinstance(done, list) else [done]:
        if not (isinstance(part, list) and [*map(type, part)] == [int, int] and before < part[0] < part[1]):
            raise AnalyzerError("done: expected ranges of shoes in order, got something else")
        before = part[1]
        yield part[0], part[1]


def _differences(here: object, there: object, name: str = "") -> str:
    """How two identities differ, as `seed 1 there, 2 here`; empty if they are equal."""
    if isinstance(here, dict) and isinstance(there, dict):
        by_key = (
            _differences(here.get(key), there.get(key), f"{name} {_key_text(key)}".strip())
            for key in here | there
        )
        return "; ".join(filter(None, by_key))
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there) == 1:
        return _differences(here[0], there[0], name)
    return "" if here == there else f"{name or 'identity'} {_text(there)} there, {_text(here)} here"


def _text(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{_key_text(key)} {_text(part)}" for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(map(_text, value)) or "none"
    return quoted(value).strip("'")


def _key_text(key: str) -> str:
    return key if key.isprintable() else quoted(key)


def run(
    played: Played,
    shoes: int,
    executor: Executor | None = None,
    on_progress: Callable[[Played], object] = lambda _: None,
    chunk: int = CHUNK,
    stopped: Callable[[], bool] = lambda: False,
) -> Played:
    """The sweep with shoes 0 … shoes − 1 all played; the executor plays those that `played` lacks.

    Each shoe depends only on its number, and tallies are sums of integers: neither the executor nor the size
    of chunks nor the order in which they finish can change the answer.

    Only `submit` of the executor is used; where it is None, this thread plays. `on_progress` is called on
    this thread with what has been played, whenever that has grown, and `stopped` says whether to end early.
    Raises KeyboardInterrupt if `stopped` asked for it, and whatever `play`, `on_progress` or the executor
    raises; chunks that have not begun are then cancelled.
    """
    chunks = played.missing(shoes, chunk)
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
