"""Shoes for tests: fresh, partly dealt, lopsided and tiny ones, the same in every run."""

from itertools import islice
from random import Random

import numpy as np

from analyzer.analysis.question import Question
from analyzer.analysis.sweep.result import SweepResult
from analyzer.analysis.sweep.tally import Tally
from analyzer.analysis.sweep.work import Work
from analyzer.census.program import Ints
from analyzer.game.cards import card_at
from analyzer.game.shoe import KEYS, Fineness, Shoe


def random_shoes(fineness: Fineness, number: int, kinds: int = 52) -> list[Shoe]:
    """This number of shoes, of four types in turn, with at most `kinds` kinds of card."""
    return [_SORTS[i % len(_SORTS)](Random(f"{fineness} {i}"), fineness, kinds) for i in range(number)]


def brief(shoe: Shoe) -> str:
    """The shoe as text, without the kinds that it lacks."""
    return " ".join(f"{key}={n}" for key, n in zip(KEYS[shoe.fineness], shoe.counts, strict=True) if n)


def spread(cards: int, weights: tuple[int, ...]) -> Shoe:
    """A shoe by points with exactly this number of cards, in about these proportions."""
    counts = [cards * weight // sum(weights) for weight in weights]
    counts[0] += cards - sum(counts)
    return Shoe(tuple(counts), "points")


def sized_shoes(fineness: Fineness, number: int, most: int) -> Ints:
    """Counts of this number of shoes of all sizes up to `most` cards, one row per shoe.

    The first two have `most` cards, spread out and in one cell. The others are even, uneven, in a few cells,
    or nearly all in one cell.
    """
    random = np.random.default_rng([most, number, len(KEYS[fineness])])
    cells = len(KEYS[fineness])
    sizes = np.exp(random.uniform(np.log(6), np.log(most + 1), number)).astype(np.int64)
    sizes[:2] = most
    weights = np.ones((number, cells))
    weights[1::4] = random.uniform(size=weights[1::4].shape) ** 4
    weights[2::4] = random.uniform(size=weights[2::4].shape) < 3 / cells
    weights[3::4] = 1e-3
    weights[np.arange(number), random.integers(0, cells, number)] += 1
    weights[1:2] = np.arange(cells) == 7
    weights /= weights.sum(axis=1, keepdims=True)
    return np.array([random.multinomial(size, row) for size, row in zip(sizes, weights, strict=True)])


def tiny_shoe(random: Random, fineness: Fineness, kinds: int) -> Shoe:
    """6 to 12 cards."""
    cells = _some_cells(random, fineness, kinds)
    counts = [0] * len(KEYS[fineness])
    for _ in range(random.randint(6, 12)):
        counts[random.choice(cells)] += 1
    return Shoe(tuple(counts), fineness)


def fresh_shoe(random: Random, fineness: Fineness, kinds: int) -> Shoe:
    """1 to 12 full decks, but of at most `kinds` kinds, or of 2."""
    full = Shoe.decks(random.randint(1, 12)).coarsen(fineness)
    return _only(full, _some_cells(random, fineness, kinds))


def dealt_shoe(random: Random, fineness: Fineness, kinds: int) -> Shoe:
    """The rest of 8 decks after any number of cards has been dealt, at least 6 cards."""
    full = [card_at(index) for index in range(52) for _ in range(8)]
    dealt = random.sample(full, random.randint(1, 410))
    left = Shoe.decks(8).without(dealt).coarsen(fineness)
    some = _only(left, _some_cells(random, fineness, kinds))
    return some if some.size >= 6 else tiny_shoe(random, fineness, kinds)


def lopsided_shoe(random: Random, fineness: Fineness, kinds: int) -> Shoe:
    """Two to four kinds with many cards, and at most two cards of every other kind."""
    cells = _some_cells(random, fineness, kinds)
    counts = [0] * len(KEYS[fineness])
    for cell in cells:
        counts[cell] = random.randint(0, 2)
    for cell in random.sample(cells, min(len(cells), random.randint(2, 4))):
        counts[cell] = random.randint(3, 60)
    return Shoe(tuple(counts), fineness)


_SORTS = (tiny_shoe, fresh_shoe, dealt_shoe, lopsided_shoe)


def _some_cells(random: Random, fineness: Fineness, kinds: int) -> list[int]:
    cells = list(range(len(KEYS[fineness])))
    random.shuffle(cells)
    return list(islice(cells, max(2, kinds)))


def _only(shoe: Shoe, cells: list[int]) -> Shoe:
    return Shoe(tuple(n if cell in cells else 0 for cell, n in enumerate(shoe.counts)), shoe.fineness)


def result_of(work: Work, tally: Tally) -> SweepResult:
    """The result of played shoes, from a question without a variant's name."""
    return SweepResult(Question.of(work.rules, work.bets, work.shoe), work, tally)
