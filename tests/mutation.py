"""Mutation testing: do the tests notice small mistakes in the floors on which every figure stands?

    python tests/mutation.py FOLDER [--module PATH]... [--sample N] [--seed 1] [--again] [--page]

Makes mutants of `exact.py`, `game/`, `bets/`, `census/` and `analysis/valuation.py` by the operators of
cosmic-ray, and runs the tests on each until one fails. First it is found out which tests run which lines; a
mutant is then judged by the tests that run its line, the shortest first. Mutants are never written down:
each is run in a process of its own that imports the mutant in place of the module. What came of each is kept
in the folder, line by line, so that a campaign broken off goes on; two campaigns of different modules may
share a folder. `--again` judges the survivors once more, after the tests that have changed have been looked
at anew. `--page` only writes docs/mutation.md from what is in the folder; its exit status is 1 where a
survivor has no reason. Needs the packages cosmic-ray and coverage besides those of `.[test]`, and a system
that can fork.
"""

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from mutants import mutants
from mutation_judges import LONG, Survey, judged, surveyed
from mutation_page import page, reasons
from mutation_tests import TESTS

ROOT = Path(__file__).parent.parent


def results(folder: Path) -> dict[str, dict[str, str]]:
    """What came of each mutant at last, by its key."""
    path = folder / "results.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {line["key"]: line for line in map(json.loads, lines)}


def survey(folder: Path, files: Iterable[str]) -> Survey:
    """Which tests of some files run which lines; looked into where the folder does not have it yet."""
    found = Survey()
    for name in files:
        path = folder / (name.replace("/", "-") + ".json")
        if not path.exists() or path.stat().st_mtime < (ROOT / name).stat().st_mtime:
            path.write_text(json.dumps(surveyed(ROOT, name, list(TESTS))), encoding="utf-8")
        found.add(json.loads(path.read_text(encoding="utf-8")))
    return found


def campaign(folder: Path, module: str, options: argparse.Namespace) -> None:
    """Judge the mutants of a module that have not been, or the survivors, in random order."""
    before, known = results(folder), survey(folder, TESTS[module])
    chosen = mutants(ROOT, module)
    random.Random(options.seed).shuffle(chosen)
    done = ("killed", "timeout") if options.again else ("killed", "timeout", "survived")
    todo = [
        mutant
        for mutant in (chosen[: options.sample] if options.sample else chosen)
        if before.get(mutant.key, {}).get("verdict") not in done
    ]
    counted: Counter[str] = Counter()
    with (folder / "results.jsonl").open("a", encoding="utf-8") as file:
        for mutant, verdict, test in judged(ROOT, module, todo, known, TESTS[module], options.seconds):
            line = {"key": mutant.key, "verdict": verdict, "test": test}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
            counted[verdict] += 1
    print(f"{module}: {', '.join(f'{n} {verdict}' for verdict, n in counted.items()) or 'none'}", flush=True)


def written(folder: Path) -> int:
    """1 where a survivor on the page has no reason, else 0."""
    made = [mutant for module in TESTS for mutant in mutants(ROOT, module)]
    verdicts = {key: line["verdict"] for key, line in results(folder).items()}
    why = reasons(Path(__file__).with_name("mutation_survivors.toml"))
    text, unexplained = page(made, verdicts, why, LONG)
    (ROOT / "docs" / "mutation.md").write_text(text, encoding="utf-8")
    for key in unexplained:
        print(key)
    idle = [key for key in why if verdicts.get(key) != "survived"]
    for key in idle:
        print(f"a reason for what is no survivor: {key}")
    return 1 if unexplained or idle else 0


def main() -> int:
    """0 where the campaign ran to its end, or the page has a reason for every survivor."""
    parser = argparse.ArgumentParser(description="Mutation testing of what every figure stands on.")
    parser.add_argument("folder", type=Path, help="where results are kept")
    parser.add_argument(
        "--module", action="append", choices=list(TESTS), help="only this one; may be repeated"
    )
    parser.add_argument("--sample", type=int, help="only so many mutants of each module")
    parser.add_argument("--seed", type=int, default=1, help="of the order of mutants, and so of a sample")
    parser.add_argument("--seconds", type=float, default=20.0, help="of tests at most on each mutant")
    parser.add_argument("--again", action="store_true", help="judge the survivors once more")
    parser.add_argument("--page", action="store_true", help="only write docs/mutation.md from the results")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if not options.page:
        for module in options.module or TESTS:
            # In a process of its own, since most of the package is imported there.
            if (child := os.fork()) == 0:
                campaign(options.folder, module, options)
                os._exit(0)
            if os.waitpid(child, 0)[1]:
                return 1
        return 0
    return written(options.folder)


if __name__ == "__main__":
    sys.exit(main())
