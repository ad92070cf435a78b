"""A record dealt again: tables for people, a document for machines."""

from collections.abc import Iterator

from analyzer.analysis.question import keys_of
from analyzer.analysis.valuation import Valuation
from analyzer.bets.digest import rules_and_bets
from analyzer.play.replay.fault import place_text
from analyzer.play.replay.judge import has_cards
from analyzer.play.replay.replayed import Replay, Replayed, ReplayedCoup
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import FACTS, text_columns
from analyzer.report.fields import without
from analyzer.report.names import shoe_name
from analyzer.report.play.hands import COUP, HANDS, SHOE, WINNER_NAMES, hand_cells, recorded_text
from analyzer.text import Message, Text, message, plural

_RESULT = ("player_total", "banker_total", "winner")


def replay_page(replay: Replay, *, coups: bool) -> Page:
    """What was replayed, with the number of faults; then each fault, every coup, and the odds.

    If there are several shoes, `coups` must be true to show their coups.
    """
    several = len(replay.shoes) > 1
    tables = [_summary(replay)]
    if replay.faults:
        tables.append(faults_table(replay, several=several))
    for replayed in replay.shoes if coups or not several else ():
        if replayed.shoe.coups:
            tables.append(coups_table(replayed, several=several))
            if replayed.odds is not None:
                tables.append(_odds_table(replayed, replayed.odds, several=several))
    return Page(tuple(tables), provenance(replay), message("A record dealt again"))


def _summary(replay: Replay) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (message("Shoes"), message("{n}", n=len(replay.shoes))),
        (message("Coups recorded"), message("{n}", n=replay.coups)),
        (message("Coups dealt again"), message("{n}", n=replay.dealt)),
        (message("Faults"), message("{n}", n=replay.faults)),
    ]
    rows += dict.fromkeys(row for replayed in replay.shoes for row in _game(replayed))
    return Table(message("What was replayed"), FACTS, tuple(rows), tuple(_summary_notes(replay)))


def _summary_notes(replay: Replay) -> Iterator[Text]:
    coups = (coup.recorded for replayed in replay.shoes for coup in replayed.shoe.coups)
    if without_cards := sum(coup.status != "cancelled" and not has_cards(coup) for coup in coups):
        yield plural(
            "{n} coup has no cards, so there is nothing to deal again: only its number is checked, and "
            "whether such a result can be.",
            "{n} coups have no cards, so there is nothing to deal again: only their numbers are checked, "
            "and whether such results can be.",
            without_cards,
        )
    if any(replayed.procedure is None for replayed in replay.shoes):
        yield message(
            "No procedure is known: the burn is not checked, and of the cut card only the record's own "
            "marks count. `--procedure` names one."
        )
    if names := replay.unknown_names:
        yield message("The record has besides, and nothing here reads it: {names}", names=", ".join(names))
    if not replay.faults:
        yield message("Nothing deviates from what the record should say.")


def _game(replayed: Replayed) -> Iterator[tuple[Cell, ...]]:
    yield message("Variant"), replayed.question.variant.title
    yield message("Rules"), replayed.shoe.rules.title
    yield message("Shoe"), shoe_name(replayed.shoe.full)
    if replayed.procedure is not None:
        yield message("Procedure"), replayed.procedure.title


def faults_table(replay: Replay, *, several: bool) -> Table:
    """One row per fault, in the order of the record; if there are `several` shoes, also the shoe."""
    columns = (SHOE, COUP, *text_columns(place=message("Place"), fault=message("Fault")))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (replayed.shoe.recorded.id, fault.coup, place_text(fault.where), fault.what)
        for replayed in replay.shoes
        for fault in replayed.shoe.all_faults
    )
    table = Table(plural("{n} fault", "{n} faults", len(rows)), columns, rows)
    return table if several else without(table, SHOE.key)


