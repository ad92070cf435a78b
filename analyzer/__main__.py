"""The entry point of the program: `baccarat`, or `python -m analyzer`."""

import gc
import os
import sys

_ALLOCATIONS = 200_000
"""How many objects are made before the garbage collector looks for cycles: more than a short command makes.

Nearly all that loading makes stays in use; looking through it again and again takes 3 % of `baccarat odds`.
"""

BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS")
"""The variables by which a user gives numpy's OpenBLAS its number of threads, most important first."""


def main() -> int:
    """Run the program and return its exit status, 130 if Ctrl-C arrives while it is still loading."""
    gc.set_threshold(_ALLOCATIONS)
    if not any(name in os.environ for name in BLAS_THREADS):
        # The matrices are small or of integers: threads gain nothing, and starting them takes 30 ms.
        os.environ[BLAS_THREADS[0]] = "1"
    try:
        from analyzer.cli.main import main as run  # noqa: PLC0415

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("baccarat: interrupted\n")
        return 130
    finally:
        # What is left ends with the process: the interpreter need not look through it for cycles as it ends.
        gc.freeze()


if __name__ == "__main__":
    raise SystemExit(main())
