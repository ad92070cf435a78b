"""What settles a stake and what it gains in chips, given all cards of a coup, some of them, or its result.

If cards are unknown, a line settles a bet only if it does so in every coup with the recorded cards and the
recorded result. Knows nothing of limits and balances, and does not judge the coups of a record.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from analyzer.analysis.odds import odds
from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.bets.pricing import Ratio, exact_of
from analyzer.errors import AnalyzerError
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.given import is_one_of, unknown
from analyzer.play.record import RecordedCoup
from analyzer.text import Message, message

Rounding = Literal["none", "down", "up"]
"""How a payout that is not a multiple of the smallest chip is rounded."""

ZERO = Fraction(0)

_WON = {"player": "player_wins", "banker": "banker_wins", "tie": "tie"}
_DECKS = 8  # The decks of the shoe whose coups are examined; no table uses more.


@dataclass(frozen=True, slots=True)
class Chips:
    """The smallest chip of a table, in units of money, and which way payouts are rounded to it.

    Only payouts are rounded: gains, and the part returned of a stake that is partly lost. A stake that is
    lost in full, once or several times, is already in chips.

    Raises:
        AnalyzerError: the chip is not above zero, or the rounding is unknown.

    >>> Chips(Fraction(1), "down").paid(Fraction(25), Fraction(95, 4))
    Fraction(23, 1)
    """

    chip: Fraction = Fraction(1)
    rounding: Rounding = "none"

    def __post_init__(self) -> None:
        """Check that the chip is above zero and the rounding is known."""
        if self.chip <= 0:
            raise AnalyzerError("expected a chip above 0, got {given}", given=f"'{self.chip}'")
        if not is_one_of(self.rounding, get_args(Rounding)):
            raise unknown(message("rounding"), self.rounding, get_args(Rounding))

    def paid(self, stake: Fraction, gain: Fraction) -> Fraction:
        """The gain of a stake as paid: the exact gain with the payout rounded to chips."""
        if -stake < gain < 0:
            return self._rounded(stake + gain) - stake
        return self._rounded(gain) if gain > 0 else gain

    def _rounded(self, amount: Fraction) -> Fraction:
        if self.rounding == "none":
            return amount
        whole = amount // self.chip * self.chip
        return whole if self.rounding == "down" or whole == amount else whole + self.chip


EXACT = Chips()
"""Every gain is paid exactly."""


def chips_of(chip: Ratio | None, rounding: Rounding | None) -> Chips:
    """Chips of a size, 1 if None, and a rounding; without a rounding, gains are paid exactly.

    Raises:
        AnalyzerError: either is malformed, or a chip is given without a rounding.
    """
    chips = Chips(exact_of(1 if chip is None else chip), "none" if rounding is None else rounding)
    if chip is not None and rounding is None:
        raise AnalyzerError(
            "a rounding is required with a chip of {chip}: down or up (or none, to pay exactly)",
            chip=str(chip),
        )
    return chips


class Settled(NamedTuple):
    """The result of a stake: the line that settled it, and money in the unit of the stake.

    `gain` is exact, without the stake and after `commission`, negative for a loss; `net` is as paid in chips.
    """

    line: str
    gain: Fraction
    commission: Fraction
    net: Fraction


def settle(
    bet: Bet, line: str, stake: Fraction, chips: Chips = EXACT, recorded: Fraction | None = None
) -> Settled:
    """The result of a stake above zero on a bet that is settled by one of its lines or by `lose`.

    Raises:
        AnalyzerError: the line pays a random multiple, independent of the cards, and `recorded`, which is
            otherwise ignored, is not one of the possible gains.
    """
    gains = [stake * net for net, _ in bet.outcomes[line]]
    if len(gains) > 1:
        gains = [gain for gain in gains if recorded in (gain, chips.paid(stake, gain))]
    if len(gains) != 1:
        possible = tuple(map(str, payments(bet, line, stake, chips)))
        values = {"bet": repr(bet.reference), "line": repr(line)}
        if recorded is None:
            raise AnalyzerError(
                "the record must state what bet {bet} gained, since line {line} pays a random multiple; "
                "choose from {possible}",
                possible=possible,
                **values,
            )
        raise AnalyzerError(
            "expected a gain of bet {bet} on line {line} from {possible}, got {recorded}",
            possible=possible,
            recorded=f"'{recorded}'",
            **values,
        )
    (gain,) = gains
    rate = next((priced.commission for priced in bet.lines if priced.id == line), Fraction(0))
    return Settled(line, gain, gain / (1 - rate) * rate, chips.paid(stake, gain))


def payments(bet: Bet, line: str, stake: Fraction, chips: Chips = EXACT) -> tuple[Fraction, ...]:
    """The possible gains of a stake by a line, as paid in chips; several only if the line pays at random."""
    return tuple(dict.fromkeys(chips.paid(stake, stake * net) for net, _ in bet.outcomes[line]))


def amount_held(bet: Bet, stake: Fraction) -> Fraction:
    """The amount set aside for a stake before the coup: the locked units, or else the most it can lose.

    >>> from analyzer.bets.bet import Bet
    >>> amount_held(Bet("player", "Player", (), locked=Fraction(9)), Fraction(10))
    Fraction(90, 1)
    """
    return stake * (bet.exposure if bet.locked is None else bet.locked)


def line_from_part(rules: Rules, bet: Bet, coup: RecordedCoup) -> str | Message:
    """The line that settles a bet in every coup with the recorded cards and result, or why there is none."""
    given = _result(coup)
    why = (
        message("a card that decides the bet was not read")
        if coup.drawn or coup.player or coup.banker
        else None
    )
    if not given and why is None:
        return message("the record does not say how the coup ended")
    if coup.drawn is None:
        known = Dealt((coup.player or ())[:3], (coup.banker or ())[:3])
    else:
        places = enumerate(coup.drawn[: rules.cards_from_shoe], 1)
        known = Dealt(ahead=tuple((place, card) for place, card in places if card is not None))
    try:
        line = _settling(rules, bet, given, known)
    except AnalyzerError:
        return why or message("the record has no cards for the coup, and no coup can end as recorded")
    return (
        line or why or message("the record has no cards for the coup, and its result does not decide the bet")
    )


def _result(coup: RecordedCoup) -> str:
    """The recorded result as a condition; empty if none is recorded."""
    facts = {"player_pair": coup.player_pair, "banker_pair": coup.banker_pair}
    facts["(player_natural or banker_natural)"] = coup.natural
    totals = {"player_total": coup.player_total, "banker_total": coup.banker_total}
    phrases = [] if coup.winner is None else [_WON[coup.winner]]
    phrases += [f"{word} == {total}" for word, total in totals.items() if total is not None]
    phrases += [word if holds else f"not {word}" for word, holds in facts.items() if holds is not None]
    return " and ".join(phrases)


@lru_cache(maxsize=4096)
def _settling(rules: Rules, bet: Bet, given: str, known: Dealt) -> str | None:
    """The line that settles a bet in every coup with these cards and this result; None if it varies."""
    condition = Condition.parse(given) if given else None
    demanded = frozenset((bet.reference,))
    question = Question.of(rules, [bet], Shoe.decks(_DECKS), dealt=known, given=condition, demanded=demanded)
    (value,) = odds(question).values()
    return next((line for line, ways in value.ways.items() if ways == value.total), None)
