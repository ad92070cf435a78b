"""The fuzzing targets: one for each place where the package reads a text or a file from outside."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import fuzz_conditions
import fuzz_judges as judges
import fuzz_seeds as seeds
from fuzz_changes import Shape
from fuzz_judges import FORMS, Judge, every, of_file, of_text

from analyzer.ask.execution.checkpoint import _read as read_sweep
from analyzer.catalog import claims, counts, limits, load, procedures
from analyzer.catalog.lint_input import inspect_file
from analyzer.cli import values as cli_values
from analyzer.game.cards import Card


@dataclass(frozen=True)
class Target:
    """One kind of input: how it is judged, its seeds, and how inputs are changed.

    `most` is the most bytes of an input; `weight` is its share of a campaign's time, relative to the others.
    """

    name: str
    judge: Judge
    corpus: Callable[[], list[bytes]]
    shape: Shape = "text"
    words: tuple[str, ...] = ()
    most: int = 20_000
    weight: int = 1
    fresh: Callable[[random.Random], str] | None = field(default=None, compare=False)


def _of_toml(name: str, key: str, judge: Callable[[str], object], *globs: str) -> Target:
    return Target(
        name, of_file(judge, f"{name}.toml"), lambda: seeds.documents(key, *globs), "toml", weight=2
    )


_SHAPES: dict[str, Shape] = {"jsonl": "lines", "json": "json"}

TARGETS = (
    Target(
        "cards",
        of_text(lambda text: every(text, judges.judge_cards, Card.parse)),
        lambda: seeds.of_texts(*seeds.given("--seen"), *seeds.tested("test_cards")),
        words=("10", "♥", "♣", "T", "9c", ","),
    ),
    Target(
        "shoes",
        of_text(judges.judge_shoes),
        lambda: seeds.of_texts(*seeds.given("--remaining", "--decks"), *seeds.tested("test_shoe")),
        words=("decks", "A=", "10=", "0=", "9c=", "infinite", "100000"),
    ),
    Target("shoe files", of_file(cli_values._from_file, "shoe.json"), seeds.shoes, "json"),
    Target(
        "dealt cards",
        of_text(judges.judge_dealt),
        lambda: seeds.of_texts(*seeds.given("--dealt"), *seeds.tested("test_dealt")),
        words=("P:", "B:", "next:", "?", "next:6="),
    ),
    Target(
        "ratios",
        of_text(judges.judge_ratios),
        lambda: seeds.of_texts(
            *seeds.given("--commission", "--chip"), *seeds.tested("test_exact", "test_pricing")
        ),
        words=("to", "for", "less", "push", "%", "/", "1 less 5%"),
    ),
    Target(
        "ranges and options",
        of_text(judges.judge_ranges),
        lambda: seeds.of_texts(
            *seeds.given("--pays", "--edge", "--band", "--sd", "--pay", "--stake", "--balance", "--cut-card"),
            *seeds.tested("test_design", "test_solve"),
        ),
        words=("..", ":", "=", "push", "%", "@", "*", "tcp://", "14..52", "zh-Hans", "json"),
    ),
    Target(
        "names",
        of_text(judges.judge_names),
        lambda: seeds.of_texts(
            *load.variant_ids(), *load.rules_ids(), *load.bet_ids(), *seeds.given("--bet", "--count")
        ),
        words=("/", ".toml", "-", "tie", "9", "*"),
        most=2_000,
    ),
    Target(
        "conditions",
        of_text(judges.judge_condition),
        seeds.conditions,
        weight=2,
        fresh=fuzz_conditions.text_of_any_sort,
    ),
    Target(
        "outcomes of roads",
        of_text(judges.judge_roads),
        lambda: seeds.of_texts("B B Pp T P B", "Bpbn,T # x\nPn", *seeds.tested("test_roads")),
        words=("B", "P", "T", "Bpbn", "#", ","),
        most=4_000,
    ),
    Target(
        "filters",
        of_text(judges.judge_filter),
        lambda: seeds.of_texts(*seeds.given("--where"), *seeds.tested("test_list")),
        words=("edge", "needs=", "ranks", "<=", "..", "pays=", "name=", "%"),
    ),
    Target(
        "tags",
        of_text(judges.judge_tags),
        lambda: seeds.of_texts(*seeds.given("--tags"), *seeds.tested("test_counts", "test_best_tags")),
        words=("A=", "h=", "9c=", "T=", "-1", "3/2", "0="),
    ),
    _of_toml("bets", "bet", judges.judge_bets, "analyzer/catalog/bets/*.toml", "tests/data/sheets/*.toml"),
    _of_toml(
        "variants",
        "bet",
        judges.judge_variant,
        "analyzer/catalog/variants/*.toml",
        "tests/data/sheets/variant*.toml",
    ),
    _of_toml("rules", "", judges.judge_rules_file, "analyzer/catalog/rules/*.toml"),
    _of_toml(
        "claims",
        "claim",
        lambda file: (every(file, inspect_file), claims.claims_of(file)),
        "analyzer/catalog/claims/*.toml",
        "tests/data/seeds/*.toml",
        "tests/data/audited.toml",
    ),
    _of_toml(
        "counts",
        "count",
        lambda file: (every(file, inspect_file), counts.count(file)),
        "analyzer/catalog/counts/*.toml",
    ),
    _of_toml(
        "procedures",
        "",
        lambda file: (every(file, inspect_file), procedures.procedure(file)),
        "analyzer/catalog/procedures/*.toml",
    ),
    _of_toml(
        "limits",
        "limit",
        lambda file: (every(file, inspect_file), limits.limits(file)),
        "analyzer/catalog/limits/*.toml",
    ),
    *(
        Target(
            f"records, {form}",
            lambda data, form=form: judges.judge_record(data, form),  # type: ignore[misc]
            lambda form=form: seeds.records(form),  # type: ignore[misc]
            _SHAPES.get(form, "text"),
            weight=3,
        )
        for form in FORMS
    ),
    Target("stakes", of_file(judges.judge_stakes, "stakes"), seeds.stakes),
    Target("certificates", judges.judge_verified, lambda: list(seeds.certificates()), "json"),
    Target(
        "parts of sweeps",
        of_file(lambda file: read_sweep(file, seeds.work(), 3), "sweep.json"),
        seeds.sweeps,
        "json",
    ),
)
"""All targets, in the order in which they run."""


def words_of(target: Target, corpus: list[bytes]) -> tuple[str, ...]:
    """The words inserted into a target's inputs: its own, those of its seeds, perhaps those of conditions."""
    own = fuzz_conditions.WORDS if target.name in ("conditions", "bets", "variants", "claims") else ()
    return tuple(dict.fromkeys((*target.words, *own, *seeds.words_of(corpus))))
