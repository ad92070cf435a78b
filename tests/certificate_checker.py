"""Checks a certificate of baccarat odds, without the program that made it.

    python certificate_checker.py CERTIFICATE [--against SHEET.toml] [--library FOLDER]

It recomputes every integer by dealing every kind of card to every place. Kinds must distinguish exactly what
the conditions use of a card; a comparison that is always true, or never, uses nothing.
It looks up every name in the library, which it reads from the library's files: FOLDER contains `rules`,
`bets` and `variants`; by default it is `analyzer/catalog` in the source of the program. SHEET is a TOML file
of rules, of bets or of a variant, or the id of a library variant. Needs only Python 3.11.
The exit status is 0 if the certificate holds, 1 if it does not, 2 if this cannot be determined.
"""
# fmt: off

import json
import os
import re
import sys
import tomllib
import unicodedata
from collections import Counter, namedtuple
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import chain, product, zip_longest
from math import perm, prod
from pathlib import Path

VERSION = "1.0.0"  # The version of the program whose library this is.
LIBRARY = Path(__file__).resolve().parents[1] / "analyzer" / "catalog"
SCHEMAS = ["baccarat-certificate/2", "baccarat-certificate/1"]
MEANING = "71aec790fcb2398b6c353a413eaa07a4d78dec2e4fe111488ef4ccb647093698"  # digest of the text
PROVES = """\
Proved: that the numbers follow from the conditions, prices, drawing table and shoe printed above; and that
every name of the library means what the library of this version means by that name.
Not proved: that a casino uses these rules, conditions, prices or cards; that names of the user's own mean
what a rule sheet says (compare with --against); who made the certificate, or when; that the shoe printed
above is the one on the table, or that the given condition was true."""

Card = namedtuple("Card", "name points rank suit color")
PLACES, SUITS = ["p1", "p2", "p3", "b1", "b2", "b3"], [("s", 0, 0), ("h", 1, 1), ("d", 2, 1), ("c", 3, 0)]
DECK = [Card(r + s, i * (i < 10), i, *rest) for i, r in enumerate("A23456789TJQK", 1) for s, *rest in SUITS]

class WrongError(Exception):
    """Something in the certificate is wrong."""

class UnsureError(Exception):
    """Whether the certificate holds cannot be determined."""

# ---- conditions -------------------------------------------------------------------------------------------

class Nothing:  # an undrawn third card and its attributes: no comparison with it is true
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = lambda self, other: False
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __neg__ = lambda self, *_: self
    __getattr__ = __add__

class Among(list):  # the ranges in braces: closed, as pairs
    def __contains__(self, n):
        return any(low <= n <= high for low, high in self)

NOTHING = Nothing()
NAMED = {"ace": 1, "jack": 11, "queen": 12, "king": 13}
NAMED = {word: ("number", n) for word, n in NAMED.items()} | {"black": ("color", 0), "red": ("color", 1)}
NAMED |= {word: ("suit", n) for n, word in enumerate(["spades", "hearts", "diamonds", "clubs"])}
SHOWS = {"points": "number", "rank": "number", "suit": "suit", "color": "color"}
SCOPES = {"player": "(p1, p2, p3)", "banker": "(b1, b2, b3)", "first_four": "(p1, p2, b1, b2)"}
SCOPES["coup"] = f"({', '.join(PLACES)})"
WORDS = {"Among": Among, "__builtins__": {"abs": abs}}
WORDS["dealt"] = lambda *hand: sum(card is not NOTHING for card in hand)
WORDS["total"] = lambda *hand: sum(card.points for card in hand if card is not NOTHING) % 10
WORDS["count"] = lambda cards, of: sum(bool(of(card)) for card in cards if card is not NOTHING)
WORDS["distinct"] = lambda cards, of: len({of(card) for card in cards if card is not NOTHING})
FACTS = {"cards": ("number", "dealt(p1, p2, p3, b1, b2, b3)")}
for hand, x in ("player", "p"), ("banker", "b"):
    row, two = f"({x}1, {x}2, {x}3)", f"total({x}1, {x}2)"
    FACTS |= {hand + "_total": ("number", "total" + row), hand + "_two": ("number", two)}
    FACTS |= {hand + "_cards": ("number", "dealt" + row), hand + "_draws": ("truth", f"(dealt{row} == 3)")}
    FACTS[hand + "_natural"] = "truth", f"({two} > 7)"
    for fact, shown in ("pair", "rank"), ("suited_pair", "name"):
        FACTS[f"{hand}_{fact}"] = "truth", f"({x}1.{shown} == {x}2.{shown})"
for name, sign in {"player_wins": ">", "banker_wins": "<", "tie": "==", "margin": "-"}.items():
    kind = "number" if name == "margin" else "truth"
    FACTS[name] = kind, f"abs({FACTS['player_total'][1]} {sign} {FACTS['banker_total'][1]})"
