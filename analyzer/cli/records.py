"""The commands on recorded shoes: `baccarat replay`, `evidence`, `settle` and `roads`."""

import re
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import analyzer
from analyzer.cli import complete, options
from analyzer.cli.groups import (
    ChipOptions,
    LayoutOptions,
    RecordedBetOptions,
    TermOptions,
    TestedRecordOptions,
)
from analyzer.cli.options import Several, argument, flag, option
from analyzer.cli.output import Output
from analyzer.cli.progress import each_counted, remark, remark_excluded
from analyzer.cli.values import bytes_of, name_of, whole, wrong_amount
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.text import joined, message, plural

if TYPE_CHECKING:
    from fractions import Fraction

    from analyzer.ask.roads import Scoreboard

_MOST_BYTES = 10_000_000

_RECORDS = (".csv", ".tsv", ".json", ".jsonl", ".ndjson")
"""Suffixes of records in formats other than plain text."""

_COMMENT = re.compile("#.*")
_OUTCOMES = re.compile(r"(?:[BPT]p?b?n?(?![^\s,])|[\s,])*")
"""A line without its comment that contains only outcomes."""

_RECORD = re.compile(r"[\d:={\[]|\b(?![BPTpbnt]+\b)[^\W\d_]{5,}|\bcut\b|[^\x00-\x7f]")
"""What nearly every record contains and a text of outcomes alone never does."""


_IGNORE = option("--ignore", "COLUMN", "Ignore a column or key that may concern money; repeatable.")


def replay(
    *,
    records: RecordedBetOptions,
    procedure: str | None = option(
        "--procedure",
        "ID|FILE",
        "The dealing procedure; by default the one that the record names, if any.",
        complete.procedures,
    ),
    chips: ChipOptions,
    ignore: Several = _IGNORE,
    odds: bool = flag("--odds", "Also show the exact odds before each coup, given the cards seen so far."),
    coups: bool = flag(
        "--coups",
        "Show every coup even if the record has several shoes; --odds does so too.",
    ),
    layout: LayoutOptions,
) -> int:
    """Deal recorded shoes again by the rules: what each coup should have been, and every deviation.

    Reads text, CSV, JSON Lines and JSON. Ends with status 1 if the record has a fault.

    Example: baccarat replay shoe.csv --procedure cut-card-coup-last --odds
    """
    from analyzer.records import read
    from analyzer.report.play.replay import REPLAY, replay_page

    out = layout.checked()
    answer = analyzer.replay(
        chain.from_iterable(map(read, records.files)),
        variant=records.variant,
        shoe=records.shoe,
        procedure=procedure,
        odds=odds,
        ignore=ignore or (),
        **chips.shared,
        **records.shared,
    )
    named = [file for file in records.files if file != "-"]
    status = out.emit(lambda: replay_page(answer, coups=coups or odds), lambda: REPLAY.of((answer, named)))
    if not answer.dealt:
        remark(message("no coup could be dealt again: the record has no cards, or none that decide a coup"))
    return status


def evidence(
    *,
    records: TestedRecordOptions,
    coups: str | None = option(
        "--coups",
        "N",
        "Instead of testing records, show what N coups recorded with their cards could reveal.",
    ),
    shoes: str | None = option(
        "--shoes", "N", "With --coups, how many shoes the coups take; by default as few as possible."
    ),
    alpha: str = option("--alpha", "RATE", "The probability that fair records raise an alarm.", default="1%"),
    confidence: str = option(
        "--confidence", "RATE", "The confidence level of the limits for each RTP.", default="99%"
    ),
    layout: LayoutOptions,
) -> int:
    """Test whether recorded coups are like those of a fair shoe; all records are tested together.

    Tests outcomes and bets, the order of coups and cards, the cards dealt, copies and times. States which
    tests ran, which could not run and why, and what this much data could have revealed; --coups computes
    that in advance. Reads text, CSV, JSON Lines and JSON. Ends with status 1 if there is an alarm, if coups
    contradict their cards, or if times are impossible.

    Example: baccarat evidence shoe.csv --alpha 1% --bet banker
    """
    from analyzer.records import read
    from analyzer.report.play.evidence import EVIDENCE, evidence_page

    out = layout.checked()
    files = records.files or ()
    if coups is not None:
        return _planned(records, coups, shoes, alpha, out)
    if shoes is not None:
        raise AnalyzerError("--coups N is required with --shoes")
    if not files:
        raise AnalyzerError("a record is required, or --coups N to show what one could reveal")
    names = [file for file in files if file != "-"]
    for file in dict.fromkeys(file for file in names if names.count(file) > 1):
        remark(message("{file} is given more than once: its coups are counted each time", file=repr(file)))
    answer = analyzer.evidence(
        each_counted("shoes", chain.from_iterable(map(read, files))),
        records.variant,
        records.shoe,
        alpha=alpha,
        confidence=confidence,
        **records.shared,
    )
    status = out.emit(lambda: evidence_page(answer, names), lambda: EVIDENCE.of((answer, names)))
    if answer.unread:
        remark(message("some places could not be read and are left out; `baccarat replay` lists them"))
    for untested in answer.untested:
        remark(message("left out: no recorded coup settles bet {bet}", bet=repr(untested.reference)))
    return status


