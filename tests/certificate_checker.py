"""Checks a certificate of baccarat odds (baccarat-certificate/2 or /1): python certificate_checker.py FILE

Every integer is found again by dealing every kind of card to every place, as cards of that kind taken by
chance, so that kinds too coarse for what is asked give themselves away. Needs nothing but Python."""
# fmt: off

import json
import re
import sys
from collections import Counter, namedtuple
from fractions import Fraction
from hashlib import sha256
from itertools import product
from math import perm, prod
from random import choice

DRAWS = ["-0123456789", "-0123456789", "-0123456789", "-012345679", "-234567", "-4567", "67", ""]
GRID = [f"{b} {' '.join('SD'[x in draws] for x in '-0123456789')}" for b, draws in enumerate(DRAWS)]
PUNTO_BANCO = {"player_draws": [0, 1, 2, 3, 4, 5], "naturals": [8, 9], "banker_by": "third-card"}
PUNTO_BANCO |= {"banker": "\n".join(["- 0 1 2 3 4 5 6 7 8 9", *GRID]), "player_first": None}
Card = namedtuple("Card", "name points rank suit color")
SCHEMAS = ["baccarat-certificate/2", "baccarat-certificate/1"]
PLACES, SUITS = ["p1", "p2", "p3", "b1", "b2", "b3"], [("s", 0, 0), ("h", 1, 1), ("d", 2, 1), ("c", 3, 0)]
DECK = [Card(r + s, i * (i < 10), i, *rest) for i, r in enumerate("A23456789TJQK", 1) for s, *rest in SUITS]

class Nothing:  # a third card that was not drawn, and all it shows: no comparison with it is true
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = lambda self, other: False
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __neg__ = lambda self, *_: self
    __getattr__ = __add__

class Among(list):  # what stands in braces: numbers, and closed ranges as pairs
    def __contains__(self, n):
        return any(some[0] <= n <= some[1] if isinstance(some, tuple) else some == n for some in self)

NOTHING = Nothing()
WORDS = {"ace": 1, "jack": 11, "queen": 12, "king": 13, "spades": 0, "hearts": 1, "diamonds": 2, "clubs": 3}
WORDS |= {"black": 0, "red": 1, "Among": Among, "__builtins__": {"abs": abs}}
WORDS["dealt"] = lambda *hand: sum(card is not NOTHING for card in hand)
WORDS["total"] = lambda *hand: sum(card.points for card in hand if card is not NOTHING) % 10
WORDS["count"] = lambda coup, of, some=None: sum(bool(of(*c)) for c in some or coup() if c is not NOTHING)
WORDS["distinct"] = lambda coup, of, some=None: len({of(*c) for c in some or coup() if c is not NOTHING})
FACTS = {"first_four": "(p1, p2, b1, b2)", "cards": "dealt(p1, p2, p3, b1, b2, b3)"}
for hand, x in ("player", "p"), ("banker", "b"):
    row, two = f"({x}1, {x}2, {x}3)", f"total({x}1, {x}2)"
    FACTS |= {hand: row, hand + "_total": "total" + row, hand + "_two": two, hand + "_natural": f"({two}>7)"}
    FACTS |= {hand + "_cards": "dealt" + row, hand + "_draws": f"(dealt{row} == 3)"}
    FACTS |= {hand + "_pair": f"({x}1.rank == {x}2.rank)", hand + "_suited_pair": f"({x}1.name == {x}2.name)"}
for name, sign in {"player_wins": ">", "banker_wins": "<", "tie": "==", "margin": "-"}.items():
    FACTS[name] = f"abs({FACTS['player_total']} {sign} {FACTS['banker_total']})"

def digest(x):
    return sha256(json.dumps(x, sort_keys=True, separators=(",", ":"), ensure_ascii=0).encode()).hexdigest()

def same(claimed, exact, what):
    one, other = (json.dumps(value, sort_keys=True) for value in (claimed, exact))
    if one != other:
        at = max(0, next((i for i, x in enumerate(one) if x != other[i : i + 1]), len(one)) - 30)
        raise ValueError(f"{what}: claimed …{one[at : at + 70]}…, exact …{other[at : at + 70]}…")

