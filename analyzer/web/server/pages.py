"""Writes the page of a variant; runs in a worker process of the server."""

import sys

from analyzer.ask.question import question
from analyzer.web.page import page


def write(variant: str) -> None:
    """Write the page of a variant of the library. Raises AnalyzerError if there is no such variant."""
    sys.stdout.write(page(question(variant), served=True))
