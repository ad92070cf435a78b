"""How the program starts and ends: what it takes from the command line and the environment, cheaply."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

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
def test_a_value_that_is_taken_as_it_is_is_what_typer_makes_of_it(name: str) -> None:
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


def test_what_is_required_and_missing_is_refused() -> None:
    (parameter,) = (one for one in COMMANDS["roads"].params if one.required)
    with pytest.raises(TyperException, match="Missing parameter: file"):
        parameter.process_value(context_of("roads"), None)


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The program ends at once; what it does to the process is undone."""
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
def test_the_number_of_threads_that_the_user_wants_stays(
    name: str, ended: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "2")
    assert entry_point.main() == 0
    assert {one: os.environ.get(one) for one in entry_point.BLAS_THREADS} == {
        one: "2" if one == name else None for one in entry_point.BLAS_THREADS
    }


def test_the_library_leaves_threads_to_its_user() -> None:
    code = f"import analyzer, os; analyzer.odds('classic'); assert {THREADS!r} not in os.environ"
    bare = {name: word for name, word in os.environ.items() if name not in entry_point.BLAS_THREADS}
    subprocess.run([sys.executable, "-c", code], env=bare, check=True, timeout=60)


def test_what_the_program_leaves_is_not_searched_for_cycles(ended: None) -> None:
    assert entry_point.main() == 0
    assert gc.get_freeze_count() > 10_000


@pytest.mark.parametrize("command", ["odds", "odds --format json", "list bets", "nonsense"])
def test_the_whole_answer_arrives_in_a_pipe_and_in_a_file(command: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "analyzer", *command.split()]
    piped = subprocess.run(words, capture_output=True, check=False, timeout=60)
    with (tmp_path / "out").open("wb") as out, (tmp_path / "err").open("wb") as err:
        filed = subprocess.run(words, stdout=out, stderr=err, check=False, timeout=60)
    assert piped.returncode == filed.returncode == 2 * (command == "nonsense")
    assert ((tmp_path / "out").read_bytes(), (tmp_path / "err").read_bytes()) == (piped.stdout, piped.stderr)
    assert any(chain(piped.stdout, piped.stderr))
