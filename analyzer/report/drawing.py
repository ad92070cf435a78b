"""The page of a set of rules: the drawing table as the grid people know, and the rules in words.

Lays out what the rules say; knows nothing of bets.
"""

from dataclasses import replace

from analyzer.bets.digest import digest_of_rules
from analyzer.game.rules import Rules
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.report import inventory
from analyzer.report.rule_sheet.page import rules_table
from analyzer.text import message


def drawing_page(rules: Rules) -> Page:
    """The drawing table, and a row a rule."""
    grid = replace(inventory.table(rules), title=message("Drawing table"))
    words = replace(rules_table(rules), notes=())  # which the grid has already
    made = Provenance((("rules", rules.id),), (("rules", digest_of_rules(rules)),))
    return Page((grid, words), made, rules.title)
