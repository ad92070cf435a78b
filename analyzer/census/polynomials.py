"""Polynomials in falling factorials of the cards left: made from terms, and weighed for many shoes.

A term is a number of dealing orders times a product of counts, one for every card dealt, each less the
cards of its kind already gone. The kinds are split into halves, so that a term is a product over one half
times a product over the other, and terms that share the shorter one are gathered in a row: what a shoe
costs is then little more than one multiplication and addition a term. Knows nothing of rules, bets or
places.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from analyzer.census import kernel
from analyzer.census._kernel_py import DOUBLES, PAIRS, WORDS, Numbers, weigh_integers
from analyzer.census.distinct import distinct
from analyzer.census.kinds import Kinds
from analyzer.census.program import Ints, Program
from analyzer.game.shoe import Fineness

_SIDE_BY_SIDE = 32
"""Shoes that a twin of the kernel lays side by side at most."""

_ALIGNED = 8
"""Words to spare, so that a twin can begin on a line of the cache."""

_NUMBERS: dict[type, int] = {np.float64: DOUBLES, np.int64: WORDS, object: PAIRS}

_DEALT = 6
"""Cards that a coup deals at most."""

_GONE = 8
"""More than the cards that can be gone of a kind, a coup having six."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms of several polynomials, all of the same number of cards.

    By term: `owner` is the polynomial, `orders` the dealing orders, `cards` says which of some rows of
    cards it is about. By row of cards: `held` are the kinds already gone, `rest` the kinds still to be
    dealt, sorted.
    """

    owner: Ints
    orders: Ints
    cards: Ints
    held: Ints
    rest: Ints


class Polynomials:
    """Sums of polynomials in the counts of some kinds, ready to be weighed."""

    def __init__(self, kinds: Kinds, program: Program) -> None:
        """The kinds that the program, made by `lay_out`, counts."""
        self.kinds = kinds
        self.program = program
        self._packed: dict[Fineness, tuple[bytes, int]] = {}

    def weigh(self, cells: Ints, fineness: Fineness, most: int) -> Numbers:
        """The outcomes for many shoes, exactly: shoes × outcomes, as `whole` has them.

        Args:
            cells: cards left, none negative, in rows without gaps, shoes × cells of the fineness.
            fineness: what the columns are.
            most: a bound of every outcome.
        """
        if fineness not in self._packed:
            program = self.program.over(self.kinds.members(fineness))
            self._packed[fineness] = program.packed(), program.room
        packed, room = self._packed[fineness]
        outcomes = self.program.outcomes
        if most >= 2**kernel.BITS:
            integers = np.empty((len(cells), outcomes), dtype=object)
            weigh_integers(packed, cells, integers)
            return integers
        numbers = _NUMBERS[number_type(most)]
        ways = np.empty((len(cells), outcomes * (2 if numbers == PAIRS else 1)), dtype=np.uint64)
        kernel.weigh(numbers, packed, cells, np.empty(_SIDE_BY_SIDE * room + _ALIGNED, dtype=np.int64), ways)
        if numbers == PAIRS:
            return np.asarray((ways[:, 1::2].astype(object) << 64) + ways[:, 0::2].astype(object))
        return whole(ways, most)


def number_type(most: int) -> type:
    """The type of number in which ways add up exactly, if all deals together are so many.

    Why this is enough. With u cards unknown in a shoe of N, all deals together are (N)ᵤ = N(N−1)…(N−u+1). A
    term counts deals, no two terms of a row, a polynomial or a sum count the same ones, and a difference
    leaves some of them: all of these lie between 0 and (N)ᵤ. The inner sum of a row whose outer product
    deals a of a term's m cards is at most m(m−1)…(m−a+1) · (N)ₘ₋ₐ, since its orders are no more than the
    places that those a cards can take; that is no more than (N)ᵤ from twelve cards on, and with fewer it
    stays below 720 · 12⁵. So:

    - Doubles hold every whole number up to 2^53, and nothing is ever rounded, in whatever order, fused or
      not, as long as (N)ᵤ ≤ 2^53: six cards out of 458, not out of 459.
    - 64-bit words wrap around, so whatever happens on the way, an answer below 2^64 is right: six cards out
      of 1,627, not out of 1,628. Up to 1,450 it is below 2^63, and as right if the word is read as signed.
    - Pairs of words wrap around at 2^128: six cards out of 2,642,248. Python integers have no bound.

    Where cards held are not in the shoe, products are of no meaning, perhaps negative and perhaps rounded;
    they are then multiplied by exactly zero.
    """
    return np.float64 if most <= 2**53 else np.int64 if most < 2**64 else object


def whole(ways: Numbers, most: int) -> Numbers:
    """Ways as whole numbers of 64 bits, signed if they are below 2^63, or as Python integers."""
    if ways.dtype == object:
        return ways
    if ways.dtype == np.float64:
        return ways.astype(np.int64)
    return ways.view(np.int64 if most < 2**63 else np.uint64)


def lay_out(
    kinds: int,
    terms: Sequence[Terms],
    number: int,
    unknown: int,
    sums: Sequence[Sequence[int]] | None = None,
    complete: bool = False,
) -> Program:
    """A program for some polynomials, or for sums of them; the cells are still to be named.

    Args:
        kinds: the number of kinds that the terms are in.
        terms: the terms of all polynomials. Where they deal fewer cards than `unknown`, the others are not
            seen and lie in any order.
        number: the number of polynomials.
        unknown: the cards that are dealt in all, seen or not.
        sums: the polynomials that each outcome is the sum of; without it, the polynomials are the outcomes.
        complete: whether the polynomials together are all ordered deals of `unknown` cards. That spares the
            one of most terms: it is what the others leave.
    """
    products = _Products(kinds)
    owner, outer, inner, orders = _entries(products, terms, unknown)
    spared = int(np.argmax(np.bincount(owner, minlength=number))) if complete else None
    if spared is not None:
        kept = owner != spared
        everything = products.unseen(0, unknown)
        owner, outer = np.append(owner[kept], number), np.append(outer[kept], everything)
        inner, orders = np.append(inner[kept], 0), np.append(orders[kept], 1)
    slots = number + complete
    differences = [] if sums is None else _differences(sums, number, spared)
    order = np.argsort(owner * products.number + outer, kind="stable")
    owner, outer, inner, orders = owner[order], outer[order], inner[order], orders[order]
    rows = np.flatnonzero(np.diff(owner * products.number + outer, prepend=-1))
    parent, steps = products.steps()
    factors, last = distinct(steps)
    ends = np.cumsum([0, *(len(side) for difference in differences for side in difference)])
    return Program(
        cells=0,
        kinds=kinds + 1,
        factors=len(factors),
        products=products.number,
        slots=slots,
        sums=len(differences),
        outcomes=number if sums is None else len(sums),
        kind_start=np.zeros(0, dtype=np.int64),
        kind_cell=np.zeros(0, dtype=np.int64),
        factor_kind=factors // _GONE,
        factor_gone=factors % _GONE,
        parent=parent,
        last=last,
        slot_end=np.searchsorted(owner[rows], np.arange(slots), side="right"),
        outer=outer[rows],
        row_start=np.append(rows, len(owner)),
        inner=inner,
        orders=orders,
        sum_start=ends[0::2],
        less_start=ends[1::2],
        term=np.array([*chain.from_iterable(chain.from_iterable(differences))], dtype=np.int64),
    )


class _Products:
    """Products of counts, numbered as they are needed; product 0 is one.

    A factor is written as one number, its kind times `_GONE` plus the cards of that kind gone; the kind
    after the last is any card at all.
    """

    def __init__(self, kinds: int) -> None:
        self.kinds = kinds
        self.number = 1
        self._parents: list[Ints] = [np.zeros(1, dtype=np.int64)]
        self._factors: list[Ints] = [np.zeros(1, dtype=np.int64)]

    def chains(self, start: Ints, factors: Ints) -> Ints:
        """The products that factors, places × rows, make of those they start from; −1 is no factor."""
        product = start.copy()
        base = (self.kinds + 1) * _GONE
        for factor in factors:
            here = np.flatnonzero(factor >= 0)
            found, which = distinct(product[here] * base + factor[here])
            product[here] = self.number + which
            self._parents.append(found // base)
            self._factors.append(found % base)
            self.number += len(found)
        return product

    def unseen(self, seen: int, unknown: int) -> int:
        """The product that says in how many ways the cards that nobody sees can lie."""
        factors = self.kinds * _GONE + np.arange(seen, unknown)
        return int(self.chains(np.zeros(1, dtype=np.int64), factors[:, None])[0])

    def steps(self) -> tuple[Ints, Ints]:
        """The parent of each product, and the factor that it adds; product 0 has neither."""
        return np.concatenate(self._parents), np.concatenate(self._factors)


def _entries(products: _Products, terms: Sequence[Terms], unknown: int) -> tuple[Ints, Ints, Ints, Ints]:
    """All terms: the polynomial, the outer and the inner product, and the orders."""
    if not terms:
        return (np.zeros(0, dtype=np.int64),) * 4
    outers, inners = zip(*(_halves(part, (products.kinds + 1) // 2) for part in terms), strict=True)
    starts = [
        np.full(len(part.rest), products.unseen(part.held.shape[1] + part.rest.shape[1], unknown))
        for part in terms
    ]
    rows = np.cumsum([0, *map(len, starts)])
    both = products.chains(
        np.concatenate([*starts, np.zeros(rows[-1], dtype=np.int64)]),
        np.concatenate([*outers, *inners], axis=1),
    )
    cards = np.concatenate([part.cards + first for part, first in zip(terms, rows, strict=False)])
    owner = np.concatenate([part.owner for part in terms])
    orders = np.concatenate([part.orders for part in terms])
    return owner, both[cards], both[rows[-1] + cards], orders


def _halves(part: Terms, half: int) -> tuple[Ints, Ints]:
    """The factors of the outer and the inner product of each row of cards, −1 where there are no more.

    These are the kinds below `half` and the others, fewer first; where all cards are of one half, the last
    of them is the outer product, which saves the longest products. Both are places × rows.
    """
    rest, held = part.rest.T, part.held.T
    cards, rows = rest.shape
    factors = np.full((2 * _DEALT, rows), -1, dtype=np.int16)
    for place, kind in enumerate(rest):
        gone = np.zeros(rows, dtype=np.int16)
        for other in (*held, *rest[:place]):
            gone += other == kind
        factors[place] = kind * _GONE + gone
    below = np.zeros(rows, dtype=np.intp)
    for kind in rest:
        below += kind < half
    below[(below == 0) | (below == cards)] = max(cards - 1, 0)
    places = np.arange(_DEALT)[:, None]
    left = np.where(places < below, factors[:_DEALT], np.int16(-1))
    right = np.take_along_axis(factors, places + below, axis=0)
    fewer = below <= cards - below
    return np.where(fewer, left, right), np.where(fewer, right, left)


def _differences(
    sums: Sequence[Sequence[int]], number: int, spared: int | None
) -> list[tuple[list[int], list[int]]]:
    """The outcomes as values added and values taken away; before them the polynomial spared, if one is."""
    if spared is None:
        return [(list(members), []) for members in sums]
    everything, left = number, number + 1
    value = [left if i == spared else i for i in range(number)]
    found = [([everything], [i for i in range(number) if i != spared])]
    for members in sums:
        others = sorted(set(range(number)) - set(members))
        if len(members) > len(others):
            found.append(([everything], [value[i] for i in others]))
        else:
            found.append(([value[i] for i in members], []))
    return found
