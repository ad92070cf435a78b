"""Claim files: what is read, every fault that is rejected, and the claims of the library."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from analyzer.audit.claim import NO_BET, QUANTITIES, Claim
from analyzer.audit.verdict import VERDICTS, Finding, audit
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.catalog.claims import claims_of, library
from analyzer.cli.main import main
from analyzer.errors import CatalogError

PLAIN = 'id = "a"\nbet = "tie/9"\nquantity = "house_edge"\nprinted = "4.8%"\n'
NUMBER = 'expected a number as printed, such as "4.84403%" or "86,320", got'


def read(folder: Path, text: str) -> tuple[Claim, ...]:
    (folder / "claims.toml").write_text(text, encoding="utf-8")
    return claims_of(folder / "claims.toml")


def one(folder: Path, *changes: tuple[str, str], head: str = "", more: str = "") -> Claim:
    """The plain claim with some keys changed, and others added."""
    text = PLAIN
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (claim,) = read(folder, f"{head}\n[[claim]]\n{text}{more}")
    return claim


def test_a_plain_claim(tmp_path: Path) -> None:
    claim = one(tmp_path)
    standard = load.variant("standard")
    assert claim.bets == (load.bet("tie/9"),)
    assert (claim.id, claim.reference, claim.quantity) == ("a", "tie/9", "house_edge")
    assert (claim.rules, claim.decks, claim.decks_stated) == (standard.rules, 8, False)
    assert (claim.printed.text, claim.printed.value) == ("4.8%", Fraction(48, 1000))
    assert (claim.line, claim.given, claim.out_of, claim.beyond) == (None, None, None, None)
    assert (claim.source, claim.known_error, claim.note) == (None, None, None)
    assert [bet.reference for bet in claim.prices] == ["tie/8"]
    assert claim.others == standard.bets


def test_every_key(tmp_path: Path) -> None:
    claim = one(
        tmp_path,
        ("tie/9", "lucky-6/12-23"),
        ("house_edge", "ways"),
        ("4.8%", "1,234"),
        more='variant = "classic"\nrules = "player-first-7"\ndecks = 6\nline = "two-card"\n'
        'given = "not tie"\nout_of = "86,320"\nsource = { title = "A page" }\n'
        'known_error = "a\\nb"\nnote = "c"\npercent = false\n',
        head='source = "of the file"',
    )
    assert claim.bets == (load.bet("lucky-6/12-23"),)
    assert (claim.rules.id, claim.decks, claim.decks_stated) == ("player-first-7", 6, True)
    assert (claim.line, claim.given, claim.out_of) == ("two-card", Condition.parse("not tie"), 86320)
    assert claim.printed.value == 1234
    assert (claim.source, claim.known_error, claim.note) == ({"title": "A page"}, "a b", "c")


def test_the_source_of_a_file_is_the_source_of_its_claims(tmp_path: Path) -> None:
    assert one(tmp_path, head='source = "of the file"').source == "of the file"


def test_decks_can_be_infinite_and_figures_in_percent(tmp_path: Path) -> None:
    claim = one(tmp_path, ("4.8%", "4.8"), more='decks = "infinite"\npercent = true\n')
    assert (claim.decks, claim.decks_stated, claim.printed.scale) == ("infinite", True, 100)
    assert claim.printed.value == Fraction(48, 1000)


def test_the_best_of_a_variant_and_no_bet_at_all(tmp_path: Path) -> None:
    best = one(tmp_path, ("tie/9", "*"), more='variant = "classic"\n')
    assert best.bets == load.variant("classic").bets
    assert (best.reference, best.prices) == ("*", ())
    deals = one(tmp_path, ('bet = "tie/9"\n', ""), ("house_edge", "total_ways"), ("4.8%", "86,320"))
    assert list(deals.bets) == [NO_BET]
    assert (deals.reference, deals.printed.value) == ("", Fraction(86320))


@pytest.mark.parametrize(("variant", "pays"), [("classic", "8"), ("standard", "8"), ("ez-baccarat", "8")])
def test_a_bare_id_has_the_price_of_the_variant(tmp_path: Path, variant: str, pays: str) -> None:
    claim = one(tmp_path, ("tie/9", "tie"), more=f'variant = "{variant}"\n')
    assert claim.bets[0].nets["win"] == Fraction(pays)
    bank = one(tmp_path, ("tie/9", "banker"), more='variant = "ez-baccarat"\n')
    assert bank.bets[0].nets["win"] == 1


def test_paths_are_relative_to_the_folder_of_the_claims(tmp_path: Path) -> None:
    rules = 'name = "Mine"\nplayer_draws = [0, 1, 2, 3, 4]\nnaturals = [8, 9]\n'
    rules += 'banker = """\n- 0 1 2 3 4 5 6 7 8 9\n'
    rows = "".join(f"{total} {' '.join('D' * 11 if total < 6 else 'S' * 11)}\n" for total in range(8))
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "mine.toml").write_text(f'{rules}{rows}"""\n', encoding="utf-8")
    (tmp_path / "deep" / "game.toml").write_text(
        'name = "Game"\ndecks = 3\nrules = "mine.toml"\nbets = ["tie/9", "player"]\n', encoding="utf-8"
    )
    claim = one(tmp_path, more='variant = "deep/game.toml"\n')
    assert (claim.rules.id, claim.decks) == ("mine", 3)
    assert [bet.reference for bet in claim.others] == ["tie/9", "player"]
    again = one(tmp_path, more='rules = "deep/mine.toml"\n')
    assert again.rules == claim.rules
    assert audit([claim])[0].exact != audit([one(tmp_path, more="decks = 3\n")])[0].exact


