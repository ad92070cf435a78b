"""The commands that deal shoes from a seed: `baccarat deal` and `baccarat prediction`."""

from collections.abc import Iterator

import analyzer
from analyzer.catalog import load
from analyzer.cli import options
from analyzer.cli.groups import CardOptions, LayoutOptions, TermOptions
from analyzer.cli.options import flag, option
from analyzer.cli.procedure import ShoeProcedure
from analyzer.cli.progress import counted, each_counted
from analyzer.cli.values import whole
from analyzer.errors import AnalyzerError
from analyzer.exact import grouped
from analyzer.render.page import Page

MOST_SHOES = 1_000_000


def deal(
    *,
    variant: options.VariantArgument = "standard",
    cards: CardOptions,
    rules: options.Rules = None,
    seed: options.Seed = "1",
    shoe: str = option("--shoe", "N", "Which of the seed's shoes, from 1.", default="1"),
    shoes: str = option("--shoes", "N", "How many shoes, from that one on; a row each.", default="1"),
    procedure: options.Procedure = "random-cut-card",
    handling: ShoeProcedure,
    roads: bool = flag("--roads", "Also the roads of the shoe."),
    record: str | None = option(
        "--record", "FILE", "Also a record, in a file *.txt, *.csv, *.jsonl or *.json."
    ),
    layout: LayoutOptions,
) -> None:
    """A shoe shuffled from a seed and dealt coup by coup: cards, totals, results, the burn, the cut card.

    Example: baccarat deal --seed 7 --procedure reserve-cards
    """
    from analyzer.ask.deal import dealing, records
    from analyzer.play.roads.roads import Roads
    from analyzer.render.boards.text import board_text
    from analyzer.render.formats.text import render_text
    from analyzer.report.play import deal as reports

    out = layout.checked()
    first, total = whole("--shoe", shoe, least=1), whole("--shoes", shoes, least=1)
    if total > MOST_SHOES:
        raise AnalyzerError(f"expected --shoes with at most {grouped(MOST_SHOES)}, got {grouped(total)}")
    if roads and total > 1 and layout.format != "json":
        raise AnalyzerError(
            f"expected --roads of one shoe, got {grouped(total)}; choose one with --shoe, or --format json"
        )
    if record is not None:
        from analyzer.records import form_of, written

        out.check_second_file("--record", record)
        form = form_of(record)
    shuffled = dealing(
        variant,
        cards.shoe,
        seen=cards.seen,
        rules=rules,
        procedure=handling.changed(),
        seed=whole("--seed", seed),
    )
    dealt_shoes = each_counted("shoes", shuffled.dealt(first, total), total)

    def document() -> Iterator[str]:
        from analyzer.report.play.deal_document import DEAL, DEALT_SHOE, shown

        each = shown(shuffled, dealt_shoes, roads=roads)
        return out.in_pieces(DEAL.of((shuffled, ())), "shoes", map(DEALT_SHOE.entry, each))

    def page() -> Page | str:
        if total > 1:
            return reports.shoes_page(shuffled, dealt_shoes)
        [(number, dealt)] = dealt_shoes
        drawn = Roads(dealt.outcomes) if roads else None
        if drawn is None or out.roomy:
            return reports.shoe_page(shuffled, number, dealt, full=out.roomy, roads=drawn)
        text = render_text(reports.shoe_page(shuffled, number, dealt, full=False), out.words, out.width)
        return f"{text}\n{board_text(drawn, out.words, width=out.width, color=out.colored)}"

    out.emit(page, document)
    if record is not None:
        recorded = each_counted("shoes", records(shuffled, first, total), total)
        out.write_second_file(record, written(recorded, form))


def prediction(
    *,
    variant: options.VariantArgument = "standard",
    cards: CardOptions,
    terms: TermOptions,
    coups: str = option("--coups", "N", "Results before that are known, 0 to 2.", default="2"),
    shoes: str = option("--shoes", "N", "Shoes dealt and valued.", default="300"),
    seed: options.Seed = "1",
    layout: LayoutOptions,
) -> None:
    """Why roads do not predict: the next coup after results known, exactly, and on shoes dealt.

    Example: baccarat prediction --decks 6 --coups 1 --shoes 100 --seed 7
    """
    from analyzer.report.play.prediction import prediction_page
    from analyzer.report.play.prediction_document import PREDICTION

    out = layout.checked()
    game = load.variant(variant)
    number = whole("--shoes", shoes, least=2)
    answer = analyzer.prediction(
        game,
        cards.shoe,
        coups=whole("--coups", coups),
        shoes=number,
        seed=whole("--seed", seed),
        on_progress=counted("shoes", number),
        **cards.shared,
        **terms.shared,
    )
    out.emit(lambda: prediction_page(answer), lambda: PREDICTION.of(answer))
