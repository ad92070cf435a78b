"""The audit: each claim's exact value, a verdict that depends only on the printed digits, and the reason."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args, overload

from analyzer.analysis.odds import ConditionalBet, Decks, fresh
from analyzer.analysis.valuation import Valuation
from analyzer.audit.claim import COUNTS, PRICED, Claim, UnreadableClaim, exact_value
from analyzer.audit.explanations import FEWEST, OTHER_DECKS, DoubtfulClaim, Reading, Values, misprint
from analyzer.audit.printed import SPREADSHEET_DIGITS, Exact, Printed, SquareRoot
from analyzer.displayable import Answer
from analyzer.errors import ConditionError
from analyzer.game.rules import Rules
from analyzer.text import Message, Text, Value, first_line, joined, message

Verdict = Literal[
    "agrees",
    "truncated",
    "spreadsheet",
    "other-convention",
    "last-digit",
    "wrong",
    "cannot-say",
    "unreadable",
]

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
"""The possible verdicts; a readable claim gets the first of them, in this order, that is true."""

FIGURES = 4  # Significant digits that a figure must show for another convention to count as its explanation.
_HINTS = 3
_NOTHING = message("no common error explains it")
_WRONG_IN = {
    2: message("wrong in the second digit"),
    3: message("wrong in the third digit"),
    4: message("wrong in the fourth digit"),
    5: message("wrong in the fifth digit"),
    6: message("wrong in the sixth digit"),
    7: message("wrong in the seventh digit"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """The audit's finding on one claim; `exact` is None if it cannot say, or cannot read the claim."""

    claim: Claim | UnreadableClaim
    verdict: Verdict
    note: Text
    exact: Exact | None = None

    @property
    def is_error(self) -> bool:
        """Whether it is wrong but not marked as a known error, or marked but correct, or cannot be read."""
        if self.verdict == "unreadable":
            return True
        return self.verdict == ("wrong" if self.claim.known_error is None else "agrees")


@dataclass(frozen=True, repr=False, slots=True)
class Audit(Answer, Sequence[Finding]):
    """The findings of an audit, one per claim, in order."""

    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether every claim can be read, every wrong claim is a known error, and no correct one is."""
        return not any(finding.is_error for finding in self.findings)

    @overload
    def __getitem__(self, place: int) -> Finding: ...

    @overload
    def __getitem__(self, place: slice) -> "Audit": ...

    def __getitem__(self, place: int | slice) -> "Finding | Audit":
        """The finding at a place from 0, or an audit of several."""
        return Audit(self.findings[place]) if isinstance(place, slice) else self.findings[place]

    def __len__(self) -> int:
        """The number of claims."""
        return len(self.findings)


def audit(claims: Iterable[Claim | UnreadableClaim]) -> Audit:
    """A finding for each claim, in order."""
    claims = list(claims)
    readable = [claim for claim in claims if isinstance(claim, Claim)]
    # A census takes long, but another shoe hardly any time, so every claim is valued on all shoes at once.
    judged = list(map(_as_stated, readable, _valued(readable)))
    cases = (case for case in judged if isinstance(case, DoubtfulClaim))
    others = iter(_valued([replace(case.claim, bets=case.claim.others) for case in cases]))
    found = (_explained(item, next(others)) if isinstance(item, DoubtfulClaim) else item for item in judged)
    return Audit(tuple(next(found) if isinstance(claim, Claim) else _unread(claim) for claim in claims))


def _unread(claim: UnreadableClaim) -> Finding:
    # The error of a condition marks the place in further lines, which are left out here.
    faults = [joined(": ", filter(None, (key, first_line(fault)))) for key, fault in claim.faults]
    note = message("this claim cannot be read: {faults}", faults=joined("; ", faults))
    return Finding(claim, "unreadable", note)


_BetValues = Mapping[Decks, Valuation | None]  # A bet's value by shoe; None if the condition cannot be true.


def _valued(claims: Sequence[Claim]) -> list[Values | Text]:
    """Each claim's bets by shoe, or why they cannot be valued; claims under the same rules share a census."""
    groups: dict[Rules, list[Claim]] = {}
    for claim in claims:
        groups.setdefault(claim.rules, []).append(claim)
    known: dict[Rules, Mapping[ConditionalBet, _BetValues | Message]] = {}
    for rules, group in groups.items():
        bets = dict.fromkeys((bet, claim.given) for claim in group for bet in claim.bets)
        decks = dict.fromkeys((*OTHER_DECKS, *(claim.decks for claim in group)))
        known[rules] = _on_shoes(rules, list(bets), list(decks))
    return [_of_claim(claim, known[claim.rules]) for claim in claims]


