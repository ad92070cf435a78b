"""Many sentences in one clause: the same said of every rank, of every suit, or of every straight.

Knows nothing of clauses that are no such family.
"""

from collections.abc import Sequence

from analyzer.bets.facts import RANKS
from analyzer.bets.tree import Count, Node, one_card
from analyzer.message import Message, Value, say
from analyzer.publish.phrases.cards import RANK_SIGNS, group, is_run, rank_signs
from analyzer.publish.phrases.measure import measure
from analyzer.publish.phrases.numbers import amount


def family(parts: Sequence[Node]) -> Message | None:
    """One clause for sentences that count alike, each another rank or suit; None where they are no such."""
    counted = [
        (found, found.of) for part in parts if (found := measure(part)) and isinstance(found.of, Count)
    ]
    if len(counted) < len(parts) or len({(of.scope, found.allowed) for found, of in counted}) != 1:
        return None
    found, of = counted[0]
    if 0 in found.allowed:
        return None
    cards, number = group(of.scope), amount(found.allowed, found.low, found.high)
    kinds = [frozenset(index for index, truth in enumerate(one_card(of.inner)) if truth) for _, of in counted]
    ranks = [sorted({RANKS[index] for index in held}) for held in kinds]
    if all(len(held) == 4 * len(listed) for held, listed in zip(kinds, ranks, strict=True)):
        if of.scope == "first_four" and found.allowed == {4}:
            return say(
                "the ranks of {cards} all lie within one of {groups}", cards=cards, groups=_groups(ranks)
            )
        if all(len(listed) == 1 for listed in ranks):
            return _of_one_rank(cards, number, {rank for (rank,) in ranks})
    whole = {frozenset(4 * (rank - 1) + suit for rank in ranks[0]) for suit in range(4)}
    return _of_one_suit(cards, number, ranks[0]) if set(kinds) == whole else None


def _of_one_rank(cards: Message, number: Value, ranks: set[int]) -> Message:
    """That there is a rank of which a group has so many cards."""
    if len(ranks) == len(RANK_SIGNS):
        if isinstance(number, int):
            return say("{cards} include exactly {n} of the same rank", cards=cards, n=number)
        return say("{cards} include {number} of the same rank", cards=cards, number=number)
    signs = rank_signs(ranks)
    if isinstance(number, int):
        return say(
            "{cards} include exactly {n} of the same rank, one of {ranks}", cards=cards, n=number, ranks=signs
        )
    return say(
        "{cards} include {number} of the same rank, one of {ranks}", cards=cards, number=number, ranks=signs
    )


def _of_one_suit(cards: Message, number: Value, ranks: Sequence[int]) -> Message:
    """That there is a suit in which a group has so many cards of some ranks."""
    signs = rank_signs(ranks)
    if isinstance(number, int):
        return say(
            "{cards} include exactly {n} of rank {ranks} and of the same suit",
            cards=cards,
            n=number,
            ranks=signs,
        )
    return say(
        "{cards} include {number} of rank {ranks} and of the same suit",
        cards=cards,
        number=number,
        ranks=signs,
    )


def _groups(ranks: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """Sets of ranks, each as the first and the last of a row or as a list: `A–4`, `A J Q K`."""
    return tuple(
        "–".join(rank_signs(each)[:: len(each) - 1]) if is_run(each) else " ".join(rank_signs(each))
        for each in ranks
    )
