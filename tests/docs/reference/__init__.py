"""The generated pages of the reference, which are not in the repository: commands, Python and JSON, by topic.

`docs/conf.py` writes them into `docs/reference/` when the site is built.
"""

from collections.abc import Iterator
from pathlib import Path

from pages import followed

from reference import commands, python, schemas

KINDS = {"commands": commands.pages, "json": schemas.pages, "python": python.pages}
"""The function that generates the pages of each folder."""


def built() -> Iterator[tuple[str, str]]:
    """The path of every page in `docs/reference/`, and its text without the output of its examples."""
    for folder, pages in KINDS.items():
        for name, text in pages().items():
            yield f"{folder}/{name}.md", text


def write(folder: Path) -> None:
    """Write the pages into a folder, with the output of their examples."""
    for name, text in built():
        path, text = folder / name, followed(text)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
