"""The library's bets by family: their odds on fresh shoes, their lines, their effects of removal."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from analyzer.analysis.question import Excluded
from analyzer.analysis.removal import Removal
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.catalog import load
from analyzer.catalog.digests import items
from analyzer.game.shoe import KEYS, Shoe
from analyzer.phrases.labels import family_label, label
from analyzer.phrases.lines import event_of_line
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Column, Table
from analyzer.report import columns as shared
from analyzer.report.fields import Cells
from analyzer.report.inventory import nets_of
from analyzer.report.names import excluded_by_reason, priced_bet, shoe_name
from analyzer.report.notes import LINE_NOTES, PAYS_AND_EDGE
from analyzer.report.origin import made_from
from analyzer.report.removal import EFFECT, sum_note
from analyzer.text import Text, message, plural

OnDecks = Mapping[int, Sequence[Valuation]]
"""The same bets, in the same order, valued on fresh shoes, by number of decks."""

_FAMILY = Column("family", message("Family"), "text")
_NAMING = (_FAMILY, *shared.PRICED_BET)


def edges_page(on_decks: OnDecks, excluded: Excluded) -> Page:
    """One row per bet at each price: what it pays, hit rates and house edges by decks; then the sources."""
    rows = [
        (*_names(values[0].bet), *(v.hit_rate for v in values), *(v.house_edge for v in values))
        for values in zip(*on_decks.values(), strict=True)
    ]
    bets = _bets(on_decks)
    columns = (*_NAMING, *_by_decks(shared.HIT_RATE, on_decks), *_by_decks(shared.HOUSE_EDGE, on_decks))
    notes = (PAYS_AND_EDGE, *_rules_notes(bets), *excluded_by_reason(excluded))
    edges = Table(message("House edge"), columns, tuple(rows), notes)
    firsts = {bet.id: bet for bet in reversed(bets)}.values()
    sources = Table(
        message("Sources"),
        (_FAMILY, shared.BET, shared.ID, shared.SOURCE),
        tuple((_family(bet), bet.title, bet.id, load.citation(bet.source)) for bet in reversed(firsts)),
    )
    made = _provenance("*/*", bets, decks=" ".join(map(str, on_decks)))
    return Page((edges, sources), made, message("Side bets: house edge"))


def lines_page(on_decks: OnDecks) -> Page:
    """One row per line of each bet: its event and its nets by paytable; ways and probabilities by decks."""
    asked = _bets(on_decks)
    rows: list[Cells] = []
    for _, prices in groupby(zip(*on_decks.values(), strict=True), key=lambda values: values[0].bet.id):
        first, *others = prices
        bet = first[0].bet
        bets = [bet, *(values[0].bet for values in others)]
        for line in bet.nets:
            event, chances = event_of_line(bet, line), (value.probability(line) for value in first)
            names = (bet.title, f"{bet.id}.{line}", label(bet, line), event, nets_of(bets, line))
            rows.append((*names, *(value.ways[line] for value in first), *chances))
    notes = (
        LINE_NOTES[0],
        message(
            "Pays: net gain, to one; 0 returns the stake, -1 loses it; by paytable if there are several."
        ),
        *_rules_notes(asked),
    )
    by_decks = (*_by_decks(shared.WAYS, on_decks), *_by_decks(shared.PROBABILITY, on_decks))
    columns = (*shared.LINE_OF_BET, shared.PAYS, *by_decks)
    lines = Table(message("Lines"), columns, tuple(rows), notes)
    made = _provenance("*/*", asked, decks=" ".join(map(str, on_decks)))
    return Page((lines,), made, message("Side bets: every line"))


def removal_table_page(removals: Sequence[Removal], shoe: Shoe, excluded: Excluded) -> Page:
    """The EV of each bet on a shoe with all ranks, and the effect of removing a card of each rank.

    `removals` are by ranks, those of a family together; `excluded` are bets that cannot be valued there.
    """
    bets = [removal.bet for removal in removals]
    rows = tuple(
        (*_names(removal.bet), removal.ev, *(removed.effect for removed in removal.kinds))
        for removal in removals
    )
    notes: list[Text] = [
        message("A to K: effect of removal of one card of that rank."),
        EFFECT,
        sum_note(removals),
        message("Pays: to one. EV: expected net gain per unit staked."),
    ]
    if means := tuple(removal.bet.title for removal in removals if removal.averaged):
        notes.append(
            message("Effects are means over the suits, which these bets distinguish: {bets}.", bets=means)
        )
    notes += (*_rules_notes(bets), *excluded_by_reason(excluded))
    columns = (*_NAMING, shared.EV, *(Column(f"removed_{rank}", rank, "percent") for rank in KEYS["ranks"]))
    cards = plural("{n} card", "{n} cards", shoe.size)
    title = message("Effects of removal, {shoe} ({cards})", shoe=shoe_name(shoe), cards=cards)
    made = _provenance("*", bets, shoe=shoe, by="ranks")
    return Page((Table(title, columns, rows, tuple(notes)),), made)


def _names(bet: Bet) -> Cells:
    return _family(bet), *priced_bet(bet)


def _family(bet: Bet) -> Text:
    return family_label(bet.family or "")


def _bets(on_decks: OnDecks) -> list[Bet]:
    return [value.bet for value in next(iter(on_decks.values()))]


def _by_decks(figure: Column, on_decks: OnDecks) -> Iterator[Column]:
    for decks in on_decks:
        shoe = plural("{n} deck", "{n} decks", decks)
        head = message("{what}, {shoe}", what=figure.head, shoe=shoe)
        yield Column(f"{figure.key}_{decks}", head, figure.kind)


def _rules_notes(bets: Sequence[Bet]) -> Iterator[Text]:
    usual = load.rules(load.USUAL_RULES).title
    yield message("Dealt under these rules unless a note names others: {rules}.", rules=usual)
    for rules in dict.fromkeys(map(load.rules_id_of, bets)):
        if rules != load.USUAL_RULES:
            under = tuple(dict.fromkeys(bet.title for bet in bets if load.rules_id_of(bet) == rules))
            yield message("Dealt under {rules}: {bets}.", rules=load.rules(rules).title, bets=under)


def _provenance(bets_asked: str, bets: Sequence[Bet], **facts: object) -> Provenance:
    rules = dict.fromkeys(map(load.rules_id_of, bets))
    digests = (items("rules", map(load.rules, rules)), items("bets", [tuple(bets)]))
    return made_from(digests, bets=bets_asked, rules=" ".join(rules), **facts)
