"""What an answer was made from, as every page and document says it.

Takes it from the question; computes nothing.
"""

from collections.abc import Iterable

from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.catalog.digests import rules_and_bets
from analyzer.game.dealt import NOTHING
from analyzer.game.shoe import Shoe
from analyzer.render.provenance import Provenance


def origin(
    question: Question, bets: Iterable[Bet], *facts: tuple[str, str], digests: Iterable[tuple[str, str]] = ()
) -> Provenance:
    """The question about some bets, further facts, and the digests of all that decided the answer."""
    asked = [("variant", question.variant.id)] if question.variant.id else []
    asked += [("rules", question.rules.id), ("shoe", str(question.left))]
    if question.dealt != NOTHING:
        asked.append(("dealt", str(question.dealt)))
    if question.given is not None:
        asked.append(("given", question.given.text))
    return Provenance((*asked, *facts), (*rules_and_bets(question.rules, bets), *digests))


def shoe_entry(shoe: Shoe | None) -> object:
    """A shoe as documents have it; None is the infinite shoe."""
    if shoe is None:
        return "infinite"
    return {"cards": shoe.size, "fineness": shoe.fineness, "points": list(shoe.points)}
