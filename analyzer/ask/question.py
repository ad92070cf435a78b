"""Questions with all names, texts and files resolved, and what their bets are worth."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from operator import index
from os import PathLike
from typing import TypeVar, Unpack

from analyzer.analysis import odds as analysis
from analyzer.analysis.odds import Report
from analyzer.analysis.question import MAIN, Excluded, Question, split
from analyzer.ask.bet_files import bets_of_files, by_name, drafts_in
from analyzer.ask.parameters import (
    Cards,
    DesignedBet,
    Game,
    KnownCoup,
    OfCoup,
    Shared,
    Terms,
    check_parameters,
    listed,
)
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.condition import Condition
from analyzer.bets.draft import Draft
from analyzer.bets.pricing import Ratio, commission_of, commissioned, price_of, priced_line
from analyzer.catalog import load
from analyzer.catalog.reference import id_of
from analyzer.census.census import needs
from analyzer.errors import AnalyzerError, CatalogError, ConditionError, ShoeError, did_you_mean, parameter
from analyzer.exact import quoted
from analyzer.game.cards import parse_cards
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.rates import PART, rate
from analyzer.text import Message, message

T = TypeVar("T")


def question(variant: Game = "standard", shoe: Cards = None, **shared: Unpack[KnownCoup]) -> Question:
    """A question that many functions can answer, with its names resolved and its prices set once.

    After `q = question("classic", 6, pay={"tie": 9})`, the methods `q.odds()`, `q.removal(by="points")`,
    `q.tail(unseen=14)` … return what the functions of these names return for all these parameters.

    Args:
        variant: a variant, its id, or the path of a variant file; or a question, which is returned as it is.
        shoe: the cards left, as a Shoe, its text form, or a number of decks; the variant's own by default.
        **shared: `seen`, `bets`, `bet_files`, `rules`, `pay`, `commission`, `dealt`, `given` and
            `exhaustive`, as for `odds`.

    Raises:
        AnalyzerError: any of the above is malformed or unknown.

    >>> question("classic", 6, bets=["tie"]).odds()["tie"].house_edge
    Fraction(220299549488, 1525814595305)
    """
    check_parameters(shared, KnownCoup)
    if isinstance(variant, Question):
        if shoe is not None or shared:
            also = (*(["shoe"] if shoe is not None else []), *shared)
            raise AnalyzerError(
                "expected only a question, since it includes all parameters, got {names} in addition",
                names=also,
            )
        return variant
    game = variant_of(variant)
    rules = rules_of(game, shared.get("rules"))
    named = shared.get("bets")
    named = None if named is None else listed(message("bets"), named)
    added, pays = bets_of_files(shared, named)
    chosen, demanded, unavailable = chosen_of(game, rules, named, added)
    bets = repriced(chosen, pays, shared.get("commission"))
    cards, seen = shoe_of(game, shoe), parse_cards(shared.get("seen", ""))
    return Question(
        game,
        rules,
        tuple(bets),
        cards.without(seen),
        seen,
        *known_of(shared),
        shared.get("exhaustive", False),
        frozenset(bets[place].reference for place in demanded),
        unavailable,
    )


def odds(variant: Game = "standard", shoe: Cards = None, **shared: Unpack[KnownCoup]) -> Report:
    """What each bet of a variant is worth, exactly: a mapping from bet id to Valuation.

    Args:
        variant: a variant, its id, or the path of a variant file; or a `question`, which includes the rest.
        shoe: the cards left, as a Shoe, its text form, or a number of decks; the variant's own by default.
        seen: cards that have left the shoe, such as "9c 9d".
        dealt: cards of this coup that are known, such as "P:9c,5 B:K".
        given: a condition known to be true of the finished coup; probabilities are conditional on it.
        bets: only these, by reference (`tie`, `tie/9`) or as values; `*` is every bet of the library that is
            dealt under these rules, `*/*` at every price; by default the variant's bets.
        bet_files: TOML files whose bets are valued too; if `bets` names bets, only those named are.
        rules: rules to use instead of the variant's, as a value, an id, or a path.
        pay: changed prices, to one: `{"tie": 9}` or `{"lucky-6.two-card": "25/2"}`.
        commission: sets the Banker's winning price to one minus this rate.
        exhaustive: count even bets that need more than 10⁸ patterns.

    Raises:
        AnalyzerError: any of the above is malformed, unknown or impossible.

    >>> odds("standard")["banker"].house_edge
    Fraction(114753351728, 10847218479825)
    """
    return analysis.odds(question(variant, shoe, **shared))


def known_of(shared: OfCoup) -> tuple[Dealt, Condition | None]:
    """The cards of the coup that are known, and the condition given, if any."""
    dealt, given = shared.get("dealt"), shared.get("given")
    return (
        NOTHING if dealt is None else dealt if isinstance(dealt, Dealt) else Dealt.parse(dealt),
        given if given is None or isinstance(given, Condition) else Condition.parse(given),
    )


def whole_coups(variant: Game, shoe: Cards, shared: Terms, group: type = Shared) -> Question:
    """A question about whole coups, of which nothing is known yet; `group` lists the parameters allowed.
    Raises AnalyzerError if anything is known, and TypeError for a parameter that is not in the group.
    """
    check_parameters(shared, group)
    resolved = question(variant, shoe, **shared)
    if resolved.dealt != NOTHING or resolved.given is not None:
        raise AnalyzerError(
            "expected a question about whole coups, got one with cards dealt or a condition given"
        )
    return resolved


def on_winner(variant: Game, shoe: Cards, shared: Shared, more: Sequence[Bet] = ()) -> Question:
    """A question about whole coups: on the bets named, else on Player, Banker, Tie and `more`."""
    if isinstance(variant, Question):
        resolved = whole_coups(variant, shoe, shared)
        main = [bet for bet in resolved.bets if bet.id in MAIN]
        return resolved.naming([*main, *more] or resolved.bets) if resolved.usual else resolved
    if shared.get("bets") is None:
        variant = variant_of(variant)
        shared["bets"] = [*(bet for bet in variant.bets if bet.id in MAIN), *more] or None
    return whole_coups(variant, shoe, shared)


def variant_of(variant: str | PathLike[str] | Variant) -> Variant:
    """The variant that a value, an id or a path stands for."""
    if isinstance(variant, Variant):
        return variant
    if usage := next((usage for kind, usage in _MISPLACED.items() if isinstance(variant, kind)), ""):
        raise CatalogError(
            "expected a variant as a value, an id or a file, got {value}; write {usage}",
            value=quoted(variant),
            usage=usage.format(quoted(variant)),
        )
    return load.variant(variant)


_MISPLACED = {int: "shoe={}", Shoe: "shoe=…", Bet: "bets=[…]", Rules: "rules=…"}
"""Types of values that are not variants, and how to pass each of them."""


def chosen_of(
    game: Variant, dealt_under: Rules, bets: Sequence[str | Bet] | None, added: Sequence[Bet] = ()
) -> tuple[list[Bet], list[int], Excluded]:
    """The requested bets, the places of those that must be answered, and those excluded, with the reasons.

    If bets are named, only these are requested, and they must be answered. `*` and `*/*` request the bets of
    the library, except those excluded because they do not fit the rules. The bets `added` are requested too,
    unless only single bets are named: then they just supply bets to name.
    """
    wanted = game.bets if bets is None else bets
    local = by_name(added)
    chosen: dict[Bet, bool] = {}
    unavailable: dict[Bet, Message] = {}
    for name in wanted:
        if isinstance(name, str) and name in _EVERY:
            for bet in _EVERY[name]():
                if why := _misfit(bet, dealt_under):
                    unavailable[bet] = why
                else:
                    chosen.setdefault(bet, False)
        else:
            chosen[name if isinstance(name, Bet) else bet_of(game, name, local)] = bets is not None
    if not bets or any(isinstance(name, str) and name in _EVERY for name in wanted):
        chosen |= dict.fromkeys(added, True)
    if not chosen:
        raise CatalogError("one bet or more is required")
    demanded = [place for place, must in enumerate(chosen.values()) if must]
    return list(chosen), demanded, tuple(pair for pair in unavailable.items() if pair[0] not in chosen)


def _misfit(bet: Bet, rules: Rules) -> Message | None:
    """Why a bet does not fit the rules, as a clause whose subject is the bet; None if it fits."""
    if bet.rules is not None and bet.rules != rules.id:
        return message("is dealt under rules {own}, not {rules}", own=bet.rules, rules=rules.id)
    try:
        needs(rules, split(bet))
    except ConditionError:
        return message("depends on a suit that rules {rules} leave open", rules=rules.id)
    return None


_EVERY: Mapping[str, Callable[[], Iterable[Bet]]] = {
    "*": lambda: (prices[0] for prices in load.library().values()),
    "*/*": lambda: chain.from_iterable(load.library().values()),
}
"""Texts for every bet of the library, at its first price or at each; these bets need not be answered."""


def bet_of(game: Variant, ref: str, local: Mapping[str, tuple[Bet, ...]]) -> Bet:
    """The bet that a reference names: from files that have its id or alias, else the variant's."""
    return load.bet(ref, local) if id_of(ref) in local else load.offered(game, ref, local)


