"""Published pages about design: closed forms, joint outcomes, RTP limits, tableau studies, chemin de fer."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache, partial

from analyzer.analysis.chemin_de_fer.equilibrium import Equilibrium, equilibria
from analyzer.analysis.fresh import SHOES, Decks
from analyzer.analysis.money.bankroll import singly
from analyzer.analysis.money.joint import joint
from analyzer.analysis.money.monitor import Monitor, monitor
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.odds import odds
from analyzer.analysis.question import Question
from analyzer.analysis.tableau_study import tableau_study
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import commissioned
from analyzer.catalog import load
from analyzer.game.shoe import Shoe
from analyzer.publish.published import SEEDS, SIDE_BET_DECKS, TAIL_VARIANTS, Published
from analyzer.render.page import Page
from analyzer.report.chemin_de_fer import chemin_de_fer_page, decks_page
from analyzer.report.closed_form import tables as closed_form_tables
from analyzer.report.money.joint import joint_page
from analyzer.report.money.monitor import limits_page
from analyzer.report.tableau_study.page import study_page, wrong_cells_page
from analyzer.text import LANGUAGES, message

JOINT_DECKS = 8

STUDY_SHOES = (Shoe.decks(6), Shoe.decks(8), None)
"""Shoes on which every tableau is examined; None is the infinite one."""

LIMIT_CONFIDENCE, LIMIT_CELLS = Fraction(99, 100), 40_000
"""The confidence of limits for a measured RTP, and the number of likely gains up to which they are exact."""


def closed_forms() -> Iterator[Published]:
    """What bets are worth on d decks, as rational functions of d."""
    section = message("Closed forms")
    yield Published("closed-forms/bets", section, closed_form_tables.variants_page, LANGUAGES)
    yield Published("closed-forms/rules", section, closed_form_tables.rules_page, LANGUAGES)


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
    """How far a measured RTP of each bet of the variants with tails may stray from the exact one."""

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
    """The game from which the tableau comes: its worth by number of decks, and best play on a few shoes."""
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
