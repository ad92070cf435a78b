"""What a certificate says, key by key; it is made, as JSON already, in `analyzer/audit/`."""

from operator import itemgetter
from typing import Any

from analyzer.game.shoe import FINENESSES
from analyzer.report import kinds
from analyzer.report.document import Document
from analyzer.report.fields import Field, record, records, said
from analyzer.report.origin import Origin


def _key(key: str, kind: kinds.Kind, *, absent: bool = False) -> Field[kinds.Json]:
    """A field whose value stands under its key already."""
    return said(key, kind, itemgetter(key), absent=absent)


_RULES: tuple[Field[Any], ...] = (
    _key("id", kinds.ID),
    _key("player_draws", kinds.many(kinds.COUNT)),
    _key("naturals", kinds.many(kinds.COUNT)),
    _key("banker", kinds.TEXT),
    _key("banker_by", kinds.one_of("third-card", "player-total")),
    _key("player_first", kinds.COUNT.optional),
    _key("sha256", kinds.SHA256),
)
_SHOE = (
    _key("cards", kinds.COUNT),
    _key("fineness", kinds.one_of(*FINENESSES)),
    _key("counts", kinds.by_name(kinds.COUNT)),
)
_LINE = (
    _key("id", kinds.LINE_ID),
    _key("when", kinds.TEXT.optional),
    _key("net", kinds.RATIO),
    _key("multiplier", kinds.many(kinds.row(kinds.RATIO, kinds.PROBABILITY)), absent=True),
    _key("ways", kinds.WHOLE),
    _key("classes", kinds.many(kinds.row(kinds.TEXT, kinds.COUNT, kinds.WHOLE))),
)
_BET = (
    _key("id", kinds.ID),
    _key("paytable", kinds.PAYTABLE),
    _key("name", kinds.TEXT),
    _key("sha256", kinds.SHA256),
    _key("locked", kinds.RATIO, absent=True),
    _key("kinds", kinds.TEXT),
    _key("places", kinds.many(kinds.one_of("p1", "p2", "p3", "b1", "b2", "b3"))),
    _key("ev", kinds.RATIO),
    _key("house_edge", kinds.RATIO),
    _key("lines", records(_LINE)),
)

_KIND = (_key("cards", kinds.TEXT), _key("count", kinds.COUNT))
_CERTIFICATE = (
    _key("sha256", kinds.SHA256),
    _key("meaning", kinds.TEXT),
    _key("rules", record(_RULES)),
    _key("shoe", record(_SHOE)),
    _key("given", kinds.TEXT.optional),
    _key("total_ways", kinds.WHOLE),
    _key("kinds", kinds.by_name(kinds.by_name(record(_KIND)))),
    _key("bets", records(_BET)),
)
CERTIFICATE: Document[kinds.Json] = Document("certificate", 2, "certify", _CERTIFICATE, lambda _: Origin())
