"""The page docs/develop/mutation.md: how many mutants the tests killed.

Reasons for survivors are in mutation_survivors*.toml: one table per module, whose keys are the function, the
operator and the line before and after, without line numbers.
"""

import argparse
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from mutants import LAYERS, OPERATORS, SIZES, SWAPS, Mutant

KILLED = ("killed", "timeout")

GAP = "gap: "
"""The prefix of a reason if the survivor is a mistake that no judging test notices yet."""

HEAD = """\
# Mutation testing

Do the tests notice a small mistake in the program? `python tests/campaigns/mutation.py FOLDER` makes small
mistakes, one at a time (a *mutant*), and runs tests on each until one fails (the mutant is *killed*) or all
have passed (it *survives*). With `--page` the command writes this page. `_kernel.c` is not mutated, but its
Python twin is, and tests compare the two.

## Mutants

[cosmic-ray](https://github.com/sixty-north/cosmic-ray) makes the mutants, with these of its operators:

{operators}

Annotations and texts are not mutated, nor is anything that by design only affects speed: caches and their
sizes; `strict=` of `zip`; and the sizes {sizes}.

The mutants of each layer are put in random order (seed {seed}) and the first {size} are judged, so every
mutant of a layer is equally likely to be drawn. If the line of a mutant has changed, the next mutant takes
its place. For a module with its own row all mutants are judged. The row *named* has mistakes that the tests
once missed (`NAMED` in `tests/campaigns/mutants.py`).

## Judges

The judges are the tests that README's `pytest` runs. A first run records which lines each test executes and
how long it takes. A mutant is judged by the tests that execute its line, until {seconds:g} seconds of CPU
are spent: first those that killed other mutants of the module, then those in the layer's test folder, then
the others, quickest first. A line that runs at import is judged by all tests of the module and of the files
that import it. Tests longer than {long:g} seconds do not judge, nor does anything that runs in another
process. A mutant also counts as killed if a test takes four times as long as usual plus two seconds.

## Results

*Before* is the first judgement, *now* the judgement after tests were improved. *Equivalent* survivors behave
like the original program; they count as survivors in both shares, and the last column excludes them. *Gaps*
are the other survivors. `tests/campaigns/mutation_survivors*.toml` gives the reason for each survivor.

{figures}
"""


def reasons(paths: Iterable[Path]) -> dict[str, str]:
    """The reasons why mutants survive, by key of the mutant."""
    found: dict[str, str] = {}
    for path in paths:
        for module, table in tomllib.loads(path.read_text(encoding="utf-8")).items():
            found |= {f"{module} | {name}": why for name, why in table.items()}
    return found


def page(
    chosen: Mapping[str, tuple[int, Sequence[Mutant]]],
    verdicts: Mapping[str, Sequence[str]],
    why: Mapping[str, str],
    options: argparse.Namespace,
    long: float,
) -> tuple[str, list[str]]:
    """The page, and the keys of survivors without a reason.

    Args:
        chosen: by layer, and by module if all its mutants are judged: their number, and those judged.
        verdicts: by key of the mutant, from the first judgement to the last.
        why: reasons for survivors, by key of the mutant.
        options: the options of the campaign.
        long: the longest test that judges, in seconds.
    """
    all_of = {mutant.key: mutant for _, some in chosen.values() for mutant in some}
    survivors = [mutant for key, mutant in all_of.items() if verdicts.get(key, ["?"])[-1] == "survived"]
    text = HEAD.format(
        operators=_operators(),
        sizes=", ".join(f"`{name}`" for name in SIZES),
        size=options.size,
        seed=options.seed,
        seconds=options.seconds,
        long=long,
        figures=_figures(chosen, verdicts, why),
    )
    return text, [mutant.key for mutant in survivors if mutant.key not in why]


def _operators() -> str:
    """A list of the operators, with descriptions."""
    rows = [
        "`AddNot`: the condition of an `if`, a `while` or a choice between two values is reversed",
        "`NumberReplacer`: a number is increased or decreased by one",
        "`ReplaceTrueWithFalse`, `ReplaceFalseWithTrue`, `ReplaceAndWithOr`, `ReplaceOrWithAnd`, "
        "`ReplaceBreakWithContinue`, `ReplaceContinueWithBreak`",
        "`ZeroIterationForLoop`: a loop body never runs",
        "`RemoveDecorator`: a decorator is removed",
        "`ExceptionReplacer`: another exception is caught",
    ]
    for family, pairs in SWAPS.items():
        rows.append(f"`{family}`: " + ", ".join(f"{one} → {other}" for one, other in pairs))
    assert len(OPERATORS) == sum(map(len, SWAPS.values())) + 11
    return "\n".join(f"- {row}" for row in rows)


def _figures(
    chosen: Mapping[str, tuple[int, Sequence[Mutant]]],
    verdicts: Mapping[str, Sequence[str]],
    why: Mapping[str, str],
) -> str:
    """The table of results: one row per layer, and per module whose mutants were all judged."""
    rows = [
        "| Layer or module | Mutants | Judged | Killed before | Killed now | Equivalent | Gaps "
        "| % killed before | % killed now | % without equivalent |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for name, (made, some) in chosen.items():
        title = (
            f"**{name}**"
            if name in LAYERS
            else f"`{name.removeprefix('analyzer/')}`"
            if "/" in name
            else name
        )
        rows.append(_row(title, made, some, verdicts, why))
    layers = [part for name, part in chosen.items() if name in LAYERS]
    drawn = [mutant for _, some in layers for mutant in some]
    rows.append(_row("**all drawn**", sum(made for made, _ in layers), drawn, verdicts, why))
    return "\n".join(rows)


def _row(
    name: str,
    made: int,
    some: Sequence[Mutant],
    verdicts: Mapping[str, Sequence[str]],
    why: Mapping[str, str],
) -> str:
    each = {
        mutant.key: (told[0], told[-1])
        for mutant in some
        if (told := [v for v in verdicts.get(mutant.key, ()) if v in (*KILLED, "survived")])
    }
    before, now = (sum(pair[place] in KILLED for pair in each.values()) for place in (0, 1))
    lives = Counter(
        "gap" if why.get(key, GAP).startswith(GAP) else "none"
        for key, pair in each.items()
        if pair[1] not in KILLED
    )
    counts = (made, len(each), before, now, lives["none"], lives["gap"])
    parts = ((before, len(each)), (now, len(each)), (now, len(each) - lives["none"]))
    shares = (f"{100 * killed / judged:.1f}" if judged else "" for killed, judged in parts)
    return "| " + " | ".join((name, *(f"{n:,}" for n in counts), *shares)) + " |"
