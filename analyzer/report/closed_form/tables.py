"""The published closed forms: those of the main variants' bets, and of the main bets under all rules.

Asks the analysis for each form once, whatever the number of languages; computes nothing itself.
"""

from collections.abc import Sequence
from functools import cache

from analyzer.analysis.closed_form.decks import ClosedForms, closed_forms
from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.catalog import load
from analyzer.catalog.digests import items
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Column
from analyzer.report.closed_form.page import MEANING, NamedForm, form_tables, pays, validity
from analyzer.report.columns import text_columns
from analyzer.report.names import prices_text
from analyzer.text import Message, Text, message

VARIANTS = ("standard", "commission-free", "niu-niu", "ez-baccarat", "classic")  # Their bets are published.

MAIN = ("player", "banker/commission-5", "tie/8")  # Bets that are published under every set of rules.


@cache
def variants_forms() -> tuple[ClosedForms, ...]:
    """The forms of the variants' bets, one result per set of rules, with each bet once."""
    bets_by_rules: dict[Rules, dict[Bet, None]] = {}
    for variant in map(load.variant, VARIANTS):
        bets_by_rules.setdefault(variant.rules, {}).update(dict.fromkeys(variant.bets))
    asked = (Question.of(rules, tuple(bets), Shoe.decks(1)) for rules, bets in bets_by_rules.items())
    return tuple(map(closed_forms, asked))


@cache
def rules_forms() -> tuple[ClosedForms, ...]:
    """The forms of the main bets under every set of rules."""
    bets = tuple(map(load.bet, MAIN))
    asked = (Question.of(load.rules(id), bets, Shoe.decks(1)) for id in load.rules_ids())
    return tuple(map(closed_forms, asked))


def variants_page() -> Page:
    """The closed forms of the variants' bets."""
    last_first = map(load.variant, reversed(VARIANTS))
    first_variants = {bet: variant.title for variant in last_first for bet in variant.bets}
    results = variants_forms()
    published = (form for forms in results for form in forms.forms)
    rows = [((first_variants[form.bet], form.bet.title, prices_text(form.bet)), form) for form in published]
    naming = text_columns(variant=message("Variant"), bet=message("Bet"), pays=message("Pays"))
    return _page(message("The main variants' bets on d decks"), naming, rows, results)


def rules_page() -> Page:
    """The closed forms of Player, Banker and Tie under every set of rules."""
    results = rules_forms()
    rows = [((forms.question.rules.title, form.bet.title), form) for forms in results for form in forms.forms]
    naming = text_columns(rules=message("Rules"), bet=message("Bet"))
    prices = pays((form.bet.title, form.bet) for _, form in rows)
    return _page(message("Player, Banker and Tie on d decks under all rules"), naming, rows, results, *prices)


def _page(
    heading: Message,
    naming: tuple[Column, ...],
    rows: Sequence[NamedForm],
    results: Sequence[ClosedForms],
    *notes: Text,
) -> Page:
    forms = [form for _, form in rows]
    tables = form_tables(naming, rows, (MEANING, *validity(forms), *notes))
    rules = [form.question.rules for form in results]
    bets = tuple(dict.fromkeys(form.bet for form in forms))
    facts = (("rules", " ".join(known.id for known in rules)), ("shoe", "d decks"))
    return Page(tables, Provenance(facts, (items("rules", rules), items("bets", [bets]))), heading)
