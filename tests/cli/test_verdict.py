"""The answer "no": status 1 in every format and file, and the verdict first on the page."""

import json
import re
from pathlib import Path

import pytest
from suite import Run, bet_text

import analyzer as ba

CLAIM = """[[claim]]
id = "tie"
variant = "classic"
decks = 8
bet = "tie/8"
quantity = "house_edge"
printed = "PRINTED"
source = "a test"
"""

ASKED = {
    "monitor": (
        "monitor classic --bet tie --rounds 60 --observed {}",
        "0.01",
        "0.9",
        "Outside the limits: Tie.",
    ),
    "evidence": ("evidence {} --bet tie", "wrong.txt", "right.txt", "some coups contradict their cards"),
    "replay": ("replay {}", "wrong.txt", "right.txt", "2 faults in the record: 1 coup dealt again."),
    "settle": (
        "settle {} --stake tie=1",
        "wrong.txt",
        "right.txt",
        "The record does not agree with its settlement: 2 deviations.",
    ),
    "lint": ("lint {}", "free.toml", "dear.toml", "1 error, 0 warnings."),
    "report": (
        "report classic --bet free --bets {}",
        "free.toml",
        "dear.toml",
        "This rule sheet has 1 fault.",
    ),
    "audit": ("audit {}", "wrong.toml", "right.toml", "1 of 1 claims fails."),
    "audit --summary": ("audit --summary {}", "wrong.toml", "right.toml", "1 of 1 claims fails."),
    "verify-certificate": ("verify-certificate {}", "forged.json", "held.json", "does not hold"),
    "compare": ("compare tie/8 {} --exit-code", "tie/9", "tie/8", ""),
}
"""By command: its words with a gap, what gives no there, what gives yes, and the sentence for no."""


@pytest.fixture
def asked(run: Run) -> Run:
    """Run the program in a folder with the files that the commands name."""
    for name, text in {
        "wrong.txt": "P:2h,3d,4c B:9c,9h winner:player\n",
        "right.txt": "P:2h,3d B:9c,9h winner:banker\n",
        "free.toml": bet_text("free", ("win", "tie", "20")),
        "dear.toml": bet_text("free", ("win", "tie", "8")),
        "wrong.toml": CLAIM.replace("PRINTED", "13.3594%"),
        "right.toml": CLAIM.replace("PRINTED", "14.3596%"),
        "held.json": json.dumps(held := ba.certify(ba.odds("classic", "0=3 5=2 9=3", bets=["tie/8"]))),
        "forged.json": json.dumps({**held, "total_ways": "1"}),
    }.items():
        Path(name).write_text(text, encoding="utf-8")
    return run


SUFFIXES = ("txt", "md", "csv", "json", "tex", "html", "xlsx")
COSTLY = {"evidence": ("md", "json"), "report": ("csv", "json")}
"""The formats tried, by suffix; slow commands are tried in only a few."""


@pytest.mark.parametrize("asks", ASKED)
def test_the_status_is_1_for_no_in_every_format(asked: Run, asks: str) -> None:
    command, no, yes, _ = ASKED[asks]
    for place, status in ((no, 1), (yes, 0)):
        words = command.format(place).split()
        files = [f"{status}.{suffix}" for suffix in COSTLY.get(asks, SUFFIXES)]
        assert [asked(*words, "-o", file)[0] for file in files] == [status] * len(files)
        assert all(Path(file).exists() for file in files)


@pytest.mark.parametrize("asks", [asks for asks, (*_, sentence) in ASKED.items() if sentence])
def test_the_verdict_comes_first(asked: Run, asks: str) -> None:
    command, no, _, sentence = ASKED[asks]
    words = command.format(no).split()
    _, text, _ = asked(*words)
    title, *parts = text.split("\n\n")
    rule, *said = (title if title.startswith("=") else parts[0]).split("\n")
    assert set(rule) == {"="}
    assert sentence in " ".join(said[: said.index(rule)])
    document = json.loads(asked(*words, "--format", "json")[1])
    assert list(document)[:3] == ["schema", "about", "verdict"]
    assert (document["verdict"]["holds"], sentence in document["verdict"]["sentence"]) == (False, True)


def test_a_monitor_without_a_measurement_has_no_verdict(asked: Run) -> None:
    status, out, _ = asked("monitor", "classic", "--bet", "tie", "--rounds", "60", "--format", "json")
    assert (status, "verdict" in json.loads(out)) == (0, False)


