"""The content of a certificate, schema `baccarat-certificate/2`, made from counted dealing orders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.condition import Condition
from analyzer.bets.digest import digest, digest_of_bet, digest_of_rules, lines_value, rules_value
from analyzer.census.kinds import Kinds
from analyzer.errors import AnalyzerError
from analyzer.exact import falling, ratio_text
from analyzer.game.cards import card_at
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, Shoe

SCHEMA = "baccarat-certificate/2"
FIRST_SCHEMA = "baccarat-certificate/1"
OWN = "own"  # The key that lists the labels of a certificate that are not the library's.

# Changing a word of this requires another schema: certificates written before would no longer be correct.
MEANING = (
    "A line of a bet has classes. A class is a multiset of kinds, held by the cards from the shoe that "
    "lie at the places of the bet; the dealing orders in which such cards settle the bet by that line; "
    "and the ways: orders times n(n-1)...(n-m+1) for each kind held m times of which the shoe has n, "
    "times the ways to deal the coup's other cards from those left, used or not, six from the shoe in "
    "all, or five where the rules give Player's first card away. The ways of a line are the sum over its "
    "classes; those of all lines of a bet add up to total_ways, the deals in which what is given holds; "
    "the EV is the sum over the lines of net (times its mean multiplier) times ways over total_ways. "
    "Classes that the shoe cannot deal are left out. Every sha256 is of JSON with sorted keys and no "
    "blanks, in UTF-8: of this document without its own; of the rules without id and sha256; of a bet's "
    "id, paytable, lines and, if there, locked, each line but the last (lose) with id, when, net and, if "
    "there, multiplier."
)

Multiset = tuple[int, ...]  # A multiset of kinds, ascending.


@dataclass(frozen=True, slots=True)
class Counted:
    """For each line id of a bet, dealing orders by the kinds of the cards from the shoe at `places`."""

    kinds: Kinds
    places: tuple[str, ...]
    orders: Mapping[str, Mapping[Multiset, int]]


@dataclass(frozen=True, slots=True)
class Certified:
    """What a certificate covers: the labels of program and variant, and all that decides its numbers."""

    version: str
    variant: str
    rules: Rules
    shoe: Shoe
    given: Condition | None
    bets: tuple[Bet, ...]


def certificate_document(
    of: Certified, counted: Sequence[Counted], own: Sequence[str] = ()
) -> dict[str, object]:
    """The certificate as a document of whole numbers and exact texts. `counted` is what was counted for each
    bet, over the coups that satisfy the condition given; `own` are the labels that are not the library's.
    Raises AnalyzerError if no coup satisfies the condition given.
    """
    rules, shoe, bets = of.rules, of.shoe, of.bets
    given = None if of.given is None else of.given.text
    kinds_names: dict[Kinds, str] = {}
    for kinds in (orders.kinds for orders in counted):
        kinds_names.setdefault(kinds, kinds.cells or f"kinds-{len(kinds_names) + 1}")
    by_bet = [_dealt_classes(orders, shoe, rules.cards_from_shoe) for orders in counted]
    total = sum(_ways(classes) for classes in by_bet[0].values())
    if not total:
        raise AnalyzerError("no coup from this shoe satisfies the condition given")
    about: dict[str, object] = {
        "version": of.version,
        "variant": of.variant,
        "rules": rules.id,
        "shoe": {"cards": shoe.size, "fineness": shoe.fineness, "points": list(shoe.points)},
        **({} if given is None else {"given": given}),
        "bets": [{"bet": b.id, "paytable": b.paytable, "sha256": digest_of_bet(b)} for b in bets],
        "rules_sha256": digest_of_rules(rules),
    }
    body: dict[str, object] = {
        "meaning": MEANING,
        **({OWN: list(own)} if own else {}),
        "rules": {"id": rules.id, **rules_value(rules), "sha256": digest_of_rules(rules)},
        "shoe": {
            "cards": shoe.size,
            "fineness": shoe.fineness,
            "counts": dict(zip(KEYS[shoe.fineness], shoe.counts, strict=True)),
        },
        "given": given,
        "total_ways": str(total),
        "kinds": {name: _kinds(kinds, shoe) for kinds, name in kinds_names.items()},
        "bets": [
            _bet(bet, orders, kinds_names[orders.kinds], lines, total)
            for bet, orders, lines in zip(bets, counted, by_bet, strict=True)
        ],
    }
    head = {"schema": SCHEMA, "about": about}
    return {**head, "sha256": digest(head | body), **body}


def in_first_schema(document: Mapping[str, object], of: Certified) -> dict[str, object]:
    """A certificate in the first schema: the meaning is under `about`, version and variant next to it."""
    moved = ("schema", "about", "sha256", "meaning")
    body = {key: part for key, part in document.items() if key not in moved}
    names = {"version": of.version, "variant": of.variant}
    whole = {"schema": FIRST_SCHEMA, "about": document["meaning"], **names, **body}
    return {**whole, "sha256": digest(whole)}


def _kinds(kinds: Kinds, shoe: Shoe) -> dict[str, object]:
    """Each kind's cards, and how many of them the shoe has."""
    cards: dict[int, list[str]] = {}
    for card, kind in enumerate(kinds.labels):
        cards.setdefault(kind, []).append(str(card_at(card)))
    named = enumerate(zip(kinds.names, kinds.of(shoe), strict=True))
    return {name: {"cards": " ".join(cards[kind]), "count": count} for kind, (name, count) in named}


_Classes = list[tuple[str, int, int]]  # The classes of a line: multiset in names, dealing orders, ways.


def _dealt_classes(counted: Counted, shoe: Shoe, unknown: int) -> dict[str, _Classes]:
    """The classes of each line that the shoe can deal."""
    counts, names = counted.kinds.of(shoe), counted.kinds.names

    def deals(multiset: Multiset) -> int:
        """The ways to deal cards of these kinds, in one order, and then the coup's other cards."""
        drawn = prod(falling(counts[kind], multiset.count(kind)) for kind in set(multiset))
        return drawn * falling(shoe.size - len(multiset), unknown - len(multiset))

    return {
        line: [
            (" ".join(names[kind] for kind in multiset), orders, orders * ways)
            for multiset, orders in sorted(classes.items(), key=lambda row: (len(row[0]), row[0]))
            if (ways := deals(multiset))
        ]
        for line, classes in counted.orders.items()
    }


def _ways(classes: _Classes) -> int:
    return sum(ways for _, _, ways in classes)


def _bet(
    bet: Bet, counted: Counted, kinds: str, by_line: Mapping[str, _Classes], total: int
) -> dict[str, object]:
    nets = bet.nets
    lose: dict[str, object] = {"id": LOSE, "when": None, "net": ratio_text(nets[LOSE])}
    ev = sum((nets[line] * _ways(classes) for line, classes in by_line.items()), Fraction(0)) / total
    return {
        "id": bet.id,
        "paytable": bet.paytable,
        "name": bet.name,
        "sha256": digest_of_bet(bet),
        **({} if bet.locked is None else {"locked": ratio_text(bet.locked)}),
        "kinds": kinds,
        "places": list(counted.places),
        "ev": ratio_text(ev),
        "house_edge": ratio_text(-ev),
        "lines": [
            {
                **line,
                "ways": str(_ways(classes)),
                "classes": [[names, orders, str(ways)] for names, orders, ways in classes],
            }
            for line, classes in zip([*lines_value(bet), lose], by_line.values(), strict=True)
        ],
    }
