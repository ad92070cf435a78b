"""The JSON Schemas of what commands print with `--format json`, made from the fields that they list.

They are of draft 2020-12. The sentences are in `meanings.toml`. Checks no documents.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import quoted
from analyzer.report.document import Document
from analyzer.report.fields import Field, record
from analyzer.report.kinds import Json, Kind

DOCUMENTS = (
    "odds.ODDS",
    "page_document.PAGE",
    "comparison.COMPARE",
    "removal.REMOVAL",
    "counts.COUNT",
    "tail.TAIL",
    "sweep_document.SWEEP",
    "inside.INSIDE",
    "peek.PEEK",
    "design.document.DESIGN",
    "design.document.SOLVE",
    "closed_form.page.CLOSED_FORM",
    "closed_form.counts.COUNT_FORM",
    "tableau_study.document.TABLEAU",
    "chemin_de_fer.CHEMIN_DE_FER",
    "money.joint.JOINT",
    "money.bankroll_document.BANKROLL",
    "money.monitor_document.MONITOR",
    "play.deal.DEAL",
    "play.replay.REPLAY",
    "play.evidence.EVIDENCE",
    "play.settle.SETTLE",
    "play.roads.ROADS",
    "play.prediction.PREDICTION",
    "explain_document.EXPLAIN",
    "listing.LIST",
    "inventory.SHOW",
    "rule_sheet.faults.LINT",
    "verdicts.AUDIT",
    "verdicts.SUMMARY",
    "certificate.CERTIFICATE",
    "verdicts.VERIFICATION",
)
"""Where in `analyzer.report` each document is."""


@cache
def documents() -> dict[str, Document[Any]]:
    """Every document by the name of its schema, such as `odds-2`."""
    found: dict[str, Document[Any]] = {}
    for home in DOCUMENTS:
        module, _, name = home.rpartition(".")
        try:
            document: Document[Any] = getattr(import_module(f"analyzer.report.{module}"), name)
        except (ImportError, AttributeError):  # not converted yet
            continue
        found[document.schema_name] = document
    return found


@cache
def meanings() -> dict[str, dict[str, str]]:
    """What each key means: by document, `shared` by several, or of a kind of value."""
    text = files("analyzer.report").joinpath("meanings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@dataclass(frozen=True, slots=True)
class Describer:
    """A place in a document, at which a schema describes a value; `definitions` are those used so far."""

    document: str
    definitions: Json
    path: tuple[str, ...] = ()

    def of(self, kind: Kind) -> Json:
        """The schema of a kind of value here; if all schemas share it, a reference to its definition."""
        if not kind.title:
            return kind.schema(self)
        name = kind.title.replace(" ", "_")
        if name not in self.definitions:
            self.definitions[name] = {}
            schema = kind.schema(Describer("shared", self.definitions, (name,)))
            sentence = meanings()["kinds"][kind.title]
            self.definitions[name] = {"title": kind.title, **schema, "description": sentence}
        return {"$ref": f"#/$defs/{name}"}

    def field(self, field: Field[Any]) -> Json:
        """The schema of a field here, with its meaning."""
        place = Describer(self.document, self.definitions, (*self.path, field.key))
        return {**place.of(field.entry_kind), "description": place.meaning}

    @property
    def meaning(self) -> str:
        """What the key here means: what the document says of it, or the sentence that several share.

        Raises:
            RenderError: there is no sentence for it.
        """
        known = meanings()
        for table, key in self.sentences():
            if key in known.get(table, {}):
                return known[table][key]
        raise RenderError(f"meanings.toml has no sentence for {'.'.join(self.path)!r} of {self.document!r}")

    def sentences(self) -> Iterator[tuple[str, str]]:
        """Where the sentence of the key here may be, the closest first: a table, and a key in it."""
        yield self.document, ".".join(self.path)
        yield from (("shared", ".".join(self.path[first:])) for first in range(len(self.path)))


def schema(name: str) -> Json:
    """The schema of a name, complete in itself."""
    document = documents()[name]
    definitions: Json = {}
    described = record(document.all_fields).schema(Describer(document.name, definitions))
    described["properties"]["schema"] = {"const": document.schema, **described["properties"]["schema"]}
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
    for known, document in documents().items():
        if name in (known, document.name, document.command):
            return known
    words = [
        known if " " in document.command else document.command for known, document in documents().items()
    ]
    raise RenderError(f"unknown schema {quoted(word)}{did_you_mean(word, words, len(words))}")
