"""Powers of a polynomial with non-negative coefficients: exact, or rounded down with the loss known."""

import decimal
from collections.abc import Iterator, Sequence


def power(marks: Sequence[int], ways: Sequence[int], n: int) -> Iterator[int]:
    """The exact coefficients of (Σ wᵢ·x^mᵢ)ⁿ, from that of x⁰ on; the first of the marks m is 0, and n ≥ 1.

    From q = pⁿ follows p·q′ = n·p′·q, and so k·p₀·q_k = Σᵢ (n·i − (k − i))·pᵢ·q_{k−i}, i ≥ 1.

    Source: L. Euler; J. C. P. Miller's recurrence in D. E. Knuth, The Art of Computer Programming 2, §4.7.

    >>> list(power((0, 1, 2), (1, 2, 1), 2))
    [1, 4, 6, 4, 1]
    """
    first, last = ways[0], marks[-1]
    others = list(zip(marks[1:], ways[1:], strict=True))
    recent = [first**n] + [0] * last  # the coefficients up to k − last, by k modulo last + 1
    yield recent[0]
    for k in range(1, n * last + 1):
        products = sum(((n + 1) * i - k) * way * recent[(k - i) % (last + 1)] for i, way in others if i <= k)
        recent[k % (last + 1)] = coefficient = products // (k * first)
        yield coefficient


def enclosed(marks: Sequence[int], ways: Sequence[int], n: int, digits: int) -> tuple[int, list[int]]:
    """Coefficients of the n-th power of a distribution, in units of 10^−digits, none above the true one.

    The result is the first place whose coefficient is not rounded down to zero, and the coefficients from
    there on. The amount by which their sum is less than 1 is exactly what rounding has lost, so it bounds the
    error of every sum of some of them. Powers are formed by repeated squaring. Polynomials are multiplied as
    integers in decimal digits (L. Kronecker's substitution), which `decimal` does exactly, by transforms.
    """
    total = sum(ways)
    by_mark = dict(zip(marks, ways, strict=True))
    distribution = [by_mark.get(mark, 0) * 10**digits // total for mark in range(marks[-1] + 1)]
    base = _trimmed(0, [str(weight).rjust(digits + 1, "0") for weight in reversed(distribution)])
    result = base
    for bit in bin(n)[3:]:
        result = _product(result, result, digits)
        if bit == "1":
            result = _product(result, base, digits)
    start, blocks = result
    return start, [int(block) for block in reversed(blocks)]


Blocks = tuple[int, list[str]]
"""The lowest place of some coefficients, and all of them as digits, from the highest place down."""


_WIDE = decimal.Context(prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)


def _product(a: Blocks, b: Blocks, digits: int) -> Blocks:
    """The product, every coefficient rounded down to this many digits after the first."""
    (start, one), (other_start, other) = a, b
    # A sum of products of probabilities is at most 1, so twice the decimals and a whole digit can hold it.
    width, gap = 2 * digits + 1, "0" * digits
    factor = decimal.Decimal(gap.join(one))
    # A number times itself, as the same object, is squared, which is faster than a product.
    text = str(_WIDE.multiply(factor, factor if b is a else decimal.Decimal(gap.join(other))))
    text = text.rjust((len(one) + len(other) - 1) * width, "0")
    blocks = [text[place : place + digits + 1] for place in range(0, len(text), width)]
    return _trimmed(start + other_start, blocks)


def _trimmed(start: int, blocks: list[str]) -> Blocks:
    """The blocks without zeros at either end."""
    nothing = "0" * len(blocks[0])
    high = next((place for place, block in enumerate(blocks) if block != nothing), len(blocks) - 1)
    low = next((place for place, block in enumerate(reversed(blocks)) if block != nothing), 0)
    return start + low, blocks[high : len(blocks) - low]
