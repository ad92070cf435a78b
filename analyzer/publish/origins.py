"""Digests of what reports are made from, for their provenance: rules, bets, variants, claims and files.

Where there are several of a sort, the digest is that of the list of their digests, in order.
"""

from collections.abc import Callable, Iterable
from hashlib import sha256
from os import PathLike, fspath
from pathlib import Path
from typing import TypeVar

from analyzer.analysis.count import Count
from analyzer.audit.claim import Claim
from analyzer.bets.bet import Bet, Uncomputable, Variant
from analyzer.bets.digest import digest, digest_of_bet, digest_of_rules
from analyzer.catalog import procedures
from analyzer.catalog.where import Item
from analyzer.errors import CatalogError
from analyzer.exact import ratio_text
from analyzer.game.procedure import OWN, Procedure
from analyzer.game.rules import Rules
from analyzer.play.settlement.limits import Limit, Limits

Pair = tuple[str, str]
Found = TypeVar("Found", Variant, Rules, Procedure)


def rules_and_bets(rules: Rules, bets: Iterable[Bet]) -> tuple[Pair, Pair]:
    """The digest of rules, and that of bets at their prices."""
    return ("rules", digest_of_rules(rules)), ("bets", digest([digest_of_bet(bet) for bet in bets]))


def items(sort: str, found: Iterable[Item]) -> Pair:
    """The digest of what is listed under a name."""
    return sort, digest([of_item(item) for item in found])


def of_item(item: Item) -> str:
    """The digest of one thing of the library; a bet at each of its prices."""
    if isinstance(item, Rules):
        return digest_of_rules(item)
    if isinstance(item, Variant):
        return digest({"id": item.id, "decks": item.decks, **dict(rules_and_bets(item.rules, item.bets))})
    if isinstance(item, Claim):
        return digest(_claim(item))
    if isinstance(item, Procedure):
        return digest({**item.steps, **item.manner})
    if isinstance(item, Limits):
        return digest([_limit(limit) for limit in item.each])
    if isinstance(item, Uncomputable):
        return digest({"id": item.id, "reason": item.reason})
    if isinstance(item, Count):
        return digest(_count(item))
    return digest([digest_of_bet(bet) for bet in item])


def known_as(item: Found, find: Callable[[str], Found]) -> str:
    """The id of a variant, rules or a procedure, or `own` where the library has another one of that id."""
    try:
        other = find(item.id)
    except CatalogError:
        return item.id
    return item.id if of_item(other) == of_item(item) else OWN


def procedure_known_as(procedure: Procedure) -> str:
    """The id of a procedure of the library, `own` of any other: nobody need know it to read the coups."""
    name = known_as(procedure, procedures.procedure)
    return name if name in procedures.procedure_ids() else OWN


def _limit(limit: Limit) -> dict[str, object]:
    """What may be staked on some bets."""
    amounts = (limit.least, limit.most, limit.table)
    return {
        "bets": list(limit.bets),
        "amounts": [None if amount is None else ratio_text(amount) for amount in amounts],
        "difference": limit.difference,
    }


def _count(count: Count) -> dict[str, object]:
    """What a bettor who keeps a count does."""
    triggers = (count.true_trigger, count.running_trigger)
    return {
        "id": count.id,
        "tags": list(map(ratio_text, count.tags)),
        "start": ratio_text(count.start),
        "triggers": [None if trigger is None else ratio_text(trigger) for trigger in triggers],
        "bet": count.bet,
    }


def _claim(claim: Claim) -> dict[str, object]:
    """What decides the verdict on a claim."""
    return {
        "id": claim.id,
        "rules": digest_of_rules(claim.rules),
        "bets": [digest_of_bet(bet) for bet in claim.bets],
        "decks": claim.decks,
        "quantity": claim.quantity,
        "line": claim.line,
        "given": None if claim.given is None else claim.given.text,
        "out_of": claim.out_of,
        "printed": claim.printed.text,
        "known_error": claim.known_error,
    }


def files(paths: Iterable[str | PathLike[str]]) -> tuple[Pair, ...]:
    """The digest of each file's bytes, under its name."""
    return tuple((fspath(path), sha256(Path(path).read_bytes()).hexdigest()) for path in paths)
