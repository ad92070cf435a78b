"""The entry points of the program: `baccarat` and `python -m analyzer`."""

import atexit
import gc
import os
import sys

_ALLOCATIONS = 200_000
"""How many new objects make the garbage collector look for cycles: more than a short command creates.

Nearly all objects that loading creates stay in use; searching them repeatedly takes 3% of `baccarat odds`.
"""

BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS")
"""The variables that set the number of threads of numpy's OpenBLAS, most important first."""


def main() -> int:
    """Run the program and return its exit status, 130 if Ctrl-C arrives while it is still loading."""
    gc.set_threshold(_ALLOCATIONS)
    if not any(name in os.environ for name in BLAS_THREADS):
        # The matrices are small or hold integers, so threads gain nothing, and starting them takes 30 ms.
        os.environ[BLAS_THREADS[0]] = "1"
    try:
        from analyzer.cli.main import main as run  # noqa: PLC0415

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("baccarat: interrupted\n")
        return 130
    finally:
        # The process is about to end, so the interpreter need not search the remaining objects for cycles.
        gc.freeze()


def program() -> None:
    """Run `main` and end the process quickly: this is what the command `baccarat` runs.

    Like the interpreter, it runs the exit handlers and flushes the streams, but it does not take apart all
    modules and values. `python -m analyzer` ends in the usual way, so that profilers can save their results.
    """
    status = main()
    import threading  # noqa: PLC0415 (already loaded, but must not be before `main` handles Ctrl-C)

    if all(thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        atexit._run_exitfuncs()
        if _flushed():
            os._exit(status)
    raise SystemExit(status)


def _flushed() -> bool:
    """Whether all printed text has been written; if not, the interpreter reports the failure."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        return False
    return True


if __name__ == "__main__":
    raise SystemExit(main())
