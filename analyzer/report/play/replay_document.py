"""A record dealt again, as a document for machines.

Lays out what was found; judges nothing.
"""

from collections.abc import Iterable, Mapping

from analyzer.analysis.question import keys_of
from analyzer.analysis.valuation import Valuation
from analyzer.catalog.digests import rules_and_bets
from analyzer.exact import ratio_text
from analyzer.play.record import Read, RecordedCoup
from analyzer.play.replay.fault import Fault
from analyzer.play.replay.judge import dealing_order
from analyzer.play.replay.replayed import Replay, Replayed, ReplayedCoup
from analyzer.render.provenance import Provenance


def replay_document(found: Replay) -> dict[str, object]:
    """Each coup as the record should have it, and its faults as sentences; all shoes' coups in one list.

    `cards` are in the order dealt, as they come off the shoe; what nobody can know is null. `faults` counts
    all, those of `record_faults` included, which belong to no coup.
    """
    return {
        "coups": [entry for each in found.shoes for entry in _coups(each)],
        "faults": found.faults,
        "record_faults": [text for each in found.shoes for text in _texts(each.shoe.faults)],
        "passed_over": list(found.unknown_names),
        "replayed": [_shoe(each) for each in found.shoes],
        "provenance": provenance(found).document(),
    }


def provenance(found: Replay) -> Provenance:
    """What the record was held against."""
    facts: dict[str, list[str]] = {"variant": [], "rules": [], "shoe": [], "procedure": []}
    for each in found.shoes:
        procedure = "none" if each.procedure is None else each.procedure.id
        held = (each.game.id, each.shoe.rules.id, str(each.shoe.full), procedure)
        for seen, value in zip(facts.values(), held, strict=True):
            if value not in seen:
                seen.append(value)
    digests = rules_and_bets(found.shoes[0].shoe.rules, found.shoes[0].game.bets) if found.shoes else ()
    return Provenance(tuple((key, " ".join(values)) for key, values in facts.items()), digests)


def _shoe(each: Replayed) -> dict[str, object]:
    return {
        "shoe": each.shoe.recorded.id,
        "variant": each.game.id,
        "rules": each.shoe.rules.id,
        "procedure": None if each.procedure is None else each.procedure.id,
        "cards": each.shoe.full.size,
        "coups": len(each.shoe.coups),
        "faults": sum(1 for _ in each.shoe.all_faults),
        "record_faults": _texts(each.shoe.faults),
    }


def _coups(each: Replayed) -> list[dict[str, object]]:
    odds = each.odds or (None,) * len(each.shoe.coups)
    entries = []
    for replayed, values in zip(each.shoe.coups, odds, strict=True):
        entry = _coup(replayed, given=each.shoe.rules.player_first is not None)
        entry["shoe"] = each.shoe.recorded.id
        if each.odds is not None:
            entry["odds"] = None if values is None else _odds(values)
        entries.append(entry)
    return entries


def _coup(replayed: ReplayedCoup, *, given: bool) -> dict[str, object]:
    coup, recorded = replayed.coup, replayed.recorded
    return {
        "coup": recorded.number,
        "cards": None if coup is None else list(map(str, dealing_order(coup.player, coup.banker)[given:])),
        "player_total": None if coup is None else coup.player_total,
        "banker_total": None if coup is None else coup.banker_total,
        "winner": None if coup is None else coup.winner,
        "faults": _texts(replayed.faults),
        "fault_kinds": [fault.kind for fault in replayed.faults],
        "player": None if coup is None else list(map(str, coup.player)),
        "banker": None if coup is None else list(map(str, coup.banker)),
        "status": recorded.status,
        "where": recorded.where,
        "recorded": _recorded(recorded),
    }


def _recorded(coup: RecordedCoup) -> dict[str, object]:
    """What the record says, as far as it says anything."""
    said: Mapping[str, object] = {
        "player": _cards(coup.player),
        "banker": _cards(coup.banker),
        "drawn": _cards(coup.drawn),
        "player_total": coup.player_total,
        "banker_total": coup.banker_total,
        "winner": coup.winner,
        "player_pair": coup.player_pair,
        "banker_pair": coup.banker_pair,
        "natural": coup.natural,
        "cut": coup.cut or None,
    }
    return {key: value for key, value in said.items() if value is not None}


def _cards(cards: tuple[Read, ...] | None) -> list[str] | None:
    return None if cards is None else ["?" if card is None else str(card) for card in cards]


def _texts(faults: Iterable[Fault]) -> list[str]:
    return [str(fault.message) for fault in faults]


def _odds(values: tuple[Valuation, ...]) -> dict[str, object]:
    keys = keys_of([value.bet for value in values])
    return {
        key: {
            "ev": ratio_text(value.ev),
            "hit_rate": ratio_text(value.hit_rate),
            "push_rate": ratio_text(value.push_rate),
            "lines": {line: ratio_text(value.probability(line)) for line in value.ways},
        }
        for key, value in zip(keys, values, strict=True)
    }
