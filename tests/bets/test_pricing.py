"""Prices changed by commission and by line, with literal nets and error sentences."""

from decimal import Decimal
from fractions import Fraction

import pytest

import analyzer as ba
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet, Line
from analyzer.bets.pricing import commission_of, commissioned, exact_of, price_of, priced_line
from analyzer.errors import AnalyzerError
from analyzer.report.notes import notes_on

TIE = ba.Condition.parse("tie")


def bet(**nets: str) -> Bet:
    return Bet("x", "X", tuple(Line(name, TIE, Fraction(net)) for name, net in nets.items()), "table")


@pytest.mark.parametrize(
    ("rate", "net"), [("0", "1"), ("1/20", "19/20"), ("1/25", "24/25"), ("999/1000", "1/1000")]
)
def test_commission_sets_the_winning_price(rate: str, net: str) -> None:
    priced = commissioned(bet(win="19/20", push="0"), Fraction(rate))
    assert priced.nets == {"win": Fraction(net), "push": 0, "lose": -1}
    assert priced.paytable is None


@pytest.mark.parametrize(
    ("rate", "came"),
    [
        ("1", "'1', which may mean 1% (0.01) or 100% (1); write 1%"),
        ("-1/100", "'-1/100'"),
        ("3/2", "'3/2', which may mean 1.5% (0.015) or 150% (1.5); write 1.5%"),
        ("1000", "'1000', which may mean 1000% (10) or 100000% (1000)"),
    ],
)
def test_commission_out_of_range(rate: str, came: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        commissioned(bet(win="19/20"), Fraction(rate))
    assert str(caught.value) == f"expected a commission from 0% to below 100%, got {came}"


@pytest.mark.parametrize(
    "value",
    [bet(win="1"), bet(win="8"), bet(one="1/2", two="3/4"), bet(push="0"), bet()],
    ids=["even money", "more", "two winning lines", "none wins", "no lines"],
)
def test_bet_without_commission(value: Bet) -> None:
    with pytest.raises(AnalyzerError) as caught:
        commissioned(value, Fraction(1, 20))
    sentence = "bet 'x/table' pays no commission; set its price with pay={'x.LINE': 'RATIO'}"
    assert str(caught.value) == sentence


def test_the_only_winning_line() -> None:
    assert priced_line(bet(low="-3", push="0", win="8")) == "win"


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (bet(two="12", three="20"), "2 winning lines; choose from x.two, x.three"),
        (bet(push="0", low="-3"), "no winning lines; choose from x.push, x.low"),
    ],
    ids=["two", "none"],
)
def test_a_bare_price_needs_exactly_one_winning_line(value: Bet, sentence: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        priced_line(value)
    assert str(caught.value) == f"the name of a line is required, because bet 'x' has {sentence}"


@pytest.mark.parametrize(
    ("pay", "nets"),
    [
        ({"tie": 9}, {"win": 9, "lose": -1}),
        ({"tie": "17/2"}, {"win": Fraction(17, 2), "lose": -1}),
        ({"tie": "0"}, {"win": 0, "lose": -1}),
        ({"tie.win": "-3"}, {"win": -3, "lose": -1}),
        ({"tie.win": Fraction(1, 3)}, {"win": Fraction(1, 3), "lose": -1}),
    ],
    ids=str,
)
def test_pay_changes_a_price(pay: dict[str, int | str | Fraction], nets: dict[str, Fraction]) -> None:
    value = ba.odds("classic", bets=["tie"], pay=pay)["tie"]
    assert value.bet.nets == nets
    assert value.bet.paytable is None


def test_pay_refers_to_the_lines_before_the_change() -> None:
    """The order of prices has no effect: `player=2` means the line that won before."""
    for pay in ({"player.push": 1, "player": 2}, {"player": 2, "player.push": 1}):
        nets = ba.odds("classic", bets=["player"], pay=pay)["player"].bet.nets
        assert nets == {"win": 2, "push": 1, "lose": -1}


@pytest.mark.parametrize(
    ("pay", "sentence"),
    [
        ({"ti": 9}, "bet 'ti' is not among those requested; did you mean 'tie'?"),
        ({"dragon-7": 9}, "bet 'dragon-7' is not among those requested; choose from banker, player, tie"),
        ({"tie/8": 9}, "bet 'tie/8' is not among those requested; did you mean 'tie'?"),
        ({"tie.wim": 9}, "unknown line 'wim' in bet 'tie'; did you mean 'win'?"),
        ({"tie.": 9}, "unknown line '' in bet 'tie'; choose from win"),
        ({"tie.lose": 9}, "unknown line 'lose' in bet 'tie'; choose from win"),
        ({"tie": 9, "tie.win": 8}, "expected one price for line 'win' of bet 'tie', got two"),
        ({"tie": 8.5}, 'expected an exact number such as "0.95" or Fraction(19, 20), got 8.5'),
        ({"tie": float("nan")}, 'expected an exact number such as "0.95" or Fraction(19, 20), got nan'),
        ({"tie": None}, 'expected an exact number such as "0.95" or Fraction(19, 20), got None'),
        ({"tie": True}, 'expected an exact number such as "0.95" or Fraction(19, 20), got True'),
        ({"tie": "9%"}, 'expected a ratio such as "12", "0.95" or "19/20", got \'9%\''),
    ],
    ids=str,
)
def test_pay_refused(pay: dict[str, int], sentence: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        ba.odds("classic", pay=pay)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("rate", ["5%", "0.05", "1/20", Fraction(1, 20)], ids=str)
def test_commission_may_be_written_in_several_ways(rate: str | Fraction) -> None:
    value = ba.odds("classic", 6, commission=rate)["banker"]
    assert value.house_edge == ba.odds("classic", 6)["banker"].house_edge
    assert value.bet.paytable is None


def test_commission_refused() -> None:
    with pytest.raises(
        AnalyzerError, match="expected either a commission or a pay for the Banker bet, got both"
    ):
        ba.odds("classic", commission="4%", pay={"banker": "0.96"})
    with pytest.raises(AnalyzerError, match="bet 'banker' is not among those requested; choose from tie"):
        ba.odds("classic", bets=["tie"], commission="4%")
    with pytest.raises(AnalyzerError, match=r'as an exact number, got 0.05; write it in quotes, "0.05"$'):
        ba.odds("classic", commission=0.05)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "net"),
    [
        ("8", 8),
        ("8 to 1", 8),
        ("9 for 1", 8),
        ("7 to 2", Fraction(7, 2)),
        ("1 for 2", Fraction(-1, 2)),
        ("0.95 to 1", Fraction(19, 20)),
        ("push", 0),
        ("-3", -3),
    ],
)
def test_prices_with_to_or_for(text: str, net: Fraction) -> None:
    assert price_of(text) == net


