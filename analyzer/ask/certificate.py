"""Certificates: exact odds with all that anyone needs to add them up again, made and written.

Lays out what the census's classes say; counts nothing.
"""

from analyzer import __version__
from analyzer.analysis.odds import Report
from analyzer.audit.proof import Counted, Multiset, certificate_document
from analyzer.census.dealing_orders import Classes, classes
from analyzer.errors import AnalyzerError
from analyzer.game.dealt import NOTHING

MOST_PATTERNS = 1_000_000
"""Patterns up to which a bet is certified: more would make a file too large to use."""


def certificate(report: Report) -> dict[str, object]:
    """The certificate of a report's bets: whole numbers and exact texts.

    Raises:
        ConditionError: a bet needs more than a million patterns.
        AnalyzerError: some cards of the coup are known beforehand.
    """
    if report.dealt != NOTHING:
        raise AnalyzerError(
            "expected a coup of which no card is dealt yet, as a certificate is of whole coups, got "
            f"{str(report.dealt)!r}; name cards gone from the shoe as seen, or say what is known as given"
        )
    bets = [valuation.bet for valuation in report.valuations]
    counted: dict[int, Counted] = {}
    for group in classes(report.rules, bets, report.given, MOST_PATTERNS):
        for place, index in enumerate(group.bets):
            orders: dict[str, dict[Multiset, int]] = {line: {} for line in bets[index].nets}
            _add(group, place, orders)
            counted[index] = Counted(group.kinds, group.places, orders)
    names = {"version": __version__, "variant": report.question.variant.id}
    each = [counted[index] for index in range(len(bets))]
    return certificate_document(names, report.rules, report.shoe, report.given, bets, each)


def _add(group: Classes, place: int, orders: dict[str, dict[Multiset, int]]) -> None:
    """Add up, by line of one bet of a group, classes that only other bets distinguish."""
    for row in group.rows:
        line = orders[row.lines[place]]
        line[row.held] = line.get(row.held, 0) + row.orders
