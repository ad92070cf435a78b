"""A campaign of coverage-guided fuzzing of everything that the package reads.

    python tests/campaigns/fuzz.py --seconds 1300 [--target cards …] [--page]

Needs `pip install -e '.[campaigns]'`. The targets of `fuzz_targets.py` run one after another, each in its own
process for its share of the seconds: libFuzzer, through Atheris, changes inputs, keeps those that reach new
code in the package, and changes them further. An input must be accepted or rejected with an `AnalyzerError`,
whose text has one printable sentence per line, within two seconds of CPU time. Failing inputs are printed as
literals to paste into a test, and the exit status is 1. `--corpus FOLDER` keeps the inputs found and the
figures for the next campaign; `--page` writes the figures of every target's last run into
docs/develop/fuzzing.md. `--judge FILE` judges one input without a fuzzer.
"""

import argparse
import importlib
import json
import os
import re
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path

if __name__ == "__main__" and "--judge" not in sys.argv:
    # The package is imported once, with instrumentation at every branch that records where an input goes.
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["analyzer"]):
        importlib.import_module("fuzz_targets")

import fuzz_targets
from fuzz_changes import Changes, bytes_of
from fuzz_judges import check_sentence
from fuzz_judges import folder as folder_of_inputs
from fuzz_targets import Target

from analyzer.errors import AnalyzerError

TESTS = Path(__file__).parent
PAGE = TESTS.parents[1] / "docs" / "develop" / "fuzzing.md"

LIMIT = 2.0
"""The most seconds of CPU time for one input, including the slowdown by coverage measurement."""

HUNG = 60
"""Seconds after which an input counts as hanging."""

MEGABYTES = 1_500
"""The most memory of a process, in megabytes."""

_RESULT = "result.json"

_SHOWN = 6_000
"""The most characters of a fault that are printed."""

_PULSE = re.compile(r"^#(\d+)\s+\w+\s+cov: (\d+) ft: (\d+)", re.MULTILINE)
_PEAK = re.compile(r"^stat::peak_rss_mb:\s+(\d+)", re.MULTILINE)


@dataclass
class Seen:
    """The figures of a target so far; kept in a file, because the fuzzer ends its process without notice."""

    file: Path
    taken: int = 0
    refused: int = 0
    slowest: float = 0.0
    slowest_input: str = ""
    faults: dict[str, str] = field(default_factory=dict)
    _next: float = 0.0

    def write(self, *, now: bool = False) -> None:
        """Write them to the file, at most twice a second unless `now`."""
        if now or time.monotonic() > self._next:
            kept = {key: value for key, value in asdict(self).items() if key not in ("file", "_next")}
            self.file.write_text(json.dumps(kept))
            self._next = time.monotonic() + 0.5


_AGAIN = re.compile(rb"(.{1,60}?)\1{9,}", re.DOTALL)


def literal(data: bytes) -> str:
    """The bytes as a Python expression in which repeated pieces are written once, with `*`."""
    pieces, end = [], 0
    for found in _AGAIN.finditer(data):
        pieces += [repr(data[end : found.start()])] if found.start() > end else []
        pieces.append(f"{found[1]!r} * {len(found[0]) // len(found[1])}")
        end = found.end()
    return " + ".join([*pieces, repr(data[end:])] if end < len(data) or not pieces else pieces)


def smaller(fails: Callable[[bytes], bool], data: bytes, tries: int = 400) -> bytes:
    """A smaller input that fails in the same way: pieces that make no difference are removed."""
    size = len(data)
    while size > 1 and tries > 0:
        size, at = size // 2, 0
        while at < len(data) and tries > 0:
            less, tries = data[:at] + data[at + size :], tries - 1
            if fails(less):
                data = less
            else:
                at += size
    return data


def judged(judge: Callable[[bytes], object], data: bytes, seen: Seen) -> None:
    """Judge one input and record the result."""
    begin = time.process_time()
    try:
        try:
            judge(data)
            seen.taken += 1
        except AnalyzerError as error:
            seen.refused += 1
            check_sentence(error)
    except Exception as fault:
        name = _named(fault)
        if name not in seen.faults:
            trace = "".join(traceback.format_exception(fault))[-3000:]
            seen.faults[name] = f"{literal(smaller(lambda less: _fault(judge, less) == name, data))}\n{trace}"
            seen.write(now=True)
    took = time.process_time() - begin
    if took > seen.slowest:
        seen.slowest, seen.slowest_input = took, literal(data)[:300]
        if took > LIMIT:
            seen.faults[f"slow: {took:.1f} s"] = literal(data)
        seen.write(now=True)
    seen.write()


