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
from analyzer.cli.values import bytes_of, name_of, whole
from analyzer.errors import AnalyzerError
from analyzer.exact import grouped, quoted

if TYPE_CHECKING:
    from fractions import Fraction

    from analyzer.ask.roads import Scoreboard

_MOST_BYTES = 10_000_000

_RECORDS = (".csv", ".tsv", ".json", ".jsonl", ".ndjson")
"""Suffixes of records in other formats than plain text."""

_COMMENT = re.compile("#.*")
_OUTCOMES = re.compile(r"(?:[BPT]p?b?n?(?![^\s,])|[\s,])*")
"""A line, without its comment, that holds nothing but outcomes."""

_RECORD = re.compile(r"[\d:={\[]|\b(?![BPTpbnt]+\b)[^\W\d_]{5,}|\bcut\b|[^\x00-\x7f]")
"""What nearly every record contains, and a text of outcomes alone never does."""


_IGNORE = option(
    "--ignore", "COLUMN", "A column or key that may concern money, to be passed over; may be repeated."
)


def replay(
    *,
    records: RecordedBetOptions,
    procedure: str | None = option(
        "--procedure", "ID|FILE", "The burn, the cut card and coups after it.", complete.procedures
    ),
    chips: ChipOptions,
    ignore: Several = _IGNORE,
    odds: bool = flag("--odds", "Exact odds before each coup, from the cards nobody has seen."),
    coups: bool = flag("--coups", "Every coup, also where the record has several shoes; so does --odds."),
    layout: LayoutOptions,
) -> int:
    """A recorded shoe dealt again by the rules: what each coup should have been, and every deviation.

    Reads text, CSV, JSON lines and JSON. Ends with status 1 on a fault of the record.

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
        remark("no coup could be dealt again: the record has no cards, or none that decide a coup")
    return status


def evidence(
    *,
    records: TestedRecordOptions,
    coups: str | None = option(
        "--coups", "N", "Instead of records: what N coups, recorded with their cards, could show."
    ),
    shoes: str | None = option(
        "--shoes", "N", "With --coups: in how many shoes; by default as few as can hold the coups."
    ),
    alpha: str = option("--alpha", "RATE", "How often fair records may raise an alarm.", default="1%"),
    confidence: str = option(
        "--confidence", "RATE", "The confidence of the limits of each RTP.", default="99%"
    ),
    layout: LayoutOptions,
) -> int:
    """Test whether recorded coups are like those of a fair shoe, all records together.

    Tests outcomes and bets, the order of coups and cards, the cards dealt, copies and times. States which
    tests ran, which could not and why, and what this much data could have found (--coups: beforehand).
    Reads text, CSV, JSON lines and JSON. Ends with status 1 on an alarm, or if cards contradict a coup.

    Example: baccarat evidence shoe.csv --alpha 1% --bet banker
    """
    from analyzer.records import read
    from analyzer.report.play.evidence import EVIDENCE, evidence_page

    out = layout.checked()
    files = records.files or ()
    if coups is not None:
        return _planned(records, coups, shoes, alpha, out)
    if not files or shoes is not None:
        option = "--coups N" if shoes is not None else "a record, or --coups N for what one could show"
        raise AnalyzerError(f"expected {option}, got {'--shoes alone' if shoes is not None else 'neither'}")
    names = [file for file in files if file != "-"]
    for file in dict.fromkeys(file for file in names if names.count(file) > 1):
        remark(f"{file!r} is tested more than once: its coups count as often")
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
        remark("some places could not be read, and are left out; baccarat replay names each")
    for untested in answer.untested:
        remark(f"left out: the records settle bet {untested.reference!r} in no coup")
    return status


def _planned(records: TestedRecordOptions, coups: str, shoes: str | None, alpha: str, out: Output) -> int:
    """What records yet to be made could show."""
    from analyzer.report.play.evidence_plan import PLAN, plan_page

    if records.files:
        raise AnalyzerError(f"expected a record or --coups, got both; leave out {quoted(records.files[0])}")
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
    file: str = argument("FILE|-", "A record; - reads it from stdin."),
    variant: str | None = option(
        "--variant", "ID|FILE", "What offers the bets; else what the record says.", complete.variants
    ),
    stakes: str | None = option(
        "--stakes", "FILE", "Stakes as CSV or JSON (coup, bet, stake …), not the record's own."
    ),
    stake: Several = option(
        "--stake", "[BETTOR@]BET=AMOUNT", "Staked on every coup besides, such as tie=5; may be repeated."
    ),
    balance: Several = option(
        "--balance", "[BETTOR=]AMOUNT", "What each bettor brings, or one of them; may be repeated."
    ),
    limits: str | None = option(
        "--limits", "ID|FILE", "Limits of the table, such as first-seed.", complete.limits
    ),
    chips: ChipOptions,
    ignore: Several = _IGNORE,
    bets: options.Bets = None,
    terms: TermOptions,
    layout: LayoutOptions,
) -> int:
    """Stakes on the coups of a record settled: gains, commission, pushes, limits, balances, chips.

    Ends with status 1 if the record says otherwise or a place in it could not be read.

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
        places = "1 place" if len(answer.missed) == 1 else f"{len(answer.missed)} places"
        remark(f"{places} of the record could not be read, and nothing there is settled; see baccarat replay")
    remark_excluded(answer.excluded)
    return status


