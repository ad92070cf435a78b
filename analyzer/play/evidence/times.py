"""The times of recorded coups: facts that no table can produce, without a probability.

Nobody knows the law of the pauses at a table, so there are no p-values: only what is impossible, or is no
measurement, counts.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import pairwise

from analyzer.play.evidence.result import Times
from analyzer.play.evidence.sequences import Dealt

LEAST_SECONDS = 2
"""A coup of four cards or more is not dealt, settled and followed by the next in less."""

LEAST_EQUAL = 10
"""The fewest intervals of a shoe that, if all are equal, were not measured."""

CHECKS = ("backwards", "repeated", "fast", "constant")
"""A coup is earlier than the one before; at the same second; less than LEAST_SECONDS later; a shoe whose
intervals are all equal."""

_HALF_A_DAY, _DAY = 43_200, 86_400


def checked(shoes: Sequence[Dealt]) -> Times | None:
    """What the times say; None if no coup has one."""
    given = unread = single = 0
    found: dict[str, list[tuple[str, int]]] = {check: [] for check in CHECKS}
    intervals: list[float] = []
    for shoe in shoes:
        read = [
            (int(number), _read(text)) for number, text in zip(shoe.numbers, shoe.times, strict=False) if text
        ]
        given += len(read)
        unread += sum(when is None for _, when in read)
        stamps = [(number, when) for number, when in read if when is not None]
        if len({when for _, when in stamps}) < 2:
            single += len(stamps) > 1  # one time for the whole shoe may say when it was dealt
            continue
        to_the_second = any(seconds % 60 for _, (seconds, _) in stamps)
        own = []
        for (_, (before, dated)), (number, (seconds, _)) in pairwise(stamps):
            later = seconds - before
            if not dated and later < -_HALF_A_DAY:
                later += _DAY
            own.append(later)
            if later < 0:
                found["backwards"].append((shoe.id, number))
            elif to_the_second and later < LEAST_SECONDS:
                found["fast" if later else "repeated"].append((shoe.id, number))
        if to_the_second and len(own) >= LEAST_EQUAL and len(set(own)) == 1:
            found["constant"].append((shoe.id, stamps[0][0]))
        intervals += own
    if not given:
        return None
    intervals.sort()
    shown = [intervals[0], intervals[len(intervals) // 2], intervals[-1]] if intervals else []
    spread = (Fraction(shown[0]), Fraction(shown[1]), Fraction(shown[2])) if shown else None
    return Times(given, unread, len(intervals), spread, found if intervals else {}, single)


def _read(text: str) -> tuple[float, bool] | None:
    """A time in seconds, and whether it has a date; None if it cannot be read."""
    text = text.strip()
    try:
        if len(text) > 10 or "-" in text:
            when = datetime.fromisoformat(text.replace("/", "-").removesuffix("Z"))
            return (when.replace(tzinfo=None) - datetime(1970, 1, 1)) / timedelta(seconds=1), True
        hours, minutes, *seconds = text.split(":")
        return int(hours) * 3600 + int(minutes) * 60 + (float(seconds[0]) if seconds else 0), False
    except (ValueError, IndexError, OverflowError):
        return None