def _planned(records: TestedRecordOptions, coups: str, shoes: str | None, alpha: str, out: Output) -> int:
    """Show what future records could reveal."""
    from analyzer.report.play.evidence_plan import PLAN, plan_page

    if records.files:
        raise AnalyzerError(
            "expected a record or --coups, got both; leave out {file}", file=quoted(records.files[0])
        )
    answer = analyzer.evidence_plan(
        whole("--coups", coups, 1),
        "standard" if records.variant is None else records.variant,
        records.shoe,
        shoes=None if shoes is None else whole("--shoes", shoes, 1),
        alpha=alpha,
        **records.shared,
    )
    return out.emit(lambda: plan_page(answer), lambda: PLAN.of(answer))


def settle(
    *,
    file: str = argument("FILE|-", "A record; - reads standard input."),
    variant: str | None = option(
        "--variant",
        "ID|FILE",
        "The variant played; by default the one that the record names.",
        complete.variants,
    ),
    stakes: str | None = option(
        "--stakes",
        "FILE",
        "Read the stakes from FILE, as CSV or JSON (coup, bet, stake …), not from the record.",
    ),
    stake: Several = option(
        "--stake", "[BETTOR@]BET=AMOUNT", "Also stake this on every coup, such as tie=5; repeatable."
    ),
    balance: Several = option(
        "--balance", "[BETTOR=]AMOUNT", "The money that each bettor, or this one, starts with; repeatable."
    ),
    limits: str | None = option(
        "--limits", "ID|FILE", "The table's limits, such as player-banker-difference.", complete.limits
    ),
    chips: ChipOptions,
    ignore: Several = _IGNORE,
    bets: options.Bets = None,
    terms: TermOptions,
    layout: LayoutOptions,
) -> int:
    """Settle the stakes on the coups of a record: gains, commission, pushes, limits, balances, chips.

    Ends with status 1 if the record states another result, or a place in it could not be read.

    Example: baccarat settle shoe.txt --stake banker=25 --balance 500 --chip 1 --rounding down
    """
    from analyzer.catalog.reference import is_path
    from analyzer.report.play.settle import SETTLE, settle_page

    out = layout.checked()
    answer = analyzer.settle(
        file,
        variant=variant,
        bet_files=bets or (),
        stakes=stakes,
        stake=_amounts("--stake", stake or ()),
        balance=_balances(balance or ()),
        limits=limits,
        ignore=ignore or (),
        **chips.shared,
        **terms.shared,
    )
    named = (file, stakes, limits if limits and is_path(limits) else None)
    paths = [name for name in named if name is not None and name != "-"]
    status = out.emit(lambda: settle_page(answer, paths, room=out.room), lambda: SETTLE.of((answer, paths)))
    if answer.missed:
        remark(
            plural(
                "{n} place of the record could not be read: no stake there is settled; see `baccarat replay`",
                "{n} places of the record could not be read: no stakes there are settled; see "
                "`baccarat replay`",
                len(answer.missed),
            )
        )
    remark_excluded(answer.excluded)
    return status


def _amounts(option: str, texts: Iterable[str]) -> dict[str, "Fraction"]:
    from analyzer.records.values import money

    amounts: dict[str, Fraction] = {}
    for text in texts:
        name, equals, amount = (part.strip() for part in text.rpartition("="))
        if not (name and equals) or name.endswith("@"):
            form = ("BETTOR=AMOUNT", "anna=500") if option == "--balance" else ("BET=AMOUNT", "tie=5")
            raise wrong_amount(option, *form, text)
        if name in amounts:
            raise AnalyzerError("{option} gives {name} twice", option=option, name=quoted(name))
        amounts[name] = money(amount, message("an amount of {field}", field=option))
    return amounts


def _balances(texts: Iterable[str]) -> dict[str, "Fraction"] | None:
    """The balances of bettors by name; None if no balance is given."""
    from analyzer.ask.settle import EVERYBODY

    return _amounts("--balance", (text if "=" in text else f"{EVERYBODY}={text}" for text in texts)) or None


