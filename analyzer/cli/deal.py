"""The command `baccarat deal`."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from analyzer.cli import options
from analyzer.cli.groups import Layout
from analyzer.cli.output import Output, remark
from analyzer.cli.procedure import (
    Burn,
    BurnSeen,
    CutCardOption,
    ExtraCoups,
    ProcedureOption,
    Reserve,
    changed,
)
from analyzer.cli.progress import watch
from analyzer.cli.values import shoe_of, whole
from analyzer.errors import AnalyzerError
from analyzer.exact import grouped
from analyzer.files import write_pieces

if TYPE_CHECKING:
    from analyzer.play.dealing import Dealing, DealtShoe
    from analyzer.play.roads.roads import Roads
    from analyzer.records.writing import Form

T = TypeVar("T")

MOST_SHOES = 1_000_000


def deal(
    *,
    variant: options.VariantArgument = "standard",
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    rules: options.Rules = None,
    seed: Annotated[
        str, typer.Option("--seed", metavar="S", help="A whole number from 0: same seed, same shoes.")
    ] = "1",
    shoe: Annotated[
        str, typer.Option("--shoe", metavar="N", help="Which of the seed's shoes, from 1.")
    ] = "1",
    shoes: Annotated[
        str, typer.Option("--shoes", metavar="N", help="How many shoes, from that one on; a row each.")
    ] = "1",
    procedure: ProcedureOption = "random-cut-card",
    burn: Burn = None,
    burn_seen: BurnSeen = None,
    cut_card: CutCardOption = None,
    extra_coups: ExtraCoups = None,
    reserve: Reserve = None,
    roads: Annotated[bool, typer.Option("--roads", help="Also the roads of the shoe.")] = False,
    record: Annotated[
        str | None,
        typer.Option(
            "--record", metavar="FILE", help="Also a record, in a file *.txt, *.csv, *.jsonl or *.json."
        ),
    ] = None,
    layout: Layout,
) -> None:
    """A shoe shuffled from a seed and dealt coup by coup: cards, totals, results, the burn, the cut card.

    Example: baccarat deal --seed 7 --procedure reserve-cards
    """
    from analyzer.ask.deal import dealing, records  # noqa: PLC0415
    from analyzer.report.play import deal as reports  # noqa: PLC0415

    out = layout.checked()
    first, many = whole("--shoe", shoe, least=1), whole("--shoes", shoes, least=1)
    if many > MOST_SHOES:
        raise AnalyzerError(f"expected --shoes with at most {grouped(MOST_SHOES)}, got {grouped(many)}")
    if roads and many > 1 and layout.format != "json":
        raise AnalyzerError(
            f"expected --roads of one shoe, got {grouped(many)}; choose one with --shoe, or --format json"
        )
    form = _form(record, out)
    asked = dealing(
        variant,
        shoe_of(decks, remaining),
        seen=seen,
        rules=rules,
        procedure=changed(procedure, burn, burn_seen, cut_card, extra_coups, reserve),
        seed=whole("--seed", seed),
    )
    spoken, found = asked, _told(asked.dealt(first, many), many)
    if many > 1:
        out.emit_each(
            lambda: reports.shoes_page(spoken, found),
            lambda: (
                reports.shoe_document(spoken, number, dealt, _roads(dealt) if roads else None)
                for number, dealt in found
            ),
        )
    else:
        [(number, dealt)] = found
        _one(out, spoken, number, dealt, roads)
    if record is not None and form is not None:
        from analyzer.records import written  # noqa: PLC0415

        write_pieces(record, written(_told(records(asked, first, many), many), form), layout.force)
        remark(f"wrote {record!r}")


def _told(dealt: Iterable[T], shoes: int) -> Iterator[T]:
    """Shoes as they are dealt, of which whoever watches is told."""
    told = watch("shoes")
    for number, shoe in enumerate(dealt, 1):
        yield shoe
        told(number, shoes)


def _form(record: str | None, out: Output) -> "Form | None":
    """The form of the record, whose place is seen to be free."""
    if record is None:
        return None
    from analyzer.records import form_of  # noqa: PLC0415

    out.check_beside("--record", record)
    return form_of(record)


def _one(out: Output, asked: "Dealing", number: int, dealt: "DealtShoe", roads: bool) -> None:
    """Write one shoe, its roads drawn below it in a text."""
    from analyzer.report.play import deal as reports  # noqa: PLC0415

    board = _roads(dealt) if roads else None
    if board is None or out.format != "text":
        out.emit(
            lambda: reports.shoe_page(asked, number, dealt, full=out.roomy, roads=board),
            lambda: reports.shoe_document(asked, number, dealt, board),
        )
        return
    from analyzer.render.boards.text import board_text  # noqa: PLC0415
    from analyzer.render.formats.text import render_text  # noqa: PLC0415

    page = reports.shoe_page(asked, number, dealt, full=False)
    drawn = board_text(board, out.words, width=out.width, color=out.colored)
    out.write(render_text(page, out.words, out.width) + "\n" + drawn)


def _roads(dealt: "DealtShoe") -> "Roads":
    from analyzer.play.roads.roads import Roads  # noqa: PLC0415

    return Roads(dealt.outcomes)
