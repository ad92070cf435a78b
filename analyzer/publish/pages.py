"""Everything that is published: each page of the folder `tables/`, by its place.

To publish more, write a function that yields a `Published` for each page, and add its name to `PAGES`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, partial

from analyzer.analysis.chemin_de_fer.equilibrium import Equilibrium, equilibria
from analyzer.analysis.inside import inside, offered, peek
from analyzer.analysis.money.bankroll import singly
from analyzer.analysis.money.joint import joint
from analyzer.analysis.money.monitor import Monitor, monitor
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.odds import SHOES, Decks, Report, fresh, odds
from analyzer.analysis.question import MAIN, Question
from analyzer.analysis.removal import Removal, removal
from analyzer.analysis.tableau_study import tableau_study
from analyzer.analysis.tail import tails as exact_tails
from analyzer.analysis.valuation import Valuation
from analyzer.audit.verdict import audit
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import commissioned
from analyzer.catalog import claims, load
from analyzer.catalog.items import bets_by_id
from analyzer.catalog.limits import offers
from analyzer.catalog.search import INSIDE, by_rules
from analyzer.game.shoe import Shoe
from analyzer.play.prediction.prediction import prediction
from analyzer.render.page import Page
from analyzer.report.chemin_de_fer import chemin_de_fer_page, decks_page
from analyzer.report.closed_form import page as closed_form
from analyzer.report.counts import counts_comparison_page, scored_counts
from analyzer.report.inside import inside_page
from analyzer.report.money.joint import joint_page
from analyzer.report.money.monitor import limits_page
from analyzer.report.peek import peek_page
from analyzer.report.play.prediction import prediction_page
from analyzer.report.play.rounding import Offered, rounding_page
from analyzer.report.side_bets import edges_page, lines_page, removal_table_page
from analyzer.report.tableau_study.page import study_page, wrong_cells_page
from analyzer.report.tail import tails_page
from analyzer.report.variant_page import by_decks_figures, by_decks_page, drawing_page, variant_page
from analyzer.report.verdicts import audit_page
from analyzer.text import LANGUAGES, Message, Text, message
from analyzer.web.page import page as live_page

ENGLISH = ("en",)  # The languages of a page that needs no translation.
SIDE_BET_DECKS = (6, 8)  # Numbers of decks on which the library's bets are valued.
DECKS = (1, 2, 4, 6, 8)  # Numbers of decks on which every variant is valued, in addition to its own.

SEEDS = ("standard", "commission-free", "niu-niu", "ez-baccarat", "classic")
"""Variants with pages about bets settled together, and whose own pages are kept in every language."""

TAIL_VARIANTS = ("standard", "commission-free", "niu-niu", "ez-baccarat")
"""Variants of the common rules with pages about tails; a bet of several variants is shown with the first."""

ROUNDED = (
    ("standard", ("banker/commission-5", "banker/commission-4", "player-natural")),
    ("commission-free", ("banker",)),
    ("niu-niu", ("player", "banker")),
)
"""Variants, each with bets that do not pay whole numbers; the page shows the effect of paying in chips."""

ROUNDED_DECKS = 8
JOINT_DECKS = 8
STUDY_SHOES = (Shoe.decks(6), Shoe.decks(8), None)  # Shoes for studies of tableaux; None is the infinite one.

LIMIT_CONFIDENCE, LIMIT_CELLS = Fraction(99, 100), 40_000
"""The confidence of limits for a measured RTP, and up to how many likely gains the limits are exact."""


@dataclass(frozen=True, slots=True)
class Published:
    """One page: its place, and what it shows.

    `path` is its place in the folder of its language, without an ending. `section` is its section of the
    index, and `row` its row there, for a variant. The folder under version control has it in the languages
    of `kept`, a whole folder in all `languages`. CSV and JSON contain the `figures`, if any, instead of the
    page. If there is a `document`, that is the only file, in HTML, and only the heading of the page is used.
    """

    path: str
    section: Message
    page: Callable[[], Page]
    languages: tuple[str, ...] = ENGLISH
    kept: tuple[str, ...] = ENGLISH
    decks: tuple[Decks, ...] = ()
    row: Text | None = None
    figures: Callable[[], Page] | None = None
    document: Callable[[], str] | None = None


def variants() -> Iterator[Published]:
    """Every variant on fresh shoes: a page for all numbers of decks, and one for each."""
    section = message("Variants: every bet and every line, by number of decks")
    for variant in map(load.variant, load.variant_ids()):
        sizes = sorted({*DECKS, variant.decks})
        on = fresh(variant.rules, [(bet, None) for bet in variant.bets], sizes)
        reports = []
        for size in sizes:
            question, values = Question.fresh(variant, decks=size), tuple(filter(None, on[size]))
            reports.append(Report(question, question.shoe, values[0].total, values))
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


def side_bets() -> Iterator[Published]:
    """Every bet of the library at every price, under its own rules, except those offered inside a coup."""
    prices = bets_by_id()
    bets = [bet for same_bet in prices for bet in same_bet if not bet.inside_coup]
    valued: dict[Bet, dict[int, Valuation]] = {}
    for rules, dealt in by_rules(bets):
        on = fresh(rules, [(bet, None) for bet in dealt], SIDE_BET_DECKS)
        for size in SIDE_BET_DECKS:
            for value in on[size]:
                assert value is not None  # no condition is given, so every bet has a value
                valued.setdefault(value.bet, {})[size] = value

    on_decks = {size: [valued[bet][size] for bet in bets] for size in SIDE_BET_DECKS}
    excluded = tuple((bet, INSIDE) for bet, *_ in prices if bet.inside_coup)
    pages = {"bets": partial(edges_page, on_decks, excluded), "lines": partial(lines_page, on_decks)}
    for name, page in pages.items():
        yield Published(f"side-bets/{name}", message("Side bets"), page, LANGUAGES, decks=SIDE_BET_DECKS)


def removals() -> Iterator[Published]:
    """Effects of removal on every bet of the library at its first price, except those inside a coup."""
    every = [prices[0] for prices in bets_by_id()]
    bets = [bet for bet in every if not bet.inside_coup]
    excluded = tuple((bet, INSIDE) for bet in every if bet.inside_coup)
    section = message("Effects of removal")
    for decks in SIDE_BET_DECKS:
        shoe = Shoe.decks(decks)
        effects: dict[Bet, Removal] = {}
        for rules, dealt in by_rules(bets):
            effects |= zip(dealt, removal(Question.of(rules, dealt, shoe), "ranks").removals, strict=True)
        page = partial(removal_table_page, [effects[bet] for bet in bets], shoe, excluded)
        yield Published(f"removal/{decks}-decks", section, page, LANGUAGES, decks=(decks,))


def inside_coups() -> Iterator[Published]:
    """Every bet offered inside a coup, by the exposed totals, and the value of knowing a card."""
    section = message("Inside a coup")
    game = load.variant("standard")
    main = [bet for bet in game.bets if bet.id in MAIN]
    insurance = [bet for prices in load.library().values() for bet in prices if bet.inside_coup]
    for size in SIDE_BET_DECKS:
        totals = inside(Question.fresh(game, [*main, *insurance], size))
        page = partial(inside_page, totals, offered(totals, offers()), full=True, prices=False)
        yield Published(f"inside-coup/insurance-{size}-decks", section, page, LANGUAGES, decks=(size,))
    page = partial(peek_page, peek(Question.fresh(game, main)))
    yield Published("inside-coup/known-card", section, page, LANGUAGES, decks=(game.decks,))


def count_comparison() -> Iterator[Published]:
    """Every published count scored on the bet and shoe that it was made for, and the best tags."""
    section = message("Card counting")
    yield Published("counts/comparison", section, lambda: counts_comparison_page(scored_counts()), LANGUAGES)


def tails() -> Iterator[Published]:
    """What the bets of the variants with tails are worth over every composition of a few unseen cards."""
    offered_by: dict[Bet, Variant] = {}
    for variant in map(load.variant, TAIL_VARIANTS):
        for bet in variant.bets:
            offered_by.setdefault(bet, variant)
    rules = load.rules(load.USUAL_RULES)

    def page(decks: int) -> Page:
        question = Question.of(rules, tuple(offered_by), Shoe.decks(decks))
        return tails_page(offered_by, [exact_tails(question, cards) for cards in range(6, 9)])

    for decks in SIDE_BET_DECKS:
        yield Published(f"tails/{decks}-decks", message("Tails"), partial(page, decks), decks=(decks,))


def printed_figures() -> Iterator[Published]:
    """The audit of every printed figure in the library's claims."""
    section, title = message("Audit"), message("Audit of printed figures")
    yield Published("audit/printed-figures", section, lambda: audit_page(audit(claims.every()), title))


