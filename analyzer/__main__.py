"""The entry point of the program: `baccarat`, or `python -m analyzer`."""

import atexit
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


def program() -> None:
    """What `baccarat` runs: `main`, and the end of the process, which skips only what nobody would notice.

    Like the interpreter, it runs what is registered for the end and flushes; but it does not take apart all
    modules and values. `python -m analyzer` ends in the usual way, so that profilers can write down what they
    have seen.
    """
    status = main()
    import threading  # noqa: PLC0415 (loaded long since, but not before `main` heeds Ctrl-C)

    if all(thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        atexit._run_exitfuncs()
        if _flushed():
            os._exit(status)
    raise SystemExit(status)


def _flushed() -> bool:
    """Whether all that was printed has been written; if not, the interpreter reports that."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        return False
    return True


if __name__ == "__main__":
    raise SystemExit(main())