def _named(fault: BaseException) -> str:
    """The name of a fault, which identifies it: the type of the exception, and where it was raised."""
    place = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__} in {Path(place.filename).name}, {place.name}, line {place.lineno}"


def _fault(judge: Callable[[bytes], object], data: bytes) -> str:
    """The name of the fault of an input; empty if it has none."""
    try:
        try:
            judge(data)
        except AnalyzerError as error:
            check_sentence(error)
    except Exception as fault:
        return _named(fault)
    return ""


def fuzz_one(target: Target, seconds: int, folder: Path) -> None:
    """Fuzz one target in this process; the fuzzer ends the process."""
    import atheris

    corpus = target.corpus()
    kept = folder / "corpus"
    kept.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(corpus):
        (kept / f"seed-{number:03}").write_bytes(seed)
    words = fuzz_targets.words_of(target, corpus)
    lines = ("".join(f"\\x{byte:02x}" for byte in bytes_of(word)) for word in words[:500])
    (folder / "words").write_text("".join(f'"{line}"\n' for line in lines), encoding="ascii")

    def by_bytes(data: bytes, most: int) -> bytes:
        return bytes(atheris.Mutate(data, most))  # looked up at each call, because `Fuzz` replaces it

    changes = Changes(target.shape, corpus, words, target.most, by_bytes, target.fresh)
    seen = Seen(folder / "seen.json")
    arguments = [
        *(sys.argv[0], f"-max_total_time={seconds}", f"-max_len={target.most}", f"-timeout={HUNG}"),
        *(f"-rss_limit_mb={MEGABYTES}", f"-artifact_prefix={folder}/", f"-dict={folder / 'words'}"),
        *("-print_final_stats=1", f"-report_slow_units={HUNG}", "-seed=7", str(kept)),
    ]
    atheris.Setup(arguments, lambda data: judged(target.judge, data, seen), custom_mutator=changes.changed)
    os.chdir(folder_of_inputs())
    atheris.Fuzz()


@dataclass(frozen=True)
class Result:
    """The figures of one target; `begun` counts the edges that the seeds reach, `edges` those at the end."""

    name: str
    seconds: int
    executions: int
    taken: int
    begun: int
    edges: int
    features: int
    slowest: float
    megabytes: int
    faults: dict[str, str]