def predictions() -> Iterator[Published]:
    """Why roads do not predict, shown on the standard game."""
    game = load.variant("standard")

    def page() -> Page:
        question = Question.fresh(game, (bet for bet in game.bets if bet.id in MAIN))
        # Enough shoes to show it, and few enough to be dealt quickly.
        return prediction_page(prediction(question, unseen=(6, 10), shoes=200, seed=1))

    yield Published("roads/prediction", message("Roads"), page, LANGUAGES, decks=(game.decks,))


def roundings() -> Iterator[Published]:
    """How paying in chips changes the house edge, by size of stake."""
    rounded: list[Offered] = []
    for name, references in ROUNDED:
        game = load.variant(name)
        bets = [load.offered(game, reference) for reference in references]
        report = odds(Question.fresh(game, bets, ROUNDED_DECKS))
        rounded += [(report, value) for value in report.valuations]
    page = partial(rounding_page, rounded)
    yield Published("payouts/rounding", message("Payouts"), page, LANGUAGES, decks=(ROUNDED_DECKS,))


def tableaux() -> Iterator[Published]:
    """The drawing table of every set of rules, and the rules in words."""
    section = message("Tableaux")
    for rules in map(load.rules, load.rules_ids()):
        yield Published(f"tableau/{rules.id}", section, partial(drawing_page, rules), LANGUAGES)


