"""Stakes settled by the coups of a record, as tables and a document; money is exact."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import attrgetter

from analyzer.bets.bet import Bet
from analyzer.catalog.digests import files, items, of_item
from analyzer.exact import ratio_text
from analyzer.phrases.labels import label
from analyzer.play.record import place_text
from analyzer.play.settlement.result import (
    STATUSES,
    Account,
    Deviation,
    LeftOut,
    Missed,
    Rounded,
    SettledStake,
    Settlement,
)
from analyzer.play.settlement.settlement import ZERO
from analyzer.render.page import Page, Verdict
from analyzer.render.table import Column, Table
from analyzer.report import kinds
from analyzer.report.columns import BET, NET, REFERENCE
from analyzer.report.document import Document
from analyzer.report.fields import (
    Field,
    Fields,
    Room,
    field_table,
    headed,
    records,
    said,
    said_as,
    through,
)
from analyzer.report.kinds import COUNT, ID, INTEGER, LINE_ID, RATIO, TEXT, many, one_of
from analyzer.report.names import ratio
from analyzer.report.origin import Origin
from analyzer.report.play.bounded import bounded
from analyzer.report.play.hands import COUP, SHOE
from analyzer.report.play.rounding import EDGES, rounding_table, rounding_text
from analyzer.text import Text, message, plural

_NO_NAME = "–"
_SETTLED = ("settled", "push")
_BETTOR = Column("bettor", message("Bettor"), "text")
_STAKE = Column("stake", message("Stake"), "ratio")
_STAKED = Column("staked", message("Staked"), "ratio")
_STATUS = Column("status", message("Status"), "text")
_REASON = Column("reason", message("Reason"), "text")
_GAIN = Column("gain", message("Exact gain"), "ratio")
_COMMISSION = Column("commission", message("Commission"), "ratio")
_ROUNDING = Column("rounding", message("Rounding"), "ratio")
_HELD = Column("held", message("Held"), "ratio")
_BALANCE = Column("balance", message("Balance"), "ratio")


def settle_page(settlement: Settlement, paths: Sequence[str] = (), *, room: Room = "wide page") -> Page:
    """Where the record disagrees; then every stake and its gain, what was not settled, and totals.

    `room` is that of a terminal, of a wide page, or of a data frame, which has every column.
    """
    tables = [] if settlement.agrees else [_deviations(settlement)]
    tables.append(_entries(settlement, room))
    if room == "page" and any(entry.reason for entry in settlement.entries):
        tables.append(_unsettled(settlement))
    tables += [_bettors(settlement), _bets(settlement)]
    for shoe in dict.fromkeys(rounded.shoe for rounded in settlement.rounded):
        valued = [rounded for rounded in settlement.rounded if rounded.shoe == shoe]
        tables.append(rounding_table(valued, shoe, settlement.ledger.chips))
    variants = tuple(question.variant.title for question in settlement.questions)
    title = message("{variant}: stakes settled", variant=variants)
    verdict = settle_verdict(settlement)
    return Page(tuple(tables), _origin(settlement, paths).provenance, title, verdict=verdict)


def _deviations(settlement: Settlement) -> Table:
    """One row for each place where record and settlement disagree, or where the record was not read."""
    of_bets = [each for each in settlement.deviations if each.kind == "bet"]
    others = (each for each in settlement.deviations if each.kind != "bet")
    rows: tuple[Deviation | Missed, ...] = (*of_bets, *settlement.missed, *others)
    fields: Fields[Deviation | Missed] = (
        Field(SHOE, lambda each: each.shoe, len({each.shoe for each in rows}) > 1),
        COUP,
        headed("place", message("Place"), "text", lambda each: place_text(each.where)),
        headed("deviation", message("Disagreement"), "text", lambda each: each.sentence),
    )
    shown, left = bounded(rows)
    return field_table(message("Where the record disagrees"), shown, fields, left)


def settle_verdict(settlement: Settlement) -> Verdict:
    """Whether the record agrees with its settlement; what stays open, and what no total includes.

    If it agrees but a stake stays open, the verdict is undecided.
    """
    left_open = sum(entry.status == "open" for entry in settlement.entries)
    remarks = tuple(_remarks(settlement, left_open))
    if settlement.agrees:
        sentence: Text = message("Nothing in the record contradicts its settlement.")
        if left_open == len(settlement.entries):
            sentence = message("No stake can be settled, and nothing in the record contradicts that.")
        return Verdict(sentence, None if left_open else True, remarks)
    sentence = plural(
        "The record does not agree with its settlement: {n} deviation.",
        "The record does not agree with its settlement: {n} deviations.",
        len(settlement.deviations) + len(settlement.missed),
    )
    return Verdict(sentence, False, remarks)


def _remarks(settlement: Settlement, left_open: int) -> Iterator[Text]:
    """What must be read with the verdict: what was left out, and what is not checked."""
    if left_out := settlement.left_out:
        yield plural(
            "{n} stake, {amount} in all, is on an unknown bet: no total includes it.",
            "{n} stakes, {amount} in all, are on unknown bets: no total includes them.",
            len(left_out),
            amount=ratio(sum((each.stake.amount for each in left_out), ZERO)),
        )
    if settlement.replaced:
        yield plural(
            "The stakes are those of the ledger: {n} stake of the record itself is ignored.",
            "The stakes are those of the ledger: {n} stakes of the record itself are ignored.",
            settlement.replaced,
        )
    if settlement.ignored:
        yield message("Columns and keys that were not read: {names}.", names=settlement.ignored)
    if any(account.before is not None for account in settlement.ledger.accounts):
        yield message(
            "No balance was given: the first balance that the record states for a bettor is taken as "
            "correct, and only later ones are checked."
        )
    if settlement.by_record:
        yield plural(
            "{n} coup without all its cards is settled by the result that the record gives: nothing checks "
            "that result.",
            "{n} coups without all their cards are settled by the results that the record gives: nothing "
            "checks those results.",
            settlement.by_record,
        )
    if settlement.missed:
        yield plural(
            "{n} place of the record could not be read: no total includes what is there.",
            "{n} places of the record could not be read: no total includes what is there.",
            len(settlement.missed),
        )
    if left_open:
        yield plural(
            "{n} stake stays open, neither won nor lost.",
            "{n} stakes stay open, neither won nor lost.",
            left_open,
        )


def _entries(settlement: Settlement, room: Room) -> Table:
    """One row per stake; a data frame has all that is known about it and can be read back as stakes."""
    entries, narrow = settlement.entries, room == "page"

    def where(said: bool) -> Room:
        return "page" if said else "data frame"

    fields: Fields[SettledStake] = (
        Field(SHOE, lambda entry: entry.shoe, room=where(len({entry.shoe for entry in entries}) > 1)),
        COUP,
        Field(
            _BETTOR,
            lambda entry: entry.bettor or (_NO_NAME if narrow else ""),
            room=where(any(entry.bettor for entry in entries)),
        ),
        Field(BET, lambda entry: entry.bet.title if narrow else entry.bet.reference),
        _STAKE,
        Field(_STATUS, lambda entry: STATUSES[entry.status], room="wide page"),
        Field(_REASON, room="wide page"),
        headed("line", message("Settled by"), "text", lambda entry: _settled_by(entry, narrow)),
        _of_settled(_GAIN, "wide page"),
        _of_settled(_COMMISSION, where(_has_commission(settlement))),
        _of_settled(_ROUNDING, where(settlement.ledger.chips.rounding != "none")),
        _of_settled(NET),
        Field(_HELD, room="wide page"),
        _BALANCE,
    )
    title = plural("{n} stake", "{n} stakes", len(entries))
    return field_table(title, entries, fields, _notes(settlement, narrow), room=room)


def _of_settled(column: Column, room: Room = "page") -> Field[SettledStake]:
    """The column of an amount; its cells are empty for stakes that were not settled."""
    amount = attrgetter(column.key)
    return Field(column, lambda entry: amount(entry) if entry.status in _SETTLED else None, room=room)


def _has_commission(settlement: Settlement) -> bool:
    return any(entry.commission for entry in settlement.entries)


def _settled_by(entry: SettledStake, narrow: bool) -> Text | None:
    if entry.line is not None:
        return label(entry.bet, entry.line)
    return STATUSES[entry.status] if narrow else None


def _notes(settlement: Settlement, narrow: bool) -> Iterator[Text]:
    """What the money columns mean."""
    ledger = settlement.ledger
    yield message(
        "Net: the gain, stake excluded, in the unit of the stakes; negative for a loss. Total: {net}.",
        net=ratio(settlement.net),
    )
    if _has_commission(settlement):
        yield message("Commission: what the house keeps of a gain; the net is after commission.")
    if ledger.chips.rounding != "none":
        yield message(
            "Rounding: what paying in whole chips added to the exact gain. {how}",
            how=rounding_text(ledger.chips),
        )
    has_opening = {account.opening is not None for account in ledger.accounts}
    if len(has_opening) > 1:
        yield message(
            "Balance: the bettor's balance after the entry, including what is held for stakes; without an "
            "opening balance, the sum of the nets so far."
        )
    elif has_opening == {True}:
        yield message("Balance: the bettor's balance after the entry, including what is held for stakes.")
    else:
        yield message("Balance: the sum of the bettor's nets so far, since no opening balance was given.")
    if ledger.limits is not None:
        yield message("Stakes are checked against the limits of the table: {name}.", name=ledger.limits.title)
    if not narrow:
        yield message(
            "Held: what a stake sets aside from the balance before the coup, all that it can lose or locks; "
            "released after the coup."
        )


def _unsettled(settlement: Settlement) -> Table:
    """Stakes with a reason: refused, refunded, open, or settled late."""
    shoes = len({entry.shoe for entry in settlement.entries}) > 1
    fields: Fields[SettledStake] = (
        headed("coup", message("Coup"), "text", lambda e: f"{e.shoe}, {e.coup}" if shoes else str(e.coup)),
        headed("stake", message("Stake"), "text", _stake_text),
        Field(_STATUS, lambda entry: STATUSES[entry.status]),
        _REASON,
    )
    note = message(
        "Refused stakes were never taken, refunded stakes were returned, and open stakes are neither won nor "
        "lost."
    )
    entries = (entry for entry in settlement.entries if entry.reason)
    return field_table(message("Refused, refunded, open or settled late"), entries, fields, (note,))


def _stake_text(entry: SettledStake) -> Text:
    stake, bet = ratio(entry.stake), entry.bet.title
    if entry.bettor:
        return message("{stake} on {bet} by {bettor}", stake=stake, bet=bet, bettor=entry.bettor)
    return message("{stake} on {bet}", stake=stake, bet=bet)


def _bettors(settlement: Settlement) -> Table:
    """One row per bettor: the opening balance, what the stakes did to it, and the closing balance."""
    fields: Fields[Account] = (
        Field(_BETTOR, lambda account: account.bettor or _NO_NAME),
        Column("opening", message("Opening balance"), "ratio"),
        *(_STAKED, _COMMISSION, _ROUNDING, NET),
        headed("closing", message("Closing balance"), "ratio", _closing),
        _HELD,
    )
    note = message(
        "Staked: on settled bets, pushes included. Held: set aside from the balance for stakes that stay "
        "open."
    )
    return field_table(message("By bettor"), settlement.ledger.accounts, fields, (note,))


def _closing(account: Account) -> Fraction | None:
    return None if account.opening is None else account.closing


def _bets(settlement: Settlement) -> Table:
    by_bet: defaultdict[Bet, list[SettledStake]] = defaultdict(list)
    for entry in settlement.entries:
        if entry.status in _SETTLED:
            by_bet[entry.bet].append(entry)

    def total(column: Column, key: str) -> Field[list[SettledStake]]:
        return Field(column, lambda entries: sum(map(attrgetter(key), entries), ZERO))

    fields: Fields[list[SettledStake]] = (
        Field(BET, lambda entries: entries[0].bet.title),
        Field(REFERENCE, lambda entries: entries[0].bet.reference),
        headed("stakes", message("Stakes settled"), "count", len),
        total(_STAKED, "stake"),
        *(total(column, column.key) for column in (_COMMISSION, _ROUNDING, NET)),
    )
    return field_table(message("By bet"), by_bet.values(), fields)


def _origin(settlement: Settlement, paths: Sequence[str]) -> Origin:
    """The questions, with digests of the rules, the bets staked on, and the files read.

    Documents state a variant or rules only if there is just one.
    """
    questions, chips, limits = settlement.questions, settlement.ledger.chips, settlement.ledger.limits
    if not questions:
        return Origin()
    variants = [question.variant.id for question in questions]
    rules = tuple(dict.fromkeys(question.rules for question in questions))
    of_rules = items("rules", rules) if len(rules) > 1 else ("rules", of_item(rules[0]))
    read = files(paths)
    options = [("chip", ratio_text(chips.chip)), ("rounding", chips.rounding)]
    options += [("limits", limits.id)] if limits else []
    known: dict[str, object] = {"options": dict(options), "sha256": dict(read)}
    if len(set(variants)) == 1:
        known["variant"] = variants[0]
    if len(rules) == 1:
        known |= {"rules": rules[0].id, "rules_sha256": of_rules[1]}
    else:
        known["sha256"] = dict((of_rules, *read))
    bets = tuple(dict.fromkeys(entry.bet for entry in settlement.entries))
    game = (("variant", " ".join(variants)), ("rules", " ".join(dict.fromkeys(each.id for each in rules))))
    return Origin(None, bets, (*game, *options), (of_rules, ("bets", of_item(bets)), *read), known)


_ENTRY = (
    said("shoe", TEXT),
    said("coup", INTEGER),
    said("bettor", TEXT),
    said("bet", kinds.REFERENCE, "bet.reference"),
    said("stake"),
    said("status", one_of(*STATUSES)),
    said("line", LINE_ID.optional),
    said_as(RATIO, "gain", "commission", "rounding", "net", "held", "balance"),
    said("reason", TEXT.optional),
)
_ACCOUNT = (
    said("bettor", TEXT),
    said("balance_in", RATIO.optional, "opening"),
    said("balance_out", RATIO.optional, _closing),
    said("balance_before", RATIO.optional, "before"),
    said_as(RATIO, "held", "staked", "commission", "rounding", "net"),
)
_EDGE: Fields[Rounded] = (
    said("bet", kinds.REFERENCE, "value.bet.reference"),
    said("stake"),
    said("shoe", TEXT, lambda rounded: str(rounded.shoe)),
    said("ev", value="value.ev"),
    said("ev_paid", value="ev"),
    EDGES,
)
_DEVIATION: Fields[Deviation] = (
    said("shoe", TEXT),
    said("coup", INTEGER),
    said("bettor", TEXT),
    said("where", TEXT),
    said("kind", TEXT),
    said("deviation", TEXT, lambda deviation: str(deviation.what)),
)
_LEFT_OUT: Fields[LeftOut] = (
    said("shoe", TEXT),
    said("coup", INTEGER),
    said("bettor", TEXT, "stake.bettor"),
    said("bet", TEXT, "stake.bet"),
    said("stake", value="stake.amount"),
)
_SETTLEMENT: Fields[Settlement] = (
    said("entries", records(_ENTRY)),
    said("net"),
    said("deviations", records(_DEVIATION)),
    said("left_out", records(_LEFT_OUT)),
    said("by_record", COUNT),
    said("ignored", many(TEXT)),
    said("replaced", COUNT),
    said("bettors", records(_ACCOUNT), "ledger.accounts"),
    said("variants", records(said("variant", ID, "variant.id"), said("rules", ID, "rules.id")), "questions"),
    said("limits", ID.optional, lambda settlement: settlement.ledger.limits and settlement.ledger.limits.id),
    said("chip", value="ledger.chips.chip"),
    said("rounding", one_of("none", "down", "up"), "ledger.chips.rounding"),
    said("edges", records(_EDGE), "rounded"),
    said("unread", records(said_as(TEXT, "shoe", "where", "why"), said("coup", INTEGER.optional)), "missed"),
)

SETTLE: Document[tuple[Settlement, Sequence[str]]] = Document(
    "settle",
    2,
    "settle",
    through(0, _SETTLEMENT),
    lambda settled: _origin(*settled),
    verdict=lambda settled: settle_verdict(settled[0]),
)
"""The document of settled stakes and of the files that were read."""
