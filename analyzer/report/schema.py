"""The JSON Schemas of what commands print with `--format json`: which there are, and each by itself.

The schemas are files in `schemas/`, of draft 2020-12, with a description of every key. What several of them
share is in a common one. This module knows no documents and checks none.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import quoted

COMMON = "common-1"
"""The schema that holds what the others share."""

PRINTED_BY = {
    "odds-1": "odds",
    "page-1": "report",
    "compare-1": "compare",
    "removal-1": "removal",
    "count-1": "count",
    "tail-1": "tail",
    "sweep-result-1": "sweep",
    "inside-1": "inside",
    "peek-1": "peek",
    "design-1": "design",
    "design-solve-1": "solve",
    "closed-form-1": "closed-form",
    "closed-form-counts-1": "closed-form --by counts",
    "tableau-1": "tableau",
    "chemin-de-fer-1": "chemin-de-fer",
    "joint-1": "joint",
    "bankroll-1": "bankroll",
    "monitor-1": "monitor",
    "deal-1": "deal",
    "replay-1": "replay",
    "evidence-1": "evidence",
    "settle-1": "settle",
    "roads-1": "roads",
    "prediction-1": "prediction",
    "explain-1": "explain",
    "list-1": "list",
    "show-1": "show",
    "lint-1": "lint",
    "audit-1": "audit",
    "audit-summary-1": "audit --summary",
    "certificate-1": "certify",
    "verification-1": "verify-certificate",
}
"""The command, with any option that changes its document, whose documents each schema describes."""

_HOME = files("analyzer.report").joinpath("schemas")


@cache
def kept(name: str) -> dict[str, Any]:
    """A schema as it is in its file, with references to the common one."""
    document: dict[str, Any] = json.loads(_HOME.joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return document


def whole(name: str) -> dict[str, Any]:
    """A schema that needs no other: everything it refers to is among its own `$defs`.

    >>> whole("tail-1")["items"]["properties"]["max_ev"]["$ref"]
    '#/$defs/ratio'
    """
    common = kept(COMMON)
    references: list[str] = []

    def with_own_references(part: Any) -> Any:
        if isinstance(part, list):
            return [with_own_references(item) for item in part]
        if not isinstance(part, dict):
            return part
        part = {key: with_own_references(value) for key, value in part.items()}
        if isinstance(target := part.get("$ref"), str):
            part["$ref"] = target.removeprefix(common["$id"])
            references.append(part["$ref"].removeprefix("#/$defs/"))
        return part

    schema: dict[str, Any] = with_own_references(kept(name))
    definitions = dict(schema.pop("$defs", {}))
    while references:
        if (key := references.pop()) not in definitions:
            definitions[key] = with_own_references(common["$defs"][key])
    return schema | {"$defs": definitions} if definitions else schema


def schema_name(word: str) -> str:
    """The name of the schema that a word stands for: a name, a document's `schema` or a command.

    >>> schema_name("baccarat-odds/1"), schema_name("report"), schema_name("audit-summary")
    ('odds-1', 'page-1', 'audit-summary-1')
    """
    name = word.removeprefix("baccarat-").replace("/", "-")
    for known, command in PRINTED_BY.items():
        if name in (known, known.rpartition("-")[0], command):
            return known
    words = [command if " " not in command else known for known, command in PRINTED_BY.items()]
    raise RenderError(f"unknown schema {quoted(word)}{did_you_mean(word, words, len(words))}")
