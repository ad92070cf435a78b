"""A sweep gives the same result however it is executed, split into parts or interrupted."""

import json
import logging
import os
import pty
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from shoes import result_of

import analyzer as ba
from analyzer.analysis.sweep.play import CHUNK, Played, chunk_of, play, run
from analyzer.analysis.sweep.work import Work
from analyzer.ask.execution import checkpoint as checkpoints
from analyzer.ask.execution import cluster, workers
from analyzer.ask.execution.checkpoint import Checkpoint
from analyzer.ask.execution.workers import deferred, threads
from analyzer.catalog import counts
from analyzer.catalog.procedures import procedure
from analyzer.cli.main import main
from analyzer.errors import AnalyzerError, RenderError
from analyzer.exact import root_text
from analyzer.game.shoe import Shoe
from analyzer.report.sweep import SWEEP, sweep_page

pytestmark = pytest.mark.kernel

SHOES = 23
STANDARD = ba.variant("standard")
DRAGON = ba.bet("dragon-7")
WORK = Work(
    STANDARD.rules,
    (STANDARD.bets[2], DRAGON),
    Shoe.decks(1),
    procedure("standard"),
    7,
    ((counts.count("how-dragon-7"), 1),),
)
ALONE = play(WORK, 0, SHOES)


class Backwards(Executor):
    """Plays what is submitted on this thread, but only once several results are wanted, the last first."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class Failing(Executor):
    """Plays on this thread until a shoe that fails."""

    def __init__(self, fails_at: int, error: BaseException) -> None:
        self.fails_at, self.error, self.pending = fails_at, error, list[Future[Any]]()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        first = args[1]
        if first > self.fails_at:
            self.pending.append(future)
        elif first == self.fails_at:
            future.set_exception(self.error)
        else:
            future.set_result(fn(*args, **kwargs))
        return future


class Counting(ThreadPoolExecutor):
    """One thread, and the most chunks that were submitted and not finished at one time."""

    def __init__(self) -> None:
        super().__init__(1)
        self.submitted: list[Future[Any]] = []
        self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted.append(super().submit(fn, *args, **kwargs))
        self.most = max(self.most, sum(not future.done() for future in self.submitted))
        return self.submitted[-1]


def document(played: Played) -> str:
    return json.dumps(played.document())


def test_few_shoes_are_played_at_once_if_each_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    assert chunk_of(WORK) == CHUNK
    a_shoe = WORK.most_coups * WORK.batch.steps(WORK.fineness)
    for steps, shoes in ((7 * a_shoe + 1, 7), (1, 1)):
        monkeypatch.setattr("analyzer.analysis.sweep.play._STEPS", steps)
        assert chunk_of(WORK) == shoes
        grown: list[int] = []
        run(Played.none(WORK), 3, None, lambda played, grown=grown: grown.append(played.shoes))
        assert grown == ([3] if shoes > 3 else [1, 2, 3])


@pytest.mark.parametrize("chunk", [1, 5, 23, 100])
@pytest.mark.parametrize("workers", [None, 1, 2, 3])
def test_neither_workers_nor_chunks_change_a_bit(workers: int | None, chunk: int) -> None:
    with ThreadPoolExecutor(workers or 1) as pool:
        played = run(Played.none(WORK), SHOES, pool if workers else None, chunk=chunk)
    assert played == Played(WORK, ((0, SHOES),), ALONE)


def test_processes_play_the_same() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        played = run(Played.none(WORK), SHOES, pool, chunk=6)
    assert document(played) == document(Played(WORK, ((0, SHOES),), ALONE))


def test_any_executor_is_accepted() -> None:
    assert run(Played.none(WORK), SHOES, Backwards(), chunk=4).tally == ALONE


def test_few_chunks_are_submitted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.analysis.sweep.play.AHEAD", 3)
    with Counting() as pool:
        assert run(Played.none(WORK), SHOES, pool, chunk=1).tally == ALONE
    assert pool.most <= 3
    assert len(pool.submitted) == SHOES


def test_progress_is_reported_chunk_by_chunk_and_only_grows() -> None:
    shown: list[int] = []
    with threads(2) as pool:
        run(Played.none(WORK), SHOES, pool, lambda played: shown.append(played.shoes), chunk=5)
    assert sorted(shown) == shown
    assert (len(shown), shown[-1]) == (5, SHOES)


@pytest.mark.parametrize("error", [AnalyzerError("a worker failed"), KeyboardInterrupt()])
def test_a_failure_cancels_the_rest_and_finished_chunks_are_kept(error: BaseException) -> None:
    checkpoint = Checkpoint(WORK, SHOES)
    players = Failing(10, error)
    with pytest.raises(type(error)):
        run(checkpoint.played, SHOES, players, checkpoint, chunk=5)
    assert checkpoint.played == Played(WORK, ((0, 10),), play(WORK, 0, 10))
    assert len(players.pending) == 2
    assert all(future.cancelled() for future in players.pending)
    assert run(checkpoint.played, SHOES).tally == ALONE


@pytest.fixture
def two_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two chunks are submitted at once: however late this thread wakes, no more have been finished."""
    monkeypatch.setattr("analyzer.analysis.sweep.play.AHEAD", 2)