def drafted(
    bet: str | Bet | Draft, shared: DesignedBet, group: type = DesignedBet
) -> tuple[Variant, Draft, Rules]:
    """The variant, the bet with the names that its lines pay, and the rules: its own unless others are given.

    A bet is looked for in the files, then among those of the variant; a plain bet pays no names. Raises
    CatalogError if the bet is only offered inside a coup and nothing is known of the coup, and TypeError for
    a parameter that is not in the group.
    """
    check_parameters(shared, group)
    variant = variant_of(shared.get("variant", "standard"))
    if isinstance(bet, Draft):
        draft = bet
    else:
        files = listed(message("bet files"), shared.get("bet_files", ()))
        drafts = [draft for _, draft in drafts_in(files)]
        found = bet if isinstance(bet, Bet) else bet_of(variant, bet, by_name(draft.bet for draft in drafts))
        draft = next((draft for draft in drafts if draft.bet is found), Draft(found, {}))
    if draft.bet.inside_coup and known_of(shared) == (NOTHING, None):
        raise CatalogError(
            "bet {bet} is only offered inside a coup, so its edge before the coup is not the edge at which "
            "it is offered; give the exposed cards with {dealt}, or a condition with {given}, such as "
            "{example}",
            bet=repr(draft.bet.reference),
            dealt=parameter("dealt"),
            given=parameter("given"),
            example="'player_two == 5 and banker_two == 6'",
        )
    rules = shared.get("rules")
    return variant, draft, rules_of(variant, draft.bet.rules if rules is None else rules)


