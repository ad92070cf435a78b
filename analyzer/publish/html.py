"""A table as one HTML page that needs nothing else.

Must not know what the numbers mean.
"""

from fractions import Fraction
from html import escape

from analyzer.publish.cells import cell_text, one_line
from analyzer.publish.table import Cell, Column, Table, exact_text

_STYLE = """\
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --line: #bbb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --paper: #161616; --line: #555; } }
body { color: var(--ink); background: var(--paper); font: 1rem/1.4 system-ui, sans-serif; margin: 2rem; }
table { border-collapse: collapse; }
caption { font-weight: bold; text-align: left; padding-bottom: .5rem; }
th, td { padding: .2rem .8rem; text-align: left; font-weight: normal; border-bottom: 1px solid var(--line); }
thead th { font-weight: bold; border-bottom-width: 2px; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.notes, footer { font-size: .85rem; max-width: 60rem; }
@media print { :root { --ink: #000; --paper: #fff; } body { margin: 0; } tr { break-inside: avoid; } }"""


def escaped(text: str) -> str:
    """Text that HTML shows as it is written, in an element or a quoted attribute, on one line."""
    return escape(one_line(text), quote=True)


def render_html(table: Table, digits: int) -> str:
    """A whole document; each number has its exact ratio as tooltip."""
    lines = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escaped(table.title)}</title>",
        "<style>",
        _STYLE,
        "</style>",
        "</head>",
        "<body>",
        "<table>",
        *([f"<caption>{escaped(table.title)}</caption>"] if table.title else []),
        "<thead>",
        "<tr>" + "".join(map(_head, table.columns)) + "</tr>",
        "</thead>",
        "<tbody>",
    ]
    names = next((place for place, column in enumerate(table.columns) if not column.numeric), None)
    for row in table.rows:
        pairs = enumerate(zip(row, table.columns, strict=True))
        cells = [_cell(cell, column, digits, place == names) for place, (cell, column) in pairs]
        lines.append(f"<tr>{''.join(cells)}</tr>")
    lines += ["</tbody>", "</table>"]
    if table.notes:
        lines += ['<ul class="notes">', *(f"<li>{escaped(note)}</li>" for note in table.notes), "</ul>"]
    if table.provenance:
        lines += ["<footer>", *(f"<p>{escaped(line)}</p>" for line in table.provenance), "</footer>"]
    lines += ["</body>", "</html>"]
    return "\n".join(lines) + "\n"


def _head(column: Column) -> str:
    return f'<th scope="col"{_class(column)}>{escaped(column.head)}</th>'


def _cell(cell: Cell, column: Column, digits: int, names_row: bool) -> str:
    text = escaped(cell_text(cell, column, digits))
    if names_row:
        return f'<th scope="row">{text}</th>'
    tooltip = ""
    if isinstance(cell, Fraction):
        exact = exact_text(cell) or ""
        tooltip = f' title="{f"√({exact})" if column.kind == "root" else exact}"'
    return f"<td{_class(column)}{tooltip}>{text}</td>"


def _class(column: Column) -> str:
    return ' class="n"' if column.numeric else ""
