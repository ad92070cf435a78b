"""The odds of a report, as a document."""

from analyzer.analysis.odds import Report
from analyzer.bets.digest import digest_of_bet
from analyzer.report.document import Document
from analyzer.report.fields import records, said
from analyzer.report.kinds import ID, SHA256, WHOLE, many
from analyzer.report.odds import origin_of
from analyzer.report.origin import NAME_OF_BET
from analyzer.report.statistics import LINES, LOCKED, STATISTICS, valued_lines

OMITTED = said("omitted", many(ID), lambda answer: [bet.id for bet, _ in answer.excluded])
"""The ids of the bets left out."""

_BET = (
    NAME_OF_BET,
    said("lines", records(LINES), valued_lines),
    STATISTICS,
    LOCKED,
    said("sha256", SHA256, lambda value: digest_of_bet(value.bet)),
)

ODDS: Document[Report] = Document(
    "odds",
    2,
    "odds",
    (said("total_ways", WHOLE), said("bets", records(_BET), "valuations"), OMITTED),
    origin_of,
)
