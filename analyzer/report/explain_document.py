"""A bet explained, as a document of exact texts."""

from collections.abc import Sequence

from analyzer.ask.explain import ExplainedLine, Explanation
from analyzer.bets.digest import digest_of_bet, digest_of_rules
from analyzer.catalog import load
from analyzer.game.coup import Coup
from analyzer.game.shoe import FINENESSES
from analyzer.report.document import Document
from analyzer.report.fields import Fields, record, records, said, said_as, through
from analyzer.report.kinds import (
    CARD,
    COUNT,
    FLAG,
    ID,
    LINE_ID,
    PROBABILITY,
    SHA256,
    TEXT,
    WHOLE,
    many,
    one_of,
)
from analyzer.report.notes import locked
from analyzer.report.origin import NAME_OF_BET, Origin

Explained = tuple[Sequence[Explanation], str]
"""Bets explained, and the language."""

_HAND = many(CARD, minItems=2, maxItems=3)
_COUP: Fields[Coup] = (
    said_as(_HAND, "player", "banker"),
    said_as(COUNT, "player_total", "banker_total"),
    said("winner", one_of("player", "banker", "tie")),
)
_WORKED: Fields[ExplainedLine] = (*through("coup", _COUP), said("steps", many(TEXT)))
_LINE: Fields[ExplainedLine] = (
    said("id", LINE_ID),
    said("name", TEXT),
    said("when", TEXT.optional, lambda line: line.when and " ".join(line.when.text.split())),
    said("words", TEXT, "event"),
    said("net"),
    said("outcome", one_of("win", "push", "lose")),
    said_as(TEXT, "pays", "settlement"),
    said("ways", WHOLE),
    said("probability", PROBABILITY),
    said("coup", record(_WORKED).optional, lambda line: line if line.coup else None),
)
_BET: Fields[Explanation] = (
    NAME_OF_BET,
    said("rules", ID, "question.rules.id"),
    said("looks_at", one_of(*FINENESSES)),
    said("inside_coup", FLAG, "bet.inside_coup"),
    said("total_ways", WHOLE, "valuation.total"),
    said("lines", records(_LINE)),
    said("hit_rate", PROBABILITY, "valuation.hit_rate"),
    said("push_rate", PROBABILITY, "valuation.push_rate"),
    said("house_edge", value="valuation.house_edge"),
    said("notes", many(TEXT), lambda e: [*locked(e.valuation), *([e.bet.note] if e.bet.note else [])]),
    said("source", TEXT, lambda explanation: load.citation(explanation.bet.source)),
    said("sha256", SHA256, lambda explanation: digest_of_bet(explanation.bet)),
)


def _origin(explained: Explained) -> Origin:
    bets, language = explained
    rules = {explanation.question.rules.id: explanation.question.rules for explanation in bets}
    known: dict[str, object] = {"variant": bets[0].question.variant.id, "shoe": bets[0].report.shoe}
    digests = {f"rules {id}": digest_of_rules(dealt) for id, dealt in rules.items()}
    if len(rules) == 1:
        known |= {"rules": next(iter(rules)), "rules_sha256": digests.popitem()[1]}
    about = tuple(explanation.bet for explanation in bets)
    return Origin(None, about, (("language", language),), tuple(digests.items()), known)


EXPLAIN: Document[Explained] = Document("explain", 2, "explain", (said("bets", records(_BET), 0),), _origin)
