"""Shoes dealt, as a document that is a record of them, too; a burned card that stayed face down is `?`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analyzer.bets.digest import digest_of_rules
from analyzer.catalog import load
from analyzer.catalog.digests import id_or_own, of_item
from analyzer.catalog.procedures import procedure_id_or_own
from analyzer.play.dealing import Dealing, DealtCoup, DealtShoe
from analyzer.play.outcome import Outcome
from analyzer.play.roads.roads import Roads
from analyzer.report.document import Document
from analyzer.report.fields import Fields, record, records, said, through
from analyzer.report.kinds import CARD, COUNT, ID, TEXT, many, one_of, plain
from analyzer.report.origin import SHOE, Origin
from analyzer.report.play.roads import ROADS_FIELDS
from analyzer.report.steps import MANNER, STEPS

_HAND = many(CARD)
_PLACE = one_of("p1", "b1", "p2", "b2", "p3", "b3")


@dataclass(frozen=True, slots=True)
class Shown:
    """A shoe dealt, its number, and its roads if they were asked."""

    dealing: Dealing
    number: int
    dealt: DealtShoe
    roads: Roads | None = None


Shoes = tuple[Dealing, Iterable[Shown]]
"""How shoes were dealt, and the shoes."""

_COUP: Fields[tuple[DealtCoup, bool]] = (
    *through(
        0,
        (
            said("coup", COUNT, "number"),
            said("cards", _HAND),
            said("player", _HAND, "coup.player"),
            said("banker", _HAND, "coup.banker"),
            said("player_total", COUNT, "coup.player_total"),
            said("banker_total", COUNT, "coup.banker_total"),
            said("winner", one_of("player", "banker", "tie"), "coup.winner"),
            said(
                "outcome",
                plain(type="string", pattern="^[BPT]p?b?n?$"),
                lambda coup: str(Outcome.of(coup.coup)),
            ),
            said("cut", one_of(True), lambda coup: coup.cut or None, absent=True),
            said("turned", many(_PLACE)),
        ),
    ),
    said("unused", _HAND, lambda pair: pair[0].unused if pair[1] else None, absent=True),
)
_SHOE: Fields[Shown] = (
    said("variant", ID, lambda shown: id_or_own(shown.dealing.question.variant, load.variant)),
    said("rules", ID, lambda shown: id_or_own(shown.dealing.question.rules, load.rules)),
    said("procedure", ID, lambda shown: procedure_id_or_own(shown.dealing.procedure)),
    said("seed", COUNT, "dealing.seed"),
    said("shoe", SHOE, "dealing.question.shoe"),
    said(
        "burned", _HAND, lambda shown: ["?" if card is None else card for card in shown.dealt.burned_as_seen]
    ),
    said("cut_card", COUNT, "dealt.cut_card"),
    said("coups", records(_COUP), lambda s: [(c, s.dealing.procedure.reserve) for c in s.dealt.coups]),
    said("left", COUNT, "dealt.left"),
    said("number", COUNT),
    said("decks", COUNT, lambda shown: shown.dealing.question.shoe.full_decks or None, absent=True),
    said("remaining", TEXT, lambda shown: _remaining(shown.dealing), absent=True),
    said(
        "steps",
        record((*STEPS, *MANNER)),
        lambda shown: {**shown.dealing.procedure.steps, **shown.dealing.procedure.manner},
    ),
    said("roads", record(ROADS_FIELDS), lambda shown: shown.roads and shown.roads.to_dict(), absent=True),
)


def _remaining(dealing: Dealing) -> str | None:
    """The shoe as `--remaining` takes it; None if it is whole decks."""
    return None if dealing.question.shoe.full_decks else str(dealing.question.shoe)


def _origin(shoes: Shoes) -> Origin:
    dealing = shoes[0]
    question = dealing.question
    known = {
        "variant": question.variant.id,
        "rules": question.rules.id,
        "rules_sha256": digest_of_rules(question.rules),
        "shoe": question.shoe,
        "seed": dealing.seed,
    }
    options = (("procedure", dealing.procedure.id),)
    return Origin(options=options, digests=(("procedure", of_item(dealing.procedure)),), known=known)


DEALT_SHOE = record(_SHOE)
"""The kind of a shoe dealt."""

DEAL: Document[Shoes] = Document("deal", 2, "deal", (said("shoes", records(_SHOE), 1),), _origin)


def shown(dealing: Dealing, shoes: Iterable[tuple[int, DealtShoe]], *, roads: bool) -> Iterator[Shown]:
    """Shoes dealt, with their numbers, and with their `roads` if they are asked."""
    for number, dealt in shoes:
        yield Shown(dealing, number, dealt, Roads(dealt.outcomes) if roads else None)
