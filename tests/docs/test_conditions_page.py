"""docs/reference/conditions.md: its tables are made from the grammar, the facts and the census.

`python tests/docs/test_conditions_page.py` rewrites them.
"""

import ast
import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from made_parts import DOCS, code, listing, parts, remade, rewrite

from analyzer.bets import condition, facts, faults, parse, tree
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census import plan
from analyzer.census.census import census, needs
from analyzer.errors import ConditionError
from analyzer.exact import grouped, percent_text
from analyzer.game.cards import Card, parse_cards
from analyzer.game.coup import Coup, deal
from analyzer.game.shoe import Shoe

PAGE = DOCS / "reference" / "conditions.md"
GRAMMAR = Path(condition.__file__).with_name("condition.lark")
RULES = load.rules("punto-banco")

# For each rule, a condition without brackets, and the same condition with the brackets that the rule implies.
READ_AS = {
    "any": ("tie or player_wins and margin > 4", "tie or (player_wins and margin > 4)"),
    "every": ("not tie and player_pair", "(not tie) and player_pair"),
    "denied": ("not player_total == 6", "not (player_total == 6)"),
    "comparison": ("player_total + 1 < banker_total", "(player_total + 1) < banker_total"),
    "sum": ("player_two + 2 * banker_two > 9", "player_two + (2 * banker_two) > 9"),
    "product": ("-margin * 2 > -9", "(-margin) * 2 > -9"),
    "unary": ("margin - -1 > 3", "margin - (-1) > 3"),
}

# Player stands in the first of these coups, and draws an eight in the second.
COUPS = ("7c 5h Kd 2h", "2c 4s 3d Kh 8h")
THIRD = (
    "p3.points == 8",
    "p3.points != 8",
    "not p3.points == 8",
    "not p3.points != 8",
    "p3.points in {0..9}",
    "not p3.points in {0..9}",
    "p3.points - p3.points == 0",
    "p3.points > 0 or banker_total == 7",
    "p3.rank == b3.rank",
    "count(points == 8) == 0",
)

# Texts that are not conditions, with an example for every error sentence of the parser.
ERRORS = {
    "Characters and words": (
        "player_total = 6",
        "player_total × 2 == 6",
        "tie and 'tie'",
        "tie\u00a0and player_pair",
        "player_total == ７",
        "tie and $1",
        "palyer_wins",
        "player wins",
        "dealer_wins",
        "tie AND player_pair",
        "p1",
        "p4.rank == 7",
        "p1.value == 7",
        "max(player_total)",
    ),
    "Numbers": (
        "player_total == 6x",
        "player_total == 6.5",
        "player_total == 1234567890123",
        "player_total % 0 == 1",
        "player_total % margin == 1",
    ),
    "Types that do not match": (
        "player_total",
        "player_total and tie",
        "not margin",
        "tie or 1",
        "player_wins + 1 == 2",
        "-tie == 1",
        "player_wins == 1",
        "player_wins in {1}",
        "p1.suit == red",
        "p1.suit < hearts",
    ),
    "`in {…}`": (
        "player_total in 6",
        "player_total in {}",
        "player_total in {1, 2",
        "player_total in {player_two}",
        "player_total in {hearts}",
        "player_total in {-hearts}",
        "p1.suit in {hearts..clubs}",
        "p1.suit in {1..clubs}",
        "player_total in {5..2}",
        "player_total not in {1, 2}",
    ),
    "`count(…)` and `distinct(…)`": (
        "points == 5",
        "count(rank) == 1",
        "count(rank == 7)",
        "count(player_wins) == 1",
        "count(rank == 7, dealer) == 1",
        "count() == 1",
        "count(7 ==) == 1",
        "count == 1",
        "distinct(rank == 7) == 1",
        "distinct(value) == 1",
        "distinct() == 1",
        "distinct(rank, ) == 1",
    ),
    "Incomplete conditions": (
        "player_wins and",
        "player_total +",
        "(player_wins",
        "player_wins)",
        "player_wins tie",
        "player_total 6",
        "1 < player_total < 5",
    ),
    "Too much, or nothing": (
        "",
        7,
        "tie or " * 300 + "tie",
        "(" * 65 + "tie" + ")" * 65,
    ),
}

