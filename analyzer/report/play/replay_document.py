"""A record dealt again, as a document: each coup as it should have been, and its faults as sentences.

Cards are in the order in which they leave the shoe; whatever cannot be known is null.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from analyzer.analysis.question import keys_of
from analyzer.analysis.valuation import Valuation
from analyzer.bets.digest import digest_of_rules
from analyzer.catalog.digests import files
from analyzer.play.record import RecordedCoup
from analyzer.play.replay.fault import Fault
from analyzer.play.replay.judge import dealing_order
from analyzer.play.replay.replayed import Replay, Replayed, ReplayedCoup
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, record, records, said, said_as, through
from analyzer.report.kinds import (
    CARD,
    COUNT,
    FLAG,
    ID,
    INTEGER,
    PROBABILITY,
    TEXT,
    Kind,
    by_name,
    many,
    one_of,
)
from analyzer.report.origin import Origin

_CARDS = many(CARD)
_WINNER = one_of("player", "banker", "tie", None)


@dataclass(frozen=True, slots=True)
class _Coup:
    """A coup of a shoe that was dealt again; `odds` has one item if odds were asked."""

    shoe: Replayed
    replayed: ReplayedCoup
    odds: tuple[tuple[Valuation, ...] | None, ...]


def _coups(replay: Replay) -> Iterator[_Coup]:
    for shoe in replay.shoes:
        for place, coup in enumerate(shoe.shoe.coups):
            yield _Coup(shoe, coup, () if shoe.odds is None else (shoe.odds[place],))


def _texts(faults: Iterable[Fault]) -> list[str]:
    return [str(fault.message) for fault in faults]


def _of_coup(key: str, kind: Kind, value: Callable[[Any], object] | None = None) -> Field[_Coup]:
    """A field of the coup as it should have been; null if that cannot be known."""
    of = value or attrgetter(key)
    return said(key, kind, lambda coup: None if coup.replayed.coup is None else of(coup.replayed.coup))


def _dealt(coup: _Coup) -> list[object] | None:
    """The cards that left the shoe, in order."""
    given = coup.shoe.shoe.rules.player_first is not None
    dealt = coup.replayed.coup
    return None if dealt is None else list(dealing_order(dealt.player, dealt.banker)[given:])


def _recorded_cards(key: str) -> Field[RecordedCoup]:
    """Cards as recorded, `?` for one that could not be read; absent if none are."""

    def cards(coup: RecordedCoup) -> list[object] | None:
        read = getattr(coup, key)
        return None if read is None else ["?" if card is None else card for card in read]

    return said(key, _CARDS, cards, absent=True)


_RECORDED: Fields[RecordedCoup] = (
    *map(_recorded_cards, ("player", "banker", "drawn")),
    said("player_total", INTEGER, absent=True),
    said("banker_total", INTEGER, absent=True),
    said("winner", TEXT, absent=True),
    *(said(key, FLAG, absent=True) for key in ("player_pair", "banker_pair", "natural")),
    said("cut", one_of(True), lambda coup: coup.cut or None, absent=True),
)
_VALUE: Fields[Valuation] = (
    said("ev"),
    said_as(PROBABILITY, "hit_rate", "push_rate"),
    said("lines", by_name(PROBABILITY), lambda value: {line: value.probability(line) for line in value.ways}),
)


def _odds(coup: _Coup) -> tuple[dict[str, Valuation] | None] | None:
    """The odds before a coup by bet, or None in their place; None if they were not asked."""
    if not coup.odds:
        return None
    (values,) = coup.odds
    if values is None:
        return (None,)
    return (dict(zip(keys_of([value.bet for value in values]), values, strict=True)),)


_BY_BET = by_name(record(_VALUE)).optional
_ODDS = Kind(lambda odds: _BY_BET.entry(odds[0]), lambda describer: describer.of(_BY_BET))

_COUP: Fields[_Coup] = (
    said("coup", INTEGER, "replayed.recorded.number"),
    said("cards", _CARDS.optional, _dealt),
    _of_coup("player_total", COUNT.optional),
    _of_coup("banker_total", COUNT.optional),
    _of_coup("winner", _WINNER),
    said("faults", many(TEXT), lambda coup: _texts(coup.replayed.faults)),
    said("fault_kinds", many(TEXT), lambda coup: [fault.kind for fault in coup.replayed.faults]),
    _of_coup("player", _CARDS.optional),
    _of_coup("banker", _CARDS.optional),
    *through(
        "replayed.recorded",
        (said("status", one_of("played", "cancelled", "interrupted")), said("where", TEXT)),
    ),
    said("recorded", record(_RECORDED), "replayed.recorded"),
    said("shoe", TEXT, "shoe.shoe.recorded.id"),
    said("odds", _ODDS, _odds, absent=True),
)
_SHOE: Fields[Replayed] = (
    said("shoe", TEXT, "shoe.recorded.id"),
    said("variant", ID, "question.variant.id"),
    said("rules", ID, "shoe.rules.id"),
    said("procedure", ID.optional, lambda replayed: replayed.procedure and replayed.procedure.id),
    said("cards", COUNT, "shoe.full.size"),
    said("coups", COUNT, lambda replayed: len(replayed.shoe.coups)),
    said("faults", COUNT, lambda replayed: sum(1 for _ in replayed.shoe.all_faults)),
    said("record_faults", many(TEXT), lambda replayed: _texts(replayed.shoe.faults)),
)

ReplayOf = tuple[Replay, list[str]]
"""A record dealt again, and the files that it was read from."""

_REPLAY: Fields[Replay] = (
    said("coups", records(_COUP), lambda replay: list(_coups(replay))),
    said("faults", COUNT),
    said("record_faults", many(TEXT), lambda r: [text for s in r.shoes for text in _texts(s.shoe.faults)]),
    said("passed_over", many(TEXT), "unknown_names"),
    said("replayed", records(_SHOE), "shoes"),
)


def _origin(answer: ReplayOf) -> Origin:
    """What the record was checked against; of several games, only what they share."""
    replay, names = answer
    known: dict[str, object] = {}
    if len({replayed.question.variant.id for replayed in replay.shoes}) == 1:
        known["variant"] = replay.shoes[0].question.variant.id
    if len({replayed.shoe.rules.id for replayed in replay.shoes}) == 1:
        known |= {
            "rules": replay.shoes[0].shoe.rules.id,
            "rules_sha256": digest_of_rules(replay.shoes[0].shoe.rules),
        }
    procedures = " ".join(dict.fromkeys(r.procedure.id for r in replay.shoes if r.procedure is not None))
    options = (("procedure", procedures),) if procedures else ()
    return Origin(options=options, digests=files(names), known=known)


REPLAY: Document[ReplayOf] = Document("replay", 2, "replay", tuple(through(0, _REPLAY)), _origin)
