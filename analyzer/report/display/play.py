"""How cards, dealt or recorded coups and shoes, and results about records are shown."""

from collections.abc import Iterable, Sequence
from operator import attrgetter

from analyzer.analysis.successive import Successive
from analyzer.game.cards import Card
from analyzer.game.coup import Coup
from analyzer.phrases.cards import card_text
from analyzer.play.dealing import DealtCoup, DealtShoe
from analyzer.play.record import RecordedCoup, RecordedShoe
from analyzer.play.replay.replayed import Replay
from analyzer.play.settlement.result import Settlement
from analyzer.render.page import NOWHERE, Page
from analyzer.render.table import Column, Table
from analyzer.report.columns import BET, NET, text_columns
from analyzer.report.display import View
from analyzer.report.fields import Field, Fields, field_table, headed
from analyzer.report.play import deal
from analyzer.report.play.hands import COUP, HANDS, SHOE, recorded_text
from analyzer.report.play.prediction import after_table
from analyzer.report.play.replay import coups_table, faults_table, replay_page
from analyzer.report.play.settle import settle_page
from analyzer.text import message


def card(value: Card, max_rows: int | None) -> View:
    """A card as printed; data frames have its rank, suit and points."""
    head = Column("card", message("Card"), "text")
    fields: Fields[Card] = (
        Field(head, str),
        Column("rank", "1–13", "count"),
        Column("suit", "♠♥♦♣", "count"),
        Column("points", "0–9", "count"),
    )
    printed = Table("", (head,), ((card_text(value),),))
    return View(Page((printed,)), {"card": field_table(message("Card"), (value,), fields)})


def coup(value: Coup, max_rows: int | None) -> View:
    """Both hands of a coup."""
    return View(Page((field_table(message("Coup"), (value,), HANDS),)))


def dealt_coup(value: DealtCoup, max_rows: int | None) -> View:
    """One coup of a dealt shoe."""
    return View(Page((_dealt((value,)),)))


def dealt_shoe(value: DealtShoe, max_rows: int | None) -> View:
    """Every coup of a dealt shoe, and how often each result occurred."""
    return View(Page((_dealt(value.coups), deal.results_table(value))))


def _dealt(coups: Sequence[DealtCoup]) -> Table:
    return deal.coups_table(coups, full=True, reserve=any(coup.unused for coup in coups))


def recorded_shoe(value: RecordedShoe, max_rows: int | None) -> View:
    """A recorded shoe coup by coup, its stakes, and what could not be read."""
    tables = {"coups": _recorded(value.coups)}
    stakes = tuple(
        (coup.number, stake.bettor or None, stake.bet, stake.amount, stake.net)
        for coup in value.coups
        for stake in coup.stakes
    )
    if stakes:
        bettor, amount = message("Bettor"), Column("amount", message("Stake"), "ratio")
        columns = (COUP, Column("bettor", bettor, "text"), BET, amount, NET)
        tables["stakes"] = Table(message("Stakes"), columns, stakes)
    if value.unread:
        heads = text_columns(place=message("Place"), why=message("Why"))
        tables["unread"] = Table("", heads, tuple((unread.where, unread.why) for unread in value.unread))
    settings = ", ".join(f"{key} {setting}" for key, setting in value.settings.items())
    title = message("Shoe {shoe}: {title}", shoe=value.id, title=settings or message("Coup by coup"))
    return View(Page(tuple(tables.values()), NOWHERE, title), tables)


def recorded_coup(value: RecordedCoup, max_rows: int | None) -> View:
    """One recorded coup."""
    return View(Page((_recorded((value,)),)))


def _recorded(coups: Iterable[RecordedCoup]) -> Table:
    fields: Fields[RecordedCoup] = (
        Field(COUP, attrgetter("number")),
        headed("drawn", message("Cards as dealt"), "text", lambda coup: recorded_text(coup.drawn)),
        HANDS,
        Column("status", message("Status"), "text"),
        headed("place", message("Place"), "text", lambda coup: coup.where or None),
    )
    return field_table(message("Coup by coup"), coups, fields)


def replay(value: Replay, max_rows: int | None) -> View:
    """What was replayed, and its faults; data frames have every coup of every shoe."""
    page = replay_page(value, coups=False)
    if max_rows is not None:
        return View(page)
    tables = {"faults": faults_table(value, several=True)}
    if value.shoes:
        coups = [(shoe.shoe.recorded.id, coups_table(shoe, several=False)) for shoe in value.shoes]
        rows = tuple((shoe, *row) for shoe, table in coups for row in table.rows)
        tables = {"coups": Table(message("Coup by coup"), (SHOE, *coups[0][1].columns), rows)} | tables
    return View(page, tables)


def settlement(value: Settlement, max_rows: int | None) -> View:
    """Every stake with its gain, and the totals by bettor and by bet."""
    return View(settle_page(value, room="data frame"))


def successive(value: Successive, max_rows: int | None) -> View:
    """The next coup after known results."""
    return View(Page((after_table(value),)))
