"""What the keys of JSON and the columns of CSV say: by name, the field of a coup or of its shoe.

Knows nothing of how files are cut into objects and rows.
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import lru_cache
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


COUP: Mapping[str, Entry] = {
    **dict.fromkeys(("coup", "number", "hand", "#", "no", "no."), Entry("number", values.whole)),
    **dict.fromkeys(("player", "player_cards", "player_hand", "p"), Entry("player", values.cards_of)),
    **dict.fromkeys(("banker", "banker_cards", "banker_hand", "b"), Entry("banker", values.cards_of)),
    **dict.fromkeys(("drawn", "cards"), Entry("drawn", values.cards_of)),
    "player_total": Entry("player_total", values.whole),
    "banker_total": Entry("banker_total", values.whole),
    **dict.fromkeys(("winner", "result", "outcome"), Entry("winner", values.outcome)),
    "player_pair": Entry("player_pair", values.flag),
    "banker_pair": Entry("banker_pair", values.flag),
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
_MEANT = {"payout": "net", "payouts": "nets", "gain": "net", "gains": "nets"}
"""Names whose meaning is not certain (is the stake in it?), and the one that says it."""

_OTHERS = ("shoe", "turned", "stakes", "nets", "stream", "coups", "shoes", "card", "place")


def plain(name: str) -> str:
    """A name as it is looked up: `Player total` is `player_total`."""
    return "_".join(name.strip().lower().replace("-", " ").replace("_", " ").split())


def marks_cut_card(key: str, value: Any) -> bool:
    """Whether what stands under `cut_card` is no depth but whether the cut card showed in the coup."""
    return plain(key) == "cut_card" and str(value).strip().lower() in _YES_OR_NO


@lru_cache(256)
def nearly(name: str) -> str | None:
    """The name known that a name is all but or stands for, None if it is known itself, or a record's own.

    >>> nearly("winer"), nearly("dealer"), nearly("winner")
    ('winner', None, None)
    """
    known = {*COUP, *SHOE, *_OTHERS}
    if len(name) > 40 or plain(name) in known:
        return None
    if (meant := _MEANT.get(plain(name))) is not None:
        return meant
    return next(iter(get_close_matches(plain(name), known, 1, 0.8)), None)


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
        if "winner" in row:
            row["marks"] = None  # they are not known where winners contradict each other
        raise


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
