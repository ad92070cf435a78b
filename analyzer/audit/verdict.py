"""The audit: each claim's exact value, a verdict from the printed digits alone, and a note that says why.

Knows no files. There is no tolerance: a verdict is the first that holds of those in `VERDICTS`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from analyzer.analysis.fresh import Asked, Decks, fresh
from analyzer.analysis.valuation import Valuation
from analyzer.audit.claim import Claim, exact_value
from analyzer.audit.printed import SPREADSHEET_DIGITS, Exact, Printed
from analyzer.audit.readings import OTHER_DECKS, Reading, Values, other_conventions, slips, two_conventions
from analyzer.errors import ConditionError
from analyzer.game.rules import Rules

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
_ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What the audit says of one claim; `exact` is None where it cannot say."""

    claim: Claim
    verdict: Verdict
    note: str
    exact: Exact | None = None

    @property
    def amiss(self) -> bool:
        """Whether somebody must look: wrong and not known to be, or known to be wrong and right."""
        known = self.claim.known_error is not None
        return (self.verdict == "wrong" and not known) or (self.verdict == "agrees" and known)


def audit(claims: Iterable[Claim]) -> list[Finding]:
    """A finding for each claim, in order."""
    claims = list(claims)
    findings: list[Finding | None] = []
    for claim, values in zip(claims, _valued(claims, lambda claim: (claim.decks,)), strict=True):
        findings.append(_as_stated(claim, values))
    # Only what is not right as stated asks for other shoes too.
    rest = [claim for claim, finding in zip(claims, findings, strict=True) if finding is None]
    explained = map(_explained, rest, _valued(rest, lambda claim: (claim.decks, *OTHER_DECKS)))
    return [next(explained) if finding is None else finding for finding in findings]


def _valued(claims: Sequence[Claim], decks_of: Callable[[Claim], tuple[Decks, ...]]) -> list[Values | str]:
    """Each claim's bets on these shoes, or why they cannot be; claims under the same rules share a census."""
    groups: dict[Rules, list[Claim]] = {}
    for claim in claims:
        groups.setdefault(claim.rules, []).append(claim)
    found: dict[Rules, Mapping[Asked, Values | str]] = {}
    for rules, group in groups.items():
        asked = dict.fromkeys((bet, claim.given) for claim in group for bet in claim.bets)
        decks = dict.fromkeys(size for claim in group for size in decks_of(claim))
        found[rules] = _on_shoes(rules, list(asked), list(decks))
    return [_of_claim(claim, found[claim.rules]) for claim in claims]


def _on_shoes(rules: Rules, asked: list[Asked], decks: list[Decks]) -> Mapping[Asked, Values | str]:
    """Valuations of each bet by shoe; one that is too large to count does not keep others from it."""
    try:
        on = fresh(rules, asked, decks)
    except ConditionError as error:
        if len(asked) == 1:
            return {asked[0]: str(error)}
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
        return Finding(claim, "cannot-say", "what is given cannot happen on this shoe")
    exact = exact_value(claim, stated)
    if isinstance(exact, str):
        return Finding(claim, "cannot-say", exact)
    page, shown = claim.printed, f"exact {claim.printed.like(exact)}"
    if page.agrees(exact):
        return Finding(claim, "agrees", _with_decks(claim, f"{shown}: {_how_it_agrees(page)}"), exact)
    if page.truncates(exact):
        return Finding(
            claim, "truncated", _with_decks(claim, f"{shown}: cut off where it should be rounded"), exact
        )
    if page.by_spreadsheet(exact):
        note = f"{shown}: right to the {SPREADSHEET_DIGITS} digits that a spreadsheet keeps of an integer"
        return Finding(claim, "spreadsheet", _with_decks(claim, note), exact)
    return None


def _how_it_agrees(page: Printed) -> str:
    if page.sense != "is" or page.high is not None:
        return "within what is printed"
    return "printed whole" if page.unit in (0, 1) else "rounds to what is printed"


def _explained(claim: Claim, values: Values | str) -> Finding:
    """The finding on a claim that is not right as stated."""
    assert not isinstance(values, str)
    stated = values[claim.decks]
    assert stated is not None
    exact = exact_value(claim, stated)
    assert not isinstance(exact, str)
    page = claim.printed
    head = f"printed {page.text}, exact {page.like(exact)}"
    right = [reading for reading in other_conventions(claim, values) if _right(page, reading)]
    if len(right) == 1 and page.figures >= FIGURES:
        note = f"{head}; it is right {right[0].name}: {page.like(right[0].exact)}"
        return Finding(claim, "other-convention", _with_decks(claim, note), exact)
    hints = _hints(claim, values, right)
    if page.off_by_one(exact):
        note = f"{head}: one unit off in the last printed digit; {hints}"
        return Finding(claim, "last-digit", _with_decks(claim, note), exact)
    place = page.first_wrong_figure(exact)
    what = "another size altogether" if place is None else f"wrong in the {_ordinal(place)} digit"
    return Finding(claim, "wrong", _with_decks(claim, f"{head}: {what}; {hints}"), exact)


def _right(page: Printed, reading: Reading) -> bool:
    """Whether a page prints what a reading makes of its figure."""
    return page.agrees(reading.exact) or page.truncates(reading.exact) or page.by_spreadsheet(reading.exact)


def _hints(claim: Claim, values: Values, right: Sequence[Reading]) -> str:
    """What the figure might be instead: hints, since too many readings or too few digits prove nothing."""
    page = claim.printed
    found = list(right) or [slip for slip in slips(claim, values) if _right(page, slip)]
    if not found and page.figures >= FIGURES:
        found = [reading for reading in two_conventions(claim, values) if _right(page, reading)]
    if not found:
        return "agrees with nothing we know"
    named = [f"{reading.name} ({page.like(reading.exact)})" for reading in found[:_HINTS]]
    return f"it would be right {' or '.join(named)}"


def _with_decks(claim: Claim, note: str) -> str:
    return note if claim.decks_stated else f"{note}; the source names no decks, {claim.decks} are taken"


def _ordinal(place: int) -> str:
    return _ORDINALS.get(place, f"{place}th")
