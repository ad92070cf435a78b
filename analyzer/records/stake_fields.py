"""The fields of a stake: the names of its columns and keys, and how their values are read.

Also knows which other names may concern money, so that no such column is passed over.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.play.record import Stake
from analyzer.records import values

STAKE: Mapping[str, str] = {
    key: name
    for name, keys in (
        ("bet", "bet bet_on bet_type bet_name 注项 注項 玩法"),
        ("stake", "stake amount wager stake_amount bet_amount wager_amount amount_staked"),
        ("stake", "注额 注額 下注额 下注額 投注额 投注額 下注金额 下注金額 投注金额 投注金額"),
        ("bettor", "bettor customer patron"),
        ("net", "net"),
        *((part, part) for part in ("gain", "commission", "rounding", "held", "balance", "status")),
        *((remark, remark) for remark in ("line", "reason")),
    )
    for key in keys.split()
}
"""The fields of a stake under every name they may have: those of `Stake`, what else a record may say of what
became of it, and the remarks that `settle` writes."""

SAID = ("gain", "commission", "rounding", "held", "balance", "status")
"""What a record may say of what became of a stake, apart from its net."""

_STATUSES = {
    **{word: word for word in ("settled", "push", "refunded", "refused", "open")},
    **dict.fromkeys(("stake returned", "returned"), "push"),
}

_BEGINNINGS = (
    *(
        "pay",
        "paid",
        "stak",
        "bet",
        "wager",
        "los",
        "commiss",
        "amount",
        "balance",
        "chip",
        "refund",
        "cancel",
    ),
    *("void", "credit", "debit", "jackpot", "bonus", "money", "cash", "profit", "gain", "gross", "settl"),
    *("status", "return", "currenc", "rebate", "turnover", "limit", "dispute", "correct", "adjust", "revers"),
    *("deduct", "charge", "insur", "price", "odds", "bankroll", "deposit", "withdr", "revenue", "winning"),
    *("winlo", "invalid", "reject", "misdeal", "redeal", "redealt", "nogame", "interrupt", "abort", "annul"),
    *("nullif", "irregular", "rollback", "incident"),
)
_WORDS = {
    "net",
    "win",
    "wins",
    "won",
    "tip",
    "tips",
    "fee",
    "fees",
    "late",
    "tax",
    "rake",
    "comm",
    "amt",
    "bal",
}
_WORDS |= {"usd", "eur", "gbp", "hkd", "mop", "cny", "rmb", "krw", "thb", "vnd", "twd", "sgd", "php"}
_PARTS = re.compile(
    r"\b(?:no (?:game|hand|round|coup)|dead (?:game|hand|round|coup)|mis deal\w*|re deal\w*)\b"
    "|发错|發錯|错发|錯發|误发|誤發|重发|重發|争议|爭議|纠纷|糾紛|中断|中斷|流局|不算"
    "|미스딜|재딜|분쟁|중단|노게임|แจกผิด|แจกใหม|พิพาท|ไม่นับ|ไมนับ|chia lai|chia sai|chia nham|tranh chap"
    "|khong tinh|van hong|gian doan|"
    "注|赔|賠|彩|输|輸|赢|贏|佣|抽水|金额|金額|余额|餘額|筹码|籌碼|退|取消|作废|作廢|无效|無效|状态|狀態"
    "|小费|小費|奖|獎|钱|錢|款|账|帳|迟|遲"
    "|베팅|배팅|금액|지급|배당|수수료|잔액|칩|환불|취소|무효|상태|손익|당첨|잭팟|팁"
    "|เดิมพัน|จ่าย|เงิน|ยอด|คอม|ชิป|คืน|ยกเลิก|โมฆะ|สถานะ|ได้เสีย|ทิป|แจ็คพอต"
    "|cuoc|tien|thuong|hoa hong|so du|hoan|huy|trang thai|thang thua|[$€£¥₩฿₫]"
)


class StakeError(AnalyzerError):
    """A stake cannot be read; the rest of its coup can."""


@lru_cache(1024)
def may_concern_money(name: str) -> bool:
    """Whether the name of an unknown column or key may concern what is staked, paid or settled.

    >>> [may_concern_money(name) for name in ("Payout", "late", "winLoss", "tiền cược", "dealer", "window")]
    [True, True, True, True, False, False]
    """
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    plain = "".join(letter for letter in unicodedata.normalize("NFD", parted) if letter not in _ACCENTS)
    plain = " ".join(re.split(r"[\W_]+", plain.casefold().replace("đ", "d")))
    words = plain.split()
    return (
        any(word in _WORDS or word.startswith(_BEGINNINGS) for word in words)
        or _PARTS.search(name) is not None
        or _PARTS.search(plain) is not None
    )


_ACCENTS = frozenset(map(chr, range(0x300, 0x370)))


def concerning_money(names: Iterable[str], ignored: Iterable[str]) -> list[str]:
    """Those of some unknown names that may concern money, except the ones to be ignored.

    Raises AnalyzerError if one of those is no text.
    """
    passed = [*ignored]
    if not all(isinstance(name, str) for name in passed):
        raise AnalyzerError(f"expected names to ignore as texts, got {quoted(passed)}")
    return [name for name in dict.fromkeys(names) if name not in passed and may_concern_money(name)]


def refuse_money(names: Iterable[str], ignored: Iterable[str]) -> None:
    """Refuse columns or keys that may concern money and are not read, except those `ignored` by name.

    Raises:
        AnalyzerError: there is one.
    """
    if unread := concerning_money(names, ignored):
        named, known = ", ".join(map(quoted, unread)), ", ".join(dict.fromkeys(STAKE.values()))
        raise AnalyzerError(
            f"expected no column or key that may concern money except {known}, got {named}; rename it to the "
            f"one that it means, drop it, or pass over it with --ignore {quoted(unread[0])}"
        )


def stake_of(cells: Mapping[str, Any], where: str, *, long: bool = False) -> Stake:
    """The stake with these values, by the names of its fields; amounts may be `long` as in `values.money`.

    Raises:
        StakeError: a value is missing or malformed.
    """
    bet, amount, net = (cells.get(key) for key in ("bet", "stake", "net"))
    try:
        if amount in (None, ""):
            raise AnalyzerError(f"expected a stake beside what it gained, got none on {quoted(bet or '')}")
        gain = None if net in (None, "") else values.money(net, "a gain", long=long)
        bettor = values.text(cells.get("bettor") or "")
        said = tuple((key, _said(key, cells[key], long)) for key in SAID if cells.get(key) not in (None, ""))
        return Stake(values.text(bet), values.stake(amount, long=long), bettor, gain, where, said)
    except AnalyzerError as fault:
        raise StakeError(str(fault)) from None


def _said(key: str, value: Any, long: bool) -> Fraction | str:
    if key != "status":
        return values.money(value, f"an amount of {key}", long=long)
    status = _STATUSES.get(str(value).strip().lower())
    if status is None:
        expected = ", ".join(dict.fromkeys(_STATUSES.values()))
        raise AnalyzerError(f"expected the status of a stake, one of {expected}, got {quoted(value)}")
    return status


def is_status(text: str) -> bool:
    """Whether a text is the status of a stake, and not of a coup."""
    return text.strip().lower() in _STATUSES


def stakes_of(value: Any, nets: Any, where: str) -> Iterator[Stake | tuple[str, StakeError]]:
    """The stakes in a list of objects, or in an object by bet, and each place of a fault with the reason.

    `nets` are the gains by bet, if they are separate.
    """
    if isinstance(value, dict):
        value = [{"bet": bet, "stake": amount} for bet, amount in value.items()]
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        yield where, StakeError(f'expected stakes such as {{"banker": "10"}}, got {quoted(value)}')
        return
    nets = nets if isinstance(nets, dict) else {}
    for place, item in enumerate(value):
        try:
            yield _stake_in(item, nets, f"{where}[{place}]", place)
        except StakeError as fault:
            yield where, fault


def _stake_in(item: Mapping[str, Any], nets: Mapping[str, Any], where: str, place: int) -> Stake:
    cells: dict[str, Any] = {}
    for key, value in item.items():
        field = STAKE.get(key.strip().lower().replace(" ", "_"))
        if field is None and may_concern_money(key):
            raise StakeError(
                f"key {quoted(key)}: it may concern money, and is not read; rename it or drop it"
            )
        if field is not None and cells.setdefault(field, value) != value:
            raise StakeError(f"expected one {field}, got another under {quoted(key)}")
    if "bet" not in cells or "stake" not in cells:
        raise StakeError(f"expected a stake with its bet, got stake {place + 1} without")
    if "net" not in cells and isinstance(cells["bet"], str):
        cells["net"] = nets.get(cells["bet"])
    return stake_of(cells, where)
