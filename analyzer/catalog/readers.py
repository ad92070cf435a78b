"""Reads rules, bets with their prices, and variants from TOML files."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TypeVar, cast

from analyzer.bets.bet import LOSE, Bet, Line, Uncomputable, Variant
from analyzer.bets.condition import Condition
from analyzer.bets.draft import UNSETTLED, Draft, is_name
from analyzer.bets.pricing import commission_of, price_of
from analyzer.catalog.reference import stems
from analyzer.catalog.toml_table import DESCRIPTION, TomlTable, expected_but_got
from analyzer.errors import CatalogError, RulesError, did_you_mean, parameter
from analyzer.exact import parse_ratio, quoted, ratio_text
from analyzer.game.rules import BankerBy, Rules
from analyzer.game.shoe import MAX_DECKS
from analyzer.game.tableau import Tableau
from analyzer.rates import PROBABILITY, rate
from analyzer.text import Message, Text, message, parts

T = TypeVar("T")

_Multiplier = tuple[tuple[Fraction, Fraction], ...]
"""Random factors, each with its probability."""

_BET_KEYS = ("id", "lines", "paytable", "paytables", "locked", "complete", "rules", "inside_coup")
EVERY_COUP = "cards >= 4"  # A condition that is always true.


def read_rules(top: TomlTable, name: str) -> Rules:
    """The rules that a file describes. Raises CatalogError with one line per fault."""
    top.only(*DESCRIPTION, "player_draws", "naturals", "banker", "banker_by", "player_first")
    top.aliases()
    description = top.description(name)
    total = message("a whole number from 0 to 9")
    draws = top.items("player_draws", int, total)
    naturals = top.items("naturals", int, total)
    grid = top.value("banker", str, message("the grid as text in quotes"), True)
    by = top.value("banker_by", str, message("'third-card' or 'player-total' in quotes"), False)
    if by not in (None, "third-card", "player-total"):
        top.fault("banker_by", expected_but_got(message("'third-card' or 'player-total'"), by))
    first = top.whole("player_first", 1, 13, required=False)
    tableau = None
    try:
        # The usual naturals replace a missing key, so that faults of the grid are still found.
        ends = naturals if "naturals" in top.values else [8, 9]
        tableau = None if grid is None else Tableau.parse(draws, ends, grid)
    except RulesError as error:
        for key, sentence in _faults_of(error):
            top.fault(key, sentence)
    top.faults.raise_if_any()
    assert tableau is not None
    banker_by = cast(BankerBy, by or "third-card")
    return Rules(name, tableau=tableau, banker_by=banker_by, player_first=first, **description)


def _faults_of(error: RulesError) -> Iterator[tuple[str, Text]]:
    """The key and the sentence of each fault of a tableau."""
    for fault in parts(error.message, "; "):
        *key, sentence = parts(fault, ": ") if isinstance(fault, Message) else (fault,)
        yield str(key[0]) if key else "", sentence


def read_variant(
    top: TomlTable,
    name: str,
    rules_of: Callable[[str], Rules],
    bet_of: Callable[[str, Mapping[str, tuple[Bet, ...]]], Bet],
    family: str | None = None,
) -> Variant:
    """The variant that a file describes. `rules_of` finds the rules of a reference; `bet_of` finds the bet
    of a reference, given the bets that the file itself defines. `family` is the family of these bets. Raises
    CatalogError with one line per fault.
    """
    top.only(*DESCRIPTION, "decks", "rules", "bets", "bet")
    top.aliases()
    description = top.description(name)
    decks = top.whole("decks", 1, MAX_DECKS)
    only_decks = "decks" in top.values and "rules" not in top.values
    if only_decks:
        top.fault("", message("missing key 'rules'; a file with 'decks' is read as a variant"))
    ref = top.value("rules", str, message("an id or a file in quotes"), not only_decks)
    rules = top.parsed("rules", ref, rules_of)
    local = read_bets(top.tables("bet"), description["source"], family) if "bet" in top.values else {}
    bets: dict[str, Bet] = {}
    refs = top.items("bets", str, message('a bet such as "tie/8"'))
    if top.values.get("bets") == []:
        top.fault("bets", message("one bet or more is required"))
    for i, ref in enumerate(refs, 1):
        if local.get(ref.partition("/")[0]) == ():
            continue  # a faulty bet of the file itself; its faults are already noted
        try:
            priced = bet_of(ref, local)
        except CatalogError as error:
            top.fault_in("bets", i, error.message)
            continue
        if priced.id in bets:
            top.fault_in("bets", i, message("expected each bet once, got {bet} again", bet=repr(priced.id)))
        bets[priced.id] = priced
    top.faults.raise_if_any()
    assert rules is not None and decks is not None
    return Variant(name, rules=rules, decks=decks, bets=tuple(bets.values()), local=local, **description)


def read_bets(
    tables: Iterable[TomlTable], source: object, family: str | None = None
) -> dict[str, tuple[Bet, ...]]:
    """The bets of a file's `[[bet]]` tables by id, one per paytable; `source` is for bets that name none."""
    return _by_id(tables, partial(read_bet, source=source, family=family))


