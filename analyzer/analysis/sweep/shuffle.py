"""The order of the cards in shoe number i, determined by the seed and by i alone."""

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.game.shoe import Shoe

STREAM = "philox4x64-10, cell in the low 6 bits, ascending; version 1"
"""The name of the shuffling method; another method gives other shoes."""

CUT_CARD_STREAM = "philox4x64-10 from counter 2^192, first word of a block modulo the depths; version 1"
"""The name of the method that places a cut card at random."""

MOST_SEED = 2**128 - 1
"""The greatest key that the generator takes."""

_CELL = 63  # The bits of a random number that hold the card's cell.
_CUT_CARDS = 2**192  # Where the counter begins for cut cards: no shuffle ever counts so far.


def check_seed(seed: int) -> None:
    """Raise an AnalyzerError if a seed is not a whole number or is out of range."""
    if type(seed) is not int or not 0 <= seed <= MOST_SEED:
        raise AnalyzerError(f"expected a seed as a whole number from 0 to {MOST_SEED}, got {quoted(seed)}")


def shuffled(shoe: Shoe, seed: int, first: int, last: int) -> NDArray[np.uint8]:
    """The cells of the cards of shoes number `first` to `last` − 1 as they are dealt: shoes × cards.

    Every card draws a random number of 64 bits, and the cards are dealt in rising order of these. Unlike
    numpy's ways of shuffling, the raw numbers of this generator never change with numpy's version. Shoe i
    begins at number i · words, and none before it need be drawn. The cell of a card replaces the low 6 bits
    of its number, so equal numbers need 58 equal random bits: in an 8-deck shoe a probability of about 2⁻⁴².

    Source: J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3 (SC11, 2011), for Philox.
    """
    blocks = -(-shoe.size // 4)
    stream = np.random.Philox(key=seed, counter=first * blocks)
    raw = stream.random_raw((last - first) * 4 * blocks).reshape(last - first, 4 * blocks)
    cells = np.repeat(np.arange(len(shoe.counts), dtype=np.uint64), shoe.counts)
    keys = raw[:, : shoe.size] & np.uint64(~_CELL & 2**64 - 1) | cells
    keys.sort(axis=1)
    return (keys & np.uint64(_CELL)).astype(np.uint8)


def cut_cards(depths: tuple[int, int], seed: int, first: int, last: int) -> NDArray[np.int64]:
    """How many cards are behind the cut cards of shoes number `first` to `last` − 1.

    Each depth, from the fewest cards to the most, is as likely as any other to within one part in
    2⁶⁴ / depths, whatever the order of the cards.
    """
    fewest, most = depths
    stream = np.random.Philox(key=seed, counter=_CUT_CARDS + first)
    words = stream.random_raw((last - first) * 4).reshape(last - first, 4)[:, 0]
    return fewest + (words % np.uint64(most - fewest + 1)).astype(np.int64)
