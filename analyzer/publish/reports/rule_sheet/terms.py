"""What every number of the report is, in a sentence each.

Knows no number.
"""

from analyzer.analysis.odds import Report
from analyzer.message import Text, say
from analyzer.publish.table import Column, Table

_TERMS: tuple[tuple[Text, Text], ...] = (
    (say("Ways"), say("Ordered deals of all cards a coup can take, each as likely as any other.")),
    (say("Probability"), say("Ways over all deals counted.")),
    (say("One in"), say("How many coups there are, on average, to one of the line.")),
    (say("Pays"), say("What a line wins for each unit staked; the stake is returned besides.")),
    (
        say("Net"),
        say("What a line gains for each unit staked: its pay, 0 for a push, minus what is lost."),
    ),
    (say("EV share"), say("Net times probability.")),
    (say("EV"), say("Expected net gain for each unit staked: the sum of all shares.")),
    (say("House edge"), say("Expected loss for each unit staked, pushes included: minus the EV.")),
    (say("Edge on resolved bets"), say("House edge over the probability that the bet does not push.")),
    (say("RTP"), say("Return to player: 1 plus the EV, the part of all stakes that comes back.")),
    (say("Hit rate"), say("The probability of a gain.")),
    (say("Push rate"), say("The probability that the stake is returned and no more.")),
    (say("Variance"), say("Of the net gain of one unit staked, in squared units.")),
    (say("Standard deviation"), say("The square root of the variance, in units.")),
    (
        say("Skewness"),
        say("The third central moment of the net gain over its standard deviation cubed."),
    ),
    (say("Exposure"), say("The most that one unit staked can lose, in units.")),
)
_LOCKED: tuple[tuple[Text, Text], ...] = (
    (say("Units locked"), say("What is set aside before the coup for each unit staked.")),
    (say("EV per unit locked"), say("The EV over the units locked; likewise the house edge.")),
)


def terms_table(report: Report) -> Table:
    """A row a term."""
    columns = (Column("term", say("Term"), "text"), Column("meaning", say("Meaning"), "text"))
    locked = any(value.bet.locked is not None for value in report.valuations)
    return Table(say("Terms"), columns, (*_TERMS, *(_LOCKED if locked else ())))
