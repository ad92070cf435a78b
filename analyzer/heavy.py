"""Heavy work: its cost is stated before it begins, and its time and memory are bounded.

Cost is counted in steps: multiplications together with an addition, or as long as one takes. It depends on
the question alone, and so does what is refused; only the seconds that it takes depend on the machine.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

from analyzer.errors import ConditionError

STEPS_PER_SECOND = 3 * 10**9
"""What one core of an ordinary machine does, measured on the C kernel."""

MOST_STEPS = 10**12
"""The most steps that are taken unasked: some five minutes on one core."""

MOST_BYTES = 4 * 10**9
"""The most memory that one count may take, in bytes; what a program and its libraries take comes on top."""

_STATED = 10  # Seconds from which work is stated before it begins.
_COUNT_LESS = (
    "look at fewer cards, or at fewer of their suits and ranks, or count on a shoe of fewer different cards"
)

Listener = Callable[[str], object]
"""Called with one sentence when heavy work begins."""

Watcher = Callable[[str, int, int], None]
"""Called with a unit, the number of units done, and their total, 0 if that is unknown."""

_listener: ContextVar[Listener] = ContextVar("listener", default=lambda sentence: None)

_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def stated_to(listener: Listener) -> Iterator[None]:
    """Within the block, heavy work is stated to this listener."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


@contextmanager
def progress_to(watcher: Watcher) -> Iterator[None]:
    """Within the block, the progress of long answers is reported to this watcher."""
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


def watcher() -> Watcher | None:
    """The function that reports the progress of long answers; None if there is none."""
    return _watcher.get()


def announce(work: str, steps: int) -> None:
    """State that some work begins, such as `1,234 compositions to value`, if it takes long."""
    if steps >= _STATED * STEPS_PER_SECOND:
        _listener.get()(f"{work}: about {duration(steps)} on one core")


def duration(steps: int) -> str:
    """How long steps take on one core, in words.

    >>> duration(36 * 10**9), duration(10**12), duration(10**15)
    ('12 s', '6 min', '93 h')
    """
    seconds = -(-steps // STEPS_PER_SECOND)
    minutes = -(-seconds // 60)
    if seconds < 100:
        return f"{seconds} s"
    return f"{minutes} min" if minutes < 100 else f"{-(-minutes // 60)} h"


def check_bytes(needed: int) -> None:
    """Raise a ConditionError if a count needs more memory than it may take."""
    if needed > MOST_BYTES:
        raise ConditionError(
            f"expected a count that takes at most {_gigabytes(MOST_BYTES)} of memory, got one that needs "
            f"about {_gigabytes(needed)}; {_COUNT_LESS}"
        )


class _WithinMemory:
    """A context manager without a generator, which would take longer than a small count."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and issubclass(kind, MemoryError):
            raise ConditionError(
                f"expected enough memory for the count, got too little; {_COUNT_LESS}"
            ) from None


_WITHIN_MEMORY = _WithinMemory()


def within_memory() -> AbstractContextManager[None]:
    """Raise a ConditionError where this machine has too little memory for the block."""
    return _WITHIN_MEMORY


def _gigabytes(size: int) -> str:
    return f"{size / 10**9:,.0f} GB" if size >= 10**10 else f"{size / 10**9:.1f} GB"