OWN = """
[[bet]]
id = "{}"
name = "Mine"
lines = [{{ id = "win", when = "cards == 4" }}]
paytables = {{ "2" = {{ win = "2" }}, "3" = {{ win = "3" }} }}
"""


@pytest.mark.parametrize("name", ["mine", "tie", "lightning-baccarat"])
def test_bets_of_the_file_come_before_the_librarys(tmp_path: Path, name: str) -> None:
    claim = one(tmp_path, ("tie/9", name), head=OWN.format(name))
    assert (claim.bets[0].reference, claim.bets[0].lines[0].when.text) == (f"{name}/2", "cards == 4")
    assert [bet.reference for bet in claim.prices] == [f"{name}/3"]
    assert one(tmp_path, ("tie/9", f"{name}/3"), head=OWN.format(name)).bets[0].nets["win"] == 3


def test_a_claim_on_a_bet_beyond_the_shoe_is_still_read(tmp_path: Path) -> None:
    claim = one(tmp_path, ("tie/9", "lightning-baccarat"))
    assert claim.bets == ()
    assert claim.beyond == load.uncomputable()["lightning-baccarat"]


ID = "an id of letters, digits, dots, hyphens and underscores"
WHOLE = 'a whole number in quotes such as "86320"'
FAULTS: list[tuple[str, str, str]] = [
    ('id = "a"\n', "", ": missing key 'id'"),
    ('"a"', '"a b"', f".id: expected {ID}, got 'a b'"),
    ('"a"', '"-a"', f".id: expected {ID}, got '-a'"),
    ('"a"', "1", ".id: expected text in quotes, got 1"),
    ('"a"', '""', ".id: expected text, got ''"),
    ('bet = "tie/9"\n', "", ": missing key 'bet'"),
    ('"tie/9"', '"tye"', ".bet: unknown bet 'tye' in variant 'standard'; did you mean 'tie'?"),
    ('"tie/9"', '"tie/10"',
     ".bet: unknown paytable '10' of bet 'tie' in variant 'standard'; choose from 8, 9"),
    ('"tie/9"', "9", '.bet: expected a bet such as "tie/9", got 9'),
    ('quantity = "house_edge"\n', "", ": missing key 'quantity'"),
    ("house_edge", "house_edg", ".quantity: unknown quantity 'house_edg'; did you mean 'house_edge'?"),
    ('printed = "4.8%"\n', "", ": missing key 'printed'"),
    ('"4.8%"', '"4.8 or so"', f".printed: {NUMBER} '4.8 or so'"),
    ('"4.8%"', '""', ".printed: expected text, got ''"),
    ('"4.8%"', "4.8", ".printed: expected text in quotes, got 4.8"),
    ("{more}", 'decks = 0', ".decks: expected a whole number from 1 to 1923, got 0"),
    ("{more}", 'decks = 1924', ".decks: expected a whole number from 1 to 1923, got 1924"),
    ("{more}", 'decks = 8.0', ".decks: expected a whole number from 1 to 1923, got 8.0"),
    ("{more}", 'decks = true', ".decks: expected a whole number from 1 to 1923, got true"),
    ("{more}", 'decks = "8"', ".decks: expected a whole number or \"infinite\", got '8'"),
    ("{more}", 'variant = "clasic"', ".variant: unknown variant 'clasic'; did you mean 'classic'?"),
    ("{more}", 'variant = 5', ".variant: expected an id or a file in quotes, got 5"),
    ("{more}", 'variant = "x.toml"', ".variant: {folder}/x.toml: no such file"),
    ("{more}", 'rules = "x.toml"', ".rules: {folder}/x.toml: no such file"),
    ("{more}", 'rules = "punto"', ".rules: unknown rules 'punto'; did you mean 'punto-banco'?"),
    ("{more}", 'line = "win"',
     ".line: expected only with ways, probability, return or pays, got it with house_edge"),
    ("{more}", 'line = 1', ".line: expected a line's id in quotes, got 1"),
    ("{more}", 'out_of = "5"',
     ".out_of: expected only with ways or total_ways, got it with house_edge"),
    ("{more}", 'out_of = 86320', f".out_of: expected {WHOLE}, got 86320"),
    ("{more}", 'given = 1', ".given: expected a condition in quotes, got 1"),
    ("{more}", 'percent = "no"', ".percent: expected true or false, got 'no'"),
    ("{more}", 'known_error = true', ".known_error: expected text in quotes, got true"),
    ("{more}", 'known_error = " "', ".known_error: expected text, got ' '"),
    ("{more}", 'note = ""', ".note: expected text, got ''"),
    ("{more}", 'source = 1.5', ".source: expected text, or a list or table of texts, got 1.5"),
    ("{more}", 'dekcs = 8', ": unknown key 'dekcs'; did you mean 'decks'?"),
    ("house_edge", 'probability"\nline = "wn', ".line: unknown line 'wn' of bet 'tie'; did you mean 'win'?"),
    ('"4.8%"', '"48"\nquantity = "ways"\nout_of = "0"', f".out_of: expected {WHOLE}, got '0'"),
    ("house_edge", "ways", ".printed: expected a number of deals, since ways is a count, got '4.8%'"),
    ('"tie/9"', '"*"\nquantity = "probability"\nline = "win"',
     ".line: expected only with a single bet, got it with \"*\""),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), FAULTS, ids=[message for *_, message in FAULTS])
