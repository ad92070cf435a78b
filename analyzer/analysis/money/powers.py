"""Powers of polynomials: exact, or of probabilities with every coefficient rounded down.

Knows nothing of money.
"""

import decimal
from collections.abc import Iterator, Sequence


def power(marks: Sequence[int], ways: Sequence[int], n: int) -> Iterator[int]:
    """The coefficients of (Σ wᵢ·x^mᵢ)ⁿ, from that of x⁰ on, exactly; the first mark is 0, and n ≥ 1.

    From q = pⁿ follows p·q′ = n·p′·q, so that k·p₀·q_k = Σᵢ (n·i − (k − i))·pᵢ·q_{k−i}, i ≥ 1. A coefficient
    takes as many products as there are other marks, and no more coefficients are kept than the last mark.

    Source: L. Euler; J. C. P. Miller's recurrence in D. E. Knuth, The Art of Computer Programming 2, §4.7.

    >>> list(power((0, 1, 2), (1, 2, 1), 2))
    [1, 4, 6, 4, 1]
    """
    first, last = ways[0], marks[-1]
    others = list(zip(marks[1:], ways[1:], strict=True))
    recent = [0] * (last + 1)
    recent[0] = first**n
    yield recent[0]
    for k in range(1, n * last + 1):
        found = sum(((n + 1) * i - k) * way * recent[(k - i) % (last + 1)] for i, way in others if i <= k)
        recent[k % (last + 1)] = found = found // (k * first)
        yield found


def enclosed(marks: Sequence[int], ways: Sequence[int], n: int, digits: int) -> tuple[int, list[int]]:
    """Coefficients of the n-th power of a distribution, in units of 10^−digits, none more than the true one.

    By squaring; every coefficient of every product is rounded down. As all are probabilities, no error grows:
    the amount by which the answer's sum is below 1 is exactly what all rounding has lost, so it bounds the
    error of every sum of coefficients. Polynomials are multiplied as whole numbers (L. Kronecker's
    substitution) of decimal digits, which Python's `decimal` multiplies exactly by number-theoretic
    transforms.

    Returns:
        The first place whose coefficient is not rounded to nothing, and the coefficients from there on.
    """
    total = sum(ways)
    by_mark = dict(zip(marks, ways, strict=True))
    law = [by_mark.get(mark, 0) * 10**digits // total for mark in range(marks[-1] + 1)]
    base = _trimmed(0, [str(weight).rjust(digits + 1, "0") for weight in reversed(law)])
    found = base
    for bit in bin(n)[3:]:
        found = _product(found, found, digits)
        if bit == "1":
            found = _product(found, base, digits)
    start, blocks = found
    return start, [int(block) for block in reversed(blocks)]


Blocks = tuple[int, list[str]]
"""The place of the last of some coefficients, and all from the highest place down, as digits."""


def _product(a: Blocks, b: Blocks, digits: int) -> Blocks:
    """The product, every coefficient rounded down to its first digits."""
    (start, one), (other_start, other) = a, b
    # A sum of products of probabilities is at most 1: it has room in twice the decimals and a whole digit.
    width, gap = 2 * digits + 1, "0" * digits
    factor = decimal.Decimal(gap.join(one))
    # A number times itself, the same object, is squared, which takes less than a product.
    text = str(_WIDE.multiply(factor, factor if b is a else decimal.Decimal(gap.join(other))))
    size = len(one) + len(other) - 1
    text = text.rjust(size * width, "0")
    return _trimmed(
        start + other_start, [text[place : place + digits + 1] for place in range(0, len(text), width)]
    )


_WIDE = decimal.Context(prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)


def _trimmed(start: int, blocks: list[str]) -> Blocks:
    """The blocks without zeros at either end."""
    nothing = "0" * len(blocks[0])
    high = next((place for place, block in enumerate(blocks) if block != nothing), len(blocks) - 1)
    low = next((place for place, block in enumerate(reversed(blocks)) if block != nothing), 0)
    return start + low, blocks[high : len(blocks) - low]