@pytest.mark.usefixtures("two_ahead")
@pytest.mark.parametrize("workers", [None, 2])
def test_a_run_that_is_stopped_ends_between_chunks(workers: int | None) -> None:
    checkpoint = Checkpoint(WORK, SHOES)
    with threads(2) as pool, pytest.raises(KeyboardInterrupt):
        run(
            checkpoint.played,
            SHOES,
            pool if workers else None,
            checkpoint,
            chunk=5,
            stopped=lambda: checkpoint.played.shoes > 5,
        )
    assert 5 < checkpoint.played.shoes < SHOES
    assert run(checkpoint.played, SHOES).tally == ALONE


def test_a_deferred_signal_is_noted_and_interrupts_nothing() -> None:
    handler = signal.getsignal(signal.SIGINT)
    with deferred(signal.SIGINT, signal.SIGTERM) as stopped:
        assert not stopped()
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGINT)
        assert stopped()
    assert signal.getsignal(signal.SIGINT) is handler


def test_an_ignored_signal_stays_ignored_and_other_threads_receive_none() -> None:
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with deferred(signal.SIGINT) as stopped:
            os.kill(os.getpid(), signal.SIGINT)
            assert not stopped()
    finally:
        signal.signal(signal.SIGINT, handler)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(elsewhere).result() is False


def elsewhere() -> bool:
    with deferred(signal.SIGINT) as stopped:
        return stopped()


@pytest.mark.usefixtures("two_ahead")
def test_a_sweep_in_python_can_be_interrupted_and_continued(tmp_path: Path) -> None:
    file = tmp_path / "run.json"  # Of five chunks: more than are submitted at once.
    with pytest.raises(KeyboardInterrupt):
        ba.sweep(
            bets=["tie"], shoes=5000, resume=file, on_progress=lambda _: os.kill(os.getpid(), signal.SIGINT)
        )
    played = json.loads(file.read_text(encoding="utf-8"))["done"]
    assert 0 < sum(last - first for first, last in played) < 5000
    assert ba.sweep(bets=["tie"], shoes=5000, resume=file) == ba.sweep(bets=["tie"], shoes=5000)


def test_adjacent_ranges_are_joined_and_the_rest_is_missing() -> None:
    played = Played.none(WORK)
    for part in ((5, 8), (0, 2), (10, 12)):
        played = played.adding(part, play(WORK, *part))
    assert played.done == ((0, 2), (5, 8), (10, 12))
    assert list(played.missing(15, 2)) == [(2, 4), (4, 5), (8, 10), (12, 14), (14, 15)]
    assert (played.shoes, played.end) == (7, 12)
    assert played.adding((2, 5), play(WORK, 2, 5)).done == ((0, 8), (10, 12))
    assert run(played, SHOES, chunk=3) == Played(WORK, ((0, SHOES),), ALONE)


