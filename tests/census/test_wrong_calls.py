"""Wrong calls of the C kernel: it says what it expected, and reads and writes nothing out of bounds.

A call that went out of bounds could end the process; with `tests/campaigns/sanitize.py` it always does.
"""

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest
from suite import MULTIPLIER
from twins import LANES, C, needs_c

from analyzer.bets.condition import Condition
from analyzer.bets.facts import POINTS, WHOLE
from analyzer.catalog import load
from analyzer.census import _kernel_py, patterns
from analyzer.census._kernel_py import DOUBLES, PAIRS
from analyzer.census.census import census
from analyzer.census.evaluators import ProgramEvaluator
from analyzer.census.kinds import Kinds
from analyzer.census.program import Program
from analyzer.game.dealt import NOTHING

pytestmark = [pytest.mark.kernel, needs_c]

RULES = load.rules("punto-banco")
ROOM = "columns, orders and codes with room for every pattern"
ARRAYS = "bytes, with 64-bit addends and codes, in arrays of the documented dimensions"
PLACES = "a group for each place of the course"
TAKEN = "10 x 10 x 11 bytes that say which hands take the course"
CELLS = "64-bit cells, shoes x cells"
WAYS = "unsigned 64-bit ways, outcomes x shoes"
ALIGNED = "a program of aligned 64-bit words"
LENGTHS = "arrays of the program that have the lengths of its sizes"
INDICES = "indices of the program that are in its arrays"
ALL_WORDS = "as many words as the arrays of the program have"
SIZES = "sizes of the program that its words have room for"
Arguments = list[Any]
Change = Callable[[Arguments], object]


def program() -> Program:
    [(_, part)] = census(RULES, [(Condition.parse("player_wins"), Condition.parse("tie"))]).evaluators
    assert isinstance(part, ProgramEvaluator)
    kinds = part.polynomials.kinds
    return part.polynomials.program.for_cells(kinds.members(kinds.fineness))


PROGRAM = program()
WORDS = np.frombuffer(PROGRAM.packed(), dtype=np.int64)
HEAD = 7 + 14  # The sizes, and the lengths of the arrays.


def weigh_arguments() -> Arguments:
    """A valid call of `weigh`: four shoes, in doubles, at the narrowest width."""
    cells = np.full((4, PROGRAM.cells), 8)
    room = np.zeros(LANES * PROGRAM.workspace + 8, dtype=np.int64)
    return [0, DOUBLES, PROGRAM.packed(), cells, room, np.zeros((PROGRAM.outcomes, 4), dtype=np.uint64)]


def course_arguments(monkeypatch: pytest.MonkeyPatch) -> Arguments:
    """A valid call of `enumerate_patterns`: both hands draw."""
    calls: list[Arguments] = []
    monkeypatch.setattr(
        patterns,
        "enumerate_patterns",
        lambda *call: calls.append([*call]) or _kernel_py.enumerate_patterns(*call),
    )
    course = patterns.courses(RULES, NOTHING, WHOLE)[-1]
    groups = patterns.Groups(10, (("p1", "p2"), ("p3", "b3")))
    [*patterns.patterns(RULES, Kinds.distinguishing(POINTS), course, frozenset(), True, groups)]
    return calls[0]


def put(place: int, change: Callable[[Any], Any]) -> Change:
    """Change one argument."""
    return lambda arguments: arguments.__setitem__(place, change(arguments[place]))


def word(place: int, number: int) -> Change:
    """Change one word of the program."""

    def changed(packed: bytes) -> bytes:
        words = np.frombuffer(packed, dtype=np.int64).copy()
        words[place] = number
        return words.tobytes()

    return put(2, changed)


def element(place: int, index: Any, number: int) -> Change:
    """Change one number of an array."""

    def changed(array: np.ndarray) -> np.ndarray:
        array = array.copy()
        array[index] = number
        return array

    return put(place, changed)


