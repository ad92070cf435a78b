"""Trees of conditions that are parsed when the package is built, so that most runs do not load the parser.

The file is optional: it is read only if it is undamaged and comes from this version of the language; a
condition that is not in it is parsed. Knows nothing of the library whose conditions are kept.
"""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import cast, get_args

from analyzer.bets import tree
from analyzer.bets.facts import Type

FILE = Path(__file__).with_name("conditions.json")

_LANGUAGE = ("condition.lark", "facts.py", "faults.py", "kept.py", "parse.py", "tree.py")
"""The files that decide the tree of a text, or how it is kept."""

_PARTS = {part.__name__: part for part in get_args(tree.Node)}


def kept(text: str) -> tree.Node | None:
    """The tree of a condition, equal to the one that `parse` returns; None if it is not kept."""
    listed = _lines().get(json.dumps(text).encode()) if isinstance(text, str) else None
    return None if listed is None else cast(tree.Node, _made(json.loads(listed)))


def written(trees: Mapping[str, tree.Node]) -> bytes:
    """The file that keeps these trees: a digest of the language and of the rest of the file; then, on two
    lines for each condition, its text and its tree as JSON.
    """
    pairs = ((text, _listed(node)) for text, node in trees.items())
    body = "\n".join(json.dumps(part, separators=(",", ":")) for pair in pairs for part in pair).encode()
    return _digest(body).encode() + b"\n" + body


@cache
def _lines() -> dict[bytes, bytes]:
    """The lines of the file, trees by text; empty if it is missing, damaged, or of another version."""
    try:
        digest, _, body = FILE.read_bytes().partition(b"\n")
        lines = body.split(b"\n") if digest == _digest(body).encode() else []
    except OSError:
        return {}
    return dict(zip(lines[::2], lines[1::2], strict=True))


def _digest(body: bytes) -> str:
    language = (Path(__file__).with_name(name).read_bytes() for name in _LANGUAGE)
    return sha256(b"\0".join([*language, body])).hexdigest()


def _listed(part: object) -> object:
    """A part of a tree as JSON: a node or a type is a list that begins with the name of its class."""
    if isinstance(part, tuple):
        return list(map(_listed, part))
    if isinstance(part, Type):
        return [Type.__name__, part.name]
    if is_dataclass(part):
        return [type(part).__name__, *(_listed(getattr(part, field.name)) for field in fields(part))]
    return part


def _made(listed: object) -> object:
    """The part of a tree that `_listed` wrote."""
    if not isinstance(listed, list):
        return listed
    if listed and listed[0] == Type.__name__:
        return Type[listed[1]]
    if listed and isinstance(listed[0], str) and (part := _PARTS.get(listed[0])):
        return part(*map(_made, listed[1:]))
    return tuple(map(_made, listed))
