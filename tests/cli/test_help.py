"""Help, completion, and the progress of long work on a terminal.

`test_reference.py` runs each example.
"""

import io
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command
from wcwidth import wcswidth

from analyzer.analysis.chemin_de_fer.game import MODELS
from analyzer.analysis.design.search import RANKINGS
from analyzer.audit.verdict import VERDICTS
from analyzer.catalog import counts, load
from analyzer.catalog.reference import stems
from analyzer.cli import complete, progress
from analyzer.cli.commands import CommandGroup
from analyzer.cli.help import TASKS, examples, write
from analyzer.cli.main import app, main
from analyzer.cli.output import ALL_FORMATS, Output
from analyzer.game.procedure import Seen
from analyzer.play.record import RecordedShoe
from analyzer.play.settlement.settlement import Rounding
from analyzer.report.charts import VIEWS
from analyzer.report.listing import _SORTS

pytestmark = pytest.mark.libraries

PROGRAM = get_command(app)
assert isinstance(PROGRAM, TyperGroup)
COMMANDS = {name: command for name, command in PROGRAM.commands.items() if isinstance(command, TyperCommand)}


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_80_columns_and_has_an_example(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main([*command.split(), "--help"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and max(map(wcswidth, out.splitlines())) <= 80
    assert out.startswith(f"Usage: baccarat {command}".rstrip())
    assert "<str>" not in out and "list[" not in out
    if command:
        assert "\nExample" in out
        assert all(line.partition(" ")[0] for line in examples(COMMANDS[command]))


def test_help_texts_are_at_least_20_columns_wide() -> None:
    formatter = PROGRAM.context_class.formatter_class(width=30)
    write(formatter, "Options", [("--name-of-some-length", "aaaa bbbb cccc ddddd eeee ffff gggg hhhhhh")])
    assert [line[25:] for line in formatter.getvalue().splitlines()[2:]] == [
        "aaaa bbbb cccc ddddd",
        "eeee ffff gggg",
        "hhhhhh",
    ]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_argument_and_option_has_a_help_text(command: str) -> None:
    assert [str(p.name) for p in COMMANDS[command].params if not getattr(p, "help", None)] == []
    assert all(f"baccarat {command}" in line for line in examples(COMMANDS[command]))


def test_the_program_without_a_command_lists_all_by_task(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    out = capsys.readouterr().out
    listed = [name for commands in TASKS.values() for name in commands]
    assert len(listed) == len(set(listed))
    assert set(COMMANDS) <= set(listed)
    for task, commands in TASKS.items():
        assert f"\n{task}:\n" in out
        for name in commands.keys() & COMMANDS:
            assert f"\n  {name} " in out
    assert "..." not in out.partition("Begin with")[2]
    assert isinstance(PROGRAM, CommandGroup)


@pytest.mark.parametrize(
    "line",
    [
        "peek power-baccarat-98 --card 1",
        "odds power-baccarat-98",
        "list procedures --lang th",
        "list limits --lang vi",
        "list uncomputable --lang ko",
        "show lucky-6 --lang zh-Hans",
        "show dragon-7 --lang th",
        "odds --lang ko --lines",
        "odds --decks 1923 --lines --digits 60",
        "odds power-baccarat-98 --lang th --lines --digits 6",
        "compare standard ez-baccarat --lang th --lines",
        "odds --remaining 'A=30 2=31 3=32 4=7 5=9 6=10 7=11 8=12 9=13 10=30 J=31 Q=30 K=29'",
    ],
)
def test_an_answer_fits_80_columns(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(shlex.split(line)) == 0
    assert max(map(wcswidth, capsys.readouterr().out.splitlines())) <= 80


def test_an_address_longer_than_a_line_is_not_broken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["show", "dragon-bonus-player"]) == 0
    [wide] = [line for line in capsys.readouterr().out.splitlines() if wcswidth(line) > 80]
    assert wide.startswith("https://") and " " not in wide


# Completion: the words as a shell passes them; the last one is incomplete.


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    def ask(*words: str) -> list[str]:
        monkeypatch.setenv("COMP_WORDS", "\n".join(("baccarat", *words)))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        monkeypatch.setenv(complete.COMPLETING, "complete_bash")
        with pytest.raises(SystemExit) as ended:
            main([])
        assert ended.value.code == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out.split()

    return ask


CASES = {
    "od": ["odds"],
    "odds ez": ["ez-baccarat"],
    "odds --digit": ["--digits"],
    "odds --bet lucky-6/": ["lucky-6/12-20", "lucky-6/12-23"],
    "odds --bet = lucky-6/12-23": ["lucky-6/12-23"],
    "odds --format = js": ["json"],
    "odds --format=js": ["json"],
    "odds --lang th ez": ["ez-baccarat"],
    "odds --lang zh": ["zh-Hans", "zh-Hant"],
    "odds --rules thai-l": ["thai-literal"],
    "odds --plot-of d": ["decks"],
    "odds --bets ": [],
    "odds --seen '9c 9d' --lang t": ["th"],
    "removal --by r": ["ranks"],
    "count --count how-p": ["how-panda-8-co-count"],
    "sweep --procedure cut-1": ["cut-14"],
    "sweep --burn-seen f": ["first-card"],
    "design lucky-6/12-20": ["lucky-6/12-20"],
    "design tie --rank -e": [],
    "design tie --pareto low-edge,l": ["low-edge,low-sd"],
    "closed-form --by c": ["counts"],
    "closed-form --export s": ["sympy"],
    "tableau punto": ["punto-banco"],
    "chemin-de-fer --model bo": ["both-see"],
    "compare ez": ["ez-baccarat"],
    "replay --variant cl": ["classic"],
    "settle --limits p": ["player-banker-difference"],
    "settle --rounding d": ["down"],
    "roads --format sv": ["svg"],
    "list b": ["bets"],
    "odds -b lucky-6/12-23": ["lucky-6/12-23"],
    "odds -f js": ["json"],
    "help cond": ["conditions"],
    "help sw": ["sweep"],
    "show punto-b": ["punto-banco"],
    "audit --only w": ["wrong"],
    "nonesuch --x": [],
    "odds nonesuch --bet zzz": [],
}


@pytest.mark.parametrize("line", CASES)
def test_what_a_shell_offers(line: str, offered: Callable[..., list[str]]) -> None:
    assert (
        offered(*line.split(" ") if "'" not in line else ["odds", "--seen", "'9c 9d'", "--lang", "t"])
        == (CASES[line])
    )


def in_a_process(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run some code in a new Python process without arguments."""
    env = {**os.environ, **environment}
    words = [sys.executable, "-c", code]
    return subprocess.run(words, env=env, capture_output=True, text=True, check=False, timeout=60)


def test_a_key_press_loads_one_command_and_nothing_that_renders() -> None:
    code = """
import atexit, sys
atexit.register(lambda: print(*(name for name in sys.modules if name.startswith("analyzer."))))
from analyzer.cli.main import main
main()
"""
    asked = {"COMP_WORDS": "baccarat\nodds\n--bet\ntie", "COMP_CWORD": "3"}
    done = in_a_process(code, **{complete.COMPLETING: "complete_bash"}, **asked)
    assert done.stdout.startswith("tie\n")
    modules = {name.removeprefix("analyzer.") for name in done.stdout.splitlines()[-1].split()}
    assert "cli.odds" in modules
    assert not modules & {"cli.deal", "render.panels", "render.formats.text", "render.formats.html"}


def test_an_interrupt_after_the_answer_changes_nothing() -> None:
    code = """
import os, signal, sys
from analyzer.cli.main import main
sys.argv = ["baccarat", "schema"]
status = main()
os.kill(os.getpid(), signal.SIGINT)
raise SystemExit(status)
"""
    done = in_a_process(code)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_completion_offers_exactly_what_exists() -> None:
    raw = [bet for stem in stems("bets") for bet in load.packaged("bets", stem).values["bet"]]
    assert complete.bets("") == sorted(bet["id"] for bet in raw) == list(load.bet_ids())
    for bet in raw:
        assert complete.bets(f"{bet['id']}/") == [f"{bet['id']}/{name}" for name in bet.get("paytables", ())]
    assert complete.counts("") == sorted(counts.library())
    assert complete.variants("") == list(load.variant_ids())
    assert complete.rules("") == list(load.rules_ids())
    assert complete.procedures("") == list(stems("procedures"))
    assert complete.limits("") == list(stems("limits"))
    assert set(complete.formats("")) == set(ALL_FORMATS)
    assert complete.sorts("") == list(_SORTS)
    assert complete.models("") == list(MODELS)
    assert complete.ranks("") == list(RANKINGS)
    assert complete.verdicts("") == list(VERDICTS)
    assert complete.views("") == list(VIEWS)
    assert complete.roundings("") == list(get_args(Rounding))
    assert complete.seen("") == list(get_args(Seen))


def test_a_malformed_completion_request_prints_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(complete.COMPLETING, "complete_bash")
    monkeypatch.delenv("COMP_WORDS", raising=False)
    assert main([]) == 2
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_with_the_generated_script(tmp_path: Path) -> None:
    script = """
    source <(_BACCARAT_COMPLETE=source_bash baccarat)
    complete -p baccarat
    COMP_WORDS=(baccarat odds --bet = lucky-6/) COMP_CWORD=4
    _baccarat_completion baccarat
    echo "${COMPREPLY[@]}"
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        env={**os.environ, "PATH": path},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == (
        "complete -o default -F _baccarat_completion baccarat\nlucky-6/12-20 lucky-6/12-23\n"
    )


# Long work.


def line_at(*seconds: float) -> tuple[progress.ProgressLine, io.StringIO]:
    """A progress line on a stream, with a clock that returns these seconds in turn."""
    stream, clock = io.StringIO(), iter(seconds)
    return progress.ProgressLine(stream, lambda: next(clock)), stream


def test_a_progress_line_shows_the_time_and_is_removed() -> None:
    line, stream = line_at(0, 12.2, 130)
    line.show()
    assert stream.getvalue() == "\r\x1b[Kworking for 12 s; Ctrl-C stops"
    line.hide()
    assert stream.getvalue().endswith("\r\x1b[K")
    line.show()
    assert stream.getvalue().endswith("\r\x1b[Kworking for 2 min 10 s; Ctrl-C stops")
    line.hide(over=True)
    line.hide()
    line.show()
    assert stream.getvalue().endswith("Ctrl-C stops\r\x1b[K")


def test_a_progress_line_shows_the_share_done_and_the_time_left() -> None:
    line, stream = line_at(0, 2, 4, 6, 7)
    told = line.watch("shoes")
    told(1, 4000)
    assert line.text() == "1 of 4,000 shoes, 0%, 4 s"
    told(1000, 4000)
    assert line.text() == "1,000 of 4,000 shoes, 25%, 6 s, about 12 s left"
    told(4001, 4000)
    assert line.text() == "4,001 of 4,000 shoes, 100%, 7 s, about 0 s left"
    assert stream.getvalue() == ""


def test_the_time_left_of_a_second_pass_is_estimated_separately() -> None:
    line, _ = line_at(0, 0, 50, 60)
    told = line.watch("paytables")
    told(10, 10)
    told(5, 10)
    assert line.text() == "5 of 10 paytables, 50%, 60 s, about 10 s left"


def test_units_of_unknown_total_are_counted() -> None:
    line, _ = line_at(0, 1, 3)
    line.watch("shoes")(1200, 0)
    assert line.text() == "1,200 shoes, 3 s; Ctrl-C stops"


def test_only_a_terminal_shows_progress_and_the_answer_clears_the_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress.watched():
        progress.watch("shoes")(1, 2)
        assert progress._now == []
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with progress.watched():
        progress.counted("shoes", 9)(3)
        [line] = progress._now
        assert (line.done, line.total, line.unit) == (3, 9, "shoes")
        line.show()
        progress.hide(over=True)
        line.show()
    said = capsys.readouterr().err
    assert said.startswith("\r\x1b[K3 of 9 shoes, 33%") and said.endswith("\r\x1b[K")
    assert progress._now == [] and said.count("shoes") == 1


def test_the_progress_line_does_not_return_after_the_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for stream in ("stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    with progress.watched():
        [line] = progress._now
        line.show()
        Output.of("text", "4", None, False).write("answer\n")
        line.show()
    out, err = capsys.readouterr()
    assert (out, err.count("working"), err[-4:]) == ("answer\n", 1, "\r\x1b[K")


def test_records_are_counted_while_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, int, int]] = []
    monkeypatch.setattr(progress, "watch", lambda unit: lambda done, total: told.append((unit, done, total)))
    shoes = [RecordedShoe("a", ()), RecordedShoe("b", ())]
    assert list(progress.each_counted("shoes", shoes)) == shoes
    assert told == [("shoes", 1, 0), ("shoes", 2, 0)]


def test_a_search_of_paytables_reports_its_progress() -> None:
    from analyzer.ask.design import design

    told: list[tuple[int, int]] = []
    found = design(
        "lucky-6",
        pays={"two-card": "1..200", "three-card": "1..200"},
        edge="5%..8%",
        on_progress=lambda done, every: told.append((done, every)),
    )
    assert found.found > 0
    assert told and told == sorted(told)
    assert {every for _, every in told} == {40_000} and all(0 < done <= 40_000 for done, _ in told)
