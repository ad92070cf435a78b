"""Stakes settled through a record, as a document for machines.

Lays out exact values; computes none.
"""

from collections.abc import Sequence

from analyzer.catalog.digests import files, items, rules_and_bets
from analyzer.exact import ratio_text
from analyzer.play.settlement.settlement import Account, Entry, Rounded, Settlement
from analyzer.render.provenance import Provenance
from analyzer.render.words import Words
from analyzer.text import Text


def settle_origin(found: Settlement, paths: Sequence[str]) -> Provenance:
    """What was asked, and the digests of the files read and of all that was staked on."""
    chips, limits = found.ledger.chips, found.ledger.limits
    facts = [
        ("variant", " ".join(game.id for game, _ in found.games)),
        ("rules", " ".join(dict.fromkeys(rules.id for _, rules in found.games))),
        ("chip", ratio_text(chips.chip)),
        ("rounding", chips.rounding),
        *((("limits", limits.id),) if limits else ()),
    ]
    bets = list(dict.fromkeys(entry.bet for entry in found.entries))
    first, *others = dict.fromkeys(rules for _, rules in found.games)
    of_rules, of_bets = rules_and_bets(first, bets)
    if others:
        of_rules = items("rules", [first, *others])
    return Provenance(tuple(facts), (of_rules, of_bets, *files(paths)))


def settle_document(found: Settlement, origin: Provenance, words: Words) -> dict[str, object]:
    """Every entry and what they come to, money as exact texts."""
    chips = found.ledger.chips
    return {
        "entries": [_entry(entry, words) for entry in found.entries],
        "net": ratio_text(found.net),
        "bettors": [_account(account) for account in found.ledger.accounts],
        "variants": [{"variant": game.id, "rules": rules.id} for game, rules in found.games],
        "limits": None if found.ledger.limits is None else found.ledger.limits.id,
        "chip": ratio_text(chips.chip),
        "rounding": chips.rounding,
        "edges": [_rounded(one) for one in found.rounded],
        "unread": [
            {"shoe": one.shoe, "where": one.where, "why": _said(one.why, words)} for one in found.missed
        ],
        "provenance": origin.document(),
    }


def _entry(entry: Entry, words: Words) -> dict[str, object]:
    return {
        "shoe": entry.shoe,
        "coup": entry.coup,
        "bettor": entry.bettor,
        "bet": entry.bet.reference,
        "stake": ratio_text(entry.stake),
        "status": entry.status,
        "line": entry.line,
        "gain": ratio_text(entry.gain),
        "commission": ratio_text(entry.commission),
        "rounding": ratio_text(entry.rounding),
        "net": ratio_text(entry.net),
        "held": ratio_text(entry.held),
        "balance": ratio_text(entry.balance),
        "reason": _said(entry.reason, words),
    }


def _said(reason: Text | None, words: Words) -> str | None:
    return None if reason is None else words.translate(reason)


def _account(account: Account) -> dict[str, object]:
    return {
        "bettor": account.bettor,
        "balance_in": None if account.opening is None else ratio_text(account.opening),
        "balance_out": None if account.opening is None else ratio_text(account.closing),
        "held": ratio_text(account.held),
        "staked": ratio_text(account.staked),
        "commission": ratio_text(account.commission),
        "rounding": ratio_text(account.rounding),
        "net": ratio_text(account.net),
    }


def _rounded(one: Rounded) -> dict[str, object]:
    return {
        "bet": one.value.bet.reference,
        "stake": ratio_text(one.stake),
        "shoe": str(one.shoe),
        "ev": ratio_text(one.value.ev),
        "ev_paid": ratio_text(one.ev),
        "house_edge": ratio_text(one.value.house_edge),
        "house_edge_paid": ratio_text(one.house_edge),
        "change": ratio_text(one.change),
    }
