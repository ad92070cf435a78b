"""A page that is published: its place, its languages, and what it shows.

Knows no page in particular.
"""

from collections.abc import Callable
from dataclasses import dataclass

from analyzer.message import Message, say
from analyzer.publish.page import Page

ENGLISH = ("en",)
"""The languages of a page of which there are enough in other languages."""

INSIDE = say("is offered inside a coup, for what lies open then")
"""Why a bet has no worth on a fresh shoe."""

SIDE_BET_DECKS = (6, 8)
"""Numbers of decks on which the library's bets are valued."""

TAIL_VARIANTS = ("standard", "commission-free", "niu-niu", "ez-baccarat")
"""Variants of the common rules whose bets have tails; what several offer stands with the first."""


@dataclass(frozen=True, slots=True)
class Published:
    """One page: its place, and what it shows in a language.

    `path` is the place in the folder, without an ending; in other languages than English, in a folder of the
    language. `section` is what the index lists it under.
    """

    path: str
    section: Message
    page: Callable[[str], Page]
    languages: tuple[str, ...] = ENGLISH
