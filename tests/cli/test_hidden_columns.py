"""A text page of 80 columns names every column that it leaves out of the tables of a wide page."""

import shlex
from pathlib import Path

import pytest
from documents import FILES
from suite import Run

from analyzer.cli.output import Output
from analyzer.render.page import Page

ASKED = [
    "odds --bet tie",
    "compare tie/8 tie/9",
    "removal --bet tie --by points",
    "count --bet tie --level 1",
    "tail --bet tie --unseen 6",
    "sweep --bet tie --shoes 1 --decks 1 --by-coup",
    "inside --bet player --after 5 --remaining '0=20 9=2'",
    "peek --decks 1 --bet tie --card 1",
    "closed-form --bet player-pair",
    "closed-form --by counts --bet player-pair",
    "tableau --composition --remaining '0=20 9=20 3=1'",
    "joint --bet player --bet tie",
    "bankroll --bet player --bet tie --coups 2",
    "monitor --bet player --bet tie --rounds 10",
    "deal --decks 1 --seed 7",
    "replay few.txt --odds --bet tie",
    "settle staked.txt --balance 200",
    "explain tie",
    "lint faulty.toml held.toml",
    "audit claims.toml",
]
ELSEWHERE = {
    "compare": {"Bet"},
    "closed-form --bet player-pair": {"Bet"},
    "tableau": {"Banker", "Two cards"},
    "joint": {"No.", "Player", "Tie"},
    "audit": {"Bet", "Line", "Given", "Decks", "Rules", "Quantity", "Printed", "Exact, rounded", "Note"},
    "lint": {"File"},
}
"""Columns of a wide page that a text page shows under a shorter head, in a title, or inside other cells."""


def heads(page: Page) -> dict[str, set[str]]:
    """The heads of columns by the title of their table, without the unit that a title may add."""
    found: dict[str, set[str]] = {}
    for table in page.tables:
        title = str(table.title).replace(", in percent", "").replace(" in percent", "")
        found.setdefault(title, set()).update(str(column.head) for column in table.columns)
    return found


@pytest.mark.parametrize("command", ASKED)
def test_a_text_page_names_the_columns_that_it_leaves_out(
    command: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("few.txt", "staked.txt", "faulty.toml", "held.toml", "claims.toml"):
        Path(name).write_text(FILES[name], encoding="utf-8")
    pages: list[Page] = []
    monkeypatch.setattr(Output, "text", lambda _, page: pages.append(page) or "")
    for roomy in (False, True):
        monkeypatch.setattr(Output, "roomy", roomy)
        run(*shlex.split(command))
    narrow, wide = pages
    named = {str(head) for table in narrow.tables for head in table.hidden}
    named |= next((heads for begins, heads in ELSEWHERE.items() if command.startswith(begins)), set())
    shown = heads(narrow)
    assert {title: cols - shown.get(title, set()) - named for title, cols in heads(wide).items()} == {
        title: set() for title in heads(wide)
    }


def test_a_sweep_names_the_tables_that_it_leaves_out(run: Run) -> None:
    _, out, _ = run("sweep", "--shoes", "1", "--remaining", "0=20 3=20 6=20")
    assert "--by-coup also shows: EV by depth, EV before every coup." in " ".join(out.split())
