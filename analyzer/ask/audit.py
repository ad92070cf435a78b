"""Audits of printed figures, and certificates of exact odds: making them and checking them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from pathlib import Path

from analyzer import __version__
from analyzer.analysis.odds import Report
from analyzer.ask.parameters import listed
from analyzer.ask.question import variant_of
from analyzer.audit import certificate as certificates
from analyzer.audit import verdict
from analyzer.audit.certificate import Verification
from analyzer.audit.labels import Library, Sheet, own_labels
from analyzer.audit.proof import Certified, Counted, Multiset, certificate_document
from analyzer.audit.verdict import Audit
from analyzer.bets.bet import Variant
from analyzer.catalog import claims, load
from analyzer.catalog.reference import text_of
from analyzer.catalog.resolve import is_file, sort_of_file
from analyzer.census.dealing_orders import classes
from analyzer.errors import AnalyzerError, parameter, reason_of
from analyzer.exact import quoted
from analyzer.game.dealt import NOTHING
from analyzer.text import Value, message

MOST_PATTERNS = 1_000_000
"""The most patterns a bet may need to be certified: more would make the file too large to use."""


def audit(files: Iterable[str | PathLike[str]] | str | PathLike[str] = ()) -> Audit:
    """A verdict on each claim of some files, in order: each printed figure compared with the exact one.

    Args:
        files: claim files by path, or those of the library by name (`first-seed`), or a single one; by
            default all claim files of the library.

    Raises:
        CatalogError: a file is missing, is not a claim file, or has a faulty bet that no claim is about; one
            line per fault. A claim that cannot be read raises no error: its verdict is `unreadable`.

    >>> found = audit("first-seed")
    >>> [(finding.claim.printed.text, finding.verdict) for finding in found], found.passed
    ([('98.94%', 'agrees')], True)
    """
    what = message("claim files")
    several = [files] if isinstance(files, str | PathLike) else listed(what, files)
    names = [text_of(what, file) for file in several]
    return verdict.audit(claims.of_files(names) if names else claims.every())


def certify(report: Report) -> dict[str, object]:
    """A certificate of a report's bets: exact odds, and everything needed to recompute them.

    This is the document that `baccarat certify` writes: whole numbers and exact texts, ready for `json.dump`.

    Args:
        report: the odds of whole coups from a fresh or partly dealt shoe.

    Raises:
        ConditionError: a bet needs more than a million patterns.
        AnalyzerError: some cards of the coup are already known.
    """
    if not isinstance(report, Report):
        raise AnalyzerError("expected a report as returned by odds, got {value}", value=quoted(report))
    if report.dealt != NOTHING:
        raise AnalyzerError(
            "expected a report on whole coups, which a certificate needs, got one with {dealt} dealt; give "
            "cards that have left the shoe with {seen}, or a condition on the coup with {given}",
            dealt=repr(str(report.dealt)),
            seen=parameter("seen"),
            given=parameter("given"),
        )
    bets = tuple(valuation.bet for valuation in report.valuations)
    variant, given = report.question.variant.id, report.given
    certified = Certified(__version__, variant, report.rules, report.shoe, given, bets)
    own = own_labels(certified, known_library())
    counted: dict[int, Counted] = {}
    for group in classes(report.rules, bets, given, MOST_PATTERNS, report.question.cards):
        for place, index in enumerate(group.bets):
            orders: dict[str, Counter[Multiset]] = {line: Counter() for line in bets[index].nets}
            for row in group.rows:  # some rows differ only in the lines of other bets
                orders[row.lines[place]][row.held] += row.orders
            counted[index] = Counted(group.kinds, group.places, orders)
    return certificate_document(certified, [counted[index] for index in range(len(bets))], own)


def verify_certificate(
    certificate: Mapping[str, object] | str | PathLike[str],
    against: str | PathLike[str] | Variant | None = None,
) -> Verification:
    """A certificate checked by dealing every coup again, card by card; the result lists every difference.

    Its labels are compared with the library of this version: what is called `tie/8` must be that bet, and
    what is not in the library must be marked as the user's own.

    Args:
        certificate: the path of a certificate, or the document itself.
        against: a rule sheet to compare it with as well, rules cell by cell and bets line by line: a variant,
            its id, or the path of a file that describes a variant, bets or rules.

    Raises:
        AnalyzerError: there is no such file, or it is not a certificate; or there is no such rule sheet.
    """
    if isinstance(certificate, Mapping):
        return verified(certificate, against)
    if not isinstance(certificate, str | PathLike):
        raise AnalyzerError(
            "expected a certificate as a file or a document, got {value}", value=quoted(certificate)
        )
    try:
        raw = Path(certificate).read_bytes()
    except (OSError, ValueError) as error:
        raise AnalyzerError(
            "{file}: cannot be read ({why})", file=quoted(fspath(certificate)), why=reason_of(error)
        ) from None
    return verified(certificates.read(raw), against)


def verified(document: object, against: str | PathLike[str] | Variant | Sheet | None = None) -> Verification:
    """The result of `verify_certificate` for a certificate that has already been read."""
    if against is not None and not isinstance(against, Sheet):
        against = sheet_of(against)
    document = dict(document) if isinstance(document, Mapping) else document
    return certificates.verify(document, known_library(), against)


def sheet_of(ref: str | PathLike[str] | Variant) -> Sheet:
    """The rule sheet that a value, an id or a file stands for; bets without rules have the usual ones."""
    if isinstance(ref, Variant):
        return Sheet(ref.id, ref.rules, ref.bets, ref.decks)
    name = text_of(message("a rule sheet"), ref)
    sort = sort_of_file(name) if is_file(name) else "rules" if name in load.rules_ids() else "variant"
    if sort == "rules":
        return Sheet(name, load.rules(name), ())
    if sort == "bets":
        bets = load.bets_of(name)
        rules = sorted({load.rules_id_of(bet) for bet in bets})
        if len(rules) != 1:
            got: Value = tuple(rules) or message("no bets")
            raise AnalyzerError(
                "{file}: expected bets that are dealt under the same rules, got {got}", file=name, got=got
            )
        return Sheet(name, load.rules(rules[0]), bets)
    game = variant_of(name)
    return Sheet(name, game.rules, game.bets, game.decks)


def known_library() -> Library:
    """The library that the labels of certificates refer to."""
    variants = load.variant_ids()
    return Library(
        __version__,
        {known: load.rules(known) for known in load.rules_ids()},
        lambda name: [bet for bet in load.library_bet(name) if bet.id == name],
        lambda name: load.variant(name) if name in variants else None,
    )
