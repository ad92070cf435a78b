"""Reads counts from TOML files, and tags in the forms in which people write them."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import cache
from os import PathLike
from pathlib import Path
from types import MappingProxyType

from analyzer.analysis.count import Count
from analyzer.catalog import load, sorts
from analyzer.catalog.reference import is_path, stems, suggestion, text_of
from analyzer.catalog.toml_table import TomlTable, read_toml
from analyzer.errors import AnalyzerError, CatalogError
from analyzer.exact import parse_ratio, quoted, ratio_text
from analyzer.game.cards import RANKS, SUITS
from analyzer.game.shoe import FINENESSES, KEYS, MAX_DECKS, Fineness
from analyzer.text import joined, message, plural

_FORMS = message('10 tags A…9 T such as "0 0 0 -1 -1 -1 -1 2 2 0", 13 tags A…K, or "9=-12 T=1"')
_FACE_RANKS = ("J", "Q", "K")
_MAX_TAG = 1_000_000
RESULTS = (
    "bet_frequency",
    "bets_per_shoe",
    "average_edge",
    "units_per_100_hands",
    "units_per_shoe",
    "simulated",
)
"""The keys of results that a source may state for a count."""


def count(given: str | PathLike[str] | Count) -> Count:
    """The count with an id, or of a TOML file (`given` ends in .toml or contains a path separator). A Count
    is returned unchanged. Raises CatalogError if there is no such count, or the file is faulty or has several
    counts; one line per fault.

    >>> count("jacobson-dragon-7").imbalance
    Fraction(0, 1)
    """
    if isinstance(given, Count):
        return given
    ref = text_of(message("a count"), given)
    if is_path(ref):
        counts = counts_of(ref)
        if len(counts) > 1:
            several = message("expected a file of one count, got {n}", n=len(counts))
            raise CatalogError(joined(": ", (ref, several)))
        return counts[0]
    if ref not in library():
        near = load.elsewhere("count", ref) or suggestion(ref, library())
        hint = near or message("; see baccarat list counts")
        raise CatalogError("unknown count {count}{hint}", count=quoted(ref), hint=hint)
    return library()[ref]


def counts_of(path: str | Path) -> tuple[Count, ...]:
    """The counts of a TOML file, in order. Raises CatalogError with one line per fault."""
    return counts_in(sorts.expect("counts", read_toml(Path(path), str(path))))


@cache
def library() -> Mapping[str, Count]:
    """The counts that come with the library, by id, sorted."""
    files = [load.packaged("counts", stem) for stem in stems("counts")]
    return MappingProxyType(dict(sorted((count.id, count) for top in files for count in counts_in(top))))


def counts_in(top: TomlTable) -> tuple[Count, ...]:
    """The counts that a TOML file describes, in order. Raises CatalogError with one line per fault."""
    top.only("count", "source")
    source = top.source()
    counts = tuple(filter(None, (_read(table, source) for table in top.tables("count"))))
    for id, times in Counter(count.id for count in counts).items():
        if times > 1:
            top.fault("", message("expected each id once, got {id} twice", id=quoted(id)))
    top.faults.raise_if_any()
    return counts


def _read(table: TomlTable, source: object) -> Count | None:
    table.only(
        *("id", "name", "names", "bet", "decks", "tags", "start", "true_trigger", "running_trigger"),
        *("printed", "known_error", "note", "source"),
    )
    id, name, names = table.id("id"), table.text("name"), table.names()
    decks, bet = table.whole("decks", 1, MAX_DECKS, required=False), table.text("bet", required=False)
    table.parsed("bet", bet, load.bet)
    tags = table.parsed("tags", table.text("tags"), tags_of)
    start, true, running = map(table.optional_ratio, ("start", "true_trigger", "running_trigger"))
    if true is not None and running is not None:
        table.fault("", message("expected true_trigger or running_trigger, got both"))
        return None
    printed, known_error = table.texts("printed", RESULTS), table.prose("known_error")
    note, own_source = table.prose("note"), table.source()
    if id is None or name is None or tags is None:
        return None
    start, source = start or Fraction(0), source if own_source is None else own_source
    return Count(id, name, tags, start, true, running, bet, decks, names, printed, known_error, note, source)


def count_of_tags(text: str) -> Count:
    """A count with the tags in a text, named after them, which starts at 0. Raises like `tags_of`."""
    tags = tags_of(text)
    name = tags_text(tags)
    return Count(name, name, tags)


def tags_of(text: str) -> tuple[Fraction, ...]:
    """The tags in a text, one per cell of a shoe: 10 by points, 13 by rank or 52 by card.

    Ten numbers are the tags of A, 2, …, 9 and T, as counts are published; T means tens and faces. Thirteen
    are those of A, …, K. Tags may also be named, as in `9=-12 T=1`; all others are then 0. `9c` is a single
    card, `h` all hearts, `0` all tens and faces; `T` also means these, unless a face is named. Raises
    CatalogError for any other text.

    >>> [str(tag) for tag in tags_of("0,0,0,-1,-1,-1,-1,2,2,0")]
    ['0', '0', '0', '0', '-1', '-1', '-1', '-1', '2', '2']
    """
    if not isinstance(text, str):
        raise CatalogError(
            "expected tags in one text, {forms}, got {value}", forms=_FORMS, value=quoted(text)
        )
    words = text.translate(_PUNCTUATION).split()
    if any("=" in word for word in words):
        return _named_tags(words, text)
    tags = tuple(map(_tag, words))
    if len(tags) == 10:
        return (tags[9], *tags[:9])
    if len(tags) == 13:
        return tags
    number = plural("{n} tag", "{n} tags", len(tags))
    raise CatalogError("expected {forms}, got {tags} in {text}", forms=_FORMS, tags=number, text=quoted(text))


_PUNCTUATION = str.maketrans({**dict.fromkeys("()[]{},;", " "), "−": "-"})


def _named_tags(words: list[str], text: str) -> tuple[Fraction, ...]:
    """The tags in words such as `9=-12`, one per cell of a shoe."""
    tags: dict[str, Fraction] = {}
    for word in words:
        pair = re.fullmatch(r"([^=]+)=([^=]+)", word)
        if pair is None:
            raise CatalogError(
                "expected {forms}, got {word} in {text}", forms=_FORMS, word=quoted(word), text=quoted(text)
            )
        for key in _keys(pair[1]):
            if key in tags:
                raise CatalogError("expected each tag once, got {tag} twice", tag=quoted(pair[1]))
            tags[key] = _tag(pair[2])
    keys = KEYS[_fineness(tags)]
    if keys == KEYS["points"]:
        points = {{"A": "1", "T": "0"}.get(key, key): tag for key, tag in tags.items()}
        if len(points) < len(tags):
            raise CatalogError("expected each kind once, got {kinds}", kinds=quoted(" ".join(tags)))
        tags = points
    return tuple(tags.get(key, Fraction(0)) for key in keys)


def _fineness(names: Collection[str]) -> Fineness:
    if not any(name in _FACE_RANKS or len(name) == 2 for name in names):
        return "points"
    for fineness in FINENESSES[1:]:
        if all(name in KEYS[fineness] for name in names):
            return fineness
    raise CatalogError(
        "expected names of ranks A…K or of cards such as 9c, got {names}", names=quoted(" ".join(names))
    )


def _keys(name: str) -> tuple[str, ...]:
    if name.lower() in SUITS:
        return tuple(rank + name.lower() for rank in RANKS)
    plain = name[0].upper() + name[1:].lower() if name != "10" else "T"
    if not any(plain in keys for keys in KEYS.values()):
        raise CatalogError(
            "expected a kind such as A, 9, T, 9c or h before '=', got {name}", name=quoted(name)
        )
    return (plain,)


def _tag(word: str) -> Fraction:
    try:
        tag = parse_ratio(word.removeprefix("+"))
    except AnalyzerError:
        raise CatalogError("expected a tag such as -1, 0.5 or 3/2, got {tag}", tag=quoted(word)) from None
    if abs(tag) > _MAX_TAG:
        raise CatalogError(
            "expected a tag from -{most} to {most}, got {tag}", most=_MAX_TAG, tag=quoted(word)
        )
    return tag


def tags_text(tags: tuple[Fraction, ...]) -> str:
    """Tags as text, in the order A, 2, …, 9, T or A, …, K. Tags by suit or card are named, without zeros.

    >>> tags_text(tags_of("A=1 9=-12 T=1"))
    '1 0 0 0 0 0 0 0 -12 1'
    """
    if len(tags) == 52:
        of_suits = tags == tags[:4] * 13
        named = zip(SUITS if of_suits else KEYS["cards"], tags[:4] if of_suits else tags, strict=True)
        return " ".join(f"{key}={ratio_text(tag)}" for key, tag in named if tag)
    ordered = (*tags[1:], tags[0]) if len(tags) == 10 else tags
    return " ".join(map(ratio_text, ordered))
