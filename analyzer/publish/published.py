"""A page that is published: its place, its languages, and its content."""

from collections.abc import Callable
from dataclasses import dataclass

from analyzer.analysis.fresh import Decks
from analyzer.render.page import Page
from analyzer.text import Message, Text

ENGLISH = ("en",)
"""The languages of a page that needs no translation."""

SEEDS = ("standard", "commission-free", "niu-niu", "ez-baccarat", "classic")
"""Variants with pages about bets settled together, and whose own pages are kept in every language."""

SIDE_BET_DECKS = (6, 8)
"""Numbers of decks on which the library's bets are valued."""

TAIL_VARIANTS = ("standard", "commission-free", "niu-niu", "ez-baccarat")
"""Variants of the common rules with pages about tails; a bet that several offer is shown with the first."""


@dataclass(frozen=True, slots=True)
class Published:
    """One page: its place, and what it shows.

    `path` is its place in the folder of its language, without an ending. `section` is its section of the
    index, and `row` its row there, for a variant. The folder under version control has it in the languages of
    `kept`, a whole folder in all `languages`. CSV and JSON hold the `figures`, if any, instead of the page.
    """

    path: str
    section: Message
    page: Callable[[], Page]
    languages: tuple[str, ...] = ENGLISH
    kept: tuple[str, ...] = ENGLISH
    decks: tuple[Decks, ...] = ()
    row: Text | None = None
    figures: Callable[[], Page] | None = None
