"""What a certificate says, key by key; it is made, as JSON already, in `analyzer/audit/`."""

from operator import itemgetter
from typing import Any

from analyzer.game.shoe import FINENESSES
from analyzer.report.document import Document
from analyzer.report.fields import Field, record, records, said
from analyzer.report.kinds import (
    COUNT,
    ID,
    LINE_ID,
    PAYTABLE,
    PROBABILITY,
    RATIO,
    SHA256,
    TEXT,
    WHOLE,
    Json,
    Kind,
    by_name,
    many,
    one_of,
    row,
)
from analyzer.report.origin import Origin


def _key(key: str, kind: Kind, *, absent: bool = False) -> Field[Json]:
    """A field whose value stands under its key already."""
    return said(key, kind, itemgetter(key), absent=absent)


_RULES: tuple[Field[Any], ...] = (
    _key("id", ID),
    _key("player_draws", many(COUNT)),
    _key("naturals", many(COUNT)),
    _key("banker", TEXT),
    _key("banker_by", one_of("third-card", "player-total")),
    _key("player_first", COUNT.optional),
    _key("sha256", SHA256),
)
_SHOE = (_key("cards", COUNT), _key("fineness", one_of(*FINENESSES)), _key("counts", by_name(COUNT)))
_LINE = (
    _key("id", LINE_ID),
    _key("when", TEXT.optional),
    _key("net", RATIO),
    _key("multiplier", many(row(RATIO, PROBABILITY)), absent=True),
    _key("ways", WHOLE),
    _key("classes", many(row(TEXT, COUNT, WHOLE))),
)
_BET = (
    _key("id", ID),
    _key("paytable", PAYTABLE),
    _key("name", TEXT),
    _key("sha256", SHA256),
    _key("locked", RATIO, absent=True),
    _key("kinds", TEXT),
    _key("places", many(one_of("p1", "p2", "p3", "b1", "b2", "b3"))),
    _key("ev", RATIO),
    _key("house_edge", RATIO),
    _key("lines", records(_LINE)),
)

CERTIFICATE: Document[Json] = Document(
    "certificate",
    2,
    "certify",
    (
        _key("sha256", SHA256),
        _key("meaning", TEXT),
        _key("rules", record(_RULES)),
        _key("shoe", record(_SHOE)),
        _key("given", TEXT.optional),
        _key("total_ways", WHOLE),
        _key("kinds", by_name(by_name(record((_key("cards", TEXT), _key("count", COUNT)))))),
        _key("bets", records(_BET)),
    ),
    lambda certificate: Origin(),
)
