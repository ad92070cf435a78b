"""Some of a few whole numbers, in words.

Knows nothing of what the numbers count.
"""

from collections.abc import Iterable

from analyzer.message import Value, say
from analyzer.publish.phrases.cards import is_run

_SHORT = 4
"""So many numbers in a row are told by the first and the last, even where none is less or greater."""


def numbers(which: Iterable[int]) -> Value:
    """Numbers said one by one, or by the first and the last: 3; 8 or 9; 0 to 5; 0, 2, 4."""
    listed = sorted(which)
    if len(listed) == 1:
        return listed[0]
    if len(listed) == 2:
        return say("{low} or {high}", low=listed[0], high=listed[1])
    return say("{low} to {high}", low=listed[0], high=listed[-1]) if is_run(listed, 3) else tuple(listed)


def amount(allowed: frozenset[int], low: int, high: int) -> Value:
    """What a number from `low` to `high` is, being one of some of these: 3; 7 or more; other than 4."""
    listed = sorted(allowed)
    others = [number for number in range(low, high + 1) if number not in allowed]
    if len(listed) <= 2:
        return numbers(listed)
    if is_run(listed, 3):
        if len(listed) <= _SHORT or (low < listed[0] and listed[-1] < high):
            return numbers(listed)
        return say("{n} or less", n=listed[-1]) if listed[0] == low else say("{n} or more", n=listed[0])
    return (
        say("other than {n}", n=others[0])
        if len(others) == 1
        else say("one of {numbers}", numbers=tuple(listed))
    )
