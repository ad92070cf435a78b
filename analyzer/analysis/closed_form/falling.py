"""Polynomials in the numbers of cards of some kinds, written as sums of falling factorials."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from analyzer.census.collect import Multiset


@dataclass(frozen=True, slots=True)
class _Branch:
    """A constant plus, for each bracket, (cards of a kind − cards of it already taken) · an inner branch."""

    constant: int
    brackets: tuple[tuple[int, int, "_Branch"], ...]

    def at(self, counts: Sequence[Any]) -> Any:
        """The value for these numbers of cards."""
        products = ((counts[kind] - gone) * inner.at(counts) for kind, gone, inner in self.brackets)
        return sum(products, self.constant)

    def text(self, names: Sequence[str]) -> str:
        """The branch written as a sum."""
        parts = [str(self.constant)] if self.constant else []
        return signed_sum([*parts, *(_product(*bracket, names) for bracket in self.brackets)])


def signed_sum(terms: Iterable[str]) -> str:
    """Terms, some of which begin with a minus sign, written as a sum."""
    return " + ".join(terms).replace(" + -", " - ")


def times(number: int, text: str) -> str:
    """An integer times factors that are written as text; the text may be empty."""
    return {1: "", -1: "-"}.get(number, f"{number}*") + text if text else str(number)


def _product(kind: int, gone: int, inner: _Branch, names: Sequence[str]) -> str:
    """A bracket times its inner branch, as text, the integer factor first."""
    factors = [_factor(names[kind], gone)]
    while not inner.constant and len(inner.brackets) == 1:
        kind, gone, inner = inner.brackets[0]
        factors.append(_factor(names[kind], gone))
    if inner.brackets:
        factors.append(f"({inner.text(names)})")
        return "*".join(factors)
    return times(inner.constant, "*".join(factors))


def _factor(name: str, gone: int) -> str:
    return f"({name} - {gone})" if gone else name


def _branch(terms: Sequence[tuple[Multiset, int]], depth: int = 0) -> _Branch:
    """Sorted terms that begin with the same `depth` kinds, as one branch."""
    constant = sum(number for multiset, number in terms if len(multiset) == depth)
    longer = [term for term in terms if len(term[0]) > depth]
    brackets = []
    for kind, group in groupby(longer, key=lambda term: term[0][depth]):
        inner = list(group)
        brackets.append((kind, inner[0][0][:depth].count(kind), _branch(inner, depth + 1)))
    return _Branch(constant, tuple(brackets))


@dataclass(frozen=True)
class FallingSum:
    """Σ over multisets m of terms[m] · ∏ᵥ (nᵥ)(nᵥ−1)…(nᵥ−mᵥ+1) · (N−|m|)…(N−top+1), with N cards in all.

    No term is zero, and no multiset has more than `top` cards.

    >>> pairs = FallingSum({(): -1, (0, 0): 12, (1, 1): 12}, 2)
    >>> print(pairs.text(["a", "b"]), "=", pairs.at([4, 4]))
    -(a + b)*(a + b - 1) + 12*a*(a - 1) + 12*b*(b - 1) = 232
    """

    terms: Mapping[Multiset, int]
    top: int

    @cached_property
    def _branches(self) -> tuple[_Branch, ...]:
        """For each number of cards from 0 to `top`, the terms with that many cards, as one branch."""
        ordered = sorted(self.terms.items())
        return tuple(
            _branch([term for term in ordered if len(term[0]) == cards]) for cards in range(self.top + 1)
        )

    def at(self, counts: Sequence[Any]) -> Any:
        """The value for these numbers of cards, by kind, or for anything that can be added and multiplied."""
        cards = sum(counts[1:], counts[0])
        value = self._branches[0].at(counts)
        for gone, branch in enumerate(self._branches[1:]):
            value = value * (cards - gone) + branch.at(counts)
        return value

    def text(self, names: Sequence[str], cards: str | None = None) -> str:
        """The polynomial as text with `+ - * ( )`; all cards are named `cards`, or the sum of `names`."""
        every = cards or " + ".join(names)
        text, is_sum = self._branches[0].text(names), False
        for gone, branch in enumerate(self._branches[1:]):
            if text:
                text = f"({text})*" if is_sum else {"1": "", "-1": "-"}.get(text, f"{text}*")
                text += _factor(every, gone) if cards or gone else f"({every})"
                is_sum = False
            if added := branch.text(names):
                is_sum = bool(text) or bool(branch.constant) or len(branch.brackets) > 1
                text = signed_sum(filter(None, (text, added)))
        return text or "0"
