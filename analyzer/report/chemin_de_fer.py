"""Chemin de fer: the value of the game and best play of both hands, as pages, a chart and a document."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from types import SimpleNamespace

from analyzer.analysis.chemin_de_fer.equilibrium import Choice, Equilibrium
from analyzer.analysis.chemin_de_fer.game import MODELS, BankerDecision, Hands, Model
from analyzer.analysis.tableau_study import COLUMNS
from analyzer.bets.digest import digest_of_rules
from analyzer.game.shoe import Shoe
from analyzer.render.chart import Band, Chart, ChartRow, Panel
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.columns import EXACT, text_columns
from analyzer.report.document import Document
from analyzer.report.fields import Cells, Fields, records, said, said_as, through, without
from analyzer.report.kinds import COUNT, FLAG, PROBABILITY, RATIO, TEXT, by_name, one_of, plain
from analyzer.report.names import figures, shoe_name, shoe_title
from analyzer.report.origin import INFINITE, Origin
from analyzer.report.tableau import facing, grid_columns
from analyzer.text import Message, Text, message

_DRAWS, _STANDS, _MIXES = message("D"), message("S"), message("M")
_EITHER, _BY_CARDS = message("E"), message("C")
"""Banker's play in a cell: draws, stands, mixes, either (best plays differ), or depends on its two cards."""

_NAMES: dict[Model, Text] = {
    "totals": message("totals"),
    "banker-sees": message("Banker sees"),
    "both-see": message("both see"),
}
_MEANINGS: dict[Model, Text] = {
    "totals": message("Totals: each hand is played by its total alone."),
    "banker-sees": message("Banker sees: Banker plays by its two cards, Player by its total alone."),
    "both-see": message("Both see: each hand is played by its two cards."),
}
_SHOE, _MODEL = text_columns(shoe=message("Shoe"), model=message("Model"))
Place = tuple[int, int | None]  # Banker's total and the column of the tableau, None if Player stood.
_NO_CHOICE = SimpleNamespace(draws=None, least=None, most=None)
Plays = dict[Message, list[Hands]]  # For each play, the hands with which Banker makes it.


def reached(game: Equilibrium) -> Iterator[tuple[BankerDecision, Choice]]:
    """The cells that a deal can reach, each with Banker's choice there."""
    cells = zip(game.game.cells, game.banker, strict=True)
    return ((cell, choice) for cell, choice in cells if choice is not None)


def hand_text(hands: Hands) -> str:
    """The total of hands that the model does not distinguish, or the two cards of a single hand."""
    return f"{sum(hands[0]) % 10}" if len(hands) > 1 else "{{{},{}}}".format(*hands[0])


def play_letter(choice: Choice) -> Message:
    """The letter of Banker's play."""
    if not choice.settled:
        return _EITHER
    return _MIXES if choice.mixed else _DRAWS if choice.draws else _STANDS


def chemin_de_fer_page(games: Sequence[Equilibrium]) -> Page:
    """Banker's gain in each model, how often hands draw, and for each model a grid of Banker's play."""
    # The tableau is a row: a column would leave too little room for the ratios of many decks.
    rows = [(_NAMES[game.model], game.value) for game in games]
    rows.append((message("Tableau"), games[0].tableau_value))
    exact = Table(message("The same, as exact ratios"), (_MODEL, EXACT), tuple(rows))
    tables = [_values(games), exact, _chances(games, by_shoe=False)]
    for game in games:
        tables += _grids(game)
    title = message("Chemin de fer, {shoe}: best play of both hands", shoe=shoe_title(games[0].shoe))
    return Page(tuple(tables), origin_of(games).provenance, title)


