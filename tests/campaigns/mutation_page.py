"""docs/mutation.md: what came of the mutants, and why those that live do.

The reasons are in mutation_survivors*.toml: a table for each module, and in it, for each survivor, the
function, the operator and the line before and after. They stand whatever number the line has.
"""

import argparse
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from mutants import FLOORS, OPERATORS, SIZES, SWAPS, Mutant

KILLED = ("killed", "timeout")

GAP = "gap: "
"""How a reason begins where a survivor is a mistake, and no test that judges notices it yet."""

HEAD = """\
# How far mistakes would be noticed: mutation testing

Do the tests notice a small mistake, on whatever floor of the package it is made?
`python tests/campaigns/mutation.py FOLDER` makes small mistakes, each alone (a mutant), and runs the tests on
each until one fails (the mutant is killed) or all have passed (it survives). This page is what came of it,
written by the same command with `--page`. `_kernel.c` is not mutated; its twin in Python is, and tests hold
the two equal.

## The mistakes

They are made by [cosmic-ray](https://github.com/sixty-north/cosmic-ray), with these of its operators:

{operators}

Annotations are left alone, since they do nothing when the program runs, and so is whatever would not be
Python or reads the same. Texts are not mutated. Nor is what by design only decides how fast an answer
comes: the caches of functions and their sizes; `strict=` of `zip`, which guards against mistakes made
elsewhere; and {sizes}, which say how much is worked on at once or from where on the other of two
equal ways is taken.

All mutants of all modules of a floor are put in random order, by seed {seed}, and the first {size} are
judged. So every mutant of a floor is as likely to be drawn as any other, and a long module has more of them
than a short one. A mutant that can no longer be made, since its line has changed, gives way to the next. Of
a module that has a row of its own, all mutants are judged. The mistakes of `NAMED` in
`tests/campaigns/mutants.py`, which the tests once did not notice, are judged too.

## The judges

The judges are the tests that README's `pytest` runs, and no others. They are all run once first, to see which
lines each of them runs and how long it takes. A mutant is judged by the tests that run its line: first those
that killed other mutants of the module, then those in the folder of tests of its floor, then the others, the
quickest first, until {seconds:g} seconds of CPU are spent. A line that is run as its module is imported is
judged by the tests that run any line of the module, and then by those of the files that import it.

Not all that the suite notices is counted. Tests longer than {long:g} seconds do not judge, nor does what a
test runs in another process. A mutant on which a test takes four times as long as it should, and two seconds
more, is killed too: a suite that does not end has noticed. Every test that killed a mutant has passed on
the package as it is, run the same way.

## The figures

*Before* is when a mutant was first judged, *now* is after tests were sharpened. *No mistake* are survivors
that do what the program does; they count as survivors in the shares *before* and *now*, and *of mistakes* is
the share without them. *Gaps* are the other survivors. Modules with a row of their own were first judged when
tests had been written for them, so that *before* says little there.

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
    chosen: Mapping[str, tuple[int, Sequence[Mutant]]],
    verdicts: Mapping[str, Sequence[str]],
    why: Mapping[str, str],
    options: argparse.Namespace,
    long: float,
) -> tuple[str, list[str]]:
    """The page, and the keys of survivors that lack a reason.

    Args:
        chosen: for each floor, and for each module of which all were judged: how many mutants it has, and
            those to be judged.
        verdicts: of each mutant by its key, from the first time it was judged to the last.
        why: the reasons of survivors, by their keys.
        options: those of the campaign.
        long: seconds up to which a test judges.
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


def _figures(
    chosen: Mapping[str, tuple[int, Sequence[Mutant]]],
    verdicts: Mapping[str, Sequence[str]],
    why: Mapping[str, str],
) -> str:
    """A row for each floor, and for each module of which all mutants were judged."""
    rows = [
        "| floor or module | mutants | judged | killed before | now | no mistake | gaps "
        "| of 100 before | now | of mistakes |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for name, (made, some) in chosen.items():
        title = (
            f"**{name}**"
            if name in FLOORS
            else f"`{name.removeprefix('analyzer/')}`"
            if "/" in name
            else name
        )
        rows.append(_row(title, made, some, verdicts, why))
    floors = [part for name, part in chosen.items() if name in FLOORS]
    drawn = [mutant for _, some in floors for mutant in some]
    rows.append(_row("**all that were drawn**", sum(made for made, _ in floors), drawn, verdicts, why))
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


def _survivors(survivors: Iterable[Mutant], why: Mapping[str, str]) -> Iterable[str]:
    """A list for each module; what lives for one reason on one line of the program stands together."""
    modules: dict[str, dict[tuple[int, str, str, str], list[str]]] = defaultdict(lambda: defaultdict(list))
    for mutant in sorted(survivors, key=lambda mutant: (mutant.module, mutant.begin, mutant.key)):
        reason = why.get(mutant.key, f"{GAP}not looked at")
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
