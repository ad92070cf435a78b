"""Runs the command line as `python -m analyzer`."""

from analyzer.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