def test_a_state_survives_a_round_trip_through_text() -> None:
    played = run(Played.none(WORK), 9).adding((11, 13), play(WORK, 11, 13))
    assert Played.of_document(WORK, json.loads(document(played))) == played


# The Python function.


def test_the_function_plays_the_same_with_any_executor_and_resumes_from_a_file(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"bets": ["tie", "dragon-7"], "shoe": 1, "seed": 7, "counts": ["how-dragon-7"]}
    whole = ba.sweep("standard", shoes=SHOES, **asked)
    assert whole.tally == ALONE
    file = tmp_path / "run.json"
    shown: list[Played] = []
    ba.sweep(shoes=9, resume=file, on_progress=shown.append, **asked)
    assert [played.shoes for played in shown] == [9]
    with ThreadPoolExecutor(3) as pool:
        assert ba.sweep(shoes=SHOES, resume=file, executor=pool, **asked) == whole
    read = json.loads(file.read_text(encoding="utf-8"))
    assert (read["schema"], read["done"]) == ("baccarat-sweep/1", [[0, SHOES]])


def test_your_own_tags_bet_as_a_published_count_does() -> None:
    published = counts.count("jacobson-dragon-7")
    ours = ba.sweep(bets=["dragon-7"], shoes=5, tags="0 0 0 -1 -1 -1 -1 2 2 0", trigger="4")
    theirs = ba.sweep(
        bets=["dragon-7"],
        shoes=5,
        counts=[replace(published, true_trigger=ours.work.counts[0][0].true_trigger)],
    )
    assert ours.tally == theirs.tally
    assert ours.players[2].bets.value != 0


@pytest.mark.parametrize(
    ("prices", "place"), [(["12-20", "12-23"], 1), (["12-23", "12-20"], 0), (["12-20"], 0)], ids=str
)
def test_a_count_bets_at_the_price_that_it_was_made_for_if_that_is_played(
    prices: list[str], place: int
) -> None:
    bets = [f"lucky-6/{price}" for price in prices]
    work = ba.sweep(bets=bets, shoe=1, shoes=1, counts=["wizard-lucky-6-simple"]).work
    assert [at for _, at in work.counts] == [place]


@pytest.mark.parametrize("workers", [0, -1, 1001, True, 2.0])
def test_a_wrong_number_of_threads_is_rejected(workers: Any) -> None:
    with pytest.raises(AnalyzerError, match=r"^expected threads as a whole number from 1 to 1,000, got "):
        threads(workers)


def test_a_checkpoint_is_written_every_few_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0]
    monkeypatch.setattr("analyzer.ask.execution.checkpoint.monotonic", lambda: clock[0])
    file = tmp_path / "run.json"
    checkpoint = Checkpoint(WORK, SHOES, file)
    found = []
    for second in (3, 6, 9, 12):
        clock[0] = second
        checkpoint(checkpoint.played.adding((second, second + 1), play(WORK, second, second + 1)))
        found.append(file.exists() and len(json.loads(file.read_text())["done"]))
    assert found == [False, 2, 2, 4]


# The command.

ASKED = ["sweep", "--bet", "tie", "--bet", "dragon-7", "--decks", "1", "--seed", "7"]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run `baccarat sweep` in an empty folder; exit status, stdout, stderr."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)

    def go(*arguments: object, asked: list[str] = ASKED) -> tuple[int, str, str]:
        status = main([*asked, *map(str, arguments)])
        return status, *capsys.readouterr()

    return go


