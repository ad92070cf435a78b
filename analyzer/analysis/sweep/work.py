"""The work of a sweep: everything that determines the result of shoe number i, and nothing else."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from analyzer.analysis.count import Count
from analyzer.analysis.question import check_known, split
from analyzer.analysis.sweep.shuffle import CUT_CARD_STREAM, STREAM, check_seed
from analyzer.bets.bet import Bet
from analyzer.bets.digest import digest_of_bet, digest_of_rules
from analyzer.census.census import needs
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import grouped, ratio_text
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import CARDS_IN_DECK, FINENESSES, Fineness, Shoe, coarser

MOST_NET = 10**6
"""The most units that one unit staked may win or lose, so that an EV fits the whole numbers of a tally."""


@dataclass(frozen=True)
class Work:
    """Shoes to be played: each depends only on its number and on these fields, not on where or when.

    `shoe` is full, before the burn; `seed` is 0 or more; each of the `counts` has its bet's index in `bets`.

    Raises:
        ShoeError: the burn or the cut card does not fit the shoe, or a bet or a count needs a finer one.
        AnalyzerError: a bet, the seed or a count cannot be used in a sweep; the message says why.
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
            raise AnalyzerError("expected one bet or more to play shoes for, got none")
        for bet in self.bets:
            if max(map(abs, bet.nets.values())) > MOST_NET:
                raise AnalyzerError(
                    f"expected bets that win or lose at most {grouped(MOST_NET)} units for one, "
                    f"got {bet.reference!r}"
                )
            check_known(f"bet {bet.reference!r}", needs(self.rules, split(bet)), self.shoe.fineness)
        for count, place in self.counts:
            if place not in range(len(self.bets)):
                raise AnalyzerError(f"expected count {count.id!r} to bet on one of the bets played")
            if count.true_trigger is None and count.running_trigger is None:
                raise AnalyzerError(
                    f"expected a count that says when to bet, got {count.id!r} without a trigger; give it one"
                )
            if FINENESSES.index(count.fineness) > FINENESSES.index(self.shoe.fineness):
                raise ShoeError(
                    f"count {count.id!r} has tags by {count.fineness}, and the shoe is known by "
                    f"{self.shoe.fineness}; give the shoe by {count.fineness}"
                )
        self.procedure.check(self.shoe, self.rules.cards_from_shoe)

    @cached_property
    def fineness(self) -> Fineness:
        """The coarsest fineness that suffices for all bets and counts."""
        levels = [needs(self.rules, split(bet)).fineness for bet in self.bets]
        return max([*levels, *(count.fineness for count, _ in self.counts)], key=FINENESSES.index)

    @property
    def triggers(self) -> list[tuple[list[int], int]]:
        """For each count, weights by cell and a limit: it bets if Σ weight · cards not yet seen ≤ limit."""
        return [self._trigger(count) for count, _ in self.counts]

    def _trigger(self, count: Count) -> tuple[list[int], int]:
        # The running count is start + Σ tag · (cards of the shoe − cards not yet seen); the true count uses
        # the tags less their mean, per deck of 52 cards not yet seen. Both are linear in the cards not seen.
        shoe = self.shoe.coarsen(self.fineness)
        tags = [count.tags[cell] for cell in coarser(self.fineness, count.fineness)]
        total = sum((n * tag for n, tag in zip(shoe.counts, tags, strict=True)), Fraction(0))
        if count.true_trigger is None:
            weights, limit = tags, count.start + total - (count.running_trigger or 0)
        else:
            mean = total / shoe.size
            weights, limit = [CARDS_IN_DECK * (tag - mean) + count.true_trigger for tag in tags], Fraction(0)
        scale = lcm(limit.denominator, *(weight.denominator for weight in weights))
        return [int(weight * scale) for weight in weights], int(limit * scale)

    @property
    def steps(self) -> dict[str, object]:
        """The part of the procedure that determines the shoes, by field, as JSON."""
        steps = dict(self.procedure.steps)
        if isinstance(self.procedure.cut_card, tuple):
            steps |= {"cut_card": list(self.procedure.cut_card), "cut_card_stream": CUT_CARD_STREAM}
        # Left out where false, so that records of runs without it stay the same.
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
