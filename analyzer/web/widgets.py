"""Widgets for notebooks: each is a room of the page, with one state shared by the browser and Python.

Every figure that a widget shows is computed in the browser; `odds` answers the same question in Python. Input
from the browser is checked as strictly as input from a user: anything that cannot be read raises an error.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Unpack

from analyzer.analysis.odds import Report
from analyzer.analysis.question import Question, check_cards
from analyzer.ask.parameters import Cards, Game, KnownCoup, Seen
from analyzer.ask.question import question as asked
from analyzer.ask.question import shoe_of
from analyzer.ask.roads import Scoreboard
from analyzer.bets.bet import Bet
from analyzer.bets.pricing import Ratio, price_of
from analyzer.errors import AnalyzerError, CatalogError, ShoeError, needs
from analyzer.exact import quoted, ratio_text
from analyzer.game.cards import Card, parse_cards
from analyzer.game.shoe import Shoe
from analyzer.given import is_one_of, unknown
from analyzer.play.record import Outcome
from analyzer.render.words import checked_language
from analyzer.text import message
from analyzer.web.carried import carried
from analyzer.web.data import page_data
from analyzer.web.page import SCRIPTS, STATIC, STYLES, joined

try:
    import anywidget
    from traitlets import TraitType, Unicode
except ImportError:
    raise AnalyzerError(needs("a widget", "widgets")) from None

_RATIO = re.compile(r"-?[0-9]{1,1000}(\.[0-9]{1,1000}|/0*[1-9][0-9]{0,999})?")


SCRIPTS_OF_WIDGETS = (
    "widget_home",
    *(part for part in SCRIPTS if part not in ("home", "certificate", "check", "variants", "start")),
    "widget_start",
)
"""The page's scripts with another first and last part, without the room that checks files."""


def module() -> str:
    """The program of all widgets, as a JavaScript module that anywidget runs."""
    library = STATIC.joinpath("vendor", "preact.js").read_text(encoding="utf-8")
    style = joined((*STYLES, "widget"), "css").replace(
        "@media (max-width", "@container (max-width"
    )  # A notebook cell is narrower than the window.
    return "\n".join(
        (
            # Loaded as CommonJS; otherwise the library would register with a notebook's AMD loader.
            "const htmPreact = (() => {",
            "const exports = {}, module = { exports };",
            library,
            "return exports;",
            "})();",
            f"const STYLE = {json.dumps(style)};",
            "function widget(model, el) {",
            joined(SCRIPTS_OF_WIDGETS, "js"),
            'return () => { model.off("change:state", restore); render(null, ROOT); };',
            "}",
            "export default { render: ({ model, el }) => widget(model, el) };",
        )
    )


class State(TraitType[dict[str, str], Mapping[str, str]]):
    """The state of a room. Keys and types are checked here; the texts are checked when they are read."""

    def validate(self, obj: Any, state: Any) -> dict[str, str]:
        """The state. Raises AnalyzerError unless its keys belong to the room and its values are texts."""
        if not isinstance(state, Mapping):
            raise AnalyzerError("expected a mapping of keys to texts, got {state}", state=quoted(state))
        for key, text in state.items():
            if not isinstance(key, str) or not (key == "lang" or key.startswith(obj.room)):
                raise AnalyzerError(
                    "expected 'lang' or a key that begins with {room}, got {key}",
                    room=repr(obj.room),
                    key=quoted(key),
                )
            if not isinstance(text, str):
                raise AnalyzerError("expected a text for {key}, got {text}", key=repr(key), text=quoted(text))
        checked_language(state.get("lang", "en"))
        return dict(state)


class Widget(anywidget.AnyWidget):
    """One room of the page of a question; each subclass is one room.

    `state` is shared by the browser and Python: texts by key; a key that is missing has its initial value.
    `w.observe(react, "state")` calls `react` whenever either side changes the state.
    """

    room: ClassVar[str]
    _esm = module()
    _data = Unicode().tag(sync=True)
    state = State({}).tag(sync=True)

    def __init__(self, question: Question, lang: str | None) -> None:
        """The room in its initial state; `lang` is its language, by default the browser's."""
        made = carried(question)
        data = page_data(made) | {"served": False, "room": self.room}
        self._begun = question
        self._bets = made.bets
        self._by_suit = any(one.fineness == "cards" for one in made.programs)
        begun = {} if lang is None else {"lang": lang}
        super().__init__(_data=json.dumps(data, ensure_ascii=False, separators=(",", ":")), state=begun)

    def _change(self, changes: Mapping[str, str]) -> None:
        """Change some keys of the state; an empty text resets a key to its initial value."""
        self.state = {key: text for key, text in {**self.state, **changes}.items() if text}


