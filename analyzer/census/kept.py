"""Programs made when the package is built, so that a question about the whole library lays out no patterns.

The file is optional: it is read only if it is undamaged and comes from this version of the code; a program
that is not in it is made when needed. Knows nothing of the library whose programs are kept.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import blake2b, sha256
from pathlib import Path

import numpy as np

from analyzer.census.collect import Split
from analyzer.census.evaluators import Evaluator, ProgramEvaluator
from analyzer.census.plan import Plan
from analyzer.census.program import Program
from analyzer.census.suit_terms import LayeredKinds
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules

FILE = Path(__file__).with_name("programs.bin")

_CODE = ("bets", "census", "game")
"""The folders whose modules decide a program, or how it is kept."""

Answered = tuple[Rules, Dealt, Plan, tuple[Split, ...]]
"""What a program answers: some splits under some rules, with some known cards of the coup, by a plan."""


def kept(rules: Rules, plan: Plan, splits: Iterable[Split]) -> Iterator[tuple[Answered, ProgramEvaluator]]:
    """The kept evaluators for some of these splits and no others, with all cards unknown."""
    listed = _index().get(_name(rules, plan), [])
    by_name = {_split_name(split): split for split in splits} if listed else {}
    for names, begin, end in listed:
        if by_name.keys() >= set(names):
            answered = tuple(by_name[name] for name in names)
            yield (rules, NOTHING, plan, answered), _evaluator(plan, answered, _file()[1][begin:end])


def written(evaluators: Mapping[Answered, Evaluator]) -> bytes:
    """The file that keeps those evaluators that are programs and for which all cards are unknown: a digest of
    the code and of the rest of the file; an index in JSON; then the programs.
    """
    index: dict[str, list[tuple[list[str], int, int]]] = {}
    programs = b""
    for (rules, dealt, plan, splits), one in evaluators.items():
        if dealt == NOTHING and isinstance(one, ProgramEvaluator):
            begin, programs = len(programs), programs + _packed(one.polynomials.program)
            place = [*map(_split_name, splits)], begin, len(programs)
            index.setdefault(_name(rules, plan), []).append(place)
    body = json.dumps(index, separators=(",", ":")).encode() + b"\n" + programs
    return _digest(body).encode() + b"\n" + body


def _packed(program: Program) -> bytes:
    """A program in few bytes: the compressed differences of its words."""
    words = np.frombuffer(program.packed(), dtype=np.int64)[: -len(program.orders)]
    return zlib.compress(np.diff(words, prepend=0).astype("<i4").tobytes(), 7)  # 9 takes eight times as long


def _evaluator(plan: Plan, splits: tuple[Split, ...], packed: bytes) -> ProgramEvaluator:
    words = np.cumsum(np.frombuffer(zlib.decompress(packed), dtype="<i4"), dtype=np.int64)
    kinds = LayeredKinds(plan.kinds, plan.suit_kinds) if plan.suit_looks else plan.kinds
    return ProgramEvaluator(kinds, Program.unpacked(words.tobytes()), [len(split) + 1 for split in splits])


@cache
def _index() -> dict[str, list[tuple[list[str], int, int]]]:
    """For each name of rules and a plan: the names of splits, and the place of the program for them."""
    index, _ = _file()
    return {} if not index else dict(json.loads(index))


@cache
def _file() -> tuple[bytes, bytes]:
    """The index and the programs; empty if the file is missing, damaged or of another version of the code."""
    try:
        digest, _, body = FILE.read_bytes().partition(b"\n")
        index, _, programs = body.partition(b"\n") if digest == _digest(body).encode() else (b"", b"", b"")
    except OSError:
        return b"", b""
    return index, programs


def _digest(body: bytes) -> str:
    package = Path(__file__).parent.parent
    code = sorted(path for folder in _CODE for path in (package / folder).glob("*.py"))
    return sha256(b"\0".join([*(path.read_bytes() for path in code), body])).hexdigest()


def _name(rules: Rules, plan: Plan) -> str:
    """A name for rules and a plan; two share a name only if their deals and their kinds are the same."""
    tableau = rules.tableau
    drawing = sorted(tableau.player_draws), sorted(tableau.naturals), tableau.banker
    looks = sorted((look.labels, sorted(look.where)) for look in plan.suit_looks)
    layers = plan.kinds.labels, plan.suit_kinds.labels, looks
    where = sorted(plan.positions), sorted(plan.ordered), plan.drawing, sorted(plan.cards)
    return _hashed(drawing, rules.banker_by, rules.player_first, layers, where)


def _split_name(split: Split) -> str:
    return _hashed(*(condition.tree for condition in split))


def _hashed(*parts: object) -> str:
    return blake2b(repr(parts).encode(), digest_size=16).hexdigest()
