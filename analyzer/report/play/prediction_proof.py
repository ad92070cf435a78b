"""Why roads do not predict: the proof, step by step, and what it assumes."""

from analyzer.render.table import Column, Table
from analyzer.text import message


def proof_table() -> Table:
    """The proof, one row per step."""
    steps = (
        message(
            "Every mark of every road is worked out from the results that have fallen, and its dots from "
            "their pairs. Whoever has the list of both can draw all roads: they hold nothing that the list "
            "does not."
        ),
        message(
            "If every card drawn were put back, no coup would depend on the coups before it. After any "
            "list of results, and so after any picture, the next result would have the same probabilities."
        ),
        message(
            "The next mark of a derived road is of one colour if Player wins and of the other if Banker "
            "does. So, ties aside, it is red with the probability that the one hand wins; the picture only "
            "says which."
        ),
        message(
            "A stake is placed before the coup. With every card put back, its mean gain, given the picture, "
            "is the stake times the EV of the bet: whenever and however much is staked by the roads, each "
            "unit has the EV of its bet."
        ),
        message(
            "In a shoe, cards are not put back. But in any order of the shoe the cards of two coups can "
            "change places: these two swap their results, all other coups keep theirs. Every order comes "
            "from just one other in this way, and is as likely. So the next result has the same "
            "probabilities in whatever order the results before it came."
        ),
        message(
            "Streaks, chops and all other patterns are matters of that order, which says nothing. All that "
            "results can say lies in how many coups had each result: won by Player, by Banker or by neither, "
            "with which pairs. How little the winners say, the tables of results known tell exactly."
        ),
        message(
            "Whoever sees only the results cannot do better than somebody who sees every card, and with "
            "the cards the results. An EV given results is a mean of EVs given cards; a card counter "
            "stakes on those above zero and leaves the others."
        ),
    )
    columns = (Column("step", message("Step"), "count"), Column("statement", message("Statement"), "text"))
    notes = (
        message(
            "Taken for granted: a fair shuffle, in which every order of the cards is as likely as any other. "
            "Whether a record of shoes fits that is another question, put to records."
        ),
        message(
            "Not said: that every coup has the same EV. It changes with the cards that are gone, of which "
            "the roads tell no more than the results do."
        ),
        message(
            "Of two coups that change places both are dealt before the coup bet on. That the cut card has "
            "not shown yet says a little of how many cards the coups before have used, not of their order."
        ),
        message(
            "Two coups cannot change places where the cut card would then show in another coup: so it can be "
            "once it has shown, and shortly before where reserve cards are pulled ahead. Only there does the "
            "order say a little, of how many cards a coup has used."
        ),
    )
    return Table(message("Statement and proof"), columns, tuple(enumerate(steps, 1)), notes)