def test_a_price_in_words_is_quoted_whole() -> None:
    with pytest.raises(AnalyzerError) as caught:
        price_of("9 to one")
    assert str(caught.value) == """expected a price such as "8 to 1" or "9 for 1", got '9 to one'"""


@pytest.mark.parametrize(
    "text", ["8 to", "8 to 0", "8 for -1", "8  to 1", "-8 to 1", "-1/2 to 1", "8 : 1", "eight", ""]
)
def test_text_that_is_not_a_price_is_rejected(text: str) -> None:
    with pytest.raises(AnalyzerError, match=r"^expected a (price|ratio) such as "):
        price_of(text)


@pytest.mark.parametrize(
    ("text", "net", "kept"),
    [
        ("9 less 5%", Fraction(171, 20), Fraction(1, 20)),
        ("2 for 1 less 0%", Fraction(1), Fraction(0)),
        ("1 less 99.5%", Fraction(1, 200), Fraction(199, 200)),
        ("1/2 to 1 less 5%", Fraction(19, 40), Fraction(1, 20)),
        ("0 to 1", Fraction(0), Fraction(0)),
        ("1/2 for 1/2", Fraction(0), Fraction(0)),
    ],
)
def test_prices_less_a_commission(text: str, net: Fraction, kept: Fraction) -> None:
    assert (price_of(text), commission_of(text)) == (net, kept)
    assert (price_of(net), commission_of(net)) == (net, 0)


