"""Rule sheets: their faults, and a report of the kind that is submitted with a rule sheet."""

from collections.abc import Iterator, Sequence
from os import PathLike
from typing import NamedTuple, Unpack

from analyzer.analysis import lint as checks
from analyzer.analysis.lint import Band, Severity, SheetFault
from analyzer.analysis.rule_sheet import RuleSheet, rule_sheet
from analyzer.ask.numbers import Ends
from analyzer.ask.numbers import band as band_of
from analyzer.ask.parameters import Cards, Game, KnownCoup, listed
from analyzer.ask.question import odds, rules_of, shoe_of
from analyzer.catalog import load
from analyzer.catalog.lint_input import InspectedFile, KeyPath, inspect_file
from analyzer.catalog.reference import text_of
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.rates import ANY
from analyzer.text import Text, joined, message


class FileFault(NamedTuple):
    """A fault of a rule sheet: the file, the key path of the fault, its severity, and a sentence."""

    file: str
    where: str
    severity: Severity
    message: Text


class Counted(NamedTuple):
    """A file, how many of its bets were counted, the rules they were dealt under, and the shoe."""

    file: str
    bets: int
    rules: Rules
    shoe: Shoe


def lint(
    files: Sequence[str | PathLike[str]] | str | PathLike[str],
    *,
    shoe: Shoe | str | int | None = None,
    rules: Rules | str | PathLike[str] | None = None,
    band: Ends | None = None,
) -> list[dict[str, str]]:
    """The faults of rule sheets, file by file: `file`, `where`, `severity` and `message` of each.

    Args:
        files: TOML files of bets, variants, rules, claims, counts, procedures or limits, or a single
            file; limits may refer to bets of the others.
        shoe: the shoe on which bets are counted and procedures checked, as a value, its text form or a number
            of decks; by default the variant's decks for a variant file, else 8 decks.
        rules: how coups are dealt, as a value, an id or a path; by default the variant's for a variant file,
            and each bet's own for a file of bets, or punto-banco if it names none.
        band: the least and the greatest house edge allowed, such as "5%..20%".

    Raises:
        AnalyzerError: there is no such file; the shoe has too few cards, or is not known finely enough for
            a bet; or shoe, rules or band are malformed or unknown.
    """
    faults, _ = linted(files, shoe, rules, band)
    return [{**fault._asdict(), "message": str(fault.message)} for fault in faults]


def linted(
    files: Sequence[str | PathLike[str]] | str | PathLike[str],
    shoe: Shoe | str | int | None,
    rules: Rules | str | PathLike[str] | None,
    band: Ends | None,
) -> tuple[list[FileFault], list[Counted]]:
    """The faults that `lint` returns, with translatable sentences, and what was counted to find them."""
    several = [files] if isinstance(files, str | PathLike) else listed(message("files"), files)
    edges = None if band is None else _band(band)
    counted: list[Counted] = []
    found = [
        FileFault(read.file, fault.where, fault.severity, fault.message)
        for read in _read([text_of(message("rule sheets"), file) for file in several])
        for fault in _faults(read, shoe, rules, edges, counted)
    ]
    return found, counted


def _read(files: list[str]) -> Iterator[InspectedFile]:
    """The files; one with faults is read again with the bets of all, since it may name a bet of another."""
    inspected = list(map(inspect_file, files))
    bets = [bet for read in inspected for _, prices in read.bets for bet in prices]
    names = {name: name for bet in bets for name in (bet.id, bet.reference)}
    for read in inspected:
        yield inspect_file(read.file, names) if names and read.faults else read


def _band(given: object) -> Band:
    """The least and the greatest house edge of a text such as `5%..20%`, or of a pair."""
    if not isinstance(given, str) or ".." in given:
        low, high = band_of(message("a house edge"), given, ANY)
        if low is not None and high is not None:
            return low, high
    raise AnalyzerError("expected a band LOW..HIGH such as 5%..20%, got {band}", band=quoted(given))


def _faults(
    read: InspectedFile,
    shoe: Shoe | str | int | None,
    rules: Rules | str | PathLike[str] | None,
    band: Band | None,
    counted: list[Counted],
) -> Iterator[SheetFault]:
    """First the faults that keep a sheet from being read, then the faults of the bets that could be read;
    these bets are noted in `counted`.
    """
    for where, sentence in read.faults:
        yield SheetFault(where, "error", sentence)
    for where, sentence in read.remarks:
        yield SheetFault(where, "warning", sentence)
    game = read.game or load.variant("standard")
    cards = shoe_of(game, shoe)
    if read.procedure is not None:
        try:
            read.procedure.check(cards, rules_of(game, rules).cards_from_shoe)
        except ShoeError as error:
            yield SheetFault("", "error", error.message)
    own = [None if read.game or rules is not None else prices[0].rules for _, prices in read.bets]
    by_place: dict[KeyPath, list[SheetFault]] = {}
    for ref in dict.fromkeys(own or [None]):
        placed = [bet for bet, bet_rules in zip(read.bets, own, strict=True) if bet_rules == ref]
        dealt_under = load.rules(ref) if ref else rules_of(game, rules)
        faults = checks.lint(dealt_under, cards, [prices for _, prices in placed], band, read.unpriced)
        by_place |= {place: of_bet for (place, _), of_bet in zip(placed, faults, strict=True)}
        if placed:
            counted.append(Counted(read.file, len(placed), dealt_under, cards))
    for place, prices in read.bets:
        for fault in by_place[place]:
            if place.startswith("bets["):  # a variant can name a bet whose lines are in another file
                yield SheetFault(place, fault.severity, joined(": ", [prices[0].reference, fault.message]))
            else:
                yield SheetFault(f"{place}.{fault.where}", fault.severity, fault.message)


def report(variant: Game = "standard", shoe: Cards = None, **shared: Unpack[KnownCoup]) -> RuleSheet:
    """The report that goes with a rule sheet: the odds, worked coups, other numbers of decks, and checks.

    Takes the same parameters as `odds`.

    Raises:
        AnalyzerError: any of these is malformed, unknown or impossible.

    >>> report("classic", 6).failed
    ()
    """
    return rule_sheet(odds(variant, shoe, **shared))
