"""Stakes settled through a record, as people ask for it: files, names and texts in, a ledger out.

Resolves names through the catalog and hands values to `play`; settles nothing itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from os import PathLike, fspath
from pathlib import Path

from analyzer.analysis.odds import odds
from analyzer.analysis.question import Excluded, Question
from analyzer.ask.game_settings import Offer, Offers
from analyzer.ask.placed_stakes import Staked, Table
from analyzer.ask.question import Ratio, by_text
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import exact_of
from analyzer.catalog.limits import limits as limits_named
from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.record import Stake
from analyzer.play.settlement.ledger import ledger
from analyzer.play.settlement.limits import Limits
from analyzer.play.settlement.settlement import Ledger, Rounded, Rounding, Settlement, chips_of
from analyzer.records import Records, shoes_of

EVERYBODY = "*"
"""The name under which a balance is that of every bettor who has none of their own."""


def settle(
    record: Records,
    *,
    variant: str | PathLike[str] | Variant | None = None,
    bet_files: Iterable[str | Path] = (),
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
    stakes: str | PathLike[str] | None = None,
    stake: Mapping[str, Ratio] | None = None,
    balance: Ratio | Mapping[str, Ratio] | None = None,
    limits: str | PathLike[str] | Limits | None = None,
    chip: Ratio | None = None,
    rounding: Rounding | None = None,
) -> Settlement:
    """Stakes on the coups of a record, each settled by the cards, with what was paid and kept.

    Cards settle a coup as the rules deal them, whatever else the record says. Where they do not finish it, a
    stake is settled by what was read and how the record says it ended, if these decide it, and else stays
    open. Coups that were cancelled return their stakes.

    Args:
        record: records, one or several: paths of files in any form, or shoes that were read.
        variant: what offers the bets; what the record says, else `standard`, where None.
        bet_files: TOML files whose bets can be staked on besides.
        rules: other rules than the variant's.
        pay: prices changed, as for `odds`.
        commission: sets the Banker's winning price to one minus this rate.
        stakes: a CSV or JSON file of stakes, which replace the record's own.
        stake: what is staked on every coup besides, by bet, `{"banker": 10}`, or by `bettor@bet`.
        balance: what each bettor brings, or by name, `*` for all others; nothing is short where None.
        limits: limits of the table: an id, a file or a value; none where None.
        chip: the smallest chip, 1 where None.
        rounding: how gains are paid that it does not divide: `down`, `up`, or exactly where `none` or None.

    Raises:
        AnalyzerError: any of the above is malformed or unknown, or nothing is staked.

    >>> from analyzer.records import read_text
    >>> shoe = read_text("P:Ah,3c,5d B:Js,2d,Ac  anna@player=10 ben@banker=10")
    >>> found = settle(shoe, variant="niu-niu")
    >>> [(entry.bettor, str(entry.net), str(entry.commission)) for entry in found.entries]
    [('anna', '171/2', '9/2'), ('ben', '-90', '0')]
    """
    offers = Offers(variant, rules, bet_files, pay, commission)
    chips, table = chips_of(chip, rounding), Table([(shoe, offers.of(shoe)) for shoe in shoes_of(record)])
    staked = list(table.staked(stakes, _flat(stake or {})))
    _someone_stakes(staked, balance)
    bets = {
        offer: offers.priced(offer, [one for each in staked if each.offer is offer for one in each.stakes])
        for offer in dict.fromkeys(table.offers)
    }
    opening, usual = _balances(balance)
    book = ledger(
        (each.round(bets[each.offer]) for each in staked),
        opening=opening,
        usual=usual,
        limits=_limits(limits, bets),
        chips=chips,
    )
    rounded, left_out = _rounded(book, bets) if chips.rounding != "none" else ((), ())
    return Settlement(
        book,
        tuple(dict.fromkeys((offer.game, offer.rules) for offer in table.offers)),
        rounded,
        left_out,
        tuple(table.missed),
    )


def _someone_stakes(staked: Sequence[Staked], balance: Ratio | Mapping[str, Ratio] | None) -> None:
    """Refuse a record without coups or without stakes, and the balance of a bettor who has none.

    Raises:
        AnalyzerError: there is one of these.
    """
    if not staked:
        raise AnalyzerError("expected a record with one coup or more to settle, got none")
    bettors = {stake.bettor for each in staked for stake in each.stakes}
    if not bettors:
        raise AnalyzerError(
            "expected stakes in the record, in a file (--stakes) or on every coup (--stake), got none"
        )
    named = {bettor for bettor in bettors if bettor}
    for bettor in balance if isinstance(balance, Mapping) else ():
        if bettor not in (*bettors, EVERYBODY):
            hint = did_you_mean(bettor[:40], named) if named else "; no stake says whose it is"
            raise AnalyzerError(f"expected the balance of a bettor who stakes, got {quoted(bettor)}{hint}")


def _flat(stake: Mapping[str, Ratio]) -> tuple[Stake, ...]:
    """What is staked on every coup."""
    found = []
    for key, amount in by_text("stakes", stake).items():
        bettor, _, bet = key.rpartition("@")
        if (value := exact_of(amount)) <= 0:
            raise AnalyzerError(f"expected a stake above 0 on bet {quoted(bet)}, got '{value}'")
        found.append(Stake(bet, value, bettor))
    return tuple(found)


def _balances(balance: Ratio | Mapping[str, Ratio] | None) -> tuple[dict[str, Fraction], Fraction | None]:
    """The balances of bettors by name, and that of every other one."""
    if balance is None:
        return {}, None
    by_bettor = balance if isinstance(balance, Mapping) else {EVERYBODY: balance}
    opening = {bettor: _not_negative(amount) for bettor, amount in by_bettor.items()}
    return opening, opening.pop(EVERYBODY, None)


def _not_negative(amount: Ratio) -> Fraction:
    value = exact_of(amount)
    if value < 0:
        raise AnalyzerError(f"expected a balance of 0 or more, got '{value}'")
    return value


def _limits(
    limits: str | PathLike[str] | Limits | None, bets: Mapping[Offer, Mapping[str, Bet]]
) -> Limits | None:
    if limits is None or isinstance(limits, Limits):
        return limits
    staked = {bet for priced in bets.values() for bet in priced.values()}
    known = {name: name for bet in staked for name in (bet.id, bet.reference)}
    for offer in bets:
        known |= offer.names
    return limits_named(fspath(limits), known)


def _rounded(book: Ledger, bets: Mapping[Offer, Mapping[str, Bet]]) -> tuple[tuple[Rounded, ...], Excluded]:
    """What rounding does to each bet at each size staked, on a fresh shoe; and the bets of no worth there."""
    sizes: dict[Bet, dict[Fraction, None]] = {}
    for entry in book.entries:
        if entry.status != "refused":
            sizes.setdefault(entry.bet, {})[entry.stake] = None
    fresh: dict[tuple[Rules, Shoe], dict[Bet, None]] = {}
    for offer, priced in bets.items():
        staked = dict.fromkeys(bet for bet in priced.values() if bet in sizes)
        fresh.setdefault((offer.rules, offer.fresh), {}).update(staked)
    found: list[Rounded] = []
    left_out: Excluded = ()
    for (rules, shoe), staked in fresh.items():
        report = odds(Question.of(rules, tuple(staked), shoe))
        left_out += report.excluded
        for value in report.values():
            found += [Rounded(value, stake, book.chips, shoe) for stake in sorted(sizes[value.bet])]
    return tuple(found), left_out
