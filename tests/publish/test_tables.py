"""The published tables: what the command makes today, byte for byte, whatever the machine; and its folder."""

import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from suite import ROOT

from analyzer.catalog import claims, load
from analyzer.cli.main import main
from analyzer.errors import RenderError
from analyzer.languages import LANGUAGES
from analyzer.message import say
from analyzer.publish import build, folder
from analyzer.publish.files import write_whole
from analyzer.publish.page import Page
from analyzer.publish.published import Published
from analyzer.publish.shelf import SHELF, tableaux
from analyzer.publish.shelf_bench import SEEDS
from analyzer.publish.table import Column, Table

TABLES = ROOT / "tables"
Files = dict[str, str]


@pytest.fixture(scope="module")
def fresh() -> Files:
    return build.contents()


def held(place: Path) -> dict[str, bytes]:
    """Every file under a folder."""
    files = (path for path in place.rglob("*") if path.is_file())
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in files}


def test_tables_are_current(fresh: Files) -> None:
    found = folder.check(TABLES, fresh)
    assert found == (), "stale: run baccarat publish"
    assert held(TABLES) == {path: text.encode() for path, text in fresh.items()}


def test_tables_are_the_same_on_another_machine(fresh: Files, tmp_path: Path) -> None:
    elsewhere = {
        "PYTHONHASHSEED": "7",
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "C",
        "COLUMNS": "33",
        "NO_COLOR": "1",
        "SOURCE_DATE_EPOCH": "1",
        "ANALYZER_KERNEL": "python",
    }
    command = [sys.executable, "-m", "analyzer", "publish", "deep/tables"]
    run = subprocess.run(
        command, cwd=tmp_path, env=os.environ | elsewhere, capture_output=True, text=True, check=True
    )
    assert run.stdout == ""
    assert run.stderr == f"'deep/tables': {len(fresh)} files, {len(fresh)} written, 0 removed\n"
    assert held(tmp_path / "deep/tables") == {path: text.encode() for path, text in fresh.items()}


def test_the_manifest_has_the_digest_of_every_file(fresh: Files) -> None:
    lines = fresh["SHA256SUMS"].splitlines()
    digests = [re.fullmatch("([0-9a-f]{64})  ([A-Za-z0-9./-]+)", line) for line in lines]
    named = {found[2]: found[1] for found in digests if found}
    assert list(named) == sorted(fresh.keys() - {"SHA256SUMS"})
    assert named == {path: sha256(text.encode()).hexdigest() for path, text in fresh.items() if path in named}


def targets(path: str, text: str) -> Iterator[str]:
    """The files that a page leads to."""
    pattern = r'href="([^"]+)"' if path.endswith(".html") else r"\]\(([^)]+)\)"
    yield from (normpath(join(dirname(path), target)) for target in re.findall(pattern, text))


def test_every_link_leads_to_a_file_and_every_file_is_led_to(fresh: Files) -> None:
    pages = {
        path: set(targets(path, text)) for path, text in fresh.items() if path.endswith((".md", ".html"))
    }
    assert set().union(*pages.values()) <= fresh.keys()
    indexes = ["README.md", *(f"{language}/README.md" for language in LANGUAGES[1:])]
    beside = {path.replace("README.md", "index.html") for path in indexes}
    assert set().union(*(pages[path] for path in indexes)) == fresh.keys() - beside - {
        "index.json",
        "SHA256SUMS",
    }
    assert all(pages[path] & set(indexes) for path in pages if path.endswith(".md"))
    assert all(pages[path] & beside for path in pages if path.endswith(".html"))


