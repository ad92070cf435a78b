"""The command `baccarat page`."""

from analyzer.analysis.question import Question
from analyzer.ask.question import question as asked
from analyzer.cli import complete, options
from analyzer.cli.groups import WholeCoupOptions
from analyzer.cli.options import option
from analyzer.cli.output import Output, chosen_format
from analyzer.errors import RenderError

FORMATS = ("html", "json")


def page(
    *,
    question: WholeCoupOptions,
    format: str | None = option(
        "-f --format",
        "FORMAT",
        "html, or json for the data of the page; by default that of the suffix of -o.",
        complete.words(*FORMATS),
    ),
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """Write a web page that computes exact odds of a variant's bets on any shoe, without a network.

    It is one HTML file in all languages: a live shoe, a workbench for paytables, scoreboards and checks. The
    options set its initial state.

    Example: baccarat page standard -o standard.html
    """
    if format is None and output is None:
        raise RenderError("-o is required: a file for the page, such as -o page.html")
    out = Output.of(chosen_format(format, output, FORMATS), "4", output, force, also=FORMATS)
    answer: Question = question.ask(asked)

    def html() -> str:
        from analyzer.web.page import page as page_of

        return page_of(answer)

    def document() -> object:
        from analyzer.web.carried import carried
        from analyzer.web.data import CARRIED

        return CARRIED.of(carried(answer))

    out.emit(html, document)
