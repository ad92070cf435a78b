"""The library as data: its size, what every entry must state, and the names by which items are found."""

import re
import tomllib
import unicodedata
from fractions import Fraction
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from analyzer.bets.bet import Bet
from analyzer.catalog import load
from analyzer.errors import CatalogError
from analyzer.text import LANGUAGES

CATALOG = Path(str(files("analyzer.catalog")))
LIBRARY = load.library()
PRICED = [bet for prices in LIBRARY.values() for bet in prices]


def raw(folder: str) -> dict[str, dict[str, Any]]:
    """The text of the library's files in a folder, by stem."""
    return {
        path.stem: tomllib.loads(path.read_text("utf-8"))
        for path in sorted((CATALOG / folder).glob("*.toml"))
    }


MASKS = (
    (r"\b(ace|jack|queen|king)\b", "N"),
    (r"\b(spades|hearts|diamonds|clubs)\b", "SUIT"),
    (r"\b(red|black)\b", "COLOR"),
    (r"banker", "player"),
    (r"\bb([123])\b", r"p\1"),
    (r"\{[^}]*\}", "N"),
    (r"(?<![pb])\d+", "N"),
    (r"== N|in N", "is N"),
)


def event(bet: Bet) -> tuple[str, ...]:
    """The conditions of a bet with numbers, ranks, suits and hands masked, each once.

    A series such as the totals 0 to 9 of either hand is then one event, and so is a bet at several prices.
    """
    found = []
    for line in bet.lines:
        text = " ".join(line.when.text.split())
        for pattern, mask in MASKS:
            text = re.sub(pattern, mask, text)
        found.append(text)
    return tuple(dict.fromkeys(found))


def test_the_library_is_as_large_as_promised() -> None:
    assert len(LIBRARY) >= 120
    assert len(PRICED) >= 200
    assert len({event(prices[0]) for prices in LIBRARY.values()}) >= 60


def test_the_bets_of_a_series_have_the_same_conditions() -> None:
    alike = [f"{hand}-total-{n}" for hand in ("player", "banker") for n in range(10)]
    assert {event(load.bet(name)) for name in alike} == {("player_total is N",)}
    assert event(load.bet("egalite-0")) == event(load.bet("egalite-8-9"))
    assert event(load.bet("matching-dragon-king")) == ("count(rank is N) is N",)
    assert event(load.bet("egalite-0")) != event(load.bet("player-total-0"))


def sources_of(said: object) -> list[object]:
    return said if isinstance(said, list) else [said]


@pytest.mark.parametrize("name", LIBRARY)
def test_each_bet_has_a_source(name: str) -> None:
    [bet, *_] = LIBRARY[name]
    for source in sources_of(bet.source):
        said = source if isinstance(source, dict) else load.sources()[str(source)]
        assert said["title"], name
        assert isinstance(source, str) or set(said) <= {"title", "url"}, name
    assert bet.name.strip() and not re.search(r"[㐀-鿿]", bet.name), name


@pytest.mark.parametrize("folder", ["rules", "variants", "procedures", "limits"])
def test_rules_and_variants_have_a_source(folder: str) -> None:
    for stem, said in raw(folder).items():
        for source in sources_of(said["source"]):
            assert source["title"] if isinstance(source, dict) else load.sources()[str(source)]["title"], stem


def test_every_key_of_the_sources_is_cited() -> None:
    cited = "".join(
        path.read_text("utf-8") for path in CATALOG.rglob("*.toml") if path.name != "sources.toml"
    )
    assert [key for key in load.sources() if f'"{key}"' not in cited] == []


def test_no_id_or_alias_has_two_meanings() -> None:
    """Checks the ids and aliases of bets and of uncomputable items."""
    entries = [(bet.id, *bet.aliases) for [bet, *_] in LIBRARY.values()]
    entries += [(item.id, *item.aliases) for item in load.uncomputable().values()]
    names = list(chain.from_iterable(entries))
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("name", LIBRARY)
def test_a_bet_has_no_two_equal_paytables(name: str) -> None:
    prices = [tuple(bet.outcomes.items()) for bet in LIBRARY[name]]
    assert len(prices) == len(set(prices))


