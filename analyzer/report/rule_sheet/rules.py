"""How a coup is dealt, in words and as the grid people know.

Lays out what the rules say; computes nothing.
"""

from analyzer.game.rules import Rules
from analyzer.phrases.rules import rules_in_words
from analyzer.render.table import Column, Table
from analyzer.report.tableau import tableau_table
from analyzer.text import message


def rules_table(rules: Rules) -> Table:
    """The rules in words, one row per rule."""
    columns = (Column("number", message("No."), "count"), Column("rule", message("Rule"), "text"))
    notes = (rules.note,) if rules.note else ()
    return Table(message("The rules in words"), columns, tuple(enumerate(rules_in_words(rules), 1)), notes)


def drawing_table(rules: Rules) -> Table:
    """The drawing table as a grid."""
    return tableau_table(message("Drawing table"), rules)