@pytest.mark.parametrize(
    "text", ["push less 5%", "9 less 1% less 5%", "-1 less 5%", "0 less 5%", "9 less 5", "9 less 0.05"]
)
def test_a_commission_needs_a_gain(text: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        price_of(text)
    assert str(caught.value) == f'expected a gain less a commission such as "9 less 5%", got {text!r}'


@pytest.mark.parametrize("text", ["100%", "-5%", "1000‰"])
def test_a_commission_is_at_least_zero_and_below_the_gain(text: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        price_of(f"9 less {text}")
    assert str(caught.value) == f"expected a commission from 0% to below 100%, got {text!r}"


def test_numbers_are_exact() -> None:
    assert [exact_of("0.95"), exact_of(3), exact_of(Decimal("0.05"))] == [
        Fraction(19, 20),
        3,
        Fraction(1, 20),
    ]
    for number in (True, 0.5, None):
        with pytest.raises(AnalyzerError) as caught:
            exact_of(number)
        assert str(caught.value) == (
            f'expected an exact number such as "0.95" or Fraction(19, 20), got {number}'
        )
    with pytest.raises(AnalyzerError, match="expected a ratio such as"):
        exact_of("5%")


def test_a_commission_belongs_to_the_winning_line() -> None:
    value = bet(push="0", win="19/20", hard="-3")
    priced = commissioned(value, Fraction(1, 20))
    assert [(line.net, line.commission) for line in priced.lines] == [
        (0, 0),
        (Fraction(19, 20), Fraction(1, 20)),
        (-3, 0),
    ]


def test_a_multiplier_spreads_a_lines_net() -> None:
    law = ((Fraction(1), Fraction(5, 6)), (Fraction(21, 20), Fraction(1, 6)))
    multiplied = Bet("x", "X", (Line("win", TIE, Fraction(2), law),))
    assert multiplied.outcomes["win"] == ((2, Fraction(5, 6)), (Fraction(21, 10), Fraction(1, 6)))
    assert multiplied.nets == {"win": Fraction(121, 60), "lose": -1}
    value = Valuation(multiplied, 4, {"win": 1, "lose": 3})
    assert value.ev == Fraction(121, 240) - Fraction(3, 4)
    assert value.hit_rate == Fraction(1, 4)
    second_moment = (4 * Fraction(5, 6) + Fraction(441, 100) * Fraction(1, 6)) / 4 + Fraction(3, 4)
    assert value.variance == second_moment - value.ev**2


@pytest.mark.parametrize("price", ["-5", "push", "1 for 1"])
def test_a_line_with_a_multiplier_keeps_a_gain(price: str) -> None:
    with pytest.raises(AnalyzerError) as refused:
        ba.odds("power-baccarat-98", pay={"power-98-tie": price}, bets=["power-98-tie"])
    net = price_of(price)
    sentence = f"expected a gain, because line 'win' of bet 'power-98-tie' has a multiplier, got '{net}'"
    assert str(refused.value) == sentence


def test_a_multiplier_of_zero_makes_a_push() -> None:
    law = ((Fraction(0), Fraction(1, 3)), (Fraction(3), Fraction(2, 3)))
    value = Valuation(Bet("x", "X", (Line("win", TIE, Fraction(2), law),)), 2, {"win": 1, "lose": 1})
    assert (value.hit_rate, value.push_rate) == (Fraction(1, 3), Fraction(1, 6))


def test_a_note_names_changed_prices_of_bets_outside_the_variant() -> None:
    report = ba.odds(bets=["dragon-7", "tie/9", "player"], pay={"dragon-7": 38, "tie": 10})
    notes = [str(note) for note in notes_on(report) if "Changed prices" in str(note)]
    assert notes == [
        "Changed prices of Dragon 7: win nets 38 instead of 40.",
        "Changed prices of Tie: win nets 10 instead of 9.",
    ]
    assert {value.bet.id: value.bet.usual for value in report.valuations} == {
        "dragon-7": {"win": 40, "lose": -1},
        "tie": {"win": 9, "lose": -1},
        "player": None,
    }
