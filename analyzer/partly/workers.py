"""This machine's cores as an executor.

Knows nothing of what they are asked to do.
"""

import os
from concurrent.futures import ThreadPoolExecutor

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted

MOST = 1_000


def threads(workers: int | None = None) -> ThreadPoolExecutor:
    """So many threads, by default one for each core that this process may use.

    The kernel and numpy, where nearly all the time goes, let others run meanwhile: processes are no faster,
    and take longer to begin.

    Raises:
        AnalyzerError: the workers are no whole number from 1 to 1,000.
    """
    found = cores() if workers is None else workers
    if type(found) is not int or not 1 <= found <= MOST:
        raise AnalyzerError(f"expected workers as a whole number from 1 to {MOST:,}, got {quoted(workers)}")
    return ThreadPoolExecutor(found, "sweep")


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only some systems can tell what a process may use
        return os.cpu_count() or 1
