"""Arguments for a text, a number or a list: accepted if the meaning is obvious, else rejected in a sentence.

Every public function is called with every odd value for each of its parameters, which are found by its
signature. No error of Python or NumPy comes out.
"""

import inspect
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import numpy as np
import pytest
from suite import cases

import analyzer as ba
from analyzer.errors import AnalyzerError

SHOE = "A=4 5=3 9=4 T=4"
RECORD = "P:9c,5d B:Kh,2s\n"
TIE = ["tie"]
COUNTS = np.array([[4] * 10])
NO_FILE = str(Path(__file__).parent / "none.toml")

ASKED: dict[str, Callable[[], dict[str, Any]]] = {
    "audit": lambda: {"files": "first-seed"},
    "bankroll": lambda: {"stakes": {"tie": 1}, "coups": 3, "shoe": SHOE},
    "bet": lambda: {"ref": "tie"},
    "certify": lambda: {"report": report()},
    "chemin_de_fer": lambda: {"shoe": "A=3 9=4"},
    "closed_form": lambda: {"bets": ["player-pair"]},
    "compare": lambda: {"a": "classic", "b": "ez-baccarat", "shoe": SHOE, "bets": TIE},
    "count": lambda: {"bets": ["player-pair"], "shoe": SHOE},
    "count_form": lambda: {"bets": ["player-pair"], "shoe": SHOE},
    "deal": lambda: {"rules": ba.rules("punto-banco"), "cards": map(ba.Card.parse, "9842")},
    "deal_shoe": lambda: {"shoe": "1"},
    "design": lambda: {"bet": "tie", "edge": "1%..50%", "pays": {"win": "5..9"}, "shoe": SHOE},
    "evidence": lambda: {"records": [recorded()]},
    "evidence_plan": lambda: {"coups": 100},
    "expected_values": lambda: {"variant": "classic", "counts": COUNTS},
    "explain": lambda: {"bet": "tie", "shoe": SHOE},
    "inside": lambda: {"bets": TIE, "shoe": SHOE},
    "joint": lambda: {"stakes": {"tie": 1, "player": 1}, "shoe": SHOE},
    "kelly": lambda: {"bets": TIE, "shoe": SHOE},
    "lint": lambda: {"files": []},
    "load_bets": lambda: {"path": NO_FILE},
    "monitor": lambda: {"bets": TIE, "rounds": [100], "shoe": SHOE},
    "odds": lambda: {"variant": "classic", "shoe": SHOE},
    "peek": lambda: {"bets": TIE, "shoe": SHOE},
    "prediction": lambda: {"coups": 0, "shoes": 2, "shoe": "A=4 9=4 T=4"},
    "procedure": lambda: {"ref": "cut-14"},
    "question": lambda: {"variant": "classic", "shoe": SHOE},
    "read": lambda: {"source": NO_FILE},
    "read_text": lambda: {"text": "B P"},
    "removal": lambda: {"bets": TIE, "shoe": SHOE},
    "replay": lambda: {"record": recorded()},
    "report": lambda: {"variant": "classic", "shoe": SHOE, "bets": TIE},
    "roads": lambda: {"coups": ["B"]},
    "rules": lambda: {"ref": "punto-banco"},
    "save": lambda: {"value": report(), "file": NO_FILE, "digits": "no digits"},
    "settle": lambda: {"record": recorded(), "stake": {"tie": 1}},
    "solve": lambda: {"bet": "tie", "lines": ["win"], "edge": "5%"},
    "successive": lambda: {"shoe": "A=4 9=4 T=4"},
    "sweep": lambda: {"bets": TIE, "shoes": 1, "shoe": "1"},
    "symbolic": lambda: {"bet": "tie"},
    "tableau": lambda: {"shoe": SHOE},
    "tail": lambda: {"bets": TIE, "shoe": SHOE, "unseen": 6},
    "variant": lambda: {"ref": "classic"},
    "verify_certificate": lambda: {"certificate": {}},
    "ways": lambda: {"variant": "classic", "counts": COUNTS},
    "written": lambda: {"shoes": [recorded()]},
}
"""How each public function with parameters is called; `save` never writes, since its digits are rejected."""