def roads(
    file: str = argument(
        "FILE|-",
        'Coups in order, such as "B Pp T Bbn" (# begins a comment), or a recorded shoe in any form that '
        "`baccarat replay` reads; - reads standard input.",
    ),
    rows: str = option("--rows", "N", "The rows of each road.", default="6"),
    columns: str | None = option(
        "--columns",
        "N",
        "Show only the last N columns of each road in text, SVG and HTML; by default all, or in text as many "
        "as fit.",
    ),
    shoe: str | None = option("--shoe", "ID", "The shoe to show, if a record has several."),
    variant: str | None = option(
        "--variant",
        "ID|FILE",
        "The variant played, for recorded cards; by default the one that the record names, or standard.",
        complete.variants,
    ),
    format: str | None = option(
        "-f --format",
        "FORMAT",
        "text, json, svg, html, md, csv, latex, xlsx or pdf; by default that of the suffix of -o.",
        complete.pictures,
    ),
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """Draw the roads of a shoe: bead plate, big road, big eye boy, small road, cockroach road, ask road.

    The text is always shown whole.

    Example: echo "B B Pp T P B" | baccarat roads - --format svg -o roads.svg
    """
    from analyzer.ask.roads import MOST_COLUMNS, Scoreboard
    from analyzer.render.boards.phrases import heading
    from analyzer.render.boards.svg import board_html, board_svg
    from analyzer.render.boards.tables import provenance, roads_page
    from analyzer.render.boards.text import board_text

    out = Output.of(format, "4", output, force, lang, also=("svg",))
    most = None if columns is None else whole("--columns", columns, 1)
    if most is not None and most > MOST_COLUMNS:
        raise AnalyzerError(
            "expected --columns from 1 to {most}, got {text}", most=MOST_COLUMNS, text=quoted(columns)
        )
    height = whole("--rows", rows, 1)
    if variant is not None:
        from analyzer.catalog import load

        load.variant(variant)  # coups without cards do not need it, but a wrong one is an error anyway
    Scoreboard(rows=height)  # raises an error for rows out of range before the file is read
    id, board = _board(file, shoe, variant, height)
    words = out.words
    if board.faulty:
        remark(heading(board, id))
    if out.format == "html":
        out.write(board_html(board, words, columns=most, shoe=id))
    elif out.format == "text":
        origin = provenance(board)
        text = board_text(
            board, words, width=out.width, columns=most, color=out.colored, shoe=id, provenance=origin
        )
        out.write(text)
    elif out.format == "svg":
        out.write(board_svg(board, words, columns=most, shoe=id, provenance=provenance(board)))
    else:
        from analyzer.report.play.roads import ROADS

        out.emit(lambda: roads_page(board, id), lambda: ROADS.of(board))


def _board(file: str, shoe: str | None, variant: str | None, rows: int) -> tuple[str | None, "Scoreboard"]:
    """The id of a shoe, None if it is the only one, and its roads, read from a file or standard input."""
    from analyzer.ask.roads import Scoreboard

    if Path(file).suffix.lower() in _RECORDS and not _has_only_outcomes(file):
        return _recorded(None, file, shoe, variant, rows)
    raw = bytes_of(file, message("a record"), _MOST_BYTES)
    try:
        text = raw.decode("utf-8-sig")
        if shoe is None and not _RECORD.search(_COMMENT.sub("", text)):
            return None, Scoreboard(text, rows)
    except UnicodeDecodeError as error:
        fault = message("expected text in UTF-8, got other bytes at {place}", place=str(error.start))
        raise AnalyzerError(joined(": ", [name_of(file), fault])) from None
    except AnalyzerError as error:
        raise AnalyzerError(joined(": ", [name_of(file), error.message])) from None
    return _recorded(text, file, shoe, variant, rows)


def _has_only_outcomes(file: str) -> bool:
    """Whether a file named like a record contains only outcomes, or nothing."""
    try:
        with Path(file).open(encoding="utf-8-sig", errors="replace") as lines:
            return all(_OUTCOMES.fullmatch(_COMMENT.sub("", line)) for line in lines)
    except (OSError, ValueError):  # the reader of records reports why it cannot be read
        return False


def _recorded(
    text: str | None, file: str, shoe: str | None, variant: str | None, rows: int
) -> tuple[str | None, "Scoreboard"]:
    """The same for a record, from its text, or from its file if the text is None."""
    from analyzer.ask.roads import chosen, recorded_roads
    from analyzer.records import read, read_text

    shoes = list(read(file) if text is None else read_text(text, name=str(name_of(file))))
    try:
        found = chosen(shoes, shoe)
        return found.id if len(shoes) > 1 else None, recorded_roads(found, variant, rows)
    except AnalyzerError as error:
        raise AnalyzerError(joined(": ", [name_of(file), error.message])) from None
