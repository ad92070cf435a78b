"""The command `baccarat solve`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import analyzer
from analyzer.cli import options
from analyzer.cli.groups import DesignedBetOptions, LayoutOptions
from analyzer.cli.options import argument, option
from analyzer.cli.values import by_name, shoe_of
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import quoted
from analyzer.game.shoe import MAX_DECKS

if TYPE_CHECKING:
    from analyzer.analysis.fresh import Decks


def solve(
    *,
    bet: options.BetArgument,
    lines: list[str] | None = argument(
        "LINE", "Lines, or names in pays, to solve for, each with all others as they stand.", default=None
    ),
    edge: str | None = option(
        "--edge", "RATE|LO..HI", "The house edge wanted: 5%, or a band: 5%..6%, 5%.., ..6%."
    ),
    sd: str | None = option("--sd", "UNITS", "The standard deviation wanted, in units staked."),
    pays: list[str] | None = option(
        "--pays", "NAME=RATIO", "The pay of another line or name; may be repeated."
    ),
    decks: str | None = option("--decks", "N,N…", "Fresh shoes of N decks, 1 to 1923, or infinite: 6,8."),
    draft: DesignedBetOptions,
    layout: LayoutOptions,
) -> None:
    """The pay of a line that makes a house edge or a standard deviation, exactly.

    Without --edge and --sd: edge and variance as polynomials in the pays, and what the edge depends on.

    Example: baccarat solve lucky-6 two-card --edge 5% --decks 6,8
    """
    from analyzer.report.design.solve import solve_page
    from analyzer.report.design.solve_document import SOLVE

    out = layout.checked()
    if decks is not None and draft.remaining is not None:
        raise ShoeError("expected either --decks or --remaining, got both")
    if edge is not None and sd is not None:
        raise AnalyzerError("expected either --edge or --sd, got both")
    if lines and edge is None and sd is None:
        raise AnalyzerError("expected --edge or --sd with a line to solve for, got neither")
    answer = analyzer.solve(
        bet,
        lines or (),
        edge=edge,
        sd=sd,
        decks=None if decks is None else sizes(decks),
        shoe=shoe_of(None, draft.remaining),
        pays=fixed(pays or ()),
        **draft.shared,
    )
    out.emit(lambda: solve_page(answer, out.words.digits), lambda: SOLVE.of(answer))


def sizes(text: str) -> "list[Decks]":
    """The numbers of decks of a text such as "8", "1,6,8" or "6,infinite".

    Raises:
        ShoeError: the text is anything else.
    """
    found: list[Decks] = []
    for part in (part.strip() for part in text.split(",")):
        if part == "infinite":
            found.append("infinite")
        elif part.isascii() and part.isdigit() and len(part) <= 9:
            found.append(int(part))
        else:
            raise ShoeError(
                f"expected --decks with whole numbers from 1 to {MAX_DECKS} or infinite, such as 6,8, "
                f"got {quoted(text)}"
            )
    return found


def fixed(pays: Iterable[str]) -> dict[str, str]:
    """The pays that `--pays` options fix, by name or line.

    Raises:
        AnalyzerError: a text is not of the form NAME=RATIO, or one name comes twice.
    """
    form = "NAME=RATIO such as x=12 where pays are solved for"
    found = by_name("--pays", form, "for", texts := list(pays))
    for text in texts:
        if ".." in text:
            raise AnalyzerError(f"expected --pays {form}, got {quoted(text)}")
    return found
