"""Stakes settled through a record, as people ask for it: files, names and texts in, a ledger out.

Resolves names through the catalog and hands values to `play`; settles nothing itself.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from os import PathLike, fspath
from pathlib import Path

from analyzer.analysis.odds import LeftOut, odds
from analyzer.asked import Ratio, bets_in, by_name, listed, named, repriced, rules_of, variant_of
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import exact_of
from analyzer.catalog.limits import limits as limits_named
from analyzer.census.worked import settling
from analyzer.errors import AnalyzerError, CardError, CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.coup import Coup
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.message import Message, say
from analyzer.pit.records import read
from analyzer.pit.stakes import by_coup, read_stakes
from analyzer.pit.told import line_told
from analyzer.play.record import RecordedCoup, RecordedShoe, Stake
from analyzer.play.replay.stream import coups_of
from analyzer.play.settlement.accounts import Ledger, Placed, Round, ledger
from analyzer.play.settlement.finished import finished
from analyzer.play.settlement.limits import Limits
from analyzer.play.settlement.rounding import Rounded
from analyzer.play.settlement.settlement import Chips, Rounding
from analyzer.play.settlement.statement import Settlement

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
    chip: Ratio = 1,
    rounding: Rounding = "none",
) -> Settlement:
    """Stakes on the coups of a record, each settled by the cards, with what was paid and kept.

    Cards settle a coup as the rules deal them, whatever else the record says; where they do not finish it, a
    stake stays open. Coups that were cancelled return their stakes.

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
        chip: the smallest chip.
        rounding: how gains are paid that it does not divide: `none` exactly, `down`, `up`.

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
    chips = Chips(exact_of(chip), rounding)
    files, pays = bets_in(listed("bet files", bet_files), pay or {})

    @cache
    def offer(game: str | None, dealt_under: str | None) -> _Offer:
        chosen = variant_of(variant if variant is not None else game or "standard")
        return _Offer(chosen, rules_of(chosen, rules if rules is not None else dealt_under), tuple(files))

    offers = [offer(shoe.said.get("variant"), shoe.said.get("rules")) for shoe in shoes]
    staked = list(_staked(shoes, offers, stakes, _flat(stake or {})))
    if not any(on_coup for _, _, _, on_coup in staked):
        raise AnalyzerError(
            "expected stakes in the record, in a file (--stakes) or on every coup (--stake), got none"
        )
    bets = {
        one: one.priced(
            [stake for made, _, _, on_coup in staked if made is one for stake in on_coup], pays, commission
        )
        for one in dict.fromkeys(offers)
    }
    opening, usual = _balances(balance)
    book = ledger(
        (
            Round(shoe, coup.number, tuple(_placed(made, bets[made], coup, on_coup)), coup.status)
            for made, shoe, coup, on_coup in staked
        ),
        opening=opening,
        usual=usual,
        limits=_limits(limits, {ref for each in bets.values() for ref in each}),
        chips=chips,
    )
    rounded, left_out = _rounded(book, bets) if rounding != "none" else ((), ())
    return Settlement(
        book,
        tuple(dict.fromkeys((made.game, made.rules) for made in offers)),
        rounded,
        left_out,
        tuple((shoe.id, place) for shoe in shoes for place in shoe.unread),
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Offer:
    """A game, the rules it is dealt under, and bets of files besides."""

    game: Variant
    rules: Rules
    files: tuple[Bet, ...]

    def priced(
        self, stakes: Iterable[Stake], pays: Mapping[str, Ratio], commission: Ratio | None
    ) -> dict[str, Bet]:
        """The bets staked on at the prices asked for, by what the stakes call them."""
        local = by_name(self.files)
        meant: dict[str, Bet] = {}
        for stake in stakes:
            if stake.bet not in meant:
                try:
                    meant[stake.bet] = named(self.game, stake.bet, local)
                except CatalogError as fault:
                    raise CatalogError(f"{stake.where}: {fault}" if stake.where else str(fault)) from None
        every = list(dict.fromkeys((*self.game.bets, *self.files, *meant.values())))
        prices = dict(zip(every, repriced(every, dict(pays), commission), strict=True))
        return {ref: prices[bet] for ref, bet in meant.items()}


Staked = tuple[_Offer, str, RecordedCoup, tuple[Stake, ...]]
"""A coup of a shoe, what is offered on it, and its stakes."""


def _staked(
    shoes: Sequence[RecordedShoe],
    offers: Sequence[_Offer],
    stakes: str | PathLike[str] | None,
    flat: tuple[Stake, ...],
) -> Iterator[Staked]:
    """Every coup with its stakes; at the end, those that only the file of stakes knows."""
    ids = [shoe.id for shoe in shoes]
    only = ids[0] if len(ids) == 1 else None
    own = None if stakes is None else by_coup(read_stakes(stakes), only)
    for made, shoe in zip(offers, shoes, strict=True):
        broken = {fault.coup for fault in shoe.unread}
        for place, coup in enumerate(shoe.coups or coups_of(made.rules, shoe.stream, [])):
            if place in broken:  # what could not be read may decide it
                continue
            of_coup = coup.stakes if own is None else own.pop((shoe.id, coup.number), ())
            yield made, shoe.id, coup, of_coup + flat
    for (shoe_id, number), of_coup in (own or {}).items():
        if shoe_id not in ids:
            raise AnalyzerError(
                f"{of_coup[0].where} of the stakes: expected a shoe of the record, got {quoted(shoe_id)}"
                + did_you_mean(shoe_id[:40], ids)
            )
        yield offers[ids.index(shoe_id)], shoe_id, RecordedCoup(number), of_coup


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


def _limits(limits: str | PathLike[str] | Limits | None, known: set[str]) -> Limits | None:
    return limits if limits is None or isinstance(limits, Limits) else limits_named(fspath(limits), known)


def _placed(
    made: _Offer, bets: Mapping[str, Bet], coup: RecordedCoup, stakes: Iterable[Stake]
) -> Iterator[Placed]:
    """The stakes of a coup, each with the line that settles it, or why none does."""
    ended = finished(made.rules, coup)
    for stake in stakes:
        yield Placed(stake, bets[stake.bet], _line(made.rules, bets[stake.bet], coup, ended))


def _line(rules: Rules, bet: Bet, coup: RecordedCoup, ended: Coup | Message | None) -> str | Message:
    if ended is None:
        return line_told(rules, bet, coup)
    if isinstance(ended, Message):
        return ended
    try:
        return settling(bet, ended)
    except CardError:
        return say("it asks for a suit that the record does not say")


def _rounded(book: Ledger, bets: Mapping[_Offer, Mapping[str, Bet]]) -> tuple[tuple[Rounded, ...], LeftOut]:
    """What rounding does to each bet at each size staked, on a fresh shoe; and the bets of no worth there."""
    sizes: dict[Bet, dict[Fraction, None]] = {}
    for entry in book.entries:
        if entry.status != "refused":
            sizes.setdefault(entry.bet, {})[entry.stake] = None
    fresh: dict[tuple[Rules, int], dict[Bet, None]] = {}
    for made, priced in bets.items():
        staked = dict.fromkeys(bet for bet in priced.values() if bet in sizes)
        fresh.setdefault((made.rules, made.game.decks), {}).update(staked)
    found: list[Rounded] = []
    left_out: LeftOut = ()
    for (rules, decks), staked in fresh.items():
        report = odds(rules, tuple(staked), Shoe.decks(decks))
        left_out += report.left_out
        for value in report.values():
            found += [Rounded(value, stake, book.chips) for stake in sorted(sizes[value.bet])]
    return tuple(found), left_out
