"""What is published: every page of the folder `tables/`, by the place where it stands.

To publish more, write a function here that yields a `Published` for each page, and name it in `SHELF`, in one
line. Index, formats, manifest and check follow. Knows no format, and nothing of how files are written.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, partial

from analyzer.analysis.chemin_de_fer.equilibrium import Equilibrium, equilibria
from analyzer.analysis.fresh import SHOES, Decks, fresh
from analyzer.analysis.inside import Inside, Offered, inside, offered
from analyzer.analysis.money.bankroll import singly
from analyzer.analysis.money.joint import joint
from analyzer.analysis.money.monitor import Monitor, monitor
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.odds import LeftOut, Report, odds
from analyzer.analysis.peek import Peek, peek
from analyzer.analysis.removal import Removal, removal
from analyzer.analysis.tableau_study import TableauStudy, tableau_study
from analyzer.analysis.tail import tails as exact_tails
from analyzer.analysis.valuation import Valuation
from analyzer.audit.verdict import audit
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import commissioned
from analyzer.catalog import claims, load
from analyzer.catalog.offers import offers
from analyzer.catalog.where import RULES, rules_of
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.languages import LANGUAGES
from analyzer.message import Message, say
from analyzer.publish.page import Page
from analyzer.publish.reports import closed_form_tables
from analyzer.publish.reports.chemin_de_fer import chemin_de_fer_page, decks_page
from analyzer.publish.reports.counts_comparison import counts_comparison_page, scored_counts
from analyzer.publish.reports.drawing import drawing_page
from analyzer.publish.reports.inside import inside_page
from analyzer.publish.reports.joint import joint_page
from analyzer.publish.reports.monitor import limits_page
from analyzer.publish.reports.peek import peek_page
from analyzer.publish.reports.removal_table import removal_table_page
from analyzer.publish.reports.side_bets import OnDecks, edges_page, lines_page
from analyzer.publish.reports.tableau_rules import wrong_cells_page
from analyzer.publish.reports.tableau_study import study_page
from analyzer.publish.reports.tail import tails_page
from analyzer.publish.reports.variant_page import variant_page
from analyzer.publish.reports.verdicts import audit_page

DECKS = (1, 2, 4, 6, 8)
"""Numbers of decks for which every variant has a page."""

SIDE_BET_DECKS = (6, 8)
"""Numbers of decks on which the library's bets are valued."""

SEEDS = ("standard", "commission-free", "niu-niu", "ez-baccarat", "classic")
"""Variants whose bets are settled together."""

JOINT_DECKS = 8
"""The number of decks of that."""

INSIDE = say("is offered inside a coup, for what lies open then")
"""Why a bet has no worth on a fresh shoe."""

TAIL_VARIANTS = ("standard", "commission-free", "niu-niu", "ez-baccarat")
"""Variants of the common rules whose bets have tails; what several offer stands with the first."""

STUDY_SHOES = (Shoe.decks(6), Shoe.decks(8), None)
"""Shoes on which every tableau is examined; None is the infinite one."""

UNSEEN = range(6, 9)
"""Numbers of unseen cards of tails."""

LIMIT_CONFIDENCE, LIMIT_CELLS = Fraction(99, 100), 40_000
"""The confidence of limits published for a measured RTP, and the most likely gains told apart for them."""

ENGLISH = ("en",)

MainBets = tuple[Bet, Bet, Bet]
"""Player, Banker and Tie."""

Studied = tuple[Rules, Shoe | None, MainBets]
Study = Callable[[Rules, Shoe | None, MainBets], TableauStudy]


@dataclass(frozen=True, slots=True)
class Published:
    """One page: its place, and what it shows in a language.

    `path` is the place in the folder, without an ending; in other languages than English, in a folder of the
    language. `section` is what the index lists it under.
    """

    path: str
    section: Message
    page: Callable[[str], Page]
    languages: tuple[str, ...] = ENGLISH


def variants() -> Iterator[Published]:
    """Every variant on fresh shoes; at its own number of decks in every language."""
    section = say("Variants: every bet and every line, by number of decks")
    for variant in map(load.variant, load.variant_ids()):
        sizes = sorted({*DECKS, variant.decks})
        on = fresh(variant.rules, [(bet, None) for bet in variant.bets], sizes)
        for size in sizes:
            report = _report(variant.rules, size, on[size])
            spoken = LANGUAGES if size == variant.decks else ENGLISH
            path = f"{variant.id}/{size}-deck{'' if size == 1 else 's'}"
            yield Published(path, section, partial(_variant_in, report, variant), spoken)


def _report(rules: Rules, decks: int, values: Iterable[Valuation | None]) -> Report:
    valuations = tuple(value for value in values if value is not None)
    return Report(rules, Shoe.decks(decks), valuations[0].total, valuations)