def test_one_failed_measurement_fails_all(asked: Run) -> None:
    """Tie varies so much that 70 % is within its limits; for Banker it is far outside."""
    words = ["monitor", "classic", "--bet", "tie", "--bet", "banker", "--rounds", "400"]
    status, out, _ = asked(*words, "--observed", "0.70")
    box = out.split("\n\n")[1].split("\n")
    assert (status, box[1], box[3]) == (1, "Outside the limits: Banker.", "Within the limits: Tie.")


def test_differences_end_with_status_0_unless_requested(asked: Run) -> None:
    assert [asked("compare", "tie/8", other, *more)[0] for other, *more in COMPARED] == [0, 1, 0, 0]


COMPARED = (["tie/9"], ["tie/9", "--exit-code"], ["tie/8"], ["tie/8", "--exit-code"])


def test_odds_have_no_verdict_in_any_format(asked: Run) -> None:
    """As a PDF, odds are the report, in which a bet that favours the bettor is a fault."""
    words = ["odds", "seven-up", "--bet", "free", "--bets", "free.toml"]  # its page needs no Chinese font
    assert asked(*words, "-o", "odds.pdf")[0] == 0


@pytest.mark.libraries
def test_a_pdf_suffix_needs_no_format(asked: Run) -> None:
    for place, status in (("0.01", 1), ("0.9", 0)):
        words = ["monitor", "classic", "--bet", "tie", "--rounds", "60", "--observed", place]
        assert asked(*words, "-o", f"{status}.pdf")[0] == status
        assert Path(f"{status}.pdf").read_bytes()[:5] == b"%PDF-"


@pytest.mark.parametrize(
    ("words", "start"),
    [
        (("-o", "a.txt"), b"Classic baccarat, 8 decks"),
        (("-o", "a"), b"Classic baccarat, 8 decks"),
        (("-o", "a.MD"), b"## Classic baccarat"),
        (("-o", "a.csv"), b"bet,reference,pays,"),
        (("-o", "a.json"), b'{\n "schema": "baccarat-odds/2"'),
        (("-o", "a.tex"), b"% requires"),
        (("-o", "a.htm"), b"<!doctype html>"),
        (("-o", "a.xlsx"), b"PK"),
        (("-o", "a.csv", "--format", "csv"), b"bet,reference,pays,"),
        (("-o", "a.2026", "--format", "csv"), b"bet,reference,pays,"),
    ],
)
def test_the_suffix_of_a_file_decides_its_format(asked: Run, words: tuple[str, ...], start: bytes) -> None:
    assert asked("odds", "classic", "--bet", "tie", *words)[0] == 0
    assert Path(words[1]).read_bytes().startswith(start)


def test_roads_and_formulas_have_suffixes_too(asked: Run) -> None:
    assert asked("roads", "right.txt", "-o", "roads.svg")[0] == 0
    assert Path("roads.svg").read_text(encoding="utf-8").startswith("<svg")
    words = ["closed-form", "--bet", "tie", "--export"]
    assert [asked(*words, *more)[0] for more in (["python", "-o", "a.py"], ["latex", "-o", "a.tex"])] == [
        0,
        0,
    ]
    assert Path("a.py").read_text(encoding="utf-8") != Path("a.tex").read_text(encoding="utf-8")


def test_a_contradiction_writes_nothing(asked: Run) -> None:
    assert asked("odds", "--format", "md", "-o", "odds.csv")[:2] == (2, "")
    assert not Path("odds.csv").exists()


@pytest.mark.parametrize("command", sorted({asks.split()[0] for asks in ASKED} | {"publish"}))
def test_the_help_says_when_the_status_is_1(run: Run, command: str) -> None:
    assert re.search(r"(?i)ends?\s+with\s+status\s+(0\s.*)?1\s", run(command, "--help")[1])


def test_several_monitored_bets_share_one_chance_of_a_false_alarm(run: Run) -> None:
    bets = ("--bet", "tie", "--bet", "player", "--bet", "banker")
    command = ("monitor", *bets, "--rounds", "1000", "--observed", "86.1%", "--format", "json")
    _, out, _ = run(*command)
    *_, said = json.loads(out)["verdict"]["details"]
    assert said == (
        "Each stake is judged separately at 99%. With 3 of them, at least one is outside its limits by "
        "chance alone at most about 3% of the time."
    )
