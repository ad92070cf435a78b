"""The command `baccarat evidence`."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

import analyzer
from analyzer.cli.groups import LayoutOptions, RecordedBetOptions
from analyzer.cli.options import option
from analyzer.cli.progress import watch
from analyzer.cli.remarks import remark

if TYPE_CHECKING:
    from analyzer.play.record import RecordedShoe


def evidence(
    *,
    records: RecordedBetOptions,
    alpha: str = option("--alpha", "RATE", "How often fair records may raise an alarm.", default="1%"),
    confidence: str = option(
        "--confidence", "RATE", "The confidence of the limits of each RTP.", default="99%"
    ),
    layout: LayoutOptions,
) -> int:
    """Whether recorded coups come as they come off a fair shoe: all records tested together.

    Reads text, CSV, JSON lines and JSON. Ends with status 1 on an alarm, or if cards contradict a coup.

    Example: baccarat evidence shoe.csv --alpha 1% --bet banker
    """
    from analyzer.records import read
    from analyzer.report.play.evidence import EVIDENCE, evidence_page

    out = layout.checked()
    names = [file for file in records.files if file != "-"]
    for file in dict.fromkeys(file for file in names if names.count(file) > 1):
        remark(f"{file!r} is tested more than once: its coups count as often")
    answer = analyzer.evidence(
        _counted(chain.from_iterable(map(read, records.files))),
        records.variant,
        records.shoe,
        alpha=alpha,
        confidence=confidence,
        **records.shared,
    )
    out.emit(lambda: evidence_page(answer, names), lambda: EVIDENCE.of((answer, names)))
    if answer.unread:
        remark("some places could not be read, and are left out; baccarat replay names each")
    for untested in answer.untested:
        remark(f"left out: bet {untested.reference!r} is settled in no coup by what the records tell")
    return int(answer.alarm or not answer.faultless)


def _counted(shoes: Iterable["RecordedShoe"]) -> Iterator["RecordedShoe"]:
    """The shoes, each reported as progress as it is read."""
    on_progress = watch("shoes")
    for number, shoe in enumerate(shoes, 1):
        on_progress(number, 0)
        yield shoe