def test_the_document_agrees_with_the_python_function(command: Run) -> None:
    status, out, err = command("--shoes", SHOES, "--count", "how-dragon-7", "--format", "json")
    assert (status, err) == (0, "")
    read = json.loads(out)
    assert list(read)[:6] == ["schema", "about", "shoes", "procedure", "coups_per_shoe", "bets"]
    assert read["about"]["seed"] == 7
    assert read["about"]["options"] == {"shoes": str(SHOES), "procedure": "cut-14"}
    found = ba.sweep(bets=["tie", "dragon-7"], shoe=1, seed=7, shoes=SHOES, counts=["how-dragon-7"])
    assert found.tally == ALONE
    coups = read["coups_per_shoe"]
    assert coups["mean"] == str(found.coups.value)
    assert (coups["fewest"], coups["most"]) == (found.fewest, found.most)
    dragon, player = read["bets"][1], found.players[1]
    assert player.gain.variance is not None
    assert (dragon["bet"], dragon["paytable"]) == ("dragon-7", None)
    assert dragon["yield_per_shoe"] == str(player.gain.value)
    assert dragon["yield_standard_error"] == root_text(player.gain.variance)
    assert dragon["betting_frequency"] == str(player.frequency.value)
    assert dragon["mean_edge_when_betting"] == str(player.edge.value)
    assert dragon["ev"] == str(ba.odds(bets=["dragon-7"], shoe=1)["dragon-7"].ev)
    assert len(dragon["by_coup"]) == found.most
    assert read["counts"][0]["count"] == "how-dragon-7"


@pytest.mark.parametrize("format", ["text", "md", "csv", "html", "latex"])
def test_every_format_is_written(command: Run, format: str) -> None:
    status, out, err = command("--shoes", 5, "--by-coup", "--count", "how-dragon-7", "--format", format)
    assert (status, err) == (0, "")
    assert "Dragon 7" in out


def test_a_page_fits_a_terminal_and_says_what_was_played(command: Run) -> None:
    _, out, _ = command("--shoes", 5, "--count", "how-dragon-7", "--burn", 3, "--burn-seen", "all")
    assert max(map(len, out.splitlines())) <= 80
    assert "Burn   3 cards, all seen" in out
    assert "Seed   7" in out
    assert "Standard baccarat: a sweep of 5 shoes" in out


def test_bets_too_rare_for_a_standard_error_are_named(command: Run) -> None:
    _, out, _ = command("--shoes", 60, "--format", "md")
    assert "Fewer than 100 bets were made: Tie. The standard errors may then be far too small" in out


def test_a_procedure_given_by_options_equals_the_one_of_a_file(command: Run, tmp_path: Path) -> None:
    text = 'burn = 2\nseen = "none"\ncut_card = 20\nextra_coups = 2\n'
    (tmp_path / "house.toml").write_text(text, encoding="utf-8")
    steps = ["--burn", 2, "--burn-seen", "none", "--cut-card", 20, "--extra-coups", 2]
    _, by_options, _ = command("--shoes", 5, "--format", "json", *steps)
    _, by_file, _ = command("--shoes", 5, "--format", "json", "--procedure", "./house.toml")
    ours, theirs = json.loads(by_options), json.loads(by_file)
    assert (ours["procedure"].pop("id"), theirs["procedure"].pop("id")) == ("own", "house")
    for read in (ours, theirs):
        read["about"]["options"].pop("procedure")
    assert ours == theirs
    _, usual, _ = command("--shoes", 5, "--format", "json")
    assert json.loads(usual)["bets"] != ours["bets"]


def test_a_count_alone_names_its_bet(command: Run) -> None:
    asked = ["sweep", "--count", "jacobson-panda-8", "--trigger", "10"]
    _, out, _ = command("--shoes", 3, "--format", "json", asked=asked)
    read = json.loads(out)
    assert [bet["bet"] for bet in read["bets"]] == ["panda-8"]
    assert read["counts"][0]["true_trigger"] == "10"


def test_a_bet_too_fine_for_the_shoe_is_left_out_with_a_remark(command: Run) -> None:
    shoe = " ".join(f"{points}={n}" for points, n in enumerate((128, *(32,) * 9)))
    status, out, err = command("--shoes", 1, "--format", "json", "--remaining", shoe, asked=["sweep"])
    assert status == 0
    assert json.loads(out)["omitted"] == ["player-pair", "banker-pair"]
    assert err.startswith("left out: bet 'player-pair/11' needs the shoe by ranks, not by points\n")


