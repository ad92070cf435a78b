"""A bet explained, as a document of exact texts."""

from collections.abc import Sequence

from analyzer.ask.explanation import ExplainedLine, Explanation
from analyzer.bets.digest import digest_of_bet
from analyzer.catalog import load
from analyzer.exact import ratio_text
from analyzer.render.words import Words
from analyzer.report.explain import explanation_provenance
from analyzer.report.fields import exact_entry
from analyzer.report.notes import locked
from analyzer.report.origin import bet_entry, shoe_entry


def explanation_document(
    bets: Sequence[Explanation], words: Words
) -> dict[str, object] | list[dict[str, object]]:
    """The explanation as a document of exact texts, schema `baccarat-explain/1`; for several bets a list."""
    documents = [_document(explanation, words) for explanation in bets]
    return documents[0] if len(documents) == 1 else documents


def _document(explanation: Explanation, words: Words) -> dict[str, object]:
    bet, value, shoe = explanation.bet, explanation.valuation, explanation.report.shoe
    return {
        "schema": "baccarat-explain/1",
        "language": words.language,
        **bet_entry(bet),
        "rules": explanation.question.rules.id,
        "shoe": shoe_entry(shoe),
        "looks_at": explanation.looks_at,
        "inside_coup": bet.inside_coup,
        "total_ways": str(value.total),
        "lines": [_line_entry(line, words) for line in explanation.lines],
        **exact_entry(value, "hit_rate", "push_rate", "house_edge"),
        "notes": [words.translate(note) for note in (*locked(value), *([bet.note] if bet.note else []))],
        "source": load.citation(bet.source),
        "sha256": digest_of_bet(bet),
        "provenance": explanation_provenance([explanation]).document(),
    }


def _line_entry(line: ExplainedLine, words: Words) -> dict[str, object]:
    coup = line.coup and {
        "player": list(map(str, line.coup.player)),
        "banker": list(map(str, line.coup.banker)),
        **exact_entry(line.coup, "player_total", "banker_total", "winner"),
        "steps": list(map(words.translate, line.steps)),
    }
    return {
        "id": line.id,
        "name": words.translate(line.name),
        "when": None if line.when is None else " ".join(line.when.text.split()),
        "words": words.translate(line.event),
        "net": ratio_text(line.net),
        "outcome": line.outcome,
        "pays": words.translate(line.pays),
        "settlement": words.translate(line.settlement),
        "ways": str(line.ways),
        "probability": ratio_text(line.probability),
        "coup": coup,
    }
