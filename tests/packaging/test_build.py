"""Building the package and its C kernel, with a compiler and without one.

Every build runs the hooks that pip runs, on a copy of the source, but with the installed setuptools, so that
no network is needed.
"""

import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest
import setuptools
from suite import ROOT

import analyzer

LOCALES = {"ko", "th", "vi", "zh_Hans", "zh_Hant"}
BINARIES = "census/_kernel*.so", "census/_kernel*.pyd"
HOOK = "import sys; from setuptools import build_meta; getattr(build_meta, sys.argv[1])(sys.argv[2])"
NOT_BUILT = (
    "baccarat: the C kernel was not built (no C compiler, or it failed); everything works without it, but "
    "slower, with the Python kernel (`baccarat --version` shows which one is in use)"
)

FREE_THREADED = sysconfig.get_config_var("Py_GIL_DISABLED")
TAG = f"cp{sys.version_info[0]}{sys.version_info[1]}-" if FREE_THREADED else "cp311-abi3-"


def no_compiler() -> str:
    """Why no extension can be compiled on this machine; empty if one can."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "")
    if not command or not shutil.which(command[0]):
        return "no C compiler is here"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python's headers are not here"
    nothing = [*command, "-x", "c", "-c", os.devnull, "-o", os.devnull]
    return "" if subprocess.run(nothing, check=False).returncode == 0 else f"{command[0]} does not compile C"


pytestmark = pytest.mark.install
needs_compiler = pytest.mark.skipif(bool(no_compiler()), reason=no_compiler())


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source, without the results of earlier builds."""
    copy = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    ignored = shutil.ignore_patterns(
        "__pycache__", "*.so", "*.pyd", "*.mo", "conditions.json", "programs.bin"
    )
    shutil.copytree(ROOT / "analyzer", copy / "analyzer", ignore=ignored)
    return copy


def built(hook: str, source: Path, place: Path, **environ: str) -> tuple[Path, str]:
    """The one file that a build hook makes, and what it writes to stderr."""
    place.mkdir(parents=True)
    run = subprocess.run(
        [sys.executable, "-c", HOOK, hook, str(place)],
        cwd=source,
        env={**os.environ, **environ},
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=300,
    )
    (file,) = place.iterdir()
    return file, run.stderr


def kernels(wheel: Path) -> list[str]:
    """The files of a wheel that belong to the C kernel."""
    names = zipfile.ZipFile(wheel).namelist()
    return sorted(Path(name).name for name in names if re.search(r"/_kernel\.|\.[ch]$", name))


def translations(names: Iterable[str]) -> set[str]:
    """The locales whose compiled catalogue is among the files."""
    return {Path(name).parts[-3] for name in names if name.endswith("LC_MESSAGES/baccarat.mo")}


def in_use(wheel: Path, place: Path, **environ: str) -> str:
    """The kernel that `--version` of an unpacked wheel names."""
    zipfile.ZipFile(wheel).extractall(place)
    code = "import analyzer.cli.main as program; print(program.__file__); program.main(['--version'])"
    bare = {name: word for name, word in os.environ.items() if not name.startswith("ANALYZER_")}
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=place,
        env={**bare, "PYTHONPATH": str(place), **environ},
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    file, version = run.stdout.splitlines()
    assert Path(file).is_relative_to(place)
    return version.removeprefix(f"baccarat {analyzer.__version__} ")


def loads_the_parser(wheel: Path, place: Path) -> bool:
    """Whether `baccarat odds` of an unpacked wheel loads the parser for the library's conditions."""
    zipfile.ZipFile(wheel).extractall(place)
    code = "import sys; import analyzer.__main__ as program; program.main(); sys.exit('lark' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code, "odds"],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(place)},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert run.stdout
    return bool(run.returncode)


@needs_compiler
def test_a_wheel_contains_the_kernel_and_works_for_every_later_python(source: Path, tmp_path: Path) -> None:
    wheel, remarks = built("build_wheel", source, tmp_path / "dist")
    assert "not built" not in remarks
    assert wheel.name.startswith(f"baccarat-{analyzer.__version__}-{TAG}")
    binary, hints = kernels(wheel)
    assert binary.startswith("_kernel.cpython-" if FREE_THREADED else "_kernel.abi3") or os.name == "nt"
    assert hints == "_kernel.pyi"
    names = zipfile.ZipFile(wheel).namelist()
    assert translations(names) == LOCALES
    assert names.count("analyzer/bets/conditions.json") == 1
    assert names.count("analyzer/census/programs.bin") == 1
    assert not loads_the_parser(wheel, tmp_path / "cold")
    assert in_use(wheel, tmp_path / "unpacked", ANALYZER_KERNEL="c").startswith("(C kernel, ")


