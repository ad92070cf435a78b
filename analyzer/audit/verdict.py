"""The audit: each claim's exact value, a verdict from the printed digits alone, and a note that says why.

Knows no files. There is no tolerance: a verdict is the first that holds of those in `VERDICTS`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Literal

from analyzer.analysis.fresh import Asked, Decks, fresh
from analyzer.analysis.valuation import Valuation
from analyzer.audit.claim import COUNTS, Claim, exact_value
from analyzer.audit.misprints import FEWEST, misprint
from analyzer.audit.printed import SPREADSHEET_DIGITS, Exact, Printed, Root
from analyzer.audit.readings import (
    OTHER_DECKS,
    Reading,
    Values,
    neighbours,
    other_conventions,
    slips,
    two_conventions,
)
from analyzer.errors import ConditionError
from analyzer.game.rules import Rules
from analyzer.message import Message, Text, Value, say

Verdict = Literal[
    "agrees", "truncated", "spreadsheet", "other-convention", "last-digit", "wrong", "cannot-say"
]

VERDICTS: tuple[Verdict, ...] = (
    "agrees",
    "truncated",
    "spreadsheet",
    "other-convention",
    "last-digit",
    "wrong",
    "cannot-say",
)
"""What can be said of a claim; the first that holds, in this order, is."""

FIGURES = 4
"""Significant digits that a figure must show before another convention is called its explanation."""

_HINTS = 3
_NOTHING = say("agrees with nothing we know")
_WRONG_IN = {
    2: say("wrong in the second digit"),
    3: say("wrong in the third digit"),
    4: say("wrong in the fourth digit"),
    5: say("wrong in the fifth digit"),
    6: say("wrong in the sixth digit"),
    7: say("wrong in the seventh digit"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What the audit says of one claim; `exact` is None where it cannot say."""

    claim: Claim
    verdict: Verdict
    note: Text
    exact: Exact | None = None

    @property
    def amiss(self) -> bool:
        """Whether somebody must look: wrong and not known to be, or known to be wrong and right."""
        known = self.claim.known_error is not None
        return (self.verdict == "wrong" and not known) or (self.verdict == "agrees" and known)


def audit(claims: Iterable[Claim]) -> list[Finding]:
    """A finding for each claim, in order."""
    claims = list(claims)
    # A census is dear and one more shoe cheap, so that every claim is valued on all shoes at once.
    on_shoes = _valued(claims)
    findings = [_as_stated(claim, values) for claim, values in zip(claims, on_shoes, strict=True)]
    rest = [claim for claim, finding in zip(claims, findings, strict=True) if finding is None]
    beside = iter(_valued([replace(claim, bets=claim.others) for claim in rest]))
    return [
        _explained(claim, values, next(beside)) if finding is None else finding
        for claim, values, finding in zip(claims, on_shoes, findings, strict=True)
    ]


def _valued(claims: Sequence[Claim]) -> list[Values | str]:
    """Each claim's bets by shoe, or why they cannot be valued; claims under the same rules share a census."""
    groups: dict[Rules, list[Claim]] = {}
    for claim in claims:
        groups.setdefault(claim.rules, []).append(claim)
    found: dict[Rules, Mapping[Asked, Values | str]] = {}
    for rules, group in groups.items():
        asked = dict.fromkeys((bet, claim.given) for claim in group for bet in claim.bets)
        decks = dict.fromkeys((*OTHER_DECKS, *(claim.decks for claim in group)))
        found[rules] = _on_shoes(rules, list(asked), list(decks))
    return [_of_claim(claim, found[claim.rules]) for claim in claims]


def _on_shoes(rules: Rules, asked: list[Asked], decks: list[Decks]) -> Mapping[Asked, Values | str]:
    """Valuations of each bet by shoe; one that is too large to count does not keep others from it."""
    try:
        on = fresh(rules, asked, decks)
    except ConditionError as error:
        if len(asked) == 1:
            # What a command may be told to do all the same, the audit of many figures is not.
            return {asked[0]: str(error).removesuffix(", or add --exhaustive")}
        return {one: values for each in asked for one, values in _on_shoes(rules, [each], decks).items()}
    return {
        one: {size: None if (value := values[place]) is None else [value] for size, values in on.items()}
        for place, one in enumerate(asked)
    }


def _of_claim(claim: Claim, known: Mapping[Asked, Values | str]) -> Values | str:
    """All of a claim's bets by shoe."""
    if claim.beyond is not None:
        return claim.beyond.reason
    together: dict[Decks, list[Valuation] | None] = {}
    for bet in claim.bets:
        values = known[bet, claim.given]
        if isinstance(values, str):
            return values
        for size, one in values.items():
            others = together.setdefault(size, [])
            together[size] = None if one is None or others is None else [*others, *one]
    return together


