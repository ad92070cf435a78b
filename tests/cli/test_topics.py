"""`baccarat help` and `baccarat search`."""

import json
import shlex
from pathlib import Path

import pytest
from suite import Run
from wcwidth import wcswidth

from analyzer.cli.commands import NAMES
from analyzer.cli.topics import topics
from analyzer.report.found import KINDS

TOPICS = topics()


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_fits_a_screen_and_its_examples_run(run: Run, name: str) -> None:
    status, out, err = run("help", name)
    assert (status, err) == (0, "")
    assert out.startswith(TOPICS[name]["summary"]) and "\nExample" in out
    assert len(out.splitlines()) <= 48 and max(map(wcswidth, out.splitlines())) <= 80
    for file, text in TOPICS[name].get("files", {}).items():
        Path(file).write_text(text, encoding="utf-8")
    for example in TOPICS[name]["examples"]:
        program, *words = shlex.split(example)
        status, _, err = run(*words)
        assert program == "baccarat" and status in (0, 1), err


def test_without_a_topic_all_are_listed(run: Run) -> None:
    out = run("help")[1]
    assert all(f"\n  {name} " in out for name in TOPICS)
    assert not TOPICS.keys() & set(NAMES)
    assert max(map(wcswidth, out.splitlines())) <= 85


@pytest.mark.parametrize("command", NAMES)
def test_a_command_as_a_topic_shows_its_help(run: Run, command: str) -> None:
    assert run("help", command) == run(command, "--help")


@pytest.mark.parametrize(
    ("words", "kind", "id", "then"),
    [
        ("dragon 7", "bet", "dragon-7", "baccarat odds --bet dragon-7"),
        ("dragon-7", "bet", "dragon-7", "baccarat odds --bet dragon-7"),
        ("龙7", "bet", "dragon-7", "baccarat odds --bet dragon-7"),
        ("EZ baccarat", "variant", "ez-baccarat", "baccarat odds ez-baccarat"),
        ("how dragon", "count", "how-dragon-7", "baccarat count --bet dragon-7 --count how-dragon-7"),
        ("cut-14", "procedure", "cut-14", "baccarat deal --procedure cut-14"),
        ("sweep", "command", "sweep", "baccarat help sweep"),
        ("conditions", "topic", "conditions", "baccarat help conditions"),
        ("thai literal", "rules", "thai-literal", "baccarat odds --rules thai-literal"),
        ("insurance-tie", "bet", "insurance-tie", "baccarat explain insurance-tie"),
        (
            "player-banker-difference",
            "limits",
            "player-banker-difference",
            "baccarat show player-banker-difference",
        ),
        ("aspers-01", "claim", "aspers-01", "baccarat show aspers-01"),
    ],
)
def test_the_best_match_comes_first(run: Run, words: str, kind: str, id: str, then: str) -> None:
    status, out, _ = run("search", *words.split(), "--format", "json")
    best = json.loads(out)["entries"][0]
    assert (status, best["kind"], best["id"], best["next"]) == (0, kind, id, then)
    assert run(*shlex.split(then)[1:])[0] == 0


def test_all_words_must_match_and_notes_count_last(run: Run) -> None:
    entries = json.loads(run("search", "pair", "suited", "-f", "json")[1])["entries"]
    assert entries and {entry["kind"] for entry in entries} <= set(KINDS)
    assert len(entries) < len(json.loads(run("search", "pair", "-f", "json")[1])["entries"])


def test_nothing_found_is_reported_with_the_nearest_word(run: Run) -> None:
    status, out, err = run("search", "dargon")
    assert (status, err) == (1, "")
    assert "\nNothing contains 'dargon'; did you mean 'dragon'?\n" in out
    document = json.loads(run("search", "dargon", "-f", "json")[1])
    assert (document["verdict"]["holds"], document["entries"]) == (False, [])
