"""Everything in which two sides of a comparison differ, as rows: what it is, in A, in B."""

from collections import Counter
from collections.abc import Iterator, Sequence

from analyzer.analysis.compare import Comparison, Match, dealt_under
from analyzer.analysis.question import Excluded
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Variant
from analyzer.game.rules import Rules
from analyzer.render.table import Table
from analyzer.report.comparison.dealing import RULES, of_rules, of_shoes
from analyzer.report.comparison.difference import DESCRIBING, Difference, both
from analyzer.report.comparison.terms import of_bets, of_descriptions
from analyzer.report.fields import Fields, field_table, headed
from analyzer.report.names import prices_text
from analyzer.text import Message, Text, message

_VARIANT = message("Variant")


def differences(comparison: Comparison) -> list[Difference]:
    """Everything that differs: rules, shoe, descriptions, then bet by bet. Empty just where nothing does."""
    a, b = comparison.a.report, comparison.b.report
    found = [*of_rules(a.rules, b.rules), *of_shoes(a.shoe, b.shoe), *_of_items(comparison)]
    counted = len(dealt_under(comparison.a, comparison.b)) == 1
    excluded = {bet.id for report in (a, b) for bet, _ in report.excluded}
    for name, match in with_names(comparison):
        if match.a and match.b:
            found += of_bets(name, match, match.a.bet, match.b.bet, counted)
        elif match.bet.id not in excluded:
            pays = both(_pays, match.a, match.b)
            found.append(Difference("only", name, message("Offered, pays"), pays, match.bet.reference))
    if a.excluded != b.excluded:
        left_out = both(_references, a.excluded, b.excluded)
        found.append(Difference("left-out", _VARIANT, message("Bets left out, not compared"), left_out))
    return found


def _pays(value: Valuation | None) -> Text | None:
    return None if value is None else prices_text(value.bet)


def _references(excluded: Excluded) -> str | None:
    return ", ".join(bet.reference for bet, _ in excluded) or None


def _of_items(comparison: Comparison) -> Iterator[Difference]:
    """How the descriptions of two variants or rules differ, and the order of their bets."""
    ours, theirs = comparison.a.item, comparison.b.item
    if isinstance(ours, Variant) and isinstance(theirs, Variant):
        yield from of_descriptions(_VARIANT, ours, theirs)
    if isinstance(ours, Variant | Rules):
        yield from of_descriptions(RULES, comparison.a.report.rules, comparison.b.report.rules)
    in_b = [id(value) for value in comparison.b.report.valuations]
    offered = [match for match in comparison.matches if match.a and match.b]
    moved = sorted(offered, key=lambda match: in_b.index(id(match.b)))
    if moved != offered:
        orders = both(lambda matches: ", ".join(m.bet.reference for m in matches), offered, moved)
        yield Difference("bets-order", _VARIANT, message("Order of the bets"), orders)


def differences_tables(found: Sequence[Difference], *, full: bool) -> Iterator[Table]:
    """One row per difference: those in rules, shoe, conditions and pays, then those in descriptions; unless
    `full`, one row says which parts of a description differ, without their texts.
    """
    terms = [row for row in found if row.what not in DESCRIBING]
    described = [row for row in found if row.what in DESCRIBING]
    of = headed("of", message("Of"), "text")
    place = headed("place", message("What differs"), "text", _place)
    sides = [
        headed("a", message("In A"), "text", lambda row: row.sides[0]),
        headed("b", message("In B"), "text", lambda row: row.sides[1]),
    ]
    if terms:
        yield field_table(message("What differs"), terms, [of, place, *sides])
    title = message("Names, sources and notes that differ")
    if described and full:
        yield field_table(title, described, [of, place, *sides])
    elif described:
        parts: dict[Text, list[Text]] = {}
        for row in described:
            parts.setdefault(row.of, []).append(row.place)
        rows = [(name, Message("{parts}", (("parts", tuple(places)),))) for name, places in parts.items()]
        fields: Fields[tuple[Text, Text]] = [
            headed("of", message("Of"), "text", 0),
            headed("place", message("What differs"), "text", 1),
        ]
        yield field_table(title, rows, fields, [message("With --all their texts are shown too.")])


def _place(row: Difference) -> Text:
    if row.remark is None:
        return row.place
    return Message("{place} ({remark})", (("place", row.place), ("remark", row.remark)))


def match_name(match: Match) -> Text:
    """What the bet of a match is called; both names where they differ."""
    names = list(dict.fromkeys(valuation.bet.title for valuation in match.valuations))
    return names[0] if len(names) == 1 else message("{a} (A), {b} (B)", a=names[0], b=names[1])


def with_names(comparison: Comparison) -> list[tuple[Text, Match]]:
    """Each match with its name, which includes its references where another match has the same name."""
    names = [match_name(match) for match in comparison.matches]
    uses = Counter(names)
    shown: list[tuple[Text, Match]] = []
    for name, match in zip(names, comparison.matches, strict=True):
        references = ", ".join(dict.fromkeys(valuation.bet.reference for valuation in match.valuations))
        shown.append((name if uses[name] == 1 else message("{name} ({id})", name=name, id=references), match))
    return shown
