"""Random changes of texts and files: by bytes, by words, and by the values of a TOML or JSON document.

A file with unbalanced brackets would be rejected before its contents are read. So documents are parsed, a few
values are moved, removed, doubled or replaced by unexpected ones, and the document is written again.
"""

import json
import random
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

Shape = Literal["text", "toml", "json", "lines"]
"""What a target reads: plain text, a TOML file, a JSON document, or one JSON document per line."""

ODD = "\x00\t\n\r\x0b\x1b\x7f\x85\xa0\u202e\u2028\u3000\ud800\ufeff\uff17²٣é🂡=!&|/'\"[]{}().,:;\\#@~^`$?_%-+"
"""Characters that often cause errors."""

STRANGE: tuple[object, ...] = (
    *("", " ", "\x1b[2J", "\u202e", "\ud800", "9" * 5000, "x" * 300, "0", "-1", "1/0", "1e9", "nan", "push"),
    *(0, -1, 1, 2**63, 10**30, 10**400, True, False, None, 0.5, float("nan"), float("inf"), date(2026, 1, 1)),
    *([], {}, [[]], [{}], {"": ""}, [[[[[[[[]]]]]]]], {"a": {"b": {"c": {"d": {}}}}}),
)
"""Values that often cause errors."""

_WORD = re.compile(r"\w+|\s+|.", re.DOTALL)
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def text_of(data: bytes) -> str:
    """Bytes as a text; bytes that are not UTF-8 become surrogates, as on a command line."""
    return data.decode("utf-8", "surrogateescape")


def bytes_of(text: str) -> bytes:
    """A text as the bytes of a file, including lone surrogates."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def toml_text(top: dict[str, Any]) -> str:
    """A document as TOML, one line per key of the top table; types that TOML lacks become text."""
    return "".join(f"{_toml_key(key)} = {_toml(value)}\n" for key, value in top.items())


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml_key(key)} = {_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    return value.isoformat() if isinstance(value, date) else _quoted(str(value))


def _toml_key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def _quoted(text: str) -> str:
    # TOML quotes like JSON, but does not allow lone surrogates and DEL.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def json_text(document: object) -> str:
    """A document as JSON."""
    return json.dumps(document, default=str, ensure_ascii=False)


_READERS: dict[Shape, Callable[[str], Any]] = {"toml": tomllib.loads, "json": json.loads}
_WRITERS: dict[Shape, Callable[[Any], str]] = {"toml": toml_text, "json": json_text}


def _places(value: object) -> Iterator[tuple[Any, Any]]:
    """Every place of a value in a document: the table or list, and the key or index."""
    level = [value]
    while level:
        holder = level.pop()
        keys = (
            list(holder) if isinstance(holder, dict) else range(len(holder)) if type(holder) is list else ()
        )
        for key in keys:
            yield holder, key
            level.append(holder[key])  # type: ignore[index]


@dataclass(frozen=True)
class Changes:
    """The changes of inputs of one target, made from its seeds and words."""

    shape: Shape
    seeds: Sequence[bytes]
    words: Sequence[str]
    most: int
    by_bytes: Callable[[bytes, int], bytes]
    fresh: Callable[[random.Random], str] | None = None
    """Generates a new text, for targets with a grammar."""

    def changed(self, data: bytes, most: int, seed: int) -> bytes:
        """A changed input of at most `most` bytes."""
        rng, most = random.Random(seed), min(most, self.most)
        kind = rng.randrange(10)
        if kind < 3:
            return self.by_bytes(data, most)
        if kind == 3:
            return bytes_of(self._grown(rng, text_of(data), most))[:most]
        if kind == 4 and self.fresh is not None:
            return bytes_of(self.fresh(rng))[:most]
        if self.shape == "text" or kind == 4:
            return bytes_of(self._reworded(rng, text_of(data)))[:most]
        return bytes_of(self._rebuilt(rng, text_of(data)))[:most]

    def _reworded(self, rng: random.Random, text: str) -> str:
        """A text with up to four words replaced, inserted, removed, doubled or moved."""
        words = _WORD.findall(text)
        for _ in range(rng.randrange(1, 5)):
            at, to = (rng.randrange(len(words) + 1) for _ in range(2))
            piece = rng.choice((self.words or " ", ODD, words or " "))
            new = rng.choice(piece)
            moved = words[min(at, to) : max(at, to)][:40]
            kind = rng.randrange(5)
            if kind == 0:
                words[at:at] = [new]
            elif kind == 1:
                words[at : at + 1] = [new]
            elif kind == 2:
                del words[at : at + 1 + rng.randrange(3)]
            else:
                words[to:to] = moved if kind == 3 else _WORD.findall(text_of(rng.choice(self.seeds)))[:40]
        return "".join(words)

    def _grown(self, rng: random.Random, text: str, most: int) -> str:
        """A text in which a piece is repeated many times, to find inputs that take too long."""
        words = _WORD.findall(text) or [" "]
        at = rng.randrange(len(words))
        piece = "".join(words[at : at + rng.randrange(1, 12)])
        if rng.randrange(3) == 0:
            piece = rng.choice([*self.words, *ODD])
        times = rng.choice((10, 100, 1000, most))
        return "".join([*words[:at], piece * min(times, most // len(piece)), *words[at:]])

    def _rebuilt(self, rng: random.Random, text: str) -> str:
        """A document with up to four values changed; if there is one document per line, one of them."""
        if self.shape == "lines":
            lines = text.split("\n")
            at = rng.randrange(len(lines))
            lines[at] = self._document(rng, lines[at], "json")
            return "\n".join(lines)
        return self._document(rng, text, self.shape)

    def _document(self, rng: random.Random, text: str, shape: Shape) -> str:
        try:
            top = _READERS[shape](text)
        except (ValueError, RecursionError):
            return self._reworded(rng, text)
        for _ in range(rng.randrange(1, 5)):
            # Inserted values are copies, since a value that contains itself could not be written.
            top = self._altered(rng, top, shape)
        try:
            return _WRITERS[shape](top)
        except (ValueError, RecursionError):
            return text

    def _altered(self, rng: random.Random, top: Any, shape: Shape) -> Any:
        places = list(_places(top))
        if not places:
            return top
        holder, key = rng.choice(places)
        value, kind = holder[key], rng.randrange(8)
        if kind == 0:
            holder[key] = deepcopy(rng.choice(STRANGE))
        elif kind == 1:
            holder.pop(key)
        elif kind in (2, 3):
            holder[key] = self._borrowed(rng, key, shape)
        elif kind == 4 and isinstance(value, str):
            holder[key] = self._reworded(rng, value)
        elif kind == 5 and isinstance(holder, dict):
            holder[rng.choice((*self.words, key + "x", key[:-1]))] = holder.pop(key)
        elif kind == 6 and isinstance(holder, list):
            holder[key:key] = json.loads(json.dumps([value], default=str)) * rng.choice((1, 2, 100))
        elif isinstance(value, int) and not isinstance(value, bool):
            holder[key] = value + rng.choice((-1, 1, 100, -value, 10**9))
        else:
            holder[key] = rng.choice(self.words or ("",))
        return top

    def _borrowed(self, rng: random.Random, key: object, shape: Shape) -> object:
        """A value from a seed, preferably under the same key."""
        text = text_of(rng.choice(self.seeds))
        try:
            top = _READERS[shape](rng.choice(text.split("\n")) if self.shape == "lines" else text)
        except ValueError:
            return deepcopy(rng.choice(STRANGE))
        places = list(_places(top))
        alike = [place for place in places if place[1] == key] or places
        if not alike:
            return top
        holder, name = rng.choice(alike)
        return holder[name]
