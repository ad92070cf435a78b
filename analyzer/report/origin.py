"""What an answer was computed from, as pages and documents state it: question, shoe, bets, digests.

Computes nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from analyzer import __version__
from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.bets.digest import digest_of_bet, digest_of_rules
from analyzer.game.dealt import NOTHING
from analyzer.game.shoe import FINENESSES, Shoe
from analyzer.render.page import Pairs, Provenance
from analyzer.report import kinds
from analyzer.report.fields import Field, Listed, record, records, said

INFINITE = "infinite"  # The shoe in which every card drawn is put back.
_FACTS = ("bet", "variant", "rules", "shoe", "seen", "dealt", "given")
"""The facts that pages state before the options, in order."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What decided an answer.

    Attributes:
        question: the question; None for an answer that is not about one game.
        bets: the bets answered.
        options: further options that change the answer, by name.
        digests: SHA-256 digests, by name, of what decided the answer in addition to rules and bets.
        known: what documents state in addition to the question, or instead of it, by the keys of `ABOUT`.
        shown: the same for pages, by `_FACTS` and names of digests; None for what they leave out.
    """

    question: Question | None = None
    bets: tuple[Bet, ...] = ()
    options: Pairs = ()
    digests: Pairs = ()
    known: Mapping[str, object] = field(default_factory=dict)
    shown: Mapping[str, object] = field(default_factory=dict)

    @property
    def provenance(self) -> Provenance:
        """What decided the answer, as pages state it."""
        stated = self._asked | {"seen": None} | dict(self.shown)
        facts = [(name, str(stated[name])) for name in _FACTS if stated.get(name)]
        asked = {} if self.question is None else self.question.about(self.bets).digests
        digests = [(name, digest) for name, digest in asked.items() if name not in self.shown]
        return Provenance((*facts, *self.options), (*digests, *self.digests))

    @property
    def stated(self) -> "Stated":
        """What decided the answer, as documents state it, by the keys of `ABOUT`."""
        options = {name: option for name, option in self.options if name not in self.known}
        own = {"bets": self.bets, "options": options, "sha256": dict(self.digests)}
        return self._asked | own | dict(self.known)

    @property
    def _asked(self) -> dict[str, object]:
        """The facts of the question."""
        if (question := self.question) is None:
            return {}
        return {
            "variant": question.variant.id,
            "rules": question.rules.id,
            "rules_sha256": digest_of_rules(question.rules),
            "shoe": question.left,
            "seen": " ".join(map(str, question.seen)),
            "dealt": "" if question.dealt == NOTHING else str(question.dealt),
            "given": None if question.given is None else question.given.text,
        }


SHOE = kinds.titled(  # A shoe: how many cards are left.
    "shoe",
    record(
        said("cards", kinds.COUNT, "size"),
        said("fineness", kinds.one_of(*FINENESSES)),
        said("points", kinds.many(kinds.COUNT, minItems=10, maxItems=10)),
    ),
)

SHOE_OR_INFINITE = kinds.either(
    lambda shoe: INFINITE if shoe is None or shoe == INFINITE else SHOE.entry(shoe),
    SHOE,
    kinds.one_of(INFINITE),
)

Stated = dict[str, object]  # What documents state of an origin, by key.


def _stated(key: str, kind: kinds.Kind = kinds.TEXT) -> Field[Stated]:
    """A field of `ABOUT`, absent where nothing is stated."""
    return said(key, kind, lambda stated: stated.get(key) or None, absent=True)


def _of_origin(*fields: Listed[Stated]) -> kinds.Kind:
    """The kind of an origin, whose statements are computed once for all fields."""
    kind = record(*fields)
    return kinds.Kind(lambda origin: kind.entry(origin.stated), kind.schema)


BET_AND_PAYTABLE = (said("bet", kinds.ID, "bet.id"), said("paytable", kinds.PAYTABLE, "bet.paytable"))
NAME_OF_BET = (*BET_AND_PAYTABLE, said("name", kinds.TEXT, "bet.title"))
"""The fields that name the bet of a value in documents."""

_BET = (
    said("bet", kinds.ID, "id"),
    said("paytable", kinds.PAYTABLE),
    said("sha256", kinds.SHA256, digest_of_bet),
)


def _remaining(stated: Stated) -> str | None:
    """The shoe as `--remaining` accepts it; None if there is none or it is infinite."""
    shoe = stated.get("shoe")
    return str(shoe) if isinstance(shoe, Shoe) else None


def _asked(shoe: kinds.Kind) -> tuple[Field[Stated], ...]:
    """What documents state of a question about bets, with a shoe of this kind."""
    return (
        _stated("variant", kinds.ID),
        _stated("rules", kinds.ID),
        _stated("shoe", shoe),
        said("remaining", kinds.TEXT, _remaining, absent=True),
        _stated("seen"),
        _stated("dealt"),
        _stated("given"),
        _stated("bets", records(_BET)),
        _stated("rules_sha256", kinds.SHA256),
    )


_SIDE = kinds.titled("side", _of_origin(_asked(SHOE)))

ABOUT = kinds.titled(  # What a document was computed from: the value of its key `about`, made from an Origin.
    "about",
    _of_origin(
        said("version", kinds.TEXT, lambda stated: __version__),
        said("date", kinds.TEXT, lambda stated: stated.get("date", Provenance().date), absent=True),
        *_asked(SHOE_OR_INFINITE),
        _stated("options", kinds.by_name(kinds.TEXT)),
        said("seed", kinds.INTEGER, lambda stated: stated.get("seed"), absent=True),
        _stated("sha256", kinds.by_name(kinds.SHA256)),
        _stated("a", _SIDE),
        _stated("b", _SIDE),
    ),
)


def made_from(digests: Iterable[tuple[str, str]], **facts: object) -> Provenance:
    """A provenance of digests, and of facts as texts; a fact that is None is left out."""
    known = tuple((name, str(fact)) for name, fact in facts.items() if fact is not None)
    return Provenance(known, tuple(digests))
