"""What a JSON value is a record of, by its shape: shoes, coups, cards as drawn, or one coup in fewer words.

Takes nothing, and judges nothing.
"""

from typing import Any

from analyzer.pit.records import values
from analyzer.pit.records.fields import COUP, SHOE, plain, side_of
from analyzer.pit.records.gathering import FEWEST_CARDS, MOST_CARDS


def heads(shoes: Any) -> dict[str, dict[str, Any]]:
    """What is said of shoes apart from their coups, by name, as `replay` prints it."""
    told = [shoe for shoe in shoes if isinstance(shoe, dict)] if isinstance(shoes, list) else []
    return {
        str(shoe["shoe"]): {key: value for key, value in shoe.items() if key in SHOE and value is not None}
        for shoe in told
        if "shoe" in shoe
    }


def key_of_shoes(value: dict[str, Any]) -> str | None:
    """The key of a list of shoes: `shoes`, or any other that has some; none beside `coups`."""
    if isinstance(value.get("coups"), list):
        return None
    if isinstance(value.get("shoes"), list):
        return "shoes"
    for key, items in value.items():
        if isinstance(items, list) and any(isinstance(item, dict) and key_of_coups(item) for item in items):
            return key
    return None


def key_of_coups(value: dict[str, Any]) -> str | None:
    """The key of a list of coups: `coups`, or any other that has some."""
    if isinstance(value.get("coups"), list):
        return "coups"
    telling = ("player", "banker", "drawn", "cards", "winner")
    for key, items in value.items():
        if isinstance(items, list) and any(
            isinstance(item, dict) and any(map(item.get, telling)) for item in items
        ):
            return key
    return None


def key_of_stream(value: dict[str, Any]) -> str | None:
    """The key of cards as drawn: `stream`, or cards that are more than a coup has."""
    if "stream" in value:
        return "stream"
    for key, cards in value.items():
        if plain(key) in COUP and COUP[plain(key)].field == "drawn" and len(cards_apart(cards)) > MOST_CARDS:
            return key
    return None


def cards_apart(value: Any) -> list[Any]:
    """What are cards one by one, in a list or a text."""
    if isinstance(value, str):
        return value.replace(",", " ").split()
    return value if isinstance(value, list) else [value]


def listed(value: Any) -> dict[str, Any] | None:
    """A coup as a list of its hands, and perhaps who won; None for any other value."""
    if not isinstance(value, list) or not 2 <= len(value) <= 3:
        return None
    player, banker, *winner = value
    if not all(isinstance(hand, list) and 2 <= len(hand) <= 3 for hand in (player, banker)):
        return None
    if not all(isinstance(card, str) for card in (*player, *banker, *winner)):
        return None
    return {"player": player, "banker": banker, **dict(zip(("winner",), winner, strict=False))}


def told(value: Any) -> dict[str, Any] | None:
    """A coup as its outcome, or as the cards drawn; None for any other value."""
    if isinstance(value, str) and value in values.OUTCOMES:
        return {"winner": value}
    cards = cards_apart(value)
    told = FEWEST_CARDS <= len(cards) <= MOST_CARDS and all(isinstance(card, str) for card in cards)
    return {"cards": cards} if told else None


def one_card(value: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The object of one card with the card under what it is part of, and that: a hand, or the cards drawn.

    Any other object as it is, and nothing.
    """
    if "card" not in value:
        return value, ""
    side = side_of(value.get("hand"))
    part = side or "drawn"
    return {
        part if key == "card" else key: what for key, what in value.items() if key != "hand" or not side
    }, part
