"""Pages on the JSON documents, one per task, generated from the JSON Schemas.

The output of examples is filled in as on every page, see `tests/pages.py`.
"""

import json
import shlex
from collections.abc import Iterator
from functools import cache
from typing import Any

import documents

from analyzer.cli.help import TASKS
from analyzer.report import schema as schemas
from reference.python import slug

SHOWN = (
    *("odds", "compare", "removal", "tail", "inside", "design", "design-solve", "closed-form"),
    *("closed-form-counts", "chemin-de-fer", "monitor", "list", "show", "lint", "audit-summary"),
    "verification",
)
"""Documents whose example output is shown, because it has fewer than eighty lines."""

COMMON = """\
# Shared definitions

Definitions that several schemas use.
"""


def pages() -> dict[str, str]:
    """The pages by name, one per task and one of shared definitions, without the output of examples."""
    task_of = {command: task for task, commands in TASKS.items() for command in commands}
    names: dict[str, list[str]] = {}
    for name, document in schemas.documents().items():
        task = task_of.get(document.command.split()[0], "Other")
        names.setdefault(task, []).append(name)
    found = {slug(task): "\n".join(_page(task, of_task)) for task, of_task in names.items()}
    return {**found, "definitions": "\n".join(_common())}


def _page(task: str, names: list[str]) -> Iterator[str]:
    """The page of a task: its documents, and the files that their examples read."""
    yield f"# JSON: {task[0].lower()}{task[1:]}\n"
    yield "| Schema | Printed by |\n|---|---|"
    yield from (f"| [{name}](#{name}) | `baccarat {schemas.documents()[name].command}` |" for name in names)
    yield ""
    examples = [shlex.split(documents.COMMANDS[schemas.documents()[name].name][0]) for name in names]
    if read := [name for name in documents.FILES if any(name in example for example in examples)]:
        yield "The examples read these files:\n"
        for name in read:
            kind = "toml" if name.endswith(".toml") else "text"
            yield f"```{kind} {name}\n{documents.FILES[name]}```\n"
    if any("certificate.json" in example for example in examples):
        yield "```sh\nbaccarat certify --bet player-pair --decks 1 -o certificate.json\n```\n"
    for name in names:
        yield from _document(name)


def _document(name: str) -> Iterator[str]:
    document, schema = schemas.documents()[name], schemas.schema(name)
    yield f"## {name}\n\n{schema['description']}\n"
    example = documents.COMMANDS[document.name][0]
    words = f"baccarat {example}" + ("" if example.startswith("certify") else " --format json")
    yield f"```console\n$ {words}\n```\n" if document.name in SHOWN else f"Example: `{words}`\n"
    yield from _rows(schema)


def _common() -> Iterator[str]:
    yield COMMON
    for definition in _definitions().values():
        yield f"## {definition['title']}\n\n{definition['description']}\n"
        if "pattern" in definition:
            yield f"Pattern: `{definition['pattern']}`\n"
        yield from _rows(definition)


@cache
def _definitions() -> dict[str, Any]:
    """The definitions that schemas share, by name."""
    return {
        key: one for name in schemas.documents() for key, one in sorted(schemas.schema(name)["$defs"].items())
    }


def _rows(schema: dict[str, Any]) -> Iterator[str]:
    rows = list(_fields(schema, ""))
    if rows:
        yield "| key | type | meaning |\n|---|---|---|"
        yield from (f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows)
        yield ""


def _fields(schema: dict[str, Any], before: str) -> Iterator[tuple[str, str, str]]:
    """One row per key of an object, and of the objects in it that are not definitions."""
    required = schema.get("required", ())
    for key, one in schema.get("properties", {}).items():
        absent = "" if key in required else " (may be absent)"
        yield f"`{before}{key}`{absent}", _type(one), one["description"]
        yield from _fields(one, f"{before}{key}.")
    for part, mark in (("items", "[]"), ("additionalProperties", "{}")):
        if isinstance(inner := schema.get(part), dict):
            yield from _fields(inner, f"{before.removesuffix('.')}{mark}.".removeprefix("."))
    for one in schema.get("anyOf", ()):
        yield from _fields(one, before)


def _type(schema: dict[str, Any]) -> str:
    """The type of a value, in a few words."""
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    if "$ref" in schema:
        return _link(schema["$ref"])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " or ".join(_kind(kind, schema) for kind in kinds)


def _kind(kind: str, schema: dict[str, Any]) -> str:
    if kind == "array" and isinstance(inner := schema.get("items"), dict):
        return f"list of {_type(inner)}"
    if kind == "array":
        return f"list: {', '.join(map(_type, schema['prefixItems']))}"
    if kind == "object" and isinstance(inner := schema.get("additionalProperties"), dict):
        return f"object of {_type(inner)}"
    return {"string": "text", "integer": "number", "boolean": "true or false", "array": "list"}.get(
        kind, kind
    )


def _link(target: str) -> str:
    title = _definitions()[target.rpartition("/")[2]]["title"]
    return f"[{title}](definitions.md#{slug(title)})"
