"""What is published of the designer's bench: closed forms, joint outcomes, RTP limits, tableaux examined."""

from collections.abc import Callable, Iterator, Sequence
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
from analyzer.analysis.tableau_study import TableauStudy, tableau_study
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import commissioned
from analyzer.catalog import load
from analyzer.game.rules import Rules
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
"""The number of decks of that."""

STUDY_SHOES = (Shoe.decks(6), Shoe.decks(8), None)
"""Shoes on which every tableau is examined; None is the infinite one."""

LIMIT_CONFIDENCE, LIMIT_CELLS = Fraction(99, 100), 40_000
"""The confidence of limits published for a measured RTP, and the most likely gains told apart for them."""

MainBets = tuple[Bet, Bet, Bet]
"""Player, Banker and Tie."""

Studied = tuple[Rules, Shoe | None, MainBets]

Study = Callable[[Rules, Shoe | None, MainBets], TableauStudy]


def closed_forms() -> Iterator[Published]:
    """What bets are worth on d decks as rational functions of d."""
    section = message("Closed forms")
    yield Published("closed-forms/bets", section, closed_form_tables.variants_page, LANGUAGES)
    yield Published("closed-forms/rules", section, closed_form_tables.rules_page, LANGUAGES)


def joints() -> Iterator[Published]:
    """How the bets of each seed variant are settled together, and what they have in common."""
    section = message("Bets together")
    for variant in map(load.variant, SEEDS):
        found = joint(Question.fresh(variant, decks=JOINT_DECKS))
        each = Portfolio(found, (Fraction(1),) * len(found.bets))
        path = f"joint/{variant.id}-{JOINT_DECKS}-decks"
        yield Published(
            path,
            section,
            partial(joint_page, each, staked=False, full=True),
            LANGUAGES,
            decks=(JOINT_DECKS,),
        )


def rtp_limits() -> Iterator[Published]:
    """How far the RTP measured on the seed variants' bets may stray from the exact one."""

    def found() -> dict[Variant, list[Monitor]]:
        limits: dict[Bet, Monitor] = {}
        by_variant = {}
        for game in map(load.variant, TAIL_VARIANTS):
            fresh_bets = [bet for bet in game.bets if bet not in limits]
            for alone in singly(odds(Question.fresh(game, fresh_bets))):
                most = monitor(alone, confidences=(LIMIT_CONFIDENCE,), most=LIMIT_CELLS)
                limits[alone.joint.bets[0]] = most
            by_variant[game] = [limits[bet] for bet in fresh_bets]
        return by_variant

    section = message("Monitoring")
    yield Published("monitor/rtp-limits", section, lambda: limits_page(found(), LIMIT_CONFIDENCE), LANGUAGES)


def tableau_studies() -> Iterator[Published]:
    """The tableau of the common rules examined, and where any set of rules is not the best play."""
    section = message("Tableaux examined")
    free, taxed = (_main_bets(commission) for commission in (Fraction(0), Fraction(1, 20)))
    common = load.rules(load.USUAL_RULES)
    study = cache(tableau_study)
    for shoe in STUDY_SHOES:
        path = f"tableau/study-{'infinite' if shoe is None else f'{shoe.full_decks}-decks'}"
        yield Published(
            path, section, partial(_study_in, study, common, shoe, free), LANGUAGES, decks=_decks_of(shoe)
        )
    every = [common, *(rules for rules in map(load.rules, load.rules_ids()) if rules != common)]
    by_rules = [(rules, shoe, free) for rules in every for shoe in STUDY_SHOES]
    by_shoe = [
        (common, shoe, bets) for shoe in (*map(Shoe.decks, range(1, 9)), None) for bets in (free, taxed)
    ]
    yield Published(
        "tableau/study-rules", section, partial(_studies_in, study, by_rules, by_shoe), LANGUAGES, decks=SHOES
    )


def _decks_of(shoe: Shoe | None) -> tuple[Decks, ...]:
    return ("infinite",) if shoe is None else (shoe.full_decks,)


def _study_in(study: Study, rules: Rules, shoe: Shoe | None, bets: MainBets) -> Page:
    return study_page(study(rules, shoe, bets), full=True, composition=True, errors=True)


def _studies_in(study: Study, by_rules: Sequence[Studied], by_shoe: Sequence[Studied]) -> Page:
    one, other = ([study(*asked) for asked in several] for several in (by_rules, by_shoe))
    return wrong_cells_page(one, other)


def _main_bets(commission: Fraction) -> MainBets:
    """Player, Banker at a commission and Tie, at their usual prices."""
    banker = commissioned(load.bet("banker/commission-5"), commission)
    return load.bet("player"), banker, load.bet("tie/8")


def chemin_de_fer() -> Iterator[Published]:
    """The game from which the tableau comes: its worth by number of decks, and best play on a few shoes."""
    section = message("Chemin de fer")
    rules = load.rules(load.USUAL_RULES)

    @lru_cache
    def on(decks: Decks) -> tuple[Equilibrium, ...]:
        return equilibria(None if decks == "infinite" else Shoe.decks(decks), rules)

    def by_decks() -> Page:
        return decks_page([one for decks in SHOES for one in on(decks)])

    yield Published("chemin-de-fer/by-decks", section, by_decks, LANGUAGES, decks=SHOES)
    for decks in SIDE_BET_DECKS:
        page = partial(_best_play_in, on, decks)
        yield Published(f"chemin-de-fer/{decks}-decks", section, page, LANGUAGES, decks=(decks,))


def _best_play_in(on: Callable[[Decks], Sequence[Equilibrium]], decks: Decks) -> Page:
    return chemin_de_fer_page(on(decks))
