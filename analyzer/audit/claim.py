"""Claims: what was printed about a bet, and the exact value of the printed quantity. Knows no files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial
from operator import attrgetter

from analyzer.analysis.odds import Decks
from analyzer.analysis.valuation import Valuation
from analyzer.audit.forms import Kind
from analyzer.audit.printed import Exact, Printed, SquareRoot
from analyzer.bets.bet import Bet, Uncomputable
from analyzer.bets.condition import Condition
from analyzer.bets.digest import digest_of_bet, digest_of_rules
from analyzer.exact import falling
from analyzer.game.rules import Rules
from analyzer.game.shoe import CARDS_IN_DECK
from analyzer.text import Message, Text, message

STATISTICS: dict[str, Callable[[Valuation], Exact | None]] = {
    "max_rtp": attrgetter("rtp"),
    **{
        name: attrgetter(name)
        for name in ("house_edge", "edge_on_resolved", "ev", "rtp", "hit_rate", "variance")
    },
    "standard_deviation": lambda value: SquareRoot(value.variance),
}
"""Quantities of a whole bet, by name."""

OF_ONE_LINE = ("return", "pays")  # Quantities of one line, the only one that gains if none is named.
OF_A_LINE = ("ways", "probability", *OF_ONE_LINE)  # If none is named, ways are of all lines that gain.
COUNTS = ("ways", "total_ways")  # Quantities that count deals.
CHANCES = ("probability", "hit_rate")
PRICED = (*(quantity for quantity in STATISTICS if quantity != "hit_rate"), *OF_ONE_LINE)
"""Quantities that depend on prices."""

SPOKEN: dict[str, Message] = {
    "ways": message("ways"),
    "total_ways": message("number of deals"),
    "probability": message("probability"),
    "return": message("return"),
    "pays": message("price"),
    "max_rtp": message("highest RTP"),
    "house_edge": message("house edge"),
    "edge_on_resolved": message("edge on resolved bets"),
    "ev": message("EV"),
    "rtp": message("RTP"),
    "hit_rate": message("hit rate"),
    "variance": message("variance"),
    "standard_deviation": message("standard deviation"),
}
"""What the quantities are called in a sentence."""

QUANTITIES = tuple(SPOKEN)  # What a claim can be about.
NO_BET = Bet("none", "No bet", ())  # Stands in for a bet if deals are counted and nothing is staked.


@dataclass(frozen=True, slots=True)
class Claim:
    """One printed figure, and everything needed to compute the exact one.

    `bets` is one bet, all bets of a variant if the claim is a maximum over them, or none if the shoe alone
    does not determine the bet, which is then `beyond`. `reference` is how the claim names the bet, and
    `decks_stated` is whether the source states the number of decks. `out_of` is the number of hands out of
    which ways are counted, if that is not the number of deals. The figure may have been meant for another
    bet: `prices` are the other prices of this bet in the library, and `others` the bets on the same table.
    `unpriced` are the lines whose prices are open; their nets mean nothing.
    """

    id: str
    bets: tuple[Bet, ...]
    rules: Rules
    decks: Decks
    quantity: str
    printed: Printed
    reference: str = "*"
    line: str | None = None
    given: Condition | None = None
    out_of: int | None = None
    decks_stated: bool = True
    beyond: Uncomputable | None = None
    source: object = None
    known_error: str | None = None
    note: str | None = None
    prices: tuple[Bet, ...] = ()
    others: tuple[Bet, ...] = ()
    unpriced: tuple[str, ...] = ()

    @property
    def name(self) -> Message:
        """What the claim is about, and the figure printed."""
        # A terminal could not wrap a reference such as banker/commission-5, so it is taken apart.
        name, slash, paytable = self.reference.partition("/")
        bet: Text = message("{bet} at {paytable}", bet=name, paytable=paytable) if slash else name
        line = message("{bet}, line {line}", bet=bet, line=self.line) if self.line else bet
        quantity, printed = SPOKEN[self.quantity], self.printed.text
        return message("{bet}: {quantity} {printed}", bet=line, quantity=quantity, printed=printed)

    def digest_value(self) -> object:
        """The content of this claim's digest: everything on which the verdict depends."""
        return {
            "id": self.id,
            "rules": digest_of_rules(self.rules),
            "bets": [digest_of_bet(bet) for bet in self.bets],
            "decks": self.decks,
            "quantity": self.quantity,
            "line": self.line,
            "given": None if self.given is None else self.given.text,
            "out_of": self.out_of,
            "printed": self.printed.text,
            "known_error": self.known_error,
            **({"unpriced": list(self.unpriced)} if self.unpriced else {}),
        }


