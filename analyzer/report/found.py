"""A search of the library and the program: what it finds, as a page and a document."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analyzer.analysis.count import Count
from analyzer.audit.claim import Claim
from analyzer.bets.bet import Bet, Variant
from analyzer.catalog.search import Item, head_of, plain, plain_texts
from analyzer.errors import did_you_mean
from analyzer.exact import quoted
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.render.page import Page, Verdict
from analyzer.render.table import Table
from analyzer.report.columns import ID, NAME, text_columns
from analyzer.report.document import Document
from analyzer.report.fields import narrowed, records, said
from analyzer.report.kinds import TEXT, one_of
from analyzer.report.listing import listing
from analyzer.report.origin import Origin
from analyzer.text import Message, Text, message, plural

KINDS: dict[str, Message] = {
    "command": message("command"),
    "topic": message("topic"),
    "variant": message("variant"),
    "bet": message("bet"),
    "rules": message("rules"),
    "count": message("count"),
    "procedure": message("procedure"),
    "limits": message("limits"),
    "uncomputable": message("uncomputable"),
    "claim": message("claim"),
}
"""The kinds of entries: what each is called, in the order in which equally good matches are shown."""

_SORTS = {kind: f"{kind}s" for kind in ("variant", "bet", "count", "procedure", "claim")}
"""The sorts of the library whose names are not those of their items."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be found: what it is, and the command to type next.

    `names` are the texts that name it, `notes` others that describe it, all as `plain` writes them.
    """

    kind: str
    id: str
    name: Text
    next: str
    names: Sequence[str] = ()
    notes: Sequence[str] = ()

    def rank(self, words: Sequence[str]) -> int | None:
        """How well it matches, best first: 0 if a name is these words, 1 if one begins with them, 2 if names
        contain each word, 3 if names or notes do; None if it does not match.
        """
        query = " ".join(words)
        if query in self.names:
            return 0
        if any(name.startswith(query) for name in self.names):
            return 1
        for rank, texts in ((2, self.names), (3, (*self.names, *self.notes))):
            if all(any(word in text for text in texts) for word in words):
                return rank
        return None


@dataclass(frozen=True, slots=True)
class Found:
    """The entries that match some words, best first; `near` hints at a word that would find something."""

    words: Sequence[str]
    entries: Sequence[Entry]
    near: Text = ""

    @property
    def verdict(self) -> Verdict | None:
        """That nothing is found, if so."""
        if self.entries:
            return None
        words = quoted(" ".join(self.words))
        return Verdict(message("Nothing contains {words}{hint}", words=words, hint=self.near), False)


def found(words: Sequence[str], others: Sequence[Entry]) -> Found:
    """What matches all of the words in the library and among the `others`."""
    searched = [word for text in words for word in plain(text).split()]
    entries = [*others, *_library()]
    ranked = [(rank, entry) for entry in entries if (rank := entry.rank(searched)) is not None]
    kinds = list(KINDS)
    # Claims come last: there are more of them than of everything else.
    ranked.sort(key=lambda pair: (pair[1].kind == "claim", pair[0], kinds.index(pair[1].kind)))
    known = {part for entry in entries if entry.kind != "claim" for part in entry.names[0].split()}
    near = "" if ranked else did_you_mean(" ".join(searched)[:40], known)
    return Found(words, [entry for _, entry in ranked], near)


def _library() -> Iterator[Entry]:
    for kind in list(KINDS)[2:]:
        for result in listing(_SORTS.get(kind, kind), (), Shoe.decks(8)).items:
            yield _entry(kind, result.item)


def _entry(kind: str, item: Item) -> Entry:
    head = head_of(item)
    name = head.name if isinstance(head, Claim) else head.title
    names, notes = plain_texts(item, "id", "name", "alias"), plain_texts(item, "family", "note", "reason")
    return Entry(kind, head.id, name, _next(head), names, notes)


def _next(head: object) -> str:
    """The command that shows most about an item."""
    match head:
        case Variant():
            return f"baccarat odds {head.id}"
        case Bet() if not (head.rules or head.inside_coup):
            return f"baccarat odds --bet {head.id}"
        case Bet():
            return f"baccarat explain {head.id}"
        case Rules():
            return f"baccarat odds --rules {head.id}"
        case Procedure():
            return f"baccarat deal --procedure {head.id}"
        case Count() if head.bet:
            return f"baccarat count --bet {head.bet} --count {head.id}"
    return f"baccarat show {getattr(head, 'id', '')}"


def found_page(found: Found, *, full: bool) -> Page:
    """One row per entry: what it is, its name, the command to type next, and on wide pages its id."""
    made = _origin(found).provenance
    if not found.entries:
        return Page((), made, verdict=found.verdict)
    kind, next = text_columns(kind=message("What it is"), next=message("Type next"))
    rows = tuple((KINDS[entry.kind], entry.id, entry.name, entry.next) for entry in found.entries)
    notes = (plural("{n} match, best first.", "{n} matches, best first.", len(rows)),)
    title = message("Search for {words}", words=quoted(" ".join(found.words)))
    table = Table(title, (kind, ID, NAME, next), rows, notes)
    return Page((table if full else narrowed(table, "id"),), made)


def _origin(found: Found) -> Origin:
    return Origin(known={"options": {"words": " ".join(found.words)}})


_ENTRY = (
    said("kind", one_of(*KINDS)),
    said("id", TEXT),
    said("name", TEXT),
    said("next", TEXT),
)
SEARCH: Document[Found] = Document(
    "search", 1, "search", (said("entries", records(_ENTRY)),), _origin, verdict=lambda found: found.verdict
)
