"""Faults of rule sheets: each one with its correction, regulators' cases, and the whole library."""

import json
import re
import shlex
import tomllib
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest
from suite import DATA, Run, bet_text

import analyzer as ba
from analyzer.ask.lint import lint
from analyzer.census.worked_example import example_cards
from analyzer.exact import percent_text
from analyzer.game.dealt import Dealt

SHEETS = DATA / "sheets"
CATALOG = Path(str(files("analyzer.catalog")))

Found = list[tuple[str, str, str]]


def faults(path: Path, **options: object) -> Found:
    """The place, the severity and the message of each fault of a file."""
    found = lint([path], **options)  # type: ignore[arg-type]
    assert {fault["file"] for fault in found} <= {str(path)}
    assert all(list(fault) == ["file", "where", "severity", "message"] for fault in found)
    return [(fault["where"], fault["severity"], fault["message"]) for fault in found]


@pytest.fixture
def run(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the program in the folder of the sheets."""
    monkeypatch.chdir(SHEETS)
    return run


# Each fault, and its correction.

Mending = list[tuple[str, str]]
"""Parts of a faulty sheet, and the text that corrects each."""


def error(where: str, message: str) -> tuple[str, str, str]:
    return where, "error", message


def warning(where: str, message: str) -> tuple[str, str, str]:
    return where, "warning", message


CASES: dict[str, tuple[Found, Mending]] = {
    "misprinted-sum": (
        [
            error(
                "bet[1].paytable",
                "the bettor has an edge of 10.323439% (exactly 2015650852303/19524993263685)",
            )
        ],
        [('15-16-17 = "2"', '15-16-17 = "1"')],
    ),
    "super-lucky-7": (
        [
            error(
                "bet[1].complete",
                "the sheet claims to be complete, but no line covers 22,683,042,705,408 ways (0.4538%, "
                "one in 220.4), such as P:T,7 B:T,T,6; house edge 33.44% if such a coup loses, 19.37% if it "
                "pays 30, 14.83% if it pays 40, -12.39% if it pays 100",
            )
        ],
        [("player_cards == 3 and banker_cards == 2", "cards == 5")],
    ),
    "never-holds": (
        [
            error(
                "bet[1].lines[1]",
                "line 'natural' can never hold: no deal of this shoe under rules 'punto-banco' satisfies "
                "its condition",
            )
        ],
        [("cards == 5", "cards == 4")],
    ),
    "never-reached": (
        [
            error(
                "bet[1].lines[3]",
                "line 'nine' is never reached: wherever it holds (12.2654%, one in 8.2), an earlier line "
                "settles the bet: 'two-card', 'three-card'; put 'nine' first or remove it",
            )
        ],
        [
            ('  { id = "nine", when = "player_wins and player_total == 9" },\n', ""),
            ('nine = "2"\n', ""),
            ('three-card = "3/2"', 'three-card = "1.2"'),
        ],
    ),
    "overlap": (
        [
            warning(
                "bet[1].lines[2]",
                "lines 'pair' (pays 3) and 'tie' (pays 2) overlap in 29,952,563,675,136 ways (0.5992%, "
                "one in 166.9), such as P:3,3 B:T,6: 'pair' settles them because it is listed first; make "
                "the conditions say which is meant",
            ),
            warning(
                "bet[1].lines[3]",
                "lines 'tie' (pays 2) and 'banker-pair' (pays 3) overlap in 31,366,077,902,848 ways "
                "(0.6275%, one in 159.4), such as P:T,6 B:3,3: 'tie' settles them because it is listed "
                "first; make the conditions say which is meant",
            ),
        ],
        [('tie = "2"', 'tie = "3"')],
    ),
    "falling-pays": (
        [
            warning(
                "bet[1].paytable.by-9",
                "a rarer line pays less than a commoner one: 'by-9' pays 5 (1.7680%, one in 56.6), 'by-8' "
                "pays 10 (2.9773%, one in 33.6)",
            )
        ],
        [('by-9 = "5"', 'by-9 = "12"')],
    ),
    "rare-award": (
        [
            warning(
                "bet[1].lines[1]",
                "line 'win' has an award that is won once in 199,948,728 coups, less often than once in "
                "100 million",
            ),
            warning(
                "bet[2].lines[1]",
                "line 'win' has an award that is won once in 179,188,397 coups, less often than once in "
                "100 million",
            ),
        ],
        [
            (" and suit == hearts", ""),
            ('"1000000"', '"300000"'),
            ("999999/1000000", "99999/100000"),
            ("1/1000000", "1/100000"),
        ],
    ),
    "for-and-to": (
        [
            warning(
                "bet[1].paytable.high",
                "'9 for 1' here and '30 to 1' at bet[1].paytable.low: prices for one include the stake, "
                "prices to one (and bare numbers) do not, and readers will misread a sheet that mixes them; "
                "choose one",
            )
        ],
        [("9 for 1", "8 to 1")],
    ),
    "zero-price": (
        [
            warning("bet[1].paytables.1.push", "'0' returns the stake; write \"push\" if that is meant"),
            warning("bet[1].paytables.2", "every price is the same as in paytables.1; remove one of them"),
        ],
        [('"0"', '"push"'), ('"9/10"', '"0.95"')],
    ),
    "one-sided": (
        [
            error("bet[1].paytable", "the bet can never win"),
            error("bet[1].paytable", "the bet can never lose"),
            error("bet[2].paytable", "the bet can never win"),
        ],
        [
            ('back = "push"', 'back = "-1/2"'),
            ('push = "push"', 'push = "1/10"'),
            ('push = "push"', 'push = "8"'),
        ],
    ),
    "variant": (
        [
            error(
                "bet[1].paytable",
                "the bettor has an edge of 10.932476% (exactly 34/311)",
            ),
            error(
                "bets[2]",
                "lucky-6/12-23: line 'three-card' can never hold: no deal of this shoe under rules "
                "'four-cards' satisfies its condition",
            ),
        ],
        [('"lucky-6/12-23"', '"player-pair"'), ('"14"', '"11"')],
    ),
    "four-cards": ([], []),
    "claims": (
        [
            error("claim[1].quantity", "unknown quantity 'house_egde'; did you mean 'house_edge'?"),
            error(
                "bet[1].paytable",
                "the bettor has an edge of 4.671565% (exactly 304040905862/6508331087895)",
            ),
        ],
        [("egde", "edge"), ('win = "10"', 'win = "9"')],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_faults_of_a_broken_sheet_are_found(name: str) -> None:
    assert faults(SHEETS / f"{name}.toml") == CASES[name][0]


@pytest.mark.parametrize("name", CASES)
def test_a_corrected_sheet_has_no_fault(name: str, tmp_path: Path) -> None:
    text = (SHEETS / f"{name}.toml").read_text(encoding="utf-8")
    for old, new in CASES[name][1]:
        assert old in text, old
        text = text.replace(old, new, 1)
    (tmp_path / "four-cards.toml").write_bytes((SHEETS / "four-cards.toml").read_bytes())
    mended = tmp_path / f"{name}.toml"
    mended.write_text(text, encoding="utf-8")
    assert faults(mended) == []


def test_every_sheet_is_a_case() -> None:
    assert {path.stem for path in SHEETS.glob("*.toml")} == {*CASES, "ten-faults"}


def test_ten_faults_have_ten_messages_and_sound_bets_are_still_counted() -> None:
    assert [(where, message.split("\n")[0]) for where, _, message in faults(SHEETS / "ten-faults.toml")] == [
        ("", "unknown key 'nmae'; choose from bet, source"),
        ("bet[1].id", "expected an id of 1 to 64 lower-case letters, digits and hyphens, got 'Lucky 6'"),
        ("bet[1].lines[1].when", "character 30 of the condition: expected '==' to compare, got '='"),
        ("bet[1].lines[2].id", "expected a unique id, got 'two-card', the id of bet[1].lines[1]"),
        ("bet[1].lines[3].id", "'lose' is reserved for coups to which no line applies; choose another id"),
        (
            "bet[1].complete",
            "character 1 of the condition: unknown word 'banker_win'; did you mean 'banker_wins'?",
        ),
        ("bet[1].paytable.three-card", "unknown line 'three-card'; did you mean 'two-card'?"),
        ("bet[1].paytable.two-card", 'expected a ratio in quotes such as "40" or "19/20", got 12'),
        ("bet[2].lines[1].when", "character 1 of the condition: unknown word 'ties'; did you mean 'tie'?"),
        (
            "bet[2].paytable.win",
            'expected a ratio such as "12", "0.95" or "19/20", got \'8 two 1\'',
        ),
        (
            "bet[3].lines[1]",
            "line 'win' can never hold: no deal of this shoe under rules 'punto-banco' satisfies its "
            "condition",
        ),
        ("bet[3].paytable", "the bet can never win"),
    ]


# Exact counts.


def ways(given: str, bet: str = "tie", **options: object) -> int:
    """The number of deals in which a condition is true, as `--given` counts them."""
    return ba.odds("standard", bets=[bet], given=given, **options).total_ways  # type: ignore[arg-type]


def test_overlaps_and_holes_agree_with_other_commands(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.toml"
    sheet.write_text(SUITS, encoding="utf-8")
    clubs = "count(suit == clubs) >= 4"
    aces = "count(rank == ace) >= 2"
    wins = "player_wins and player_total == 9"
    overlap = ways(f"not ({clubs}) and ({aces}) and ({wins})")
    hole = ways(f"(cards == 6 or {wins}) and not ({clubs}) and not ({aces}) and not ({wins})")
    messages = [message for _, _, message in faults(sheet)]
    assert any(f"'aces' (pays 20) and 'nine' (pays 3) overlap in {overlap:,} ways" in m for m in messages)
    assert any(f"no line covers {hole:,} ways" in m for m in messages)


SUITS = bet_text(
    "suits",
    ("clubs", "count(suit == clubs) >= 4", "10"),
    ("aces", "count(rank == ace) >= 2", "20"),
    ("nine", "player_wins and player_total == 9", "3"),
    complete="cards == 6 or (player_wins and player_total == 9)",
)


def test_a_hole_is_valued_at_every_price_of_every_paytable(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.toml"
    sheet.write_text(
        """
[[bet]]
id = "winner"
complete = true
lines = [{ id = "win", when = "player_wins" }, { id = "half", when = "banker_wins and banker_total == 6" },
  { id = "banker", when = "banker_wins" }]
[bet.paytables.even]
win = "1"
half = "-1/2"
banker = "-1"
[bet.paytables.dear]
win = "1"
half = "push"
banker = "-2"
""",
        encoding="utf-8",
    )
    tie, six = ways("tie"), ways("banker_wins and banker_total == 6")
    player, banker = ways("player_wins"), ways("banker_wins")
    total = tie + player + banker
    [(where, severity, message)] = [f for f in faults(sheet) if f[0].endswith("complete")]
    assert (where, severity) == ("bet[1].complete", "error")

    def percent(units: Fraction) -> str:
        return percent_text(units / total, 2)

    even = Fraction(banker) - Fraction(six, 2) + tie - player
    dear = Fraction(2 * (banker - six) + tie - player)
    assert message.split("; ")[1:] == [
        f"house edge at paytable 'even' {percent(even)} if such a coup loses, "
        f"{percent(even - 2 * tie)} if it pays 1, {percent(even - Fraction(tie, 2))} if it loses 0.5",
        f"house edge at paytable 'dear' {percent(dear)} if such a coup loses, "
        f"{percent(dear - 2 * tie)} if it pays 1, {percent(dear - tie)} if it pushes, "
        f"{percent(dear + tie)} if it loses 2",
    ]


def test_a_commission_in_another_form_does_not_count_as_falling_pays(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.toml"
    bet = """
[[bet]]
id = "banker"
lines = [{ id = "win-6", when = "banker_wins and banker_total == 6" }, { id = "win", when = "banker_wins" }]
[bet.paytable]
win-6 = "PRICE"
win = "1.01"
"""
    told = {}
    for price in ("1/2", "1", "1.01"):
        sheet.write_text(bet.replace("PRICE", price), encoding="utf-8")
        told[price] = [where for where, _, _ in faults(sheet)]
    assert told == {"1/2": [], "1": ["bet[1].paytable.win-6"], "1.01": []}


def test_completeness_can_be_claimed_for_nothing_or_everything(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.toml"
    for complete, where, message in (
        ("tie and margin > 0", "bet[1].complete", "the condition can never hold, so it claims nothing"),
        ("1 == 2", "bet[1].complete", "the condition can never hold, so it claims nothing"),
        ("1 == 1", "bet[1].complete", "; house edge 100.00% if such a coup loses, -100.00% if it pays 1"),
    ):
        sheet.write_text(
            f"[[bet]]\nid = 'b'\ncomplete = '{complete}'\nlines = [{{ id = 'win', when = '1 == 2' }}]\n"
            "paytable = { win = '1' }\n",
            encoding="utf-8",
        )
        [(found, _, told)] = [fault for fault in faults(sheet) if fault[0] == where]
        assert (found, message in told, "such as" in told) == (where, True, False)


def test_two_lines_with_one_id_are_one_fault(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.toml"
    line = "{ id = 'win', when = 'tie' }"
    sheet.write_text(
        f"[[bet]]\nid = 'b'\nlines = [{line}, {line}]\npaytable = {{ win = '8' }}\n", encoding="utf-8"
    )
    assert faults(sheet) == [
        error("bet[1].lines[2].id", "expected a unique id, got 'win', the id of bet[1].lines[1]")
    ]


def test_an_overlap_shows_a_coup_that_no_third_line_settles(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.toml"
    sheet.write_text(
        """
[[bet]]
id = "bet"
lines = [{ id = "ten-first", when = "p1.points == 0" }, { id = "tie", when = "tie" },
  { id = "pair", when = "banker_pair" }]
paytable = { ten-first = "push", tie = "2", pair = "3" }
""",
        encoding="utf-8",
    )
    settled = {}
    for _, _, message in faults(sheet):
        if found := re.search(r"'(\S+)' \(.*such as (P:\S* B:\S*?)(?:,|:) .*'(\S+)' settles", message):
            value = ba.odds("standard", bet_files=[sheet], bets=["bet"], dealt=found[2])["bet"]
            settled[found[2]] = [line for line, ways in value.ways.items() if ways == value.total]
            assert settled[found[2]] == [found[3]]
    assert settled == {"P:T,6 B:T,6": ["ten-first"], "P:A,5 B:3,3": ["tie"]}


EXAMPLES = [
    "tie",
    "player_pair",
    "p1.suit == hearts and b2.rank == 9",
    "count(color == red) == 6 and tie",
    "distinct(suit) == 1 and cards == 6 and tie and player_total == 9",
    "p1.suit == p2.suit and b1.suit == b2.suit and p1.rank == b1.rank",
    "b3.points == 0 and p3.rank == king and margin == 4",
    "count(rank == ace, first_four) == 4",
    "1 == 1",
]
FIRST_7 = replace(ba.rules("punto-banco"), id="first-7", player_first=7)
BY_CARDS = "2h=1 3h=1 4h=1 5h=1 6s=2 7d=2 9h=3 Kd=3 Ah=1 Ad=1 As=1 Ac=1"


def held(text: str, shoe: str, rules: ba.Rules) -> None:
    """Check that an example exists if there are ways, and is a coup that satisfies the condition."""
    condition, cards = ba.Condition.parse(text), ba.Shoe.parse(shoe)
    found = example_cards(rules, condition, cards)
    bet = ba.Bet("bet", "Bet", (ba.Line("win", condition, Fraction(1)),))
    assert (found is None) == (ba.odds("standard", cards, rules=rules, bets=[bet])["bet"].ways["win"] == 0)
    if found is None or not str(found):
        return
    assert Dealt.parse(str(found)) == found
    settled = ba.odds("standard", cards, rules=rules, bets=[bet], dealt=found)["bet"]
    assert settled.ways["win"] == settled.total > 0


@pytest.mark.parametrize("rules", ["punto-banco", "thai-literal"])
@pytest.mark.parametrize("shoe", ["8", "1", BY_CARDS])
@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_is_a_coup_in_which_the_condition_holds(text: str, shoe: str, rules: str) -> None:
    held(text, shoe, ba.rules(rules))


@pytest.mark.parametrize(
    "text", ["tie", "player_pair", "p2.rank == king and b2.suit == clubs and margin == 3"]
)
def test_an_example_has_the_first_card_that_the_rules_fix(text: str) -> None:
    held(text, "8", FIRST_7)
    assert str(example_cards(FIRST_7, ba.Condition.parse(text), ba.Shoe.decks(8))).startswith("P:7")


def test_an_example_shows_only_the_points_or_ranks_that_are_known() -> None:
    held("tie and cards == 6", "0=3 1=2 2=1 3=1 4=1", ba.rules("punto-banco"))
    held("player_pair and banker_pair", "A=2 K=2 9=1 3=1 7=2", ba.rules("punto-banco"))


def test_an_example_shows_no_suit_that_does_not_matter() -> None:
    rules, shoe = ba.rules("punto-banco"), ba.Shoe.decks(8)
    shown = {text: str(example_cards(rules, ba.Condition.parse(text), shoe)) for text in EXAMPLES[:4]}
    assert shown == {
        "tie": "P:T,6 B:T,6",
        "player_pair": "P:T,T",
        "p1.suit == hearts and b2.rank == 9": "P:Ah B:?,9s",
        "count(color == red) == 6 and tie": "P:Th,Td,Jh B:Jd,Qh,Qd",
    }


# Bets under other rules, or inside a coup.


def test_a_bet_is_counted_under_its_own_rules(tmp_path: Path) -> None:
    one = "[[bet]]\nid = '{}'\n{}lines = [{{ id = 'win', when = '{}' }}]\npaytable = {{ win = '{}' }}\n"
    own = one.format("sevens", "rules = 'player-first-7'\n", "count(rank == 7) >= 1", 1)
    sheet = tmp_path / "sheet.toml"
    sheet.write_text(own + one.format("tie", "", "tie", 11), encoding="utf-8")
    edge = ba.odds("standard", bet_files=[sheet], bets=["tie"])["tie"].ev
    tied = error("bet[2].paytable", f"the bettor has an edge of {percent_text(edge, 6)} (exactly {edge})")
    always = [
        error("bet[1].paytable", "the bet can never lose"),
        error("bet[1].paytable", "the bettor has an edge of 100.000000% (exactly 1)"),
    ]
    assert faults(sheet) == [*always, tied]
    assert faults(sheet, rules=ba.rules("punto-banco")) == [tied]
    sevens = ba.odds("seven-up", 8, bets=["super-sevens/777-77-15-6-3-2"])["super-sevens"]
    told = faults(CATALOG / "bets" / "seven-up.toml", band=(sevens.house_edge, sevens.house_edge))
    assert [where for where, _, _ in told] == [
        "bet[1].paytables.9-5",
        "bet[1].paytables.3-2",
        "bet[2].paytables.9-7",
        "bet[3].paytables.700-70-17-5-2",
    ]


def test_the_edge_of_a_bet_offered_inside_a_coup_is_not_judged(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.toml"
    bet = "[[bet]]\nid = 'b'\nSAIDlines = [{ id = 'win', when = 'tie' }]\npaytable = { win = '11' }\n"
    sheet.write_text(bet.replace("SAID", ""), encoding="utf-8")
    half = Fraction(1, 2)
    assert len(faults(sheet, band=(half, half))) == 2
    sheet.write_text(bet.replace("SAID", "inside_coup = true\n"), encoding="utf-8")
    assert faults(sheet, band=(half, half)) == []


# Options.


def test_another_shoe_and_other_rules_can_be_given() -> None:
    sheet = SHEETS / "super-lucky-7.toml"
    [(_, _, six)] = faults(sheet, shoe=ba.Shoe.decks(6))
    assert "house edge 33.45% if such a coup loses, 19.37% if it pays 30, 14.82% if it pays 40" in six
    assert faults(sheet, rules=ba.rules(str(SHEETS / "four-cards.toml")))[0] == error(
        "bet[1].lines[2]",
        "line 'five-cards' can never hold: no deal of this shoe under rules 'four-cards' satisfies its "
        "condition",
    )


def test_an_edge_outside_the_band_is_an_error(run: Run) -> None:
    status, out, err = run("lint", "for-and-to.toml", "--band", "5%..20%", "--format", "csv")
    edge = ba.odds("standard", bets=[], bet_files=["for-and-to.toml"])["tie-bets"].house_edge
    assert (status, err) == (1, "")
    assert f"expected a house edge from 5% to 20%, got {percent_text(edge, 6)} (exactly {edge})" in out
    assert run("lint", "for-and-to.toml", "--band", "-100%..100%")[0] == 0


@pytest.mark.parametrize(
    ("name", "prices", "mixed"),
    [
        ("Tie 9 for 1", 'win = "9"', True),
        ("Tie 9 for 1", 'win = "8"', False),
        ("Tie 8 to 1", 'win = "9 for 1"', True),
        ("Tie 8 to 1", 'win = "8"', False),
        ("Tie nine for one", 'win = "8 to 1"', False),
        ("Tie 9 For One", 'win = "8 to 1"', True),
    ],
)
def test_names_that_state_prices_are_checked_against_them(
    tmp_path: Path, name: str, prices: str, mixed: bool
) -> None:
    sheet = tmp_path / "named.toml"
    lines = 'lines = [{ id = "win", when = "tie" }]'
    sheet.write_text(f"[[bet]]\nid = 'named'\nname = '{name}'\n{lines}\npaytable = {{ {prices} }}\n")
    said = [text for _, _, text in faults(sheet)]
    assert [text.endswith("mixes them; choose one") and name in text for text in said] == [True] * mixed


def test_paytables_named_with_for_and_with_to_are_a_fault(tmp_path: Path) -> None:
    sheet = tmp_path / "named.toml"
    lines = 'lines = [{ id = "win", when = "tie" }]'
    sheet.write_text(
        f'[[bet]]\nid = "named"\n{lines}\n[bet.paytables]\n9-for-1 = {{ win = "8" }}\n'
        '8-to-1 = { win = "9" }\n'
    )
    [where] = [where for where, _, text in faults(sheet) if text.endswith("mixes them; choose one")]
    assert where == "bet[1].paytables.9-for-1"


def test_the_ends_of_the_band_are_inside(tmp_path: Path) -> None:
    sheet = tmp_path / "half.toml"
    lines = "lines = [{ id = 'lost', when = 'cards >= 4' }]"
    sheet.write_text(f"[[bet]]\nid = 'half'\n{lines}\npaytable = {{ lost = '-1/2' }}\n", encoding="utf-8")
    half, third = Fraction(1, 2), Fraction(1, 3)
    inside = [error("bet[1].paytable", "the bet can never win")]
    assert faults(sheet, band=(half, half)) == faults(sheet, band="50%..50%") == inside
    assert faults(sheet, band=(third, third)) == [
        *inside,
        error("bet[1].paytable", "expected a house edge from 100/3% to 100/3%, got 50.000000% (exactly 1/2)"),
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "argument 'FILE' is required (see baccarat lint --help)"),
        ("overlap.toml --band 5%", "expected a band LOW..HIGH such as 5%..20%, got '5%'"),
        ("overlap.toml --band 20%..5%", "expected the lower end of a house edge first, got '20%..5%'"),
        ("overlap.toml --band a..5%", "expected a house edge such as 5%, 0.05 or 1/20, got 'a'"),
        ("overlap.toml --decks 8 --remaining 9=9", "expected either --decks or --remaining, got both"),
        ("overlap.toml --remaining 9=5", "expected at least 6 cards for a coup, got a shoe of 5"),
        (
            'overlap.toml --remaining "0=6 9=5"',
            "bet 'pairs-and-ties' needs ranks, but the shoe is known only by points; give the shoe and "
            "the cards seen or dealt by ranks",
        ),
        ("overlap.toml --rules punto", "unknown rules 'punto'; did you mean 'punto-banco'?"),
    ],
)
def test_misuse_of_lint_is_rejected(run: Run, arguments: str, sentence: str) -> None:
    assert run("lint", *shlex.split(arguments)) == (2, "", f"baccarat: {sentence}\n")


def test_an_unreadable_file_is_a_fault(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    (tmp_path / "text.toml").write_text("bet = [", encoding="utf-8")
    names = [tmp_path / "bytes.toml", tmp_path / "text.toml"]
    status, out, err = run("lint", *names, "--format", "json")
    assert (status, err) == (1, "")
    assert [(fault["file"], fault["where"], fault["message"]) for fault in json.loads(out)["findings"]] == [
        (str(names[0]), "", "expected UTF-8 text, got byte 0xff at position 0"),
        (
            str(names[1]),
            "",
            "expected TOML: a value is missing or malformed; text needs quotes (at the end of the file)",
        ),
    ]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nope.toml", "nope.toml: no such file"),
        (".", ".: expected a file, got a folder"),
        ("", "expected the name of a TOML file, got an empty text"),
    ],
)
def test_a_missing_file_is_the_only_message(run: Run, name: str, sentence: str) -> None:
    assert run("lint", "falling-pays.toml", name) == (2, "", f"baccarat: {sentence}\n")


def test_warnings_do_not_count_as_errors(run: Run) -> None:
    sheet = Path("falling-pays.toml").read_bytes()
    assert run("lint", "falling-pays.toml") == (
        0,
        f"""====================
0 errors, 1 warning.
====================
1 bet of falling-pays.toml, checked by counting every deal: Punto banco, 8 decks
(416 cards).
Checked for: lines that no coup reaches, awards rarer than one in 100 million
coups, lines that overlap at different prices, coups missing from a sheet that
claims to be complete, rarer lines that pay less, bets that never win or never
lose, bets that favour the bettor.

Faults of falling-pays.toml

Where                 Severity  What is wrong
--------------------  --------  --------------------------------------------
bet[1].paytable.by-9  warning   a rarer line pays less than a commoner one:
                                'by-9' pays 5 (1.7680%, one in 56.6), 'by-8'
                                pays 10 (2.9773%, one in 33.6)

baccarat {ba.__version__}
falling-pays.toml
sha256:{sha256(sheet).hexdigest()}
""",
        "",
    )
    status, out, _ = run("lint", "falling-pays.toml", "four-cards.toml")
    assert (status, "falling-pays.toml: " in out, "Faults of 2 files" in out) == (0, True, True)


_SOUND = """[[bet]]
id = "sevens"
lines = [ { id = "win", when = "player_total == 7 and banker_total == 7" } ]
[bet.paytable]
win = "30"
"""


def test_a_page_without_faults_says_what_was_checked(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "sevens.toml"
    sheet.write_text(_SOUND, encoding="utf-8")
    asked = (str(sheet), "four-cards.toml", "--decks", "6", "--band=1%..90%")
    status, out, _ = run("lint", *asked, "--format", "json")
    assert (status, json.loads(out)["verdict"]) == (
        0,
        {
            "holds": True,
            "sentence": "No faults in 2 files.",
            "details": [
                "1 bet of sevens.toml, checked by counting every deal: Punto banco, 6 decks (312 cards).",
                "Checked for: lines that no coup reaches, awards rarer than one in 100 million coups, lines "
                "that overlap at different prices, coups missing from a sheet that claims to be complete, "
                "rarer lines that pay less, bets that never win or never lose, bets that favour the "
                "bettor, edges outside 1%..90%.",
                "Read, but with no bet that can be counted: four-cards.toml.",
            ],
        },
    )


@pytest.mark.parametrize("format", ["text", "md", "html", "latex", "pdf"])
def test_without_faults_there_is_no_table(format: str, run: Run, tmp_path: Path) -> None:
    sheet, file = tmp_path / "sevens.toml", tmp_path / "page"
    sheet.write_text(_SOUND, encoding="utf-8")
    assert run("lint", str(sheet), "--format", format, "-o", str(file))[0] == 0
    page = file.read_bytes()
    if format not in ("latex", "pdf"):
        assert b"No faults in sevens.toml" in page
    assert not any(part in page for part in (b"What is wrong", b"<table", b"longtable}"))
    # A program reads the names of the columns from a file without rows.
    assert run("lint", str(sheet), "--format", "csv")[1] == "file,where,severity,message\n"


@pytest.mark.parametrize("format", ["text", "md", "csv", "latex", "html"])
def test_every_format_shows_every_fault(run: Run, format: str) -> None:
    status, out, err = run("lint", "one-sided.toml", "ten-faults.toml", "--format", format, "--all")
    assert (status, err) == (1, "")
    assert out.count("error") - ("errors" in out) == 15


# The library.

EDGE, NEVER = "the bettor has an edge of", "can never hold"
EXPLAINED = {
    # The source asks what a Banker bet without commission is worth if another total than 6 pays half.
    "banker-half-on-1": EDGE,
    "banker-half-on-2": EDGE,
    "banker-half-on-3": EDGE,
    # There is one paytable for all ranks, though some ranks cannot appear in two or three cards.
    "matching-dragon-3": NEVER,
    "matching-dragon-4": NEVER,
    "matching-dragon-8": NEVER,
    "matching-dragon-9": NEVER,
    # Sold at a price that favours the bettor, for a tenth of the Banker bet at most.
    "lucky-bonus": EDGE,
    # A page's own example of a bet that nobody offers.
    "tie-of-0-to-5": EDGE,
}
"""Bets of the library with an error: its message, and why the error is right."""


def test_every_error_in_the_library_is_explained() -> None:
    sheets = [
        path for kind in ("bets", "claims", "rules", "variants") for path in CATALOG.glob(f"{kind}/*.toml")
    ]
    raw = {str(path): tomllib.loads(path.read_text(encoding="utf-8")).get("bet", []) for path in sheets}
    found: dict[str, set[str]] = {}
    for fault in lint(sheets):
        if fault["severity"] == "error":
            place = re.match(r"bet\[(\d+)\]", fault["where"])
            name = raw[fault["file"]][int(place[1]) - 1]["id"] if place else str(fault)
            found.setdefault(name, set()).add(fault["message"])
    assert {name: messages for name, messages in found.items() if name not in EXPLAINED} == {}
    assert {
        name for name, text in EXPLAINED.items() if any(text not in m for m in found.get(name, ""))
    } == set()
    assert set(EXPLAINED) - set(found) == set()


ONE_LINE = """
[[bet]]
id = "mine"
name = "Mine"
lines = [{ id = "win", when = "tie"LAW }]
paytable = { win = "8" }
"""


@pytest.mark.parametrize(
    "several", [str(SHEETS / "overlap.toml"), SHEETS / "overlap.toml"], ids=["text", "path"]
)
def test_one_file_can_be_given_without_a_list(several: str | Path) -> None:
    assert lint(several) == lint([str(several)])


def test_python_and_the_command_line_find_the_same_faults(tmp_path: Path) -> None:
    sheet = tmp_path / "tie.toml"
    sheet.write_text(ONE_LINE.replace("LAW", ""), encoding="utf-8")
    assert "14.438160%" in faults(sheet, shoe="6 decks", band="20%..30%")[0][2]
    assert faults(sheet, shoe=6, band="14.4%..14.5%") == []
    assert faults(sheet, rules="thai-literal", band="20%..30%") != faults(sheet, band="20%..30%")


def test_a_faulty_law_is_not_valued(tmp_path: Path) -> None:
    """Probabilities adding up to more than 1 once gave the bettor an edge that the sheet does not have."""
    sheet = tmp_path / "law.toml"
    law = ', multiplier = { "1" = "5/6", "2" = "1/5" }'
    sheet.write_text(ONE_LINE.replace("LAW", law), encoding="utf-8")
    told = "expected probabilities that add up to 1, got 31/30"
    assert faults(sheet) == [error("bet[1].lines[1].multiplier", told)]


def test_a_fault_of_a_grid_names_its_place(tmp_path: Path) -> None:
    grid = (CATALOG / "rules" / "punto-banco.toml").read_text(encoding="utf-8")
    sheet = tmp_path / "rules.toml"
    broken = grid.replace("5 D S S S S", "5 D S X S S").splitlines()
    sheet.write_text("\n".join(row for row in broken if not row.startswith("6 ")), encoding="utf-8")
    assert faults(sheet) == [
        error("banker", "row 5, column 1: expected D or S, got 'X'"),
        error("banker", "row 6 is missing"),
    ]


def test_bets_instead_of_bet_is_reported_as_a_slip(tmp_path: Path, run: Run) -> None:
    sheet = tmp_path / "slip.toml"
    sheet.write_text(ONE_LINE.replace("LAW", "").replace("[[bet]]", "[[bets]]"), encoding="utf-8")
    assert error("", "unknown key 'bets'; did you mean 'bet'?") in faults(sheet)
    assert not any("decks" in message for _, _, message in faults(sheet))
    assert run("show", sheet)[0] == 2
    assert "did you mean 'bet'?" in run("show", sheet)[2]


def test_rules_without_a_grid_are_recognised_as_rules(tmp_path: Path, run: Run) -> None:
    (file := tmp_path / "r.toml").write_text('name = "Mine"\nplayer_draws = [0, 1]\n')
    status, out, _ = run("lint", file)
    assert (status, "missing key 'banker'" in out) == (1, True)


def test_the_ends_of_a_band_are_shown_as_given(tmp_path: Path) -> None:
    sheet = tmp_path / "tie.toml"
    sheet.write_text(ONE_LINE.replace("LAW", ""), encoding="utf-8")
    told = "expected a house edge from 0.5% to 14.359628%, got 14.359629% (exactly 103841353768/723147898655)"
    assert faults(sheet, band="0.5%..14.359628%") == [error("bet[1].paytable", told)]


def test_the_document_states_the_shoe_the_rules_and_the_band(run: Run) -> None:
    plain = json.loads(run("lint", "falling-pays.toml", "--format", "json")[1])["about"]
    assert list(plain) == ["version", "sha256"]
    assert list(plain["sha256"]) == ["falling-pays.toml"]
    options = ("--band", "5%..20%", "--rules", "thai-literal", "--decks", "6")
    asked = json.loads(run("lint", "falling-pays.toml", *options, "--format", "json")[1])["about"]
    assert (asked["options"], asked["rules"], asked["shoe"]["cards"]) == (
        {"band": "5%..20%"},
        "thai-literal",
        312,
    )
