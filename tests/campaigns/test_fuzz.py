"""Keeps the fuzzing campaign working: targets accept their own seeds, and inputs are changed as intended."""

import json
import random
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import fuzz
import fuzz_judges
import fuzz_seeds
import fuzz_targets
import pytest
from fuzz_changes import STRANGE, Changes, bytes_of, json_text, text_of, toml_text
from fuzz_targets import TARGETS, Target

from analyzer.errors import AnalyzerError

NAMES = [target.name for target in TARGETS]


@pytest.fixture(autouse=True, scope="module")
def folder() -> Iterator[None]:
    """Remove the folder of the targets' files at the end."""
    yield
    shutil.rmtree(fuzz_judges.folder())
    fuzz_judges.folder.cache_clear()


@pytest.mark.parametrize("target", TARGETS, ids=NAMES)
def test_a_target_accepts_its_seeds_without_a_fault(target: Target) -> None:
    corpus = target.corpus()

    def takes(seed: bytes) -> bool:
        try:
            target.judge(seed)
        except AnalyzerError as error:
            fuzz_judges.check_sentence(error)
            return False
        return True

    taken = sum(takes(seed) for seed in fuzz_seeds.sample(corpus, 12))
    assert taken or any(map(takes, corpus))
    assert fuzz_targets.words_of(target, corpus)


def test_a_fault_is_recorded_and_a_refusal_is_not(tmp_path: Path) -> None:
    file = tmp_path / "seen.json"
    seen = fuzz.Seen(file)

    def judge(data: bytes) -> None:
        if data == b"no":
            raise AnalyzerError("expected yes, got 'no'")
        if data == b"escape":
            raise AnalyzerError("expected yes, got \x1b[2J")
        assert data == b"yes"

    for data in (b"yes", b"no", b"escape", b"other"):
        fuzz.judged(judge, data, seen)
    assert (seen.taken, seen.refused) == (1, 2)
    assert [details.splitlines()[0] for details in seen.faults.values()] == [
        "b'escape'",
        "b''",
    ]  # the smallest input that is not b"yes"
    assert json.loads(file.read_text())["faults"] == seen.faults


def test_written_documents_read_back_the_same() -> None:
    top = {"a b": 1, "c": [{"d": 'x"\\\n\x7fé🂡'}, {}], "e": {"f": True, "": [0.5]}, "g": "\x1b"}
    assert tomllib.loads(toml_text(top)) == top
    assert json.loads(json_text(top)) == top


@pytest.mark.parametrize("target", TARGETS, ids=NAMES)
def test_changed_inputs_differ_and_are_not_too_long(target: Target) -> None:
    corpus = fuzz_seeds.sample(target.corpus(), 5)
    words = fuzz_targets.words_of(target, corpus)
    changes = Changes(
        target.shape, corpus, words, target.most, lambda data, most: data[: most - 1] + b"!", target.fresh
    )
    made = [changes.changed(seed, 6_000, number) for number, seed in enumerate(corpus * 12)]
    assert len(set(made)) > len(made) // 2
    assert max(map(len, made)) <= 6_000
    assert made == [changes.changed(seed, 6_000, number) for number, seed in enumerate(corpus * 12)]


def test_most_changed_documents_are_still_documents() -> None:
    changes = Changes("toml", [b'a = 1\nb = [{c = "x"}]\n'], ("c", "tie"), 1_000, lambda data, most: data)
    documents = 0
    for number in range(200):
        text = changes._rebuilt(random.Random(number), 'a = 1\nb = [{c = "x"}, {d = "y"}]\n')
        try:
            documents += bool(tomllib.loads(text)) or text == ""
        except ValueError:
            continue
    assert documents > 120


def test_bytes_and_texts_convert_into_each_other() -> None:
    every = bytes(range(256))
    assert bytes_of(text_of(every)) == every
    assert [bytes_of(value) for value in STRANGE if isinstance(value, str)]


def test_failing_inputs_are_shown_in_a_short_form() -> None:
    data = b"ab" * 500 + b"x" + b"\n" * 20 + b"yz"
    assert eval(fuzz.literal(data)) == data
    assert fuzz.literal(data) == "b'ab' * 500 + b'x' + b'\\n' * 20 + b'yz'"
    assert fuzz.literal(b"") == "b''"
    assert fuzz.smaller(lambda less: less.count(b"x") > 1 and b"z" in less, data + data) == b"xxz"


def test_the_page_has_the_figures_of_a_campaign() -> None:
    result = fuzz.Result("cards", 50, 12_345, 678, 64, 70, 300, 0.123, 85, {"slow": "b''"})
    shown = fuzz.shown([result, result])
    assert "| cards | 50 | 12,345 | 678 | 64 | 70 | 300 | 0.12 | 85 | 1 |" in shown
    assert "| **all** | 100 | 24,690 | 1,356 |  |  |  | 0.12 | 85 | 2 |" in shown
    page = fuzz.PAGE.read_text(encoding="utf-8")
    table = page.split("<!-- figures -->\n")[1].split("<!-- end of figures -->")[0]
    assert [name for name in NAMES if f"| {name} |" not in table] == []
