"""Recognizes from its shape what a JSON value records: shoes, coups, cards as drawn, or one coup."""

from typing import Any

from analyzer.records import values
from analyzer.records.builder import FEWEST_CARDS, MOST_CARDS
from analyzer.records.fields import COUP, SHOE, hand_named, normalized


def shoes_key(value: dict[str, Any]) -> str | None:
    """The key of a list of shoes: `shoes`, or any other that holds some; None if there is a list `coups`."""
    if isinstance(value.get("coups"), list):
        return None
    if isinstance(value.get("shoes"), list):
        return "shoes"
    return next((key for key in value if any(map(coups_key, _objects(value[key])))), None)


def coups_key(value: dict[str, Any]) -> str | None:
    """The key of a list of coups: `coups`, or any other that holds some; else None."""
    if isinstance(value.get("coups"), list):
        return "coups"
    results = ("player", "banker", "drawn", "cards", "winner")
    keys = (key for key in value if any(any(map(item.get, results)) for item in _objects(value[key])))
    return next(keys, None)


def stream_key(value: dict[str, Any]) -> str | None:
    """The key of cards as drawn: `stream`, or one that holds too many cards for a coup; else None."""
    if "stream" in value:
        return "stream"
    drawn = [key for key in value if (name := normalized(key)) in COUP and COUP[name].name == "drawn"]
    return next((key for key in drawn if len(separate_cards(value[key])) > MOST_CARDS), None)


def settings_by_shoe(shoes: Any) -> dict[str, dict[str, Any]]:
    """The settings of each shoe by its name, from a list apart from the coups, as `replay` prints it."""
    return {
        str(shoe["shoe"]): {key: value for key, value in shoe.items() if key in SHOE and value is not None}
        for shoe in _objects(shoes)
        if "shoe" in shoe
    }


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def separate_cards(value: Any) -> list[Any]:
    """The texts of the single cards in a list or a text."""
    if isinstance(value, str):
        return value.replace(",", " ").split()
    return value if isinstance(value, list) else [value]


def coup_of_hands(value: Any) -> dict[str, Any] | None:
    """The coup in a list of both hands and possibly the winner; None for any other value."""
    if not isinstance(value, list) or not 2 <= len(value) <= 3:
        return None
    hands, winner = value[:2], value[2:]
    if not all(isinstance(hand, list) and 2 <= len(hand) <= 3 for hand in hands):
        return None
    if not all(isinstance(text, str) for text in (*hands[0], *hands[1], *winner)):
        return None
    return dict(zip(("player", "banker", "winner"), value, strict=False))


def coup_in_short(value: Any) -> dict[str, Any] | None:
    """The coup given as its outcome alone, or as its cards in the order drawn; None for any other value."""
    if isinstance(value, str) and value in values.OUTCOMES:
        return {"winner": value}
    cards = separate_cards(value)
    is_coup = FEWEST_CARDS <= len(cards) <= MOST_CARDS and all(isinstance(card, str) for card in cards)
    return {"cards": cards} if is_coup else None


def name_single_card(value: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The object of a single card, with `card` renamed to its hand or to `drawn`; and that new key.

    Any other object is returned as it is, with an empty key.
    """
    if "card" not in value:
        return value, ""
    hand = hand_named(value.get("hand"))
    key = hand or "drawn"
    return {
        key if name == "card" else name: what for name, what in value.items() if name != "hand" or not hand
    }, key