def _as_stated(claim: Claim, values: Values | str) -> Finding | None:
    """The finding on a claim that is right as stated, or of which nothing can be said; None for others."""
    if isinstance(values, str):
        return Finding(claim, "cannot-say", values)
    stated = values[claim.decks]
    if stated is None:
        return Finding(claim, "cannot-say", say("what is given cannot happen on this shoe"))
    exact = exact_value(claim, stated)
    if isinstance(exact, Message):
        return Finding(claim, "cannot-say", exact)
    page, shown = claim.printed, claim.printed.like(exact)
    if page.agrees(exact):
        return Finding(claim, "agrees", _with_decks(claim, _how_it_agrees(page, exact)), exact)
    if page.truncates(exact):
        note = say("exact {exact}: cut off where it should be rounded", exact=shown)
        return Finding(claim, "truncated", _with_decks(claim, note), exact)
    if page.by_spreadsheet(exact):
        note = say(
            "exact {exact}: right to the {n} digits that a spreadsheet keeps of an integer",
            exact=shown,
            n=SPREADSHEET_DIGITS,
        )
        return Finding(claim, "spreadsheet", _with_decks(claim, note), exact)
    return None


def _how_it_agrees(page: Printed, exact: Exact) -> Message:
    shown = page.like(exact)
    if page.bounds:
        return say("exact {exact}: within what is printed", exact=shown)
    if page.turned(exact) == page.value:
        return say("exact {exact}: printed in full", exact=shown)
    return say("exact {exact}: rounds to what is printed", exact=shown)


def _explained(claim: Claim, values: Values | str, others: Values | str) -> Finding:
    """The finding on a claim that is not right as stated."""
    assert not isinstance(values, str)
    stated = values[claim.decks]
    assert stated is not None
    exact = exact_value(claim, stated)
    assert not isinstance(exact, Message)
    page = claim.printed
    right = _right(page, other_conventions(claim, values))
    if len(right) == 1 and _tells(page):
        note = _right_otherwise(page, exact, right[0])
        return Finding(claim, "other-convention", _with_decks(claim, note), exact)
    close = page.off_by_one(exact)
    note = say(
        "printed {printed}, exact {exact}: {fault}; {why}",
        printed=page.text,
        exact=page.like(exact),
        fault=say("one unit off in the last printed digit") if close else _how_far(page, exact),
        why=_why(claim, values, others, exact, right),
    )
    return Finding(claim, "last-digit" if close else "wrong", _with_decks(claim, note), exact)


def _right_otherwise(page: Printed, exact: Exact, reading: Reading) -> Message:
    said: dict[str, Value] = {"printed": page.text, "exact": page.like(exact), "how": reading.name}
    said["figure"] = page.like(reading.exact)
    if _rounds(page, reading):
        return say("printed {printed}, exact {exact}; it is right {how}: {figure}", **said)
    return say("printed {printed}, exact {exact}; it is right {how}, cut off: {figure}", **said)


def _tells(page: Printed) -> bool:
    """Whether a figure says enough for another convention to explain it: a ratio in full always does."""
    return page.figures >= FIGURES or (page.unit == 0 and not page.bounds)


def _how_far(page: Printed, exact: Exact) -> Message:
    """In words, how a wrong figure differs from the exact one."""
    if page.bounds:
        return say("outside what is printed")
    place = page.first_wrong_figure(exact)
    if place is not None and place > 1:
        return _WRONG_IN.get(place, say("wrong in the {n}th digit", n=place))
    value = page.turned(exact)
    if value is None:
        return say("it cannot happen")
    low = page.value**2 < value.square if isinstance(value, Root) else page.value < value
    return say("too low") if low else say("too high")


def _right(page: Printed, readings: Iterable[Reading]) -> list[Reading]:
    """The readings that a page prints, those that round to it before those that must be cut to it."""
    readings = list(readings)
    rounded = [reading for reading in readings if _rounds(page, reading)]
    return rounded or [reading for reading in readings if page.truncates(reading.exact)]


def _rounds(page: Printed, reading: Reading) -> bool:
    return page.agrees(reading.exact) or page.by_spreadsheet(reading.exact)


def _why(
    claim: Claim, values: Values, others: Values | str, exact: Exact, right: Sequence[Reading]
) -> Message:
    """What the figure may be instead; the fewer digits it shows, the fewer things are asked."""
    page = claim.printed
    if page.figures < FEWEST and not _tells(page):
        return _NOTHING
    found = list(right)
    if not found and (slip := misprint(page, exact)) is not None:
        return slip
    # Several early roundings that come to the same are one explanation: the mildest.
    found = found or list({reading.exact: reading for reading in _right(page, slips(claim, values))}.values())
    if not found and _tells(page):
        found = _right(page, neighbours(claim, values, others))
    if not found and page.figures > FIGURES:
        found = _right(page, two_conventions(claim, values))
    if (
        not found
        and page.figures >= FIGURES
        and not (page.percent or page.one_in or claim.quantity in COUNTS)
    ):
        page = replace(page, value=page.value / 100, unit=page.unit / 100, percent=True)
        found = _right(page, (*other_conventions(claim, values), *slips(claim, values)))
        found = [replace(reading, name=say("in percent {how}", how=reading.name)) for reading in found]
    if found:
        named = [
            say("{how} ({figure})", how=reading.name, figure=page.like(reading.exact))
            for reading in found[:_HINTS]
        ]
        either = reduce(lambda first, second: say("{first} or {second}", first=first, second=second), named)
        if _tells(page):
            return say("it would be right {how}", how=either)
        return say("it would be right {how}, though so few digits prove little", how=either)
    if page.rounded_up(exact):
        return say("it was rounded up where it should be rounded down")
    return _NOTHING


def _with_decks(claim: Claim, note: Message) -> Message:
    if claim.decks_stated:
        return note
    return say("{note}; the source names no decks, {n} are taken", note=note, n=claim.decks)
