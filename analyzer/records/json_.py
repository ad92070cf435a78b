"""Reads records in JSON lines or one JSON document, including the output of `deal` and `replay`."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.play.outcomes import OUTCOMES
from analyzer.play.record import Read, RecordedShoe, Stake
from analyzer.records import fields, values
from analyzer.records.builder import FEWEST_CARDS, MOST_CARDS, Fault, Row, ShoeBuilder, tells_apart
from analyzer.records.fields import CARD_PLACES, COUP, SHOE, hand_named, normalized, number_key
from analyzer.records.json_recovery import DECODER, Broken, recover, separate_cards
from analyzer.records.stake_fields import (
    field_of,
    is_status,
    may_concern_money,
    names_within,
    stake_or_fault,
    stakes_of,
    store_stakes,
)
from analyzer.records.values import StakeError
from analyzer.text import message


def read_lines(lines: Iterable[str]) -> Iterator[RecordedShoe]:
    """The shoes in JSON lines, each as soon as the next one begins. Raises AnalyzerError if none can be
    read.
    """
    reader = _Reader()
    for number, line in enumerate(lines, 1):
        for value in _decoded(line, number):
            # A line that is cut off is a lost coup, whatever comes after it.
            whole = replace(value, at_end=False) if isinstance(value, Broken) else value
            reader.read(whole, f"line {number}")
        yield from reader.shoes.take_finished()
    yield from reader.shoes.end()


def read_document(text: str) -> Iterator[RecordedShoe]:
    """The shoes in a JSON document. Raises AnalyzerError if none can be read."""
    reader = _Reader()
    decoded = _decoded(text, 1)
    several = sum(not isinstance(value, Broken) for value in decoded) > 1
    for place, value in enumerate(decoded):
        reader.read(value, f"[{place}]" if several else "")
    yield from reader.shoes.end()


def _decoded(text: str, line: int) -> list[Any]:
    """The value of a text or, if it is broken, every value that can be recovered from it."""
    try:
        return [DECODER.decode(text)]
    except (ValueError, RecursionError):
        pass
    try:
        return recover(text, line) if text.strip() else []
    except RecursionError:
        return [Broken(f"line {line}", message("expected a record, got JSON nested too deeply"))]


NUMBERS = frozenset(fields.NUMBER_NAMES.split())
_OF_STAKES = frozenset(("stakes", "nets", "bets"))
_UNREAD = "this could not be read: "  # How `replay` begins its sentence on a place that could not be read.
_KNOWN = fields.KNOWN_NAMES | fields.OUTPUT_KEYS | _OF_STAKES


class _Reader:
    def __init__(self) -> None:
        self.shoes = ShoeBuilder()
        self._misspelt: set[str] = set()
        self._settings: dict[str, dict[str, Any]] = {}
        self._found: dict[str, None] = {}
        self._is_output = False  # whether `deal` or `replay` printed it, with keys that are not of a record

    def read(self, value: Any, where: str) -> None:
        schema = str(value.get("schema")) if isinstance(value, dict) else ""
        if schema.startswith("baccarat-") and not schema.startswith(("baccarat-deal/", "baccarat-replay/")):
            another = message(
                "expected a record, got a document with the schema {schema}", schema=quoted(schema)
            )
            self.shoes.add_fault(where, another)
            return
        self._is_output |= schema.startswith("baccarat-")
        if schema.startswith("baccarat-replay/"):
            for what in _texts(value, "record_faults"):
                if _UNREAD in what:
                    self.shoes.add_fault(where, what.partition(_UNREAD)[2])
            self.shoes.unknown_names |= dict.fromkeys(_texts(value, "passed_over"))
        if isinstance(value, dict) and isinstance(value.get("shoe"), list):
            value = {"stream" if key == "shoe" else key: what for key, what in value.items()}
        value = _coup_of_hands(value) or value
        if isinstance(value, dict) and ("player" in value or "winner" in value) and "coups" not in value:
            self._read_coup(value, where)
        elif isinstance(value, list):
            self._read_list(value, where)
        elif isinstance(value, Broken):
            self._read_broken(value)
        elif not isinstance(value, dict):
            no_object = message("expected an object of a shoe or a coup, got {value}", value=quoted(value))
            self.shoes.add_fault(where, no_object)
        elif (key := _shoes_key(value)) is not None:
            self._read_settings(value, where, key)
            for place, shoe in enumerate(value[key]):
                self.read(shoe, f"{_in(where, key)}[{place}]")
        elif (key := _coups_key(value)) is not None:
            self._begin(value, where, key)
            if value.get("stream"):
                self._read_stream(value["stream"], _in(where, "stream"))
            # The output of `replay` lists its shoes separately from the coups.
            self._settings = {
                str(shoe["shoe"]): shoe for shoe in _objects(value.get("shoes")) if "shoe" in shoe
            }
            self._read_coups(value[key], _in(where, key))
        elif (key := _stream_key(value)) is not None:
            self._begin(value, where, key)
            self._read_stream(value[key], _in(where, key))
        elif any(
            key in COUP or key in CARD_PLACES or key in ("stakes", "card") for key in map(normalized, value)
        ):
            self._read_coup(value, where)
        elif any(normalized(key) in SHOE or normalized(key) == "shoe" for key in value):
            self._begin(value, where)
        else:
            keys = quoted(", ".join(value)) if value else message("an empty object")
            no_key = message("expected an object with keys of a shoe or a coup, got {keys}", keys=keys)
            self.shoes.add_fault(where, no_key)

    def _read_broken(self, value: Broken) -> None:
        """Add a broken value as an unreadable coup or, if the text ends there, only as a fault."""
        (self.shoes.add_fault if value.at_end else self.shoes.add_unreadable)(value.where, value.why)

    def _read_list(self, items: list[Any], where: str) -> None:
        texts = [item for item in items if not isinstance(item, Broken)]
        if texts and all(isinstance(item, str) for item in texts):
            if all(item in OUTCOMES for item in texts):
                items = [{"winner": item} if isinstance(item, str) else item for item in items]
            elif where and FEWEST_CARDS <= len(items) <= MOST_CARDS:
                self._read_coup({"cards": texts}, where)
                return
            elif self.shoes.rows:
                self.shoes.add_fault(where, message("expected an object of a coup, got a list of texts"))
                return
            else:
                items = [{"stream": texts}, *(item for item in items if isinstance(item, Broken))]
        for place, item in enumerate(items):
            self.read(item, f"{where}[{place}]")

    def _begin(self, value: dict[str, Any], where: str, data_key: str = "") -> None:
        names = (
            key for key, what in value.items() if normalized(key) == "shoe" and not isinstance(what, dict)
        )
        key = next(names, "number")  # `deal` prints the cards under `shoe`
        name = None
        try:
            name = None if value.get(key) is None else values.text(value[key])
        except AnalyzerError as fault:
            self.shoes.add_fault(_in(where, key), fault)
        self.shoes.begin(name)
        self._read_settings(value, where, data_key)

    def _read_settings(self, value: dict[str, Any], where: str, data_key: str) -> None:
        """Read what an object states about its shoe, except for coups or cards under `data_key`."""
        for key, what in value.items():
            if what is not None and key != data_key:
                try:
                    if (name := normalized(key)) in _OF_STAKES:
                        raise StakeError("expected stakes in the object of their coup")
                    if (field := SHOE.get(name)) is not None:
                        self.shoes.set(field.name, field.parse(what))
                    elif not self._is_output:
                        self._note(key, what, where)
                except AnalyzerError as fault:
                    self.shoes.add_fault(_in(where, key), fault)

    def _read_stream(self, value: Any, where: str) -> None:
        cards: list[Read] = []
        for place, item in enumerate(separate_cards(value)):
            try:
                cards += values.cards_of([item])
            except AnalyzerError as fault:
                cards.append(None)
                self.shoes.add_fault(f"{where}[{place}]", fault)
        self.shoes.add_drawn(tuple(cards))

    def _read_coups(self, items: list[Any], where: str) -> None:
        for place, item in enumerate(items):
            item = _coup_of_hands(item) or _coup_in_short(item) or item
            if isinstance(item, list):
                self._read_coups(item, f"{where}[{place}]")
            else:
                self._read_coup(item, f"{where}[{place}]")

    def _read_coup(self, value: Any, where: str) -> None:
        if isinstance(value, Broken):
            self._read_broken(value)
            return
        if not isinstance(value, dict):
            no_coup = message("expected an object of a coup, got {value}", value=quoted(value))
            self.shoes.add_unreadable(where, no_coup)
            return
        if self._is_output and isinstance(value.get("recorded"), dict):
            value = self._as_recorded(value, where)
        if not value.keys() <= self._found.keys():
            self._found |= dict.fromkeys(value)
            self.shoes.columns = tuple(self._found)
            if len(names := [key for key in value if normalized(key) == "shoe"]) > 1:
                self.shoes.refuse_two_names(names)
        if len(numbers := value.keys() & NUMBERS) > 1:
            self.shoes.unknown_names |= dict.fromkeys(sorted(numbers - {number_key(numbers)}))
            value = {
                key: what for key, what in value.items() if key not in numbers or key == number_key(numbers)
            }
        hand = ""
        if "card" in value:
            hand = hand_named(value.get("hand"))
            kept = (member for member in value.items() if member[0] != "hand" or hand == "drawn")
            value = {hand if key == "card" else key: what for key, what in kept}
        row: Row = {}
        faults: list[Fault] = []
        places: dict[str, list[Any]] = {}
        is_flat = value.keys() <= COUP.keys() and dict not in map(type, value.values())
        value, own = (value, {}) if is_flat else _without_stake(value)
        members = zip(value, value, value.values(), strict=True) if is_flat else fields.flattened(value)
        for path, key, what in members:
            if what is not None:
                try:
                    self._read_member(row, places, key, what, where)
                except AnalyzerError as fault:
                    faults.append((_in(where, path), fault))
        for side, texts in places.items():
            for place, why in fields.store_hand(row, side, texts):
                faults.append((_in(where, f"{side[0]}{place + 1}"), why))
        if not is_flat:
            store_stakes(row, faults, self._stakes_in(value, own, where))
        if own and self.shoes.extend_coup(row, "stakes", faults):
            return
        if hand:
            row.setdefault(hand, (None,))
        number = row.get("number")
        self.shoes.add_row(row, hand, where, faults)
        if not is_flat:
            others = [key for key in value if normalized(key) not in COUP and tells_apart(key)]
            apart = {key: str(value[key]) for key in others if value[key] is not None}
            self.shoes.check_apart(apart, number)

    def _as_recorded(self, value: dict[str, Any], where: str) -> dict[str, Any]:
        """What the record stated about a coup in the output of `replay`, which also has the right result."""
        for kind, what in zip(_texts(value, "fault_kinds"), _texts(value, "faults"), strict=False):
            if kind == "unread":
                self.shoes.add_fault(where, what.partition(_UNREAD)[2] or what)
            elif kind == "payment":
                left_out = message("a stake, which this document leaves out: {what}", what=what)
                self.shoes.add_fault(where, left_out)
        said: dict[str, Any] = value["recorded"]
        return {key: value[key] for key in ("coup", "shoe", "status") if key in value} | said

    def _stakes_in(
        self, value: Mapping[str, Any], own: Mapping[str, Any], where: str
    ) -> Iterator[Stake | Fault]:
        """The stakes of a coup's object: in a list, by bet, or the one whose fields are the object's `own`
        keys.
        """
        if own:
            yield stake_or_fault(own, where)
        named = {
            name: what for key, what in value.items() if what and (name := normalized(key)) in _OF_STAKES
        }
        if {"stakes", "bets"} <= named.keys():
            yield where, StakeError("expected the stakes under 'stakes' or 'bets', got both")
        if named:
            key = next((key for key in ("stakes", "bets") if key in named), "nets")
            staked, nets = {} if key == "nets" else named[key], named.get("nets")
            yield from stakes_of(staked, nets, _in(where, key), self.shoes.unknown_names)

    def _read_member(self, row: Row, places: dict[str, list[Any]], key: str, value: Any, where: str) -> None:
        """Read the value under a key of a coup; a single card is stored in `places`."""
        if (field := COUP.get(normalized(key))) is not None:
            fields.store(row, field, value)
        elif fields.is_cut_card_flag(key, value):
            row["cut"] = values.flag(value)
        elif (place := CARD_PLACES.get(normalized(key))) is not None:
            places.setdefault(place[0], [None] * 6)[place[1] - 1] = value
        elif key not in self.shoes.unknown_names or isinstance(value, dict | list):
            self._note(key, value, where)
            self._read_setting(key, value)

    def _note(self, key: str, value: Any, where: str) -> None:
        """Note an unknown key; if it is close to a known one, add a fault, but only once per key."""
        if normalized(key) in _KNOWN:
            return
        closest = None if may_concern_money(key) or tells_apart(key) else fields.closest_name(key)
        if closest is None:
            self.shoes.unknown_names |= dict.fromkeys(names_within(key, value))
        elif key not in self._misspelt:
            self._misspelt.add(key)
            misspelt = message(
                "unknown key {key}; did you mean {closest}?", key=quoted(key), closest=repr(closest)
            )
            self.shoes.add_fault(_in(where, key), misspelt)

    def _read_setting(self, key: str, value: Any) -> None:
        """Read what a coup's object states about its shoe."""
        if normalized(key) == "shoe" and not isinstance(value, dict):
            name = values.text(value)
            self.shoes.select(name)
            for setting, what in self._settings.pop(name, {}).items():
                if setting in SHOE and what is not None:
                    self._read_setting(setting, what)
        elif (field := SHOE.get(normalized(key))) is not None:
            self.shoes.set(field.name, field.parse(value))


