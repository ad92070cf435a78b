"""The check of a certificate: the verdict, what is certified, what this proves and does not prove."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from analyzer.audit.certificate import Verification
from analyzer.audit.labels import Compared
from analyzer.audit.proof import Certified
from analyzer.bets.bet import Bet
from analyzer.bets.digest import digest_of_bet, digest_of_rules
from analyzer.catalog import load
from analyzer.game.shoe import KEYS, Shoe
from analyzer.phrases.conditions import event
from analyzer.phrases.lines import event_of_line
from analyzer.phrases.rules import rules_in_words
from analyzer.render.page import Page, Provenance, Verdict, shown_name
from analyzer.render.table import Table
from analyzer.report import kinds
from analyzer.report.columns import BET, FACTS, HOUSE_EDGE, REFERENCE, text_columns
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, field_table, headed, record, records, said, said_as, through
from analyzer.report.inventory import nets_of
from analyzer.report.names import names_in_list, ratio, shoe_title
from analyzer.report.notes import multiplier_text
from analyzer.report.origin import SHOE, Origin
from analyzer.text import Message, Text, message, plural

PROVES = (
    message(
        "The numbers follow from the conditions, prices, drawing table and shoe printed above: every coup "
        "was dealt again, card by card, and every total was added up again."
    ),
    message("Everything marked as the library's is identical to this version of the library."),
)
"""What a certificate that holds proves."""

PROVES_NOT = (
    message("That a casino uses these rules, conditions, prices or cards."),
    message("That the user's own names stand for what a rule sheet says: compare with --against FILE."),
    message("Who made the certificate, or when: a digest is not a signature, and anyone can make one."),
    message("That the shoe printed above is the one on the table, or that the given condition came true."),
)
"""What no certificate proves."""

_WHOLE_COUPS = message("none: whole coups are counted")
_WORDS = kinds.plain(entry=str, type="string")
_MOST_MISSING = 12  # The most missing cards that are named one by one.


@dataclass(frozen=True, slots=True)
class Verified:
    """The check of a certificate, and the name and digest of its file; the digest is None if there is no
    file.
    """

    found: Verification
    file: str
    digest: tuple[str, str] | None = None


def page(verified: Verified) -> Page:
    """The verdict and every difference, if there are any; then what is certified, and what this proves."""
    found, certified = verified.found, verified.found.certified
    tables = list(_differences(found))
    if found.holds:
        tables += [*_certified(certified, found), _proved()]
    digests = [] if verified.digest is None else [verified.digest]
    digests += [] if found.sha256 is None else [("certificate", found.sha256)]
    digests.append(("rules", digest_of_rules(certified.rules)))
    digests += [(bet.reference, digest_of_bet(bet)) for bet in certified.bets]
    return Page(tuple(tables), Provenance((), tuple(digests)), verdict=verification_verdict(verified))


def verification_verdict(verified: Verified) -> Verdict:
    """Whether the certificate holds, and its limits."""
    found, words = verified.found, {"file": shown_name(verified.file)}
    if not found.holds:
        tally = plural("{n} difference", "{n} differences", len(found.differences))
        failed = message("The certificate {file} does not hold: {tally}.", tally=tally, **words)
        return Verdict(failed, False, (message("Nothing in this certificate can be relied on."),))
    words |= {} if found.compared is None else {"sheet": shown_name(found.compared.sheet.name)}
    fine = message("The certificate {file} holds", **words)
    if found.agrees is not None:
        fine = message("The certificate {file} holds for the rule sheet {sheet}", **words)
    if found.agrees and found.compared is not None and not found.compared.sheet.bets:
        fine = message("The certificate {file} holds for the rules alone of {sheet}", **words)
    if found.agrees is False:
        fine = message("The certificate {file} holds, but not for the rule sheet {sheet}", **words)
    sentence = message("{fine}.", fine=fine)
    if limits := list(_limits(found.certified, found.own)):
        # Clauses joined by semicolons: no words, so nothing to translate.
        joined = reduce(
            lambda one, other: Message("{one}; {other}", (("one", one), ("other", other))), limits
        )
        sentence = message("{fine}: {limits}.", fine=fine, limits=joined)
        if found.compared is not None:  # the limits are not those of the sheet
            sentence = message("{fine}. About the certificate: {limits}.", fine=fine, limits=joined)
    return Verdict(sentence, found.passed, tuple(_notes_on_sheet(found.compared)))


def _limits(certified: Certified, own: tuple[str, ...]) -> Iterator[Message]:
    """The limits of a certificate that holds: a condition, missing cards, an open coup, the user's names."""
    if (given := certified.given) is not None:
        yield message("odds under the condition {given}, not of a fresh coup", given=_plain(given.text))
    if not _fresh(certified.shoe):
        yield message("odds of {cards} left, not of a fresh shoe", cards=_cards(certified.shoe))
    inside = names_in_list(
        bet for bet in certified.bets if any(x.inside_coup for x in load.library_bet(bet.id))
    )
    if inside and given is None:
        yield message("offered only inside a coup, not at these odds: {bets}", bets=inside)
    if (variant := f"variant {certified.variant}") in own and certified.variant in load.variant_ids():
        yield message(
            "with rules, bets or prices that the library's {variant} does not have", variant=variant
        )
        own = tuple(label for label in own if label != variant)
    if own:
        yield message("the user's own: {labels}", labels=own)


