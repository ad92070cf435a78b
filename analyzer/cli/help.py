"""The help of the program and its commands: commands by task, and an example of each.

Knows what each command is for, but not how it answers.
"""

import inspect
import re
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from typer.core import TyperCommand

from analyzer.cli.plain import plain

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter, Parameter

BEGIN = (
    ("baccarat odds", "Standard baccarat: exact odds of every bet."),
    ("baccarat list variants", "The games of the library; then: baccarat odds ID."),
    ("baccarat odds --help", "All options of a command, and an example."),
    ("baccarat help", "How to write cards, shoes, conditions and files."),
    ("baccarat search WORD", "Find a bet, game, command or anything else."),
)

TASKS = {
    "The main job": {
        "odds": "Exact odds of every bet, on any shoe.",
        "compare": "What changes with other rules, prices or shoes.",
        "report": "The report submitted with a rule sheet.",
        "explain": "When a bet wins, pays and loses, in words.",
    },
    "Partly dealt shoes": {
        "removal": "How removing a card changes each bet.",
        "count": "Card counting: the best tags, and published ones.",
        "tail": "How often bets favour the bettor near a shoe's end.",
        "sweep": "Many shoes played: what tracking the cards is worth.",
        "inside": "Bets when the totals of a coup are visible.",
        "peek": "What knowing one of the next cards is worth.",
    },
    "Design": {
        "design": "Every paytable with a given house edge.",
        "solve": "The exact pay that gives a house edge.",
        "closed-form": "Odds as formulas in the number of decks.",
        "tableau": "Drawing compared with standing, cell by cell.",
        "chemin-de-fer": "The proven best play of both hands.",
        "joint": "Several bets on one coup: correlation, stakes.",
        "bankroll": "The gain of many coups; losing runs, ruin.",
        "monitor": "How far a measured RTP may differ.",
    },
    "The table": {
        "deal": "A shoe shuffled from a seed and dealt.",
        "replay": "A recorded shoe checked by dealing it again.",
        "evidence": "Whether records look fairly dealt.",
        "settle": "The result of stakes on a recorded shoe.",
        "roads": "Bead plate, big road and the derived roads.",
        "prediction": "Why roads do not predict.",
    },
    "Checking": {
        "lint": "Errors in rule sheets, bet files and other files.",
        "audit": "Printed figures checked against exact ones.",
        "certify": "Odds with everything needed to check them.",
        "verify-certificate": "A certificate checked coup by coup.",
    },
    "In the browser": {
        "page": "A web page with exact odds of any shoe, in one file.",
        "serve": "The page and an HTTP API on this machine.",
    },
    "The library": {
        "list": "What the library contains.",
        "show": "One item of the library in full.",
        "search": "Everything with a word in its name, id or note.",
        "help": "How to write cards, shoes, conditions and files.",
        "publish": "The published tables, written or checked.",
        "schema": "The structure of a JSON answer.",
    },
}
"""Commands by task, each with a few words on its answer."""

_EXAMPLE = r"(?m)^Example: (.+)$"
_WORD = r"""(?:"[^"]*"|'[^']*'|\S)+"""
_TYPE = r" <\S+>$"


def examples(command: "TyperCommand") -> list[str]:
    """The command lines that a command's help gives as examples."""
    return re.findall(_EXAMPLE, inspect.cleandoc(command.help or ""))


def prose(command: "TyperCommand") -> str:
    """A command's help without its examples, in paragraphs."""
    return re.sub(_EXAMPLE, "", inspect.cleandoc(command.help or "")).strip()


def folded(line: str, width: int = 78) -> list[str]:
    """A command line in lines that a shell joins: at most `width` columns unless a word is longer."""
    lines = [""]
    for word in re.findall(_WORD, line):
        if len(lines[-1]) + len(word) + 2 > width:
            lines[-1] += "\\"
            lines.append("  ")
        lines[-1] += f"{word} "
    return [line.rstrip() for line in lines]


def rows(command: TyperCommand, context: "Context") -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The arguments and the options of a command, each with its meaning."""
    arguments, options = [], []
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record and parameter.param_type_name == "argument":
            arguments.append((re.sub(_TYPE, "", record[0]), record[1]))
        elif record:
            options.append(record)
    return arguments, options


class Command(TyperCommand):
    """A command whose help ends with examples to copy."""

    def get_params(self, ctx: "Context") -> "list[Parameter]":
        """Its arguments and options, which take texts as given."""
        return plain(super().get_params(ctx))

    def collect_usage_pieces(self, ctx: "Context") -> list[str]:
        """What is written after the command's name; optional parts are in square brackets."""
        return [piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)]

    def format_help_text(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write what the command does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(prose(self))

    def format_options(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write the arguments and the options of the command."""
        for title, pairs in zip(("Arguments", "Options"), rows(self, ctx), strict=True):
            if pairs:
                write(formatter, title, pairs)

    def format_epilog(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write the examples."""
        lines = examples(self)
        if lines:
            with formatter.section("Example" if len(lines) == 1 else "Examples"):
                for line in lines:
                    formatter.write("".join(f"  {part}\n" for part in folded(line, formatter.width - 2)))


def write(formatter: "HelpFormatter", title: str, pairs: Sequence[tuple[str, str]]) -> None:
    """Write names and their meanings in two columns, without breaking ids at hyphens."""
    first = max(len(name) for name, _ in pairs) + 2
    formatter.write(f"\n{title}:\n")
    for name, meaning in pairs:
        lines = textwrap.wrap(meaning, max(20, formatter.width - 2 - first), break_on_hyphens=False)
        formatter.write(f"  {name:{first}}{(lines or [''])[0]}".rstrip() + "\n")
        formatter.write("".join(f"  {'':{first}}{line}\n" for line in lines[1:]))
