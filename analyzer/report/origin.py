"""What an answer was made from, as its page and its document state it: question, shoe, bets, digests.

Computes nothing.
"""

from collections.abc import Iterable

from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.game.dealt import NOTHING
from analyzer.game.shoe import Shoe
from analyzer.render.page import Provenance


def origin(
    question: Question, bets: Iterable[Bet], *facts: tuple[str, str], digests: Iterable[tuple[str, str]] = ()
) -> Provenance:
    """A provenance: the question about bets, further facts, and digests of all that decided the answer."""
    known = [("variant", question.variant.id)] if question.variant.id else []
    known += [("rules", question.rules.id), ("shoe", str(question.left))]
    if question.dealt != NOTHING:
        known.append(("dealt", str(question.dealt)))
    if question.given is not None:
        known.append(("given", question.given.text))
    return Provenance((*known, *facts), (*question.about(bets).digests.items(), *digests))


def made_from(digests: Iterable[tuple[str, str]], **facts: object) -> Provenance:
    """A provenance of digests, and of facts as texts; a fact that is None is left out."""
    known = tuple((name, str(fact)) for name, fact in facts.items() if fact is not None)
    return Provenance(known, tuple(digests))


def shoe_or_infinite(shoe: Shoe | None) -> object:
    """A shoe as a fact; None is the infinite shoe."""
    return "infinite" if shoe is None else shoe


def document_head(schema: str, question: Question) -> dict[str, object]:
    """The first entries of a document: its schema, the game and the cards left."""
    return {
        "schema": schema,
        "variant": question.variant.id,
        "rules": question.rules.id,
        "shoe": shoe_entry(question.left),
    }


def bet_entry(bet: Bet) -> dict[str, object]:
    """The entries that name a bet in a document."""
    return {"bet": bet.id, "paytable": bet.paytable, "name": bet.title}


def shoe_entry(shoe: Shoe | None) -> object:
    """A shoe as an entry of a document; None is the infinite shoe."""
    if shoe is None:
        return "infinite"
    return {"cards": shoe.size, "fineness": shoe.fineness, "points": list(shoe.points)}