REFUSED = {
    ("--shoes", "0"): "expected --shoes with a whole number of 1 or more, got '0'",
    ("--shoes", "-5"): "expected --shoes with a whole number of 1 or more, got '-5'",
    ("--seed", "-1"): "expected --seed with a whole number of 0 or more, got '-1'",
    ("--seed", "x"): "expected --seed with a whole number of 0 or more, got 'x'",
    ("--threads", "0"): "expected --threads with a whole number of 1 or more, got '0'",
    ("--threads", "1001"): "expected threads as a whole number from 1 to 1,000, got 1001",
    ("--threads", "2", "--cluster", "tcp://a:1"): "expected either --threads or --cluster, got both",
    ("--cluster", "here"): (
        "expected a scheduler as tcp://HOST:PORT such as tcp://127.0.0.1:8786, got 'here'"
    ),
    ("--burn", "53"): "expected a burn of at most the 52 cards of the shoe, got 53",
    ("--burn", "two"): "expected --burn with first-card or a whole number of 0 or more, got 'two'",
    ("--burn-seen", "half"): "expected --burn-seen with none, first-card or all, got 'half'",
    ("--cut-card", "6"): (
        "expected at least 12 cards behind the cut card, 6 for each coup from the one in which it shows on, "
        "got 6; put it further from the end or deal fewer extra coups"
    ),
    ("--count", "jacobson-panda-8"): (
        "count 'jacobson-panda-8' is for bet 'panda-8', which is not among those requested; add --bet panda-8"
    ),
    ("--count", "calculator-dragon-7"): (
        "count 'calculator-dragon-7' does not say when to bet; give the lowest true count at which to bet "
        "with --trigger"
    ),
    ("--tags", "0 0 0 -1 -1 -1 -1 2 2 0", "--trigger", "4"): (
        "expected one bet for the tags '0 0 0 -1 -1 -1 -1 2 2 0', got 2; name only that bet with --bet"
    ),
    ("--procedure", "nowhere"): "unknown procedure 'nowhere'",
    ("--resume", "nowhere/run.json"): "cannot write 'nowhere/run.json': folder 'nowhere' does not exist",
    ("--resume", "."): "'.' is a folder; name a file in it",
}