def _amounts(option: str, texts: Iterable[str]) -> dict[str, "Fraction"]:
    from analyzer.records.values import money

    amounts: dict[str, Fraction] = {}
    for text in texts:
        name, equals, amount = (part.strip() for part in text.rpartition("="))
        if not (name and equals) or name.endswith("@"):
            form = "BETTOR=AMOUNT such as anna=500" if option == "--balance" else "BET=AMOUNT such as tie=5"
            raise AnalyzerError(f"expected {option} {form}, got {quoted(text)}")
        if name in amounts:
            raise AnalyzerError(f"expected one {option} on {quoted(name)}, got two")
        amounts[name] = money(amount, option)
    return amounts


def _balances(texts: Iterable[str]) -> dict[str, "Fraction"] | None:
    """The balances of bettors by name; None if no balance is given."""
    from analyzer.ask.settle import EVERYBODY

    return _amounts("--balance", (text if "=" in text else f"{EVERYBODY}={text}" for text in texts)) or None


def roads(
    file: str = argument(
        "FILE|-",
        'Coups in order, such as "B Pp T Bbn" (# begins a comment), or a recorded shoe in any form that '
        "replay reads; - is stdin.",
    ),
    rows: str = option("--rows", "N", "Rows of the paper.", default="6"),
    columns: str | None = option(
        "--columns",
        "N",
        "Columns of each road's paper in text, svg and html; the earliest are left out. Else all, in "
        "text as many as have room.",
    ),
    shoe: str | None = option("--shoe", "ID", "Which shoe of a record of several."),
    variant: str | None = option(
        "--variant",
        "ID|FILE",
        "How recorded cards were dealt; else as the record says, or standard.",
        complete.variants,
    ),
    format: str | None = option(
        "-f --format",
        "FORMAT",
        "text, json, svg, html, md, csv, latex, xlsx or pdf; else by the suffix of -o.",
        complete.pictures,
    ),
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """The roads of a shoe: bead plate, big road, big eye boy, small road, cockroach road, ask road.

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
        raise AnalyzerError(f"expected --columns from 1 to {grouped(MOST_COLUMNS)}, got {quoted(columns)}")
    height = whole("--rows", rows, 1)
    if variant is not None:
        from analyzer.catalog import load

        load.variant(variant)  # coups without cards do not need it, but a wrong one is an error all the same
    Scoreboard(rows=height)  # refuses rows out of range before the file is read
    id, board = _board(file, shoe, variant, height)
    words = out.words
    if board.faulty:
        remark(str(heading(board, id)))
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
    """The id of a shoe, None if it is the only one, and its roads, from a file or standard input."""
    from analyzer.ask.roads import Scoreboard

    name = name_of(file)
    if Path(file).suffix.lower() in _RECORDS and not _has_only_outcomes(file):
        return _recorded(None, file, name, shoe, variant, rows)
    raw = bytes_of(file, "a record", _MOST_BYTES)
    try:
        text = raw.decode("utf-8-sig")
        if shoe is None and not _RECORD.search(_COMMENT.sub("", text)):
            return None, Scoreboard(text, rows)
    except UnicodeDecodeError as error:
        raise AnalyzerError(f"{name}: expected text in UTF-8, got other bytes at {error.start}") from None
    except AnalyzerError as error:
        raise AnalyzerError(f"{name}: {error}") from None
    return _recorded(text, file, name, shoe, variant, rows)


def _has_only_outcomes(file: str) -> bool:
    """Whether a file named like a record holds nothing but outcomes, or nothing at all."""
    try:
        with Path(file).open(encoding="utf-8-sig", errors="replace") as lines:
            return all(_OUTCOMES.fullmatch(_COMMENT.sub("", line)) for line in lines)
    except (OSError, ValueError):  # the reader of records reports why it cannot be read
        return False


def _recorded(
    text: str | None, file: str, name: str, shoe: str | None, variant: str | None, rows: int
) -> tuple[str | None, "Scoreboard"]:
    """What `_board` returns, for a record: from its text, or from its file where the text is None."""
    from analyzer.ask.roads import chosen, recorded_roads
    from analyzer.records import read, read_text

    shoes = list(read(file) if text is None else read_text(text, name=name))
    try:
        found = chosen(shoes, shoe)
        return found.id if len(shoes) > 1 else None, recorded_roads(found, variant, rows)
    except AnalyzerError as error:
        raise AnalyzerError(f"{name}: {error}") from None
