"""The fields of each sort of library item."""

from operator import methodcaller
from typing import Any, get_args

from analyzer.analysis.count import Count
from analyzer.audit.claim import QUANTITIES, Claim
from analyzer.bets.bet import Bet, Uncomputable, Variant
from analyzer.catalog import counts, load
from analyzer.catalog.search import fineness_needed
from analyzer.exact import ratio_text
from analyzer.game.procedure import Handling, Procedure, Seen, Turning
from analyzer.game.rules import BankerBy, Rules
from analyzer.game.shoe import FINENESSES
from analyzer.play.settlement.limits import Limit, TableLimits
from analyzer.report import kinds
from analyzer.report.fields import Fields, entries, headed, records, said, said_as, through
from analyzer.text import LANGUAGES, Message, Text, message

Item = Variant | Rules | tuple[Bet, ...] | Procedure | TableLimits | Claim | Count | Uncomputable
"""One item of the library; a bet is the tuple of its prices."""

Described = Variant | Rules | Bet | Procedure | TableLimits
Named = Described | Count | Uncomputable

KEYS = {
    "id": message("Id"),
    "name": message("Name"),
    "names": message("Names"),
    "aliases": message("Aliases"),
    "reason": message("Reason"),
    "source": message("Source"),
    "bet": message("Bet"),
    "tags": message("Tags"),
    "imbalance": message("Sum of the tags of a deck"),
    "start": message("Running count at the start"),
    "true_trigger": message("Bet at a true count of"),
    "running_trigger": message("Bet at a running count of"),
    "bet_frequency": message("Printed: share of coups bet on"),
    "bets_per_shoe": message("Printed: bets per shoe"),
    "average_edge": message("Printed: mean edge when betting"),
    "units_per_100_hands": message("Printed: units won per 100 coups"),
    "units_per_shoe": message("Printed: units won per shoe"),
    "simulated": message("Printed: simulation"),
    "line": message("Line"),
    "given": message("Given"),
    "rules": message("Rules"),
    "decks": message("Decks"),
    "quantity": message("Quantity"),
    "printed": message("Printed"),
    "out_of": message("Out of"),
    "known_error": message("Known error"),
    "burn": message("Burn"),
    "cut_card": message("Cards behind the cut card"),
    "extra_coups": message("Coups after the one in which the cut card appears"),
    "reserve": message("Reserve cards pulled ahead"),
    "turning": message("Cards turned"),
    "note": message("Note"),
}
"""The heading of each key."""

_DECKS = kinds.plain(type="integer", minimum=1)
DECKS = kinds.either(lambda decks: decks, _DECKS, kinds.one_of("infinite"))  # A number, or `infinite`.
NAMES = kinds.by_name(kinds.TEXT, LANGUAGES[1:])  # Names by language, in addition to the English one.
_NAMING = (said("id", kinds.ID), said("name", kinds.TEXT, "title"), said("names", NAMES))
_SOURCE = said("source", kinds.TEXT, lambda item: load.citation(item.source))
_NOTE = said("note", kinds.TEXT.optional)
_HEAD = (*_NAMING, _SOURCE, _NOTE)
_ALIASES = said("aliases", kinds.many(kinds.TEXT))
_RULES = said("rules", kinds.ID, "rules.id")

_LINE = (
    said("id", kinds.LINE_ID),
    said("when", kinds.TEXT, "when.text"),
    said(
        "multiplier",
        kinds.by_name(kinds.PROBABILITY),
        lambda line: {ratio_text(factor): chance for factor, chance in line.multiplier} or None,
        absent=True,
    ),
)
_PRICE = (
    said("id", kinds.PAYTABLE, "paytable"),
    said("pays", kinds.by_name(kinds.RATIO), lambda bet: {line.id: line.net for line in bet.lines}),
)


def bet_fields(family: kinds.Kind) -> Fields[tuple[Bet, ...]]:
    """The fields of a bet, a tuple of its prices; `family` is the kind of its key `family`."""
    first: Fields[Bet] = (
        _HEAD,
        _ALIASES,
        said("family", family),
        said("needs", kinds.one_of(*FINENESSES), fineness_needed),
        said("rules", kinds.ID.optional),
        said("inside_coup", kinds.FLAG),
        said("locked", kinds.RATIO.optional),
        said("complete", kinds.TEXT.optional, lambda bet: bet.complete and bet.complete.text),
        said("lines", records(_LINE)),
    )
    return through(0, first), said("paytables", records(_PRICE), lambda prices: prices)


