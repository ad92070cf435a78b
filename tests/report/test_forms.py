"""A document of several forms: each is described by its own fields, and by no others."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from analyzer.catalog.resolve import is_file
from analyzer.report import inventory
from analyzer.report import schema as schemas
from analyzer.report.inventory import SHOW, Shown

pytestmark = pytest.mark.libraries

VALIDATOR = jsonschema.Draft202012Validator(schemas.schema(SHOW.schema_name))
REFERENCES = ("classic", "punto-banco", "tie", "cut-14", "how-dragon-7", "chen-infinite-01")


def printed(ref: str) -> dict[str, Any]:
    """The document of an item or a file, as JSON has it."""
    document = SHOW.of(Shown(inventory.find(ref), is_file(ref)))
    read: dict[str, Any] = json.loads(json.dumps(document, default=str))
    return read


@pytest.mark.parametrize(
    "ref", ["classic", "punto-banco", "tie", "cut-14", "how-dragon-7", "chen-infinite-01"]
)
def test_every_form_rejects_unknown_keys_and_requires_its_own(ref: str) -> None:
    document = printed(ref)
    assert VALIDATOR.is_valid(document)
    assert not VALIDATOR.is_valid(document | {"new": 1})
    for key in ("schema", "about", "id", "source"):
        assert not VALIDATOR.is_valid({name: entry for name, entry in document.items() if name != key})


def test_keys_of_two_forms_do_not_mix(tmp_path: Path) -> None:
    bet, rules = map(printed, ("tie", "punto-banco"))
    assert not VALIDATOR.is_valid(bet | rules)
    path = tmp_path / "bets.toml"
    path.write_text('[[bet]]\nid = "x"\nlines = [{ id = "win", when = "tie" }]\npaytable = { win = "8" }\n')
    several = printed(str(path))
    assert VALIDATOR.is_valid(several)
    assert not VALIDATOR.is_valid(several | {"items": [entry | {"new": 1} for entry in several["items"]]})
