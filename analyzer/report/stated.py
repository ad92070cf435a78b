"""What a claim, a count, or a game or bet that cannot be computed states, key by key."""

from analyzer.analysis.count import Count
from analyzer.audit.claim import Claim
from analyzer.bets.bet import Bet, Uncomputable, Variant
from analyzer.catalog import counts, load
from analyzer.exact import ratio_or_none, ratio_text
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.play.settlement.limits import TableLimits
from analyzer.text import Text, message

Described = Variant | Rules | Bet | Procedure | TableLimits
Stated = Claim | Count | Uncomputable
Named = Described | Count | Uncomputable

KEYS = {
    "id": message("Id"),
    "name": message("Name"),
    "names": message("Names"),
    "aliases": message("Aliases"),
    "reason": message("Why"),
    "source": message("Source"),
    "bet": message("Bet"),
    "tags": message("Tags"),
    "imbalance": message("Sum of the tags of a deck"),
    "start": message("Running count at the start"),
    "true_trigger": message("Bet at a true count of"),
    "running_trigger": message("Bet at a running count of"),
    "bet_frequency": message("Printed: bets made, of all coups"),
    "bets_per_shoe": message("Printed: bets made in a shoe"),
    "average_edge": message("Printed: mean edge when betting"),
    "units_per_100_hands": message("Printed: units won in 100 coups"),
    "units_per_shoe": message("Printed: units won in a shoe"),
    "simulated": message("Printed: simulated"),
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
    "extra_coups": message("Coups after the one in which it shows"),
    "reserve": message("Reserve cards pulled ahead"),
    "turning": message("Cards turned"),
    "note": message("Note"),
}
"""The heading of each key."""


def other_names(item: Named, language: str) -> tuple[str, ...]:
    """An item's names in languages other than the one shown, each with the language's tag in brackets."""
    names = {"en": item.name, **item.names}
    names.pop(language if language in names else "en")
    return tuple(f"{name} ({tag})" for tag, name in names.items())


def stated_texts(item: Stated, language: str) -> dict[str, Text | None]:
    """Everything that an item states, as texts by key; None where it states nothing."""
    if isinstance(item, Claim):
        return {
            "id": item.id,
            "bet": item.reference or None,
            "line": item.line,
            "given": None if item.given is None else item.given.text,
            "rules": item.rules.id,
            "decks": str(item.decks) if item.decks_stated else None,
            "quantity": item.quantity,
            "printed": item.printed.text,
            "out_of": None if item.out_of is None else str(item.out_of),
            "source": load.citation(item.source),
            "known_error": item.known_error,
            "note": item.note,
        }
    naming: dict[str, Text | None] = {
        "id": item.id,
        "name": item.title,
        "names": ", ".join(other_names(item, language)) or None,
    }
    if isinstance(item, Uncomputable):
        aliases = ", ".join(item.aliases) or None
        return naming | {"aliases": aliases, "reason": item.reason, "source": load.citation(item.source)}
    return {
        **naming,
        "bet": item.bet,
        "decks": None if item.decks is None else str(item.decks),
        "tags": counts.tags_text(item.tags),
        "imbalance": ratio_text(item.imbalance),
        "start": ratio_text(item.start),
        "true_trigger": ratio_or_none(item.true_trigger),
        "running_trigger": ratio_or_none(item.running_trigger),
        **item.printed,
        "known_error": item.known_error,
        "note": item.note,
        "source": load.citation(item.source),
    }


def stated_document(item: Stated, language: str) -> dict[str, object]:
    """The `stated_texts` for machines: decks, names and aliases as numbers, objects and lists, not texts."""
    match item:
        case Claim():
            return stated_texts(item, language) | {"decks": item.decks if item.decks_stated else None}
        case Count():
            return stated_texts(item, language) | {"names": dict(item.names), "decks": item.decks}
    return stated_texts(item, language) | {"names": dict(item.names), "aliases": list(item.aliases)}