@cache
def report() -> ba.Report:
    return ba.odds("classic", SHOE)


@cache
def recorded() -> ba.RecordedShoe:
    return next(ba.read_text(RECORD))


class Odd:
    """A value of no use to any function."""


ODD: dict[str, Callable[[], Any]] = {
    "array": lambda: np.array([1, 2]),
    "array of no dimension": lambda: np.array(3),
    "array of texts": lambda: np.array(["tie", "player"]),
    "array of rows": lambda: np.zeros((2, 2)),
    "number of an array": lambda: np.int64(3),
    "decimal of an array": lambda: np.float64(0.05),
    "text of an array": lambda: np.str_("x"),
    "truth of an array": lambda: np.bool_(True),
    "list": lambda: ["tie"],
    "list of lists": lambda: [["9c"]],
    "list of None": lambda: [None],
    "list of arrays": lambda: [np.array([1, 2])],
    "empty list": lambda: [],
    "tuple": lambda: ("9c", "9d"),
    "set": lambda: {1},
    "range": lambda: range(3),
    "generator": lambda: (text for text in TIE),
    "dict": lambda: {"tie": 1},
    "dict of arrays": lambda: {"tie": np.array([1, 2])},
    "dict of None": lambda: {"tie": None},
    "dict by number": lambda: {1: 2},
    "Decimal": lambda: Decimal("0.05"),
    "no Decimal": lambda: Decimal("NaN"),
    "Fraction": lambda: Fraction(1, 20),
    "float": lambda: 1.5,
    "no float": lambda: float("nan"),
    "endless float": lambda: float("inf"),
    "complex": lambda: 1j,
    "whole number": lambda: 3,
    "negative number": lambda: -1,
    "huge number": lambda: -(10**40),
    "truth": lambda: True,
    "None": lambda: None,
    "bytes": lambda: b"9c",
    "path": lambda: Path("x"),
    "text": lambda: "x",
    "empty text": lambda: "",
    "text of a surrogate": lambda: "\udcff",
    "text with a NUL": lambda: "a\0b",
    "shoe": lambda: ba.Shoe.decks(1),
    "report": report,
    "object": Odd,
    "class": lambda: Odd,
    "function": lambda: lambda *_: None,
    "module": lambda: np,
}


def parameters(function: Callable[..., Any]) -> Iterator[str]:
    """The names of a function's parameters, those of a group one by one."""
    hints = get_type_hints(function, localns={"ArrayLike": object, "NDArray": list, "np": np})
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            (group,) = get_args(hints[name])
            yield from group.__optional_keys__
        else:
            yield name


