"""The part of a sweep that has been played, and an executor that plays the rest of it, chunk by chunk."""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from itertools import islice

from analyzer.analysis.sweep.play import play
from analyzer.analysis.sweep.tally import Tally
from analyzer.analysis.sweep.work import Work
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted

SCHEMA = "baccarat-sweep/1"

_LONGEST = 500  # Characters shown of the differences between two sweeps.

CHUNK = 256
"""Shoes that a worker plays at once: enough that calls cost little, few enough to be done in a moment."""

_POLL = 1  # Seconds between checks whether to stop while no chunk is finished.

AHEAD = 256
"""Chunks handed to an executor at once: enough to keep many workers busy, few enough to cancel."""

Range = tuple[int, int]
"""A range of shoes by number: the first, and the one after the last."""


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

    Raises:
        KeyboardInterrupt: `stopped` asked for it.
        BaseException: what `play`, `on_progress` or the executor raises; chunks that have not begun are
            then cancelled.
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
