"""How the program starts and ends: values taken as given, threads, garbage collection, exit."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.exceptions import TyperException

from analyzer import __main__ as entry_point
from analyzer.cli.main import _program

PROGRAM = _program()
COMMANDS = {"baccarat": PROGRAM, **PROGRAM.commands}
THREADS = "OPENBLAS_NUM_THREADS"


def context_of(name: str) -> object:
    command = COMMANDS[name]
    return command.context_class(command, info_name=name, help_option_names=["-h", "--help"])


@pytest.mark.parametrize("name", COMMANDS)
def test_a_value_taken_as_given_equals_what_typer_makes_of_it(name: str) -> None:
    context = context_of(name)
    parameters = [one for one in COMMANDS[name].get_params(context) if one.callback is None]
    for parameter in parameters:
        several = parameter.multiple or parameter.nargs == -1
        given = [["a"], ["-", "ü", ""]] if several else ["", "a", "5", "ü \udcff"]
        if (kind := parameter.type_descriptor.annotation) is bool:
            given = [True, False]
        assert kind in (bool, str, list[str]), parameter.name
        for value in given if parameter.required else [None, *given]:
            converted = type(parameter).process_value(parameter, context, value)
            assert parameter.process_value(context, value) == (converted or None if several else converted)


def test_a_missing_required_value_is_rejected() -> None:
    (parameter,) = (one for one in COMMANDS["roads"].params if one.required)
    with pytest.raises(TyperException, match="Missing parameter: file"):
        parameter.process_value(context_of("roads"), None)


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the program end normally, and undo its changes to the process."""
    for name in entry_point.BLAS_THREADS:
        monkeypatch.setenv(name, "")  # so that it is restored
        monkeypatch.delenv(name)
    monkeypatch.setattr("analyzer.cli.main.main", lambda: 0)
    threshold = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*threshold)


def test_the_program_starts_no_threads_for_matrices(ended: None) -> None:
    assert entry_point.main() == 0
    assert os.environ[THREADS] == "1"


@pytest.mark.parametrize("name", entry_point.BLAS_THREADS)
def test_a_number_of_threads_set_by_the_user_is_kept(
    name: str, ended: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "2")
    assert entry_point.main() == 0
    assert {one: os.environ.get(one) for one in entry_point.BLAS_THREADS} == {
        one: "2" if one == name else None for one in entry_point.BLAS_THREADS
    }


def test_the_library_does_not_set_the_number_of_threads() -> None:
    code = f"import analyzer, os; analyzer.odds('classic'); assert {THREADS!r} not in os.environ"
    bare = {name: word for name, word in os.environ.items() if name not in entry_point.BLAS_THREADS}
    subprocess.run([sys.executable, "-c", code], env=bare, check=True, timeout=60)


def test_no_cycles_are_collected_at_exit(ended: None) -> None:
    assert entry_point.main() == 0
    assert gc.get_freeze_count() > 10_000


def ran(code: str, *words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a process: first some code, then what the script `baccarat` runs."""
    words = (sys.executable, "-c", f"{code}\nfrom analyzer.__main__ import program\nprogram()", *words)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    return subprocess.run(words, check=False, timeout=60, **streams)


@pytest.mark.parametrize("command", ["odds", "odds --format json", "list bets", "nonsense", "--version"])
def test_a_fast_exit_prints_the_same_as_a_usual_exit(command: str, tmp_path: Path) -> None:
    usual = [sys.executable, "-m", "analyzer", *command.split()]
    wanted = subprocess.run(usual, capture_output=True, check=False, timeout=60)
    piped = ran("", *command.split())
    with (tmp_path / "out").open("wb") as out, (tmp_path / "err").open("wb") as err:
        filed = ran("", *command.split(), stdout=out, stderr=err)
    texts = (tmp_path / "out").read_bytes(), (tmp_path / "err").read_bytes()
    assert texts == (piped.stdout, piped.stderr) == (wanted.stdout, wanted.stderr)
    assert piped.returncode == filed.returncode == wanted.returncode == 2 * (command == "nonsense")
    assert any(texts)


def test_a_fast_exit_destroys_no_values() -> None:
    code = "import os; leave = os._exit; os._exit = lambda status: (os.write(1, b'left'), leave(status))"
    done = ran(code, "nonsense")
    assert (done.returncode, done.stdout) == (2, b"left")


def test_functions_registered_for_exit_are_run() -> None:
    code = "import atexit, sys; atexit.register(lambda: (print('over'), sys.stderr.write('!')))"
    done = ran(code, "nonsense")
    assert (done.returncode, done.stdout) == (2, b"over\n")
    assert done.stderr.endswith(b"--help)\n!")


def test_a_running_thread_is_awaited() -> None:
    code = "import threading; threading.Timer(1, lambda: print('late')).start()"
    done = ran(code, "--version")
    assert done.returncode == 0
    assert done.stdout.endswith(b"late\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device is always full here")
@pytest.mark.parametrize("last", ["", "import atexit; atexit.register(print, 'more')"])
def test_a_full_disk_is_reported_even_at_exit(last: str) -> None:
    with open("/dev/full", "wb") as full:
        done = ran(last, "odds", stdout=full)
        quiet = ran(last, "lint", "nothing.toml", stdout=full)
    assert done.returncode == 2
    assert done.stderr == b"baccarat: cannot write the answer: no space left on device\n"
    # The interpreter ends with this status if the last text cannot be written.
    assert quiet.returncode == (120 if last else 2)


def test_a_reader_that_closes_early_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as pipe:
        done = ran("", "list", "bets", stdout=pipe)
    assert (done.returncode, done.stderr) == (0, b"")
