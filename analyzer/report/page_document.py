"""A page as a document: its tables, with numbers as exact text and null for empty cells."""

from operator import itemgetter
from typing import get_args

from analyzer.render.page import Page, Provenance, Verdict, exact_cell
from analyzer.render.table import Column, Kind, Table
from analyzer.render.words import Words
from analyzer.report.document import Document
from analyzer.report.fields import Fields, records, said
from analyzer.report.kinds import TEXT, many, one_of
from analyzer.report.origin import Origin

Worded = tuple[Page, Words, Origin]  # A page, its language, and its origin.


def _rows(table: tuple[Table, Words]) -> list[list[str | None]]:
    return [[exact_cell(cell, table[1]) for cell in row] for row in table[0].rows]


_COLUMN: Fields[tuple[Column, Words]] = (
    said("key", TEXT, lambda column: column[0].key),
    said("head", TEXT, lambda column: column[1].translate(column[0].head)),
    said("kind", one_of(*get_args(Kind)), lambda column: column[0].kind),
)
_TABLE: Fields[tuple[Table, Words]] = (
    said("title", TEXT, lambda table: table[1].translate(table[0].title)),
    said("columns", records(_COLUMN), lambda table: [(column, table[1]) for column in table[0].columns]),
    said("rows", many(many(TEXT.optional)), _rows),
    said("notes", many(TEXT), lambda table: [table[1].translate(note) for note in table[0].notes]),
)


def shown_origin(provenance: Provenance) -> Origin:
    """A provenance as an origin, for documents."""
    known: dict[str, object] = {}
    options = []
    for name, fact in provenance.facts:
        if name in ("variant", "rules", "seen", "dealt", "given") and (name != "rules" or " " not in fact):
            known[name] = fact
        else:
            options.append((name, fact))
    digests = dict(provenance.digests)
    known |= {"rules_sha256": digests.pop("rules", None), "date": provenance.date}
    return Origin(options=tuple(options), digests=tuple(digests.items()), known=known)


_PAGE: Fields[Worded] = (
    said("language", TEXT, lambda page: page[1].language),
    said("title", TEXT, lambda page: page[1].translate(page[0].heading)),
    said("tables", records(_TABLE), lambda page: [(table, page[1]) for table in page[0].tables]),
)


def _verdict(page: Worded) -> Verdict | None:
    """The verdict in the language of the page."""
    verdict, translate = page[0].verdict, page[1].translate
    if verdict is None:
        return None
    return Verdict(translate(verdict.sentence), verdict.holds, tuple(map(translate, verdict.details)))


PAGE: Document[Worded] = Document("page", 2, "report", _PAGE, itemgetter(2), verdict=_verdict)
