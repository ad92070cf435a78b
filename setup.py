"""Builds what is not in git: the C kernel if it can be compiled, translations, parsed conditions, and the
programs of the library's bets.

Everything else about the package is in pyproject.toml. The kernel is an extension for the limited API of
CPython 3.11, so that one wheel works for every later version. Free-threaded builds of CPython lack that API;
for them it is an ordinary extension for their version.
"""

import os
import re
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from shutil import rmtree
from typing import Any, ClassVar

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import Command, Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

LIMITED = sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")

KERNEL = Extension(
    "analyzer.census._kernel",
    ["analyzer/census/_kernel.c"],
    depends=[f"analyzer/census/{name}.h" for name in ("_checks", "_shoes", "_weigh_loop", "_weigh_width")],
    define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED else [],
    py_limited_api=LIMITED,
)

OLDEST_GLIBC = (2, 17)
"""The oldest glibc that a wheel claims to run on, even if the kernel would run on an older one: that of
manylinux2014.
"""

GLIBC = {"libc.so.6", "libm.so.6"}
"""The libraries that the kernel may load in a manylinux wheel: every glibc has them."""


CONDITIONS = ("when", "complete", "given")
"""The keys of conditions in the library's files."""


class BuildKernel(build_ext):
    """Compiles the kernel; if that fails, prints one remark and continues without it."""

    def run(self) -> None:
        """Remove an earlier kernel first, so that the old binary is not used if this build fails."""
        if self.inplace:
            Path(self.get_ext_filename(KERNEL.name)).unlink(missing_ok=True)
        super().run()

    def build_extensions(self) -> None:
        """Optimise, but not for this machine: the kernel chooses its vector width when it runs.

        Debugging information and a library search path would put folder names of this machine into the
        binary. The kernel needs neither, because it loads only the C library.
        """
        if self.compiler.compiler_type == "msvc":
            KERNEL.extra_compile_args = ["/O2"]
        else:
            KERNEL.extra_compile_args = ["-O3", "-g0"]
            linker = self.compiler.linker_so
            self.compiler.linker_so = [word for word in linker if not word.startswith("-Wl,-rpath")]
        try:
            super().build_extensions()
        except (BaseError, CCompilerError) as fault:
            why = "no C compiler, or it failed" if isinstance(fault, CCompilerError) else fault
            print(
                f"baccarat: the C kernel was not built ({why}); everything works without it, but slower, "
                "with the Python kernel (`baccarat --version` shows which one is in use)",
                file=sys.stderr,
            )
            self.distribution.ext_modules = self.extensions = []


class BuildData(Command):
    """Makes the data that the package reads: a `baccarat.mo` for each catalogue, conditions, programs."""

    editable_mode = False
    build_lib: str | None

    def initialize_options(self) -> None:
        """Leave the folder undecided until the other commands know it."""
        self.build_lib = None

    def finalize_options(self) -> None:
        """Build where the modules are built."""
        self.set_undefined_options("build_py", ("build_lib", "build_lib"))

    def run(self) -> None:
        """Build next to the sources for an editable install, else into the build folder."""
        for built, source in self.get_output_mapping().items():
            place = Path(built).relative_to(self.build_lib or "") if self.editable_mode else Path(built)
            place.parent.mkdir(parents=True, exist_ok=True)
            if place.suffix == ".mo":
                with open(source, "rb") as po, place.open("wb") as mo:
                    write_mo(mo, read_po(po, abort_invalid=True))
            else:
                place.write_bytes(COMPUTED[place.name]())

    def get_source_files(self) -> list[str]:
        """The catalogues that people edit."""
        return sorted(path.as_posix() for path in Path("analyzer").glob("catalog/words/*/LC_MESSAGES/*.po"))

    def get_output_mapping(self) -> dict[str, str]:
        """The file that each built file is made from; the most important one if there are several."""
        sources = {str(Path(po).with_suffix(".mo")): po for po in self.get_source_files()}
        sources["analyzer/bets/conditions.json"] = "analyzer/bets/condition.lark"
        sources["analyzer/census/programs.bin"] = "analyzer/census/kept.py"
        return {str(Path(self.build_lib or "", built)): source for built, source in sources.items()}

    def get_outputs(self) -> list[str]:
        """The files that are built."""
        return list(self.get_output_mapping())


