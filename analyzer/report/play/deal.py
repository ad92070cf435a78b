"""A shoe dealt coup by coup, or several shoes with one row each, as tables and documents.

A document is also a record of the shoes; a burned card that stayed face down is `?`.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple

from analyzer.bets.digest import digest_of_rules
from analyzer.catalog import load
from analyzer.catalog.digests import id_or_own, of_item
from analyzer.catalog.procedures import procedure_id_or_own
from analyzer.game.coup import Winner
from analyzer.game.shoe import Shoe
from analyzer.phrases.cards import cards_text
from analyzer.phrases.procedures import burn_text, end_text, pulling_text, turning_text
from analyzer.play.dealing import Dealing, DealtCoup, DealtShoe
from analyzer.play.record import Outcome
from analyzer.play.roads.roads import Roads
from analyzer.render.boards.tables import roads_page
from analyzer.render.page import Page
from analyzer.render.table import Cell, Table
from analyzer.report.columns import FACTS
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, field_table, headed, record, records, said, said_as, through
from analyzer.report.kinds import COUNT, ID, TEXT, Json, many, one_of, plain
from analyzer.report.names import shoe_name
from analyzer.report.origin import SHOE as SHOE_KIND
from analyzer.report.origin import Origin
from analyzer.report.play.hands import CARDS, COUP, HANDS, SHOE, WINNER_NAMES
from analyzer.report.play.roads import ROADS_FIELDS
from analyzer.report.steps import MANNER, STEPS
from analyzer.text import Message, Text, message, plural


def shoe_page(
    dealing: Dealing, number: int, dealt: DealtShoe, *, full: bool, roads: Roads | None = None
) -> Page:
    """One shoe: how it was dealt, every coup, how often each result occurred, and the `roads` if given.

    `full` adds columns that do not fit into 80 characters.
    """
    title = message(
        "{variant}: shoe {number} from seed {seed}",
        variant=dealing.question.variant.title,
        number=number,
        seed=str(dealing.seed),
    )
    road_tables = () if roads is None else roads_page(roads).tables[1:]
    coups = coups_table(dealt.coups, full=full, reserve=dealing.procedure.reserve)
    tables = (_dealing_of_shoe(dealing, dealt), coups, results_table(dealt), *road_tables)
    return Page(tables, _origin(dealing, str(number)).provenance, title)


def shoes_page(dealing: Dealing, shoes: Iterable[tuple[int, DealtShoe]]) -> Page:
    """Several shoes, one row each."""
    fields: Fields[tuple[int, DealtShoe]] = (
        Field(SHOE, lambda shoe: str(shoe[0])),
        headed("burned", message("Burned"), "count", lambda shoe: len(shoe[1].burned)),
        headed("cut_card", message("Behind the cut card"), "count", lambda shoe: shoe[1].cut_card),
        headed("cut_coup", message("Cut card in coup"), "count", lambda shoe: shoe[1].cut_coup),
        headed("coups", message("Coups"), "count", lambda shoe: len(shoe[1].coups)),
        *(headed(key, name, "count", partial(_coups_won, key)) for key, name in WINNER_NAMES.items()),
        headed("left", message("Cards left"), "count", lambda shoe: shoe[1].left),
    )
    notes = (
        message(
            "Banker, Player, Tie: coups with that result. Cards left: not used in any coup, including unused "
            "reserve cards."
        ),
        message("`--shoe N` deals one of them coup by coup."),
    )
    table = field_table(message("Shoe by shoe"), shoes, fields, notes)
    title = plural(
        "{variant}: {n} shoe from seed {seed}",
        "{variant}: {n} shoes from seed {seed}",
        len(table.rows),
        variant=dealing.question.variant.title,
        seed=str(dealing.seed),
    )
    settings = Table(message("How it was dealt"), FACTS, tuple(_settings(dealing)))
    numbers = f"{table.rows[0][0]} to {table.rows[-1][0]}"
    return Page((settings, table), _origin(dealing, numbers).provenance, title)


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
    fields: Fields[DealtCoup] = (
        Field(COUP, attrgetter("number")),
        headed(
            "cards",
            message("Cards as dealt"),
            "text",
            lambda dealt: cards_text(dealt.cards),
            room="wide page",
        ),
        through("coup", HANDS),
        headed(
            "outcome",
            message("Road"),
            "text",
            lambda dealt: str(Outcome.of(dealt.coup)),
            room="wide page",
        ),
        headed("unused", message("Unused"), "text", lambda dealt: cards_text(dealt.unused), shown=reserve),
        headed("besides", message("Remarks"), "text", _marks),
    )
    notes = [message("The cards of each hand are in the order in which they were dealt.")]
    if reserve:
        notes.append(message("Unused: reserve cards that no hand drew; they begin the next coup."))
    room: Final = "wide page" if full else "page"
    return field_table(message("Coup by coup"), coups, fields, notes, room=room)


_MARKS = {
    "player_pair": message("Player pair"),
    "banker_pair": message("Banker pair"),
    "natural": message("natural"),
}


def _marks(dealt: DealtCoup) -> Text:
    outcome = Outcome.of(dealt.coup)
    marks = [name for mark, name in _MARKS.items() if getattr(outcome, mark)]
    marks += [message("cut card")] if dealt.cut else []
    return Message("{marks}", (("marks", tuple(marks)),)) if marks else ""


def results_table(dealt: DealtShoe) -> Table:
    """How often each result occurred in a shoe."""
    outcomes = dealt.outcomes
    marks = _MARKS | {"natural": message("a natural")}
    counts: list[tuple[Text, int]] = [
        *((name, sum(o.winner == winner for o in outcomes)) for winner, name in WINNER_NAMES.items()),
        *((name, sum(getattr(o, mark) for o in outcomes)) for mark, name in marks.items()),
    ]
    fields: Fields[tuple[Text, int]] = (
        headed("what", message("Result"), "text", 0),
        headed("coups", message("Coups"), "count", 1),
        headed("part", message("Share"), "percent", lambda row: Fraction(row[1], len(outcomes)), 2),
    )
    return field_table(plural("{n} coup", "{n} coups", len(outcomes)), counts, fields)


def _origin(dealing: Dealing, numbers: str = "") -> Origin:
    question = dealing.question
    game = (("variant", question.variant.id), ("rules", question.rules.id))
    rules = digest_of_rules(question.rules)
    procedure = ("procedure", dealing.procedure.id)
    of_procedure = ("procedure", of_item(dealing.procedure))
    known: dict[str, object] = {"rules_sha256": rules, "shoe": question.shoe, "seed": dealing.seed}
    known |= {**dict(game), "options": dict([procedure]), "sha256": dict([of_procedure])}
    shoes = (("shoe", str(question.shoe)), procedure, ("seed", str(dealing.seed)), ("number", numbers))
    return Origin(options=(*game, *shoes), digests=(("rules", rules), of_procedure), known=known)


class Shown(NamedTuple):
    """A dealt shoe, its number, and whether its roads are requested."""

    dealing: Dealing
    number: int
    dealt: DealtShoe
    roads: bool


def _roads(shown: Shown) -> Json | None:
    return Roads(shown.dealt.outcomes).to_dict() if shown.roads else None


_OUTCOME = plain(type="string", pattern="^[BPT]p?b?n?$")
_COUP: Fields[tuple[DealtCoup, bool]] = (
    through(
        0,
        said("coup", COUNT, "number"),
        said("cards", CARDS),
        through(
            "coup",
            said_as(CARDS, "player", "banker"),
            said_as(COUNT, "player_total", "banker_total"),
            said("winner", one_of("player", "banker", "tie")),
            said("outcome", _OUTCOME, lambda coup: str(Outcome.of(coup))),
        ),
        said("cut", one_of(True), lambda coup: coup.cut or None, absent=True),
        said("turned", many(one_of("p1", "b1", "p2", "b2", "p3", "b3"))),
    ),
    said("unused", CARDS, lambda pair: pair[0].unused if pair[1] else None, absent=True),
)
_CARDS_SHUFFLED: Fields[Shoe] = (
    said("decks", COUNT, lambda shoe: shoe.full_decks or None, absent=True),
    said("remaining", TEXT, lambda shoe: None if shoe.full_decks else str(shoe), absent=True),
)
_SHOE: Fields[Shown] = (
    said("variant", ID, lambda shown: id_or_own(shown.dealing.question.variant, load.variant)),
    said("rules", ID, lambda shown: id_or_own(shown.dealing.question.rules, load.rules)),
    said("procedure", ID, lambda shown: procedure_id_or_own(shown.dealing.procedure)),
    said("seed", COUNT, "dealing.seed"),
    said("shoe", SHOE_KIND, "dealing.question.shoe"),
    said("burned", CARDS, "dealt.burned_as_seen"),
    said("cut_card", COUNT, "dealt.cut_card"),
    said("coups", records(_COUP), lambda s: [(c, s.dealing.procedure.reserve) for c in s.dealt.coups]),
    said("left", COUNT, "dealt.left"),
    said("number", COUNT),
    through("dealing.question.shoe", _CARDS_SHUFFLED),
    said("steps", record(STEPS, MANNER), lambda s: s.dealing.procedure.steps | s.dealing.procedure.manner),
    said("roads", record(ROADS_FIELDS), _roads, absent=True),
)

DEALT_SHOE = record(_SHOE)  # The kind of a dealt shoe.

DEAL: Document[tuple[Dealing, Iterable[Shown]]] = Document(  # Of a dealing and its shoes.
    "deal", 2, "deal", (said("shoes", records(_SHOE), 1),), lambda shoes: _origin(shoes[0])
)
