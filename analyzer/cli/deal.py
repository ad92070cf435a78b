"""The commands that deal shoes from a seed: `baccarat deal`, `sweep` and `prediction`."""

import re
import shlex
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

import typer

import analyzer
from analyzer.catalog import load
from analyzer.cli import complete, options
from analyzer.cli.groups import (
    CardOptions,
    LayoutOptions,
    OptionGroup,
    TermOptions,
    WholeCoupOptions,
    WholeLayoutOptions,
)
from analyzer.cli.options import Several, flag, option
from analyzer.cli.progress import Interrupted, counted, each_counted, watch
from analyzer.cli.values import not_both, whole
from analyzer.errors import AnalyzerError, RenderError
from analyzer.exact import quoted
from analyzer.render.page import Page
from analyzer.text import Text, joined, message

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from analyzer.ask.execution.checkpoint import Checkpoint
    from analyzer.game.procedure import CutCard, Procedure

MOST_SHOES = 1_000_000


class ShoeProcedure(OptionGroup):
    """A dealing procedure, and changes to it."""

    procedure: options.Procedure = ""
    burn: str | None = option(
        "--burn",
        "first-card|N",
        "Override the procedure's burn: N cards, or as many as the first card's value.",
        complete.words("first-card"),
    )
    burn_seen: str | None = option(
        "--burn-seen",
        "WHICH",
        "Override which burned cards are seen: none, first-card or all.",
        complete.seen,
    )
    cut_card: str | None = option(
        "--cut-card",
        "N|A..B",
        "Override the number of cards behind the cut card: N, or at random from A to B.",
    )
    extra_coups: str | None = option(
        "--extra-coups", "N", "Override the number of coups after the one in which the cut card shows."
    )
    reserve: bool | None = flag(
        "--reserve/--no-reserve",
        "Override whether all six cards that a coup may take are pulled before it begins.",
        default=None,
    )

    def changed(self) -> "Procedure":
        """The procedure named; if other options change a field of it, its id becomes `own`."""
        from analyzer.catalog.procedures import procedure
        from analyzer.game.procedure import OWN, Seen

        named = procedure(self.procedure)
        given: dict[str, object] = {"burn": self.burn, "seen": self.burn_seen, "reserve": self.reserve}
        if self.burn not in (None, "first-card"):
            if not (self.burn.isascii() and self.burn.isdigit()):
                raise AnalyzerError(
                    "expected --burn with first-card or a whole number of 0 or more, got {text}",
                    text=quoted(self.burn),
                )
            given["burn"] = whole("--burn", self.burn)
        if self.burn_seen not in (None, *get_args(Seen)):
            raise AnalyzerError(
                "expected --burn-seen with none, first-card or all, got {text}", text=quoted(self.burn_seen)
            )
        if self.cut_card is not None:
            given["cut_card"] = _cut_card(self.cut_card)
        if self.extra_coups is not None:
            given["extra_coups"] = whole("--extra-coups", self.extra_coups)
        known = {**named.steps, **named.manner}
        changes = {name: value for name, value in given.items() if value not in (None, known[name])}
        if not changes:
            return named
        return replace(named, id=OWN, name="", names={}, aliases=(), **changes)  # type: ignore[arg-type]


