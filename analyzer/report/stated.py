"""What a claim, a count, or a thing that cannot be computed says, key by key.

Lays out what the catalog says; computes nothing.
"""

from analyzer.analysis.count import Count
from analyzer.audit.claim import Claim
from analyzer.bets.bet import Bet, Uncomputable, Variant
from analyzer.catalog import counts, load
from analyzer.exact import ratio_text
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.play.settlement.limits import Limits
from analyzer.text import Text, message

Named = Variant | Rules | Bet | Count | Uncomputable | Procedure | Limits
Stated = Claim | Count | Uncomputable

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
"""What each key is called."""


def other_names(item: Named, language: str) -> tuple[str, ...]:
    """What it is called in the languages but the one whose name is shown, which are told in brackets."""
    names = {"en": item.name, **item.names}
    names.pop(language if language in names else "en")
    return tuple(f"{name} ({language})" for language, name in names.items())


def words(item: Stated, language: str) -> dict[str, Text | None]:
    """What a claim, a count, or what cannot be computed, says, as texts; None where it says nothing."""
    if isinstance(item, Count):
        return _words_of_count(item, language)
    if isinstance(item, Uncomputable):
        return {
            "id": item.id,
            "name": item.title,
            "names": ", ".join(other_names(item, language)) or None,
            "aliases": ", ".join(item.aliases) or None,
            "reason": item.reason,
            "source": load.citation(item.source),
        }
    claim = item
    return {
        "id": claim.id,
        "bet": claim.reference or None,
        "line": claim.line,
        "given": None if claim.given is None else claim.given.text,
        "rules": claim.rules.id,
        "decks": str(claim.decks) if claim.decks_stated else None,
        "quantity": claim.quantity,
        "printed": claim.printed.text,
        "out_of": None if claim.out_of is None else str(claim.out_of),
        "source": load.citation(claim.source),
        "known_error": claim.known_error,
        "note": claim.note,
    }


def _words_of_count(count: Count, language: str) -> dict[str, Text | None]:
    true, running = count.true_trigger, count.running_trigger
    return {
        "id": count.id,
        "name": count.title,
        "names": ", ".join(other_names(count, language)) or None,
        "bet": count.bet,
        "decks": None if count.decks is None else str(count.decks),
        "tags": counts.tags_text(count.tags),
        "imbalance": ratio_text(count.imbalance),
        "start": ratio_text(count.start),
        "true_trigger": None if true is None else ratio_text(true),
        "running_trigger": None if running is None else ratio_text(running),
        **count.printed,
        "known_error": count.known_error,
        "note": count.note,
        "source": load.citation(count.source),
    }
