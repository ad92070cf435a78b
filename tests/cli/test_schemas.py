"""The JSON Schemas: each is valid, every document matches its own, and everything described occurs.

`tests/documents.py` has the commands.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import documents
import jsonschema
import pytest

from analyzer import __version__
from analyzer.cli.commands import NAMES
from analyzer.cli.main import main
from analyzer.errors import RenderError
from analyzer.report import kinds
from analyzer.report import schema as schemas

pytestmark = pytest.mark.libraries

DOCUMENTS = {document.name: document for document in schemas.documents().values()}
KINDS = list(DOCUMENTS)
WHOLE = {kind: schemas.schema(document.schema_name) for kind, document in DOCUMENTS.items()}
NULL = {"type": "null"}
CHECKED = {kind: jsonschema.Draft202012Validator(WHOLE[kind]) for kind in KINDS}


class Walk:
    """The parts of a schema that occur in documents: properties, branches of a choice, types of a list."""

    def __init__(self, kind: str) -> None:
        self.kind, self.root = kind, WHOLE[kind]
        self.seen: set[str] = set()
        self.disordered: list[str] = []

    def read(self, document: object) -> None:
        self._read(self.root, document, "#")

    def _is(self, branch: dict[str, Any], value: object) -> bool:
        return bool(CHECKED[self.kind].evolve(schema=branch).is_valid(value))

    def _read(self, schema: dict[str, Any], value: object, place: str) -> None:
        if "$ref" in schema:
            place = schema["$ref"]
            return self._read(self.root["$defs"][place.removeprefix("#/$defs/")], value, place)
        for n, branch in enumerate(branches := schema.get("anyOf", ())):
            others = [one for one in branches if one != NULL]
            if (
                branch == NULL
                if value is None
                else branch != NULL and (len(others) == 1 or self._is(branch, value))
            ):
                self.seen.add(f"{place}/anyOf/{n}")
                self._read(branch, value, f"{place}/anyOf/{n}")
                break
        if isinstance(schema.get("type"), list):
            self.seen.add(f"{place}/type/{'null' if value is None else 'value'}")
        if isinstance(value, dict):
            properties = schema.get("properties", {})
            known = [key for key in value if key in properties]
            if known != [key for key in properties if key in value]:
                self.disordered.append(f"{place}: {list(value)}")
            for key, one in value.items():
                if key in properties:
                    self.seen.add(f"{place}/properties/{key}")
                    self._read(properties[key], one, f"{place}/properties/{key}")
                elif isinstance(rest := schema.get("additionalProperties"), dict):
                    self.seen.add(f"{place}/additionalProperties")
                    self._read(rest, one, f"{place}/additionalProperties")
        elif isinstance(value, list):
            first = schema.get("prefixItems", [])
            for n, one in enumerate(value):
                inner = first[n] if n < len(first) else schema.get("items")
                if isinstance(inner, dict):
                    name = f"prefixItems/{n}" if n < len(first) else "items"
                    self.seen.add(f"{place}/{name}")
                    self._read(inner, one, f"{place}/{name}")
        return None


_CANNOT_VARY = "what cannot vary is not tested, and its tally is listed in rare records only"
_SAME_FIELDS = "the same fields describe a value that is never null, or never has the key, here"
UNSEEN = {
    "inside: #/properties/omitted/items": "only with every bet of the library, which takes ten seconds",
    "evidence: #/properties/bets/items/properties/z/anyOf/1": _CANNOT_VARY,
    "settle: #/properties/unread/items/properties/coup/type/null": "such a place is in rare records only",
    "evidence: #/properties/bets/items/properties/lines/items/properties/z/anyOf/1": _CANNOT_VARY,
    "evidence: #/properties/sorted/items/properties/sorts/items/properties/z/anyOf/1": _CANNOT_VARY,
    "list: #/properties/items/items/anyOf/3/properties/names/additionalProperties": "no count has such names",
    "show: #/anyOf/5/properties/names/additionalProperties": "no count of the library has such names",
    "show: #/anyOf/2/properties/complete/type/value": "no bet of the library states it",
    "show: #/anyOf/2/properties/locked/anyOf/0": "no bet of the library states it",
    "design-solve: #/properties/solved/items/properties/above/type/null": _SAME_FIELDS,
    "monitor: #/properties/items/items/properties/observed/properties/within/type/null": (
        "bounds are 10⁻²⁴ apart and hardly ever leave it open"
    ),
    "prediction: #/properties/beside/items/properties/after/items/properties/banker_share/anyOf/1": (
        _SAME_FIELDS
    ),
    **{
        f"bankroll: #/properties/items/items/properties/{place}/anyOf/1": _SAME_FIELDS
        for place in (
            "kelly/properties/alone/additionalProperties/properties/growth",
            "kelly/properties/alone/additionalProperties/properties/growth_at_half",
            "kelly/properties/alone/additionalProperties/properties/part",
            "law/items/properties/probability",
            "longest_losing_run/properties/at_least/items/properties/probability",
        )
    },
    **{
        f"design: #/properties/nearest/properties/{side}/properties/{key}": _SAME_FIELDS
        for side in ("above", "below")
        for key in ("names", "names/additionalProperties", "yield")
    },
}
"""The parts that occur in no document, with the reason."""


def parts(schema: dict[str, Any], place: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema inside a schema, with its place, as `Walk` names places."""
    yield place, schema
    for key in ("properties", "$defs"):
        for name, one in schema.get(key, {}).items():
            yield from parts(one, f"#/$defs/{name}" if key == "$defs" else f"{place}/properties/{name}")
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from parts(schema[key], f"{place}/{key}")
    for key in ("anyOf", "prefixItems"):
        for n, one in enumerate(schema.get(key, ())):
            yield from parts(one, f"{place}/{key}/{n}")


