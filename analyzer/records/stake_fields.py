"""The fields of a stake: the names of its columns and keys, and how their values are read.

Also knows which other names may concern money, so that no such column is ignored.
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
from analyzer.exact import quoted
from analyzer.play.record import Stake
from analyzer.records import values
from analyzer.records.builder import Fault, Row
from analyzer.records.fields import normalized
from analyzer.records.values import StakeError
from analyzer.text import message

SAID = ("gain", "commission", "rounding", "held", "balance", "status", "line")
"""What a record may state about the settlement of a stake, apart from its net."""

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
"""The fields of a stake under all names that they may have: those of `Stake`, those about its settlement, and
the remark that `settle` writes."""

_ROUNDED, _DECIMALS = "_decimal", re.compile(r"-?[0-9]{1,99}(?:\.[0-9]{1,99})?")
_FIELDS = {key.replace("_", ""): field for key, field in STAKE.items()}
_FIELDS |= {f"{field}decimal": field + _ROUNDED for field in ("stake", "net", *SAID[:-2])}

OF_A_STAKE = frozenset(_FIELDS.values())
"""The fields of a stake, and those of the decimals that `settle` writes next to exact amounts."""

STATUSES = {
    **{word: word for word in ("settled", "push", "refunded", "refused", "open")},
    **dict.fromkeys(("stake returned", "returned"), "push"),
}
"""The status that a record may state for a stake, by the word for it."""

_MATCHED = ("begun", "whole", "anywhere")
_ACCENTS = dict.fromkeys(range(0x300, 0x370))


@lru_cache(1)
def _money_words() -> re.Pattern[str]:
    """The pattern of names that may concern money."""
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
    """The name of an unknown member or, if it contains objects, the paths of their members.

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
    """The unknown names that may concern money, except the ignored ones.

    Raises AnalyzerError if an ignored name is not a text.
    """
    passed = [*ignored]
    if not all(isinstance(name, str) for name in passed):
        raise AnalyzerError("expected names to ignore as texts, got {value}", value=quoted(passed))
    paths = tuple(f"{name}." for name in passed)
    unread = (name for name in dict.fromkeys(names) if name not in passed and not name.startswith(paths))
    return [*filter(may_concern_money, unread)]


def refuse_money(names: Iterable[str], ignored: Iterable[str]) -> None:
    """Reject columns or keys that may concern money and are not read, except those `ignored` by name.

    Raises:
        AnalyzerError: there is such a column or key.
    """
    if unread := concerning_money(names, ignored):
        raise AnalyzerError(
            "expected no column or key that may concern money except {known}, got {names}; rename it to the "
            "one that it means, drop it, or ignore it with {option}",
            known=tuple(dict.fromkeys(STAKE.values())),
            names=tuple(map(quoted, unread)),
            option=parameter("ignore", unread),
        )


def field_of(name: str) -> str | None:
    """The field of a stake that a column or key fills; `Stake amount` and `stakeAmount` fill `stake`."""
    return _FIELDS.get(normalized(name).replace("_", ""))


def fields_of(names: Iterable[str], field: Callable[[str], str | None] = field_of) -> dict[str, str]:
    """The names that have a field, with the field of each. Raises AnalyzerError if two have the same."""
    by_field: dict[str, str] = {}
    for name in names:
        if (found := field(name)) in by_field:
            raise AnalyzerError(
                "expected one column or key for the {field}, got {name} and {other}",
                field=str(found),
                name=quoted(by_field[found]),
                other=quoted(name),
            )
        if found is not None:
            by_field[found] = name
    return {name: found for found, name in by_field.items()}


