"""What the keys of JSON and the columns of CSV say: by name, the field of a coup or of its shoe.

Knows nothing of how files are cut into objects and rows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache, partial
from typing import Any, NamedTuple

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.pit.records import values
from analyzer.pit.records.gathering import SAID, Row
from analyzer.play.record import Stake


class Entry(NamedTuple):
    """What a key or column fills, and how it is read."""

    field: str
    read: Callable[[Any], Any]


_SIDES: dict[str, tuple[str, ...]] = {"player": ("player", "p"), "banker": ("banker", "b")}

COUP: Mapping[str, Entry] = {
    **dict.fromkeys(
        ("coup", "coup_number", "coup_no", "number", "hand", "#", "no", "no.", "局"),
        Entry("number", values.whole),
    ),
    **{
        side + kind: Entry(field, values.hand_of)
        for field, sides in _SIDES.items()
        for side in sides
        for kind in ("", "_cards", "_hand")
    },
    **dict.fromkeys(("闲", "閒", "闲家", "閒家"), Entry("player", values.hand_of)),
    **dict.fromkeys(("庄", "莊", "庄家", "莊家"), Entry("banker", values.hand_of)),
    **dict.fromkeys(
        ("drawn", "cards", "cards_drawn", "cards_dealt", "cards_as_dealt"), Entry("drawn", values.cards_of)
    ),
    **{
        f"{side}_{kind}": Entry(f"{field}_total", partial(values.whole, most=99))
        for field, sides in _SIDES.items()
        for side in sides
        for kind in ("total", "score", "points", "value", "sum")
    },
    **dict.fromkeys(
        ("winner", "result", "outcome", "won", "winning_hand", "w", "结果", "結果"),
        Entry("winner", values.outcome),
    ),
    **{
        f"{side}_pair": Entry(f"{field}_pair", values.flag)
        for field, sides in _SIDES.items()
        for side in sides
    },
    "natural": Entry("natural", values.flag),
    "cut": Entry("cut", values.flag),
    "status": Entry("status", values.status),
}
"""What is said of a coup."""


def _named(value: Any) -> str:
    """The name of a thing, or of an object that has its `id`."""
    return values.text(value.get("id") if isinstance(value, dict) else value)


def _counts(value: Any) -> str:
    """What remains, as text, or as an object of counts."""
    if isinstance(value, dict):
        return " ".join(f"{card}={values.whole(count)}" for card, count in value.items())
    return values.text(value)


SHOE: Mapping[str, Entry] = {
    **{key: Entry(key, _named) for key in SAID},
    "remaining": Entry("remaining", _counts),
    **dict.fromkeys(("burned", "burn"), Entry("burned", values.cards_of)),
}
"""What is said of a shoe, besides its name under `shoe`."""

_YES_OR_NO = frozenset({"true", "false", "yes", "no", "y", "n", "✓", "是", "否"})
_MEANT = {"payout": "net", "payouts": "nets", "gain": "net", "gains": "nets", "tie": "winner", "t": "winner"}
"""Names whose meaning is not certain (is the stake in it?), and the one that says it."""

PLACES: Mapping[str, tuple[str, int]] = {
    **{
        f"{side}{between}{place}{after}": (field, number)
        for field, sides in _SIDES.items()
        for side in sides
        for number, ordinal in enumerate(("first", "second", "third"), 1)
        for between, place, after in (
            ("", number, ""),
            ("_card_", number, ""),
            ("_c", number, ""),
            ("_", ordinal, ""),
            ("_", ordinal, "_card"),
        )
    },
    **{f"{card}{place}": ("drawn", place) for card in ("card", "c") for place in range(1, 7)},
}
"""What stands for one card: whose hand, or all that were drawn, and which card of it."""

_BY_HAND = {
    **dict.fromkeys(("cards", "drawn", "hands"), ""),
    **dict.fromkeys(("total", "totals", "score", "scores", "points"), "_total"),
    **dict.fromkeys(("pair", "pairs"), "_pair"),
}
"""What may stand in an object by hand, and how it is named of one hand."""

_OTHERS = (
    "hands",
    "total",
    "totals",
    "score",
    "scores",
    "points",
    "pair",
    "pairs",
    "rank",
    "suit",
    "shoe",
    "turned",
    "stakes",
    "nets",
    "stream",
    "coups",
    "shoes",
    "card",
    "place",
)


OWN = frozenset(
    ("schema", "where", "faults", "fault_kinds", "recorded", "odds", "turned", "unused", "besides", "road")
)
"""What `deal` and `replay` print of a coup besides what was recorded of it."""

_KNOWN = {*COUP, *SHOE, *PLACES, *_OTHERS}
_RUN_TOGETHER = {name.replace("_", ""): name for name in _KNOWN}


@lru_cache(1024)
def plain(name: str) -> str:
    """A name as it is looked up: `Player total`, `player-total` and `playerTotal` are `player_total`."""
    words = "_".join(name.strip().lower().replace("-", " ").replace("_", " ").split())
    return _RUN_TOGETHER.get(words.replace("_", ""), words)


def marks_cut_card(key: str, value: Any) -> bool:
    """Whether what stands under `cut_card` is no depth but whether the cut card showed in the coup."""
    return plain(key) == "cut_card" and str(value).strip().lower() in _YES_OR_NO


@lru_cache(256)
def nearly(name: str) -> str | None:
    """The name known that a name is all but or stands for, None if it is known itself, or a record's own.

    >>> nearly("winer"), nearly("dealer"), nearly("winner")
    ('winner', None, None)
    """
    if len(name) > 40 or plain(name) in _KNOWN:
        return None
    if (meant := _MEANT.get(plain(name))) is not None:
        return meant
    return next(iter(get_close_matches(plain(name), _KNOWN, 1, 0.8)), None)


def is_known(name: str) -> bool:
    """Whether anything here knows a name."""
    return plain(name) in _KNOWN or plain(name) in OWN


def put(row: Row, entry: Entry, value: Any) -> None:
    """Read a value into a coup.

    Raises:
        AnalyzerError: it cannot be read, or another key said otherwise.
    """
    try:
        found = entry.read(value)
        if entry.field == "winner":
            found, marks = found
            row["marks"] = marks or row.get("marks", "")
        if row.setdefault(entry.field, found) != found:
            raise AnalyzerError(
                f"expected the same {entry.field} everywhere in a coup, got {quoted(value)} too"
            )
    except AnalyzerError:
        if entry.field == "winner" and "winner" in row:
            row["marks"] = None  # they are not known where winners contradict each other
        raise


def put_hand(row: Row, side: str, texts: Sequence[Any]) -> Iterator[tuple[int, AnalyzerError]]:
    """Read a hand, or all cards drawn, of which each card stands apart; the place of one that cannot be read.

    What is empty is no card. A third card alone belongs to the hand of two that stands beside it.
    """
    hand: list[Any] = []
    for place, text in enumerate(texts):
        if text is None or str(text).strip().lower() in ("", *values.NOTHING):
            continue
        if place == 2 and not hand and len(row.get(side) or ()) == 2:
            hand += row.pop(side)
        try:
            if place != len(hand):
                raise AnalyzerError(
                    f"expected the card before it first, got {quoted(text)} alone; write ? for it"
                )
            hand += values.cards_of([text])
        except AnalyzerError as fault:
            yield place, fault
            return
    if hand:
        try:
            put(row, Entry(side, tuple), hand)
        except AnalyzerError as fault:
            yield 0, fault


def flat(value: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """The members of a coup's object: the path of each, what its key means, and its value.

    What stands in an object by hand, or in the object of a hand, is named as it would be without:
    `{"cards": {"player": …}}` and `{"player": {"cards": …}}`.
    """
    for key, what in value.items():
        if not isinstance(what, dict | list):
            yield key, key, what
            continue
        name = plain(key)
        if isinstance(what, list):
            if _BY_HAND.get(name) == "_total" and len(what) == len(_SIDES):
                what = dict(zip(_SIDES, what, strict=True))
            else:
                yield key, key, what
                continue
        side = COUP[name].field if name in COUP else ""
        for part, inner in what.items():
            if side in _SIDES:
                yield f"{key}.{part}", f"{side}_{part}", inner
            elif name in _BY_HAND and plain(part) in COUP:
                yield f"{key}.{part}", f"{COUP[plain(part)].field}{_BY_HAND[name]}", inner
            else:
                yield key, key, what
                break


def side_of(value: Any) -> str | None:
    """The hand that a value names, `player` or `banker`; None if it names none."""
    found = values.OUTCOMES.get(value.strip().lower()) if isinstance(value, str) else None
    return None if found is None or found[0] == "tie" else found[0]


def staked(bet: str, amount: Any, bettor: Any, net: Any, where: str) -> Stake:
    """A stake of what is written.

    Raises:
        AnalyzerError: any of it cannot be read.
    """
    if amount in (None, ""):
        raise AnalyzerError(f"expected a stake beside what it gained, got none on {quoted(bet)}")
    gain = None if net in (None, "") else values.money(net, "a gain")
    return Stake(bet, values.stake(amount), values.text(bettor), gain, where)


def are_stakes(value: Any) -> bool:
    """Whether a list is of stakes."""
    return isinstance(value, list) and any(isinstance(item, dict) and "stake" in item for item in value)


def stakes_of(value: Any, nets: Any, where: str) -> tuple[Stake, ...]:
    """The stakes of an object by bet, or of a list of objects; `nets` by bet, where they stand apart."""
    if isinstance(value, dict):
        value = [{"bet": bet, "stake": amount} for bet, amount in value.items()]
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise AnalyzerError(f'expected stakes such as {{"banker": "10"}}, got {quoted(value)}')
    nets = nets if isinstance(nets, dict) else {}
    found = []
    for place, item in enumerate(value):
        if "bet" not in item or "stake" not in item:
            raise AnalyzerError(f"expected a stake with its bet, got stake {place + 1} without")
        net = item.get("net", nets.get(item["bet"]))
        found.append(
            staked(values.text(item["bet"]), item["stake"], item.get("bettor", ""), net, f"{where}[{place}]")
        )
    return tuple(found)
