"""The published tables, which are the same byte for byte on any machine, and the folder of tables."""

import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import FrozenInstanceError
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from threading import Event

import pytest
from suite import ROOT

from analyzer.catalog import claims, load
from analyzer.cli.main import main
from analyzer.errors import RenderError
from analyzer.files import write_whole
from analyzer.publish import build, folder, pages
from analyzer.publish.pages import (
    PAGES,
    SEEDS,
    Published,
    chemin_de_fer,
    closed_forms,
    joints,
    predictions,
    removals,
    roundings,
    side_bets,
    tableau_studies,
    tableaux,
    tails,
    variants,
)
from analyzer.render.formats.render import render
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.render.words import wording
from analyzer.text import LANGUAGES, Text, message

TABLES = ROOT / "tables"
Files = dict[str, str]


@pytest.fixture(scope="module")
def kept() -> Files:
    """The files of the folder `tables/`, which the first tests compare with new ones."""
    return {path: data.decode() for path, data in held(TABLES).items()}


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory, kept: Files) -> build.Contents:
    """Everything that can be published, written as on another machine: on the Python kernel, elsewhere."""
    elsewhere = {
        "PYTHONHASHSEED": "7",
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "C",
        "COLUMNS": "33",
        "NO_COLOR": "1",
        "SOURCE_DATE_EPOCH": "1",
        "ANALYZER_KERNEL": "python",
    }
    place = tmp_path_factory.mktemp("elsewhere")
    command = [sys.executable, "-m", "analyzer", "publish", "--all", "deep/tables"]
    run = subprocess.run(
        command, cwd=place, env=os.environ | elsewhere, capture_output=True, text=True, check=True
    )
    total = len(sums(kept)) + 1
    assert run.stdout == ""
    assert run.stderr == f"'deep/tables': {total:,} files, {total:,} written, 0 removed\n"
    made = {path: data.decode() for path, data in held(place / "deep/tables").items()}
    assert made.pop("SHA256SUMS") == kept["SHA256SUMS"]
    return build.Contents(made, kept.keys() - {"SHA256SUMS"})


def held(place: Path) -> dict[str, bytes]:
    """Every file under a folder."""
    files = (path for path in place.rglob("*") if path.is_file())
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in files}


def sums(files: Files) -> dict[str, str]:
    """The digest of each file that the manifest names."""
    digests = [
        re.fullmatch("([0-9a-f]{64})  ([A-Za-z0-9./-]+)\n", line)
        for line in files["SHA256SUMS"].splitlines(True)
    ]
    named = {found[2]: found[1] for found in digests if found}
    assert len(named) == len(digests)
    assert list(named) == sorted(named)
    return named


def test_pages_that_are_quick_to_make_are_current(kept: Files) -> None:
    """The next tests, which are slow, compare the other studies and the indexes."""
    made = build.contents((variants, closed_forms, joints, tableaux), whole=False).files
    pages = {path: text for path, text in made.items() if Path(path).stem not in ("README", "index")}
    assert len(pages) > 120
    assert pages == {path: kept[path] for path in pages}, "stale: run baccarat publish"


@pytest.mark.slow
def test_the_folder_has_exactly_the_files_that_are_kept(kept: Files) -> None:
    fresh = build.contents(whole=False)
    assert fresh.kept == fresh.files.keys()
    assert fresh.files == {path: text for path, text in kept.items() if path != "SHA256SUMS"}


@pytest.mark.slow
def test_tables_are_current_on_any_machine(everything: build.Contents, kept: Files) -> None:
    found = folder.check(TABLES, everything.files, everything.kept, whole=True)
    assert found == folder.Checked((), len(kept) - 1, len(everything.files), 0), "stale: run baccarat publish"
    digests = {path: sha256(text.encode()).hexdigest() for path, text in everything.files.items()}
    assert sums(kept) == digests


AS_KEPT: dict[str, Callable[[], Iterable[Published]]] = {
    "chemin-de-fer/8-decks": chemin_de_fer,
    "closed-forms/bets": closed_forms,
    "joint/classic-8-decks": joints,
    "payouts/rounding": roundings,
    "roads/prediction": predictions,
    "tableau/study-8-decks": tableau_studies,
    "tails/8-decks": tails,
}
"""Pages that take less than half a second, and the functions that publish them."""


def alone(page: Page, monkeypatch: pytest.MonkeyPatch) -> str:
    """A page without links to others."""
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    return str(render(page, "md", wording("en", build.DIGITS)))


@pytest.mark.parametrize("place", AS_KEPT)
def test_a_page_made_alone_is_current(place: str, kept: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "SEEDS", ("classic",))
    [item] = (item for item in AS_KEPT[place]() if item.path == place)
    assert alone(item.page(), monkeypatch) == re.sub(
        r"\n\[All tables\].*\n", "", kept[f"{place}.md"], count=1
    )


