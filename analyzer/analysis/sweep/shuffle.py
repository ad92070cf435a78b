"""The order of the cards in shoe number i: a matter of the seed and of i, of nothing else.

Knows nothing of rules, bets or procedures.
"""

import numpy as np
from numpy.typing import NDArray

from analyzer.game.shoe import Shoe

STREAM = "philox4x64-10, cell in the low 6 bits, ascending; version 1"
"""How shoes are shuffled, named: a change of it gives other shoes."""

MOST_SEED = 2**128 - 1
"""The greatest key that the generator takes."""

_CELL = 63


def shuffled(shoe: Shoe, seed: int, first: int, last: int) -> NDArray[np.uint8]:
    """The cells of the cards of shoes number `first` to `last` − 1 as they are dealt: shoes × cards.

    Every card draws a random number of 64 bits, and the cards are dealt in rising order of these. The raw
    numbers of this generator never change with numpy's version, as its ways of shuffling may. It counts
    instead of carrying a state, so that shoe i begins at number i · words without any before it being drawn.

    The cell of a card takes the place of its number's low 6 bits. Two cards of different cells so draw equal
    numbers only where 58 random bits agree, in an 8-deck shoe with a probability of about 2⁻⁴².

    Source: J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3 (SC11, 2011), for Philox.
    """
    blocks = -(-shoe.size // 4)
    stream = np.random.Philox(key=seed, counter=first * blocks)
    raw = stream.random_raw((last - first) * 4 * blocks).reshape(last - first, 4 * blocks)
    cells = np.repeat(np.arange(len(shoe.counts), dtype=np.uint64), shoe.counts)
    keys = raw[:, : shoe.size] & np.uint64(~_CELL & 2**64 - 1) | cells
    keys.sort(axis=1)
    return (keys & np.uint64(_CELL)).astype(np.uint8)
