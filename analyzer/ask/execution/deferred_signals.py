"""Signals deferred until it is safe to act on them.

Python raises KeyboardInterrupt anywhere in the main thread. In the middle of handing work to other threads
that can leave a lock taken for ever, which those threads then wait for.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def deferred(*numbers: signal.Signals) -> Iterator[Callable[[], bool]]:
    """Hold these signals back while the block runs; what this yields says whether one has come.

    Signals that the process ignores stay ignored. Only the main thread receives signals: on
    any other, nothing changes.
    """
    came: list[int] = []
    if current_thread() is not main_thread():
        yield lambda: False
        return
    mine = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, lambda got, _: came.append(got)) for number in mine}
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
