"""Alternatives that differ only in a rank, a suit or a group of ranks, as one clause."""

from collections.abc import Sequence
from itertools import compress

from analyzer.bets import tree
from analyzer.bets.facts import RANKS
from analyzer.phrases.cards import GROUPS, RANK_SIGNS, is_run, rank_signs
from analyzer.phrases.measure import measure
from analyzer.phrases.quantities import amount
from analyzer.text import Message, Value, message


def family(parts: Sequence[tree.Node]) -> Message | None:
    """One clause for parts of an `or` that count alike, each another rank, suit or group; None for others."""
    measures = list(filter(None, map(measure, parts)))
    counts = [(number, number.of) for number in measures if isinstance(number.of, tree.Count)]
    if len(counts) < len(parts) or len({(count.scope, number.allowed) for number, count in counts}) != 1:
        return None
    measured, first = counts[0]
    if 0 in measured.allowed:
        return None
    cards, number = GROUPS[first.scope], amount(measured.allowed, measured.low, measured.high)
    kinds = [frozenset(compress(range(52), tree.one_card(count.inner))) for _, count in counts]
    ranks = [sorted({RANKS[index] for index in cards_of}) for cards_of in kinds]
    if all(len(cards_of) == 4 * len(listed) for cards_of, listed in zip(kinds, ranks, strict=True)):
        if first.scope == "first_four" and measured.allowed == {4}:
            groups = tuple(map(_group_of_ranks, ranks))
            return message("the ranks of {cards} all lie within one of {groups}", cards=cards, groups=groups)
        if all(len(listed) == 1 for listed in ranks):
            return _of_one_rank(cards, number, {rank for (rank,) in ranks})
    every_suit = {frozenset(4 * (rank - 1) + suit for rank in ranks[0]) for suit in range(4)}
    return _of_one_suit(cards, number, rank_signs(ranks[0])) if set(kinds) == every_suit else None


def _of_one_rank(cards: Message, n: Value, ranks: set[int]) -> Message:
    """That some rank of `ranks` is that of `n` of the cards."""
    if len(ranks) == len(RANK_SIGNS):
        if isinstance(n, int):
            return message("{cards} include exactly {n} of the same rank", cards=cards, n=n)
        return message("{cards} include {number} of the same rank", cards=cards, number=n)
    group: dict[str, Value] = {"cards": cards, "ranks": rank_signs(ranks)}
    if isinstance(n, int):
        return message("{cards} include exactly {n} of the same rank, one of {ranks}", n=n, **group)
    return message("{cards} include {number} of the same rank, one of {ranks}", number=n, **group)


def _of_one_suit(cards: Message, n: Value, ranks: tuple[str, ...]) -> Message:
    """That `n` of the cards have one of `ranks` and are of one suit."""
    group: dict[str, Value] = {"cards": cards, "ranks": ranks}
    if isinstance(n, int):
        return message("{cards} include exactly {n} of rank {ranks} and of the same suit", n=n, **group)
    return message("{cards} include {number} of rank {ranks} and of the same suit", number=n, **group)


def _group_of_ranks(ranks: Sequence[int]) -> str:
    """Ranks by the first and last if they are consecutive, else listed: `A–4`, `A J Q K`."""
    signs = rank_signs(ranks)
    return f"{signs[0]}–{signs[-1]}" if is_run(ranks) else " ".join(signs)
