"""What a shell offers to complete an argument or an option: ids, formats, languages and other words.

Searches files for names and loads nothing else, so that a key press is answered at once.
"""

import re
from collections.abc import Callable, MutableMapping
from itertools import pairwise

from analyzer.catalog.reference import CATALOG, stems
from analyzer.text import LANGUAGES

COMPLETING = "_BACCARAT_COMPLETE"
"""The environment variable with which a shell requests completion."""

Offer = Callable[[str], list[str]]
"""Returns the words that begin with the text typed so far; if there are none, the shell offers files."""

_ID = r'(?m)^\s*id = "([^"]+)"'
_BET = r"(?m)^\[\[bet\]\]$"
_PAYTABLE = r'(?m)^\[bet\.paytables\.(?:"([^"]+)"|([a-z0-9-]+))\]'


def words(*known: str) -> Offer:
    """Offers these words."""
    return lambda incomplete: [word for word in known if word.startswith(incomplete)]


def ids(kind: str) -> Offer:
    """Offers the ids of variants, rules, procedures, limits or claims."""
    return lambda incomplete: [id for id in stems(kind) if id.startswith(incomplete)]


def bets(incomplete: str) -> list[str]:
    """Bets of the library; after a slash, the paytables of one."""
    id, slash, paytable = incomplete.partition("/")
    if not slash:
        return sorted(bet for text in _texts("bets") for bet in re.findall(_ID, text) if bet.startswith(id))
    for text in _texts("bets"):
        for bet in re.split(_BET, text)[1:]:
            if (found := re.search(_ID, bet)) and found[1] == id:
                prices = [quoted or bare for quoted, bare in re.findall(_PAYTABLE, bet)]
                return [f"{id}/{price}" for price in prices if price.startswith(paytable)]
    return []


def counts(incomplete: str) -> list[str]:
    """Card counts of the library."""
    return sorted(
        id for text in _texts("counts") for id in re.findall(_ID, text) if id.startswith(incomplete)
    )


def merged(*offers: Offer) -> Offer:
    """Offers the words of all these offers."""
    return lambda incomplete: sorted({word for offer in offers for word in offer(incomplete)})


variants, rules, claims, procedures, limits = map(
    ids, ("variants", "rules", "claims", "procedures", "limits")
)
items = merged(variants, rules, procedures, limits, bets, counts)  # claims are too many to offer
sides = merged(variants, rules, bets)
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
    *("agrees", "truncated", "spreadsheet", "other-convention", "last-digit", "wrong", "cannot-say"),
    "unreadable",
)
filters = words(*(f"{key}=" for key in ("name", "id", "alias", "family", "note", "source", "needs", "edge")))
open_cards = words("4", "5")


def without_equals(environment: MutableMapping[str, str]) -> None:
    """Remove the equals signs that bash splits off as words, as in `--format=json`.

    >>> variables = {"COMP_WORDS": "baccarat\\nodds\\n--format\\n=\\njs", "COMP_CWORD": "4"}
    >>> without_equals(variables); variables
    {'COMP_WORDS': 'baccarat\\nodds\\n--format\\njs', 'COMP_CWORD': '3'}
    """
    typed, place = environment.get("COMP_WORDS", "").split("\n"), environment.get("COMP_CWORD", "")
    if not place.isdecimal():
        return
    pairs = enumerate(pairwise(typed[: int(place)]), 1)
    signs = [i for i, (option, word) in pairs if word == "=" and option.startswith("--")]
    environment["COMP_WORDS"] = "\n".join(word for i, word in enumerate(typed) if i not in signs)
    environment["COMP_CWORD"] = str(int(place) - len(signs))


def _texts(kind: str) -> list[str]:
    """The texts of the library's files of a kind; parsing them as TOML would take ten times as long."""
    return [(CATALOG / kind / f"{stem}.toml").read_text(encoding="utf-8") for stem in stems(kind)]