def coups_table(replayed: Replayed, *, several: bool) -> Table:
    """One row per coup: what it should have been, and the result recorded."""
    coups = replayed.shoe.coups
    recorded = Column("recorded", message("Recorded"), "text")
    columns = (COUP, *HANDS, recorded, Column("faults", message("Faults"), "count"))
    notes = [
        message("Cards, totals and winner are what the record should have; Recorded is the result it has.")
    ]
    if any(coup.coup is None for coup in coups):
        notes.append(
            message(
                "Coups without totals are those of which nobody can know what they should have been; their "
                "cards are shown as recorded."
            )
        )
    title = _title(replayed, message("Coup by coup"), several=several)
    return Table(title, columns, tuple(map(_coup_cells, coups)), tuple(notes))


def _title(replayed: Replayed, title: Message, *, several: bool) -> Message:
    shoe = replayed.shoe.recorded.id
    return message("Shoe {shoe}: {title}", shoe=shoe, title=title) if several else title


def _coup_cells(replayed: ReplayedCoup) -> tuple[Cell, ...]:
    recorded, coup = replayed.recorded, replayed.coup
    if coup is not None:
        hands = hand_cells(coup)
    else:
        # Cards recorded only in the order drawn are shown as Player's.
        drawn = recorded.drawn
        player, banker = (recorded.player, recorded.banker) if drawn is None else (drawn, ())
        hands = (recorded_text(player or ()), None, recorded_text(banker or ()), None, None)
    winner = None if recorded.winner is None else WINNER_NAMES[recorded.winner]
    return recorded.number, *hands, winner, len(replayed.faults)


def _odds_table(
    replayed: Replayed, odds: tuple[tuple[Valuation, ...] | None, ...], *, several: bool
) -> Table:
    """One row per coup: the probability of a gain and the EV of each bet, before the coup."""
    columns = [COUP, Column("unseen", message("Unseen"), "count")]
    bets = [value.bet for value in next(filter(None, odds), ())]
    for bet, key in zip(bets, keys_of(bets), strict=True):
        columns.append(Column(f"hit_{key}", message("P({bet})", bet=bet.title), "percent"))
        columns.append(Column(f"ev_{key}", message("EV {bet}", bet=bet.title), "percent"))
    rows: list[tuple[Cell, ...]] = []
    unknown: list[int] = []
    for coup, unseen, values in zip(replayed.shoe.coups, replayed.shoe.unseen(), odds, strict=True):
        number = coup.recorded.number
        if unseen is None:
            unknown.append(number)
        row: list[Cell] = [number, None if unseen is None else unseen.size]
        for value in values or ():
            row += (value.hit_rate, value.ev)
        rows.append((*row, *(None,) * (len(columns) - len(row))))
    notes = [
        message(
            "Unseen: cards that nobody has seen, those burned face down and those that could not be read "
            "among them. P: the probability that a bet gains. EV: per unit staked."
        )
    ]
    if unknown:
        notes.append(
            message(
                "From coup {number} on there are no odds: a card came before it that could not be there any "
                "more, so nobody knows the cards unseen.",
                number=unknown[0],
            )
        )
    title = _title(replayed, message("Exact odds before each coup"), several=several)
    return Table(title, tuple(columns), tuple(rows), tuple(notes))


def provenance(replay: Replay) -> Provenance:
    """The variants, rules, shoes and procedures that the record was checked against."""
    games = [
        (
            replayed.question.variant.id,
            replayed.shoe.rules.id,
            str(replayed.shoe.full),
            "none" if replayed.procedure is None else replayed.procedure.id,
        )
        for replayed in replay.shoes
    ]
    names = ("variant", "rules", "shoe", "procedure")
    facts = ((name, " ".join(dict.fromkeys(game[i] for game in games))) for i, name in enumerate(names))
    shoes = replay.shoes
    digests = rules_and_bets(shoes[0].shoe.rules, shoes[0].question.variant.bets) if shoes else ()
    return Provenance(tuple(facts), digests)