@pytest.mark.parametrize("arguments", REFUSED, ids=" ".join)
def test_bad_input_is_rejected_before_any_shoe_is_played(
    command: Run, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyzer.analysis.sweep.play.play", None)
    status, out, err = command(*arguments)
    assert (status, out) == (2, "")
    assert REFUSED[arguments] in err
    assert err.count("\n") == 1
    assert not list(Path().iterdir())


def kept(command: Run, *arguments: object) -> str:
    """The text of a file with 9 shoes played."""
    assert command("--shoes", 9, "--resume", "run.json", *arguments)[0] == 0
    return Path("run.json").read_text(encoding="utf-8")


def test_a_request_for_more_shoes_extends_what_was_played(command: Run) -> None:
    kept(command)
    _, extended, _ = command("--shoes", SHOES, "--resume", "run.json")
    _, whole, _ = command("--shoes", SHOES)
    assert extended == whole
    _, again, _ = command("--shoes", SHOES, "--resume", "run.json")
    assert again == whole


OTHERS = {
    ("--seed", "8"): "expected a part of this sweep, got one of another: seed 7 there, 8 here",
    ("--cut-card", "20"): "expected a part of this sweep, got one of another: cut_card 14 there, 20 here",
    ("--decks", "2"): "expected a part of this sweep, got one of another: shoe 1 deck there, 2 decks here",
    ("--shoes", "8"): (
        "expected a part of a sweep of 8 shoes, got shoes up to number 9; request that many, or name "
        "another file"
    ),
}


@pytest.mark.parametrize("arguments", OTHERS, ids=" ".join)
def test_a_file_of_another_sweep_is_rejected_with_the_difference(
    command: Run, arguments: tuple[str, ...]
) -> None:
    before = kept(command)
    status, out, err = command("--shoes", "9", "--resume", "run.json", *arguments)
    assert (status, out) == (2, "")
    assert OTHERS[arguments] in err
    assert err.startswith("baccarat: run.json: ")
    assert Path("run.json").read_text(encoding="utf-8") == before


def test_a_file_of_other_counts_is_rejected_with_the_difference(command: Run) -> None:
    asked = ["sweep", "--decks", "1", "--bet", "tie", "--shoes", "9", "--resume", "run.json"]
    tags = ("--tags", "0 0 0 0 0 0 -1 -1 1 1", "--trigger")
    assert command(*tags, "4", asked=asked)[0] == 0
    assert command(*tags, "5", asked=asked)[2] == (
        "baccarat: run.json: expected a part of this sweep, got one of another: "
        "counts true_trigger 4 there, 5 here\n"
    )
    assert command(asked=asked)[2] == (
        "baccarat: run.json: expected a part of this sweep, got one of another: counts bet tie/8 "
        "tags 1, 0, 0, 0, 0, 0, 0, -1, -1, 1 start 0 true_trigger 4 running_trigger None there, none here\n"
    )


DAMAGED: dict[str, Callable[[str], str]] = {
    "empty": lambda text: "",
    "cut off": lambda text: text[: len(text) // 2],
    "foreign": lambda text: '{"schema": "baccarat-odds/1"}',
    "not an object": lambda text: "[1, 2]",
    "deep": lambda text: "[" * 100_000,
    "no ranges": lambda text: text.replace('"done":[[0,9]]', '"done":[[0,"9"]]'),
    "backwards": lambda text: text.replace('"done":[[0,9]]', '"done":[[5,9],[0,5]]'),
    "other shoes": lambda text: text.replace('"done":[[0,9]]', '"done":[[0,10]]'),
    "an EV less": lambda text: re.sub(r'("depths":\[\[\[-?\d+,-?\d+,\[)\[-?\d+,\d+\],', r"\1", text),
    "another digest": lambda text: text.replace('"sha256":"', '"sha256":"0'),
    "no tally": lambda text: re.sub('"tally":.*', '"tally":{}}', text),
}


@pytest.mark.parametrize("how", DAMAGED)
def test_a_damaged_file_is_rejected_and_left_unchanged(command: Run, how: str) -> None:
    whole = kept(command)
    damaged = DAMAGED[how](whole)
    assert damaged != whole
    Path("run.json").write_text(damaged, encoding="utf-8")
    status, out, err = command("--shoes", SHOES, "--resume", "run.json")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("baccarat: run.json: ")
    assert Path("run.json").read_text(encoding="utf-8") == damaged


# Really interrupted: the signal is sent once a progress line shows that shoes were played.


def interrupted(folder: Path, stop: signal.Signals, *arguments: str) -> tuple[int, str]:
    """Exit status and stderr of a long sweep on a terminal, stopped once it reports shoes played."""
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "analyzer", *ASKED, "--shoes", "99000000", *arguments]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=theirs) as process:
        os.close(theirs)
        shown, sent = b"", False
        with suppress(OSError):  # raised on Linux once the other end is closed
            while more := os.read(ours, 4096):
                shown += more
                if not sent and re.search(rb"[1-9][\d,]* of 99,000,000 shoes", shown):
                    process.send_signal(stop)
                    sent = True
        os.close(ours)
        return process.wait(10), shown.decode()


@pytest.mark.parametrize(
    ("stop", "arguments", "file"),
    [
        (signal.SIGINT, [], "baccarat-sweep-7-1.json"),
        (signal.SIGTERM, ["--resume", "my run.json"], "my run.json"),
    ],
    ids=["Ctrl-C", "SIGTERM"],
)
def test_an_interrupted_sweep_resumes_as_it_says_and_ends_the_same(
    command: Run, tmp_path: Path, stop: signal.Signals, arguments: list[str], file: str
) -> None:
    status, shown = interrupted(tmp_path, stop, *arguments)
    assert status == 130
    said = re.search(
        r"baccarat: interrupted; ([\d,]+) of 99,000,000 shoes are kept in '(.*)'; continue with: (.*)", shown
    )
    assert said
    assert said[2] == file
    assert list(tmp_path.iterdir()) == [tmp_path / file]
    program, *words = shlex.split(said[3])
    assert (program, words[: len(ASKED)]) == ("baccarat", ASKED)
    assert words[-2:] == ["--resume", file]
    end = json.loads((tmp_path / file).read_text(encoding="utf-8"))["done"][-1][1]
    assert 0 < int(said[1].replace(",", "")) <= end
    words[words.index("99000000")] = str(end + 10)
    _, resumed, _ = command(asked=words)
    _, whole, _ = command("--shoes", end + 10)
    assert resumed == whole


