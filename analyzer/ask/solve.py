"""Bets with open pays, as people ask for them: names, texts and files in, polynomials and pays out.

Resolves names through the catalog and hands values to the analysis; counts nothing itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from os import PathLike
from pathlib import Path

from analyzer.analysis.design.solve import (
    Case,
    ForEdge,
    Solution,
    Solutions,
    for_deviation,
    for_edge,
    sensitivity,
)
from analyzer.analysis.design.space import Band
from analyzer.analysis.design.symbols import Symbolic, written
from analyzer.analysis.fresh import Decks, fresh
from analyzer.analysis.odds import odds
from analyzer.analysis.question import Question
from analyzer.ask.drafts import draft_of
from analyzer.ask.question import Ratio, by_text, listed, repriced, rules_of, shoe_of, variant_of
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.draft import Draft
from analyzer.bets.pricing import exact_of, price_of
from analyzer.errors import AnalyzerError, CatalogError, ShoeError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import MAX_DECKS, Shoe


def symbolic(
    bet: str | Bet | Draft,
    shoe: Shoe | str | int | None = None,
    *,
    seen: str = "",
    bet_files: Iterable[str | Path] = (),
    variant: str | PathLike[str] | Variant = "standard",
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
) -> Symbolic:
    """What a bet is worth on a shoe as polynomials in the pays that are open.

    Args:
        bet: a reference such as `my-bet` or `tie/9`, or the thing itself; of a bet that pays no names every
            winning line is open, each under its own id, but for those to which a pay is given.
        shoe: the cards left, as a Shoe, its text form, or a number of decks; the variant's own by default.
        seen: cards that have left the shoe, such as "9c 9d".
        bet_files: TOML files of bets, whose lines may pay names.
        variant: where a bet that is in no file is looked for, and whose rules and decks are taken.
        rules: how coups are dealt; by default as the bet says where it does, else the variant's.
        pay: numbers for some names or lines, `{"x": 12}`, to one.
        commission: sets the Banker's winning price to one minus this rate.

    Raises:
        AnalyzerError: any of the above is malformed or unknown.

    >>> symbolic("tie").edge.coefficient("win")
    Fraction(-619306544887, 6508331087895)
    """
    game = variant_of(variant)
    asked = draft_of(bet, bet_files=bet_files, variant=game)
    pays = by_text("pays", pay)
    draft = _opened(asked, _settled(asked, pays, commission), pays)
    return _on(draft, _rules(draft, game, rules), shoe_of(game, shoe).without(seen))


def solve(
    bet: str | Bet | Draft,
    names: str | Sequence[str] = (),
    *,
    edge: Ratio | Band | None = None,
    sd: Ratio | None = None,
    decks: Decks | Sequence[Decks] | None = None,
    shoe: Shoe | str | None = None,
    seen: str = "",
    bet_files: Iterable[str | Path] = (),
    variant: str | PathLike[str] | Variant = "standard",
    rules: Rules | str | PathLike[str] | None = None,
    pay: Mapping[str, Ratio] | None = None,
    commission: Ratio | None = None,
) -> Solutions:
    """The pays of names that make a house edge or a standard deviation, and what the edge hangs on.

    Takes what `symbolic` takes, and besides:

    Args:
        names: names, or lines; each is solved for with all others as they stand. None of them: only the
            polynomials.
        edge: a house edge such as "5%", or a band of them such as "5%..6%", ends included.
        sd: a standard deviation, in units staked.
        decks: a number of decks, several, or "infinite"; the variant's own where neither these nor a shoe are
            given.
        shoe: the cards left, where they are not fresh decks.

    Raises:
        AnalyzerError: any of the above is malformed or unknown, contradicts another, or makes no difference.

    >>> solve("tie", "win", edge="5%", decks=8).solutions[0].pay
    Fraction(22254431954453, 2477226179548)
    """
    game = variant_of(variant)
    asked = draft_of(bet, bet_files=bet_files, variant=game)
    wanted = [names] if isinstance(names, str) else listed("names", names)
    band = None if edge is None else band_of(edge)
    deviation = None if sd is None else _deviation(sd)
    if wanted and (band is None) == (deviation is None):
        got = "neither" if band is None else "both"
        raise CatalogError(f"expected either a house edge or a standard deviation to solve for, got {got}")
    if not wanted and (band is not None or deviation is not None):
        raise CatalogError("expected a name or a line to solve for, got none")
    targets = list(dict.fromkeys(_target(asked, name) for name in wanted))
    pays = by_text("pays", pay)
    for name in pays:
        if (known := _target(asked, name)) in targets:
            raise CatalogError(f"expected no pay for {known!r}, which is solved for, got one")
    draft, dealt_under = _settled(asked, pays, commission), _rules(asked, game, rules)
    cards = _cards(game, decks, shoe, seen)
    sizes = _sizes(game, decks) if cards is None else ()

    def on(opened: Draft) -> dict[Decks | None, Symbolic]:
        """An opened draft on every shoe asked for, and on those of one deck less and more."""
        if cards is None:
            return _fresh(opened, dealt_under, sizes)
        return {None: _on(opened, dealt_under, cards)}

    cases: list[Case] = []
    for target in targets:
        shoes = on(_with(draft, target))
        for size in sizes or (None,):
            solution = _solution(shoes[size], target, band, deviation)
            made = solution.pay if isinstance(solution, ForEdge) else None
            cases.append(_case(shoes, size, solution, {} if made is None else {target: made}))
    if not targets:
        opened = _opened(asked, draft, pays)
        shoes = on(opened)
        cases = [_case(shoes, size, None, _stood(draft, opened)) for size in sizes or (None,)]
    of = Question(game, dealt_under, (draft.bet,), cards or Shoe.decks(game.decks))
    return Solutions(of, draft, cards, band, deviation, tuple(cases))


def _case(
    shoes: Mapping[Decks | None, Symbolic],
    size: Decks | None,
    solution: Solution | None,
    pays: Mapping[str, Fraction],
) -> Case:
    """What is found on one shoe; how it moves with the decks is told at such pays."""
    fewer, more = (shoes.get(size + step) if isinstance(size, int) else None for step in (-1, 1))
    return Case(size, shoes[size], solution, sensitivity(shoes[size], fewer, more, pays))


def band_of(edge: Ratio | Band) -> Band:
    """The band of house edges that a number, a pair or a text such as "5%", "5%..6%" or "5%.." says.

    Raises:
        AnalyzerError: it says none, or its ends are the wrong way round.
    """
    if isinstance(edge, tuple) and len(edge) == 2:
        ends: Sequence[object] = edge
    elif isinstance(edge, str) and ".." in edge:
        ends = [end.strip() or None for end in edge.split("..", 1)]
    else:
        ends = (edge, edge)
    low, high = (None if end is None else exact_of(end, percent=True) for end in ends)
    if (low is None and high is None) or (low is not None and high is not None and low > high):
        raise AnalyzerError(f"expected a band of edges LOW..HIGH such as 5%..6%, got {quoted(edge)}")
    return low, high


def _deviation(sd: Ratio) -> Fraction:
    if (found := exact_of(sd)) < 0:
        raise AnalyzerError(f"expected a standard deviation of at least 0, got {quoted(sd)}")
    return found


def _solution(symbolic: Symbolic, target: str, band: Band | None, sd: Fraction | None) -> Solution:
    if band is not None:
        return for_edge(symbolic, target, band)
    return for_deviation(symbolic, target, sd or Fraction(0))


def _settled(draft: Draft, pay: Mapping[str, Ratio], commission: Ratio | None) -> Draft:
    """The draft with the pays given for names or lines of it put in, and the commission."""
    found: dict[str, Fraction] = {}
    for name, price in pay.items():
        target = _target(draft, name)
        if target in found:
            raise CatalogError(f"expected one pay for {target!r} of bet {draft.bet.id!r}, got two")
        found[target] = price_of(price)
    if commission is not None:
        draft = replace(draft, bet=repriced([draft.bet], {}, commission)[0])
    lines = {line: found.pop(line) for line in list(found) if line not in draft.symbols}
    settled = draft.settled(found)
    return replace(settled, bet=settled.bet.priced(lines)) if lines else settled


def _target(draft: Draft, name: str) -> str:
    """What a text stands for: a name of the draft, that which a line pays, or a line that pays a number."""
    lines = [line.id for line in draft.bet.lines]
    for known in (*draft.symbols, *lines):
        if name in (known, written(known)):
            return draft.names.get(known, known)
    near = did_you_mean(str(name)[:64], (*draft.symbols, *lines))
    raise CatalogError(f"unknown name or line {quoted(name)} of bet {draft.bet.id!r}{near}")


def _with(draft: Draft, target: str) -> Draft:
    """The draft with a name or line open, the line under its own id."""
    return draft if target in draft.symbols else replace(draft, names={**draft.names, target: target})


def _opened(asked: Draft, draft: Draft, pay: Mapping[str, Ratio]) -> Draft:
    """The draft itself; of a bet that pays no names, that with winning lines open, but those given pays."""
    if asked.names:
        return draft
    given = {_target(asked, name) for name in pay}
    return Draft.opened(draft.bet, [line for line in draft.bet.winning if line not in given])


def _stood(draft: Draft, opened: Draft) -> dict[str, Fraction]:
    """What the lines pay that were opened only to see what hangs on them."""
    found = opened.names.keys() - draft.names.keys()
    return {line.id: line.net for line in draft.bet.lines if line.id in found}


def _rules(draft: Draft, game: Variant, rules: Rules | str | PathLike[str] | None) -> Rules:
    """The rules asked for, by default the bet's own, else the variant's."""
    return rules_of(game, draft.bet.rules if rules is None else rules)


def _on(draft: Draft, rules: Rules, shoe: Shoe) -> Symbolic:
    """The draft on one shoe."""
    bet = draft.bet
    question = Question.of(rules, [bet], shoe, demanded=frozenset([bet.reference]))
    return Symbolic(draft, odds(question).valuations[0])


def _fresh(draft: Draft, rules: Rules, sizes: Sequence[Decks | None]) -> dict[Decks | None, Symbolic]:
    """The draft on fresh shoes of so many decks, and of one deck more and less."""
    near = {size + step for size in sizes if isinstance(size, int) for step in (-1, 0, 1)}
    known: list[Decks] = [size for size in near if 1 <= size <= MAX_DECKS]
    found = fresh(rules, [(draft.bet, None)], [*known, "infinite"] if "infinite" in sizes else known)
    return {size: Symbolic(draft, value) for size, (value,) in found.items() if value is not None}


def _cards(
    game: Variant, decks: Decks | Sequence[Decks] | None, shoe: Shoe | str | None, seen: str
) -> Shoe | None:
    """The shoe asked for, None where it is fresh decks."""
    if shoe is None and not seen:
        return None
    if decks is not None and (shoe is not None or not isinstance(decks, int)):
        raise ShoeError("expected one number of decks, or a shoe, where cards are seen or left, got others")
    return shoe_of(game, decks if shoe is None and isinstance(decks, int) else shoe).without(seen)


def _sizes(game: Variant, decks: Decks | Sequence[Decks] | None) -> tuple[Decks, ...]:
    """The numbers of decks asked for, each once, the variant's own where none are."""
    if decks is None:
        return (game.decks,)
    several = [decks] if isinstance(decks, int | str) else listed("numbers of decks", decks)
    for size in several:
        if size != "infinite" and (type(size) is not int or not 1 <= size <= MAX_DECKS):
            raise ShoeError(
                f"expected decks as whole numbers from 1 to {MAX_DECKS} or 'infinite', got {quoted(size)}"
            )
    if not several:
        raise ShoeError("expected one number of decks or more, got none")
    return tuple(dict.fromkeys(several))
