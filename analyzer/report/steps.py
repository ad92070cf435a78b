"""The steps of a dealing procedure in documents."""

from operator import itemgetter

from analyzer.report.fields import said
from analyzer.report.kinds import COUNT, FLAG, either, many, one_of

_CARDS = either(lambda cards: cards, COUNT, many(COUNT, minItems=2, maxItems=2))

STEPS = (
    said("burn", either(lambda burn: burn, COUNT, one_of("first-card")), itemgetter("burn")),
    said("seen", one_of("none", "first-card", "all"), itemgetter("seen")),
    said("cut_card", _CARDS, itemgetter("cut_card")),
    said("extra_coups", COUNT, itemgetter("extra_coups")),
)
"""How a shoe begins and ends."""

MANNER = (
    said("reserve", FLAG, itemgetter("reserve")),
    said("turning", one_of("as-dealt", "hands"), itemgetter("turning")),
    said("handled_by", one_of("dealer", "bettors"), itemgetter("handled_by")),
)
"""How cards are handled."""