def stopped(work: Work, first: int, last: int) -> object:
    """The first chunk played, any other interrupted."""
    if first:
        raise KeyboardInterrupt
    return play(work, first, last)


def test_an_interruption_does_not_replace_a_file_that_exists(
    command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyzer.analysis.sweep.play.play", stopped)
    monkeypatch.setattr("analyzer.analysis.sweep.play.CHUNK", 256)
    Path("baccarat-sweep-7-1.json").write_text("mine", encoding="utf-8")
    status, out, err = command("--shoes", 600, "--threads", 1)
    assert (status, out) == (130, "")
    assert "256 of 600 shoes are kept in 'baccarat-sweep-7-2.json'" in err
    assert Path("baccarat-sweep-7-1.json").read_text(encoding="utf-8") == "mine"


def test_shoes_that_cannot_be_saved_are_reported_as_lost(
    command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: str, data: str, force: bool = False) -> None:
        raise RenderError(f"cannot write {path!r}: no space left on device")

    monkeypatch.setattr("analyzer.analysis.sweep.play.play", stopped)
    monkeypatch.setattr("analyzer.analysis.sweep.play.CHUNK", 256)
    monkeypatch.setattr("analyzer.ask.execution.checkpoint.write_whole", full)
    status, out, err = command("--shoes", 600, "--threads", 1)
    assert (status, out) == (130, "")
    assert err == (
        "baccarat: interrupted; 256 of 600 shoes were played and are lost: cannot write "
        "'baccarat-sweep-7-1.json': no space left on device\n"
    )


def test_the_tables_agree_with_the_document() -> None:
    result = result_of(WORK, ALONE)
    read = SWEEP.of(result)
    page = sweep_page(result, full=True)
    tables = {str(table.title): table for table in page.tables}

    def column(title: str, key: str) -> list[Any]:
        place = [column.key for column in tables[title].columns].index(key)
        return [row[place] for row in tables[title].rows]

    for key in ("yield_per_shoe", "bets_per_shoe", "betting_frequency"):
        shown = [entry[key] for entry in (*read["bets"], read["best_of_all"])]
        assert [str(cell) for cell in column("Perfect play", key)] == shown
        assert [str(cell) for cell in column("Counts compared with perfect play", key)] == [
            read["counts"][0][key]
        ]
    errors = [cell and root_text(cell) for cell in column("Perfect play", "yield_standard_error")]
    assert errors == [entry["yield_standard_error"] for entry in (*read["bets"], read["best_of_all"])]
    for key in ("ev", "mean_ev", "cut_card_effect"):
        assert [str(cell) for cell in column("EV over all coups", key)] == [bet[key] for bet in read["bets"]]
    for title, where in (("EV before every coup", "by_coup"), ("EV by depth", "by_depth")):
        rows = [row for bet in read["bets"] for row in bet[where]]
        assert [str(cell) for cell in column(title, "mean_ev")] == [row["mean_ev"] for row in rows]
        assert [str(cell) for cell in column(title, "positive")] == [row["positive"] for row in rows]
    off = [
        [abs(Fraction(row["off"])) for row in bet["by_coup"][: result.fewest] if row["off"]]
        for bet in read["bets"]
    ]
    title = "EV before the coups that every shoe reaches"
    assert [abs(cell) for cell in column(title, "farthest")] == [max(some) for some in off]
    assert column(title, "within_two") == [sum(distance <= 2 for distance in some) for some in off]


def test_a_new_file_gets_an_unused_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert checkpoints._new_name(7) == "baccarat-sweep-7-1.json"
    Path("baccarat-sweep-7-1.json").touch()
    assert checkpoints._new_name(7) == "baccarat-sweep-7-2.json"


def test_a_file_is_read_only_up_to_the_size_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "_MOST_BYTES", 2)
    (file := tmp_path / "part.json").write_text("[]", encoding="utf-8")
    assert checkpoints._document(str(file)) == []
    file.write_text("[] ", encoding="utf-8")
    with pytest.raises(AnalyzerError, match="expected a part of a sweep in complete JSON"):
        checkpoints._document(str(file))


