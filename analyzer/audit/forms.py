"""Reads printed numbers: from the text on a page, the number that it states, to the digit. Knows nothing of
baccarat.
"""

import re
from fractions import Fraction
from typing import Literal

from analyzer.audit.printed import Form, Printed
from analyzer.errors import ClaimError
from analyzer.exact import quoted
from analyzer.text import Message, message

_MOST = 200

_ABOUT = re.compile(
    r"^(?:about|approximately|approx\.?|around|roughly|circa|ca\.|约|約|khoảng|[~≈≃∼])\s*", re.I
)
_CUT = re.compile(r"\s*(?:…|\.\.\.)$")
_BELOW = re.compile(r"^(?:under|below|less than|fewer than|at most|up to|<=|≤|<)\s*", re.I)
_ABOVE = re.compile(r"^(?:over|above|more than|at least|>=|≥|>)\s*", re.I)
_ONE_IN = re.compile(r"^(?:1|one) (?:in|out of)\s+", re.I)
_PERCENT = re.compile(r"\s*(?:%|％|per ?cent\b\.?|pct\b\.?)", re.I)
_MILLE = re.compile(r"\s*(?:‰|(?:per|pro) ?mill?e?\b\.?|permil\b\.?)", re.I)
_BRACKETS = re.compile(r"^[(（](?=[.\d])([^()（）]*)[)）]")
_AGAINST = re.compile(r"^(?:true |fair )?odds(?: of| against| are)?:? | (?:odds )?against$", re.I)
_ODDS = re.compile(r"(.+?)(?:\s?[:：]\s?|[\s-](to|for)[\s-])(one|[1-9]\d*)", re.I)
_TO = re.compile(r"(1|one) to (\d{1,60}\.\d{1,60})", re.I)
_EVEN = re.compile(r"evens?(?: money)?", re.I)
_RANGE = re.compile(r"(?<=[\d%‰)])\s*(?:-|–|—|\bto\b)\s*(?=[.\d+−(-])")
_GAPS = re.compile(r"(?<=\d)[,'’\s](?=\d{3}(?!\d))|(?<=\d),\s(?=\d{3}(?!\d))")
_MINUS = re.compile(r"^[−–‐‑－-]\s?")
_NUMBER = re.compile(r"([+-]?)(?=\.?\d)(\d{0,60})(?:\.(\d{0,60}))?(?:[eE]([+-]?\d{1,2}))?")
_RATIO = re.compile(r"([+-]?\d{1,60})\s?/\s?(\d{1,60})")
_CONTINENTAL = re.compile(r"[+-]?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})")

Kind = Literal["figure", "count", "chance", "price"]
"""What is printed, if its form depends on that: "9 to 1" can be the odds of a chance or a price, but is not a
figure.
"""

_OF_KIND: dict[Kind, tuple[Form, Form]] = {"chance": ("odds", "odds for"), "price": ("price", "price for")}
_EXAMPLES: dict[Kind, Message] = {
    "figure": message('"4.84403%" or "86,320"'),
    "count": message('"4.84403%" or "86,320"'),
    "chance": message('"9.5%", "1 in 10.5" or "9.51 to 1"'),
    "price": message('"8 to 1" or "9 for 1"'),
}


