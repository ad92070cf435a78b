"""A bet explained, as a document of exact texts."""

from collections.abc import Sequence
from operator import attrgetter

from analyzer.ask.explanation import ExplainedLine, Explanation
from analyzer.bets.digest import digest_of_bet, digest_of_rules
from analyzer.catalog import load
from analyzer.game.coup import Coup
from analyzer.game.shoe import FINENESSES
from analyzer.report.document import Document
from analyzer.report.fields import Fields, record, records, said, through
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
    said("player", _HAND),
    said("banker", _HAND),
    said("player_total", COUNT),
    said("banker_total", COUNT),
    said("winner", one_of("player", "banker", "tie")),
)
_WORKED: Fields[ExplainedLine] = (*through(attrgetter("coup"), _COUP), said("steps", many(TEXT)))
_LINE: Fields[ExplainedLine] = (
    said("id", LINE_ID),
    said("name", TEXT),
    said("when", TEXT.optional, lambda line: line.when and " ".join(line.when.text.split())),
    said("words", TEXT, attrgetter("event")),
    said("net"),
    said("outcome", one_of("win", "push", "lose")),
    said("pays", TEXT),
    said("settlement", TEXT),
    said("ways", WHOLE),
    said("probability", PROBABILITY),
    said("coup", record(_WORKED).optional, lambda line: line if line.coup else None),
)
_BET: Fields[Explanation] = (
    NAME_OF_BET,
    said("rules", ID, attrgetter("question.rules.id")),
    said("looks_at", one_of(*FINENESSES)),
    said("inside_coup", FLAG, attrgetter("bet.inside_coup")),
    said("total_ways", WHOLE, attrgetter("valuation.total")),
    said("lines", records(_LINE)),
    said("hit_rate", PROBABILITY, attrgetter("valuation.hit_rate")),
    said("push_rate", PROBABILITY, attrgetter("valuation.push_rate")),
    said("house_edge", value=attrgetter("valuation.house_edge")),
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


EXPLAIN: Document[Explained] = Document(
    "explain", 2, "explain", (said("bets", records(_BET), lambda explained: explained[0]),), _origin
)