def rules_of(game: Variant, rules: Rules | str | PathLike[str] | None) -> Rules:
    """The requested rules; by default the variant's."""
    if rules is None:
        return game.rules
    return rules if isinstance(rules, Rules) else load.rules(rules)


def shoe_of(game: Variant, shoe: Cards) -> Shoe:
    """The requested shoe; by default fresh decks, the number that the variant has."""
    if shoe is None:
        return Shoe.decks(game.decks)
    if isinstance(shoe, Shoe):
        return shoe
    if isinstance(shoe, str):
        return Shoe.parse(shoe)
    try:
        return Shoe.decks(shoe if isinstance(shoe, bool) else index(shoe))
    except TypeError:
        raise ShoeError(
            "expected a shoe, its text form or a number of decks, got {value}", value=quoted(shoe)
        ) from None


def repriced(bets: list[Bet], pay: Mapping[str, Ratio], commission: Ratio | None) -> list[Bet]:
    """The bets with prices changed by bet or line, and the Banker bet at a commission."""
    changes: list[dict[str, Fraction]] = [{} for _ in bets]
    kept: dict[str, dict[str, Fraction]] = {}
    for key, price in pay.items():
        name, dot, line = key.partition(".")
        value = price_of(price)
        for bet, changed in _of_id(bets, name, changes):
            line_id = line if dot else priced_line(bet)
            if line_id in changed:
                raise CatalogError(
                    "expected one price for line {line} of bet {bet}, got two",
                    line=repr(line_id),
                    bet=repr(name),
                )
            changed[line_id] = value
            kept.setdefault(bet.id, {})[line_id] = commission_of(price)
    priced = [
        replace(bet.priced(changed, kept[bet.id]), usual=bet.nets) if changed else bet
        for bet, changed in zip(bets, changes, strict=True)
    ]
    if commission is None:
        return priced
    part = rate(message("a commission"), commission, PART)
    for _, changed in _of_id(bets, "banker", changes):
        if changed:
            raise CatalogError("expected either a commission or a pay for the Banker bet, got both")
    return [replace(commissioned(bet, part), usual=bet.nets) if bet.id == "banker" else bet for bet in priced]


def _of_id(
    bets: Sequence[Bet], name: str, changes: Sequence[dict[str, Fraction]]
) -> list[tuple[Bet, dict[str, Fraction]]]:
    """The requested bets with this id, each with its changes of price."""
    matches = [(bet, changed) for bet, changed in zip(bets, changes, strict=True) if bet.id == name]
    if not matches:
        hint = did_you_mean(name[:40], [bet.id for bet in bets])
        raise CatalogError("bet {bet} is not among those requested{hint}", bet=quoted(name), hint=hint)
    return matches
