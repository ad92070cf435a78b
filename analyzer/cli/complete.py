"""What a shell offers behind an argument or an option: ids, formats, languages and other words.

Reads names alone, never what they stand for, so that a key press is answered at once.
"""

import re
from collections.abc import Callable, MutableMapping

from analyzer.catalog.reference import CATALOG, stems
from analyzer.text import LANGUAGES

COMPLETING = "_BACCARAT_COMPLETE"
"""The variable by which a shell asks what it can offer."""

Offer = Callable[[str], list[str]]
"""Offers words that begin with what has been typed; the shell offers files where there are none."""

_ID = re.compile(r'^\s*id = "([^"]+)"', re.MULTILINE)
_BET = re.compile(r"^\[\[bet\]\]$", re.MULTILINE)
_PAYTABLE = re.compile(r'^\[bet\.paytables\.(?:"([^"]+)"|([a-z0-9-]+))\]', re.MULTILINE)


def words(*known: str) -> Offer:
    """What offers these words."""

    def offer(incomplete: str) -> list[str]:
        return [word for word in known if word.startswith(incomplete)]

    return offer


def named(kind: str) -> Offer:
    """What offers the ids of variants, rules, procedures or limits."""

    def offer(incomplete: str) -> list[str]:
        return [stem for stem in stems(kind) if stem.startswith(incomplete)]

    return offer


def bets(incomplete: str) -> list[str]:
    """Bets of the library; behind a slash the paytables of one."""
    id, slash, paytable = incomplete.partition("/")
    if not slash:
        return sorted(bet for text in _texts("bets") for bet in _ID.findall(text) if bet.startswith(id))
    for text in _texts("bets"):
        for bet in _BET.split(text)[1:]:
            if (named := _ID.search(bet)) and named[1] == id:
                prices = [quoted or bare for quoted, bare in _PAYTABLE.findall(bet)]
                return [f"{id}/{price}" for price in prices if price.startswith(paytable)]
    return []


def counts(incomplete: str) -> list[str]:
    """Card counts of the library."""
    return sorted(id for text in _texts("counts") for id in _ID.findall(text) if id.startswith(incomplete))


def items(incomplete: str) -> list[str]:
    """Whatever `show` can show, but for claims, of which there are many."""
    kinds = ("variants", "rules", "procedures", "limits")
    found = [id for kind in kinds for id in named(kind)(incomplete)]
    return sorted({*found, *bets(incomplete), *counts(incomplete)})


def sides(incomplete: str) -> list[str]:
    """What `compare` can compare by name."""
    return sorted({*variants(incomplete), *rules(incomplete), *bets(incomplete)})


variants, rules, claims = named("variants"), named("rules"), named("claims")
procedures, limits = named("procedures"), named("limits")
formats = words("text", "md", "csv", "json", "latex", "html", "xlsx", "pdf")
pictures = words("text", "json", "svg", "html", "md", "csv", "latex", "xlsx", "pdf")
languages = words(*LANGUAGES)
sorts = words("variants", "bets", "rules", "counts", "claims", "procedures", "limits", "uncomputable")
fineness = words("points", "ranks", "cards")
orders = words("1", "2")
seen = words("none", "first-card", "all")
roundings = words("none", "down", "up")
models = words("totals", "banker-sees", "both-see")
ranks = words("edge", "-edge", "hit-rate", "-hit-rate", "sd", "-sd", "target", "yield", "-yield")
fronts = words(*(f"{edge}-edge,{sd}-sd" for edge in ("low", "high") for sd in ("low", "high")))
exports = words("latex", "python", "sympy")
forms = words("decks", "counts")
views = words("all", "lines", "decks", "outcomes", "edge")
verdicts = words(
    "agrees", "truncated", "spreadsheet", "other-convention", "last-digit", "wrong", "cannot-say"
)
filters = words(*(f"{key}=" for key in ("name", "id", "alias", "family", "note", "source", "needs", "edge")))
open_cards = words("4", "5")


def without_equals(environment: MutableMapping[str, str]) -> None:
    """Take out the equals signs that bash makes words of, as in `--format=json`.

    >>> asked = {"COMP_WORDS": "baccarat\\nodds\\n--format\\n=\\njs", "COMP_CWORD": "4"}
    >>> without_equals(asked); asked
    {'COMP_WORDS': 'baccarat\\nodds\\n--format\\njs', 'COMP_CWORD': '3'}
    """
    typed, place = environment.get("COMP_WORDS", "").split("\n"), environment.get("COMP_CWORD", "")
    if not place.isdecimal():
        return
    odd = [
        i for i, word in enumerate(typed[: int(place)]) if word == "=" and i and typed[i - 1].startswith("--")
    ]
    environment["COMP_WORDS"] = "\n".join(word for i, word in enumerate(typed) if i not in odd)
    environment["COMP_CWORD"] = str(int(place) - len(odd))


def _texts(kind: str) -> list[str]:
    """The library's files of a kind as they stand: reading them as TOML takes ten times as long."""
    return [CATALOG.joinpath(kind, f"{stem}.toml").read_text(encoding="utf-8") for stem in stems(kind)]
