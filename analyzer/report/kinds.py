"""The kinds of values in documents: how each is written as JSON, and its JSON Schema.

Exact numbers are written as text, so that no reader rounds them. Knows no particular answer.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

from analyzer.errors import RenderError
from analyzer.exact import ratio_text, root_text

Json = dict[str, Any]

ABSENT: Final = object()  # The value of a field that a document omits; None would be null.


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of value.

    Attributes:
        entry: the value as JSON.
        schema: the JSON Schema of these entries, given the describer of their place.
        title: the name of a definition that all schemas share; empty if the schema is repeated instead.
        nullable: whether a value may be None, which is written as null.
    """

    entry: Callable[[Any], object]
    schema: "Callable[[Describer], Json]"
    title: str = ""
    nullable: bool = False

    @property
    def optional(self) -> "Kind":
        """The same kind, or null."""
        return Kind(
            lambda value: None if value is None else self.entry(value),
            lambda describer: _or_null(describer.of(self)),
            nullable=True,
        )


@cache
def meanings() -> dict[str, dict[str, str]]:
    """The meaning of each key: tables by document, one `shared` by several, and one of kinds of values."""
    text = Path(__file__).with_name("meanings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@dataclass(frozen=True, slots=True)
class Describer:
    """A place in a document whose value a schema describes; `definitions` are those used so far."""

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

    def described(self, key: str, kind: Kind) -> Json:
        """The schema of a kind of value under a key of the object here, with the meaning of the key."""
        place = Describer(self.document, self.definitions, (*self.path, key))
        return {**place.of(kind), "description": place.meaning}

    @property
    def meaning(self) -> str:
        """The meaning of the key here: the sentence of its document, or one shared by several documents.
        Raises RenderError if there is none.
        """
        known = meanings()
        for table, key in self.sentences():
            if key in known.get(table, {}):
                return known[table][key]
        raise RenderError(
            "meanings.toml has no sentence for {key} of {document}",
            key=repr(".".join(self.path)),
            document=repr(self.document),
        )

    def sentences(self) -> Iterator[tuple[str, str]]:
        """Where the sentence for the key here may be, the most specific first: a table, and a key in it."""
        yield self.document, ".".join(self.path)
        yield from (("shared", ".".join(self.path[first:])) for first in range(len(self.path)))


def _or_null(schema: Json) -> Json:
    if isinstance(schema.get("type"), str) and "enum" not in schema:
        return schema | {"type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def plain(title: str = "", entry: Callable[[Any], object] | None = None, **schema: object) -> Kind:
    """A kind with a fixed schema; values are by default written as they are."""
    return Kind(entry or (lambda value: value), lambda _: dict(schema), title)


def root_entry(square: Fraction) -> str:
    """The root of a number, with the number's sign, as decimal text of 15 correct digits."""
    return root_text(abs(square), negative=square < 0)


_NATURAL, _RATIO = "(0|[1-9][0-9]*)", "(0|-?[1-9][0-9]*(/[1-9][0-9]*)?)"

TEXT = plain(type="string")
FLAG = plain(type="boolean")
COUNT = plain(type="integer", minimum=0)
INTEGER = plain(type="integer")

RATIO = plain("ratio", ratio_text, type="string", pattern=f"^{_RATIO}$")
PROBABILITY = plain("probability", ratio_text, type="string", pattern="^(0|1|[1-9][0-9]*/[1-9][0-9]*)$")
WHOLE = plain("whole number", str, type="string", pattern=f"^{_NATURAL}$")
ROOT = plain("root", root_entry, type="string", pattern=r"^-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?$")
DECIMAL = plain("decimal", type="string", pattern=r"^-?[0-9]+(\.[0-9]+)?$")
ID = plain("id", type="string", pattern="^[^/]+$")
LINE_ID = plain("line", type="string", pattern="^[a-z0-9][a-z0-9-]*$")
PAYTABLE = plain("paytable", type=["string", "null"])
REFERENCE = plain("reference", type="string")
CARD = plain("card", str, type="string", pattern=r"^([A2-9TJQK][shdc]?|[0-9]|\?)$")
SHA256 = plain("SHA-256", type="string", pattern="^[0-9a-f]{64}$")


def one_of(*values: object) -> Kind:
    """One of some values."""
    return plain(enum=list(values))


def many(kind: Kind, **bounds: int) -> Kind:
    """A list of values of one kind; `bounds` are keywords of its schema, such as `minItems`."""
    return Kind(
        lambda values: [kind.entry(value) for value in values],
        lambda describer: {"type": "array", "items": describer.of(kind), **bounds},
    )


def row(*kinds: Kind) -> Kind:
    """A list with one value of each of these kinds."""
    return Kind(
        lambda values: [kind.entry(value) for kind, value in zip(kinds, values, strict=True)],
        lambda describer: {
            "type": "array",
            "prefixItems": [describer.of(kind) for kind in kinds],
            "items": False,
            "minItems": len(kinds),
        },
    )


def by_name(kind: Kind, names: Iterable[str] = ()) -> Kind:
    """Values of one kind by name; if `names` are given, only these are allowed."""
    allowed: Json = {"propertyNames": {"enum": list(names)}} if names else {}
    return Kind(
        lambda values: {name: kind.entry(value) for name, value in dict(values).items()},
        lambda describer: {"type": "object", "additionalProperties": describer.of(kind), **allowed},
    )


def either(entry: Callable[[Any], object], *kinds: Kind) -> Kind:
    """A value of one of several kinds, written by `entry`."""
    return Kind(entry, lambda describer: {"anyOf": [describer.of(kind) for kind in kinds]})


def titled(title: str, kind: Kind) -> Kind:
    """The kind as a definition that all schemas share."""
    return replace(kind, title=title)