WEIGH: dict[str, tuple[Change, str]] = {
    "width-below": (put(0, lambda _: -1), "a vector width of this machine"),
    "width-above": (put(0, lambda _: 3), "a vector width of this machine"),
    "width-huge": (put(0, lambda _: 2**62), "a vector width of this machine"),
    "numbers-below": (put(1, lambda _: -1), "a type of number"),
    "numbers-above": (put(1, lambda _: 3), "a type of number"),
    "program-empty": (put(2, lambda _: b""), ALIGNED),
    "program-short": (put(2, lambda packed: packed[:80]), ALIGNED),
    "program-odd": (put(2, lambda packed: packed[:-3]), ALIGNED),
    "program-cut": (put(2, lambda packed: packed[:-8]), ALL_WORDS),
    "program-long": (put(2, lambda packed: packed + bytes(8)), ALL_WORDS),
    "size-negative": (word(1, -1), SIZES),
    "size-huge": (word(7, 2**62), SIZES),
    "cells-more": (word(0, PROGRAM.cells + 1), CELLS),
    "kinds-more": (word(1, PROGRAM.kinds + 1), LENGTHS),
    "products-none": (word(3, 0), LENGTHS),
    "outcomes-many": (word(6, PROGRAM.polynomials + PROGRAM.sums + 1), "a program with all its outcomes"),
    "outcomes-more": (word(6, PROGRAM.outcomes + 1), WAYS),
    "kind-start": (word(HEAD + 1, 10**6), INDICES),
    "kind-start-wraps": (word(HEAD + 1, 2**63 - 1), INDICES),
    "cells-lists": (put(3, lambda cells: cells[:, :-1].copy()), CELLS),
    "cells-flat": (put(3, np.ravel), CELLS),
    "cells-single": (put(3, lambda _: np.array(8)), CELLS),
    "cells-short-words": (put(3, lambda cells: cells.astype(np.int32)), CELLS),
    "cells-doubles": (put(3, lambda cells: cells.astype(float)), CELLS),
    "cells-bytes": (put(3, lambda cells: cells.tobytes()), CELLS),
    "workspace-small": (put(4, lambda room: room[: len(room) // 3]), "a workspace with room for every lane"),
    "workspace-empty": (put(4, lambda room: room[:0]), "a workspace with room for every lane"),
    "ways-few-shoes": (put(5, lambda ways: ways[:, :3].copy()), WAYS),
    "ways-few-outcomes": (put(5, lambda ways: ways[1:]), WAYS),
    "ways-signed": (put(5, lambda ways: ways.astype(np.int64)), WAYS),
    "ways-of-pairs": (put(1, lambda _: PAIRS), WAYS),
}


def weigh(*arguments: Any) -> None:
    """Weigh shoes against a packed program."""
    kernel = import_module("analyzer.census._kernel")
    width, numbers, packed, *arrays = arguments
    kernel.weigh(width, numbers, kernel.prepared(packed), *arrays)


def refusal(call: Callable[..., object], arguments: Arguments) -> str:
    with pytest.raises(ValueError) as refused:
        call(*arguments)
    return str(refused.value)


@pytest.mark.parametrize(("change", "expected"), WEIGH.values(), ids=WEIGH.keys())
def test_weigh_rejects_inconsistent_arguments(change: Change, expected: str) -> None:
    kernel = import_module("analyzer.census._kernel")
    arguments = weigh_arguments()
    weigh(*arguments)
    change(arguments)
    if kernel.BITS < 128 and arguments[1] == PAIRS:
        expected = "a type of number"
    assert refusal(weigh, arguments) == f"expected {expected}"


NOT_ARRAYS = [None, 1.5, "cells", [[8] * 10], object()]


@pytest.mark.parametrize("place", range(6))
def test_weigh_rejects_arguments_of_the_wrong_type(place: int) -> None:
    kernel = import_module("analyzer.census._kernel")
    for other in NOT_ARRAYS:
        with pytest.raises((TypeError, ValueError)):
            weigh(*[other if at == place else argument for at, argument in enumerate(weigh_arguments())])
    read_only = weigh_arguments()
    for array in read_only[4:]:
        array.flags.writeable = False
    with pytest.raises((BufferError, ValueError)):
        weigh(*read_only)
    with pytest.raises(TypeError):
        kernel.weigh(*weigh_arguments()[:place])


@pytest.mark.parametrize("program", [PROGRAM.packed(), b"", None, 7, np.zeros(9, dtype=np.int64)], ids=str)
def test_weigh_rejects_a_program_that_was_not_prepared(program: object) -> None:
    kernel = import_module("analyzer.census._kernel")
    arguments = weigh_arguments()
    with pytest.raises(ValueError, match="PyCapsule"):
        kernel.weigh(*arguments[:2], program, *arguments[3:])
    other = import_module("datetime").datetime_CAPI  # A capsule of another name.
    with pytest.raises(ValueError, match="PyCapsule"):
        kernel.weigh(*arguments[:2], other, *arguments[3:])


def test_a_prepared_program_outlives_its_source() -> None:
    kernel = import_module("analyzer.census._kernel")
    arguments = weigh_arguments()
    weigh(*arguments)
    words = WORDS.copy()
    prepared = kernel.prepared(words)
    words[:] = -1
    del words
    again = weigh_arguments()
    kernel.weigh(*again[:2], prepared, *again[3:])
    assert (again[-1] == arguments[-1]).all()


def test_every_index_of_a_program_is_checked() -> None:
    """An index that is one too large, negative or huge is rejected in every place."""
    lengths = WORDS[7:HEAD]
    starts = HEAD + np.cumsum([0, *lengths])
    numbers = {3, 10}  # Cards gone of a factor, and dealing orders, are not indices.
    random = Random("indices")
    for array in sorted(set(range(14)) - numbers):
        # Product 0 is 1: it has neither a parent nor a last factor.
        places = range(starts[array] + (array in (4, 5)), starts[array + 1])
        for place in random.sample(places, min(len(places), 20 * MULTIPLIER)):
            for number in (len(WORDS), -1, 2**62, -(2**62), 2**63 - 1, -(2**63)):
                arguments = weigh_arguments()
                word(place, number)(arguments)
                assert refusal(weigh, arguments).startswith("expected "), (array, place, number)


def test_randomly_changed_programs_are_answered_or_rejected() -> None:
    random = Random("words")
    refused = 0
    for _ in range(400 * MULTIPLIER):
        arguments = weigh_arguments()
        for _ in range(random.choice([1, 1, 2, 5])):
            place = random.choice([random.randrange(HEAD), random.randrange(len(WORDS))])
            word(place, random.choice([random.randrange(-2, 40), random.getrandbits(63) - 2**62]))(arguments)
        arguments[0] = random.randrange(len(C))
        try:
            weigh(*arguments)
        except ValueError:
            refused += 1
    assert 0 < refused < 400 * MULTIPLIER


COURSE: dict[str, tuple[Change, str]] = {
    "points-few": (put(1, lambda points: points[:-1]), "points from 0 to 9 for each kind"),
    "points-ten": (element(1, 3, 10), "points from 0 to 9 for each kind"),
    "taken-small": (put(2, lambda taken: taken[:9].copy()), TAKEN),
    "hands-of-three": (put(3, lambda hands: np.hstack([hands, hands[:, :1]])), PLACES),
    "hands-of-none": (put(3, lambda hands: hands[:, :0].copy()), PLACES),
    "third-no-kind": (element(5, 2, 10), "third cards that are kinds"),
    "bankers-third-no-kind": (element(6, 2, 255), "third cards that are kinds"),
    "thirds-none": (put(6, lambda thirds: thirds[:0]), PLACES),
    "player-no-kind": (element(3, (5, 1), 10), "first cards of Player that are kinds"),
    "banker-no-kind": (element(4, (5, 0), 99), "first cards of Banker that are kinds"),
    "group-few": (put(7, lambda group: group[:-1]), PLACES),
    "addends-few-places": (put(8, lambda addends: addends[:, :5].copy()), "addends, groups x 6 x kinds"),
    "addends-few-kinds": (put(8, lambda addends: addends[..., 1:].copy()), "addends, groups x 6 x kinds"),
    "columns-few": (put(9, lambda columns: columns[:-1]), ROOM),
    "orders-few": (put(10, lambda orders: orders[:-1]), ROOM),
    "codes-few": (put(11, lambda codes: codes[:-1]), ROOM),
    "all-small": (
        lambda a: [put(at, lambda array: array[..., :50].copy())(a) for at in (9, 10, 11)],
        ROOM,
    ),
    **{
        f"single-{place}": (
            put(place, lambda _: np.array(1, dtype=np.uint8)),
            ARRAYS,
        )
        for place in range(12)
    },
    "codes-short-words": (
        put(11, lambda codes: codes.astype(np.int32)),
        ARRAYS,
    ),
}


@pytest.mark.parametrize(("change", "expected"), COURSE.values(), ids=COURSE.keys())
def test_laying_out_rejects_inconsistent_arguments(
    change: Change, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = import_module("analyzer.census._kernel")
    arguments = course_arguments(monkeypatch)
    assert kernel.enumerate_patterns(*arguments) == _kernel_py.enumerate_patterns(*arguments)
    change(arguments)
    assert refusal(kernel.enumerate_patterns, arguments) == f"expected {expected}"