def decks_page(games: Sequence[Equilibrium]) -> Page:
    """Banker's gain, one row per shoe and one column per model; exact ratios; how often hands draw."""
    by_shoe: dict[Shoe | None, dict[Model, Equilibrium]] = {}
    for game in games:
        by_shoe.setdefault(game.shoe, {})[game.model] = game
    models = dict.fromkeys(game.model for game in games)
    columns = (_SHOE, *_model_columns(models), Column("tableau", message("Tableau"), "percent"))
    rows: list[Cells] = []
    for shoe, by_model in by_shoe.items():
        gains = (by_model[model].value if model in by_model else None for model in models)
        rows.append((shoe_name(shoe), *gains, next(iter(by_model.values())).tableau_value))
    title = message("Banker's expected gain per unit staked, by model")
    values_table = Table(title, columns, tuple(rows), tuple(_notes(games)))
    values = tuple((shoe_name(game.shoe), _NAMES[game.model], game.value) for game in games)
    both_hands = Column("value", message("Best play of both hands"), "ratio")
    exact = Table(message("The same, as exact ratios"), (_SHOE, _MODEL, both_hands), values)
    heading = message("Chemin de fer by number of decks: best play of both hands")
    return Page((values_table, exact, _chances(games, by_shoe=True)), origin_of(games).provenance, heading)


def _model_columns(models: Iterable[Model]) -> Iterator[Column]:
    return (Column(model, _NAMES[model], "percent") for model in models)


def _values(games: Sequence[Equilibrium]) -> Table:
    columns = (Column("play", message("Play"), "text"), *_model_columns(game.model for game in games))
    draws, stands = Fraction(1), Fraction(0)
    rows: tuple[Cells, ...] = (
        (message("best play of both hands"), *(game.value for game in games)),
        (message("Player draws on every 5"), *(game.if_player(draws) for game in games)),
        (message("Player stands on every 5"), *(game.if_player(stands) for game in games)),
        (message("both hands by the tableau"), *(game.tableau_value for game in games)),
    )
    answer = message(
        "If Player draws on every 5, or stands on every 5, Banker knows this and makes the best reply."
    )
    title = message("Banker's expected gain per unit staked, by model")
    return Table(title, columns, rows, (answer, *_notes(games)))


def _notes(games: Sequence[Equilibrium]) -> Iterator[Text]:
    yield message(
        "Player draws on 0 to 4, stands on 6 and 7 and is free on 5; Banker is free; a natural ends the "
        "coup. Even money, no commission."
    )
    yield from (_MEANINGS[model] for model in dict.fromkeys(game.model for game in games))
    yield message(
        "Proved exactly: if one hand makes its best play, no play of the other gains more than the value of "
        "the game."
    )
    if None in (game.shoe for game in games):
        yield message(
            "Infinite: every card is put back, so hands with the same total are alike, and the value is the "
            "same in every model."
        )
    yield message(
        "Following J. G. Kemeny and J. L. Snell (1957), F. Downton and C. Lockwood (1975), and S. N. Ethier "
        "and C. Gámez (Games 4, 2013)."
    )


def _chances(games: Sequence[Equilibrium], *, by_shoe: bool) -> Table:
    """One row per hand of 5 of Player, then per cell where Banker mixes; `by_shoe` adds the shoe."""
    columns = (
        _SHOE,
        _MODEL,
        *text_columns(hand=message("Hand"), third=message("Facing")),
        Column("draws", message("P(draws)"), "ratio"),
        Column("often", message("In percent"), "percent"),
        Column("least", message("At least"), "ratio"),
        Column("most", message("At most"), "ratio"),
    )
    rows: list[Cells] = []
    for game in games:
        for hand, faced, choice in _choices(game):
            numbers = (choice.draws, choice.draws, choice.least, choice.most) if choice else (None,) * 4
            rows.append((shoe_name(game.shoe), _NAMES[game.model], hand, faced, *numbers))
    notes: list[Text] = [
        message("P(draws): the probability with which the hand draws in the best play."),
        message("Facing: the points of Player's third card; stood: Player drew none."),
    ]
    if any(game.model != "totals" for game in games):
        notes.append(message("{hand}: a hand of two cards that count 0 and 6.", hand="{0,6}"))
    if any(choice is None for game in games for choice in game.player):
        notes.append(message("A hand without figures cannot be dealt from this shoe."))
    hidden = [] if by_shoe else ["shoe"]
    if all(game.unique for game in games):
        notes.append(message("Proved: neither hand has another best play."))
        hidden += ["least", "most"]
    else:
        notes.append(
            message(
                "There are several best plays; P(draws) is that of one of them. At least, at most: the "
                "lowest and the highest probability of drawing in any of them."
            )
        )
    title = message("Probability of drawing: Player on 5, and Banker where it mixes")
    return without(Table(title, columns, tuple(rows), tuple(notes)), *hidden)