@dataclass(frozen=True, slots=True)
class UnreadableClaim:
    """A claim that cannot be read completely: its place in the file; its faults, each as a key of its table
    and a sentence; and what it states, as written.
    """

    id: str
    place: str
    faults: tuple[tuple[str, Text], ...]
    reference: str = ""
    printed: str | None = None
    source: object = None
    known_error: str | None = None
    note: str | None = None

    def digest_value(self) -> object:
        """The content of this claim's digest: all that can be read."""
        faults = [[key, str(sentence)] for key, sentence in self.faults]
        return {"id": self.id, "bet": self.reference, "printed": self.printed, "faults": faults}


def kind_of(quantity: str | None) -> Kind:
    """The kind of a quantity, on which the form in which it is printed depends."""
    if quantity in COUNTS:
        return "count"
    return "chance" if quantity in CHANCES else "price" if quantity == "pays" else "figure"


def exact_value(claim: Claim, values: Sequence[Valuation]) -> Exact | Message:
    """The exact value of a claim's quantity, given its bets' values on its shoe; or why there is none."""
    if claim.quantity == "total_ways":
        if claim.out_of is None or claim.decks == "infinite":
            return _deals(claim, values[0].total)
        if claim.out_of in hands(claim.decks).values():
            return Fraction(claim.out_of)
        return message(
            "out_of is {n}, but {cards} cards do not make that number of hands",
            n=claim.out_of,
            cards=CARDS_IN_DECK * claim.decks,
        )
    line = claim.line
    if claim.quantity in OF_ONE_LINE and line is not None:
        if claim.quantity == "return":
            return values[0].contribution(line)
        nets = {net for net, _ in values[0].bet.outcomes[line]}
        return nets.pop() if len(nets) == 1 else message("line {line} pays a random amount", line=line)
    if claim.quantity in OF_A_LINE:
        share = max(value.hit_rate if line is None else value.probability(line) for value in values)
        if claim.quantity == "probability":
            return share
        return share * (_deals(claim, values[0].total) if claim.out_of is None else claim.out_of)
    statistic = STATISTICS[claim.quantity]
    known = [exact for value in values if (exact := statistic(value)) is not None]
    if not known:
        return message("every stake is returned, so no bet is resolved")
    return max(known, key=lambda value: value.square if isinstance(value, SquareRoot) else value)


def hands(decks: Decks) -> dict[Message, int]:
    """The number of hands of each sort from a fresh shoe; ways may be counted in these. Empty if infinite."""
    if decks == "infinite":
        return {}
    cards = CARDS_IN_DECK * decks
    return {
        message("two-card hands"): comb(cards, 2),
        message("ordered two-card hands"): falling(cards, 2),
        message("deals of two two-card hands"): comb(cards, 2) * comb(cards - 2, 2),
        message("four-card hands"): comb(cards, 4),
        message("ordered four-card deals"): falling(cards, 4),
        message("three-card hands"): comb(cards, 3),
        message("ordered three-card hands"): falling(cards, 3),
        message("six-card hands"): comb(cards, 6),
        message("ordered five-card deals"): falling(cards, 5),
        message("ordered six-card deals"): falling(cards, 6),
    }


def _deals(claim: Claim, total: int) -> Fraction:
    """The number of all deals; on an infinite shoe, the number of sequences of ranks, 13 for each card."""
    if claim.decks != "infinite":
        return Fraction(total)
    cards = claim.rules.cards_from_shoe
    return Fraction(total, factorial(cards) * (CARDS_IN_DECK // 13) ** cards)
