"""Stakes on the coups of a record, settled."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from os import PathLike
from typing import Unpack

from analyzer.analysis.odds import odds
from analyzer.analysis.question import Excluded, Question
from analyzer.ask.bet_files import bets_of_files, by_name
from analyzer.ask.numbers import not_negative
from analyzer.ask.parameters import StakeTerms, by_text, check_parameters, listed
from analyzer.ask.question import bet_of, repriced, rules_of, shoe_of, variant_of
from analyzer.ask.replay import per_shoe
from analyzer.ask.shoes_apart import check_one_shoe
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import Ratio, exact_of
from analyzer.catalog.limits import limits as limits_named
from analyzer.catalog.reference import text_of
from analyzer.census.worked_example import settling
from analyzer.errors import AnalyzerError, CardError, CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.record import RecordedCoup, RecordedShoe, Stake
from analyzer.play.replay.judge import MISSING, Judge
from analyzer.play.replay.replay import replay as dealt_again
from analyzer.play.replay.replayed import CONTRADICTIONS, ReplayedCoup
from analyzer.play.settlement.ledger import Placed, Round, ledger
from analyzer.play.settlement.limits import TableLimits
from analyzer.play.settlement.result import Deviation, Ledger, LeftOut, Missed, Rounded, Settlement
from analyzer.play.settlement.settlement import Rounding, chips_of, line_from_part
from analyzer.records import Records, shoes_of
from analyzer.records.stake_fields import refuse_money
from analyzer.records.stakes import LedgerEntry, by_coup, read_stakes
from analyzer.text import Message, message

EVERYBODY = "*"
"""The name for the balance of every bettor without one of their own."""


@dataclass(frozen=True, eq=False, slots=True)
class _StakedGame:
    """What shoes of a record are dealt by: `question` has the bets offered, and the shoe before the burn."""

    question: Question
    judge: Judge


@dataclass(frozen=True, slots=True)
class _StakedCoup:
    """A coup of a shoe as `replay` judges it, its game and its stakes.

    `obstacle` is why these cannot be settled whatever the coup is, if so.
    """

    game: _StakedGame
    shoe: str
    judged: ReplayedCoup
    stakes: tuple[Stake, ...]
    obstacle: Message | None = None

    def round(self, bets: Mapping[str, Bet | str]) -> Round:
        """The coup with its stakes on known bets, each with the line that settles it, or why none does."""
        known = ((stake, bets[stake.bet]) for stake in self.stakes)
        placed = tuple(Placed(stake, bet, self._line(bet)) for stake, bet in known if isinstance(bet, Bet))
        coup, begun = self.judged.recorded, self._fault("cancelled")
        return Round(self.shoe, coup.number, placed, coup.status, begun)

    def _line(self, bet: Bet) -> str | Message:
        """The line that settles a bet, or why none does."""
        recorded, coup = self.judged.recorded, self.judged.coup
        if self.obstacle is not None:
            return self.obstacle
        if coup is not None:
            try:
                return settling(bet, coup)
            except CardError:
                return message("it asks for a suit that the record does not say")
        completed = recorded.status == "interrupted" and recorded.winner is not None
        unsettled = self._fault(*CONTRADICTIONS, "interrupted", "ends-inside", *() if completed else MISSING)
        return unsettled or line_from_part(self.game.question.rules, bet, recorded)

    def _fault(self, *kinds: str) -> Message | None:
        """What the first fault of one of these kinds is; None if the coup has no such fault."""
        return next((fault.what for fault in self.judged.faults if fault.kind in kinds), None)

    def deviations(self, bets: Mapping[str, Bet | str]) -> Iterator[Deviation]:
        """The stakes on unknown bets, and the faults of the coup."""
        coup = self.judged.recorded
        for stake in self.stakes:
            if isinstance(why := bets[stake.bet], str):
                where = stake.where or coup.where
                yield Deviation("bet", self.shoe, coup.number, where, Message(why), stake.bettor)
        if self.obstacle == _NO_SUCH_COUP:
            yield Deviation("coup", self.shoe, coup.number, self.stakes[0].where, self.obstacle)
        for fault in self.judged.faults:
            if fault.kind not in ("net", "bet", "unread"):
                yield Deviation(fault.kind, self.shoe, coup.number, fault.where, fault.what)


class _StakedRecord:
    """The shoes of a record, each with its game; `missed` are the parts that could not be read."""

    def __init__(self, shoes: Sequence[tuple[RecordedShoe, _StakedGame]]) -> None:
        """Begin with what the reader of the record could not read."""
        self._shoes = shoes
        self.games = [game for _, game in shoes]
        self.missed = [
            Missed(shoe.id, unread.where, unread.why) for shoe, _ in shoes for unread in shoe.unread
        ]

    def coups(self, stakes: Sequence[LedgerEntry] | None, flat: tuple[Stake, ...]) -> Iterator[_StakedCoup]:
        """Every coup with its stakes: those of a ledger, else its own; then the `flat` ones.

        A coup with a part that could not be read has an obstacle, since that part may decide it; if another
        coup has its number, the stakes of a ledger are on that one. Coups that only the ledger has come last.
        """
        ids = [shoe.id for shoe, _ in self._shoes]
        in_file = None if stakes is None else by_coup(stakes, ids)
        for shoe, game in self._shoes:
            broken = _broken(shoe)
            for place, judged in enumerate(self._judged(shoe, game)):
                coup, key = judged.recorded, (shoe.id, judged.recorded.number)
                own = coup.stakes if in_file is None else ()
                if place not in broken:
                    of_coup = own if in_file is None else in_file.pop(key, ())
                    yield _StakedCoup(game, shoe.id, judged, tuple(_above_zero(coup, of_coup)) + flat)
                elif of_coup := own or (in_file.pop(key, ()) if in_file and broken[place] else ()):
                    unjudged = ReplayedCoup(RecordedCoup(coup.number, coup.where), None, (), ())
                    of_coup = tuple(_above_zero(coup, of_coup))
                    yield _StakedCoup(game, shoe.id, unjudged, of_coup, _PARTLY_READ)
        for (shoe_id, number), of_coup in (in_file or {}).items():
            if shoe_id not in ids:
                where, near = of_coup[0].where, did_you_mean(shoe_id[:40], ids)
                got = f"{quoted(shoe_id)}{near}"
                raise AnalyzerError(f"{where} of the stakes: expected a shoe of the record, got {got}")
            unjudged = ReplayedCoup(RecordedCoup(number), None, (), ())
            yield _StakedCoup(self.games[ids.index(shoe_id)], shoe_id, unjudged, of_coup, _NO_SUCH_COUP)

    def _judged(self, shoe: RecordedShoe, game: _StakedGame) -> tuple[ReplayedCoup, ...]:
        """The coups of a shoe, judged; a mere stream of cards is divided into coups as far as possible."""
        asked = game.question
        check_one_shoe(shoe, asked.shoe)
        again = dealt_again(shoe, asked.rules, asked.shoe, judge=game.judge)
        if shoe.stream:
            unread = [fault for fault in again.faults if fault.kind == "unreadable"]
            self.missed += [Missed(shoe.id, "", fault.what) for fault in unread]
        return again.coups


_PARTLY_READ = message("a part of the coup could not be read")
_NO_SUCH_COUP = message("the record has no such coup that could be read")


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

    A coup is judged as by `replay`, and settled by its cards, dealt by the rules; what the record says
    otherwise is in `deviations`. Where a card could not be read, or the record has none, a stake is settled
    by the cards read and the recorded result if these decide it. A stake on a coup that lacks a card,
    contradicts itself or has no result stays open, and one on a cancelled coup is returned. An interrupted
    coup is settled by its final result, and stays open until the record has it. Stakes on unknown bets are
    left out.

    Args:
        record: one record or several: paths of files in any form, or shoes already read.
        variant: the variant that offers the bets; by default as the record says, else `standard`.
        stakes: a CSV or JSON file of stakes, which replace the record's own.
        stake: additional stakes on every coup, by bet, `{"banker": 10}`, or by `bettor@bet`.
        balance: what each bettor brings: one amount, or by name, `*` for all others; unlimited where None.
        limits: limits of the table: an id, a file or a value; no limits where None.
        chip: the smallest chip, 1 where None.
        rounding: how to round gains that are not a multiple of it: `down`, `up`, or not if `none` or None.
        ignore: names of columns and keys that may concern money and are passed over all the same.
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

    def resolved(id: str | None, rules: str | None, decks: str | None, remaining: str | None) -> _StakedGame:
        chosen = variant_of(variant if variant is not None else id or "standard")
        dealt_under = rules_of(chosen, own_rules if own_rules is not None else rules)
        offered = (*chosen.bets, *file_bets)
        asked = Question(chosen, dealt_under, offered, shoe_of(chosen, remaining or decks))
        return _StakedGame(asked, Judge(dealt_under))

    game_of = per_shoe(resolved, "variant", "rules", "decks", "remaining")
    flat = _flat(stake)
    ignored = listed("names to ignore", ignore)
    shoes = list(shoes_of(record))
    refuse_money((name for shoe in shoes for name in shoe.unknown_names), ignored)
    recorded = _StakedRecord([(shoe, game_of(shoe)) for shoe in shoes])
    coups = list(recorded.coups(None if stakes is None else read_stakes(stakes, ignored), flat))
    _check_bettors(coups, recorded.missed, balance)
    prices = pays, shared.get("commission")
    bets = {game: _priced(game, coups, flat, local, *prices) for game in dict.fromkeys(recorded.games)}
    known = {
        game: {name: bet for name, bet in named.items() if isinstance(bet, Bet)}
        for game, named in bets.items()
    }
    opening, usual = _balances(balance)
    book = ledger(
        (coup.round(bets[coup.game]) for coup in coups),
        opening=opening,
        usual=usual,
        limits=_limits(limits, known),
        chips=chips,
    )
    rounded, excluded = _rounded(book, known) if chips.rounding != "none" else ((), ())
    questions: dict[tuple[Variant, Rules], Question] = {}
    for game in recorded.games:
        questions.setdefault((game.question.variant, game.question.rules), game.question)
    left_out = tuple(
        LeftOut(coup.shoe, coup.judged.recorded.number, stake)
        for coup in coups
        for stake in coup.stakes
        if stake.bet not in known[coup.game]
    )
    deviations = _deviations((each for coup in coups for each in coup.deviations(bets[coup.game])), book)
    asked = tuple(questions.values())
    return Settlement(book, asked, rounded, excluded, tuple(recorded.missed), deviations, left_out)


def _deviations(of_coups: Iterable[Deviation], book: Ledger) -> tuple[Deviation, ...]:
    """Stakes on unknown bets first, then in the order of the coups: their faults, then their payments."""
    found = list(of_coups)
    for entry in book.entries:
        payment = Deviation("payment", entry.shoe, entry.coup, entry.where, Message(""), entry.bettor)
        found += [replace(payment, what=what) for what in entry.deviations]
    order: dict[tuple[str, int], int] = {}
    for each in found:
        order.setdefault((each.shoe, each.coup), len(order))
    return tuple(sorted(found, key=lambda each: (each.kind != "bet", order[each.shoe, each.coup])))


def _priced(
    game: _StakedGame,
    coups: Iterable[_StakedCoup],
    flat: tuple[Stake, ...],
    local: Mapping[str, tuple[Bet, ...]],
    pays: Mapping[str, Ratio],
    commission: Ratio | None,
) -> dict[str, Bet | str]:
    """The bets staked on in a game, at the prices asked for, by the references that the stakes use.

    A bet of the record that is not known is the sentence that says so; one that was asked for is an error.
    """
    bets: dict[str, Bet] = {}
    unknown: dict[str, Bet | str] = {}
    asked = {stake.bet for stake in flat}
    for stake in (stake for coup in coups if coup.game is game for stake in coup.stakes):
        if stake.bet not in bets and stake.bet not in unknown:
            try:
                bets[stake.bet] = bet_of(game.question.variant, stake.bet, local)
            except CatalogError as error:
                if stake.bet in asked:
                    raise
                unknown[stake.bet] = str(error)
    offered = list(dict.fromkeys((*game.question.bets, *bets.values())))
    prices = dict(zip(offered, repriced(offered, pays, commission), strict=True))
    return unknown | {reference: prices[bet] for reference, bet in bets.items()}


def _check_bettors(
    coups: Sequence[_StakedCoup], missed: Sequence[Missed], balance: Ratio | Mapping[str, Ratio] | None
) -> None:
    """Refuse a record without coups or without stakes, and the balance of a bettor without stakes."""
    if not coups:
        raise AnalyzerError("expected a record with one coup or more to settle, got none")
    bettors = {stake.bettor for coup in coups for stake in coup.stakes}
    if not bettors and missed:
        more = f" (and {len(missed) - 1:,} more)" if missed[1:] else ""
        place = f"{missed[0].where}: " if missed[0].where else ""
        raise AnalyzerError(f"no stake could be read: {place}{missed[0].why}{more}")
    if not bettors:
        raise AnalyzerError(
            "expected stakes in the record, in a file (--stakes) or on every coup (--stake), got none"
        )
    names = {bettor for bettor in bettors if bettor}
    for bettor in balance if isinstance(balance, Mapping) else ():
        if bettor not in (*bettors, EVERYBODY):
            hint = did_you_mean(bettor[:40], names) if names else "; no stake says whose it is"
            raise AnalyzerError(f"expected the balance of a bettor who stakes, got {quoted(bettor)}{hint}")


def _flat(stake: Mapping[str, Ratio] | None) -> tuple[Stake, ...]:
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
    limits: str | PathLike[str] | TableLimits | None, bets: Mapping[_StakedGame, Mapping[str, Bet]]
) -> TableLimits | None:
    if limits is None or isinstance(limits, TableLimits):
        return limits
    staked = {bet for priced in bets.values() for bet in priced.values()}
    known = {name: name for bet in staked for name in (bet.id, bet.reference)}
    for game in bets:
        offered = game.question.bets
        known |= {alias: bet.id for bet in offered for alias in bet.aliases}
        known |= {name: name for bet in offered for name in (bet.id, bet.reference)}
    return limits_named(text_of("limits", limits), known)


def _rounded(
    book: Ledger, bets: Mapping[_StakedGame, Mapping[str, Bet]]
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


def _broken(shoe: RecordedShoe) -> dict[int, bool]:
    """Places of coups with an unreadable part, each with whether no readable coup has its number.

    A stake that could not be read is no part of its coup.
    """
    places = {unread.coup for unread in shoe.unread if not unread.stake}
    whole = {coup.number for place, coup in enumerate(shoe.coups) if place not in places}
    return {place: coup.number not in whole for place, coup in enumerate(shoe.coups) if place in places}


def _above_zero(coup: RecordedCoup, stakes: Iterable[Stake]) -> Iterator[Stake]:
    """The stakes of a coup, without those of 0; one below 0 is refused."""
    for stake in stakes:
        if stake.amount < 0:
            where = stake.where or f"coup {coup.number}"
            raise AnalyzerError(
                f"{where}: expected a stake of 0 or more on bet {quoted(stake.bet)}, got '{stake.amount}'"
            )
        if stake.amount:
            yield stake