def test_every_page_is_in_its_formats_and_languages(fresh: Files) -> None:
    for variant in map(load.variant, load.variant_ids()):
        for decks in ("1-deck", "2-decks", "4-decks", "6-decks", "8-decks"):
            for ending in (".md", ".html", ".tex", ".json", "-bets.csv", "-lines.csv"):
                assert f"{variant.id}/{decks}{ending}" in fresh
    own = [f"{name}/{load.variant(name).decks}-decks" for name in load.variant_ids()]
    shared = ["side-bets/bets", "side-bets/lines", "removal/6-decks", "removal/8-decks"]
    shared += (f"tableau/{name}" for name in load.rules_ids())
    shared.append("counts/comparison")
    shared += (f"inside-coup/{name}" for name in ("insurance-6-decks", "insurance-8-decks", "known-card"))
    shared += (f"tableau/study-{name}" for name in ("6-decks", "8-decks", "infinite", "rules"))
    shared += (f"chemin-de-fer/{name}" for name in ("by-decks", "6-decks", "8-decks"))
    shared += ("closed-forms/bets", "closed-forms/rules", "monitor/rtp-limits")
    shared += ("payouts/rounding", "roads/prediction")
    shared += (f"joint/{name}-8-decks" for name in SEEDS)
    for language in LANGUAGES[1:]:
        made = {path for path in fresh if path.startswith(f"{language}/")}
        paths = {f"{language}/{path}{ending}" for path in own + shared for ending in (".md", ".html")}
        assert made == paths | {f"{language}/README.md", f"{language}/index.html"}


def rows(fresh: Files, path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(fresh[path].splitlines()))


def test_figures_of_the_classic_game(fresh: Files) -> None:
    player, banker, tie = rows(fresh, "classic/8-decks-bets.csv")
    assert [bet["winning_ways"] for bet in (player, banker, tie)] == [
        "2230518282592256", "2292252566437888", "475627426473216",
    ]  # fmt: skip
    assert banker["house_edge"] == "114753351728/10847218479825"
    assert (banker["house_edge_percent"], tie["house_edge_percent"]) == ("1.057906", "14.359629")


@pytest.mark.parametrize("variant", load.variant_ids())
def test_lines_add_up_to_their_bet(fresh: Files, variant: str) -> None:
    for decks in ("1-deck", "8-decks"):
        bets = {row["bet"]: row for row in rows(fresh, f"{variant}/{decks}-bets.csv")}
        lines = rows(fresh, f"{variant}/{decks}-lines.csv")
        for name, bet in bets.items():
            *parts, all = [line for line in lines if line["bet"] == name]
            assert sum(int(line["ways"]) for line in parts) == int(all["ways"])
            assert sum(Fraction(line["contribution"]) for line in parts) == Fraction(all["contribution"])
            assert Fraction(all["contribution"]) == -Fraction(bet["house_edge"])
            for line in parts:
                assert Fraction(line["probability"]) == Fraction(int(line["ways"]), int(all["ways"]))
                assert line["one_in"] == "" or Fraction(line["one_in"]) * Fraction(line["probability"]) == 1
                assert Fraction(line["pays"]) * Fraction(line["probability"]) == Fraction(
                    line["contribution"]
                )


def test_side_bets_are_all_there_at_every_price(fresh: Files) -> None:
    found = [row["reference"] for row in rows(fresh, "side-bets/bets-house-edge.csv")]
    bets = [bet for prices in load.library().values() for bet in prices]
    assert sorted(found) == sorted(bet.reference for bet in bets if not bet.inside_coup)
    inside = dict.fromkeys(bet.id for bet in bets if bet.inside_coup)
    assert inside
    assert all(name in fresh["side-bets/bets.md"] for name in inside)
    assert "Dealt under rules player-first-7: " in fresh["side-bets/bets.md"]
    lines = rows(fresh, "side-bets/lines.csv")
    assert [(row["id"], row["ways_8"]) for row in lines if row["id"].startswith("dragon-7.")] == [
        ("dragon-7.win", "112633011329024"), ("dragon-7.lose", "4885765264174336"),
    ]  # fmt: skip


