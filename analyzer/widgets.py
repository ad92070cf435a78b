"""Widgets for notebooks: `from analyzer.widgets import LiveShoe`.

They are not names of `analyzer` itself, because those all load without an extra. Raises AnalyzerError if the
extra `widgets` is not installed.
"""

from analyzer.web.widgets import Board, LiveShoe, PaytableBench, Widget

__all__ = ["Board", "LiveShoe", "PaytableBench", "Widget"]