@pytest.mark.parametrize(("counted", "cores"), [(3, 3), (None, 1)])
def test_all_cores_are_used_if_the_system_states_no_limit(
    monkeypatch: pytest.MonkeyPatch, counted: int | None, cores: int
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: counted)
    assert workers.cores() == cores


def test_the_most_threads_allowed_can_be_started() -> None:
    with threads(workers.MOST) as pool:
        assert pool.submit(abs, -1).result() == 1
    with pytest.raises(AnalyzerError, match="expected threads as a whole number from 1 to"):
        threads(workers.MOST + 1)


@pytest.mark.parametrize(
    ("there", "runs"),
    [
        (("1.0", "one"), "runs baccarat 1.0, not the baccarat 2.0 of this process"),
        (("2.0", "one"), "runs other code of baccarat 2.0 than this process"),
    ],
)
def test_a_worker_that_runs_another_version_or_other_code_is_rejected(
    there: tuple[str, str], runs: str
) -> None:
    sentence = f"worker 7 {runs}; install the same on both"
    with pytest.raises(AnalyzerError, match=f"^{sentence}$"):
        cluster._check_engine(there, ("2.0", "two"), "worker 7")
    cluster._check_engine(there, there, "worker 7")


@pytest.mark.parametrize(
    ("greeting", "greets"),
    [
        ((2**20 - 1).to_bytes(8, "little"), True),
        ((2**20).to_bytes(8, "little"), False),
        (bytes(8), True),
        (bytes(7), False),
    ],
    ids=["a message below a mebibyte", "of a mebibyte", "of nothing", "no whole size"],
)
def test_a_scheduler_greets_with_the_size_of_a_short_message(
    monkeypatch: pytest.MonkeyPatch, greeting: bytes, greets: bool
) -> None:
    here, there = socket.socketpair()
    monkeypatch.setattr(cluster, "create_connection", lambda *_, **__: here)
    with there:
        there.sendall(greeting)
    assert cluster._greets("there", 8786) is greets


def test_log_levels_are_restored_after_a_cluster_was_used(caplog: pytest.LogCaptureFixture) -> None:
    loggers = [logging.getLogger(name) for name in cluster._CHATTY]
    for level, logger in enumerate(loggers, logging.INFO):
        caplog.set_level(level, logger.name)
    with cluster._quiet():
        assert [logger.level for logger in loggers] == [logging.CRITICAL] * 3
    assert [logger.level for logger in loggers] == [20, 21, 22]


@pytest.mark.parametrize(("said", "shown"), [(200, 200), (201, 200)])
def test_the_reason_why_a_worker_cannot_run_is_cut_to_200_characters(said: int, shown: int) -> None:
    with pytest.raises(AnalyzerError) as caught:
        cluster._check_engine(ValueError("x" * said + "\nTraceback"), cluster.engine(), "worker 7")
    assert (
        str(caught.value)
        == f"worker 7 cannot run baccarat {ba.__version__} ({'x' * shown}); install it there"
    )


def test_the_seed_of_a_sweep_is_1_unless_another_is_given() -> None:
    assert ba.sweep(bets=["tie"], shoe=1, shoes=1).work.seed == 1


def test_shoes_played_before_do_not_count_as_progress(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, int, int]] = []
    monkeypatch.setattr(
        "analyzer.cli.deal.watch", lambda unit: lambda done, total: shown.append((unit, done, total))
    )
    kept(command)
    assert shown == [("shoes", 9, 9)]
    assert command("--shoes", SHOES, "--resume", "run.json")[0] == 0
    assert shown[1:] == [("shoes", SHOES - 9, SHOES - 9)]
