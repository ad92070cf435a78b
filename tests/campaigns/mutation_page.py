"""docs/mutation.md: what came of the mutants, and why those that live do.

The reasons are in mutation_survivors*.toml: a table for each module, and in it, for each survivor, the
function, the operator and the line before and after. They stand whatever number the line has.
"""

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from mutants import OPERATORS, SIZES, SWAPS, Mutant

PARTS = {
    "exact.py": "analyzer/exact.py",
    "game/": "analyzer/game/",
    "bets/": "analyzer/bets/",
    "census/": "analyzer/census/",
    "analysis/valuation.py": "analyzer/analysis/valuation.py",
}
"""What has to be held, and how its modules begin."""

KILLED = ("killed", "timeout")

HEAD = """\
# How far mistakes would be noticed: mutation testing

Every figure stands on `exact.py`, `game/`, `bets/`, `census/` and `analysis/valuation.py`. Do the tests
notice a small mistake there? `python tests/campaigns/mutation.py FOLDER` makes one small mistake after
another, each alone (a mutant), and runs the tests on it until one fails (the mutant is killed) or all have
passed (it survives). This page is what came of it, written by the same command with `--page`. `_kernel.c` is
not mutated; its twin in Python is, and tests hold the two equal.

## The mistakes

They are made by [cosmic-ray](https://github.com/sixty-north/cosmic-ray), with these of its operators:

{operators}

Annotations are left alone, since nothing hangs on them when the program runs, and so is whatever would be no
Python or reads the same. Texts are not mutated. Nor is what by design only decides how fast an answer
comes: the caches of functions and their sizes; `strict=` of `zip`, which guards against mistakes made
elsewhere; and {sizes}, which say how much is worked on at once or from where on the other of two
equal ways is taken.

## The judges

A mutant is judged by the tests that run its line, the shortest first; where a line is run as its module is
imported, by all tests that `tests/campaigns/mutation_tests.py` names for the module, its own doctests first.
Tests longer than {long} seconds do not judge, so that the whole suite notices more than is counted here. A
mutant on which a test takes four times as long as it should, and two seconds besides, is killed too: a
suite that does not end has noticed. Every test that killed a mutant has passed on the module as it is, run
the same way.

## The figures

{figures}

## The survivors

Lines are numbered as they were when this page was written.

{survivors}
"""


def reasons(paths: Iterable[Path]) -> dict[str, str]:
    """Why survivors live, by the keys of the mutants."""
    found: dict[str, str] = {}
    for path in paths:
        for module, table in tomllib.loads(path.read_text(encoding="utf-8")).items():
            found |= {f"{module} | {name}": why for name, why in table.items()}
    return found


def page(
    made: Sequence[Mutant], verdicts: Mapping[str, str], why: Mapping[str, str], long: float
) -> tuple[str, list[str]]:
    """The page, and the keys of survivors that lack a reason."""
    judged = [mutant for mutant in made if verdicts.get(mutant.key) in (*KILLED, "survived")]
    survivors = [mutant for mutant in judged if verdicts[mutant.key] == "survived"]
    text = HEAD.format(
        operators=_operators(),
        sizes=", ".join(f"`{name}`" for name in SIZES),
        long=f"{long:g}",
        figures=_figures(made, judged, verdicts),
        survivors="\n\n".join(_survivors(survivors, why)) or "None.",
    )
    return text, [mutant.key for mutant in survivors if mutant.key not in why]


def _operators() -> str:
    """The operators in words."""
    rows = [
        "`AddNot`: the condition of an `if`, a `while` or a choice between two values is reversed",
        "`NumberReplacer`: a number is one more, and one less",
        "`ReplaceTrueWithFalse`, `ReplaceFalseWithTrue`, `ReplaceAndWithOr`, `ReplaceOrWithAnd`, "
        "`ReplaceBreakWithContinue`, `ReplaceContinueWithBreak`: as they say",
        "`ZeroIterationForLoop`: a loop goes over nothing",
        "`RemoveDecorator`: a decorator is taken away",
        "`ExceptionReplacer`: another exception is caught than the one that comes",
    ]
    for family, pairs in SWAPS.items():
        rows.append(f"`{family}`: " + ", ".join(f"{one} → {other}" for one, other in pairs))
    assert len(OPERATORS) == sum(map(len, SWAPS.values())) + 11
    return "\n".join(f"- {row}" for row in rows)


def _figures(made: Sequence[Mutant], judged: Sequence[Mutant], verdicts: Mapping[str, str]) -> str:
    """A row for each part and, below it, for each of its modules."""
    rows = [
        "| module | mutants | killed | of them by hanging | survived | killed of 100 |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    all_of = Counter(mutant.module for mutant in made)
    each = {module: [m for m in judged if m.module == module] for module in all_of}
    for part, begin in PARTS.items():
        modules = [module for module in all_of if module.startswith(begin)]
        rows.append(_row(f"**{part}**", [m for module in modules for m in each[module]], verdicts))
        if len(modules) > 1:
            rows += [_row(f"`{module[len(begin) :]}`", each[module], verdicts) for module in sorted(modules)]
    rows.append(_row("**all**", judged, verdicts))
    if len(judged) == len(made):
        return "\n".join(rows)
    told = (
        f"Of {len(made):,} mutants {len(judged):,} were judged; where not all of a module, drawn at random."
    )
    return "\n".join([*rows, "", told])


def _row(name: str, some: Sequence[Mutant], verdicts: Mapping[str, str]) -> str:
    count = Counter(verdicts[mutant.key] for mutant in some)
    killed = sum(count[verdict] for verdict in KILLED)
    share = f"{100 * killed / len(some):.1f}" if some else ""
    cells = (name, f"{len(some):,}", f"{killed:,}", f"{count['timeout']:,}", f"{count['survived']:,}", share)
    return "| " + " | ".join(cells) + " |"


def _survivors(survivors: Iterable[Mutant], why: Mapping[str, str]) -> Iterable[str]:
    """A list for each module; what lives for one reason on one line of the program stands together."""
    modules: dict[str, dict[tuple[int, str, str, str], list[str]]] = defaultdict(lambda: defaultdict(list))
    for mutant in sorted(survivors, key=lambda mutant: (mutant.module, mutant.begin, mutant.key)):
        reason = why.get(mutant.key, "not looked at")
        place = (mutant.begin + 1, mutant.function, " ".join(mutant.old.split()), reason)
        modules[mutant.module][place].append(" ".join(mutant.new.split()) or "(taken away)")
    for module, places in modules.items():
        lines = [f"### {module}", ""]
        for (line, function, old, reason), new in places.items():
            became = " or ".join(f"`` {text} ``" for text in new)
            lines.append(
                f"- line {line}, {function}: `` {old} `` → {became}. {reason[:1].upper()}{reason[1:]}."
            )
        yield "\n".join(lines)
