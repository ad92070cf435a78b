"""Whole shoes in both kernels: dealt and added up the same; the C kernel rejects inconsistent arguments.

`tests/analysis/test_sweep_shoes.py` compares sweeps with shoes dealt one by one.
"""

from collections.abc import Callable
from importlib import import_module
from math import isnan
from operator import mul
from random import Random
from typing import Any

import numpy as np
import pytest
from suite import MULTIPLIER
from test_wrong_calls import NOT_ARRAYS, Change, element, put, refusal
from twins import needs_c

from analyzer.analysis.sweep.play import cards_taken
from analyzer.catalog import load
from analyzer.census import _shoes_py

pytestmark = [pytest.mark.kernel, needs_c]

Arguments = list[Any]
TAKEN = {
    given: cards_taken(load.rules(rules)).astype(np.uint8)
    for given, rules in ((-1, "punto-banco"), (7, "player-first-7"))
}


def dealing(seed: int) -> Arguments:
    """A valid call of `deal_shoes`."""
    random, numbers = Random(f"deal {seed}"), np.random.default_rng(seed)
    shoes, cards, cells = random.randint(0, 9), random.choice([30, 52, 104]), random.choice([1, 10, 13, 52])
    kinds = random.randint(1, cells)
    order = numbers.integers(0, cells, (shoes, cards), dtype=np.uint8)
    kind, points = numbers.integers(0, [[kinds], [10]], (2, cells), dtype=np.uint8)
    burned = numbers.integers(0, 9, shoes)
    behind = numbers.integers(12, 20, shoes)
    given = random.choice([*TAKEN])
    counts = numbers.integers(0, 40, kinds)
    room = np.full((shoes * cards, kinds), -1)
    return [
        given,
        random.randint(0, 1),
        random.random() < 0.5,
        order,
        kind,
        points,
        TAKEN[given].copy(),
        counts,
        burned,
        numbers.integers(0, burned + 1),
        behind,
        room,
        np.full(shoes, -1),
    ]


