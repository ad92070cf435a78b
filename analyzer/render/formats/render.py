"""A page in any format, and documents as readable JSON."""

import json
from collections.abc import Iterator, Mapping
from importlib import import_module

from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import quoted
from analyzer.render.page import Page
from analyzer.render.words import Words, wording

FORMATS: tuple[str, ...] = ("text", "md", "csv", "latex", "html", "xlsx", "pdf")
"""All formats except JSON, which takes a document instead of a page."""
BINARY = ("xlsx", "pdf")
"""The formats that are not text; each needs a library of its own."""
SUFFIXES: Mapping[str, str] = {
    ".txt": "text",
    ".md": "md",
    ".csv": "csv",
    ".json": "json",
    ".tex": "latex",
    ".html": "html",
    ".htm": "html",
    ".xlsx": "xlsx",
    ".pdf": "pdf",
    ".svg": "svg",
}
"""The format of a file by its suffix in lower case."""
_MODULES = {"md": "markdown", "csv": "delimited"}
"""The module of a format, if its name differs; it is imported only when the format is used."""


def render(page: Page, format: str, words: Words | None = None, width: int | None = None) -> str | bytes:
    """The page in one of FORMATS, numbers rounded half to even; a text ends with exactly one line end.

    `words` defaults to English with 4 decimals. `width` is the most terminal columns per line, exceeded only
    by a single word or number; only "text" uses it.

    Raises:
        RenderError: the format is unknown, its library is not installed, or the width is out of range.

    >>> from analyzer.render.table import Column, Table
    >>> page = Page((Table("", (Column("ways", "Ways", "count"),), ((1234,),)),))
    >>> print(render(page, "md"), end="")
    | Ways |
    | ---: |
    | 1,234 |
    <BLANKLINE>
    - baccarat 1.0.0
    """
    if width is not None and width < 1:
        raise RenderError("expected a width of at least 1, got {given}", given=str(width))
    if format not in FORMATS:
        hint = did_you_mean(format, FORMATS)
        raise RenderError("unknown format {format}{hint}", format=quoted(format), hint=hint)
    module = _MODULES.get(format, format)
    renderer = getattr(import_module(f"analyzer.render.formats.{module}"), f"render_{module}")
    text: str | bytes = renderer(page, words or wording(), *([width] if format == "text" else []))
    return text


def readable_json(document: Mapping[str, object]) -> str:
    """A document as JSON with one line per row of numbers, so that a diff shows which rows differ."""
    return "".join(_json_parts(document, "\n")) + "\n"


def _json_parts(value: object, newline: str) -> Iterator[str]:
    """A value's JSON in pieces, on one line unless nested; `newline` is a line feed and its indentation."""
    parts = list(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
    if not any(isinstance(part, dict | list) for part in parts):
        yield json.dumps(value, ensure_ascii=False)
        return
    keys = [json.dumps(key, ensure_ascii=False) + ": " for key in value] if isinstance(value, dict) else []
    yield "{" if keys else "["
    for index, part in enumerate(parts):
        yield f"{',' if index else ''}{newline} {keys[index] if keys else ''}"
        yield from _json_parts(part, newline + " ")
    yield newline + ("}" if keys else "]")