@pytest.mark.parametrize("decks", [6, 8])
def test_effects_of_removal_add_up_and_are_of_every_bet(fresh: Files, decks: int) -> None:
    found = rows(fresh, f"removal/{decks}-decks.csv")
    firsts = [prices[0] for prices in load.library().values() if not prices[0].inside_coup]
    assert sorted(row["reference"] for row in found) == sorted(bet.reference for bet in firsts)
    worth = {row["reference"]: row for row in rows(fresh, "side-bets/bets-house-edge.csv")}
    for row in found:
        assert sum(Fraction(row[f"removed_{rank}"]) for rank in "A23456789TJQK") == 0
        assert Fraction(row["ev"]) == -Fraction(worth[row["reference"]][f"house_edge_{decks}"])


def test_best_play_and_closed_forms_are_those_known(fresh: Files) -> None:
    # Source: S. N. Ethier and C. Gámez, A game-theoretic analysis of baccara chemin de fer (Games 4, 2013).
    best = fresh["chemin-de-fer/by-decks.md"]
    for known in (
        "679568/53094899",
        "974653793197999/75340147272374985",
        "1059778909061461/82154663322498585",
    ):
        assert known in best
    for path in ("closed-forms/bets-closed-forms.csv", "closed-forms/rules-closed-forms.csv"):
        assert len(rows(fresh, path)) > 50


def test_the_audit_has_every_claim(fresh: Files) -> None:
    printed = rows(fresh, "audit/printed-figures-claims.csv")
    assert [row["claim"] for row in printed] == [claim.id for claim in claims.every()]
    *sources, total = rows(fresh, "audit/printed-figures-verdicts-by-source.csv")
    assert int(total["claims"]) == len(printed) == sum(int(row["claims"]) for row in sources)


def test_json_is_exact_and_undated(fresh: Files) -> None:
    page = json.loads(fresh["ez-baccarat/8-decks.json"])
    assert page["schema"] == "baccarat-page/1"
    assert page["provenance"]["date"] is None
    assert page["provenance"]["variant"] == "ez-baccarat"
    assert {len(digest) for digest in page["provenance"]["sha256"].values()} == {64}


# Another table joins by a function and a line.


def squares() -> Iterator[Published]:
    table = Table("Squares", (Column("n", "n", "count"), Column("square", "n²", "count")), ((2, 4), (3, 9)))
    yield Published("more/squares", say("More"), lambda language: Page((table,)), ("en", "vi"))


def test_another_table_is_a_function_and_a_line() -> None:
    files = build.contents((tableaux, squares))
    made = {path for path in files if "squares" in path}
    assert made == {
        *(f"more/squares{ending}" for ending in (".md", ".html", ".tex", ".json", ".csv")),
        "vi/more/squares.md",
        "vi/more/squares.html",
    }
    assert files["more/squares.csv"] == "n,square\n2,4\n3,9\n"
    assert "[Squares](more/squares.md)" in files["README.md"]
    assert '<a href="more/squares.html">Squares</a>' in files["index.html"]
    assert all(f"  {path}\n" in files["SHA256SUMS"] for path in made)
    assert "[Tiếng Việt](../vi/more/squares.md)" in files["more/squares.md"]
    assert SHELF[-1] == tableaux


def test_two_pages_of_one_place_are_refused() -> None:
    with pytest.raises(RenderError, match=r"^expected one file of each path, got 'more/squares.md' twice$"):
        build.contents((squares, squares))


# The folder.


def of(files: Files) -> Files:
    """Files of a folder with its index and manifest."""
    index = f'{{\n "schema": "{folder.SCHEMA}",\n "files": {len(files)}\n}}\n'
    files = files | {"index.json": index}
    return files | {
        "SHA256SUMS": folder.manifest({path: folder.digest(text) for path, text in files.items()})
    }


OLD = of({"a/1.md": "one\ntwo\nthree\n", "a/2.md": "2\n", "b/3.csv": "3\n"})
NEW = of({"a/1.md": "one\nzwei\nthree\n", "c/4.md": "4\n", "b/3.csv": "3\n"})


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder of OLD, with a file of somebody else's."""
    folder.write(tmp_path / "t", OLD)
    (tmp_path / "t/a/mine.txt").write_text("mine")
    return tmp_path / "t"


Publish = Callable[..., tuple[int, str, str]]