def _variant_in(report: Report, variant: Variant, language: str) -> Page:
    return variant_page(report.named(language), variant.named(language))


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
    section = say("Side bets: the library by family")
    yield Published("side-bets/bets", section, lambda lang: edges_page(named(lang), left_out), LANGUAGES)
    yield Published("side-bets/lines", section, lambda lang: lines_page(named(lang)), LANGUAGES)


def removals() -> Iterator[Published]:
    """Effects of removal on every bet of the library at its first price, but those offered inside a coup."""
    every = sorted((bets[0] for bets in load.library().values()), key=lambda bet: (bet.family or "", bet.id))
    bets = [bet for bet in every if not bet.inside_coup]
    left_out = tuple((bet, INSIDE) for bet in every if bet.inside_coup)
    section = say("Effects of removal: the library by rank")
    for decks in SIDE_BET_DECKS:
        shoe = Shoe.decks(decks)
        found: dict[Bet, Removal] = {}
        for rules in dict.fromkeys(map(rules_of, bets)):
            dealt = [bet for bet in bets if rules_of(bet) == rules]
            valued = removal(load.rules(rules), dealt, shoe, "ranks").removals
            found |= zip(dealt, valued, strict=True)
        page = partial(_removals_in, [found[bet] for bet in bets], shoe, left_out)
        yield Published(f"removal/{decks}-decks", section, page, LANGUAGES)


def _removals_in(found: Sequence[Removal], shoe: Shoe, left_out: LeftOut, language: str) -> Page:
    spoken = [replace(effects, bet=effects.bet.named(language)) for effects in found]
    return removal_table_page(spoken, shoe, left_out)


def inside_coups() -> Iterator[Published]:
    """Every bet offered inside a coup by the totals that lie open; and what a card known is worth."""
    section = say("Inside a coup: insurance, and a card known")
    game = load.variant("standard")
    main = [bet for bet in game.bets if bet.id in ("player", "banker", "tie")]
    insurance = [bet for prices in load.library().values() for bet in prices if bet.inside_coup]
    for size in SIDE_BET_DECKS:
        found = inside(game.rules, [*main, *insurance], Shoe.decks(size))
        page = partial(_inside_in, found, offered(found, offers()), game)
        yield Published(f"inside-coup/insurance-{size}-decks", section, page, LANGUAGES)
    known = peek(game.rules, main, Shoe.decks(game.decks))
    yield Published("inside-coup/known-card", section, partial(_known_in, known, game), LANGUAGES)


def _inside_in(found: Inside, sold: Iterable[Offered], variant: Variant, language: str) -> Page:
    named = [replace(one, bet=one.bet.named(language)) for one in sold]
    return inside_page(found.named(language), variant.named(language), named, full=True, prices=False)


def _known_in(found: Peek, variant: Variant, language: str) -> Page:
    return peek_page(found.named(language), variant.named(language))


def joints() -> Iterator[Published]:
    """How the bets of each seed variant are settled together, and what they have in common."""
    section = say("Bets together: joint outcomes, covariance and correlation")
    for variant in map(load.variant, SEEDS):
        found = joint(variant.rules, variant.bets, Shoe.decks(JOINT_DECKS))
        each = Portfolio(found, (Fraction(1),) * len(found.bets))
        path = f"joint/{variant.id}-{JOINT_DECKS}-decks"
        yield Published(path, section, partial(_joint_in, each, variant), LANGUAGES)


def _joint_in(found: Portfolio, variant: Variant, language: str) -> Page:
    return joint_page(found.named(language), variant.named(language), staked=False, full=True)


def count_comparison() -> Iterator[Published]:
    """Every published count scored on the bet and shoe that it was made for, beside the best tags."""
    section = say("Card counting: published counts and the best tags")
    found = lru_cache(maxsize=1)(scored_counts)

    def page(language: str) -> Page:
        return counts_comparison_page([one.named(language) for one in found()])

    yield Published("counts/comparison", section, page, LANGUAGES)


def printed_figures() -> Iterator[Published]:
    """The audit of every figure that a source has printed."""
    title = say("Audit of printed figures")

    def page(language: str) -> Page:
        return audit_page(audit(claims.every()), title)

    yield Published("audit/printed-figures", say("Audit: printed figures against exact ones"), page)


def tableaux() -> Iterator[Published]:
    """The drawing table of every set of rules, and the rules in words."""
    section = say("Tableaux: how the cards are drawn")
    for rules in map(load.rules, load.rules_ids()):
        yield Published(f"tableau/{rules.id}", section, partial(_drawing_in, rules), LANGUAGES)


def _drawing_in(rules: Rules, language: str) -> Page:
    return drawing_page(rules.named(language))


