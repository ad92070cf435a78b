"""The command `baccarat replay`."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from analyzer.cli import complete, options
from analyzer.cli.evidence import Alpha, Confidence, Test, test_records
from analyzer.cli.groups import Layout
from analyzer.cli.output import Output, remark
from analyzer.cli.values import prices, shoe_of
from analyzer.errors import AnalyzerError
from analyzer.exact import asked_ratio

if TYPE_CHECKING:
    from analyzer.play.replay.replayed import Replay
    from analyzer.play.settlement.settlement import Rounding


def replay(
    *,
    files: Annotated[
        list[str], typer.Argument(metavar="FILE|-", help="Records, one or more; - reads one from stdin.")
    ],
    variant: Annotated[
        str | None,
        typer.Option(
            "--variant",
            metavar="ID|FILE",
            help="How it was dealt; else as the record says, or standard.",
            autocompletion=complete.variants,
        ),
    ] = None,
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
    test: Test = False,
    alpha: Alpha = None,
    confidence: Confidence = None,
    layout: Layout,
) -> int:
    """A recorded shoe dealt again by the rules: what each coup should have been, and every deviation.

    Reads text, CSV, JSON lines and JSON. Ends with status 1 on a fault of the record; with --test, on an
    alarm or a coup that is not as its cards say.

    Example: baccarat replay shoe.csv --procedure cut-card-coup-last --odds
    """
    out = layout.checked()
    if test:
        _refuse_idle(
            "{option} without --test, got both",
            {
                "--odds": odds,
                "--coups": coups,
                "--procedure": procedure,
                "--chip": chip,
                "--rounding": rounding not in (None, "none"),
            },
        )
        return test_records(
            out,
            files,
            variant,
            decks=decks,
            remaining=remaining,
            bet=bet,
            bets=bets,
            rules=rules,
            pay=pay,
            commission=commission,
            alpha=alpha,
            confidence=confidence,
        )
    _refuse_idle("--test with {option}, got it alone", {"--alpha": alpha, "--confidence": confidence})
    found = _replayed(
        files,
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
    return _emitted(out, found, coups=coups or odds)


def _refuse_idle(expected: str, idle: Mapping[str, object]) -> None:
    """Refuse options that would say nothing.

    Raises:
        AnalyzerError: one of them is given.
    """
    for option, given in idle.items():
        if given:
            raise AnalyzerError(f"expected {expected.format(option=option)}")


def _replayed(files: Iterable[str], **asked: Any) -> "Replay":
    """The shoes of all files dealt again, as `analyzer.ask.replay.replay` is asked for it."""
    from analyzer.ask.replay import replay as replayed  # noqa: PLC0415
    from analyzer.records import read  # noqa: PLC0415

    return replayed(chain.from_iterable(map(read, files)), **asked)


def _emitted(out: Output, found: "Replay", *, coups: bool) -> int:
    """Write what was found, and tell the status: 1 if there is any fault."""
    from analyzer.report.play.replay import replay_document, replay_page  # noqa: PLC0415

    out.emit(lambda: replay_page(found, coups=coups), lambda: replay_document(found))
    if not found.dealt:
        remark("no coup could be dealt again: the record has no cards, or none that decide a coup")
    return int(found.faults > 0)
