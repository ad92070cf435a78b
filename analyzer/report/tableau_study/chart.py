"""The tableau examined, as a picture: the grid people know, coloured by what drawing gains.

Lays out exact values; computes none, and draws none.
"""

from analyzer.analysis.tableau_study import Cell, TableauStudy
from analyzer.render.chart import Band, Chart, Heatmap, Square, tone
from analyzer.report.names import ratio
from analyzer.report.tableau_study.cells import letter, provenance, rows_of, title
from analyzer.text import Figure, message


def study_chart(found: TableauStudy) -> Chart:
    """Banker's totals down, the columns of the tableau across; what is not best is framed."""
    heads = ("-", *map(str, range(10)))
    rows = tuple((str(row[0].total), tuple(map(_square, row))) for row in rows_of(found.banker))
    heatmap = Heatmap(
        message("Down: Banker's total. Across: the tableau's columns (-: Player stood)."), heads, rows
    )
    notes = (
        message(
            "D draws, S stands by the rules; below, EV of drawing minus EV of standing, per unit on Banker."
        ),
        message(
            "Blue: drawing is better; vermillion: standing is better. Framed: the rule is not the best play."
        ),
        message(
            "A win of Banker pays {pays} to one. The rule costs Banker {cost} per unit staked and coup.",
            pays=ratio(1 - found.commission),
            cost=Figure(found.banker_cost, "percent"),
        ),
    )
    return Chart(title(found), (Band((heatmap,)),), notes, provenance(found))


def _square(cell: Cell) -> Square:
    value = cell.difference
    return Square(letter(cell.rule), value, "even" if value is None else tone(value), cell.wrong)
