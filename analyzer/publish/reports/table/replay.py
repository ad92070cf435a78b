"""A record dealt again, as tables for people.

Lays out what was found; judges nothing.
"""

from collections.abc import Iterator, Sequence

from analyzer.analysis.odds import keys_of
from analyzer.message import Message, Text, say, say_many
from analyzer.play.record import RecordedCoup
from analyzer.play.replay.fault import Fault, place
from analyzer.play.replay.judge import has_cards
from analyzer.play.replay.replayed import Replay, Replayed, ReplayedCoup
from analyzer.play.replay.result import NAMES
from analyzer.publish.page import Page
from analyzer.publish.phrases.cards import BANKER, PLAYER, card_text, cards_text
from analyzer.publish.reports.names import shoe_name
from analyzer.publish.reports.table.replay_document import provenance
from analyzer.publish.table import Cell, Column, Table

_WHAT = (Column("what", say("What"), "text"), Column("value", say("Value"), "text"))


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
    return Page(tuple(tables), provenance(found), say("A record dealt again"))


def _summary(found: Replay) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (say("Shoes"), say("{n}", n=len(found.shoes))),
        (say("Coups recorded"), say("{n}", n=found.coups)),
        (say("Coups dealt again"), say("{n}", n=found.dealt)),
        (say("Faults"), say("{n}", n=found.faults)),
    ]
    rows += dict.fromkeys(row for each in found.shoes for row in _held_against(each))
    notes: list[Text] = []
    bare = sum(not has_cards(coup.recorded) for coup in _played(found))
    if bare:
        notes.append(
            say_many(
                "{n} coup has no cards, so there is nothing to deal again: only its number is checked, and "
                "whether such a result can be.",
                "{n} coups have no cards, so there is nothing to deal again: only their numbers are checked, "
                "and whether such results can be.",
                bare,
            )
        )
    if any(each.procedure is None for each in found.shoes):
        notes.append(
            say(
                "No procedure is known: the burn is not checked, and of the cut card only the record's own "
                "marks count. `--procedure` names one."
            )
        )
    if passed := found.passed_over:
        notes.append(
            say("The record has besides, and nothing here reads it: {names}", names=", ".join(passed))
        )
    if not found.faults:
        notes.append(say("Nothing deviates from what the record should say."))
    return Table(say("What was replayed"), _WHAT, tuple(rows), tuple(notes))


def _played(found: Replay) -> Iterator[ReplayedCoup]:
    for each in found.shoes:
        yield from (coup for coup in each.shoe.coups if coup.recorded.status != "cancelled")


def _held_against(each: Replayed) -> Iterator[tuple[Cell, ...]]:
    yield say("Variant"), each.game.name
    yield say("Rules"), each.shoe.rules.name
    yield say("Shoe"), shoe_name(each.shoe.full)
    if each.procedure is not None:
        yield say("Procedure"), each.procedure.name


def faults_table(found: Replay, *, several: bool) -> Table:
    """A row a fault, in the order of the record."""
    columns = (
        *((Column("shoe", say("Shoe"), "text"),) if several else ()),
        Column("coup", say("Coup"), "count"),
        Column("place", say("Place"), "text"),
        Column("fault", say("Fault"), "text"),
    )
    rows = tuple(
        (*((each.shoe.recorded.id,) if several else ()), *_fault(fault))
        for each in found.shoes
        for fault in each.shoe.all_faults
    )
    return Table(say_many("{n} fault", "{n} faults", len(rows)), columns, rows)


def _fault(fault: Fault) -> tuple[Cell, ...]:
    return fault.coup, place(fault.where), fault.what


def coups_table(each: Replayed, *, several: bool) -> Table:
    """A row a coup: what it should have been, and what the record has for its result."""
    columns = (
        Column("coup", say("Coup"), "count"),
        Column("player", PLAYER, "text"),
        Column("player_total", say("Total"), "count"),
        Column("banker", BANKER, "text"),
        Column("banker_total", say("Total"), "count"),
        Column("winner", say("Winner"), "text"),
        Column("recorded", say("Recorded"), "text"),
        Column("faults", say("Faults"), "count"),
    )
    rows = tuple(map(_row, each.shoe.coups))
    notes = [say("Cards, totals and winner are what the record should have; Recorded is the result it has.")]
    if any(coup.coup is None for coup in each.shoe.coups):
        notes.append(
            say(
                "Coups without totals are those of which nobody can know what they should have been; their "
                "cards are shown as recorded."
            )
        )
    return Table(_title(each, say("Coup by coup"), several=several), columns, rows, tuple(notes))


def _title(each: Replayed, title: Message, *, several: bool) -> Message:
    return say("Shoe {shoe}: {title}", shoe=each.shoe.recorded.id, title=title) if several else title


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
    columns = [Column("coup", say("Coup"), "count"), Column("unseen", say("Unseen"), "count")]
    for bet, key in zip(bets, keys, strict=True):
        columns.append(Column(f"hit_{key}", say("P({bet})", bet=bet.name), "percent"))
        columns.append(Column(f"ev_{key}", say("EV {bet}", bet=bet.name), "percent"))
    rows: list[tuple[Cell, ...]] = []
    unseen = tuple(each.shoe.unseen())
    for coup, left, values in zip(each.shoe.coups, unseen, each.odds, strict=True):
        row: list[Cell] = [coup.recorded.number, None if left is None else left.size]
        for value in values or ():
            row += (value.hit_rate, value.ev)
        rows.append((*row, *(None,) * (len(columns) - len(row))))
    title = _title(each, say("Exact odds before each coup"), several=several)
    yield Table(title, tuple(columns), tuple(rows), tuple(_odds_notes(each)))


def _odds_notes(each: Replayed) -> Iterator[Text]:
    yield say(
        "Unseen: cards that nobody has seen, those burned face down and those that could not be read among "
        "them. P: the probability that a bet gains. EV: per unit staked."
    )
    refused: Sequence[int] = [
        coup.recorded.number
        for coup, left in zip(each.shoe.coups, each.shoe.unseen(), strict=True)
        if left is None
    ]
    if refused:
        yield say(
            "From coup {number} on there are no odds: a card came before it that could not be there any "
            "more, so nobody knows the cards unseen.",
            number=refused[0],
        )
