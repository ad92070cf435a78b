"""The kernel under AddressSanitizer and UndefinedBehaviorSanitizer.

    python tests/campaigns/sanitize.py [--quick]

Copies the package and its tests into a temporary folder, builds `_kernel.c` there with both sanitizers, and
runs the tests of the kernel on that build at every vector width of this machine. An access out of bounds, an
overflow of a signed number or a misaligned access ends the process with a report. `--quick` runs only tests
that take seconds. Needs GCC, or another compiler in CC that takes GCC's options, with both sanitizers, and
the packages of `.[test]`. The exit status is 0 if no error is found.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
FLAGS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-g", "-O1"]
QUICK = ["test_wrong_calls.py", "test_shoes.py", "test_twins.py", "test_switches.py", "test_patterns.py"]
FULL = [*QUICK, "test_refusals.py", "test_census.py"]


def built(folder: Path, compiler: str) -> None:
    """Copy the files that the tests need into the folder, and compile the kernel there."""
    for name in ("analyzer", "tests"):
        shutil.copytree(
            ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", folder)
    source = folder / "analyzer" / "census" / "_kernel.c"
    include = f"-I{sysconfig.get_paths()['include']}"
    binary = source.with_name(f"_kernel{sysconfig.get_config_var('EXT_SUFFIX')}")
    subprocess.run([compiler, *FLAGS, "-shared", "-fPIC", include, source, "-o", binary], check=True)


def runtime(compiler: str) -> str:
    """The library of AddressSanitizer, which must be loaded before all others."""
    asked = [compiler, "-print-file-name=libasan.so"]
    return subprocess.run(asked, capture_output=True, encoding="utf-8", check=True).stdout.strip()


def main() -> int:
    """Pytest's exit status, or another nonzero status if a sanitizer ended it."""
    parser = argparse.ArgumentParser(description="Run the tests of the kernel under sanitizers.")
    parser.add_argument("--quick", action="store_true", help="only the tests that take seconds")
    chosen = QUICK if parser.parse_args().quick else FULL
    compiler = os.environ.get("CC", "gcc")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        built(folder, compiler)
        environment = os.environ | {
            "ANALYZER_KERNEL": "c",
            "ASAN_OPTIONS": "detect_leaks=0",  # the interpreter does not free everything when it ends
            "LD_PRELOAD": runtime(compiler),
            "PYTHONPATH": str(folder),
            "UBSAN_OPTIONS": "print_stacktrace=1",
        }
        used = "import analyzer.census._kernel as kernel; print(kernel.__file__)"
        found = subprocess.run(
            [sys.executable, "-c", used], cwd=folder, env=environment, stdout=subprocess.PIPE, check=True
        )
        assert Path(os.fsdecode(found.stdout).strip()).is_relative_to(folder), found.stdout
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            "-n0",
            "-knot python",  # the Python twin has nothing to sanitize
            "--capture=sys",  # a sanitizer ends the process, so pytest could not show a captured report
            *(f"tests/census/{name}" for name in chosen),
        ]
        return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
