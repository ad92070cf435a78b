"""Recorded shoes dealt again: takes names, texts and files, and returns every deviation.

Resolves names through the catalog and passes values to `play`, which does the judging.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice, starmap
from os import PathLike
from typing import Unpack

from analyzer.analysis.batch import Batch
from analyzer.analysis.question import MAIN, Question, answerable, split
from analyzer.analysis.valuation import Valuation
from analyzer.ask.bet_files import bets_of_files, by_name
from analyzer.ask.dealt_again import Game, dealt_again, per_shoe, procedure_named
from analyzer.ask.parameters import Cards, Offered, check_parameters, listed
from analyzer.ask.question import chosen_of, question, variant_of
from analyzer.ask.staked_record import StakedCoup, bets_of, own_coups, with_entries
from analyzer.bets.bet import Variant
from analyzer.bets.pricing import Ratio
from analyzer.catalog.procedures import procedure as procedure_of
from analyzer.census.census import needs
from analyzer.census.kinds import held
from analyzer.errors import parameter
from analyzer.exact import quoted
from analyzer.game.procedure import Procedure
from analyzer.game.shoe import FINENESSES, Fineness
from analyzer.given import flag
from analyzer.play.record import RecordedShoe
from analyzer.play.replay.judge import Judge
from analyzer.play.replay.replayed import Fault, Replay, Replayed, ReplayedCoup, ReplayedShoe
from analyzer.play.settlement.ledger import ledger
from analyzer.play.settlement.result import Deviation
from analyzer.play.settlement.settlement import Rounding, chips_of
from analyzer.records import Records, shoes_of
from analyzer.records.stake_fields import concerning_money
from analyzer.text import message


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
    """Every shoe of a record dealt again by the rules: what the record should say, and each deviation.

    Defaults come from the record, or else from `standard`; there is no default procedure. Stakes are judged
    as by `settle` without limits and balances.

    Args:
        record: one record or several: paths of files in any form, or shoes already read.
        variant: how the coups were dealt, and what the bets pay.
        shoe: the cards of a full shoe, before the burn.
        procedure: how a shoe begins and ends: the burn, the cut card and the coups after it.
        bets: the bets to value before each coup; Player, Banker and Tie by default. Stakes of the record may
            be on these, on those of the variant and on any other of the library.
        bet_files: TOML files with more bets.
        rules: rules to use instead of the variant's.
        pay: changed prices, as for `odds`.
        commission: the commission on the Banker bet, as for `odds`.
        chip: the smallest chip, as for `settle`.
        rounding: how to round gains that are not a multiple of it, as for `settle`.
        odds: whether to value the bets before each coup, from the cards not seen so far.
        ignore: names of columns and keys to ignore although they may concern money.

    Raises:
        AnalyzerError: the record cannot be read at all, or a name in it or in a parameter is unknown or
            malformed.
    """
    check_parameters(shared, Offered)
    shared["bet_files"] = listed(message("bet files"), shared.get("bet_files", ()))
    chips, ignore = chips_of(chip, rounding), listed(message("names to ignore"), ignore)
    wanted = () if (named := shared.get("bets")) is None else listed(message("bets"), named)
    own_rules, with_odds = shared.get("rules"), flag("odds", odds)

    file_bets, pays = bets_of_files(shared, wanted or None)

    def resolved(
        id: str | None, decks: str | None, remaining: str | None, rules: str | None, procedure_id: str | None
    ) -> Game:
        played = variant_of(id or "standard" if variant is None else variant)
        settings = Offered(rules=rules if own_rules is None else own_rules, bets=(*played.bets, *wanted))
        asked = question(played, (remaining or decks) if shoe is None else shoe, **shared | settings)
        chosen = procedure_named(procedure_id) if procedure is None else procedure
        if chosen is not None and not isinstance(chosen, Procedure):
            chosen = procedure_of(chosen)
        offered, *_ = chosen_of(played, asked.rules, settings["bets"], file_bets)
        return Game(asked, (*offered, *file_bets), Judge(asked.rules), chosen)

    game_of = per_shoe(resolved, "variant", "decks", "remaining", "rules", "procedure")
    dealt = [*dealt_again(shoes_of(record), game_of)]
    coups = [*chain.from_iterable(starmap(own_coups, dealt))]
    bets = bets_of(coups, by_name(file_bets), pays, shared.get("commission"))
    rounds = [coup.round(bets[coup.game]) for coup in coups]
    settled = with_entries(coups, rounds, ledger(rounds, chips=chips).entries)
    judged = (_with_faults(coup, coup.of_stakes(bets[coup.game], entries)) for coup, entries in settled)

    def replayed(game: Game, again: ReplayedShoe) -> Replayed:
        asked = game.question
        again = replace(
            again,
            coups=tuple(islice(judged, len(again.coups))),
            faults=(*_unread_names(again.recorded, ignore), *again.faults),
        )
        if not with_odds:
            return Replayed(asked, game.procedure, again, None)
        valued = wanted or [bet for bet in asked.variant.bets if bet.id in MAIN] or None
        about = question(asked.variant, again.full, **shared | Offered(rules=again.rules, bets=valued))
        return Replayed(asked, game.procedure, again, _odds(about, again))

    return Replay(tuple(starmap(replayed, dealt)))


def _with_faults(coup: StakedCoup, of_stakes: Iterable[Deviation]) -> ReplayedCoup:
    """The coup with the contradictions of its stakes added to its faults."""
    found = tuple(Fault(each.kind, each.sentence, each.coup, each.where) for each in of_stakes)
    return replace(coup.judged, faults=coup.judged.faults + found) if found else coup.judged


def _unread_names(shoe: RecordedShoe, ignore: Iterable[str]) -> Iterator[Fault]:
    """A fault for each column or key that may concern money but is not read."""
    for name in concerning_money(shoe.unknown_names, ignore):
        what = message(
            "{name} may concern money but is not read; rename it, or ignore it with {ignore}",
            name=quoted(name),
            ignore=parameter("ignore"),
        )
        yield Fault("column", what)


def _odds(asked: Question, shoe: ReplayedShoe) -> tuple[tuple[Valuation, ...] | None, ...]:
    """The bets valued before each coup, all at once; None if the cards left are unknown or too few."""
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
