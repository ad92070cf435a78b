"""Seeds of the fuzzing campaign: examples of every kind of input, taken from the project's own files.

Texts come from the commands that README and the help show, files from the library and the tests. Each file is
cut into the smallest pieces that are valid alone, because the fuzzer tries small inputs more often.
"""

import json
import random
import re
import shlex
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from fuzz_changes import bytes_of, json_text, toml_text

from analyzer.analysis.sweep.play import Played, run
from analyzer.analysis.sweep.work import Work
from analyzer.ask import question as api
from analyzer.ask.audit import certify as certificate
from analyzer.ask.deal import dealing
from analyzer.ask.deal import records as dealt_records
from analyzer.ask.execution.checkpoint import _digest
from analyzer.ask.execution.workers import threads
from analyzer.ask.question import question
from analyzer.ask.sweep import work_of
from analyzer.catalog import load
from analyzer.records import written
from analyzer.render.formats.render import readable_json

ROOT = Path(__file__).parents[2]
CATALOG = ROOT / "analyzer" / "catalog"
PAGE = (ROOT / "README.md").read_text(encoding="utf-8")

_COMMAND = re.compile(r"^\s*(?:\$ |Example: )(?:echo .*\| )?(baccarat .+)$", re.MULTILINE)
_BLOCK = re.compile(r"^```(\w*)\n((?:(?!```).*\n)*)```", re.MULTILINE)
_QUOTED = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"")
_SMALL = 3_000


@cache
def commands() -> tuple[tuple[str, ...], ...]:
    """The words of every command that README or a command's help shows."""
    sources = [PAGE, *(path.read_text(encoding="utf-8") for path in (ROOT / "analyzer/cli").glob("*.py"))]
    return tuple(
        tuple(shlex.split(match[1], comments=True)) for text in sources for match in _COMMAND.finditer(text)
    )


def given(*options: str) -> list[str]:
    """The values that these commands give to these options."""
    return [after for words in commands() for word, after in pairwise(words) if word in options]


def tested(*stems: str) -> list[str]:
    """The short texts in double quotes in test modules: their cases, valid and invalid."""
    texts = (next(ROOT.glob(f"tests/**/{stem}.py")).read_text(encoding="utf-8") for stem in stems)
    found = dict.fromkeys(match[1] for text in texts for match in _QUOTED.finditer(text))
    return [text for text in found if 0 < len(text) <= 200]


def of_texts(*texts: str) -> list[bytes]:
    """Texts as inputs, without duplicates."""
    return list(dict.fromkeys(map(bytes_of, texts)))


def blocks(kind: str) -> list[str]:
    """The code blocks of a kind in README."""
    return [text for name, text in _BLOCK.findall(PAGE) if name == kind]


def _files(*globs: str) -> Iterator[str]:
    for path in sorted(chain.from_iterable(map(ROOT.glob, globs))):
        yield path.read_text(encoding="utf-8")


def documents(key: str, *globs: str) -> list[bytes]:
    """Small files unchanged, and each entry of the list under a key as its own file.

    Entries with the same keys are alike, so each shape is taken only once.
    """
    found: dict[object, str] = {}
    for text in (*_files(*globs), *blocks("toml")):
        try:
            top = tomllib.loads(text)
        except ValueError:
            found[text] = text
            continue
        if len(text) <= _SMALL:
            found[text] = text
        members = top.get(key)
        for member in members if isinstance(members, list) and len(members) > 1 else ():
            if isinstance(member, dict):
                found.setdefault(_shape(member), toml_text(top | {key: [member]}))
    return of_texts(*(text for text in found.values() if len(text) <= _SMALL))


def _shape(value: Any) -> object:
    """The keys of a document and of its tables, and the types of values, but not the values."""
    if isinstance(value, dict):
        return tuple(sorted((key, _shape(inner)) for key, inner in value.items() if key not in ("names",)))
    return type(value).__name__


def conditions() -> list[bytes]:
    """All conditions of the library's bets, and the malformed ones of the tests."""
    written_down = (
        (ROOT / "tests" / "data" / "malformed_conditions.txt").read_text(encoding="utf-8").splitlines()
    )
    bets = [line.when for prices in load.library().values() for line in prices[0].lines]
    return of_texts(*map(str, bets), *(line for line in written_down if line), *given("--given"))


