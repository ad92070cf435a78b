"""Plays a sweep with an executor, chunk by chunk, until it is done or asked to stop."""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import islice

from analyzer.analysis.sweep.play import play
from analyzer.analysis.sweep.played import Played, Range
from analyzer.analysis.sweep.tally import Tally

CHUNK = 256
"""Shoes that a worker plays at once: enough that calls cost little, few enough to be done in a moment."""


_POLL = 1  # Seconds between checks whether to stop while no chunk is finished.


AHEAD = 256
"""Chunks handed to an executor at once: enough to keep many workers busy, few enough to cancel."""


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
