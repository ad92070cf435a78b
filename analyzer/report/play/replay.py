"""A record dealt again, as tables for people.

Lays out what was found; judges nothing.
"""

from collections.abc import Iterator, Sequence

from analyzer.analysis.question import keys_of
from analyzer.phrases.cards import BANKER, PLAYER, card_text, cards_text
from analyzer.play.record import RecordedCoup
from analyzer.play.replay.fault import NAMES, Fault, place_text
from analyzer.play.replay.judge import has_cards
from analyzer.play.replay.replayed import Replay, Replayed, ReplayedCoup
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import shoe_name
from analyzer.report.play.replay_document import provenance
from analyzer.text import Message, Text, message, plural

_WHAT = (Column("what", message("What"), "text"), Column("value", message("Value"), "text"))


def replay_page(found: Replay, *, coups: bool) -> Page:
    """What was replayed and how many faults there are, then each fault, then the odds, and the coups.

    Args:
        found: the shoes.
        coups: whether to show every coup, and not only those of a record of one shoe.
    """
    several = len(found.shoes) > 1
    tables = [_summary(found)]
    if found.faults:
        tables.append(faults_table(found, several=several))
    for each in found.shoes if coups or not several else ():
        if each.shoe.coups:
            tables.append(coups_table(each, several=several))
            tables += _odds(each, several=several)
    return Page(tuple(tables), provenance(found), message("A record dealt again"))


def _summary(found: Replay) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (message("Shoes"), message("{n}", n=len(found.shoes))),
        (message("Coups recorded"), message("{n}", n=found.coups)),
        (message("Coups dealt again"), message("{n}", n=found.dealt)),
        (message("Faults"), message("{n}", n=found.faults)),
    ]
    rows += dict.fromkeys(row for each in found.shoes for row in _held_against(each))
    notes: list[Text] = []
    bare = sum(not has_cards(coup.recorded) for coup in _played(found))
    if bare:
        notes.append(
            plural(
                "{n} coup has no cards, so there is nothing to deal again: only its number is checked, and "
                "whether such a result can be.",
                "{n} coups have no cards, so there is nothing to deal again: only their numbers are checked, "
                "and whether such results can be.",
                bare,
            )
        )
    if any(each.procedure is None for each in found.shoes):
        notes.append(
            message(
                "No procedure is known: the burn is not checked, and of the cut card only the record's own "
                "marks count. `--procedure` names one."
            )
        )
    if passed := found.unknown_names:
        notes.append(
            message("The record has besides, and nothing here reads it: {names}", names=", ".join(passed))
        )
    if not found.faults:
        notes.append(message("Nothing deviates from what the record should say."))
    return Table(message("What was replayed"), _WHAT, tuple(rows), tuple(notes))


def _played(found: Replay) -> Iterator[ReplayedCoup]:
    for each in found.shoes:
        yield from (coup for coup in each.shoe.coups if coup.recorded.status != "cancelled")


def _held_against(each: Replayed) -> Iterator[tuple[Cell, ...]]:
    yield message("Variant"), each.game.title
    yield message("Rules"), each.shoe.rules.title
    yield message("Shoe"), shoe_name(each.shoe.full)
    if each.procedure is not None:
        yield message("Procedure"), each.procedure.title


def faults_table(found: Replay, *, several: bool) -> Table:
    """A row a fault, in the order of the record."""
    columns = (
        *((Column("shoe", message("Shoe"), "text"),) if several else ()),
        Column("coup", message("Coup"), "count"),
        Column("place", message("Place"), "text"),
        Column("fault", message("Fault"), "text"),
    )
    rows = tuple(
        (*((each.shoe.recorded.id,) if several else ()), *_fault(fault))
        for each in found.shoes
        for fault in each.shoe.all_faults
    )
    return Table(plural("{n} fault", "{n} faults", len(rows)), columns, rows)


def _fault(fault: Fault) -> tuple[Cell, ...]:
    return fault.coup, place_text(fault.where), fault.what