# The common mistakes among them, which the page shows.
SHOWN = (
    "player_total = 6",
    "palyer_wins",
    "p1",
    "max(player_total)",
    "player_total == 6.5",
    "player_total % 0 == 1",
    "player_total",
    "player_wins == 1",
    "p1.suit == red",
    "player_total not in {1, 2}",
    "points == 5",
    "distinct(rank == 7) == 1",
    "player_wins tie",
    "1 < player_total < 5",
    "tie or " * 300 + "tie",
)

IDIOMS = {
    "A hand wins by four or more": "not tie and margin >= 4",
    "Banker wins with a three-card seven": "banker_wins and banker_total == 7 and banker_cards == 3",
    "Player loses with a natural": "banker_wins and player_two in {8, 9}",
    "Banker wins after being behind on two cards": "banker_wins and banker_two < player_two",
    "The sum of both totals is odd": "(player_total + banker_total) % 2 == 1",
    "Both hands draw third cards of the same rank": "p3.rank == b3.rank",
    "Two or more kings in the coup": "count(rank == king) >= 2",
    "All cards of the coup have different ranks": "distinct(rank) == cards",
    "All of Player's cards are red": "count(color == red, player) == player_cards",
    "Player has three cards of one suit": "player_cards == 3 and distinct(suit, player) == 1",
}


def grammar() -> str:
    """The grammar in the notation of ISO 14977, with literals instead of names that mean one literal."""
    text = "\n".join(line.partition("//")[0] for line in GRAMMAR.read_text("utf-8").splitlines())
    text = re.sub(r"^%ignore.*$|\s+-> \w+", "", text, flags=re.MULTILINE)
    given = re.findall(r"^\??(\w+): ((?:.|\n(?!\??\w+:))*)", text, re.MULTILINE)
    literals = {name: body.strip() for name, body in given if re.fullmatch(r'"[^"]+"', body.strip())}
    rules = []
    for name, body in given:
        if name in literals:
            continue
        plain = body.strip().startswith("/")
        others = re.split(r"\n\s*\|", body)
        alternatives = (
            [f"? {body.strip().strip('/')} ?"] if plain else [_iso(one, literals) for one in others]
        )
        rules.append(("condition" if name == "start" else name, alternatives))
    wide = max(len(name) for name, _ in rules)
    lines = []
    for name, alternatives in rules:
        lines.append(f"{name:{wide}} = " + f"\n{'':{wide}} | ".join(alternatives) + ";")
    return "```ebnf\n" + "\n".join(lines) + "\n```\n"


def _iso(body: str, literals: dict[str, str]) -> str:
    """One alternative: `(…)*` becomes `{…}`, and commas join a sequence."""
    tokens = re.findall(r'"[^"]+"|\w+|[][()|*]', body)
    found: list[str] = []
    opened: list[int] = []
    last = 0
    for token in tokens:
        if token in "([":
            opened.append(len(found))
        if token == "*":
            found[last], found[-1] = "{", "}"
            continue
        if token in ")]":
            last = opened.pop()
        if found and token not in ")]|" and found[-1] not in "([|":
            found[-1] += ","
        found.append(literals.get(token, token))
    return " ".join(found)


def _levels() -> list[tuple[str, list[str]]]:
    """The rules from the loosest to the tightest, each with its operators."""
    bodies = dict(re.findall(r"^(\w+) += ((?:.|\n +\|)*);$", grammar(), re.MULTILINE))
    found = []
    name = bodies["condition"]
    while name != "atom":
        signs = re.findall(r'"([^"]+)"', bodies[name].replace("COMPARE", bodies["COMPARE"]))
        found.append((name, [sign for sign in signs if sign not in "{},"]))
        following = re.findall(r"\b[a-z]+\b", re.sub(r'"[^"]*"', "", bodies[name]))
        name = next(rule for rule in following if rule != name)
    return found


