"""The command `baccarat replay`."""

from itertools import chain

import analyzer
from analyzer.cli import complete
from analyzer.cli.groups import ChipOptions, LayoutOptions, RecordedBetOptions
from analyzer.cli.options import flag, option
from analyzer.cli.remarks import remark


def replay(
    *,
    records: RecordedBetOptions,
    procedure: str | None = option(
        "--procedure", "ID|FILE", "The burn, the cut card and coups after it.", complete.procedures
    ),
    chips: ChipOptions,
    odds: bool = flag("--odds", "Exact odds before each coup, from the cards nobody has seen."),
    coups: bool = flag("--coups", "Every coup, also where the record has several shoes; so does --odds."),
    layout: LayoutOptions,
) -> int:
    """A recorded shoe dealt again by the rules: what each coup should have been, and every deviation.

    Reads text, CSV, JSON lines and JSON. Ends with status 1 on a fault of the record.

    Example: baccarat replay shoe.csv --procedure cut-card-coup-last --odds
    """
    from analyzer.records import read
    from analyzer.report.play.replay import REPLAY, replay_page

    out = layout.checked()
    answer = analyzer.replay(
        chain.from_iterable(map(read, records.files)),
        variant=records.variant,
        shoe=records.shoe,
        procedure=procedure,
        odds=odds,
        **chips.shared,
        **records.shared,
    )
    named = [file for file in records.files if file != "-"]
    out.emit(lambda: replay_page(answer, coups=coups or odds), lambda: REPLAY.of((answer, named)))
    if not answer.dealt:
        remark("no coup could be dealt again: the record has no cards, or none that decide a coup")
    return int(answer.faults > 0)
