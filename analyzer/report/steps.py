"""The steps of a dealing procedure, as documents have them."""

from operator import itemgetter

from analyzer.report.fields import said
from analyzer.report.kinds import COUNT, FLAG, choice, either, many

_CARDS = either(lambda cards: cards, COUNT, many(COUNT, minItems=2, maxItems=2))

STEPS = (
    said("burn", either(lambda burn: burn, COUNT, choice("first-card")), itemgetter("burn")),
    said("seen", choice("none", "first-card", "all"), itemgetter("seen")),
    said("cut_card", _CARDS, itemgetter("cut_card")),
    said("extra_coups", COUNT, itemgetter("extra_coups")),
)
"""How a shoe is begun and ended."""

MANNER = (
    said("reserve", FLAG, itemgetter("reserve")),
    said("turning", choice("as-dealt", "hands"), itemgetter("turning")),
    said("handled_by", choice("dealer", "bettors"), itemgetter("handled_by")),
)
"""How cards are handled."""
