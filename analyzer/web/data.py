"""The data that the page's script reads: bets, programs, rules, conditions, and every phrase it shows."""

import json
from functools import cache

from analyzer import __version__
from analyzer.bets.digest import (
    digest,
    digest_of_bet,
    digest_of_bets,
    digest_of_rules,
    rules_value,
)
from analyzer.bets.tree import (
    All,
    Attribute,
    Chain,
    Compare,
    Count,
    Distinct,
    Literal,
    Member,
    Node,
    Not,
    Word,
)
from analyzer.bets.tree import Any as AnyOf
from analyzer.exact import ratio_text
from analyzer.render.words import Words, wording
from analyzer.report.document import Document
from analyzer.report.fields import said
from analyzer.report.kinds import TEXT, Json
from analyzer.report.origin import Origin
from analyzer.text import LANGUAGES, Titled
from analyzer.web.carried import Carried, encoded, words_of
from analyzer.web.lines import lines_in_words
from analyzer.web.next_coup import next_coup
from analyzer.web.phrases import PHRASES


def page_data(of: Carried) -> Json:
    """All data of the page, as its script reads them (`static/census.js`)."""
    question = of.question
    rules = question.rules
    return {
        "version": __version__,
        "variant": {"id": question.variant.id, **named(question.variant)},
        "shoe": {"text": str(question.left), "cells": list(question.left.counts)},
        "unknown": rules.cards_from_shoe,
        "rules": {
            "id": rules.id,
            "sha256": digest_of_rules(rules),
            "player_draws": sorted(rules.tableau.player_draws),
            "naturals": sorted(rules.tableau.naturals),
            "banker": rules_value(rules)["banker"],
            "banker_by": rules.banker_by,
            "player_first": rules.player_first,
        },
        "bets_sha256": digest_of_bets(of.bets.values()),
        "digest": digest([digest_of_rules(rules), digest_of_bets(of.bets.values())]),
        "bets": [
            {
                "key": key,
                "bet": bet.id,
                "paytable": bet.paytable,
                **named(bet),
                "sha256": digest_of_bet(bet),
                "program": of.places[key][0],
                "from": of.places[key][1],
                "locked": None if bet.locked is None else ratio_text(bet.locked),
                "lines": [{"id": line, "net": ratio_text(net)} for line, net in bet.nets.items()],
                "multiplied": {
                    line.id: [[ratio_text(factor), ratio_text(chance)] for factor, chance in line.multiplier]
                    for line in bet.lines
                    if line.multiplier
                },
                "when": [_tree(line.when.tree) for line in bet.lines],
                "conditions": [line.when.text for line in bet.lines],
                "said": lines_in_words(question, bet, _words()),
            }
            for key, bet in of.bets.items()
        ],
        "omitted": [
            {"bet": bet.id, **named(bet), "reason": {tag: words.translate(why) for tag, words in _words()}}
            for bet, why in of.omitted
        ],
        "programs": [
            {"fineness": one.fineness, "words": encoded(words_of(one.program))} for one in of.programs
        ],
        "answers": [
            {
                "shoe": str(shoe),
                "cells": list(shoe.counts),
                "ways": [None if ways is None else list(map(str, ways)) for ways in by_program],
            }
            for shoe, by_program in of.answers
        ],
        "next": next_coup(question),
        "languages": LANGUAGES,
        "words": {
            tag: {key: words.template(text) for key, text in PHRASES.items()} for tag, words in _words()
        },
    }


@cache
def _words() -> tuple[tuple[str, Words], ...]:
    return tuple((tag, wording(tag)) for tag in LANGUAGES)


def named(thing: Titled) -> Json:
    """The names of a thing by language."""
    return {"names": {tag: thing.title.in_language(tag) for tag in LANGUAGES}}


def _tree(node: Node) -> object:
    """A condition as the page evaluates it (`static/coup.js`): numbers, and lists that start with a word."""
    match node:
        case Literal(_, value):
            return value
        case Word(name):
            return ["fact", name]
        case Attribute(position, name):
            return ["card", position, name]
        case Count(inner, scope):
            return ["count", scope, _tree(inner)]
        case Distinct(name, scope):
            return ["distinct", scope, name]
        case Chain(first, rest):
            return ["chain", _tree(first), *([sign, _tree(operand)] for sign, operand in rest)]
        case Compare(sign, left, right):
            return [sign, _tree(left), _tree(right)]
        case Member(item, ranges):
            return ["in", _tree(item), ranges]
        case Not(inner):
            return ["not", _tree(inner)]
        case All(parts):
            return ["and", *map(_tree, parts)]
        case AnyOf(parts):
            return ["or", *map(_tree, parts)]
    raise TypeError(f"not a part of a condition: {node!r}")


def _origin(of: Carried) -> Origin:
    return Origin(of.question, tuple(of.bets.values()))


def data_text(of: Carried) -> str:
    """All data of the page, as one JSON text."""
    return json.dumps(page_data(of), ensure_ascii=False, separators=(",", ":"))


CARRIED: Document[Carried] = Document("carried", 1, "page", (said("data", TEXT, data_text),), _origin)