def _notes_on_sheet(compared: Compared | None) -> Iterator[Message]:
    """What a rule sheet lacks, so that it could not be compared, and which of its bets are not certified."""
    if compared is None:
        return
    sheet, name = compared.sheet, shown_name(compared.sheet.name)
    if not sheet.bets:
        yield message(
            "The rule sheet {sheet} has only rules: the bets and the number of decks were not compared.",
            sheet=name,
        )
    elif sheet.decks is None:
        yield message(
            "The rule sheet {sheet} states no number of decks, so the number of decks was not compared.",
            sheet=name,
        )
    if rest := compared.uncertified:
        yield message("On the rule sheet {sheet} but not certified: {bets}.", sheet=name, bets=rest)


def _differences(found: Verification) -> Iterator[Table]:
    """Every difference from the exact numbers and labels, and from the rule sheet."""
    if not found.holds:
        columns = text_columns(where=message("Where"), claimed=message("Claimed"), exact=message("Exact"))
        yield field_table(message("Differences"), found.differences, columns)
    if found.agrees is False and found.compared is not None:
        sheet, differences = shown_name(found.compared.sheet.name), found.compared.differences
        title = plural(
            "{n} difference from the rule sheet {sheet}",
            "{n} differences from the rule sheet {sheet}",
            len(differences),
            sheet=sheet,
        )
        heads = {"claimed": message("Certified"), "exact": message("Rule sheet")}
        yield field_table(title, differences, text_columns(where=message("Where"), **heads))


def _certified(certified: Certified, found: Verification) -> Iterator[Table]:
    """What is certified: the game, each line of each bet in words, and the house edges."""
    rows = tuple(_facts(certified, found.own).items())
    yield Table(message("What is certified"), FACTS, rows)
    if f"rules {certified.rules.id}" in found.own:
        sentences = tuple((sentence,) for sentence in rules_in_words(certified.rules))
        yield Table(message("The user's own rules"), text_columns(rule=message("Rule")), sentences)
    lines = [pair for bet in certified.bets for pair in _lines(bet)]
    notes = (
        message("{bet} locks {units} units for each unit staked.", bet=bet.title, units=ratio(bet.locked))
        for bet in certified.bets
        if bet.locked is not None
    )
    yield field_table(message("Bets, line by line"), lines, _LINE, notes)
    own = [f"bet {bet.reference}" in found.own for bet in certified.bets]
    confirmed = zip(certified.bets, found.exact["bets"], own, strict=True)
    yield field_table(message("Confirmed"), confirmed, _CONFIRMED)


def _facts(certified: Certified, own: tuple[str, ...]) -> dict[Text, Text]:
    """What is certified, apart from the bets, as texts by heading."""
    shoe, given, variant = certified.shoe, certified.given, certified.variant
    return {
        message("Variant"): _whose("variant", variant, own, variant in load.variant_ids()),
        message("Rules"): _whose("rules", certified.rules.id, own, False),
        message("Drawing table"): f"sha256:{digest_of_rules(certified.rules)}",
        message("Shoe"): shoe_title(shoe) if shoe.full_decks else _cards(shoe),
        **({} if shoe.full_decks else {message("Cards left"): str(shoe)}),
        message("Missing cards"): _seen(shoe),
        message("Known cards of the coup"): _WHOLE_COUPS,
        message("Given condition"): message("none")
        if given is None
        else Message("{words}: {text}", (("words", event(given)), ("text", _plain(given.text)))),
        message("Version"): certified.version,
    }


def _whose(sort: str, id: str, own: tuple[str, ...], known: bool) -> Message:
    if f"{sort} {id}" not in own:
        name = (load.variant if sort == "variant" else load.rules)(id).title
        return message("{name} ({id}), the library's", name=name, id=id)
    if known:
        return message("{id}, with rules, bets or prices other than the library's", id=id)
    return message("{id}, the user's own", id=id)


def _plain(text: str) -> str:
    return " ".join(text.split())


def _cards(shoe: Shoe) -> Message:
    return plural("{n} card", "{n} cards", shoe.size)


def _fresh(shoe: Shoe) -> bool:
    return shoe.size == 52 * shoe.fewest_decks


