"""Tests of records in words: the verdict, alarms, and names of tests, sorts of coups and faults."""

from collections.abc import Iterator
from fractions import Fraction

from analyzer.play.evidence.result import Evidence, OutcomeCount, Sorting, Wager
from analyzer.report.names import rate
from analyzer.text import Figure, Message, Text, message

SUM_DIGITS, P_DIGITS = 6, 12
"""Correct decimals: of sums and z, and of probabilities."""

PERCENT_DIGITS = P_DIGITS - 2
_LEAST_P = Fraction(1, 10**6)

NAMES: dict[str, Message] = {
    "results": message("Results"),
    "pairs": message("Pairs"),
    "naturals": message("Naturals"),
    "drawing": message("Drawing patterns"),
}
"""The ways to sort coups, by id."""

SORTS: dict[tuple[str, str], Message] = {
    ("results", "player"): message("Player wins"),
    ("results", "banker"): message("Banker wins"),
    ("results", "tie"): message("Tie"),
    ("pairs", "both"): message("both hands a pair"),
    ("pairs", "player"): message("Player alone a pair"),
    ("pairs", "banker"): message("Banker alone a pair"),
    ("pairs", "none"): message("no pair"),
    ("naturals", "both"): message("both hands a natural"),
    ("naturals", "player"): message("Player alone a natural"),
    ("naturals", "banker"): message("Banker alone a natural"),
    ("naturals", "none"): message("no natural"),
    ("drawing", "nobody"): message("nobody draws"),
    ("drawing", "player"): message("Player alone draws"),
    ("drawing", "banker"): message("Banker alone draws"),
    ("drawing", "both"): message("both hands draw"),
}
"""The sorts of coups in each way to sort them, by both ids."""

FAULTS: dict[str, Message] = {
    "draw": message("a hand draws or stands against the rules"),
    "total": message("a total is not that of the cards"),
    "winner": message("the winner is not that of the cards"),
    "pair": message("a pair is not that of the cards"),
    "natural": message("a natural is not that of the cards"),
    "card": message("a card is dealt of which none is left"),
}
"""What can be wrong with a coup, by id."""


def title_of(test: Sorting | Wager) -> Text:
    """The name of the bet tested, or of the way to sort coups."""
    return test.bet.title if isinstance(test, Wager) else NAMES[test.id]


def p_text(p: Fraction) -> Message:
    """A probability in a sentence; of a very small one, an upper bound."""
    if p < _LEAST_P:
        return message("p below {least}", least=rate(_LEAST_P))
    return message("p = {p}", p=Figure(p, "percent", PERCENT_DIGITS))


def sum_figure(x: Fraction) -> Figure:
    """A sum or z in a sentence, with its correct decimals."""
    return Figure(x, "decimal", SUM_DIGITS)


def _z(test: OutcomeCount | Wager) -> Figure | str:
    return "–" if test.z is None else sum_figure(test.z)


def alarms(evidence: Evidence) -> Iterator[Message]:
    """One sentence per alarm on what is out of line, the least likely first."""
    for test in evidence.alarms:
        if isinstance(test, Wager):
            yield message(
                "{bet}: a unit on each of {coups} coups gained {gained}, where {expected} was to be expected "
                "(z = {z}, {p}).",
                bet=test.bet.title,
                coups=test.coups,
                gained=Figure(test.gained, "decimal"),
                expected=sum_figure(test.expected),
                z=_z(test),
                p=p_text(test.p),
            )
        else:
            worst = max(test.tallies, key=lambda tally: abs(tally.z or Fraction(0)))
            yield message(
                "{name}: {sort} {observed} times in {coups} coups, where {expected} was to be expected "
                "(z = {z}); χ² = {chi} of {degrees} degrees, {p}.",
                name=NAMES[test.id],
                sort=SORTS[test.id, worst.id],
                observed=worst.observed,
                coups=test.coups,
                expected=sum_figure(worst.expected),
                z=_z(worst),
                chi=sum_figure(test.chi_squared),
                degrees=test.degrees,
                p=p_text(test.p),
            )


def verdict(evidence: Evidence) -> Message:
    """The verdict in a sentence."""
    alpha = rate(evidence.alpha)
    if evidence.alarm:
        return message("Alarm, at a rate of {alpha}: the records are out of line.", alpha=alpha)
    if not evidence.faultless:
        return message(
            "No alarm of the tests, at a rate of {alpha}; but coups are not as their cards say.", alpha=alpha
        )
    return message("No alarm, at a rate of {alpha}.", alpha=alpha)
