"""docs/reference/commands.md, made of the commands themselves.

    python tests/docs/commands_page.py

writes the page anew. Files that examples read stand in `BEFORE`, and are made on the page, in front of the
first command that reads them.
"""

from pathlib import Path

import typer
from typer.core import TyperCommand
from typer.main import get_command

from analyzer.cli.commands import CommandGroup
from analyzer.cli.help import TASKS, examples, folded, prose, rows
from analyzer.cli.main import app

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "commands.md"

HEAD = """\
# The commands

What every command can be given. This page is made of the commands by
`python tests/docs/commands_page.py`, and each example on it is run. `baccarat COMMAND --help` says the same.
[The command line](../guide/command-line.md) tells what all commands have in common.
"""

OWN_BETS = """\
[[bet]]
id = "my-six"
name = "My Six"
lines = [{ id = "win", when = "banker_wins and banker_total == 6" }]
paytable = { win = "15" }
"""
OWN_CLAIMS = """\
[[claim]]
id = "my-tie"
variant = "classic"
decks = 8
bet = "tie/8"
quantity = "house_edge"
printed = "14.36%"
source = "a leaflet"
"""
SHOE = "baccarat deal classic --seed 7 --procedure cut-card-coup-last --decks 1"

BEFORE = {
    "replay": f"```sh\n{SHOE} --record shoe.csv\n```",
    "settle": f"```sh\n{SHOE} --record shoe.txt\n```",
    "lint": f"```toml my-bets.toml\n{OWN_BETS}```",
    "audit": f"```toml my-claims.toml\n{OWN_CLAIMS}```",
}
"""What stands in front of an example, so that it finds the files that it reads."""

NOT_HERE = {"publish", "serve"}
"""Commands whose example would take the suite too long; another test runs them."""


def page() -> str:
    """The text of the page."""
    program = get_command(app)
    assert isinstance(program, CommandGroup)
    tasks = {task: [name for name in names if name in program.commands] for task, names in TASKS.items()}
    listed = {name for names in tasks.values() for name in names}
    tasks["Other"] = [name for name in program.commands if name not in listed]
    parts = [HEAD]
    for task, names in tasks.items():
        parts += [f"## {task}\n"] * bool(names)
        for name in names:
            command = program.commands[name]
            assert isinstance(command, TyperCommand)
            parts.append(_section(command, typer.Context(command, info_name=name)))
    return "\n".join(parts)


def _section(command: TyperCommand, context: typer.Context) -> str:
    name = str(command.name)
    usage = " ".join(["baccarat", name, *command.collect_usage_pieces(context)])
    lines = [f"### `baccarat {name}`", "", prose(command), "", "```{code-block} text", usage, "```", ""]
    for title, found in zip(("Argument", "Option"), rows(command, context), strict=True):
        if found:
            lines += [f"| {title} | |", "|---|---|"]
            lines += [f"| `{_cell(written)}` | {_cell(meaning)} |" for written, meaning in found]
            lines.append("")
    if name in BEFORE:
        lines += [BEFORE[name], ""]
    kind = "" if name in NOT_HERE else "sh"
    for line in examples(command):
        lines += [f"```{kind}", *folded(line, 110), "```", ""]
    return "\n".join(lines)


def _cell(text: str) -> str:
    """A text as it stands in a cell of a Markdown table."""
    return " ".join(text.split()).replace("|", "\\|").replace("*", "\\*")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
