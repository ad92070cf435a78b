"""Widgets for notebooks: a room of the page, whose state is the same in the browser and in Python.

Every figure that a widget shows is counted in the browser; `odds` answers the same question in Python. What
the browser sends is read as strictly as what a user writes: what cannot be read raises, and answers nothing.
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
"""As the page's, apart from a home and a start of its own, and without the room for files."""


def module() -> str:
    """The program of all widgets, as a module of JavaScript that anywidget runs."""
    library = STATIC.joinpath("vendor", "preact.js").read_text(encoding="utf-8")
    style = joined((*STYLES, "widget"), "css").replace(
        "@media (max-width", "@container (max-width"
    )  # A cell is narrower than the window.
    return "\n".join(
        (
            # As CommonJS: a notebook may have a loader that the library would rather give itself to.
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
    """The state of a room; what its texts say is checked where they are read."""

    def validate(self, obj: Any, state: Any) -> dict[str, str]:
        """The state if its keys are those of the room, and its values texts; else an AnalyzerError."""
        if not isinstance(state, Mapping):
            raise AnalyzerError(f"expected texts by key, got {quoted(state)}")
        for key, text in state.items():
            if not isinstance(key, str) or not (key == "lang" or key.startswith(obj.room)):
                raise AnalyzerError(f"expected keys of {obj.room!r}, or 'lang', got {quoted(key)}")
            if not isinstance(text, str):
                raise AnalyzerError(f"expected a text for {key!r}, got {quoted(text)}")
        checked_language(state.get("lang", "en"))
        return dict(state)


class Widget(anywidget.AnyWidget):
    """One room of the page of a question; the classes below say which.

    `state` is what the browser and Python share: texts by key; what has no key is as the room begins.
    `w.observe(react, "state")` calls `react` whenever either side changes it.
    """

    room: ClassVar[str]
    _esm = module()
    _data = Unicode().tag(sync=True)
    state = State({}).tag(sync=True)

    def __init__(self, question: Question, lang: str | None) -> None:
        """The room as it begins; `lang` is its language, by default the browser's."""
        made = carried(question)
        data = page_data(made) | {"served": False, "room": self.room}
        self._begun = question
        self._bets = made.bets
        self._by_suit = any(one.fineness == "cards" for one in made.programs)
        begun = {} if lang is None else {"lang": lang}
        super().__init__(_data=json.dumps(data, ensure_ascii=False, separators=(",", ":")), state=begun)

    def _change(self, changes: Mapping[str, str]) -> None:
        """Change some keys of the state; an empty text is how a key begins."""
        self.state = {key: text for key, text in {**self.state, **changes}.items() if text}


class BetWidget(Widget):
    """A room about bets; the classes below say which."""

    def __init__(
        self,
        variant: Game = "standard",
        shoe: Cards = None,
        *,
        lang: str | None = None,
        **shared: Unpack[KnownCoup],
    ) -> None:
        """The room of a variant; parameters are those of `odds`, but nothing is known of a coup.

        `lang` is its language, by default the browser's. Raises AnalyzerError as `odds` does.
        """
        super().__init__(asked(variant, shoe, **shared), lang)


class LiveShoe(BetWidget):
    """A shoe that is dealt in the browser or in Python, and what every bet is worth on the cards not seen.

    >>> w = LiveShoe("standard", 8)
    >>> w.shoe = w.shoe.without("9c 9d")
    >>> w.odds()["tie"].ev == w.question.odds()["tie"].ev
    True
    """

    room = "shoe"

    @property
    def shoe(self) -> Shoe:
        """The cards not seen; those gone unseen are among them. By ranks if a card of unknown suit has left.

        Takes a Shoe, its text form or a number of decks: the room begins anew with it. Raises AnalyzerError
        for what is no shoe of a coup or more.
        """
        return self._left()[0]

    @shoe.setter
    def shoe(self, shoe: Cards) -> None:
        cards = shoe_of(self._begun.variant, shoe)
        check_cards(self._begun.rules, cards)
        self._change({"shoe.start": str(cards), "shoe.log": ""})

    @property
    def seen(self) -> tuple[Card, ...]:
        """The cards seen since the room began, in order.

        Takes cards, or a text such as `9c 9d`. Raises AnalyzerError if the shoe does not hold them.
        """
        return self._left()[1]

    @seen.setter
    def seen(self, cards: Seen) -> None:
        seen = parse_cards(cards)
        self._after(seen)
        self._change({"shoe.log": " ".join(map(str, seen))})

    @property
    def question(self) -> Question:
        """The question that the table of the room answers: whole coups from the cards not seen."""
        shoe, seen = self._left()
        return replace(self._begun, shoe=shoe, seen=seen)

    def odds(self) -> Report:
        """What each bet is worth on the cards not seen, exactly, as the room shows it."""
        report: Report = self.question.odds()
        return report

    def _left(self) -> tuple[Shoe, tuple[Card, ...]]:
        """The cards not seen, and those seen."""
        log = self.state.get("shoe.log", "").split()
        seen = parse_cards(" ".join(token for token in log if token not in ("?", "/")))
        left = self._after(seen)
        if (unseen := log.count("?")) > left.size:
            raise ShoeError(f"expected at most {left.size} cards gone unseen, got {unseen}")
        return left, seen

    def _after(self, seen: tuple[Card, ...]) -> Shoe:
        """The cards left of those that the room began with; suits are kept while a bet needs them."""
        start = Shoe.parse(self.state.get("shoe.start") or str(self._begun.left))
        check_cards(self._begun.rules, start)
        if seen and start.fineness == "cards" and not (self._by_suit and all(card.suit for card in seen)):
            start = start.coarsen("ranks")
        return start.without(seen)


class PaytableBench(BetWidget):
    """A bet whose pays are moved in the browser or in Python, and what it is then worth.

    >>> w = PaytableBench("standard")
    >>> w.bet = "tie"
    >>> w.pays = {"win": "9 to 1"}
    >>> w.pays["win"], w.odds(8)["tie"].house_edge
    (Fraction(9, 1), Fraction(63053127805, 1301666217579))
    """

    room = "bench"

    @property
    def bet(self) -> str:
        """The key of the bet on the bench: its id, or `id/paytable` if it is there at several."""
        key = self.state.get("bench.bet") or next(iter(self._bets), "")
        self._known(key)
        return key

    @bet.setter
    def bet(self, key: str) -> None:
        self._known(key)
        self._change({"bench.bet": key, "bench.lock": "", "bench.answer": ""})

    @property
    def pays(self) -> Mapping[str, Fraction]:
        """What each line of the bet pays to one, by line in order, before a random factor; read only.

        Takes a mapping of prices such as `{"win": "9 to 1"}`; lines that it does not name pay what the bet
        pays. Raises AnalyzerError for an unknown line or what is no price.
        """
        return MappingProxyType({line.id: line.net for line in self._priced().lines})

    @pays.setter
    def pays(self, pays: Mapping[str, Ratio]) -> None:
        if not isinstance(pays, Mapping):
            raise CatalogError(f'expected prices by line such as {{"win": 9}}, got {quoted(pays)}')
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
        """The bet at its pays, on the shoe that the bench began with."""
        return self._begun.naming([replace(self._priced(), usual=self._bets[self.bet].nets)])

    def odds(self, shoe: Cards = None) -> Report:
        """What the bet is worth at its pays, exactly: on a Shoe, its text form or a number of decks.

        The bench shows 6 decks and 8; by default this is the shoe that it began with.
        """
        question = self.question
        if shoe is not None:
            question = replace(question, shoe=shoe_of(question.variant, shoe), seen=())
        report: Report = question.odds()
        return report

    def _known(self, key: object) -> None:
        if not is_one_of(key, self._bets):
            raise unknown("bet of the bench", key, self._bets)

    def _entries(self) -> list[tuple[str, str, str]]:
        """The pays that differ from the bets' own, in order: bet, line, pay."""
        entries = [entry.rpartition("=") for entry in self.state.get("bench.pays", "").split(",") if entry]
        return [(bet, line, pay) for place, _, pay in entries for bet, _, line in [place.rpartition(".")]]

    def _priced(self) -> Bet:
        key, changed = self.bet, {}
        for bet, line, pay in self._entries():
            if bet == key:
                if not _RATIO.fullmatch(pay):
                    raise CatalogError(
                        f"expected a pay of line {line!r} such as 12 or 19/20, got {quoted(pay)}"
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
        """A board with coups, one by one or in one text, as `roads` takes them.

        `lang` is its language, by default the browser's. Raises AnalyzerError for what is no coup.
        """
        super().__init__(asked(variant), lang)
        self.coups = coups

    @property
    def coups(self) -> tuple[Outcome, ...]:
        """The coups in order. Takes what `roads` takes; raises CardError if a coup cannot be read."""
        return self.roads.outcomes

    @coups.setter
    def coups(self, coups: Iterable[Outcome | str] | str) -> None:
        outcomes = Scoreboard(coups).outcomes
        self._change({"board": " ".join(map(str, outcomes)), "boardCleared": ""})

    @property
    def roads(self) -> Scoreboard:
        """The roads of the coups, as the board draws them."""
        return Scoreboard(self.state.get("board", ""))
