"""Banker's play in chemin de fer as the grid people know, beside what the tableau says.

Lays out what was found; computes nothing.
"""

from collections.abc import Iterator

from analyzer.analysis.chemin_de_fer.equilibrium import Choice, Equilibrium
from analyzer.analysis.chemin_de_fer.game import Hands, Model
from analyzer.analysis.drawing import COLUMNS
from analyzer.render.table import Column, Table
from analyzer.text import Message, Text, message

DRAWS, STANDS, MIXES, EITHER, BY_CARDS = message("D"), message("S"), message("M"), message("E"), message("C")
"""What Banker does in a cell: always, never, sometimes; what best plays differ in; by its two cards."""

NAMES: dict[Model, Text] = {
    "totals": message("totals"),
    "banker-sees": message("Banker sees"),
    "both-see": message("both see"),
}
"""What the models are called."""

Played = dict[tuple[int, int | None], dict[Message, list[Hands]]]
"""Of each total and column, the hands by what Banker does with them."""


def hand_text(hands: Hands) -> str:
    """A hand as it is known: by its two cards, or by its total."""
    return f"{sum(hands[0]) % 10}" if len(hands) > 1 else "{{{},{}}}".format(*hands[0])


def play_of(choice: Choice) -> Message:
    """What Banker does by a choice, in one letter."""
    if not choice.settled:
        return EITHER
    return MIXES if choice.mixed else DRAWS if choice.draws else STANDS


def grids(found: Equilibrium) -> Iterator[Table]:
    """Banker's play by total and third card, and the hands where their two cards matter."""
    played: Played = {}
    differs: set[tuple[int, int | None]] = set()
    for cell, choice in zip(found.game.cells, found.banker, strict=True):
        if choice is not None:
            play, place = play_of(choice), (cell.total, cell.column)
            played.setdefault(place, {}).setdefault(play, []).append(cell.hands)
            usual = DRAWS if found.rules.tableau.banker_draws_on(*place) else STANDS
            differs |= {place} if play not in (usual, EITHER) else set()
    columns = [Column("total", message("Banker"), "text"), Column("stood", "-", "text")]
    columns += [Column(f"column_{points}", str(points), "text") for points in range(10)]
    rows = [
        (
            str(total),
            *(_marked(played.get((total, column), {}), (total, column) in differs) for column in COLUMNS),
        )
        for total in range(8)
    ]
    notes: list[Text] = [
        message(
            "D draws, S stands, M mixes, E is left open, C depends on Banker's two cards; * is not what the "
            "tableau says; rows: Banker's total; columns: Player's third card (-: Player stood)."
        ),
    ]
    if len(played) < len(rows) * len(COLUMNS):
        notes.append(message("A cell without a letter cannot come about with these cards."))
    title = message("What Banker does, model {model}", model=NAMES[found.model])
    yield Table(title, tuple(columns), tuple(rows), tuple(notes))
    split = {place: plays for place, plays in played.items() if len(plays) > 1}
    if split:
        yield _by_cards(found, split)


def _marked(plays: dict[Message, list[Hands]], differs: bool) -> Text | None:
    if not plays:
        return None
    play = next(iter(plays)) if len(plays) == 1 else BY_CARDS
    return Message("{play}*", (("play", play),)) if differs else play


def _by_cards(found: Equilibrium, split: Played) -> Table:
    heads = {
        DRAWS: Column("draws", message("Draws with"), "text"),
        STANDS: Column("stands", message("Stands with"), "text"),
        MIXES: Column("mixes", message("Mixes with"), "text"),
        EITHER: Column("either", message("Left open with"), "text"),
    }
    shown = [play for play in heads if any(play in plays for plays in split.values())]
    columns = (
        Column("total", message("Banker"), "text"),
        Column("third", message("Facing"), "text"),
        *(heads[play] for play in shown),
    )
    rows = tuple(
        (
            str(total),
            message("stood") if column is None else str(column),
            *(" ".join(map(hand_text, plays.get(play, []))) or None for play in shown),
        )
        for (total, column), plays in sorted(split.items(), key=lambda pair: (pair[0][0], str(pair[0][1])))
    )
    return Table(
        message("Where Banker's two cards matter, model {model}", model=NAMES[found.model]), columns, rows
    )
