"""The fields of a stake: the names of its columns and keys, and how their values are read.

Also knows which other names may concern money, so that no such column is passed over.
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError, parameter
from analyzer.exact import parse_ratio, quoted
from analyzer.play.record import Stake
from analyzer.records import values
from analyzer.records.builder import Fault, Row
from analyzer.records.fields import normalized
from analyzer.records.values import StakeError

SAID = ("gain", "commission", "rounding", "held", "balance", "status")
"""What a record may say of what became of a stake, apart from its net."""

STAKE: Mapping[str, str] = {
    key: name
    for name, keys in (
        ("bet", "bet bet_on bet_type bet_name 注项 注項 玩法 cửa_cược"),
        ("stake", "stake amount wager stake_amount bet_amount wager_amount amount_staked"),
        ("stake", "注额 注額 下注额 下注額 投注额 投注額 下注金额 下注金額 投注金额 投注金額"),
        ("stake", "tiền_cược số_tiền_cược เงินเดิมพัน 베팅액 베팅금액 배팅금액"),
        ("bettor", "bettor customer patron"),
        *((name, name) for name in ("net", *SAID, "reason")),
    )
    for key in keys.split()
}
"""The fields of a stake under every name they may have: those of `Stake`, what else a record may say of what
became of it, and the remark that `settle` writes."""

_ROUNDED = "_decimal"
_FIELDS = {key.replace("_", ""): field for key, field in STAKE.items()}
_FIELDS |= {f"{field}decimal": field + _ROUNDED for field in ("stake", "net", *SAID[:-1])}

OF_A_STAKE = frozenset(_FIELDS.values())
"""The fields of a stake, and those of the decimals that `settle` writes beside exact amounts."""

STATUSES = {
    **{word: word for word in ("settled", "push", "refunded", "refused", "open")},
    **dict.fromkeys(("stake returned", "returned"), "push"),
}
"""What a record may say became of a stake, by the word for it."""

_MATCHED = ("begun", "whole", "anywhere")
_ACCENTS = dict.fromkeys(range(0x300, 0x370))


@lru_cache(1)
def _money_words() -> re.Pattern[str]:
    """What matches a name that may concern money."""
    words = tomllib.loads(Path(__file__).with_name("money_words.toml").read_text(encoding="utf-8"))
    begun, whole, anywhere = ("|".join(words[key].split()).replace("_", " ") for key in _MATCHED)
    return re.compile(rf"\b(?:{begun})|\b(?:{whole})\b|{anywhere}")


@lru_cache(1024)
def may_concern_money(name: str) -> bool:
    """Whether the name of an unknown column or key may concern what is staked, paid or settled.

    >>> [may_concern_money(name) for name in ("Payout", "late", "winLoss", "tiền cược", "dealer", "window")]
    [True, True, True, True, False, False]
    """
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    plain = unicodedata.normalize("NFD", parted).translate(_ACCENTS).casefold().replace("đ", "d")
    return any(
        map(_money_words().search, (unicodedata.normalize("NFC", name), " ".join(re.split(r"[\W_]+", plain))))
    )


def names_within(name: str, value: Any) -> Iterator[str]:
    """The name of an unknown member or, if it holds objects, the paths of theirs.

    >>> [*names_within("meta", {"void": True, "paid": {"out": 5}})]
    ['meta.void', 'meta.paid.out']
    """
    objects = [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, dict)]
    if not objects:
        yield name
    for each in objects:
        for key, inner in each.items():
            yield from names_within(f"{name}.{key}", inner)


def concerning_money(names: Iterable[str], ignored: Iterable[str]) -> list[str]:
    """Those of some unknown names that may concern money, except the ones to be ignored.

    Raises AnalyzerError if one of those is no text.
    """
    passed = [*ignored]
    if not all(isinstance(name, str) for name in passed):
        raise AnalyzerError(f"expected names to ignore as texts, got {quoted(passed)}")
    paths = tuple(f"{name}." for name in passed)
    unread = (name for name in dict.fromkeys(names) if name not in passed and not name.startswith(paths))
    return [*filter(may_concern_money, unread)]


def refuse_money(names: Iterable[str], ignored: Iterable[str]) -> None:
    """Refuse columns or keys that may concern money and are not read, except those `ignored` by name.

    Raises:
        AnalyzerError: there is one.
    """
    if unread := concerning_money(names, ignored):
        named, known = ", ".join(map(quoted, unread)), ", ".join(dict.fromkeys(STAKE.values()))
        raise AnalyzerError(
            f"expected no column or key that may concern money except {known}, got {named}; rename it to the "
            f"one that it means, drop it, or pass over it with {parameter('ignore', unread)}"
        )


def field_of(name: str) -> str | None:
    """The field of a stake that a column or key fills: `Stake amount` and `stakeAmount` are its `stake`."""
    return _FIELDS.get(normalized(name).replace("_", ""))


def fields_of(names: Iterable[str], field: Callable[[str], str | None] = field_of) -> dict[str, str]:
    """The names that have a field, each with it; raises AnalyzerError if two names have the same."""
    by_field: dict[str, str] = {}
    for name in names:
        if (found := field(name)) in by_field:
            both = f"{quoted(by_field[found])} and {quoted(name)}"
            raise AnalyzerError(f"expected one column or key of the {found}, got {both}")
        if found is not None:
            by_field[found] = name
    return {name: found for found, name in by_field.items()}


def stake_of(cells: Mapping[str, Any], where: str) -> Stake:
    """The stake with these values, by the names of its fields.

    Raises:
        StakeError: a value is missing or malformed.
    """
    given = {key: value for key, value in cells.items() if value not in (None, "")}
    try:
        if "bet" not in given:
            raise AnalyzerError("the bet of a stake is required, such as banker")
        if "stake" not in given:
            raise AnalyzerError(f"the amount staked on {quoted(given['bet'])} is required")
        if "reason" in given and "status" not in given:
            raise AnalyzerError(
                f"the status of a stake is required beside its reason, {quoted(given['reason'])}"
            )
        for name in given:
            if name.endswith(_ROUNDED):
                _check_rounded(name, given)
        return Stake(
            values.text(given["bet"]),
            values.stake(given["stake"]),
            values.text(given.get("bettor", "")).strip(),
            values.money(given["net"], "a gain") if "net" in given else None,
            where,
            tuple((key, _said(key, given[key])) for key in SAID if key in given),
        )
    except AnalyzerError as fault:
        raise StakeError(str(fault)) from None


def _check_rounded(name: str, given: Mapping[str, Any]) -> None:
    """Refuse decimals that are not the exact amount beside them, rounded half to even."""
    exact, text = name.removesuffix(_ROUNDED), str(given[name])
    if exact not in given:
        raise AnalyzerError(f"the exact {exact} is required beside {name}, {quoted(text)}")
    rounded = round(values.money(given[exact], f"an amount of {exact}"), len(text.partition(".")[2]))
    if parse_ratio(text) != rounded:
        raise AnalyzerError(
            f"expected {name} to be {exact} rounded, {quoted(given[exact])}, got {quoted(text)}"
        )


def stake_or_fault(cells: Mapping[str, Any], where: str, place: str = "") -> Stake | Fault:
    """What `stake_of` returns, or the place of its fault, `where` unless it is given, with the reason."""
    try:
        return stake_of(cells, where)
    except StakeError as fault:
        return place or where, fault


def store_stakes(row: Row, faults: list[Fault], found: Iterable[Stake | Fault]) -> None:
    """Add stakes to a coup, and faults to its others."""
    stakes = []
    for each in found:
        if isinstance(each, Stake):
            stakes.append(each)
        else:
            faults.append(each)
    if stakes:
        row["stakes"] = tuple(stakes)


def _said(key: str, value: Any) -> Fraction | str:
    if key != "status":
        return values.money(value, f"an amount of {key}")
    status = STATUSES.get(str(value).strip().lower())
    if status is None:
        expected = ", ".join(dict.fromkeys(STATUSES.values()))
        raise AnalyzerError(f"expected the status of a stake, one of {expected}, got {quoted(value)}")
    return status


def is_status(text: str) -> bool:
    """Whether a text is the status of a stake, and not of a coup."""
    return text.strip().lower() in STATUSES


def stakes_of(value: Any, nets: Any, where: str, unknown: dict[str, None]) -> Iterator[Stake | Fault]:
    """The stakes in a list of objects, or in an object by bet, and each fault.

    `nets` are the gains by bet, if they are separate; unknown keys are added to `unknown`.
    """
    if isinstance(value, dict):
        value = [{"bet": bet, "stake": amount} for bet, amount in value.items()]
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        yield where, StakeError(f'expected stakes such as {{"banker": "10"}}, got {quoted(value)}')
        return
    unstaked = dict(nets) if isinstance(nets, dict) else {}
    for number, item in enumerate(value):
        place = f"{where}[{number}]"
        try:
            fields = fields_of(item)
        except AnalyzerError as fault:
            yield place, StakeError(str(fault))
            continue
        cells = {field: item[key] for key, field in fields.items()}
        for key in item.keys() - fields.keys():
            unknown |= dict.fromkeys(names_within(key, item[key]))
        yield stake_or_fault({"net": unstaked.pop(str(cells.get("bet")), None), **cells}, place)
    for bet in unstaked:
        yield where, StakeError(f"the amount staked on {quoted(bet)} is required, since its net is stated")
