"""Stakes on the coups of a record, settled."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, starmap
from os import PathLike
from typing import Unpack

from analyzer.analysis.odds import odds
from analyzer.analysis.question import Excluded, Question
from analyzer.ask.bet_files import bets_of_files, by_name
from analyzer.ask.dealt_again import Game, dealt_again, per_shoe, procedure_named
from analyzer.ask.numbers import not_negative
from analyzer.ask.parameters import StakeTerms, by_text, check_parameters, listed
from analyzer.ask.question import rules_of, shoe_of, variant_of
from analyzer.ask.staked_record import StakedCoup, bets_of, coups_of_ledger, own_coups, with_entries
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import Ratio, exact_of
from analyzer.catalog.limits import limits as limits_named
from analyzer.catalog.reference import text_of
from analyzer.errors import AnalyzerError, did_you_mean, parameter
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.record import Stake, place_text
from analyzer.play.replay.judge import Judge
from analyzer.play.replay.replayed import ReplayedShoe
from analyzer.play.settlement.ledger import ledger
from analyzer.play.settlement.limits import TableLimits
from analyzer.play.settlement.result import Ledger, LeftOut, Missed, Rounded, Settlement
from analyzer.play.settlement.settlement import Rounding, chips_of
from analyzer.records import Records, shoes_of
from analyzer.records.stake_fields import refuse_money
from analyzer.records.stakes import read_stakes
from analyzer.records.values import money
from analyzer.text import Text, joined, message, plural

EVERYBODY = "*"
"""The key that gives a balance to every bettor who is not named."""


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
    ignore: Iterable[str] = (),
    **shared: Unpack[StakeTerms],
) -> Settlement:
    """Stakes on the coups of a record, each settled by the cards, with what was paid and kept.

    A coup is judged as by `replay`, and settled by its cards, dealt by the rules; `deviations` lists where
    the record differs. If a card could not be read, or the record has none, a stake is settled by the cards
    that were read and the recorded result, if these decide it. A stake on a coup that lacks a card,
    contradicts itself or has no result stays open, and one on a cancelled coup is returned. An interrupted
    coup is settled by its final result, and stays open until the record has one. Stakes on unknown bets are
    left out.

    Args:
        record: one record or several: paths of files in any form, or shoes already read.
        variant: the variant that offers the bets; by default the record's, else `standard`.
        stakes: a CSV or JSON file of stakes, which replace the record's own.
        stake: additional stakes on every coup, by bet, `{"banker": 10}`, or by `bettor@bet`.
        balance: what each bettor brings: one amount, or by name, `*` for all others; unlimited if None.
        limits: limits of the table: an id, a file or a value; no limits if None.
        chip: the smallest chip, 1 if None.
        rounding: how to round gains that are not a multiple of it: `down`, `up`, or not if `none` or None.
        ignore: names of columns and keys to ignore although they may concern money.
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

    def resolved(
        id: str | None, rules: str | None, decks: str | None, remaining: str | None, procedure: str | None
    ) -> Game:
        chosen = variant_of(variant if variant is not None else id or "standard")
        dealt_under = rules_of(chosen, own_rules if own_rules is not None else rules)
        offered = (*chosen.bets, *file_bets)
        asked = Question(chosen, dealt_under, offered, shoe_of(chosen, remaining or decks))
        return Game(asked, offered, Judge(dealt_under), procedure_named(procedure))

    flat, ignored = _flat(stake), listed(message("names to ignore"), ignore)
    shoes = list(shoes_of(record))
    unread, replaced = dict.fromkeys(name for shoe in shoes for name in shoe.unknown_names), 0
    refuse_money(unread, ignored)
    dealt = [*dealt_again(shoes, per_shoe(resolved, "variant", "rules", "decks", "remaining", "procedure"))]
    staked: Iterable[StakedCoup] = chain.from_iterable(starmap(own_coups, dealt))
    if stakes is not None:
        entries, of_ledger = read_stakes(stakes, ignored)
        staked, unread = coups_of_ledger(dealt, entries), unread | dict.fromkeys(of_ledger)
        replaced = sum(len(coup.stakes) for shoe in shoes for coup in shoe.coups)
    coups = [coup.with_stakes(flat) for coup in staked]
    missed = tuple(_missed(dealt))
    _check_bettors(coups, missed, balance)
    bets = bets_of(coups, by_name(file_bets), pays, shared.get("commission"), asked=flat)
    known = {
        game: {name: bet for name, bet in named.items() if isinstance(bet, Bet)}
        for game, named in bets.items()
    }
    opening, usual = _balances(balance)
    rounds = [coup.round(bets[coup.game]) for coup in coups]
    in_limits = _limits(limits, known)
    book = ledger(rounds, opening=opening, usual=usual, limits=in_limits, chips=chips)
    rounded, excluded = _rounded(book, known) if chips.rounding != "none" else ((), ())
    settled = [*with_entries(coups, rounds, book.entries)]
    found = [
        deviation
        for coup, entries in settled
        for deviation in (*coup.of_coup(), *coup.of_stakes(bets[coup.game], entries))
    ]
    left_out = tuple(
        LeftOut(coup.shoe, coup.judged.recorded.number, stake)
        for coup in coups
        for stake in coup.stakes
        if stake.bet not in known[coup.game]
    )
    by_record = sum(
        coup.judged.coup is None and any(entry.line is not None for entry in entries)
        for coup, entries in settled
    )
    return Settlement(
        book,
        tuple({(game.question.variant, game.question.rules): game.question for game, _ in dealt}.values()),
        rounded,
        excluded,
        missed,
        tuple(sorted(found, key=lambda each: each.kind != "bet")),
        left_out,
        by_record,
        tuple(unread),
        replaced,
    )


