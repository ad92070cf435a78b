"""The memory that a count takes, bounded before any of it is asked for. Knows neither bets nor rules."""

from collections.abc import Iterator
from contextlib import contextmanager

from analyzer.errors import ConditionError

MOST_BYTES = 4 * 10**9
"""The most memory that one count may take, in bytes; what a program and its libraries take comes on top."""

_WAY_OUT = (
    "look at fewer cards, or at fewer of their suits and ranks, or count on a shoe of fewer different cards"
)


def check_bytes(needed: int) -> None:
    """Raise a ConditionError if a count needs more memory than it may take."""
    if needed > MOST_BYTES:
        raise ConditionError(
            f"expected a count that takes at most {_gigabytes(MOST_BYTES)} of memory, got one that needs "
            f"about {_gigabytes(needed)}; {_WAY_OUT}"
        )


@contextmanager
def within_memory() -> Iterator[None]:
    """Raise a ConditionError where this machine has too little memory for the block."""
    try:
        yield
    except MemoryError:
        raise ConditionError(f"expected enough memory for the count, got too little; {_WAY_OUT}") from None


def _gigabytes(size: int) -> str:
    return f"{size / 10**9:,.0f} GB" if size >= 10**10 else f"{size / 10**9:.1f} GB"
