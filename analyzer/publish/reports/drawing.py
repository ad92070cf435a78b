"""The page of a set of rules: the drawing table as the grid people know, and the rules in words.

Lays out what the rules say; knows nothing of bets.
"""

from dataclasses import replace

from analyzer.bets.digest import digest_of_rules
from analyzer.game.rules import Rules
from analyzer.message import say
from analyzer.publish.page import Page
from analyzer.publish.phrases.rules import rules_in_words
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports import inventory
from analyzer.publish.table import Column, Table


def drawing_page(rules: Rules) -> Page:
    """The drawing table, and a row a rule."""
    grid = replace(inventory.table(rules), title=say("Drawing table"))
    columns = (Column("number", say("No."), "count"), Column("rule", say("Rule"), "text"))
    words = Table(say("The rules in words"), columns, tuple(enumerate(rules_in_words(rules), 1)))
    return Page(
        (grid, words), Provenance((("rules", rules.id),), (("rules", digest_of_rules(rules)),)), rules.name
    )
