"""docs/reference/statistics.md: every quantity that is printed has a complete definition there.

`test_pages.py` checks the figures on the page by running its examples.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import statistics_page
from made_parts import DOCS

import analyzer
from analyzer.ask.question import odds
from analyzer.audit.claim import QUANTITIES
from analyzer.catalog import load
from analyzer.cli.commands import NAMES
from analyzer.report.odds_document import ODDS
from analyzer.report.variant_page import by_decks_page

PAGE = (DOCS / "reference" / "statistics.md").read_text(encoding="utf-8")
REPORT = Path(analyzer.__file__).parent / "report"

FACTS = re.compile(
    r"\*Keys\* (?P<keys>.+) · \*unit\* (?P<unit>.+) · \*range\* (?P<range>.+) · "
    r"\*exactness\* (?P<exactness>.+) · \*printed by\* (?P<printed>.+)"
)
EXACTNESS = re.findall(r"^- \*\*([\w ]+)\*\*:", PAGE, re.MULTILINE)

COMMANDS = set(NAMES)

# Keys that identify a bet in a document; all other keys are quantities.
NAMES = {"bet", "paytable", "name", "lines", "id", "sha256"}


def entries() -> dict[str, str]:
    """The text under each heading of the third level, by heading."""
    heads = re.split(r"^(#{2,3}) (.+)\n", PAGE, flags=re.MULTILINE)
    return {
        name: body
        for mark, name, body in zip(heads[1::3], heads[2::3], heads[3::3], strict=True)
        if mark == "###"
    }


def facts_of(body: str) -> dict[str, str]:
    """The facts of an entry, as the page writes them."""
    lines = [" ".join(block.split()) for block in body.split("\n\n") if block.startswith("*Keys*")]
    assert len(lines) == 1, body
    found = FACTS.fullmatch(lines[0])
    assert found is not None, lines[0]
    return found.groupdict()


def named(text: str) -> list[str]:
    """The code spans of a text."""
    return re.findall(r"`([^`]+)`", text)


def defined() -> set[str]:
    """The keys that the page defines, in entries and in the table of plain numbers."""
    plain = PAGE.partition("## Plain numbers")[2]
    rows = [line.split("|")[1] for line in plain.splitlines() if line.startswith("| `")]
    return {
        key
        for text in (*(facts_of(body)["keys"] for body in entries().values()), *rows)
        for key in named(text)
    }


def columns() -> Iterator[str]:
    """The key of every column of numbers, with an ellipsis for each inserted value."""
    for path in sorted(REPORT.rglob("*.py")):
        if path.parent.name == "display":
            continue
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) not in ("Column", "headed"):
                continue
            key, _, kind, *_ = node.args
            if isinstance(kind, ast.Constant) and kind.value == "text":
                continue
            if isinstance(key, ast.Constant):
                yield str(key.value)
            elif isinstance(key, ast.JoinedStr):
                parts = [str(part.value) if isinstance(part, ast.Constant) else "…" for part in key.values]
                yield re.sub("…_.*|…+", "…", "".join(parts))


def worth(document: Any) -> Iterator[str]:
    """All keys in a bet of a document of odds, at any depth."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield key
            yield from worth(value)
    elif isinstance(document, list):
        for one in document:
            yield from worth(one)


@pytest.mark.parametrize(("name", "body"), entries().items(), ids=entries())
def test_an_entry_has_all_facts(name: str, body: str) -> None:
    facts = facts_of(body)
    assert named(facts["keys"])
    assert any(one in facts["exactness"] for one in EXACTNESS)
    commands = named(facts["printed"])
    assert commands
    assert set(commands) <= COMMANDS


def test_every_column_of_numbers_is_defined() -> None:
    keys = set(columns())
    assert len(keys) > 150
    assert sorted(keys - defined() - {"…"}) == []


def test_every_column_by_number_of_decks_is_defined() -> None:
    game = load.variant("classic")
    page = by_decks_page([odds(game, decks) for decks in (6, game.decks)])
    numbers = [column.key for table in page.tables for column in table.columns if column.numeric]
    keys = {re.sub(r"_\d+$", "_…", key) for key in numbers}
    assert {"hit_rate_…", "house_edge_…", "probability_…", "ways_…"} <= keys <= defined()


def test_every_figure_of_a_bet_in_json_is_defined() -> None:
    game = load.variant("niu-niu")
    document = ODDS.of(odds(game, bets=["banker", "tie"]))
    assert sorted({*worth(document["bets"])} - NAMES - defined()) == []


def test_the_tables_are_up_to_date() -> None:
    kept = statistics_page.PLACE.search(PAGE)
    assert kept is not None
    assert kept[0] == statistics_page.tables(), "run python tests/statistics_page.py to rewrite them"


def test_every_quantity_of_a_claim_is_defined() -> None:
    assert sorted(set(QUANTITIES) - defined()) == []


def test_only_keys_with_two_meanings_are_defined_twice() -> None:
    keys = [key for body in entries().values() for key in named(facts_of(body)["keys"])]
    assert {key for key in keys if keys.count(key) > 1} == {"effect", "normal", "share", "with_…"}
