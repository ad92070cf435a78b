"""The faults of rule sheets, as a table or a document."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analyzer.ask.lint import Counted, FileFault
from analyzer.bets.digest import digest_of_rules
from analyzer.catalog import digests
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.render.page import Page, Verdict, shown_name, shown_names
from analyzer.render.table import Table
from analyzer.report.columns import text_columns
from analyzer.report.document import Document
from analyzer.report.fields import records, said
from analyzer.report.kinds import TEXT, one_of
from analyzer.report.names import shoe_title
from analyzer.report.origin import Origin
from analyzer.text import Message, Text, first_line, message, plural

SEVERITIES = {"error": message("error"), "warning": message("warning")}

FAVOURS_THE_BETTOR = message("bets that favour the bettor")
_SOUGHT = (
    message("lines that no coup reaches"),
    message("awards rarer than one in 100 million coups"),
    message("lines that overlap at different prices"),
    message("coups missing from a sheet that claims to be complete"),
    message("rarer lines that pay less"),
    message("bets that never win or never lose"),
)


@dataclass(frozen=True, slots=True)
class Faults:
    """The faults of rule sheets, as `lint` returns them, with the files checked and the options.

    The shoe, the rules and the band of house edges are None if they were not given.
    """

    found: Sequence[FileFault]
    counted: Sequence[Counted]
    files: Sequence[str]
    shoe: Shoe | None = None
    rules: Rules | None = None
    band: str | None = None


def origin_of(faults: Faults) -> Origin:
    """What decided the faults: the files, and the shoe, rules and band that were given."""
    known: dict[str, object] = {"shoe": faults.shoe}
    if faults.rules is not None:
        known |= {"rules": faults.rules.id, "rules_sha256": digest_of_rules(faults.rules)}
    if faults.band is not None:
        known["options"] = {"band": faults.band}
    return Origin(digests=digests.files(faults.files), known=known)


def looked_for(*others: Message, conditional: bool = False) -> Message:
    """The faults that are looked for in every bet, and `others`; always without the given condition."""
    faults = (*_SOUGHT, *others)
    if conditional:
        return message("Checked for, without the given condition: {faults}.", faults=faults)
    return message("Checked for: {faults}.", faults=faults)


def lint_verdict(faults: Faults) -> Verdict:
    """Whether there is no error; the sentence also counts warnings."""
    wrong = sum(fault.severity == "error" for fault in faults.found)
    errors = plural("{n} error", "{n} errors", wrong)
    warnings = plural("{n} warning", "{n} warnings", len(faults.found) - wrong)
    answer = message("No faults in {files}.", files=_files(faults))
    if faults.found:
        answer = message("{errors}, {warnings}.", errors=errors, warnings=warnings)
    return Verdict(answer, not wrong, tuple(_checked(faults)))


def _checked(faults: Faults) -> Iterator[Text]:
    """What was counted, file by file, and what was checked."""
    names = dict(zip(faults.files, shown_names(faults.files), strict=True))
    for file, bets, rules, shoe in faults.counted:
        yield plural(
            "{n} bet of {file}, checked by counting every deal: {rules}, {shoe}.",
            "{n} bets of {file}, checked by counting every deal: {rules}, {shoe}.",
            bets,
            file=names[file],
            rules=rules.title,
            shoe=shoe_title(shoe),
        )
    if faults.counted:
        band = message("edges outside {band}", band=faults.band or "")
        yield looked_for(FAVOURS_THE_BETTOR, *([band] if faults.band else ()))
    if rest := tuple(names[file] for file in names if file not in {of.file for of in faults.counted}):
        yield message("Read, but with no bet that can be counted: {files}.", files=rest)


def _files(faults: Faults) -> Text:
    files = faults.files
    return shown_name(files[0]) if len(files) == 1 else plural("{n} file", "{n} files", len(files))


_FAULT = (
    said("file", TEXT),
    said("where", TEXT),
    said("severity", one_of(*SEVERITIES)),
    said("message", TEXT, lambda fault: str(fault.message)),
)
LINT: Document[Faults] = Document(
    "lint",
    2,
    "lint",
    (said("findings", records(_FAULT), "found"),),
    origin_of,
    verdict=lint_verdict,
)


def faults_page(faults: Faults, *, full: bool, for_machines: bool = False) -> Page:
    """One row per fault in the files; `full` adds a column for the file. If there is no fault, there is a
    table only `for_machines`.

    A message that quotes a condition and marks a place in it is cut to its first line.
    """
    files = faults.files
    columns = text_columns(
        file=message("File"),
        where=message("Where"),
        severity=message("Severity"),
        message=message("What is wrong"),
    )
    rows = []
    for fault in faults.found:
        place = fault.where
        if not full and len(files) > 1:
            place = ": ".join(filter(None, (fault.file, place)))
        row = (place, SEVERITIES[fault.severity], first_line(fault.message))
        rows.append((fault.file, *row) if full else row)
    title = message("Faults of {files}", files=_files(faults))
    table = Table(title, columns if full else columns[1:], tuple(rows))
    shown = (table,) if rows or for_machines else ()
    return Page(shown, origin_of(faults).provenance, verdict=lint_verdict(faults))
