"""The tableau examined, as a picture: the grid people know, coloured by what drawing gains.

Lays out exact values; computes none, and draws none.
"""

from analyzer.analysis.tableau_study import Cell, TableauStudy
from analyzer.message import Figure, say
from analyzer.publish.chart import Band, Chart, Grid, Square, tone
from analyzer.publish.reports.names import ratio
from analyzer.publish.reports.tableau_study.cells import letter, provenance, rows_of, title


def study_chart(found: TableauStudy) -> Chart:
    """Banker's totals down, the columns of the tableau across; what is not best is framed."""
    heads = ("-", *map(str, range(10)))
    rows = tuple((str(row[0].total), tuple(map(_square, row))) for row in rows_of(found.banker))
    grid = Grid(say("Down: Banker's total. Across: the tableau's columns (-: Player stood)."), heads, rows)
    notes = (
        say("D draws, S stands by the rules; below, EV of drawing minus EV of standing, per unit on Banker."),
        say(
            "Blue: drawing is better; vermillion: standing is better. Framed: the rule is not the best play."
        ),
        say(
            "A win of Banker pays {pays} to one. The rule costs Banker {cost} per unit staked and coup.",
            pays=ratio(1 - found.commission),
            cost=Figure(found.banker_cost, "percent"),
        ),
    )
    return Chart(title(found), (Band((grid,)),), notes, provenance(found))


def _square(cell: Cell) -> Square:
    value = cell.difference
    return Square(letter(cell.rule), value, "even" if value is None else tone(value), cell.wrong)
