"""The commands `baccarat certify` and `baccarat verify-certificate`."""

from dataclasses import replace
from hashlib import sha256

import analyzer
from analyzer.cli import options
from analyzer.cli.groups import KnownCoupOptions, LayoutOptions
from analyzer.cli.options import argument
from analyzer.cli.output import Output
from analyzer.cli.remarks import remark_excluded
from analyzer.cli.values import bytes_of, name_of
from analyzer.errors import AnalyzerError

_MOST_BYTES = 64_000_000


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
    *, file: str = argument("FILE", "A certificate, or - for standard input."), layout: LayoutOptions
) -> int:
    """Check a certificate by dealing every coup anew, card by card, and tell every difference.

    Ends with status 0 if it holds, 1 if it is refuted, 2 if it is no certificate that can be read.

    Example: baccarat verify-certificate classic.json
    """
    from analyzer.audit.certificate import read, verify
    from analyzer.catalog import load
    from analyzer.render.page import Page, Provenance
    from analyzer.report import verdicts

    out = layout.checked()
    raw, name = bytes_of(file, "a certificate", _MOST_BYTES), name_of(file)
    try:
        found = verify(read(raw), {known: load.rules(known) for known in load.rules_ids()})
    except AnalyzerError as error:
        raise AnalyzerError(f"{name}: {error}") from None
    digest = (name, sha256(raw).hexdigest())
    out.emit(
        lambda: Page((verdicts.verification_table(found, name),), Provenance((), (digest,))),
        lambda: verdicts.VERIFICATION.of((found, digest)),
    )
    return int(not found.holds)
