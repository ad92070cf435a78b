"""The command `baccarat settle`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, cast

import typer

from analyzer.cli import complete, options
from analyzer.cli.groups import Layout
from analyzer.cli.output import remark
from analyzer.cli.values import prices
from analyzer.errors import AnalyzerError
from analyzer.exact import asked_ratio, quoted

if TYPE_CHECKING:
    from fractions import Fraction

    from analyzer.play.settlement.settlement import Rounding


def settle(
    *,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A record; - reads it from stdin.")],
    variant: Annotated[
        str | None,
        typer.Option(
            "--variant",
            metavar="ID|FILE",
            help="What offers the bets; else what the record says.",
            autocompletion=complete.variants,
        ),
    ] = None,
    stakes: Annotated[
        str | None,
        typer.Option(
            "--stakes",
            metavar="FILE",
            help="Stakes as CSV or JSON (coup, bet, stake …), not the record's own.",
        ),
    ] = None,
    stake: Annotated[
        list[str] | None,
        typer.Option(
            "--stake",
            metavar="[BETTOR@]BET=AMOUNT",
            help="Staked on every coup besides, such as tie=5; may be repeated.",
        ),
    ] = None,
    balance: Annotated[
        list[str] | None,
        typer.Option(
            "--balance",
            metavar="[BETTOR=]AMOUNT",
            help="What each bettor brings, or one of them; may be repeated.",
        ),
    ] = None,
    limits: Annotated[
        str | None,
        typer.Option(
            "--limits",
            metavar="ID|FILE",
            help="Limits of the table, such as first-seed.",
            autocompletion=complete.limits,
        ),
    ] = None,
    chip: options.Chip = None,
    rounding: options.Rounding = None,
    bets: options.Bets = None,
    rules: options.Rules = None,
    pay: options.Pay = None,
    commission: options.Commission = None,
    layout: Layout,
) -> None:
    """Stakes on the coups of a record settled: gains, commission, pushes, limits, balances, chips.

    Example: baccarat settle shoe.txt --stake banker=25 --balance 500 --chip 1 --rounding down
    """
    from analyzer.ask import settle as pit  # noqa: PLC0415
    from analyzer.catalog.reference import is_path  # noqa: PLC0415
    from analyzer.report.play.settle import (  # noqa: PLC0415
        settle_document,
        settle_origin,
        settle_page,
    )

    out = layout.checked()
    found = pit.settle(
        file,
        variant=variant,
        bet_files=bets or (),
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
        stakes=stakes,
        stake=_amounts("--stake", stake or ()),
        balance=_balances(balance or ()),
        limits=limits,
        chip=None if chip is None else asked_ratio("--chip", chip),
        rounding=cast("Rounding | None", rounding),
    )
    files = [
        name
        for name in (file, stakes, limits if limits and is_path(limits) else None)
        if name is not None and name != "-"
    ]
    origin = settle_origin(found, files)
    out.emit(
        lambda: settle_page(found, origin, full=out.roomy), lambda: settle_document(found, origin, out.words)
    )
    if found.missed:
        places = "1 place" if len(found.missed) == 1 else f"{len(found.missed)} places"
        remark(f"{places} of the record could not be read, and nothing there is settled; see baccarat replay")
    for bet, why in found.excluded:
        remark(f"left out: bet {bet.reference!r} {why}")


def _amounts(option: str, texts: Iterable[str]) -> dict[str, "Fraction"]:
    """The amounts of options of the form NAME=AMOUNT, by name.

    Raises:
        AnalyzerError: a text is not of that form, or one name comes twice.
    """
    found: dict[str, Fraction] = {}
    for text in texts:
        name, equals, amount = (part.strip() for part in text.rpartition("="))
        if not (name and equals) or name.endswith("@"):
            such = "BETTOR=AMOUNT such as anna=500" if option == "--balance" else "BET=AMOUNT such as tie=5"
            raise AnalyzerError(f"expected {option} {such}, got {quoted(text)}")
        if name in found:
            raise AnalyzerError(f"expected one {option} on {quoted(name)}, got two")
        found[name] = asked_ratio(option, amount)
    return found


def _balances(texts: Iterable[str]) -> dict[str, "Fraction"] | None:
    """The balances of bettors by name; None where none is said."""
    from analyzer.ask.settle import EVERYBODY  # noqa: PLC0415

    return _amounts("--balance", (text if "=" in text else f"{EVERYBODY}={text}" for text in texts)) or None
