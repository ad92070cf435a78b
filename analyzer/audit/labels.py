"""The labels of a certificate: which are the library's, which are the user's own, and which contradict their
content; and a certificate compared with a rule sheet.

The library is passed as a value: this module knows no files.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from analyzer.audit.differences import Mismatch, of_bets, of_rules, shown
from analyzer.audit.proof import OWN, Certified
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.digest import digest_of_bet, digest_of_rules
from analyzer.errors import AnalyzerError
from analyzer.game.rules import Rules
from analyzer.text import Message, Text, joined, message, plural


@dataclass(frozen=True, slots=True)
class Library:
    """What labels can name: the library of one version of the program, by id; a bet at each of its prices."""

    version: str
    rules: Mapping[str, Rules]
    bets: Callable[[str], Sequence[Bet]]
    variant: Callable[[str], Variant | None]


@dataclass(frozen=True, slots=True)
class Label:
    """A label of a certificate, such as `bet tie/8`, and its place. `own` is whether it is not what the
    library has under this name, `taken` whether the library has anything under it, and `wrong` where the
    label contradicts its content.
    """

    text: str
    where: str
    own: bool
    taken: bool
    wrong: Sequence[Mismatch] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A rule sheet: its name, its rules, its bets if it has any, and the number of decks if it states one."""

    name: str
    rules: Rules
    bets: tuple[Bet, ...]
    decks: int | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """A certificate compared with a rule sheet: every difference, `exact` being what the sheet has; and the
    references of the sheet's bets that are not certified.
    """

    sheet: Sheet
    differences: tuple[Mismatch, ...]
    uncertified: tuple[str, ...]


def labels_of(certified: Certified, library: Library) -> list[Label]:
    """The labels of variant, rules and bets."""
    game = library.variant(certified.variant)
    offered = () if game is None else game.bets
    return [
        _of_variant(certified, game),
        _of_rules(certified.rules, library.rules.get(certified.rules.id)),
        *(
            _of_bet(f"bets[{place}]", bet, [x for x in (*offered, *library.bets(bet.id)) if x.id == bet.id])
            for place, bet in enumerate(certified.bets)
        ),
    ]


def _of_variant(certified: Certified, game: Variant | None) -> Label:
    """It is the library's if the library's variant has these rules, and these bets at these prices."""
    bets, offered = (set(map(digest_of_bet, x)) for x in (certified.bets, () if game is None else game.bets))
    same = game is not None and game.rules.id == certified.rules.id and bets <= offered
    return Label(f"variant {certified.variant}", "about.variant", not same, game is not None)


def _of_rules(rules: Rules, known: Rules | None) -> Label:
    own = known is None or digest_of_rules(known) != digest_of_rules(rules)
    wrong: list[Mismatch] = []
    if own and known is not None:
        other = message("rules of another name, since they deal differently")
        wrong = [Mismatch("rules.id", shown(rules.id), other), *of_rules(rules, known)]
    return Label(f"rules {rules.id}", "rules.id", own, known is not None, wrong)


def _of_bet(where: str, bet: Bet, prices: Sequence[Bet]) -> Label:
    """The label of a bet, given the library's bets with its id: it is wrong if the library has another bet at
    this paytable, or another name for this bet.
    """
    same = next((known for known in prices if digest_of_bet(known) == digest_of_bet(bet)), None)
    wrong: list[Mismatch] = []
    if same is None:
        for known in [known for known in prices if known.paytable == bet.paytable is not None][:1]:
            other = message("a bet of another name, since {bet} is not this bet", bet=bet.reference)
            wrong = [Mismatch(f"{where}.paytable", shown(bet.paytable), other), *of_bets(bet, known, where)]
    elif bet.name not in (same.name, *same.names.values()):
        wrong = [Mismatch(f"{where}.name", shown(bet.name), shown(same.name))]
    return Label(f"bet {bet.reference}", f"{where}.id", same is None, bool(prices), wrong)


def own_labels(certified: Certified, library: Library) -> list[str]:
    """The labels that are the user's own, for a certificate to be made. Raises AnalyzerError if a label
    contradicts its content.
    """
    found = labels_of(certified, library)
    for wrong in (wrong for label in found for wrong in label.wrong):
        raise AnalyzerError(
            "expected names of the library only for what the library has, got {label}, which should be "
            "{exact}; choose another name",
            label=joined(": ", [wrong.where, wrong.claimed]),
            exact=wrong.exact,
        )
    return [label.text for label in found if label.own]


def of_labels(certified: Certified, claimed: object, library: Library) -> Iterator[Mismatch]:
    """Where labels contradict their content, or are not marked as the user's own although they are; `claimed`
    is the list of labels that the certificate marks as such.
    """
    if certified.version != library.version:
        only = message(
            "{version}, the only version whose library is known here", version=shown(library.version)
        )
        yield Mismatch("about.version", shown(certified.version), only)
    found = labels_of(certified, library)
    if wrong := [wrong for label in found for wrong in label.wrong]:
        yield from wrong
        return
    own = [label.text for label in found if label.own]
    stated = claimed if isinstance(claimed, list) else []
    missing = [label for label in found if label.own and label.text not in stated]
    for label in missing:
        users = message(
            "the user's own, since the library has nothing of this name; it must be listed in {key}",
            key=repr(OWN),
        )
        if label.taken:
            users = message(
                "the user's own, since the library has another item of this name; it must be listed in {key}",
                key=repr(OWN),
            )
        yield Mismatch(label.where, shown(label.text), users)
    if not missing and claimed != (own or None):
        yield Mismatch(OWN, shown(claimed), shown(own) if own else message("no such key"))


def against(certified: Certified, sheet: Sheet) -> Compared:
    """A certificate compared with a rule sheet, which is about a fresh shoe: rules cell by cell, bets line by
    line, the condition given, and the shoe.
    """
    differences = list(of_rules(certified.rules, sheet.rules))
    covered: set[str] = set()
    for bet in certified.bets if sheet.bets else ():
        where = f"bet {bet.reference}"
        prices = [(price, [*of_bets(bet, price, where)]) for price in sheet.bets if price.id == bet.id]
        if not prices:
            differences.append(Mismatch(where, shown(bet.reference), message("no such bet")))
            continue
        same, different = min(prices, key=lambda pair: (bool(pair[1]), pair[0].paytable != bet.paytable))
        covered.add(same.reference)
        differences += different
    differences += _of_fresh_coups(certified, sheet.decks)
    rest = tuple(bet.reference for bet in sheet.bets if bet.reference not in covered)
    return Compared(sheet, tuple(differences), rest)


def _of_fresh_coups(certified: Certified, decks: int | None) -> Iterator[Mismatch]:
    """Where the odds are not what a rule sheet prints: the odds of every coup, from a fresh shoe of this many
    decks, or of any number of decks if None.
    """
    shoe = certified.shoe
    if certified.given is not None:
        yield Mismatch("given", shown(certified.given.text), message("no condition: odds of every coup"))
    whole = shoe.fewest_decks
    fresh = shoe.size == 52 * whole
    if not fresh or decks not in (whole, None):
        exact: Text = message("a fresh shoe") if decks is None else _decks(decks)
        partial = plural("{n} card, not a fresh shoe", "{n} cards, not a fresh shoe", shoe.size)
        yield Mismatch("shoe", _decks(whole) if fresh else partial, exact)


def _decks(decks: int) -> Message:
    return plural("{n} deck, {cards} cards", "{n} decks, {cards} cards", decks, cards=52 * decks)
