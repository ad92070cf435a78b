"""Parts of a page that are made from the program, between marks; the text around them is written by hand.

A part begins with a line `<!-- made: name -->` and ends with `<!-- end -->`. `python tests/docs/test_PAGE.py`
rewrites a page's parts.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"

_PART = re.compile(r"^<!-- made: (?P<name>[\w-]+) -->\n(?P<body>(?:.*\n)*?)<!-- end -->$", re.MULTILINE)


def parts(page: str) -> dict[str, str]:
    """The text between the marks of a page, by name."""
    return {part["name"]: part["body"] for part in _PART.finditer(page)}


def remade(page: str, makers: Mapping[str, Callable[[], str]]) -> str:
    """A page with each part remade; raises KeyError for an unknown part."""
    return _PART.sub(
        lambda part: f"<!-- made: {part['name']} -->\n{makers[part['name']]()}<!-- end -->", page
    )


def rewrite(path: Path, makers: Mapping[str, Callable[[], str]]) -> None:
    """Rewrite the parts of a page."""
    path.write_text(remade(path.read_text(encoding="utf-8"), makers), encoding="utf-8")


def code(text: str) -> str:
    """A text as code in a table cell."""
    mark = "``" if "`" in text else "`"
    text = text.replace("|", r"\|")
    return f"{mark} {text} {mark}" if mark == "``" else f"{mark}{text}{mark}"


def listing(head: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> str:
    """A Markdown table; the columns at the positions `right` are aligned right."""
    line = ["---:" if place in set(right) else "---" for place in range(len(head))]
    return "\n" + "".join("| " + " | ".join(cells) + " |\n" for cells in (head, line, *rows)) + "\n"
