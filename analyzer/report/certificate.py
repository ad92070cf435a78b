"""What each key of a certificate means. `analyzer/audit/` makes the certificate itself, as JSON."""

from analyzer.game.shoe import FINENESSES
from analyzer.report import kinds
from analyzer.report.document import Document
from analyzer.report.fields import record, records, said, said_at
from analyzer.report.origin import Origin

_RULES = (
    said_at(kinds.ID, "id"),
    said_at(kinds.many(kinds.COUNT), "player_draws", "naturals"),
    said_at(kinds.TEXT, "banker"),
    said_at(kinds.one_of("third-card", "player-total"), "banker_by"),
    said_at(kinds.COUNT.optional, "player_first"),
    said_at(kinds.SHA256, "sha256"),
)
_SHOE = (
    said_at(kinds.COUNT, "cards"),
    said_at(kinds.one_of(*FINENESSES), "fineness"),
    said_at(kinds.by_name(kinds.COUNT), "counts"),
)
_LINE = (
    said_at(kinds.LINE_ID, "id"),
    said_at(kinds.TEXT.optional, "when"),
    said_at(kinds.RATIO, "net"),
    said_at(kinds.many(kinds.row(kinds.RATIO, kinds.PROBABILITY)), "multiplier", absent=True),
    said_at(kinds.WHOLE, "ways"),
    said_at(kinds.many(kinds.row(kinds.TEXT, kinds.COUNT, kinds.WHOLE)), "classes"),
)
_BET = (
    said_at(kinds.ID, "id"),
    said_at(kinds.PAYTABLE, "paytable"),
    said_at(kinds.TEXT, "name"),
    said_at(kinds.SHA256, "sha256"),
    said_at(kinds.RATIO, "locked", absent=True),
    said_at(kinds.TEXT, "kinds"),
    said_at(kinds.many(kinds.one_of("p1", "p2", "p3", "b1", "b2", "b3")), "places"),
    said_at(kinds.RATIO, "ev", "house_edge"),
    said_at(records(_LINE), "lines"),
)
_KIND = (said_at(kinds.TEXT, "cards"), said_at(kinds.COUNT, "count"))
_CERTIFICATE = (
    said_at(kinds.SHA256, "sha256"),
    said_at(kinds.TEXT, "meaning"),
    said("own", kinds.many(kinds.TEXT), lambda certificate: certificate.get("own"), absent=True),
    said_at(record(_RULES), "rules"),
    said_at(record(_SHOE), "shoe"),
    said_at(kinds.TEXT.optional, "given"),
    said_at(kinds.WHOLE, "total_ways"),
    said_at(kinds.by_name(kinds.by_name(record(_KIND))), "kinds"),
    said_at(records(_BET), "bets"),
)
CERTIFICATE: Document[kinds.Json] = Document("certificate", 2, "certify", _CERTIFICATE, lambda _: Origin())
