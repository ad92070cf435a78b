"""The equilibrium of chemin de fer: a linear program solved exactly, and proved for both hands.

Banker's best answer to Player's probabilities p gains Σ max(stand(p), draw(p)) over the cells, and Player
chooses the p where that is least; the prices of the program are Banker's own probabilities. In this zero-sum
game, a strategy is in equilibrium if it and one such strategy of the other hand are mutual best answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from analyzer.analysis.chemin_de_fer.game import MODELS, Form, Game, Model, at, game_of, whole
from analyzer.analysis.chemin_de_fer.simplex import maximum
from analyzer.analysis.tableau_study import plays
from analyzer.displayable import Answer
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.given import is_one_of, unknown
from analyzer.text import message

Ranges = dict[int, tuple[Fraction, Fraction]]  # By place, the least and greatest value of open probabilities.


@dataclass(frozen=True, slots=True)
class Choice:
    """The probability of drawing in one equilibrium, and its least and greatest values in any."""

    draws: Fraction
    least: Fraction
    most: Fraction

    @property
    def settled(self) -> bool:
        """Whether it is the same in every equilibrium."""
        return self.least == self.most

    @property
    def mixed(self) -> bool:
        """Whether the hand sometimes draws and sometimes stands."""
        return 0 < self.draws < 1


@dataclass(frozen=True, repr=False)
class Equilibrium(Answer):
    """Best play of both hands on a shoe (None is the infinite one), and rules to compare it with.

    `player` has a choice for each of the game's free hands, `banker` one for each of its cells; None if no
    deal leads there. All gains are what Banker is expected to gain per unit at even money.
    """

    shoe: Shoe | None
    rules: Rules
    game: Game
    value: Fraction
    player: tuple[Choice | None, ...]
    banker: tuple[Choice | None, ...]

    @property
    def model(self) -> Model:
        """How hands are distinguished."""
        return self.game.model

    @property
    def unique(self) -> bool:
        """Whether there is no other equilibrium, except for choices to which no deal leads."""
        return all(choice is None or choice.settled for choice in (*self.player, *self.banker))

    @cached_property
    def tableau_value(self) -> Fraction:
        """What Banker gains if both hands follow the tableau."""
        return self.game.under(self.rules.tableau)

    def if_player(self, draws: Fraction) -> Fraction:
        """What Banker gains at best if Player draws on every 5 with this probability."""
        return self.game.against([draws] * len(self.game.free))

    @cached_property
    def turns(self) -> tuple[Fraction, ...]:
        """Probabilities of Player drawing on every 5 at which Banker's best answer changes, and 0 and 1."""
        lines = [(cell.difference[0], sum(cell.difference[1:])) for cell in self.game.cells]
        turns = {Fraction(-constant, slope) for constant, slope in lines if slope}
        return tuple(sorted(turn for turn in turns | {Fraction(0), Fraction(1)} if 0 <= turn <= 1))


def equilibria(
    shoe: Shoe | None, rules: Rules, models: Sequence[Model] | None = None
) -> tuple[Equilibrium, ...]:
    """The equilibrium in each model, on a shoe or, if that is None, with every card put back.

    By default, `models` are all that differ: with every card put back, hands of one total are equivalent.
    Raises AnalyzerError if a model is unknown, or the shoe has fewer than six cards.
    """
    if models is None:
        models = MODELS[:1] if shoe is None else MODELS
    for model in models:
        if not is_one_of(model, MODELS):
            raise unknown(message("model"), model, MODELS)
    played = plays(None if shoe is None else shoe.coarsen("points").counts)
    return tuple(_equilibrium(shoe, game_of(played, model), rules) for model in models)


def _equilibrium(shoe: Shoe | None, game: Game, rules: Rules) -> Equilibrium:
    player, banker = _solution(game)
    value = game.against(player)
    if value != game.answered(banker):
        raise ArithmeticError("an equilibrium of chemin de fer is not proved by the answers to it")
    return Equilibrium(
        shoe,
        rules,
        game,
        value,
        _choices(player, _player_ranges(game, player, banker), game.possible),
        _choices(banker, _banker_ranges(game, player, banker), [cell.possible for cell in game.cells]),
    )


