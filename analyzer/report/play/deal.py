"""A shoe dealt coup by coup, or several shoes, one row each: tables for people, documents for machines."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial

from analyzer.bets.digest import digest_of_rules
from analyzer.catalog.digests import of_item
from analyzer.game.coup import Winner
from analyzer.phrases.cards import cards_text
from analyzer.phrases.procedures import burn_text, end_text, pulling_text, turning_text
from analyzer.play.dealing import Dealing, DealtCoup, DealtShoe
from analyzer.play.outcome import Outcome
from analyzer.play.roads.roads import Roads
from analyzer.render.boards.tables import roads_page
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import FACTS, text_columns
from analyzer.report.fields import Field, Fields, field_table, headed, without
from analyzer.report.names import shoe_name
from analyzer.report.play.hands import COUP, HANDS, SHOE, WINNER_NAMES, hand_cells
from analyzer.text import Message, Text, message, plural


def shoe_page(
    dealing: Dealing, number: int, dealt: DealtShoe, *, full: bool, roads: Roads | None = None
) -> Page:
    """One shoe: how it was dealt, every coup, how often each result came, and the `roads` if given.

    `full` adds columns that do not fit into 80 characters.
    """
    title = message(
        "{variant}: shoe {number} of seed {seed}",
        variant=dealing.question.variant.title,
        number=number,
        seed=str(dealing.seed),
    )
    road_tables = () if roads is None else roads_page(roads).tables[1:]
    coups = coups_table(dealt.coups, full=full, reserve=dealing.procedure.reserve)
    tables = (_dealing_of_shoe(dealing, dealt), coups, results_table(dealt), *road_tables)
    return Page(tables, provenance(dealing, str(number)), title)


def shoes_page(dealing: Dealing, shoes: Iterable[tuple[int, DealtShoe]]) -> Page:
    """Several shoes, one row each."""
    fields: Fields[tuple[int, DealtShoe]] = (
        Field(SHOE, lambda shoe: str(shoe[0])),
        headed("burned", message("Burned"), "count", lambda shoe: len(shoe[1].burned)),
        headed("cut_card", message("Behind the cut card"), "count", lambda shoe: shoe[1].cut_card),
        headed("cut_coup", message("Shows in coup"), "count", lambda shoe: shoe[1].cut_coup),
        headed("coups", message("Coups"), "count", lambda shoe: len(shoe[1].coups)),
        *(headed(key, name, "count", partial(_coups_won, key)) for key, name in WINNER_NAMES.items()),
        headed("left", message("Cards left"), "count", lambda shoe: shoe[1].left),
    )
    notes = (
        message(
            "Banker, Player, Tie: coups won by each. Cards left: in no coup, unused reserve cards among them."
        ),
        message("`--shoe N` deals one of them coup by coup."),
    )
    table = field_table(message("A row a shoe"), shoes, fields, notes)
    title = plural(
        "{variant}: {n} shoe of seed {seed}",
        "{variant}: {n} shoes of seed {seed}",
        len(table.rows),
        variant=dealing.question.variant.title,
        seed=str(dealing.seed),
    )
    settings = Table(message("How it was dealt"), FACTS, tuple(_settings(dealing)))
    numbers = f"{table.rows[0][0]} to {table.rows[-1][0]}"
    return Page((settings, table), provenance(dealing, numbers), title)


def _coups_won(winner: Winner, shoe: tuple[int, DealtShoe]) -> int:
    return sum(coup.coup.winner == winner for coup in shoe[1].coups)


def _settings(dealing: Dealing) -> Iterator[tuple[Cell, ...]]:
    procedure = dealing.procedure
    yield message("Shoe"), shoe_name(dealing.question.shoe)
    yield message("Rules"), dealing.question.rules.title
    if procedure.name:
        yield message("Procedure"), procedure.title
    yield message("Burn"), burn_text(procedure)
    yield message("Cards pulled"), pulling_text(procedure)
    yield message("Cards turned"), turning_text(procedure)
    yield message("End"), end_text(procedure)


def _dealing_of_shoe(dealing: Dealing, dealt: DealtShoe) -> Table:
    cut_card = plural(
        "{n} card behind it; it shows in coup {coup}",
        "{n} cards behind it; it shows in coup {coup}",
        dealt.cut_card,
        coup=dealt.cut_coup,
    )
    left = plural("{n} card", "{n} cards", dealt.left - len(dealt.coups[-1].unused))
    rows: tuple[tuple[Cell, ...], ...] = (
        *_settings(dealing),
        (message("Burned"), _burned(dealt)),
        (message("Cut card"), cut_card),
        (message("Left in the shoe"), left),
    )
    return Table(message("How it was dealt"), FACTS, rows)


def _burned(dealt: DealtShoe) -> Text:
    """The burned cards that were seen, and how many stayed face down."""
    seen, down = dealt.burned[: dealt.seen], len(dealt.burned) - dealt.seen
    if not down:
        return cards_text(seen) or message("none")
    if not seen:
        return plural("{n} card, face down", "{n} cards, face down", down)
    return plural(
        "{cards} and {n} card, face down", "{cards} and {n} cards, face down", down, cards=cards_text(seen)
    )


def coups_table(coups: Iterable[DealtCoup], *, full: bool, reserve: bool) -> Table:
    """One row per coup; with `reserve`, also the reserve cards that no hand drew."""
    columns = (
        COUP,
        Column("cards", message("Cards as dealt"), "text"),
        *HANDS,
        *text_columns(outcome=message("Road"), unused=message("Unused"), besides=message("Besides")),
    )
    rows: list[tuple[Cell, ...]] = []
    for dealt in coups:
        road, unused = str(Outcome.of(dealt.coup)), cards_text(dealt.unused)
        cards, hands = cards_text(dealt.cards), hand_cells(dealt.coup)
        rows.append((dealt.number, cards, *hands, road, unused, _marks(dealt)))
    hidden = (*(() if full else ("cards", "outcome")), *(() if reserve else ("unused",)))
    notes = [message("Cards of a hand stand in the order in which they were dealt to it.")]
    if reserve:
        notes.append(message("Unused: reserve cards that no hand drew; they open the next coup."))
    return without(Table(message("Coup by coup"), columns, tuple(rows), tuple(notes)), *hidden)


_MARKS = {
    "player_pair": message("Player pair"),
    "banker_pair": message("Banker pair"),
    "natural": message("natural"),
}


def _marks(dealt: DealtCoup) -> Text:
    """The pairs and the natural of a coup, and whether the cut card showed in it."""
    outcome = Outcome.of(dealt.coup)
    marks = [name for mark, name in _MARKS.items() if getattr(outcome, mark)]
    marks += [message("cut card")] if dealt.cut else []
    return Message("{marks}", (("marks", tuple(marks)),)) if marks else ""


def results_table(dealt: DealtShoe) -> Table:
    """How often each result came in a shoe."""
    outcomes = dealt.outcomes
    coups, part = Column("coups", message("Coups"), "count"), Column("part", message("Of all"), "percent", 2)
    columns = (*text_columns(what=message("What")), coups, part)
    marks = _MARKS | {"natural": message("a natural")}
    counts: list[tuple[Text, int]] = [
        *((name, sum(o.winner == winner for o in outcomes)) for winner, name in WINNER_NAMES.items()),
        *((name, sum(getattr(o, mark) for o in outcomes)) for mark, name in marks.items()),
    ]
    rows = tuple((name, n, Fraction(n, len(outcomes))) for name, n in counts)
    return Table(plural("{n} coup", "{n} coups", len(outcomes)), columns, rows)


def provenance(dealing: Dealing, numbers: str) -> Provenance:
    """What decided shoes of these numbers."""
    question = dealing.question
    facts = (
        ("variant", question.variant.id),
        ("rules", question.rules.id),
        ("shoe", str(question.shoe)),
        ("procedure", dealing.procedure.id),
        ("seed", str(dealing.seed)),
        ("number", numbers),
    )
    digests = (("rules", digest_of_rules(question.rules)), ("procedure", of_item(dealing.procedure)))
    return Provenance(facts, digests)