def deal(
    *,
    variant: options.VariantArgument = "standard",
    cards: CardOptions,
    rules: options.Rules = None,
    seed: options.Seed = "1",
    shoe: str = option(
        "--shoe", "N", "The number of the first shoe dealt, among the seed's shoes, from 1.", default="1"
    ),
    shoes: str = option(
        "--shoes", "N", "How many shoes to deal, 1 to 1,000,000; several have one row each.", default="1"
    ),
    procedure: options.Procedure = "random-cut-card",
    handling: ShoeProcedure,
    roads: bool = flag("--roads", "Also show the roads of the shoe."),
    record: str | None = option(
        "--record", "FILE", "Also save a record of what is dealt to FILE: .txt, .csv, .jsonl or .json."
    ),
    layout: WholeLayoutOptions,
) -> None:
    """Shuffle a shoe from a seed and deal it coup by coup: cards, totals, results, the burn, the cut card.

    The text is always shown whole.

    Example: baccarat deal --seed 7 --procedure reserve-cards
    """
    from analyzer.ask.deal import dealing, records
    from analyzer.play.roads.roads import Roads
    from analyzer.render.boards.text import board_text
    from analyzer.report.play import deal as reports

    out = layout.checked()
    first, total = whole("--shoe", shoe, least=1), whole("--shoes", shoes, least=1)
    if total > MOST_SHOES:
        raise AnalyzerError("expected --shoes with at most {most}, got {total}", most=MOST_SHOES, total=total)
    if roads and total > 1 and out.format != "json":
        raise AnalyzerError(
            "expected --roads with one shoe, got {total}; choose one with --shoe, or use --format json",
            total=total,
        )
    if record is not None:
        from analyzer.records import form_of, written

        out.check_second_file("--record", record)
        form = form_of(record)
    shuffled = dealing(
        variant,
        cards.shoe,
        seen=cards.seen,
        rules=rules,
        procedure=handling.changed(),
        seed=whole("--seed", seed),
    )
    dealt_shoes = each_counted("shoes", shuffled.dealt(first, total), total)

    def document() -> Iterator[str]:
        each = (reports.Shown(shuffled, number, dealt, roads) for number, dealt in dealt_shoes)
        return out.in_pieces(reports.DEAL.of((shuffled, ())), "shoes", map(reports.DEALT_SHOE.entry, each))

    def page() -> Page | str:
        if total > 1:
            return reports.shoes_page(shuffled, dealt_shoes)
        [(number, dealt)] = dealt_shoes
        drawn = Roads(dealt.outcomes) if roads else None
        if drawn is None or out.roomy:
            return reports.shoe_page(shuffled, number, dealt, full=out.roomy, roads=drawn)
        text = out.text(reports.shoe_page(shuffled, number, dealt, full=False))
        return f"{text}\n{board_text(drawn, out.words, width=out.width, color=out.colored)}"

    out.emit(page, document)
    if record is not None:
        recorded = each_counted("shoes", records(shuffled, first, total), total)
        out.write_second_file(record, written(recorded, form))


def sweep(
    *,
    context: typer.Context,
    question: WholeCoupOptions,
    shoes: str = option("--shoes", "N", "How many shoes to play.", default="10000"),
    seed: options.Seed = "1",
    procedure: options.Procedure = "cut-14",
    handling: ShoeProcedure,
    count: Several = option(
        "--count", "ID|FILE", "Also let a count bet on the same shoes; repeatable.", complete.counts
    ),
    tags: str | None = option("--tags", "TAGS", 'Also score your own tags, with one --bet: "0 0 -1 … 2 0".'),
    trigger: str | None = option(
        "--trigger", "T", "The lowest true count at which to bet, for counts that state none."
    ),
    threads: str | None = option(
        "--threads --workers", "T", "How many threads to use; by default one per core."
    ),
    cluster: str | None = option("--cluster", "tcp://HOST:PORT", "Play on a Dask cluster at this address."),
    resume: str | None = option(
        "--resume", "FILE", "Save progress to FILE, and continue from it if it exists."
    ),
    by_coup: bool = flag("--by-coup", "Also show the mean EV before every coup in text."),
    layout: LayoutOptions,
) -> None:
    """Play many shoes to the end, with the exact EV of every bet before every coup: yields, counts, depth.

    Example: baccarat sweep --bet dragon-7 --count how-dragon-7 --shoes 2000 --seed 7
    """
    from analyzer.analysis.sweep.result import SweepResult
    from analyzer.ask.execution.checkpoint import Checkpoint
    from analyzer.ask.question import question as resolved
    from analyzer.ask.sweep import bets_of, play, work_of
    from analyzer.report import sweep as reports

    out = layout.checked()
    wanted = whole("--shoes", shoes, least=1)
    own = {"bets": bets_of(count)} if count and not (question.bet or question.bets) else {}
    work, answered = work_of(
        question.ask(resolved, **own),
        seed=whole("--seed", seed),
        procedure=handling.changed(),
        counts=count or (),
        tags=tags,
        trigger=trigger,
    )
    checkpoint = Checkpoint(work, wanted, resume)
    players = _players(threads, cluster)
    on_progress, before = watch("shoes"), checkpoint.played.shoes
    try:
        play(
            checkpoint,
            wanted,
            players,
            lambda played: on_progress(played.shoes - before, wanted - before),
            signal.SIGINT,
            signal.SIGTERM,
        )
    except KeyboardInterrupt:
        raise Interrupted(joined("", [message("interrupted"), _keep(checkpoint, wanted, context)])) from None
    except AnalyzerError as error:
        raise AnalyzerError(joined("", [error.message, _keep(checkpoint, wanted, context)])) from None
    if resume is not None:
        checkpoint.write()
    result = SweepResult(answered, work, checkpoint.played.tally)
    out.emit(
        lambda: reports.sweep_page(result, full=out.roomy, by_coup=by_coup),
        lambda: reports.SWEEP.of(result),
        excluded=result.excluded,
    )


