"""Reports as charts: what the analysis found, for people who would rather look than read.

Lays out exact values; draws none.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.compare import QUANTITIES, Comparison, Match
from analyzer.analysis.fresh import DECK, Decks, fresh
from analyzer.analysis.odds import Report, keys_of
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Variant
from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import grouped, quoted
from analyzer.game.dealt import NOTHING
from analyzer.game.shoe import Shoe
from analyzer.message import Figure, Text, say, say_many
from analyzer.publish.chart import Band, Chart, Panel, Row, tone
from analyzer.publish.provenance import Provenance

VIEWS = ("all", "lines", "decks", "outcomes", "edge")
"""What of bets can be looked at: three views of each bet side by side, one of them, or all bets' edges."""

MOST_BETS, MOST_EDGES = 12, 1_000
"""The most bets of which more than the edge is shown, and of which the edge is."""

_DECKS: tuple[Decks, ...] = (*range(1, 9), "infinite")
_ABREAST = 3


def check_view(view: str | None) -> None:
    """Refuse a view that there is none of; None leaves the choice to the number of bets.

    Raises:
        RenderError: there is no such view.
    """
    if view is not None and view not in VIEWS:
        raise RenderError(f"unknown view {quoted(view)}{did_you_mean(view[:40], VIEWS)}")


def odds_chart(report: Report, variant: Variant, view: str | None = None) -> Chart:
    """The odds of bets on one shoe, in one of VIEWS; up to twelve bets in full where none is named, else edges.

    Raises:
        RenderError: there are too many bets for the view, or the edge by decks is asked of no fresh shoe.
        ConditionError: the edge by decks is asked, and a condition needs too many patterns.
    """
    bets = len(report.valuations)
    chosen = view or ("all" if bets <= MOST_BETS else "edge")
    most = MOST_EDGES if chosen == "edge" else MOST_BETS
    if not 0 < bets <= most:
        raise RenderError(
            f"expected 1 to {grouped(most)} bets to plot ({chosen}), got {bets}; choose them with --bet"
        )
    if chosen == "decks" and not fresh_decks(report):
        raise RenderError(
            "expected a fresh shoe of whole decks, nothing dealt or given, to plot the edge by decks; "
            "choose lines, outcomes or edge"
        )
    facts = (("variant", variant.id), ("rules", report.rules.id), ("shoe", str(report.shoe)))
    title = say("{variant}, {shoe}", variant=variant.name, shoe=_shoe(report.shoe))
    return Chart(title, tuple(_bands(report, chosen)), tuple(_notes(report, chosen)), Provenance(facts))


def fresh_decks(report: Report) -> int | None:
    """How many whole decks the shoe of a report is, fresh and with nothing known of the coup; None if it is not."""
    decks = report.shoe.size // DECK
    if report.dealt != NOTHING or report.given is not None or decks == 0:
        return None
    return decks if report.shoe == Shoe.decks(decks).coarsen(report.shoe.fineness) else None


def _bands(report: Report, view: str) -> Iterator[Band]:
    valuations, names = report.valuations, _names(report.valuations)
    if view == "edge":
        by_edge = sorted(zip(names, valuations, strict=True), key=lambda pair: pair[1].house_edge)
        rows = (Row(name, (v.house_edge,), tone(v.ev)) for name, v in by_edge)
        yield Band((Panel(say("House edge"), tuple(rows)),))
        return
    panels = {"lines": map(_lines, valuations), "outcomes": map(_outcomes, valuations)}
    if (decks := fresh_decks(report)) and view in ("all", "decks"):
        panels["decks"] = _by_decks(report, decks)
    if view == "all":
        shown = [panels[one] for one in ("lines", "decks", "outcomes") if one in panels]
        for name, abreast in zip(names, zip(*shown, strict=True), strict=True):
            yield Band(abreast, name)
        return
    titled = [Panel(name, panel.rows, panel.marks) for name, panel in zip(names, panels[view], strict=True)]
    heads = {"lines": _LINES, "outcomes": _OUTCOMES, "decks": _BY_DECKS}
    for place in range(0, len(titled), _ABREAST):
        yield Band(tuple(titled[place : place + _ABREAST]), "" if place else heads[view])


def _names(valuations: Sequence[Valuation]) -> list[str]:
    """What each bet is called; its key stands beside a name that another bet has too."""
    names = [valuation.bet.name for valuation in valuations]
    keys = keys_of([valuation.bet for valuation in valuations])
    return [
        name if names.count(name) == 1 else f"{name} ({key})" for name, key in zip(names, keys, strict=True)
    ]


