"""The entry point of the program: `baccarat`, or `python -m analyzer`."""

import atexit
import gc
import os
import sys

_ALLOCATIONS = 200_000
"""How many objects are allocated before the garbage collector looks for cycles: more than short ones need.

Nearly everything that loading allocates stays in use; scanning it repeatedly takes 3 % of `baccarat odds`.
"""

BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS")
"""The variables with which a user sets the number of threads of numpy's OpenBLAS, most important first."""


def main() -> int:
    """Run the program and return its exit status, 130 if Ctrl-C arrives while it is still loading."""
    gc.set_threshold(_ALLOCATIONS)
    if not any(name in os.environ for name in BLAS_THREADS):
        # The matrices are small or of integers: threads gain nothing, and take 30 ms to start.
        os.environ[BLAS_THREADS[0]] = "1"
    try:
        from analyzer.cli.main import main as run  # noqa: PLC0415

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("baccarat: interrupted\n")
        return 130
    finally:
        # All objects end with the process: the interpreter need not scan them for cycles as it exits.
        gc.freeze()


def program() -> None:
    """What `baccarat` runs: `main`, and then the end of the process, without the interpreter's slow cleanup.

    Like the interpreter, it runs the functions registered for exit and flushes its streams, but it does not
    destroy every module and value. `python -m analyzer` ends in the usual way, so that profilers can save
    their results.
    """
    status = main()
    import threading  # noqa: PLC0415 (already loaded, but not before `main` handles Ctrl-C)

    if all(thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        atexit._run_exitfuncs()
        if _flushed():
            os._exit(status)
    raise SystemExit(status)


def _flushed() -> bool:
    """Whether everything printed has been written; if not, the interpreter reports that."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        return False
    return True


if __name__ == "__main__":
    raise SystemExit(main())
