"""The burn of a recorded shoe, held against the procedure.

Knows how many cards were burned; which they are is the ledger's.
"""

from collections.abc import Iterator, Sequence

from analyzer.game.cards import Card
from analyzer.game.procedure import Procedure
from analyzer.message import say, say_many
from analyzer.play.record import Read
from analyzer.play.replay.fault import Wrong, cards_of

_LEAST, _MOST = 2, 11
"""Cards burned by a first card that nobody knows: itself, and one to ten more."""


def burned_by(procedure: Procedure, first: Card | None) -> tuple[int, int]:
    """The fewest and the most cards that a procedure burns; the first card is None where nobody knows it."""
    if isinstance(procedure.burn, int):
        return procedure.burn, procedure.burn
    if first is None:
        return _LEAST, _MOST
    whole = 1 + (first.points or 10)
    return whole, whole


def cards_burned(burned: Sequence[Read] | None, procedure: Procedure | None) -> tuple[int, int]:
    """The fewest and the most cards burned: as recorded, else as the procedure has it, else as any has it."""
    if burned is not None:
        return len(burned), len(burned)
    return (0, _MOST) if procedure is None else burned_by(procedure, None)


def burn_faults(burned: Sequence[Read], procedure: Procedure) -> Iterator[Wrong]:
    """What is wrong with the number of cards burned."""
    first = burned[0] if burned else None
    least, most = burned_by(procedure, first)
    came = len(burned)
    if least <= came <= most:
        return
    if isinstance(procedure.burn, int):
        yield "burn", say("{came} cards are burned and the procedure burns {n}", came=came, n=least)
    elif first is None:
        yield (
            "burn",
            say(
                "{came} cards are burned and the procedure burns {least} to {most}",
                came=came,
                least=least,
                most=most,
            ),
        )
    else:
        yield (
            "burn",
            say_many(
                "the first card burned, {card}, burns {n} more and {came} are recorded",
                "the first card burned, {card}, burns {n} more and {came} are recorded",
                least - 1,
                card=cards_of([first]),
                came=came - 1,
            ),
        )
