"""What every number of the report is, in a sentence each.

Knows no number.
"""

from analyzer.analysis.odds import Report
from analyzer.render.table import Column, Table
from analyzer.text import Text, message

_TERMS: tuple[tuple[Text, Text], ...] = (
    (message("Ways"), message("Ordered deals of all cards a coup can take, each as likely as any other.")),
    (message("Probability"), message("Ways over all deals counted.")),
    (message("One in"), message("How many coups there are, on average, to one of the line.")),
    (message("Pays"), message("What a line wins for each unit staked; the stake is returned besides.")),
    (
        message("Net"),
        message("What a line gains for each unit staked: its pay, 0 for a push, minus what is lost."),
    ),
    (message("EV share"), message("Net times probability.")),
    (message("EV"), message("Expected net gain for each unit staked: the sum of all shares.")),
    (message("House edge"), message("Expected loss for each unit staked, pushes included: minus the EV.")),
    (
        message("Edge on resolved bets"),
        message("House edge over the probability that the bet does not push."),
    ),
    (message("RTP"), message("Return to player: 1 plus the EV, the part of all stakes that comes back.")),
    (message("Hit rate"), message("The probability of a gain.")),
    (message("Push rate"), message("The probability that the stake is returned and no more.")),
    (message("Variance"), message("Of the net gain of one unit staked, in squared units.")),
    (message("Standard deviation"), message("The square root of the variance, in units.")),
    (
        message("Skewness"),
        message("The third central moment of the net gain over its standard deviation cubed."),
    ),
    (message("Exposure"), message("The most that one unit staked can lose, in units.")),
)
_LOCKED: tuple[tuple[Text, Text], ...] = (
    (message("Units locked"), message("What is set aside before the coup for each unit staked.")),
    (message("EV per unit locked"), message("The EV over the units locked; likewise the house edge.")),
)


def terms_table(report: Report) -> Table:
    """A row a term."""
    columns = (Column("term", message("Term"), "text"), Column("meaning", message("Meaning"), "text"))
    locked = any(value.bet.locked is not None for value in report.valuations)
    return Table(message("Terms"), columns, (*_TERMS, *(_LOCKED if locked else ())))
