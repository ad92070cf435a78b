"""The rules of a coup in words, grouped as on rule sheets; and one coup, card by card."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from analyzer.game.coup import Coup
from analyzer.game.rules import Rules
from analyzer.phrases.cards import BANKER, PLAYER, RANK_SIGNS, card_text, cards_text
from analyzer.phrases.quantities import numbers
from analyzer.text import Message, Value, message


def rules_in_words(rules: Rules) -> tuple[Message, ...]:
    """The rules of a coup, as sentences to be numbered: card values, dealing, drawing, and who wins."""
    tableau = rules.tableau
    totals = [total for total in range(10) if total not in tableau.naturals]
    stood = {total for total, row in tableau.banker if row[0]}
    dealing = [message("Four cards are dealt in the order Player, Banker, Player, Banker.")]
    if rules.player_first is not None:
        three = message("Three cards are dealt in the order Banker, Player, Banker.")
        dealing = [given_card(rules.player_first), three]
    return (
        message(
            "An ace counts 1 point, the cards 2 to 9 count their face value, and 10, J, Q and K count 0."
        ),
        message("The total of a hand is the last digit of the sum of its cards' points."),
        *dealing,
        _naturals(tableau.naturals),
        _player(*_split(totals, tableau.player_draws)),
        _banker_after_stand(*_split(totals, stood)),
        *_banker_after_draw(rules),
        message("The hand with the higher total wins; equal totals are a Tie."),
    )


def _split(totals: Iterable[int], draws: Iterable[int]) -> tuple[list[int], list[int]]:
    """The totals on which a hand draws, and those on which it stands."""
    drawn = set(draws)
    return [total for total in totals if total in drawn], [total for total in totals if total not in drawn]


def given_card(rank: int) -> Message:
    """The sentence for rules that fix Player's first card, which always has the rank `rank`, 1–13."""
    return message(
        "Player's first card is always a card of rank {rank} that does not come from the shoe.",
        rank=RANK_SIGNS[rank - 1],
    )


def _naturals(naturals: frozenset[int]) -> Message:
    if not naturals:
        return message("No two-card total ends the coup.")
    totals = numbers(naturals)
    if naturals == {8, 9}:
        return message(
            "A two-card total of {totals} is a natural: if either hand has one, neither hand draws.",
            totals=totals,
        )
    return message("If either hand has a two-card total of {totals}, neither hand draws.", totals=totals)


def _player(draws: list[int], stands: list[int]) -> Message:
    if not draws:
        return message("Player stands on every total.")
    if not stands:
        return message("Player draws a third card on every total.")
    totals = {"draws": numbers(draws), "stands": numbers(stands)}
    return message("Player draws a third card on {draws} and stands on {stands}.", **totals)


def _banker_after_stand(draws: list[int], stands: list[int]) -> Message:
    if not draws:
        return message("If Player stood, Banker stands on every total.")
    if not stands:
        return message("If Player stood, Banker draws a third card on every total.")
    totals = {"draws": numbers(draws), "stands": numbers(stands)}
    return message("If Player stood, Banker draws a third card on {draws} and stands on {stands}.", **totals)


def _banker_after_draw(rules: Rules) -> Iterator[Message]:
    """What Banker does after Player drew: a sentence per group of totals with the same rule, lowest first."""
    by_columns: dict[frozenset[int], list[int]] = {}
    for total, row in rules.tableau.banker:
        columns = frozenset(column for column in range(10) if row[1 + column])
        by_columns.setdefault(columns, []).append(total)
    for draws, totals in by_columns.items():
        yield _banker_draws_in(numbers(totals), draws, by_total=rules.banker_by == "player-total")


def _banker_draws_in(totals: Value, draws: frozenset[int], *, by_total: bool) -> Message:
    """The sentence that on `totals` Banker draws in some columns, which are Player's third card or total."""
    stands = frozenset(range(10)) - draws
    if not stands:
        return message("If Player drew, Banker always draws a third card on {totals}.", totals=totals)
    if not draws:
        return message("If Player drew, Banker always stands on {totals}.", totals=totals)
    unless = len(stands) <= 2  # few enough to be named as exceptions
    columns = {"totals": totals, "columns": numbers(stands if unless else draws)}
    if unless and by_total:
        return message(
            "If Player drew, Banker draws on {totals} unless Player's total is {columns}.",
            **columns,
        )
    if unless:
        return message(
            "If Player drew, Banker draws on {totals} unless Player's third card counts {columns}.",
            **columns,
        )
    if by_total:
        return message(
            "If Player drew, Banker draws on {totals} only if Player's total is {columns}.",
            **columns,
        )
    return message(
        "If Player drew, Banker draws on {totals} only if Player's third card counts {columns}.",
        **columns,
    )


def in_one(sentences: Sequence[Message]) -> Message:
    """Several sentences as one message, in order."""
    return reduce(lambda first, second: message("{first} {second}", first=first, second=second), sentences)


def coup_in_words(rules: Rules, coup: Coup) -> tuple[Message, ...]:
    """A coup dealt under some rules, as sentences: the first cards, each hand's third card, who wins."""
    hands = ((PLAYER, coup.player, coup.player_two), (BANKER, coup.banker, coup.banker_two))
    dealt = (
        message("{hand} is dealt {cards}, a total of {n}.", hand=hand, cards=cards_text(cards[:2]), n=n)
        for hand, cards, n in hands
    )
    ends = [
        message("{hand}'s total of {n} ends the coup: neither hand draws.", hand=hand, n=n)
        for hand, _, n in hands
        if n in rules.tableau.naturals
    ]
    drawing = ends[:1] or [_what_player_did(coup), _what_banker_did(rules, coup)]
    return *dealt, *drawing, _result(coup)


def _what_player_did(coup: Coup) -> Message:
    if len(coup.player) == 2:
        return message("Player stands on {n}.", n=coup.player_two)
    card, n, total = card_text(coup.player[2]), coup.player_two, coup.player_total
    return message("Player draws {card} on {n}, for a total of {total}.", card=card, n=n, total=total)


def _what_banker_did(rules: Rules, coup: Coup) -> Message:
    if len(coup.player) == 2:
        reason = message("Because Player stood")
    elif rules.banker_by == "player-total":
        reason = message("Because Player's total is {n}", n=coup.player_total)
    else:
        reason = message("Because Player's third card counts {n}", n=coup.player[2].points)
    n, total = coup.banker_two, coup.banker_total
    if len(coup.banker) == 2:
        return message("{reason}, Banker stands on {n}.", reason=reason, n=n)
    card = card_text(coup.banker[2])
    return message(
        "{reason}, Banker draws {card} on {n}, for a total of {total}.",
        reason=reason,
        card=card,
        n=n,
        total=total,
    )


def _result(coup: Coup) -> Message:
    if coup.winner == "tie":
        return message("Player and Banker tie at {n}.", n=coup.player_total)
    low, high = sorted((coup.player_total, coup.banker_total))
    hand = PLAYER if coup.winner == "player" else BANKER
    return message("{hand} wins, {high} to {low}.", hand=hand, high=high, low=low)
