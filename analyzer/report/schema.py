"""The JSON Schemas of what commands print with `--format json`, made from the lists of fields.

The schemas are of draft 2020-12; their sentences are in `meanings.toml`. Checks no documents.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import quoted
from analyzer.report.document import Document
from analyzer.report.kinds import Describer, Json, meanings

DOCUMENTS = (  # The place of each document in `analyzer`.
    "report.odds_document.ODDS",
    "report.page_document.PAGE",
    "report.comparison.page.COMPARE",
    "report.removal.REMOVAL",
    "report.counts.COUNTINGS",
    "report.tail.TAIL",
    "report.sweep.SWEEP",
    "report.inside.INSIDE",
    "report.peek.PEEK",
    "report.design.page.DESIGN",
    "report.design.solve.SOLVE",
    "report.closed_form.page.CLOSED_FORM",
    "report.closed_form.counts.COUNT_FORM",
    "report.tableau_study.cells.TABLEAU",
    "report.chemin_de_fer.CHEMIN_DE_FER",
    "report.money.joint.JOINT",
    "report.money.bankroll.BANKROLL",
    "report.money.monitor.MONITOR",
    "report.play.deal.DEAL",
    "report.play.replay.REPLAY",
    "report.play.evidence.EVIDENCE",
    "report.play.evidence_plan.PLAN",
    "report.play.settle.SETTLE",
    "report.play.roads.ROADS",
    "report.play.prediction.PREDICTION",
    "report.explain.EXPLAIN",
    "report.listing.LIST",
    "report.inventory.SHOW",
    "report.rule_sheet.faults.LINT",
    "report.verdicts.AUDIT",
    "report.verdicts.SUMMARY",
    "report.certificate.CERTIFICATE",
    "report.verification.VERIFICATION",
    "web.data.CARRIED",
)


def documents() -> dict[str, Document[Any]]:
    """All documents by the names of their schemas, such as `odds-2`."""
    return dict(_documents())


def _documents() -> Iterator[tuple[str, Document[Any]]]:
    """The same one by one, since loading all modules takes long."""
    for home in DOCUMENTS:
        module, _, name = home.rpartition(".")
        document: Document[Any] = getattr(import_module(f"analyzer.{module}"), name)
        yield document.schema_name, document


def schema(name: str) -> Json:
    """The schema of this name, complete in itself."""
    document = next(document for known, document in _documents() if known == name)
    definitions: Json = {}
    described = document.kind.schema(Describer(document.name, definitions))
    sentence = meanings()["documents"][document.name]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:baccarat:schema:{name}",
        "title": meanings()["titles"][document.name],
        "description": f"{sentence} The keys come in the order of this schema.",
        **described,
        "$defs": definitions,
    }


def schema_name(word: str) -> str:
    """The name of the schema that a word stands for: a name, a document's `schema` or a command.

    >>> schema_name("baccarat-odds/2"), schema_name("report"), schema_name("audit-summary")
    ('odds-2', 'page-2', 'audit-summary-2')
    """
    name = word.removeprefix("baccarat-").replace("/", "-")
    for known, document in _documents():
        if name in (known, document.name, document.command):
            return known
    words = [
        known if " " in document.command else document.command for known, document in documents().items()
    ]
    hint = did_you_mean(word, words, len(words))
    raise RenderError("unknown schema {word}{hint}", word=quoted(word), hint=hint)
