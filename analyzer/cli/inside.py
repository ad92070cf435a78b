"""The commands `baccarat inside` and `baccarat peek`."""

import analyzer
from analyzer.cli import complete
from analyzer.cli.groups import LayoutOptions, WholeCoupOptions
from analyzer.cli.options import option
from analyzer.cli.values import whole


def inside(
    *,
    question: WholeCoupOptions,
    player: str | None = option("--player", "TOTAL", "Player's total lies open, and is this, 0 to 9."),
    banker: str | None = option("--banker", "TOTAL", "Banker's total lies open, and is this, 0 to 9."),
    after: str = option(
        "--after",
        "4|5",
        "Open cards: 4; or 5, Player having drawn and Banker about to.",
        complete.open_cards,
        default="4",
    ),
    digits: str | None = option("--digits", "N", "Decimals shown, 0 to 60; else 4, and 1 in text grids."),
    layout: LayoutOptions,
) -> None:
    """What bets are worth once the totals of one hand or both lie open: insurance, Player, Banker, Tie.

    Example: baccarat inside --decks 6 --bet insurance-player-wins/3 --player 5 --banker 6
    """
    from analyzer.ask.inside import offered
    from analyzer.report import inside as reports

    all_pairs = player is None and banker is None
    usual_digits = "1" if all_pairs and layout.format == "text" else "4"
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
    card: list[str] | None = option(
        "--card", "N", "Only the Nth card off the shoe, 1 to 6; may be repeated."
    ),
    layout: LayoutOptions,
) -> None:
    """What it is worth to know one of the next six cards before betting: EVs for each card, the average.

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
