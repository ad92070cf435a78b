"""The commands on partly dealt shoes: `baccarat removal`, `count`, `tail`, `inside` and `peek`."""

import analyzer
from analyzer.cli import complete, options
from analyzer.cli.groups import IllustratedLayoutOptions, LayoutOptions, WholeCoupOptions
from analyzer.cli.options import Several, flag, option
from analyzer.cli.progress import watch
from analyzer.cli.values import whole
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted


def removal(
    *,
    question: WholeCoupOptions,
    by: options.Kinds = None,
    order: str = option(
        "--order",
        "1|2",
        "How many cards are removed: 1, or 2 for pairs of cards as well.",
        complete.orders,
        default="1",
    ),
    digits: options.Digits = "6",
    layout: IllustratedLayoutOptions,
) -> None:
    """Show effects of removal: how each bet's EV changes when one card or two leave the shoe.

    Example: baccarat removal --bet banker --bet tie --by points
    """
    from analyzer.report import removal as reports

    if order not in ("1", "2"):
        raise AnalyzerError("expected --order 1 or 2, got {text}", text=quoted(order))
    out = layout.checked()
    answer = question.ask(analyzer.removal, by=by, order=int(order))
    columns = out.columns_per_block(70, 7)
    out.emit(
        lambda: reports.removal_page(answer, full=out.roomy, columns_per_block=columns),
        lambda: reports.REMOVAL.of(answer),
        lambda: reports.removal_chart(answer),
        answer.report.excluded,
    )


def count(
    *,
    question: WholeCoupOptions,
    tags: Several = option(
        "--tags",
        "TAGS",
        'Also score your own tags: "0 0 0 -1 -1 -1 -1 2 2 0" (A…9 T), 13 tags (A…K), or "9=-12 T=1"; '
        "repeatable.",
    ),
    counts: Several = option("--count", "ID|FILE", "Also score this count; repeatable.", complete.counts),
    all_counts: bool = flag(
        "--all-counts", "Score every published count on each bet, not only those made for it."
    ),
    by: options.Kinds = None,
    level: str = option("--level", "N", "The largest absolute value of integer tags, 1 to 9.", default="4"),
    layout: LayoutOptions,
) -> None:
    """Find the best card counting tags for each bet, with their correlation and trigger; score other counts.

    Example: baccarat count --bet dragon-7 --tags "0 0 0 -1 -1 -1 -1 2 2 0"
    """
    from analyzer.report import counts as reports

    out = layout.checked()
    answer = question.ask(
        analyzer.count,
        tags=tags or (),
        counts=counts or (),
        by=by,
        level=whole("--level", level),
        all_counts=all_counts,
    )
    out.emit(
        lambda: reports.counts_page(answer, full=out.roomy, summary=not out.for_machines),
        lambda: reports.COUNTINGS.of(answer),
        excluded=answer.excluded,
    )


def tail(
    *,
    unseen: str | None = option(
        "--unseen",
        "N",
        "The number of unseen cards, from 6 to the size of the shoe; required.",
    ),
    question: WholeCoupOptions,
    exhaustive: bool = flag("--exhaustive", "Allow more than 10⁸ compositions, which may take long."),
    threads: str | None = option("--threads", "T", "How many threads to use; by default one per core."),
    layout: LayoutOptions,
) -> None:
    """Compute how often, and by how much, bets favour the bettor when N cards are unseen.

    Exact: every possible composition of the unseen cards is valued.

    Example: baccarat tail standard --bet tie --unseen 6
    """
    from analyzer.report import tail as reports

    out = layout.checked()
    if unseen is None:
        raise AnalyzerError("--unseen is required: the number of unseen cards, 6 or more")
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


def inside(
    *,
    question: WholeCoupOptions,
    player: str | None = option("--player", "TOTAL", "Player's visible total, 0 to 9."),
    banker: str | None = option("--banker", "TOTAL", "Banker's visible total, 0 to 9."),
    after: str = option(
        "--after",
        "4|5",
        "How many cards are open: 4; or 5, when Player has drawn and Banker is about to draw.",
        complete.open_cards,
        default="4",
    ),
    digits: str | None = option(
        "-n --digits",
        "N",
        "Decimals shown, 0 to 60; by default 4, and 1 in text grids.",
    ),
    layout: LayoutOptions,
) -> None:
    """Show what bets are worth when the total of one hand or both is visible: insurance, Player, Banker, Tie.

    Example: baccarat inside --decks 6 --bet insurance-player-wins/3 --player 5 --banker 6
    """
    from analyzer.ask.inside import offered
    from analyzer.report import inside as reports

    all_pairs = player is None and banker is None
    usual_digits = "1" if all_pairs and layout.chosen == "text" else "4"
    out = layout.checked(usual_digits if digits is None else digits)
    answer = question.ask(analyzer.inside, after=whole("--after", after))
    if all_pairs:
        sold = offered(answer)
        out.emit(
            lambda: (
                reports.rows_page(answer)
                if out.for_machines
                else reports.inside_page(answer, sold, full=out.roomy, prices=question.bet is not None)
            ),
            lambda: reports.INSIDE.of(reports.Shown(answer, answer.situations, sold)),
            excluded=answer.excluded,
        )
    else:
        situation = answer.only(
            None if player is None else whole("--player", player),
            None if banker is None else whole("--banker", banker),
        )
        out.emit(
            lambda: reports.situation_page(answer, situation, full=out.roomy),
            lambda: reports.INSIDE.of(reports.Shown(answer, [situation])),
            excluded=answer.excluded,
        )


def peek(
    *,
    question: WholeCoupOptions,
    card: Several = option("--card", "N", "Only the Nth card off the shoe, 1 to 6; repeatable."),
    layout: LayoutOptions,
) -> None:
    """Show what it is worth to know one of the next six cards before betting: EVs by card, and their mean.

    Example: baccarat peek --decks 6 --card 5 --bet player --bet banker
    """
    from analyzer.report import peek as reports

    out = layout.checked()
    answer = question.ask(analyzer.peek, cards=[whole("--card", number) for number in card] if card else None)
    out.emit(
        lambda: reports.peek_page(answer, bets_per_table=out.columns_per_block(50, 8)),
        lambda: reports.PEEK.of(answer),
        excluded=answer.excluded,
    )
