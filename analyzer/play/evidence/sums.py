"""Sums over coups of the observed outcomes and of their probabilities, exact to a stated error.

Each coup is compared with its own conditional probabilities, given the cards unseen before it. So observed
minus expected is a martingale, however depleted the shoes are.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from analyzer.analysis.batch import quotients, room
from analyzer.bets.bet import Bet, Line
from analyzer.bets.condition import Condition
from analyzer.bets.evaluate import Block
from analyzer.bets.tree import Literal, Node, Word, children
from analyzer.census.census import census, needs
from analyzer.census.collect import Split, outcomes
from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES
from analyzer.play.evidence.columns import NONE, Columns, Numbers, counts_at

BITS = 44
"""Probabilities and products of two are counted in units of 2⁻⁴⁴, each correct to half a unit."""

KEPT = 5_000
"""The most coups whose individual probabilities are kept, for exact distributions."""

_NAMES = ("p1", "p2", "p3", "b1", "b2", "b3")
_WON = tuple(Word(name) for name in ("player_wins", "banker_wins", "tie"))


def _table(id: str, name: str, *lines: tuple[str, str]) -> Bet:
    return Bet(id, name, tuple(Line(line, Condition.parse(when), Fraction(0)) for line, when in lines))


def _by_hand(id: str, name: str, fact: str) -> Bet:
    """Coups sorted by whether a fact holds for both hands, for Player, for Banker or for neither."""
    player, banker = f"player_{fact}", f"banker_{fact}"
    both, none = f"{player} and {banker}", f"not {player} and not {banker}"
    return _table(id, name, ("both", both), ("player", player), ("banker", banker), ("none", none))


TABLES = (
    _table("results", "Results", ("player", "player_wins"), ("banker", "banker_wins"), ("tie", "tie")),
    _by_hand("pairs", "Pairs", "pair"),
    _by_hand("naturals", "Naturals", "natural"),
    _table(
        "drawing",
        "Drawing patterns",
        ("nobody", "cards == 4"),
        ("player", "banker_cards == 2"),
        ("banker", "player_cards == 2"),
        ("both", "cards == 6"),
    ),
)
"""The ways of sorting coups: each line is a sort, and every coup belongs to the first line it meets."""


def split_of(table: Bet) -> Split:
    """The conditions that sort coups; the last sort needs none, since it has all other coups."""
    return tuple(line.when for line in table.lines[:-1])


class Sums:
    """Sums of one split over the coups whose outcome in it is known; probabilities are in units of 2⁻⁴⁴.

    `observed` counts each outcome; the last outcome is that no condition is met. `expected` sums the
    probabilities before the coups, `products` the products of pairs of them. `kept` has the probabilities of
    each coup, or is None after more than KEPT coups.
    """

    def __init__(self, outcomes: int) -> None:
        """The sums over no coups."""
        self.coups = 0
        self.observed, self.expected = [0] * outcomes, [0] * outcomes
        self.products = [[0] * outcomes for _ in range(outcomes)]
        self.kept: list[Numbers] | None = []

    def add(self, codes: Numbers, chances: Numbers) -> None:
        """Add coups: the outcome of each and the probabilities it had, coups × outcomes."""
        size = len(self.observed)
        self.coups += len(codes)
        for outcome, n in enumerate(np.bincount(codes, minlength=size).tolist()):
            self.observed[outcome] += n
        for i in range(size):
            self.expected[i] += _units(chances[:, i])
            for j in range(i + 1):
                both = _units(chances[:, i] * chances[:, j])
                self.products[i][j] += both
                self.products[j][i] += both if i != j else 0
        if self.kept is not None:
            self.kept.append(chances)
            if self.coups > KEPT:
                self.kept = None

    @property
    def means(self) -> list[Fraction]:
        """The expected number of coups with each outcome."""
        return [Fraction(n, 2**BITS) for n in self.expected]

    @property
    def chances(self) -> Numbers:
        """The mean probability of each outcome over the coups, at least one."""
        sums = np.array(self.expected, dtype=np.float64)
        return np.asarray(sums / sums.sum())

    def covariance(self, i: int, j: int) -> Fraction:
        """The sum over coups of the conditional covariance of outcomes i and j: the variance if i = j."""
        both = self.expected[i] if i == j else 0
        return Fraction(both - self.products[i][j], 2**BITS)


def _units(chances: Numbers) -> int:
    """The sum of numbers from 0 to 1, each rounded to the nearest whole number of units."""
    units = np.rint(np.ldexp(chances, BITS)).astype(np.int64)
    # The halves are summed separately, so no sum comes near 64 bits.
    half = BITS // 2
    return (int((units >> half).sum()) << half) + int((units & (1 << half) - 1).sum())


class SplitSums:
    """Splits of coups under some rules, and the sums of each split over the coups added."""

    def __init__(self, rules: Rules, splits: Sequence[Split]) -> None:
        """Begin with no coups."""
        self.rules, self.splits = rules, splits
        self.needs = [FINENESSES.index(needs(rules, split).fineness) for split in self.splits]
        self.sums = [Sums(len(split) + 1) for split in self.splits]
        self.read = self.coups = 0

    def add(self, columns: Columns) -> None:
        """Add coups."""
        self.coups += len(columns.coups)
        self.read += int(columns.read.sum())
        codes = self._codes(columns)
        enough = columns.unseen.sum(axis=1) >= self.rules.cards_from_shoe
        for fineness in sorted(set(self.needs)):
            members = [place for place, need in enumerate(self.needs) if need == fineness]
            (rows,) = np.nonzero(enough & (columns.fineness >= fineness))
            if not len(rows):
                continue
            counts = counts_at(columns.unseen[rows], fineness)
            counted = census(self.rules, [self.splits[place] for place in members])
            tallies = counted.tallies(counts, FINENESSES[fineness])
            for place, tally in zip(members, tallies, strict=True):
                settled = codes[place][rows]
                known = settled != NONE
                if known.any():
                    self.sums[place].add(settled[known], _chances(tally[known]))

    def _codes(self, columns: Columns) -> list[Numbers]:
        """The outcome of every coup in each split; NONE where it is unknown."""
        by_split = [np.full(len(columns.coups), NONE, dtype=np.int64) for _ in self.splits]
        won: dict[Node, Numbers] = dict(zip(_WON, (columns.winner[:, None] == np.arange(3)).T, strict=True))
        third = columns.cards[:, 2] != NONE, columns.cards[:, 5] != NONE
        for player, banker in np.ndindex(2, 2):
            (rows,) = np.nonzero(columns.read & (third[0] == player) & (third[1] == banker))
            names = [name for name in _NAMES if name[1] != "3" or (player if name[0] == "p" else banker)]
            cards = {name: columns.cards[rows, _NAMES.index(name)] for name in names}
            block = Block(cards, len(rows), {word: truths[rows] for word, truths in won.items()})
            for split, codes in zip(self.splits, by_split, strict=True):
                codes[rows] = outcomes(split, block)
        # A coup with unread cards still has an outcome in every split that depends only on known facts.
        facts = _facts(columns, won)
        for all_known in product((False, True), repeat=len(facts)):
            selected = ~columns.read
            given: dict[Node, Numbers] = {}
            for is_known, (known, words) in zip(all_known, facts, strict=True):
                selected = selected & (known == is_known)
                given |= words if is_known else {}
            (rows,) = np.nonzero(selected)
            block = Block({}, len(rows), {word: values[rows] for word, values in given.items()})
            for split, codes in zip(self.splits, by_split, strict=True):
                if len(rows) and all(_decidable(condition.tree, block) for condition in split):
                    codes[rows] = outcomes(split, block)
        return by_split


def _facts(columns: Columns, won: dict[Node, Numbers]) -> list[tuple[Numbers, dict[Node, Numbers]]]:
    """Groups of facts that can be known without all cards: in which coups they are, and values by word."""
    drew = columns.cards[:, (2, 5)].T != NONE
    numbers = 2 + drew.astype(np.int64)
    draws = _by_side("draws", drew) | _by_side("cards", numbers) | {Word("cards"): numbers[0] + numbers[1]}
    return [
        (columns.winner != NONE, won),
        ((columns.pairs != NONE).all(axis=1), _by_side("pair", columns.pairs.T == 1)),
        ((columns.naturals != NONE).all(axis=1), _by_side("natural", columns.naturals.T == 1)),
        (columns.cards[:, 0] != NONE, draws),
    ]


def _by_side(what: str, values: Numbers) -> dict[Node, Numbers]:
    """Player's value and Banker's, each by its word."""
    return {Word(f"{side}_{what}"): column for side, column in zip(("player", "banker"), values, strict=True)}


def _decidable(node: Node, block: Block) -> bool:
    """Whether the facts given for a block suffice to evaluate a condition."""
    if node in block.given or isinstance(node, Literal):
        return True
    parts = children(node)
    return bool(parts) and all(_decidable(part, block) for part in parts)


def _chances(tally: Numbers) -> Numbers:
    """The probabilities of outcomes, coups × outcomes: ways divided by all ways, correctly rounded."""
    chances = np.empty(tally.shape[::-1])
    most = room(tally)
    for place, row in enumerate(chances):
        quotients(tally, [int(place == other) for other in range(len(chances))], 1, most, row)
    return chances.T