def settle(sentences, places):  # a function of the cards there: the first that holds, or their number
    code = str(len(sentences))
    for number, text in reversed([*enumerate(sentences)]):
        if not re.fullmatch(r"(?a)[\w\s.,(){}<>=!%*+-]{1,2000}", text) or re.search(r"__|\*\*|lambda", text):
            raise ValueError(f"expected a sentence, got {text[:80]}")
        text = re.sub(r"\w+", lambda word: FACTS.get(word[0], word[0]), " ".join(text.split()))
        text = re.sub(r"(-?\w+) *\.\. *(-?\w+)", r"(\1, \2)", text).replace("{", "Among([").replace("}", "])")
        scope = f"lambda: ({', '.join(PLACES)}), lambda {', '.join(Card._fields)}: "
        text = re.sub(r"\b(count|distinct) *\(", rf"\1({scope}", text)
        code = f"{number} if {text} else {code}"
    return eval(f"lambda {', '.join(places)}: {code}", WORDS)

def coups(rules, dealt, places, points, ordered):  # in how many orders, and kinds: None no card, -1 one given
    first = dealt if rules["player_first"] is None else [-1]
    if places != PLACES:
        yield from ((1, kinds) for kinds in product(*(first if at == "p1" else dealt for at in places)))
        return
    grid = {r[0]: dict(zip("-0123456789", r[2::2], strict=True)) for r in rules["banker"].split("\n")[1:]}
    pairs = [(x, y, 1 if x == y or ordered else 2) for x in dealt for y in dealt if x <= y or ordered]
    for (p1, p2, u), (b1, b2, v) in product(pairs if first == dealt else [(-1, x, 1) for x in dealt], pairs):
        p, b = (points[p1] + points[p2]) % 10, (points[b1] + points[b2]) % 10
        over = p in rules["naturals"] or b in rules["naturals"]
        for p3 in dealt if p in rules["player_draws"] and not over else [None]:
            column = "-" if p3 is None else str((points[p3] + p * (rules["banker_by"] != "third-card")) % 10)
            for b3 in dealt if not over and grid[str(b)][column] == "D" else [None]:
                yield u * v, (p1, p2, p3, b1, b2, b3)