def adding(seed: int) -> Arguments:
    """A valid call of `add_up`."""
    random, numbers = Random(f"add {seed}"), np.random.default_rng(seed)
    shoes, bets, counts, group = (random.randint(*ends) for ends in ((0, 9), (1, 6), (0, 3), (1, 12)))
    lengths = numbers.integers(0, 30, shoes)
    rows, players, longest = int(lengths.sum()), bets + 1 + counts, 30 + random.randint(0, 9)
    evs, groups = numbers.integers(-(2**44), 2**44, (bets, rows)), -(-longest // group)
    least, most = evs.min(axis=1, initial=0) >> 30, evs.max(axis=1, initial=0) >> 30
    start = np.cumsum([0, *(most - least + 1)]) * random.randint(0, 1)
    return [
        group,
        evs,
        numbers.random((bets, rows)) < 0.3,
        numbers.random((counts, rows)) < 0.3,
        numbers.integers(0, bets, counts),
        lengths,
        least,
        start,
        np.full((players, shoes), -1),
        np.full((players, shoes), -1),
        np.full((bets, shoes), -1),
        numbers.integers(0, 9, (bets, longest, 5)),
        np.full((bets, groups, 2), (2**43, -(2**43))),
        numbers.integers(0, 9, (groups, start[-1])),
    ]


def copied(arguments: Arguments) -> Arguments:
    return [part.copy() if isinstance(part, np.ndarray) else part for part in arguments]


def written(function: Callable[..., object], arguments: Arguments) -> tuple[object, list[object]]:
    """The result of a call, and all its arrays afterwards."""
    given = copied(arguments)
    returned = function(*given)
    return returned, [held(np.asarray(part)) for part in given]


def held(array: np.ndarray) -> tuple[str, tuple[int, ...], object]:
    """The elements of an array of numbers; doubles as text, because a NaN is not equal to itself."""
    return (
        array.dtype.str,
        array.shape,
        array.astype(str).tolist() if array.dtype == float else array.tobytes(),
    )


def dividing(seed: int) -> Arguments:
    """A valid call of `quotients`; some quotients have integers that are not exact as doubles."""
    random, numbers = Random(f"divide {seed}"), np.random.default_rng(seed)
    shoes, lines = random.randint(0, 40), random.randint(1, 5)
    all_ways = numbers.integers(
        0, 2 ** random.choice([20, 50, 54, 56]), (shoes, lines + random.randint(0, 3))
    )
    ways = all_ways[:, :lines] + 1
    if random.random() < 0.5:
        ways = np.asfortranarray(ways)
    return [random.choice([1, 20]), ways, numbers.integers(-3, 9, lines), np.full(shoes, -1.0)]


CALLS = {"deal_shoes": dealing, "add_up": adding, "quotients": dividing}


@pytest.mark.parametrize("seed", range(30 * MULTIPLIER))
def test_quotients_are_rounded_once_or_left_to_the_caller(seed: int) -> None:
    unit, ways, nets, _ = dividing(seed)
    for kernel in (import_module("analyzer.census._kernel"), _shoes_py):
        values = np.empty(len(ways))
        left = kernel.quotients(unit, ways, nets, values)
        assert left == np.isnan(values).sum()
        for row, value in zip(ways.tolist(), values.tolist(), strict=True):
            above, below = sum(map(mul, nets.tolist(), row)), unit * sum(row)
            exact = int(float(above)) == above and int(float(below)) == below
            assert value == above / below if exact else isnan(value)


@pytest.mark.parametrize("seed", range(30 * MULTIPLIER))
@pytest.mark.parametrize("name", CALLS)
def test_both_kernels_write_the_same(name: str, seed: int) -> None:
    arguments = CALLS[name](seed)
    c, python = getattr(import_module("analyzer.census._kernel"), name), getattr(_shoes_py, name)
    assert written(c, arguments) == written(python, arguments)


def test_sums_beyond_64_bits_are_added_up_in_python_integers() -> None:
    arguments = adding(5)
    arguments[1] <<= 18
    arguments[13] = arguments[13][:, :0]
    for place in (1, 9, 10, 11, 12):
        arguments[place] = arguments[place].astype(object)
    _shoes_py.add_up(*arguments)
    evs, sums = arguments[1], arguments[11]
    high, mixed, low = (sum(number for bets in sums[:, :, part] for number in bets) for part in (1, 2, 3))
    more = sum(
        int(number) for bets in adding(5)[11][:, :, 1:4] for row in bets for number in row * [2**40, 2**21, 1]
    )
    assert (high << 40) + (mixed << 21) + low - more == sum(ev * ev for row in evs for ev in row)


DEALING: dict[str, tuple[Change, str]] = {
    "given-below": (put(0, lambda _: -2), "points of a given card, or -1"),
    "given-ten": (put(0, lambda _: 10), "points of a given card, or -1"),
    "given-of-six": (
        lambda a: [put(0, lambda _: 7)(a), put(6, lambda _: TAKEN[-1])(a)],
        "10 x 10 x 10 bytes that say how many cards a coup takes",
    ),
    "extra-below": (put(1, lambda _: -1), "0 or more extra coups"),
    "extra-endless": (put(1, lambda _: 2**62), "shoes with enough cards, and room for every coup"),
    "cell-beyond": (
        element(3, (0, 9), 200),
        "cards that are cells, a kind for each cell, and points from 0 to 9",
    ),
    "kind-beyond": (element(4, 0, 52), "cards that are cells, a kind for each cell, and points from 0 to 9"),
    "points-ten": (element(5, 0, 10), "cards that are cells, a kind for each cell, and points from 0 to 9"),
    "points-few": (put(5, lambda a: a[:-1]), "a kind and points for each cell, and the cards of each kind"),
    "kinds-many": (
        put(7, lambda _: np.ones(53, dtype=np.int64)),
        "a kind and points for each cell, and the cards of each kind",
    ),
    "taken-none": (element(6, (0, 0, 0), 0), "coups that take one card or more"),
    "taken-seven": (element(6, (9, 9, 9), 7), "10 x 10 x 10 bytes that say how many cards a coup takes"),
    "taken-small": (
        put(6, lambda a: a[:9].copy()),
        "10 x 10 x 10 bytes that say how many cards a coup takes",
    ),
    **{
        f"shoes-few-{place}": (put(place, lambda a: a[:-1].copy()), "a number for each shoe")
        for place in (8, 9, 10, 12)
    },
    "burned-below": (element(8, 0, -1), "no more cards burned or shown than the shoe has"),
    "burned-beyond": (element(8, 0, 105), "no more cards burned or shown than the shoe has"),
    "burned-all": (element(8, 0, 30), "shoes with enough cards, and room for every coup"),
    "shown-beyond": (element(9, 0, 2**62), "no more cards burned or shown than the shoe has"),
    "cut-card-late": (element(10, 0, 0), "shoes with enough cards, and room for every coup"),
    "room-few": (put(11, lambda a: a[:3].copy()), "shoes with enough cards, and room for every coup"),
    "room-narrow": (
        put(11, lambda a: a[:, 1:].copy()),
        "a kind and points for each cell, and the cards of each kind",
    ),
    "order-flat": (
        put(3, np.ravel),
        "bytes of cards, then 64-bit numbers, in arrays of the documented dimensions",
    ),
    "counts-short-words": (
        put(7, lambda a: a.astype(np.int32)),
        "bytes of cards, then 64-bit numbers, in arrays of the documented dimensions",
    ),
}
ADDING: dict[str, tuple[Change, str]] = {
    "group-none": (put(0, lambda _: 0), "the extremes of each bet in each group of coups"),
    "group-below": (put(0, lambda _: -1), "the extremes of each bet in each group of coups"),
    "no-bets": (put(1, lambda a: a[:0]), "bets x coups, and counts x coups"),
    "good-few": (put(2, lambda a: a[:, 1:].copy()), "bets x coups, and counts x coups"),
    "triggered-few": (put(3, lambda a: a[:, 1:].copy()), "bets x coups, and counts x coups"),
    "place-beyond": (element(4, 0, 6), "the index of a bet for each count"),
    "place-below": (element(4, 0, -1), "the index of a bet for each count"),
    "places-few": (put(4, lambda a: a[1:]), "the index of a bet for each count"),
    "length-beyond": (element(5, 0, 50), "shoes no longer than the longest"),
    "length-below": (element(5, 0, -1), "shoes no longer than the longest"),
    "length-less": (element(5, 1, 0), "as many coups as all shoes have"),
    "lengths-few": (put(5, lambda a: a[1:]), "as many coups as all shoes have"),
    **{
        f"players-few-{place}": (put(place, lambda a: a[1:]), "players x shoes, and bets x shoes")
        for place in (8, 9, 10)
    },
    **{
        f"shoes-few-{place}": (put(place, lambda a: a[:, 1:].copy()), "players x shoes, and bets x shoes")
        for place in (8, 9, 10)
    },
    "sums-four": (put(11, lambda a: a[:, :, 1:].copy()), "five sums of each bet before each coup"),
    "sums-of-few": (put(11, lambda a: a[1:]), "five sums of each bet before each coup"),
    "coups-few": (put(11, lambda a: a[:, :5].copy()), "shoes no longer than the longest"),
    "groups-few": (put(12, lambda a: a[:, 1:].copy()), "the extremes of each bet in each group of coups"),
    "extremes-of-few": (put(12, lambda a: a[1:]), "the extremes of each bet in each group of coups"),
    "least-few": (put(6, lambda a: a[1:]), "bins of each bet in each group of coups"),
    "start-few": (put(7, lambda a: a[1:]), "bins of each bet in each group of coups"),
    "start-falls": (element(7, 1, 2**62), "bins of each bet in each group of coups"),
    "bins-few": (put(13, lambda a: a[:, 1:].copy()), "bins of each bet in each group of coups"),
    "bins-of-few": (put(13, lambda a: a[1:]), "bins of each bet in each group of coups"),
    "least-more": (put(6, lambda a: a + 1), "EVs that are in the bins"),
    "least-less": (put(6, lambda a: a - 2**62), "EVs that are in the bins"),
    "evs-doubles": (
        put(1, lambda a: a.astype(float)),
        "64-bit numbers, with bytes for what is bet on, in arrays of the documented dimensions",
    ),
}
WAYS = "aligned 64-bit ways, shoes x lines"
DIVIDING: dict[str, tuple[Change, str]] = {
    "unit-none": (put(0, lambda _: 0), "a unit above 0"),
    "ways-doubles": (put(1, lambda a: a.astype(float)), WAYS),
    "ways-flat": (put(1, np.ravel), WAYS),
    "ways-unaligned": (
        put(1, lambda a: np.frombuffer(bytes(8 * a.size + 1), np.int64, a.size, 1).reshape(a.shape)),
        WAYS,
    ),
    "ways-packed": (put(1, lambda a: np.zeros(a.shape, dtype="i8,i1")["f0"]), WAYS),
    "nets-few": (put(2, lambda a: a[1:]), "a 64-bit net for each line"),
    "nets-doubles": (put(2, lambda a: a.astype(float)), "a 64-bit net for each line"),
    "values-few": (put(3, lambda a: a[1:]), "a double for each shoe"),
    "values-whole": (put(3, lambda a: a.astype(np.int64)), "a double for each shoe"),
}
WRONG = [
    pytest.param(name, change, expected, id=f"{name}-{what}")
    for name, wrong in (("deal_shoes", DEALING), ("add_up", ADDING), ("quotients", DIVIDING))
    for what, (change, expected) in wrong.items()
]


def answered(name: str) -> Arguments:
    """A valid call, with several shoes, kinds, bets and counts."""
    for arguments in map(CALLS[name], range(1000)):
        if name == "quotients":
            if len(arguments[1]) > 1:
                return arguments
            continue
        if name == "deal_shoes":
            several = arguments[0] < 0 and arguments[3].shape[1:] == (30,) and len(arguments[7]) > 1
        else:
            several = len(arguments[1]) > 1 and len(arguments[4]) > 1 and (arguments[5][:3] > 1).all()
        if several and arguments[-1].size and len(arguments[8]) > 2:
            return arguments
    raise AssertionError("no such call")


@pytest.mark.parametrize(("name", "change", "expected"), WRONG)
def test_the_c_kernel_rejects_inconsistent_arguments(name: str, change: Change, expected: str) -> None:
    function = getattr(import_module("analyzer.census._kernel"), name)
    function(*answered(name))
    arguments = answered(name)
    change(arguments)
    assert refusal(function, arguments) == f"expected {expected}"


@pytest.mark.parametrize("name", CALLS)
def test_the_c_kernel_rejects_arguments_of_the_wrong_type(name: str) -> None:
    function = getattr(import_module("analyzer.census._kernel"), name)
    first, last = {"deal_shoes": (3, 13), "add_up": (1, 14), "quotients": (1, 4)}[name]
    for place in range(last):
        for other in NOT_ARRAYS if place >= first else [1.5, "cells", [1]]:
            arguments = answered(name)
            arguments[place] = other
            if name == "deal_shoes" and place == 2:
                continue  # Whether there is a reserve: any object is true or false.
            with pytest.raises((TypeError, ValueError)):
                function(*arguments)
        with pytest.raises(TypeError):
            function(*answered(name)[:place])
    for place in range(last - {"deal_shoes": 2, "add_up": 6, "quotients": 1}[name], last):
        arguments = answered(name)
        arguments[place].flags.writeable = False
        with pytest.raises((BufferError, ValueError)):
            function(*arguments)


@pytest.mark.parametrize("name", CALLS)
def test_randomly_changed_calls_are_answered_or_rejected(name: str) -> None:
    function, random = getattr(import_module("analyzer.census._kernel"), name), Random(name)
    refused = 0
    for seed in range(300 * MULTIPLIER):
        arguments = CALLS[name](seed)
        for _ in range(random.choice([1, 1, 2])):
            place = random.randrange(len(arguments))
            part = arguments[place]
            if not isinstance(part, np.ndarray):
                arguments[place] = random.choice([-1, 0, 1, 3, 9, 2**31, 2**63 - 1, -(2**63)])
            elif part.size and random.random() < 0.7:
                byte = part.dtype.itemsize == 1
                number = random.randrange(256) if byte else random.choice([-1, 0, 7, 60, 2**62, -(2**63)])
                part.flat[random.randrange(part.size)] = number
            else:
                axis = random.randrange(part.ndim)
                arguments[place] = np.ascontiguousarray(np.take(part, range(part.shape[axis] // 2), axis))
        try:
            function(*arguments)
        except ValueError:
            refused += 1
    assert 0 < refused < 300 * MULTIPLIER
