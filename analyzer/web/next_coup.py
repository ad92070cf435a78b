"""What the last result says of the next coup of a shoe, exactly: the figure beside the roads of a page."""

from analyzer.analysis.question import Question
from analyzer.analysis.successive import successive
from analyzer.errors import ShoeError
from analyzer.exact import ratio_text
from analyzer.game.coup import WINNERS
from analyzer.play.record import LETTERS
from analyzer.report.kinds import Json


def next_coup(question: Question) -> Json | None:
    """The probabilities of the next coup's results, first with no result known, then after each last result;
    None for a shoe of too few cards for two coups.

    Letters stand for results; `banker_share` is Banker's probability, ties aside, None where it must tie.
    """
    try:
        known = successive(question.about(()), 1)
    except ShoeError:
        return None
    return {
        "cards": question.shoe.size,
        "after": [
            {
                "before": "".join(LETTERS[winner] for winner in one.before),
                **{LETTERS[winner]: ratio_text(one.of(winner)) for winner in WINNERS},
                "banker_share": None if one.banker_share is None else ratio_text(one.banker_share),
            }
            for one in known.followings
        ],
    }
