"""The command `baccarat evidence`."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

import typer

from analyzer.cli import options
from analyzer.cli.groups import Layout
from analyzer.cli.output import remark
from analyzer.cli.progress import watch
from analyzer.cli.values import prices, shoe_of

if TYPE_CHECKING:
    from analyzer.play.record import RecordedShoe


def evidence(
    *,
    files: options.Records,
    variant: options.RecordedVariant = None,
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    rules: options.Rules = None,
    bet: options.Bet = None,
    bets: options.Bets = None,
    pay: options.Pay = None,
    commission: options.Commission = None,
    alpha: str = typer.Option(
        "1%", "--alpha", metavar="RATE", help="How often fair records may raise an alarm."
    ),
    confidence: str = typer.Option(
        "99%", "--confidence", metavar="RATE", help="The confidence of the limits of each RTP."
    ),
    layout: Layout,
) -> int:
    """Whether recorded coups come as they come off a fair shoe: all records tested together.

    Reads text, CSV, JSON lines and JSON. Ends with status 1 on an alarm, or if cards contradict a coup.

    Example: baccarat evidence shoe.csv --alpha 1% --bet banker
    """
    from analyzer.ask import evidence as ask  # noqa: PLC0415
    from analyzer.records import read  # noqa: PLC0415
    from analyzer.report.play.evidence import evidence_document, evidence_page  # noqa: PLC0415

    out = layout.checked()
    names = [file for file in files if file != "-"]
    for file in dict.fromkeys(file for file in names if names.count(file) > 1):
        remark(f"{file!r} is tested more than once: its coups count as often")
    found = ask.evidence(
        _counted(chain.from_iterable(map(read, files))),
        variant,
        shoe_of(decks, remaining),
        bets=bet or None,
        bet_files=bets or (),
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
        alpha=alpha,
        confidence=confidence,
    )
    out.emit(lambda: evidence_page(found, names), lambda: evidence_document(found))
    if found.unread:
        remark("some places could not be read, and are left out; baccarat replay names each")
    for untested in found.untested:
        remark(f"left out: bet {untested.reference!r} is settled in no coup by what the records tell")
    return int(found.alarm or not found.faultless)


def _counted(shoes: Iterable["RecordedShoe"]) -> Iterator["RecordedShoe"]:
    """The shoes, each reported as progress when it is read."""
    on_progress = watch("shoes")
    for number, shoe in enumerate(shoes, 1):
        on_progress(number, 0)
        yield shoe
