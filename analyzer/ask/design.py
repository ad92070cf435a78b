"""Paytables designed to a target: takes names and texts, and returns every paytable within the limits.

Resolves names through the catalog and passes values to the analysis, which does the search.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, permutations
from typing import Unpack

from analyzer.analysis.design.counter import Gains
from analyzer.analysis.design.search import DIRECTIONS, MOST_CANDIDATES, RANKINGS, Designs, Wanted
from analyzer.analysis.design.space import OPEN, Band, DesignLimits, Payer, Range, Space
from analyzer.analysis.odds import odds
from analyzer.analysis.question import Question
from analyzer.ask.numbers import Ends, band, not_negative, pay_range
from analyzer.ask.parameters import Cards, DesignedBet, by_text, listed
from analyzer.ask.question import drafted, known_of, repriced, shoe_of
from analyzer.bets.bet import Bet
from analyzer.bets.draft import Draft
from analyzer.bets.pricing import Ratio
from analyzer.errors import AnalyzerError, CatalogError, did_you_mean, parameter
from analyzer.exact import quoted
from analyzer.game.cards import parse_cards
from analyzer.game.dealt import NOTHING
from analyzer.given import a_function, is_one_of, plain, unknown
from analyzer.rates import ANY, NOT_NEGATIVE, PROBABILITY, rate
from analyzer.text import Text, Value, message

RARER = "rarer-pays-more"
"""The value of `monotone` that requires the rarer of any two paying lines to pay at least as much."""


def design(
    bet: str | Bet | Draft,
    shoe: Cards = None,
    *,
    pays: Mapping[str, Ratio],
    edge: Ends | None = None,
    hit_rate: Ends | None = None,
    sd: Ends | None = None,
    exposure: Ratio | None = None,
    monotone: str | Sequence[str] | None = None,
    max_yield: Ratio | None = None,
    unseen: int | None = None,
    rank: str | None = None,
    target: Ratio | None = None,
    pareto: str | None = None,
    on_progress: Callable[[int, int], None] = lambda done, every: None,
    **shared: Unpack[DesignedBet],
) -> Designs:
    """Every paytable of a bet on a grid of pays that meets all limits, exactly; nothing is sampled.

    Bands are texts such as "5%..8%", "5%.." or "..8%", both ends included; one number allows only itself.

    Args:
        bet: a reference, or a bet; lines that pay the same name change together.
        shoe: a shoe, its text or a number of decks; the variant's decks if None.
        pays: by line or name, "LO..HI" or "LO..HI:STEP", or one pay; other lines keep the bet's own pays.
        edge: the band of the house edge per unit staked.
        seen: cards that have left the shoe.
        bet_files: files whose bets can be named too.
        variant: where to look for a bet that is in no file; its decks and rules are the defaults.
        rules: how coups are dealt; by default the bet's own rules, else the variant's.
        commission: the commission on the Banker bet, if no pays are tried for it.
        dealt: cards of this coup that are known; a bet that is only offered inside a coup needs these or
            `given`.
        given: a condition known to be true of the finished coup; all figures are conditional on it.
        hit_rate: the band of the probability of a gain.
        sd: the band of the standard deviation of one unit staked, in units.
        exposure: the most that one unit staked may lose, in units.
        monotone: lines in an order in which pays must not rise, or "rarer-pays-more".
        max_yield: the most that a perfect counter may gain per coup, in units, by staking one unit whenever
            the EV is above zero with `unseen` cards left.
        unseen: how many cards are left, none of them seen.
        rank: "edge", "hit-rate", "sd", "target" or "yield", smallest first; "-edge" and so on, largest first.
        target: the edge from which rank "target" measures the distance.
        pareto: what counts as better, such as "low-edge,low-sd"; only paytables that no other beats are kept.
        on_progress: called from time to time with the number of candidates tried so far, and of all.

    Raises:
        AnalyzerError: any of these is malformed or unknown, or the grid is too large.

    >>> designs = design("lucky-6", edge="16%..17%", pays={"two-card": "12", "three-card": "18..22"})
    >>> designs.found, [str(pay) for pay in next(iter(designs)).pays.values()]
    (1, ['12', '20'])
    """
    variant, draft, rules = drafted(bet, shared)
    if (commission := shared.get("commission")) is not None:
        draft = replace(draft, bet=repriced([draft.bet], {}, commission)[0])
    commissioned = draft.bet.winning if commission is not None else ()
    draft, ranges = _opened(draft, by_text(message("pays"), pays))
    if any(line in draft.names for line in commissioned):
        raise CatalogError("expected either a commission or pays for the Banker bet, got both")
    seen, (dealt, given) = parse_cards(shared.get("seen", "")), known_of(shared)
    left = shoe_of(variant, shoe).without(seen)
    if unseen is not None and (dealt, given) != (NOTHING, None):
        raise AnalyzerError(
            "a counter's yield is that of bets before the coup; leave out {dealt} and {given}",
            dealt=parameter("dealt"),
            given=parameter("given"),
        )
    asked = Question(variant, rules, (draft.bet,), left, seen, dealt, given)
    report = odds(asked.naming(asked.bets))
    ways = report.valuations[0].ways
    space = Space(draft, ranges, ways, report.total_ways)
    if space.candidates >= MOST_CANDIDATES:
        number: Value = space.candidates if space.candidates < 10**30 else message("far more")
        raise AnalyzerError(
            "expected fewer than {most} candidate paytables, got {n}; give fewer pays",
            most=MOST_CANDIDATES,
            n=number,
        )
    deviation = message("a standard deviation")
    limits = DesignLimits(
        OPEN if edge is None else band(message("a house edge"), edge, ANY),
        OPEN if hit_rate is None else band(message("a hit rate"), hit_rate, PROBABILITY),
        OPEN if sd is None else _not_negative(deviation, band(deviation, sd)),
        None if exposure is None else not_negative(message("an exposure"), exposure),
        _ordered_pairs(draft, ways, monotone),
    )
    wanted = _wanted(rank, target, pareto)
    by_yield = rank in ("yield", "-yield")
    if unseen is None and (max_yield is not None or by_yield):
        raise AnalyzerError(
            "{option} is required for a counter's yield: the number of unseen cards",
            option=parameter("unseen"),
        )
    gains = None if unseen is None else Gains(space, rules, left, plain(unseen))
    most = None if max_yield is None else rate(message("a counter's yield"), max_yield, NOT_NEGATIVE)
    return Designs(space, limits, wanted, report, gains, most, a_function("on_progress", on_progress))


def _opened(draft: Draft, pays: Mapping[str, Ratio]) -> tuple[Draft, dict[str, Range]]:
    """The draft with every line in `pays` open, and the range of pays of each open name."""
    if not pays:
        name = next(iter(draft.symbols or draft.bet.winning), "win")
        raise CatalogError(
            "expected the pays of one line or more, such as {pays}; {command} shows how the edge depends on "
            "the pays",
            pays=parameter("pays", {name: "1..20"}),
            command=f"baccarat solve {draft.bet.id}",
        )
    bet, names = draft.bet, dict(draft.names)
    called = repr(bet.reference)
    lines = {line.id: line for line in bet.lines}
    for key in pays:
        if key in draft.symbols:
            continue
        if key not in lines:
            raise _unknown_line(key, bet, [*lines, *draft.symbols])
        if key in draft.names:
            raise CatalogError(
                "line {line} of bet {bet} pays {name}; give the pays of {name} instead",
                line=repr(key),
                bet=called,
                name=repr(draft.names[key]),
            )
        if lines[key].multiplier:
            raise CatalogError(
                "line {line} of bet {bet} has a multiplier, so its pay cannot be changed",
                line=repr(key),
                bet=called,
            )
        names[key] = key
    opened = Draft(bet, names)
    if missing := [name for name in opened.symbols if name not in pays]:
        raise CatalogError(
            "expected the pays of {name}, which bet {bet} pays, such as {pays}",
            name=repr(missing[0]),
            bet=called,
            pays=parameter("pays", {missing[0]: "1..20"}),
        )
    return opened, {name: pay_range(name, pays[name]) for name in opened.symbols}


def _unknown_line(name: str, bet: Bet, known: Iterable[str]) -> CatalogError:
    hint = did_you_mean(name[:64], known)
    return CatalogError(
        "unknown line {line} in bet {bet}{hint}", line=quoted(name), bet=repr(bet.reference), hint=hint
    )


def _not_negative(what: Text, ends: Band) -> Band:
    for end in ends:
        if end is not None:
            not_negative(what, end)
    return ends


def _ordered_pairs(
    draft: Draft, ways: Mapping[str, int], monotone: str | Sequence[str] | None
) -> tuple[tuple[Payer, Payer], ...]:
    """Pairs of payers; the first of a pair must pay at least as much as the second."""
    if monotone is None:
        return ()
    if isinstance(monotone, str) and monotone == RARER:
        lines = [line.id for line in draft.bet.lines if line.id in draft.names or line.net > 0]
        pairs = [(one, other) for one, other in permutations(lines, 2) if ways[one] < ways[other]]
    else:
        several = monotone.split(",") if isinstance(monotone, str) else listed(message("lines"), monotone)
        lines = [str(line).strip() for line in several]
        if len(lines) < 2 or len(set(lines)) < len(lines):
            raise AnalyzerError(
                "expected two or more different lines in an order in which pays do not rise, or {rarer}, got "
                "{lines}",
                rarer=RARER,
                lines=quoted(",".join(lines)),
            )
        pairs = list(pairwise(lines))
    payers = [(_payer(draft, more), _payer(draft, less)) for more, less in pairs]
    return tuple(dict.fromkeys((more, less) for more, less in payers if more != less))


def _payer(draft: Draft, name: str) -> Payer:
    """What a line or a name pays: an open name, or a fixed pay."""
    lines = {line.id: line.net for line in draft.bet.lines}
    if name in draft.symbols:
        return name
    if name not in lines:
        raise _unknown_line(name, draft.bet, lines)
    return draft.names.get(name, lines[name])


def _wanted(rank: str | None, target: Ratio | None, pareto: str | None) -> Wanted:
    if rank is not None and not is_one_of(rank, RANKINGS):
        raise unknown(message("ranking"), rank, RANKINGS)
    if (rank == "target") != (target is not None):
        raise AnalyzerError(
            "{target} and {rank} are required together, got one without the other",
            target=parameter("target"),
            rank=parameter("rank", "target"),
        )
    aim = None if target is None else rate(message("a target edge"), target)
    if pareto is None:
        return Wanted(rank, aim)
    edge, _, volatility = (part.strip() for part in str(pareto).partition(","))
    if edge not in DIRECTIONS[:2] or volatility not in DIRECTIONS[2:]:
        raise AnalyzerError(
            "expected pareto with an edge and a volatility such as low-edge,low-sd or high-edge,low-sd, got "
            "{pareto}",
            pareto=quoted(pareto),
        )
    return Wanted(rank, aim, (edge, volatility))