def closed_forms() -> Iterator[Published]:
    """What bets are worth on d decks, as rational functions of d."""
    section = message("Closed forms")
    yield Published("closed-forms/bets", section, closed_form.variants_page, LANGUAGES)
    yield Published("closed-forms/rules", section, closed_form.rules_page, LANGUAGES)


def joints() -> Iterator[Published]:
    """How the bets of each seed variant are settled together, and how their gains depend on each other."""
    section = message("Bets together")
    for variant in map(load.variant, SEEDS):
        settled = joint(Question.fresh(variant, decks=JOINT_DECKS))
        portfolio = Portfolio(settled, (Fraction(1),) * len(settled.bets))
        page = partial(joint_page, portfolio, staked=False, full=True)
        path = f"joint/{variant.id}-{JOINT_DECKS}-decks"
        yield Published(path, section, page, LANGUAGES, decks=(JOINT_DECKS,))


def rtp_limits() -> Iterator[Published]:
    """How far a measured RTP may be from the exact one, for each bet of the variants with tails."""

    def page() -> Page:
        limits: dict[Bet, Monitor] = {}
        by_variant: dict[Variant, list[Monitor]] = {}
        for game in map(load.variant, TAIL_VARIANTS):
            new_bets = [bet for bet in game.bets if bet not in limits]
            for single in singly(odds(Question.fresh(game, new_bets))):
                limit = monitor(single, confidences=(LIMIT_CONFIDENCE,), most=LIMIT_CELLS)
                limits[single.joint.bets[0]] = limit
            by_variant[game] = [limits[bet] for bet in new_bets]
        return limits_page(by_variant, LIMIT_CONFIDENCE)

    yield Published("monitor/rtp-limits", message("Monitoring"), page, LANGUAGES)


def tableau_studies() -> Iterator[Published]:
    """Studies of the common rules' tableau, and the cells where a set of rules differs from best play."""
    section = message("Tableaux examined")
    player, banker, tie = map(load.bet, ("player", "banker/commission-5", "tie/8"))
    free, taxed = ((player, commissioned(banker, rate), tie) for rate in (Fraction(0), Fraction(1, 20)))
    common = load.rules(load.USUAL_RULES)
    study = cache(tableau_study)

    def one_study(shoe: Shoe | None) -> Page:
        studied = study(common, shoe, free)
        return study_page(studied, full=True, composition=True, errors=True, digits=True)

    for shoe in STUDY_SHOES:
        size: Decks = "infinite" if shoe is None else shoe.full_decks
        path = f"tableau/study-{size}{'' if shoe is None else '-decks'}"
        yield Published(path, section, partial(one_study, shoe), LANGUAGES, decks=(size,))

    def all_studies() -> Page:
        every = [common, *(rules for rules in map(load.rules, load.rules_ids()) if rules != common)]
        by_rules = [study(rules, shoe, free) for rules in every for shoe in STUDY_SHOES]
        shoes = (*map(Shoe.decks, range(1, 9)), None)
        by_shoe = [study(common, shoe, bets) for shoe in shoes for bets in (free, taxed)]
        return wrong_cells_page(by_rules, by_shoe)

    yield Published("tableau/study-rules", section, all_studies, LANGUAGES, decks=SHOES)


def chemin_de_fer() -> Iterator[Published]:
    """The game from which the tableau comes: its value by number of decks, and best play on a few shoes."""
    section = message("Chemin de fer")
    rules = load.rules(load.USUAL_RULES)

    @lru_cache
    def on(decks: Decks) -> tuple[Equilibrium, ...]:
        return equilibria(None if decks == "infinite" else Shoe.decks(decks), rules)

    def by_decks() -> Page:
        return decks_page([equilibrium for decks in SHOES for equilibrium in on(decks)])

    def best_play(decks: Decks) -> Page:
        return chemin_de_fer_page(on(decks))

    yield Published("chemin-de-fer/by-decks", section, by_decks, LANGUAGES, decks=SHOES)
    for decks in SIDE_BET_DECKS:
        page = partial(best_play, decks)
        yield Published(f"chemin-de-fer/{decks}-decks", section, page, LANGUAGES, decks=(decks,))


def live_pages() -> Iterator[Published]:
    """A page for each seed variant that values its bets on any shoe in a browser."""
    section = message("Live pages, which value bets on any shoe in a browser")
    for variant in map(load.variant, SEEDS):
        title, document = partial(Page, (), title=variant.title), partial(live_page, Question.fresh(variant))
        yield Published(f"live/{variant.id}", section, title, document=document)


Pages = tuple[Callable[[], Iterable[Published]], ...]

PAGES: Pages = (
    variants,
    live_pages,
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
"""Everything that is published, in the order of the index."""
