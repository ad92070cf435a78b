"""Stakes settled through a record, as people ask for it: files, names and texts in, a ledger out.

Resolves names through the catalog and hands values to `play`; settles nothing itself.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike, fspath
from pathlib import Path

from analyzer.analysis.odds import LeftOut, odds
from analyzer.asked import Ratio
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import exact_of
from analyzer.catalog.limits import limits as limits_named
from analyzer.census.worked import settling
from analyzer.errors import AnalyzerError, CardError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.coup import Coup
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.message import Message, say
from analyzer.pit.offers import Offer, Offers
from analyzer.pit.records import read
from analyzer.pit.stakes import by_coup, read_stakes
from analyzer.pit.told import line_read, line_told
from analyzer.play.record import RecordedCoup, RecordedShoe, Stake
from analyzer.play.replay.fault import Wrong
from analyzer.play.replay.judge import has_cards
from analyzer.play.replay.stream import coups_of
from analyzer.play.settlement.accounts import Ledger
from analyzer.play.settlement.book import Placed, Round, ledger
from analyzer.play.settlement.finished import finished
from analyzer.play.settlement.limits import Limits
from analyzer.play.settlement.rounding import Rounded
from analyzer.play.settlement.settlement import Rounding, chips_of
from analyzer.play.settlement.statement import Missed, Settlement

EVERYBODY = "*"
"""The name under which a balance is that of every bettor who has none of their own."""


def settle(
    record: str | PathLike[str] | RecordedShoe | Iterable[RecordedShoe],
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
        record: a file of recorded shoes, or shoes.
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

    >>> from analyzer.pit.records import read_text
    >>> shoe = read_text("P:Ah,3c,5d B:Js,2d,Ac  anna@player=10 ben@banker=10")
    >>> found = settle(shoe, variant="niu-niu")
    >>> [(entry.bettor, str(entry.net), str(entry.commission)) for entry in found.entries]
    [('anna', '171/2', '9/2'), ('ben', '-90', '0')]
    """
    if isinstance(record, RecordedShoe):
        record = (record,)
    shoes = list(read(record) if isinstance(record, str | PathLike) else record)
    offers = Offers(variant, rules, bet_files, pay, commission)
    chips, table = chips_of(chip, rounding), _Table([(shoe, offers.of(shoe)) for shoe in shoes])
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


@dataclass(frozen=True, slots=True)
class _Staked:
    """A coup of a shoe, what is offered on it, and its stakes; `known` is whether the record has the coup."""

    offer: Offer
    shoe: str
    coup: RecordedCoup
    stakes: tuple[Stake, ...]
    known: bool = True

    def round(self, bets: Mapping[str, Bet]) -> Round:
        """The coup with its stakes, each with the line that settles it, or why none does."""
        coup, ended = self.coup, finished(self.offer.rules, self.coup)
        placed = tuple(
            Placed(stake, bet, self._line(bet, ended))
            for stake, bet in ((stake, bets[stake.bet]) for stake in self.stakes)
        )
        return Round(self.shoe, coup.number, placed, coup.status, has_cards(coup))

    def _line(self, bet: Bet, ended: Coup | Message | None) -> str | Message:
        rules, coup = self.offer.rules, self.coup
        if not self.known:
            return say("the record has no such coup that could be read")
        if ended is None:
            return line_told(rules, bet, coup)
        if isinstance(ended, Message):
            return line_read(rules, bet, coup, ended)
        try:
            return settling(bet, ended)
        except CardError:
            return say("it asks for a suit that the record does not say")


class _Table:
    """The shoes of a record, each with what it offers; `missed` is what of it could not be read."""

    def __init__(self, shoes: Sequence[tuple[RecordedShoe, Offer]]) -> None:
        self._shoes = shoes
        self.offers = [offer for _, offer in shoes]
        self.missed = [
            Missed(shoe.id, unread.where, unread.why) for shoe, _ in shoes for unread in shoe.unread
        ]

    def staked(self, stakes: str | PathLike[str] | None, flat: tuple[Stake, ...]) -> Iterator[_Staked]:
        """Every coup with its stakes, those of a file, or else its own, before those on every coup.

        At the end come coups that only the file of stakes knows.
        """
        ids = [shoe.id for shoe, _ in self._shoes]
        own = None if stakes is None else by_coup(read_stakes(stakes), ids[0] if len(ids) == 1 else None)
        for shoe, offer in self._shoes:
            for coup in self._coups(shoe, offer.rules):
                of_coup = coup.stakes if own is None else own.pop((shoe.id, coup.number), ())
                yield _Staked(offer, shoe.id, coup, tuple(_above_zero(coup, of_coup)) + flat)
        for (shoe_id, number), of_coup in (own or {}).items():
            if shoe_id not in ids:
                raise AnalyzerError(
                    f"{of_coup[0].where} of the stakes: expected a shoe of the record, got {quoted(shoe_id)}"
                    + did_you_mean(shoe_id[:40], ids)
                )
            offer = self.offers[ids.index(shoe_id)]
            yield _Staked(offer, shoe_id, RecordedCoup(number), of_coup, known=False)

    def _coups(self, shoe: RecordedShoe, rules: Rules) -> Iterator[RecordedCoup]:
        """The coups of a shoe; where it has cards only, as far as the rules can cut them into coups."""
        if shoe.coups:
            yield from shoe.coups
            return
        faults: list[Wrong] = []
        yield from coups_of(rules, shoe.stream, faults)
        self.missed += [Missed(shoe.id, "", why) for _, why in faults]


def _above_zero(coup: RecordedCoup, stakes: Iterable[Stake]) -> Iterator[Stake]:
    """The stakes of a coup but those of 0, which are none.

    Raises:
        AnalyzerError: a stake is below zero.
    """
    for stake in stakes:
        if stake.amount < 0:
            where = stake.where or f"coup {coup.number}"
            raise AnalyzerError(
                f"{where}: expected a stake of 0 or more on bet {quoted(stake.bet)}, got '{stake.amount}'"
            )
        if stake.amount:
            yield stake


def _someone_stakes(staked: Iterable[_Staked], balance: Ratio | Mapping[str, Ratio] | None) -> None:
    """Refuse a record without stakes, and the balance of a bettor who has none.

    Raises:
        AnalyzerError: there is one of these.
    """
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
    for key, amount in stake.items():
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


def _rounded(book: Ledger, bets: Mapping[Offer, Mapping[str, Bet]]) -> tuple[tuple[Rounded, ...], LeftOut]:
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
    left_out: LeftOut = ()
    for (rules, shoe), staked in fresh.items():
        report = odds(rules, tuple(staked), shoe)
        left_out += report.left_out
        for value in report.values():
            found += [Rounded(value, stake, book.chips, shoe) for stake in sorted(sizes[value.bet])]
    return tuple(found), left_out