@cache
def functions() -> dict[str, Callable[..., Any]]:
    public = {name: getattr(ba, name) for name in dir(ba) if not name.startswith("_")}
    return {name: value for name, value in public.items() if inspect.isfunction(value)}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in an empty folder, since some values are names of files that can be written."""
    monkeypatch.chdir(tmp_path)


def test_every_public_function_is_tested() -> None:
    assert {name for name, function in functions().items() if [*parameters(function)]} == set(ASKED)


def ask(name: str, parameter: str, odd: str) -> None:
    """Call a function with an odd value; the result is an answer or an error of one sentence."""
    try:
        functions()[name](**ASKED[name]() | {parameter: ODD[odd]()})
    except AnalyzerError as error:
        assert str(error).strip()
    except Exception as error:
        if odd != "class":  # a class is a function too, one without parameters
            pytest.fail(f"{name}({parameter}={odd}): {type(error).__name__}: {error}")


@pytest.mark.parametrize("name", ASKED)
def test_a_function_answers_or_states_what_it_expected(name: str) -> None:
    odd = list(ODD)
    for place, parameter in enumerate(sorted(parameters(functions()[name]))):
        ask(name, parameter, odd[(7 * place + len(name)) % len(odd)])
        ask(name, parameter, odd[place % 4])


@pytest.mark.slow
@pytest.mark.parametrize("name", ASKED)
def test_a_function_answers_or_states_what_it_expected_for_every_value(name: str) -> None:
    for parameter in parameters(functions()[name]):
        for odd in ODD:
            ask(name, parameter, odd)


ALIKE: dict[str, tuple[Callable[[Any], Any], Any, list[Any]]] = {
    "cards seen": (
        lambda seen: ba.odds("classic", 1, seen=seen)["tie"].ev,
        "9c 9d",
        [
            ["9c", "9d"],
            ("9c", "9d"),
            np.array(["9c", "9d"]),
            ["9c 9d"],
            map(ba.Card.parse, ("9c", "9d")),
            ["9c", ba.Card.parse("9d")],
        ],
    ),
    "cards seen in a tableau": (lambda seen: ba.tableau(shoe=1, seen=seen).shoe, "9c", [["9c"]]),
    "cards seen by a dealer": (lambda seen: ba.deal_shoe(seen=seen).coups[0].coup, "9c", [["9c"]]),
    "cards that leave": (ba.Shoe.decks(1).without, "9c 9d", [["9c", "9d"], np.array(["9c", "9d"])]),
    "a commission": (
        lambda rate: ba.odds("classic", 1, commission=rate)["banker"].ev,
        "4%",
        [Decimal("0.04"), Fraction(1, 25), np.str_("4%")],
    ),
    "a pay": (
        lambda pay: ba.odds("classic", 1, pay={"tie": pay})["tie"].ev,
        "9",
        [Decimal(9), 9, np.int64(9)],
    ),
    "bets": (lambda bets: list(ba.odds("classic", 1, bets=bets)), TIE, [("tie",), np.array(TIE), iter(TIE)]),
    "decks": (lambda decks: ba.odds("classic", decks).shoe, 6, [np.int32(6), ba.Shoe.decks(np.int64(6))]),
    "unseen cards": (lambda unseen: ba.tail(bets=TIE, shoe=SHOE, unseen=unseen).tails, 6, [np.int64(6)]),
    "a seed": (lambda seed: ba.deal_shoe(seed=seed).coups[0].coup, 7, [np.int64(7), np.array(7)]),
    "rounds": (
        lambda rounds: [found.limits for found in ba.monitor(bets=TIE, rounds=rounds)],
        [1_000],
        [np.array([1_000]), (1_000,)],
    ),
    "a stake": (
        lambda stake: ba.bankroll(stakes={"tie": stake}, coups=2, shoe=SHOE)[0].mean,
        "0.5",
        [Decimal("0.5"), Fraction(1, 2)],
    ),
    "coups": (lambda coups: ba.roads(coups).to_dict(), "B P", [["B", "P"], np.array(["B", "P"])]),
    "yes": (lambda yes: len(ba.odds("classic", 1, exhaustive=yes)), True, [np.bool_(True)]),
}
"""Values with one meaning: a question, a value as documented, and others of the same meaning."""


@pytest.mark.parametrize("name", ALIKE)
def test_a_value_of_obvious_meaning_is_accepted(name: str) -> None:
    asked, documented, others = ALIKE[name]
    expected = asked(documented)
    for other in others:
        assert asked(other) == expected


REFUSALS = cases("refused-calls.txt")
NAMES = {name: getattr(ba, name) for name in dir(ba)}


@pytest.mark.parametrize("call", REFUSALS)
def test_a_wrong_value_is_rejected_in_one_sentence(call: str) -> None:
    with pytest.raises(AnalyzerError) as refused:
        eval(call, {**NAMES, "np": np})
    assert str(refused.value) == REFUSALS[call]