LIMIT: Fields[Limit] = (
    said("bets", kinds.many(kinds.TEXT)),
    headed("bets", message("Bets"), "text", lambda limit: ", ".join(limit.bets), in_documents=False),
    headed("least", message("Minimum stake"), "ratio", kind=kinds.RATIO.optional),
    headed("most", message("Maximum stake"), "ratio", kind=kinds.RATIO.optional),
    headed("table", message("Maximum of the table"), "ratio", kind=kinds.RATIO.optional),
    headed(
        "holds_for",
        message("Applies to"),
        "text",
        lambda limit: message("the difference between the bets") if limit.difference else message("each bet"),
        in_documents=False,
    ),
    said("difference", kinds.FLAG),
)
"""The fields of a table limit."""

_PRINTED = [said(key, kinds.TEXT, methodcaller("get", key), absent=True) for key in counts.RESULTS]
_RANGE = kinds.many(kinds.COUNT, minItems=2, maxItems=2)

FORMS: dict[str, Fields[Any]] = {
    "variant": (
        _HEAD,
        said("decks", _DECKS),
        _RULES,
        said("bets", records(bet_fields(kinds.ID.optional)), lambda v: [(bet,) for bet in v.bets]),
    ),
    "rules": (
        _HEAD,
        said("player_draws", kinds.many(kinds.COUNT), lambda rules: sorted(rules.tableau.player_draws)),
        said("naturals", kinds.many(kinds.COUNT), lambda rules: sorted(rules.tableau.naturals)),
        said("banker", kinds.TEXT, lambda rules: str(rules.tableau)),
        said("banker_by", kinds.one_of(*get_args(BankerBy))),
        said("player_first", kinds.plain(type="integer", minimum=1, maximum=13).optional),
    ),
    "bet": bet_fields(kinds.ID),
    "procedure": (
        _HEAD,
        _ALIASES,
        said("burn", kinds.either(lambda burn: burn, kinds.COUNT, kinds.one_of("first-card"))),
        said("seen", kinds.one_of(*get_args(Seen))),
        said("cut_card", kinds.either(lambda cards: cards, kinds.COUNT, _RANGE)),
        said("extra_coups", kinds.COUNT),
        said("reserve", kinds.FLAG),
        said("turning", kinds.one_of(*get_args(Turning))),
        said("handled_by", kinds.one_of(*get_args(Handling))),
    ),
    "limits": (_HEAD, _ALIASES, said("limits", records(LIMIT))),
    "count": (
        _NAMING,
        said("bet", kinds.REFERENCE.optional),
        said("decks", _DECKS),
        said("tags", kinds.TEXT, lambda count: counts.tags_text(count.tags)),
        said_as(kinds.RATIO, "imbalance", "start"),
        said_as(kinds.RATIO.optional, "true_trigger", "running_trigger"),
        through("printed", _PRINTED),
        said("known_error", kinds.TEXT.optional),
        _NOTE,
        _SOURCE,
    ),
    "claim": (
        said("id", kinds.ID),
        said("bet", kinds.TEXT.optional, lambda claim: claim.reference or None),
        said("line", kinds.LINE_ID.optional),
        said("given", kinds.TEXT.optional, lambda claim: None if claim.given is None else claim.given.text),
        _RULES,
        said("decks", DECKS.optional, lambda claim: claim.decks if claim.decks_stated else None),
        said("quantity", kinds.one_of(*QUANTITIES)),
        said("printed", kinds.TEXT, "printed.text"),
        said("out_of", kinds.WHOLE.optional),
        _SOURCE,
        said("known_error", kinds.TEXT.optional),
        _NOTE,
    ),
    "uncomputable": (_NAMING, _ALIASES, said("reason", kinds.TEXT), _SOURCE),
}
"""The fields of each sort of item in documents."""


def sort_of(item: Item) -> str:
    """The sort of an item, its key in `FORMS`: the name of its class, except for two sorts."""
    return {tuple: "bet", TableLimits: "limits"}.get(type(item)) or type(item).__name__.lower()


def other_names(item: Named, language: str) -> tuple[str, ...]:
    """An item's names in languages other than the one shown, each followed by the tag of its language."""
    names = {"en": item.name, **item.names}
    names.pop(language if language in names else "en")
    return tuple(f"{name} ({tag})" for tag, name in names.items())


def stated_texts(item: Claim | Count | Uncomputable, language: str) -> dict[str, Text]:
    """All fields of a claim, a count or something that cannot be computed, as texts by key."""
    stated = entries(FORMS[sort_of(item)], item)
    if not isinstance(item, Claim):
        stated["names"] = other_names(item, language)
    return {key: _text(value) for key, value in stated.items() if value}


def _text(value: object) -> Text:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return value if isinstance(value, Message) else str(value)
