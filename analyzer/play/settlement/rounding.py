"""What paying in chips does to a bet's edge, exactly, for a stake of one size.

Knows nothing of records: the worth of a bet comes as a valuation.
"""

from dataclasses import dataclass
from fractions import Fraction

from analyzer.analysis.valuation import Valuation
from analyzer.game.shoe import Shoe
from analyzer.play.settlement.settlement import Chips


@dataclass(frozen=True, slots=True)
class Rounded:
    """A bet valued on a shoe, its gains paid in chips, at stakes of one size; EVs per unit staked."""

    value: Valuation
    stake: Fraction
    chips: Chips
    shoe: Shoe

    @property
    def ev(self) -> Fraction:
        """Expected net gain per unit staked, as paid."""
        paid = (
            self.chips.paid(self.stake, self.stake * net) * chance * self.value.ways[line]
            for line, outcomes in self.value.bet.outcomes.items()
            for net, chance in outcomes
        )
        return sum(paid, Fraction(0)) / (self.stake * self.value.total)

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per unit staked, as paid."""
        return -self.ev

    @property
    def change(self) -> Fraction:
        """What paying in chips adds to the house edge per unit staked; negative where it takes from it."""
        return self.value.ev - self.ev
