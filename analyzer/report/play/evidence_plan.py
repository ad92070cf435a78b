"""What future records could show, as a table and a document."""

from analyzer.exact import ratio_text
from analyzer.play.evidence.plan import EvidencePlan
from analyzer.render.page import Page
from analyzer.report import kinds
from analyzer.report.document import Document
from analyzer.report.fields import Fields, records, said, said_as
from analyzer.report.kinds import COUNT
from analyzer.report.names import game_and_shoe
from analyzer.report.origin import Origin
from analyzer.report.play.patterns import DEPARTURE, NOT_RUN, not_run_table, power_table
from analyzer.text import message, plural


def plan_page(plan: EvidencePlan) -> Page:
    """What the tests could find, and which tests could not run."""
    title = message("{variant}, {shoe}: what records could show", **game_and_shoe(plan.question))
    heading = message(
        "{coups} with all their cards, in {shoes}",
        coups=plural("{n} coup", "{n} coups", plan.coups),
        shoes=plural("{n} shoe", "{n} shoes", plan.shoes),
    )
    tables = [power_table(plan.departures, heading)]
    if plan.not_run:
        tables.append(not_run_table(plan.not_run, ()))
    return Page(tuple(tables), _origin(plan).provenance, title)


def _origin(plan: EvidencePlan) -> Origin:
    options = (("alpha", ratio_text(plan.alpha)),)
    return Origin(plan.question, tuple(value.bet for value in plan.fresh.valuations), options)


_PLAN: Fields[EvidencePlan] = (
    said_as(COUNT, "coups", "shoes"),
    said("alpha", kinds.PROBABILITY),
    said("not_run", records(NOT_RUN)),
    said("could_find", records(DEPARTURE), "departures"),
)

PLAN: Document[EvidencePlan] = Document("evidence-plan", 1, "evidence --coups", _PLAN, _origin)
"""The document of a plan for future records."""
