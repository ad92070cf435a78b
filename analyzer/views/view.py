"""A view: how a value is drawn in a notebook, and which tables it hands over to data frames.

Must not know how any sort of value is laid out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from analyzer.analysis.odds import Report
from analyzer.bets.bet import Bet, Variant
from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.publish.formats.html import Marks, unmarked
from analyzer.publish.page import Page
from analyzer.publish.table import Table

NOBODY = ""
"""The id of the game in whose name a value is laid out that does not know which was asked for."""


@dataclass(frozen=True, slots=True)
class View:
    """The page that a notebook shows, and the tables for data frames by name, if they are others.

    `marks` names the cells that are coloured.
    """

    page: Page
    tables: Mapping[str, Table] = field(default_factory=dict)
    marks: Marks = unmarked

    def table(self, which: int | str) -> Table:
        """A table for a data frame, by its place from 0 or by its name.

        Raises:
            RenderError: there is none.
        """
        tables = self.tables or _by_title(self.page.tables)
        if isinstance(which, str) and which in tables:
            return tables[which]
        if isinstance(which, int) and not isinstance(which, bool) and 0 <= which < len(tables):
            return list(tables.values())[which]
        if isinstance(which, str):
            raise RenderError(f"unknown table {quoted(which)}{did_you_mean(which, tables)}")
        raise RenderError(f"expected a table from 0 to {len(tables) - 1}, or its name, got {quoted(which)}")


def _by_title(tables: Sequence[Table]) -> dict[str, Table]:
    """Tables by their titles, each by another, those first that have numbers."""
    found: dict[str, Table] = {}
    for table in sorted(tables, key=lambda table: not any(column.numeric for column in table.columns)):
        title, again = str(table.title), 1
        while (name := title if again == 1 else f"{title} ({again})") in found:
            again += 1
        found[name] = table
    return found


def game(rules: Rules, bets: tuple[Bet, ...] = ()) -> Variant:
    """The game in whose name is laid out what is known to come from these rules and bets only."""
    return Variant(NOBODY, rules.name, rules, 8, bets, rules.names)


def game_of(report: Report) -> Variant:
    """The game of a report, which does not say which variant was asked for."""
    return game(report.rules, tuple(valuation.bet for valuation in report.valuations))


def nameless(page: Page) -> Page:
    """A page laid out in the name of such a game, which its provenance does not name."""
    facts = tuple((name, value) for name, value in page.provenance.facts if value != NOBODY)
    return replace(page, provenance=replace(page.provenance, facts=facts))
