"""Stakes settled, as a document: every entry and the totals, money as exact texts."""

from collections.abc import Sequence

from analyzer.bets.digest import digest_of_rules
from analyzer.catalog.digests import files, items
from analyzer.exact import ratio_text
from analyzer.play.settlement.ledger import Settlement
from analyzer.report.document import Document
from analyzer.report.fields import Fields, records, said, said_as, through
from analyzer.report.kinds import ID, INTEGER, LINE_ID, RATIO, REFERENCE, TEXT, one_of
from analyzer.report.origin import Origin
from analyzer.report.play.settle import closing

Settled = tuple[Settlement, Sequence[str]]
"""Stakes settled, and the files that were read."""

_ENTRY = (
    said("shoe", TEXT),
    said("coup", INTEGER),
    said("bettor", TEXT),
    said("bet", REFERENCE, "bet.reference"),
    said("stake"),
    said("status", one_of("settled", "push", "refunded", "refused", "open")),
    said("line", LINE_ID.optional),
    said_as(RATIO, "gain", "commission", "rounding", "net", "held", "balance"),
    said("reason", TEXT.optional),
)
_BETTOR = (
    said("bettor", TEXT),
    said("balance_in", RATIO.optional, "opening"),
    said("balance_out", RATIO.optional, closing),
    said_as(RATIO, "held", "staked", "commission", "rounding", "net"),
)
_VARIANT = (said("variant", ID, "variant.id"), said("rules", ID, "rules.id"))
_EDGE = (
    said("bet", REFERENCE, "value.bet.reference"),
    said("stake"),
    said("shoe", TEXT, lambda rounded: str(rounded.shoe)),
    said("ev", value="value.ev"),
    said("ev_paid", value="ev"),
    said("house_edge", value="value.house_edge"),
    said("house_edge_paid", value="house_edge"),
    said("change"),
)
_MISSED = said_as(TEXT, "shoe", "where", "why")
_SETTLEMENT: Fields[Settlement] = (
    said("entries", records(_ENTRY)),
    said("net"),
    said("bettors", records(_BETTOR), "ledger.accounts"),
    said("variants", records(_VARIANT), "questions"),
    said("limits", ID.optional, lambda settlement: settlement.ledger.limits and settlement.ledger.limits.id),
    said("chip", value="ledger.chips.chip"),
    said("rounding", one_of("none", "down", "up"), "ledger.chips.rounding"),
    said("edges", records(_EDGE), "rounded"),
    said("unread", records(_MISSED), "missed"),
)


def _origin(settled: Settled) -> Origin:
    """What decided the settlement; of several games, only what they share."""
    settlement, paths = settled
    chips, limits = settlement.ledger.chips, settlement.ledger.limits
    options = [("chip", ratio_text(chips.chip)), ("rounding", chips.rounding)]
    options += [("limits", limits.id)] if limits else []
    known: dict[str, object] = {}
    questions = settlement.questions
    if len({question.variant.id for question in questions}) == 1:
        known["variant"] = questions[0].variant.id
    digests = files(paths)
    first, *others = dict.fromkeys(question.rules for question in questions)
    if others:
        digests = (items("rules", [first, *others]), *digests)
    else:
        known |= {"rules": first.id, "rules_sha256": digest_of_rules(first)}
    bets = tuple(dict.fromkeys(entry.bet for entry in settlement.entries))
    return Origin(None, bets, tuple(options), digests, known)


SETTLE: Document[Settled] = Document("settle", 2, "settle", tuple(through(0, _SETTLEMENT)), _origin)
