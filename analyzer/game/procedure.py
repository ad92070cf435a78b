"""A dealing procedure: how a shoe is begun and ended at a table.

Knows nothing of bets, and nothing of how one coup is dealt.
"""

from dataclasses import dataclass, field
from typing import Literal

Burn = int | Literal["first-card"]
Seen = Literal["none", "first-card", "all"]


@dataclass(frozen=True, slots=True)
class Procedure:
    """What is burned before the first coup, and when the last one is dealt.

    `burn` is a number of cards or, at "first-card", the first card and as many more as it has points, ten for
    a ten or a face. `seen` says which of them the bettors see. The cut card, with `cut_card` cards behind it,
    shows once fewer remain; after the coup in which it does, `extra_coups` more are dealt.
    """

    id: str
    name: str
    burn: Burn = "first-card"
    seen: Seen = "first-card"
    cut_card: int = 14
    extra_coups: int = 1
    source: object = field(default=None, hash=False)
