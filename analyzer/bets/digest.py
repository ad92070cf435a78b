"""Digests that identify rules and bets: SHA-256 of their canonical JSON."""

import json
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

from analyzer.bets.bet import Bet
from analyzer.exact import ratio_text
from analyzer.game.rules import Rules

Pair = tuple[str, str]  # A name, such as "rules", and the digest of the value with that name.


def digest(value: object) -> str:
    """The SHA-256 of a value's canonical JSON, 64 hexadecimal digits. The value consists of dicts
    with text keys, lists, text, whole numbers, booleans and None. In Python: `sha256(json.dumps(value,
    sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode())`.

    >>> digest({"b": [1, None], "a": "x"})[:16]
    'a8d71f64d3dc772b'
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def rules_value(rules: Rules) -> dict[str, object]:
    """Everything that decides how a coup is dealt: the keys of a rules file, with `banker` as the text of the
    grid. The id is not included, so rules that deal in the same way have the same digest under any name.
    """
    return {
        "player_draws": sorted(rules.tableau.player_draws),
        "naturals": sorted(rules.tableau.naturals),
        "banker": str(rules.tableau),
        "banker_by": rules.banker_by,
        "player_first": rules.player_first,
    }


def bet_value(bet: Bet) -> dict[str, object]:
    """Everything that names a bet or decides how it is settled: id, paytable, lines with conditions and nets.

    `net` is the gain per unit staked, a ratio as text. A line has the key `multiplier`, pairs of a factor and
    its probability, only if it has a multiplier, and a bet has `locked`, units set aside, only if there are
    some. `paytable` is None if there is only one price. The implicit last line, `lose`, is not listed.
    """
    locked = {} if bet.locked is None else {"locked": ratio_text(bet.locked)}
    return {"id": bet.id, "paytable": bet.paytable, **locked, "lines": lines_value(bet)}


def lines_value(bet: Bet) -> list[dict[str, object]]:
    """The lines of a bet as `bet_value` lists them."""
    lines: list[dict[str, object]] = []
    for line in bet.lines:
        lines.append({"id": line.id, "when": line.when.text, "net": ratio_text(line.net)})
        if line.multiplier:
            lines[-1]["multiplier"] = [[ratio_text(x), ratio_text(chance)] for x, chance in line.multiplier]
    return lines


def digest_of_rules(rules: Rules) -> str:
    """The SHA-256 of `rules_value`; the same for all rules that deal in the same way."""
    return digest(rules_value(rules))


@lru_cache(maxsize=4096)
def digest_of_bet(bet: Bet) -> str:
    """The SHA-256 of `bet_value`; it changes with the price."""
    return digest(bet_value(bet))


def digest_of_bets(bets: Iterable[Bet]) -> str:
    """The digest of the list of the bets' digests, in the same order."""
    return digest([digest_of_bet(bet) for bet in bets])


def rules_and_bets(rules: Rules, bets: Iterable[Bet]) -> tuple[Pair, Pair]:
    """The digest of the rules and the digest of the bets at their prices, each with its name."""
    return ("rules", digest_of_rules(rules)), ("bets", digest_of_bets(bets))
