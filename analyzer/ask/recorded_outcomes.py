"""The coups of a recorded shoe as a scoreboard shows them: by recorded results, or by their cards."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING

from analyzer.errors import ShoeError
from analyzer.exact import quoted
from analyzer.play.outcome import Outcome
from analyzer.play.record import RecordedCoup, RecordedShoe

if TYPE_CHECKING:
    from analyzer.bets.bet import Variant
    from analyzer.game.coup import Coup

_MOST_NAMED = 10
"""The most shoes that an error names."""


def chosen(shoes: Iterable[RecordedShoe], id: str | None = None) -> RecordedShoe:
    """The shoe with this id, or the only one where None.

    Raises:
        ShoeError: there is no such shoe, or more than one.
    """
    every = list(shoes)
    found = every if id is None else [shoe for shoe in every if shoe.id == id]
    if len(found) == 1:
        return found[0]
    ids = [quoted(shoe.id) for shoe in every]
    listed = ", ".join(ids[:_MOST_NAMED]) + (", …" if len(ids) > _MOST_NAMED else "")
    if id is None:
        raise ShoeError(f"expected one shoe to draw, got {len(ids)}: {listed}; choose one with --shoe")
    what = f"{len(found)} of that name" if found else f"only {listed}"
    raise ShoeError(f"expected one shoe {quoted(id)}, got {what}")


def outcomes(
    shoe: RecordedShoe, variant: "str | PathLike[str] | Variant | None" = None
) -> tuple[Outcome, ...]:
    """The result of each coup of a recorded shoe that was not called off, in order.

    What is recorded takes precedence; the rest follows from the cards by the rules of `variant`, else of the
    record's variant, else of the standard one. Pairs and naturals that neither shows are absent.

    Raises:
        ShoeError: a place cannot be read, or a coup has neither a result nor cards that decide it, after
            which every road would be wrong.
        AnalyzerError: the record's variant or rules are unknown.
    """
    for place in shoe.unread:
        raise _undrawable(place.where, place.why)
    dealt = _dealt(shoe, variant)
    return tuple(_recorded_outcome(*coup) for coup in dealt if coup[0].status != "cancelled")


def _dealt(
    shoe: RecordedShoe, variant: "str | PathLike[str] | Variant | None"
) -> Iterator[tuple[RecordedCoup, "Coup | None"]]:
    """Each coup, with the coup that its cards make, None if it has no cards or they decide nothing."""
    if not shoe.stream and all(coup.player is coup.banker is coup.drawn is None for coup in shoe.coups):
        yield from ((coup, None) for coup in shoe.coups)
        return
    # Replaying imports the census, which a record without cards does not need.
    from analyzer.ask.replay import replay  # noqa: PLC0415

    [again] = replay(shoe, variant=variant).shoes
    for fault in again.shoe.faults:
        if fault.kind == "unreadable":
            raise _undrawable(fault.where, str(fault.what))
    yield from ((coup.recorded, coup.coup) for coup in again.shoe.coups)


def _recorded_outcome(recorded: RecordedCoup, coup: "Coup | None") -> Outcome:
    """The result of a coup: as recorded, else as the cards decide it."""
    found = None if coup is None else Outcome.of(coup)
    if recorded.winner is not None:
        found = Outcome(recorded.winner) if found is None else replace(found, winner=recorded.winner)
    if found is None:
        what = f"coup {recorded.number} has neither a result nor cards that tell one"
        raise _undrawable(recorded.where, what)
    flags = ("player_pair", "banker_pair", "natural")
    marked = {flag: getattr(recorded, flag) for flag in flags if getattr(recorded, flag) is not None}
    return replace(found, **marked)


def _undrawable(where: str, what: str) -> ShoeError:
    place = f"{where}: " if where else ""
    return ShoeError(f"{place}{what}; no road can be drawn past it")