def _without_stake(value: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A coup's object without the fields of a stake, and these fields, if they include a bet and a stake."""
    keys = {key: field for key in value if (field := field_of(key)) is not None}
    if not {"bet", "stake"} <= {*keys.values()}:
        return value, {}
    if not is_status(str(value.get("status") or "")):
        keys.pop("status", None)  # the status of the coup
    own = {field: value[key] for key, field in keys.items()}
    return {key: what for key, what in value.items() if key not in keys}, own


def _in(where: str, key: str) -> str:
    """The place of a key: `coups[3].player`, or `line 3, player`."""
    separator = "" if not where else ", " if where[-1].isdigit() else "."
    return f"{where}{separator}{values.displayed(key)}"


def _shoes_key(value: dict[str, Any]) -> str | None:
    """The key of a list of shoes: `shoes`, or any other key of one; None if there is a list `coups`."""
    if isinstance(value.get("coups"), list):
        return None
    if isinstance(value.get("shoes"), list):
        return "shoes"
    return next((key for key in value if any(map(_coups_key, _objects(value[key])))), None)


def _coups_key(value: dict[str, Any]) -> str | None:
    """The key of a list of coups: `coups`, or any other key of one; None if there is no such list."""
    if isinstance(value.get("coups"), list):
        return "coups"
    results = ("player", "banker", "drawn", "cards", "winner")
    keys = (key for key in value if any(any(map(item.get, results)) for item in _objects(value[key])))
    return next(keys, None)


def _stream_key(value: dict[str, Any]) -> str | None:
    """The key of cards in the order drawn: `stream`, or a key with more cards than a coup can have; else
    None.
    """
    if "stream" in value:
        return "stream"
    drawn = [key for key in value if (name := normalized(key)) in COUP and COUP[name].name == "drawn"]
    return next((key for key in drawn if len(separate_cards(value[key])) > MOST_CARDS), None)


def _texts(value: dict[str, Any], key: str) -> list[str]:
    """The texts in a list under a key; empty if there is no such list."""
    found = value.get(key)
    return [item for item in found if isinstance(item, str)] if isinstance(found, list) else []


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _coup_of_hands(value: Any) -> dict[str, Any] | None:
    """The coup given as a list of both hands and possibly the winner; None for any other value."""
    if not isinstance(value, list) or not 2 <= len(value) <= 3:
        return None
    player, banker, *winner = value
    if not all(isinstance(hand, list) and 2 <= len(hand) <= 3 for hand in (player, banker)):
        return None
    is_coup = all(isinstance(text, str) for text in (*player, *banker, *winner))
    return dict(zip(("player", "banker", "winner"), value, strict=False)) if is_coup else None


def _coup_in_short(value: Any) -> dict[str, Any] | None:
    """The coup given as its outcome alone, or as its cards in the order drawn; None for any other value."""
    if isinstance(value, str) and value in OUTCOMES:
        return {"winner": value}
    cards = separate_cards(value)
    is_coup = FEWEST_CARDS <= len(cards) <= MOST_CARDS and all(isinstance(card, str) for card in cards)
    return {"cards": cards} if is_coup else None
