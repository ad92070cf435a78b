"""Shoes dealt at random, and records of them."""

from collections.abc import Iterator
from os import PathLike

from analyzer.ask.parameters import Cards, Game, Seen, SeenCards
from analyzer.ask.question import whole_coups
from analyzer.catalog import load
from analyzer.catalog.digests import id_or_own
from analyzer.catalog.procedures import procedure_id_or_own, procedure_of
from analyzer.game.cards import parse_cards
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.given import plain
from analyzer.play.dealing import Dealing, DealtShoe
from analyzer.play.record import RecordedShoe

PROCEDURE = "random-cut-card"
"""The default procedure: how a shoe begins and ends."""


def dealing(
    variant: Game = "standard",
    shoe: Cards = None,
    *,
    seen: Seen = "",
    rules: Rules | str | PathLike[str] | None = None,
    procedure: Procedure | str | PathLike[str] = PROCEDURE,
    seed: int = 1,
) -> Dealing:
    """Shoes to deal, with every name resolved; parameters and errors are those of `deal_shoe`."""
    shared = SeenCards() if isinstance(seen, str) and not seen else SeenCards(seen=parse_cards(seen))
    if rules is not None:
        shared["rules"] = rules
    return Dealing(whole_coups(variant, shoe, shared), procedure_of(procedure), plain(seed))


def deal_shoe(
    variant: Game = "standard",
    shoe: Cards = None,
    *,
    seen: Seen = "",
    rules: Rules | str | PathLike[str] | None = None,
    procedure: Procedure | str | PathLike[str] = PROCEDURE,
    seed: int = 1,
    number: int = 1,
) -> DealtShoe:
    """A shoe shuffled and dealt, from the burn to the last coup; `sweep` plays the same shoes.

    Args:
        variant: a variant, its id, or a path, whose rules and decks are the defaults; or a question.
        shoe: the cards to shuffle, as a value, a text or a number of decks; by default the variant's decks.
        seen: cards left out of the shoe, such as `9c 9d`.
        rules: other drawing rules, as a value, an id or a path.
        procedure: burn, cut card and handling, as a value, an id or a path.
        seed: a whole number from 0; the same seed gives the same shoes.
        number: which of the seed's shoes, from 1.

    Raises:
        AnalyzerError: any of these is malformed or unknown, or the shoe cannot be dealt.

    >>> shoe = deal_shoe(seed=7)
    >>> str(shoe.coups[0].coup)
    'P: 8d 4c 5s (7)  B: 4c Td 7d (1)'
    """
    shuffled = dealing(variant, shoe, seen=seen, rules=rules, procedure=procedure, seed=seed)
    return next(dealt for _, dealt in shuffled.dealt(plain(number)))


def records(shuffled: Dealing, first: int = 1, shoes: int = 1) -> Iterator[RecordedShoe]:
    """Records of some shoes, from number `first` on.

    A record names a variant or rules that come from a file although a reader cannot look them up: `replay`
    then asks for the file instead of using other rules. A procedure from a file is called `own`, and is not
    checked.
    """
    question = shuffled.question
    decks = question.shoe.full_decks
    settings = {
        "variant": id_or_own(question.variant, load.variant),
        "decks": str(decks) if decks else None,
        "remaining": None if decks else str(question.shoe),
        "rules": id_or_own(question.rules, load.rules),
        "procedure": procedure_id_or_own(shuffled.procedure),
    }
    known = {key: text for key, text in settings.items() if text is not None}
    for number, shoe in shuffled.dealt(first, shoes):
        yield shoe.recorded(str(number), known | {"cut_card": str(shoe.cut_card), "seed": str(shuffled.seed)})