def campaign_of(target: Target, seconds: int, folder: Path) -> Result:
    """Fuzz one target in its own process, forked from this one with the instrumented package."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "seen.json").unlink(missing_ok=True)
    begin = time.monotonic()
    if (child := os.fork()) == 0:
        log = os.open(folder / "log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(log, 1)
        os.dup2(log, 2)
        try:
            fuzz_one(target, seconds, folder)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(70)
    status = os.waitpid(child, 0)[1]
    took = round(time.monotonic() - begin)
    output = (folder / "log").read_text(encoding="utf-8", errors="replace")
    file = folder / "seen.json"
    seen = json.loads(file.read_text()) if file.exists() else {"taken": 0, "slowest": 0, "faults": {}}
    faults = dict(seen["faults"])
    for left in folder.glob("*-*"):
        if left.is_file():
            faults[left.name.partition("-")[0]] = literal(left.read_bytes())
            left.unlink()
    if status and not faults:
        faults["the fuzzer itself"] = output[-3000:]
    pulses = _PULSE.findall(output) or [("0", "0", "0")]
    begun = re.search(r"^#\d+\s+INITED cov: (\d+)", output, re.MULTILINE)
    peak = _PEAK.search(output)
    return Result(
        target.name,
        took,
        int(pulses[-1][0]),
        seen["taken"],
        int(begun[1]) if begun else 0,
        int(pulses[-1][1]),
        int(pulses[-1][2]),
        seen["slowest"],
        int(peak[1]) if peak else 0,
        faults,
    )


def shown(results: list[Result]) -> str:
    """The figures as a Markdown table."""
    head = (
        *("target", "seconds", "inputs", "accepted", "edges of the seeds", "edges", "features"),
        *("slowest, s", "memory, MB", "faults"),
    )
    rows = [
        (
            *(each.name, each.seconds, f"{each.executions:,}", f"{each.taken:,}", f"{each.begun:,}"),
            *(f"{each.edges:,}", f"{each.features:,}", f"{each.slowest:.2f}", each.megabytes),
            len(each.faults),
        )
        for each in results
    ]
    total = [sum(getattr(each, key) for each in results) for key in ("seconds", "executions", "taken")]
    slowest, memory = max(each.slowest for each in results), max(each.megabytes for each in results)
    faults = sum(len(each.faults) for each in results)
    rows.append(
        ("**all**", *(f"{n:,}" for n in total), "", "", "", f"{slowest:.2f}", memory, faults)  # type: ignore[arg-type]
    )
    lines = [head, ("---", *("--:" for _ in head[1:])), *rows]
    return "".join(f"| {' | '.join(map(str, row))} |\n" for row in lines)


def last_results(corpus: Path) -> list[Result]:
    """The last result of each target in a folder."""
    order = [target.name for target in fuzz_targets.TARGETS]
    found = [Result(**json.loads(file.read_text())) for file in corpus.glob(f"*/{_RESULT}")]
    return sorted(found, key=lambda result: order.index(result.name))


def write_page(results: list[Result]) -> None:
    """Write the figures into the page, between its marks."""
    text = PAGE.read_text(encoding="utf-8")
    figures = (
        f"A campaign of {date.today().isoformat()}, Python {sys.version.split()[0]}:\n\n{shown(results)}"
    )
    page = re.sub(
        r"(?<=<!-- figures -->\n).*(?=<!-- end of figures -->)", lambda _: figures, text, flags=re.DOTALL
    )
    PAGE.write_text(page, encoding="utf-8")


def main() -> int:
    """Fuzz the chosen targets; return 1 if a fault was found."""
    parser = argparse.ArgumentParser(description="coverage-guided fuzzing of everything that is read")
    parser.add_argument("--seconds", type=int, default=1300, help="length of the whole campaign")
    parser.add_argument("--target", action="append", help="only this target; can be repeated")
    parser.add_argument("--corpus", type=Path, help="a folder that keeps the inputs found")
    parser.add_argument("--page", action="store_true", help="write the figures into docs/develop/fuzzing.md")
    parser.add_argument("--judge", type=Path, help="judge the one input in this file, for one --target")
    options = parser.parse_args()
    try:
        targets = {target.name: target for target in fuzz_targets.TARGETS}
        if unknown := [name for name in options.target or () if name not in targets]:
            parser.error(f"unknown target {unknown[0]!r}; choose from {', '.join(targets)}")
        chosen = [targets[name] for name in options.target or targets]
        if options.judge:
            chosen[0].judge(options.judge.read_bytes())
            return 0
        return _campaign(chosen, options)
    finally:
        shutil.rmtree(folder_of_inputs(), ignore_errors=True)


def _campaign(chosen: list[Target], options: argparse.Namespace) -> int:
    folder_of_inputs()  # created here, so that all processes share it and this one removes it
    part, results = options.seconds / sum(target.weight for target in chosen), []
    with tempfile.TemporaryDirectory(prefix="fuzz-corpus-") as scratch:
        for target in chosen:
            folder = (options.corpus or Path(scratch)).absolute() / re.sub(r"\W+", "-", target.name)
            result = campaign_of(target, max(1, round(part * target.weight)), folder)
            results.append(result)
            (folder / _RESULT).write_text(json.dumps(asdict(result)))
            print(
                f"{result.name}: {result.executions:,} inputs in {result.seconds} s, "
                f"{result.taken:,} accepted, "
                f"{result.begun:,} → {result.edges:,} edges, slowest {result.slowest:.2f} s, "
                f"{result.megabytes} MB, {len(result.faults)} faults",
                flush=True,
            )
            for what, details in result.faults.items():
                print(f"  {what}\n  {details[:_SHOWN]}", flush=True)
        if options.page:
            write_page(last_results(options.corpus or Path(scratch)))
    print(f"\n{shown(results)}")
    return int(any(result.faults for result in results))


if __name__ == "__main__":
    sys.exit(main())
