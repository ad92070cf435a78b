"""Polynomials in the numbers of cards left: made into programs, and weighed for many shoes.

A term is a number of dealing orders times a product of counts, one for each card dealt, each minus the cards
of its kind that are already gone. A term is split into a product over one half of the kinds and a product
over the other half; terms with the same shorter product are collected in a row, so that a shoe costs little
more than one multiplication and addition per term. Knows nothing of rules, bets or places.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Protocol, TypeAlias

import numpy as np

from analyzer.census import kernel
from analyzer.census._kernel_py import DOUBLES, PAIRS, WORDS
from analyzer.census.program import Ints, Numbers, Program
from analyzer.game.shoe import Fineness

_SIDE_BY_SIDE = 32  # The most shoes that the C kernel weighs side by side.
_ALIGNMENT = 8  # Extra words of memory, so that the kernel can begin at a cache line.
_NUMBERS: dict[type, int] = {np.float64: DOUBLES, np.int64: WORDS, object: PAIRS}
_DEALT = 6  # The most cards that a coup deals.
_GONE = 8  # More than the number of cards of a kind that can be gone, because a coup has six.
_SPARSE = 200  # `distinct` uses a table instead of sorting if it has at most this many entries per number.


Sum: TypeAlias = tuple[Sequence[int], Sequence[int]]
"""The values that are added and those that are subtracted: polynomials, then earlier sums, by index."""


class CountedKinds(Protocol):
    """Kinds that a shoe counts, of one layer or of several."""

    @property
    def fineness(self) -> Fineness:
        """The coarsest fineness of a shoe that knows them."""
        ...

    def members(self, fineness: Fineness) -> list[list[int]]:
        """For each kind, the cells of a shoe that contain its cards."""
        ...


@dataclass(frozen=True, slots=True)
class PolynomialTerms:
    """Terms of several polynomials: for each term, the index of its polynomial, its dealing orders, and the
    index of its row of cards. For each row of cards, `gone` are the kinds of cards already gone, and `kinds`
    those of the cards dealt, sorted; the number after the last kind means no card.
    """

    polynomial: Ints
    orders: Ints
    row: Ints
    gone: Ints
    kinds: Ints


class Polynomials:
    """Sums of polynomials in the counts of some kinds, ready to be weighed."""

    def __init__(self, kinds: CountedKinds, program: Program) -> None:
        """Take the kinds that a program of `compile_program` counts."""
        self.kinds = kinds
        self.program = program
        self._programs: dict[object, tuple[Program, object, int]] = {}

    def weigh(self, cells: Ints, fineness: Fineness, most: int) -> Numbers:
        """The exact outcomes of many shoes: shoes × outcomes, in the number type of `as_integers`. `cells`
        are cards left, none negative, shoes × cells of the fineness, contiguous; `most` is a bound on every
        outcome.
        """
        key = fineness, kernel.prepared  # A program is prepared for one kernel.
        if key not in self._programs:
            program = self.program.for_cells(self.kinds.members(fineness))
            words = _SIDE_BY_SIDE * program.workspace + _ALIGNMENT
            self._programs[key] = program, kernel.prepared(program.packed()), words
        program, prepared, words = self._programs[key]
        if most >= 2**kernel.BITS:
            answers = [program.weigh(row) for row in cells.tolist()]
            return np.array(answers, dtype=object).reshape(len(cells), program.outcomes)
        numbers = _NUMBERS[number_type(most)]
        ways = np.empty((program.outcomes * (2 if numbers == PAIRS else 1), len(cells)), dtype=np.uint64)
        kernel.weigh(numbers, prepared, cells, np.empty(words, dtype=np.int64), ways)
        if numbers == PAIRS:
            return np.asarray((ways[1::2].astype(object) << 64) + ways[0::2].astype(object)).T
        return as_integers(ways.T, most)


def number_type(most: int) -> type:
    """The type of number in which ways add up exactly, if there are `most` deals in all.

    Why this is exact. With u cards unknown in a shoe of N, there are (N)ᵤ = N(N−1)…(N−u+1) deals. A term
    counts deals, no two terms of a row, a polynomial or a sum count the same deal, and a difference leaves
    some of them: all of these are between 0 and (N)ᵤ. The inner sum of a row whose outer product deals a of a
    term's m cards is at most m(m−1)…(m−a+1) · (N)ₘ₋ₐ, because its orders are at most the number of places for
    those a cards; that is at most (N)ᵤ from twelve cards on, and below 720 · 12⁵ with fewer. So:

    - Doubles represent every whole number up to 2^53, and nothing is ever rounded, in any order, fused or
      not, as long as (N)ᵤ ≤ 2^53: six cards out of 458, but not out of 459.
    - Arithmetic of 64-bit words is modulo 2^64, so an answer below 2^64 is right whatever overflows on the
      way: six cards out of 1,627, but not out of 1,628. Up to 1,450 it is below 2^63, and also right if read
      as signed.
    - Arithmetic of pairs of words is modulo 2^128: six cards out of 2,642,248. Python integers have no bound.

    If cards already gone were not in the shoe, products have no meaning, and can be negative and rounded;
    they are then multiplied by exactly zero.
    """
    return np.float64 if most <= 2**53 else np.int64 if most < 2**64 else object


def as_integers(ways: Numbers, most: int) -> Numbers:
    """Ways as 64-bit integers, signed if all are below 2^63, or as Python integers."""
    if ways.dtype == object:
        return ways
    if ways.dtype == np.float64:
        return ways.astype(np.int64)
    return ways.view(np.int64 if most < 2**63 else np.uint64)


def compile_program(
    kinds: int,
    terms: PolynomialTerms,
    number: int,
    unknown: int,
    sums: Sequence[Sum] | None = None,
    outcomes: int | None = None,
    parts: int = 0,
    within: Ints | None = None,
) -> Program:
    """A program for some polynomials, or for sums of them; `Program.for_cells` adds the cells.

    Args:
        kinds: the number of kinds.
        terms: the terms of all polynomials; if a row has fewer than `unknown` cards, the others are any.
        number: the number of polynomials.
        unknown: the number of cards dealt, seen or not.
        sums: sums of the polynomials; without it, the polynomials are the outcomes.
        outcomes: the number of sums, counted from the last, that are the outcomes; by default all.
        parts: the number of polynomials, counted from the first, that are together all ordered deals of
            `unknown` cards. The one with the most terms is not computed: it is all deals minus the others.
        within: for each kind, the kind whose cards include its cards, which comes after it, or itself.
    """
    products = _Products(kinds)
    polynomial, orders = terms.polynomial, terms.orders
    order = np.arange(kinds + 1)
    if within is None:
        # Even kinds come first. With kinds by points, sums of points over that half have only five possible
        # last digits instead of ten, so that rows are fewer and longer.
        within, order = order[:-1], np.append(np.argsort(order[:-1] % 2, kind="stable"), kinds)
        terms = _renumbered(terms, np.argsort(order).astype(terms.kinds.dtype))
    outer, inner, size = _outer_and_inner(products, terms, unknown, within)[:, terms.row]
    spared = int(np.argmax(np.bincount(polynomial, minlength=number)[:parts])) if parts else None
    if spared is not None:
        kept = polynomial != spared
        everything = products.unseen(0, unknown)
        polynomial, outer = np.append(polynomial[kept], number), np.append(outer[kept], everything)
        inner, orders, size = np.append(inner[kept], 0), np.append(orders[kept], 1), np.append(size[kept], 0)
    differences = [] if sums is None else _differences(sums, number, parts, spared)
    term = np.array([*chain.from_iterable(chain.from_iterable(differences))], dtype=np.int64)
    sides = np.array([len(side) for difference in differences for side in difference], dtype=np.int64)
    total = number + (spared is not None)
    if differences:
        # Each polynomial is a sum of pieces, one for each size of products. Pieces of the same size are
        # adjacent, so that their few products stay in the nearest cache.
        pieces, polynomial = distinct(size * total + polynomial)
        whole = pieces % total
        term = np.append(np.argsort(whole, kind="stable"), term + len(pieces))
        sides = np.append(np.bincount(whole, minlength=total)[:, None] * [1, 0], sides)
        total = len(pieces)
    rows, row = distinct(polynomial * products.number + outer)
    length = np.bincount(row)
    # Rows of the same length are adjacent, so that the processor predicts where each ends.
    turns = np.lexsort((length, rows // products.number))
    rows, entries = rows[turns], np.argsort(np.argsort(turns)[row], kind="stable")
    factors, last = distinct(np.concatenate(products.factors))
    ends = np.cumsum(np.append(0, sides))
    return Program(
        cells=0,
        kinds=kinds + 1,
        factors=len(factors),
        products=products.number,
        polynomials=total,
        sums=len(sides) // 2,
        outcomes=number if sums is None else len(sums) if outcomes is None else outcomes,
        kind_start=np.zeros(0, dtype=np.int64),
        kind_cell=np.zeros(0, dtype=np.int64),
        factor_kind=order[factors // _GONE],
        factor_gone=factors % _GONE,
        parent=np.concatenate(products.parents),
        last=last,
        row_end=np.searchsorted(rows // products.number, np.arange(total), side="right"),
        outer=rows % products.number,
        entry_start=np.cumsum(np.append(0, length[turns])),
        inner=inner[entries],
        orders=orders[entries],
        sum_start=ends[0::2],
        less_start=ends[1::2],
        term=term,
    )


class _Products:
    """Products of factors, numbered as they are made; product 0 is 1. A factor is encoded as kind · `_GONE` +
    cards gone; the number after the last kind means any kind.
    """

    def __init__(self, kinds: int) -> None:
        self.kinds = kinds
        self.number = 1
        self.parents: list[Ints] = [np.zeros(1, dtype=np.int64)]
        self.factors: list[Ints] = [np.zeros(1, dtype=np.int64)]

    def times(self, start: Ints, factors: Ints) -> Ints:
        """The products `start`, each times its factors, places × rows; −1 means no factor."""
        product = start.copy()
        base = (self.kinds + 1) * _GONE
        for factor in factors:
            rows = np.flatnonzero(factor >= 0)
            pairs, which = distinct(product[rows] * base + factor[rows])
            product[rows] = self.number + which
            self.parents.append(pairs // base)
            self.factors.append(pairs % base)
            self.number += len(pairs)
        return product

    def unseen(self, seen: int, unknown: int) -> int:
        """The product that counts the orders of the unseen cards."""
        factors = self.kinds * _GONE + np.arange(seen, unknown)
        products = np.append(0, self.number + np.arange(len(factors)))
        self.parents.append(products[:-1])
        self.factors.append(factors)
        self.number += len(factors)
        return int(products[-1])


def _renumbered(terms: PolynomialTerms, number: Ints) -> PolynomialTerms:
    """The same terms, with another number for each kind."""
    return replace(terms, gone=number[terms.gone], kinds=np.sort(number[terms.kinds], axis=1))


def _outer_and_inner(products: _Products, terms: PolynomialTerms, unknown: int, within: Ints) -> Ints:
    """The outer and the inner product of each row of cards, and a number for their sizes: 3 × rows. One is
    over the lower half of the kinds, the other over the rest; the outer one has fewer factors, and also those
    of the unseen cards. If all cards are in one half, the last card is split off instead, which avoids the
    longest products.
    """
    kinds, gone = np.ascontiguousarray(terms.kinds.T), terms.gone.T
    zero = np.zeros(len(terms.kinds), dtype=np.int16)
    factors = np.full((len(kinds) + _DEALT, len(zero)), -1, dtype=np.int16)
    earlier = np.concatenate([gone, kinds])
    holders = np.append(within, products.kinds).astype(np.int16)[earlier]
    for place, kind in enumerate(kinds, len(gone)):
        before = zip(earlier[:place], holders[:place], strict=True)
        same = ((other == kind) | (holder == kind) for other, holder in before)
        factors[place - len(gone)] = kind * _GONE + sum(same, zero)
    factors[: len(kinds)][kinds == products.kinds] = -1
    cards = sum((kind < products.kinds for kind in kinds), zero)
    below = sum((kind < (products.kinds + 1) // 2 for kind in kinds), zero)
    below = np.where((below == 0) | (below == cards), np.maximum(cards - 1, 0), below)
    places = np.arange(_DEALT)[:, None]
    left = np.where(places < below, factors[:_DEALT], np.int16(-1))
    right = np.take_along_axis(factors, places + below, axis=0)
    fewer = below <= cards - below
    sides = np.hstack([np.where(fewer, left, right), np.where(fewer, right, left)])
    start = np.zeros((2, len(zero)), dtype=np.int64)
    for seen in np.flatnonzero(np.bincount(cards)).tolist():
        start[0, cards == seen] = products.unseen(len(gone) + seen, unknown)
    outer, inner = products.times(start.ravel(), sides).reshape(2, -1)
    return np.stack([outer, inner, cards * _DEALT + below])


def _differences(sums: Sequence[Sum], number: int, parts: int, spared: int | None) -> list[Sum]:
    """The values that each sum adds and subtracts: first those for the spared polynomial, if there is one,
    then those for each sum.
    """
    if spared is None:
        return list(sums)
    everything, left = number, number + 1
    value = [*range(number), *(left + 1 + place for place in range(len(sums)))]
    value[spared] = left
    differences: list[Sum] = [([everything], [part for part in range(parts) if part != spared])]
    for added, subtracted in sums:
        others = set(range(parts)).difference(added)
        more = [i for i in added if i >= parts]
        if not more and parts - len(others) > len(others):
            differences.append(([everything], [value[i] for i in [*sorted(others), *subtracted]]))
        else:
            differences.append(([value[i] for i in added], [value[i] for i in subtracted]))
    return differences


def distinct(numbers: Ints) -> tuple[Ints, Ints]:
    """The distinct values of numbers, none of them negative, rising, and the index of each number's value."""
    size = int(numbers.max(initial=0)) + 1
    if size > _SPARSE * len(numbers):
        values, which = np.unique(numbers, return_inverse=True)
        return values, which
    occurs = np.zeros(size, dtype=bool)
    occurs[numbers] = True
    values = np.flatnonzero(occurs)
    place = np.empty(size, dtype=np.int64)
    place[values] = np.arange(len(values))
    return values, place[numbers]