def _players(threads: str | None, address: str | None) -> "AbstractContextManager[Executor]":
    from analyzer.ask.execution import workers
    from analyzer.ask.execution.cluster import cluster

    if address is None:
        return workers.threads(None if threads is None else whole("--threads", threads, least=1))
    if threads is not None:
        raise not_both("--threads", "--cluster")
    return cluster(address)


def _keep(checkpoint: "Checkpoint", shoes: int, context: typer.Context) -> Text:
    """Save the shoes played to a file, and return the end of a sentence on it; empty if none were played."""
    done = checkpoint.played.shoes
    if not done:
        return ""
    try:
        file = checkpoint.write()
    except RenderError as error:
        return message(
            "; {done} of {shoes} shoes were played and are lost: {error}",
            done=done,
            shoes=shoes,
            error=error.message,
        )
    words = ["baccarat", *context.obj]
    if not any(word.partition("=")[0] == "--resume" for word in words):
        words += ["--resume", file]
    return message(
        "; {done} of {shoes} shoes are kept in {file}; continue with: {command}",
        done=done,
        shoes=shoes,
        file=repr(file),
        command=shlex.join(words),
    )


def prediction(
    *,
    variant: options.VariantArgument = "standard",
    cards: CardOptions,
    terms: TermOptions,
    coups: str = option("--coups", "N", "How many earlier results are known, 0 to 2.", default="2"),
    shoes: str = option("--shoes", "N", "How many shoes to deal and value, 2 or more.", default="300"),
    seed: options.Seed = "1",
    layout: LayoutOptions,
) -> None:
    """Show why roads do not predict: exact odds of the next coup after known results, and simulated shoes.

    Example: baccarat prediction --decks 6 --coups 1 --shoes 100 --seed 7
    """
    from analyzer.report.play.prediction import PREDICTION, prediction_page

    out = layout.checked()
    game = load.variant(variant)
    number = whole("--shoes", shoes, least=2)
    answer = analyzer.prediction(
        game,
        cards.shoe,
        coups=whole("--coups", coups),
        shoes=number,
        seed=whole("--seed", seed),
        on_progress=counted("shoes", number),
        **cards.shared,
        **terms.shared,
    )
    out.emit(lambda: prediction_page(answer), lambda: PREDICTION.of(answer))


def _cut_card(text: str) -> "CutCard":
    """The cards behind the cut card, or the fewest and the most, from the text of `--cut-card`."""
    match = re.fullmatch(r"([0-9]{1,9})(?:\.\.([0-9]{1,9}))?", text, re.ASCII)
    if match is None or (match[2] and int(match[1]) > int(match[2])):
        raise AnalyzerError(
            "expected --cut-card with a number of cards, or a range such as 14..52, got {text}",
            text=quoted(text),
        )
    fewest, most = int(match[1]), int(match[2] or match[1])
    return fewest if fewest == most else (fewest, most)
