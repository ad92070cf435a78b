"""The generated reference pages: they are complete, their examples run, and Git ignores them."""

import re

import pages
import pytest
import reference
from made_parts import DOCS
from reference.python import HOMES, found_in, summary
from suite import ROOT

import analyzer
from analyzer.cli.commands import NAMES
from analyzer.report import schema as schemas

pytestmark = pytest.mark.docs

BUILT = dict(reference.built())


def headings(folder: str) -> list[str]:
    """The second-level headings on the pages of a folder."""
    texts = (text for name, text in BUILT.items() if name.startswith(folder))
    return [heading for text in texts for heading in re.findall(r"^## (.+)$", text, re.MULTILINE)]


@pytest.mark.parametrize("name", BUILT)
def test_the_examples_of_a_page_run(name: str) -> None:
    assert pages.followed(BUILT[name]).startswith("# ")


def test_every_command_has_one_entry() -> None:
    assert sorted(headings("commands/")) == sorted(f"`baccarat {name}`" for name in NAMES)


def test_every_public_name_has_one_entry() -> None:
    assert sorted(headings("python/")) == sorted(f"`{name}`" for name in analyzer.__all__)


def test_every_schema_has_one_entry() -> None:
    assert set(schemas.documents()) <= set(headings("json/"))


@pytest.mark.parametrize("name", sorted(HOMES))
def test_a_public_name_has_a_docstring(name: str) -> None:
    assert summary(found_in(HOMES[name], name)[1])


def test_links_point_to_existing_headings() -> None:
    titles = {re.sub(r"\W+", "-", title.lower()).strip("-") for title in headings("json/")}
    links = {
        link for text in BUILT.values() for link in re.findall(r"\]\((?:definitions\.md)?#([^)]+)\)", text)
    }
    assert links <= titles


def test_git_ignores_generated_pages() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {f"/docs/{folder}/" for folder in pages.BUILT} <= set(ignored)
    assert {name.split("/")[0] for name in BUILT} == {folder.split("/")[1] for folder in pages.BUILT}
    assert all((DOCS / f"{folder}.md").exists() for folder in pages.BUILT)
