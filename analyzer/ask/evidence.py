"""Records as evidence, as people ask for it: files or shoes in, a verdict out.

Resolves names through the catalog and hands values to `play`; judges nothing itself.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from os import PathLike
from typing import Unpack

from analyzer.ask.numbers import between
from analyzer.ask.parameters import Cards, Offered
from analyzer.ask.question import shoe_of, whole_coups
from analyzer.bets.bet import Variant
from analyzer.bets.pricing import Ratio
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import quoted
from analyzer.game.shoe import Shoe
from analyzer.play.evidence.columns import Start
from analyzer.play.evidence.judge import evidence as judged
from analyzer.play.evidence.result import Evidence
from analyzer.play.record import RecordedShoe
from analyzer.records import Records, shoes_of

ALPHA, CONFIDENCE = "1%", "99%"
"""How often an alarm may be false, and the confidence of limits of an RTP, where nothing else is asked."""


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

    All records are one: there is one verdict on all of them together.

    Args:
        records: files, or shoes read from some, of one variant.
        variant: a variant, its id, or the path of a variant file; what the first shoe says, else standard.
        shoe: what every shoe held before its first coup; what each says, else the variant's decks.
        bets: what is wagered on every coup; the variant's bets where None.
        bet_files: files with more bets.
        rules: other drawing rules; what the first shoe says, else the variant's.
        pay: other prices, by bet or line.
        commission: another commission on the Banker bet.
        alpha: how often an alarm may be raised though all is fair, above 0 and below 1.
        confidence: of the limits of each bet's RTP, above 0 and below 1.

    Raises:
        AnalyzerError: a file cannot be read, there is no shoe in any, two say different variants or rules, or
            anything else is malformed or unknown.

    >>> from analyzer.play.record import RecordedCoup
    >>> coups = tuple(RecordedCoup(n, winner="banker") for n in range(1, 31))
    >>> found = evidence(RecordedShoe("1", coups), bets=["banker"])
    >>> found.alarm, str(found.wagers[0].gained)
    (True, '57/2')
    """
    rates = between("a rate of false alarms", alpha), between("a confidence", confidence)
    shoes = shoes_of(records)
    first = next(shoes, None)
    if first is None:
        raise AnalyzerError("expected a record of one shoe or more, got none")
    fixed = {"variant": variant, "rules": shared.get("rules")}
    if shared.get("rules") is None:
        shared["rules"] = first.settings.get("rules")
    asked = whole_coups(
        first.settings.get("variant", "standard") if variant is None else variant, shoe, shared, Offered
    )
    agreed = {key: first.settings.get(key) for key, value in fixed.items() if value is None}
    starts = _starts(chain([first], shoes), asked.variant, shoe, agreed)
    return judged(asked, starts, *rates)


def _starts(
    shoes: Iterable[RecordedShoe],
    game: Variant,
    fixed: Cards,
    agreed: Mapping[str, str | None],
) -> Iterator[Start]:
    """Each shoe with what it held before its first coup, as far as its record shows.

    Raises:
        AnalyzerError: a shoe says otherwise than the first what all have in common, or no shoe at all.
    """
    for record in shoes:
        for key, value in agreed.items():
            if (came := record.settings.get(key)) != value:
                raise AnalyzerError(
                    f"expected shoes of one {key}, got {quoted(value)} first and {quoted(came)} of shoe "
                    f"{quoted(record.id)}; test them apart, or name the {key}"
                )
        try:
            stated = record.settings.get("remaining", record.settings.get("decks"))
            own = stated if fixed is None else fixed
            held = shoe_of(game, own)
        except ShoeError as error:
            raise ShoeError(f"shoe {quoted(record.id)}: {error}") from None
        yield Start(held, record, _shown(held, record))


def _shown(held: Shoe, record: RecordedShoe) -> str:
    """The burned cards that were shown."""
    shown = " ".join(str(card) for card in record.burned or () if card is not None)
    try:
        held.without(shown)
    except ShoeError:
        # A burned card that cannot be there is a fault of the record; it says nothing about the cards left.
        return ""
    return shown
