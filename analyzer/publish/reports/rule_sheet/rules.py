"""How a coup is dealt, in words and as the grid people know.

Lays out what the rules say; computes nothing.
"""

from analyzer.game.rules import Rules
from analyzer.message import say
from analyzer.publish.phrases.rules import rules_in_words
from analyzer.publish.reports.tableau import tableau_table
from analyzer.publish.table import Column, Table


def rules_table(rules: Rules) -> Table:
    """The rules in words, a row a rule."""
    columns = (Column("number", say("No."), "count"), Column("rule", say("Rule"), "text"))
    notes = (rules.note,) if rules.note else ()
    return Table(say("The rules in words"), columns, tuple(enumerate(rules_in_words(rules), 1)), notes)


def drawing_table(rules: Rules) -> Table:
    """The drawing table as a grid."""
    return tableau_table(say("Drawing table"), rules)
