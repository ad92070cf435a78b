"""Reports on chemin de fer: what the game is worth, how both hands play, and where that is not the tableau.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.chemin_de_fer.equilibrium import Choice, Equilibrium
from analyzer.analysis.chemin_de_fer.game import Model
from analyzer.bets.digest import digest_of_rules
from analyzer.exact import ratio_text
from analyzer.game.shoe import Shoe
from analyzer.render.chart import Band, Chart, Panel, Row
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.chemin_de_fer.grids import EITHER, MIXES, NAMES, grids, hand_text, play_of
from analyzer.report.names import figures, shoe_name, shoe_title
from analyzer.report.origin import shoe_entry
from analyzer.text import Text, message

_TENTHS = tuple(Fraction(tenth, 10) for tenth in range(11))


def chemin_de_fer_document(found: Sequence[Equilibrium]) -> object:
    """The equilibria as exact texts; no list where there is but one."""
    entries = [_entry(one) for one in found]
    return entries[0] if len(entries) == 1 else entries


def _entry(found: Equilibrium) -> dict[str, object]:
    shoe = found.shoe
    cells = zip(found.game.cells, found.banker, strict=True)
    return {
        "shoe": "infinite" if shoe is None else shoe_entry(shoe),
        "model": found.model,
        "player": [
            {"hand": hand_text(hands), **_choice(choice)}
            for hands, choice in zip(found.game.free, found.player, strict=True)
        ],
        "banker": [
            {"hand": hand_text(cell.hands), "column": cell.column, **_choice(choice)}
            for cell, choice in cells
            if choice is not None and play_of(choice) in (MIXES, EITHER)
        ],
        "value": ratio_text(found.value),
        "tableau_value": ratio_text(found.tableau_value),
        "unique": found.unique,
        "value_if_player_draws": ratio_text(found.if_player(Fraction(1))),
        "value_if_player_stands": ratio_text(found.if_player(Fraction(0))),
        "banker_plays": _rows(found),
        "provenance": _provenance([found]).document(),
    }


def _choice(choice: Choice | None) -> dict[str, object]:
    if choice is None:
        return {"draws": None, "least": None, "most": None}
    return {
        "draws": ratio_text(choice.draws),
        "least": ratio_text(choice.least),
        "most": ratio_text(choice.most),
    }


def _rows(found: Equilibrium) -> dict[str, str]:
    """By Banker's hand, a letter for each column: D, S, M, E; a dash where no deal leads there."""
    plays: dict[str, str] = {}
    for cell, choice in zip(found.game.cells, found.banker, strict=True):
        letter = "-" if choice is None else str(play_of(choice))
        plays[hand_text(cell.hands)] = plays.get(hand_text(cell.hands), "") + letter
    return plays


def chemin_de_fer_page(found: Sequence[Equilibrium]) -> Page:
    """The models side by side, what is mixed, and for each model Banker's play as a grid."""
    shoe = found[0].shoe
    name = message("infinite shoe") if shoe is None else shoe_title(shoe)
    tables = [_values(found), _exact(found), _chances(found, [])]
    for one in found:
        tables += grids(one)
    title = message("Chemin de fer, {shoe}: best play of both hands", shoe=name)
    return Page(tuple(tables), _provenance(found), title)


def decks_page(found: Sequence[Equilibrium]) -> Page:
    """What the game is worth, a row a shoe and a column a model, exactly too, and what is mixed."""
    by_shoe: dict[Shoe | None, dict[Model, Equilibrium]] = {}
    for one in found:
        by_shoe.setdefault(one.shoe, {})[one.model] = one
    models = dict.fromkeys(one.model for one in found)
    columns = (
        _SHOE,
        *(Column(model, NAMES[model], "percent") for model in models),
        Column("tableau", message("Tableau"), "percent"),
    )
    rows = tuple(
        (
            _shoe(shoe),
            *(games[model].value if model in games else None for model in models),
            next(iter(games.values())).tableau_value,
        )
        for shoe, games in by_shoe.items()
    )
    values = Table(
        message("What Banker gains per unit staked, by model"), columns, rows, tuple(_notes(found))
    )
    exact = Table(
        message("The same as exact ratios"),
        (_SHOE, *_MODEL, Column("value", message("Best play of both hands"), "ratio")),
        tuple((_shoe(one.shoe), NAMES[one.model], one.value) for one in found),
    )
    title = message("Chemin de fer by number of decks: best play of both hands")
    chances = _chances(found, [_shoe(one.shoe) for one in found])
    return Page((values, exact, chances), _provenance(found), title)


_SHOE = Column("shoe", message("Shoe"), "text")
_MODEL = (Column("model", message("Model"), "text"),)


def _shoe(shoe: Shoe | None) -> Text:
    return message("infinite") if shoe is None else shoe_name(shoe)


def _values(found: Sequence[Equilibrium]) -> Table:
    columns = (
        Column("play", message("Play"), "text"),
        *(Column(one.model, NAMES[one.model], "percent") for one in found),
    )
    rows: tuple[tuple[Cell, ...], ...] = (
        (message("best play of both hands"), *(one.value for one in found)),
        (message("Player draws on every 5"), *(one.if_player(Fraction(1)) for one in found)),
        (message("Player stands on every 5"), *(one.if_player(Fraction(0)) for one in found)),
        (message("both hands by the tableau"), *(one.tableau_value for one in found)),
    )
    answer = message("Where Player draws, or stands, on every 5, Banker knows and answers best.")
    return Table(
        message("What Banker gains per unit staked, by model"), columns, rows, (answer, *_notes(found))
    )