def read_drafts(tables: Iterable[TomlTable], source: object) -> dict[str, tuple[Draft, ...]]:
    """The same bets as drafts, whose lines may pay names; without names, the bets are as in `read_bets`."""
    return _by_id(tables, partial(_drafts_of_bet, source=source, open_pays=True))


def _by_id(
    tables: Iterable[TomlTable], read: Callable[[TomlTable], tuple[T, ...]]
) -> dict[str, tuple[T, ...]]:
    by_id: dict[str, tuple[T, ...]] = {}
    taken: dict[str, str] = {}
    for table in tables:
        prices = read(table)
        name = table.values.get("id")
        if isinstance(name, str) and table.unused("id", name, taken):
            by_id[name] = prices
    return by_id


def read_bet(table: TomlTable, source: object, family: str | None = None) -> tuple[Bet, ...]:
    """The bet of one table at each of its prices, except those with faulty lines or prices."""
    return tuple(draft.bet for draft in _drafts_of_bet(table, source, family, open_pays=False))


def _drafts_of_bet(
    table: TomlTable, source: object, family: str | None = None, *, open_pays: bool
) -> tuple[Draft, ...]:
    """The drafts of one table, one per paytable; their lines may pay names only if `open_pays`."""
    table.only(*DESCRIPTION, *_BET_KEYS)
    aliases, name = table.aliases(), table.id("id")
    description = table.description(name or "")
    description["source"] = description["source"] or source
    lines, complete = _read_lines(table), _read_complete(table)
    rules = table.value("rules", str, message("the id of rules in quotes"), False)
    if rules is not None and rules not in stems("rules"):
        near = did_you_mean(rules[:64], stems("rules"))
        table.fault("rules", message("unknown rules {rules}{hint}", rules=quoted(rules), hint=near))
        rules = None
    inside_coup = table.value("inside_coup", bool, message("true or false"), False) or False
    locked = table.optional_ratio("locked")
    unpriced = Bet(
        name or "",
        lines=(),
        locked=locked,
        aliases=aliases,
        family=family,
        complete=complete,
        rules=rules,
        inside_coup=inside_coup,
        **description,
    )
    drafts = []
    for paytable, prices in _read_paytables(table):
        ids = [line_id for line_id, _, _ in lines]
        pay_names = _read_names(prices) if open_pays else {}
        nets = _read_prices(prices, ids, pay_names)
        settled = tuple(
            Line(line_id, when, net, multiplier, commission_of(str(prices.values[line_id])))
            for (line_id, when, multiplier), net in zip(lines, nets, strict=True)
            if line_id is not None and when is not None and net is not None and multiplier is not None
        )
        for line in settled:
            if line.multiplier and line.net <= 0:
                loss = message(
                    "expected a gain, since the line has a multiplier, got {net}", net=repr(str(line.net))
                )
                prices.fault(line.id, loss)
        if name is None or len(settled) < len(lines):
            continue
        bet = replace(unpriced, lines=settled, paytable=paytable)
        if locked is not None and locked < (most := bet.exposure):
            too_few = message(
                "expected at least the {most} units that can be lost, got {locked}",
                most=str(most),
                locked=repr(str(locked)),
            )
            table.fault("locked", too_few)
        drafts.append(Draft(bet, pay_names))
    return tuple(drafts)


def read_uncomputable(top: TomlTable) -> dict[str, Uncomputable]:
    """The uncomputable games and bets of a file, by id. Raises CatalogError with one line per fault."""
    top.only("bet", "source")
    items: dict[str, Uncomputable] = {}
    for table in top.tables("bet"):
        table.only("id", "name", "names", "aliases", "source", "reason")
        id, name = table.id("id"), table.text("name")
        reason = table.text("reason", most=2000, lines=True)
        names, aliases, source = table.names(), table.aliases(), table.source()
        if id in items:
            table.fault("id", message("expected a unique id, got {id} again", id=quoted(id)))
        elif id is not None and name is not None and reason is not None:
            items[id] = Uncomputable(id, name, " ".join(reason.split()), names, aliases, source)
    top.faults.raise_if_any()
    return items