def _seen(shoe: Shoe) -> Message:
    """Which cards are missing from the fewest full decks that contain the shoe."""
    decks = plural("{n} deck", "{n} decks", shoe.fewest_decks)
    full = Shoe.decks(shoe.fewest_decks).coarsen(shoe.fineness).counts
    missing = [whole - n for n, whole in zip(shoe.counts, full, strict=True)]
    if not any(missing):
        return message("none of {decks}", decks=decks)
    if sum(missing) > _MOST_MISSING:
        return message("{n} cards of {decks}", n=sum(missing), decks=decks)
    cards = " ".join(key for key, n in zip(KEYS[shoe.fineness], missing, strict=True) for _ in range(n))
    return message("{cards} of {decks}", decks=decks, cards=cards)


def _proved() -> Table:
    rows = [(message("Proved"), sentence) for sentence in PROVES]
    rows += [(message("Not proved"), sentence) for sentence in PROVES_NOT]
    return Table(message("What this proves, and what it does not"), FACTS, tuple(rows))


_LINE: Fields[tuple[Bet, str]] = (
    Field(BET, lambda row: row[0].title, in_documents=False),
    Field(REFERENCE, lambda row: row[0].reference, in_documents=False),
    headed("line", message("Line"), "text", 1, in_documents=False),
    said("id", kinds.LINE_ID, 1),
    headed("when", message("When"), "text", lambda row: event_of_line(*row), kind=_WORDS),
    headed("net", message("Net, to one"), "text", lambda row: _net(*row), kind=_WORDS),
)


def _lines(bet: Bet) -> list[tuple[Bet, str]]:
    return [(bet, line) for line in bet.nets]


def _net(bet: Bet, id: str) -> Message:
    for line in bet.lines:
        if line.id == id and line.multiplier:
            return message("{net}, multiplied by {law}", net=ratio(line.net), law=multiplier_text(line))
    return nets_of((bet,), id)


Confirmed = tuple[
    Bet, Mapping[str, Any], bool
]  # A bet, what is certified of it, and whether it is the user's own.

_WHOSE = {True: message("the user's own"), False: message("the library's")}
_CONFIRMED: Fields[Confirmed] = (
    Field(BET, lambda row: row[0].title),
    Field(REFERENCE, lambda row: row[0].reference),
    headed("whose", message("Origin"), "text", lambda row: _WHOSE[row[2]]),
    headed("lines", message("Lines"), "count", lambda row: len(row[1]["lines"])),
    headed(
        "classes", message("Classes"), "count", lambda row: sum(len(x["classes"]) for x in row[1]["lines"])
    ),
    Field(HOUSE_EDGE, lambda row: Fraction(row[1]["house_edge"])),
)

_DIFFERENCES = records(said_as(kinds.TEXT, "where", "claimed", "exact"))
_BET = (
    said("bet", kinds.ID, "id"),
    said("paytable", kinds.PAYTABLE),
    said("name", kinds.TEXT),
    said("sha256", kinds.SHA256, digest_of_bet),
    said("lines", records(_LINE), _lines),
)
_RULES = (said("id", kinds.ID), said("sha256", kinds.SHA256, digest_of_rules))
_CERTIFIED = (
    said("version", kinds.TEXT),
    said("variant", kinds.TEXT),
    said("rules", record(_RULES)),
    said("shoe", SHOE),
    said("remaining", kinds.TEXT, lambda certified: str(certified.shoe)),
    said("seen", _WORDS, lambda certified: _seen(certified.shoe)),
    said("dealt", _WORDS, lambda _: _WHOLE_COUPS),
    said("given", kinds.TEXT.optional, lambda certified: certified.given and certified.given.text),
    said("condition", kinds.TEXT.optional, lambda certified: certified.given and str(event(certified.given))),
    said("bets", records(_BET)),
)
_COMPARED = (
    said("sheet", kinds.TEXT, "sheet.name"),
    said("agrees", kinds.FLAG, lambda compared: not compared.differences),
    said("differences", _DIFFERENCES),
    said("uncertified", kinds.many(kinds.REFERENCE)),
)
_FOUND = through(
    "found",
    said("holds", kinds.FLAG),
    said("differences", _DIFFERENCES),
    said("certified", record(_CERTIFIED)),
    said("sha256", kinds.SHA256.optional),
    said("own", kinds.many(kinds.TEXT)),
    said("against", record(_COMPARED), "compared", absent=True),
)
_SENTENCES = (
    said("proves", kinds.many(_WORDS), lambda verified: PROVES if verified.found.holds else ()),
    said("proves_not", kinds.many(_WORDS), lambda _: PROVES_NOT),
)
VERIFICATION: Document[Verified] = Document(
    "verification",
    2,
    "verify-certificate",
    (*_FOUND, *_SENTENCES),
    lambda verified: Origin(digests=() if verified.digest is None else (verified.digest,)),
    verdict=verification_verdict,
)
