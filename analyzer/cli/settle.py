"""The command `baccarat settle`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import analyzer
from analyzer.cli import complete, options
from analyzer.cli.groups import ChipOptions, LayoutOptions, TermOptions
from analyzer.cli.options import argument, option
from analyzer.cli.remarks import remark, remark_excluded
from analyzer.errors import AnalyzerError
from analyzer.exact import asked_ratio, quoted

if TYPE_CHECKING:
    from fractions import Fraction


def settle(
    *,
    file: str = argument("FILE|-", "A record; - reads it from stdin."),
    variant: str | None = option(
        "--variant", "ID|FILE", "What offers the bets; else what the record says.", complete.variants
    ),
    stakes: str | None = option(
        "--stakes", "FILE", "Stakes as CSV or JSON (coup, bet, stake …), not the record's own."
    ),
    stake: list[str] | None = option(
        "--stake", "[BETTOR@]BET=AMOUNT", "Staked on every coup besides, such as tie=5; may be repeated."
    ),
    balance: list[str] | None = option(
        "--balance", "[BETTOR=]AMOUNT", "What each bettor brings, or one of them; may be repeated."
    ),
    limits: str | None = option(
        "--limits", "ID|FILE", "Limits of the table, such as first-seed.", complete.limits
    ),
    chips: ChipOptions,
    bets: options.Bets = None,
    terms: TermOptions,
    layout: LayoutOptions,
) -> None:
    """Stakes on the coups of a record settled: gains, commission, pushes, limits, balances, chips.

    Example: baccarat settle shoe.txt --stake banker=25 --balance 500 --chip 1 --rounding down
    """
    from analyzer.catalog.reference import is_path
    from analyzer.report.play.settle import SETTLE, settle_page

    out = layout.checked()
    answer = analyzer.settle(
        file,
        variant=variant,
        bet_files=bets or (),
        stakes=stakes,
        stake=_amounts("--stake", stake or ()),
        balance=_balances(balance or ()),
        limits=limits,
        **chips.shared,
        **terms.shared,
    )
    named = (file, stakes, limits if limits and is_path(limits) else None)
    paths = [name for name in named if name is not None and name != "-"]
    out.emit(lambda: settle_page(answer, paths, full=out.roomy), lambda: SETTLE.of((answer, paths)))
    if answer.missed:
        places = "1 place" if len(answer.missed) == 1 else f"{len(answer.missed)} places"
        remark(f"{places} of the record could not be read, and nothing there is settled; see baccarat replay")
    remark_excluded(answer.excluded)


def _amounts(option: str, texts: Iterable[str]) -> dict[str, "Fraction"]:
    """The amounts of options of the form NAME=AMOUNT, by name."""
    amounts: dict[str, Fraction] = {}
    for text in texts:
        name, equals, amount = (part.strip() for part in text.rpartition("="))
        if not (name and equals) or name.endswith("@"):
            form = "BETTOR=AMOUNT such as anna=500" if option == "--balance" else "BET=AMOUNT such as tie=5"
            raise AnalyzerError(f"expected {option} {form}, got {quoted(text)}")
        if name in amounts:
            raise AnalyzerError(f"expected one {option} on {quoted(name)}, got two")
        amounts[name] = asked_ratio(option, amount)
    return amounts


def _balances(texts: Iterable[str]) -> dict[str, "Fraction"] | None:
    """The balances of bettors by name; None if no balance is given."""
    from analyzer.ask.settle import EVERYBODY

    return _amounts("--balance", (text if "=" in text else f"{EVERYBODY}={text}" for text in texts)) or None
