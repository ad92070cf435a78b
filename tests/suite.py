"""What every folder of the suite shares: where things are, and how many times random tests run."""

import os
from pathlib import Path

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"

MULTIPLIER = int(os.environ.get("ANALYZER_TEST_MULTIPLIER", "1"))
"""How many times more random shoes and examples to run than in an ordinary run; `long_run.py` sets it."""