def test_faults(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = f"[[claim]]\n{PLAIN}{{more}}"
    assert old in text
    text = text.replace(old, new, 1).replace("{more}", "")
    if text.count("quantity") == 2:
        text = text.replace('quantity = "house_edge"\n', "")
    with pytest.raises(CatalogError) as caught:
        read(tmp_path, text)
    file = tmp_path / "claims.toml"
    assert str(caught.value) == f"{file}: claim[1]{message.replace('{folder}', str(tmp_path))}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "missing key 'claim'"),
        ("claim = []", "claim: one table or more is required"),
        ("claim = {}", "claim: expected a list of tables, got a table"),
        ("claim = [1]", "claim[1]: expected a table, got 1"),
        ("[[claim]", "expected TOML: ']]' is missing after the name of a table (line 1, column 8)"),
        (f"tittle = 1\n[[claim]]\n{PLAIN}", "unknown key 'tittle'; choose from bet, claim, source"),
        (f"[[claim]]\n{PLAIN}" * 2, "claim[2].id: expected a unique id, got 'a', the id of claim[1]"),
    ],
)  # fmt: skip
def test_faults_of_a_file(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(CatalogError) as caught:
        read(tmp_path, text)
    assert str(caught.value) == f"{tmp_path / 'claims.toml'}: {message}"


def test_a_malformed_condition_is_shown(tmp_path: Path) -> None:
    with pytest.raises(CatalogError) as caught:
        one(tmp_path, more='given = "player_wins and"\n')
    first, *_ = str(caught.value).splitlines()
    assert first.startswith(f"{tmp_path / 'claims.toml'}: claim[1].given: character 16 of the condition: ")


def test_all_faults_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"[[claim]]\n{PLAIN}".replace("tie/9", "tye").replace("4.8%", "x").replace("house_edge", "edge")
    with pytest.raises(CatalogError) as caught:
        read(tmp_path, f"{OWN.format('mine').replace('cards ==', 'crads ==')}{text}decks = 0\n{text}")
    lines = str(caught.value).splitlines()
    places = [line.split(": ")[1] for line in lines if line.startswith(str(tmp_path))]
    assert places == [
        "bet[1].lines[1].when",
        *("claim[1].quantity", "claim[1].printed", "claim[1].decks", "claim[1].bet"),
        *("claim[2].id", "claim[2].quantity", "claim[2].printed", "claim[2].bet"),
    ]
    assert main(["audit", str(tmp_path / "claims.toml")]) == 2
    assert capsys.readouterr() == ("", f"baccarat: {caught.value}\n")


# the claims of the library

CLAIMS = [claim for of_source in library().values() for claim in of_source]


@pytest.fixture(scope="module")
def findings() -> list[Finding]:
    """The verdict on every claim of the library."""
    return audit(CLAIMS)


def test_each_id_is_unique_in_the_library() -> None:
    assert [name for name, count in Counter(claim.id for claim in CLAIMS).items() if count > 1] == []


def test_every_source_names_a_title() -> None:
    assert {claim.id for claim in CLAIMS if not titled(claim.source)} == set()


def titled(source: object) -> bool:
    if isinstance(source, list):
        return bool(source) and all(map(titled, source))
    if isinstance(source, dict):
        return bool(source.get("title"))
    return source in load.sources() and bool(load.sources()[str(source)].get("title"))


def test_every_quantity_is_claimed_somewhere() -> None:
    assert {claim.quantity for claim in CLAIMS} <= set(QUANTITIES)
    assert {"ways", "total_ways", "probability", "house_edge", "ev"} <= {claim.quantity for claim in CLAIMS}


def test_no_claim_of_the_library_fails(findings: list[Finding]) -> None:
    assert [finding.claim.id for finding in findings if finding.is_error] == []


def test_every_known_error_is_an_error(findings: list[Finding]) -> None:
    known = [finding for finding in findings if finding.claim.known_error is not None]
    assert known
    right = ("agrees", "cannot-say")
    assert [finding.claim.id for finding in known if finding.verdict in right] == []


def test_a_claim_that_cannot_be_judged_states_what_is_missing(findings: list[Finding]) -> None:
    silent = [finding for finding in findings if finding.verdict == "cannot-say"]
    assert {finding.exact for finding in silent} == {None}
    assert [finding.claim.id for finding in silent if finding.claim.beyond is None] == []


def test_the_summary_counts_what_the_audit_finds(
    findings: list[Finding], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    counts = Counter(finding.verdict for finding in findings)
    assert main(["audit", "--summary", "--format", "csv"]) == 0
    last = capsys.readouterr().out.splitlines()[-1].split(",")
    known = sum(claim.known_error is not None for claim in CLAIMS)
    assert last == ["all sources", str(len(CLAIMS)), *(str(counts[v]) for v in VERDICTS), str(known)]
    assert main(["audit"]) == 0
    out = capsys.readouterr().out
    tally = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])
    assert f"{len(CLAIMS):,} claims: {tally}." in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80
    needy, others = out.partition("Claims that need attention")[2].split("Other claims")
    assert needy.count("\ncannot-say ") == counts["cannot-say"]
    assert others.count("\nagrees ") == counts["agrees"]
