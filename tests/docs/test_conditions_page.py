"""docs/reference/conditions.md: its tables are made from the grammar, the facts and the census.

`python tests/docs/test_conditions_page.py` writes them anew.
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

# The rule, a sentence without brackets, and the same with the brackets that the rule puts in.
READ_AS = {
    "any": ("tie or player_wins and margin > 4", "tie or (player_wins and margin > 4)"),
    "every": ("not tie and player_pair", "(not tie) and player_pair"),
    "denied": ("not player_total == 6", "not (player_total == 6)"),
    "comparison": ("player_total + 1 < banker_total", "(player_total + 1) < banker_total"),
    "sum": ("player_two + 2 * banker_two > 9", "player_two + (2 * banker_two) > 9"),
    "product": ("-margin * 2 > -9", "(-margin) * 2 > -9"),
    "unary": ("margin - -1 > 3", "margin - (-1) > 3"),
}

# Of these two coups, Player stands in the first and draws an eight in the second.
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
    "Sorts that do not go together": (
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
    "Sentences that do not end, or do not begin": (
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

IDIOMS = {
    "A hand wins by four or more": "not tie and margin >= 4",
    "Banker wins with a three-card seven": "banker_wins and banker_total == 7 and banker_cards == 3",
    "Player loses with a natural": "banker_wins and player_two in {8, 9}",
    "Banker wins, though it was behind after two cards": "banker_wins and banker_two < player_two",
    "An odd number of points in both totals together": "(player_total + banker_total) % 2 == 1",
    "Both hands draw, and their third cards are of one rank": "p3.rank == b3.rank",
    "Two kings or more in the coup": "count(rank == king) >= 2",
    "No two of the coup's cards are of one rank": "distinct(rank) == cards",
    "All of Player's cards are red": "count(color == red, player) == player_cards",
    "Player's hand is three cards of one suit": "player_cards == 3 and distinct(suit, player) == 1",
}


def grammar() -> str:
    """The grammar in the notation of ISO 14977, names of single literals put in their place."""
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
    """One alternative: `(…)*` becomes `{…}`, and what follows something else stands behind a comma."""
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
    """Rules from the one that binds loosest to the one that binds tightest, each with its operators."""
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
    """A row a level."""
    rows = []
    for name, signs in _levels():
        plain, bracketed = READ_AS[name]
        assert Condition.parse(plain).tree == Condition.parse(bracketed).tree, plain
        rows.append((code(name), " ".join(map(code, signs)), code(plain), code(bracketed)))
    return listing(("rule", "operators", "the sentence", "is read as"), rows)


def _fineness(text: str) -> str:
    return needs(RULES, (Condition.parse(text),)).fineness


def _places(where: frozenset[str]) -> str:
    return "all" if where == facts.WHOLE else ", ".join(code(name) for name in sorted(where))


def truths() -> str:
    """A row a fact that is true or false."""
    rows = [
        (code(word), fact.meaning, _fineness(word), _places(fact.where))
        for word, fact in facts.FACTS.items()
        if fact.type is facts.Type.TRUTH
    ]
    return listing(("word", "true where", "shoe by", "cards"), rows)


def numbers() -> str:
    """A row a fact that is a number."""
    rows = [
        (code(word), fact.meaning, f"{fact.low}–{fact.high}", _fineness(f"{word} == 3"), _places(fact.where))
        for word, fact in facts.FACTS.items()
        if fact.type is facts.Type.NUMBER
    ]
    return listing(("word", "is", "from–to", "shoe by", "cards"), rows)


def attributes() -> str:
    """A row an attribute of a card, with what three cards show."""
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
    """A row a sort of named values."""
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
    """A row a scope."""
    return listing(("scope", "cards"), [(code(name), _places(where)) for name, where in facts.SCOPES.items()])


def third() -> str:
    """A row a sentence about third cards, and what it is of each of the two coups."""
    dealt: list[Coup] = [deal(RULES, parse_cards(cards)) for cards in COUPS]
    rows = []
    for text in THIRD:
        held = [str(Condition.parse(text).holds(coup)).lower() for coup in dealt]
        rows.append((code(text), *held))
    return listing(("sentence", "Player stood", "Player drew an eight"), rows)


def limits() -> str:
    """The limits of one sentence."""
    return listing(
        ("of a sentence", "at most"),
        (
            ("characters", grouped(parse.MAX_LENGTH)),
            ("brackets inside one another, and apart from them operators", str(parse.MAX_DEPTH)),
            ("digits of a number", str(parse.MAX_DIGITS)),
            ("patterns that settle it, without `--exhaustive`", grouped(plan.MAX_PATTERNS)),
        ),
        right=(1,),
    )


@cache
def said_of(text: object) -> str:
    """The first line of what is said of a text that is no condition."""
    with pytest.raises(ConditionError) as caught:
        Condition.parse(text)  # type: ignore[arg-type]
    return str(caught.value).splitlines()[0]


def errors() -> str:
    """Under each head, a row a text that is no condition."""
    found = ""
    for head, texts in ERRORS.items():
        rows = []
        for text in texts:
            rows.append((_written(text), _plain(said_of(text))))
        found += f"\n### {head}\n" + listing(("you write", "the answer"), rows).removesuffix("\n")
    return found + "\n"


def _written(text: object) -> str:
    """What somebody writes, as far as there is room; in Python a condition may have no quotes."""
    if not isinstance(text, str):
        return code(f"Condition.parse({text!r})")
    return code(text if len(text) < 40 else f"{text[:18]}…") if text else "nothing"


def _plain(sentence: str) -> str:
    """A sentence as Markdown that shows it as it is."""
    return re.sub(r"([*_<>|\\{}`$])", r"\\\1", sentence)


def idioms() -> str:
    """A row a useful sentence, with its ways on eight decks."""
    rows = []
    for meaning, text in IDIOMS.items():
        split = (Condition.parse(text),)
        [[ways, others]] = census(RULES, [split]).ways(Shoe.decks(8))
        chance = percent_text(Fraction(ways, ways + others), 4)
        rows.append((meaning, code(text), grouped(ways), chance, needs(RULES, split).fineness))
    head = ("what", "condition", "ways", "probability", "shoe by")
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


def test_the_page_is_what_is_made_today() -> None:
    kept = PAGE.read_text(encoding="utf-8")
    assert sorted(parts(kept)) == sorted(MADE)
    assert remade(kept, MADE) == kept


def test_every_fact_says_what_it_means() -> None:
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
    """The sentences that say what is no condition, as patterns: what is put in may be anything."""
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
                found.append("".join(".*" if part is None else re.escape(str(part)) for part in said))
    return sorted(set(found))


@pytest.mark.parametrize("sentence", sentences())
def test_every_sentence_has_an_example(sentence: str) -> None:
    said = [said_of(text) for texts in ERRORS.values() for text in texts]
    assert any(re.search(sentence, one) for one in said)


if __name__ == "__main__":
    rewrite(PAGE, MADE)