def precedence() -> str:
    """One row per level of precedence."""
    rows = []
    for name, signs in _levels():
        plain, bracketed = READ_AS[name]
        assert Condition.parse(plain).tree == Condition.parse(bracketed).tree, plain
        rows.append((code(name), " ".join(map(code, signs)), code(plain), code(bracketed)))
    return listing(("rule", "operators", "condition", "is read as"), rows)


def _fineness(text: str) -> str:
    return needs(RULES, (Condition.parse(text),)).fineness


def _places(where: frozenset[str]) -> str:
    return "all" if where == facts.WHOLE else ", ".join(code(name) for name in sorted(where))


def truths() -> str:
    """One row per fact that is true or false."""
    rows = [
        (code(word), fact.meaning, _fineness(word), _places(fact.where))
        for word, fact in facts.FACTS.items()
        if fact.type is facts.Type.TRUTH
    ]
    return listing(("word", "true if", "shoe by", "cards"), rows)


def numbers() -> str:
    """One row per fact that is a number."""
    rows = [
        (code(word), fact.meaning, f"{fact.low}–{fact.high}", _fineness(f"{word} == 3"), _places(fact.where))
        for word, fact in facts.FACTS.items()
        if fact.type is facts.Type.NUMBER
    ]
    return listing(("word", "is", "range", "shoe by", "cards"), rows)


def attributes() -> str:
    """One row per attribute of a card, with its values for three cards."""
    named = {kind: [word for word, (of, _) in facts.CONSTANTS.items() if of is kind] for kind in facts.Type}
    shown = [Card.parse(text) for text in ("9c", "Th", "Ks")]
    rows = []
    for name, (kind, labels) in facts.ATTRIBUTES.items():
        words = {value: word for word, (of, value) in facts.CONSTANTS.items() if of is kind}
        low, high = min(labels), max(labels)
        known = facts.Type.NUMBER is kind
        values = f"{low}–{high}" if known else " ".join(map(code, named[kind]))
        examples = [labels[card.index] for card in shown]
        cells = [str(n) if known else code(words[n]) for n in examples]
        rows.append((code(f".{name}"), str(kind.value), values, *cells, _fineness(f"p1.{name} == p2.{name}")))
    return listing(("attribute", "is", "values", *(code(str(card)) for card in shown), "shoe by"), rows)


def constants() -> str:
    """One row per type of named value."""
    rows = [
        (
            str(kind.value),
            ", ".join(f"{code(word)}{f' is {n}' * (kind is facts.Type.NUMBER)}" for word, n in of),
        )
        for kind in facts.Type
        if (of := [(word, n) for word, (sort, n) in facts.CONSTANTS.items() if sort is kind])
    ]
    return listing(("stands for", "words"), rows)


def scopes() -> str:
    """One row per scope."""
    return listing(("scope", "cards"), [(code(name), _places(where)) for name, where in facts.SCOPES.items()])


def third() -> str:
    """One row per condition about third cards, with its value for each of the two coups."""
    dealt: list[Coup] = [deal(RULES, parse_cards(cards)) for cards in COUPS]
    rows = []
    for text in THIRD:
        held = [str(Condition.parse(text).holds(coup)).lower() for coup in dealt]
        rows.append((code(text), *held))
    return listing(("condition", "Player stood", "Player drew an eight"), rows)


def limits() -> str:
    """The limits of one condition."""
    return listing(
        ("limit on", "at most"),
        (
            ("characters", grouped(parse.MAX_LENGTH)),
            ("levels of nested brackets, and of nested operators", str(parse.MAX_DEPTH)),
            ("digits of a number", str(parse.MAX_DIGITS)),
            ("patterns, without `--exhaustive`", grouped(plan.MAX_PATTERNS)),
        ),
        right=(1,),
    )