@pytest.mark.parametrize("name", LIBRARY)
def test_lines_have_the_conventional_ids(name: str) -> None:
    for bet in LIBRARY[name]:
        assert len(bet.winning) != 1 or bet.winning == ("win",), bet.reference
        assert {line.id for line in bet.lines if line.net == 0} <= {"push"}, bet.reference
        assert all(line.net == 0 for line in bet.lines if line.id == "push"), bet.reference


def spellings(price: Fraction) -> set[str]:
    """The spellings of a price in the name of a paytable: 1-5, 1-50 and 3-2 for 1.5."""
    spelled = {f"{price.numerator}-{price.denominator}".removesuffix("-1")}
    if 100 % price.denominator == 0:
        whole, hundredths = divmod(int(price * 100), 100)
        spelled |= {f"{whole}-{hundredths:02}", f"{whole}-{hundredths:02}".removesuffix("0")}
    return spelled


def test_a_paytable_named_by_numbers_has_those_prices() -> None:
    assert spellings(Fraction(3, 2)) == {"3-2", "1-50", "1-5"}
    numbered = [bet for bet in PRICED if re.fullmatch(r"[0-9-]+", bet.paytable or "")]
    assert len(numbered) > 100
    for bet in numbered:
        one = "|".join(sorted(chain.from_iterable(spellings(line.net) for line in bet.lines if line.net > 0)))
        assert re.fullmatch(f"({one})(-({one}))*", bet.paytable or ""), bet.reference


def test_every_uncomputable_item_states_a_reason() -> None:
    assert len(load.uncomputable()) >= 20
    for item in load.uncomputable().values():
        assert len(item.reason) > 20 and item.reason[-1] not in ".;", item.id
        assert item.source is not None, item.id


NAMED = {
    **{f"bet {bet.id}": bet.names for [bet, *_] in LIBRARY.values()},
    **{f"{item.id}, uncomputable": item.names for item in load.uncomputable().values()},
    **{
        f"{folder} {stem}": said.get("names", {})
        for folder in ("rules", "variants", "procedures", "limits")
        for stem, said in raw(folder).items()
    },
    **{
        f"{stem}: {bet['id']}": bet.get("names", {})
        for stem, said in raw("variants").items()
        for bet in said.get("bet", [])
    },
}
SCRIPTS = {"zh-Hans": "[㐀-鿿]", "zh-Hant": "[㐀-鿿]", "th": "[ก-๎]", "ko": "[가-힣]", "vi": "[A-Za-zÀ-ỹ]"}
"""Characters of which a name in each language has at least one, for all languages except English."""
SIMPLIFIED, TRADITIONAL = "闲庄点对龙红张补赢胜两单双乐赔", "閒莊點對龍紅張補贏勝兩單雙樂賠"


def test_the_names_of_every_language_are_tested() -> None:
    assert sorted(["en", *SCRIPTS]) == sorted(LANGUAGES)


@pytest.mark.parametrize("what", NAMED)
def test_everything_has_a_name_in_every_language(what: str) -> None:
    """In its script, in composed characters, printable and without stray spaces."""
    assert list(NAMED[what]) == list(SCRIPTS)
    for language, name in NAMED[what].items():
        assert re.search(SCRIPTS[language], name), language
        assert name == " ".join(unicodedata.normalize("NFC", name).split()) and name.isprintable()


@pytest.mark.parametrize("what", NAMED)
def test_neither_chinese_script_has_a_character_of_the_other(what: str) -> None:
    hans, hant = NAMED[what]["zh-Hans"], NAMED[what]["zh-Hant"]
    assert not set(TRADITIONAL) & set(hans) and not set(SIMPLIFIED) & set(hant)