def _read_lines(table: TomlTable) -> list[tuple[str | None, Condition | None, _Multiplier | None]]:
    lines: list[tuple[str | None, Condition | None, _Multiplier | None]] = []
    taken: dict[str, str] = {}
    for line in table.tables("lines"):
        line.only("id", "when", "multiplier")
        line_id = line.id("id")
        if line_id == LOSE:
            taken_id = message(
                "{lose} is reserved for coups to which no line applies; choose another id", lose=repr(LOSE)
            )
            line.fault("id", taken_id)
        elif line_id is not None:
            line.unused("id", line_id, taken)
        lines.append((line_id, read_condition(line, "when"), _read_multiplier(line)))
    return lines


def read_condition(table: TomlTable, key: str, *, required: bool = True) -> Condition | None:
    """The condition under a key; None if it is missing or faulty."""
    text = table.value(key, str, message("a condition in quotes"), required)
    return table.parsed(key, text, Condition.parse)


def _read_complete(table: TomlTable) -> Condition | None:
    """The condition on the coups that the lines claim to cover; `true` in the file means every coup."""
    claimed = table.values.get("complete", False)
    if isinstance(claimed, bool):
        return Condition.parse(EVERY_COUP) if claimed else None
    return read_condition(table, "complete")


def _read_multiplier(line: TomlTable) -> _Multiplier | None:
    """The random factors of a line: empty if the line has none, None if they are faulty."""
    if "multiplier" not in line.values:
        return ()
    if (table := line.table("multiplier", required=False)) is None:
        return None
    multiplier = []
    for key in table.values:
        chance = table.ratio(key, partial(rate, message("a probability"), within=PROBABILITY))
        factor = table.parsed("", key, parse_ratio)
        if factor is None:
            continue
        if factor < 0 or (chance is not None and chance <= 0):
            table.fault(key, message("expected a factor of at least 0 and a probability above 0"))
        elif chance is not None:
            multiplier.append((factor, chance))
    if len(multiplier) < len(table.values):
        return None
    if (total := sum(chance for _, chance in multiplier)) != 1:
        sum_text = ratio_text(Fraction(total))
        table.fault("", message("expected probabilities that add up to 1, got {total}", total=sum_text))
        return None
    return tuple(multiplier)


def _read_paytables(table: TomlTable) -> list[tuple[str | None, TomlTable]]:
    """The paytables of a bet: one without a name, or several with names."""
    if "paytables" not in table.values:
        only = table.table("paytable")
        return [] if only is None else [(None, only)]
    if "paytable" in table.values:
        table.fault("", message("expected paytable or paytables, got both"))
        return []
    paytables = table.table("paytables")
    if paytables is None:
        return []
    if not paytables.values:
        paytables.fault("", message("one paytable or more is required"))
    return [
        (name, prices)
        for name in paytables.values
        if paytables.is_id(name, paytables.at(name)) and (prices := paytables.table(name)) is not None
    ]


def _read_names(prices: TomlTable) -> dict[str, str]:
    """The names that lines pay instead of numbers, by line id; a name must not be the id of another line."""
    names = {line: str(pays) for line, pays in prices.values.items() if line != LOSE and is_name(pays)}
    for line, name in names.items():
        if name in prices.values and names.get(name) != name:
            another = message(
                "the name {name} is the id of another line; choose another name", name=repr(name)
            )
            prices.fault(line, another)
    return names


def _read_prices(
    prices: TomlTable, ids: list[str | None], named: Collection[str] = ()
) -> list[Fraction | None]:
    """The net gain of every line, in order: None if it is faulty, `UNSETTLED` for `named` lines."""
    known = [line_id for line_id in ids if line_id is not None]
    for key in prices.values:
        if key == LOSE:
            always = message("{lose} always loses one unit and has no price", lose=repr(LOSE))
            prices.fault(key, always)
        elif known and key not in known and len(known) == len(ids):
            near = did_you_mean(key[:64], tuple(dict.fromkeys(known)))
            prices.fault(key, message("unknown line {line}{hint}", line=quoted(key), hint=near))
    nets: list[Fraction | None] = []
    for line_id in ids:
        if line_id is None or line_id == LOSE:
            nets.append(None)
        elif line_id in named:
            nets.append(UNSETTLED)
        elif line_id in prices.values:
            nets.append(prices.ratio(line_id, _number))
        else:
            prices.fault("", message("a price for line {line} is required", line=repr(line_id)))
            nets.append(None)
    return nets


def _number(pays: str) -> Fraction:
    if is_name(pays):
        raise CatalogError(
            'expected a ratio such as "12", "0.95" or "19/20", got the name {name}; only a file of bets may '
            "leave a pay open, for baccarat design, or for {bet_files} with {pay}",
            name=repr(pays),
            bet_files=parameter("bet_files"),
            pay=parameter("pay", {"BET.LINE": "RATIO"}),
        )
    return price_of(pays)
