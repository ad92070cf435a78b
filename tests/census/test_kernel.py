"""The choice of the kernel's twin and vector width, and the errors if it is impossible."""

import importlib.machinery
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import analyzer
from analyzer.census import _kernel_py, kernel
from analyzer.errors import AnalyzerError

pytestmark = pytest.mark.kernel

C = "analyzer.census._kernel"
PYTHON = SimpleNamespace(CONTRACT=kernel.CONTRACT)
WIDE = SimpleNamespace(CONTRACT=kernel.CONTRACT, WIDTHS=("avx512", "avx2", "portable"))
PLAIN = SimpleNamespace(CONTRACT=kernel.CONTRACT, WIDTHS=("portable",))
STALE = SimpleNamespace(CONTRACT=kernel.CONTRACT - 1, WIDTHS=("portable",))
NAMELESS = SimpleNamespace(WIDTHS=("portable",))
MISSING = ModuleNotFoundError(f"No module named {C!r}")
BROKEN = ImportError("_kernel.abi3.so: file too short")

ADVICE = (
    "; install again (`pip install -e .` or `pip install --force-reinstall .` in the folder of the source) "
    "or set ANALYZER_KERNEL=python"
)


def picked(built: Any, **environ: str) -> tuple[Any, str]:
    """The choice if importing the C twin returns or raises `built`."""

    def load(name: str) -> Any:
        if name == "analyzer.census._kernel_py":
            return PYTHON
        assert name == C
        if isinstance(built, Exception):
            raise built
        return built

    return kernel.choose({f"ANALYZER_{name}": word for name, word in environ.items()}, load)


@pytest.mark.parametrize(
    ("built", "environ", "twin", "width"),
    [
        (WIDE, {}, WIDE, "avx512"),
        (PLAIN, {}, PLAIN, "portable"),
        (MISSING, {}, PYTHON, "numpy"),
        (WIDE, {"KERNEL": "auto"}, WIDE, "avx512"),
        (WIDE, {"KERNEL": "c"}, WIDE, "avx512"),
        (WIDE, {"KERNEL": "python"}, PYTHON, "numpy"),
        (STALE, {"KERNEL": "python"}, PYTHON, "numpy"),
        (BROKEN, {"KERNEL": "python"}, PYTHON, "numpy"),
        (MISSING, {"KERNEL": "python"}, PYTHON, "numpy"),
        (WIDE, {"WIDTH": "avx512"}, WIDE, "avx512"),
        (WIDE, {"WIDTH": "avx2"}, WIDE, "avx2"),
        (WIDE, {"KERNEL": "c", "WIDTH": "portable"}, WIDE, "portable"),
        (PLAIN, {"WIDTH": "portable"}, PLAIN, "portable"),
        (MISSING, {"WIDTH": "avx512"}, PYTHON, "numpy"),
        (WIDE, {"KERNEL": "python", "WIDTH": "avx2"}, PYTHON, "numpy"),
    ],
)
def test_the_twin_and_width_that_are_chosen(
    built: Any, environ: dict[str, str], twin: Any, width: str
) -> None:
    assert picked(built, **environ) == (twin, width)


@pytest.mark.parametrize(
    ("built", "environ", "sentence"),
    [
        (WIDE, {"KERNEL": "fortran"}, "ANALYZER_KERNEL: expected c, python or auto, got 'fortran'"),
        (WIDE, {"KERNEL": ""}, "ANALYZER_KERNEL: expected c, python or auto, got ''"),
        (WIDE, {"KERNEL": "C"}, "ANALYZER_KERNEL: expected c, python or auto, got 'C'"),
        (WIDE, {"WIDTH": "sse2"}, "ANALYZER_WIDTH: expected portable, avx2 or avx512, got 'sse2'"),
        (WIDE, {"WIDTH": ""}, "ANALYZER_WIDTH: expected portable, avx2 or avx512, got ''"),
        (
            WIDE,
            {"KERNEL": "python", "WIDTH": "numpy"},
            "ANALYZER_WIDTH: expected portable, avx2 or avx512, got 'numpy'",
        ),
        (MISSING, {"WIDTH": "avx1024"}, "ANALYZER_WIDTH: expected portable, avx2 or avx512, got 'avx1024'"),
        (PLAIN, {"WIDTH": "avx512"}, "ANALYZER_WIDTH=avx512: this machine has only portable"),
        (
            SimpleNamespace(CONTRACT=kernel.CONTRACT, WIDTHS=("avx2", "portable")),
            {"KERNEL": "c", "WIDTH": "avx512"},
            "ANALYZER_WIDTH=avx512: this machine has only avx2, portable",
        ),
        (
            MISSING,
            {"KERNEL": "c"},
            "ANALYZER_KERNEL=c: the C kernel was not built when this was installed; install again where "
            "there is a C compiler, or set ANALYZER_KERNEL=python",
        ),
        *(
            (
                stale,
                environ,
                f"the C kernel is stale: expected interface version {kernel.CONTRACT}, got {got}{ADVICE}",
            )
            for stale, got in [(STALE, kernel.CONTRACT - 1), (NAMELESS, None)]
            for environ in [{}, {"KERNEL": "auto"}, {"KERNEL": "c"}, {"WIDTH": "avx2"}]
        ),
        *(
            (BROKEN, environ, f"the C kernel cannot be loaded (_kernel.abi3.so: file too short){ADVICE}")
            for environ in [{}, {"KERNEL": "auto"}, {"KERNEL": "c"}]
        ),
    ],
)
def test_choices_that_are_rejected(built: Any, environ: dict[str, str], sentence: str) -> None:
    with pytest.raises(AnalyzerError) as refused:
        picked(built, **environ)
    assert str(refused.value) == sentence


