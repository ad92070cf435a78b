"""What is published: every page of the folder `tables/`, by the place where it stands.

To publish more, write a function here, or in a module beside this, that yields a `Published` for each page,
and name it in `PAGES`, in one line. Index, formats, manifest and check follow. Knows no format, and nothing
of how files are written.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from analyzer.analysis.fresh import fresh
from analyzer.analysis.odds import Report
from analyzer.analysis.question import Question
from analyzer.analysis.valuation import Valuation
from analyzer.audit.verdict import audit
from analyzer.bets.bet import Bet, Variant
from analyzer.catalog import claims, load
from analyzer.publish.dealt_pages import count_comparison, inside_coups, removals, tails
from analyzer.publish.design_pages import chemin_de_fer, closed_forms, joints, rtp_limits, tableau_studies
from analyzer.publish.play_pages import predictions, roundings
from analyzer.publish.published import ENGLISH, INSIDE, SEEDS, SIDE_BET_DECKS, Published
from analyzer.render.page import Page
from analyzer.report.side_bets import edges_page, lines_page
from analyzer.report.variant_page import by_decks_figures, by_decks_page, drawing_page, variant_page
from analyzer.report.verdicts import audit_page
from analyzer.text import LANGUAGES, message

DECKS = (1, 2, 4, 6, 8)
"""Numbers of decks on which every variant is valued, in addition to its own."""


def variants() -> Iterator[Published]:
    """Every variant on fresh shoes: a page of all numbers of decks, and one of each."""
    section = message("Variants: every bet and every line, by number of decks")
    for variant in map(load.variant, load.variant_ids()):
        sizes = sorted({*DECKS, variant.decks})
        on = fresh(variant.rules, [(bet, None) for bet in variant.bets], sizes)
        reports = [_report(variant, size, on[size]) for size in sizes]
        yield Published(
            f"variants/{variant.id}",
            section,
            partial(by_decks_page, reports),
            LANGUAGES,
            kept=LANGUAGES if variant.id in SEEDS else ENGLISH,
            decks=tuple(sizes),
            row=variant.title,
            figures=partial(by_decks_figures, reports),
        )
        for size, report in zip(sizes, reports, strict=True):
            yield Published(
                f"{variant.id}/{size}-deck{'' if size == 1 else 's'}",
                section,
                partial(variant_page, report),
                LANGUAGES if size == variant.decks else ENGLISH,
                kept=(),
                decks=(size,),
                row=variant.title,
            )


def _report(variant: Variant, decks: int, values: Iterable[Valuation | None]) -> Report:
    valuations = tuple(value for value in values if value is not None)
    question = Question.fresh(variant, decks=decks)
    return Report(question, question.shoe, valuations[0].total, valuations)


def side_bets() -> Iterator[Published]:
    """Every bet of the library at every price, under its own rules; none that is offered inside a coup."""
    prices = sorted(load.library().values(), key=lambda bets: (bets[0].family or "", bets[0].id))
    bets = [bet for several in prices for bet in several if not bet.inside_coup]
    inside = [several[0] for several in prices if several[0].inside_coup]
    valued: dict[Bet, dict[int, Valuation]] = {}
    for rules in dict.fromkeys(map(load.rules_id_of, bets)):
        dealt = [bet for bet in bets if load.rules_id_of(bet) == rules]
        on = fresh(load.rules(rules), [(bet, None) for bet in dealt], SIDE_BET_DECKS)
        for size in SIDE_BET_DECKS:
            for value in on[size]:
                assert value is not None  # only of what is given can there be no deal
                valued.setdefault(value.bet, {})[size] = value

    on_decks = {size: [valued[bet][size] for bet in bets] for size in SIDE_BET_DECKS}
    left_out = tuple((bet, INSIDE) for bet in inside)
    section = message("Side bets")
    yield Published(
        "side-bets/bets",
        section,
        partial(edges_page, on_decks, left_out),
        LANGUAGES,
        decks=SIDE_BET_DECKS,
    )
    yield Published(
        "side-bets/lines", section, partial(lines_page, on_decks), LANGUAGES, decks=SIDE_BET_DECKS
    )


def printed_figures() -> Iterator[Published]:
    """The audit of every figure that a source has printed."""
    title = message("Audit of printed figures")

    def page() -> Page:
        return audit_page(audit(claims.every()), title)

    yield Published("audit/printed-figures", message("Audit"), page)


def tableaux() -> Iterator[Published]:
    """The drawing table of every set of rules, and the rules in words."""
    section = message("Tableaux")
    for rules in map(load.rules, load.rules_ids()):
        yield Published(f"tableau/{rules.id}", section, partial(drawing_page, rules), LANGUAGES)


Pages = tuple[Callable[[], Iterable[Published]], ...]


PAGES: Pages = (
    variants,
    side_bets,
    removals,
    closed_forms,
    inside_coups,
    joints,
    count_comparison,
    tails,
    rtp_limits,
    printed_figures,
    tableau_studies,
    chemin_de_fer,
    predictions,
    roundings,
    tableaux,
)
"""All that is published, in the order of the index."""
