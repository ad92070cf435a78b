"""The times of recorded coups, checked for what no table can produce.

The law of the pauses at a table is unknown, so there are no p-values: only times that are impossible, or that
cannot be measurements, are reported.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import pairwise

from analyzer.play.evidence.result import Times
from analyzer.play.evidence.sequences import Dealt

LEAST_SECONDS = 2
"""No coup of four or more cards can be dealt, settled and followed by the next in less time."""

LEAST_EQUAL = 10
"""The fewest intervals of a shoe that, if all are equal, cannot have been measured."""

CHECKS = ("backwards", "repeated", "fast", "constant")
"""A coup is earlier than the one before; in the same second; less than LEAST_SECONDS later, or one more than
fits into its minute; all intervals of a shoe are equal."""

_MINUTE, _HOUR, _HALF_A_DAY, _DAY = 60, 3_600, 43_200, 86_400
_EPOCH = datetime(1970, 1, 1)

_CLOCK = re.compile(
    r"(?:(\d{4})[-/](\d\d?)[-/](\d\d?)[T ] *)?(\d\d?):([0-5]?\d)(?::([0-5]?\d(?:[.,]\d{1,9})?))?"
    r"(?: *([ap])\.?m\.?)?",
    re.IGNORECASE,
)


def checked(shoes: Sequence[Dealt]) -> Times | None:
    """What the times show; None if no coup has a time."""
    given = unread = single = 0
    found: dict[str, list[tuple[str, int]]] = {check: [] for check in CHECKS}
    intervals: list[Fraction] = []
    for shoe in shoes:
        read = [
            (int(number), _read(text)) for number, text in zip(shoe.numbers, shoe.times, strict=False) if text
        ]
        given += len(read)
        unread += sum(when is None for _, when in read)
        stamps = [(number, when) for number, when in read if when is not None]
        if len({when for _, when in stamps}) < 2:
            single += len(stamps) > 1  # the same time at every coup may be that of the shoe
            continue
        to_the_second = any(seconds % _MINUTE for _, (seconds, _) in stamps)
        # Whole hours, and dates alone, are not times to the minute.
        to_the_minute = not to_the_second and any(seconds % _HOUR for _, (seconds, _) in stamps)
        own: list[Fraction] = []
        in_this_minute = 1
        for (_, (before, dated)), (number, (seconds, _)) in pairwise(stamps):
            later = seconds - before
            if not dated and later < -_HALF_A_DAY:
                later += _DAY
            own.append(later)
            in_this_minute = 1 if later else in_this_minute + 1
            if later < 0:
                found["backwards"].append((shoe.id, number))
            elif to_the_second and later < LEAST_SECONDS:
                found["fast" if later else "repeated"].append((shoe.id, number))
            elif to_the_minute and in_this_minute > _MINUTE // LEAST_SECONDS:
                found["fast"].append((shoe.id, number))
        if to_the_second and len(own) >= LEAST_EQUAL and len(set(own)) == 1:
            found["constant"].append((shoe.id, stamps[0][0]))
        intervals += own
    if not given:
        return None
    intervals.sort()
    shown = [intervals[0], intervals[len(intervals) // 2], intervals[-1]] if intervals else []
    spread = (shown[0], shown[1], shown[2]) if shown else None
    return Times(given, unread, len(intervals), spread, found if intervals else {}, single)


def _read(text: str) -> tuple[Fraction, bool] | None:
    """A time in seconds, and whether it has a date; None if it cannot be read.

    A date that does not begin with the year is not read, since its day and month cannot be told apart.
    """
    text = text.strip()
    try:
        if clock := _CLOCK.fullmatch(text):
            year, month, day, hours, minutes, seconds, half = clock.groups()
            hour = int(hours)
            if half:
                if not 1 <= hour <= 12:
                    return None
                hour = hour % 12 + 12 * (half in "pP")
            days = (datetime(int(year), int(month), int(day)) - _EPOCH).days if year else 0
            whole = days * _DAY + hour * _HOUR + int(minutes) * _MINUTE
            return whole + Fraction((seconds or "0").replace(",", ".")), bool(year)
        if len(text) > 10 or "-" in text:
            when = datetime.fromisoformat(text.replace("/", "-").removesuffix("Z")).replace(tzinfo=None)
            return Fraction((when - _EPOCH) // timedelta(microseconds=1), 10**6), True
    except (ValueError, OverflowError):
        pass
    return None
