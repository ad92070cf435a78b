"""JSON for readers: what holds nothing that holds anything stands on one line.

Must not know what a document says.
"""

import json
from collections.abc import Iterator, Mapping


def readable_json(document: Mapping[str, object]) -> str:
    """A document as JSON, a line for each row of numbers, so that a difference shows which row it is in."""
    return "".join(_laid_out(document, "\n")) + "\n"


def _laid_out(value: object, newline: str) -> Iterator[str]:
    """The pieces of a value's JSON; `newline` begins a line at the depth of the value."""
    parts = list(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
    if not any(isinstance(part, dict | list) for part in parts):
        yield json.dumps(value, ensure_ascii=False)
        return
    keys = [json.dumps(key, ensure_ascii=False) + ": " for key in value] if isinstance(value, dict) else []
    yield "{" if keys else "["
    for index, part in enumerate(parts):
        yield f"{',' if index else ''}{newline} {keys[index] if keys else ''}"
        yield from _laid_out(part, newline + " ")
    yield newline + ("}" if keys else "]")
