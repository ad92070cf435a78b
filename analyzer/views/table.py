"""How coups at a table show themselves: shoes dealt and recorded, replays, settlements, evidence."""

from collections.abc import Iterable, Sequence
from itertools import chain, islice

from analyzer.analysis.successive import Successive
from analyzer.game.cards import Card
from analyzer.game.coup import Coup
from analyzer.message import say
from analyzer.play.dealing.dealing import DealtCoup, DealtShoe
from analyzer.play.evidence.result import Evidence
from analyzer.play.prediction.prediction import Prediction
from analyzer.play.record import RecordedCoup, RecordedShoe
from analyzer.play.replay.replayed import Replay
from analyzer.play.settlement.statement import Settlement
from analyzer.publish.page import Page
from analyzer.publish.phrases.cards import BANKER, PLAYER, card_text, cards_text
from analyzer.publish.provenance import NOWHERE
from analyzer.publish.reports.table.deal import coups_table as dealt_table
from analyzer.publish.reports.table.deal import results_table
from analyzer.publish.reports.table.evidence import evidence_page
from analyzer.publish.reports.table.prediction import after_table, prediction_page
from analyzer.publish.reports.table.replay import coups_table, faults_table, replay_page
from analyzer.publish.reports.table.settle import settle_page
from analyzer.publish.reports.table.settle_document import settle_origin
from analyzer.publish.table import Cell, Column, Table
from analyzer.views.view import View, game, nameless

_COUP = Column("coup", say("Coup"), "count")
_SHOE = Column("shoe", say("Shoe"), "text")
_WINNERS = {"player": PLAYER, "banker": BANKER, "tie": say("Tie")}


def card(found: Card, most: int | None) -> View:
    """A card as it is printed."""
    columns = (
        Column("card", say("Card"), "text"),
        Column("rank", say("Rank"), "count"),
        Column("suit", say("Suit"), "count"),
        Column("points", say("Points"), "count"),
    )
    row: tuple[Cell, ...] = (str(found), found.rank, found.suit, found.points)
    return View(
        Page((Table("", (Column("card", say("Card"), "text"),), ((card_text(found),),)),)),
        {"card": Table(say("Card"), columns, (row,))},
    )


def coup(found: Coup, most: int | None) -> View:
    """Both hands of a coup."""
    columns = (
        Column("player", PLAYER, "text"),
        Column("player_total", say("Total"), "count"),
        Column("banker", BANKER, "text"),
        Column("banker_total", say("Total"), "count"),
        Column("winner", say("Winner"), "text"),
    )
    player, banker = cards_text(found.player), cards_text(found.banker)
    row: tuple[Cell, ...] = (
        player,
        found.player_total,
        banker,
        found.banker_total,
        _WINNERS[found.winner],
    )
    return View(Page((Table(say("Coup"), columns, (row,)),)))


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
    tables = {"coups": _recorded(found.id, islice(found.coups, None if most is None else most + 1))}
    stakes: list[tuple[Cell, ...]] = [
        (coup.number, stake.bettor or None, stake.bet, stake.amount, stake.net)
        for coup in found.coups
        for stake in coup.stakes
    ]
    if stakes:
        columns = (
            _COUP,
            Column("bettor", say("Bettor"), "text"),
            Column("bet", say("Bet"), "text"),
            Column("amount", say("Stake"), "ratio"),
            Column("net", say("Net"), "ratio"),
        )
        tables["stakes"] = Table(say("Stakes"), columns, tuple(stakes))
    if found.unread:
        heads = (Column("place", say("Place"), "text"), Column("why", say("Why"), "text"))
        unread = tuple((one.where, one.why) for one in found.unread)
        tables["unread"] = Table(say("What could not be read"), heads, unread)
    said = ", ".join(f"{key} {value}" for key, value in found.said.items())
    title = say("Shoe {shoe}: {title}", shoe=found.id, title=said or say("Coup by coup"))
    return View(Page(tuple(tables.values()), NOWHERE, title), tables)


def recorded_coup(found: RecordedCoup, most: int | None) -> View:
    """What a record says of one coup."""
    return View(Page((_recorded("", (found,)),)))


def _recorded(shoe: str, coups: Iterable[RecordedCoup]) -> Table:
    columns = (
        _COUP,
        Column("drawn", say("Cards as dealt"), "text"),
        Column("player", PLAYER, "text"),
        Column("player_total", say("Total"), "count"),
        Column("banker", BANKER, "text"),
        Column("banker_total", say("Total"), "count"),
        Column("winner", say("Winner"), "text"),
        Column("status", say("Status"), "text"),
        Column("place", say("Place"), "text"),
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
    return Table(say("Coup by coup"), columns, tuple(rows))


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
        tables["coups"] = Table(say("Coup by coup"), (_SHOE, *each[0][1].columns), tuple(rows))
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
    return View(nameless(prediction_page(found, game(found.rules))))


def successive(found: Successive, most: int | None) -> View:
    """The next coup after results known."""
    return View(Page((after_table(found),)))
