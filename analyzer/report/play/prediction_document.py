"""What results say of the next coup, as a document of exact texts, and where the figures come from."""

from fractions import Fraction

from analyzer.analysis.successive import WINNERS, Following, Successive, share
from analyzer.analysis.sweep.result import Estimate
from analyzer.analysis.sweep.shuffle import STREAM
from analyzer.analysis.valuation import Valuation
from analyzer.exact import ratio_text
from analyzer.play.prediction.measured import CUT, Measured
from analyzer.play.prediction.prediction import Prediction
from analyzer.play.record import LETTERS
from analyzer.render.provenance import Provenance
from analyzer.report.origin import origin, shoe_entry


def prediction_document(found: Prediction) -> dict[str, object]:
    """The document, schema `baccarat-prediction/1`: all but what was measured are exact ratios.

    A measured value is the exact mean of values rounded at 40 bits; its standard error stands as its square.
    """
    return {
        "schema": "baccarat-prediction/1",
        "variant": found.question.variant.id,
        "rules": found.question.rules.id,
        "shoe": shoe_entry(found.question.shoe),
        "independent": _coup(found.result, found.independent),
        "after": _after(found.successive),
        "beside": [
            {"decks": one.question.shoe.full_decks, "after": _after(one)} for one in found.other_sizes
        ],
        "unseen": [
            {
                "unseen": several.unseen,
                "bet": tail.bet.id,
                "probability_positive": ratio_text(tail.probability_positive),
                "expected_positive": ratio_text(tail.expected_positive),
            }
            for several in found.tails
            for tail in several.tails
        ],
        "measured": _measured(found.measured),
        "provenance": provenance(found).document(),
    }


def _coup(result: Valuation, values: tuple[Valuation, ...]) -> dict[str, object]:
    banker = share(result)
    ways = zip(WINNERS, result.ways.values(), strict=True)
    return {
        "probabilities": {winner: ratio_text(Fraction(n, result.total)) for winner, n in ways},
        "banker_share": None if banker is None else ratio_text(banker),
        "ev": {value.bet.id: ratio_text(value.ev) for value in values},
    }


def _after(found: Successive) -> list[dict[str, object]]:
    return [
        {
            "before": "".join(LETTERS[winner] for winner in one.before),
            "ways": str(one.ways),
            "total_ways": str(one.total),
            "probability": ratio_text(one.probability),
            **_coup(one.result, one.valuations),
            "ev_change": _changes(found.followings[0], one),
        }
        for one in found.followings
    ]


def _changes(start: Following, one: Following) -> dict[str, str]:
    pairs = zip(start.valuations, one.valuations, strict=True)
    return {value.bet.id: ratio_text(value.ev - was.ev) for was, value in pairs}


def _measured(found: Measured) -> dict[str, object]:
    ids = [bet.id for bet in found.bets]
    return {
        "shoes": found.shoes,
        "seed": found.seed,
        "groups": [
            {
                "group": group.key,
                "shoes": group.shoes,
                "coups": group.coups,
                "banker_share": _estimate(group.share),
                "ev": {bet: _estimate(ev) for bet, ev in zip(ids, group.evs, strict=True)},
                "favourable": dict(zip(ids, group.favourable, strict=True)),
            }
            for group in found.groups
        ],
        "systems": [
            {
                "system": system.key,
                "shoes": system.shoes,
                "stakes": system.stakes,
                "on_banker": system.on_banker,
                "ev": _estimate(system.gain),
                "excess": _estimate(system.excess),
            }
            for system in found.systems
        ],
    }


def _estimate(estimate: Estimate) -> dict[str, str | None]:
    value, variance = estimate.value, estimate.variance
    return {
        "value": None if value is None else ratio_text(value),
        "standard_error_squared": None if variance is None else ratio_text(variance),
    }


def provenance(found: Prediction) -> Provenance:
    """What was asked, and digests of the rules and bets."""
    return origin(
        found.question,
        [value.bet for value in found.independent],
        ("shoes", str(found.measured.shoes)),
        ("seed", str(found.measured.seed)),
        ("cut", str(CUT)),
        ("stream", STREAM),
    )
