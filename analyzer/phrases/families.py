"""Several conditions as one clause: the same count of every rank, of every suit, or of every straight.

Knows nothing of other clauses.
"""

from collections.abc import Sequence
from itertools import compress

from analyzer.bets import tree
from analyzer.bets.facts import RANKS
from analyzer.phrases.cards import GROUPS, RANK_SIGNS, is_run, rank_signs
from analyzer.phrases.measure import measure
from analyzer.phrases.quantities import amount
from analyzer.text import Message, Value, message


def family(parts: Sequence[tree.Node]) -> Message | None:
    """One clause for conditions joined by `or` that count equally, each another rank or suit; else None."""
    counted = [
        (found, found.of) for part in parts if (found := measure(part)) and isinstance(found.of, tree.Count)
    ]
    if len(counted) < len(parts) or len({(of.scope, found.allowed) for found, of in counted}) != 1:
        return None
    found, of = counted[0]
    if 0 in found.allowed:
        return None
    cards, number = GROUPS[of.scope], amount(found.allowed, found.low, found.high)
    kinds = [frozenset(compress(range(52), tree.one_card(of.inner))) for _, of in counted]
    ranks = [sorted({RANKS[index] for index in held}) for held in kinds]
    if all(len(held) == 4 * len(listed) for held, listed in zip(kinds, ranks, strict=True)):
        if of.scope == "first_four" and found.allowed == {4}:
            return message(
                "the ranks of {cards} all lie within one of {groups}", cards=cards, groups=_groups(ranks)
            )
        if all(len(listed) == 1 for listed in ranks):
            return _of_one_rank(cards, number, {rank for (rank,) in ranks})
    whole = {frozenset(4 * (rank - 1) + suit for rank in ranks[0]) for suit in range(4)}
    return _of_one_suit(cards, number, rank_signs(ranks[0])) if set(kinds) == whole else None


def _of_one_rank(cards: Message, n: Value, ranks: set[int]) -> Message:
    """That there is a rank of which a group has that number of cards."""
    if len(ranks) == len(RANK_SIGNS):
        if isinstance(n, int):
            return message("{cards} include exactly {n} of the same rank", cards=cards, n=n)
        return message("{cards} include {number} of the same rank", cards=cards, number=n)
    of = rank_signs(ranks)
    if isinstance(n, int):
        return message(
            "{cards} include exactly {n} of the same rank, one of {ranks}", cards=cards, n=n, ranks=of
        )
    return message(
        "{cards} include {number} of the same rank, one of {ranks}", cards=cards, number=n, ranks=of
    )


def _of_one_suit(cards: Message, n: Value, ranks: tuple[str, ...]) -> Message:
    """That there is a suit in which a group has that number of cards of some ranks."""
    if isinstance(n, int):
        return message(
            "{cards} include exactly {n} of rank {ranks} and of the same suit", cards=cards, n=n, ranks=ranks
        )
    return message(
        "{cards} include {number} of rank {ranks} and of the same suit", cards=cards, number=n, ranks=ranks
    )


def _groups(ranks: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """Sets of ranks, each by its first and last if they are consecutive, else listed: `A–4`, `A J Q K`."""
    return tuple(
        "–".join(rank_signs(each)[:: len(each) - 1]) if is_run(each) else " ".join(rank_signs(each))
        for each in ranks
    )
