"""The command `baccarat tail`."""

import analyzer
from analyzer.cli.groups import LayoutOptions, WholeCoupOptions
from analyzer.cli.options import flag, option
from analyzer.cli.progress import watch
from analyzer.cli.values import whole


def tail(
    *,
    unseen: str | None = option("--unseen", "N", "How many cards of the shoe are left, none of them seen."),
    question: WholeCoupOptions,
    exhaustive: bool = flag("--exhaustive", "List even more than 10⁸ compositions; may take long."),
    threads: str | None = option("--threads", "T", "Threads to work on; one for each core by default."),
    layout: LayoutOptions,
) -> None:
    """How often, and by how much, bets favour the bettor with N unseen cards: exact, over all compositions.

    Example: baccarat tail standard --bet tie --unseen 6
    """
    from analyzer.report import tail as reports

    out = layout.checked()
    answer = question.ask(
        analyzer.tail,
        unseen=whole("--unseen", unseen),
        exhaustive=exhaustive,
        threads=None if threads is None else whole("--threads", threads, least=1),
        on_progress=watch("compositions"),
    )
    out.emit(
        lambda: reports.tail_page(answer, full=out.roomy),
        lambda: reports.TAIL.of(answer),
        excluded=answer.report.excluded,
    )
