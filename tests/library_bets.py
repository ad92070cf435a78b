"""Every bet that the package ships, with the rules it is meant for."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from analyzer.bets.bet import Bet
from analyzer.catalog import load
from analyzer.catalog.lint_input import inspect_file
from analyzer.catalog.reference import stems
from analyzer.game.rules import Rules

CATALOG = Path(str(files("analyzer.catalog")))
PUNTO_BANCO = load.rules("punto-banco")


def bets_everywhere() -> Iterator[tuple[str, Rules, Bet]]:
    """Every bet of the library, its variants and its claims, with the rules that it is meant for.

    Prices do not matter here: a bet has the same lines at every price.
    """
    for name, prices in load.library().items():
        yield name, load.rules(prices[0].rules or "punto-banco"), prices[0]
    for variant in map(load.variant, load.variant_ids()):
        for name, prices in variant.local.items():
            yield f"{variant.id}:{name}", variant.rules, prices[0]
    for stem in stems("claims"):
        for _, prices in inspect_file(str(CATALOG / "claims" / f"{stem}.toml")).bets:
            yield f"{stem}:{prices[0].id}", PUNTO_BANCO, prices[0]


BETS = {name: (rules, bet) for name, rules, bet in bets_everywhere()}

IMPOSSIBLE = {(f"matching-dragon-{rank}", line): rank for rank in (3, 4, 8, 9) for line in ("six", "five")}
"""Lines that no coup settles, each with a rank: if both hands begin with two of this rank, both stand."""
