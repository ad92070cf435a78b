"""What a sweep is to play: everything that decides what shoe number i gives, and nothing else.

Knows nothing of how shoes are shuffled, or of how many are played.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from analyzer.analysis.count import DECK, Count
from analyzer.analysis.odds import split, too_coarse
from analyzer.analysis.sweep.shuffle import MOST_SEED, STREAM
from analyzer.bets.bet import Bet
from analyzer.bets.digest import digest_of_bet, digest_of_rules
from analyzer.census.census import needs
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import grouped, quoted, ratio_text
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES, Fineness, Shoe, coarser

MOST_NET = 10**6
"""The most units that one unit staked may win or lose, so that an EV fits the whole numbers of a tally."""


@dataclass(frozen=True)
class Work:
    """Shoes to be played, each the same whoever plays it and in whatever order.

    `shoe` is the full shoe before the burn, `seed` a whole number from 0 that with a shoe's number decides
    its shuffle. `counts` are counts that bet when they say so, each with the place of its bet in `bets`.

    Raises:
        ShoeError: the burn or the cut card does not fit the shoe, or a bet or a count needs its cards told
            apart more finely.
        AnalyzerError: there is no bet, the seed is out of range, a count has no trigger or bets on none of
            the bets, or a bet nets more than a tally holds.
    """

    rules: Rules
    bets: tuple[Bet, ...]
    shoe: Shoe
    procedure: Procedure
    seed: int
    counts: tuple[tuple[Count, int], ...] = ()

    def __post_init__(self) -> None:
        """Refuse what no shoe could be played by."""
        if type(self.seed) is not int or not 0 <= self.seed <= MOST_SEED:
            raise AnalyzerError(
                f"expected a seed as a whole number from 0 to {MOST_SEED}, got {quoted(self.seed)}"
            )
        if not self.bets:
            raise AnalyzerError("expected one bet or more to play shoes for, got none")
        for bet in self.bets:
            if max(map(abs, bet.nets.values())) > MOST_NET:
                raise AnalyzerError(
                    f"expected bets that win or lose at most {grouped(MOST_NET)} units for one, "
                    f"got {bet.reference!r}"
                )
            if not (need := needs(self.rules, split(bet))).known_by(self.shoe.fineness):
                raise too_coarse(f"bet {bet.reference!r}", need, self.shoe.fineness)
        for count, place in self.counts:
            self._check_count(count, place)
        self._check_cards()

    def _check_count(self, count: Count, place: int) -> None:
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

    def _check_cards(self) -> None:
        """See that every coup that the cut card lets begin has the cards it may take."""
        size, cut, burn = self.shoe.size, self.procedure.cut_card, self.most_burned
        if burn > size:
            raise ShoeError(
                f"expected a burn of at most the {grouped(size)} cards of the shoe, got {grouped(burn)}"
            )
        extra, most = self.procedure.extra_coups, self.rules.cards_from_shoe
        if cut < most * (1 + extra):
            raise ShoeError(
                f"expected the cut card before the last coup, with {most * (1 + extra)} cards or more "
                f"behind it for the coup in which it shows and {extra} after it, {most} cards each, "
                f"got {cut}; put it further from the end or deal fewer extra coups"
            )
        if burn + cut > size:
            raise ShoeError(
                f"expected a cut card inside the shoe, got {grouped(cut)} cards behind it where a burn may "
                f"leave {grouped(size - burn)} of {grouped(size)}; put it nearer to the end"
            )

    @property
    def most_burned(self) -> int:
        """The most cards that can be burned from this shoe."""
        if isinstance(self.procedure.burn, int):
            return self.procedure.burn
        return 1 + max((points or 10 for points, n in enumerate(self.shoe.points) if n), default=0)

    @cached_property
    def fineness(self) -> Fineness:
        """How finely the cards must be told apart for all bets and counts."""
        levels = [needs(self.rules, split(bet)).fineness for bet in self.bets]
        return max([*levels, *(count.fineness for count, _ in self.counts)], key=FINENESSES.index)

    @property
    def triggers(self) -> list[tuple[list[int], int]]:
        """For each count, when it bets: where Σ weight · cards not yet seen, by cell, is at most a limit.

        The running count is start + Σ tag · (cards of the shoe − cards not yet seen). A true count is the
        running count, less the start and what it rises on average, per deck of 52 cards not yet seen, as
        `score` has it: that of tags less their mean, which add up to 0 over the shoe. Both are linear in the
        cards not yet seen, and whole numbers once multiplied out.
        """
        return [self._trigger(count) for count, _ in self.counts]

    def _trigger(self, count: Count) -> tuple[list[int], int]:
        shoe = self.shoe.coarsen(self.fineness)
        tags = [count.tags[cell] for cell in coarser(self.fineness, count.fineness)]
        total = sum((n * tag for n, tag in zip(shoe.counts, tags, strict=True)), Fraction(0))
        if count.true_trigger is None:
            weights, limit = tags, count.start + total - (count.running_trigger or 0)
        else:
            mean = total / shoe.size
            weights, limit = [DECK * (tag - mean) + count.true_trigger for tag in tags], Fraction(0)
        scale = lcm(limit.denominator, *(weight.denominator for weight in weights))
        return [int(weight * scale) for weight in weights], int(limit * scale)

    def identity(self) -> dict[str, object]:
        """All that decides what the shoes give, for a record of a run to be held against, field by field."""
        return {
            "stream": STREAM,
            "rules": self.rules.id,
            "rules_sha256": digest_of_rules(self.rules),
            "bets": [bet.reference for bet in self.bets],
            "bets_sha256": [digest_of_bet(bet) for bet in self.bets],
            "shoe": str(self.shoe),
            "burn": self.procedure.burn,
            "seen": self.procedure.seen,
            "cut_card": self.procedure.cut_card,
            "extra_coups": self.procedure.extra_coups,
            "seed": self.seed,
            "counts": [
                {
                    "bet": self.bets[place].reference,
                    "tags": [ratio_text(tag) for tag in count.tags],
                    "start": ratio_text(count.start),
                    "true_trigger": None if count.true_trigger is None else ratio_text(count.true_trigger),
                    "running_trigger": None
                    if count.running_trigger is None
                    else ratio_text(count.running_trigger),
                }
                for count, place in self.counts
            ],
        }
