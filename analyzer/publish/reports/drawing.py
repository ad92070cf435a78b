"""The page of a set of rules: the drawing table as the grid people know, and the rules in words.

Lays out what the rules say; knows nothing of bets.
"""

from dataclasses import replace

from analyzer.bets.digest import digest_of_rules
from analyzer.game.rules import Rules
from analyzer.message import say
from analyzer.publish.page import Page
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports import inventory
from analyzer.publish.reports.rule_sheet.rules import rules_table


def drawing_page(rules: Rules) -> Page:
    """The drawing table, and a row a rule."""
    grid = replace(inventory.table(rules), title=say("Drawing table"))
    words = replace(rules_table(rules), notes=())  # which the grid has already
    made = Provenance((("rules", rules.id),), (("rules", digest_of_rules(rules)),))
    return Page((grid, words), made, rules.name)
