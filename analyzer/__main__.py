"""The entry point of the program: `baccarat`, or `python -m analyzer`."""

import gc
import sys

_ALLOCATIONS = 200_000
"""How many objects are made before the garbage collector looks for cycles: more than a short command makes.

Nearly all that loading makes stays in use; looking through it again and again takes 3 % of `baccarat odds`.
"""


def main() -> int:
    """Run the program and return its exit status, 130 if Ctrl-C arrives while it is still loading."""
    gc.set_threshold(_ALLOCATIONS)
    try:
        from analyzer.cli.main import main as run  # noqa: PLC0415

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("baccarat: interrupted\n")
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
