"""Bets explained: facts, then for each line when it settles, how often, and an example; and as a document."""

from collections.abc import Iterator, Sequence

from analyzer.ask.explain import ExplainedLine, Explanation
from analyzer.bets.digest import digest_of_bet, digest_of_bets, digest_of_rules
from analyzer.catalog import load
from analyzer.game.coup import Coup
from analyzer.game.shoe import FINENESSES
from analyzer.phrases.rules import given_card, in_one
from analyzer.render.page import Page, rounding
from analyzer.render.table import Cell, Table
from analyzer.report import kinds
from analyzer.report.citations import about_bet, note_of_bet
from analyzer.report.columns import BET, LINE, text_columns
from analyzer.report.document import Document
from analyzer.report.fields import Fields, record, records, said, said_as, through
from analyzer.report.names import number, prices_text, shoe_title
from analyzer.report.notes import before_the_coup, locked
from analyzer.report.origin import NAME_OF_BET, Origin
from analyzer.text import Figure, Message, Text, message, plural

_LOOKS_AT = {
    "points": message("points only: it does not distinguish cards with the same points"),
    "ranks": message("ranks: it distinguishes some cards with the same points, but not suits"),
    "cards": message("suits or colours: it distinguishes some cards of the same rank"),
}
_ANSWERS = text_columns(question=message("Question"), answer=message("Answer"))


def explanation_page(bets: Sequence[Explanation], digits: int, *, full: bool, in_rows: bool) -> Page:
    """For each bet a table of facts, then one of questions and answers for each line.

    `digits` is the number of decimals that will be shown. `full` adds the addresses of sources.
    `in_rows`, for machines, gives a single table whose rows name bet, line and question.
    """
    tables = (table for bet in bets for table in _tables(bet, digits, full))
    return Page((answers_table(bets, digits),) if in_rows else tuple(tables), _origin(bets).provenance)


def _tables(explanation: Explanation, digits: int, full: bool) -> Iterator[Table]:
    facts = text_columns(fact=message("Fact"), value=message("Value"))
    notes = tuple(_notes(explanation, digits, full))
    yield Table(_title(explanation), facts, tuple(_facts(explanation)), notes)
    for line in explanation.lines:
        answers = list(_answers(explanation, line))
        before = [None, *(question for question, _ in answers)]
        rows = (("" if q == last else q, answer) for (q, answer), last in zip(answers, before, strict=False))
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
    bet, value, rules = explanation.bet, explanation.valuation, explanation.question.rules
    yield message("Rules"), message("{name} ({id})", name=rules.title, id=rules.id)
    yield message("Shoe"), shoe_title(explanation.report.shoe)
    yield message("Depends on"), _LOOKS_AT[explanation.looks_at]
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
        yield message("Only the points of this shoe's cards are known: 10 stands for any card that counts 0.")
    yield from locked(explanation.valuation)
    yield from about_bet(bet, explanation.question.variant, addresses=full)
    yield rounding(digits)


def _answers(explanation: Explanation, line: ExplainedLine) -> Iterator[tuple[Text, Text]]:
    """Questions about a line and their answers; every step of the example repeats the same question."""
    yield message("When?"), line.event
    yield message("What then?"), in_one([line.pays, line.settlement])
    if line.coup is None:
        yield message("How often?"), message("Never: this shoe cannot deal such a coup.")
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


def _origin(bets: Sequence[Explanation], language: str = "") -> Origin:
    """The question: variant, rules, shoe and language, with a digest of each set of rules."""
    variant, shoe = bets[0].question.variant.id, bets[0].report.shoe
    rules = {explanation.question.rules.id: explanation.question.rules for explanation in bets}
    of_rules = {f"rules {id}": digest_of_rules(dealt) for id, dealt in rules.items()}
    known: dict[str, object] = {"variant": variant, "shoe": shoe, "options": {"language": language}}
    if len(rules) == 1:
        of_rules = {"rules": of_rules.popitem()[1]}
        known |= {"rules": next(iter(rules)), "rules_sha256": of_rules["rules"], "sha256": {}}
    else:
        known["sha256"] = of_rules
    asked = (("variant", variant), ("rules", ", ".join(rules)), ("shoe", str(shoe)))
    explained = tuple(explanation.bet for explanation in bets)
    return Origin(None, explained, asked, (*of_rules.items(), ("bets", digest_of_bets(explained))), known)


_HAND = kinds.many(kinds.CARD, minItems=2, maxItems=3)
_COUP: Fields[Coup] = (
    said_as(_HAND, "player", "banker"),
    said_as(kinds.COUNT, "player_total", "banker_total"),
    said("winner", kinds.one_of("player", "banker", "tie")),
)
_WORKED: Fields[ExplainedLine] = (through("coup", _COUP), said("steps", kinds.many(kinds.TEXT)))
_LINE: Fields[ExplainedLine] = (
    said("id", kinds.LINE_ID),
    said("name", kinds.TEXT),
    said("when", kinds.TEXT.optional, lambda line: line.when and " ".join(line.when.text.split())),
    said("words", kinds.TEXT, "event"),
    said("net"),
    said("outcome", kinds.one_of("win", "push", "lose")),
    said_as(kinds.TEXT, "pays", "settlement"),
    said("ways", kinds.WHOLE),
    said("probability", kinds.PROBABILITY),
    said("coup", record(_WORKED).optional, lambda line: line if line.coup else None),
)


def _notes_of(explanation: Explanation) -> list[Text]:
    note = note_of_bet(explanation.bet, explanation.question.variant)
    return [*locked(explanation.valuation), *([note] if note else [])]


_BET: Fields[Explanation] = (
    NAME_OF_BET,
    said("rules", kinds.ID, "question.rules.id"),
    said("looks_at", kinds.one_of(*FINENESSES)),
    said("inside_coup", kinds.FLAG, "bet.inside_coup"),
    said("total_ways", kinds.WHOLE, "valuation.total"),
    said("lines", records(_LINE)),
    through("valuation", said_as(kinds.PROBABILITY, "hit_rate", "push_rate"), said("house_edge")),
    said("notes", kinds.many(kinds.TEXT), _notes_of),
    said("source", kinds.TEXT, lambda explanation: load.citation(explanation.bet.source)),
    said("sha256", kinds.SHA256, lambda explanation: digest_of_bet(explanation.bet)),
)

EXPLAIN: Document[tuple[Sequence[Explanation], str]] = Document(
    "explain", 2, "explain", (said("bets", records(_BET), 0),), lambda explained: _origin(*explained)
)
"""The document of bets explained in a language."""
