"""Text pages in each language: aligned columns at widths of 80 and 120, and the same digits."""

import re
from functools import cache

import pytest
from suite import one_in
from wcwidth import wcswidth, wcwidth

import analyzer as ba
from analyzer.analysis.compare import Comparison
from analyzer.analysis.odds import Report
from analyzer.ask.compare import compare
from analyzer.audit.verdict import Finding, audit
from analyzer.catalog import claims
from analyzer.render.formats.render import render
from analyzer.render.page import Page
from analyzer.render.words import wording
from analyzer.report import inventory, odds, verdicts
from analyzer.report.comparison.page import comparison_page
from analyzer.report.removal import removal_page
from analyzer.report.variant_page import variant_page
from analyzer.text import LANGUAGES

WIDTHS = (80, 120)


@cache
def report(variant: str) -> Report:
    return ba.odds(variant)


@cache
def removals(variant: str) -> ba.Removals:
    return ba.removal(variant, by="points", order=2)


@cache
def compared() -> Comparison:
    return compare("punto-banco", "thai-literal")


@cache
def findings() -> tuple[Finding, ...]:
    return tuple(audit(list(claims.every())[:40]))


@cache
def pages(language: str) -> dict[str, Page]:
    """Pages of many kinds in a language, by name."""
    found: dict[str, Page] = {}
    for name in ("standard", "niu-niu", "ez-baccarat", "tiger-baccarat", "seven-up"):
        spoken = report(name)
        found[f"odds {name}"] = odds.odds_page(spoken, full=False)
        found[f"lines {name}"] = odds.lines_page(spoken, full=False)
        found[f"table {name}"] = variant_page(spoken)
        effects = removals(name)
        found[f"removal {name}"] = removal_page(effects, full=False, columns_per_block=5)
    found["rules"] = inventory.page(inventory.find("punto-banco"), language)
    found["compare"] = comparison_page(compared(), full=False, everything=True)
    found["audit"] = Page((verdicts.audit_table(findings(), "audit", full=False),))
    return found


@cache
def shown(name: str, language: str, width: int | None) -> str:
    text = render(pages(language)[name], "text", wording(language), width)
    assert isinstance(text, str)
    return text


def grids(text: str) -> list[list[str]]:
    """The lines of each table, including its rule."""
    blocks = (block.split("\n") for block in text.split("\n\n"))
    return [block for block in blocks if any(re.fullmatch(r"-+( +-+)*", line) for line in block)]


def cells(line: str) -> list[str]:
    """The content of each terminal column; "" after a wide character."""
    found: list[str] = []
    for character in line:
        size = wcwidth(character)
        if size == 0:
            found[-1] += character
        else:
            found += [character, *[""] * (size - 1)]
    return found


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", one_in(2, LANGUAGES))
def test_columns_line_up_and_fit(language: str, width: int) -> None:
    for name, page in pages(language).items():
        text = shown(name, language, width)
        # A table that is too wide continues in further parts.
        assert len(grids(text)) >= len(page.tables), name
        for grid in grids(text):
            rule = next(line for line in grid if re.fullmatch(r"-+( +-+)*", line))
            gaps = [place for place, character in enumerate(rule) if character == " "]
            for line in grid:
                row = cells(line)
                assert not [row[place] for place in gaps if place < len(row) and row[place] != " "], (
                    name,
                    line,
                )
        if name.startswith(("odds", "lines", "rules", "compare", "audit", "removal")):
            assert max(map(wcswidth, text.split("\n"))) <= width, name


@cache
def figures(variant: str, language: str, width: int | None) -> list[str]:
    """The figures of at least six characters of a variant's lines, with a point and no separators."""
    text = shown(f"lines {variant}", language, width)
    signs = {".": "", ",": "."} if language == "vi" else {",": ""}
    numbers = re.findall(r"(?<![\w.-])\d[\d.,]*%?(?!\w)", "\n".join(map("\n".join, grids(text))))
    plain = (number.translate(str.maketrans(signs)) for number in numbers)
    return sorted(number for number in plain if len(number) >= 6)


@pytest.mark.parametrize("width", [*WIDTHS, None])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_shows_every_figure(language: str, width: int | None) -> None:
    for name in ("standard", "niu-niu", "seven-up"):
        here = figures(name, language, width)
        assert here == figures(name, "en", None)
        ways = [str(n) for value in report(name).valuations for n in value.ways.values() if n]
        assert len(ways) > 6 and not set(ways) - set(here)
