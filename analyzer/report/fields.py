"""What the pages and documents of many reports share: columns, exact texts, and what they were made from.

Lays out exact values; computes none.
"""

from collections.abc import Iterable
from dataclasses import replace

from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.catalog.digests import rules_and_bets
from analyzer.exact import ratio_or_none
from analyzer.game.dealt import NOTHING
from analyzer.game.shoe import Shoe
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import prices_text
from analyzer.text import message

BET = Column("bet", message("Bet"), "text")
REFERENCE = Column("reference", message("Reference"), "text")
PAYS = Column("pays", message("Pays"), "text")
EV = Column("ev", message("EV"), "percent")
HIT_RATE = Column("hit_rate", message("Hit rate"), "percent")
PUSH_RATE = Column("push_rate", message("Push rate"), "percent")
HOUSE_EDGE = Column("house_edge", message("House edge"), "percent")
PROBABILITY = Column("probability", message("Probability"), "percent")
PRICED_BET = (BET, REFERENCE, PAYS)
LINE_ID = Column("id", message("Id"), "text")
LINE = Column("line", message("Line"), "text")
EVENT = Column("event", message("Event"), "text")
LINE_OF_BET = (BET, LINE_ID, LINE, EVENT)


Cells = tuple[Cell, ...]


def naming(full: bool) -> tuple[Column, ...]:
    """The columns that name a bet; `full` adds the reference by which commands take it."""
    return (BET, REFERENCE) if full else (BET,)


def priced_bet(bet: Bet) -> Cells:
    """The cells of PRICED_BET."""
    return bet.title, bet.reference, prices_text(bet)


def without(table: Table, *keys: str) -> Table:
    """A table without the columns of these keys."""
    kept = [place for place, column in enumerate(table.columns) if column.key not in keys]
    columns = tuple(table.columns[place] for place in kept)
    return replace(
        table, columns=columns, rows=tuple(tuple(row[place] for place in kept) for row in table.rows)
    )


def attributes(value: object, columns: Iterable[Column]) -> Cells:
    """The cells of columns whose keys are names of a value's attributes."""
    return tuple(getattr(value, column.key) for column in columns)


def exact_texts(value: object, *names: str) -> dict[str, str | None]:
    """Attributes of a value as exact texts, under their names; None where there is no number."""
    return {name: ratio_or_none(getattr(value, name)) for name in names}


def bet_entry(bet: Bet) -> dict[str, object]:
    """What names a bet in a document."""
    return {"bet": bet.id, "paytable": bet.paytable, "name": bet.title}


def document_head(schema: str, question: Question) -> dict[str, object]:
    """The first entries of a document: its schema, the game and the cards left."""
    return {
        "schema": schema,
        "variant": question.variant.id,
        "rules": question.rules.id,
        "shoe": shoe_entry(question.left),
    }


def shoe_entry(shoe: Shoe | None) -> object:
    """A shoe as documents have it; None is the infinite shoe."""
    if shoe is None:
        return "infinite"
    return {"cards": shoe.size, "fineness": shoe.fineness, "points": list(shoe.points)}


def origin(
    question: Question, bets: Iterable[Bet], *facts: tuple[str, str], digests: Iterable[tuple[str, str]] = ()
) -> Provenance:
    """The question about some bets, further facts, and the digests of all that decided the answer."""
    known = [("variant", question.variant.id)] if question.variant.id else []
    known += [("rules", question.rules.id), ("shoe", str(question.left))]
    if question.dealt != NOTHING:
        known.append(("dealt", str(question.dealt)))
    if question.given is not None:
        known.append(("given", question.given.text))
    return Provenance((*known, *facts), (*rules_and_bets(question.rules, bets), *digests))
