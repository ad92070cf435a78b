"""The names of JSON keys and CSV columns, with the field of a coup or a shoe that each one fills.

Functions that parse a value raise `AnalyzerError` if the value is not of the expected kind.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache, partial
from typing import Any, NamedTuple

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.play.outcomes import OUTCOMES
from analyzer.records import values
from analyzer.records.builder import SETTINGS, Row


class RecordField(NamedTuple):
    """The field that a key or column fills, and the function that parses its value."""

    name: str
    parse: Callable[[Any], Any]


_SIDES = {"player": ("player", "p"), "banker": ("banker", "b")}
"""The two hands, each with the prefixes that name it."""

NUMBER_NAMES = (
    "coup coup_number coup_no coup_no. coup_num coup_# 第几局 第幾局 局 局号 局號 局数 局數 局次 ตาที่ 판 "
    "ván số_ván ván_số hand_number hand_no hand_no. hand_num hand_id hand_# hand 手 手数 手數 "
    "铺 舖 口 口数 口數 มือที่ round_number round_no round_no. round_num round_id round_# round 回合 "
    "รอบที่ รอบ ตา 회차 라운드 vòng lượt game_number game_no game_no. game_num game_id game_# game "
    "เกมที่ เกม 게임 게임번호 number no no. #"
)
"""The names for the number of a coup; if a record has several, the one listed first here is read."""

SHOE_NAMES = (
    "shoe shoe_id shoe_number shoe_no shoe_no. shoe_num shoe_name shoe_code shoe_# sabot 靴 靴号 靴號 靴次 "
    "靴数 靴數 靴名 牌靴 牌靴号 牌靴號 第几靴 第幾靴 鞋 鞋号 鞋號 슈 슈번호 슈_번호 ขอน ขอนที่ ขอนไพ่ hộp_bài "
    "số_hộp_bài giày"
)
"""The names for the name of a shoe."""

_SHOE_KEYS = frozenset(SHOE_NAMES.split())
_RANK_OF_NUMBER = {name: place for place, name in enumerate(NUMBER_NAMES.split())}

_total = partial(values.whole_number, most=99)
COUP: Mapping[str, RecordField] = {
    key: RecordField(name, parse)
    for name, parse, keys in (
        ("number", values.whole_number, NUMBER_NAMES),
        ("player", values.hand_of, "player player_cards player_hand p p_cards p_hand 闲 閒 闲家 閒家"),
        ("banker", values.hand_of, "banker banker_cards banker_hand b b_cards b_hand 庄 莊 庄家 莊家"),
        ("player", values.hand_of, "플레이어 ผู้เล่น người_chơi tay_con"),
        ("banker", values.hand_of, "뱅커 เจ้ามือ nhà_băng nhà_cái"),
        ("drawn", values.cards_of, "drawn cards cards_drawn cards_dealt cards_as_dealt"),
        ("player_total", _total, "player_total player_score player_points player_value player_sum"),
        ("player_total", _total, "p_total p_score p_points p_value p_sum"),
        ("banker_total", _total, "banker_total banker_score banker_points banker_value banker_sum"),
        ("banker_total", _total, "b_total b_score b_points b_value b_sum"),
        (
            "winner",
            values.outcome,
            "winner result outcome won winning_hand w 结果 結果 결과 승자 ผล ผลลัพธ์ kết_quả",
        ),
        ("player_pair", values.flag, "player_pair p_pair"),
        ("banker_pair", values.flag, "banker_pair b_pair"),
        ("natural", values.flag, "natural"),
        ("cut", values.flag, "cut"),
        ("status", values.status, "status"),
        ("time", values.text, "time timestamp time_stamp datetime date_time 时间 時間"),
    )
    for key in keys.split()
}
"""The fields of a coup, each under all names that it may have."""


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
"""The fields of a shoe, except for its name, which has the key `shoe`."""

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
"""Names of single cards: the hand that the card belongs to, or `drawn`, and its place there, from 1."""

_BY_HAND = {
    **dict.fromkeys(("cards", "drawn", "hands"), ""),
    **dict.fromkeys(("total", "totals", "score", "scores", "points"), "_total"),
    **dict.fromkeys(("pair", "pairs"), "_pair"),
}
"""Keys of objects that have one value per hand, and the suffix of the fields that they fill."""

OUTPUT_KEYS = frozenset(("schema", "where", "faults", "turned", "unused", "besides", "remarks", "road"))
"""Keys that `deal` and `replay` print with a coup but that are not part of a record."""

_STRUCTURE = "shoe shoes coups card place rank suit stream stakes nets turned"
KNOWN_NAMES = {*COUP, *SHOE, *CARD_PLACES, *_BY_HAND, *_STRUCTURE.split(), *_SHOE_KEYS}
_SUGGESTED = KNOWN_NAMES - {*NUMBER_NAMES.split(), *_SHOE_KEYS} | {"coup", "hand", "number", "shoe"}
_WITHOUT_UNDERSCORES = {name.replace("_", ""): name for name in KNOWN_NAMES}


@lru_cache(1024)
def normalized(name: str) -> str:
    """A name as spelled in these tables: `Player total` and `playerTotal` both become `player_total`."""
    composed = unicodedata.normalize("NFC", name)
    words = "_".join(composed.strip().lower().replace("-", " ").replace("_", " ").split())
    key = _WITHOUT_UNDERSCORES.get(words.replace("_", ""), words)
    return "shoe" if key in _SHOE_KEYS else key


def number_key(keys: Iterable[str]) -> str | None:
    """Of several normalized names, the one that most clearly means a coup's number; None if none does."""
    return min((key for key in keys if key in _RANK_OF_NUMBER), key=_RANK_OF_NUMBER.__getitem__, default=None)


def is_cut_card_flag(key: str, value: Any) -> bool:
    """Whether a value of `cut_card` is not a depth but says whether the cut card appeared in the coup."""
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
    return _AMBIGUOUS.get(key) or next(iter(get_close_matches(key, _SUGGESTED, 1, 0.8)), None)


def store(row: Row, field: RecordField, value: Any) -> None:
    """Parse a value and store it in a coup. Raises AnalyzerError if it contradicts an earlier value of the
    field.
    """
    try:
        parsed = field.parse(value)
        if field.name == "winner":
            parsed, marks = parsed
            row["marks"] = marks or row.get("marks", "")
        if row.setdefault(field.name, parsed) != parsed:
            raise AnalyzerError(
                "expected the same {field} everywhere in a coup, got {value} too",
                field=field.name,
                value=quoted(value),
            )
    except AnalyzerError:
        if field.name == "winner" and "winner" in row:
            row["marks"] = None  # unknown, since two winners contradict each other
        raise


def store_hand(row: Row, side: str, texts: Sequence[Any]) -> Iterator[tuple[int, AnalyzerError]]:
    """Parse a hand, or all cards drawn, given card by card; yields the place of each fault, from 0, and the
    reason.

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
                    "a card before {card} is required; write ? if it could not be read", card=quoted(text)
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
