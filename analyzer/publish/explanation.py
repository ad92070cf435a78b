"""A bet explained: when each of its lines settles it, what then becomes of a stake, and a coup that shows it.

Puts words to what the analysis found; lays out no page, and asks no catalog.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from analyzer.analysis.odds import Report, split
from analyzer.analysis.overlap import lost_to, overlapping
from analyzer.analysis.rule_sheet import worked_coups
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import LOSE, Bet, Variant
from analyzer.bets.condition import Condition
from analyzer.census.census import needs
from analyzer.game.coup import Coup
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness
from analyzer.message import Message, Text
from analyzer.publish.phrases.conditions import event
from analyzer.publish.phrases.coups import coup_in_words
from analyzer.publish.phrases.labels import label
from analyzer.publish.phrases.lines import event_of_line, event_of_loss, is_plain
from analyzer.publish.phrases.settlement import pays_in_words, settled_in_words
from analyzer.publish.words import wording
from analyzer.shown import Answer

Outcome = Literal["win", "push", "lose"]


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """One line of a bet in words: `str` of any of its messages is a clause or sentence in English.

    `event` says when the line settles the bet, `when` is the condition that is computed with (None for
    `lose`); `pays` says what the line does, and `settlement` what becomes of a stake of 100. `steps` tell the
    worked `coup` card by card; both are empty where the shoe deals no such coup.
    """

    id: str
    name: Text
    when: Condition | None
    event: Message
    net: Fraction
    pays: Message
    settlement: Message
    ways: int
    probability: Fraction
    coup: Coup | None
    steps: tuple[Message, ...]

    @property
    def outcome(self) -> Outcome:
        """Whether the line gains, returns the stake, or loses."""
        return "push" if self.net == 0 else "win" if self.net > 0 else "lose"


@dataclass(frozen=True, repr=False, slots=True)
class Explanation(Answer):
    """One bet explained on a shoe, line by line, `lose` included; `str` of it is plain English.

    `looks_at` is how finely the bet tells cards apart, and `report` the odds that the figures are from.
    """

    game: Variant
    report: Report
    looks_at: Fineness
    lines: tuple[ExplainedLine, ...]

    @property
    def valuation(self) -> Valuation:
        """What the bet is worth."""
        return self.report.valuations[0]

    @property
    def bet(self) -> Bet:
        """The bet at its price."""
        return self.valuation.bet

    @property
    def rules(self) -> Rules:
        """How the coups are dealt."""
        return self.report.rules

    def named(self, language: str) -> "Explanation":
        """This explanation with variant, rules and bet called by their names in a language."""
        return replace(self, game=self.game.named(language), report=self.report.named(language))

    def __str__(self) -> str:
        """The bet's name, then a line of text for each of its lines."""
        words = wording()
        told = (
            ": ".join((words.of(line.name), words.of(line.event)))
            + f". {words.of(line.pays)} {words.of(line.settlement)}"
            for line in self.lines
        )
        return "\n".join((f"{self.bet.name} ({self.bet.reference})", *told))


def explanation(report: Report, game: Variant, *, exhaustive: bool = False) -> Explanation:
    """The explanation of the only bet of a report on a coup of which nothing is known."""
    (value,), (coups,) = report.valuations, worked_coups(report)
    bet = value.bet
    events = _events(report, value, exhaustive)
    conditions = {line.id: line.when for line in bet.lines}
    lines = tuple(
        ExplainedLine(
            id=line,
            name=label(line),
            when=conditions.get(line),
            event=events[line],
            net=net,
            pays=pays_in_words(bet, line),
            settlement=settled_in_words(bet, line),
            ways=value.ways[line],
            probability=value.probability(line),
            coup=(coup := coups[line]),
            steps=() if coup is None else coup_in_words(report.rules, coup),
        )
        for line, net in bet.nets.items()
    )
    return Explanation(game, report, needs(report.rules, split(bet)).fineness, lines)


def _events(report: Report, value: Valuation, exhaustive: bool) -> dict[str, Message]:
    """When each line settles the bet; that no earlier line holds is said only where it makes a difference."""
    bet, rules, shoe = value.bet, report.rules, report.shoe
    by_words = {line.id: event_of_line(bet, line.id) for line in bet.lines}
    plain = {line.id: event(line.when) for line in bet.lines}
    unsure = [line for line in plain if plain[line] != by_words[line]]
    found = overlapping(rules, value, shoe, unsure, exhaustive=exhaustive)
    lost = None if is_plain(bet) else lost_to(rules, value, shoe, exhaustive=exhaustive)
    events = {line: by_words[line] if line in found else plain[line] for line in plain}
    return events | {LOSE: event_of_loss(bet, lost)}
