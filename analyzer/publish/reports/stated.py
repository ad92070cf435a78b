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
from analyzer.message import say
from analyzer.play.settlement.limits import Limits

Named = Variant | Rules | Bet | Count | Uncomputable | Procedure | Limits
Stated = Claim | Count | Uncomputable

KEYS = {
    "id": say("Id"),
    "name": say("Name"),
    "names": say("Names"),
    "aliases": say("Aliases"),
    "reason": say("Why"),
    "source": say("Source"),
    "bet": say("Bet"),
    "tags": say("Tags"),
    "imbalance": say("Sum of the tags of a deck"),
    "start": say("Running count at the start"),
    "true_trigger": say("Bet at a true count of"),
    "running_trigger": say("Bet at a running count of"),
    "bet_frequency": say("Printed: bets made, of all coups"),
    "bets_per_shoe": say("Printed: bets made in a shoe"),
    "average_edge": say("Printed: mean edge when betting"),
    "units_per_100_hands": say("Printed: units won in 100 coups"),
    "units_per_shoe": say("Printed: units won in a shoe"),
    "simulated": say("Printed: simulated"),
    "line": say("Line"),
    "given": say("Given"),
    "rules": say("Rules"),
    "decks": say("Decks"),
    "quantity": say("Quantity"),
    "printed": say("Printed"),
    "out_of": say("Out of"),
    "known_error": say("Known error"),
    "burn": say("Burn"),
    "cut_card": say("Cards behind the cut card"),
    "extra_coups": say("Coups after the one in which it shows"),
    "reserve": say("Reserve cards pulled ahead"),
    "turning": say("Cards turned"),
    "note": say("Note"),
}
"""What each key is called."""


def other_names(item: Named, language: str) -> tuple[str, ...]:
    """What it is called in the languages but the one whose name is shown, which are told in brackets."""
    names = {"en": item.name, **item.names}
    names.pop(language if language in names else "en")
    return tuple(f"{name} ({language})" for language, name in names.items())


def words(item: Stated, language: str) -> dict[str, str | None]:
    """What a claim, a count, or what cannot be computed, says, as texts; None where it says nothing."""
    if isinstance(item, Count):
        return _words_of_count(item, language)
    if isinstance(item, Uncomputable):
        return {
            "id": item.id,
            "name": item.named(language).name,
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


def _words_of_count(count: Count, language: str) -> dict[str, str | None]:
    true, running = count.true_trigger, count.running_trigger
    return {
        "id": count.id,
        "name": count.named(language).name,
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
