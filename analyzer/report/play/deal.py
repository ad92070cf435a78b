"""A shoe dealt coup by coup, or several shoes a row each, as tables for people and documents for machines.

Lays out what was dealt; deals nothing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from analyzer.bets.digest import digest_of_rules
from analyzer.catalog import load
from analyzer.catalog.digests import id_or_own, of_item
from analyzer.catalog.procedures import procedure_id_or_own
from analyzer.game.coup import Winner
from analyzer.phrases.cards import BANKER, PLAYER, cards_text
from analyzer.phrases.procedures import burn_text, end_text, pulling_text, turning_text
from analyzer.play.dealing import Dealing, DealtCoup, DealtShoe
from analyzer.play.outcome import Outcome
from analyzer.play.roads.roads import Roads
from analyzer.render.boards.tables import roads_page
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.fields import shoe_entry
from analyzer.report.names import shoe_name
from analyzer.text import Message, Text, message, plural

TIE = message("Tie")
_WINNERS: dict[Winner, Message] = {"banker": BANKER, "player": PLAYER, "tie": TIE}


def shoe_page(
    asked: Dealing, number: int, dealt: DealtShoe, *, full: bool, roads: Roads | None = None
) -> Page:
    """One shoe: how it was dealt, every coup, how often each thing came; `full` adds what 80 columns lack.

    Its `roads` are told in order where they are given.
    """
    title = message(
        "{variant}: shoe {number} of seed {seed}",
        variant=asked.game.title,
        number=number,
        seed=str(asked.seed),
    )
    told = () if roads is None else roads_page(roads).tables[1:]
    coups = coups_table(dealt.coups, full=full, reserve=asked.procedure.reserve)
    tables = (_how(asked, dealt), coups, results_table(dealt), *told)
    return Page(tables, provenance(asked, number), title)


def shoes_page(asked: Dealing, shoes: Iterable[tuple[int, DealtShoe]]) -> Page:
    """Several shoes, a row each."""
    columns = (
        Column("shoe", message("Shoe"), "text"),
        Column("burned", message("Burned"), "count"),
        Column("cut_card", message("Behind the cut card"), "count"),
        Column("cut_coup", message("Shows in coup"), "count"),
        Column("coups", message("Coups"), "count"),
        Column("banker", BANKER, "count"),
        Column("player", PLAYER, "count"),
        Column("tie", TIE, "count"),
        Column("left", message("Cards left"), "count"),
    )
    numbers: list[int] = []
    rows: list[tuple[Cell, ...]] = []
    for number, dealt in shoes:
        won = Counter(coup.coup.winner for coup in dealt.coups)
        numbers.append(number)
        rows.append(
            (
                str(number),
                len(dealt.burned),
                dealt.cut_card,
                dealt.cut_coup,
                len(dealt.coups),
                *(won[winner] for winner in _WINNERS),
                dealt.left,
            )
        )
    title = plural(
        "{variant}: {n} shoe of seed {seed}",
        "{variant}: {n} shoes of seed {seed}",
        len(rows),
        variant=asked.game.title,
        seed=str(asked.seed),
    )
    notes = (
        message(
            "Banker, Player, Tie: coups won by each. Cards left: in no coup, unused reserve cards among them."
        ),
        message("`--shoe N` deals one of them coup by coup."),
    )
    how = Table(message("How it was dealt"), _FACTS, tuple(_setting(asked)))
    tables = (how, Table(message("A row a shoe"), columns, tuple(rows), notes))
    return Page(tables, provenance(asked, numbers[0], len(numbers)), title)


_FACTS = (Column("what", message("What"), "text"), Column("value", message("Value"), "text"))


def _setting(asked: Dealing) -> Iterator[tuple[Cell, ...]]:
    procedure = asked.procedure
    yield message("Shoe"), shoe_name(asked.shoe)
    yield message("Rules"), asked.rules.title
    if procedure.name:
        yield message("Procedure"), procedure.title
    yield message("Burn"), burn_text(procedure)
    yield message("Cards pulled"), pulling_text(procedure)
    yield message("Cards turned"), turning_text(procedure)
    yield message("End"), end_text(procedure)


def _how(asked: Dealing, dealt: DealtShoe) -> Table:
    on_the_table = len(dealt.coups[-1].unused)
    shows = plural(
        "{n} card behind it; it shows in coup {coup}",
        "{n} cards behind it; it shows in coup {coup}",
        dealt.cut_card,
        coup=dealt.cut_coup,
    )
    left = plural("{n} card", "{n} cards", dealt.left - on_the_table)
    rows: tuple[tuple[Cell, ...], ...] = (
        *_setting(asked),
        (message("Burned"), _burned(dealt)),
        (message("Cut card"), shows),
        (message("Left in the shoe"), left),
    )
    return Table(message("How it was dealt"), _FACTS, rows)


def _burned(dealt: DealtShoe) -> Text:
    """The cards burned that were seen, and how many lay face down."""
    seen, down = dealt.burned[: dealt.seen], len(dealt.burned) - dealt.seen
    if not down:
        return cards_text(seen) or message("none")
    if not seen:
        return plural("{n} card, face down", "{n} cards, face down", down)
    return plural(
        "{cards} and {n} card, face down", "{cards} and {n} cards, face down", down, cards=cards_text(seen)
    )


def coups_table(coups: Iterable[DealtCoup], *, full: bool, reserve: bool) -> Table:
    """A row a coup; with `reserve` cards, those that no hand drew."""
    columns = (
        Column("coup", message("Coup"), "count"),
        *((Column("cards", message("Cards as dealt"), "text"),) if full else ()),
        Column("player", PLAYER, "text"),
        Column("player_total", message("Total"), "count"),
        Column("banker", BANKER, "text"),
        Column("banker_total", message("Total"), "count"),
        Column("winner", message("Winner"), "text"),
        *((Column("outcome", message("Road"), "text"),) if full else ()),
        *((Column("unused", message("Unused"), "text"),) if reserve else ()),
        Column("besides", message("Besides"), "text"),
    )
    rows: list[tuple[Cell, ...]] = []
    for found in coups:
        coup = found.coup
        rows.append(
            (
                found.number,
                *((cards_text(found.cards),) if full else ()),
                cards_text(coup.player),
                coup.player_total,
                cards_text(coup.banker),
                coup.banker_total,
                _WINNERS[coup.winner],
                *((str(Outcome.of(coup)),) if full else ()),
                *((cards_text(found.unused),) if reserve else ()),
                _besides(found),
            )
        )
    notes = [message("Cards of a hand stand in the order in which they were dealt to it.")]
    if reserve:
        notes.append(message("Unused: reserve cards that no hand drew; they open the next coup."))
    return Table(message("Coup by coup"), columns, tuple(rows), tuple(notes))


_MARKS = {
    "player_pair": message("Player pair"),
    "banker_pair": message("Banker pair"),
    "natural": message("natural"),
}


def _besides(found: DealtCoup) -> Text:
    """What else a scoreboard keeps of a coup, and the cut card."""
    outcome = Outcome.of(found.coup)
    marks = [words for mark, words in _MARKS.items() if getattr(outcome, mark)]
    marks += [message("cut card")] if found.cut else []
    return Message("{marks}", (("marks", tuple(marks)),)) if marks else ""


def results_table(dealt: DealtShoe) -> Table:
    """How often each thing came in a shoe."""
    outcomes = dealt.outcomes
    columns = (
        Column("what", message("What"), "text"),
        Column("coups", message("Coups"), "count"),
        Column("part", message("Of all"), "percent", 2),
    )
    often: list[tuple[Text, int]] = [
        *((words, sum(o.winner == winner for o in outcomes)) for winner, words in _WINNERS.items()),
        (message("Player pair"), sum(o.player_pair for o in outcomes)),
        (message("Banker pair"), sum(o.banker_pair for o in outcomes)),
        (message("a natural"), sum(o.natural for o in outcomes)),
    ]
    rows = tuple((words, n, Fraction(n, len(outcomes))) for words, n in often)
    title = plural("{n} coup", "{n} coups", len(outcomes))
    return Table(title, columns, rows)


def shoe_document(
    asked: Dealing, number: int, dealt: DealtShoe, roads: Roads | None = None
) -> dict[str, object]:
    """A shoe as a document, schema `baccarat-deal/1`; a burned card that stayed face down is `?`."""
    shoe, procedure = asked.shoe, asked.procedure
    cards = {"decks": shoe.full_decks} if shoe.full_decks else {"remaining": str(shoe)}
    return {
        "schema": "baccarat-deal/1",
        "variant": id_or_own(asked.game, load.variant),
        "rules": id_or_own(asked.rules, load.rules),
        "procedure": procedure_id_or_own(procedure),
        "seed": asked.seed,
        "shoe": shoe_entry(shoe),
        "burned": ["?" if card is None else str(card) for card in dealt.burned_as_seen],
        "cut_card": dealt.cut_card,
        "coups": [_coup(asked, found) for found in dealt.coups],
        "left": dealt.left,
        "number": number,
        **cards,
        "steps": {**procedure.steps, **procedure.manner},
        **({} if roads is None else {"roads": roads.to_dict()}),
        "provenance": provenance(asked, number).document(),
    }


def _coup(asked: Dealing, found: DealtCoup) -> dict[str, object]:
    coup = found.coup
    return {
        "coup": found.number,
        "cards": list(map(str, found.cards)),
        "player": list(map(str, coup.player)),
        "banker": list(map(str, coup.banker)),
        "player_total": coup.player_total,
        "banker_total": coup.banker_total,
        "winner": coup.winner,
        "outcome": str(Outcome.of(coup)),
        **({"cut": True} if found.cut else {}),
        "turned": list(found.turned),
        **({"unused": list(map(str, found.unused))} if asked.procedure.reserve else {}),
    }


def provenance(asked: Dealing, number: int, shoes: int = 1) -> Provenance:
    """What was asked, and digests of the rules and the procedure."""
    facts = (
        ("variant", asked.game.id),
        ("rules", asked.rules.id),
        ("shoe", str(asked.shoe)),
        ("procedure", asked.procedure.id),
        ("seed", str(asked.seed)),
        ("number", str(number) if shoes == 1 else f"{number} to {number + shoes - 1}"),
    )
    digests = (("rules", digest_of_rules(asked.rules)), ("procedure", of_item(asked.procedure)))
    return Provenance(facts, digests)
