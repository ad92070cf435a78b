"""Through the public functions, both twins accept and reject the same arrays, with the same answers."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from twins import needs_c

import analyzer as ba
from analyzer.errors import AnalyzerError

pytestmark = pytest.mark.kernel

FRESH = np.array([[128, *[32] * 9]])
NEAR = np.array([[99_990, 1, 1, 1, 1, 1, 1, 1, 1, 2], [6, *[0] * 9], [0, 0, 0, 0, 100_000, 0, 0, 0, 0, 0]])
BY_CARD = np.full((3, 52), 8)


def with_count(count: int, dtype: Any = np.int64) -> np.ndarray:
    """A fresh shoe and one with an unusual count."""
    counts = np.repeat(FRESH, 2, axis=0).astype(dtype)
    counts[1, 3] = count
    return counts


def read_only(counts: np.ndarray) -> np.ndarray:
    copy = counts.copy()
    copy.flags.writeable = False
    return copy


def unaligned(counts: np.ndarray) -> np.ndarray:
    """The counts, each at an address one byte after a word boundary."""
    raw = np.zeros(counts.nbytes + 1, dtype=np.uint8)[1:]
    found = raw.view(counts.dtype).reshape(counts.shape)
    found[...] = counts
    return found


WRONG: dict[str, Callable[[], Any]] = {
    "2^31": lambda: with_count(2**31),
    "2^31 unsigned": lambda: with_count(2**31, np.uint32),
    "2^32 + 32": lambda: with_count(2**32 + 32),
    "2^62": lambda: with_count(2**62),
    "2^63 - 1": lambda: with_count(2**63 - 1),
    "2^63": lambda: with_count(2**63, np.uint64),
    "2^64 - 1": lambda: with_count(2**64 - 1, np.uint64),
    "2^64": lambda: [[2**64, *[32] * 9]],
    "sums that wrap to a shoe": lambda: np.array([[2**62, 2**62, 2**62, 2**62, 416, 0, 0, 0, 0, 0]]),
    "a card too many": lambda: with_count(100_000),
    "too few": lambda: np.array([[5, *[0] * 9]]),
    "no card": lambda: np.zeros((2, 10), int),
    "negative": lambda: with_count(-1),
    "negative 2^63": lambda: with_count(-(2**63)),
    "negative 8 bits": lambda: with_count(-1, np.int16),
    "floats": lambda: FRESH.astype(float),
    "half floats": lambda: FRESH.astype(np.float16),
    "not a number": lambda: np.full((1, 10), np.nan),
    "infinite": lambda: np.full((1, 10), np.inf),
    "complex": lambda: FRESH.astype(complex),
    "truths": lambda: FRESH.astype(bool),
    "objects": lambda: FRESH.astype(object),
    "objects beyond words": lambda: np.array([[10**30, *[32] * 9]], dtype=object),
    "texts": lambda: FRESH.astype(str),
    "bytes": lambda: b"\x20" * 80,
    "dates": lambda: FRESH.astype("datetime64[s]"),
    "spans of time": lambda: FRESH.astype("timedelta64[s]"),
    "records": lambda: np.zeros(10, dtype=[("cards", int)]),
    "empty": lambda: [],
    "empty rows": lambda: [[], []],
    "no columns": lambda: np.zeros((3, 0), int),
    "eleven columns": lambda: np.ones((2, 11), int),
    "one row alone": lambda: FRESH[0],
    "three axes": lambda: FRESH[None],
    "a number": lambda: 8,
    "nothing": lambda: None,
    "ragged": lambda: [[1], [1, 2]],
    "negative in columns": lambda: np.asfortranarray(with_count(-1)),
    "negative, other byte order": lambda: with_count(-1).astype(">i8"),
}
"""Arrays that are rejected, created again each time."""

RIGHT: dict[str, Callable[[], Any]] = {
    "as it is": lambda: FRESH,
    "many": lambda: np.repeat(FRESH, 33, axis=0),
    "nearly all of one sort": lambda: NEAR,
    "one large shoe among small ones": lambda: np.vstack([FRESH] * 8 + [NEAR] + [FRESH] * 8),
    "unsigned": lambda: FRESH.astype(np.uint64),
    "8 bits": lambda: FRESH.astype(np.uint8),
    "16 bits": lambda: FRESH.astype(np.int16),
    "other byte order": lambda: FRESH.astype(">i4"),
    "columns": lambda: np.asfortranarray(np.vstack([FRESH, NEAR])),
    "every other row": lambda: np.vstack([FRESH, NEAR])[::2],
    "every other column": lambda: np.repeat(NEAR, 2, axis=1)[:, ::2],
    "backwards": lambda: NEAR[::-1, ::-1],
    "one row again and again": lambda: np.broadcast_to(FRESH, (40, 10)),
    "a slice of more": lambda: np.pad(NEAR, 3)[3:-3, 3:-3],
    "read-only": lambda: read_only(NEAR),
    "off the words": lambda: unaligned(NEAR),
    "lists": NEAR.tolist,
    "no shoe": lambda: np.zeros((0, 10), int),
    "no shoe in columns": lambda: np.asfortranarray(np.zeros((0, 10), int)),
    "by rank": lambda: np.full((2, 13), 32),
    "by card": lambda: BY_CARD,
    "by card in columns": lambda: np.asfortranarray(BY_CARD),
    "by card, the largest": lambda: np.array([[100_000 - 51, *[1] * 51]]),
}


def outcome(call: Callable[[], Any]) -> Any:
    """The result of a call, or the class and sentence of its error."""
    try:
        return call()
    except Exception as fault:
        return f"{type(fault).__name__}: {fault}"


def outcomes() -> dict[str, Any]:
    """The result for each array, by function and by the array's name."""
    found = {}
    for name, made in (WRONG | RIGHT).items():
        found[f"ways {name}"] = outcome(lambda made=made: ba.ways("classic", made()))
        found[f"values {name}"] = outcome(
            lambda made=made: [
                [value.hex() for value in row] for row in ba.expected_values("classic", made()).tolist()
            ]
        )
        found[f"all bets {name}"] = outcome(lambda made=made: ba.ways("standard", made()))
    return found


