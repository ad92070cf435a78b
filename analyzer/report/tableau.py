"""The drawing table as the grid people know, for whoever shows rules.

Lays out what the rules say; computes nothing.
"""

from collections.abc import Sequence

from analyzer.game.rules import Rules
from analyzer.phrases.quantities import numbers
from analyzer.render.table import Cell, Column, Table
from analyzer.text import Message, Text, Value, message


def tableau_table(title: Text, rules: Rules, notes: Sequence[Text] = ()) -> Table:
    """A row a total of Banker's first two cards, a column what Player did; how to read it, then the notes."""
    heads = [Column("total", message("Banker"), "text"), Column("stood", "-", "text")]
    heads += [Column(f"column_{points}", str(points), "text") for points in range(10)]
    rows: list[tuple[Cell, ...]] = []
    for total in sorted(set(range(10)) - rules.tableau.naturals):
        draws = [rules.tableau.banker_draws_on(total, column) for column in (None, *range(10))]
        rows.append((str(total), *(message("D") if draw else message("S") for draw in draws)))
    first = []
    if rules.player_first is not None:
        first = [message("Player's first card is given, of rank {rank}.", rank=str(rules.player_first))]
    return Table(title, tuple(heads), tuple(rows), (*_how_to_read(rules), *first, *notes))


def _how_to_read(rules: Rules) -> tuple[Message, Message]:
    """How to read the drawing table, and what it does not show."""
    if rules.banker_by == "third-card":
        columns = message(
            "D draws, S stands; rows: Banker's total; columns: Player's third card (-: Player stood)."
        )
    else:
        columns = message(
            "D draws, S stands; rows: Banker's total; columns: Player's final total (-: Player stood)."
        )
    draws, naturals = totals(rules.tableau.player_draws), rules.tableau.naturals
    if not naturals:
        return columns, message("Player draws on {draws}; no two-card total ends the coup.", draws=draws)
    return columns, message(
        "Player draws on {draws}; a two-card {naturals} ends the coup.",
        draws=draws,
        naturals=totals(naturals),
    )


def totals(found: frozenset[int]) -> Value:
    """Totals of a hand as a sentence names them: 0 to 5; 8 or 9; nothing."""
    return numbers(found) if found else message("nothing")