def test_every_twin_here_has_the_current_contract() -> None:
    assert _kernel_py.CONTRACT == kernel.CONTRACT
    if kernel.NAME == "c":
        assert import_module(C).CONTRACT == kernel.CONTRACT


def test_the_twin_in_use_is_the_requested_one() -> None:
    asked = os.environ.get("ANALYZER_KERNEL", "auto")
    assert asked in ("auto", kernel.NAME)
    if kernel.NAME == "c":
        widths = import_module(C).WIDTHS
        assert os.environ.get("ANALYZER_WIDTH", widths[0]) == kernel.WIDTH
        assert ("avx512", "avx2", "portable")[-len(widths) :] == widths
        assert kernel.weigh.args == (("portable", "avx2", "avx512").index(kernel.WIDTH),)
    else:
        assert (kernel.WIDTH, kernel.weigh.func) == ("numpy", _kernel_py.weigh)


def version(prelude: str, **environ: str) -> tuple[int, str, str]:
    """Exit status, stdout and stderr of `baccarat --version` in a new process, after some code."""
    bare = {name: word for name, word in os.environ.items() if not name.startswith("ANALYZER_")}
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"{prelude}\nfrom analyzer.cli.main import main; raise SystemExit(main(['--version']))",
        ],
        env={**bare, **environ},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


NOT_BUILT = f"import sys; sys.modules[{C!r}] = None"


def instead(folder: Path) -> str:
    """Code that makes the C twin be imported from a folder."""
    return f"import analyzer.census; analyzer.census.__path__.insert(0, {str(folder)!r})"


def test_version_names_the_python_twin_if_nothing_was_built() -> None:
    sentence = f"baccarat {analyzer.__version__} (Python kernel, numpy)\n"
    assert version(NOT_BUILT) == (0, sentence, "")
    assert version("", ANALYZER_KERNEL="python", ANALYZER_WIDTH="portable") == (0, sentence, "")


@pytest.mark.skipif(kernel.NAME != "c", reason="the C kernel is not in use")
def test_version_names_every_width_of_this_machine() -> None:
    for width in import_module(C).WIDTHS:
        sentence = f"baccarat {analyzer.__version__} (C kernel, {width})\n"
        assert version("", ANALYZER_KERNEL="c", ANALYZER_WIDTH=width) == (0, sentence, "")


def test_a_process_rejects_a_twin_that_was_not_built() -> None:
    status, out, err = version(NOT_BUILT, ANALYZER_KERNEL="c")
    assert (status, out) == (2, "")
    assert err.startswith("baccarat: ANALYZER_KERNEL=c: the C kernel was not built")


def test_a_process_rejects_a_stale_twin(tmp_path: Path) -> None:
    (tmp_path / "_kernel.py").write_text("CONTRACT = 0\n", encoding="utf-8")
    sentence = f"the C kernel is stale: expected interface version {kernel.CONTRACT}, got 0{ADVICE}"
    assert version(instead(tmp_path)) == (2, "", f"baccarat: {sentence}\n")


def test_a_process_rejects_a_binary_that_cannot_be_loaded(tmp_path: Path) -> None:
    (tmp_path / f"_kernel{importlib.machinery.EXTENSION_SUFFIXES[-1]}").write_bytes(b"no machine runs this\n")
    status, out, err = version(instead(tmp_path))
    assert (status, out) == (2, "")
    assert err.startswith("baccarat: the C kernel cannot be loaded (") and err.endswith(f"){ADVICE}\n")
    assert version(instead(tmp_path), ANALYZER_KERNEL="python")[0] == 0


def test_the_version_shows_the_twin_in_use_and_its_width() -> None:
    names = {"c": "C", "python": "Python"}
    assert f"{names[kernel.NAME]} kernel, {kernel.WIDTH}" == kernel.IN_USE
