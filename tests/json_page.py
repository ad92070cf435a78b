"""The page of the JSON Schemas, `docs/reference/json.md`, made of them.

`python tests/json_page.py` writes it anew. What the examples print is filled in as on every page, see
`tests/pages.py`; `tests/cli/test_schemas.py` holds the rest to the schemas.
"""

import json
import shlex
from collections.abc import Iterator
from functools import cache
from typing import Any

import documents
import pages
from suite import ROOT

from analyzer.report import schema as schemas

PAGE = ROOT / "docs" / "reference" / "json.md"

SHOWN = (
    *("odds", "compare", "removal", "tail", "inside", "design", "design-solve", "closed-form"),
    *("closed-form-counts", "chemin-de-fer", "monitor", "list", "show", "lint", "audit-summary"),
    "verification",
)
"""What has an example of fewer than eighty lines, which is shown; of others only the command is."""

HEAD = """\
# JSON

With `--format json` every command prints one JSON object to standard output. A JSON Schema of draft 2020-12
describes it key by key. This page is made from the schemas, and tests check the output of every command
against its schema.

`baccarat schema` lists the schemas; `baccarat schema tail` prints one, complete in itself.

## What holds for all

- **A document says what it is.** First comes `schema`, the name of its schema, `baccarat-odds/2`; then
  [about](#about): the version of the program and what decided the answer, such as variant, rules, shoe, bets
  with their digests, options and seed. The keys of the answer follow.
- **The shape does not depend on the question.** Where several bets may be answered there is a list, even for
  one.
- **Exact numbers are text.** A whole number that may be long is `"4998398275503360"`, a ratio is in lowest
  terms, `"-114753351728/10847218479825"`, and has no denominator where it is whole. In Python,
  `Fraction(text)` reads both. Small whole numbers, such as decks, cards and totals, are JSON numbers. No
  document holds a fraction as a JSON number.
- **Roots are decimal text** of at least 12 significant digits, all of them correct; other decimals say how
  many they have.
- Money is in units of stake, pays are to one, rates are parts of one: 5 % is `"1/20"`.
- A key that may be absent is marked in the tables below; one that may be null says what null means.
- Keys come in the order of the tables.

## Versions

A schema's name ends with its version: `tail-2`. What stands in a schema stays as long as its version does,
but keys may be added; a program that reads documents should pass over keys that it does not know. The
document's key `schema` names its schema: `baccarat-odds/2` is `odds-2`. The schemas refuse keys that they do
not describe: check a document with the schema of the version of the program that wrote it, `about.version`.

Version 2 of every schema is the first in which each document is one object with `about`. Version 1 printed
lists, or one entry without its list, where one bet was asked for.
"""


def page() -> str:
    """The page, with nothing filled in yet where an example is."""
    return "\n".join([HEAD, *_contents(), *_files(), *_kinds(), *_common()])


def bare(text: str) -> str:
    """A page without what its examples print."""
    return pages.BLOCK.sub(
        lambda block: block["body"].partition("\n")[0] if block["info"] == "console" else block[0], text
    )


def _contents() -> Iterator[str]:
    yield "## Schemas\n\n| schema | what prints it |\n|---|---|"
    yield from (
        f"| [{name}](#{name}) | `baccarat {document.command}` |"
        for name, document in schemas.documents().items()
    )
    yield ""


def _files() -> Iterator[str]:
    """The files that the examples below read."""
    examples = [commands[0] for commands in documents.COMMANDS.values()]
    read = [name for name in documents.FILES if any(name in shlex.split(example) for example in examples)]
    yield "## Files that the examples read\n"
    for name in read:
        kind = "toml" if name.endswith(".toml") else "text"
        yield f"`{name}`:\n\n```{kind} {name}\n{documents.FILES[name]}```\n"
    yield "A certificate:\n\n```sh\nbaccarat certify --bet player-pair --decks 1 -o certificate.json\n```\n"


def _kinds() -> Iterator[str]:
    for name, document in schemas.documents().items():
        schema = schemas.schema(name)
        yield f"## {name}\n\n{schema['description']}\n"
        example = documents.COMMANDS[document.name][0]
        words = f"baccarat {example}" + ("" if example.startswith("certify") else " --format json")
        if document.name in SHOWN:
            yield f"```console\n$ {words}\n```\n"
        else:
            yield f"Example: `{words}`\n"
        yield from _rows(schema)


def _common() -> Iterator[str]:
    yield "## Shared definitions\n"
    for definition in _definitions().values():
        yield f"### {definition['title']}\n\n{definition['description']}\n"
        if "pattern" in definition:
            yield f"Pattern: `{definition['pattern']}`\n"
        yield from _rows(definition)


@cache
def _definitions() -> dict[str, Any]:
    """Every definition that schemas share, by name."""
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
    """A row for each key of an object, and of objects in it that have no name of their own."""
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
    """What a value is, in a few words."""
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
    return f"[{title}](#{title.lower().replace(' ', '-')})"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    PAGE.write_text(pages.today(PAGE), encoding="utf-8")
