"""Records as evidence: takes files or shoes, and returns a verdict.

Resolves names through the catalog and passes values to `play`, which does the judging.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from os import PathLike
from typing import Unpack

from analyzer.ask.numbers import whole
from analyzer.ask.parameters import Cards, Game, Offered
from analyzer.ask.question import shoe_of, whole_coups
from analyzer.ask.shoes_apart import check_one_shoe
from analyzer.bets.bet import Variant
from analyzer.bets.pricing import Ratio
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import quoted
from analyzer.play.evidence.columns import Start
from analyzer.play.evidence.judge import evidence as judged
from analyzer.play.evidence.plan import EvidencePlan
from analyzer.play.evidence.plan import plan as planned
from analyzer.play.evidence.result import Evidence
from analyzer.play.record import RecordedShoe
from analyzer.rates import BETWEEN, rate
from analyzer.records import Records, shoes_of
from analyzer.text import message

MOST = 10**9
"""The most coups, or shoes, that can be planned."""

ALPHA, CONFIDENCE = "1%", "99%"
"""The default rate of false alarms, and the default confidence of the limits of an RTP."""


def evidence(
    records: Records,
    variant: str | PathLike[str] | Variant | None = None,
    shoe: Cards = None,
    *,
    alpha: Ratio = ALPHA,
    confidence: Ratio = CONFIDENCE,
    **shared: Unpack[Offered],
) -> Evidence:
    """Whether records fit fair dealing: each coup is checked against its own exact probabilities.

    All records are tested together, and there is one verdict.

    Args:
        records: files, or shoes read from files, all of one variant.
        variant: a variant, its id, or the path of a file; by default that of the first shoe, else standard.
        shoe: the cards in every shoe before the burn; by default as recorded for each, else the variant's
            decks.
        bets: the bets wagered on every coup; the variant's bets if None.
        bet_files: files with more bets.
        rules: other drawing rules; by default those of the first shoe, else the variant's.
        pay: other prices, by bet or line.
        commission: another commission on the Banker bet.
        alpha: the probability of an alarm when dealing is fair, above 0 and below 1.
        confidence: the confidence of the limits of each bet's RTP, above 0 and below 1.

    Raises:
        AnalyzerError: a file cannot be read, no file has a shoe, two shoes name different variants or rules,
            or a parameter is malformed or unknown.

    >>> from analyzer.play.record import RecordedCoup
    >>> coups = tuple(RecordedCoup(n, winner="banker") for n in range(1, 31))
    >>> found = evidence(RecordedShoe("1", coups), bets=["banker"])
    >>> found.alarm, str(found.wagers[0].gained)
    (True, '57/2')
    """
    rates = _alarms(alpha), rate(message("a confidence"), confidence, BETWEEN)
    shoes = shoes_of(records)
    first = next(shoes, None)
    if first is None:
        raise AnalyzerError("the records have no shoe; at least one is required")
    chosen = {"variant": variant, "rules": shared.get("rules")}
    if shared.get("rules") is None:
        shared["rules"] = first.settings.get("rules")
    asked = whole_coups(
        first.settings.get("variant", "standard") if variant is None else variant, shoe, shared, Offered
    )
    agreed = {key: first.settings.get(key) for key, value in chosen.items() if value is None}
    starts = _starts(chain([first], shoes), asked.variant, shoe, agreed)
    return judged(asked, starts, *rates)


def evidence_plan(
    coups: int,
    variant: Game = "standard",
    shoe: Cards = None,
    *,
    shoes: int | None = None,
    alpha: Ratio = ALPHA,
    **shared: Unpack[Offered],
) -> EvidencePlan:
    """What this many coups, recorded with all their cards, could show: which tests run, and what they find.

    Args:
        coups: the number of coups.
        variant: a variant, its id, the path of a file, or a question that includes the rest.
        shoe: the cards in every shoe; the variant's decks if None.
        shoes: the number of shoes; if None, as few as the coups need when dealt to the last 14 cards.
        bets: the bets tested; the variant's bets if None.
        bet_files: files with more bets.
        rules: other drawing rules.
        pay: other prices, by bet or line.
        commission: another commission on the Banker bet.
        alpha: the probability of an alarm when dealing is fair, above 0 and below 1.

    Raises:
        AnalyzerError: the coups do not fit into the shoes, or a parameter is malformed or unknown.

    >>> planned = evidence_plan(5000, bets=["banker"])
    >>> [found.coups for found in planned.departures if found.id == "runs"]
    [2698]
    """
    chance = _alarms(alpha)
    fresh = whole_coups(variant, shoe, shared, Offered).odds()
    number = None if shoes is None else whole(message("a whole number of shoes"), shoes, MOST)
    return planned(fresh, whole(message("a whole number of coups"), coups, MOST), number, chance)


def _alarms(alpha: Ratio) -> Fraction:
    return rate(message("a rate of false alarms"), alpha, BETWEEN)


def _starts(
    shoes: Iterable[RecordedShoe], game: Variant, cards: Cards, agreed: Mapping[str, str | None]
) -> Iterator[Start]:
    """Each shoe with the cards it had before the burn, and the burned cards that were shown. Raises
    AnalyzerError for a shoe that differs from the first in a setting that all must share.
    """
    for record in shoes:
        for key, value in agreed.items():
            if (own := record.settings.get(key)) != value:
                values = {"first": quoted(value), "other": quoted(own), "shoe": quoted(record.id)}
                if key == "rules":
                    raise AnalyzerError(
                        "expected shoes dealt under the same rules, got {first} first and {other} for shoe "
                        "{shoe}; test them separately, or name the rules",
                        **values,
                    )
                raise AnalyzerError(
                    "expected shoes of one variant, got {first} first and {other} for shoe {shoe}; test them "
                    "separately, or name the variant",
                    **values,
                )
        try:
            recorded = record.settings.get("remaining", record.settings.get("decks"))
            held = shoe_of(game, recorded if cards is None else cards)
        except ShoeError as error:
            raise ShoeError("shoe {shoe}: {fault}", shoe=quoted(record.id), fault=error.message) from None
        check_one_shoe(record, held)
        shown = " ".join(str(card) for card in record.burned or () if card is not None)
        try:
            held.without(shown)
        except ShoeError:
            # A burned card that is not in the shoe is a fault of the record; it shows nothing about the rest.
            shown = ""
        yield Start(held, record, shown)
