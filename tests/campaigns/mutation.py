"""Mutation testing: do the tests notice small mistakes in the floors on which every figure stands?

    python tests/campaigns/mutation.py FOLDER... [--module PATH]... [--sample N] [--seed 1] [--again] [--page]

Makes mutants of `exact.py`, `game/`, `bets/`, `census/` and `analysis/valuation.py` by the operators of
cosmic-ray, and runs the tests on each until one fails. First it is found out which tests run which lines; a
mutant is then judged by the tests that run its line, the shortest first. Mutants are never written down:
each is run in a process of its own that imports the mutant in place of the module. What came of each is kept
in the folder, line by line, so that a campaign broken off goes on; two campaigns of different modules may
share a folder. `--again` judges the survivors once more, after the tests that have changed have been looked
at anew. In the end every test that killed a mutant is run on the module as it is: what it killed is forgotten
if it fails there. `--page` only writes docs/mutation.md from what is in the folders, of which it takes any
number; its exit status is 1 where a survivor has no reason, or a module was not tried as it is. Needs
the packages of `.[test,campaigns]`, and a system that can fork.
"""

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from mutants import mutants
from mutation_judges import judged, unchanged
from mutation_page import page, reasons
from mutation_survey import LONG, Survey, surveyed
from mutation_tests import TESTS

ROOT = Path(__file__).parents[2]


def results(folders: Iterable[Path]) -> dict[str, dict[str, str]]:
    """What came of each mutant at last, by its key; of a module as it is, by its path."""
    files = [path for folder in folders if (path := folder / "results.jsonl").exists()]
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
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
    before, known = results([folder]), survey(folder, TESTS[module])
    chosen = mutants(ROOT, module)
    random.Random(options.seed).shuffle(chosen)
    done = ("killed", "timeout") if options.again else ("killed", "timeout", "survived")
    todo = [
        mutant
        for mutant in (chosen[: options.sample] if options.sample else chosen)
        if before.get(mutant.key, {}).get("verdict") not in done
    ]
    counted: Counter[str] = Counter()
    for mutant, verdict, test in judged(ROOT, module, todo, known, TESTS[module], options.seconds):
        _note(folder, mutant.key, verdict, test)
        counted[verdict] += 1
    print(f"{module}: {', '.join(f'{n} {verdict}' for verdict, n in counted.items()) or 'none'}", flush=True)


def as_it_is(folder: Path, module: str) -> int:
    """0 where every test that killed a mutant passes on the module itself; else its kills are forgotten."""
    killed = {
        key: line["test"]
        for key, line in results([folder]).items()
        if key.startswith(f"{module} | ") and line["verdict"] == "killed"
    }
    known = survey(folder, TESTS[module])
    tests = sorted({*killed.values()} & {*known.seconds}, key=lambda test: (known.seconds[test], test))
    verdict, failed = unchanged(ROOT, module, known, tests) if tests else ("survived", "")
    _note(folder, module, verdict, failed)
    if verdict == "survived":
        return 0
    print(f"{module}: as it is {verdict} {failed}", flush=True)
    for key, test in killed.items():
        if test in (failed, f"collecting {failed}"):
            _note(folder, key, "unjudged", failed)
    return 1


def _note(folder: Path, key: str, verdict: str, test: str) -> None:
    line = json.dumps({"key": key, "verdict": verdict, "test": test}, ensure_ascii=False)
    with (folder / "results.jsonl").open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def written(folders: list[Path]) -> int:
    """1 where a survivor on the page has no reason, or a module was not tried as it is; else 0."""
    made = [mutant for module in TESTS for mutant in mutants(ROOT, module)]
    verdicts = {key: line["verdict"] for key, line in results(folders).items()}
    why = reasons(Path(__file__).parent.glob("mutation_survivors*.toml"))
    text, unexplained = page(made, verdicts, why, LONG)
    (ROOT / "docs" / "mutation.md").write_text(text, encoding="utf-8")
    wrong = [f"no reason: {key}" for key in unexplained]
    wrong += [f"a reason for what is no survivor: {key}" for key in why if verdicts.get(key) != "survived"]
    modules = dict.fromkeys(mutant.module for mutant in made if mutant.key in verdicts)
    wrong += [f"not tried as it is: {module}" for module in modules if verdicts.get(module) != "survived"]
    print("\n".join(wrong))
    return 1 if wrong else 0


def main() -> int:
    """0 where the campaign ran to its end, or the page has a reason for every survivor."""
    parser = argparse.ArgumentParser(description="Mutation testing of what every figure stands on.")
    parser.add_argument("folder", type=Path, nargs="+", help="where results are kept")
    parser.add_argument(
        "--module", action="append", choices=list(TESTS), help="only this one; may be repeated"
    )
    parser.add_argument("--sample", type=int, help="only so many mutants of each module")
    parser.add_argument("--seed", type=int, default=1, help="of the order of mutants, and so of a sample")
    parser.add_argument("--seconds", type=float, default=20.0, help="of tests at most on each mutant")
    parser.add_argument("--again", action="store_true", help="judge the survivors once more")
    parser.add_argument("--page", action="store_true", help="only write docs/mutation.md from the results")
    options = parser.parse_args()
    if options.page:
        return written(options.folder)
    if len(options.folder) != 1:
        parser.error("only --page takes several folders")
    folder = options.folder[0]
    folder.mkdir(parents=True, exist_ok=True)
    status = 0
    for module in options.module or TESTS:
        # Each in a process of its own, since most of the package is imported there.
        status |= _forked(lambda module=module: campaign(folder, module, options))
        status |= _forked(lambda module=module: as_it_is(folder, module))
    return status


def _forked(work: Callable[[], int | None]) -> int:
    """0 where a process that does this work ends with None or 0."""
    if (child := os.fork()) == 0:
        os._exit(work() or 0)
    return 1 if os.waitpid(child, 0)[1] else 0


if __name__ == "__main__":
    sys.exit(main())
