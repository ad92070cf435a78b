"""The program as users see it: its documents, every kind of bad input, every format.

Most tests run it in this process; a few start a real process, where streams or the exit matter.
"""

import csv
import html
import io
import json
import re
import subprocess
import sys
import time
from fractions import Fraction
from math import isqrt, perm
from pathlib import Path
from typing import Any

import pytest
from suite import Read, Run, refused

import analyzer as ba
from analyzer import __main__ as entry_point
from analyzer.cli import deal
from analyzer.cli.main import main
from analyzer.cli.progress import _time
from analyzer.cli.values import bytes_of
from analyzer.errors import AnalyzerError
from analyzer.phrases.labels import label

PUNTO = str(ba.rules("punto-banco").tableau)
SEEDS = ["classic", "commission-free", "ez-baccarat", "niu-niu", "standard"]


def process(*arguments: str, shell: str = "", **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a real process; `shell` is its command line, in which `$B` is the program."""
    program = [sys.executable, "-m", "analyzer"]
    if shell:
        command = shell.replace("$B", " ".join(program))
        program, arguments = ["bash", "-c", command], ()
    words = [*program, *arguments]
    return subprocess.run(words, check=False, capture_output=True, text=True, timeout=60, **options)


RATIO = 'expected a ratio such as "12", "0.95" or "19/20", got '
FORMS = (
    'expected a shoe such as "8 decks", "A=30 2=31 … K=32", "0=125 1=31 … 9=32" or "As=8 Ah=7 … Kc=8", got '
)
COUNT = "expected a whole number of cards from 0 to 100,000 for A, got "


@pytest.mark.parametrize(
    ("text", "sentence", "place"),
    [
        ("player_total = 3", "expected '==' to compare, got '='", 13),
        ("player_wins and", "got the end", 15),
        ("x", "unknown word 'x'", 0),
        ("1", "got a number", 0),
        ("p1", "'p1' alone", 0),
        ("p1.__class__", "unknown attribute '__class__'", 3),
        ("open('x')", "got 'open'", 0),
        ("__import__('os').system('touch pwned')", "got '__import__'", 0),
        ("player_wins; tie", "got ';'", 11),
        ("player_total % 0 == 1", "expected a positive number in digits after '%', got 0", 15),
        ("1 < 2 < 3", "which do not chain", 6),
        ("player_total == 1234567890123", "at most 12 digits, got 13 digits", 16),
        ("p1.suit < hearts", "after a suit, got '<'", 8),
        ("tie\x1b[31m", r"got '\x1b'", 3),
    ],
)
def test_a_bad_condition_is_marked_below_its_text(run: Run, text: str, sentence: str, place: int) -> None:
    said, shown, marker = refused(run, "odds", "--given", text).split("\n")
    assert said.startswith(f"character {place + 1} of the condition: ")
    assert sentence in said
    assert marker == " " * (place + 2) + "^"
    assert shown == "  " + text.replace("\x1b", "␛")
    assert not Path("pwned").exists()


@pytest.mark.parametrize(
    "text",
    ["(" * 65 + "tie" + ")" * 65, "not " * 65 + "tie", "a" * 2001, "(" * 2000],
    ids=lambda text: text[:9],
)
def test_a_condition_that_is_too_long_or_too_deep(run: Run, text: str) -> None:
    assert "expected" in refused(run, "odds", "--given", text)


OPTIONS = ["--decks", "--remaining", "--dealt", "--given", "--bet", "--bets", "--rules", "--pay"]
OPTIONS += ["--commission", "--format", "--digits", "-o"]


@pytest.mark.parametrize("option", OPTIONS)
def test_no_option_accepts_an_empty_text(run: Run, option: str) -> None:
    refused(run, "odds", option, "")


@pytest.mark.parametrize("option", [*OPTIONS, "--seen", ""])
@pytest.mark.parametrize(
    "text", ["x" * 100_000, "9" * 100_000, "9c," * 30_000, "a=" * 50_000], ids=lambda t: t[:3]
)
def test_a_text_of_100_000_characters_is_rejected_at_once(run: Run, option: str, text: str) -> None:
    said = refused(run, "odds", *[option] * bool(option), text)
    assert len(said) < 1000 or option in ("--bets", "-o")


@pytest.mark.parametrize("option", [option for option in OPTIONS if option != "-o"] + ["--seen", ""])
@pytest.mark.parametrize(
    "text", ["a\x1b[2Jb\x07", "9c\rno", "tie\u202eeit"], ids=["escape", "return", "right to left"]
)
def test_control_characters_never_reach_the_terminal(run: Run, option: str, text: str) -> None:
    said = refused(run, "odds", *[option] * bool(option), text)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", said)


def test_an_unknown_name_longer_than_a_path(run: Run) -> None:
    assert refused(run, "show", "/" + "a" * 5000) == (
        f"unknown item '/{'a' * 38}…'; see baccarat list variants, baccarat list rules or baccarat list bets"
    )
    assert "cannot be read (its name is too long)" in refused(run, "odds", "--remaining", "@" + "a" * 5000)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"hello", 'expected a JSON object such as {"A": 30, "2": 31}, got other text'),
        (b"", 'expected a JSON object such as {"A": 30, "2": 31}, got other text'),
        (b"[1, 2]", 'expected a JSON object such as {"A": 30, "2": 31}, got a list'),
        (b"5", 'expected a JSON object such as {"A": 30, "2": 31}, got 5'),
        (b"[" * 200_000, 'expected a JSON object such as {"A": 30, "2": 31}, got other text'),
        (b'{"A": 9, "\xff": 2}', 'expected a JSON object such as {"A": 30, "2": 31}, got other text'),
        (
            b'{"A": 1' + b"0" * 6000 + b"}",
            'expected a JSON object such as {"A": 30, "2": 31}, got other text',
        ),
        (b'{"A": 3, "A": 4}', "expected each card once, got 'A' twice"),
        (b'{"A": 3.5}', f"{COUNT}3.5"),
        (b'{"A": 8.0}', f"{COUNT}8.0"),
        (b'{"A": "8"}', f"{COUNT}'8'"),
        (b'{"A": true}', f"{COUNT}True"),
        (b'{"A": null}', f"{COUNT}None"),
        (b'{"A": NaN}', f"{COUNT}nan"),
        (b'{"A": -1}', f"{COUNT}-1"),
        (b'{"A": [8]}', f"{COUNT}a list"),
        (b'{"A": 1' + b"0" * 400 + b"}", "expected a shoe of at most 100,000 cards, got far more"),
        (b'{"A": 9, "As": 2}', "expected one fineness (ranks, points or cards), got both 'A' and 'As'"),
        (b"{}", f"{FORMS}no cards"),
        (b" " * 1_000_001, "expected a shoe of at most 1,000,000 bytes"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_file_that_is_not_a_shoe(run: Run, content: bytes, sentence: str) -> None:
    Path("shoe.json").write_bytes(content)
    assert refused(run, "odds", "--remaining", "@shoe.json") == f"shoe.json: {sentence}"


def test_shoe_file(read: Read) -> None:
    counts = {"A": 30, "2": 31, "10": 32, "K": 7}
    for bom in ("", "\ufeff"):
        Path("shoe.json").write_text(bom + json.dumps(counts), "utf-8")
        document = read("odds", "--remaining", "@shoe.json")
        assert document["about"]["shoe"] == {
            "cards": 100,
            "fineness": "ranks",
            "points": [39, 30, 31, *[0] * 7],
        }
        assert document == read("odds", "--remaining", "A=30 2=31 T=32 K=7")


def test_a_shoe_file_that_is_a_folder(run: Run) -> None:
    Path("folder").mkdir()
    assert refused(run, "odds", "--remaining", "@folder") == "folder: cannot be read (it is a folder)"
    assert refused(run, "odds", "--bets", "folder") == "folder: expected a file, got a folder"
    assert refused(run, "odds", "./folder") == "./folder: expected a file, got a folder"


LINES = 'lines = [{ id = "win", when = "tie" }]'
BET = f'[[bet]]\nid = "x"\nname = "X"\n{LINES}\n'
RULES = f'player_draws = [0, 1, 2, 3, 4, 5]\nnaturals = [8, 9]\nbanker = """\n{PUNTO}\n"""\n'
VARIANT = 'name = "Mine"\ndecks = 6\nrules = "punto-banco"\nbets = ["player", "tie/9"]\n'

FILES = [
    ("--bets", BET + "paytable = { win = 40.0 }",
     'bet[1].paytable.win: expected a ratio in quotes such as "40" or "19/20", got 40.0'),
    ("--bets", BET + "paytable = { win = 40 }",
     'bet[1].paytable.win: expected a ratio in quotes such as "40" or "19/20", got 40'),
    ("--bets", BET + 'paytable = { win = "1e10000000" }',
     f"bet[1].paytable.win: {RATIO}'1e10000000'"),
    ("--bets", BET + 'paytable = { win = "8" }\ncolour = "red"', "bet[1]: unknown key 'colour'"),
    ("--bets", BET + 'paytable = { wim = "8" }',
     "bet[1].paytable.wim: unknown line 'wim'; did you mean 'win'?"),
    ("--bets", BET.replace('"X"', "5") + 'paytable = { win = "8" }',
     "bet[1].name: expected text in quotes, got 5"),
    ("--bets", BET.replace('"tie"', '"tie and"') + 'paytable = { win = "8" }',
     "bet[1].lines[1].when: character 8 of the condition"),
    ("--bets", "a = " + "[" * 500 + "]" * 500, "expected TOML with less deeply nested brackets"),
    ("--bets", "a = " + "[" * 500, "expected TOML with less deeply nested brackets"),
    ("--bets", "#" * 1_000_001, "expected a file of at most 1 MB"),
    ("--bets", 'name = "\udcff"', "expected UTF-8 text, got byte 0xff at position 8"),
    ("--bets", "", "missing key 'bet'"),
    ("--bets", "[[bet]", "expected TOML: "),
    ("--rules", RULES.replace("\n5 ", "\n#5 "), "banker: expected a row for a total from 0 to 9, got '#5'"),
    ("--rules", re.sub(r"\n5 .*", "", RULES), "banker: row 5 is missing"),
    ("--rules", RULES.replace("\n7 S", "\n7 X"), "banker: row 7, column -: expected D or S, got 'X'"),
    ("--rules", RULES.replace("\n7 S", "\n7"), "banker: row 7: expected 11 cells, got 10"),
    ("--rules", RULES.replace("[8, 9]", "[8.0, 9]"),
     "naturals[1]: expected a whole number from 0 to 9, got 8.0"),
    ("--rules", RULES + "player_first = 14", "player_first: expected a whole number from 1 to 13, got 14"),
    ("--rules", RULES + 'banker_by = "x"', "banker_by: expected 'third-card' or 'player-total', got 'x'"),
    ("variant", VARIANT.replace("6", "6.0"), "decks: expected a whole number from 1 to 1923, got 6.0"),
    ("variant", VARIANT.replace("tie/9", "tei"), "bets[2]: unknown bet 'tei'; did you mean 'tie'?"),
    ("variant", VARIANT.replace("punto-banco", "punto"),
     "rules: unknown rules 'punto'; did you mean 'punto-banco'?"),
    ("variant", VARIANT.replace('["player", "tie/9"]', '"player"'), "bets: expected a list, each"),
    ("variant", VARIANT + "deks = 5", "unknown key 'deks'; did you mean 'decks'?"),
]  # fmt: skip


@pytest.mark.parametrize(("option", "content", "sentence"), FILES, ids=lambda value: str(value)[-40:])
def test_a_faulty_file_is_rejected_with_the_place_of_the_fault(
    run: Run, option: str, content: str, sentence: str
) -> None:
    Path("my.toml").write_bytes(content.encode("utf-8", "surrogateescape"))
    arguments = ["my.toml"] if option == "variant" else [option, "my.toml"]
    assert refused(run, "odds", *arguments).startswith(f"my.toml: {sentence}")


def test_a_condition_in_a_file_is_never_executed(run: Run) -> None:
    text = BET.replace('"tie"', "\"__import__('os').system('touch pwned')\"")
    Path("my.toml").write_text(text + 'paytable = { win = "8" }')
    assert "got '__import__'" in refused(run, "odds", "--bets", "my.toml")


def test_an_error_is_the_only_message(run: Run) -> None:
    """The remark on bets left out came before the error that the file exists."""
    Path("out.txt").write_text("mine")
    said = refused(run, "odds", "--remaining", "0=60 4=60", "-o", "out.txt")
    assert said == "'out.txt' exists and is not replaced; name another file or add --force"


def test_a_file_is_written_completely_and_replaces_no_other(run: Run) -> None:
    _, shown, _ = run("odds", "classic")
    assert run("odds", "classic", "-o", "out.txt") == (0, "", "wrote 'out.txt'\n")
    assert Path("out.txt").read_text("utf-8") == shown
    assert (
        refused(run, "odds", "-o", "out.txt")
        == "'out.txt' exists and is not replaced; name another file or add --force"
    )
    assert run("odds", "standard", "--output", "out.txt", "--force")[0] == 0
    assert Path("out.txt").read_text("utf-8") == run("odds")[1]
    assert sorted(Path().iterdir()) == [Path("out.txt")]


def test_a_place_that_cannot_be_written_to(run: Run) -> None:
    Path("folder").mkdir()
    assert refused(run, "odds", "-o", "folder") == "'folder' is a folder; name a file in it"
    assert refused(run, "odds", "-o", "no/out.txt") == "cannot write 'no/out.txt': folder 'no' does not exist"
    assert refused(run, "odds", "-o", "/dev/full") == "cannot write '/dev/full': no space left on device"
    assert refused(run, "list", "-o", "/proc/none").startswith("cannot write '/proc/none': ")


NO_ANSWER = "baccarat: cannot write the answer: "


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("$B odds --format html | true; exit ${PIPESTATUS[0]}", 0, ""),
        ("$B list rules > /dev/full", 2, f"{NO_ANSWER}no space left on device\n"),
        ("$B list rules >&-", 2, f"{NO_ANSWER}standard output is closed\n"),
        ("$B list rules -o whole.txt >&-", 0, "wrote 'whole.txt'\n"),
        ("$B list nonesuch 2>&-", 2, ""),
        ("$B list nonesuch 2>/dev/full", 2, ""),
        ("$B odds --remaining 0=60,4=60 2>&- >/dev/null", 0, ""),
        ("$B --help > /dev/full", 2, "baccarat: cannot continue: no space left on device\n"),
        ("$B odds $'\\xff'", 2, None),
        ("LC_ALL=C PYTHONUTF8=0 $B list rules --lang ko > /dev/null", 0, ""),
    ],
)  # fmt: skip
def test_streams_that_fail(line: str, status: int, said: str | None, tmp_path: Path) -> None:
    done = process(shell=line, cwd=tmp_path)
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert done.stdout == ""
    if said is not None:
        assert done.stderr == said


def test_misuse_in_a_real_process(tmp_path: Path) -> None:
    done = process("odds", "ez-bacarat", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "baccarat: unknown variant 'ez-bacarat'; did you mean 'ez-baccarat'?\n"


def test_version_and_help(run: Run) -> None:
    status, out, _ = run("--version")
    assert status == 0
    in_use = r"C kernel, (avx512|avx2|portable)|Python kernel, numpy"
    assert re.fullmatch(rf"baccarat {re.escape(ba.__version__)} \(({in_use})\)\n", out)
    for command in ("", "odds", "list", "show"):
        status, out, err = run(*command.split(), "--help")
        assert (status, err) == (0, "")
        assert out.startswith(f"Usage: baccarat {command}".rstrip())
    assert all(option in run("odds", "--help")[1] for option in [*OPTIONS, "--seen", "--lines", "--force"])


KEYS = ["schema", "about", "total_ways", "bets"]
BET_KEYS = ["bet", "paytable", "name", "lines", "ev", "house_edge", "edge_on_resolved", "rtp", "hit_rate"]
BET_KEYS += ["push_rate", "exposure", "variance", "standard_deviation"]
LINE_KEYS = ["id", "net", "true_odds", "ways", "probability"]
RATIOS = ["ev", "house_edge", "edge_on_resolved", "rtp", "hit_rate", "push_rate", "exposure", "variance"]


def check_document(document: dict[str, Any]) -> None:
    """Check everything about a document of odds that can be checked from it alone."""
    assert list(document)[:4] == KEYS
    assert document["schema"] == "baccarat-odds/2"
    shoe = document["about"]["shoe"]
    assert list(shoe) == ["cards", "fineness", "points"]
    assert sum(shoe["points"]) == shoe["cards"]
    named = [(entry["bet"], entry["paytable"], entry["sha256"]) for entry in document["bets"]]
    assert [tuple(entry.values()) for entry in document["about"]["bets"]] == named
    total = int(document["total_ways"])
    for entry in document["bets"]:
        assert list(entry)[:13] == BET_KEYS
        lines = entry["lines"]
        assert [list(line) for line in lines] == [LINE_KEYS] * len(lines)
        assert (lines[-1]["id"], lines[-1]["net"]) == ("lose", "-1")
        assert sum(int(line["ways"]) for line in lines) == total
        for text in [entry[key] for key in RATIOS] + [
            line[key] for line in lines for key in ("net", "probability")
        ]:
            assert text is None or (str(Fraction(text)) == text and "." not in text)
        nets = [(Fraction(line["net"]), Fraction(int(line["ways"]), total)) for line in lines]
        assert [p for _, p in nets] == [Fraction(line["probability"]) for line in lines]
        ev = sum(net * p for net, p in nets)
        push = sum(p for net, p in nets if net == 0)
        assert Fraction(entry["ev"]) == ev == -Fraction(entry["house_edge"]) == Fraction(entry["rtp"]) - 1
        assert Fraction(entry["hit_rate"]) == sum(p for net, p in nets if net > 0)
        assert Fraction(entry["push_rate"]) == push
        assert Fraction(entry["exposure"]) == max(0, *(-net for net, p in nets if p))
        variance = sum((net - ev) ** 2 * p for net, p in nets)
        assert Fraction(entry["variance"]) == variance
        resolved = entry["edge_on_resolved"]
        assert resolved is None if push == 1 else Fraction(resolved) == -ev / (1 - push)
        check_root(entry["standard_deviation"], variance)


def check_root(text: str, square: Fraction) -> None:
    """Check that a decimal text is a root rounded to 12 significant digits, using the integer root."""
    assert re.fullmatch(r"\d+\.\d+(e-?\d+)?", text)
    if square == 0:
        assert Fraction(text) == 0
        return
    scale = 10**30
    root = Fraction(isqrt(square.numerator * scale**2 // square.denominator), scale)
    assert abs(Fraction(text) - root) <= root / (2 * 10**12)
    assert len(re.sub(r"e.*|\D", "", text).lstrip("0")) >= 12


@pytest.mark.parametrize(
    "arguments",
    [
        *SEEDS,
        "standard --decks 1",
        "niu-niu --decks 6 --seen 9c,9d,Th",
        "standard --remaining A=2,2=3,K=4,9=1",
        "standard --dealt P:9c,5d",
        "classic --dealt P:?,4,? --rules free.toml",
        "niu-niu --given player_total<5",
        "standard --given tie",
        "classic --rules free.toml",
        "mine.toml --bets own.toml --lines",
        "classic --remaining 0=100000",
    ],
)
def test_the_document_has_the_agreed_form(read: Read, arguments: str) -> None:
    Path("free.toml").write_text(RULES + "player_first = 7\n")
    Path("mine.toml").write_text(VARIANT)
    Path("own.toml").write_text(BET + 'paytables = { a = { win = "8" }, b = { win = "17/2" } }')
    check_document(read("odds", *arguments.split()))


def test_published_integers(read: Read) -> None:
    document = read("odds")
    about = document["about"]
    assert (about["variant"], about["rules"]) == ("standard", "punto-banco")
    assert "given" not in about
    assert about["shoe"] == {"cards": 416, "fineness": "cards", "points": [128, *[32] * 9]}
    assert document["total_ways"] == "4998398275503360"
    player, banker, tie = document["bets"][:3]
    assert [line["ways"] for line in banker["lines"]] == [
        "2292252566437888", "475627426473216", "2230518282592256",
    ]  # fmt: skip
    assert [line["net"] for line in banker["lines"]] == ["19/20", "0", "-1"]
    assert banker["ev"] == "-114753351728/10847218479825"
    assert (banker["paytable"], player["paytable"], tie["paytable"]) == ("commission-5", None, "8")
    six = read("odds", "classic", "--decks", 6)
    assert six["total_ways"] == "878869206895680"
    assert [line["ways"] for line in six["bets"][1]["lines"]] == [
        "403095751234560", "83552962932288", "392220492728832",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        ("--decks 6", ["1.23741%", "1.05585%", "14.43816%"]),
        ("--decks 6 --commission 4% --pay tie=9", ["1.23741%", "0.59720%", "4.93129%"]),
        ("", ["1.23508%", "1.05791%", "14.35963%"]),
        ("--decks 8 --commission 0.04 --pay tie.win=9", ["1.23508%", "0.59931%", "4.84403%"]),
        ("--commission 1/25 --bet player --bet banker --bet tie/9", ["1.23508%", "0.59931%", "4.84403%"]),
    ],
)
def test_the_table_of_the_fifth_seed(run: Run, arguments: str, printed: list[str]) -> None:
    status, out, err = run("odds", "classic", *arguments.split(), "--digits", 5)
    assert (status, err) == (0, "")
    rows = [line.split() for line in out.split("\n") if line.startswith(("Player", "Banker", "Tie"))]
    assert [row[-1] for row in rows] == printed


def test_a_changed_price_has_no_paytable(read: Read) -> None:
    document = read("odds", "--commission", "4%", "--pay", "lucky-6.three-card=23")
    bets = {entry["bet"]: entry for entry in document["bets"]}
    assert (bets["banker"]["paytable"], bets["lucky-6"]["paytable"]) == (None, None)
    assert bets["tie"]["paytable"] == "8"
    assert [line["net"] for line in bets["lucky-6"]["lines"]] == ["12", "23", "-1"]
    assert bets["lucky-6"]["ev"] == read("odds", "--bet", "lucky-6/12-23")["bets"][0]["ev"]


def test_a_reference_can_name_a_paytable(read: Read) -> None:
    [entry] = read("odds", "--bet", "lucky-6/12-23")["bets"]
    assert (entry["bet"], entry["paytable"]) == ("lucky-6", "12-23")
    [entry] = read("odds", "--bet", "lucky-6")["bets"]
    assert (entry["bet"], entry["paytable"]) == ("lucky-6", "12-20")


def test_any_bet_of_the_library_can_be_requested(read: Read) -> None:
    entries = read("odds", "classic", "--bet", "panda-8", "--bet", "tie/9", "--bet", "dragon-7")["bets"]
    assert [entry["bet"] for entry in entries] == ["panda-8", "tie", "dragon-7"]
    banker = read("odds", "ez-baccarat", "--bet", "banker")["bets"][0]
    assert [line["net"] for line in banker["lines"]] == ["1", "0", "-1"]


def test_seen_and_remaining_give_the_same_shoe(read: Read) -> None:
    seen = "Ac Ad 2s 5c 5d 5h 7s 7h Qd"
    ranks = "A=30 2=31 3=32 4=32 5=29 6=32 7=30 8=32 9=32 T=32 J=32 Q=31 K=32"
    cards = " ".join(f"{key}={n}" for key, n in as_cards(seen).items())
    one, two, three = (
        read("odds", *words.split("|"))
        for words in (f"--seen|{seen}", f"--remaining|{ranks}", f"--remaining|{cards}")
    )
    assert one["bets"] == two["bets"] == three["bets"]
    assert [document["about"]["shoe"]["fineness"] for document in (one, two, three)] == [
        "cards",
        "ranks",
        "cards",
    ]
    assert one["about"]["shoe"] == three["about"]["shoe"]
    assert (
        one["about"]["shoe"]["points"]
        == two["about"]["shoe"]["points"]
        == [127, 30, 31, 32, 32, 29, 32, 30, 32, 32]
    )


def as_cards(seen: str) -> dict[str, int]:
    counts = {rank + suit: 8 for rank in "A23456789TJQK" for suit in "shdc"}
    for card in seen.split():
        counts[card] -= 1
    return counts


def test_seen_cards_can_be_coarser_or_finer_than_the_shoe(read: Read) -> None:
    coarse = read("odds", "--seen", "9 9 Th K")
    assert coarse["about"]["shoe"] == {"cards": 412, "fineness": "ranks", "points": [126, *[32] * 8, 30]}
    points = "0=126 1=32 2=32 3=32 4=32 5=32 6=32 7=32 8=32 9=31"
    fine = read("odds", "classic", "--remaining", points, "--seen", "9c")
    assert fine["about"]["shoe"]["points"] == coarse["about"]["shoe"]["points"]
    assert fine["bets"][0] == coarse["bets"][0]


def test_a_coarse_shoe_leaves_bets_out_with_a_remark(run: Run) -> None:
    status, out, err = run("odds", "--remaining", "0=128 4=30 9=30", "--format", "json")
    assert status == 0
    document = json.loads(out)
    assert document["omitted"] == ["player-pair", "banker-pair"]
    assert "player-pair" not in {entry["bet"] for entry in document["bets"]}
    assert err == (
        "left out: bet 'player-pair/11' needs the shoe by ranks, not by points\n"
        "left out: bet 'banker-pair/11' needs the shoe by ranks, not by points\n"
    )


def test_a_bet_that_needs_suits_is_left_out_unless_it_is_named(run: Run) -> None:
    red = BET.replace('"tie"', '"p1.color == red"') + 'paytable = { win = "1" }\n'
    Path("red.toml").write_text('name = "Red"\ndecks = 8\nrules = "punto-banco"\nbets = ["x", "tie"]\n' + red)
    status, out, err = run("odds", "red.toml", "--remaining", "A=30 9=30", "--format", "json")
    assert (status, json.loads(out)["omitted"]) == (0, ["x"])
    assert err == "left out: bet 'x' needs the shoe by cards, not by ranks\n"
    sentence = (
        "bet 'x' needs suits, but the shoe is known only by ranks; "
        "give the shoe and the cards seen or dealt by cards"
    )
    assert refused(run, "odds", "red.toml", "--remaining", "A=30 9=30", "--bet", "x") == sentence
    Path("bets.toml").write_text(red)
    assert refused(run, "odds", "--bets", "bets.toml", "--remaining", "A=30 9=30") == sentence
    assert run("odds", "--bets", "bets.toml", "--seen", "9c")[0] == 0


def test_a_bet_file_adds_each_bet_at_each_price(read: Read) -> None:
    Path("own.toml").write_text(
        BET + 'paytables = { low = { win = "8" }, high = { win = "9" } }\n'
        '[[bet]]\nid = "two"\nname = "Two"\n'
        'lines = [{ id = "a", when = "count(rank == ace, first_four) >= 2" }]\n'
        'paytable = { a = "-3" }\n'
    )
    document = read("odds", "classic", "--bets", "own.toml")
    found = [(entry["bet"], entry["paytable"], entry["ev"]) for entry in document["bets"]]
    assert [entry[:2] for entry in found] == [
        ("player", None), ("banker", "commission-5"), ("tie", "8"),
        ("x", "low"), ("x", "high"), ("two", None),
    ]  # fmt: skip
    assert found[3][2] == found[2][2]
    assert document["bets"][5]["exposure"] == "3"
    [only] = read("odds", "classic", "--bets", "own.toml", "--bet", "x/high", "--bets", "own.toml")["bets"][
        :1
    ]
    assert (only["bet"], only["paytable"]) == ("x", "high")


def test_a_variant_file_with_its_own_bet(read: Read) -> None:
    own = BET.replace('"x"', '"banker"').replace('"tie"', '"banker_wins"') + 'paytable = { win = "3/4" }\n'
    Path("mine.toml").write_text(VARIANT.replace('"player"', '"banker"') + own)
    document = read("odds", "mine.toml")
    assert (document["about"]["variant"], document["about"]["shoe"]["cards"]) == ("mine", 312)
    assert [entry["name"] for entry in document["bets"]] == ["X", "Tie"]
    assert [line["net"] for line in document["bets"][0]["lines"]] == ["3/4", "-1"]
    assert (
        document["bets"][1]["ev"] == read("odds", "classic", "--decks", 6, "--bet", "tie/9")["bets"][0]["ev"]
    )


def test_rules_from_a_file(read: Read) -> None:
    Path("same.toml").write_text(RULES)
    same = read("odds", "--rules", "same.toml")
    assert same["about"]["rules"] == "same"
    assert same["bets"] == read("odds")["bets"]
    Path("never.toml").write_text(re.sub("D", "S", RULES).replace("[0, 1, 2, 3, 4, 5]", "[]"))
    never = read("odds", "--rules", "never.toml", "--given", "cards == 4")
    assert never["total_ways"] == "4998398275503360"


def test_a_first_card_that_the_rules_fix(run: Run, read: Read) -> None:
    Path("free.toml").write_text(RULES + "player_first = 7\n")
    document = read("odds", "classic", "--rules", "free.toml")
    assert document["total_ways"] == str(416 * 415 * 414 * 413 * 412)
    assert document["about"]["shoe"]["cards"] == 416
    assert (
        read("odds", "classic", "--rules", "free.toml", "--given", "p1.rank == 7")["bets"] == document["bets"]
    )
    assert "suit or colour of the Player's first card" in refused(
        run, "odds", "classic", "--rules", "free.toml", "--given", "p1.suit == spades"
    )
    assert read("odds", "classic", "--rules", "free.toml", "--dealt", "P:?,2")["total_ways"] == str(
        perm(415, 4)
    )


def test_total_ways_under_given_and_dealt(read: Read) -> None:
    assert read("odds", "--given", "tie")["total_ways"] == "475627426473216"
    dealt = read("odds", "--dealt", "P:9c B:K")
    assert (dealt["total_ways"], dealt["about"]["dealt"]) == (str(perm(414, 4)), "P:9c B:K")
    assert dealt["about"]["shoe"]["cards"] == 414
    settled = read("odds", "--dealt", "P:9c,Kd B:8h,Ks")
    assert settled["total_ways"] == str(412 * 411)
    assert settled["bets"][0]["ev"] == "1"
    assert read("odds", "--dealt", "P:9,5 B:K")["about"]["shoe"]["fineness"] == "ranks"
    assert read("odds", "--given", "player_two == 0 and banker_two == 7")["about"]["given"] == (
        "player_two == 0 and banker_two == 7"
    )


def test_a_bet_that_always_pushes(read: Read) -> None:
    for entry in read("odds", "classic", "--given", "tie", "--bet", "player", "--bet", "banker")["bets"]:
        assert entry["edge_on_resolved"] is None
        assert (entry["push_rate"], entry["exposure"], entry["variance"]) == ("1", "0", "0")
        assert entry["standard_deviation"] == "0.0"


def test_niu_niu_per_unit_and_per_locked_stake(read: Read) -> None:
    player, banker, tie = read("odds", "niu-niu")["bets"]
    for entry in (player, banker):
        assert Fraction(entry["ev_per_locked"]) == Fraction(entry["ev"]) / 9
        assert entry["exposure"] == "9"
    assert "ev_per_locked" not in tie
    # Only lines that can happen count: Banker never wins with more than 1 here.
    ones = read("odds", "niu-niu", "--given", "banker_wins and banker_total == 1")["bets"][0]
    assert (ones["exposure"], ones["ev"]) == ("1", "-1")


def shown_by(run: Run, *arguments: object) -> dict[str, list[list[str]]]:
    """The rows of a table with cells as text, as md, csv, latex, html and text show them."""
    found = {}
    for format in ("text", "md", "csv", "latex", "html"):
        status, out, err = run(*arguments, "--format", format)
        assert (status, err) == (0, "")
        assert out.endswith("\n")
        found[format] = _PARSERS[format](out)
    return found


def _text(out: str) -> list[list[str]]:
    grid = out.split("\n\n")[1].split("\n")
    return [re.split(r" {2,}", row) for row in grid[2:]]


def _md(out: str) -> list[list[str]]:
    rows = [line for line in out.split("\n") if line.startswith("|")][2:]
    return [
        [re.sub(r"\\(.)", r"\1", cell.strip()) for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows
    ]


def _csv(out: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(out)))


def _latex(out: str) -> list[list[str]]:
    body = out.split("\\endfoot\n")[1].split("\\end{longtable}", maxsplit=1)[0]
    for layout, plain in (("$-$", "-"), ("\\addlinespace\n", ""), ("\\allowbreak{}", "")):
        body = body.replace(layout, plain)
    plain = re.sub(r"\\([%&#_])", r"\1", body)
    return [
        [cell.strip() for cell in row.removesuffix("\\\\").split(" & ")] for row in plain.strip().split("\n")
    ]


def _html(out: str) -> list[list[str]]:
    body = out.split("</thead>")[1].split("</table>", maxsplit=1)[0]
    return [
        [html.unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in re.findall(r"<tr>(.*?)</tr>", body)
    ]


_PARSERS = {"text": _text, "md": _md, "csv": _csv, "latex": _latex, "html": _html}


@pytest.mark.parametrize("variant", SEEDS)
def test_formats_show_the_same_numbers_as_the_document(
    run: Run, read: Read, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    digits = 12
    document = read("odds", variant)
    found = shown_by(run, "odds", variant, "--digits", digits)
    header, *records = found["csv"]
    assert len(records) == len(document["bets"])
    for entry, record in zip(document["bets"], records, strict=True):
        cells = dict(zip(header, record, strict=True))
        assert cells["bet"] == entry["name"]
        winning = [int(line["ways"]) for line in entry["lines"] if Fraction(line["net"]) > 0]
        assert cells["winning_ways"] == str(sum(winning))
        for key in ("hit_rate", "push_rate", "house_edge", "edge_on_resolved", "rtp"):
            assert cells[key] == entry[key]
            assert Fraction(cells[f"{key}_percent"]) == round(100 * Fraction(entry[key]), digits)
        assert cells["exposure"] == entry["exposure"]
        assert cells["standard_deviation_squared"] == entry["variance"]
        assert cells["standard_deviation_decimal"][:13] == entry["standard_deviation"][:13]
    assert found["md"] == found["latex"] == found["html"]
    for entry, row, wide in zip(document["bets"], found["text"], found["md"], strict=True):
        reference = entry["bet"] if entry["paytable"] is None else f"{entry['bet']}/{entry['paytable']}"
        assert wide[1] == reference
        assert row == [wide[0], *wide[2:7]]
        assert Fraction(row[5].rstrip("%")) == round(100 * Fraction(entry["house_edge"]), digits)
        assert Fraction(wide[8].rstrip("%")) == round(100 * Fraction(entry["rtp"]), digits)


@pytest.mark.parametrize("variant", ["standard", "niu-niu"])
def test_every_format_of_lines_shows_every_line(run: Run, read: Read, variant: str) -> None:
    document = read("odds", variant, "--lines")
    assert document == read("odds", variant)
    found = shown_by(run, "odds", variant, "--lines", "--all")
    header, *records = found["csv"]
    lines = [(e["name"], e["ev"], line) for e in document["bets"] for line in [*e["lines"], None]]
    assert len(records) == len(lines) == len(found["text"])
    for (name, ev, line), record, row in zip(lines, records, found["text"], strict=True):
        cells = dict(zip(header, record, strict=True))
        assert (cells["bet"], row[0]) == (name, name)
        if line is None:
            assert (cells["ways"], cells["contribution"]) == (document["total_ways"], ev)
            continue
        assert cells["line"] == line["id"]
        assert cells["event"] == row[1] == str(label(ba.bet("tie"), line["id"]))
        assert (cells["net"], cells["ways"], cells["probability"]) == (
            line["net"], line["ways"], line["probability"],
        )  # fmt: skip
        assert row[3] == f"{int(line['ways']):,}"
    assert found["md"] == found["latex"] == found["html"]


@pytest.mark.parametrize("digits", [0, 12, 60])
def test_digits(run: Run, read: Read, digits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    edges = [Fraction(entry["house_edge"]) for entry in read("odds", "classic")["bets"]]
    rows = _text(run("odds", "classic", "--digits", digits)[1])
    for row, edge in zip(rows, edges, strict=True):
        shown = row[-1].removesuffix("%")
        assert Fraction(shown) == Fraction(round(100 * edge * 10**digits), 10**digits)
        assert len(shown.partition(".")[2]) == digits


@pytest.mark.parametrize(
    "command", ["odds", "list", "list bets", "list rules", "show tie", "show punto-banco", "show niu-niu"]
)
@pytest.mark.parametrize("format", ["text", "md", "csv", "json", "latex", "html"])
def test_every_command_can_write_every_format(run: Run, command: str, format: str) -> None:
    status, out, err = run(*command.split(), "--format", format)
    assert (status, err) == (0, "")
    assert len(out.splitlines()) > 1
    assert out.endswith("\n")
    if format == "json":
        json.loads(out)


def test_lists_contain_id_name_and_source(run: Run, read: Read) -> None:
    for sort in ("variants", "bets", "rules", "counts", "claims"):
        status, out, _ = run("list", sort, "--format", "json")
        assert status == 0
        assert all(list(item)[:3] == ["id", "name", "source"] for item in json.loads(out)["items"])
    assert {item["id"] for item in read("list")["items"]} >= set(SEEDS)


def test_rules_are_shown_as_the_grid(run: Run, read: Read) -> None:
    document = read("show", "punto-banco")
    assert document["banker"] == PUNTO
    shown = run("show", "punto-banco")[1]
    assert "\n6       S  S  S  S  S  S  S  D  D  S  S\n" in shown


TIGERS = ["ไทเกอร์เล็ก", "ไทเกอร์ใหญ่", "ไทเกอร์เสมอ", "ไพ่คู่ไทเกอร์"]


@pytest.mark.parametrize(
    ("variant", "language", "title", "names"),
    [
        ("classic", "en", "Classic baccarat", ["Player", "Banker", "Tie"]),
        ("niu-niu", "zh-Hans", "牛牛百家乐", ["闲家", "庄家", "和局"]),
        ("tiger-baccarat", "th", "ไทเกอร์บาคาร่า", ["ผู้เล่น", "เจ้ามือ", "เสมอ", "ลัคกี้ 6", *TIGERS]),
        ("ez-baccarat", "ko", "EZ 바카라", ["플레이어", "뱅커", "타이", "드래곤 7", "판다 8"]),
        ("ez-baccarat", "vi", "EZ Baccarat", ["Người chơi", "Nhà cái", "Hòa", "Dragon 7", "Panda 8"]),
    ],
)
def test_names_are_in_the_language(
    run: Run,
    read: Read,
    variant: str,
    language: str,
    title: str,
    names: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "120")  # where no name needs a second line
    assert [bet["name"] for bet in read("odds", variant, "--lang", language)["bets"]] == names
    _, out, _ = run("odds", variant, "--lang", language, "--format", "md")
    assert out.startswith(f"## {title}")
    assert all(f"\n| {name} | " in out for name in names)


def test_a_name_without_a_translation_stays_english(read: Read, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(BET + 'paytable = { win = "8" }')
    [bet] = read("odds", "--bets", "mine.toml", "--bet", "x", "--lang", "th")["bets"]
    assert bet["name"] == "X"


def test_ctrl_c_while_loading_prints_one_word_and_ends_with_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.cli.main.main", interrupted)
    assert entry_point.main() == 130
    assert capsys.readouterr() == ("", "baccarat: interrupted\n")


def test_ctrl_c_prints_one_word_and_ends_with_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.odds", interrupted)
    assert main(["odds"]) == 130
    told = capsys.readouterr()
    assert (told.out, told.err.strip()) == ("", "baccarat: interrupted")


@pytest.mark.parametrize("exhaustive", [False, True])
def test_tail_passes_exhaustive_on(monkeypatch: pytest.MonkeyPatch, exhaustive: bool) -> None:
    given: dict[str, object] = {}

    def interrupted(*_: object, **options: object) -> None:
        given.update(options)
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.tail", interrupted)
    assert main(["tail", "--unseen", "6", *["--exhaustive"] * exhaustive]) == 130
    assert given["exhaustive"] is exhaustive


def test_a_process_terminated_while_writing_leaves_no_file(tmp_path: Path) -> None:
    pays = [f"--pays={line}=1..200" for line in ("four-of-diamonds", "four", "diamonds", "other")]
    words = ["design", "banker-fortune-4-pair", "--edge", "0%..99%", "-o", "all.json", "--format", "json"]
    program = [sys.executable, "-m", "analyzer", *words, *pays]
    with subprocess.Popen(program, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        while not any(tmp_path.iterdir()) and process.poll() is None:
            time.sleep(0.01)
        process.terminate()
        _, err = process.communicate()
    assert (process.returncode, err) == (130, "baccarat: interrupted\n")
    assert list(tmp_path.iterdir()) == []


def test_a_file_can_have_the_most_bytes_allowed(tmp_path: Path) -> None:
    (file := tmp_path / "a.txt").write_bytes(b"12345")
    assert bytes_of(str(file), "a record", 5) == b"12345"
    with pytest.raises(AnalyzerError, match=r"a\.txt: expected a record of at most 4 bytes$"):
        bytes_of(str(file), "a record", 4)


def test_a_chart_is_written_in_addition_to_the_answer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.render.plot.plot", lambda *_: b"drawn")
    answer = run("compare", "tie/8", "tie/9")
    assert run("compare", "tie/8", "tie/9", "--plot", "x.svg") == (0, answer[1], "wrote 'x.svg'\n")
    assert Path("x.svg").read_bytes() == b"drawn"


def test_times_of_a_hundred_seconds_or_more_are_in_minutes() -> None:
    assert [_time(seconds) for seconds in (99.4, 100, 7199)] == ["99 s", "1 min 40 s", "119 min 59 s"]


def test_the_most_shoes_allowed_can_be_dealt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(deal, "MOST_SHOES", 2)
    assert [main(["deal", "--shoes", many, "--seed", "1", "--decks", "1"]) for many in ("2", "3")] == [0, 2]
    assert capsys.readouterr().err == "baccarat: expected --shoes with at most 2, got 3\n"
