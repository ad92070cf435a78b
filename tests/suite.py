"""Shared by every folder of the suite: where files are, and how many times random tests run."""

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"

MULTIPLIER = int(os.environ.get("ANALYZER_TEST_MULTIPLIER", "1"))
"""The factor on the number of random shoes and examples, 1 in an ordinary run; `long_run.py` sets it."""

Run = Callable[..., tuple[int, str, str]]
"""The fixture `run`: from the words of a command to its exit status, stdout and stderr."""

Read = Callable[..., Any]
"""The fixture `read`: from the words of a command to its JSON document."""


def refused(run: Run, *arguments: object) -> str:
    """The sentence of an error: exit 2, nothing on stdout, nothing written, and quickly."""
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    began = time.process_time()
    status, out, err = run(*arguments)
    assert time.process_time() - began < 2
    assert (status, out) == (2, "")
    assert err.startswith("baccarat: ")
    assert err.endswith("\n")
    assert "Traceback" not in err
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before
    return err.removeprefix("baccarat: ").rstrip("\n")


def cases(file: str) -> dict[str, str]:
    """The cases of a data file: a command or call, and its error sentence in the line below."""
    text = (DATA / file).read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines() if line and not line.startswith("#")]
    return dict(zip(lines[::2], lines[1::2], strict=True))


def bet_text(id: str, *lines: tuple[str, str, str], **more: str) -> str:
    """A bet as TOML: its lines, each an id, a condition and a pay, and other keys."""
    said = "".join(f'{key} = "{value}"\n' for key, value in more.items())
    settled = ", ".join(f'{{ id = "{line}", when = "{when}" }}' for line, when, _ in lines)
    pays = ", ".join(f'{line} = "{pay}"' for line, _, pay in lines)
    return f'[[bet]]\nid = "{id}"\n{said}lines = [{settled}]\npaytable = {{ {pays} }}\n'


def one_in(every: int, cases: Iterable[object]) -> list[Any]:
    """Cases of a test, of which an ordinary run takes only one in every few; the others are marked slow."""
    return [pytest.param(case, marks=pytest.mark.slow if i % every else ()) for i, case in enumerate(cases)]
