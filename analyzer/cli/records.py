"""The commands on recorded shoes: `baccarat replay`, `evidence` and `settle`."""

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

import analyzer
from analyzer.cli import complete, options
from analyzer.cli.groups import ChipOptions, LayoutOptions, RecordedBetOptions, TermOptions
from analyzer.cli.options import Several, argument, flag, option
from analyzer.cli.progress import each_counted, remark, remark_excluded
from analyzer.errors import AnalyzerError
from analyzer.exact import asked_ratio, quoted

if TYPE_CHECKING:
    from fractions import Fraction


def replay(
    *,
    records: RecordedBetOptions,
    procedure: str | None = option(
        "--procedure", "ID|FILE", "The burn, the cut card and coups after it.", complete.procedures
    ),
    chips: ChipOptions,
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
        **chips.shared,
        **records.shared,
    )
    named = [file for file in records.files if file != "-"]
    out.emit(lambda: replay_page(answer, coups=coups or odds), lambda: REPLAY.of((answer, named)))
    if not answer.dealt:
        remark("no coup could be dealt again: the record has no cards, or none that decide a coup")
    return int(answer.faults > 0)


def evidence(
    *,
    records: RecordedBetOptions,
    alpha: str = option("--alpha", "RATE", "How often fair records may raise an alarm.", default="1%"),
    confidence: str = option(
        "--confidence", "RATE", "The confidence of the limits of each RTP.", default="99%"
    ),
    layout: LayoutOptions,
) -> int:
    """Whether recorded coups come as they come off a fair shoe: all records tested together.

    Reads text, CSV, JSON lines and JSON. Ends with status 1 on an alarm, or if cards contradict a coup.

    Example: baccarat evidence shoe.csv --alpha 1% --bet banker
    """
    from analyzer.records import read
    from analyzer.report.play.evidence import EVIDENCE, evidence_page

    out = layout.checked()
    names = [file for file in records.files if file != "-"]
    for file in dict.fromkeys(file for file in names if names.count(file) > 1):
        remark(f"{file!r} is tested more than once: its coups count as often")
    answer = analyzer.evidence(
        each_counted("shoes", chain.from_iterable(map(read, records.files))),
        records.variant,
        records.shoe,
        alpha=alpha,
        confidence=confidence,
        **records.shared,
    )
    out.emit(lambda: evidence_page(answer, names), lambda: EVIDENCE.of((answer, names)))
    if answer.unread:
        remark("some places could not be read, and are left out; baccarat replay names each")
    for untested in answer.untested:
        remark(f"left out: bet {untested.reference!r} is settled in no coup by what the records tell")
    return int(answer.alarm or not answer.faultless)


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
    bets: options.Bets = None,
    terms: TermOptions,
    layout: LayoutOptions,
) -> None:
    """Stakes on the coups of a record settled: gains, commission, pushes, limits, balances, chips.

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
        **chips.shared,
        **terms.shared,
    )
    named = (file, stakes, limits if limits and is_path(limits) else None)
    paths = [name for name in named if name is not None and name != "-"]
    out.emit(lambda: settle_page(answer, paths, full=out.roomy), lambda: SETTLE.of((answer, paths)))
    if answer.missed:
        places = "1 place" if len(answer.missed) == 1 else f"{len(answer.missed)} places"
        remark(f"{places} of the record could not be read, and nothing there is settled; see baccarat replay")
    remark_excluded(answer.excluded)


def _amounts(option: str, texts: Iterable[str]) -> dict[str, "Fraction"]:
    amounts: dict[str, Fraction] = {}
    for text in texts:
        name, equals, amount = (part.strip() for part in text.rpartition("="))
        if not (name and equals) or name.endswith("@"):
            form = "BETTOR=AMOUNT such as anna=500" if option == "--balance" else "BET=AMOUNT such as tie=5"
            raise AnalyzerError(f"expected {option} {form}, got {quoted(text)}")
        if name in amounts:
            raise AnalyzerError(f"expected one {option} on {quoted(name)}, got two")
        amounts[name] = asked_ratio(option, amount)
    return amounts


def _balances(texts: Iterable[str]) -> dict[str, "Fraction"] | None:
    """The balances of bettors by name; None if no balance is given."""
    from analyzer.ask.settle import EVERYBODY

    return _amounts("--balance", (text if "=" in text else f"{EVERYBODY}={text}" for text in texts)) or None