def printed(text: str, *, percent: bool = False, kind: Kind = "figure") -> Printed:
    """The number in a printed text.

    It can read decimals with any usual separator of thousands, percentages, numbers per mille, exponents as
    spreadsheets print them, ratios, "about", "under" and "over", ranges, and "13^6 = 4,826,809", of which it
    reads the last number. A number in brackets is negative, as in accounts. Chances may be printed as
    "1 in x" or as odds against, "9.51 to 1"; prices as "8 to 1" or "9 for 1". Three dots after a figure only
    mean that more digits follow. A single comma before three digits separates thousands in counts and after
    "1 in"; elsewhere it is a decimal comma. `percent` is whether the figure is in percent even without a
    percent sign. Raises ClaimError if there is no such number, or if it may mean two things.

    >>> printed("7.6110%").value, printed("2,292,252,566,437,890", kind="count").unit
    (Fraction(7611, 100000), Fraction(1, 1))
    """
    rest = _ABOUT.sub("", " ".join(text[:_MOST].split()).rpartition("=")[2].strip())
    sense: Literal["is", "below", "above"] = "is"
    if _BELOW.match(rest):
        sense, rest = "below", _BELOW.sub("", rest)
    elif _ABOVE.match(rest):
        sense, rest = "above", _ABOVE.sub("", rest)
    form, rest = _form(rest, kind)
    scale: Literal[1, 100, 1000] = 1000 if _MILLE.search(rest) else 1
    if percent or _PERCENT.search(rest):
        scale = 100
    sign = _MILLE if scale == 1000 else _PERCENT
    ends = [
        sign.sub("", _BRACKETS.sub(r"-\1", part), count=1).strip()
        for part in _RANGE.split(_CUT.sub("", rest))
    ]
    # In "1,058 to 1" the comma separates thousands; in "9,51 to 1" it is a decimal comma.
    counts = kind == "count" or form == "one in"
    tried = (counts,) if counts or form == "number" else (True, False)
    read = [next(filter(None, (_number(part, count) for count in tried)), None) for part in ends]
    numbers = [number for number in read if number is not None]
    values = [value for value, _ in numbers]
    if (
        len(text) > _MOST
        or len(numbers) != len(ends)
        or len(ends) > 2
        or values != sorted(values)
        or (form != "number" and (scale != 1 or min(values) <= 0))
        or (kind == "chance" and form == "number" and len(values) == 2 and values[1] > scale)
    ):
        raise ClaimError(
            "expected a number as printed, such as {examples}, got {text}",
            examples=_EXAMPLES[kind],
            text=quoted(text),
        )
    (value, unit), *others = numbers
    if kind == "price":
        unit = Fraction(0)  # Prices are not rounded.
    return Printed(
        text, value / scale, unit / scale, scale, form, sense, others[0][0] / scale if others else None
    )


def _form(text: str, kind: Kind) -> tuple[Form, str]:
    """How a chance or a price is printed, and the number in it."""
    if _ONE_IN.match(text):
        return "one in", _ONE_IN.sub("", text)
    if kind == "price" and _EVEN.fullmatch(text):
        return "price", "1"
    bare = _AGAINST.sub("", text)
    if kind in _OF_KIND and (turned := _TO.fullmatch(bare)):
        raise _two_readings(text, kind, f"{turned[2]}:1", "1", turned[2])
    odds = _ODDS.fullmatch(bare) if kind in ("chance", "price") and not _PERCENT.search(text) else None
    if odds is None:
        return "number", text
    number, word, stake = odds[1], (odds[2] or "").lower(), "1" if odds[3].lower() == "one" else odds[3]
    read = _number(number, count=False)
    if kind == "chance" and word == "to" and bare == text and read is not None and read[0] < int(stake):
        raise _two_readings(text, kind, f"{number}:{stake}", number, stake)
    to, for_one = _OF_KIND[kind]
    return for_one if word == "for" else to, number if stake == "1" else f"{number}/{stake}"


def _two_readings(text: str, kind: Kind, ratio: str, low: str, high: str) -> ClaimError:
    """The error for "1 to 9.51", which may be a ratio or a range; chances above 1 can only be in percent."""
    sign = "%" if kind == "chance" and Fraction(high) > 1 else ""
    values = {"text": quoted(text), "ratio": ratio, "range": f"{low}{sign}–{high}{sign}"}
    if kind == "price":
        return ClaimError(
            "expected a price or a range, got {text}, which may be either; write {ratio} for a price, or "
            "{range} for a range",
            **values,
        )
    return ClaimError(
        "expected odds or a range, got {text}, which may be either; write {ratio} for odds, or {range} for a "
        "range",
        **values,
    )


def _number(text: str, count: bool) -> tuple[Fraction, Fraction] | None:
    """A number and one unit of its last digit, 0 for a ratio; None if the text is not a number."""
    text = _MINUS.sub("-", text)
    if ratio := _RATIO.fullmatch(text):
        return (Fraction(int(ratio[1]), int(ratio[2])), Fraction(0)) if int(ratio[2]) else None
    if _CONTINENTAL.fullmatch(text):
        text = text.replace(".", "").replace(",", ".")
    elif not count and text.count(",") == 1 and "." not in text:
        text = text.replace(",", ".")
    while (joined := _GAPS.sub("", text)) != text:
        text = joined
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    sign, whole, decimals, power = match.groups()
    unit = Fraction(10) ** (int(power or 0) - len(decimals or ""))
    return int(f"{sign}{whole}{decimals or ''}") * unit, unit
