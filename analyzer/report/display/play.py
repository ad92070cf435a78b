"""How coups at a table show themselves: shoes dealt and recorded, replays, settlements, evidence."""

from collections.abc import Iterable, Sequence
from itertools import chain

from analyzer.analysis.successive import Successive
from analyzer.game.cards import Card
from analyzer.game.coup import Coup
from analyzer.phrases.cards import BANKER, PLAYER, card_text, cards_text
from analyzer.play.dealing import DealtCoup, DealtShoe
from analyzer.play.evidence.result import Evidence
from analyzer.play.prediction.prediction import Prediction
from analyzer.play.record import RecordedCoup, RecordedShoe
from analyzer.play.replay.replayed import Replay
from analyzer.play.settlement.statement import Settlement
from analyzer.render.page import Page
from analyzer.render.provenance import NOWHERE
from analyzer.render.table import Cell, Column, Table
from analyzer.report.display.layout import View
from analyzer.report.play.deal import coups_table as dealt_table
from analyzer.report.play.deal import results_table
from analyzer.report.play.evidence import evidence_page
from analyzer.report.play.prediction import after_table, prediction_page
from analyzer.report.play.replay import coups_table, faults_table, replay_page
from analyzer.report.play.settle import settle_origin, settle_page
from analyzer.text import message

_COUP = Column("coup", message("Coup"), "count")
_SHOE = Column("shoe", message("Shoe"), "text")
_WINNERS = {"player": PLAYER, "banker": BANKER, "tie": message("Tie")}


def card(found: Card, most: int | None) -> View:
    """A card as it is printed."""
    columns = (
        Column("card", message("Card"), "text"),
        Column("rank", "1–13", "count"),
        Column("suit", "♠♥♦♣", "count"),
        Column("points", "0–9", "count"),
    )
    row: tuple[Cell, ...] = (str(found), found.rank, found.suit, found.points)
    return View(
        Page((Table("", (Column("card", message("Card"), "text"),), ((card_text(found),),)),)),
        {"card": Table(message("Card"), columns, (row,))},
    )


def coup(found: Coup, most: int | None) -> View:
    """Both hands of a coup."""
    columns = (
        Column("player", PLAYER, "text"),
        Column("player_total", message("Total"), "count"),
        Column("banker", BANKER, "text"),
        Column("banker_total", message("Total"), "count"),
        Column("winner", message("Winner"), "text"),
    )
    player, banker = cards_text(found.player), cards_text(found.banker)
    row: tuple[Cell, ...] = (
        player,
        found.player_total,
        banker,
        found.banker_total,
        _WINNERS[found.winner],
    )
    return View(Page((Table(message("Coup"), columns, (row,)),)))


def dealt_coup(found: DealtCoup, most: int | None) -> View:
    """One coup of a dealt shoe."""
    return View(Page((_dealt((found,)),)))


def dealt_shoe(found: DealtShoe, most: int | None) -> View:
    """Every coup of a dealt shoe, and how often each thing came."""
    return View(Page((_dealt(found.coups), results_table(found))))


def _dealt(coups: Sequence[DealtCoup]) -> Table:
    return dealt_table(coups, full=True, reserve=any(coup.unused for coup in coups))


def recorded_shoe(found: RecordedShoe, most: int | None) -> View:
    """What a record says of a shoe, coup by coup; its stakes; and what could not be read."""
    tables = {"coups": _recorded(found.id, found.coups)}
    stakes: list[tuple[Cell, ...]] = [
        (coup.number, stake.bettor or None, stake.bet, stake.amount, stake.net)
        for coup in found.coups
        for stake in coup.stakes
    ]
    if stakes:
        columns = (
            _COUP,
            Column("bettor", message("Bettor"), "text"),
            Column("bet", message("Bet"), "text"),
            Column("amount", message("Stake"), "ratio"),
            Column("net", message("Net"), "ratio"),
        )
        tables["stakes"] = Table(message("Stakes"), columns, tuple(stakes))
    if found.unread:
        heads = (Column("place", message("Place"), "text"), Column("why", message("Why"), "text"))
        unread = tuple((one.where, one.why) for one in found.unread)
        tables["unread"] = Table("", heads, unread)
    said = ", ".join(f"{key} {value}" for key, value in found.said.items())
    title = message("Shoe {shoe}: {title}", shoe=found.id, title=said or message("Coup by coup"))
    return View(Page(tuple(tables.values()), NOWHERE, title), tables)


def recorded_coup(found: RecordedCoup, most: int | None) -> View:
    """What a record says of one coup."""
    return View(Page((_recorded("", (found,)),)))


def _recorded(shoe: str, coups: Iterable[RecordedCoup]) -> Table:
    columns = (
        _COUP,
        Column("drawn", message("Cards as dealt"), "text"),
        Column("player", PLAYER, "text"),
        Column("player_total", message("Total"), "count"),
        Column("banker", BANKER, "text"),
        Column("banker_total", message("Total"), "count"),
        Column("winner", message("Winner"), "text"),
        Column("status", message("Status"), "text"),
        Column("place", message("Place"), "text"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            one.number,
            _cards(one.drawn),
            _cards(one.player),
            one.player_total,
            _cards(one.banker),
            one.banker_total,
            None if one.winner is None else _WINNERS[one.winner],
            one.status,
            one.where or None,
        )
        for one in coups
    ]
    return Table(message("Coup by coup"), columns, tuple(rows))


def _cards(cards: tuple[Card | None, ...] | None) -> str | None:
    if cards is None:
        return None
    return " ".join("?" if card is None else card_text(card) for card in cards)


def replay(found: Replay, most: int | None) -> View:
    """What was replayed and what is wrong with it; for data frames every coup of every shoe."""
    page = replay_page(found, coups=False)
    if most is not None:
        return View(page)
    each = [(one.shoe.recorded.id, coups_table(one, several=False)) for one in found.shoes]
    tables = {}
    if each:
        rows = chain.from_iterable(((shoe, *row) for row in table.rows) for shoe, table in each)
        tables["coups"] = Table(message("Coup by coup"), (_SHOE, *each[0][1].columns), tuple(rows))
    tables["faults"] = faults_table(found, several=True)
    return View(page, tables)


def settlement(found: Settlement, most: int | None) -> View:
    """Every stake with what it gained, and what bettors and bets come to."""
    return View(settle_page(found, settle_origin(found, ()) if found.games else NOWHERE, full=True))


def evidence(found: Evidence, most: int | None) -> View:
    """Whether coups come as they come off a fair shoe."""
    return View(evidence_page(found))


def prediction(found: Prediction, most: int | None) -> View:
    """Why roads do not predict."""
    return View(prediction_page(found))


def successive(found: Successive, most: int | None) -> View:
    """The next coup after results known."""
    return View(Page((after_table(found),)))
