"""The labels of a certificate: which are the library's, which are the user's own, and which contradict what
they stand for; and a certificate compared with a rule sheet.

The library comes as a value: files are not known here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from analyzer.audit.differences import Mismatch, of_bets, of_rules, shown
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.condition import Condition
from analyzer.bets.digest import digest_of_bet, digest_of_rules
from analyzer.errors import AnalyzerError
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

OWN = "own"
"""The key of a certificate that lists its labels which are not the library's."""


@dataclass(frozen=True, slots=True)
class Library:
    """What labels can name: the library of one version of the program, by id; a bet at each of its prices."""

    version: str
    rules: Mapping[str, Rules]
    bets: Callable[[str], Sequence[Bet]]
    variant: Callable[[str], Variant | None]

    def prices(self, variant: str, name: str) -> list[Bet]:
        """The bets with an id: those that the variant offers, then those of the library, at each price."""
        offered = () if (game := self.variant(variant)) is None else game.bets
        return [bet for bet in (*offered, *self.bets(name)) if bet.id == name]

    def named(self, variant: str, bet: Bet) -> Bet | None:
        """The library's bet that is the same as this one: id, paytable, lines and all."""
        wanted = digest_of_bet(bet)
        return next((known for known in self.prices(variant, bet.id) if digest_of_bet(known) == wanted), None)

    def deals_alike(self, rules: Rules) -> bool:
        """Whether the rules are the library's, by id and every cell."""
        known = self.rules.get(rules.id)
        return known is not None and digest_of_rules(known) == digest_of_rules(rules)

    def offers(self, variant: str, rules: Rules, bets: Iterable[Bet]) -> bool:
        """Whether the library's variant deals by these rules, and has these bets at these prices."""
        if (game := self.variant(variant)) is None:
            return False
        offered = set(map(digest_of_bet, game.bets))
        return game.rules.id == rules.id and all(digest_of_bet(bet) in offered for bet in bets)


@dataclass(frozen=True, slots=True)
class Certified:
    """What a certificate is of: the labels of program and variant, and what decides its numbers."""

    version: str
    variant: str
    rules: Rules
    shoe: Shoe
    given: Condition | None
    bets: tuple[Bet, ...]


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


def own_labels(variant: str, rules: Rules, bets: Sequence[Bet], library: Library) -> tuple[str, ...]:
    """The labels that do not name the library's item with that content: `variant ID` if the library has no
    such variant, or deals or pays some of these bets otherwise; `rules ID`; `bet ID` or `bet ID/PAYTABLE`.
    """
    own = [] if library.offers(variant, rules, bets) else [f"variant {variant}"]
    own += [] if library.deals_alike(rules) else [f"rules {rules.id}"]
    return (*own, *(f"bet {bet.reference}" for bet in bets if library.named(variant, bet) is None))


def contradictions(variant: str, rules: Rules, bets: Sequence[Bet], library: Library) -> Iterator[Mismatch]:
    """Where labels contradict what they stand for. The library's rules, and its bets at a paytable, have
    content of their own, and so has the name of a bet that is the library's.
    """
    if rules.id in library.rules and not library.deals_alike(rules):
        yield Mismatch("rules.id", shown(rules.id), "rules of another name, as they deal otherwise")
        yield from of_rules(rules, library.rules[rules.id])
    for place, bet in enumerate(bets):
        where = f"bets[{place}]"
        if (same := library.named(variant, bet)) is not None:
            if bet.name not in (same.name, *same.names.values()):
                yield Mismatch(f"{where}.name", shown(bet.name), shown(same.name))
            continue
        prices = [known for known in library.prices(variant, bet.id) if known.paytable == bet.paytable]
        if prices and bet.paytable is not None:
            other = f"a bet of another name, as {bet.reference} is not this one"
            yield Mismatch(f"{where}.paytable", shown(bet.paytable), other)
            yield from of_bets(bet, prices[0], where)