AT, TOKEN = r"\b[pb][123]\b", re.compile(r"[ \t\r\n]+|\.\.|[=!<>]=|[<>+*%(){},.-]|[A-Za-z0-9_]+")

class Range(namedtuple("Range", "low high")):  # the bounds of a number
    def __abs__(self): return self if self.low >= 0 else Range(0, max(-self.low, self.high))
    def __mod__(self, other): return Range(0, other.high - 1)
    def __neg__(self): return Range(-self.high, -self.low)
    def __add__(self, other): return Range(self.low + other.low, self.high + other.high)
    def __sub__(self, other): return self + -other
    def __mul__(self, other): return Range(min(ends := [x * y for x in self for y in other]), max(ends))

ANY = Card(None, *(Range(min(x), max(x)) for x in [*zip(*DECK, strict=True)][1:]))
BOUNDS = dict.fromkeys([*PLACES, "card"], ANY) | {"Range": Range, "__builtins__": {"abs": abs}}
BOUNDS |= {"dealt": lambda *hand: Range(len(hand) * 2 // 3, len(hand))}
BOUNDS |= {"total": lambda *_: Range(0, 9), **dict.fromkeys(["count", "distinct"], lambda *_: Range(0, 6))}

def always(code, sign, other):  # whether a comparison is true of every coup, or of none; None if it depends
    ranged = (re.sub(r"(?<!\w)([0-9]+)", r"Range(\1, \1)", number) for number in (code, other))
    (a, b), (c, d) = (eval(number, BOUNDS) for number in ranged)
    found = {eval(f"{x} {sign} {y}") for x in (a, b) for y in (c, d)}
    if sign in ("==", "!="):
        found = {sign == "!="} if b < c or d < a else {sign == "=="} if a == b == c == d else {True, False}
    third = re.search(r"[pb]3\.", code + other)  # no comparison with an undrawn card is true
    return None if found == {True, False} or (third and True in found) else True in found

class Sentence:
    """One condition, read by the grammar of the language; `code` is the condition in Python."""

    def __init__(self, text):
        tokens, at = [], 0
        while at < len(text) <= 2_000 and (token := TOKEN.match(text, at)):
            tokens, at = [*tokens, token[0]], token.end()
        self.tokens = [*(token for token in tokens if token.strip(" \t\r\n")), ""][::-1]
        self.text, self.inside, self.deep = text, False, 0
        self.asked = []  # pairs: places, and what the condition uses of each card there, as a function
        self.code = self.need("truth", self.any())
        if at < len(text) or not text.strip() or self.tokens != [""]:
            self.fail()

    def fail(self):
        raise WrongError(f"expected a condition, got {ascii(self.text)[:90]}")

    def take(self, *wanted):  # the next token if it is one of these, else None
        return self.tokens.pop() if self.tokens[-1] in wanted else None

    def word(self):  # the next token, which can be any
        return self.tokens.pop() if self.tokens[1:] else self.fail()

    def need(self, kind, part):
        return part[1] if part[0] == kind else self.fail()

    def any(self, read=None, word="or"):
        mark, read = len(self.asked), read or (lambda: self.any(self.denied, "and"))
        parts = [read()]
        while self.take(word):
            parts.append(read())
        codes = [self.need("truth", x) for x in parts] if parts[1:] else []
        if decisive := [x for x in codes if x.strip("()") == str(word == "or")]:
            codes[:], self.asked[mark:] = decisive[:1], []
        kept = [f"({x})" for x in codes if x.strip("()") != str(word == "and")] or codes[:1]
        return ("truth", f" {word} ".join(kept)) if kept else parts[0]

    def denied(self):
        if self.take("not"):
            code = self.need("truth", self.nested(self.denied))
            return "truth", {"True": "False", "False": "True"}.get(code.strip("()"), f"(not {code})")
        mark, (kind, code) = len(self.asked), self.chain("+-")
        if self.take("in"):
            members = [self.member(kind) if self.take("{") else self.fail()]
            while self.take(","):
                members.append(self.member(kind))
            ends = [member.strip("()").split(", ") for member in members]
            within = [{always(code, ">=", low), always(code, "<=", high)} for low, high in ends]
            so = True if {True} in within else False if all(False in both for both in within) else None
            code = f"({code}) in Among([{', '.join(members)}])" if self.take("}") else self.fail()
        elif sign := self.take("==", "!=", "<", "<=", ">", ">="):
            other = self.need(kind, self.chain("+-"))
            so = always(code, sign, other) if kind != "truth" else None
            code = f"({code}) {sign} ({other})"
            kind = self.fail() if kind != "number" and sign not in ("==", "!=") else kind
        else:
            return kind, code
        if so is not None:
            code, self.asked[mark:] = str(so), []
        self.ask(code)
        return ("truth", f"({code})") if kind != "truth" else self.fail()

    def ask(self, code):  # of a single card a comparison uses only its own truth, of several the attributes
        places = {*re.findall(AT, code)}
        if len(places) == 1:
            self.asked.append((places, f"lambda {min(places)}: {code}"))
        for place, shown in re.findall(rf"({AT})\.([a-z]+)", code) if len(places) > 1 else ():
            self.asked.append(({place}, f"lambda card: card.{shown}"))

    def member(self, kind):
        low = high = self.signed(kind)
        if self.take(".."):
            high = self.signed("number") if kind == "number" else self.fail()
        return f"({low}, {high})" if low <= high else self.fail()

    def signed(self, kind):
        minus, (named, n) = self.take("-"), self.literal(self.word())
        return self.fail() if named != kind or (minus and kind != "number") else -n if minus else n

    def literal(self, word):
        if word in NAMED:
            return NAMED[word]
        return ("number", int(word)) if re.fullmatch("[0-9]{1,12}", word) else self.fail()

    def chain(self, signs):
        read = (lambda: self.chain("*%")) if signs == "+-" else self.unary
        kind, code = read()
        while sign := self.take(*signs):
            code = f"({self.need('number', (kind, code))} {sign} {self.need('number', read())})"
            if sign == "%" and not re.search(r"% 0*[1-9][0-9]*\)$", code):
                self.fail()
        return kind, code

    def nested(self, read):
        self.deep += 1
        part = read() if self.deep <= 64 else self.fail()
        self.deep -= 1
        return part

    def unary(self):
        if self.take("-"):
            return "number", f"(-{self.need('number', self.nested(self.unary))})"
        if self.take("("):
            kind, code = self.nested(self.any)
            return (kind, f"({code})") if self.take(")") else self.fail()
        word = self.word()
        if word in ("count", "distinct") and not self.inside and self.take("("):
            return "number", self.counted(word)
        if word in PLACES and not self.inside and self.take(".") and self.tokens[-1] in SHOWS:
            return SHOWS[self.tokens[-1]], f"{word}.{self.word()}"
        if word in FACTS and not self.inside:
            self.ask(code := FACTS[word][1])
            self.asked.append(({*re.findall(AT, code)}, f"lambda card: {'total' in code} and card.points"))
            return FACTS[word]
        if word in SHOWS and self.inside:
            return SHOWS[word], f"card.{word}"
        kind, n = self.literal(word)
        return kind, str(n)

    def counted(self, word):
        self.inside = True
        if word == "count":
            one = self.need("truth", self.nested(self.any))
        else:
            one = f"card.{self.word()}" if self.tokens[-1] in SHOWS else self.fail()
        self.inside, scope = False, self.word() if self.take(",") else "coup"
        if not self.take(")") or scope not in SCOPES:
            self.fail()
        self.asked.append(({*re.findall(AT, SCOPES[scope])}, f"lambda card: {one}"))
        return f"{word}({SCOPES[scope]}, lambda card: {one})"

def settle(sentences, given, first):  # the places used, the kinds distinguished, and the settling function
    read = [Sentence(text) for text in sentences]
    code = str(len(read) + 1)  # the number of the first true one, from 1; 0 if the given condition is false
    for number, sentence in reversed([*enumerate(read, 1)]):
        code = f"{number} if {sentence.code} else {code}"
    if given is not None:
        read.append(Sentence(given))
        code = f"({code}) if {read[-1].code} else 0"
    asked = [(seen, eval(of, WORDS)) for sentence in read for seen, of in sentence.asked]
    touched = {*chain(*(seen for seen, _ in asked))}
    places = PLACES if touched & {"p3", "b3"} else [place for place in PLACES if place in touched]
    used = [of for _, of in asked] + ([lambda card: card.points] if places == PLACES else [])
    if any("p1" in seen and len({of(card) for card in DECK if card.rank == first}) > 1 for seen, of in asked):
        raise WrongError("a condition uses the suit of the first card, of which the rules give only the rank")
    groups = {}
    for card in DECK:
        groups.setdefault(tuple(of(card) for of in used), []).append(card.name)
    return places, [*groups.values()], eval(f"lambda {', '.join(places)}: {code}", WORDS)

# ---- numbers ----------------------------------------------------------------------------------------------

def digest(x):
    return sha256(json.dumps(x, sort_keys=True, separators=(",", ":"), ensure_ascii=0).encode()).hexdigest()

def same(claimed, exact, what):
    one, other = (json.dumps(value, sort_keys=True) for value in (claimed, exact))
    if one != other:
        at = max(0, next((i for i, x in enumerate(one) if x != other[i : i + 1]), len(one)) - 30)
        raise WrongError(f"{what}: claimed ...{one[at : at + 70]}..., exact ...{other[at : at + 70]}...")

def only(part, where, needed, optional=""):  # require these keys and no others
    keys = {*part} if isinstance(part, dict) else {""}
    if {*needed.split()} - keys or keys - {*needed.split(), *optional.split()}:
        raise WrongError(f"{where}: expected the keys {needed} {optional}, got {ascii(sorted(keys))[:200]}")

def coups(rules, dealt, places, points, ordered):  # number of orders, and kinds: None no card, -1 a given one
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

def offer_of(bet, lines):  # everything in a bet that its digest covers
    offer = {key: bet[key] for key in ("id", "paytable", "locked") if key in bet}
    return offer | {"lines": [{x: line[x] for x in line if x not in ("ways", "classes")} for line in lines]}

def exact_bet(bet, document, size):  # the correct bet, from its lines, the rules, the kinds and the condition
    rules, kinds, given = document["rules"], document["kinds"][bet["kinds"]], document["given"]
    names, counts = [*kinds], [kind["count"] for kind in kinds.values()]
    first, sentences = rules["player_first"], [line["when"] for line in bet["lines"][:-1]]
    places, groups, settled = settle(sentences, given, first)
    if places != bet["places"] or {*map(" ".join, groups)} != {kind["cards"] for kind in kinds.values()}:
        raise UnsureError("places or kinds differ from those that the conditions use, as read here")
    cards = {k: next(x for x in DECK if x.name in kind["cards"]) for k, kind in enumerate(kinds.values())}
    cards |= {-1: DECK[4 * (first or 1) - 4], None: NOTHING}
    points = {kind: 0 if kind is None else card.points for kind, card in cards.items()}
    ordered = re.search(r"[pb][12]\s*\.", " ".join([*sentences, given or ""]))
    unknown, dealt = 6 - (first is not None), [kind for kind, n in enumerate(counts) if n]
    orders, lines, total, ev = [Counter() for _ in bet["lines"]], [], 0, Fraction(0)
    for times, coup in coups(rules, dealt, places, points, ordered):
        if line := settled(*map(cards.get, coup)):
            orders[line - 1][tuple(sorted(kind for kind in coup if kind is not None and kind >= 0))] += times
    for line, found in zip(bet["lines"], orders, strict=True):
        classes, net = [], ratio(line["net"])
        for held, times in sorted(found.items(), key=lambda item: (len(item[0]), item[0])):
            if ways := times * prod(perm(counts[kind], held.count(kind)) for kind in {*held}):
                ways *= perm(size - len(held), unknown - len(held))
                classes.append([" ".join(names[kind] for kind in held), times, str(ways)])
        ways = sum(int(row[2]) for row in classes)
        law = [(ratio(x), ratio(chance)) for x, chance in line.get("multiplier", [["1", "1"]])]
        if sum(chance for _, chance in law) != 1 or min(chance for _, chance in law) <= 0:
            raise WrongError("a multiplier: expected probabilities above 0 that add up to 1")
        if min(x for x, _ in law) < 0 or (net <= 0 and "multiplier" in line):
            raise WrongError("a multiplier: expected factors of at least 0, and a gain")
        total, ev = total + ways, ev + net * sum(x * chance for x, chance in law) * ways
        lines.append({**line, "net": str(net), "ways": str(ways), "classes": classes})
        if "multiplier" in line:
            lines[-1]["multiplier"] = [[str(x), str(chance)] for x, chance in law]
    lost = {key: lines[-1][key] for key in ("ways", "classes")}
    lines[-1] = {**lost, "id": "lose", "when": None, "net": "-1"}
    exact = {"places": places, **({"locked": str(ratio(bet["locked"]))} if "locked" in bet else {})}
    if "locked" in bet and ratio(bet["locked"]) < -min(Fraction(line["net"]) for line in lines):
        raise WrongError("locked: expected the units that can be lost, or more")
    exact["sha256"] = digest(offer_of(bet | exact, lines[:-1]))
    return {**bet, **exact, "ev": str(ev / total), "house_edge": str(-ev / total), "lines": lines}

def cell(card, fineness):  # the cell of a card in a shoe
    return {"points": str(card.points), "ranks": card.name[0], "cards": card.name}[fineness]

def named(groups):  # the fineness whose cells these kinds are, or None, and the name of each kind
    for fineness, many in {"points": 10, "ranks": 13, "cards": 52}.items():
        cells = [{cell(card, fineness) for card in group} for group in groups]
        if len(groups) == many and max(map(len, cells)) == 1:
            return fineness, [min(names) for names in cells]
    labels = []
    for group in groups:  # ranks, then their suits unless all four are included
        suits, ranks = {}, {}
        for card in group:
            suits[card.name[0]] = suits.get(card.name[0], "") + card.name[1]
        for rank, those in suits.items():
            ranks[those] = ranks.get(those, "") + rank
        labels.append("+".join(rank + those * (those != "shdc") for those, rank in ranks.items()))
    return None, labels

def check_form(document):  # check keys and texts before anything is computed
    needed = "schema about sha256 rules shoe given total_ways kinds bets"
    only(document, "certificate", needed, "meaning own version variant")
    more = " version variant" if type(document["about"]) is str else " meaning"
    only(document, "certificate", needed + more, "own")
    only(document["rules"], "rules", "id player_draws naturals banker banker_by player_first sha256")
    only(document["shoe"], "shoe", "cards fineness counts")
    for place, bet in enumerate(document["bets"]):
        keys = "id paytable name sha256 kinds places ev house_edge lines"
        only(bet, f"bets[{place}]", keys, "locked")
        ids = [bet["id"], *([] if bet["paytable"] is None else [bet["paytable"]])]
        for line in bet["lines"]:
            only(line, f"bets[{place}].lines", "id when net ways classes", "multiplier")
            ids.append(line["id"])
        if len(bet["lines"]) < 2:
            raise WrongError(f"bets[{place}]: expected one line or more, followed by lose")
        if not all(re.fullmatch("[a-z0-9][a-z0-9-]{0,63}", id) for id in ids):
            raise WrongError(f"bets[{place}]: expected ids of lower-case letters, digits and hyphens")
        if len({line["id"] for line in bet["lines"]}) < len(bet["lines"]) or type(bet["name"]) is not str:
            raise WrongError(f"bets[{place}]: expected a different id for each line, and a name")
    names = [(bet["id"], bet["paytable"]) for bet in document["bets"] for _ in bet["lines"]]
    if not 0 < len(names) <= 5_000 or len({*names}) < len(document["bets"]):
        raise WrongError("expected each bet of a certificate once, with 1 to 5,000 lines in all")
    about = document if type(document["about"]) is str else document["about"]
    titles = [about["version"], about["variant"], document["rules"]["id"]]
    for label in [*titles, *(bet["name"] for bet in document["bets"])]:
        if type(label) is not str or not 0 < len(label) <= 200 or not label.strip() or {*label} & {*"\n\t"}:
            raise WrongError(f"expected names of 1 to 200 characters on one line, got {ascii(label)[:60]}")
    if not (own := document.get("own", ["x"])) or not all(type(label) is str for label in own):
        raise WrongError("own: expected labels, or no such key")

def check_texts(value, levels=16):  # allow nothing that hides or reorders text, and no deep nesting
    if isinstance(value, str):
        hidden = [c for c in value if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
        if not levels or {*hidden} - {*"\n\t\u200c\u200d"}:
            raise WrongError(f"expected text that can be shown, got {value!a:.60}")
    elif isinstance(value, dict | list):
        parts = [*value, *(value.values() if isinstance(value, dict) else ())]
        for part in parts if levels else [NOTHING]:
            check_texts(part, levels - 1)
    elif type(value) not in (int, bool, type(None)):
        raise WrongError("expected texts and whole numbers, not deeply nested")

def check(document, library=None):
    """Raise an error unless the certificate holds; return the names that are not the library's."""
    check_texts(document)
    check_form(document)
    rules, counts = document["rules"], document["shoe"]["counts"]
    deal = {key: rules[key] for key in rules if key not in ("id", "sha256")}
    same(deal, dealing(deal), "rules")
    size, fineness = sum(counts.values()), document["shoe"]["fineness"]
    old = type(document["about"]) is str  # in version 1, this is the meaning of the numbers
    meaning = document["about" if old else "meaning"]
    same(sha256(meaning.encode()).hexdigest(), MEANING, "digest of the meaning")
    exact = {**document, "schema": SCHEMAS[old], "rules": {**rules, "sha256": digest(deal)}}
    exact |= {"shoe": {"cards": size, "fineness": fineness, "counts": counts}, "kinds": {}}
    cells = {card.name: cell(card, fineness) for card in DECK}
    odd = any(type(n) is not int or n < 0 for n in counts.values()) or size > 100_000
    if odd or {*cells.values()} != {*counts}:
        raise WrongError("shoe: expected a count of each card, rank or point value, 100,000 in all at most")
    for name in dict.fromkeys(bet["kinds"] for bet in document["bets"]):
        parts = [kind["cards"].split() for kind in document["kinds"][name].values()]
        groups = [[card for card in DECK if card.name in part] for part in parts]
        groups.sort(key=lambda cards: min((card.points, card.rank, card.suit) for card in cards))
        level, labels = named(groups)
        same(name, level or f"kinds-{len(exact['kinds']) + 1}", "name of kinds")
        kinds = exact["kinds"][name] = {}
        for label, cards in zip(labels, groups, strict=True):
            count = sum(counts[cell] for cell in {cells[card.name] for card in cards})
            kinds[label] = {"cards": " ".join(card.name for card in cards), "count": count}
        same(sum(kind["count"] for kind in kinds.values()), size, f"cards of kinds {name}")
        same([*document["kinds"][name]], [*kinds], f"order of kinds {name}")
    exact["bets"] = [exact_bet(bet, exact, size) for bet in document["bets"]]
    points = {cells[card.name]: card.points for card in DECK}
    left = [sum(n for cell, n in counts.items() if points[cell] == value) for value in range(10)]
    about = {key: (document if old else document["about"])[key] for key in ("version", "variant")}
    same(about["version"], VERSION, "version")
    own = check_names(str(about["variant"]), exact, library or library_of(LIBRARY))
    about |= {"shoe": {"cards": size, "fineness": fineness, "points": left}, "rules_sha256": digest(deal)}
    about |= {"rules": rules["id"]} | ({"given": document["given"]} if document["given"] is not None else {})
    offers = [(bet["id"], bet["paytable"], bet["sha256"]) for bet in exact["bets"]]
    about["bets"] = [dict(zip(("bet", "paytable", "sha256"), offer, strict=True)) for offer in offers]
    exact["about"] = document["about"] if old else about
    exact["total_ways"] = str(sum(int(line["ways"]) for line in exact["bets"][0]["lines"]))
    exact["sha256"] = digest({key: part for key, part in exact.items() if key != "sha256"})
    same(document, exact, "certificate")
    return own

# ---- names ------------------------------------------------------------------------------------------------

Priced = namedtuple("Priced", "reference offer names")  # one bet at one price, its names in every language
Library = namedtuple("Library", "rules bets variants")
Sheet = namedtuple("Sheet", "rules bets decks", defaults=[None])

def toml(path):
    return tomllib.loads(path.read_text(encoding="utf-8-sig"))

def ratio(text):
    if not re.fullmatch(r"-?[0-9]{1,12}(\.[0-9]{1,12}|/[0-9]{1,12})?%?", text):
        raise ValueError(f"expected a ratio, got {ascii(text)[:60]}")
    return Fraction(text.rstrip("%")) / (100 if text.endswith("%") else 1)

def net(price):  # the gain per unit staked
    if price == "push":
        return Fraction(0)
    if less := re.fullmatch(r"(.+) less (\S+%)", price):
        return net(less[1]) * (1 - ratio(less[2]))
    odds = re.fullmatch(r"(\S+) (to|for) (\S+)", price)
    return ratio(odds[1]) / ratio(odds[3]) - (odds[2] == "for") if odds else ratio(price)

def dealing(table):  # everything that decides how a coup is dealt
    header, *rows = [" ".join(line.split()) for line in table["banker"].split("\n") if line.strip()]
    exact = {key: sorted({*table[key]}) for key in ("player_draws", "naturals")}
    cells = sorted(rows)
    if [row[0] for row in cells] != [str(total) for total in range(10) if total not in table["naturals"]]:
        raise WrongError("rules: expected a row of the drawing table for each total that is not a natural")
    if header != "- 0 1 2 3 4 5 6 7 8 9" or not all(re.fullmatch("[0-9]( [DS]){11}", row) for row in cells):
        raise WrongError("rules: expected a drawing table of eleven columns of D and S")
    by, first = table.get("banker_by", "third-card"), table.get("player_first")
    totals = [*exact["player_draws"], *exact["naturals"]]
    if by not in ("third-card", "player-total") or first not in (None, *range(1, 14)) or type(first) is bool:
        raise WrongError("rules: expected banker_by third-card or player-total, player_first from 1 to 13")
    whole = all(type(total) is int and total in range(10) for total in totals)
    if not whole or len({*totals}) < len(totals):
        raise WrongError("rules: expected totals from 0 to 9, each listed once, to draw on or as a natural")
    return {**exact, "banker": "\n".join([header, *cells]), "banker_by": by, "player_first": first}

def prices_of(table):  # a [[bet]] of a file, at each of its prices
    for name, pays in (table.get("paytables") or {None: table["paytable"]}).items():
        lines = []
        for line in table["lines"]:
            lines.append({"id": line["id"], "when": line["when"], "net": str(net(pays[line["id"]]))})
            if "multiplier" in line:
                law = line["multiplier"].items()
                lines[-1]["multiplier"] = [[str(ratio(x)), str(ratio(chance))] for x, chance in law]
        locked = {"locked": str(ratio(table["locked"]))} if "locked" in table else {}
        offer = {"id": table["id"], "paytable": name, **locked, "lines": lines}
        names = {table.get("name", table["id"]), *table.get("names", {}).values()}
        yield Priced(table["id"] if name is None else f"{table['id']}/{name}", offer, names)

def variant_of(table, bets, rules_of):  # the bets of a game: a reference without a price means the first
    local = {}
    for bet in table.get("bet", ()):
        local[bet["id"]] = [*prices_of(bet)]
    offered = []
    for reference in table["bets"]:
        prices = local.get(reference.partition("/")[0]) or bets[reference.partition("/")[0]]
        offered += [price for price in prices if reference in (price.reference, price.offer["id"])][:1]
    return Sheet(rules_of(table["rules"]), offered, table["decks"])

@cache
def library_of(folder):
    """The library in a folder: rules, bets at each price and variants, by id."""
    if not (folder / "variants").is_dir():
        raise FileNotFoundError(f"no library in {folder}; name its folder with --library FOLDER")
    rules = {path.stem: dealing(toml(path)) for path in sorted((folder / "rules").glob("*.toml"))}
    bets = {}
    for path in sorted((folder / "bets").glob("*.toml")):
        for table in toml(path)["bet"]:
            bets[table["id"]] = [*prices_of(table)]
    variants = {}
    for path in sorted((folder / "variants").glob("*.toml")):
        table = toml(path)
        variants[path.stem] = (table["rules"], variant_of(table, bets, rules.get))
    return Library(rules, bets, variants)

def check_names(variant, document, library):
    """Raise an error for a name that contradicts the library; return those that must be listed as `own`."""
    own, rules = [], document["rules"]
    dealt = {key: rules[key] for key in rules if key not in ("id", "sha256")}
    rules_id, game = library.variants.get(variant, (None, Sheet(None, [])))
    if rules["id"] in library.rules:
        same(dealt, library.rules[rules["id"]], f"rules called {rules['id']}")
    offered = [digest(price.offer) for price in game.bets]
    if rules_id != rules["id"] or not {bet["sha256"] for bet in document["bets"]} <= {*offered}:
        own.append(f"variant {variant}")
    own += [] if rules["id"] in library.rules else [f"rules {rules['id']}"]
    for bet in document["bets"]:
        prices = [price for price in game.bets if price.offer["id"] == bet["id"]]
        prices += library.bets.get(bet["id"], [])
        found = next((price for price in prices if digest(price.offer) == bet["sha256"]), None)
        reference = bet["id"] if bet["paytable"] is None else f"{bet['id']}/{bet['paytable']}"
        if found and bet["name"] not in found.names:
            raise WrongError(f"bet {reference} is called {ascii(bet['name'])[:60]}, which is not its name")
        if not found and bet["paytable"] is not None:
            for price in [price for price in prices if price.reference == reference]:
                same(offer_of(bet, bet["lines"][:-1]), price.offer, f"bet called {reference}")
        own += [] if found else [f"bet {reference}"]
    same(document.get("own", []), own, "own, the names that are not the library's or mean something else")
    return own

# ---- a rule sheet -----------------------------------------------------------------------------------------

def sheet_of(name, library):
    """The rule sheet in a file, or that of a library variant."""
    if not name.endswith(".toml") and name in library.variants:
        return library.variants[name][1]
    path, table = Path(name), toml(Path(name))

    def rules_of(ref):
        return dealing(toml(path.parent / ref)) if ref.endswith(".toml") else library.rules[ref]

    if "banker" in table:
        return Sheet(dealing(table), [])
    if "bets" in table:
        return variant_of(table, library.bets, rules_of)
    [rules] = {bet.get("rules", "punto-banco") for bet in table["bet"]}
    return Sheet(rules_of(rules), [price for bet in table["bet"] for price in prices_of(bet)])

def differences(document, sheet):
    """The differences between a certificate and a rule sheet."""
    for key, theirs in sheet.rules.items():
        pairs = [(document["rules"][key], theirs)]
        if key == "banker":
            pairs = zip_longest(*(grid.split("\n") for grid in pairs[0]))
        yield from (f"rules, {key}: certified {a}, on the sheet {b}" for a, b in pairs if a != b)
    for bet in document["bets"] if sheet.bets else ():
        ours, near = tidy(offer_of(bet, bet["lines"][:-1])), nearest(bet, sheet)
        if ours != (theirs := tidy(near.offer) if near else "no such bet"):
            yield f"bet {bet['id']}: certified {ours}, on the sheet {theirs}"
    if document["given"] is not None:
        yield f"given: certified {document['given']!a}, on the sheet no condition"
    if not fresh(document["shoe"], sheet.decks):
        of = "" if sheet.decks is None else f" of {sheet.decks} deck{'s' * (sheet.decks != 1)}"
        yield f"shoe: certified {document['shoe']['cards']} cards, on the sheet a fresh shoe{of}"

def nearest(bet, sheet):  # the sheet's price equal to a bet's, else one of the same bet and paytable if any
    prices = [price for price in sheet.bets if price.offer["id"] == bet["id"]]
    prices.sort(key=lambda price: price.offer["paytable"] != bet["paytable"])
    return min(prices, key=lambda x: tidy(x.offer) != tidy(offer_of(bet, bet["lines"][:-1])), default=None)

def comparison(document, sheet, name):  # what could not be compared, and what is not certified
    if sheet.decks is None:
        lacks = "number of decks was" if sheet.bets else "bets and number of decks were"
        yield f"the {lacks} not compared: {name} has none"
    near = [nearest(bet, sheet) for bet in document["bets"]]
    rest = ", ".join(price.reference for price in sheet.bets if price not in near)
    yield from [f"on {name}, and not certified: {rest!a}"] * bool(rest)

def fresh(shoe, decks=None):  # whether the shoe is full decks, of this number if given
    whole = Counter(cell(card, shoe["fineness"]) for card in DECK)
    shares = {Fraction(n, whole[cell]) for cell, n in shoe["counts"].items()}
    return shares == {decks or -(-max(shares) // 1)}

def tidy(offer):  # without the name of the price, and with single blanks in conditions
    lines = [{**line, "when": " ".join(line["when"].split())} for line in offer["lines"]]
    return {key: part for key, part in offer.items() if key not in ("id", "paytable")} | {"lines": lines}

# ---- the command ------------------------------------------------------------------------------------------

def read(path):
    """The document in a file: JSON in UTF-8, each key once, whole numbers only."""
    def once(pairs):
        if len(pairs) > len({*dict(pairs)}):
            raise WrongError("expected each key once")
        return dict(pairs)
    def whole(text):
        raise WrongError(f"expected whole numbers, got {ascii(text)[:40]}")
    text = Path(path).read_bytes().decode("utf-8-sig")
    return json.loads(text, object_pairs_hook=once, parse_float=whole, parse_constant=whole)

def describe(document, own):
    about, shoe = document if type(document["about"]) is str else document["about"], document["shoe"]
    yield f"version {about['version']}, variant {about['variant']}"
    yield f"rules {document['rules']['id']}, drawing table sha256 {document['rules']['sha256']}"
    yield f"shoe of {shoe['cards']} cards: " + " ".join(f"{cell}={n}" for cell, n in shoe["counts"].items())
    yield "given: " + ("nothing" if document["given"] is None else " ".join(document["given"].split()))
    for bet in document["bets"]:
        price = "" if bet["paytable"] is None else f"/{bet['paytable']}"
        yield f"bet {bet['id']}{price}, called {bet['name']}, house edge {bet['house_edge']}"
        for line in bet["lines"]:
            yield f"  {line['id']}: {' '.join((line['when'] or 'else').split())}: net {line['net']}"
        yield f"  sha256 {bet['sha256']}"
    yield "names of the user's own: " + (", ".join(own) or "none")
    yield f"certificate sha256 {document['sha256']}"

def main(arguments):
    options = dict(zip(arguments[1::2], arguments[2::2], strict=False))
    if len(arguments) % 2 == 0 or {*options} - {"--against", "--library"}:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        library = library_of(Path(options.get("--library", LIBRARY)))
        sheet = sheet_of(options["--against"], library) if "--against" in options else None
    except Exception as error:
        print(f"cannot say: {type(error).__name__}: {str(error)!a}", file=sys.stderr)
        return 2
    try:
        document = read(arguments[0])
        own = check(document, library)
        unlike = [] if sheet is None else [*differences(document, sheet)]
    except UnsureError as error:
        print(f"cannot say: {error}", file=sys.stderr)
        return 2
    except Exception as error:  # anything that stops the check means that the certificate is wrong
        say(f"does not hold: {type(error).__name__}: {str(error)!a}")
        return 1
    shoe, given = document["shoe"], document["given"] is not None
    limits = ["under its condition only, not for a fresh coup"] * given
    limits += [f"odds of {shoe['cards']} cards left, not of a fresh shoe"] * (not fresh(shoe))
    limits += ["with names of the user's own"] * bool(own)
    lines = ["; ".join(["holds", *limits])]
    if sheet is not None:
        name, what = Path(options["--against"]).name, "rule sheet" if sheet.bets else "rules alone of"
        lines = [f"holds{', but not' * bool(unlike)} for the {what} {name}"]
        lines += ["about the certificate: " + "; ".join(limits)] * bool(limits)
        lines += comparison(document, sheet, name)
    say(*lines, *unlike, *describe(document, own), PROVES)
    return 1 if unlike else 0

def say(*lines):  # a reader may close the pipe early
    try:
        print(*lines, sep="\n", flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
