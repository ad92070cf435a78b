"""Stakes on the coups of a record, settled."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from os import PathLike, fspath
from typing import Unpack

from analyzer.analysis.odds import odds
from analyzer.analysis.question import Excluded, Question
from analyzer.ask.bet_files import bets_of_files, by_name
from analyzer.ask.game_settings import per_shoe
from analyzer.ask.numbers import not_negative
from analyzer.ask.parameters import StakeTerms, by_text, check_parameters
from analyzer.ask.placed_stakes import StakedCoup, StakedGame, StakedRecord
from analyzer.ask.question import bet_of, repriced, rules_of, shoe_of, variant_of
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import Ratio, exact_of
from analyzer.catalog.limits import limits as limits_named
from analyzer.errors import AnalyzerError, CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.record import Stake
from analyzer.play.settlement.ledger import Ledger, Rounded, Settlement, ledger
from analyzer.play.settlement.limits import TableLimits
from analyzer.play.settlement.settlement import Rounding, chips_of
from analyzer.records import Records, shoes_of

EVERYBODY = "*"
"""The name for the balance of every bettor without one of their own."""


def settle(
    record: Records,
    *,
    variant: str | PathLike[str] | Variant | None = None,
    stakes: str | PathLike[str] | None = None,
    stake: Mapping[str, Ratio] | None = None,
    balance: Ratio | Mapping[str, Ratio] | None = None,
    limits: str | PathLike[str] | TableLimits | None = None,
    chip: Ratio | None = None,
    rounding: Rounding | None = None,
    **shared: Unpack[StakeTerms],
) -> Settlement:
    """Stakes on the coups of a record, each settled by the cards, with what was paid and kept.

    A coup is settled by its cards, dealt by the rules, whatever else the record says. Where the cards do not
    finish it, a stake is settled by the cards read and the recorded result if these decide it, and stays open
    otherwise. Stakes on cancelled coups are returned.

    Args:
        record: one record or several: paths of files in any form, or shoes already read.
        variant: the variant that offers the bets; by default as the record says, else `standard`.
        stakes: a CSV or JSON file of stakes, which replace the record's own.
        stake: additional stakes on every coup, by bet, `{"banker": 10}`, or by `bettor@bet`.
        balance: what each bettor brings: one amount, or by name, `*` for all others; unlimited where None.
        limits: limits of the table: an id, a file or a value; no limits where None.
        chip: the smallest chip, 1 where None.
        rounding: how to round gains that are not a multiple of it: `down`, `up`, or not if `none` or None.
        **shared: as for `odds`; the bets of `bet_files` can be staked on too.

    Raises:
        AnalyzerError: any of the above is malformed or unknown, or nothing is staked.

    >>> from analyzer.records import read_text
    >>> shoe = read_text("P:Ah,3c,5d B:Js,2d,Ac  anna@player=10 ben@banker=10")
    >>> found = settle(shoe, variant="niu-niu")
    >>> [(entry.bettor, str(entry.net), str(entry.commission)) for entry in found.entries]
    [('anna', '171/2', '9/2'), ('ben', '-90', '0')]
    """
    check_parameters(shared, StakeTerms)
    own_rules, chips = shared.get("rules"), chips_of(chip, rounding)
    file_bets, pays = bets_of_files(shared)
    local = by_name(file_bets)

    def resolved(id: str | None, rules: str | None, decks: str | None, remaining: str | None) -> StakedGame:
        chosen = variant_of(variant if variant is not None else id or "standard")
        dealt_under = rules_of(chosen, own_rules if own_rules is not None else rules)
        offered = (*chosen.bets, *file_bets)
        return StakedGame(Question(chosen, dealt_under, offered, shoe_of(chosen, remaining or decks)))

    game_of = per_shoe(resolved, "variant", "rules", "decks", "remaining")
    recorded = StakedRecord([(shoe, game_of(shoe)) for shoe in shoes_of(record)])
    coups = list(recorded.coups(stakes, _flat(stake or {})))
    _check_bettors(coups, balance)
    prices = pays, shared.get("commission")
    bets = {game: _priced(game, coups, local, *prices) for game in dict.fromkeys(recorded.games)}
    opening, usual = _balances(balance)
    book = ledger(
        (coup.round(bets[coup.game]) for coup in coups),
        opening=opening,
        usual=usual,
        limits=_limits(limits, bets),
        chips=chips,
    )
    rounded, excluded = _rounded(book, bets) if chips.rounding != "none" else ((), ())
    questions: dict[tuple[Variant, Rules], Question] = {}
    for game in recorded.games:
        questions.setdefault((game.question.variant, game.question.rules), game.question)
    return Settlement(book, tuple(questions.values()), rounded, excluded, tuple(recorded.missed))


def _priced(
    game: StakedGame,
    coups: Iterable[StakedCoup],
    local: Mapping[str, tuple[Bet, ...]],
    pays: Mapping[str, Ratio],
    commission: Ratio | None,
) -> dict[str, Bet]:
    """The bets staked on in a game, at the prices asked for, by the references that the stakes use."""
    bets: dict[str, Bet] = {}
    for stake in (stake for coup in coups if coup.game is game for stake in coup.stakes):
        if stake.bet not in bets:
            try:
                bets[stake.bet] = bet_of(game.question.variant, stake.bet, local)
            except CatalogError as error:
                raise CatalogError(f"{stake.where}: {error}" if stake.where else str(error)) from None
    offered = list(dict.fromkeys((*game.question.bets, *bets.values())))
    prices = dict(zip(offered, repriced(offered, pays, commission), strict=True))
    return {reference: prices[bet] for reference, bet in bets.items()}


def _check_bettors(coups: Sequence[StakedCoup], balance: Ratio | Mapping[str, Ratio] | None) -> None:
    """Refuse a record without coups or without stakes, and the balance of a bettor without stakes."""
    if not coups:
        raise AnalyzerError("expected a record with one coup or more to settle, got none")
    bettors = {stake.bettor for coup in coups for stake in coup.stakes}
    if not bettors:
        raise AnalyzerError(
            "expected stakes in the record, in a file (--stakes) or on every coup (--stake), got none"
        )
    names = {bettor for bettor in bettors if bettor}
    for bettor in balance if isinstance(balance, Mapping) else ():
        if bettor not in (*bettors, EVERYBODY):
            hint = did_you_mean(bettor[:40], names) if names else "; no stake says whose it is"
            raise AnalyzerError(f"expected the balance of a bettor who stakes, got {quoted(bettor)}{hint}")


def _flat(stake: Mapping[str, Ratio]) -> tuple[Stake, ...]:
    stakes = []
    for key, amount in by_text("stakes", stake).items():
        bettor, _, bet = key.rpartition("@")
        if (value := exact_of(amount)) <= 0:
            raise AnalyzerError(f"expected a stake above 0 on bet {quoted(bet)}, got '{value}'")
        stakes.append(Stake(bet, value, bettor))
    return tuple(stakes)


def _balances(balance: Ratio | Mapping[str, Ratio] | None) -> tuple[dict[str, Fraction], Fraction | None]:
    """The balances of bettors by name, and that of every other bettor, None where unlimited."""
    if balance is None:
        return {}, None
    by_bettor = balance if isinstance(balance, Mapping) else {EVERYBODY: balance}
    opening = {bettor: not_negative("a balance", amount) for bettor, amount in by_bettor.items()}
    return opening, opening.pop(EVERYBODY, None)


def _limits(
    limits: str | PathLike[str] | TableLimits | None, bets: Mapping[StakedGame, Mapping[str, Bet]]
) -> TableLimits | None:
    if limits is None or isinstance(limits, TableLimits):
        return limits
    staked = {bet for priced in bets.values() for bet in priced.values()}
    known = {name: name for bet in staked for name in (bet.id, bet.reference)}
    for game in bets:
        offered = game.question.bets
        known |= {alias: bet.id for bet in offered for alias in bet.aliases}
        known |= {name: name for bet in offered for name in (bet.id, bet.reference)}
    return limits_named(fspath(limits), known)


def _rounded(
    book: Ledger, bets: Mapping[StakedGame, Mapping[str, Bet]]
) -> tuple[tuple[Rounded, ...], Excluded]:
    """The effect of rounding on each bet at each size staked, on a fresh shoe; and bets not valued there."""
    sizes: defaultdict[Bet, set[Fraction]] = defaultdict(set)
    for entry in book.entries:
        if entry.status != "refused":
            sizes[entry.bet].add(entry.stake)
    staked: defaultdict[tuple[Rules, Shoe], dict[Bet, None]] = defaultdict(dict)
    for game, priced in bets.items():
        question = game.question
        staked[question.rules, question.shoe] |= dict.fromkeys(bet for bet in priced.values() if bet in sizes)
    rounded: list[Rounded] = []
    excluded: Excluded = ()
    for (rules, shoe), bets_on_shoe in staked.items():
        report = odds(Question.of(rules, tuple(bets_on_shoe), shoe))
        excluded += report.excluded
        for value in report.values():
            rounded += [Rounded(value, stake, book.chips, shoe) for stake in sorted(sizes[value.bet])]
    return tuple(rounded), excluded