def parsed_conditions() -> bytes:
    """Every condition of the library, parsed, in the form that `analyzer/bets/kept.py` reads."""
    sys.path.insert(0, os.getcwd())
    from analyzer.bets.kept import written  # noqa: PLC0415 (needs the path, and the parser)
    from analyzer.bets.parse import parse  # noqa: PLC0415
    from analyzer.catalog.readers import EVERY_COUP  # noqa: PLC0415

    files = [tomllib.loads(path.read_text("utf-8")) for path in Path("analyzer/catalog").rglob("*.toml")]
    return written({text: parse(text) for text in sorted({EVERY_COUP, *conditions(files)})})


def conditions(value: object) -> Iterator[str]:
    """The conditions in the values of TOML files."""
    if isinstance(value, list):
        yield from chain.from_iterable(map(conditions, value))
    elif isinstance(value, dict):
        yield from (text for key in CONDITIONS if isinstance(text := value.get(key), str))
        yield from conditions(list(value.values()))


def library_programs() -> bytes:
    """The programs for all bets and claims of the library, in the form that `census/kept.py` reads."""
    sys.path.insert(0, os.getcwd())
    # A C kernel in the source folder may come from an earlier build.
    os.environ["ANALYZER_KERNEL"] = "python"
    import analyzer  # noqa: PLC0415 (needs the path, and numpy)
    from analyzer.census import census, kept  # noqa: PLC0415

    kept.FILE = Path(os.devnull)
    analyzer.odds("standard", bets=["*"])
    analyzer.audit()
    return kept.written(census.ready)


COMPUTED = {"conditions.json": parsed_conditions, "programs.bin": library_programs}
"""The functions that compute files of the package, by file name."""


class Build(build):
    """The usual build, followed by the data."""

    sub_commands: ClassVar = [*build.sub_commands, ("build_data", None)]

    def run(self) -> None:
        """Remove files of earlier builds, perhaps of another version, so that they are not packed."""
        rmtree(self.build_lib, ignore_errors=True)
        super().run()


class KernelWheel(bdist_wheel):
    """A wheel for the limited API and this platform if it contains the kernel, else one for every Python."""

    def run(self) -> None:
        """Build first, because only then is it known which files to pack."""
        self.run_command("build")
        self.skip_build = True
        self.root_is_pure = not self.distribution.has_ext_modules()
        if not (self.root_is_pure or self.plat_name_supplied):
            (kernel,) = self.get_finalized_command("build_ext").get_outputs()
            self.plat_name = manylinux(Path(kernel).read_bytes(), self.plat_name)
        super().run()

    def write_wheelfile(self, *args: Any, **options: Any) -> None:
        """Give every file the same permissions before packing, whatever the user's umask."""
        super().write_wheelfile(*args, **options)
        for path in Path(self.bdist_dir).rglob("*"):
            if path.is_file():
                path.chmod(0o644)


def manylinux(binary: bytes, platform: str) -> str:
    """The platform tag of a Linux wheel with a binary: manylinux if the binary needs only glibc.

    The binary contains the names of the libraries and glibc versions that it needs. Other text that looks
    like one of these names can only make the tag stricter.
    """
    libraries = {name.decode() for name in re.findall(rb"\0([\w+.-]+\.so[.\d]*)(?=\0)", binary)}
    needed = [
        tuple(map(int, version.split(b"."))) for version in re.findall(rb"\0GLIBC_([\d.]+)(?=\0)", binary)
    ]
    if not (platform.startswith("linux") and needed and libraries <= GLIBC):
        return platform
    major, minor = max(OLDEST_GLIBC, *needed)[:2]
    return platform.replace("linux", f"manylinux_{major}_{minor}", 1).replace("-", "_")


# Every file in a wheel gets this time, not the current one, so that the same source gives the same bytes.
os.environ.setdefault("SOURCE_DATE_EPOCH", "1577836800")

setup(
    ext_modules=[KERNEL],
    cmdclass={
        "build": Build,
        "build_ext": BuildKernel,
        "build_data": BuildData,
        "bdist_wheel": KernelWheel,
    },
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
