"""Builds the C kernel where it can be built; all else about the package stands in pyproject.toml.

The kernel is one extension against the limited API of CPython 3.11, so that one wheel serves every later
version. Free-threaded builds of CPython lack that API: there it is an ordinary extension of their version.
"""

import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

LIMITED = sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")

KERNEL = Extension(
    "analyzer.census._kernel",
    ["analyzer/census/_kernel.c"],
    define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED else [],
    py_limited_api=LIMITED,
)


class BuildKernel(build_ext):
    """Compiles the kernel, or goes on without it and says so once."""

    def run(self) -> None:
        """Begin with nothing: a kernel that cannot be built now is not to be taken from an earlier build."""
        for folder in (self.build_lib, ".") if self.inplace else (self.build_lib,):
            Path(folder, self.get_ext_filename(KERNEL.name)).unlink(missing_ok=True)
        super().run()

    def build_extensions(self) -> None:
        """Optimise, but for no machine in particular: the kernel picks its vectors when it runs."""
        KERNEL.extra_compile_args = ["/O2"] if self.compiler.compiler_type == "msvc" else ["-O3"]
        try:
            super().build_extensions()
        except (BaseError, CCompilerError) as fault:
            why = "no C compiler, or it failed" if isinstance(fault, CCompilerError) else fault
            print(
                f"baccarat: the C kernel was not built ({why}); everything works without it, only slower, "
                "on the Python kernel (`baccarat --version` tells which is in use)",
                file=sys.stderr,
            )
            self.distribution.ext_modules = self.extensions = []


class KernelWheel(bdist_wheel):
    """A wheel for the limited API and this platform if it holds the kernel, else one for every Python."""

    def run(self) -> None:
        """Build first, since only then is it known what there is to pack."""
        self.run_command("build")
        self.skip_build = True
        self.root_is_pure = not self.distribution.has_ext_modules()
        super().run()


setup(
    ext_modules=[KERNEL],
    cmdclass={"build_ext": BuildKernel, "bdist_wheel": KernelWheel},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