def tableau_studies() -> Iterator[Published]:
    """The tableau of the common rules examined, and where any set of rules is not the best play."""
    section = say("Tableaux examined: drawing against standing")
    free, taxed = (_main_bets(commission) for commission in (Fraction(0), Fraction(1, 20)))
    common = load.rules(RULES)
    study = cache(tableau_study)
    for shoe in STUDY_SHOES:
        path = f"tableau/study-{'infinite' if shoe is None else f'{shoe.full_decks}-decks'}"
        yield Published(path, section, partial(_study_in, study, common, shoe, free), LANGUAGES)
    every = [common, *(rules for rules in map(load.rules, load.rules_ids()) if rules != common)]
    by_rules = [(rules, shoe, free) for rules in every for shoe in STUDY_SHOES]
    by_shoe = [
        (common, shoe, bets) for shoe in (*map(Shoe.decks, range(1, 9)), None) for bets in (free, taxed)
    ]
    yield Published("tableau/study-rules", section, partial(_studies_in, study, by_rules, by_shoe), LANGUAGES)


def _study_in(study: Study, rules: Rules, shoe: Shoe | None, bets: MainBets, language: str) -> Page:
    return study_page(study(rules, shoe, bets).named(language), full=True, composition=True, errors=True)


def _studies_in(study: Study, by_rules: Sequence[Studied], by_shoe: Sequence[Studied], language: str) -> Page:
    one, other = ([study(*asked).named(language) for asked in several] for several in (by_rules, by_shoe))
    return wrong_cells_page(one, other)


def _main_bets(commission: Fraction) -> MainBets:
    """Player, Banker at a commission and Tie, at their usual prices."""
    banker = commissioned(load.bet("banker/commission-5"), commission)
    return load.bet("player"), banker, load.bet("tie/8")


def tails() -> Iterator[Published]:
    """What the seed variants' bets are worth over every composition of a few unseen cards."""
    offered: dict[Bet, Variant] = {}
    for variant in map(load.variant, TAIL_VARIANTS):
        for bet in variant.bets:
            offered.setdefault(bet, variant)
    rules = load.rules(RULES)
    section = say("Tails: how often a bet is worth a stake when few cards are left")

    def page(decks: int, language: str) -> Page:
        shoe = Shoe.decks(decks)
        return tails_page(offered, [exact_tails(rules, tuple(offered), shoe, cards) for cards in UNSEEN])

    for decks in SIDE_BET_DECKS:
        yield Published(f"tails/{decks}-decks", section, partial(page, decks))


def rtp_limits() -> Iterator[Published]:
    """How far the RTP measured on the seed variants' bets may stray from the exact one."""

    @cache
    def found() -> dict[Variant, list[Monitor]]:
        limits: dict[Bet, Monitor] = {}
        by_variant = {}
        for game in map(load.variant, TAIL_VARIANTS):
            fresh_bets = [bet for bet in game.bets if bet not in limits]
            for alone in singly(odds(game.rules, fresh_bets, Shoe.decks(game.decks))):
                most = monitor(alone, confidences=(LIMIT_CONFIDENCE,), most=LIMIT_CELLS)
                limits[alone.joint.bets[0]] = most
            by_variant[game] = [limits[bet] for bet in fresh_bets]
        return by_variant

    def page(language: str) -> Page:
        return limits_page(found(), LIMIT_CONFIDENCE, language)

    section = say("Monitoring: limits of a measured RTP")
    yield Published("monitor/rtp-limits", section, page, LANGUAGES)


def chemin_de_fer() -> Iterator[Published]:
    """The game from which the tableau comes: its worth by number of decks, and best play on a few shoes."""
    section = say("Chemin de fer: the game from which the tableau comes")
    rules = load.rules(RULES)

    @lru_cache
    def on(decks: Decks) -> tuple[Equilibrium, ...]:
        return equilibria(None if decks == "infinite" else Shoe.decks(decks), rules)

    def by_decks(language: str) -> Page:
        return decks_page([one for decks in SHOES for one in on(decks)])

    yield Published("chemin-de-fer/by-decks", section, by_decks, LANGUAGES)
    for decks in SIDE_BET_DECKS:
        page = partial(_best_play_in, on, decks)
        yield Published(f"chemin-de-fer/{decks}-decks", section, page, LANGUAGES)


def _best_play_in(on: Callable[[Decks], Sequence[Equilibrium]], decks: Decks, language: str) -> Page:
    return chemin_de_fer_page(on(decks))


def closed_forms() -> Iterator[Published]:
    """What bets are worth on d decks as rational functions of d."""
    section = say("Closed forms: formulas in the number of decks")
    yield Published("closed-forms/bets", section, closed_form_tables.variants_page, LANGUAGES)
    yield Published("closed-forms/rules", section, closed_form_tables.rules_page, LANGUAGES)


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
    tableaux,
    chemin_de_fer,
)
"""All that is published, in the order of the index."""
