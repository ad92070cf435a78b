"""What `baccarat replay --test` does: records as evidence."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.output import Output, remark
from analyzer.cli.progress import watch
from analyzer.cli.values import prices, shoe_of

if TYPE_CHECKING:
    from analyzer.play.record import RecordedShoe

Test = Annotated[
    bool,
    typer.Option("--test", help="Test all records together: do coups come as they come off a fair shoe?"),
]
Alpha = Annotated[
    str | None,
    typer.Option(
        "--alpha",
        metavar="RATE",
        help="With --test: how often fair records may raise an alarm; 1% if unsaid.",
    ),
]
Confidence = Annotated[
    str | None,
    typer.Option(
        "--confidence",
        metavar="RATE",
        help="With --test: confidence of the limits of each RTP; 99% if unsaid.",
    ),
]


def test_records(
    out: Output,
    files: Sequence[str],
    variant: str | None,
    *,
    decks: str | None = None,
    remaining: str | None = None,
    bet: list[str] | None = None,
    bets: list[str] | None = None,
    rules: str | None = None,
    pay: list[str] | None = None,
    commission: str | None = None,
    alpha: str | None = None,
    confidence: str | None = None,
) -> int:
    """Test the records of files, `-` being standard input, and emit what was found.

    Returns:
        The status to end with: 1 where there is an alarm or a coup is not as its cards say, else 0.

    Raises:
        AnalyzerError: as `evidence`.
    """
    from analyzer.ask.evidence import evidence  # noqa: PLC0415
    from analyzer.records import read  # noqa: PLC0415
    from analyzer.report.play.evidence import evidence_page  # noqa: PLC0415
    from analyzer.report.play.evidence_document import evidence_document  # noqa: PLC0415

    named = [file for file in files if file != "-"]
    for file in dict.fromkeys(file for file in named if named.count(file) > 1):
        remark(f"{file!r} is tested more than once: its coups count as often")
    found = evidence(
        _counted(chain.from_iterable(map(read, files))),
        variant,
        shoe_of(decks, remaining),
        bets=bet or None,
        bet_files=bets or (),
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
        alpha=alpha or "1%",
        confidence=confidence or "99%",
    )
    out.emit(lambda: evidence_page(found, named), lambda: evidence_document(found))
    if found.unread:
        remark("some places could not be read, and are left out; without --test, replay names each")
    for untested in found.untested:
        remark(f"left out: bet {untested.reference!r} is settled in no coup by what the records tell")
    return int(found.alarm or not found.faultless)


def _counted(shoes: Iterable["RecordedShoe"]) -> Iterator["RecordedShoe"]:
    """The shoes; whoever watches is told how many have been taken in."""
    told = watch("shoes")
    for number, shoe in enumerate(shoes, 1):
        told(number, 0)
        yield shoe