def checked_labels(variant: str, rules: Rules, bets: Sequence[Bet], library: Library) -> tuple[str, ...]:
    """The labels that are the user's own, for a certificate to be made. Raises AnalyzerError if a label
    contradicts what it stands for.
    """
    for wrong in contradictions(variant, rules, bets, library):
        raise AnalyzerError(
            "expected a name of the library only for what the library has, got "
            f"{wrong.where}: {wrong.claimed}, which would be {wrong.exact}; choose another name"
        )
    return own_labels(variant, rules, bets, library)


def of_labels(certified: Certified, claimed: object, library: Library) -> Iterator[Mismatch]:
    """Where labels contradict what they stand for, or are not stated to be the user's own; `claimed` is the
    list of those that the certificate states to be.
    """
    variant, rules, bets = certified.variant, certified.rules, certified.bets
    if certified.version != library.version:
        only = f"{shown(library.version)}, the only version whose library is known here"
        yield Mismatch("about.version", shown(certified.version), only)
    wrong = list(contradictions(variant, rules, bets, library))
    yield from wrong
    known: dict[str, tuple[str, bool]] = {}
    known[f"variant {variant}"] = "about.variant", library.variant(variant) is not None
    known[f"rules {rules.id}"] = "rules.id", rules.id in library.rules
    for place, bet in enumerate(bets):
        known[f"bet {bet.reference}"] = f"bets[{place}].id", bool(library.prices(variant, bet.id))
    own = list(own_labels(variant, rules, bets, library))
    stated = claimed if isinstance(claimed, list) else []
    for label in own:
        if label not in stated and not wrong:
            where, other = known[label]
            has = "has another of this name" if other else "has none of this name"
            yield Mismatch(where, shown(label), f"the user's own, as the library {has}: missing in {OWN!r}")
    if claimed != (own or None) and all(label in stated for label in own):
        yield Mismatch(OWN, shown(claimed), shown(own))


def against(certified: Certified, sheet: Sheet) -> Compared:
    """A certificate compared with a rule sheet, of a fresh shoe: rules cell by cell, bets line by line,
    what is given, and the shoe.
    """
    differences = list(of_rules(certified.rules, sheet.rules))
    by_id: dict[str, list[Bet]] = {}
    for bet in sheet.bets:
        by_id.setdefault(bet.id, []).append(bet)
    covered: set[str] = set()
    for place, bet in enumerate(certified.bets if sheet.bets else ()):
        where = f"bets[{place}] ({bet.reference})"
        if bet.id not in by_id:
            differences.append(Mismatch(where, shown(bet.reference), "no such bet"))
            continue
        prices = sorted(by_id[bet.id], key=lambda price: price.paytable != bet.paytable)
        found = [(price, list(of_bets(bet, price, where))) for price in prices]
        same, different = min(found, key=lambda pair: bool(pair[1]))
        covered.add(same.reference)
        differences += different
    differences += _of_fresh_coups(certified, sheet.decks)
    rest = tuple(bet.reference for bet in sheet.bets if bet.reference not in covered)
    return Compared(sheet, tuple(differences), rest)


def _of_fresh_coups(certified: Certified, decks: int | None) -> Iterator[Mismatch]:
    """Where odds are not those of a coup of which nothing is known, from a fresh shoe of this many decks; of
    any number of decks if None. A rule sheet prints no others.
    """
    shoe = certified.shoe
    if certified.given is not None:
        yield Mismatch("given", shown(certified.given.text, 200), "no condition: odds of every coup")
    whole = max(1, shoe.size // 52)
    wanted, fresh = (Shoe.decks(n).coarsen(shoe.fineness) for n in (decks or whole, whole))
    if shoe != wanted:
        size = (
            f"{whole} decks, {shoe.size} cards" if shoe == fresh else f"{shoe.size} cards, not a fresh shoe"
        )
        exact = "a fresh shoe" if decks is None else f"{decks} decks, {wanted.size} cards"
        yield Mismatch("shoe", size, exact)
