"""Bets explained: when each line settles a bet, what happens to a stake, and an example coup."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from typing import Literal, Unpack

from analyzer.analysis.odds import Report, odds
from analyzer.analysis.question import Question, split
from analyzer.analysis.rule_sheet import lost_to, overlapping, worked_coups
from analyzer.analysis.valuation import Valuation
from analyzer.ask.bet_files import bets_in, by_name
from analyzer.ask.parameters import Cards, OneBet, by_text, check_parameters, listed
from analyzer.ask.question import bet_of, repriced, rules_of, shoe_of, variant_of
from analyzer.bets.bet import LOSE, Bet, Variant
from analyzer.bets.condition import Condition
from analyzer.catalog.resolve import is_file
from analyzer.census.census import needs
from analyzer.displayable import Answer
from analyzer.errors import CatalogError, parameter
from analyzer.exact import quoted
from analyzer.game.coup import Coup
from analyzer.game.shoe import Fineness
from analyzer.phrases.conditions import event
from analyzer.phrases.labels import label
from analyzer.phrases.lines import event_of_line, event_of_loss, is_plain, pays_in_words, settled_in_words
from analyzer.phrases.rules import coup_in_words
from analyzer.render.words import wording
from analyzer.text import Message, Text, message


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """One line of a bet in words: `str` of any of its messages is a clause or sentence in English.

    `event` says when the line settles the bet, and `when` is its condition (None for `lose`); `pays` says
    what the line pays, and `settlement` what happens to a stake of 100. `coup` is an example, which `steps`
    describe card by card; None and empty if the shoe cannot deal such a coup.
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
    def outcome(self) -> Literal["win", "push", "lose"]:
        """Whether the line gains, returns the stake, or loses."""
        return "push" if self.net == 0 else "win" if self.net > 0 else "lose"


@dataclass(frozen=True, repr=False, slots=True)
class Explanation(Answer):
    """One bet explained on a shoe, line by line, `lose` included; its `str` is plain English.

    `looks_at` is how finely the bet distinguishes cards, and `report` the odds that the figures come from.
    """

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
    def question(self) -> Question:
        """The question answered: the bet, who offers it, and on which shoe."""
        return self.report.question

    def __str__(self) -> str:
        """The bet's name, followed by one line of text for each line of the bet."""
        words = wording()
        lines = (
            ": ".join((words.translate(line.name), words.translate(line.event)))
            + f". {words.translate(line.pays)} {words.translate(line.settlement)}"
            for line in self.lines
        )
        return "\n".join((f"{self.bet.name} ({self.bet.reference})", *lines))


def explain(
    bet: str | Bet,
    *,
    variant: str | PathLike[str] | Variant | None = None,
    shoe: Cards = None,
    **shared: Unpack[OneBet],
) -> Explanation:
    """When a bet wins, pays, pushes and loses, in words, with a worked coup for each line.

    Args:
        bet: a reference (`tie`, `tie/9`), the path of a file with one bet, or a value.
        variant: the variant whose price, decks and rules apply; by default the standard variant, and the
            bet's own rules if it has any.
        shoe: the cards left, as a Shoe, its text form, or a number of decks; the variant's own by default.
        **shared: as for `odds`; `bet_files` are files whose bets can be named too.

    Raises:
        AnalyzerError: any of the above is malformed or unknown, or the bet depends on more than the shoe.

    >>> print(explain("tie/8"))
    Tie (tie/8)
    win: Player and Banker tie. The bet wins and pays 8 to 1. A stake of 100 wins 800 and is returned.
    lose: Player and Banker do not tie. The bet loses. A stake of 100 is lost.
    """
    explained = explain_each([bet], variant=variant, shoe=shoe, **shared)
    if len(explained) > 1:
        raise CatalogError(
            "expected one bet, got the {n} of {file}: {bets}; name one, and give the file with {option}",
            n=len(explained),
            file=quoted(bet),
            bets=tuple(each.bet.reference for each in explained),
            option=parameter("bet_files"),
        )
    return explained[0]


def explain_each(
    bets: Sequence[str | Bet],
    /,
    *,
    variant: str | PathLike[str] | Variant | None = None,
    shoe: Cards = None,
    **shared: Unpack[OneBet],
) -> tuple[Explanation, ...]:
    """Several bets, each explained once; a file stands for all its bets at every price. Like `explain`."""
    check_parameters(shared, OneBet)
    rules, exhaustive = shared.get("rules"), shared.get("exhaustive", False)
    game = variant_of("standard" if variant is None else variant)
    asked_for = listed(message("bets"), bets)
    files = [bet for bet in asked_for if isinstance(bet, str) and is_file(bet)]
    in_file: dict[str, list[Bet]] = {}
    pays = by_text(message("pays"), shared.get("pay"))
    bet_files = listed(message("bet files"), shared.get("bet_files", ()))
    for file in dict.fromkeys([*map(str, bet_files), *files]):
        in_file[file], pays = bets_in([file], pays)
    local = by_name(bet for of_file in in_file.values() for bet in of_file)
    chosen: dict[Bet, None] = {}
    for bet in asked_for:
        if isinstance(bet, Bet):
            chosen[bet] = None
        else:
            chosen |= dict.fromkeys(in_file[bet] if bet in files else [bet_of(game, bet, local)])
    cards = shoe_of(game, shoe).without(shared.get("seen", ""))
    explained = []
    for bet in repriced(list(chosen), pays, shared.get("commission")):
        dealt_under = rules_of(game, bet.rules if rules is None and variant is None else rules)
        demanded = frozenset([bet.reference])
        resolved = Question(game, dealt_under, (bet,), cards, exhaustive=exhaustive, demanded=demanded)
        explained.append(explanation(odds(resolved)))
    return tuple(explained)


def explanation(report: Report) -> Explanation:
    """The explanation of a report's only bet; the report must be about whole coups."""
    (value,), (coups,) = report.valuations, worked_coups(report)
    bet = value.bet
    events = _events(report, value)
    conditions = {line.id: line.when for line in bet.lines}
    lines = tuple(
        ExplainedLine(
            id=line,
            name=label(bet, line),
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
    need = needs(report.rules, split(bet), cards=report.question.cards)
    return Explanation(report, need.fineness, lines)


def _events(report: Report, value: Valuation) -> dict[str, Message]:
    """When each line settles the bet; earlier lines are mentioned only if they make a difference."""
    bet, rules, shoe = value.bet, report.rules, report.shoe
    exclusive = {line.id: event_of_line(bet, line.id) for line in bet.lines}
    plain = {line.id: event(line.when) for line in bet.lines}
    unsure = [line for line in plain if plain[line] != exclusive[line]]
    overlaps = overlapping(rules, value, shoe, unsure, exhaustive=report.question.exhaustive)
    lost = None if is_plain(bet) else lost_to(rules, value, shoe, exhaustive=report.question.exhaustive)
    events = {line: exclusive[line] if line in overlaps else plain[line] for line in plain}
    return events | {LOSE: event_of_loss(bet, lost)}