@pytest.mark.parametrize("language", SCRIPTS)
def test_no_two_bets_of_a_family_share_a_name(language: str) -> None:
    names = [(bet.family, bet.names[language]) for [bet, *_] in LIBRARY.values()]
    assert [name for name in names if names.count(name) > 1] == []


@pytest.mark.parametrize("language", SCRIPTS)
@pytest.mark.parametrize("variant", load.variant_ids())
def test_no_two_bets_of_a_variant_share_a_name(variant: str, language: str) -> None:
    names = [bet.names[language] for bet in load.variant(variant).bets]
    assert [name for name in names if names.count(name) > 1] == []


@pytest.mark.parametrize("language", SCRIPTS)
@pytest.mark.parametrize("folder", ["rules", "variants", "procedures", "limits"])
def test_no_two_games_share_a_name(folder: str, language: str) -> None:
    names = [said["names"][language] for said in raw(folder).values()]
    assert [name for name in names if names.count(name) > 1] == []


@pytest.mark.parametrize("language", SCRIPTS)
def test_no_two_uncomputable_items_share_a_name(language: str) -> None:
    names = [item.names[language] for item in load.uncomputable().values()]
    assert [name for name in names if names.count(name) > 1] == []


ASKED_FOR: dict[str, list[str]] = {
    "Lucky 7": ["lucky-7"],
    "Super Lucky 7": ["super-lucky-7"],
    "Heavenly 9": ["heavenly-9"],
    "Blazing 7s": ["blazing-7s"],
    "Cover All": ["cover-all"],
    "Ox 6": ["ox-6"],
    "Fabulous Pair": ["fabulous-pair", "player-fabulous-pair", "banker-fabulous-pair"],
    "Colour Match": ["colour-match", "color-match"],
    "Tie Bonus": ["tie-bonus"],
    "Sum Bonus": ["sum-bonus", "sum-bonus-below-4"],
    "insurance": ["insurance", "banker-insurance", "player-insurance", "insurance-tie"],
    "three-card bets": ["player-three-card-win", "banker-three-card-win", "three-card-six", "3-giving-8"],
    "odd and even": ["player-odd", "player-even", "banker-odd", "banker-even"],
    "exact totals": [f"{hand}-total-{n}" for hand in ("player", "banker") for n in range(10)],
    "exact winning totals": [f"winning-total-{n}" for n in ("1-4", "5-6", "7", "8", "9")],
    "natural 8 and 9": [f"{hand}-natural-{n}" for hand in ("player", "banker") for n in (8, 9)],
    "winning natural 8 and 9": [
        f"winning-{hand}-natural-{n}" for hand in ("player", "banker") for n in (8, 9)
    ],
    "all red and all black": ["all-red", "all-black"],
    "pairs of a hand by grade": ["player-fabulous-pair", "player-fortune-4-pair", "player-lucky-pair"],
    "poker hands on the first four cards": ["jackpot-baccarat"],
}
"""Bets that were requested, and the ids or aliases under which the library has them."""

WITHOUT_RULES = {"Fortune 6": "fortune-6", "Super 8": "super-8", "Royal 9": "royal-9"}
"""Requested bets that cannot be computed; no source states rules and prices of the first two."""


@pytest.mark.parametrize("names", ASKED_FOR.values(), ids=ASKED_FOR.keys())
def test_requested_bets_are_in_the_library(names: list[str]) -> None:
    for name in names:
        assert load.bet(name).winning


@pytest.mark.parametrize("name", WITHOUT_RULES.values(), ids=WITHOUT_RULES.keys())
def test_an_uncomputable_bet_is_rejected_with_the_reason(name: str) -> None:
    item = load.beyond(name)
    assert item is not None
    assert load.library_bet(name) == ()
    with pytest.raises(CatalogError) as error:
        load.bet(name)
    assert str(error.value) == f"bet {name!r} cannot be computed from the shoe alone: {item.reason}"
