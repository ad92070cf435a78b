"""The tableau examined, as a document and as rows for machines."""

from fractions import Fraction
from operator import itemgetter

from analyzer.analysis.tableau_study import Cell, TableauStudy, cost
from analyzer.bets.digest import digest_of_rules
from analyzer.exact import ratio_text
from analyzer.phrases.cards import HANDS
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.document import Document
from analyzer.report.fields import Cells, Field, Fields, attributes, record, records, said, through, without
from analyzer.report.kinds import COUNT, PROBABILITY, RATIO, TEXT, Kind, one_of
from analyzer.report.origin import INFINITE, Origin
from analyzer.report.tableau import facing
from analyzer.report.tableau_study import cells as parts
from analyzer.text import message

_BETS = ("player", "banker", "tie")

Study = tuple[TableauStudy, bool]
"""A study, and whether to list its cells by the two cards of a hand, too."""

StudiedCell = tuple[TableauStudy, Cell]

_PLAY = one_of("D", "S")
_BEST = one_of("D", "S", "either", None)


def _of_bets(kind: Kind) -> Kind:
    """The kind of three values, of the bets on who wins."""
    return record([said(bet, kind, itemgetter(place)) for place, bet in enumerate(_BETS)])


def _column(cell: StudiedCell, column: str) -> tuple[int | None] | None:
    """What Banker faces, if the columns of the tableau stand for it."""
    study, of = cell
    by = "third" if study.rules.banker_by == "third-card" else "player_total"
    return (of.column,) if of.hand == "banker" and by == column else None


def _faced(key: str) -> Field[StudiedCell]:
    kind = Kind(lambda column: column[0], lambda describer: describer.of(COUNT.optional))
    return said(key, kind, lambda cell: _column(cell, key), absent=True)


_TOTAL: Field[StudiedCell] = said("total", COUNT, lambda cell: cell[1].total)
_PLACE: Fields[StudiedCell] = (_TOTAL, _faced("third"), _faced("player_total"))
_CARDS: Field[StudiedCell] = said("cards", TEXT, lambda cell: parts.cards_text(cell[1]))
_WORTH: Fields[StudiedCell] = through(
    1,
    (
        said("rule", _PLAY),
        *(said(key, RATIO.optional) for key in ("draw", "stand", "difference")),
        said("best", _BEST),
        said("probability", PROBABILITY),
        said("cost"),
    ),
)
_ERROR: Fields[StudiedCell] = (
    said("hand", one_of("player", "banker"), lambda cell: cell[1].hand),
    _PLACE,
    said("dealt", _PLAY, lambda cell: "S" if cell[1].rule == "D" else "D"),
    said("given", _of_bets(RATIO.optional), lambda cell: cell[1].errors or (None, None, None)),
    said("per_1000_coups", _of_bets(RATIO), lambda cell: parts.errors_in_coups(cell[1])),
)


def _cells(name: str, *place: Field[StudiedCell] | Fields[StudiedCell]) -> Field[Study]:
    """The cells that an attribute of the study lists; those by two cards only if they were asked."""

    def cells(answer: Study) -> list[StudiedCell] | None:
        study, composition = answer
        listed = [(study, cell) for cell in getattr(study, name)]
        return listed if composition or not name.endswith("_cards") else None

    return said(name, records((*place, _WORTH)), cells, absent=name.endswith("_cards"))


def _cost_by_cards(name: str) -> Field[Study]:
    def of(answer: Study) -> Fraction | None:
        return cost(getattr(answer[0], name)) if answer[1] else None

    return said(f"{name}_cost", RATIO, of, absent=True)


def _origin(answer: Study) -> Origin:
    study, composition = answer
    known = {
        "rules": study.rules.id,
        "rules_sha256": digest_of_rules(study.rules),
        "shoe": INFINITE if study.shoe is None else study.shoe,
    }
    options = (("commission", ratio_text(study.commission)),)
    by_cards = (("composition", "yes"),) if composition else ()
    return Origin(None, tuple(study.bets), (*options, *by_cards), known=known)


TABLEAU: Document[Study] = Document(
    "tableau",
    2,
    "tableau",
    (
        said("commission", value=lambda answer: answer[0].commission),
        _cells("banker", _PLACE),
        said("banker_cost", value=lambda answer: answer[0].banker_cost),
        _cells("player", _TOTAL),
        said("player_cost", value=lambda answer: answer[0].player_cost),
        _cells("banker_cards", _PLACE, _CARDS),
        _cost_by_cards("banker_cards"),
        _cells("player_cards", _TOTAL, _CARDS),
        _cost_by_cards("player_cards"),
        said("evs", _of_bets(RATIO), lambda answer: answer[0].evs),
        said(
            "errors",
            records(_ERROR),
            lambda answer: [(answer[0], cell) for cell in (*answer[0].banker, *answer[0].player)],
        ),
    ),
    _origin,
)


def rows_page(study: TableauStudy, *, composition: bool) -> Page:
    """One row per cell of both hands, Banker's first; then by the two cards too if `composition`."""
    columns = (
        Column("hand", message("Hand"), "text"),
        Column("total", message("Total"), "count"),
        parts.FACING,
        parts.TWO_CARDS,
        parts.RULE,
        parts.BEST,
        *parts.WORTH,
        Column("error_player", message("Error: Player"), "percent"),
        Column("error_banker", message("Error: Banker"), "percent"),
        Column("error_tie", message("Error: Tie"), "percent"),
    )
    by_cards = (*study.banker_cards, *study.player_cards) if composition else ()
    rows: list[Cells] = []
    for cell in (*study.banker, *study.player, *by_cards):
        faced = facing(cell.column) if cell.hand == "banker" else None
        plays = (parts.letter(cell.rule), cell.best and parts.letter(cell.best))
        figures = (*attributes(cell, parts.WORTH), *(cell.errors or (None, None, None)))
        rows.append((HANDS[cell.hand], cell.total, faced, parts.cards_text(cell), *plays, *figures))
    notes = (
        message("Facing: Player stood, or the column of the tableau."),
        message("Error: change of a bet's EV, given the cell, if the opposite of the rule is dealt."),
    )
    table = Table(parts.title(study), columns, tuple(rows), notes)
    return Page((table if composition else without(table, "cards"),), parts.provenance(study))
