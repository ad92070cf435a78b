"""The result of a sweep, as a document for machines, and its provenance."""

from fractions import Fraction

from analyzer.analysis.sweep.result import QUANTILES, Estimate, Player, SweepResult
from analyzer.bets.digest import digest
from analyzer.exact import ratio_or_none, ratio_text, root_text
from analyzer.render.page import Provenance
from analyzer.report.fields import exact_entry
from analyzer.report.origin import bet_entry, origin


def sweep_document(result: SweepResult) -> dict[str, object]:
    """A sweep as a document of exact texts, schema `baccarat-sweep-result/1`."""
    work, players = result.work, list(result.players)
    bets = len(work.bets)
    return {
        "schema": "baccarat-sweep-result/1",
        "variant": result.question.variant.id,
        "rules": work.rules.id,
        "shoe": str(work.shoe),
        "shoes": result.shoes,
        "seed": work.seed,
        "procedure": {"id": work.procedure.id, **work.steps},
        "coups_per_shoe": {
            **_estimate("mean", result.coups, "standard_error"),
            "standard_deviation": _root(result.coups_variance),
            "fewest": result.fewest,
            "most": result.most,
        },
        "bets": [_bet(result, place, players[place]) for place in range(bets)],
        "best_of_all": _player(players[bets]),
        "counts": [_count(player) for player in players[bets + 1 :]],
        "omitted": [bet.id for bet, _ in result.excluded],
        "provenance": provenance(result).document(),
    }


def _bet(result: SweepResult, place: int, player: Player) -> dict[str, object]:
    bet = result.work.bets[place]
    return {
        **bet_entry(bet),
        **_player(player),
        "ev": ratio_text(result.full_shoe[place]),
        **_estimate("mean_ev", result.over_all_coups(place)),
        **_estimate("cut_card_effect", result.cut_card_effect(place)),
        "by_coup": [
            {
                **exact_entry(row, "coup", "shoes"),
                **_estimate("mean_ev", row.ev),
                **exact_entry(row, "off", "positive"),
            }
            for row in result.before_coups(place)
        ],
        "by_depth": [
            {
                **exact_entry(row, "first", "last", "coups"),
                "mean_ev": ratio_text(row.mean),
                "standard_deviation": root_text(row.variance),
                **exact_entry(row, "positive", "least", "greatest"),
                "quantiles": {
                    ratio_text(part): ratio_text(value)
                    for part, value in zip(QUANTILES, row.quantiles, strict=True)
                },
                "effect": ratio_text(row.effect),
            }
            for row in result.depths(place)
        ],
    }


def _count(player: Player) -> dict[str, object]:
    assert player.count is not None and player.bet is not None and player.share is not None, "it is a count"
    return {
        "count": player.count.id,
        "name": player.count.title,
        "bet": player.bet.id,
        "paytable": player.bet.paytable,
        **_player(player),
        **_estimate("share_of_perfect", player.share),
        **exact_entry(player.count, "true_trigger", "running_trigger"),
    }


def _player(player: Player) -> dict[str, object]:
    return {
        **_estimate("yield_per_shoe", player.gain, "yield_standard_error"),
        **_estimate("betting_frequency", player.frequency),
        **_estimate("mean_edge_when_betting", player.edge, "mean_edge_standard_error"),
        **_estimate("bets_per_shoe", player.bets),
    }


def _estimate(key: str, estimate: Estimate, error: str = "") -> dict[str, object]:
    return {key: ratio_or_none(estimate.value), error or f"{key}_standard_error": _root(estimate.variance)}


def _root(value: Fraction | None) -> str | None:
    return None if value is None else root_text(value)


def provenance(result: SweepResult) -> Provenance:
    """What was asked of a sweep, with a digest of everything that decides its shoes."""
    work = result.work
    facts = (("shoes", str(result.shoes)), ("seed", str(work.seed)), ("procedure", work.procedure.id))
    return origin(result.question, work.bets, *facts, digests=[("sweep", digest(work.identity()))])
