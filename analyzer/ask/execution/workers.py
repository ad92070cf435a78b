"""This machine's cores as an executor, and signals deferred until it is safe to act on them.

Knows nothing of what the cores are asked to do.
"""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import current_thread, main_thread

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted

MOST = 1_000


def threads(number: int | None = None) -> ThreadPoolExecutor:
    """A pool of 1 to 1,000 threads, by default one for each core that this process may use.

    The kernel and NumPy, which take nearly all the time, release the interpreter lock: processes would be no
    faster and take longer to start. Raises AnalyzerError for any other number.
    """
    workers = cores() if number is None else number
    if type(workers) is not int or not 1 <= workers <= MOST:
        raise AnalyzerError(
            "expected threads as a whole number from 1 to {most}, got {threads}",
            most=MOST,
            threads=quoted(number),
        )
    return ThreadPoolExecutor(workers, "sweep")


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system has this function
        return os.cpu_count() or 1


@contextmanager
def deferred(*numbers: signal.Signals) -> Iterator[Callable[[], bool]]:
    """Hold these signals back while the block runs; the function yielded says whether one was received.

    Python can raise KeyboardInterrupt anywhere in the main thread. If that happens while work is passed to
    other threads, a lock may never be released, and they wait for it forever. Signals that the process
    ignores stay ignored. Only the main thread receives signals: in any other thread, nothing changes.
    """
    if current_thread() is not main_thread():
        yield lambda: False
        return
    received: list[int] = []
    deferrable = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, lambda got, _: received.append(got)) for number in deferrable}
    try:
        yield lambda: bool(received)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
