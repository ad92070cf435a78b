"""The library's bets that count the same coups as bets of the user, with their prices."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analyzer.analysis.compare import Comparison
from analyzer.analysis.events import Twin
from analyzer.bets.bet import Bet
from analyzer.render.table import Table
from analyzer.report.fields import Fields, field_table, headed, record, said
from analyzer.report.kinds import FLAG, ID, PAYTABLE, TEXT, one_of
from analyzer.report.names import prices_text
from analyzer.text import Message, Text, Value, message


@dataclass(frozen=True, slots=True)
class Known:
    """A user's bet in A or B, and a bet of the library of the same event, at one of its prices."""

    side: str
    bet: Bet
    twin: Twin


def known(comparison: Comparison) -> list[Known]:
    """Each bet of the library that counts the same coups as a user's bet, at each price."""
    sides = (comparison.a.report.valuations, comparison.b.report.valuations)
    return [
        Known("ab"[side], value.bet, twin)
        for side, valuations in enumerate(sides)
        for value in valuations
        for twin in comparison.known.get((side, value.bet.reference), ())
    ]


def library_table(comparison: Comparison) -> Iterator[Table]:
    """One row per user's bet and bet of the library; no table if there are none."""
    prices: dict[tuple[str, str, Text], list[Known]] = {}
    for found in known(comparison):
        prices.setdefault((found.bet.reference, found.twin.bet.id, prices_text(found.bet)), []).append(found)
    fields: Fields[list[Known]] = [
        headed("bet", message("Bet"), "text", lambda of: of[0].bet.title),
        headed(
            "side", message("Side"), "text", lambda of: ", ".join(dict.fromkeys(f.side.upper() for f in of))
        ),
        headed("library", message("Same event as"), "text", _same_event),
        headed("pays", message("Pays"), "text", lambda of: prices_text(of[0].bet)),
        headed("pays_there", message("Pays in the library"), "text", _there),
    ]
    if prices:
        yield field_table(message("Bets that the library knows"), prices.values(), fields)


def _same_event(prices: Sequence[Known]) -> Message:
    if same := tuple(dict.fromkeys(found.twin.bet.reference for found in prices if found.twin.same_pays)):
        return message("{bets}, same price", bets=same)
    return message("{bet}, other price", bet=prices[0].twin.bet.id)


def _there(prices: Sequence[Known]) -> Message:
    pays: tuple[Value, ...] = tuple(
        Message("{pays} ({id})", (("pays", prices_text(bet)), ("id", bet.reference)))
        for bet in dict.fromkeys(found.twin.bet for found in prices)
    )
    return Message("{pays}", (("pays", pays),))


KNOWN: Fields[Known] = [
    said("bet", TEXT, "bet.reference"),
    said("side", one_of("a", "b")),
    said("library", record([said("bet", ID, "id"), said("paytable", PAYTABLE)]), "twin.bet"),
    said("same_pays", FLAG, "twin.same_pays"),
]
"""What documents say of a bet that the library knows."""
