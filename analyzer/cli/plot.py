"""Where a drawing of the answer goes: `--plot`."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.cli.output import Output, remark
from analyzer.errors import RenderError
from analyzer.publish.files import check_new, write_whole
from analyzer.publish.plot import check_plot, plot

if TYPE_CHECKING:
    from analyzer.publish.chart import Chart
    from analyzer.publish.words import Words


@dataclass(frozen=True, slots=True)
class Plot:
    """A checked place for a drawing; `file` is None where none is wanted."""

    file: str | None
    force: bool

    @classmethod
    def of(cls, file: str | None, out: Output) -> "Plot":
        """The place that `--plot` names, besides that of the answer.

        Raises:
            RenderError: the file is of no sort that can be drawn, exists, or is the answer's; or matplotlib is
                missing.
        """
        if file is not None:
            check_plot(file)
            check_new(file, out.force)
            if out.file is not None and os.path.realpath(file) == os.path.realpath(out.file):
                raise RenderError(f"expected different files for --plot and --output, got {file!r} for both")
        return cls(file, out.force)

    def emit(self, chart: Callable[[], "Chart"], words: "Words", answer: Callable[[], None]) -> None:
        """Draw the chart, give the answer, then write the drawing: what cannot be drawn leaves no answer.

        Raises:
            RenderError: the chart cannot be drawn or written.
        """
        if self.file is None:
            answer()
            return
        drawing = plot(chart(), os.path.splitext(self.file)[1].lower(), words)
        answer()
        write_whole(self.file, drawing, force=self.force)
        remark(f"wrote {self.file!r}")
