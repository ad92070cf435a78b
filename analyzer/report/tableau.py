"""The drawing table as a grid, for every page that shows rules."""

from collections.abc import Iterator, Sequence

from analyzer.game.rules import Rules
from analyzer.phrases.quantities import numbers
from analyzer.render.table import Cell, Column, Kind, Table
from analyzer.text import Message, Text, Value, message


def grid_columns(kind: Kind = "text", digits: int | None = None) -> Iterator[Column]:
    """A column for each column of the drawing table: Player stood, then 0 to 9."""
    heads = {"stood": "-"} | {f"column_{points}": str(points) for points in range(10)}
    return (Column(key, head, kind, digits) for key, head in heads.items())


def facing(column: int | None) -> Text:
    """What Banker faces: "stood" if Player stood, or else a column of the drawing table."""
    return message("stood") if column is None else str(column)


def tableau_table(title: Text, rules: Rules, notes: Sequence[Text] = ()) -> Table:
    """One row per total of Banker's first two cards, columns by what Player did; notes on how to read it."""
    rows: list[tuple[Cell, ...]] = []
    for total in sorted(set(range(10)) - rules.tableau.naturals):
        draws = [rules.tableau.banker_draws_on(total, column) for column in (None, *range(10))]
        rows.append((str(total), *(message("D") if draw else message("S") for draw in draws)))
    columns = (Column("total", message("Banker"), "text"), *grid_columns())
    return Table(title, columns, tuple(rows), (*_how_to_read(rules), *notes))


def _how_to_read(rules: Rules) -> Iterator[Message]:
    """How to read the drawing table, and what it does not show."""
    if rules.banker_by == "third-card":
        yield message(
            "D draws, S stands. Rows: Banker's total. Columns: Player's third card (-: Player stood)."
        )
    else:
        yield message(
            "D draws, S stands. Rows: Banker's total. Columns: Player's final total (-: Player stood)."
        )
    draws, naturals = totals(rules.tableau.player_draws), rules.tableau.naturals
    if naturals:
        ending = {"draws": draws, "naturals": totals(naturals)}
        yield message("Player draws on {draws}; a two-card {naturals} ends the coup.", **ending)
    else:
        yield message("Player draws on {draws}; no two-card total ends the coup.", draws=draws)
    if rules.player_first is not None:
        yield message(
            "Player's first card is not dealt from the shoe; its rank is {rank}.",
            rank=str(rules.player_first),
        )


def totals(of_hand: frozenset[int]) -> Value:
    """Totals of a hand in words, for a sentence: 0 to 5; 8 or 9; nothing."""
    return numbers(of_hand) if of_hand else message("nothing")
