"""The view of a value: the page that a notebook shows, and the tables for data frames.

Must not know how any class of values is laid out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count

from analyzer.bets.bet import Bet
from analyzer.bets.digest import digest_of_bet
from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import quoted
from analyzer.render.formats.html import Marks, unmarked
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Table


@dataclass(frozen=True, slots=True)
class View:
    """The page that a notebook shows, and the tables for data frames by name, if they are different ones.

    `marks` gives the CSS classes of coloured cells. `narrow`, if any, lays out a page for terminals, where
    the notebook's page is too wide.
    """

    page: Page
    tables: Mapping[str, Table] = field(default_factory=dict)
    marks: Marks = unmarked
    narrow: Callable[[], Page] | None = None

    @classmethod
    def fitted(cls, page: Callable[..., Page], tables: Mapping[str, Table] | None = None) -> "View":
        """The view of a page function that lays out all if `full`, and otherwise what fits a terminal."""
        return cls(page(full=True), tables or {}, narrow=lambda: page(full=False))

    def table(self, which: int | str) -> Table:
        """A table for a data frame, by its index, from 0, or by its name.

        Raises:
            RenderError: there is no such table.
        """
        tables = self.tables or _by_title(self.page.tables)
        if isinstance(which, str) and which in tables:
            return tables[which]
        if isinstance(which, int) and not isinstance(which, bool) and 0 <= which < len(tables):
            return list(tables.values())[which]
        if isinstance(which, str):
            raise RenderError(f"unknown table {quoted(which)}{did_you_mean(which, tables)}")
        raise RenderError(f"expected a table from 0 to {len(tables) - 1}, or its name, got {quoted(which)}")


def bet_provenance(bet: Bet) -> Provenance:
    """The provenance of what depends on one bet: its digest."""
    return Provenance((), ((bet.reference, digest_of_bet(bet)),))


def _by_title(tables: Sequence[Table]) -> dict[str, Table]:
    """Tables by title, equal titles numbered; tables with a column of numbers come first."""
    by_title: dict[str, Table] = {}
    for table in sorted(tables, key=lambda table: not any(column.numeric for column in table.columns)):
        title = str(table.title)
        names = chain([title], (f"{title} ({n})" for n in count(2)))
        by_title[next(name for name in names if name not in by_title)] = table
    return by_title