def test_studies_by_shoe_are_current(kept: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second table of the page; the first, for every set of rules, takes longer."""
    monkeypatch.setattr(load, "rules_ids", lambda: ("punto-banco",))
    [item] = (item for item in tableau_studies() if item.path == "tableau/study-rules")
    _, by_shoe = item.page().tables
    assert alone(Page((by_shoe,)), monkeypatch).strip() in kept["tableau/study-rules.md"]


def test_pages_by_decks_cover_six_and_eight() -> None:
    assert [item.path for item in tails()] == ["tails/6-decks", "tails/8-decks"]
    assert [item.path for item in chemin_de_fer()] == [
        f"chemin-de-fer/{name}" for name in ("by-decks", "6-decks", "8-decks")
    ]


def test_bets_have_the_same_figures_in_a_small_library(kept: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: load.library()[name] for name in ("dragon-7", "insurance-tie", "seven-up-tie", "tie")}
    monkeypatch.setattr(load, "library", lambda: few)
    made = {item.path: alone(item.page(), monkeypatch) for item in (*side_bets(), *removals())}
    assert list(made) == ["side-bets/bets", "side-bets/lines", "removal/6-decks", "removal/8-decks"]
    names = {place: [row[2] for row in markdown(text)[0][2:]] for place, text in made.items()}
    assert names == {
        "side-bets/bets": ["dragon-7", "seven-up-tie/9-7", "tie/8", "tie/9"],
        "side-bets/lines": ["win", "lose", "Tie at 7", "Tie", "lose", "win", "lose"],
        "removal/6-decks": ["dragon-7", "seven-up-tie/9-7", "tie/8"],
        "removal/8-decks": ["dragon-7", "seven-up-tie/9-7", "tie/8"],
    }
    for place, text in made.items():
        for few_rows, all_rows in zip(markdown(text), markdown(kept[f"{place}.md"]), strict=True):
            assert [row for row in few_rows if row not in all_rows] == []
        left_out = 'Left out: "Insurance: tie", which is offered inside a coup, for the cards exposed then.'
        assert (left_out in text) == (place != "side-bets/lines")


def test_a_variant_has_a_page_for_each_number_of_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "variant_ids", lambda: ("classic",))
    paths = [item.path for item in variants()]
    sizes = ("1-deck", "2-decks", "4-decks", "6-decks", "8-decks")
    assert paths == ["variants/classic", *(f"classic/{size}" for size in sizes)]


def test_no_page_states_the_date_on_which_it_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    made = build.contents((squares,)).files
    assert "2001" not in "".join(made.values())
    assert "date" not in json.loads(made["more/squares.json"])["about"]


def test_the_folder_is_small(kept: Files) -> None:
    assert len(kept) <= 400
    sizes = {path: len(text.encode()) for path, text in kept.items()}
    live = [sizes.pop(f"live/{name}.html") for name in SEEDS]
    assert sum(sizes.values()) <= 8_000_000
    assert max(live) <= 700_000


def test_the_manifest_has_the_digest_of_every_file(kept: Files) -> None:
    named = sums(kept)
    assert (
        named.items()
        >= {
            path: sha256(text.encode()).hexdigest() for path, text in kept.items() if path != "SHA256SUMS"
        }.items()
    )
    assert len(named) > 1000


def targets(path: str, text: str) -> Iterator[str]:
    """The files to which a page links."""
    pattern = r'href="([^"]+)"' if path.endswith(".html") else r"\]\(([^)]+)\)"
    yield from (normpath(join(dirname(path), target)) for target in re.findall(pattern, text))


def links(files: Files, language_indexes: tuple[str, str]) -> None:
    """Every link leads to a file, and the indexes link to every file. Live pages have no links."""
    pages = {
        path: set(targets(path, text))
        for path, text in files.items()
        if path.endswith((".md", ".html")) and not path.startswith("live/")
    }
    assert set().union(*pages.values()) <= files.keys()
    for ending, name in zip((".md", ".html"), language_indexes, strict=True):
        indexes = {name, *(f"{language}/{name}" for language in LANGUAGES[1:])}
        listed = set().union(*(pages[path] for path in indexes))
        others = {path for path in files if re.search(r"(^|/)(README|index|all)\.|SHA256SUMS", path)}
        assert listed - others == files.keys() - others
        assert listed & others == indexes
        mine = [path for path in pages if path.endswith(ending) and path not in others]
        assert all(pages[path] & others for path in mine)


def test_every_link_leads_to_a_file_and_every_file_is_linked(kept: Files) -> None:
    links(kept, ("README.md", "index.html"))


@pytest.mark.slow
def test_every_link_of_the_whole_leads_to_a_file_and_every_file_is_linked(everything: build.Contents) -> None:
    links(everything.files, ("all.md", "all.html"))


STUDIES = [
    *("side-bets/bets", "side-bets/lines", "removal/6-decks", "removal/8-decks"),
    *(f"tableau/{name}" for name in load.rules_ids()),
    "counts/comparison",
    *(f"inside-coup/{name}" for name in ("insurance-6-decks", "insurance-8-decks", "known-card")),
    *(f"tableau/study-{name}" for name in ("6-decks", "8-decks", "infinite", "rules")),
    *(f"chemin-de-fer/{name}" for name in ("by-decks", "6-decks", "8-decks")),
    *("closed-forms/bets", "closed-forms/rules", "monitor/rtp-limits"),
    *("payouts/rounding", "roads/prediction"),
    *(f"joint/{name}-8-decks" for name in SEEDS),
]
"""Pages that are published in every language, and kept in English."""

ENGLISH_STUDIES = ["tails/6-decks", "tails/8-decks", "audit/printed-figures"]


def test_every_kept_page_exists(kept: Files) -> None:
    variants = {
        f"variants/{name}{ending}"
        for name in load.variant_ids()
        for ending in (".md", ".html", ".json", "-bets.csv", "-lines.csv")
    }
    studies = {f"{path}{ending}" for path in STUDIES + ENGLISH_STUDIES for ending in (".md", ".html")}
    indexes = {"README.md", "index.html", "index.json", "SHA256SUMS"}
    indexes |= {f"live/{name}.html" for name in SEEDS}
    english = {path for path in kept if path.split("/")[0] not in LANGUAGES}
    assert english >= variants | studies | indexes
    for path in english - variants - studies - indexes:
        assert path.endswith((".json", ".csv"))
    for path in STUDIES + ENGLISH_STUDIES:
        exact = [one for one in english if one == f"{path}.json" or re.fullmatch(f"{path}(-.*)?.csv", one)]
        assert exact, path
    for language in LANGUAGES[1:]:
        made = {path for path in kept if path.startswith(f"{language}/")}
        pages = {f"{language}/variants/{name}{ending}" for name in SEEDS for ending in (".md", ".html")}
        assert made == pages | {f"{language}/README.md", f"{language}/index.html"}


@pytest.mark.slow
def test_every_page_exists_in_its_formats_and_languages(everything: build.Contents) -> None:
    files = everything.files
    for variant in map(load.variant, load.variant_ids()):
        for page in ("1-deck", "2-decks", "4-decks", "6-decks", "8-decks"):
            for ending in (".md", ".html", ".tex", ".json", "-bets.csv", "-lines.csv"):
                assert f"{variant.id}/{page}{ending}" in files
    for path in (*STUDIES, *ENGLISH_STUDIES, *(f"variants/{name}" for name in load.variant_ids())):
        assert all(f"{path}{ending}" in files for ending in (".md", ".html", ".tex", ".json"))
        assert any(re.fullmatch(f"{path}(-.*)?.csv", one) for one in files)
    own = [f"{name}/{load.variant(name).decks}-decks" for name in load.variant_ids()]
    own += (f"variants/{name}" for name in load.variant_ids())
    for language in LANGUAGES[1:]:
        made = {path for path in files if path.startswith(f"{language}/")}
        paths = {f"{language}/{path}{ending}" for path in own + STUDIES for ending in (".md", ".html")}
        indexes = ("README.md", "index.html", "all.md", "all.html")
        assert made == paths | {f"{language}/{name}" for name in indexes}


@pytest.mark.slow
@pytest.mark.parametrize("variant", load.variant_ids())
def test_a_variants_figures_agree_with_its_pages_by_deck(everything: build.Contents, variant: str) -> None:
    for part in ("bets", "lines"):
        by_decks = rows(everything.files, f"variants/{variant}-{part}.csv")
        assert {row["decks"] for row in by_decks} == {"1", "2", "4", "6", "8"}
        for decks in ("1", "2", "4", "6", "8"):
            page = f"{variant}/{decks}-deck{'' if decks == '1' else 's'}-{part}.csv"
            expected = [{"decks": decks} | row for row in rows(everything.files, page)]
            assert [row for row in by_decks if row["decks"] == decks] == expected


def rows(kept: Files, path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(kept[path].splitlines()))


def on(kept: Files, path: str, decks: str) -> list[dict[str, str]]:
    """The rows of a variant's figures for one number of decks."""
    return [row for row in rows(kept, path) if row["decks"] == decks]


def test_the_figures_of_the_classic_game(kept: Files) -> None:
    player, banker, tie = on(kept, "variants/classic-bets.csv", "8")
    assert [bet["winning_ways"] for bet in (player, banker, tie)] == [
        "2230518282592256", "2292252566437888", "475627426473216",
    ]  # fmt: skip
    assert banker["house_edge"] == "114753351728/10847218479825"
    assert (banker["house_edge_percent"], tie["house_edge_percent"]) == ("1.057906", "14.359629")


@pytest.mark.parametrize("variant", load.variant_ids())
def test_lines_add_up_to_their_bet(kept: Files, variant: str) -> None:
    for decks in ("1", "2", "4", "6", "8"):
        bets = {row["bet"]: row for row in on(kept, f"variants/{variant}-bets.csv", decks)}
        lines = on(kept, f"variants/{variant}-lines.csv", decks)
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


def markdown(text: str) -> list[list[list[str]]]:
    """The rows of each table of a page as they are shown, heads included."""
    found = re.findall(r"(?m)^(?:\|.*\n)+", text)
    return [[line.strip("| ").split(" | ") for line in table.splitlines()] for table in found]


@pytest.mark.parametrize("variant", load.variant_ids())
def test_a_variants_page_shows_its_exact_figures(kept: Files, variant: str) -> None:
    edges, hits, own, chances, ways = (
        [row for row in table if row[1] != ":---" and row[-1] != "---:"]
        for table in markdown(kept[f"variants/{variant}.md"])
    )
    for place, decks in enumerate(("1", "2", "4", "6", "8"), -5):
        bets = on(kept, f"variants/{variant}-bets.csv", decks)
        lines = on(kept, f"variants/{variant}-lines.csv", decks)
        *parts, _ = lines
        parts = [line for line in lines if line["pays"]]
        for table, figure in ((edges, "house_edge_percent"), (hits, "hit_rate_percent")):
            assert table[0][place] == f"{decks} deck{'' if decks == '1' else 's'}"
            assert [row[place] for row in table[1:]] == [f"{bet[figure]}%" for bet in bets]
        assert [row[place] for row in chances[1:]] == [f"{line['probability_percent']}%" for line in parts]
        shown = [f"{int(line['ways']):,}" for line in (*parts, lines[-1])]
        assert [row[place] for row in ways[1:]] == shown
        if decks == str(load.variant(variant).decks):
            assert [row[2:6] for row in own[1:]] == [
                [f"{int(bet['winning_ways']):,}", *(f"{bet[f'{key}_percent']}%" for key in keys)]
                for bet in bets
                for keys in (("hit_rate", "push_rate", "house_edge"),)
            ]


def test_every_side_bet_is_listed_at_every_price(kept: Files) -> None:
    found = [row["reference"] for row in rows(kept, "side-bets/bets-house-edge.csv")]
    bets = [bet for prices in load.library().values() for bet in prices]
    assert sorted(found) == sorted(bet.reference for bet in bets if not bet.inside_coup)
    inside = dict.fromkeys(bet.name for bet in bets if bet.inside_coup)
    assert inside
    assert all(name in kept["side-bets/bets.md"] for name in inside)
    assert "Dealt under Punto banco, Player begins with a seven: " in kept["side-bets/bets.md"]
    lines = rows(kept, "side-bets/lines.csv")
    assert [(row["id"], row["ways_8"]) for row in lines if row["id"].startswith("dragon-7.")] == [
        ("dragon-7.win", "112633011329024"), ("dragon-7.lose", "4885765264174336"),
    ]  # fmt: skip


@pytest.mark.parametrize("decks", [6, 8])
def test_effects_of_removal_add_up_and_cover_every_bet(kept: Files, decks: int) -> None:
    found = rows(kept, f"removal/{decks}-decks.csv")
    firsts = [prices[0] for prices in load.library().values() if not prices[0].inside_coup]
    assert sorted(row["reference"] for row in found) == sorted(bet.reference for bet in firsts)
    worth = {row["reference"]: row for row in rows(kept, "side-bets/bets-house-edge.csv")}
    for row in found:
        assert sum(Fraction(row[f"removed_{rank}"]) for rank in "A23456789TJQK") == 0
        assert Fraction(row["ev"]) == -Fraction(worth[row["reference"]][f"house_edge_{decks}"])


def test_best_play_and_closed_forms_agree_with_published_ones(kept: Files) -> None:
    # Source: S. N. Ethier and C. Gámez, A game-theoretic analysis of baccara chemin de fer (Games 4, 2013).
    best = kept["chemin-de-fer/by-decks.md"]
    for known in (
        "679568/53094899",
        "974653793197999/75340147272374985",
        "1059778909061461/82154663322498585",
    ):
        assert known in best
    for path in ("closed-forms/bets-closed-forms.csv", "closed-forms/rules-closed-forms.csv"):
        assert len(rows(kept, path)) > 50


def test_the_audit_has_every_claim(kept: Files) -> None:
    printed = rows(kept, "audit/printed-figures-claims.csv")
    assert [row["claim"] for row in printed] == [claim.id for claim in claims.every()]
    *sources, total = rows(kept, "audit/printed-figures-verdicts-by-source.csv")
    assert int(total["claims"]) == len(printed) == sum(int(row["claims"]) for row in sources)


def test_json_is_exact_and_undated(kept: Files) -> None:
    page = json.loads(kept["variants/ez-baccarat.json"])
    assert page["schema"] == "baccarat-page/2"
    assert "date" not in page["about"]
    assert page["about"]["variant"] == "ez-baccarat"
    assert {len(digest) for digest in page["about"]["sha256"].values()} == {64}


# Another table is added by a function and a line.


def squares() -> Iterator[Published]:
    table = Table("Squares", (Column("n", "n", "count"), Column("square", "n²", "count")), ((2, 4), (3, 9)))
    yield Published("more/squares", message("More"), lambda: Page((table,)), ("en", "vi"))


def test_another_table_takes_a_function_and_a_line() -> None:
    made = build.contents((tableaux, squares))
    files = made.files
    paths = {path for path in files if "squares" in path}
    assert paths == {
        *(f"more/squares{ending}" for ending in (".md", ".html", ".tex", ".json", ".csv")),
        "vi/more/squares.md",
        "vi/more/squares.html",
    }
    assert paths & made.kept == {f"more/squares{ending}" for ending in (".md", ".html", ".csv")}
    assert files["more/squares.csv"] == "n,square\n2,4\n3,9\n"
    for index in ("README.md", "all.md"):
        assert "[Squares](more/squares.md)" in files[index]
    for index in ("index.html", "all.html"):
        assert '<a href="more/squares.html">Squares</a>' in files[index]
    assert "[Tiếng Việt](vi/more/squares.md)" in files["all.md"]
    # Kept pages link only to kept files.
    assert "[Tiếng Việt]" not in files["more/squares.md"]
    assert "squares.tex" not in files["more/squares.md"]
    assert "(../README.md)" in files["more/squares.md"]
    assert "vi/README.md" not in files
    assert "[English](../../more/squares.md)" in files["vi/more/squares.md"]
    assert "(../all.md)" in files["vi/more/squares.md"]
    assert PAGES[-1] == tableaux


def four() -> Iterator[Published]:
    tables = tuple(Table(f"Part no. {n}", (Column("n", "n", "count"),), ((n,),)) for n in range(4))
    yield Published("more/four", message("More"), lambda: Page(tables, title="Four"))


def test_a_page_of_many_tables_keeps_its_json_and_names_its_csv_files() -> None:
    made = build.contents((four,))
    assert {path for path in made.kept if "four" in path} == {
        f"more/four{ending}" for ending in (".md", ".html", ".json")
    }
    assert "[1](more/four-part-no-0.csv) [2](more/four-part-no-1.csv) [3]" in made.files["all.md"]
    one = {
        "title": "Part no. 3",
        "columns": [{"key": "n", "head": "n", "kind": "count"}],
        "rows": [["3"]],
        "notes": [],
    }
    assert json.loads(made.files["more/four.json"])["tables"][3] == one
    assert '\n    ["3"]\n' in made.files["more/four.json"]


def test_kept_files_are_the_same_alone_and_among_all() -> None:
    all, alone = build.contents((tableaux, squares)), build.contents((tableaux, squares), whole=False)
    assert alone.kept == alone.files.keys() == all.kept
    assert alone.files == {path: all.files[path] for path in all.kept}


def test_two_pages_with_one_path_are_rejected() -> None:
    with pytest.raises(RenderError, match=r"^expected one file of each path, got 'more/squares.md' twice$"):
        build.contents((squares, squares))


# The folder.


def of(files: Files) -> Files:
    """Files of a folder with its index; those under `more/` are not kept."""
    index = f'{{\n "schema": "{folder.SCHEMA}"\n}}\n'
    return files | {"index.json": index}


def kept_of(files: Files) -> set[str]:
    return {path for path in files if not path.startswith("more/")}


def write(place: Path, files: Files, whole: bool = False) -> tuple[list[str], list[str]]:
    return folder.write(place, files, kept_of(files), whole=whole)


def differences(place: Path, files: Files) -> tuple[folder.Difference, ...]:
    return folder.check(place, files, kept_of(files), whole=True).differences


def written(files: Files, whole: bool = False) -> dict[str, bytes]:
    """The content of a folder of these files."""
    there = {path: text for path, text in files.items() if whole or path in kept_of(files)}
    return {path: text.encode() for path, text in {**there, "SHA256SUMS": sums_of(files)}.items()}


def sums_of(files: Files) -> str:
    return folder.manifest(folder.entries(files))


OLD = of(
    {
        "a/1.md": "one\ntwo\nthree\n",
        "a/2.md": "2\n",
        "b/3.csv": "3\n",
        "more/5.tex": "5\n",
        "more/6.tex": "6\n",
    }
)
NEW = of({"a/1.md": "one\nzwei\nthree\n", "c/4.md": "4\n", "b/3.csv": "3\n", "more/5.tex": "fünf\n"})
NOT_CHECKED = "not checked: 1 digests; baccarat publish --check --all checks them\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder of OLD with somebody else's file."""
    write(tmp_path / "t", OLD)
    (tmp_path / "t/a/mine.txt").write_text("mine")
    return tmp_path / "t"


Publish = Callable[..., tuple[int, str, str]]


@pytest.fixture
def publish(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Publish:
    """Runs the command with NEW as the published files; returns status, stdout and stderr."""

    def made(on_progress: Callable[[str], None], whole: bool) -> build.Contents:
        kept = kept_of(NEW)
        return build.Contents({path: NEW[path] for path in NEW if whole or path in kept}, kept)

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(build, "contents", made)
        status = main(["publish", *map(str, arguments)])
        return status, *capsys.readouterr()

    return run


def test_publish_writes_changed_files_and_removes_only_its_own(place: Path, publish: Publish) -> None:
    before = (place / "b/3.csv").stat().st_mtime_ns
    assert publish(place) == (0, "", f"'{place}': 5 files, 3 written, 1 removed\n")
    assert held(place) == written(NEW) | {"a/mine.txt": b"mine"}
    assert (place / "b/3.csv").stat().st_mtime_ns == before
    assert publish(place) == (0, "", f"'{place}': 5 files, 0 written, 0 removed\n")
    checked = "checked: 4 files in the folder, 4 digests in SHA256SUMS\n"
    assert publish("--check", place)[:2] == (
        1,
        f"'{place}' is not current: 1 foreign; baccarat publish updates it, except foreign files, which it "
        f"never touches: move them away\nforeign: a/mine.txt\n{checked}{NOT_CHECKED}",
    )
    (place / "a/mine.txt").unlink()
    assert publish("--check", place) == (0, f"'{place}' is current\n{checked}{NOT_CHECKED}", "")
    checked = "checked: 4 files in the folder, 5 digests in SHA256SUMS\n"
    assert publish("--check", "--all", place) == (0, f"'{place}' is current\n{checked}", "")


# A folder need not contain all files that its manifest names.


def test_files_written_with_all_are_removed_again_unless_kept(place: Path, publish: Publish) -> None:
    (place / "a/mine.txt").unlink()
    assert publish("--all", place) == (0, "", f"'{place}': 6 files, 4 written, 1 removed\n")
    assert held(place) == written(NEW, whole=True)
    checked = "checked: 5 files in the folder, 5 digests in SHA256SUMS\n"
    assert publish("--check", "--all", place) == (0, f"'{place}' is current\n{checked}", "")
    status, out, _ = publish("--check", place)
    assert (status, out.splitlines()[:2]) == (
        1,
        [
            f"'{place}' is not current: 1 extra; baccarat publish updates it and removes extra files",
            "extra: more/5.tex",
        ],
    )
    assert publish(place) == (0, "", f"'{place}': 5 files, 0 written, 1 removed\n")
    assert held(place) == written(NEW)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no lock on a folder")
def test_two_writers_and_a_check_of_one_folder_wait_for_each_other(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise each would remove the half-written files of the other, and a check would report them."""
    began, go_on = Event(), Event()

    def write_slowly(path: Path, text: str, force: bool) -> None:
        (path.parent / f".{os.urandom(8).hex()}.tmp").write_text(text)
        began.set()
        assert go_on.wait(20)
        write_whole(path, text, force)

    monkeypatch.setattr(folder, "write_whole", write_slowly)
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(write, place, NEW)
        assert began.wait(20)
        others = [pool.submit(write, place, OLD), pool.submit(differences, place, NEW)]
        assert wait(others, timeout=0.2).done == set()
        go_on.set()
        assert first.result() == (["a/1.md", "c/4.md", "SHA256SUMS"], ["a/2.md"])
        assert all(other.exception() is None for other in others)
    assert held(place) == written(OLD) | {"a/mine.txt": b"mine"}


def test_files_of_an_older_whole_folder_are_still_recognised(place: Path) -> None:
    (place / "a/mine.txt").unlink()
    write(place, OLD, whole=True)
    (place / "more/6.tex").write_text("mine now")
    assert [(one.path, one.fault) for one in differences(place, NEW)] == [
        ("SHA256SUMS", "stale"), ("a/1.md", "stale"), ("a/2.md", "extra"), ("c/4.md", "missing"),
        ("more/5.tex", "stale"), ("more/6.tex", "foreign"),
    ]  # fmt: skip
    write(place, NEW)
    assert held(place) == written(NEW) | {"more/6.tex": b"mine now"}


@pytest.mark.parametrize("whole", [False, True])
def test_a_users_file_in_the_place_of_an_optional_one_is_left_alone(place: Path, whole: bool) -> None:
    (place / "more").mkdir()
    (place / "more/5.tex").write_text("mine")
    before = held(place)
    if whole:
        with pytest.raises(RenderError, match=r"5\.tex' was not made by baccarat publish, or was changed"):
            write(place, NEW, whole=True)
        assert held(place) == before
    else:
        write(place, NEW)
        assert held(place) == written(NEW) | {"a/mine.txt": b"mine", "more/5.tex": b"mine"}
        assert [(one.path, one.fault) for one in differences(place, NEW)] == [
            ("a/mine.txt", "foreign"), ("more/5.tex", "foreign"),
        ]  # fmt: skip


def test_a_kept_file_that_was_changed_is_rewritten(place: Path) -> None:
    (place / "a/1.md").write_text("changed")
    assert [one.fault for one in differences(place, OLD) if one.path == "a/1.md"] == ["stale"]
    assert write(place, OLD) == (["a/1.md"], [])
    assert held(place) == written(OLD) | {"a/mine.txt": b"mine"}


def test_only_a_check_of_all_finds_a_wrong_digest_of_an_optional_file(place: Path, publish: Publish) -> None:
    (place / "a/mine.txt").unlink()
    write(place, NEW)
    wrong = sums_of(NEW | {"more/5.tex": "V"})
    (place / "SHA256SUMS").write_text(wrong)
    status, out, _ = publish("--check", place)
    assert (status, out) == (
        0,
        f"'{place}' is current\nchecked: 4 files in the folder, 4 digests in SHA256SUMS\n{NOT_CHECKED}",
    )
    status, out, _ = publish("--check", "--all", place)
    assert (status, out.splitlines()[1:3]) == (1, ["stale: SHA256SUMS", "  @@ line 5 @@"])
    assert publish(place)[0] == 0
    assert held(place) == written(NEW)


@pytest.mark.parametrize("change", [lambda text: text[1:], lambda text: text.replace("b/3.csv", "b/4.csv")])
def test_a_wrong_line_of_the_manifest_is_stale(
    place: Path, publish: Publish, change: Callable[[str], str]
) -> None:
    (place / "a/mine.txt").unlink()
    write(place, NEW)
    (place / "SHA256SUMS").write_text(change(sums_of(NEW)))
    assert publish("--check", place)[1].split("\n")[1] == "stale: SHA256SUMS"
    (place / "SHA256SUMS").unlink()
    assert publish("--check", place)[1].split("\n")[1] == "missing: SHA256SUMS"


def test_a_whole_folder_satisfies_sha256sum(tmp_path: Path) -> None:
    for whole in (False, True):
        write(tmp_path / "t", NEW, whole=whole)
        for option in ("--ignore-missing", "--strict"):
            command = ["sha256sum", "--check", option, "SHA256SUMS"]
            run = subprocess.run(command, cwd=tmp_path / "t", capture_output=True, text=True, check=False)
            assert (run.returncode == 0) == (whole or option == "--ignore-missing"), run.stderr


def test_a_folder_left_empty_is_removed(place: Path) -> None:
    write(place, of({"a/1.md": "1\n"}))
    assert sorted(path.name for path in place.iterdir()) == ["SHA256SUMS", "a", "index.json"]


def test_check_lists_stale_missing_extra_and_foreign_files(place: Path, publish: Publish) -> None:
    before = held(place)
    status, out, err = publish("--check", place)
    assert (status, err) == (1, "")
    first, manifest, rest = re.split(r"(?m)^stale: SHA256SUMS\n((?:  .*\n)+)", out)
    assert manifest.startswith("  @@ line 1 @@\n  -")
    assert first + rest == (
        f"'{place}' is not current: 1 extra, 1 foreign, 1 missing, 2 stale; baccarat publish updates it "
        "and removes extra files, except foreign files, which it never touches: move them away\n"
        "stale: a/1.md\n  @@ line 2 @@\n  -two\n  +zwei\n"
        "extra: a/2.md\n"
        "foreign: a/mine.txt\n"
        "missing: c/4.md\n"
        "checked: 3 files in the folder, 4 digests in SHA256SUMS\n"
        "not checked: 3 digests; baccarat publish --check --all checks them\n"
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
        (b"\xff", (message("the file in the folder is not text"),)),
        (b"", ("@@ line 1 @@", "+one", "+zwei", "+three")),
    ],
    ids=["cut", "control", "binary", "empty"],
)
def test_a_difference_is_short_and_harmless(place: Path, text: bytes, lines: tuple[Text, ...]) -> None:
    write(place, NEW)
    (place / "a/1.md").write_bytes(text)
    (place / "a/mine.txt").unlink()
    assert differences(place, NEW) == (folder.Difference("a/1.md", "stale", lines),)


def test_the_result_of_a_check_is_immutable() -> None:
    difference = folder.Difference("a/1.md", "missing")
    checked = folder.Checked((difference,), files=1, sums=2, unchecked=0)
    with pytest.raises(FrozenInstanceError):
        difference.fault = "stale"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        checked.differences = ()  # type: ignore[misc]


def test_a_damaged_manifest_is_stale_and_removes_nothing(place: Path, publish: Publish) -> None:
    (place / "SHA256SUMS").write_text(sums_of(OLD).replace("  a/2.md", "  ../a/2.md"))
    before = held(place)
    assert "stale: SHA256SUMS\n" in publish("--check", place)[1]
    assert publish(place) == (
        2,
        "",
        f"baccarat: '{place}/SHA256SUMS' is damaged, so the files made by baccarat publish cannot be "
        "identified; restore it, or name an empty or a new folder\n",
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
def test_somebody_elses_folder_is_rejected(
    tmp_path: Path, publish: Publish, make: Callable[[Path], None]
) -> None:
    place = tmp_path / "theirs"
    make(place)
    before = held(place)
    assert publish(place) == (
        2,
        "",
        f"baccarat: '{place}' is not empty and has no SHA256SUMS made by baccarat publish; "
        "name an empty or a new folder\n",
    )
    assert held(place) == before


def test_a_missing_folder_is_reported(tmp_path: Path, publish: Publish) -> None:
    sentence = f"baccarat: there is no folder '{tmp_path}/no'; baccarat publish makes it\n"
    assert publish("--check", tmp_path / "no") == (2, "", sentence)


def test_a_file_in_place_of_the_folder_is_rejected(tmp_path: Path, publish: Publish) -> None:
    (tmp_path / "t").write_text("x")
    sentence = f"baccarat: '{tmp_path}/t' is a file; name an empty or a new folder\n"
    assert publish(tmp_path / "t") == (2, "", sentence)
    sentence = f"baccarat: expected a folder of published tables, got the file '{tmp_path}/t'\n"
    assert publish("--check", tmp_path / "t") == (2, "", sentence)
    assert (tmp_path / "t").read_text() == "x"


def test_somebody_elses_file_in_the_place_of_ours_is_not_replaced(place: Path) -> None:
    (place / "c").mkdir()
    (place / "c/4.md").write_text("theirs")
    before = held(place)
    with pytest.raises(
        RenderError, match=re.escape("c/4.md' was not made by baccarat publish, or was changed; move it away")
    ):
        write(place, NEW)
    assert held(place) == before


@pytest.mark.parametrize("link", ["c", "a/1.md"])
def test_nothing_is_written_through_a_link(place: Path, tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (place / link).unlink(missing_ok=True)
    (place / link).symlink_to(outside / "x" if link.endswith(".md") else outside)
    with pytest.raises(RenderError, match=re.escape(f"{link}' is a symbolic link; remove it")):
        write(place, NEW)
    assert list(outside.iterdir()) == []


def stopped_after(writes: int) -> Callable[..., None]:
    """A `write_whole` that is interrupted after this many files."""
    left = iter(range(writes))

    def write(path: Path, text: str, force: bool) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        write_whole(path, text, force)

    return write


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("writes", range(4))
def test_after_an_interruption_every_file_is_complete_and_ours(
    place: Path, writes: int, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "a/mine.txt").unlink()
    write(place, OLD, whole=whole)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(folder, "write_whole", stopped_after(writes))
        write(place, NEW, whole=whole)
    there = held(place)
    del there["SHA256SUMS"]
    for path, data in there.items():
        assert data.decode() in (OLD.get(path), NEW.get(path))
        assert (path, folder.digest(data)) in folder.ours(place)
    write(place, NEW)
    assert held(place) == written(NEW)


@pytest.mark.parametrize("writes", range(5))
def test_an_interrupted_first_run_can_be_repeated(
    tmp_path: Path, writes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "t"
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(folder, "write_whole", stopped_after(writes))
        write(place, NEW)
    write(place, NEW)
    assert held(place) == written(NEW)


def test_half_written_files_of_a_killed_run_are_ignored_and_removed(place: Path, tmp_path: Path) -> None:
    left = ".0123456789abcdef.tmp"
    (place / "a" / left).write_text("half")
    assert left not in str(differences(place, OLD))
    write(place, NEW)
    assert not (place / "a" / left).exists()
    first = tmp_path / "first"
    first.mkdir()
    (first / left).write_text("half")
    write(first, NEW)
    assert held(first) == written(NEW)
