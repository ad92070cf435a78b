"""The pages of the reference that are built, not kept: commands, Python and JSON, each split by topic.

`docs/conf.py` writes them into `docs/reference/` when the site is built.
"""

from collections.abc import Iterator
from pathlib import Path

from pages import followed

from reference import commands, python, schemas

KINDS = {"commands": commands.pages, "json": schemas.pages, "python": python.pages}
"""What makes the pages of each folder, by name."""


def built() -> Iterator[tuple[str, str]]:
    """The path of every page below `docs/reference/`, and its text without the output of its examples."""
    for folder, pages in KINDS.items():
        for name, text in pages().items():
            yield f"{folder}/{name}.md", text


def write(folder: Path) -> None:
    """Write the pages into a folder, with what the examples print."""
    for name, text in built():
        path, text = folder / name, followed(text)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
