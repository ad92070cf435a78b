"""A release: the source archive is complete, anyone can build the same wheel, type checkers find the types.

Needs the extra `release` and a network, because every build gets its own environment.
"""

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from suite import ROOT

from analyzer.census.kernel import IN_USE

MADE = re.compile(r"PKG-INFO|setup\.cfg|baccarat\.egg-info/[\w.-]+")
"""What setuptools adds to an archive."""

SCRIPT = """
from fractions import Fraction

import analyzer as ba

edge: Fraction = ba.odds("standard")["banker"].house_edge
wrong: str = ba.odds("standard")["banker"].house_edge
"""

pytestmark = pytest.mark.install


def run(*command: object, cwd: Path, umask: int = -1) -> str:
    """What a command prints; it must succeed."""
    bare = {name: word for name, word in os.environ.items() if name not in {"PYTHONPATH", "MYPYPATH"}}
    bare["PIP_NO_COMPILE"] = "1"  # an environment is used for only one build
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=cwd, env=bare, umask=umask, capture_output=True, encoding="utf-8", check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def built(source: Path, dist: Path, *options: str, umask: int = -1) -> Path:
    """The wheel that `python -m build` makes from a folder."""
    run(sys.executable, "-P", "-m", "build", *options, "-o", dist, source, cwd=dist.parent, umask=umask)
    (wheel,) = dist.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def tracked() -> set[str]:
    """The files in git that exist here."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no git clone: only git knows which files belong to the project")
    names = run("git", "ls-files", "-z", cwd=ROOT).split("\0")
    return {name for name in names if (ROOT / name).is_file()}


@pytest.fixture(scope="module")
def wheel(tracked: set[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel, with the source archive next to it, built from a copy of the clone without its git folder."""
    place = tmp_path_factory.mktemp("release")
    for name in tracked:
        copy = place / "clone" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((ROOT / name).read_bytes())
    # Files left by an install or an earlier build do not belong to the source.
    words = "catalog/words/th/LC_MESSAGES/baccarat.mo"
    for left in (
        "census/_kernel.abi3.so",
        words,
        "bets/conditions.json",
        "census/programs.bin",
        "__pycache__/x.pyc",
    ):
        path = place / "clone/analyzer" / left
        path.parent.mkdir(exist_ok=True)
        path.touch()
    return built(place / "clone", place / "dist")


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, unpacked in another folder."""
    (archive,) = wheel.parent.glob("*.tar.gz")
    place = tmp_path_factory.mktemp("unpacked")
    run("tar", "-xzf", archive, cwd=place)
    (folder,) = place.iterdir()
    return folder


def test_the_source_archive_is_complete(unpacked: Path, tracked: set[str]) -> None:
    files = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    assert {name for name in files if not MADE.fullmatch(name)} == tracked


def test_a_wheel_has_the_same_bytes_wherever_it_is_built(wheel: Path, unpacked: Path, tmp_path: Path) -> None:
    again = built(unpacked, tmp_path / "dist", "--wheel", umask=0o077)
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()


@pytest.mark.skipif(
    sys.platform != "linux" or not IN_USE.startswith("C "),
    reason="manylinux is a promise of a wheel with the C kernel about Linux",
)
def test_a_wheel_runs_on_every_linux_that_its_tag_names(wheel: Path) -> None:
    promised = re.search(r"-manylinux_(\d+)_(\d+)_\w+\.whl$", wheel.name)
    output = run(sys.executable, "-m", "auditwheel", "show", wheel, cwd=wheel.parent)
    found = re.search(r'"manylinux_(\d+)_(\d+)_\w+"', output)
    assert promised and found, (wheel.name, output)
    assert tuple(map(int, promised.groups())) >= tuple(map(int, found.groups()))


@pytest.mark.parametrize("way", ["editable", "wheel"])
def test_type_checkers_find_the_types_of_an_install(
    way: str, wheel: Path, unpacked: Path, tmp_path: Path
) -> None:
    venv.create(tmp_path / "venv")
    python = tmp_path / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    what = ["-e", unpacked] if way == "editable" else [wheel]
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", *what, cwd=tmp_path)
    (tmp_path / "mine.py").write_text(SCRIPT)
    checks = {
        "mypy": ["--strict", "--python-executable", python],
        "basedpyright": ["--level", "error", "--pythonpath", python],
    }
    for checker, options in checks.items():
        done = subprocess.run(
            [sys.executable, "-m", checker, *map(str, options), "mine.py"],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=300,
        )
        assert re.findall(r"mine\.py:(\d+):", done.stdout) == ["7"], done.stdout + done.stderr
        assert "Fraction" in done.stdout and "str" in done.stdout
