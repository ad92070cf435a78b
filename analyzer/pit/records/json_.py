"""Records as JSON lines or one JSON document, such as `baccarat deal` and `baccarat replay` print."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.pit.records import values
from analyzer.pit.records.fields import (
    COUP,
    PLACES,
    SHOE,
    Entry,
    are_stakes,
    flat,
    is_known,
    marks_cut_card,
    nearly,
    plain,
    put,
    put_hand,
    stakes_of,
)
from analyzer.pit.records.gathering import FEWEST_CARDS, MOST_CARDS, Gathering, Row
from analyzer.pit.records.salvage import DECODER, Lost, salvage
from analyzer.pit.records.shapes import (
    cards_apart,
    heads,
    key_of_coups,
    key_of_shoes,
    key_of_stream,
    listed,
    one_card,
    told,
)
from analyzer.play.record import Read, RecordedShoe


def read_lines(lines: Iterable[str]) -> Iterator[RecordedShoe]:
    """The shoes of JSON lines, each as soon as the next one begins.

    Raises:
        AnalyzerError: nothing at all can be read.
    """
    reading = _Reading()
    shoes = reading.shoes
    for place, line in enumerate(lines, 1):
        try:
            value = DECODER.decode(line)
        except (ValueError, RecursionError):
            if line.strip():
                for value in _salvaged(line, place):
                    # A line that is cut off is a coup lost, whatever follows.
                    lost = replace(value, at_end=False) if isinstance(value, Lost) else value
                    reading.take(lost, f"line {place}")
        else:
            reading.take(value, f"line {place}")
        if shoes.finished:
            yield from shoes.finished
            shoes.finished = []
    yield from shoes.end()


def read_document(text: str) -> Iterator[RecordedShoe]:
    """The shoes of a JSON document.

    Raises:
        AnalyzerError: nothing at all can be read.
    """
    reading = _Reading()
    try:
        found = [DECODER.decode(text)]
    except (ValueError, RecursionError):
        found = _salvaged(text, 1) if text.strip() else []
    several = sum(not isinstance(value, Lost) for value in found) > 1
    for place, value in enumerate(found):
        reading.take(value, f"[{place}]" if several else "")
    yield from reading.shoes.end()


def _salvaged(text: str, line: int) -> list[Any]:
    try:
        return salvage(text, line)
    except RecursionError:
        return [Lost(f"line {line}", "expected a record, got JSON nested too deeply")]


def _other_document(value: Any) -> str | None:
    """The schema of a document that this package prints and that is no record, such as one of odds."""
    schema = str(value.get("schema")) if isinstance(value, dict) else ""
    return schema if schema.startswith("baccarat-") and not schema.startswith("baccarat-deal/") else None


class _Reading:
    """JSON values taken into shoes."""

    def __init__(self) -> None:
        self.shoes = Gathering()
        self._met: dict[str, Entry | None] = dict(COUP)
        self._heads: dict[str, dict[str, Any]] = {}

    def take(self, value: Any, where: str) -> None:
        """Take a shoe, a coup, or a list of them."""
        if (schema := _other_document(value)) is not None:
            self.shoes.fault(where, f"expected a record, got a document of the schema {quoted(schema)}")
            return
        if isinstance(value, dict) and isinstance(value.get("shoe"), list):
            value = {"stream" if key == "shoe" else key: what for key, what in value.items()}
        if (coup := listed(value)) is not None:
            self._coup(coup, where)
        elif isinstance(value, dict) and ("player" in value or "winner" in value) and "coups" not in value:
            self._coup(value, where)
        elif isinstance(value, list):
            self._list(value, where)
        elif isinstance(value, Lost):
            self._lost(value)
        elif not isinstance(value, dict):
            self.shoes.fault(where, f"expected an object of a shoe or a coup, got {quoted(value)}")
        elif (key := key_of_shoes(value)) is not None:
            self._head(value, where, key)
            for place, shoe in enumerate(value[key]):
                self.take(shoe, f"{_in(where, key)}[{place}]")
        elif (key := key_of_coups(value)) is not None:
            self._begin(value, where, key)
            if value.get("stream"):
                self._stream(value, where, "stream")
            self._heads = heads(value.get("shoes"))
            self._coups(value[key], _in(where, key))
        elif (key := key_of_stream(value)) is not None:
            self._begin(value, where, key)
            self._stream(value, where, key)
        elif any(key in COUP or key in PLACES or key in ("stakes", "card") for key in map(plain, value)):
            self._coup(value, where)
        elif any(plain(key) in SHOE or key == "shoe" for key in value):
            self._begin(value, where)
        else:
            keys = quoted(", ".join(value)) if value else "none"
            self.shoes.fault(where, f"expected an object with keys of a shoe or a coup, got {keys}")

    def _lost(self, value: Lost) -> None:
        """Take what is broken: as a coup, unless the text ends there."""
        (self.shoes.fault if value.at_end else self.shoes.lost)(value.where, value.why)

    def _list(self, items: list[Any], where: str) -> None:
        whole = [item for item in items if not isinstance(item, Lost)]
        if whole and all(isinstance(item, str) for item in whole):
            if all(item in values.OUTCOMES for item in whole):
                items = [{"winner": item} if isinstance(item, str) else item for item in items]
            elif where and FEWEST_CARDS <= len(items) <= MOST_CARDS:
                self._coup({"cards": whole}, where)
                return
            elif self.shoes.telling_coups:
                self.shoes.fault(where, f"expected an object of a coup, got {quoted(whole)} of texts")
                return
            else:
                items = [{"stream": whole}, *(item for item in items if isinstance(item, Lost))]
        for place, item in enumerate(items):
            self.take(item, f"{where}[{place}]")

    def _begin(self, value: dict[str, Any], where: str, coups: str = "") -> None:
        key = "number" if isinstance(value.get("shoe"), dict) else "shoe"  # `deal` prints the cards there
        name = value.get(key)
        self.shoes.begin(None if name is None else self._text(name, _in(where, key)))
        self._head(value, where, coups)

    def _text(self, value: Any, where: str) -> str | None:
        try:
            return values.text(value)
        except AnalyzerError as fault:
            self.shoes.fault(where, fault)
            return None

    def _head(self, value: dict[str, Any], where: str, coups: str) -> None:
        for key, what in value.items():
            if what is None or key == coups:
                continue
            entry = SHOE.get(plain(key))
            try:
                if entry is None:
                    self._check(key, where)
                else:
                    self._say(entry, what)
            except AnalyzerError as fault:
                self.shoes.fault(_in(where, key), fault)

    def _stream(self, value: dict[str, Any], where: str, key: str) -> None:
        items = cards_apart(value[key])
        found: list[Read] = []
        for place, item in enumerate(items):
            try:
                found += values.cards_of([item])
            except AnalyzerError as fault:
                found.append(None)
                self.shoes.fault(f"{_in(where, key)}[{place}]", fault)
        self.shoes.draw(tuple(found))

    def _coups(self, items: list[Any], where: str) -> None:
        for place, item in enumerate(items):
            if (coup := listed(item) or told(item)) is not None:
                self._coup(coup, f"{where}[{place}]")
            elif isinstance(item, list):
                self._coups(item, f"{where}[{place}]")
            else:
                self._coup(item, f"{where}[{place}]")

    def _coup(self, value: Any, where: str) -> None:
        if isinstance(value, Lost):
            self._lost(value)
            return
        if not isinstance(value, dict):
            self.shoes.lost(where, f"expected an object of a coup, got {quoted(value)}")
            return
        value, part = one_card(value)
        row: Row = {}
        faults: list[tuple[str, object]] = []
        places: dict[str, list[Any]] = {}
        plainly = value.keys() <= COUP.keys() and dict not in map(type, value.values())
        for path, key, what in zip(value, value, value.values(), strict=True) if plainly else flat(value):
            if what is None:
                continue
            try:
                self._take(row, places, key, what, where)
            except AnalyzerError as fault:
                faults.append((_in(where, path), fault))
        for side, texts in places.items():
            faults += [(_in(where, f"{side[0]}{at + 1}"), fault) for at, fault in put_hand(row, side, texts)]
        key = "bets" if are_stakes(value.get("bets")) else "stakes"
        if key in value:
            try:
                row["stakes"] = stakes_of(value[key], value.get("nets"), _in(where, key))
            except AnalyzerError as fault:
                faults.append((_in(where, key), fault))
        try:
            if not part:
                self.shoes.coup(row, where, faults)
            else:
                row.setdefault(part, (None,))
                self.shoes.card(row, part, where, faults)
        except AnalyzerError as fault:
            self.shoes.fault(where, fault)

    def _take(self, row: Row, places: dict[str, list[Any]], key: str, what: Any, where: str) -> None:
        """Take what stands under a key of a coup; one card of a hand into its place.

        Raises:
            AnalyzerError: it cannot be read, or another key said otherwise.
        """
        entry = self._met[key] if key in self._met else self._meet(key, where)
        if entry is not None:
            if entry.field == "winner" or entry.field in row:
                put(row, entry, what)
            else:
                row[entry.field] = entry.read(what)
        elif marks_cut_card(key, what):
            row["cut"] = values.flag(what)
        elif (place := PLACES.get(plain(key))) is not None:
            places.setdefault(place[0], [None] * 6)[place[1] - 1] = what
        else:
            self._other(key, what)

    def _meet(self, key: str, where: str) -> Entry | None:
        """What a key means that has not come before; named once if it is all but a known one."""
        entry = self._met[key] = COUP.get(plain(key))
        if entry is None and plain(key) not in SHOE:
            self._check(key, where)
            if not is_known(key) and nearly(key) is None:
                self.shoes.passed_over.append(key)
        return entry

    def _other(self, key: str, value: Any) -> None:
        """Take what a coup's object says of its shoe."""
        if key == "shoe":
            if not isinstance(value, dict):
                name = values.text(value)
                self.shoes.shoe(name)
                for said in self._heads.pop(name, {}).items():
                    self._other(*said)
        elif (entry := SHOE.get(plain(key))) is not None:
            self._say(entry, value)

    def _say(self, entry: Entry, value: Any) -> None:
        if entry.field == "burned":
            self.shoes.burn(entry.read(value))
        else:
            self.shoes.say(entry.field, entry.read(value))

    def _check(self, key: str, where: str) -> None:
        """Name a key that is all but a known one."""
        if (near := nearly(key)) is not None:
            self.shoes.fault(_in(where, key), f"unknown key {quoted(key)}; did you mean {near!r}?")


def _in(where: str, key: str) -> str:
    """The place of a key: `coups[3].player`, or `line 3, player`."""
    if not where:
        return values.called(key)
    return f"{where}{', ' if where[-1].isdigit() else '.'}{values.called(key)}"
