"""The roads of a shoe as documents have them: the object of `Roads.to_dict`, described key by key."""

from operator import itemgetter
from typing import Any

from analyzer.play.roads.roads import Roads
from analyzer.render.boards.tables import provenance
from analyzer.report.document import Document
from analyzer.report.fields import Field, record, records, said, through
from analyzer.report.kinds import COUNT, Json, Kind, many, one_of, plain, row, titled
from analyzer.report.origin import Origin


def _key(key: str, kind: Kind) -> Field[Json]:
    """A field whose value stands in a dictionary, under the same key."""
    return said(key, kind, itemgetter(key))


def _keys(kind: Kind, *keys: str) -> list[Field[Any]]:
    return [_key(key, kind) for key in keys]


_PLACE = row(COUNT, COUNT)
_SIDE, _COLOR = one_of("B", "P"), one_of("r", "b")
_PAIRS = plain(type="string", pattern="^p?b?$")
_DERIVED = titled(
    "derived road",
    record(
        (
            _key("sequence", plain(type="string", pattern="^[rb]*$")),
            _key("start_coup", COUNT.optional),
            _key("start_at", _PLACE.optional),
            _key("display", many(row(COUNT, COUNT, _COLOR))),
        )
    ),
)
_MARK = titled("asked mark", record((_key("color", _COLOR), _key("display", _PLACE))))
_NEXT = record(_keys(_PLACE, "logical", "display"))
_ASKED = titled(
    "asked side", record((_key("big_road", _NEXT), *_keys(_MARK.optional, "big_eye", "small", "cockroach")))
)
_STREAK = (_key("winner", _SIDE), _key("length", COUNT), _key("ties", many(COUNT)))
_BIG_ROAD = record(
    (
        _key("leading_ties", COUNT),
        _key("columns", records(_STREAK)),
        _key("display", many(row(COUNT, COUNT, _SIDE, COUNT, _PAIRS, COUNT))),
    )
)
_COUNTED = ("coups", "B", "P", "T", "player_pair", "banker_pair", "natural")

ROADS_FIELDS = (
    _key("counts", record(_keys(COUNT, *_COUNTED))),
    _key("bead_plate", many(row(COUNT, COUNT, one_of("B", "P", "T"), _PAIRS))),
    _key("big_road", _BIG_ROAD),
    *_keys(_DERIVED, "big_eye", "small", "cockroach"),
    _key("ask", record(_keys(_ASKED, "B", "P"))),
    _key("ask_history", many(plain(type="string", pattern=r"^[rb-]{3}\|[rb-]{3}$"))),
)
"""The fields of what `Roads.to_dict` returns."""


def _origin(roads: Roads) -> Origin:
    made = provenance(roads)
    return Origin(options=made.facts, digests=made.digests)


ROADS: Document[Roads] = Document("roads", 2, "roads", tuple(through(Roads.to_dict, ROADS_FIELDS)), _origin)
