"""Recorded shoes dealt again: names, texts and files in, every deviation out.

Resolves names through the catalog and hands values to `play`; judges nothing itself.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, pairwise
from os import PathLike
from typing import TypeVar, Unpack

from analyzer.analysis.batch import Batch
from analyzer.analysis.question import MAIN, Question, answerable, split
from analyzer.analysis.valuation import Valuation
from analyzer.ask.parameters import Cards, Offered, check_parameters, listed
from analyzer.ask.question import bet_of, question, variant_of
from analyzer.ask.shoes_apart import check_one_shoe, number_before
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.pricing import Ratio
from analyzer.catalog.procedures import procedure as procedure_of
from analyzer.census.census import needs
from analyzer.census.kinds import held
from analyzer.errors import AnalyzerError, CatalogError
from analyzer.exact import quoted
from analyzer.game.procedure import OWN, Procedure
from analyzer.game.shoe import FINENESSES, Fineness
from analyzer.given import flag
from analyzer.play.record import RecordedShoe
from analyzer.play.replay.judge import Judge
from analyzer.play.replay.replay import replay as dealt_again
from analyzer.play.replay.replayed import Fault, Replay, Replayed, ReplayedShoe
from analyzer.play.replay.shoe_checks import Depth
from analyzer.play.settlement.settlement import Rounding, chips_of
from analyzer.records import Records, shoes_of
from analyzer.records.stake_fields import concerning_money
from analyzer.text import message

T = TypeVar("T")

_DEPTH = re.compile(r"([0-9]{1,6})(?:\.\.([0-9]{1,6}))?")


def replay(
    record: Records,
    *,
    variant: str | PathLike[str] | Variant | None = None,
    shoe: Cards = None,
    procedure: str | Procedure | None = None,
    chip: Ratio | None = None,
    rounding: Rounding | None = None,
    odds: bool = False,
    ignore: Iterable[str] = (),
    **shared: Unpack[Offered],
) -> Replay:
    """Every shoe of a record dealt again by the rules: what it should have said, and each deviation.

    Whatever is not given is as the record says, or else as in `standard`; there is no default procedure.

    Args:
        record: one record or several: paths of files in any form, or shoes already read.
        variant: how the coups were dealt, and what the bets pay.
        shoe: the cards of a full shoe, before the burn.
        procedure: how a shoe is begun and ended: the burn, the cut card and the coups after it.
        bets: the bets whose odds are asked for; Player, Banker and Tie by default. Stakes of the record may
            be on these, on those of the variant and on any other of the library.
        bet_files: TOML files with more bets.
        rules: rules to use instead of the variant's.
        pay: changed prices, as for `odds`.
        commission: the commission on the Banker bet, as for `odds`.
        chip: the smallest chip, as for `settle`.
        rounding: how to round gains that are not a multiple of it, as for `settle`.
        odds: whether to value the bets before each coup, from the cards not seen so far.
        ignore: names of columns and keys that may concern money and are passed over all the same.

    Raises:
        AnalyzerError: the record cannot be read at all, or a name in it or asked for is unknown or malformed.
    """
    check_parameters(shared, Offered)
    shared["bet_files"] = listed("bet files", shared.get("bet_files", ()))
    chips, ignore = chips_of(chip, rounding), listed("names to ignore", ignore)
    wanted = () if (named := shared.get("bets")) is None else listed("bets", named)
    own_rules, with_odds = shared.get("rules"), flag("odds", odds)

    def resolved(
        id: str | None, decks: str | None, remaining: str | None, rules: str | None, procedure_id: str | None
    ) -> _Game:
        played = variant_of(id or "standard" if variant is None else variant)
        settings = Offered(rules=rules if own_rules is None else own_rules, bets=(*played.bets, *wanted))
        asked = question(played, (remaining or decks) if shoe is None else shoe, **shared | settings)
        chosen = procedure_named(procedure_id) if procedure is None else procedure
        if chosen is not None and not isinstance(chosen, Procedure):
            chosen = procedure_of(chosen)
        return _Game(asked, chosen, Judge(asked.rules))

    game_of = per_shoe(resolved, "variant", "decks", "remaining", "rules", "procedure")

    def replayed(last: RecordedShoe | None, recorded: RecordedShoe) -> Replayed:
        game, depth = game_of(recorded), depth_of(recorded)
        asked = game.question
        check_one_shoe(recorded, asked.shoe)
        again = dealt_again(
            recorded,
            asked.rules,
            asked.shoe,
            procedure=game.procedure,
            depth=depth,
            bets=game.staked(recorded),
            chips=chips,
            judge=game.judge,
            before=number_before(last, recorded),
        )
        again = replace(again, faults=(*_unread_names(recorded, ignore), *again.faults))
        if not with_odds:
            return Replayed(asked, game.procedure, again, None)
        valued = wanted or [bet for bet in asked.variant.bets if bet.id in MAIN] or None
        about = question(asked.variant, again.full, **shared | Offered(rules=again.rules, bets=valued))
        return Replayed(asked, game.procedure, again, _odds(about, again))

    shoes = chain((None,), shoes_of(record))
    return Replay(tuple(replayed(last, shoe) for last, shoe in pairwise(shoes) if shoe is not None))


def _unread_names(shoe: RecordedShoe, ignore: Iterable[str]) -> Iterator[Fault]:
    """A fault for each column or key that may concern money and is not read."""
    for name in concerning_money(shoe.unknown_names, ignore):
        what = message(
            "{name} may concern money, and is not read; rename it, or pass over it by --ignore",
            name=quoted(name),
        )
        yield Fault("column", what)


@dataclass(frozen=True)
class _Game:
    """The resolved settings of some shoes, and the bets of stakes by their references in the record."""

    question: Question
    procedure: Procedure | None
    judge: Judge
    bets: dict[str, Bet | None] = field(default_factory=dict)

    def staked(self, recorded: RecordedShoe) -> dict[str, Bet]:
        """The bets staked on in a shoe, by reference, at the prices asked for; unknown ones are missing."""
        references = {stake.bet for coup in recorded.coups for stake in coup.stakes}
        for reference in references - self.bets.keys():
            self.bets[reference] = _bet(self.question, reference)
        return {reference: bet for reference in references if (bet := self.bets[reference]) is not None}


def _odds(asked: Question, shoe: ReplayedShoe) -> tuple[tuple[Valuation, ...] | None, ...]:
    """The bets valued before each coup, all at once; None where the cards left are unknown or too few."""
    least = shoe.rules.cards_from_shoe
    unseen = [None if left is None or left.size < least else left for left in shoe.unseen()]
    known = [left for left in unseen if left is not None]
    if not known:
        return (None,) * len(unseen)
    coarsest = min((left.fineness for left in known), key=FINENESSES.index)
    bets, _ = answerable(asked, coarsest)
    needed = (needs(shoe.rules, split(bet), cards=asked.cards).fineness for bet in bets)
    fineness: Fineness = max(needed, key=FINENESSES.index, default="points")
    batch = Batch(shoe.rules, bets, held(asked.left.coarsen(fineness).counts, fineness))
    ways = iter(batch.ways([left.coarsen(fineness).counts for left in known]))

    def valued() -> tuple[Valuation, ...]:
        by_bet = zip(bets, next(ways).values(), strict=True)
        return tuple(Valuation(bet, sum(by_line.values()), by_line) for bet, by_line in by_bet)

    return tuple(None if left is None else valued() for left in unseen)


def _bet(question: Question, reference: str) -> Bet | None:
    """The bet with this reference, id or alias: one asked for, else one of the library; None if unknown."""
    for bet in question.bets:
        if reference in (bet.reference, bet.id, *bet.aliases):
            return bet
    try:
        return bet_of(question.variant, reference, {})
    except CatalogError:
        return None


def procedure_named(id: str | None) -> Procedure | None:
    """The procedure that a record names; None if it names none, or its own, which nobody can look up."""
    return None if id in (None, OWN) else procedure_of(id)


def depth_of(shoe: RecordedShoe) -> Depth | None:
    """The fewest and the most cards behind the cut card, which a record may state as `14` or `10..20`."""
    if (text := shoe.settings.get("cut_card")) is None:
        return None
    if match := _DEPTH.fullmatch(text.strip()):
        least, most = int(match[1]), int(match[2] or match[1])
        if least <= most:
            return least, most
    error = CatalogError(f"expected cards behind the cut card such as 14 or 10..20, got {quoted(text)}")
    raise _with_shoe_name(shoe, error)


def per_shoe(resolve: Callable[..., T], *names: str) -> Callable[[RecordedShoe], T]:
    """A function of a shoe: what `resolve` returns for its settings of these names, None for any it lacks.

    An error in a shoe's settings names the shoe; one that occurs without any settings too is the caller's.
    """
    resolved = cache(resolve)

    def resolved_for(shoe: RecordedShoe) -> T:
        try:
            return resolved(*map(shoe.settings.get, names))
        except AnalyzerError as error:
            resolved(*(None for _ in names))
            raise _with_shoe_name(shoe, error) from None

    return resolved_for


def _with_shoe_name(shoe: RecordedShoe, error: AnalyzerError) -> AnalyzerError:
    """An error in the settings of a shoe, with the shoe named.

    An unknown variant or unknown rules may come from a file, which a record cannot hold: the error asks for
    it.
    """
    missing = next((key for key in ("variant", "rules") if str(error).startswith(f"unknown {key} ")), None)
    hint = "" if missing is None else f", or give the file of the record's {missing} with --{missing}"
    return type(error)(f"shoe {quoted(shoe.id)}: {error}{hint}")
