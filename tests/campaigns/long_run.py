"""The long run: the census held to the oracle, and the twins of the kernel to each other.

    python tests/campaigns/long_run.py [MULTIPLIER]

Runs the tests of the census, of its laws and of the twins of the kernel with ten times the shoes and examples
of an ordinary run, or as many times as it is told, and deals the pair bets on shoes of all thirteen ranks
besides. Every bet of every seed variant is then held to the oracle on 200 shoes, and the kernel at every
vector width of this machine to its Python twin on 10,000 shoes in each type of number. The exit status is
pytest's.
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