def outcomes_of(kernel: str) -> dict[str, Any]:
    """The results of `outcomes` in a new process with this twin."""
    environment = {name: word for name, word in os.environ.items() if name != "ANALYZER_WIDTH"}
    done = subprocess.run(
        [sys.executable, __file__],
        env=environment | {"ANALYZER_KERNEL": kernel},
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=300,
    )
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    assert found.pop("kernel") == kernel
    return found


@needs_c
def test_both_twins_answer_and_reject_the_same() -> None:
    by_c, by_python = outcomes_of("c"), outcomes_of("python")
    assert by_c == by_python
    assert by_c == outcomes()


@pytest.mark.parametrize("made", WRONG.values(), ids=WRONG.keys())
def test_wrong_arrays_are_rejected_in_one_sentence(made: Callable[[], Any]) -> None:
    for asked in (ba.ways, ba.expected_values):
        with pytest.raises(AnalyzerError, match=r"\Aexpected .* got [^\n]*\Z"):
            asked("classic", made())


@pytest.mark.parametrize("made", RIGHT.values(), ids=RIGHT.keys())
def test_valid_arrays_are_answered_and_not_changed(made: Callable[[], Any]) -> None:
    counts = made()
    before = np.array(counts)
    plain = before.astype(np.int64).tolist()
    if plain:
        assert ba.ways("classic", counts) == ba.ways("classic", plain)
        assert (ba.expected_values("classic", counts) == ba.expected_values("classic", plain)).all()
    assert (np.array(counts) == before).all()
    assert len(ba.ways("classic", counts)) == len(plain)


if __name__ == "__main__":
    from analyzer.census import kernel

    print(json.dumps(outcomes() | {"kernel": kernel.NAME}))
