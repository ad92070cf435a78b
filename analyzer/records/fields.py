"""The names of JSON keys and CSV columns: which field of a coup or a shoe each one fills.

Functions that parse a value raise `AnalyzerError` if the value is not of the expected kind.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache, partial
from typing import Any, NamedTuple

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.play.outcomes import OUTCOMES
from analyzer.play.record import Stake
from analyzer.records import values
from analyzer.records.builder import SETTINGS, Row


class RecordField(NamedTuple):
    """The field that a key or column fills, and the function that parses its value."""

    name: str
    parse: Callable[[Any], Any]


_SIDES = {"player": ("player", "p"), "banker": ("banker", "b")}
"""The two hands, each with the prefixes that name it."""

_total = partial(values.whole_number, most=99)
COUP: Mapping[str, RecordField] = {
    key: RecordField(name, parse)
    for name, parse, keys in (
        ("number", values.whole_number, "coup coup_number coup_no number hand # no no. 局"),
        ("player", values.hand_of, "player player_cards player_hand p p_cards p_hand 闲 閒 闲家 閒家"),
        ("banker", values.hand_of, "banker banker_cards banker_hand b b_cards b_hand 庄 莊 庄家 莊家"),
        ("drawn", values.cards_of, "drawn cards cards_drawn cards_dealt cards_as_dealt"),
        ("player_total", _total, "player_total player_score player_points player_value player_sum"),
        ("player_total", _total, "p_total p_score p_points p_value p_sum"),
        ("banker_total", _total, "banker_total banker_score banker_points banker_value banker_sum"),
        ("banker_total", _total, "b_total b_score b_points b_value b_sum"),
        ("winner", values.outcome, "winner result outcome won winning_hand w 结果 結果"),
        ("player_pair", values.flag, "player_pair p_pair"),
        ("banker_pair", values.flag, "banker_pair b_pair"),
        ("natural", values.flag, "natural"),
        ("cut", values.flag, "cut"),
        ("status", values.status, "status"),
        ("time", values.text, "time timestamp time_stamp datetime date_time 时间 時間"),
    )
    for key in keys.split()
}
"""The fields of a coup, each under every name it may have."""


def _id_or_text(value: Any) -> str:
    return values.text(value.get("id") if isinstance(value, dict) else value)


def _counts(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{card}={values.whole_number(count)}" for card, count in value.items())
    return values.text(value)


SHOE: Mapping[str, RecordField] = {
    **{key: RecordField(key, _id_or_text) for key in SETTINGS},
    "remaining": RecordField("remaining", _counts),
    **dict.fromkeys(("burned", "burn"), RecordField("burned", values.cards_of)),
}
"""The fields of a shoe, except for its name, which is under `shoe`."""

_YES_OR_NO = frozenset({"true", "false", "yes", "no", "y", "n", "✓", "是", "否"})
_AMBIGUOUS = {"payout": "net", "payouts": "nets", "gain": "net", "gains": "nets"}
_AMBIGUOUS |= {"tie": "winner", "t": "winner"}
"""Names whose meaning is uncertain (does a payout include the stake?), and the clear name to suggest."""

CARD_PLACES: Mapping[str, tuple[str, int]] = {
    **{
        f"{prefix}{infix}": (side, number)
        for side, prefixes in _SIDES.items()
        for prefix in prefixes
        for number, ordinal in enumerate(("first", "second", "third"), 1)
        for infix in (f"{number}", f"_card_{number}", f"_c{number}", f"_{ordinal}", f"_{ordinal}_card")
    },
    **{f"{card}{number}": ("drawn", number) for card in ("card", "c") for number in range(1, 7)},
}
"""Names of single cards: the hand that the card belongs to, or `drawn`, and its place there from 1."""

_BY_HAND = {
    **dict.fromkeys(("cards", "drawn", "hands"), ""),
    **dict.fromkeys(("total", "totals", "score", "scores", "points"), "_total"),
    **dict.fromkeys(("pair", "pairs"), "_pair"),
}
"""Keys of objects that hold one value for each hand, and the suffix of the fields that they fill."""

OUTPUT_KEYS = frozenset(
    ("schema", "where", "faults", "fault_kinds", "recorded", "odds", "turned", "unused", "besides", "road")
)
"""Keys that `deal` and `replay` print with a coup but that are not part of a record."""

_STRUCTURE = "shoe shoes coups card place rank suit stream stakes nets turned"
KNOWN_NAMES = {*COUP, *SHOE, *CARD_PLACES, *_BY_HAND, *_STRUCTURE.split()}
_WITHOUT_UNDERSCORES = {name.replace("_", ""): name for name in KNOWN_NAMES}


@lru_cache(1024)
def normalized(name: str) -> str:
    """A name as spelled in these tables: `Player total` and `playerTotal` both become `player_total`."""
    words = "_".join(name.strip().lower().replace("-", " ").replace("_", " ").split())
    return _WITHOUT_UNDERSCORES.get(words.replace("_", ""), words)


def is_cut_card_flag(key: str, value: Any) -> bool:
    """Whether the value of `cut_card` is not a depth but says whether the cut card appeared in the coup."""
    return normalized(key) == "cut_card" and str(value).strip().lower() in _YES_OR_NO


@lru_cache(256)
def closest_name(name: str) -> str | None:
    """The known name that an unknown one probably means; None if it is known, or not close to any.

    >>> closest_name("winer"), closest_name("dealer"), closest_name("winner")
    ('winner', None, None)
    """
    key = normalized(name)
    if len(name) > 40 or key in KNOWN_NAMES:
        return None
    return _AMBIGUOUS.get(key) or next(iter(get_close_matches(key, KNOWN_NAMES, 1, 0.8)), None)


def store(row: Row, field: RecordField, value: Any) -> None:
    """Parse a value and store it in a coup; raises if it contradicts another value of the same field."""
    try:
        parsed = field.parse(value)
        if field.name == "winner":
            parsed, marks = parsed
            row["marks"] = marks or row.get("marks", "")
        if row.setdefault(field.name, parsed) != parsed:
            raise AnalyzerError(
                f"expected the same {field.name} everywhere in a coup, got {quoted(value)} too"
            )
    except AnalyzerError:
        if field.name == "winner" and "winner" in row:
            row["marks"] = None  # unknown where two winners contradict each other
        raise


def store_hand(row: Row, side: str, texts: Sequence[Any]) -> Iterator[tuple[int, AnalyzerError]]:
    """Parse a hand, or all cards drawn, given card by card; yields the place of a fault, from 0, and why.

    Empty places mean no card. A third card alone is added to the two-card hand already in the row.
    """
    hand: list[Any] = []
    for place, text in enumerate(texts):
        if text is None or str(text).strip().lower() in ("", *values.NO_CARDS):
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
            store(row, RecordField(side, tuple), hand)
        except AnalyzerError as fault:
            yield 0, fault


def flattened(coup: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """The members of a coup's object: the path of each, the key that it means, and its value.

    An object with a value for each hand, or with the values of one hand, becomes one member per value:
    `{"cards": {"player": …}}` and `{"player": {"cards": …}}` both become `player_cards`.
    """
    for key, value in coup.items():
        name = normalized(key)
        inner = value
        if isinstance(value, list) and _BY_HAND.get(name) == "_total" and len(value) == len(_SIDES):
            inner = dict(zip(_SIDES, value, strict=True))
        if not isinstance(inner, dict):
            yield key, key, value
            continue
        side = COUP[name].name if name in COUP else ""
        for part, member in inner.items():
            if side in _SIDES:
                yield f"{key}.{part}", f"{side}_{part}", member
            elif name in _BY_HAND and normalized(part) in COUP:
                yield f"{key}.{part}", f"{COUP[normalized(part)].name}{_BY_HAND[name]}", member
            else:
                yield key, key, inner
                break


def hand_named(value: Any) -> str:
    """The hand that a value names, `player` or `banker`; `drawn` if it names neither."""
    outcome = OUTCOMES.get(value.strip().lower()) if isinstance(value, str) else None
    return "drawn" if outcome is None or outcome[0] == "tie" else outcome[0]


def parse_stake(bet: str, amount: Any, bettor: Any, net: Any, where: str) -> Stake:
    """The stake with these values, parsed."""
    if amount in (None, ""):
        raise AnalyzerError(f"expected a stake beside what it gained, got none on {quoted(bet)}")
    gain = None if net in (None, "") else values.money(net, "a gain")
    return Stake(bet, values.stake(amount), values.text(bettor), gain, where)


def parse_stakes(value: Any, nets: Any, where: str) -> tuple[Stake, ...]:
    """The stakes in a list of objects, or in an object by bet; `nets` are their gains by bet, if separate."""
    if isinstance(value, dict):
        value = [{"bet": bet, "stake": amount} for bet, amount in value.items()]
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise AnalyzerError(f'expected stakes such as {{"banker": "10"}}, got {quoted(value)}')
    nets = nets if isinstance(nets, dict) else {}
    stakes = []
    for place, item in enumerate(value):
        if "bet" not in item or "stake" not in item:
            raise AnalyzerError(f"expected a stake with its bet, got stake {place + 1} without")
        bet, net = values.text(item["bet"]), item.get("net", nets.get(item["bet"]))
        stakes.append(parse_stake(bet, item["stake"], item.get("bettor", ""), net, f"{where}[{place}]"))
    return tuple(stakes)
