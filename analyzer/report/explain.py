"""Bets explained: for each what it is, then line by line when, what then, how often, and a coup dealt."""

from collections.abc import Iterator, Sequence

from analyzer.ask.explanation import ExplainedLine, Explanation
from analyzer.bets.digest import digest, digest_of_bet, digest_of_rules
from analyzer.catalog import load
from analyzer.phrases.coups import in_one
from analyzer.phrases.rules import given_card
from analyzer.render.page import Page, Provenance, rounding
from analyzer.render.table import Cell, Table
from analyzer.report.columns import BET, LINE, text_columns
from analyzer.report.names import number, prices_text, shoe_text
from analyzer.report.notes import before_the_coup, locked
from analyzer.report.origin import made_from
from analyzer.text import Figure, Message, Text, message, plural

_LOOKS_AT = {
    "points": message("points only: cards that count the same are all the same to it"),
    "ranks": message("ranks: some cards that count the same are told apart, but no suits"),
    "cards": message("suits or colours: even some cards of one rank are told apart"),
}


_ANSWERS = text_columns(question=message("Question"), answer=message("Answer"))


def explanation_page(found: Sequence[Explanation], digits: int, *, full: bool, in_rows: bool) -> Page:
    """For each bet a table of facts, then one for each line, of questions and their answers.

    `digits` are the decimals that will be shown. `full` adds addresses of sources, which no terminal breaks
    into lines. `in_rows` is for machines: one table, whose rows name bet, line and question.
    """
    each = (table for bet in found for table in _tables(bet, digits, full))
    return Page((answers_table(found, digits),) if in_rows else tuple(each), explanation_provenance(found))


def _tables(found: Explanation, digits: int, full: bool) -> Iterator[Table]:
    facts = text_columns(fact=message("Fact"), value=message("Value"))
    yield Table(_title(found), facts, tuple(_facts(found)), tuple(_notes(found, digits, full)))
    for line in found.lines:
        rows: list[tuple[Text, Text]] = []
        last = None
        for question, answer in _answers(found, line):
            rows.append(("" if question == last else question, answer))
            last = question
        title = message("{bet}, line {line}", bet=found.bet.title, line=line.name)
        yield Table(title, _ANSWERS, tuple(rows))


def answers_table(found: Sequence[Explanation], digits: int) -> Table:
    """All that is said of each line, a row an answer."""
    rows = tuple(
        (bet.bet.reference, line.id, question, answer)
        for bet in found
        for line in bet.lines
        for question, answer in _answers(bet, line)
    )
    title = _title(found[0]) if len(found) == 1 else plural("{n} bet", "{n} bets", len(found))
    return Table(title, (BET, LINE, *_ANSWERS), rows, (rounding(digits),))


def _title(found: Explanation) -> Message:
    return message("{name} ({id})", name=found.bet.title, id=found.bet.reference)


def _facts(found: Explanation) -> Iterator[tuple[Cell, ...]]:
    """What the bet is, how finely it looks at cards, and what it is worth unless it is offered later."""
    bet, value, rules = found.bet, found.valuation, found.question.rules
    yield message("Rules"), message("{name} ({id})", name=rules.title, id=rules.id)
    yield message("Shoe"), shoe_text(found.report)
    yield message("Looks at"), _LOOKS_AT[found.looks_at]
    yield message("Pays"), prices_text(bet)
    if not bet.inside_coup:
        yield message("Hit rate"), number(value.hit_rate, "percent")
        yield message("Push rate"), number(value.push_rate, "percent")
        yield message("House edge"), number(value.house_edge, "percent")


def _notes(found: Explanation, digits: int, full: bool) -> Iterator[Text]:
    bet = found.bet
    if len(bet.lines) > 1:
        yield message("The first line whose event happens settles the bet.")
    yield from before_the_coup([bet])
    if found.question.rules.player_first is not None:
        yield given_card(found.question.rules.player_first)
    if found.report.shoe.fineness == "points":
        yield message("The shoe is known by points: 10 stands for any card that counts 0.")
    yield from locked(found.valuation)
    if bet.note:
        yield bet.note
    if source := load.citation(bet.source, addresses=full):
        yield message("Source: {source}.", source=source)
    yield rounding(digits)


def _answers(found: Explanation, line: ExplainedLine) -> Iterator[tuple[Text, Text]]:
    """Questions about a line and their answers; the coup answers the same question again and again."""
    yield message("When?"), line.event
    yield message("What then?"), in_one([line.pays, line.settlement])
    if line.coup is None:
        yield message("How often?"), message("Never: this shoe deals no such coup.")
        return
    often = message(
        "In {probability} of all coups, 1 in {n}: {ways} of {total} ordered deals.",
        probability=Figure(line.probability, "percent"),
        n=Figure(1 / line.probability, "decimal"),
        ways=line.ways,
        total=found.report.total_ways,
    )
    yield message("How often?"), often
    for step in (*line.steps, line.settlement):
        yield message("For example"), step


def explanation_provenance(found: Sequence[Explanation]) -> Provenance:
    """What was asked: the variant, each set of rules, the shoe; digests of rules, and of all bets."""
    variant, shoe = found[0].question.variant.id, found[0].report.shoe
    rules = {bet.question.rules.id: bet.question.rules for bet in found}
    digests = [
        (f"rules {id}" if len(rules) > 1 else "rules", digest_of_rules(dealt)) for id, dealt in rules.items()
    ]
    digests.append(("bets", digest([digest_of_bet(bet.bet) for bet in found])))
    return made_from(digests, variant=variant, rules=", ".join(rules), shoe=shoe)
