"""The entry point of the program: `baccarat`, or `python -m analyzer`."""

import sys


def main() -> int:
    """Run the program and return its exit status, 130 if Ctrl-C arrives while it is still loading."""
    try:
        from analyzer.cli.main import main as run  # noqa: PLC0415

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("baccarat: interrupted\n")
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
