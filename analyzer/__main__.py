"""Starts the program `baccarat`, also as `python -m analyzer`."""

import sys


def main() -> int:
    """Run the program; its status, 130 where Ctrl-C comes while it is still being loaded."""
    try:
        from analyzer.cli.main import main as run  # noqa: PLC0415

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("baccarat: interrupted\n")
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