@cache
def said_of(text: object) -> str:
    """The first line of the error for a text that is not a condition."""
    with pytest.raises(ConditionError) as caught:
        Condition.parse(text)  # type: ignore[arg-type]
    return str(caught.value).splitlines()[0]


def errors() -> str:
    """One row per common mistake."""
    rows = [(_written(text), _plain(said_of(text))) for text in SHOWN]
    return listing(("you write", "the error"), rows)


def _written(text: str) -> str:
    """What somebody writes, shortened to fit."""
    return code(text if len(text) < 40 else f"{text[:18]}…")


def _plain(sentence: str) -> str:
    """A sentence as Markdown, with its special characters escaped."""
    return re.sub(r"([*_<>|\\{}`$])", r"\\\1", sentence)


def idioms() -> str:
    """One row per useful condition, with its ways on eight decks."""
    rows = []
    for meaning, text in IDIOMS.items():
        split = (Condition.parse(text),)
        [[ways, others]] = census(RULES, [split]).ways(Shoe.decks(8))
        chance = percent_text(Fraction(ways, ways + others), 4)
        rows.append((meaning, code(text), grouped(ways), chance, needs(RULES, split).fineness))
    head = ("event", "condition", "ways", "probability", "shoe by")
    return listing(head, rows, right=(2, 3))


MADE = {
    "grammar": grammar,
    "precedence": precedence,
    "truths": truths,
    "numbers": numbers,
    "attributes": attributes,
    "constants": constants,
    "scopes": scopes,
    "third": third,
    "limits": limits,
    "errors": errors,
    "idioms": idioms,
}


def test_the_page_is_up_to_date() -> None:
    kept = PAGE.read_text(encoding="utf-8")
    assert sorted(parts(kept)) == sorted(MADE)
    assert remade(kept, MADE) == kept


def test_every_fact_has_its_own_meaning() -> None:
    meanings = [fact.meaning for fact in facts.FACTS.values()]
    assert all(meanings) and len(set(meanings)) == len(meanings)


def test_the_grammar_has_every_rule_and_literal() -> None:
    text = GRAMMAR.read_text("utf-8")
    literals = set(re.findall(r'"[^"]+"', re.sub(r"//.*", "", text)))
    assert literals == set(re.findall(r'"[^"]+"', grammar()))
    assert {*map(str.strip, re.findall(r"^(\w+) *=", grammar(), re.MULTILINE))} >= {
        "condition",
        "atom",
        "NAME",
    }


def sentences() -> list[str]:
    """The error sentences of the parser as patterns, which match any values in their placeholders."""
    found = []
    for module in (parse, faults, tree):
        source = Path(module.__file__).read_text("utf-8")
        nodes = list(ast.walk(ast.parse(source)))
        texts = [node.values for node in nodes if isinstance(node, ast.JoinedStr)]
        inside = {id(part) for values in texts for part in values}
        texts += [[node] for node in nodes if isinstance(node, ast.Constant) and id(node) not in inside]
        for values in texts:
            said = [part.value if isinstance(part, ast.Constant) else None for part in values]
            if str(said[0]).startswith(("expected ", "unknown ")):
                pattern = "".join(".*" if part is None else re.escape(str(part)) for part in said)
                pattern = pattern.replace(r"\{\{", r"\{").replace(r"\}\}", r"\}")
                found.append(re.sub(r"\\\{\w+\\\}", ".*", pattern))
    return sorted(set(found))


@pytest.mark.parametrize("sentence", sentences())
def test_every_error_sentence_has_an_example(sentence: str) -> None:
    said = [said_of(text) for texts in ERRORS.values() for text in texts]
    assert set(SHOWN) <= {text for texts in ERRORS.values() for text in texts}
    assert any(re.search(sentence, one) for one in said)


if __name__ == "__main__":
    rewrite(PAGE, MADE)
