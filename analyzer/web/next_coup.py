"""How much the last result says about a shoe's next coup, exactly: the figures shown beside the roads."""

from analyzer.analysis.question import Question
from analyzer.analysis.successive import successive
from analyzer.errors import ShoeError
from analyzer.exact import ratio_text
from analyzer.game.coup import WINNERS
from analyzer.play.record import LETTERS
from analyzer.report.kinds import Json


def next_coup(question: Question) -> Json | None:
    """The probabilities of the next coup's results, first with no result known, then after each last result;
    None if the shoe has too few cards for two coups.

    Keys are the letters of results; `banker_share` is Banker's probability given no tie, None if a tie is
    certain.
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