def _exact(found: Sequence[Equilibrium]) -> Table:
    # A column of its own for the tableau would leave too little of a page for the ratios of many decks.
    columns = (*_MODEL, Column("exact", message("Exact"), "ratio"))
    rows = [(NAMES[one.model], one.value) for one in found]
    rows.append((message("Tableau"), found[0].tableau_value))
    return Table(message("The same as exact ratios"), columns, tuple(rows))


def _notes(found: Sequence[Equilibrium]) -> Iterator[Text]:
    yield message(
        "Player draws on 0 to 4, stands on 6 and 7 and is free on 5; Banker is free; a natural ends the "
        "coup. Even money, no commission."
    )
    meanings: dict[Model, Text] = {
        "totals": message("Totals: each hand is known by its total alone to whoever plays it."),
        "banker-sees": message(
            "Banker sees: Banker's hand is known by its two cards, Player's by its total."
        ),
        "both-see": message("Both see: each hand is known by its two cards to whoever plays it."),
    }
    yield from (meanings[model] for model in dict.fromkeys(one.model for one in found))
    yield message(
        "Proved: against such play of one hand, no play of the other gains more than the value, exactly."
    )
    if None in (one.shoe for one in found):
        yield message(
            "Infinite: every card is put back, so that hands of one total are alike and the value is the "
            "same in every model."
        )
    yield message(
        "After J. G. Kemeny and J. L. Snell (1957), F. Downton and C. Lockwood (1975), and S. N. Ethier and "
        "C. Gámez (Games 4, 2013)."
    )


def _chances(found: Sequence[Equilibrium], shoes: Sequence[Text]) -> Table:
    """A row for each of Player's hands of 5, and each cell where Banker mixes; `shoes` names each game."""
    several = any(not choice.settled for one in found for choice in (*one.player, *one.banker) if choice)
    columns = (
        *([_SHOE] if shoes else []),
        *_MODEL,
        Column("hand", message("Hand"), "text"),
        Column("third", message("Facing"), "text"),
        Column("draws", message("Draws"), "ratio"),
        Column("often", message("Draws in"), "percent"),
        *(
            [
                Column("least", message("At least"), "ratio"),
                Column("most", message("At most"), "ratio"),
            ]
            if several
            else []
        ),
    )
    rows: list[tuple[Cell, ...]] = []
    for place, one in enumerate(found):
        naming = (*shoes[place : place + 1], NAMES[one.model])
        for hand, facing, choice in _told(one):
            numbers: tuple[Cell, ...] = (None,) * 4
            if choice is not None:
                numbers = (choice.draws, choice.draws, choice.least, choice.most)
            rows.append((*naming, hand, facing, *(numbers if several else numbers[:2])))
    notes: list[Text] = [message("Facing: the points of Player's third card, or that Player stood.")]
    if any(choice is None for one in found for choice in one.player):
        notes.append(message("A hand without a number cannot be dealt."))
    if several:
        notes.append(
            message("At least, at most: bounds of the probability over all best plays; Draws is that of one.")
        )
    else:
        notes.append(message("Proved: there is no other best play of either hand."))
    return Table(
        message("How often a hand draws where it may choose or mixes"), columns, tuple(rows), tuple(notes)
    )


def _told(found: Equilibrium) -> Iterator[tuple[Text, Text, Choice | None]]:
    """All of Player's choices, and those of Banker's that are mixed or open only in part."""
    for hands, choice in zip(found.game.free, found.player, strict=True):
        yield message("Player {hand}", hand=hand_text(hands)), "", choice
    for cell, choice in zip(found.game.cells, found.banker, strict=True):
        if choice is not None and (choice.mixed or 0 < choice.most - choice.least < 1):
            facing = message("stood") if cell.column is None else str(cell.column)
            yield message("Banker {hand}", hand=hand_text(cell.hands)), facing, choice


def chemin_de_fer_chart(found: Sequence[Equilibrium]) -> Chart:
    """A panel a model: what Banker gains at best by how often Player draws on 5, on every 5 alike."""
    shoe = found[0].shoe
    name = message("infinite shoe") if shoe is None else shoe_title(shoe)
    title = message("Chemin de fer, {shoe}: what Banker gains per unit staked", shoe=name)
    notes = (
        message(
            "Beside each probability with which Player draws on every 5: what Banker gains, answering best."
        ),
        message("Bold: where that is least. Every panel has a scale of its own."),
    )
    return Chart(title, (Band(tuple(map(_curve, found))),), notes, _provenance(found))


def _curve(found: Equilibrium) -> Panel:
    lowest = min(found.turns, key=found.if_player)
    rows = [
        Row(figures([draws], ""), (found.if_player(draws),), strong=draws == lowest)
        for draws in sorted({*_TENTHS, lowest})
    ]
    if len(found.player) > 1:
        rows.append(Row(message("best by two cards"), (found.value,), strong=True))
    return Panel(message("Model {model}", model=NAMES[found.model]), tuple(rows), "dots", from_zero=False)


def _provenance(found: Sequence[Equilibrium]) -> Provenance:
    shoes = dict.fromkeys("infinite" if one.shoe is None else str(one.shoe) for one in found)
    models = dict.fromkeys(one.model for one in found)
    return Provenance(
        (
            ("game", "chemin-de-fer"),
            ("shoe", " / ".join(shoes)),
            ("models", " ".join(models)),
            ("tableau", found[0].rules.id),
        ),
        (("rules", digest_of_rules(found[0].rules)),),
    )
