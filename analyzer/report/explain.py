"""Bets explained: facts about each; then for each line when it settles, the result, how often, a coup."""

from collections.abc import Iterator, Sequence

from analyzer.ask.explain import ExplainedLine, Explanation
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


def explanation_page(bets: Sequence[Explanation], digits: int, *, full: bool, in_rows: bool) -> Page:
    """For each bet a table of facts, then one of questions and answers for each line.

    `digits` is how many decimals will be shown. `full` adds the addresses of sources.
    `in_rows`, for machines, gives a single table, whose rows name bet, line and question.
    """
    tables = (table for bet in bets for table in _tables(bet, digits, full))
    return Page((answers_table(bets, digits),) if in_rows else tuple(tables), explanation_provenance(bets))


def _tables(explanation: Explanation, digits: int, full: bool) -> Iterator[Table]:
    facts = text_columns(fact=message("Fact"), value=message("Value"))
    notes = tuple(_notes(explanation, digits, full))
    yield Table(_title(explanation), facts, tuple(_facts(explanation)), notes)
    for line in explanation.lines:
        rows: list[tuple[Text, Text]] = []
        last = None
        for question, answer in _answers(explanation, line):
            rows.append(("" if question == last else question, answer))
            last = question
        title = message("{bet}, line {line}", bet=explanation.bet.title, line=line.name)
        yield Table(title, _ANSWERS, tuple(rows))


def answers_table(bets: Sequence[Explanation], digits: int) -> Table:
    """All answers about each line, one per row."""
    rows = tuple(
        (explanation.bet.reference, line.id, question, answer)
        for explanation in bets
        for line in explanation.lines
        for question, answer in _answers(explanation, line)
    )
    title = _title(bets[0]) if len(bets) == 1 else plural("{n} bet", "{n} bets", len(bets))
    return Table(title, (BET, LINE, *_ANSWERS), rows, (rounding(digits),))


def _title(explanation: Explanation) -> Message:
    return message("{name} ({id})", name=explanation.bet.title, id=explanation.bet.reference)


def _facts(explanation: Explanation) -> Iterator[tuple[Cell, ...]]:
    """The bet's rules, shoe, fineness and pay, and its worth unless it is offered inside a coup only."""
    bet, value, rules = explanation.bet, explanation.valuation, explanation.question.rules
    yield message("Rules"), message("{name} ({id})", name=rules.title, id=rules.id)
    yield message("Shoe"), shoe_text(explanation.report)
    yield message("Looks at"), _LOOKS_AT[explanation.looks_at]
    yield message("Pays"), prices_text(bet)
    if not bet.inside_coup:
        yield message("Hit rate"), number(value.hit_rate, "percent")
        yield message("Push rate"), number(value.push_rate, "percent")
        yield message("House edge"), number(value.house_edge, "percent")


def _notes(explanation: Explanation, digits: int, full: bool) -> Iterator[Text]:
    bet = explanation.bet
    if len(bet.lines) > 1:
        yield message("The first line whose event happens settles the bet.")
    yield from before_the_coup([bet])
    if explanation.question.rules.player_first is not None:
        yield given_card(explanation.question.rules.player_first)
    if explanation.report.shoe.fineness == "points":
        yield message("The shoe is known by points: 10 stands for any card that counts 0.")
    yield from locked(explanation.valuation)
    if bet.note:
        yield bet.note
    if source := load.citation(bet.source, addresses=full):
        yield message("Source: {source}.", source=source)
    yield rounding(digits)


def _answers(explanation: Explanation, line: ExplainedLine) -> Iterator[tuple[Text, Text]]:
    """Questions about a line and their answers; each step of the coup repeats the same question."""
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
        total=explanation.report.total_ways,
    )
    yield message("How often?"), often
    for step in (*line.steps, line.settlement):
        yield message("For example"), step


def explanation_provenance(bets: Sequence[Explanation]) -> Provenance:
    """What was asked: variant, rules and shoe; with digests of each set of rules and of all the bets."""
    variant, shoe = bets[0].question.variant.id, bets[0].report.shoe
    rules = {explanation.question.rules.id: explanation.question.rules for explanation in bets}
    digests = [
        (f"rules {id}" if len(rules) > 1 else "rules", digest_of_rules(dealt)) for id, dealt in rules.items()
    ]
    digests.append(("bets", digest([digest_of_bet(explanation.bet) for explanation in bets])))
    return made_from(digests, variant=variant, rules=", ".join(rules), shoe=shoe)