class BetWidget(Widget):
    """A room about bets; each subclass is one room."""

    def __init__(
        self,
        variant: Game = "standard",
        shoe: Cards = None,
        *,
        lang: str | None = None,
        **shared: Unpack[KnownCoup],
    ) -> None:
        """The room of a variant; parameters are those of `odds`, but no coup can be in progress.

        `lang` is its language, by default the browser's. Raises AnalyzerError as `odds` does.
        """
        super().__init__(asked(variant, shoe, **shared), lang)


class LiveShoe(BetWidget):
    """A shoe that is dealt in the browser or in Python, and the value of every bet on the unseen cards.

    >>> w = LiveShoe("standard", 8)
    >>> w.shoe = w.shoe.without("9c 9d")
    >>> w.odds()["tie"].ev == w.question.odds()["tie"].ev
    True
    """

    room = "shoe"

    @property
    def shoe(self) -> Shoe:
        """The unseen cards, including those removed unseen; by ranks if a card of unknown suit was removed.

        Can be set to a Shoe, its text form or a number of decks: the room restarts with it. Setting raises
        AnalyzerError for anything else, and for a shoe with too few cards for a coup.
        """
        return self._left()[0]

    @shoe.setter
    def shoe(self, shoe: Cards) -> None:
        cards = shoe_of(self._begun.variant, shoe)
        check_cards(self._begun.rules, cards)
        self._change({"shoe.start": str(cards), "shoe.log": ""})

    @property
    def seen(self) -> tuple[Card, ...]:
        """The cards seen since the room started, in order.

        Can be set to cards, or to a text such as `9c 9d`. Raises AnalyzerError if the shoe lacks them.
        """
        return self._left()[1]

    @seen.setter
    def seen(self, cards: Seen) -> None:
        seen = parse_cards(cards)
        self._after(seen)
        self._change({"shoe.log": " ".join(map(str, seen))})

    @property
    def question(self) -> Question:
        """The question that the table of the room answers: whole coups dealt from the unseen cards."""
        shoe, seen = self._left()
        return replace(self._begun, shoe=shoe, seen=seen)

    def odds(self) -> Report:
        """The exact value of each bet on the unseen cards, as the room shows it."""
        report: Report = self.question.odds()
        return report

    def _left(self) -> tuple[Shoe, tuple[Card, ...]]:
        """The unseen cards, and the cards seen."""
        log = self.state.get("shoe.log", "").split()
        seen = parse_cards(" ".join(token for token in log if token not in ("?", "/")))
        left = self._after(seen)
        if (unseen := log.count("?")) > left.size:
            raise ShoeError(
                "expected at most {left} cards removed unseen, got {unseen}", left=left.size, unseen=unseen
            )
        return left, seen

    def _after(self, seen: tuple[Card, ...]) -> Shoe:
        """The cards left in the starting shoe, with suits only if a bet needs them and all are known."""
        start = Shoe.parse(self.state.get("shoe.start") or str(self._begun.left))
        check_cards(self._begun.rules, start)
        if seen and start.fineness == "cards" and not (self._by_suit and all(card.suit for card in seen)):
            start = start.coarsen("ranks")
        return start.without(seen)