def _solution(game: Game) -> tuple[list[Fraction], list[Fraction]]:
    """The probabilities of drawing in one equilibrium, Player's and Banker's."""
    # The program minimises the sum of the cells' gains. Its variables are Player's probabilities and, for
    # each contested cell, what drawing gains there beyond standing, or zero if it gains less.
    contested = []
    banker = [Fraction(0) for _ in game.cells]
    for place, cell in enumerate(game.cells):
        constant, *slopes = cell.difference
        least, most = (constant + sum(side(0, slope) for slope in slopes) for side in (min, max))
        if least < 0 < most:
            contested.append(place)
        else:
            banker[place] = Fraction(most > 0)
    _, *gains = game.gains(banker)
    hands, extra = len(game.free), len(contested)
    rows = []
    for place, unit in zip(contested, _units(extra, extra), strict=True):
        constant, *slopes = game.cells[place].difference
        rows.append([*slopes, *(-entry for entry in unit), -constant])
    rows += [[*unit, 1] for unit in _units(hands, hands + extra)]
    solution = maximum([*(-int(gain) for gain in gains), *[-1] * extra], rows)
    for place, price in zip(contested, solution.prices, strict=False):
        banker[place] = price
    return list(solution.at[:hands]), banker


def _units(rows: int, size: int) -> list[list[int]]:
    return [[int(place == other) for other in range(size)] for place in range(rows)]


def _choices(
    draws: Sequence[Fraction], ranges: Ranges, possible: Sequence[bool]
) -> tuple[Choice | None, ...]:
    return tuple(
        Choice(chance, *ranges.get(place, (chance, chance))) if led_to else None
        for place, (chance, led_to) in enumerate(zip(draws, possible, strict=True))
    )


def _player_ranges(game: Game, player: Sequence[Fraction], banker: Sequence[Fraction]) -> Ranges:
    """Ranges of Player's open probabilities: of hands where drawing and standing gain the same."""
    _, *gains = game.gains(banker)
    open_places = [place for place, gain in enumerate(gains) if gain == 0]
    settled = (1, *(0 if place in open_places else int(draws) for place, draws in enumerate(player)))
    constraints = []
    for cell, draws in zip(game.cells, banker, strict=True):
        advantage = (at(cell.difference, settled), *(cell.difference[1 + place] for place in open_places))
        constraints += _best_answer(draws, advantage)
    return _ranges(open_places, constraints)


def _banker_ranges(game: Game, player: Sequence[Fraction], banker: Sequence[Fraction]) -> Ranges:
    """Ranges of Banker's open probabilities: of cells where drawing and standing gain the same."""
    forms = [cell.difference for cell in game.cells]
    weights = whole(player)
    tied = [place for place, form in enumerate(forms) if at(form, weights) == 0]
    open_places = [place for place in tied if any(forms[place])]
    settled = [Fraction(0) if place in open_places else draws for place, draws in enumerate(banker)]
    _, *gains = game.gains(settled)
    constraints = []
    for number, (gain, draws) in enumerate(zip(gains, player, strict=True), start=1):
        # The signs change because Banker's gain is Player's loss.
        advantage = (-int(gain), *(-forms[place][number] for place in open_places))
        constraints += _best_answer(draws, advantage)
    return dict.fromkeys(tied, (Fraction(0), Fraction(1))) | _ranges(open_places, constraints)


def _best_answer(draws: Fraction, advantage: Form) -> list[list[int]]:
    """The constraints under which this probability of drawing is best, if drawing gains `advantage` more."""
    constant, *slopes = advantage
    rows = []
    if draws > 0:  # drawing must gain at least as much as standing
        rows.append([*(-slope for slope in slopes), constant])
    if draws < 1:
        rows.append([*slopes, -constant])
    # Constraints that hold for all probabilities are left out.
    return [row for row in rows if sum(max(0, slope) for slope in row[:-1]) > row[-1]]


def _ranges(places: Sequence[int], constraints: Sequence[Sequence[int]]) -> Ranges:
    """The least and the greatest value of each open probability under the constraints."""
    units = _units(len(places), len(places))
    rows = [*constraints, *([*unit, 1] for unit in units)]
    return {
        place: (-maximum([-entry for entry in unit], rows).value, maximum(unit, rows).value)
        for place, unit in zip(places, units, strict=True)
    }
