"""Mutation testing: checks whether the tests notice small mistakes in every layer of the package.

    python tests/campaigns/mutation.py FOLDER [--layer NAME]... [--module PATH]... [--size 40] [--seed 19]
                                       [--seconds 15] [--jobs 1] [--again] [--page]

Draws mutants of each layer at random from all that the operators of cosmic-ray make, adds the named mistakes,
and runs tests on each mutant until one fails. For a module given by its path, all mutants are judged. First,
a survey finds which tests of README's `pytest` execute which lines; a mutant is then judged by the tests that
execute its line. Mutants are never written to disk: each runs in its own process, which imports it in place
of the module. Verdicts are kept in the folder, line by line, so an interrupted campaign can continue.
`--again` judges the survivors again, after changed tests have been surveyed again. At the end, every test
that killed a mutant runs on the unchanged package; if it fails there, its verdicts are discarded. `--page`
only writes docs/develop/mutation.md from the folder; its exit status is 1 if a survivor has no reason. Needs
the packages of `.[test,campaigns]`, and a system that can fork.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from mutants import LAYERS, Mutant, layer, mutants, named
from mutation_judges import failing, judged
from mutation_page import page, reasons
from mutation_survey import LONG, Survey, survey

ROOT = Path(__file__).parents[2]


def results(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """All judgements by key of the mutant: the verdict, and the test that killed the mutant."""
    found: dict[str, list[tuple[str, str]]] = {}
    if (path := folder / "results.jsonl").exists():
        for line in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            found.setdefault(line["key"], []).append((line["verdict"], line["test"]))
    return found


def drawn(folder: Path, name: str, size: int, seed: int) -> tuple[int, list[Mutant]]:
    """The number of mutants of a layer, and those drawn, kept in the folder; of a module, all are drawn.

    A mutant that can no longer be made, because its line has changed, is replaced by the next.
    """
    path = folder / f"drawn-{name.replace('/', '-')}.json"
    asked, most = [size, seed], size if name in LAYERS else None
    some: list[Mutant] = []
    if path.exists() and (kept := json.loads(path.read_text(encoding="utf-8")))["asked"] == asked:
        some = list(_still(kept["drawn"]))
        if len(some) >= (most or 1):
            return kept["made"], some
    made = [mutant for module in _modules(name) for mutant in mutants(ROOT, module)]
    random.Random(seed).shuffle(made)
    known = {mutant.key for mutant in some}
    some = [*some, *(mutant for mutant in made if mutant.key not in known)][:most]
    lines = [asdict(mutant) | {"sha256": _digest(mutant.module)} for mutant in some]
    path.write_text(json.dumps({"asked": asked, "made": len(made), "drawn": lines}), encoding="utf-8")
    return len(made), some


def _modules(name: str) -> list[str]:
    """The modules of a layer, or the module with this path."""
    if name not in LAYERS:
        return [name]
    paths = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "analyzer").rglob("*.py"))]
    return [path for path in paths if layer(path) == name]


def _digest(module: str) -> str:
    return sha256((ROOT / module).read_bytes()).hexdigest()


def _still(lines: list[dict[str, object]]) -> Iterator[Mutant]:
    """The drawn mutants that can still be made, even if other lines of their modules have changed."""
    remade: dict[str, dict[str, Mutant]] = {}
    for line in lines:
        digest, module, key = line.pop("sha256"), str(line["module"]), str(line["key"])
        if digest == _digest(module):
            yield Mutant(**line)  # type: ignore[arg-type]
            continue
        if module not in remade:
            remade[module] = {mutant.key: mutant for mutant in mutants(ROOT, module)}
        if key in remade[module]:
            yield remade[module][key]
        else:
            print(f"no longer made: {key}")


def chosen(folder: Path, options: argparse.Namespace) -> dict[str, tuple[int, list[Mutant]]]:
    """For each layer, and each module given by its path: the number of mutants, and those to be judged."""
    names = [*(options.layer or ([] if options.module else LAYERS)), *options.module]
    found = {name: drawn(folder, name, options.size, options.seed) for name in names}
    return found | {"named": (len(fixed := named(ROOT)), fixed)}


def campaign(folder: Path, options: argparse.Namespace) -> None:
    """Judge the mutants that have not been judged, or the survivors again."""
    survey(ROOT, folder / "survey", options.jobs)
    before, known = results(folder), Survey(ROOT, folder / "survey")
    done = ("killed", "timeout") if options.again else ("killed", "timeout", "survived")
    for name, (_, some) in chosen(folder, options).items():
        todo = [mutant for mutant in some if before.get(mutant.key, [("", "")])[-1][0] not in done]
        counted: Counter[str] = Counter()
        for mutant, verdict, test in judged(ROOT, todo, known, options.seconds, options.jobs):
            _note(folder, mutant.key, verdict, test)
            counted[verdict] += 1
        print(
            f"{name}: {', '.join(f'{n} {verdict}' for verdict, n in counted.items()) or 'none'}", flush=True
        )
    killed = {key: lines[-1][1] for key, lines in results(folder).items() if lines[-1][0] == "killed"}
    tests = sorted({*killed.values()} & {*known.seconds})
    wrong = failing(ROOT, known, tests) if tests else set()
    for key, test in killed.items():
        if test in wrong:
            print(f"fails on the unchanged package: {test}", flush=True)
            _note(folder, key, "unjudged", test)


def _note(folder: Path, key: str, verdict: str, test: str) -> None:
    line = json.dumps({"key": key, "verdict": verdict, "test": test}, ensure_ascii=False)
    with (folder / "results.jsonl").open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def written(folder: Path, options: argparse.Namespace) -> int:
    """Write the page; return 1 if a survivor has no reason, or a reason is for a killed or missing mutant."""
    verdicts = {key: [verdict for verdict, _ in lines] for key, lines in results(folder).items()}
    why = reasons(Path(__file__).parent.glob("mutation_survivors*.toml"))
    text, unexplained = page(chosen(folder, options), verdicts, why, options, LONG)
    (ROOT / "docs" / "develop" / "mutation.md").write_text(text, encoding="utf-8")
    wrong = [f"no reason: {key}" for key in unexplained]
    wrong += [
        f"a reason for a killed mutant: {key}" for key in why if verdicts.get(key, ["?"])[-1] == "killed"
    ]
    modules = {key.partition(" | ")[0] for key in why}
    made = {mutant.key for path in modules if (ROOT / path).exists() for mutant in mutants(ROOT, path)}
    wrong += [f"a reason for a missing mutant: {key}" for key in why if key not in made]
    print("\n".join(wrong))
    return 1 if wrong else 0


def main() -> int:
    """Return 0 if the campaign ran to its end, or if every survivor on the page has a reason."""
    parser = argparse.ArgumentParser(description="Mutation testing of every layer of the package.")
    parser.add_argument("folder", type=Path, help="folder of the results")
    parser.add_argument(
        "--layer", action="append", choices=list(LAYERS), help="only this layer; can be repeated"
    )
    parser.add_argument(
        "--module", action="append", default=[], help="all mutants of this module; can be repeated"
    )
    parser.add_argument("--size", type=int, default=40, help="number of mutants drawn per layer")
    parser.add_argument("--seed", type=int, default=19, help="seed of the draw")
    parser.add_argument("--seconds", type=float, default=15.0, help="most CPU seconds of tests per mutant")
    parser.add_argument("--jobs", type=int, default=1, help="number of parallel processes")
    parser.add_argument("--again", action="store_true", help="judge the survivors again")
    parser.add_argument(
        "--page", action="store_true", help="only write docs/develop/mutation.md from the results"
    )
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.page:
        return written(options.folder, options)
    campaign(options.folder, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