@pytest.fixture
def publish(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Publish:
    """Runs the command, where NEW is what is published: status, stdout and stderr."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(build, "contents", lambda told: NEW)
        status = main(["publish", *map(str, arguments)])
        return status, *capsys.readouterr()

    return run


def test_publish_writes_what_changed_and_removes_its_own(place: Path, publish: Publish) -> None:
    before = (place / "b/3.csv").stat().st_mtime_ns
    assert publish(place) == (0, "", f"'{place}': 5 files, 3 written, 1 removed\n")
    assert held(place) == {path: text.encode() for path, text in NEW.items()} | {"a/mine.txt": b"mine"}
    assert (place / "b/3.csv").stat().st_mtime_ns == before
    assert publish(place) == (0, "", f"'{place}': 5 files, 0 written, 0 removed\n")
    assert publish("--check", place)[:2] == (
        1,
        "foreign: a/mine.txt\n"
        f"'{place}' is not current: 1 foreign; baccarat publish makes it so, but for foreign files, which it "
        "leaves alone: move them away\n",
    )
    (place / "a/mine.txt").unlink()
    assert publish("--check", place) == (0, f"'{place}' is current: 5 files\n", "")


def test_a_folder_left_empty_is_removed(place: Path) -> None:
    folder.write(place, of({"a/1.md": "1\n"}))
    assert sorted(path.name for path in place.iterdir()) == ["SHA256SUMS", "a", "index.json"]


def test_check_says_what_is_stale_missing_extra_and_foreign(place: Path, publish: Publish) -> None:
    before = held(place)
    status, out, err = publish("--check", place)
    assert (status, err) == (1, "")
    told, manifest, rest = re.split(r"(?m)^stale: SHA256SUMS\n((?:  .*\n)+)", out)
    assert manifest.startswith("  @@ line 1 @@\n  -")
    assert told + rest == (
        "stale: a/1.md\n  @@ line 2 @@\n  -two\n  +zwei\n"
        "extra: a/2.md\n"
        "foreign: a/mine.txt\n"
        "missing: c/4.md\n"
        f"'{place}' is not current: 1 extra, 1 foreign, 1 missing, 2 stale; baccarat publish makes it so, "
        "but for foreign files, which it leaves alone: move them away\n"
    )
    assert held(place) == before


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (b"one\nzwei\n", ("@@ line 3 @@", "+three")),
        (
            b"\x1b[2J" + b"x" * 400,
            ("@@ line 1 @@", "-\ufffd[2J" + "x" * 155 + "…", "+one", "+zwei", "+three", "+"),
        ),
        (b"\xff", ("what is there is no text",)),
        (b"", ("@@ line 1 @@", "+one", "+zwei", "+three")),
    ],
    ids=["cut", "control", "binary", "empty"],
)
def test_a_difference_is_short_and_harmless(place: Path, text: bytes, lines: tuple[str, ...]) -> None:
    folder.write(place, NEW)
    (place / "a/1.md").write_bytes(text)
    (place / "a/mine.txt").unlink()
    assert folder.check(place, NEW) == (folder.Difference("a/1.md", "stale", lines),)


def test_a_damaged_manifest_is_stale_and_removes_nothing(place: Path, publish: Publish) -> None:
    (place / "SHA256SUMS").write_text(OLD["SHA256SUMS"].replace("  a/2.md", "  ../a/2.md"))
    before = held(place)
    assert "stale: SHA256SUMS\n" in publish("--check", place)[1]
    assert publish(place) == (
        2,
        "",
        f"baccarat: '{place}/SHA256SUMS' is damaged, so that nobody knows which files were made by baccarat "
        "publish; restore it, or name an empty or a new folder\n",
    )
    assert held(place) == before


def somebody(place: Path) -> None:
    place.mkdir()
    (place / "thesis.tex").write_text("x")


def images(place: Path) -> None:
    somebody(place)
    (place / "SHA256SUMS").write_text(f"{'0' * 64}  thesis.tex\n")


def site(place: Path) -> None:
    somebody(place)
    (place / "index.json").write_text("{}")
    (place / "SHA256SUMS").write_text(f"{'0' * 64}  index.json\n{'0' * 64}  thesis.tex\n")


@pytest.mark.parametrize("make", [somebody, images, site])
def test_a_folder_of_somebody_else_is_refused(
    tmp_path: Path, publish: Publish, make: Callable[[Path], None]
) -> None:
    place = tmp_path / "theirs"
    make(place)
    before = held(place)
    assert publish(place) == (
        2,
        "",
        f"baccarat: '{place}' is not empty and has no SHA256SUMS by baccarat publish; "
        "name an empty or a new folder\n",
    )
    assert held(place) == before


def test_a_folder_that_is_not_there_is_not_checked(tmp_path: Path, publish: Publish) -> None:
    sentence = f"baccarat: there is no folder '{tmp_path}/no'; baccarat publish makes it\n"
    assert publish("--check", tmp_path / "no") == (2, "", sentence)


def test_a_file_in_place_of_the_folder(tmp_path: Path, publish: Publish) -> None:
    (tmp_path / "t").write_text("x")
    sentence = f"baccarat: '{tmp_path}/t' is a file; name an empty or a new folder\n"
    assert publish(tmp_path / "t") == (2, "", sentence)
    sentence = f"baccarat: expected a folder of published tables, got the file '{tmp_path}/t'\n"
    assert publish("--check", tmp_path / "t") == (2, "", sentence)
    assert (tmp_path / "t").read_text() == "x"


def test_a_file_of_somebody_else_in_the_place_of_ours(place: Path) -> None:
    (place / "c").mkdir()
    (place / "c/4.md").write_text("theirs")
    before = held(place)
    with pytest.raises(
        RenderError, match=re.escape("c/4.md' was not made by baccarat publish; move it away")
    ):
        folder.write(place, NEW)
    assert held(place) == before


@pytest.mark.parametrize("link", ["c", "a/1.md"])
def test_nothing_is_written_through_a_link(place: Path, tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (place / link).unlink(missing_ok=True)
    (place / link).symlink_to(outside / "x" if link.endswith(".md") else outside)
    with pytest.raises(RenderError, match=re.escape(f"{link}' is a symbolic link; remove it")):
        folder.write(place, NEW)
    assert list(outside.iterdir()) == []


def stopped_after(writes: int) -> Callable[..., None]:
    """Writing files until so many are written, and then an interruption."""
    left = iter(range(writes))

    def write(path: Path, text: str, force: bool) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        write_whole(path, text, force)

    return write


@pytest.mark.parametrize("writes", range(4))
def test_after_an_interruption_every_file_is_whole_and_ours(
    place: Path, writes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "a/mine.txt").unlink()
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(folder, "write_whole", stopped_after(writes))
        folder.write(place, NEW)
    for path, data in held(place).items():
        assert path == "SHA256SUMS" or data.decode() in (OLD.get(path), NEW.get(path))
    assert held(place).keys() <= {*folder.ours(place), "SHA256SUMS"}
    folder.write(place, NEW)
    assert held(place) == {path: text.encode() for path, text in NEW.items()}


@pytest.mark.parametrize("writes", range(5))
def test_a_first_run_that_was_interrupted_goes_on(
    tmp_path: Path, writes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "t"
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(folder, "write_whole", stopped_after(writes))
        folder.write(place, NEW)
    folder.write(place, NEW)
    assert held(place) == {path: text.encode() for path, text in NEW.items()}


def test_what_a_killed_run_left_is_no_hindrance_and_is_swept_away(place: Path, tmp_path: Path) -> None:
    left = ".0123456789abcdef.tmp"
    (place / "a" / left).write_text("half")
    assert left not in str(folder.check(place, OLD))
    folder.write(place, NEW)
    assert not (place / "a" / left).exists()
    first = tmp_path / "first"
    first.mkdir()
    (first / left).write_text("half")
    folder.write(first, NEW)
    assert held(first) == {path: text.encode() for path, text in NEW.items()}