def coups_table(each: Replayed, *, several: bool) -> Table:
    """A row a coup: what it should have been, and what the record has for its result."""
    columns = (
        Column("coup", message("Coup"), "count"),
        Column("player", PLAYER, "text"),
        Column("player_total", message("Total"), "count"),
        Column("banker", BANKER, "text"),
        Column("banker_total", message("Total"), "count"),
        Column("winner", message("Winner"), "text"),
        Column("recorded", message("Recorded"), "text"),
        Column("faults", message("Faults"), "count"),
    )
    rows = tuple(map(_row, each.shoe.coups))
    notes = [
        message("Cards, totals and winner are what the record should have; Recorded is the result it has.")
    ]
    if any(coup.coup is None for coup in each.shoe.coups):
        notes.append(
            message(
                "Coups without totals are those of which nobody can know what they should have been; their "
                "cards are shown as recorded."
            )
        )
    return Table(_title(each, message("Coup by coup"), several=several), columns, rows, tuple(notes))


def _title(each: Replayed, title: Message, *, several: bool) -> Message:
    return message("Shoe {shoe}: {title}", shoe=each.shoe.recorded.id, title=title) if several else title


def _row(replayed: ReplayedCoup) -> tuple[Cell, ...]:
    recorded, coup = replayed.recorded, replayed.coup
    said = None if recorded.winner is None else NAMES[recorded.winner]
    if coup is None:
        player, banker = _as_recorded(recorded)
        return recorded.number, player, None, banker, None, None, said, len(replayed.faults)
    return (
        recorded.number,
        cards_text(coup.player),
        coup.player_total,
        cards_text(coup.banker),
        coup.banker_total,
        NAMES[coup.winner],
        said,
        len(replayed.faults),
    )


def _as_recorded(recorded: RecordedCoup) -> tuple[str, str]:
    """The hands as recorded; cards in the order drawn stand in the place of Player's."""
    hands = (recorded.drawn, ()) if recorded.drawn is not None else (recorded.player, recorded.banker)
    player, banker = (
        " ".join("?" if card is None else card_text(card) for card in hand or ()) for hand in hands
    )
    return player, banker


def _odds(each: Replayed, *, several: bool) -> Iterator[Table]:
    """A row a coup: of each bet the probability of a gain and the EV, before the coup."""
    if each.odds is None:
        return
    known = next((values for values in each.odds if values is not None), ())
    bets = [value.bet for value in known]
    keys = keys_of(bets)
    columns = [Column("coup", message("Coup"), "count"), Column("unseen", message("Unseen"), "count")]
    for bet, key in zip(bets, keys, strict=True):
        columns.append(Column(f"hit_{key}", message("P({bet})", bet=bet.title), "percent"))
        columns.append(Column(f"ev_{key}", message("EV {bet}", bet=bet.title), "percent"))
    rows: list[tuple[Cell, ...]] = []
    unseen = tuple(each.shoe.unseen())
    for coup, left, values in zip(each.shoe.coups, unseen, each.odds, strict=True):
        row: list[Cell] = [coup.recorded.number, None if left is None else left.size]
        for value in values or ():
            row += (value.hit_rate, value.ev)
        rows.append((*row, *(None,) * (len(columns) - len(row))))
    title = _title(each, message("Exact odds before each coup"), several=several)
    yield Table(title, tuple(columns), tuple(rows), tuple(_odds_notes(each)))


def _odds_notes(each: Replayed) -> Iterator[Text]:
    yield message(
        "Unseen: cards that nobody has seen, those burned face down and those that could not be read among "
        "them. P: the probability that a bet gains. EV: per unit staked."
    )
    refused: Sequence[int] = [
        coup.recorded.number
        for coup, left in zip(each.shoe.coups, each.shoe.unseen(), strict=True)
        if left is None
    ]
    if refused:
        yield message(
            "From coup {number} on there are no odds: a card came before it that could not be there any "
            "more, so nobody knows the cards unseen.",
            number=refused[0],
        )
