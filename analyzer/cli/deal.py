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
from analyzer.cli.values import whole
from analyzer.errors import AnalyzerError, RenderError
from analyzer.exact import grouped, quoted
from analyzer.render.page import Page

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from analyzer.ask.execution.checkpoint import Checkpoint
    from analyzer.game.procedure import CutCard, Procedure

MOST_SHOES = 1_000_000


class ShoeProcedure(OptionGroup):
    """A procedure, and changes to it."""

    procedure: options.Procedure = ""
    burn: str | None = option(
        "--burn",
        "first-card|N",
        "Cards burned, instead: N, or as many as the first shows.",
        complete.words("first-card"),
    )
    burn_seen: str | None = option(
        "--burn-seen", "WHICH", "none, first-card or all of the burn is seen.", complete.seen
    )
    cut_card: str | None = option(
        "--cut-card", "N|A..B", "Cards behind the cut card, instead; at random from A to B."
    )
    extra_coups: str | None = option("--extra-coups", "N", "Coups after the one in which it shows, instead.")
    reserve: bool | None = flag(
        "--reserve/--no-reserve",
        "All cards a coup may take are pulled ahead, or none, instead.",
        default=None,
    )

    def changed(self) -> "Procedure":
        """The procedure of the id or file; if other options change a field of it, its id becomes `own`."""
        from analyzer.catalog.procedures import procedure
        from analyzer.game.procedure import OWN, Seen

        named = procedure(self.procedure)
        given: dict[str, object] = {"burn": self.burn, "seen": self.burn_seen, "reserve": self.reserve}
        if self.burn not in (None, "first-card"):
            given["burn"] = whole("--burn first-card or --burn", self.burn)
        if self.burn_seen not in (None, *get_args(Seen)):
            got = quoted(self.burn_seen)
            raise AnalyzerError(f"expected --burn-seen with none, first-card or all, got {got}")
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
    shoe: str = option("--shoe", "N", "Which of the seed's shoes, from 1.", default="1"),
    shoes: str = option("--shoes", "N", "How many shoes, from that one on; a row each.", default="1"),
    procedure: options.Procedure = "random-cut-card",
    handling: ShoeProcedure,
    roads: bool = flag("--roads", "Also the roads of the shoe."),
    record: str | None = option(
        "--record", "FILE", "Also a record, in a file *.txt, *.csv, *.jsonl or *.json."
    ),
    layout: WholeLayoutOptions,
) -> None:
    """A shoe shuffled from a seed and dealt coup by coup: cards, totals, results, the burn, the cut card.

    Example: baccarat deal --seed 7 --procedure reserve-cards
    """
    from analyzer.ask.deal import dealing, records
    from analyzer.play.roads.roads import Roads
    from analyzer.render.boards.text import board_text
    from analyzer.report.play import deal as reports

    out = layout.checked()
    first, total = whole("--shoe", shoe, least=1), whole("--shoes", shoes, least=1)
    if total > MOST_SHOES:
        raise AnalyzerError(f"expected --shoes with at most {grouped(MOST_SHOES)}, got {grouped(total)}")
    if roads and total > 1 and out.format != "json":
        raise AnalyzerError(
            f"expected --roads of one shoe, got {grouped(total)}; choose one with --shoe, or --format json"
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
    shoes: str = option("--shoes", "N", "How many shoes are played.", default="10000"),
    seed: options.Seed = "1",
    procedure: options.Procedure = "cut-14",
    handling: ShoeProcedure,
    count: Several = option(
        "--count", "ID|FILE", "A count that bets on the same shoes; may be repeated.", complete.counts
    ),
    tags: str | None = option("--tags", "TAGS", 'Tags of your own for the one --bet: "0 0 -1 … 2 0".'),
    trigger: str | None = option("--trigger", "T", "Least true count to bet at, where a count says none."),
    threads: str | None = option("--threads --workers", "T", "Threads that play; else one for each core."),
    cluster: str | None = option("--cluster", "tcp://HOST:PORT", "Let a Dask cluster play."),
    resume: str | None = option("--resume", "FILE", "Keep what is played in a file, and go on from it."),
    by_coup: bool = flag("--by-coup", "Also the mean EV before every coup, as text."),
    layout: LayoutOptions,
) -> None:
    """Shoes played to the end, with the exact EV of every bet before every coup: yields, counts, depth.

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
        raise Interrupted(f"interrupted{_keep(checkpoint, wanted, context)}") from None
    except AnalyzerError as error:
        raise AnalyzerError(f"{error}{_keep(checkpoint, wanted, context)}") from None
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
        raise AnalyzerError("expected either --threads or --cluster, got both")
    return cluster(address)


def _keep(checkpoint: "Checkpoint", shoes: int, context: typer.Context) -> str:
    """Write what was played to a file, and return the end of a sentence on it, empty if nothing was."""
    if not checkpoint.played.shoes:
        return ""
    done = f"{grouped(checkpoint.played.shoes)} of {grouped(shoes)} shoes"
    try:
        file = checkpoint.write()
    except RenderError as error:
        return f"; {done} were played and are lost: {error}"
    words = ["baccarat", *context.obj]
    if not any(word.partition("=")[0] == "--resume" for word in words):
        words += ["--resume", file]
    return f"; {done} are kept in {file!r}; go on with: {shlex.join(words)}"


def prediction(
    *,
    variant: options.VariantArgument = "standard",
    cards: CardOptions,
    terms: TermOptions,
    coups: str = option("--coups", "N", "Results before that are known, 0 to 2.", default="2"),
    shoes: str = option("--shoes", "N", "Shoes dealt and valued.", default="300"),
    seed: options.Seed = "1",
    layout: LayoutOptions,
) -> None:
    """Why roads do not predict: the next coup after results known, exactly, and on shoes dealt.

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
            f"expected --cut-card with a number of cards, or a range such as 14..52, got {quoted(text)}"
        )
    fewest, most = int(match[1]), int(match[2] or match[1])
    return fewest if fewest == most else (fewest, most)