def expected(schema: dict[str, Any]) -> Iterator[str]:
    """The parts of a schema that must occur: each one, and null and another value if both are allowed."""
    for place, part in parts(schema):
        if place != "#" and place.count("/") > 2:
            yield place
        if isinstance(part.get("type"), list):
            yield from (f"{place}/type/null", f"{place}/type/value")


@pytest.mark.parametrize("kind", KINDS)
def test_every_schema_is_valid_and_has_a_name(kind: str) -> None:
    jsonschema.Draft202012Validator.check_schema(WHOLE[kind])
    assert WHOLE[kind]["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert WHOLE[kind]["$id"] == f"urn:baccarat:schema:{DOCUMENTS[kind].schema_name}"
    assert WHOLE[kind]["title"]
    assert WHOLE[kind]["description"].endswith(".")


def test_every_command_that_prints_json_has_a_schema() -> None:
    commands = set(NAMES)
    others = {"help", "publish", "schema", "serve"}
    assert {document.command.split()[0] for document in DOCUMENTS.values()} == commands - others
    assert list(documents.COMMANDS) == KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_every_property_is_described_and_others_are_rejected(kind: str) -> None:
    for place, part in parts(WHOLE[kind]):
        for name, one in part.get("properties", {}).items():
            assert one.get("description", "").endswith("."), f"{place}: {name}"
        if part.get("type") == "object":
            assert "additionalProperties" in part, place
            assert set(part.get("required", ())) <= set(part.get("properties", {})), place


def paths(schema: dict[str, Any], before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of keys to every property of a schema, as `meanings.toml` names them."""
    for key, one in schema.get("properties", {}).items():
        yield (*before, key)
        yield from paths(one, (*before, key))
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from paths(schema[key], before)
    for key in ("anyOf", "prefixItems"):
        for one in schema.get(key, ()):
            yield from paths(one, before)


def test_every_sentence_is_used() -> None:
    known = kinds.meanings()
    assert set(known) == {"titles", "documents", "kinds", "shared", *KINDS}
    assert set(known["titles"]) == set(known["documents"]) == set(KINDS)
    said: set[tuple[str, str]] = set()
    for kind in KINDS:
        definitions = WHOLE[kind]["$defs"]
        said |= {("kinds", one["title"]) for one in definitions.values()}
        places = [(kind, path) for path in paths(WHOLE[kind])]
        places += [("shared", path) for name, one in definitions.items() for path in paths(one, (name,))]
        for document, path in places:
            sentences = kinds.Describer(document, {}, path).sentences()
            said.add(next((table, key) for table, key in sentences if key in known[table]))
    unsaid = {(table, key) for table in known for key in known[table] if table not in ("titles", "documents")}
    assert unsaid - said == set()


def test_a_key_without_a_sentence_is_rejected() -> None:
    with pytest.raises(RenderError) as error:
        _ = kinds.Describer("odds", {}, ("bets", "nonesuch")).meaning
    assert str(error.value) == "meanings.toml has no sentence for 'bets.nonesuch' of 'odds'"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """The documents that the commands print."""
    here, printed = os.getcwd(), defaultdict(list)
    os.chdir(tmp_path_factory.mktemp("documents"))
    try:
        documents.write_files(Path())
        for kind, commands in documents.COMMANDS.items():
            for command in commands:
                said, remarked = documents.answer(command)
                assert said, f"baccarat {command}: {remarked}"
                printed[kind].append(json.loads(said))
    finally:
        os.chdir(here)
    return printed


@pytest.fixture(scope="module")
def walks(found: dict[str, list[Any]]) -> dict[str, Walk]:
    """The parts of each schema that occur in the documents of its kind."""
    walks = {kind: Walk(kind) for kind in KINDS}
    for kind, walk in walks.items():
        for document in found[kind]:
            walk.read(document)
    return walks


def test_documents_match_their_schema(found: dict[str, list[Any]], walks: dict[str, Walk]) -> None:
    for kind in KINDS:
        for command, document in zip(documents.COMMANDS[kind], found[kind], strict=True):
            errors = CHECKED[kind].iter_errors(document)
            wrong = [f"{error.json_path}: {error.message[:200]}" for error in errors]
            assert wrong[:5] == [], f"baccarat {command}"
        assert walks[kind].disordered == [], kind


def test_everything_described_occurs_in_some_document(walks: dict[str, Walk]) -> None:
    missing, shared, seen = set(), set(), set()
    for kind, walk in walks.items():
        seen |= walk.seen
        places = set(expected(WHOLE[kind]))
        shared |= {place for place in places if place.startswith("#/$defs/")}
        missing |= {f"{kind}: {place}" for place in places - walk.seen if not place.startswith("#/$defs/")}
    assert missing | (shared - seen) == set(UNSEEN)


def test_every_document_is_an_object_that_names_itself(found: dict[str, list[Any]]) -> None:
    for kind in KINDS:
        for document in found[kind]:
            assert list(document)[:2] == ["schema", "about"]
            assert document["schema"] == DOCUMENTS[kind].schema
            assert document["about"]["version"] == __version__


def test_what_is_not_described_is_invalid() -> None:
    tail = json.loads(documents.answer("tail --bet tie --unseen 6")[0])
    (entry,) = tail["bets"]
    for wrong in (
        {"new": 1},
        {"mean_ev": "2/4/6"},
        {"mean_ev": -0.14},
        {"mean_ev": "3/1.0"},
        {"unseen": "6"},
    ):
        assert not CHECKED["tail"].is_valid(tail | {"bets": [entry | wrong]}), wrong
    cut = {key: value for key, value in entry.items() if key != "max_ev"}
    assert not CHECKED["tail"].is_valid(tail | {"bets": [cut]})
    assert not CHECKED["tail"].is_valid(tail | {"new": 1})
    assert not CHECKED["tail"].is_valid(tail | {"about": tail["about"] | {"new": "1"}})
    assert not CHECKED["tail"].is_valid(tail["bets"])
    assert CHECKED["tail"].is_valid(tail)


def test_the_command_prints_a_schema_by_any_of_its_names(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("tail", "tail-2", "sweep", "baccarat-odds/2", "audit-summary"):
        assert main(["schema", name]) == 0
        assert json.loads(capsys.readouterr().out) == schemas.schema(schemas.schema_name(name))
    assert main(["schema"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == [document.schema_name for document in DOCUMENTS.values()]
    assert main(["schema", "tial"]) == 2
    assert capsys.readouterr() == ("", "baccarat: unknown schema 'tial'; did you mean 'tail'?\n")
