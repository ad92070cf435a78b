"""The roads of a shoe in documents: the object of `Roads.to_dict`, described key by key."""

from analyzer.play.roads.roads import Roads
from analyzer.render.boards.tables import provenance
from analyzer.report.document import Document
from analyzer.report.fields import record, records, said, said_at, through
from analyzer.report.kinds import COUNT, many, one_of, plain, row, titled
from analyzer.report.origin import Origin

_PLACE = row(COUNT, COUNT)
_SIDE, _COLOR = one_of("B", "P"), one_of("r", "b")
_PAIRS = plain(type="string", pattern="^p?b?$")
_DERIVED = record(
    said_at(plain(type="string", pattern="^[rb]*$"), "sequence"),
    said_at(COUNT.optional, "start_coup"),
    said_at(_PLACE.optional, "start_at"),
    said_at(many(row(COUNT, COUNT, _COLOR)), "display"),
)
_MARK = titled("asked mark", record(said_at(_COLOR, "color"), said_at(_PLACE, "display")))
_NEXT = record(said_at(_PLACE, "logical", "display"))
_ASKED = record(said_at(_NEXT, "big_road"), said_at(_MARK.optional, "big_eye", "small", "cockroach"))
_STREAK = (said_at(_SIDE, "winner"), said_at(COUNT, "length"), said_at(many(COUNT), "ties"))
_BIG_ROAD = record(
    said_at(COUNT, "leading_ties"),
    said_at(records(_STREAK), "columns"),
    said_at(many(row(COUNT, COUNT, _SIDE, COUNT, _PAIRS, COUNT)), "display"),
)
_COUNTED = ("coups", "B", "P", "T", "player_pair", "banker_pair", "natural")

ROADS_FIELDS = (  # The fields of what `Roads.to_dict` returns.
    said_at(record(said_at(COUNT, *_COUNTED)), "counts"),
    said_at(many(row(COUNT, COUNT, one_of("B", "P", "T"), _PAIRS)), "bead_plate"),
    said_at(_BIG_ROAD, "big_road"),
    said_at(titled("derived road", _DERIVED), "big_eye", "small", "cockroach"),
    said_at(record(said_at(titled("asked side", _ASKED), "B", "P")), "ask"),
    said_at(many(plain(type="string", pattern=r"^[rb-]{3}\|[rb-]{3}$")), "ask_history"),
)

_FAULTY = said("faulty", many(COUNT), lambda roads: roads.faulty or None, absent=True)


def _origin(roads: Roads) -> Origin:
    made = provenance(roads)
    return Origin(options=made.facts, digests=made.digests)


ROADS: Document[Roads] = Document(
    "roads", 2, "roads", (through(Roads.to_dict, ROADS_FIELDS), _FAULTY), _origin
)
