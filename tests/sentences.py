"""Random conditions and random coups for property tests: every word of the language, every course.

Sentences are well-typed texts of words that are written out here instead of taken from the package.
"""

from collections.abc import Sequence

from grids import PUNTO_BANCO
from hypothesis import strategies as st

from analyzer.game.cards import card_at
from analyzer.game.coup import Coup, deal
from analyzer.game.rules import Rules
from analyzer.game.tableau import Tableau

STANDARD = Rules("punto-banco", "Punto banco", Tableau.parse(range(6), [8, 9], PUNTO_BANCO))

TRUTHS = (
    "player_wins",
    "banker_wins",
    "tie",
    "player_draws",
    "banker_draws",
    "player_natural",
    "banker_natural",
    "player_pair",
    "banker_pair",
    "player_suited_pair",
    "banker_suited_pair",
)
NUMBERS = (
    "player_total",
    "banker_total",
    "player_two",
    "banker_two",
    "player_cards",
    "banker_cards",
    "cards",
    "margin",
)
CARDS = ("p1", "p2", "p3", "b1", "b2", "b3")
RANKS = {"ace": 1, "jack": 11, "queen": 12, "king": 13}
SUITS = ("spades", "hearts", "diamonds", "clubs")
COLORS = ("black", "red")
SCOPES = ("", ", player", ", banker", ", first_four", ", coup")
SIGNS = ("==", "!=", "<", "<=", ">", ">=")

_literals = st.one_of(
    st.integers(0, 13).map(str),
    st.integers(0, 999_999_999_999).map(str),
    st.sampled_from(tuple(RANKS)),
)
_gaps = st.sampled_from((" ", " ", "", "  ", "\n"))


@st.composite
def _shown(draw: st.DrawFn, names: Sequence[str], of_card: bool) -> str:
    """An attribute: inside `count`, of the card that it is looking at, else of a card of the coup."""
    name = draw(st.sampled_from(names))
    return name if of_card else f"{draw(st.sampled_from(CARDS))}.{name}"


@st.composite
def _term(draw: st.DrawFn, depth: int, of_card: bool) -> str:
    kinds = ["shown", "literal"] + ["minus", "brackets"] * (depth > 0)
    kinds += [] if of_card else ["word", "word", "count", "distinct"]
    match draw(st.sampled_from(kinds)):
        case "shown":
            return draw(_shown(("points", "rank"), of_card))
        case "literal":
            return draw(_literals)
        case "word":
            return draw(st.sampled_from(NUMBERS))
        case "count":
            return f"count({draw(truths(max(0, depth - 1), True))}{draw(st.sampled_from(SCOPES))})"
        case "distinct":
            name = draw(st.sampled_from(("points", "rank", "suit", "color")))
            return f"distinct({name}{draw(st.sampled_from(SCOPES))})"
        case "minus":
            return f"-{draw(_gaps)}{draw(_term(depth - 1, of_card))}"
    return f"({draw(numbers(depth - 1, of_card))})"


@st.composite
def numbers(draw: st.DrawFn, depth: int = 2, of_card: bool = False) -> str:
    """A number of the language."""
    parts = [draw(_term(depth, of_card))]
    for sign in draw(st.lists(st.sampled_from("+-*%"), max_size=3 if depth else 1)):
        parts += [sign, str(draw(st.integers(1, 13))) if sign == "%" else draw(_term(depth, of_card))]
    return draw(_gaps).join(parts)


@st.composite
def _range(draw: st.DrawFn) -> str:
    low = draw(st.integers(-9, 13))
    high = draw(st.integers(low, 20))
    if low == high:
        return draw(st.sampled_from((str(low), "king", "-ace")))
    return f"{low}..{high}"


@st.composite
def _matter(draw: st.DrawFn, of_card: bool) -> str:
    """A sentence about a suit or a colour."""
    name, values = draw(st.sampled_from((("suit", SUITS), ("color", COLORS))))
    item = draw(_shown((name,), of_card) | st.sampled_from(values))
    if draw(st.booleans()):
        return f"{item} in {{{', '.join(draw(st.lists(st.sampled_from(values), min_size=1, max_size=3)))}}}"
    other = draw(_shown((name,), of_card) | st.sampled_from(values))
    return f"{item} {draw(st.sampled_from(('==', '!=')))} {other}"


@st.composite
def _truth(draw: st.DrawFn, depth: int, of_card: bool) -> str:
    kinds = ["compare", "compare", "member", "matter"] + ["not", "brackets"] * (depth > 0)
    kinds += [] if of_card else ["word", "word"]
    match draw(st.sampled_from(kinds)):
        case "compare":
            left, right = draw(numbers(max(0, depth - 1), of_card)), draw(numbers(max(0, depth - 1), of_card))
            return draw(_gaps).join((left, draw(st.sampled_from(SIGNS)), right))
        case "member":
            ranges = ", ".join(draw(st.lists(_range(), min_size=1, max_size=3)))
            return f"{draw(numbers(max(0, depth - 1), of_card))} in {{{ranges}}}"
        case "matter":
            return draw(_matter(of_card))
        case "word":
            return draw(st.sampled_from(TRUTHS))
        case "not":
            return f"not {draw(_truth(depth - 1, of_card))}"
    return f"({draw(truths(depth - 1, of_card))})"


@st.composite
def truths(draw: st.DrawFn, depth: int = 2, of_card: bool = False) -> str:
    """A condition of the language; inside `count`, one about a card."""
    text = draw(_truth(depth, of_card))
    for word in draw(st.lists(st.sampled_from(("and", "or")), max_size=3 if depth else 1)):
        text += f" {word} {draw(_truth(depth, of_card))}"
    return text


@st.composite
def short(draw: st.DrawFn) -> str:
    """A condition of a few words about small numbers: true of some coups, false of others."""
    small, sign = draw(st.integers(0, 6)), draw(st.sampled_from(SIGNS))
    name, scope = draw(st.sampled_from(("points", "rank", "suit", "color"))), draw(st.sampled_from(SCOPES))
    match draw(st.sampled_from(("fact", "fact", "distinct", "count", "matter", "two", "one"))):
        case "fact":
            fact = draw(st.sampled_from(TRUTHS + NUMBERS))
            return fact if fact in TRUTHS else f"{fact} {sign} {small}"
        case "distinct":
            return f"distinct({name}{scope}) {sign} {small}"
        case "count":
            inner = draw(_matter(True) | st.just(f"rank {sign} {small + 4}"))
            return f"count({inner}{scope}) {draw(st.sampled_from(SIGNS))} {small}"
        case "matter":
            return draw(_matter(False))
        case "two":
            one, two = draw(st.sampled_from(CARDS)), draw(st.sampled_from(CARDS))
            sign = sign if name in ("points", "rank") else "!="
            return f"{one}.{name} {sign} {two}.{name}"
    return f"({draw(st.sampled_from(CARDS))}.rank - {small}) % 3 {sign} 1"


def conditions() -> st.SearchStrategy[str]:
    """Well-typed conditions of allowed length, short ones as often as long ones."""
    return short() | truths().filter(lambda text: len(text) <= 2_000)


def coups() -> st.SearchStrategy[Coup]:
    """Coups of the standard tableau with any of the 52 cards, repeats included."""
    return st.lists(st.integers(0, 51), min_size=6, max_size=6).map(
        lambda indices: deal(STANDARD, map(card_at, indices))
    )