@pytest.fixture(scope="module")
def without_compiler(source: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A wheel built without a compiler, next to the binaries of an earlier wheel and an editable install."""
    editable = source / "analyzer/census/_kernel.abi3.so"
    editable.touch()
    wheel = built("build_wheel", source, tmp_path_factory.mktemp("without") / "dist", CC="false")
    editable.unlink()
    return wheel


def test_a_wheel_without_a_compiler_is_for_every_python_and_says_so_once(
    without_compiler: tuple[Path, str], tmp_path: Path
) -> None:
    wheel, remarks = without_compiler
    assert remarks.splitlines().count(NOT_BUILT) == remarks.count("not built") == 1
    assert wheel.name == f"baccarat-{analyzer.__version__}-py3-none-any.whl"
    assert kernels(wheel) == ["_kernel.pyi"]
    assert in_use(wheel, tmp_path / "unpacked") == "(Python kernel, numpy)"


@needs_compiler
def test_an_editable_install_builds_in_place(source: Path, tmp_path: Path) -> None:
    package = source / "analyzer"
    _, remarks = built("build_editable", source, tmp_path / "with")
    assert "not built" not in remarks
    binary, *others = [path for glob in BINARIES for path in package.glob(glob)]
    assert binary.stat().st_size > 0
    assert not others
    assert translations(path.as_posix() for path in package.rglob("*")) == LOCALES
    assert (package / "bets/conditions.json").is_file()
    assert (package / "census/programs.bin").is_file()
    _, remarks = built("build_editable", source, tmp_path / "without", CC="false")
    assert remarks.splitlines().count(NOT_BUILT) == 1
    assert not binary.exists()


@pytest.mark.usefixtures("without_compiler")
def test_a_wheel_contains_nothing_from_an_earlier_build(source: Path, tmp_path: Path) -> None:
    old = [path / "analyzer/old.py" for path in (source / "build").glob("lib*")]
    assert old
    for path in old:
        path.touch()
    wheel, _ = built("build_wheel", source, tmp_path / "dist", CC="false")
    assert "analyzer/old.py" not in zipfile.ZipFile(wheel).namelist()


def compiled(source: Path) -> str:
    """What the build of the kernel writes to stderr, and the source that it is built from."""
    build = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", str(source.parent / "lib")]
    run = subprocess.run(build, cwd=source, capture_output=True, encoding="utf-8", check=True, timeout=300)
    return run.stderr


@needs_compiler
def test_a_change_to_a_header_compiles_the_kernel_again(source: Path, tmp_path: Path) -> None:
    """`depends` in setup.py must name every header, or the binary of the old header would stay in use."""
    copy = tmp_path / "source"
    shutil.copytree(source, copy)
    assert compiled(copy) == ""
    headers = sorted((copy / "analyzer/census").glob("*.h"))
    assert len(headers) == 4
    for header in headers:
        kept = header.stat()
        text = header.read_text(encoding="utf-8")
        header.write_text(f"{text}#error {header.name} is read again\n", encoding="utf-8")
        assert f"{header.name} is read again" in compiled(copy)
        header.write_text(text, encoding="utf-8")
        os.utime(header, ns=(kept.st_atime_ns, kept.st_mtime_ns))
        assert compiled(copy) == ""


@pytest.mark.parametrize(
    ("texts", "platform", "tag"),
    [
        (["libc.so.6", "GLIBC_2.2.5"], "linux-x86_64", "manylinux_2_17_x86_64"),
        (["libc.so.6", "GLIBC_2.2.5", "GLIBC_2.34"], "linux-x86_64", "manylinux_2_34_x86_64"),
        (["libc.so.6", "libm.so.6", "GLIBC_2.4", "GLIBC_2.17"], "linux-aarch64", "manylinux_2_17_aarch64"),
        (["libc.so.6", "libpython3.11.so.1.0", "GLIBC_2.2.5"], "linux-x86_64", "linux-x86_64"),
        (["libc.musl-x86_64.so.1"], "linux-x86_64", "linux-x86_64"),
        ([], "macosx-11.0-arm64", "macosx-11.0-arm64"),
    ],
)
def test_a_wheel_names_the_oldest_glibc_that_its_kernel_runs_on(
    texts: list[str], platform: str, tag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.setattr(setuptools, "setup", lambda **_: None)
    binary = "\0".join(["", *texts, ""]).encode()
    assert runpy.run_path(str(ROOT / "setup.py"))["manylinux"](binary, platform) == tag
