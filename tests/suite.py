"""What every folder of the suite shares: where things are, and how many times random tests run."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"

MULTIPLIER = int(os.environ.get("ANALYZER_TEST_MULTIPLIER", "1"))
"""How many times more random shoes and examples to run than in an ordinary run; `long_run.py` sets it."""

Run = Callable[..., tuple[int, str, str]]
"""The fixture `run`: from the words of a command to its exit status, stdout and stderr."""

Read = Callable[..., Any]
"""The fixture `read`: from the words of a command to its JSON document."""