def _on_shoes(
    rules: Rules, bets: list[ConditionalBet], decks: list[Decks]
) -> Mapping[ConditionalBet, _BetValues | Message]:
    """Valuations of each bet by shoe, or why it is too large to count; other bets are still valued."""
    try:
        values = fresh(rules, bets, decks)
    except ConditionError as error:
        if len(bets) == 1:
            # The fault alone: the option proposed with it does not exist for an audit.
            fault = dict(error.message.values).get("fault")
            return {bets[0]: fault if isinstance(fault, Message) else error.message}
        return {bet: value for single in bets for bet, value in _on_shoes(rules, [single], decks).items()}
    return {bet: {size: values[size][place] for size in decks} for place, bet in enumerate(bets)}


def _of_claim(claim: Claim, known: Mapping[ConditionalBet, _BetValues | Message]) -> Values | Text:
    """All of a claim's bets by shoe, or the reason why one of them cannot be valued."""
    if claim.beyond is not None:
        return Message(claim.beyond.reason)
    by_bet: list[_BetValues] = []
    for bet in claim.bets:
        if isinstance(values := known[bet, claim.given], Message):
            return values
        by_bet.append(values)
    by_shoe: dict[Decks, list[Valuation] | None] = {}
    for size in by_bet[0] if by_bet else ():
        on_shoe = [value for values in by_bet if (value := values[size]) is not None]
        by_shoe[size] = on_shoe if len(on_shoe) == len(by_bet) else None
    return by_shoe


def _as_stated(claim: Claim, values: Values | Text) -> "Finding | DoubtfulClaim":
    """The finding on a claim that is right as stated or cannot be judged; for any other, what to explain."""
    if isinstance(values, str | Message):
        return Finding(claim, "cannot-say", values)
    if (stated := values[claim.decks]) is None:
        return Finding(claim, "cannot-say", message("no coup from this shoe satisfies the condition given"))
    unpriced = claim.unpriced if claim.line is None else {claim.line} & {*claim.unpriced}
    if claim.quantity in PRICED and unpriced:
        note = message("the price of {lines} is open, and the figure depends on it", lines=tuple(unpriced))
        return Finding(claim, "cannot-say", note)
    exact = exact_value(claim, stated)
    if isinstance(exact, Message):
        return Finding(claim, "cannot-say", exact)
    page, shown = claim.printed, claim.printed.like(exact)
    verdict: Verdict
    if page.agrees(exact):
        verdict = "agrees"
        if page.bounds:
            note = message("exact {exact}: within what is printed", exact=shown)
        elif page.turned(exact) == page.value:
            note = message("exact {exact}: printed in full", exact=shown)
        else:
            note = message("exact {exact}: rounds to what is printed", exact=shown)
    elif page.truncates(exact):
        verdict = "truncated"
        note = message("exact {exact}: cut off where it should be rounded", exact=shown)
    elif page.by_spreadsheet(exact):
        verdict = "spreadsheet"
        note = message(
            "exact {exact}: right to the {n} digits that a spreadsheet keeps of an integer",
            exact=shown,
            n=SPREADSHEET_DIGITS,
        )
    else:
        return DoubtfulClaim(claim, values, stated, exact)
    return Finding(claim, verdict, _with_readings(claim, note), exact)


