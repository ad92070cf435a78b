"""A record dealt again, as tables and a document.

In the document, cards are in the order in which they leave the shoe; what cannot be known is null.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from operator import attrgetter
from typing import NamedTuple

from analyzer.analysis.question import keys_of
from analyzer.analysis.valuation import Valuation
from analyzer.bets.digest import digest_of_rules, rules_and_bets
from analyzer.catalog.digests import files
from analyzer.game.coup import Coup
from analyzer.play.record import RecordedCoup, place_text
from analyzer.play.replay.judge import dealing_order, has_cards
from analyzer.play.replay.replayed import NO_SUCH_CARD, Fault, Replay, Replayed, ReplayedCoup
from analyzer.render.page import Page, Verdict
from analyzer.render.table import Cell, Column, Table
from analyzer.report import kinds
from analyzer.report.columns import FACTS
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, field_table, headed, record, records, said, said_as, through
from analyzer.report.kinds import COUNT, FLAG, ID, INTEGER, PROBABILITY, TEXT, Kind, by_name, many, one_of
from analyzer.report.names import shoe_name
from analyzer.report.origin import Origin
from analyzer.report.play.bounded import bounded
from analyzer.report.play.hands import CARDS, COUP, HANDS, SHOE, winner_name
from analyzer.text import Message, Text, message, plural


def replay_page(replay: Replay, *, coups: bool) -> Page:
    """What was replayed and the number of faults; then each fault, every coup, and the odds.

    The coups of several shoes are shown only if `coups` is true.
    """
    several = len(replay.shoes) > 1
    tables = [_summary(replay)]
    if replay.faults:
        tables.append(faults_table(replay, several=several))
    for replayed in replay.shoes if coups or not several else ():
        if replayed.shoe.coups:
            tables.append(coups_table(replayed, several=several))
            if replayed.odds is not None:
                tables.append(_odds_table(replayed, replayed.odds, several=several))
    title = message("A record dealt again")
    return Page(tuple(tables), _origin(replay).provenance, title, verdict=replay_verdict(replay))


def replay_verdict(replay: Replay) -> Verdict:
    """Whether there is no fault; undecided if no coup could be dealt again."""
    coups = plural("{n} coup dealt again", "{n} coups dealt again", replay.dealt)
    if replay.faults:
        faults = plural("{n} fault", "{n} faults", replay.faults)
        sentence = message("{faults} in the record: {coups}.", faults=faults, coups=coups)
        return Verdict(sentence, False, _SEVERAL_SHOES if any(map(_overflows, replay.shoes)) else ())
    if not replay.dealt:
        return Verdict(message("Nothing could be dealt again, so little was checked."), None)
    return Verdict(message("No fault found: {coups}.", coups=coups), True)


_SEVERAL_SHOES = (
    message(
        "A shoe without a name has more copies of a card than it can contain. It may be several shoes: the "
        "record must name each one, in a column or key such as shoe."
    ),
)


def _overflows(replayed: Replayed) -> bool:
    """Whether a shoe that the record does not name has more copies of a card than it can contain."""
    return not replayed.shoe.recorded.named and any(
        fault.kind == NO_SUCH_CARD for fault in replayed.shoe.all_faults
    )


def _summary(replay: Replay) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (message("Shoes"), message("{n}", n=len(replay.shoes))),
        (message("Coups recorded"), message("{n}", n=replay.coups)),
        (message("Coups dealt again"), message("{n}", n=replay.dealt)),
        (message("Faults"), message("{n}", n=replay.faults)),
    ]
    rows += dict.fromkeys(row for replayed in replay.shoes for row in _game(replayed))
    return Table(message("What was replayed"), FACTS, tuple(rows), tuple(_summary_notes(replay)))


def _summary_notes(replay: Replay) -> Iterator[Text]:
    coups = (coup.recorded for replayed in replay.shoes for coup in replayed.shoe.coups)
    if without_cards := sum(coup.status != "cancelled" and not has_cards(coup) for coup in coups):
        yield plural(
            "{n} coup has no cards that could be read, so there is nothing to deal again: only its number is "
            "checked, and whether its result is possible.",
            "{n} coups have no cards that could be read, so there is nothing to deal again: only their "
            "numbers are checked, and whether their results are possible.",
            without_cards,
        )
    if any(replayed.procedure is None for replayed in replay.shoes):
        yield message(
            "No dealing procedure is given: the burn is not checked, and the cut card only by the record's "
            "own marks. Name a procedure with `--procedure`."
        )
    if names := replay.unknown_names:
        yield message("Unknown names in the record, which were not read: {names}", names=", ".join(names))


def _game(replayed: Replayed) -> Iterator[tuple[Cell, ...]]:
    yield message("Variant"), replayed.question.variant.title
    yield message("Rules"), replayed.shoe.rules.title
    yield message("Shoe"), shoe_name(replayed.shoe.full)
    if replayed.procedure is not None:
        yield message("Procedure"), replayed.procedure.title


def faults_table(replay: Replay, *, several: bool) -> Table:
    """One row per fault, in the order of the record; if there are `several` shoes, also the shoe."""
    fields: Fields[tuple[Replayed, Fault]] = (
        Field(SHOE, lambda row: row[0].shoe.recorded.id, several),
        Field(COUP, lambda row: row[1].coup),
        headed("place", message("Place"), "text", lambda row: place_text(row[1].where)),
        headed("fault", message("Fault"), "text", lambda row: row[1].what),
    )
    faults = [(replayed, fault) for replayed in replay.shoes for fault in replayed.shoe.all_faults]
    shown, left = bounded(faults)
    return field_table(plural("{n} fault", "{n} faults", len(faults)), shown, fields, left)


def coups_table(replayed: Replayed, *, several: bool) -> Table:
    """One row per coup: what it should have been, and the recorded result."""
    coups = replayed.shoe.coups
    fields: Fields[ReplayedCoup] = (
        Field(COUP, attrgetter("recorded.number")),
        through(_hands, HANDS),
        headed("recorded", message("Recorded"), "text", lambda coup: winner_name(coup.recorded)),
        headed("faults", message("Faults"), "count", lambda coup: len(coup.faults)),
    )
    notes = [
        message(
            "Cards, totals and winner: what the record should state by the rules. Recorded: the result that "
            "it states."
        )
    ]
    if any(coup.coup is None for coup in coups):
        notes.append(
            message(
                "Coups without totals: the recorded cards do not decide what the coup should have been; they "
                "are shown as recorded."
            )
        )
    return field_table(_title(replayed, message("Coup by coup"), several=several), coups, fields, notes)


def _title(replayed: Replayed, title: Message, *, several: bool) -> Message:
    shoe = replayed.shoe.recorded.id
    return message("Shoe {shoe}: {title}", shoe=shoe, title=title) if several else title


def _hands(replayed: ReplayedCoup) -> Coup | RecordedCoup:
    """The hands as they should have been, or the recorded cards if that cannot be known."""
    if replayed.coup is not None:
        return replayed.coup
    recorded = replayed.recorded
    # Cards recorded only in the order drawn are shown as Player's.
    player, banker = (recorded.player, recorded.banker) if recorded.drawn is None else (recorded.drawn, ())
    return RecordedCoup(recorded.number, player=player or (), banker=banker or ())


def _odds_table(
    replayed: Replayed, odds: tuple[tuple[Valuation, ...] | None, ...], *, several: bool
) -> Table:
    """One row per coup: the probability of a gain and the EV of each bet, before the coup."""
    columns = [COUP, Column("unseen", message("Unseen"), "count")]
    bets = [value.bet for value in next(filter(None, odds), ())]
    for bet, key in zip(bets, keys_of(bets), strict=True):
        columns.append(Column(f"hit_{key}", message("P({bet})", bet=bet.title), "percent"))
        columns.append(Column(f"ev_{key}", message("EV {bet}", bet=bet.title), "percent"))
    coups, unseen = replayed.shoe.coups, list(replayed.shoe.unseen())
    rows: list[tuple[Cell, ...]] = []
    nothing = [None] * 2 * len(bets)
    for coup, shoe, values in zip(coups, unseen, odds, strict=True):
        figures = [figure for value in values or () for figure in (value.hit_rate, value.ev)]
        rows.append((coup.recorded.number, None if shoe is None else shoe.size, *(figures or nothing)))
    notes = [
        message(
            "Unseen: cards not yet seen, including those burned face down and those that could not be read. "
            "P: the probability that the bet gains. EV: expected net gain per unit staked."
        )
    ]
    if None in unseen:
        notes.append(
            message(
                "There are no odds from coup {number} on: a card before it had already left the shoe, so the "
                "unseen cards are unknown.",
                number=coups[unseen.index(None)].recorded.number,
            )
        )
    title = _title(replayed, message("Exact odds before each coup"), several=several)
    return Table(title, tuple(columns), tuple(rows), tuple(notes))


def _origin(replay: Replay, names: Iterable[str] = ()) -> Origin:
    """What the record was checked against; documents state a variant or rules only if there is just one."""
    shoes = replay.shoes
    variants = tuple(dict.fromkeys(replayed.question.variant.id for replayed in shoes))
    rules = tuple(dict.fromkeys(replayed.shoe.rules.id for replayed in shoes))
    procedures = dict.fromkeys(replayed.procedure.id if replayed.procedure else None for replayed in shoes)
    named = {"procedure": " ".join(filter(None, procedures))} if any(procedures) else {}
    known: dict[str, object] = {"options": named, "sha256": dict(files(names))}
    if len(variants) == 1:
        known["variant"] = variants[0]
    if len(rules) == 1:
        known |= {"rules": rules[0], "rules_sha256": digest_of_rules(shoes[0].shoe.rules)}
    options = (
        ("variant", " ".join(variants)),
        ("rules", " ".join(rules)),
        ("shoe", " ".join(dict.fromkeys(str(replayed.shoe.full) for replayed in shoes))),
        ("procedure", " ".join(procedure or "none" for procedure in procedures)),
    )
    digests = rules_and_bets(shoes[0].shoe.rules, shoes[0].question.variant.bets) if shoes else ()
    return Origin(options=options, digests=digests, known=known)


class _Coup(NamedTuple):
    """A coup of a shoe dealt again; the odds by bet are None if unknown, ABSENT if not requested."""

    shoe: Replayed
    replayed: ReplayedCoup
    odds: object


def _coups(replay: Replay) -> Iterator[_Coup]:
    for shoe in replay.shoes:
        odds: Iterable[object] = repeat(kinds.ABSENT) if shoe.odds is None else map(_by_bet, shoe.odds)
        yield from map(_Coup, repeat(shoe), shoe.shoe.coups, odds)


def _by_bet(values: Sequence[Valuation] | None) -> dict[str, Valuation] | None:
    if values is None:
        return None
    return dict(zip(keys_of([value.bet for value in values]), values, strict=True))


def _texts(faults: Iterable[Fault]) -> list[str]:
    """The first faults as sentences, then the number of the others."""
    shown, left = bounded(tuple(faults))
    return [*(str(fault.message) for fault in shown), *map(str, left)]


def _of_coup(key: str, kind: Kind) -> Field[_Coup]:
    """A field of the coup as it should have been; None if that cannot be known."""
    return said(key, kind, lambda coup: getattr(coup.replayed.coup, key, None))


def _dealt(coup: _Coup) -> list[object] | None:
    """The cards that left the shoe, in order."""
    given = coup.shoe.shoe.rules.player_first is not None
    dealt = coup.replayed.coup
    return None if dealt is None else list(dealing_order(dealt.player, dealt.banker)[given:])


_RECORDED: Fields[RecordedCoup] = (
    said_as(CARDS, "player", "banker", "drawn", absent=True),
    said_as(INTEGER, "player_total", "banker_total", absent=True),
    said("winner", TEXT, absent=True),
    said_as(FLAG, "player_pair", "banker_pair", "natural", absent=True),
    said("cut", one_of(True), lambda coup: coup.cut or None, absent=True),
)
_VALUE: Fields[Valuation] = (
    said("ev"),
    said_as(PROBABILITY, "hit_rate", "push_rate"),
    said("lines", by_name(PROBABILITY), lambda value: {line: value.probability(line) for line in value.ways}),
)

_COUP: Fields[_Coup] = (
    said("coup", INTEGER, "replayed.recorded.number"),
    said("cards", CARDS.optional, _dealt),
    _of_coup("player_total", COUNT.optional),
    _of_coup("banker_total", COUNT.optional),
    _of_coup("winner", one_of("player", "banker", "tie", None)),
    said("faults", many(TEXT), lambda coup: _texts(coup.replayed.faults)),
    said("fault_kinds", many(TEXT), lambda coup: [fault.kind for fault in coup.replayed.faults]),
    _of_coup("player", CARDS.optional),
    _of_coup("banker", CARDS.optional),
    said("status", one_of("played", "cancelled", "interrupted"), "replayed.recorded.status"),
    said("where", TEXT, "replayed.recorded.where"),
    said("recorded", record(_RECORDED), "replayed.recorded"),
    said("shoe", TEXT, "shoe.shoe.recorded.id"),
    said("odds", by_name(record(_VALUE)).optional, absent=True),
)
_SHOE: Fields[Replayed] = (
    said("shoe", TEXT, "shoe.recorded.id"),
    said("variant", ID, "question.variant.id"),
    said("rules", ID, "shoe.rules.id"),
    said("procedure", ID.optional, lambda replayed: replayed.procedure and replayed.procedure.id),
    said("cards", COUNT, "shoe.full.size"),
    said("coups", COUNT, lambda replayed: len(replayed.shoe.coups)),
    said("faults", COUNT, lambda replayed: sum(1 for _ in replayed.shoe.all_faults)),
    said("record_faults", many(TEXT), lambda replayed: _texts(replayed.shoe.faults)),
)

_REPLAY: Fields[Replay] = (
    said("coups", records(_COUP), _coups),
    said("faults", COUNT),
    said("record_faults", many(TEXT), lambda r: _texts(fault for s in r.shoes for fault in s.shoe.faults)),
    said("passed_over", many(TEXT), "unknown_names"),
    said("replayed", records(_SHOE), "shoes"),
)

REPLAY: Document[tuple[Replay, list[str]]] = Document(
    "replay",
    2,
    "replay",
    through(0, _REPLAY),
    lambda answer: _origin(*answer),
    verdict=lambda answer: replay_verdict(answer[0]),
)
"""The document of a record dealt again and of the files it was read from."""