def _missed(dealt: Iterable[tuple[Game, ReplayedShoe]]) -> Iterator[Missed]:
    """What could not be read, and where a plain stream of cards could not be divided into coups."""
    for _, again in dealt:
        shoe = again.recorded
        for unread in shoe.unread:
            coup = None if unread.coup is None else shoe.coups[unread.coup].number
            yield Missed(shoe.id, unread.where, unread.why, coup)
        yield from (Missed(shoe.id, "", fault.what) for fault in again.faults if fault.kind == "unreadable")


def _check_bettors(
    coups: Sequence[StakedCoup], missed: Sequence[Missed], balance: Ratio | Mapping[str, Ratio] | None
) -> None:
    """Raise AnalyzerError if there are no coups or no stakes, or for a balance of a bettor without stakes."""
    if not coups:
        raise AnalyzerError("a record with one coup or more is required")
    bettors = {stake.bettor for coup in coups for stake in coup.stakes}
    if not bettors and missed:
        first, *others = missed
        fault = joined(": ", [place_text(first.where), first.why]) if first.where else first.why
        if others:
            fault = plural("{fault} (and {n} more)", "{fault} (and {n} more)", len(others), fault=fault)
        raise AnalyzerError("no stake could be read: {fault}", fault=fault)
    if not bettors:
        raise AnalyzerError(
            "stakes are required: in the record, in a file ({stakes}) or on every coup ({stake})",
            stakes=parameter("stakes"),
            stake=parameter("stake"),
        )
    names = {bettor for bettor in bettors if bettor}
    for bettor in balance if isinstance(balance, Mapping) else ():
        if bettor not in (*bettors, EVERYBODY):
            hint = did_you_mean(bettor[:40], names) if names else message("; no stake names its bettor")
            raise AnalyzerError(
                "expected the balance of a bettor who stakes, got {bettor}{hint}",
                bettor=quoted(bettor),
                hint=hint,
            )


def _flat(stake: Mapping[str, Ratio] | None) -> tuple[Stake, ...]:
    stakes = []
    for key, amount in by_text(message("stakes"), stake).items():
        bettor, _, bet = key.rpartition("@")
        if (value := _exact(amount, message("a stake"))) <= 0:
            raise AnalyzerError(
                "expected a stake above 0 on bet {bet}, got {stake}", bet=quoted(bet), stake=repr(str(value))
            )
        stakes.append(Stake(bet, value, bettor))
    return tuple(stakes)


def _exact(amount: Ratio, what: Text) -> Fraction:
    """An amount of money. Raises AnalyzerError for a text whose point may separate decimals or thousands."""
    return money(amount, what) if isinstance(amount, str) else exact_of(amount)


def _balances(balance: Ratio | Mapping[str, Ratio] | None) -> tuple[dict[str, Fraction], Fraction | None]:
    """The balances of bettors by name, and that of every other bettor, None if unlimited."""
    if balance is None:
        return {}, None
    by_bettor = balance if isinstance(balance, Mapping) else {EVERYBODY: balance}
    what = message("a balance")
    opening = {bettor: not_negative(what, _exact(amount, what)) for bettor, amount in by_bettor.items()}
    return opening, opening.pop(EVERYBODY, None)


def _limits(
    limits: str | PathLike[str] | TableLimits | None, bets: Mapping[Game, Mapping[str, Bet]]
) -> TableLimits | None:
    if limits is None or isinstance(limits, TableLimits):
        return limits
    staked = {bet for priced in bets.values() for bet in priced.values()}
    known = {name: name for bet in staked for name in (bet.id, bet.reference)}
    for game in bets:
        offered = game.question.bets
        known |= {alias: bet.id for bet in offered for alias in bet.aliases}
        known |= {name: name for bet in offered for name in (bet.id, bet.reference)}
    return limits_named(text_of(message("limits"), limits), known)


def _rounded(book: Ledger, bets: Mapping[Game, Mapping[str, Bet]]) -> tuple[tuple[Rounded, ...], Excluded]:
    """The effect of rounding on each bet at each stake, on a fresh shoe; and the bets not valued there."""
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