def stake_of(cells: Mapping[str, Any], where: str) -> Stake:
    """The stake with these values, given by field.

    Raises:
        StakeError: a value is missing or malformed.
    """
    given = {key: value for key, value in cells.items() if value not in (None, "")}
    try:
        if "bet" not in given:
            raise AnalyzerError("the bet of a stake is required, such as banker")
        if "stake" not in given:
            raise AnalyzerError("the amount staked on {bet} is required", bet=quoted(given["bet"]))
        if "reason" in given and "status" not in given:
            raise AnalyzerError(
                "the status of a stake is required if it has a reason, {reason}",
                reason=quoted(given["reason"]),
            )
        for name in given:
            if name.endswith(_ROUNDED):
                _check_rounded(name, given)
        return Stake(
            values.text(given["bet"]),
            values.stake(given["stake"]),
            values.text(given.get("bettor", "")).strip(),
            values.money(given["net"], message("a gain")) if "net" in given else None,
            where,
            tuple((key, _said(key, given[key])) for key in SAID if key in given),
        )
    except AnalyzerError as fault:
        raise StakeError(fault.message) from None


def _check_rounded(name: str, given: Mapping[str, Any]) -> None:
    """Reject a decimal that is not the exact amount next to it, rounded half to even."""
    exact, text = name.removesuffix(_ROUNDED), str(given[name])
    if exact not in given:
        raise AnalyzerError(
            "the exact {field} is required in addition to {name}, {value}",
            field=exact,
            name=name,
            value=quoted(text),
        )
    amount = values.money(given[exact], message("an amount of {field}", field=exact))
    rounded = round(amount, len(text.partition(".")[2]))
    if not _DECIMALS.fullmatch(text) or Fraction(text) != rounded:
        raise AnalyzerError(
            "expected {name} to be the rounded {field}, {exact}, got {value}",
            name=name,
            field=exact,
            exact=quoted(given[exact]),
            value=quoted(text),
        )


def stake_or_fault(cells: Mapping[str, Any], where: str, place: str = "") -> Stake | Fault:
    """The result of `stake_of`, or its fault: the `place`, by default `where`, and the reason."""
    try:
        return stake_of(cells, where)
    except StakeError as fault:
        return place or where, fault


def store_stakes(row: Row, faults: list[Fault], found: Iterable[Stake | Fault]) -> None:
    """Add stakes to a coup, and their faults to the other faults."""
    stakes = []
    for each in found:
        if isinstance(each, Stake):
            stakes.append(each)
        else:
            faults.append(each)
    if stakes:
        row["stakes"] = tuple(stakes)


def _said(key: str, value: Any) -> Fraction | str:
    if key == "line":
        return values.text(value).strip()
    if key != "status":
        return values.money(value, message("an amount of {field}", field=key))
    status = STATUSES.get(str(value).strip().lower())
    if status is None:
        raise AnalyzerError(
            "expected the status of a stake, one of {statuses}, got {value}",
            statuses=tuple(dict.fromkeys(STATUSES.values())),
            value=quoted(value),
        )
    return status


def is_status(text: str) -> bool:
    """Whether a text is the status of a stake rather than of a coup."""
    return text.strip().lower() in STATUSES


def stakes_of(value: Any, nets: Any, where: str, unknown: dict[str, None]) -> Iterator[Stake | Fault]:
    """The stakes in a list of objects, or in an object by bet, and each fault.

    `nets` are the gains by bet, if they are given separately; unknown keys are added to `unknown`.
    """
    if isinstance(value, dict):
        value = [{"bet": bet, "stake": amount} for bet, amount in value.items()]
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        example = '{"banker": "10"}'
        yield (
            where,
            StakeError(
                "expected stakes such as {example}, got {value}", example=example, value=quoted(value)
            ),
        )
        return
    unstaked = dict(nets) if isinstance(nets, dict) else {}
    for number, item in enumerate(value):
        place = f"{where}[{number}]"
        try:
            fields = fields_of(item)
        except AnalyzerError as fault:
            yield place, StakeError(fault.message)
            continue
        cells = {field: item[key] for key, field in fields.items()}
        for key in item.keys() - fields.keys():
            unknown |= dict.fromkeys(names_within(key, item[key]))
        yield stake_or_fault({"net": unstaked.pop(str(cells.get("bet")), None), **cells}, place)
    for bet in unstaked:
        yield (
            where,
            StakeError("the amount staked on {bet} is required, since its net is stated", bet=quoted(bet)),
        )