class PaytableBench(BetWidget):
    """A bet whose payouts can be changed in the browser or in Python, and its value at those payouts.

    >>> w = PaytableBench("standard")
    >>> w.bet = "tie"
    >>> w.pays = {"win": "9 to 1"}
    >>> w.pays["win"], w.odds(8)["tie"].house_edge
    (Fraction(9, 1), Fraction(63053127805, 1301666217579))
    """

    room = "bench"

    @property
    def bet(self) -> str:
        """The key of the bet on the bench: its id, or `id/paytable` if it has several paytables there."""
        key = self.state.get("bench.bet") or next(iter(self._bets), "")
        self._known(key)
        return key

    @bet.setter
    def bet(self, key: str) -> None:
        self._known(key)
        self._change({"bench.bet": key, "bench.lock": "", "bench.answer": ""})

    @property
    def pays(self) -> Mapping[str, Fraction]:
        """What each line of the bet pays to one, in order of lines, before any random multiplier; read-only.

        Can be set to a mapping of prices such as `{"win": "9 to 1"}`; other lines keep the bet's own prices.
        Raises AnalyzerError for an unknown line or an invalid price.
        """
        return MappingProxyType({line.id: line.net for line in self._priced().lines})

    @pays.setter
    def pays(self, pays: Mapping[str, Ratio]) -> None:
        if not isinstance(pays, Mapping):
            raise CatalogError('expected prices by line such as {"win": 9}, got {pays}', pays=quoted(pays))
        key = self.bet
        changed = {line: price_of(price) for line, price in pays.items()}
        priced = self._bets[key].priced(changed)
        usual = {line.id: line.net for line in self._bets[key].lines}
        others = [entry for entry in self._entries() if entry[0] != key]
        mine = [(key, line.id, ratio_text(line.net)) for line in priced.lines if line.net != usual[line.id]]
        texts = ",".join(f"{bet}.{line}={pay}" for bet, line, pay in (*others, *mine))
        self._change({"bench.pays": texts, "bench.lock": "", "bench.answer": ""})

    @property
    def question(self) -> Question:
        """The bet at its current prices, on the shoe that the bench started with."""
        return self._begun.naming([replace(self._priced(), usual=self._bets[self.bet].nets)])

    def odds(self, shoe: Cards = None) -> Report:
        """The exact value of the bet at its current prices, on a Shoe, its text form or a number of decks.

        The default is the shoe that the bench started with; the bench itself shows 6 and 8 decks.
        """
        question = self.question
        if shoe is not None:
            question = replace(question, shoe=shoe_of(question.variant, shoe), seen=())
        report: Report = question.odds()
        return report

    def _known(self, key: object) -> None:
        if not is_one_of(key, self._bets):
            raise unknown(message("bet on the bench"), key, self._bets)

    def _entries(self) -> list[tuple[str, str, str]]:
        """The prices that differ from the bets' own, in order: bet, line, price."""
        entries = [entry.rpartition("=") for entry in self.state.get("bench.pays", "").split(",") if entry]
        return [(bet, line, pay) for place, _, pay in entries for bet, _, line in [place.rpartition(".")]]

    def _priced(self) -> Bet:
        key, changed = self.bet, {}
        for bet, line, pay in self._entries():
            if bet == key:
                if not _RATIO.fullmatch(pay):
                    raise CatalogError(
                        "expected a price of line {line} such as 12 or 19/20, got {price}",
                        line=repr(line),
                        price=quoted(pay),
                    )
                changed[line] = Fraction(pay)
        return self._bets[key].priced(changed)


class Board(Widget):
    """The outcomes of a shoe, entered in the browser or in Python, and their roads.

    >>> w = Board("B Pp T")
    >>> [str(coup) for coup in w.coups]
    ['B', 'Pp', 'T']
    """

    room = "board"

    def __init__(
        self,
        coups: Iterable[Outcome | str] | str = (),
        variant: Game = "standard",
        *,
        lang: str | None = None,
    ) -> None:
        """A board with coups, one by one or in one text, in the forms that `roads` takes.

        `lang` is its language, by default the browser's. Raises AnalyzerError if a coup cannot be read.
        """
        super().__init__(asked(variant), lang)
        self.coups = coups

    @property
    def coups(self) -> tuple[Outcome, ...]:
        """The coups in order; can be set to anything that `roads` takes.

        Raises CardError if a coup cannot be read.
        """
        return self.roads.outcomes

    @coups.setter
    def coups(self, coups: Iterable[Outcome | str] | str) -> None:
        outcomes = Scoreboard(coups).outcomes
        self._change({"board": " ".join(map(str, outcomes)), "boardCleared": ""})

    @property
    def roads(self) -> Scoreboard:
        """The roads of the coups, as the board draws them."""
        return Scoreboard(self.state.get("board", ""))
