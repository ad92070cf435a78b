"""The long run: the census is checked against the oracle, and the twins of the kernel against each other.

    python tests/campaigns/long_run.py [MULTIPLIER]

Runs the tests of the census, of its laws and of the kernel's twins with MULTIPLIER times (by default 10) the
shoes and examples of an ordinary run, and also deals the pair bets from shoes of all thirteen ranks. With
the default, every bet of every seed variant is checked against the oracle on 200 shoes, and the kernel, at
every vector width of this machine, against its Python twin on 10,000 shoes per number type. The exit status
is pytest's.
"""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
CHOSEN = ("census/test_census.py", "laws/test_laws.py", "census/test_twins.py")


def main() -> int:
    """Pytest's exit status."""
    multiplier = sys.argv[1] if len(sys.argv) > 1 else "10"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-m",
        "not install",
        "--durations=10",
        *(str(TESTS / name) for name in CHOSEN),
    ]
    environment = os.environ | {"ANALYZER_TEST_MULTIPLIER": multiplier}
    return subprocess.run(command, cwd=TESTS.parent, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
