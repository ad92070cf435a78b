"""A page that is published: its place, its languages, and what it shows.

Knows no page in particular.
"""

from collections.abc import Callable
from dataclasses import dataclass

from analyzer.analysis.fresh import Decks
from analyzer.render.page import Page
from analyzer.text import Message, Text, message

ENGLISH = ("en",)
"""The languages of a page of which there are enough in other languages."""

INSIDE = message("is offered inside a coup, for what lies open then")
"""Why a bet has no worth on a fresh shoe."""

SEEDS = ("standard", "commission-free", "niu-niu", "ez-baccarat", "classic")
"""Variants whose bets are settled together, and whose pages are kept in every language."""

SIDE_BET_DECKS = (6, 8)
"""Numbers of decks on which the library's bets are valued."""

TAIL_VARIANTS = ("standard", "commission-free", "niu-niu", "ez-baccarat")
"""Variants of the common rules whose bets have tails; what several offer stands with the first."""


@dataclass(frozen=True, slots=True)
class Published:
    """One page: its place, and what it shows.

    `path` is the place in the folder, without an ending; in other languages than English, in a folder of the
    language. `section` is what the index lists it under.

    The folder that is kept under version control has the page in the languages of `kept`, a whole folder in
    all `languages`. `decks` are the numbers of decks that it is about. A page with a `row` stands in that row
    of the index, the others among the studies. CSV and JSON hold `figures`, where there are any, in place of
    the page.
    """

    path: str
    section: Message
    page: Callable[[], Page]
    languages: tuple[str, ...] = ENGLISH
    kept: tuple[str, ...] = ENGLISH
    decks: tuple[Decks, ...] = ()
    row: Text | None = None
    figures: Callable[[], Page] | None = None
