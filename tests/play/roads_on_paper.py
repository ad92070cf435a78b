"""Roads drawn as a bettor does, on squared paper: the slow twin of `analyzer.play.roads`.

It imports nothing from there. Each rule of the second seed is one plain step that looks at cells; every call
draws everything from the first coup.
"""

from itertools import groupby
from typing import Any

Cell = tuple[int, int]
DERIVED = {"big_eye": 1, "small": 2, "cockroach": 3}


def on_paper(coups: list[str], rows: int = 6) -> dict[str, Any]:
    """All roads of these coups, as in the JSON document."""
    return drawn(coups, rows) | {
        "ask": {side: asked(coups, side, rows) for side in "BP"},
        "ask_history": [
            "|".join(balls(coups[:played], side, rows) for side in "BP") for played in range(len(coups) + 1)
        ],
    }


def drawn(coups: list[str], rows: int) -> dict[str, Any]:
    """The roads without the ask road."""
    won = [i for i, coup in enumerate(coups) if coup[0] != "T"]
    record = recorded([coups[i][0] for i in won])
    ties = [tied(coups, won, j) for j in range(len(won))]
    heights = [sum(1 for x, _ in record if x == column) for column in sorted({x for x, _ in record})]
    cells = picture([coups[i][0] for i in won], rows)
    return {
        "counts": {
            "coups": len(coups),
            **{winner: sum(coup[0] == winner for coup in coups) for winner in "BPT"},
            **{
                pair: sum(letter in coup for coup in coups)
                for pair, letter in [("player_pair", "p"), ("banker_pair", "b"), ("natural", "n")]
            },
        },
        "bead_plate": bead_plate(coups, rows),
        "big_road": {
            "leading_ties": won[0] if won else len(coups),
            "columns": [
                {
                    "winner": coups[won[record.index((x, 1))]][0],
                    "length": height,
                    "ties": [ties[record.index((x, y))] for y in range(1, height + 1)],
                }
                for x, height in enumerate(heights, 1)
            ],
            "display": [
                [*cell, coups[i][0], tie, pairs(coups[i]), i]
                for cell, i, tie in zip(cells, won, ties, strict=True)
            ],
        },
        **{road: derived(record, won, step, rows) for road, step in DERIVED.items()},
    }


def pairs(coup: str) -> str:
    """The pairs of a coup."""
    return "".join(letter for letter in coup if letter in "pb")


def tied(coups: list[str], won: list[int], j: int) -> int:
    """The ties between a bead and the next; for the first bead, also those before it."""
    end = won[j + 1] if j + 1 < len(won) else len(coups)
    return end - won[j] - 1 + (won[0] if j == 0 else 0)


def bead_plate(coups: list[str], rows: int) -> list[list[Any]]:
    """From the top left downwards; after a full column, from the top of the next."""
    x, y = 1, 0
    plate: list[list[Any]] = []
    for coup in coups:
        x, y = (x + 1, 1) if y == rows else (x, y + 1)
        plate.append([x, y, coup[0], pairs(coup)])
    return plate


def recorded(winners: list[str]) -> list[Cell]:
    """The record on endless paper: an equal winner goes below, another to the top of the next column."""
    return [(x, y) for x, (_, run) in enumerate(groupby(winners), 1) for y, _ in enumerate(run, 1)]


def picture(marks: list[str], rows: int) -> list[Cell]:
    """The picture, with equal marks below each other, on paper with this many rows."""
    taken: list[Cell] = []
    head = 0
    for _, run in groupby(marks):
        head += 1
        while (head, 1) in taken:
            head += 1
        x, y = head, 1
        taken.append((x, y))
        turned = False
        for _ in list(run)[1:]:
            if not turned and y < rows and (x, y + 1) not in taken:
                y += 1
            else:
                turned = turned or y > 1
                x += 1
            if (x, y) in taken:
                raise AssertionError(f"something is in the way at {(x, y)}")
            taken.append((x, y))
    return taken


def color(record: list[Cell], x: int, y: int, step: int) -> str:
    """The colour that a bead of the record gives to the road that looks `step` columns to the left."""
    if y == 1:
        left, far = ([cell for cell in record if cell[0] == x - back] for back in (1, 1 + step))
        return "r" if len(left) == len(far) else "b"
    beside, above = (x - step, y) in record, (x - step, y - 1) in record
    if beside:
        return "r"
    return "b" if above else "r"


def derived(record: list[Cell], won: list[int], step: int, rows: int) -> dict[str, Any]:
    """The road that looks `step` columns to the left; it starts at (step + 1, 2), else at (step + 2, 1)."""
    first = (step + 1, 2) if (step + 1, 2) in record else (step + 2, 1)
    start = record.index(first) if first in record else None
    colors = [] if start is None else [color(record[:j], *record[j], step) for j in range(start, len(record))]
    return {
        "sequence": "".join(colors),
        "start_coup": None if start is None else won[start],
        "start_at": None if start is None else list(first),
        "display": [[*cell, mark] for cell, mark in zip(picture(colors, rows), colors, strict=True)],
    }


def asked(coups: list[str], side: str, rows: int) -> dict[str, Any]:
    """What the next coup would add if this side won it: the coup is drawn, and the last marks are read."""
    after = drawn([*coups, side], rows)
    column = len(after["big_road"]["columns"])
    return {
        "big_road": {
            "logical": [column, after["big_road"]["columns"][-1]["length"]],
            "display": after["big_road"]["display"][-1][:2],
        },
        **{
            road: {"color": after[road]["display"][-1][2], "display": after[road]["display"][-1][:2]}
            if shown(coups, step)
            else None
            for road, step in DERIVED.items()
        },
    }


def shown(coups: list[str], step: int) -> bool:
    """Whether a road's ball is shown: there is a bead at the top of the column after the first `step`."""
    return (step + 1, 1) in recorded([coup[0] for coup in coups if coup[0] != "T"])


def balls(coups: list[str], side: str, rows: int) -> str:
    """A side's three balls."""
    marks = asked(coups, side, rows)
    return "".join("-" if marks[road] is None else marks[road]["color"] for road in DERIVED)
