"""Whether the coups of a recorded shoe can be of one shoe, or may be of several that are not told apart."""

from itertools import pairwise

from analyzer.errors import ShoeError
from analyzer.exact import quoted
from analyzer.game.shoe import Shoe
from analyzer.play.record import RecordedCoup, RecordedShoe
from analyzer.records.builder import FEWEST_CARDS, MOST_CARDS, SHOE_EXAMPLES
from analyzer.text import message


def check_one_shoe(shoe: RecordedShoe, full: Shoe) -> None:
    """Raise ShoeError for coups that need more cards than a full shoe has, if they may be of several shoes.

    They may be of several if the record does not name the shoe, if its coups are numbered from 1 again, or if
    they need the cards of more than two shoes. In any other shoe, too many cards are faults, coup by coup.

    Raises:
        ShoeError: it is unclear which coups are of one shoe.
    """
    again = any(coup.number == 1 < before.number for before, coup in pairwise(shoe.coups))
    named = shoe.named and not again
    least = 0 if named else FEWEST_CARDS
    coups = (coup for coup in shoe.coups if coup.status == "played")
    cards = len(shoe.stream) + sum(min(MOST_CARDS, max(least, _cards_of(coup))) for coup in coups)
    if cards > full.size * (2 if named else 1):
        found = message("; columns found: {columns}", columns=tuple(shoe.columns)) if shoe.columns else ""
        raise ShoeError(
            "shoe {shoe}: expected coups of one shoe of {size} cards, got coups of {n} cards or more, so its "
            "shoes cannot be told apart{columns}; name each shoe in a column or key such as {examples}, or "
            "in a text by 'shoe: NAME' on a line before its coups",
            shoe=quoted(shoe.id),
            size=full.size,
            n=cards,
            columns=found,
            examples=SHOE_EXAMPLES,
        )


def number_before(last: RecordedShoe | None, shoe: RecordedShoe) -> int:
    """The number of the coup before a shoe's first: if numbering continues from the `last` shoe, that of its
    last coup; else 0.
    """
    if last is None or not last.coups or not shoe.coups:
        return 0
    number = last.coups[-1].number
    return number if shoe.coups[0].number == number + 1 else 0


def _cards_of(coup: RecordedCoup) -> int:
    return len(coup.drawn or (*(coup.player or ()), *(coup.banker or ())))
