"""The command `baccarat deal`."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from analyzer.cli import options
from analyzer.cli.groups import CardOptions, LayoutOptions
from analyzer.cli.options import flag, option
from analyzer.cli.output import Output
from analyzer.cli.procedure import ShoeProcedure
from analyzer.cli.progress import watch
from analyzer.cli.values import whole
from analyzer.errors import AnalyzerError
from analyzer.exact import grouped

if TYPE_CHECKING:
    from analyzer.play.dealing import Dealing, DealtShoe

T = TypeVar("T")

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
    dealt_shoes = _with_progress(shuffled.dealt(first, total), total)
    if out.format == "json":
        each = (reports.Shown(shuffled, number, dealt, roads) for number, dealt in dealt_shoes)
        out.stream_document(reports.DEAL.of((shuffled, ())), "shoes", map(reports.DEALT_SHOE.entry, each))
    elif total > 1:
        out.emit(lambda: reports.shoes_page(shuffled, dealt_shoes), lambda: None)
    else:
        [(number, dealt)] = dealt_shoes
        _write_shoe(out, shuffled, number, dealt, roads=roads)
    if record is not None:
        recorded = _with_progress(records(shuffled, first, total), total)
        out.write_second_file(record, written(recorded, form))


def _with_progress(shoes: Iterable[T], total: int) -> Iterator[T]:
    """The shoes, each reported as progress once the next one is asked for."""
    on_progress = watch("shoes")
    for number, shoe in enumerate(shoes, 1):
        yield shoe
        on_progress(number, total)


def _write_shoe(out: Output, shuffled: "Dealing", number: int, dealt: "DealtShoe", *, roads: bool) -> None:
    """Write the page of one shoe, its roads drawn below it in a text."""
    from analyzer.play.roads.roads import Roads
    from analyzer.report.play import deal as reports

    drawn = Roads(dealt.outcomes) if roads else None
    if drawn is not None and out.format == "text":
        from analyzer.render.boards.text import board_text
        from analyzer.render.formats.text import render_text

        page = reports.shoe_page(shuffled, number, dealt, full=False)
        board = board_text(drawn, out.words, width=out.width, color=out.colored)
        out.write(render_text(page, out.words, out.width) + "\n" + board)
    else:
        out.emit(
            lambda: reports.shoe_page(shuffled, number, dealt, full=out.roomy, roads=drawn), lambda: None
        )