def records(form: str) -> list[bytes]:
    """Records in a form: those of README and the tests, and a dealt shoe."""
    shoes = list(dealt_records(dealing("standard", "1 deck", seed=7)))
    found = ["".join(written(shoes, form))]  # type: ignore[arg-type]
    module = (ROOT / "tests" / "records" / "test_records.py").read_text(encoding="utf-8")
    texts = [json.loads(f'"{text}"') for text in re.findall(r'"((?:[^"\\\n]|\\["\\nt/]){6,400})"', module)]
    if form == "text":
        found += [*_files("tests/data/records/*", "tests/data/faulty.txt"), *blocks("text"), *texts]
    elif form == "csv":
        found += [text for text in (*blocks("csv"), *blocks("text"), *texts) if "," in text or "\t" in text]
    else:
        found += [text for text in (*blocks("json"), *texts) if text.lstrip().startswith(("{", "["))]
    return sample(of_texts(*(text for text in found if len(text) <= 2 * _SMALL)), 100)


def shoes() -> list[bytes]:
    """Shoes as JSON objects."""
    objects = (
        {"A": 30, "2": 31, "K": 32},
        {"0": 125, "9": 32},
        {"As": 8, "10h": 7, "kc": 1},
        {},
        [],
        {"A": -1},
    )
    twice, other = '{"A": 1, "A": 2}', '{"A": 1.5, "T": "8", "10": null}'
    return of_texts(*map(json_text, objects), twice, other)


def stakes() -> list[bytes]:
    """Ledgers of stakes, as CSV and as JSON."""
    row = {"shoe": "1", "coup": 3, "bettor": "anna", "bet": "tie/8", "stake": "10.50", "net": "-21/2"}
    comma = ",".join(row) + "\n" + ",".join(map(str, row.values())) + "\n\nrest\n"
    return of_texts(
        comma,
        comma.replace(",", ";"),
        comma.replace(",", "\t"),
        json_text([row]),
        json_text({"entries": [row]}),
    )


@cache
def certificates() -> tuple[bytes, ...]:
    """Certificates of small shoes, which are enumerated in no time."""
    asked_for: list[dict[str, Any]] = [
        {"bets": ["tie"], "shoe": "1=3 9=4"},
        {"bets": ["player-pair", "tie"], "shoe": "A=3 K=4"},
        {"bets": ["banker"], "shoe": "0=4 8=3", "given": "not tie"},
    ]
    found = []
    for asks in asked_for:
        report = api.odds("standard", asks.pop("shoe"), **asks)
        found.append(readable_json(certificate(report)).encode())
    return tuple(found)


@cache
def work() -> Work:
    """A sweep whose saved state is read back."""
    return work_of(question("standard", "1 deck", bets=["tie"]), seed=7)[0]


def sweeps() -> list[bytes]:
    """Saved states of that sweep as `--resume` writes them: with no shoe, and with two of three shoes."""
    none = Played.none(work())
    with threads(1) as players:
        some = run(none, 2, players, lambda played: None)
    each = ({**played.document(), "sha256": _digest(played)} for played in (none, some))
    return of_texts(*map(json_text, each))


def words_of(seeds: list[bytes], least: int = 2) -> tuple[str, ...]:
    """At most a thousand words from the seeds, those in most seeds first."""
    count: dict[str, int] = {}
    for seed in seeds:
        for word in set(re.findall(r"[^\W_][\w./-]*|[=<>!:.]{2,}", seed.decode("utf-8", "ignore"))):
            count[word] = count.get(word, 0) + 1
    common = sorted(count, key=lambda word: (-count[word], word))
    return tuple(word for word in common if least <= len(word) <= 40)[:1000] or ("0",)


def sample(seeds: list[bytes], most: int) -> list[bytes]:
    """A fixed random sample of the seeds; all of them if there are at most `most`."""
    return seeds if len(seeds) <= most else random.Random(7).sample(seeds, most)
