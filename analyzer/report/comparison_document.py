"""A comparison as a document for machines, bet by bet and line by line."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from analyzer.analysis.compare import QUANTITIES, Change, Comparison, Match
from analyzer.analysis.valuation import Valuation
from analyzer.report.document import Document
from analyzer.report.fields import Field, picked, record, records, said, through
from analyzer.report.kinds import FLAG, LINE_ID, PAYTABLE, RATIO, TEXT
from analyzer.report.odds import origin_of
from analyzer.report.origin import Origin
from analyzer.report.statistics import LINES, ValuedLine, valued_lines
from analyzer.text import Text, message

SIDES = ("a", "b", "difference")
"""The numbers of a change: in A, in B, and B−A."""


def match_name(match: Match) -> Text:
    """What the bet of a match is called; both names where they differ."""
    names = list(dict.fromkeys(valuation.bet.title for valuation in match.valuations))
    return names[0] if len(names) == 1 else message("{a} (A), {b} (B)", a=names[0], b=names[1])


def _ids(match: Match) -> str:
    return ", ".join(dict.fromkeys(valuation.bet.id for valuation in match.valuations))


def _lines(match: Match) -> Iterator[tuple[str, ValuedLine | None, ValuedLine | None, Change]]:
    """Each line: its id, how it settles the bet in A and in B, and its probabilities."""
    a, b = ({line.id: line for line in valued_lines(v)} if v else {} for v in (match.a, match.b))
    return ((line, a.get(line), b.get(line), match.probability(line)) for line in match.lines)


def _change(of: Callable[[Valuation], Fraction | None]) -> Callable[[Match], Change]:
    return lambda match: match.change(of)


_CHANGE = [said(side, RATIO.optional) for side in SIDES]
_PAYTABLES = [
    said("a", PAYTABLE, lambda match: match.a and match.a.bet.paytable),
    said("b", PAYTABLE, lambda match: match.b and match.b.bet.paytable),
]
_LINE = record(picked(LINES, "net", "ways", "probability")).optional
_LINES = [
    said("id", LINE_ID, 0),
    said("a", _LINE, 1),
    said("b", _LINE, 2),
    said("difference", RATIO.optional, lambda line: line[3].difference),
]
_BET: list[Field[Match]] = [
    said("bet", TEXT, _ids),
    *through(_change(QUANTITIES["house_edge"]), _CHANGE),
    said("name", TEXT, match_name),
    said("paytable", record(_PAYTABLES), lambda match: match),
    said("changed", FLAG),
    said(
        "quantities",
        record([said(name, record(_CHANGE), _change(value)) for name, value in QUANTITIES.items()]),
        lambda match: match,
    ),
    said("lines", records(_LINES), _lines),
]

COMPARE: Document[Comparison] = Document(
    "compare",
    2,
    "compare",
    [said("bets", records(_BET), "matches")],
    lambda comparison: Origin(known={side: origin_of(getattr(comparison, side).report) for side in "ab"}),
)
