"""The commands `baccarat certify` and `baccarat verify-certificate`."""

from hashlib import sha256
from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.input import bytes_of, name_of
from analyzer.cli.odds import prices, shoe_of
from analyzer.cli.output import Output, remark_left_out
from analyzer.errors import AnalyzerError

_MOST_BYTES = 64_000_000


def certify(
    variant: options.VariantArgument = "standard",
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    dealt: options.Dealt = None,
    given: options.Given = None,
    bet: options.Bet = None,
    bets: options.Bets = None,
    rules: options.Rules = None,
    pay: options.Pay = None,
    commission: options.Commission = None,
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """Write a certificate: exact odds in JSON, with all that anyone needs to add them up again.

    For every line of every bet it holds the ways by multiset of kinds of cards. A certificate is of whole
    coups, so --dealt is refused.

    Example: baccarat certify classic --decks 6 --bet tie -o classic.json
    """
    from analyzer import api  # noqa: PLC0415
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.publish.certificate import certificate  # noqa: PLC0415
    from analyzer.publish.readable_json import readable_json  # noqa: PLC0415

    out = Output.of("json", "4", output, force, lang)
    if dealt is not None:
        raise AnalyzerError(
            "expected no --dealt, as a certificate is of whole coups; name cards gone from the shoe with "
            "--seen, or say what is known of the coup with --given"
        )
    game = load.variant(variant)
    report = api.odds(
        game,
        shoe_of(decks, remaining),
        seen=seen,
        given=given,
        bets=bet or None,
        bet_files=bets or (),
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
    ).named(out.language)
    out.write(readable_json(certificate(report, game.id)))
    remark_left_out(report)


def verify_certificate(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A certificate, or - for standard input.")],
    format: options.Format = "text",
    digits: options.Digits = "4",
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> int:
    """Check a certificate by dealing every coup anew, card by card, and tell every difference.

    Ends with status 0 if it holds, 1 if it is refuted, 2 if it is no certificate that can be read.

    Example: baccarat verify-certificate classic.json
    """
    from analyzer.audit.certificate import read, verify  # noqa: PLC0415
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.publish.page import Page  # noqa: PLC0415
    from analyzer.publish.provenance import Provenance  # noqa: PLC0415
    from analyzer.publish.reports import verification  # noqa: PLC0415

    out = Output.of(format, digits, output, force, lang)
    raw, name = bytes_of(file, "a certificate", _MOST_BYTES), name_of(file)
    try:
        found = verify(read(raw), {known: load.rules(known) for known in load.rules_ids()})
    except AnalyzerError as error:
        raise AnalyzerError(f"{name}: {error}") from None
    made = Provenance((), ((name, sha256(raw).hexdigest()),))
    out.emit(lambda: Page((verification.table(found, name),), made), lambda: verification.document(found))
    return int(not found.holds)
