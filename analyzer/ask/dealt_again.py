"""Recorded shoes dealt again, each by the game that the caller or else the record names.

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
from analyzer.catalog.procedures import procedure as procedure_of
from analyzer.errors import AnalyzerError, CatalogError
from analyzer.exact import quoted
from analyzer.game.procedure import OWN, Procedure
from analyzer.play.record import RecordedShoe
from analyzer.play.replay.judge import Judge
from analyzer.play.replay.replay import replay
from analyzer.play.replay.replayed import ReplayedShoe
from analyzer.play.replay.shoe_checks import Depth

T = TypeVar("T")

_DEPTH = re.compile(r"([0-9]{1,6})(?:\.\.([0-9]{1,6}))?")


@dataclass(frozen=True, eq=False, slots=True)
class Game:
    """What shoes of a record are dealt by; `question` has the shoe before the burn.

    `offered` are the bets that the variant, the caller and files of bets offer, at their own prices.
    """

    question: Question
    offered: tuple[Bet, ...]
    judge: Judge
    procedure: Procedure | None


def dealt_again(
    shoes: Iterable[RecordedShoe], game_of: Callable[[RecordedShoe], Game]
) -> Iterator[tuple[Game, ReplayedShoe]]:
    """Each shoe dealt again by its game; raises AnalyzerError if it is not certain which coups are of it."""
    for last, shoe in pairwise(chain((None,), shoes)):
        assert shoe is not None  # only the first of all is
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

    An error in a shoe's settings names the shoe; one that occurs without any settings too is the caller's.
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
    """The procedure that a record names; None if it names none, or its own, which nobody can look up."""
    return None if id in (None, OWN) else procedure_of(id)


def _depth_of(shoe: RecordedShoe) -> Depth | None:
    """The fewest and the most cards behind the cut card, which a record may state as `14` or `10..20`."""
    if (text := shoe.settings.get("cut_card")) is None:
        return None
    if match := _DEPTH.fullmatch(text.strip()):
        least, most = int(match[1]), int(match[2] or match[1])
        if least <= most:
            return least, most
    error = CatalogError(f"expected cards behind the cut card such as 14 or 10..20, got {quoted(text)}")
    raise _with_shoe_name(shoe, error)


def _with_shoe_name(shoe: RecordedShoe, error: AnalyzerError) -> AnalyzerError:
    """An error in the settings of a shoe, with the shoe named.

    An unknown variant or unknown rules may come from a file, which a record cannot hold: the error asks for
    it.
    """
    missing = next((key for key in ("variant", "rules") if str(error).startswith(f"unknown {key} ")), None)
    hint = "" if missing is None else f", or give the file of the record's {missing} with --{missing}"
    return type(error)(f"shoe {quoted(shoe.id)}: {error}{hint}")
