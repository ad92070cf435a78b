"""Heavy work: its cost is stated before it begins, and its time and memory are bounded.

Cost is counted in steps: a step is one multiplication with an addition, or work that takes as long. The cost
depends only on the question, and so does whether it is refused; only the seconds depend on the machine.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

from analyzer.errors import ConditionError
from analyzer.text import Message, Numeral, Text, message

STEPS_PER_SECOND = 3 * 10**9
"""The steps that one core of an ordinary machine does in a second, measured on the C kernel."""

MOST_STEPS = 10**12
"""The most steps that are taken unless more are requested: some five minutes on one core."""

MOST_BYTES = 4 * 10**9
"""The most memory that one count may take, in bytes, in addition to what the program itself takes."""

_STATED = 10  # Work that takes at least this many seconds is stated before it begins.
_COUNT_LESS = message(
    "look at fewer cards, or at fewer of their suits and ranks, or count on a shoe of fewer different cards"
)

Listener = Callable[[Text], object]
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


def announce(work: Text, steps: int) -> None:
    """State that some work begins, such as `1,234 compositions to value`, if it takes long."""
    if steps >= _STATED * STEPS_PER_SECOND:
        _listener.get()(message("{work}: about {time} on one core", work=work, time=duration(steps)))


def duration(steps: int) -> Message:
    """How long this many steps take on one core, in words.

    >>> [str(duration(steps)) for steps in (36 * 10**9, 10**12, 10**15)]
    ['12 s', '6 min', '93 h']
    """
    seconds = -(-steps // STEPS_PER_SECOND)
    minutes = -(-seconds // 60)
    if seconds < 100:
        return message("{n} s", n=seconds)
    return message("{n} min", n=minutes) if minutes < 100 else message("{n} h", n=-(-minutes // 60))


def check_bytes(needed: int) -> None:
    """Raise a ConditionError if a count needs more memory than it may take."""
    if needed > MOST_BYTES:
        raise ConditionError(
            "expected a count that takes at most {most} of memory, got one that needs about {needed}; "
            "{remedy}",
            most=_gigabytes(MOST_BYTES),
            needed=_gigabytes(needed),
            remedy=_COUNT_LESS,
        )


class _WithinMemory:
    """A context manager that is not a generator, because a generator takes longer than a small count."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and issubclass(kind, MemoryError):
            raise ConditionError(
                "expected enough memory for the count, got too little; {remedy}", remedy=_COUNT_LESS
            ) from None


_WITHIN_MEMORY = _WithinMemory()


def within_memory() -> AbstractContextManager[None]:
    """Raise a ConditionError if this machine has too little memory for the block."""
    return _WITHIN_MEMORY


def _gigabytes(size: int) -> Numeral:
    return Numeral(f"{size / 10**9:,.0f} GB" if size >= 10**10 else f"{size / 10**9:.1f} GB")
