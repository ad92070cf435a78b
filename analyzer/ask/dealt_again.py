"""Recorded shoes dealt again, each by the game that the caller names, or else the record.

Knows nothing of stakes, apart from the bets that a game offers.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise
from typing import TypeVar

from analyzer.analysis.question import Question
from analyzer.ask.shoes_apart import check_one_shoe, number_before
from analyzer.bets.bet import Bet
from analyzer.catalog import load
from analyzer.catalog.procedures import procedure as procedure_of
from analyzer.errors import AnalyzerError, CatalogError, parameter
from analyzer.exact import quoted
from analyzer.game.procedure import OWN, Procedure
from analyzer.play.record import RecordedShoe
from analyzer.play.replay.judge import Judge
from analyzer.play.replay.replay import replay
from analyzer.play.replay.replayed import ReplayedShoe
from analyzer.play.replay.shoe_checks import Depth
from analyzer.text import message

T = TypeVar("T")

_DEPTH = re.compile(r"([0-9]{1,6})(?:\.\.([0-9]{1,6}))?")


@dataclass(frozen=True, eq=False, slots=True)
class Game:
    """The game by which recorded shoes are dealt; `question` has the shoe before the burn.

    `offered` are the bets of the variant, of the caller and of bet files, at their own prices.
    """

    question: Question
    offered: tuple[Bet, ...]
    judge: Judge
    procedure: Procedure | None


def dealt_again(
    shoes: Iterable[RecordedShoe], game_of: Callable[[RecordedShoe], Game]
) -> Iterator[tuple[Game, ReplayedShoe]]:
    """Each shoe dealt again by its game. Raises AnalyzerError if it is unclear which coups belong to it."""
    for last, shoe in pairwise(chain((None,), shoes)):
        assert shoe is not None  # None is only the `last` of the first pair
        game = game_of(shoe)
        check_one_shoe(shoe, game.question.shoe)
        again = replay(
            shoe,
            game.question.rules,
            game.question.shoe,
            procedure=game.procedure,
            depth=_depth_of(shoe),
            judge=game.judge,
            before=number_before(last, shoe),
        )
        yield game, again


def per_shoe(resolve: Callable[..., T], *names: str) -> Callable[[RecordedShoe], T]:
    """A function of a shoe: what `resolve` returns for its settings of these names, None for any it lacks.

    An error that also occurs without any settings is the caller's; any other error names the shoe.
    """
    resolved = cache(resolve)

    def resolved_for(shoe: RecordedShoe) -> T:
        try:
            return resolved(*map(shoe.settings.get, names))
        except AnalyzerError as error:
            resolved(*(None for _ in names))
            raise _with_shoe_name(shoe, error) from None

    return resolved_for


def procedure_named(id: str | None) -> Procedure | None:
    """The procedure that a record names; None if it names none, or its `own`, which cannot be looked up."""
    return None if id in (None, OWN) else procedure_of(id)


def _depth_of(shoe: RecordedShoe) -> Depth | None:
    """The fewest and the most cards behind the cut card; a record may state them as `14` or `10..20`."""
    if (text := shoe.settings.get("cut_card")) is None:
        return None
    if match := _DEPTH.fullmatch(text.strip()):
        least, most = int(match[1]), int(match[2] or match[1])
        if least <= most:
            return least, most
    error = CatalogError(
        "expected a number of cards behind the cut card such as 14 or 10..20, got {text}", text=quoted(text)
    )
    raise _with_shoe_name(shoe, error)


def _with_shoe_name(shoe: RecordedShoe, error: AnalyzerError) -> AnalyzerError:
    """An error in the settings of a shoe, with the shoe named.

    A variant or rules that cannot be found may come from a file, which a record does not contain: the error
    asks for that file.
    """
    fault = error.message
    if _is_about(error, load.variant, shoe.settings.get("variant")):
        option = parameter("variant")
        fault = message(
            "{fault} (if the variant is a file of yours, name the file with {option})",
            fault=fault,
            option=option,
        )
    elif _is_about(error, load.rules, shoe.settings.get("rules")):
        option = parameter("rules")
        fault = message(
            "{fault} (if the rules are a file of yours, name the file with {option})",
            fault=fault,
            option=option,
        )
    return type(error)("shoe {shoe}: {fault}", shoe=quoted(shoe.id), fault=fault)


def _is_about(error: AnalyzerError, find: Callable[[str], object], name: str | None) -> bool:
    """Whether an error is the one that `find` raises for this name."""
    try:
        if name is not None:
            find(name)
    except AnalyzerError as same:
        return same.message == error.message
    return False
