"""The command `baccarat replay`."""

from itertools import chain
from typing import TYPE_CHECKING, Annotated, cast

import typer

from analyzer.cli import complete, options
from analyzer.cli.groups import Layout
from analyzer.cli.output import remark
from analyzer.cli.values import prices, shoe_of
from analyzer.exact import asked_ratio

if TYPE_CHECKING:
    from analyzer.play.settlement.settlement import Rounding


def replay(
    *,
    files: options.Records,
    variant: options.RecordedVariant = None,
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    rules: options.Rules = None,
    procedure: Annotated[
        str | None,
        typer.Option(
            "--procedure",
            metavar="ID|FILE",
            help="The burn, the cut card and coups after it.",
            autocompletion=complete.procedures,
        ),
    ] = None,
    bet: options.Bet = None,
    bets: options.Bets = None,
    pay: options.Pay = None,
    commission: options.Commission = None,
    chip: options.Chip = None,
    rounding: options.Rounding = None,
    odds: Annotated[
        bool, typer.Option("--odds", help="Exact odds before each coup, from the cards nobody has seen.")
    ] = False,
    coups: Annotated[
        bool,
        typer.Option("--coups", help="Every coup, also where the record has several shoes; so does --odds."),
    ] = False,
    layout: Layout,
) -> int:
    """A recorded shoe dealt again by the rules: what each coup should have been, and every deviation.

    Reads text, CSV, JSON lines and JSON. Ends with status 1 on a fault of the record.

    Example: baccarat replay shoe.csv --procedure cut-card-coup-last --odds
    """
    from analyzer.ask import replay as ask  # noqa: PLC0415
    from analyzer.records import read  # noqa: PLC0415
    from analyzer.report.play.replay import replay_document, replay_page  # noqa: PLC0415

    out = layout.checked()
    found = ask.replay(
        chain.from_iterable(map(read, files)),
        variant=variant,
        shoe=shoe_of(decks, remaining),
        procedure=procedure,
        bets=bet or None,
        bet_files=bets or (),
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
        chip=None if chip is None else asked_ratio("--chip", chip),
        rounding=cast("Rounding | None", rounding),
        odds=odds,
    )
    out.emit(lambda: replay_page(found, coups=coups or odds), lambda: replay_document(found))
    if not found.dealt:
        remark("no coup could be dealt again: the record has no cards, or none that decide a coup")
    return int(found.faults > 0)
