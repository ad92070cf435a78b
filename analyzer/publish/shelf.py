"""What is published: every page of the folder `tables/`, by the place where it stands.

To publish more, write a function here, or in a module beside this, that yields a `Published` for each page,
and name it in `SHELF`, in one line. Index, formats, manifest and check follow. Knows no format, and nothing
of how files are written.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from analyzer.analysis.fresh import fresh
from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.audit.verdict import audit
from analyzer.bets.bet import Bet, Variant
from analyzer.catalog import claims, load
from analyzer.catalog.where import rules_of
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.languages import LANGUAGES
from analyzer.message import say
from analyzer.publish.page import Page
from analyzer.publish.published import ENGLISH, INSIDE, SEEDS, SIDE_BET_DECKS, Published
from analyzer.publish.reports.by_decks import by_decks_figures, by_decks_page
from analyzer.publish.reports.drawing import drawing_page
from analyzer.publish.reports.side_bets import OnDecks, edges_page, lines_page
from analyzer.publish.reports.variant_page import variant_page
from analyzer.publish.reports.verdicts import audit_page
from analyzer.publish.shelf_bench import chemin_de_fer, closed_forms, joints, rtp_limits, tableau_studies
from analyzer.publish.shelf_partly import count_comparison, inside_coups, removals, tails
from analyzer.publish.shelf_table import predictions, roundings

DECKS = (1, 2, 4, 6, 8)
"""Numbers of decks on which every variant is valued, in addition to its own."""


def variants() -> Iterator[Published]:
    """Every variant on fresh shoes: a page of all numbers of decks, and one of each."""
    section = say("Variants: every bet and every line, by number of decks")
    for variant in map(load.variant, load.variant_ids()):
        sizes = sorted({*DECKS, variant.decks})
        on = fresh(variant.rules, [(bet, None) for bet in variant.bets], sizes)
        reports = [_report(variant.rules, size, on[size]) for size in sizes]
        yield Published(
            f"variants/{variant.id}",
            section,
            partial(_by_decks_in, reports, variant),
            LANGUAGES,
            kept=LANGUAGES if variant.id in SEEDS else ENGLISH,
            decks=tuple(sizes),
            row=partial(_name_in, variant),
            figures=partial(by_decks_figures, reports, variant),
        )
        for size, report in zip(sizes, reports, strict=True):
            yield Published(
                f"{variant.id}/{size}-deck{'' if size == 1 else 's'}",
                section,
                partial(_variant_in, report, variant),
                LANGUAGES if size == variant.decks else ENGLISH,
                kept=(),
                decks=(size,),
                row=partial(_name_in, variant),
            )


def _report(rules: Rules, decks: int, values: Iterable[Valuation | None]) -> Report:
    valuations = tuple(value for value in values if value is not None)
    return Report(rules, Shoe.decks(decks), valuations[0].total, valuations)


def _by_decks_in(reports: Sequence[Report], variant: Variant, language: str) -> Page:
    return by_decks_page([report.named(language) for report in reports], variant.named(language))


def _variant_in(report: Report, variant: Variant, language: str) -> Page:
    return variant_page(report.named(language), variant.named(language))


def _name_in(variant: Variant, language: str) -> str:
    return variant.named(language).name


def side_bets() -> Iterator[Published]:
    """Every bet of the library at every price, under its own rules; none that is offered inside a coup."""
    prices = sorted(load.library().values(), key=lambda bets: (bets[0].family or "", bets[0].id))
    bets = [bet for several in prices for bet in several if not bet.inside_coup]
    inside = [several[0] for several in prices if several[0].inside_coup]
    valued: dict[Bet, dict[int, Valuation]] = {}
    for rules in dict.fromkeys(map(rules_of, bets)):
        dealt = [bet for bet in bets if rules_of(bet) == rules]
        on = fresh(load.rules(rules), [(bet, None) for bet in dealt], SIDE_BET_DECKS)
        for size in SIDE_BET_DECKS:
            for value in on[size]:
                assert value is not None  # only of what is given can there be no deal
                valued.setdefault(value.bet, {})[size] = value

    def named(language: str) -> OnDecks:
        return {size: [valued[bet][size].named(language) for bet in bets] for size in SIDE_BET_DECKS}

    left_out = tuple((bet, INSIDE) for bet in inside)
    section = say("Side bets")
    yield Published(
        "side-bets/bets",
        section,
        lambda lang: edges_page(named(lang), left_out),
        LANGUAGES,
        decks=SIDE_BET_DECKS,
    )
    yield Published(
        "side-bets/lines", section, lambda lang: lines_page(named(lang)), LANGUAGES, decks=SIDE_BET_DECKS
    )


def printed_figures() -> Iterator[Published]:
    """The audit of every figure that a source has printed."""
    title = say("Audit of printed figures")

    def page(language: str) -> Page:
        return audit_page(audit(claims.every()), title)

    yield Published("audit/printed-figures", say("Audit"), page)


def tableaux() -> Iterator[Published]:
    """The drawing table of every set of rules, and the rules in words."""
    section = say("Tableaux")
    for rules in map(load.rules, load.rules_ids()):
        yield Published(f"tableau/{rules.id}", section, partial(_drawing_in, rules), LANGUAGES)


def _drawing_in(rules: Rules, language: str) -> Page:
    return drawing_page(rules.named(language))


Shelf = tuple[Callable[[], Iterable[Published]], ...]


SHELF: Shelf = (
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
