"""README and docs/: every page shows the actual output of its commands and its Python.

`tests/pages.py` explains how a page is read.
"""

import os
import re
from pathlib import Path

import pages
import pytest

pytestmark = pytest.mark.docs

NAMES = [path.relative_to(pages.ROOT).as_posix() for path in pages.PAGES]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_shows_its_output(name: str) -> None:
    assert pages.changed(pages.ROOT / name) == ""


def test_a_page_with_wrong_output_is_detected(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```toml\n# own.toml\nname = 1\n```\n\n```console\n$ baccarat lint own.toml\nfine\n```\n\n"
        "```pycon\n>>> 2 + 2\n5\n>>> import os; os.listdir()\n['own.toml']\n>>> 1 / 0\n```\n",
        encoding="utf-8",
    )
    found = pages.changed(page)
    assert "-fine\n" in found
    assert "-5\n+4\n" in found
    assert "+ZeroDivisionError: division by zero" in found
    assert "-['own.toml']" not in found


def test_an_outdated_picture_is_detected(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    text = "```text board.txt\nB P\n```\n\n```sh\nbaccarat roads board.txt -o board.svg\n```\n"
    page.write_text(f"{text}\n![A board](pictures/board.svg)\n", encoding="utf-8")
    assert pages.changed(page) == "pictures/board.svg is not the picture that this page makes"
    [(name, picture)] = pages.made(page.read_text(encoding="utf-8"))[1].items()
    (tmp_path / "pictures").mkdir()
    (tmp_path / name).write_text(picture, encoding="utf-8")
    assert pages.changed(page) == ""


def test_every_picture_is_small_and_drawn_by_a_page_that_shows_it() -> None:
    texts = [path.read_text(encoding="utf-8") for path in pages.PAGES]
    drawn = {
        name
        for text in texts
        for name in map(os.path.basename, pages.PICTURE.findall(text))
        if re.search(rf"(--plot|-o) {name}$", text, re.MULTILINE)
    }
    kept = list((pages.ROOT / "docs" / "pictures").glob("*.svg"))
    assert {path.name for path in kept} == drawn
    assert max(path.stat().st_size for path in kept) < 40_000


@pytest.mark.parametrize(
    ("block", "why"),
    [
        ("```\nbaccarat odds\n```\n", "is this run anywhere"),
        ("```python\n1\n```\n", "what is a block of 'python'"),
        ("```console\n$ ls\n```\n", "expected one command"),
        ("```toml\nname = 1\n```\n", "a file without a name"),
        ("```sh\nbaccarat odds --decks none\n```\n", "expected"),
    ],
)
def test_a_block_that_is_never_run_is_rejected(block: str, why: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(block, encoding="utf-8")
    with pytest.raises(AssertionError, match=why):
        pages.changed(page)


def test_every_fence_is_closed_and_not_indented() -> None:
    for path in pages.PAGES:
        fences = [line for line in path.read_text(encoding="utf-8").splitlines() if "```" in line]
        assert all(line.startswith("```") for line in fences), path
        assert 2 * len(pages.BLOCK.findall(path.read_text(encoding="utf-8"))) == len(fences), path
