"""The commands that check: `baccarat lint`, `audit`, `certify` and `verify-certificate`."""

from dataclasses import replace
from hashlib import sha256

import typer

import analyzer
from analyzer.cli import complete, options
from analyzer.cli.groups import DeckOptions, KnownCoupOptions, LayoutOptions
from analyzer.cli.options import Several, argument, flag, option
from analyzer.cli.output import Output
from analyzer.cli.progress import remark_excluded
from analyzer.cli.values import bytes_of, name_of
from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted
from analyzer.text import joined, message

_MOST_BYTES = 64_000_000


def lint(
    *,
    files: list[str] = argument(
        "FILE", "One or more files of bets, variants, rules, claims, counts, procedures or limits."
    ),
    cards: DeckOptions,
    rules: options.Rules = None,
    band: str | None = option(
        "--band", "LOW..HIGH", "Warn of house edges outside this range, such as 5%..20%."
    ),
    layout: LayoutOptions,
) -> int:
    """Check rule sheets: list every error in a file, and warnings found by counting every deal.

    Ends with status 1 if there is an error; warnings do not count.

    Example: baccarat lint my-bets.toml --band 5%..20%
    """
    from analyzer.ask.lint import linted
    from analyzer.catalog import load
    from analyzer.report.rule_sheet.faults import LINT, Faults, faults_page

    out = layout.checked()
    answer = linted(files, cards.shoe, rules, band)
    faults = Faults(*answer, files, cards.shoe, None if rules is None else load.rules(rules), band)
    return out.emit(
        lambda: faults_page(faults, full=out.roomy, for_machines=out.for_machines), lambda: LINT.of(faults)
    )


def audit(
    *,
    files: Several = argument(
        "ID|FILE",
        "Claim files by path, or those of the library by name; by default all of the library.",
        complete.claims,
        default=None,
    ),
    summary: bool = flag("--summary", "Show one row per source with the number of claims of each verdict."),
    only: Several = option(
        "--only", "VERDICT", "Show only claims with this verdict; repeatable.", complete.verdicts
    ),
    layout: LayoutOptions,
) -> int:
    """Check printed figures against the exact values: a verdict on each claim, and the reason.

    The verdicts are agrees, truncated, spreadsheet, other-convention, last-digit, wrong, cannot-say and
    unreadable. Ends with status 1 if a figure is wrong but not marked as a known error, or marked but
    correct, or if a claim cannot be read, whether it is shown or not.

    Example: baccarat audit my-claims.toml
    """
    from analyzer.audit.verdict import VERDICTS
    from analyzer.render.page import Page
    from analyzer.report import verdicts

    out = layout.checked()
    for verdict in only or ():
        if verdict not in VERDICTS:
            near = did_you_mean(verdict, VERDICTS)
            raise AnalyzerError("unknown verdict {verdict}{hint}", verdict=quoted(verdict), hint=near)
    findings = analyzer.audit(files or ())
    audited = verdicts.Audited(findings, files or (), () if summary else only or ())

    def page() -> Page:
        if not summary:
            return verdicts.findings_page(audited, full=out.roomy, for_machines=out.for_machines)
        table = verdicts.summary_table(findings, full=out.roomy)
        return Page((table,), verdicts.origin_of(audited).provenance, verdict=audited.verdict)

    document = verdicts.SUMMARY if summary else verdicts.AUDIT
    return out.emit(page, lambda: document.of(audited))


def certify(
    *,
    question: KnownCoupOptions,
    dealt: str | None = typer.Option(None, "--dealt", help="Not accepted.", hidden=True),
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """Write a certificate: exact odds in JSON, with everything needed to add them up independently.

    For every line of every bet it contains the ways by multiset of kinds of cards. A certificate is about
    whole coups, so --dealt is not accepted.

    Example: baccarat certify classic --decks 6 --bet tie -o classic.json
    """
    from analyzer.render.formats.render import readable_json

    out = Output.of("json", "4", output, force, lang)
    if dealt is not None:
        raise AnalyzerError(
            "expected no --dealt, since a certificate is about whole coups; name cards removed from the shoe "
            "with --seen, or state what is known of the coup with --given"
        )
    report = question.ask(analyzer.odds)
    # A certificate contains plain texts, so bets get their names in the language.
    translated = tuple(
        replace(value, bet=replace(value.bet, name=value.bet.title.in_language(out.words.language)))
        for value in report.valuations
    )
    out.write(readable_json(analyzer.certify(replace(report, valuations=translated))))
    remark_excluded(report.excluded)


def verify_certificate(
    *,
    file: str = argument("FILE", "A certificate; - reads standard input."),
    against: str | None = option(
        "--against",
        "VARIANT|FILE",
        "Also compare the certificate with a rule sheet: a variant, or a file of one, of bets or of rules.",
        complete.variants,
    ),
    layout: LayoutOptions,
) -> int:
    """Check a certificate by dealing every coup again, card by card, and list every difference.

    Rules, bets and variants that it does not list as the user's own must be identical to the library's. Ends
    with status 1 if the certificate is wrong, or differs from the rule sheet given; with status 2 if it
    cannot be read.

    Example: baccarat verify-certificate classic.json --against classic
    """
    from analyzer.ask.audit import sheet_of, verified
    from analyzer.audit.certificate import read
    from analyzer.report import verification

    out = layout.checked()
    raw, name = bytes_of(file, message("a certificate"), _MOST_BYTES), str(name_of(file))
    sheet = None if against is None else sheet_of(against)
    try:
        found = verified(read(raw), sheet)
    except AnalyzerError as error:
        raise AnalyzerError(joined(": ", [name_of(file), error.message])) from None
    checked = verification.Verified(found, name, (name, sha256(raw).hexdigest()))
    return out.emit(lambda: verification.page(checked), lambda: verification.VERIFICATION.of(checked))
