"""Pays that give a house edge or a standard deviation, whole pays around them, and the edge's sensitivity."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from analyzer.analysis.design.space import Band
from analyzer.analysis.design.symbols import Polynomial, Symbolic
from analyzer.analysis.odds import Decks
from analyzer.analysis.question import Question
from analyzer.bets.draft import Draft
from analyzer.displayable import Answer
from analyzer.exact import Root
from analyzer.game.shoe import Shoe


@dataclass(frozen=True, slots=True)
class Whole:
    """A bet at a whole pay to one: its house edge per unit staked, and the variance in squared units."""

    pay: int
    house_edge: Fraction
    variance: Fraction

    @classmethod
    def of(cls, symbolic: Symbolic, name: str, pay: int) -> "Whole":
        """The bet with this pay for its only open name."""
        pays = {name: Fraction(pay)}
        return cls(pay, symbolic.edge.at(pays), symbolic.spread.at(pays))


@dataclass(frozen=True, slots=True)
class ForEdge:
    """The pays of a name that give a house edge in a band: `low` to `high`, None if an end is open."""

    symbolic: Symbolic
    name: str
    low: Polynomial | None
    high: Polynomial | None

    @property
    def settled(self) -> bool:
        """Whether the pays are plain numbers, because no other name is open."""
        return self.symbolic.names == (self.name,)

    @property
    def pay(self) -> Fraction | None:
        """The only pay that gives the edge; None for a band, or if other names are open."""
        return self.low.coefficient() if self.settled and self.low and self.low == self.high else None

    @property
    def commission(self) -> Fraction | None:
        """The commission, 1 − `pay`, if all wins pay this name and less than even money; otherwise None."""
        draft, pay = self.symbolic.draft, self.pay
        wins = all(draft.names.get(line) == self.name for line in draft.bet.winning)
        return 1 - pay if pay is not None and 0 < pay < 1 and wins else None

    @property
    def below(self) -> Whole | None:
        """The bet at the greatest whole pay up to `low`; None if `low` or another name is open."""
        if not self.settled or self.low is None:
            return None
        return Whole.of(self.symbolic, self.name, self.low.coefficient() // 1)

    @property
    def above(self) -> Whole | None:
        """The bet at the least whole pay from `high` on; None if `high` or another name is open."""
        if not self.settled or self.high is None:
            return None
        return Whole.of(self.symbolic, self.name, -(-self.high.coefficient() // 1))

    @property
    def whole(self) -> tuple[int, int] | None:
        """The least and the greatest whole pay in the band; None if there is none, or anything is open."""
        if not self.settled or self.low is None or self.high is None:
            return None
        first, last = -(-self.low.coefficient() // 1), self.high.coefficient() // 1
        return (first, last) if first <= last else None


@dataclass(frozen=True, slots=True)
class ForDeviation:
    """The pays of a name that give a standard deviation: none, one or two, ascending."""

    symbolic: Symbolic
    name: str
    roots: tuple[Root, ...]

    def around(self, root: Root) -> tuple[Whole, Whole]:
        """The bet at the whole pays below and above one of the roots; twice the same if the root is whole."""
        below = root.floor
        above = below if root.exact == below else below + 1
        return Whole.of(self.symbolic, self.name, below), Whole.of(self.symbolic, self.name, above)


Solution = ForEdge | ForDeviation


def solution(symbolic: Symbolic, name: str, edge: Band | None, sd: Fraction) -> Solution:
    """The pays of a name that give a house edge in a band or, if that is None, a standard deviation, in units
    staked. Raises CatalogError as `Symbolic.pay_for` and `Symbolic.pays_for_variance`.
    """
    if edge is None:
        return ForDeviation(symbolic, name, symbolic.pays_for_variance(name, sd**2))
    low, high = (None if end is None else symbolic.pay_for(name, end) for end in reversed(edge))
    return ForEdge(symbolic, name, low, high)


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """How the house edge of a bet on one shoe changes with its pays, its commission and the number of decks.

    `pays` is the change if a name, or a line with a fixed pay, pays one unit more. `commission` is the change
    for one percentage point more, None if the bet has no commission. `fewer` and `more` are the changes with
    one deck fewer or more, at the pays `at`, as polynomials in the open names; None if there is no such shoe.
    """

    pays: Mapping[str, Fraction]
    commission: Fraction | None
    fewer: Polynomial | None
    more: Polynomial | None
    at: Mapping[str, Fraction]


def moved_by(symbolic: Symbolic, line: str) -> Fraction:
    """The change of the house edge if a line pays one unit more."""
    return -symbolic.probability(line) * symbolic.factor(line)


def sensitivity(
    symbolic: Symbolic, fewer: Symbolic | None, more: Symbolic | None, pays: Mapping[str, Fraction]
) -> Sensitivity:
    """The sensitivity of a bet's edge at `pays`, given the bet with one deck fewer and with one deck more."""
    bet, names = symbolic.draft.bet, symbolic.draft.names
    changes = {name: symbolic.edge.coefficient(name) for name in symbolic.names}
    changes |= {line.id: moved_by(symbolic, line.id) for line in bet.lines if line.id not in names}
    won = [line for line in bet.lines if line.net > 0]
    commission = -moved_by(symbolic, won[0].id) / 100 if len(won) == 1 and won[0].net < 1 else None
    with_fewer, with_more = (
        None if other is None else (other.edge + -symbolic.edge).settled(pays) for other in (fewer, more)
    )
    return Sensitivity(changes, commission, with_fewer, with_more, pays)


@dataclass(frozen=True, slots=True)
class DraftOnShoe:
    """A draft on one shoe, the pays found and the edge's sensitivity; `decks` is None if it is not fresh."""

    decks: Decks | None
    symbolic: Symbolic
    solution: Solution | None
    sensitivity: Sensitivity


@dataclass(frozen=True, repr=False)
class Solutions(Answer):
    """A draft of a bet on one shoe or several: its polynomials, the pays found, and its edge's sensitivity.

    `edge` and `sd` are the targets, if any. There is one case for each shoe and each name solved for, or one
    for each shoe if none is. `shoe` is None if all shoes are fresh decks.
    """

    question: Question
    draft: Draft
    shoe: Shoe | None
    edge: Band | None
    sd: Fraction | None
    cases: tuple[DraftOnShoe, ...]

    @property
    def solutions(self) -> tuple[Solution, ...]:
        """The pays found, in the order of the cases."""
        return tuple(case.solution for case in self.cases if case.solution is not None)