_LINES = say("Share of each line in the EV")
_OUTCOMES = say("Probability by net gain")
_BY_DECKS = say("House edge by number of decks")


def _lines(valuation: Valuation) -> Panel:
    shares = ((line, net, valuation.contribution(line)) for line, net in valuation.bet.nets.items())
    rows = [
        Row(say("{line} ({net})", line=line, net=Figure(net, "ratio")), (share,), tone(share))
        for line, net, share in shares
    ]
    return Panel(_LINES, (*rows, Row(say("EV"), (valuation.ev,), tone(valuation.ev), strong=True)))


def _outcomes(valuation: Valuation) -> Panel:
    chances: dict[Fraction, Fraction] = {}
    for line, outcomes in valuation.bet.outcomes.items():
        for net, chance in outcomes:
            chances[net] = chances.get(net, Fraction(0)) + chance * valuation.probability(line)
    return Panel(_OUTCOMES, tuple(Row(net, (chances[net],), tone(net)) for net in sorted(chances)))


def _by_decks(report: Report, here: int) -> Iterator[Panel]:
    shoes = _DECKS if here in _DECKS else (*_DECKS[:-1], here, _DECKS[-1])
    found = fresh(report.rules, [(valuation.bet, None) for valuation in report.valuations], shoes)
    for place in range(len(report.valuations)):
        valued = ((decks, found[decks][place]) for decks in shoes)
        rows = (Row(_decks(d), (v.house_edge,), tone(v.ev), strong=d == here) for d, v in valued if v)
        yield Panel(_BY_DECKS, tuple(rows), "dots")


def _decks(decks: Decks) -> Text:
    return say("infinite") if decks == "infinite" else say_many("{n} deck", "{n} decks", decks)


def _shoe(shoe: Shoe) -> Text:
    cards = say_many("{n} card", "{n} cards", shoe.size)
    decks = shoe.size // DECK
    if decks and shoe == Shoe.decks(decks):
        return say("{decks} ({cards})", decks=_decks(decks), cards=cards)
    return say("{cards} left", cards=cards)


def _notes(report: Report, view: str) -> Iterator[Text]:
    if report.dealt != NOTHING:
        yield say("Known of this coup: {cards}.", cards=str(report.dealt))
    if report.given is not None:
        yield say("Given, and all figures conditional on it: {condition}.", condition=str(report.given))
    if view in ("all", "lines"):
        yield say("Beside each line: net gain per unit staked. EV: expected net gain per unit staked.")
    if view in ("all", "decks", "edge"):
        yield say("House edge: expected loss per unit staked, pushes included.")
    if view in ("all", "decks") and fresh_decks(report):
        yield say("By decks: each scale runs from the smallest edge to the largest; bold is this shoe.")


def comparison_chart(found: Comparison, *, everything: bool) -> Chart:
    """The house edge of each bet that changed in A and in B; of every bet if `everything`, or if none changed."""
    changed = [match for match in found.matches if match.changed]
    matches = found.matches if everything or not changed else changed
    if not 0 < len(matches) <= MOST_EDGES:
        raise RenderError(
            f"expected 1 to {grouped(MOST_EDGES)} bets to plot, got {len(matches)}; choose them with --bet"
        )
    rows = tuple(_change(match, name) for match, name in zip(matches, _both(matches), strict=True))
    made = []
    for letter, side in (("A", found.a), ("B", found.b)):
        facts = f"variant {side.variant.id}, rules {side.report.rules.id}, shoe {side.report.shoe}"
        made.append((f"{letter}:", facts))
    title = say("House edge: ○ A is {a}, ● B is {b}", a=found.a.label, b=found.b.label)
    note = say("House edge: expected loss per unit staked, pushes included.")
    return Chart(title, (Band((Panel(say("A → B"), rows, "dots"),)),), (note,), Provenance(tuple(made)))


def _change(match: Match, name: str) -> Row:
    change = match.change(QUANTITIES["house_edge"])
    better = Fraction(0) if change.difference is None else -change.difference
    return Row(name, (change.a, change.b), tone(better))


def _both(matches: Iterable[Match]) -> list[str]:
    """What each match is called; its references stand beside a name that another match has too."""
    names, references = [], []
    for match in matches:
        bets = [valuation.bet for valuation in match.valuations]
        names.append(" / ".join(dict.fromkeys(bet.name for bet in bets)))
        references.append(", ".join(dict.fromkeys(bet.reference for bet in bets)))
    return [
        name if names.count(name) == 1 else f"{name} ({ref})"
        for name, ref in zip(names, references, strict=True)
    ]
