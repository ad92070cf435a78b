"""Pages on the commands, one per task, generated from the commands.

The page shows the files that an example reads before the example; `BEFORE` has them.
"""

from typing import cast

import typer
from typer.core import TyperCommand
from typer.main import get_command

from analyzer.cli.commands import CommandGroup
from analyzer.cli.help import TASKS, examples, folded, prose, rows
from analyzer.cli.main import app
from reference.python import slug

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
"""The text before the examples of a command, which creates the files that they read."""

NOT_HERE = {"publish", "serve"}
"""Commands whose examples are not run here, because they take too long; other tests run them."""


def pages() -> dict[str, str]:
    """The pages by name, one per task."""
    program = get_command(app)
    assert isinstance(program, CommandGroup)
    listed = {name for names in TASKS.values() for name in names}
    others = [name for name in program.commands if name not in listed]
    found = {}
    for task, names in {**TASKS, "Other": others}.items():
        commands = [cast(TyperCommand, program.commands[name]) for name in names if name in program.commands]
        sections = [_section(command, typer.Context(command, info_name=command.name)) for command in commands]
        if sections:
            found[slug(task)] = "\n".join([f"# Commands: {task[0].lower()}{task[1:]}\n", *sections])
    return found


def _section(command: TyperCommand, context: typer.Context) -> str:
    name = str(command.name)
    usage = " ".join(["baccarat", name, *command.collect_usage_pieces(context)])
    lines = [f"## `baccarat {name}`", "", prose(command), "", "```{code-block} text", usage, "```", ""]
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
    """A text as a cell of a Markdown table."""
    return " ".join(text.split()).replace("|", "\\|").replace("*", "\\*")
