"""What `baccarat design` answers about open pays: their polynomials, and the pays that make an edge."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from analyzer.cli.output import Output
from analyzer.cli.values import shoe_of
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import quoted
from analyzer.game.shoe import MAX_DECKS

if TYPE_CHECKING:
    from analyzer.analysis.fresh import Decks


def solved(
    bet: str,
    solve: Sequence[str],
    *,
    edge: str | None,
    sd: str | None,
    pays: Iterable[str],
    decks: str | None,
    remaining: str | None,
    seen: str,
    rules: str | None,
    commission: str | None,
    bet_files: Iterable[str],
    out: Output,
) -> None:
    """Write the pays that `--solve` asks for, or where it is not given the polynomials of a bet.

    Raises:
        AnalyzerError: what is asked for is malformed, unknown, or makes no difference.
    """
    from analyzer.ask import solve as bench  # noqa: PLC0415
    from analyzer.report.design.document import solve_document  # noqa: PLC0415
    from analyzer.report.design.solve import solve_page  # noqa: PLC0415

    if decks is not None and remaining is not None:
        raise ShoeError("expected either --decks or --remaining, got both")
    if edge is not None and sd is not None:
        raise AnalyzerError("expected either --edge or --sd with --solve, got both")
    if solve and edge is None and sd is None:
        raise AnalyzerError("expected --edge or --sd with --solve, got neither")
    found = bench.solve(
        bet,
        solve,
        edge=edge,
        sd=sd,
        decks=None if decks is None else sizes(decks),
        shoe=shoe_of(None, remaining),
        seen=seen,
        bet_files=bet_files,
        rules=rules,
        pay=fixed(pays),
        commission=commission,
    )
    out.emit(
        lambda: solve_page(found, out.words.digits),
        lambda: solve_document(found),
    )


def sizes(text: str) -> "list[Decks]":
    """The numbers of decks of a text such as "8", "1,6,8" or "6,infinite".

    Raises:
        ShoeError: it says something else.
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
    found: dict[str, str] = {}
    for text in pays:
        name, equals, price = (part.strip() for part in text.partition("="))
        if not (name and equals) or ".." in price:
            raise AnalyzerError(
                f"expected --pays NAME=RATIO such as x=12 where pays are solved for, got {quoted(text)}"
            )
        if name in found:
            raise AnalyzerError(f"expected one --pays for {quoted(name)}, got two")
        found[name] = price
    return found
