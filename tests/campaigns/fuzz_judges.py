"""Judges of the fuzzing campaign: they run the package's readers on inputs and check their guarantees.

A judge can reject an input with an `AnalyzerError` of one printable sentence per line; any other exception is
a fault. For accepted inputs it checks guarantees: text forms parse again, both evaluators of a condition
agree, and records read back as they were written.
"""

import random
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from unittest.mock import patch

import fuzz_conditions
from fuzz_changes import text_of

from analyzer.ask.audit import known_library
from analyzer.ask.execution.cluster import _place
from analyzer.ask.lint import _band
from analyzer.ask.numbers import band, pay_range
from analyzer.ask.question import bet_of, rules_of, shoe_of, variant_of
from analyzer.ask.replay import replay
from analyzer.ask.roads import Scoreboard, outcomes_of, recorded_roads
from analyzer.ask.settle import settle
from analyzer.audit import dealing as audit_dealing
from analyzer.audit.certificate import read as read_certificate
from analyzer.audit.certificate import verify
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.bets.pricing import commission_of, exact_of, price_of
from analyzer.catalog import counts, limits, load, procedures, resolve
from analyzer.catalog.lint_input import inspect_file
from analyzer.catalog.search import Filter
from analyzer.catalog.toml_table import clean
from analyzer.cli import deal as cli_deal
from analyzer.cli import design as cli_design
from analyzer.cli import records as cli_records
from analyzer.cli import values as cli_values
from analyzer.cli.output import Output
from analyzer.errors import AnalyzerError
from analyzer.exact import asked_ratio, parse_ratio, ratio_text
from analyzer.game.cards import Card, parse_cards
from analyzer.game.coup import deal
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.phrases.conditions import event
from analyzer.play.record import Outcome
from analyzer.rates import ANY, rate
from analyzer.records import Form, read_text, written
from analyzer.records.stakes import by_coup, read_stakes
from analyzer.render.words import wording
from analyzer.text import LANGUAGES

MOST_JUDGED = 20_000
"""A limit for certificates: larger ones are refused here, since enumerating them could take minutes."""

Judge = Callable[[bytes], object]


@cache
def folder() -> Path:
    """The folder of inputs that are files; the caller must remove it at the end."""
    return Path(tempfile.mkdtemp(prefix="fuzz-"))


def of_text(judge: Callable[[str], object]) -> Judge:
    """A judge of the bytes of a text, as it comes from a command line."""
    return lambda data: judge(text_of(data))


def of_file(judge: Callable[[str], object], name: str) -> Judge:
    """A judge of the bytes of a file, which is written before it is judged."""

    def judged(data: bytes) -> object:
        path = folder() / name
        path.write_bytes(data)
        return judge(str(path))

    return judged


def every(data: object, *judges: Callable[..., object]) -> None:
    """Run several readers on the same input; if all reject it, raise the error of the last."""
    refusal: AnalyzerError | None = None
    taken = 0
    for judge in judges:
        try:
            judge(data)
            taken += 1
        except AnalyzerError as error:
            check_sentence(error)
            refusal = error
    if refusal is not None and not taken:
        raise refusal


def check_sentence(error: AnalyzerError) -> None:
    """Check the text of an error: not empty, not too long, no control or direction characters."""
    text = str(error)
    assert text.strip(), f"an empty {type(error).__name__}"
    assert clean(text, lines=True), f"a control or direction character: {text!r}"
    assert len(max(text.split("\n"), key=len)) <= 10_000, f"too long a sentence: {text[:200]!r}"


# texts


def judge_cards(text: str) -> None:
    found = parse_cards(text)
    assert parse_cards(" ".join(map(str, found))) == found
    Shoe.decks(8).without(text)


def _shoe(text: str) -> None:
    shoe = Shoe.parse(text)
    assert Shoe.parse(str(shoe)) == shoe
    shoe.without("9")


def judge_shoes(text: str) -> None:
    every(text, _shoe, lambda text: cli_values.shoe_of(text, None), cli_design.sizes, Shoe.decks(1).without)


def judge_dealt(text: str) -> None:
    dealt = Dealt.parse(text)
    assert Dealt.parse(str(dealt)) == dealt
    for rules in _rules():
        every(dealt, lambda dealt, rules=rules: _laid(dealt, rules))  # type: ignore[misc]


def _laid(dealt: Dealt, rules: Rules) -> None:
    Shoe.decks(1).without(dealt.from_shoe(rules))
    for draws in ((False, False), (True, False), (False, True), (True, True)):
        dealt.places(rules, *draws)


@cache
def _rules() -> tuple[Rules, ...]:
    return tuple(map(load.rules, load.rules_ids()))


