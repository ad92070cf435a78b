"""This machine's cores as an executor.

Knows nothing of what they are asked to do.
"""

import os
from concurrent.futures import ThreadPoolExecutor

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted

MOST = 1_000


def threads(number: int | None = None) -> ThreadPoolExecutor:
    """A pool of threads, by default one for each core that this process may use.

    The kernel and numpy, which take nearly all the time, release the interpreter lock: processes would be no
    faster and take longer to start.

    Raises:
        AnalyzerError: the number is no whole one from 1 to 1,000.
    """
    found = cores() if number is None else number
    if type(found) is not int or not 1 <= found <= MOST:
        raise AnalyzerError(f"expected threads as a whole number from 1 to {MOST:,}, got {quoted(number)}")
    return ThreadPoolExecutor(found, "sweep")


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only some systems know what a process may use
        return os.cpu_count() or 1