def _choices(game: Equilibrium) -> Iterator[tuple[Text, Text, Choice | None]]:
    """All of Player's choices, and those of Banker's that mix or are neither determined nor entirely free."""
    for hands, choice in zip(game.game.free, game.player, strict=True):
        yield message("Player {hand}", hand=hand_text(hands)), "", choice
    for cell, choice in reached(game):
        if choice.mixed or 0 < choice.most - choice.least < 1:
            yield message("Banker {hand}", hand=hand_text(cell.hands)), facing(cell.column), choice


def _grids(game: Equilibrium) -> Iterator[Table]:
    """Banker's play by total and third card; then, for cells where its two cards matter, the hands."""
    plays: dict[Place, Plays] = {}
    differs: set[Place] = set()
    for cell, choice in reached(game):
        play, place = play_letter(choice), (cell.total, cell.column)
        plays.setdefault(place, {}).setdefault(play, []).append(cell.hands)
        by_tableau = _DRAWS if game.rules.tableau.banker_draws_on(*place) else _STANDS
        if play not in (by_tableau, _EITHER):
            differs.add(place)

    def letter(place: Place) -> Text | None:
        if place not in plays:
            return None
        play = next(iter(plays[place])) if len(plays[place]) == 1 else _BY_CARDS
        return Message("{play}*", (("play", play),)) if place in differs else play

    rows = [(str(total), *(letter((total, column)) for column in COLUMNS)) for total in range(8)]
    how_to_read = message(
        "D draws, S stands, M mixes both at random, E either (best plays differ), C depends on Banker's two "
        "cards; * differs from the tableau. Rows: Banker's total. Columns: Player's third card (-: Player "
        "stood)."
    )
    notes: list[Text] = [how_to_read]
    if len(plays) < len(rows) * len(COLUMNS):
        notes.append(message("A cell without a letter cannot occur with these cards."))
    title = message("Banker's best play, model: {model}", model=_NAMES[game.model])
    columns = (Column("total", message("Banker"), "text"), *grid_columns())
    yield Table(title, columns, tuple(rows), tuple(notes))
    if split := {place: by_play for place, by_play in plays.items() if len(by_play) > 1}:
        yield _by_two_cards(game, split)


def _by_two_cards(game: Equilibrium, split: dict[Place, Plays]) -> Table:
    """One row per cell where Banker's two cards matter: the hands that draw, stand, mix or may do either."""
    columns = {
        _DRAWS: Column("draws", message("Draws with"), "text"),
        _STANDS: Column("stands", message("Stands with"), "text"),
        _MIXES: Column("mixes", message("Mixes with"), "text"),
        _EITHER: Column("either", message("Either with"), "text"),
    }
    shown = [play for play in columns if any(play in plays for plays in split.values())]
    naming = (Column("total", message("Banker"), "text"), Column("third", message("Facing"), "text"))
    rows: list[Cells] = []
    for (total, column), plays in sorted(split.items(), key=lambda pair: (pair[0][0], str(pair[0][1]))):
        hands = (" ".join(map(hand_text, plays.get(play, []))) or None for play in shown)
        rows.append((str(total), facing(column), *hands))
    title = message("Where Banker's two cards matter, model: {model}", model=_NAMES[game.model])
    return Table(title, (*naming, *(columns[play] for play in shown)), tuple(rows))