def _explained(case: DoubtfulClaim, others: Values | Text) -> Finding:
    page, exact = case.claim.printed, case.exact
    right = _right(page, case.other_conventions())
    verdict: Verdict
    if len(right) == 1 and _says_enough(page):
        verdict, (reading,) = "other-convention", right
        places: dict[str, Value] = {"printed": page.text, "exact": page.like(exact)}
        places |= {"how": reading.name, "figure": page.like(reading.exact)}
        if _rounds(page, reading):
            note = message("printed {printed}, exact {exact}; it is right {how}: {figure}", **places)
        else:
            note = message("printed {printed}, exact {exact}; it is right {how}, cut off: {figure}", **places)
    else:
        close = page.off_by_one(exact)
        verdict = "last-digit" if close else "wrong"
        note = message(
            "printed {printed}, exact {exact}: {fault}; {why}",
            printed=page.text,
            exact=page.like(exact),
            fault=message("one unit off in the last printed digit") if close else _how_far(page, exact),
            why=_why(case, others, right),
        )
    return Finding(case.claim, verdict, _with_readings(case.claim, note), exact)


def _says_enough(page: Printed) -> bool:
    """Whether a figure has enough digits for another convention to explain it; a full ratio always has."""
    return page.figures >= FIGURES or (page.unit == 0 and not page.bounds)


def _how_far(page: Printed, exact: Exact) -> Message:
    if page.bounds:
        return message("outside what is printed")
    place = page.first_wrong_figure(exact)
    if place is not None and place > 1:
        return _WRONG_IN.get(place, message("wrong in the {n}th digit", n=place))
    value = page.turned(exact)
    if value is None:
        return message("it cannot happen")
    low = page.value**2 < value.square if isinstance(value, SquareRoot) else page.value < value
    return message("too low") if low else message("too high")


def _right(page: Printed, readings: Iterable[Reading]) -> list[Reading]:
    """The readings that round to what is printed; if there are none, those that give it when cut off."""
    readings = list(readings)
    rounded = [reading for reading in readings if _rounds(page, reading)]
    return rounded or [reading for reading in readings if page.truncates(reading.exact)]


def _rounds(page: Printed, reading: Reading) -> bool:
    return page.agrees(reading.exact) or page.by_spreadsheet(reading.exact)


def _why(case: DoubtfulClaim, others: Values | Text, right: Sequence[Reading]) -> Message:
    """What may explain the figure; the fewer digits it has, the fewer explanations are tried."""
    page, exact = case.claim.printed, case.exact
    if page.figures < FEWEST and not _says_enough(page):
        return _NOTHING
    fits = list(right)
    if not fits and (slip := misprint(page, exact)) is not None:
        return slip
    # Several early roundings with the same result are one explanation: the mildest.
    fits = fits or list({reading.exact: reading for reading in _right(page, case.slips())}.values())
    if not fits and _says_enough(page):
        fits = _right(page, case.neighbours(others))
    if not fits and page.figures > FIGURES:
        fits = _right(page, case.two_conventions())
    is_plain = page.scale == 1 and page.form == "number" and case.claim.quantity not in COUNTS
    if not fits and page.figures >= FIGURES and is_plain:
        page = replace(page, value=page.value / 100, unit=page.unit / 100, scale=100)
        fits = _right(page, (*case.other_conventions(), *case.slips()))
        fits = [replace(reading, name=message("in percent {how}", how=reading.name)) for reading in fits]
    if fits:
        hints = (
            message("{how} ({figure})", how=reading.name, figure=page.like(reading.exact))
            for reading in fits[:_HINTS]
        )
        either, *more = hints
        for hint in more:
            either = message("{first} or {second}", first=either, second=hint)
        if _says_enough(page):
            return message("it would be right {how}", how=either)
        return message("it would be right {how}, but it has too few digits to prove that", how=either)
    if page.rounded_up(exact):
        return message("it was rounded up where it should be rounded down")
    return _NOTHING


def _with_readings(claim: Claim, note: Message) -> Message:
    """A note, and how the claim was read if its source leaves that open: a comma, or the shoe."""
    comma = None if claim.quantity in COUNTS else claim.printed.comma
    if comma == "decimal":
        note = message("{note}; the comma is read as a decimal comma", note=note)
    elif comma == "thousands":
        note = message("{note}; the comma is read as a separator of thousands", note=note)
    if claim.decks_stated:
        return note
    return message("{note}; the source states no number of decks, {n} assumed", note=note, n=claim.decks)
