"""Tails: the EVs of bets near the end of a shoe, as tables or a document."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import repeat

from analyzer.analysis.tail import Tail, Tails
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.digest import rules_and_bets
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.columns import BET, PAYS
from analyzer.report.document import Document
from analyzer.report.fields import Field, field_table, headed, records, said, through
from analyzer.report.kinds import COUNT, PROBABILITY, RATIO, by_name
from analyzer.report.names import game_and_shoe, prices_text, shoe_title
from analyzer.report.notes import before_the_coup, excluded_notes
from analyzer.report.odds import named, with_names
from analyzer.report.origin import BET_AND_PAYTABLE, Origin, made_from
from analyzer.text import Message, Text, message, plural

_COUNTED = (
    message(
        "Every composition of the unseen cards is included, weighted by its probability; nothing is sampled."
    ),
    message("The mean EV is exactly the EV of the whole shoe: checked for every bet."),
)
FIGURES: list[Field[Tail]] = [  # How often and by how much the EV of a bet is above zero.
    headed("mean_ev", message("Mean EV"), "percent"),
    headed("probability_positive", message("P(EV > 0)"), "percent", kind=PROBABILITY),
    headed("mean_when_positive", message("Mean EV if > 0"), "percent", kind=RATIO.optional),
    headed("expected_positive", message("E[max(EV, 0)]"), "percent"),
    headed("max_ev", message("Highest EV"), "percent"),
]

_HIGHEST: list[Field[Tail]] = [  # Where the EV of a bet is highest, and for how many compositions.
    headed(
        "max_at",
        message("Unseen cards"),
        "text",
        lambda t: " ".join(f"{kind}={n}" for kind, n in t.max_at),
        in_documents=False,
    ),
    said("max_at", by_name(COUNT)),
    headed("max_compositions", message("With this EV"), "count"),
    headed("compositions", message("All compositions"), "count"),
    headed(
        "one_in", message("One draw in"), "decimal", lambda t: 1 / t.max_probability, 2, in_documents=False
    ),
    said("max_probability", PROBABILITY),
    said("listed", COUNT),
]


def tail_page(answer: Tails, *, full: bool) -> Page:
    """One row per bet: how often and by how much its EV is above zero; then where its EV is highest.

    `full` adds the references that commands accept for bets.
    """
    names = [name for name, _ in with_names(answer.report.valuations, full)]
    reached = (
        message(
            "Unseen cards: a composition with the highest EV. With this EV: how many compositions have it."
        ),
        message("All compositions: how many there are, with cards distinguished as finely as the bet needs."),
        message("One draw in: on average, one draw of the unseen cards in this many has this EV."),
    )
    notes = (
        *_COUNTED,
        message("E[max(EV, 0)]: the expected gain if one unit is staked only where the EV is above zero."),
        *before_the_coup(tail.bet for tail in answer.tails),
        *excluded_notes(answer.report.excluded),
    )
    tables = tail_tables(names, answer.tails, notes, reached, full=full)
    where = message("{variant}, {shoe}", **game_and_shoe(answer.question))
    unseen = plural("{n} unseen card", "{n} unseen cards", answer.unseen)
    title = message("{where}: {unseen}", where=where, unseen=unseen)
    return Page(tables, _origin(answer).provenance, title)


def tails_page(offered: Mapping[Bet, Variant], by_unseen: Sequence[Tails]) -> Page:
    """Tails of bets, each `offered` by a variant, for several numbers of unseen cards of one shoe.

    One table for each figure, with one row per bet and one column per number of cards.
    """
    report = by_unseen[0].report
    evs = {value.bet: value.ev for value in report.valuations}
    tails = {bet: [tail for answer in by_unseen for tail in answer.tails if tail.bet == bet] for bet in evs}
    names = (Column("variant", message("Variant"), "text"), BET, PAYS, FIGURES[0].column)

    def table(title: Message, key: str, figure: Callable[[Tail], Fraction]) -> Table:
        unseen = ((answer.unseen, plural("{n} card", "{n} cards", answer.unseen)) for answer in by_unseen)
        columns = (Column(f"{key}_{n}", cards, "percent") for n, cards in unseen)
        rows = tuple(
            (offered[bet].title, bet.title, prices_text(bet), ev, *map(figure, tails[bet]))
            for bet, ev in evs.items()
        )
        return Table(title, (*names, *columns), rows, _COUNTED)

    above_zero = message("Probability that the EV is above zero")
    gain = message("Expected gain if one unit is staked only where the EV is above zero")
    tables = (
        table(above_zero, "probability", lambda tail: tail.probability_positive),
        table(gain, "expected", lambda tail: tail.expected_positive),
        table(message("Highest EV"), "highest", lambda tail: tail.max_ev),
    )
    made = made_from(
        rules_and_bets(report.rules, evs),
        variants=" ".join(dict.fromkeys(variant.id for variant in offered.values())),
        rules=report.rules.id,
        shoe=report.shoe,
        unseen=" ".join(str(answer.unseen) for answer in by_unseen),
    )
    return Page(tables, made, message("{shoe}: tails by unseen cards", shoe=shoe_title(report.shoe)))


def tail_tables(
    names: Sequence[tuple[Text, ...]],
    tails: Sequence[Tail],
    notes: tuple[Text, ...] = (),
    reached: tuple[Text, ...] = (),
    *,
    full: bool = True,
) -> tuple[Table, Table]:
    """How often and by how much each bet's EV is above zero; then where it is highest."""
    above = field_table(message("EV over all compositions"), tails, FIGURES, notes)
    highest = field_table(message("Where the EV is highest"), tails, _HIGHEST, reached)
    return named(above, names, full), named(highest, names, full)


def _origin(answer: Tails) -> Origin:
    bets = tuple(tail.bet for tail in answer.tails)
    return Origin(answer.question, bets, (("unseen", str(answer.unseen)),))


_BET = (
    through(0, BET_AND_PAYTABLE, FIGURES, _HIGHEST),
    said("full_shoe_ev", RATIO, lambda row: row[1].ev),
    said("unseen", COUNT, 2),
)
_BETS = said(
    "bets", records(_BET), lambda tails: zip(tails.tails, tails.report.valuations, repeat(tails.unseen))
)

TAIL: Document[Tails] = Document("tail", 2, "tail", (_BETS,), _origin)