def chemin_de_fer_chart(games: Sequence[Equilibrium]) -> Chart:
    """One panel per model: Banker's greatest gain, by the probability with which Player draws on 5."""
    head = message(
        "Chemin de fer, {shoe}: Banker's expected gain per unit staked", shoe=shoe_title(games[0].shoe)
    )
    notes = (
        message(
            "Each row is a probability with which Player draws on every hand of 5, with Banker's gain if it "
            "makes the best reply."
        ),
        message("Bold: Banker's lowest gain. Each panel has its own scale."),
    )
    return Chart(head, (Band(tuple(map(_curve, games))),), notes, origin_of(games).provenance)


def _curve(game: Equilibrium) -> Panel:
    tenths = (Fraction(tenth, 10) for tenth in range(11))
    lowest = min(game.turns, key=game.if_player)
    rows = [
        ChartRow(figures([draws], ""), (game.if_player(draws),), strong=draws == lowest)
        for draws in sorted({*tenths, lowest})
    ]
    if len(game.player) > 1:
        rows.append(ChartRow(message("best by two cards"), (game.value,), strong=True))
    return Panel(message("Model {model}", model=_NAMES[game.model]), tuple(rows), "dots", from_zero=False)


def origin_of(games: Sequence[Equilibrium]) -> Origin:
    """What decided the games: shoes, models, and the rules whose tableau they are compared with."""
    rules, models = games[0].rules, " ".join(dict.fromkeys(game.model for game in games))
    shoes = list(dict.fromkeys(INFINITE if game.shoe is None else game.shoe for game in games))
    facts = {"game": "chemin-de-fer", "shoe": " / ".join(map(str, shoes)), "models": models}
    facts["tableau"] = rules.id
    digest, options = digest_of_rules(rules), {"models": models}
    known = {"rules": rules.id, "rules_sha256": digest, "shoe": shoes[0], "options": options, "sha256": None}
    return Origin(options=tuple(facts.items()), digests=(("rules", digest),), known=known)


_PLAYER: Fields[tuple[Hands, Choice | None]] = (
    said("hand", TEXT, lambda play: hand_text(play[0])),
    through(lambda play: play[1] or _NO_CHOICE, said_as(PROBABILITY.optional, "draws", "least", "most")),
)
_BANKER: Fields[tuple[BankerDecision, Choice]] = (
    said("hand", TEXT, lambda play: hand_text(play[0].hands)),
    said("column", COUNT.optional, lambda play: play[0].column),
    through(1, said_as(PROBABILITY, "draws", "least", "most")),
)


def _plays(game: Equilibrium) -> dict[str, str]:
    """Banker's plays by hand, one letter for each column of the tableau."""
    plays: dict[str, str] = {}
    for cell, choice in zip(game.game.cells, game.banker, strict=True):
        hand, letter = hand_text(cell.hands), "-" if choice is None else str(play_letter(choice))
        plays[hand] = plays.get(hand, "") + letter
    return plays


_GAME: Fields[Equilibrium] = (
    said("model", one_of(*MODELS)),
    said("player", records(_PLAYER), lambda game: zip(game.game.free, game.player, strict=True)),
    said(
        "banker",
        records(_BANKER),
        lambda game: [play for play in reached(game) if play[1].mixed or not play[1].settled],
    ),
    said_as(RATIO, "value", "tableau_value"),
    said("unique", FLAG),
    said("value_if_player_draws", value=lambda game: game.if_player(Fraction(1))),
    said("value_if_player_stands", value=lambda game: game.if_player(Fraction(0))),
    said("banker_plays", by_name(plain(type="string", pattern="^[DSME-]{11}$")), _plays),
)

CHEMIN_DE_FER = Document(
    "chemin-de-fer", 2, "chemin-de-fer", (said("items", records(_GAME), list),), origin_of
)
"""Best play of both hands for one shoe, in one model or several."""
