"""The commands `baccarat certify` and `baccarat verify-certificate`."""

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli import options
from analyzer.cli.groups import KnownCoup, Layout
from analyzer.cli.input import bytes_of, name_of
from analyzer.cli.output import Output, remark_excluded
from analyzer.errors import AnalyzerError

if TYPE_CHECKING:
    from analyzer.analysis.odds import Report

_MOST_BYTES = 64_000_000


def certify(
    *,
    asked: KnownCoup,
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """Write a certificate: exact odds in JSON, with all that anyone needs to add them up again.

    For every line of every bet it holds the ways by multiset of kinds of cards. A certificate is of whole
    coups, so --dealt is refused.

    Example: baccarat certify classic --decks 6 --bet tie -o classic.json
    """
    from analyzer.ask import odds as api  # noqa: PLC0415
    from analyzer.ask.certificate import certificate  # noqa: PLC0415
    from analyzer.render.formats.render import readable_json  # noqa: PLC0415

    out = Output.of("json", "4", output, force, lang)
    if asked.dealt is not None:
        raise AnalyzerError(
            "expected no --dealt, as a certificate is of whole coups; name cards gone from the shoe with "
            "--seen, or say what is known of the coup with --given"
        )
    report = asked.ask(api.odds)
    out.write(readable_json(certificate(_titled(report, out.language))))
    remark_excluded(report)


def _titled(report: "Report", language: str) -> "Report":
    """The report whose bets are called by their names in a language: a certificate has plain texts."""
    bets = (replace(value.bet, name=value.bet.title.in_language(language)) for value in report.valuations)
    named = zip(report.valuations, bets, strict=True)
    return replace(report, valuations=tuple(replace(value, bet=bet) for value, bet in named))


def verify_certificate(
    *,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A certificate, or - for standard input.")],
    layout: Layout,
) -> int:
    """Check a certificate by dealing every coup anew, card by card, and tell every difference.

    Ends with status 0 if it holds, 1 if it is refuted, 2 if it is no certificate that can be read.

    Example: baccarat verify-certificate classic.json
    """
    from analyzer.audit.certificate import read, verify  # noqa: PLC0415
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.render.page import Page, Provenance  # noqa: PLC0415
    from analyzer.report import verdicts  # noqa: PLC0415

    out = layout.checked()
    raw, name = bytes_of(file, "a certificate", _MOST_BYTES), name_of(file)
    try:
        found = verify(read(raw), {known: load.rules(known) for known in load.rules_ids()})
    except AnalyzerError as error:
        raise AnalyzerError(f"{name}: {error}") from None
    made = Provenance((), ((name, sha256(raw).hexdigest()),))
    out.emit(
        lambda: Page((verdicts.verification_table(found, name),), made),
        lambda: verdicts.verification_document(found),
    )
    return int(not found.holds)