def judge_condition(text: str) -> None:
    condition = Condition.parse(text)
    assert Condition.parse(str(condition)) == condition
    rng = random.Random(len(text))
    assert all(fuzz_conditions.judged_alike(rng, condition) for _ in range(3)), "the evaluators disagree"
    wording(rng.choice(LANGUAGES)).translate(event(condition))


def judge_ratios(text: str) -> None:
    every(
        text,
        lambda text: _same(parse_ratio(text)),
        lambda text: _same(rate("an edge", text)),
        lambda text: asked_ratio("--chip", text),
        exact_of,
        lambda text: (price_of(text), commission_of(text)),
    )


def _same(number: object) -> None:
    text = ratio_text(number)  # type: ignore[arg-type]
    assert len(text) > 24 or parse_ratio(text) == number


def judge_ranges(text: str) -> None:
    every(
        text,
        lambda text: pay_range("win", text),
        lambda text: band("an edge", text, ANY),
        lambda text: band("sd", text),
        _band,
        lambda text: cli_design.ranges([text]),
        lambda text: cli_design.fixed([text]),
        lambda text: cli_values.prices([text]),
        lambda text: cli_values.stakes([text]),
        lambda text: cli_records._amounts("--stake", [text]),
        lambda text: cli_records._balances([text]),
        cli_deal._cut_card,
        lambda text: cli_values.whole("--shoes", text, 1),
        lambda text: Output.of("text", text, None, False),
        lambda text: Output.of(text, "4", None, False),
        lambda text: Output.of("text", "4", None, False, text),
        _place,
    )


def judge_names(text: str) -> None:
    # An absolute path would be opened, even a terminal or a disk.
    text = text.lstrip("/").replace("..", ".")
    every(
        text,
        variant_of,
        lambda text: rules_of(load.variant("classic"), text),
        load.bet,
        lambda text: bet_of(load.variant("classic"), text, {}),
        counts.count,
        limits.limits,
        procedures.procedure,
        lambda text: resolve.resolve_pair(text, "tie", load.bet),
        lambda text: shoe_of(load.variant("classic"), text),
    )


def judge_roads(text: str) -> None:
    every(text, Outcome.parse, lambda text: _drawn(outcomes_of(text)))


def _drawn(coups: Iterable[Outcome]) -> None:
    board = Scoreboard(coups)
    board.text()
    board.to_dict()


def judge_filter(text: str) -> None:
    kept = Filter.parse(text)
    if not kept.values_bets:
        for item in _some_items():
            kept.keeps(item)


@cache
def _some_items() -> list[resolve.Described]:
    return [load.variant("classic"), load.library()["tie"], load.library()["player-pair"]]


def judge_tags(text: str) -> None:
    count = counts.count_of_tags(text)
    assert counts.count_of_tags(count.name).tags == count.tags


# files


def judge_bets(file: str) -> None:
    every(file, inspect_file)
    load.drafts_of(file)
    for bet in load.bets_of(file):
        _paid(bet)


def _paid(bet: Bet) -> None:
    for order in ("9c Kh 5d 2c 3h As", "8c 7h Ad 2c 9c 9d"):
        coup = deal(load.rules(bet.rules or "punto-banco"), iter(parse_cards(order)))
        for line in bet.lines:
            line.when.holds(coup)
    assert bet.exposure >= 0


def judge_variant(file: str) -> None:
    every(file, inspect_file, resolve.of_file)
    load.variant(file)


def judge_rules_file(file: str) -> None:
    every(file, inspect_file)
    rules = load.rules(file)
    for order in ("9c Kh 5d 2c 3h As", "2c 7h Ad 2c 9c 9d", "Tc Td Kh Ks 8d 6d"):
        deal(rules, iter(map(Card.parse, order.split())))


def judge_record(data: bytes, form: Form) -> None:
    text = text_of(data)
    every(
        text,
        lambda text: list(read_text(text)),
        lambda text: cli_records._recorded(text, "-", None, None, 6),
    )
    shoes = list(read_text(text, form))
    # One other form, in turn, because all forms at once would take most of the time.
    other = FORMS[len(text) % len(FORMS)]
    every(
        shoes,
        lambda shoes: _reread(shoes, form),
        lambda shoes: _reread(shoes, other),
        replay,
        lambda shoes: settle(shoes, stake={"banker": 1}),
        lambda shoes: list(map(recorded_roads, shoes)),
    )


def _reread(shoes: Iterable[object], form: Form) -> None:
    pieces = "".join(written(shoes, form))  # type: ignore[arg-type]
    assert "".join(written(read_text(pieces, form), form)) == pieces, f"not read back: {pieces[:500]!r}"


FORMS: tuple[Form, ...] = ("text", "csv", "jsonl", "json")


def judge_verified(data: bytes) -> None:
    with patch.object(audit_dealing, "MOST_JUDGED", MOST_JUDGED):
        verify(read_certificate(data), known_library())


def judge_stakes(file: str) -> None:
    by_coup(read_stakes(file)[0], "1")
