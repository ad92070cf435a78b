"""Where a drawing of the answer goes: `--plot`."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.cli.output import Output, remark
from analyzer.files import write_whole

if TYPE_CHECKING:
    from analyzer.render.chart import Chart


@dataclass(frozen=True, slots=True)
class Plot:
    """A checked place for a drawing beside the answer; `file` is None where none is wanted."""

    file: str | None
    out: Output

    @classmethod
    def of(cls, file: str | None, out: Output) -> "Plot":
        """The place that `--plot` names.

        Raises:
            RenderError: the file is of no sort that can be drawn, exists, or is the answer's own, or
                matplotlib is missing.
        """
        if file is not None:
            from analyzer.render.plot import check_plot  # noqa: PLC0415

            check_plot(file)
            out.check_beside("--plot", file)
        return cls(file, out)

    def draw(self, chart: "Callable[[], Chart]") -> bytes:
        """The chart drawn, before the answer is given, so that what cannot be drawn leaves no answer.

        Raises:
            RenderError: the chart cannot be drawn.
        """
        if self.file is None:
            return b""
        from analyzer.render.plot import plot  # noqa: PLC0415

        return plot(chart(), os.path.splitext(self.file)[1].lower(), self.out.words)

    def write(self, drawing: bytes) -> None:
        """Write the drawing, if one is wanted.

        Raises:
            RenderError: the place cannot be written to.
        """
        if self.file is not None:
            write_whole(self.file, drawing, force=self.out.force)
            remark(f"wrote {self.file!r}")
