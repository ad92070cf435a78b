"""Bets with open pays: takes names, texts and files, and returns polynomials and pays.

Resolves names through the catalog and passes values to the analysis, which does the counting.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Unpack

from analyzer.analysis.design.solve import DraftOnShoe, ForEdge, Solution, Solutions, sensitivity, solution
from analyzer.analysis.design.symbols import Symbolic, written
from analyzer.analysis.odds import Decks, fresh, odds
from analyzer.analysis.question import Question
from analyzer.ask.numbers import Ends, band, not_negative
from analyzer.ask.parameters import Cards, OpenPays, by_text, listed
from analyzer.ask.question import drafted, known_of, repriced, shoe_of
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.condition import Condition
from analyzer.bets.draft import Draft
from analyzer.bets.pricing import Ratio, price_of
from analyzer.errors import CatalogError, ShoeError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.cards import Card, parse_cards
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import MAX_DECKS, Shoe
from analyzer.given import is_one_of, plain
from analyzer.rates import ANY
from analyzer.text import message


def symbolic(bet: str | Bet | Draft, shoe: Cards = None, **shared: Unpack[OpenPays]) -> Symbolic:
    """What a bet is worth on a shoe, as polynomials in its open pays.

    Args:
        bet: a reference such as `my-bet` or `tie/9`, or the bet itself. If no line pays a name, every winning
            line for which no pay is given is open, under its own id.
        shoe: the cards left, as a Shoe, its text form, or a number of decks; the variant's own by default.
        seen: cards that have left the shoe, such as "9c 9d".
        bet_files: TOML files of bets, whose lines may pay names.
        variant: where to look for a bet that is in no file; its rules and decks are the defaults.
        rules: how coups are dealt; by default the bet's own rules, else the variant's.
        pays: numbers for some names or lines, `{"x": 12}`, to one.
        commission: sets the Banker's winning price to one minus this rate.
        dealt: cards of this coup that are known; a bet that is only offered inside a coup needs these or
            `given`.
        given: a condition known to be true of the finished coup; all figures are conditional on it.

    Raises:
        AnalyzerError: any of the above is malformed or unknown.

    >>> symbolic("tie").edge.coefficient("win")
    Fraction(-619306544887, 6508331087895)
    """
    variant, plain, rules = drafted(bet, shared, OpenPays)
    pays = by_text(message("pays"), shared.get("pays"))
    draft = _opened(plain, _settled(plain, pays, shared.get("commission")), pays)
    return _on(draft, rules, shoe_of(variant, shoe).without(shared.get("seen", "")), *known_of(shared))


def solve(
    bet: str | Bet | Draft,
    lines: str | Sequence[str] = (),
    *,
    edge: Ends | None = None,
    sd: Ratio | None = None,
    decks: Decks | Sequence[Decks] | None = None,
    shoe: Shoe | str | None = None,
    **shared: Unpack[OpenPays],
) -> Solutions:
    """The pays that give a house edge or a standard deviation, and what the edge depends on.

    Takes the parameters of `symbolic`, and in addition:

    Args:
        lines: the names or lines to solve for, each with all others unchanged; by default the bet's only name
            or winning line. Without `edge` and `sd`, nothing is solved for.
        edge: a house edge such as "5%", or a band of them such as "5%..6%", ends included.
        sd: a standard deviation, in units staked.
        decks: a number of decks, several, or "infinite"; by default the variant's, unless a shoe is given.
        shoe: the cards left, if they are not fresh decks.

    Raises:
        AnalyzerError: any of the above is malformed or unknown, contradicts another, or has no effect.

    >>> solve("tie", edge="5%", decks=8).solutions[0].pay
    Fraction(22254431954453, 2477226179548)
    """
    variant, plain, rules = drafted(bet, shared, OpenPays)
    wanted = [lines] if isinstance(lines, str) else listed(message("lines"), lines)
    edges = None if edge is None else band(message("a house edge"), edge, ANY)
    deviation = None if sd is None else not_negative(message("a standard deviation"), sd)
    if wanted and edges is None and deviation is None:
        raise CatalogError("expected either a house edge or a standard deviation to solve for, got neither")
    if edges is not None and deviation is not None:
        raise CatalogError("expected either a house edge or a standard deviation to solve for, got both")
    if not wanted and (edges is not None or deviation is not None):
        wanted = list(plain.symbols or plain.bet.winning)
        if not wanted:
            raise CatalogError(
                "bet {bet} has no line that wins; name a line to solve for", bet=repr(plain.bet.id)
            )
        if len(wanted) > 1:
            raise CatalogError(
                "bet {bet} has several pays; name the one to solve for: {pays}",
                bet=repr(plain.bet.id),
                pays=tuple(wanted),
            )
    targets = list(dict.fromkeys(_target(plain, name) for name in wanted))
    pays = by_text(message("pays"), shared.get("pays"))
    for name in pays:
        if (known := _target(plain, name)) in targets:
            raise CatalogError("expected no pay for {name}, which is solved for, got one", name=repr(known))
    draft = _settled(plain, pays, shared.get("commission"))
    seen, (dealt, given) = parse_cards(shared.get("seen", "")), known_of(shared)
    cards = _cards(variant, decks, shoe, seen, dealt)
    sizes = _sizes(variant, decks) if cards is None else ()

    def on(opened: Draft) -> dict[Decks | None, Symbolic]:
        """An opened draft on every requested shoe, and on shoes with one deck less and one more."""
        if cards is not None:
            return {None: _on(opened, rules, cards, dealt, given)}
        return _fresh(opened, rules, sizes, given)

    cases: list[DraftOnShoe] = []
    for target in targets:
        is_open = target in draft.symbols
        shoes = on(draft if is_open else replace(draft, names={**draft.names, target: target}))
        for size in sizes or (None,):
            found = solution(shoes[size], target, edges, deviation or Fraction(0))
            pay = found.pay if isinstance(found, ForEdge) else None
            cases.append(_case(shoes, size, found, {} if pay is None else {target: pay}))
    if not targets:
        opened = _opened(plain, draft, pays)
        shoes = on(opened)
        # Lines opened only to see how the edge depends on them keep the bet's own pays.
        names = opened.names.keys() - draft.names.keys()
        own = {line.id: line.net for line in draft.bet.lines if line.id in names}
        cases = [_case(shoes, size, None, own) for size in sizes or (None,)]
    whole = cards or Shoe.decks(variant.decks)
    question = Question(variant, rules, (draft.bet,), whole, seen, dealt, given)
    left = None if cards is None else question.left
    return Solutions(question, draft, left, edges, deviation, tuple(cases))


def _case(
    shoes: Mapping[Decks | None, Symbolic],
    size: Decks | None,
    solution: Solution | None,
    pays: Mapping[str, Fraction],
) -> DraftOnShoe:
    """The solution on one shoe, with the sensitivity of the edge at these pays."""
    fewer, more = (shoes.get(size + step) if isinstance(size, int) else None for step in (-1, 1))
    return DraftOnShoe(size, shoes[size], solution, sensitivity(shoes[size], fewer, more, pays))


def _settled(draft: Draft, pay: Mapping[str, Ratio], commission: Ratio | None) -> Draft:
    """The draft with the commission, and the pays given for its names or lines, filled in."""
    fixed: dict[str, Fraction] = {}
    for name, price in pay.items():
        target = _target(draft, name)
        if target in fixed:
            raise CatalogError(
                "expected one pay for {name} of bet {bet}, got two",
                name=repr(target),
                bet=repr(draft.bet.id),
            )
        fixed[target] = price_of(price)
    if commission is not None:
        draft = replace(draft, bet=repriced([draft.bet], {}, commission)[0])
    lines = {line: fixed.pop(line) for line in list(fixed) if line not in draft.symbols}
    settled = draft.settled(fixed)
    return replace(settled, bet=settled.bet.priced(lines)) if lines else settled


def _target(draft: Draft, name: str) -> str:
    """What a text refers to: a name of the draft, the name that a line pays, or a line that pays a number."""
    lines = [line.id for line in draft.bet.lines]
    for known in (*draft.symbols, *lines):
        if is_one_of(name, (known, written(known))):
            return draft.names.get(known, known)
    hint = did_you_mean(str(name)[:64], (*draft.symbols, *lines))
    raise CatalogError(
        "unknown name or line {name} of bet {bet}{hint}",
        name=quoted(name),
        bet=repr(draft.bet.id),
        hint=hint,
    )


def _opened(plain: Draft, draft: Draft, pay: Mapping[str, Ratio]) -> Draft:
    """The draft; if the bet pays no names, every winning line without a given pay is open."""
    if plain.names:
        return draft
    given = {_target(plain, name) for name in pay}
    return Draft.opened(draft.bet, [line for line in draft.bet.winning if line not in given])


def _on(draft: Draft, rules: Rules, shoe: Shoe, dealt: Dealt, given: Condition | None) -> Symbolic:
    bet = draft.bet
    demanded = frozenset([bet.reference])
    question = Question.of(rules, [bet], shoe, dealt=dealt, given=given, demanded=demanded)
    return Symbolic(draft, odds(question).valuations[0])


def _fresh(
    draft: Draft, rules: Rules, sizes: Sequence[Decks | None], given: Condition | None
) -> dict[Decks | None, Symbolic]:
    """The draft on fresh shoes of these numbers of decks, and of one deck less and one more."""
    near = {size + step for size in sizes if isinstance(size, int) for step in (-1, 0, 1)}
    known: list[Decks] = [size for size in near if 1 <= size <= MAX_DECKS]
    found = fresh(rules, [(draft.bet, given)], [*known, "infinite"] if "infinite" in sizes else known)
    return {size: Symbolic(draft, value) for size, (value,) in found.items() if value is not None}


def _cards(
    variant: Variant,
    decks: Decks | Sequence[Decks] | None,
    shoe: Shoe | str | None,
    seen: Sequence[Card],
    dealt: Dealt,
) -> Shoe | None:
    """The requested shoe; None if it is fresh decks of which no card is known."""
    if shoe is None and not seen and dealt == NOTHING:
        return None
    sizes = () if decks is None else _sizes(variant, decks)
    if sizes and shoe is not None:
        raise ShoeError("expected either a number of decks or a shoe, got both")
    if len(sizes) > 1:
        raise ShoeError("expected one number of decks if cards are seen or dealt, got {n}", n=len(sizes))
    if "infinite" in sizes:
        raise ShoeError("expected a number of decks if cards are seen or dealt, got 'infinite'")
    return shoe_of(variant, next((size for size in sizes if size != "infinite"), shoe)).without(seen)


def _sizes(variant: Variant, decks: Decks | Sequence[Decks] | None) -> tuple[Decks, ...]:
    """The requested numbers of decks, each once; by default the variant's."""
    if decks is None:
        return (variant.decks,)
    decks = plain(decks)
    several = [decks] if isinstance(decks, int | str) else listed(message("numbers of decks"), decks)
    for size in several:
        if not ((type(size) is int and 1 <= size <= MAX_DECKS) or is_one_of(size, ("infinite",))):
            raise ShoeError(
                "expected decks as whole numbers from 1 to {most} or 'infinite', got {decks}",
                most=str(MAX_DECKS),
                decks=quoted(size),
            )
    if not several:
        raise ShoeError("one number of decks or more is required")
    return tuple(dict.fromkeys(several))
