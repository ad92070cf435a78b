"""A shoe dealt coup by coup, or several shoes a row each, as tables for people and documents for machines.

Lays out what was dealt; deals nothing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from analyzer.bets.digest import digest_of_rules
from analyzer.catalog import load
from analyzer.game.coup import Winner
from analyzer.message import Message, Text, say, say_many
from analyzer.play.dealing.dealing import DealtCoup, DealtShoe
from analyzer.play.dealing.shoes import Dealing
from analyzer.play.outcome import Outcome
from analyzer.play.roads.roads import Roads
from analyzer.publish.origins import known_as, of_item, procedure_known_as
from analyzer.publish.page import Page
from analyzer.publish.phrases.cards import BANKER, PLAYER, cards_text
from analyzer.publish.phrases.procedures import burn_text, end_text, pulling_text, turning_text
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports.names import shoe_name
from analyzer.publish.roads.tables import roads_page
from analyzer.publish.table import Cell, Column, Table

TIE = say("Tie")
_WINNERS: dict[Winner, Message] = {"banker": BANKER, "player": PLAYER, "tie": TIE}


def shoe_page(
    asked: Dealing, number: int, dealt: DealtShoe, *, full: bool, roads: Roads | None = None
) -> Page:
    """One shoe: how it was dealt, every coup, how often each thing came; `full` adds what 80 columns lack.

    Its `roads` are told in order where they are given.
    """
    title = say(
        "{variant}: shoe {number} of seed {seed}",
        variant=asked.game.name,
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
        Column("shoe", say("Shoe"), "text"),
        Column("burned", say("Burned"), "count"),
        Column("cut_card", say("Behind the cut card"), "count"),
        Column("cut_coup", say("Shows in coup"), "count"),
        Column("coups", say("Coups"), "count"),
        Column("banker", BANKER, "count"),
        Column("player", PLAYER, "count"),
        Column("tie", TIE, "count"),
        Column("left", say("Cards left"), "count"),
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
    title = say_many(
        "{variant}: {n} shoe of seed {seed}",
        "{variant}: {n} shoes of seed {seed}",
        len(rows),
        variant=asked.game.name,
        seed=str(asked.seed),
    )
    notes = (
        say(
            "Banker, Player, Tie: coups won by each. Cards left: in no coup, unused reserve cards among them."
        ),
        say("`--shoe N` deals one of them coup by coup."),
    )
    how = Table(say("How it was dealt"), _FACTS, tuple(_setting(asked)))
    tables = (how, Table(say("A row a shoe"), columns, tuple(rows), notes))
    return Page(tables, provenance(asked, numbers[0], len(numbers)), title)


_FACTS = (Column("what", say("What"), "text"), Column("value", say("Value"), "text"))


def _setting(asked: Dealing) -> Iterator[tuple[Cell, ...]]:
    procedure = asked.procedure
    yield say("Shoe"), shoe_name(asked.shoe)
    yield say("Rules"), asked.rules.name
    if procedure.name:
        yield say("Procedure"), procedure.name
    yield say("Burn"), burn_text(procedure)
    yield say("Cards pulled"), pulling_text(procedure)
    yield say("Cards turned"), turning_text(procedure)
    yield say("End"), end_text(procedure)


def _how(asked: Dealing, dealt: DealtShoe) -> Table:
    on_the_table = len(dealt.coups[-1].unused)
    shows = say_many(
        "{n} card behind it; it shows in coup {coup}",
        "{n} cards behind it; it shows in coup {coup}",
        dealt.cut_card,
        coup=dealt.cut_coup,
    )
    left = say_many("{n} card", "{n} cards", dealt.left - on_the_table)
    rows: tuple[tuple[Cell, ...], ...] = (
        *_setting(asked),
        (say("Burned"), _burned(dealt)),
        (say("Cut card"), shows),
        (say("Left in the shoe"), left),
    )
    return Table(say("How it was dealt"), _FACTS, rows)


def _burned(dealt: DealtShoe) -> Text:
    """The cards burned that were seen, and how many lay face down."""
    seen, down = dealt.burned[: dealt.seen], len(dealt.burned) - dealt.seen
    if not down:
        return cards_text(seen) or say("none")
    if not seen:
        return say_many("{n} card, face down", "{n} cards, face down", down)
    return say_many(
        "{cards} and {n} card, face down", "{cards} and {n} cards, face down", down, cards=cards_text(seen)
    )


def coups_table(coups: Iterable[DealtCoup], *, full: bool, reserve: bool) -> Table:
    """A row a coup; with `reserve` cards, those that no hand drew."""
    columns = (
        Column("coup", say("Coup"), "count"),
        *((Column("cards", say("Cards as dealt"), "text"),) if full else ()),
        Column("player", PLAYER, "text"),
        Column("player_total", say("Total"), "count"),
        Column("banker", BANKER, "text"),
        Column("banker_total", say("Total"), "count"),
        Column("winner", say("Winner"), "text"),
        *((Column("outcome", say("Road"), "text"),) if full else ()),
        *((Column("unused", say("Unused"), "text"),) if reserve else ()),
        Column("besides", say("Besides"), "text"),
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
    notes = [say("Cards of a hand stand in the order in which they were dealt to it.")]
    if reserve:
        notes.append(say("Unused: reserve cards that no hand drew; they open the next coup."))
    return Table(say("Coup by coup"), columns, tuple(rows), tuple(notes))


_MARKS = {
    "player_pair": say("Player pair"),
    "banker_pair": say("Banker pair"),
    "natural": say("natural"),
}


def _besides(found: DealtCoup) -> Text:
    """What else a scoreboard keeps of a coup, and the cut card."""
    outcome = Outcome.of(found.coup)
    marks = [words for mark, words in _MARKS.items() if getattr(outcome, mark)]
    marks += [say("cut card")] if found.cut else []
    return Message("{marks}", (("marks", tuple(marks)),)) if marks else ""


def results_table(dealt: DealtShoe) -> Table:
    """How often each thing came in a shoe."""
    outcomes = dealt.outcomes
    columns = (
        Column("what", say("What"), "text"),
        Column("coups", say("Coups"), "count"),
        Column("part", say("Of all"), "percent", 2),
    )
    often: list[tuple[Text, int]] = [
        *((words, sum(o.winner == winner for o in outcomes)) for winner, words in _WINNERS.items()),
        (say("Player pair"), sum(o.player_pair for o in outcomes)),
        (say("Banker pair"), sum(o.banker_pair for o in outcomes)),
        (say("a natural"), sum(o.natural for o in outcomes)),
    ]
    rows = tuple((words, n, Fraction(n, len(outcomes))) for words, n in often)
    title = say_many("{n} coup", "{n} coups", len(outcomes))
    return Table(title, columns, rows)


def shoe_document(
    asked: Dealing, number: int, dealt: DealtShoe, roads: Roads | None = None
) -> dict[str, object]:
    """A shoe as a document, schema `baccarat-deal/1`; a burned card that stayed face down is `?`."""
    shoe, procedure = asked.shoe, asked.procedure
    cards = {"decks": shoe.full_decks} if shoe.full_decks else {"remaining": str(shoe)}
    return {
        "schema": "baccarat-deal/1",
        "variant": known_as(asked.game, load.variant),
        "rules": known_as(asked.rules, load.rules),
        "procedure": procedure_known_as(procedure),
        "seed": asked.seed,
        "shoe": {"cards": shoe.size, "fineness": shoe.fineness, "points": list(shoe.points)},
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
