"""The parts of a condition: the cards that they look at, and their evaluation word by word."""

from collections.abc import Callable, Set
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import chain
from operator import add, eq, ge, gt, le, lt, mod, mul, ne, sub
from typing import ClassVar, TypeAlias, TypeVar, dataclass_transform

from analyzer.bets.facts import ATTRIBUTES, FACTS, SCOPES, Labels, Type

COMPARISONS = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
ARITHMETIC = {"+": add, "-": sub, "*": mul, "%": mod}

_Part = TypeVar("_Part", bound="_Hashed")


class _Hashed:
    """A value that keeps its hash after computing it."""

    __slots__ = ("_hash",)
    _hash: int


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def _node(part: type[_Part]) -> type[_Part]:
    """A frozen dataclass whose hash is computed only once, because large phrases are looked up often."""
    made = dataclass(frozen=True, slots=True)(part)
    of_fields: Callable[[_Part], int] = made.__hash__

    def once(self: _Part) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", of_fields(self))
            return self._hash

    made.__hash__ = once  # type: ignore[assignment]
    return made


@_node
class Literal(_Hashed):
    """A number, a suit or a colour written out."""

    # Not in the hash, because the hash of an enum is slow.
    type: Type = field(hash=False)
    value: int


@_node
class Word(_Hashed):
    """A fact about the whole coup, by name."""

    name: str

    @property
    def type(self) -> Type:
        """The type of the fact."""
        return FACTS[self.name].type


@_node
class Attribute(_Hashed):
    """An attribute of the card at `position`; None is the card that `count` is looking at."""

    position: str | None
    name: str

    @property
    def type(self) -> Type:
        """The type of the attribute."""
        return ATTRIBUTES[self.name][0]


@_node
class Count(_Hashed):
    """How many of the cards in `scope` satisfy `inner`, a sentence about one card."""

    inner: "Node"
    scope: str
    type: ClassVar[Type] = Type.NUMBER


@_node
class Distinct(_Hashed):
    """How many different values of an attribute the cards in `scope` have."""

    name: str
    scope: str
    type: ClassVar[Type] = Type.NUMBER


@_node
class Chain(_Hashed):
    """Arithmetic from left to right: `first`, then pairs of operator (+ - * %) and operand."""

    first: "Node"
    rest: tuple[tuple[str, "Node"], ...]
    type: ClassVar[Type] = Type.NUMBER


@_node
class Compare(_Hashed):
    """Two numbers, suits or colours compared; false if it touches a third card that was not drawn."""

    sign: str
    left: "Node"
    right: "Node"
    type: ClassVar[Type] = Type.TRUTH


@_node
class Member(_Hashed):
    """Whether `item` is in one of the closed ranges; false if it touches a third card that was not drawn."""

    item: "Node"
    ranges: tuple[tuple[int, int], ...]
    type: ClassVar[Type] = Type.TRUTH


@_node
class Not(_Hashed):
    """True if `inner` is false."""

    inner: "Node"
    type: ClassVar[Type] = Type.TRUTH


@_node
class All(_Hashed):
    """True if every part is true."""

    parts: tuple["Node", ...]
    type: ClassVar[Type] = Type.TRUTH


@_node
class Any(_Hashed):
    """True if at least one part is true."""

    parts: tuple["Node", ...]
    type: ClassVar[Type] = Type.TRUTH


Node: TypeAlias = Literal | Word | Attribute | Count | Distinct | Chain | Compare | Member | Not | All | Any


@dataclass(frozen=True, slots=True)
class Look:
    """A look at the cards at `where`, in any order, distinguished only by `labels`."""

    where: frozenset[str]
    labels: Labels


def children(node: Node) -> tuple[Node, ...]:
    """The parts directly below a part, except the sentence inside `count`, which is about a single card."""
    match node:
        case Chain(first, rest):
            return (first, *(operand for _, operand in rest))
        case Compare(_, left, right):
            return (left, right)
        case Member(item, _) | Not(item):
            return (item,)
        case All(parts) | Any(parts):
            return parts
    return ()


@cache
def touched(node: Node) -> frozenset[str]:
    """The positions whose cards a phrase names one by one, as in `p3.points`."""
    if isinstance(node, Attribute) and node.position is not None:
        return frozenset({node.position})
    return frozenset(chain.from_iterable(touched(child) for child in children(node)))


@cache
def looks(node: Node) -> frozenset[Look]:
    """The looks at cards that are needed to evaluate a phrase, each as coarse as possible. A comparison about
    a single card needs only its truth for that card: `p3.rank == 7` distinguishes two classes of cards, not
    thirteen.
    """
    match node:
        case Word(name):
            return frozenset({Look(FACTS[name].where, FACTS[name].labels)})
        case Attribute(position, name) if position is not None:
            return frozenset({Look(frozenset({position}), ATTRIBUTES[name][1])})
        case Count(inner, scope):
            return frozenset({Look(SCOPES[scope], one_card(inner))})
        case Distinct(name, scope):
            return frozenset({Look(SCOPES[scope], ATTRIBUTES[name][1])})
    below = frozenset(chain.from_iterable(looks(child) for child in children(node)))
    places = frozenset(chain.from_iterable(look.where for look in below))
    # Words, `count` and `distinct` look at two places or more, so this is a card named by its position.
    if isinstance(node, Compare | Member) and len(places) == 1:
        return frozenset({Look(places, one_card(node))})
    return below


def one_card(node: Node) -> Labels:
    """The value, for each of the 52 cards, of a phrase that depends on one card only."""

    def leaf_value(card: int, leaf: Node) -> int:
        if isinstance(leaf, Attribute):
            return ATTRIBUTES[leaf.name][1][card]
        raise TypeError(f"not a phrase about one card: {leaf!r}")

    return tuple(judge(node, partial(leaf_value, card)) for card in range(52))


def judge(node: Node, leaf_value: Callable[[Node], int], dealt: Set[str | None] | None = None) -> int:
    """The value of a phrase, evaluated word by word. `leaf_value` returns the value of a word, an attribute,
    a `count` or a `distinct`. `dealt` is the set of positions that have a card; None if every position that
    the phrase names has one.
    """
    match node:
        case Literal(_, value):
            return value
        case Compare() | Member() if dealt is not None and not touched(node) <= dealt:
            return 0
        case Compare(sign, left, right):
            return int(COMPARISONS[sign](judge(left, leaf_value, dealt), judge(right, leaf_value, dealt)))
        case Member(item, ranges):
            value = judge(item, leaf_value, dealt)
            return int(any(low <= value <= high for low, high in ranges))
        case Not(inner):
            return 1 - judge(inner, leaf_value, dealt)
        case All(parts):
            return int(all(judge(part, leaf_value, dealt) for part in parts))
        case Any(parts):
            return int(any(judge(part, leaf_value, dealt) for part in parts))
        case Chain(first, rest):
            value = judge(first, leaf_value, dealt)
            for sign, operand in rest:
                value = ARITHMETIC[sign](value, judge(operand, leaf_value, dealt))
            return value
    return leaf_value(node)
