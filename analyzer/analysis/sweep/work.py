"""The work of a sweep: everything that determines the result of shoe number i, and the order of its cards."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm

import numpy as np
from numpy.typing import NDArray

from analyzer.analysis.batch import Batch
from analyzer.analysis.count import Count
from analyzer.analysis.question import FINENESS_WORDS, check_known, split
from analyzer.bets.bet import Bet
from analyzer.bets.digest import digest_of_bet, digest_of_rules
from analyzer.census.census import needs
from analyzer.census.kinds import held
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import quoted, ratio_text
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import CARDS_IN_DECK, FINENESSES, Fineness, Shoe, coarser
from analyzer.text import message

MOST_NET = 10**6  # The most units won or lost per unit staked, so that EVs fit the whole numbers of a tally.

STREAM = "philox4x64-10, cell in the low 6 bits, ascending; version 1"
"""The name of the shuffling method; another method gives other shoes."""

CUT_CARD_STREAM = "philox4x64-10 from counter 2^192, first word of a block modulo the depths; version 1"
"""The name of the method that places a cut card at random."""

MOST_SEED = 2**128 - 1  # The greatest key that the generator takes.
_CELL = 63  # The bits of a random number that hold the card's cell.
_CUT_CARDS = 2**192  # Where the counter begins for cut cards: no shuffle reaches this number.

_batch = lru_cache(maxsize=8)(Batch)


@dataclass(frozen=True)
class Work:
    """Shoes to be played: each depends only on its number and these fields, not on where it is played.

    `shoe` is full, before the burn; `seed` is 0 or more; each of the `counts` has its bet's index in `bets`.
    Raises ShoeError if the burn or the cut card does not fit the shoe, or a bet or a count needs a finer one;
    AnalyzerError if a bet, the seed or a count cannot be used in a sweep; the message says why.
    """

    rules: Rules
    bets: tuple[Bet, ...]
    shoe: Shoe
    procedure: Procedure
    seed: int
    counts: tuple[tuple[Count, int], ...] = ()

    def __post_init__(self) -> None:
        """Check that shoes can be played with these fields."""
        check_seed(self.seed)
        if not self.bets:
            raise AnalyzerError("at least one bet to play shoes for is required")
        for bet in self.bets:
            if max(map(abs, bet.nets.values())) > MOST_NET:
                raise AnalyzerError(
                    "expected bets that win or lose at most {most} units per unit staked, got {bet}",
                    most=MOST_NET,
                    bet=repr(bet.reference),
                )
            check_known(message("bet {bet}", bet=repr(bet.reference)), self._needs(bet), self.shoe.fineness)
        for count, place in self.counts:
            if place not in range(len(self.bets)):
                raise AnalyzerError(
                    "expected count {count} to bet on one of the bets played", count=repr(count.id)
                )
            if count.true_trigger is None and count.running_trigger is None:
                raise AnalyzerError(
                    "count {count} has no trigger that says when to bet; give it one", count=repr(count.id)
                )
            if FINENESSES.index(count.fineness) > FINENESSES.index(self.shoe.fineness):
                raise ShoeError(
                    "count {count} has tags by {need}, but the shoe is known only by {known}; "
                    "give the shoe by {need}",
                    count=repr(count.id),
                    need=FINENESS_WORDS[count.fineness],
                    known=FINENESS_WORDS[self.shoe.fineness],
                )
        self.procedure.check(self.shoe, self.rules.cards_from_shoe)

    @property
    def batch(self) -> Batch:
        """The bets, prepared to be valued on what is left of the shoes."""
        dealt = self.shoe.coarsen(self.fineness)
        return _batch(self.rules, self.bets, held(dealt.counts, dealt.fineness))

    @cached_property
    def fineness(self) -> Fineness:
        """The coarsest fineness that suffices for all bets and counts."""
        levels = [self._needs(bet) for bet in self.bets]
        return max([*levels, *(count.fineness for count, _ in self.counts)], key=FINENESSES.index)

    @property
    def most_coups(self) -> int:
        """The most coups that a shoe can have: each takes all but two of the most cards that it may take."""
        return self.shoe.size // (self.rules.cards_from_shoe - 2)

    def _needs(self, bet: Bet) -> Fineness:
        return needs(self.rules, split(bet), cards=held(self.shoe.counts, self.shoe.fineness)).fineness

    @property
    def triggers(self) -> list[tuple[list[int], int]]:
        """For each count, weights by cell and a limit: it bets if Σ weight · cards not yet seen ≤ limit."""
        # The running count is start + Σ tag · (cards of the shoe − cards not yet seen); the true count uses
        # the tags less their mean, per deck of 52 cards not yet seen. Both are linear in the cards not seen.
        shoe, triggers = self.shoe.coarsen(self.fineness), []
        for count, _ in self.counts:
            tags = [count.tags[cell] for cell in coarser(self.fineness, count.fineness)]
            total = sum((n * tag for n, tag in zip(shoe.counts, tags, strict=True)), Fraction(0))
            weights, limit = tags, count.start + total - (count.running_trigger or 0)
            if (least := count.true_trigger) is not None:
                mean = total / shoe.size
                weights, limit = [CARDS_IN_DECK * (tag - mean) + least for tag in tags], Fraction(0)
            scale = lcm(limit.denominator, *(weight.denominator for weight in weights))
            triggers.append(([int(weight * scale) for weight in weights], int(limit * scale)))
        return triggers

    @property
    def steps(self) -> dict[str, object]:
        """The part of the procedure that determines the shoes, by field, as JSON."""
        steps = dict(self.procedure.steps)
        if isinstance(self.procedure.cut_card, tuple):
            steps |= {"cut_card": list(self.procedure.cut_card), "cut_card_stream": CUT_CARD_STREAM}
        # Left out if false, so that records of runs without it stay the same.
        return steps | ({"reserve": True} if self.procedure.reserve else {})

    def identity(self) -> dict[str, object]:
        """All that determines the results, field by field, so that a record of a run can be compared."""
        return {
            "stream": STREAM,
            "rules": self.rules.id,
            "rules_sha256": digest_of_rules(self.rules),
            "bets": [bet.reference for bet in self.bets],
            "bets_sha256": [digest_of_bet(bet) for bet in self.bets],
            "shoe": str(self.shoe),
            **self.steps,
            "seed": self.seed,
            "counts": [
                {
                    "bet": self.bets[place].reference,
                    "tags": [ratio_text(tag) for tag in count.tags],
                    "start": ratio_text(count.start),
                    **count.triggers,
                }
                for count, place in self.counts
            ],
        }


def check_seed(seed: int) -> None:
    """Raise an AnalyzerError if a seed is not a whole number or is out of range."""
    if type(seed) is not int or not 0 <= seed <= MOST_SEED:
        raise AnalyzerError(
            "expected a seed as a whole number from 0 to {most}, got {seed}",
            most=str(MOST_SEED),
            seed=quoted(seed),
        )


def shuffled(shoe: Shoe, seed: int, first: int, last: int) -> NDArray[np.uint8]:
    """The cells of the cards of shoes number `first` to `last` − 1 as they are dealt: shoes × cards.

    Every card draws a random number of 64 bits, and the cards are dealt in rising order of these. Unlike
    numpy's own shuffling, the raw numbers of this generator never change with numpy's version. Shoe i
    begins at number i · words, and none before it need be drawn. The cell of a card replaces the low 6 bits
    of its number, so equal numbers need 58 equal random bits: in an 8-deck shoe a probability of about 2⁻⁴².

    Source: J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3 (SC11, 2011), for Philox.
    """
    blocks = -(-shoe.size // 4)
    stream = np.random.Philox(key=seed, counter=first * blocks)
    raw = stream.random_raw((last - first) * 4 * blocks).reshape(last - first, 4 * blocks)
    cells = np.repeat(np.arange(len(shoe.counts), dtype=np.uint64), shoe.counts)
    keys = raw[:, : shoe.size]
    keys &= np.uint64(~_CELL & 2**64 - 1)
    keys |= cells
    keys.sort(axis=1)
    return keys.astype(np.uint8) & np.uint8(_CELL)


def cut_cards(depths: tuple[int, int], seed: int, first: int, last: int) -> NDArray[np.int64]:
    """How many cards are behind the cut cards of shoes number `first` to `last` − 1.

    Each depth, from the fewest cards to the most, is as likely as any other to within one part in
    2⁶⁴ / depths, whatever the order of the cards.
    """
    fewest, most = depths
    stream = np.random.Philox(key=seed, counter=_CUT_CARDS + first)
    words = stream.random_raw((last - first) * 4).reshape(last - first, 4)[:, 0]
    return fewest + (words % np.uint64(most - fewest + 1)).astype(np.int64)
