"""The commands that check: `baccarat lint`, `audit`, `certify` and `verify-certificate`."""

from dataclasses import replace
from hashlib import sha256

import analyzer
from analyzer.cli import complete, options
from analyzer.cli.groups import DeckOptions, KnownCoupOptions, LayoutOptions
from analyzer.cli.options import Several, argument, flag, option
from analyzer.cli.output import Output
from analyzer.cli.progress import remark_excluded
from analyzer.cli.values import bytes_of, name_of
from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted

_MOST_BYTES = 64_000_000


def lint(
    *,
    files: list[str] = argument(
        "FILE", "Files of bets, variants, rules, claims, counts, procedures or limits."
    ),
    cards: DeckOptions,
    rules: options.Rules = None,
    band: str | None = option("--band", "LOW..HIGH", "House edges allowed, such as 5%..20%."),
    layout: LayoutOptions,
) -> int:
    """Find the faults of rule sheets by counting every deal.

    Ends with status 1 if there is an error; warnings alone are no error.

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
        "Claim files by path, or the library's by name; all of the library by default.",
        complete.claims,
        default=None,
    ),
    summary: bool = flag("--summary", "Count the verdicts by source."),
    only: Several = option(
        "--only", "VERDICT", "Show only claims of this verdict; may be repeated.", complete.verdicts
    ),
    layout: LayoutOptions,
) -> int:
    """Hold printed figures against the exact ones: a verdict on each, and the reason.

    The verdicts: agrees, truncated, spreadsheet, other-convention, last-digit, wrong, cannot-say, unreadable.
    Ends with status 1 if a figure is wrong and not marked as a known error, or marked and right, or if a
    claim cannot be read, shown or not.

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
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """Write a certificate: exact odds in JSON, with all that anyone needs to add them up again.

    For every line of every bet it holds the ways by multiset of kinds of cards. A certificate is of whole
    coups, so --dealt is refused.

    Example: baccarat certify classic --decks 6 --bet tie -o classic.json
    """
    from analyzer.render.formats.render import readable_json

    out = Output.of("json", "4", output, force, lang)
    if question.dealt is not None:
        raise AnalyzerError(
            "expected no --dealt, as a certificate is of whole coups; name cards gone from the shoe with "
            "--seen, or say what is known of the coup with --given"
        )
    report = question.ask(analyzer.odds)
    # A certificate has plain texts, so bets are called by their names in the language.
    translated = tuple(
        replace(value, bet=replace(value.bet, name=value.bet.title.in_language(out.words.language)))
        for value in report.valuations
    )
    out.write(readable_json(analyzer.certify(replace(report, valuations=translated))))
    remark_excluded(report.excluded)


def verify_certificate(
    *,
    file: str = argument("FILE", "A certificate, or - for standard input."),
    against: str | None = option(
        "--against",
        "VARIANT|FILE",
        "A rule sheet to compare it with: a variant, or a file of one, of bets or of rules.",
        complete.variants,
    ),
    layout: LayoutOptions,
) -> int:
    """Check a certificate by dealing every coup anew, card by card, and list every difference.

    Names of the library must stand for what the library has. Ends with status 0 if it holds, and agrees with
    the rule sheet if one is given; 1 if not; 2 if it is no certificate that can be read.

    Example: baccarat verify-certificate classic.json --against classic
    """
    from analyzer.ask.audit import sheet_of, verified
    from analyzer.audit.certificate import read
    from analyzer.report import verification

    out = layout.checked()
    raw, name = bytes_of(file, "a certificate", _MOST_BYTES), name_of(file)
    sheet = None if against is None else sheet_of(against)
    try:
        found = verified(read(raw), sheet)
    except AnalyzerError as error:
        raise AnalyzerError(f"{name}: {error}") from None
    checked = verification.Verified(found, name, (name, sha256(raw).hexdigest()))
    return out.emit(lambda: verification.page(checked), lambda: verification.VERIFICATION.of(checked))