def exact_bet(bet, document, size):  # as it should stand: from its lines, the rules, the kinds, what is given
    rules, kinds, given = document["rules"], document["kinds"][bet["kinds"]], document["given"]
    cards = {k: [c for c in DECK if c.name in kind["cards"].split()] for k, kind in enumerate(kinds.values())}
    names, counts = [*kinds], [kind["count"] for kind in kinds.values()]
    unknown, dealt = 6 - (rules["player_first"] is not None), [kind for kind in cards if counts[kind]]
    cards |= {-1: [card for card in DECK if card.rank == (rules["player_first"] or 1)], None: [NOTHING]}
    places, points = [place for place in PLACES if place in bet["places"]], {None: 0}
    for kind in [*dealt, -1] if places == PLACES else []:
        [points[kind]] = {card.points for card in cards[kind]}
    sentences = [line["when"] for line in bet["lines"][:-1]]
    told = settle([f"not ({given})" if given else "0 == 1", *sentences], places)
    ordered = re.search(r"[pb][12]\s*\.", " ".join([*sentences, given or ""]))
    orders, lines, total, ev = [Counter() for _ in bet["lines"]], [], 0, Fraction(0)
    for times, coup in coups(rules, dealt, places, points, ordered):
        [line] = {told(*map(choice, map(cards.get, coup))) for _ in range(1 + 500 // len(dealt) ** 4)}
        if line:  # the one that all these cards agree on, and within what is given
            orders[line - 1][tuple(sorted(kind for kind in coup if kind is not None and kind >= 0))] += times
    for line, found in zip(bet["lines"], orders, strict=True):
        classes, net = [], Fraction(line["net"])
        for held, times in sorted(found.items(), key=lambda item: (len(item[0]), item[0])):
            if ways := times * prod(perm(counts[kind], held.count(kind)) for kind in {*held}):
                ways *= perm(size - len(held), unknown - len(held))
                classes.append([" ".join(names[kind] for kind in held), times, str(ways)])
        ways = sum(int(row[2]) for row in classes)
        mean = sum(Fraction(x) * Fraction(chance) for x, chance in line.get("multiplier", [["1", "1"]]))
        total, ev = total + ways, ev + net * mean * ways
        lines.append({**line, "net": str(net), "ways": str(ways), "classes": classes})
    lines[-1] |= {"id": "lose", "when": None, "net": "-1"}
    offer = {key: bet[key] for key in ("id", "paytable", "locked") if key in bet}
    offer["lines"] = [{x: line[x] for x in line if x not in ("ways", "classes")} for line in lines[:-1]]
    exact = {"sha256": digest(offer), "places": places, "ev": str(ev / total), "house_edge": str(-ev / total)}
    return {**bet, **exact, "lines": lines}

def check(document):
    rules, counts = document["rules"], document["shoe"]["counts"]
    deal = {key: rules[key] for key in rules if key not in ("id", "sha256")}
    same(deal, PUNTO_BANCO if rules["id"] == "punto-banco" else deal, "rules punto-banco")
    size, fineness = sum(counts.values()), document["shoe"]["fineness"]
    old = type(document["about"]) is str  # version 1 says there what its numbers mean
    exact = {**document, "schema": SCHEMAS[old], "rules": {**rules, "sha256": digest(deal)}}
    exact |= {"shoe": {"cards": size, "fineness": fineness, "counts": counts}, "kinds": {}}
    cells = {c.name: {"cards": c.name, "ranks": c.name[0], "points": str(c.points)}[fineness] for c in DECK}
    if {*cells.values()} != {*counts} or any(type(n) is not int or n < 0 for n in counts.values()):
        raise ValueError("shoe: expected a count of each card, rank or point value")
    for name in {bet["kinds"] for bet in document["bets"]}:
        kinds = exact["kinds"][name] = {}
        for label, kind in document["kinds"][name].items():
            cards = [card for card in DECK if card.name in kind["cards"].split()]
            shown = {str(card.points) if name == "points" else card.name[0] for card in cards}
            same(sorted({*label} - {*"shdc+"}), sorted(shown), "label of a kind")
            count = sum(counts[cell] for cell in {cells[card.name] for card in cards})
            kinds[label] = {"cards": " ".join(card.name for card in cards), "count": count}
        listed = sorted(" ".join(kind["cards"] for kind in kinds.values()).split())
        same([listed, sum(kind["count"] for kind in kinds.values())], [sorted(cells), size], f"kinds {name}")
    exact["bets"] = [exact_bet(bet, exact, size) for bet in document["bets"]]
    points = {cells[card.name]: card.points for card in DECK}
    left = [sum(n for cell, n in counts.items() if points[cell] == value) for value in range(10)]
    about = {key: str((document if old else document["about"])[key]) for key in ("version", "variant")}
    about |= {"shoe": {"cards": size, "fineness": fineness, "points": left}, "rules_sha256": digest(deal)}
    about |= {"rules": rules["id"]} | ({"given": document["given"]} if document["given"] is not None else {})
    offers = [(bet["id"], bet["paytable"], bet["sha256"]) for bet in exact["bets"]]
    about["bets"] = [dict(zip(("bet", "paytable", "sha256"), offer, strict=True)) for offer in offers]
    exact["about"] = document["about"] if old else about
    exact["total_ways"] = str(sum(int(line["ways"]) for line in exact["bets"][0]["lines"]))
    exact["sha256"] = digest({key: part for key, part in exact.items() if key != "sha256"})
    same(document, exact, "certificate")

if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8-sig") as file:
            check(json.load(file, object_pairs_hook=lambda x: dict(x) if len(x) == len({*dict(x)}) else {}))
    except Exception as error:
        sys.exit(f"refuted: {type(error).__name__}: {error}")
    print("holds")
