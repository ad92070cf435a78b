"""The audit: every verdict, every reading, the reasons, and the command that shows them."""

import csv
import io
import json
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest
from suite import DATA, Run

import analyzer as ba
from analyzer.audit.claim import QUANTITIES
from analyzer.audit.verdict import VERDICTS, Finding, audit
from analyzer.catalog.claims import claims_of

AUDITED = DATA / "audited.toml"
FINDINGS = audit(claims_of(AUDITED))


@pytest.fixture
def run(run: Run) -> Run:
    return partial(run, "audit")


def claims(*tables: str) -> str:
    """A claim file: each table's keys, on 8 decks, with ids c1, c2 and on."""
    return "".join(f'[[claim]]\nid = "c{i}"\ndecks = 8\n{table}\n' for i, table in enumerate(tables, 1))


def edge(printed: str, *more: str) -> str:
    """A claim on the house edge of Dragon 7, which is 7.611334 %."""
    return "\n".join(['bet = "dragon-7"', 'quantity = "house_edge"', f'printed = "{printed}"', *more])


KNOWN = 'known_error = "the page says so"'
RIGHT, CUT, CONVENTION, LAST, WRONG = "7.6113%", "7.61133%", "7.6062%", "7.612%", "7.6110%"


@pytest.mark.parametrize("finding", FINDINGS, ids=[finding.claim.id for finding in FINDINGS])
def test_every_verdict_and_its_reason(finding: Finding) -> None:
    assert f"{finding.verdict}: {finding.note}" == finding.claim.note


def test_every_verdict_and_every_quantity_is_tested() -> None:
    assert {finding.verdict for finding in FINDINGS} == {*VERDICTS} - {"unreadable"}
    assert {finding.claim.quantity for finding in FINDINGS} == set(QUANTITIES)
    right = [finding.claim.quantity for finding in FINDINGS if finding.verdict == "agrees"]
    assert set(right) == set(QUANTITIES)


def test_a_claim_gets_the_same_finding_alone_and_among_others() -> None:
    for finding in FINDINGS[::5]:
        assert list(audit([finding.claim])) == [finding]
    assert audit([finding.claim for finding in reversed(FINDINGS)]) == FINDINGS[::-1]
    assert list(audit([])) == []


def test_a_wrong_claim_must_be_marked_and_a_right_one_must_not() -> None:
    failing = [finding.claim.id for finding in FINDINGS if finding.is_error]
    assert failing == [finding.claim.id for finding in FINDINGS if finding.verdict == "wrong"]


@pytest.mark.parametrize(
    ("tables", "status"),
    [
        ([edge(RIGHT)], 0),
        ([edge(RIGHT, KNOWN)], 1),
        ([edge("7.6%")], 0),
        ([edge("7.61%", KNOWN)], 1),
        ([edge("7.6%", KNOWN)], 1),
        ([edge("7.6114%")], 0),
        ([edge(CONVENTION)], 0),
        ([edge(CONVENTION, KNOWN)], 0),
        ([edge(LAST)], 0),
        ([edge(LAST, KNOWN)], 0),
        ([edge(WRONG)], 1),
        ([edge(WRONG, KNOWN)], 0),
        ([edge(RIGHT), edge(WRONG, KNOWN), edge(LAST)], 0),
        ([edge(RIGHT), edge(WRONG), edge(LAST)], 1),
        (['bet = "tie"\nquantity = "house_edge"\nprinted = "14.3%"', edge(RIGHT)], 0),
        (['bet = "tie"\nquantity = "house_edge"\nprinted = "14.3%"\n' + KNOWN], 0),
        (['bet = "lightning-baccarat"\nquantity = "rtp"\nprinted = "98%"'], 0),
        (['bet = "lightning-baccarat"\nquantity = "rtp"\nprinted = "98%"\n' + KNOWN], 0),
    ],
)
def test_exit_status(run: Run, tmp_path: Path, tables: list[str], status: int) -> None:
    (tmp_path / "claims.toml").write_text(claims(*tables), encoding="utf-8")
    for options in ((), ("--summary",), ("--format", "json"), ("--only", "agrees"), ("--all",)):
        found, out, err = run("claims.toml", *options)
        assert (found, err) == (status, "")
        assert out


def test_the_document(run: Run, tmp_path: Path) -> None:
    text = claims(
        'bet = "banker"\nquantity = "ev"\nprinted = "-1.0579%"\nsource = { title = "A page", n = 3 }',
        'bet = "banker"\nquantity = "standard_deviation"\nprinted = "0.97"\ngiven = "not tie"',
        'quantity = "total_ways"\nprinted = "4,826,809"',
        'bet = "lucky-6/12-20"\nline = "two-card"\nquantity = "ways"\nprinted = "1"\n' + KNOWN,
        'bet = "lightning-baccarat"\nquantity = "rtp"\nprinted = "98%"\nnote = "a remark"',
    ).replace("decks = 8\nquantity", 'decks = "infinite"\nquantity')  # fmt: skip
    (tmp_path / "claims.toml").write_text(text, encoding="utf-8")
    status, out, _ = run("claims.toml", "--format", "json")
    found = json.loads(out)["verdicts"]
    assert status == 0
    first = ["id", "bet", "decks", "quantity", "printed", "exact", "exact_decimal", "verdict", "note"]
    assert all(list(entry)[:9] == first for entry in found)
    assert found[0] == {
        "id": "c1",
        "bet": "banker",
        "decks": 8,
        "quantity": "ev",
        "printed": "-1.0579%",
        "exact": "-114753351728/10847218479825",
        "exact_decimal": "-0.0105790578424720",
        "verdict": "agrees",
        "note": "exact -1.057906%: rounds to what is printed",
        "line": None,
        "given": None,
        "rules": "punto-banco",
        "source": "A page, 3",
        "known_error": None,
        "remark": None,
    }
    assert found[1]["exact"].startswith("sqrt(")
    assert found[1]["exact_decimal"].startswith("0.97")
    assert found[1]["given"] == "not tie"
    assert (found[2]["bet"], found[2]["decks"], found[2]["exact"]) == (None, "infinite", "4826809")
    assert (found[3]["line"], found[3]["exact"]) == ("two-card", "186173936904192")
    assert (found[3]["known_error"], found[3]["source"]) == ("the page says so", "")
    assert (found[4]["exact"], found[4]["exact_decimal"]) == (None, None)
    assert found[4]["remark"] == "a remark"


def test_text_in_eighty_columns(run: Run, tmp_path: Path) -> None:
    text = claims(edge(RIGHT), edge(WRONG), edge(RIGHT, KNOWN))
    (tmp_path / "claims.toml").write_text(f'source = "a card"\n{text}', encoding="utf-8")
    for arguments, expected in (((), TEXT), (("--summary",), SUMMARY)):
        status, out, err = run("claims.toml", *arguments)
        shown, _, digest = out.rpartition("claims sha256:")
        assert (status, shown, len(digest), err) == (1, expected, 65, "")
    assert run("claims.toml", "--only", "wrong", "--only", "last-digit")[1].splitlines()[20:22] == [
        "wrong    c2: house edge of Dragon 7 on 8 decks: printed 7.6110%, exact",
        "         7.611334%: wrong in the fifth digit; no common error explains it.",
    ]


TEXT = """\
Audit of claims.toml

===================
2 of 3 claims fail.
===================
3 claims: 2 agrees, 1 wrong.
Wrong and not marked as a known error: c2.
Marked as a known error, and right: c3.

Verdicts

Verdict  Claims  Meaning
-------  ------  --------------------------------------------------------------
agrees        2  rounds to the printed figure
wrong         1  differs from the exact value, and no other verdict explains it

Claims that need attention

Verdict  Claim
-------  ----------------------------------------------------------------------
wrong    c2: house edge of Dragon 7 on 8 decks: printed 7.6110%, exact
         7.611334%: wrong in the fifth digit; no common error explains it.
agrees   c3: house edge of Dragon 7 on 8 decks: exact 7.611334%: rounds to what
         is printed. Known: the page says so.

Other claims

Verdict  Claim
-------  ----------------------------------------------------------------------
agrees   c1: house edge of Dragon 7 on 8 decks: exact 7.611334%: rounds to what
         is printed.

2 more columns, in other formats only: Exact, Source.

baccarat 1.0.0
"""

SUMMARY = """\
===================
2 of 3 claims fail.
===================
3 claims: 2 agrees, 1 wrong.
Wrong and not marked as a known error: c2.
Marked as a known error, and right: c3.

Verdicts by source

Source       Claims  Verdicts           Known errors
-----------  ------  -----------------  ------------
a card            3  2 agrees, 1 wrong             1
all sources       3  2 agrees, 1 wrong             1

baccarat 1.0.0
"""


def test_wide_formats_show_every_column(run: Run, tmp_path: Path) -> None:
    text = claims(edge(WRONG, 'source = { title = "A page", url = "https://a.b/c" }', 'given = "not tie"'))
    (tmp_path / "claims.toml").write_text(text, encoding="utf-8")
    heads = [
        "claim",
        "verdict",
        "bet",
        "line",
        "given",
        "decks",
        "rules",
        "quantity",
        "printed",
        "rounded",
        "exact",
        "note",
        "source",
    ]
    _, out, _ = run("claims.toml", "--format", "csv")
    rows = list(csv.reader(io.StringIO(out)))
    assert rows[0] == heads
    exact = ba.odds("standard", bets=["dragon-7"], given="not tie")["dragon-7"].house_edge
    assert rows[1][:10] == [
        "c1", "wrong", "dragon-7", "", "not tie", "8", "punto-banco", "house edge", "7.6110%", "-2.104520%",
    ]  # fmt: skip
    assert exact < 0
    assert rows[1][10] == str(exact)
    assert rows[1][12] == "A page, https://a.b/c"
    for format in ("md", "html", "latex"):
        status, out, err = run("claims.toml", "--format", format)
        assert (status, err) == (1, "")
        assert "7.6110" in out
    _, out, _ = run("claims.toml", "--format", "csv", "--summary")
    rows = list(csv.reader(io.StringIO(out)))
    assert rows[0] == ["source", "claims", *VERDICTS, "known"]
    assert rows[1:] == [
        ["A page, https://a.b/c", "1", "0", "0", "0", "0", "0", "1", "0", "0", "0"],
        ["all sources", "1", "0", "0", "0", "0", "0", "1", "0", "0", "0"],
    ]


def test_the_summary_is_a_document_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "claims.toml").write_text(
        claims(edge(WRONG), edge(RIGHT, 'source = "a card"')), encoding="utf-8"
    )
    status, out, _ = run("claims.toml", "--summary", "--format", "json")
    assert status == 1
    none = dict.fromkeys(VERDICTS, 0)
    assert json.loads(out)["items"] == [
        {"source": "no source given", "claims": 1} | none | {"wrong": 1, "known_errors": 0},
        {"source": "a card", "claims": 1} | none | {"agrees": 1, "known_errors": 0},
    ]


def test_addresses_are_left_out_of_text_alone(run: Run, tmp_path: Path) -> None:
    sources = ['source = { title = "A page", url = "https://a.b/c" }', 'source = "A page"']
    (tmp_path / "claims.toml").write_text(claims(*(edge(RIGHT, s) for s in sources)), encoding="utf-8")
    _, out, _ = run("claims.toml", "--summary")
    assert out.splitlines()[9:11] == [
        "A page            2  2 agrees             0",
        "all sources       2  2 agrees             0",
    ]
    _, out, _ = run("claims.toml", "--summary", "--format", "md")
    assert out.count("A page") == 2


def test_writing_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "claims.toml").write_text(claims(edge(WRONG)), encoding="utf-8")
    assert run("claims.toml", "-o", "out.md", "--format", "md") == (1, "", "wrote 'out.md'\n")
    assert "wrong" in (tmp_path / "out.md").read_text(encoding="utf-8")
    assert run("claims.toml", "-o", "out.md")[0] == 2


def test_a_long_list_of_failing_claims_is_cut_and_counted(run: Run, tmp_path: Path) -> None:
    (tmp_path / "claims.toml").write_text(claims(*[edge(WRONG)] * 12, edge(WRONG, KNOWN)), encoding="utf-8")
    assert run("claims.toml", "--summary")[1].splitlines()[4:6] == [
        "Wrong and not marked as a known error: c1, c2, c3, c4, c5, c6, c7, c8, c9, c10",
        "and 2 more.",
    ]


def test_bad_input_is_rejected(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(claims(edge("x"), edge("y")), encoding="utf-8")
    missing = "baccarat: b.toml: no such file\nc.toml: no such file\n"
    assert run("a.toml", "b.toml", "c.toml") == (2, "", missing)
    assert run("--only", "wrng") == (2, "", "baccarat: unknown verdict 'wrng'; did you mean 'wrong'?\n")
    hint = "; did you mean 'first-seed'? (a file is named by its path, such as a/b or b.toml)"
    assert run("first-sead") == (2, "", f"baccarat: unknown claims 'first-sead'{hint}\n")


FAULTY_BET = '[[bet]]\nid = "my-bet"\nlines = [{ id = "win", when = "tie = 9" }]\npaytable = { win = "9" }\n'
COMPARES = "bet[1].lines[1].when: character 5 of the condition: expected '==' to compare, got '='"
NOT_READ = [
    (
        'printed = "7.6 or so"',
        'printed: expected a number as printed, such as "4.84403%" or "86,320", got \'7.6 or so\'',
    ),
    ('quantity = "house_edg"', "quantity: unknown quantity 'house_edg'; did you mean 'house_edge'?"),
    ('bet = "dragon-8"', "bet: unknown bet 'dragon-8' in variant 'standard'; did you mean 'dragon-7'?"),
    ("decks = 0", "decks: expected a whole number from 1 to 1923, got 0"),
    ('line = "win"', "line: expected only with ways, probability, return or pays, got it with house_edge"),
    ('id = "c1"', "id: expected a unique id, got 'c1', the id of claim[1]"),
    ("dekcs = 6", "unknown key 'dekcs'; did you mean 'decks'?"),
    ('bet = "my-bet/high"', f"bet: bet 'my-bet' of this file cannot be read: {COMPARES}"),
    ('quantity = "pays"\nbet = "lucky-6"', "'line' is required with pays: one of two-card, three-card, lose"),
    ('given = "tie = 9"', "given: character 5 of the condition: expected '==' to compare, got '='"),
]


@pytest.mark.parametrize(("fault", "note"), NOT_READ, ids=[fault.split()[0] for fault, _ in NOT_READ])
def test_an_unreadable_claim_does_not_stop_the_others(
    fault: str, note: str, run: Run, tmp_path: Path
) -> None:
    key, *_ = keys = [line.split()[0] for line in fault.splitlines()]
    faulty = f'[[claim]]\nid = "bad"\n{edge(RIGHT)}\n'
    lines = [line for line in faulty.splitlines() if line.split()[0] not in keys]
    third = f'[[claim]]\nid = "c3"\n{edge(WRONG, KNOWN)}\n'
    text = claims(edge(RIGHT)) + "\n".join([*lines, fault, third, FAULTY_BET if "my-bet" in fault else ""])
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    status, out, err = run("a.toml", "--format", "json")
    assert (status, err) == (1, "")
    first, bad, last = json.loads(out)["verdicts"]
    assert [first["verdict"], bad["verdict"], last["verdict"]] == ["agrees", "unreadable", "wrong"]
    assert bad["note"] == f"this claim cannot be read: {note}"
    assert [bad[name] for name in ("quantity", "decks", "exact", "rules")] == [None] * 4
    assert bad["id"] == ("c1" if key == "id" else "bad")
    assert first["note"] == "exact 7.611334%: rounds to what is printed"


def test_an_unreadable_claim_has_its_own_verdict(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(claims(edge(RIGHT), edge("seven", KNOWN)), encoding="utf-8")
    status, out, err = run("a.toml")
    assert (status, err) == (1, "")
    assert "1 of 2 claims cannot be read." in out
    assert "Not checked, because they cannot be read: c2." in out
    assert "\nunreadable       1  the claim cannot be read\n" in out
    _, rows, _ = run("a.toml", "--only", "unreadable", "--format", "csv")
    assert rows.splitlines()[1].startswith("c2,unreadable")
    found = ba.audit(str(tmp_path / "a.toml"))
    assert ([finding.verdict for finding in found], found.passed) == (["agrees", "unreadable"], False)
    assert run("a.toml", "--summary", "--format", "json")[0] == 1


def test_a_faulty_bet_that_no_claim_is_about_is_a_fault_of_the_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(FAULTY_BET + claims(edge(RIGHT), edge("seven")), encoding="utf-8")
    status, out, err = run("a.toml")
    assert (status, out) == (2, "")
    assert err.startswith(f"baccarat: a.toml: {COMPARES}\n")
    assert "a.toml: claim[2].printed: expected a number" in err


OPEN = """\
[[bet]]
id = "open"
name = "Open"
lines = [
    {{ id = "six", when = "tie and player_total == 6" }},
    {{ id = "seven", when = "tie and player_total == 7" }},
]
{paytable}
"""


@pytest.mark.parametrize(
    "paytable", ['paytable = { six = "x", seven = "40" }', ""], ids=["one-price-open", "no-prices"]
)
def test_ways_are_judged_if_only_the_price_is_open(paytable: str, run: Run, tmp_path: Path) -> None:
    about = 'bet = "open"\nline = "six"'
    asked = [
        f'{about}\nquantity = "ways"\nprinted = "96,170,001,308,416"',
        f'{about}\nquantity = "probability"\nprinted = "1.924%"',
        'bet = "open"\nquantity = "hit_rate"\nprinted = "3.9590%"',
        'bet = "open"\nquantity = "house_edge"\nprinted = "5%"',
        f'{about}\nquantity = "return"\nprinted = "0.1"',
        'bet = "open"\nline = "seven"\nquantity = "pays"\nprinted = "40 to 1"',
    ]
    (tmp_path / "a.toml").write_text(OPEN.format(paytable=paytable) + claims(*asked), encoding="utf-8")
    status, out, err = run("a.toml", "--format", "json")
    verdicts = json.loads(out)["verdicts"]
    known = "agrees" if paytable else "cannot-say"
    expected = ["agrees", "agrees", "agrees", "cannot-say", "cannot-say", known]
    assert [verdict["verdict"] for verdict in verdicts] == expected
    assert verdicts[4]["note"] == "the price of six is open, and the figure depends on it"
    assert (status, err) == (0, "")


def test_the_librarys_claims_are_named_by_their_source(run: Run) -> None:
    status, shown, _ = run("first-seed", "fifth-seed", "--summary", "--format", "json")
    assert status == 0
    assert [source["claims"] for source in json.loads(shown)["items"]][:2] == [1, 16]


def test_several_files_are_one_audit(run: Run, tmp_path: Path) -> None:
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(claims(edge(RIGHT)), encoding="utf-8")
    _, out, _ = run("a.toml", "b.toml", "--format", "json")
    assert [entry["id"] for entry in json.loads(out)["verdicts"]] == ["c1", "c1"]
    assert run("a.toml", "b.toml")[1].split("\n\n")[0] == "Audit of a.toml, b.toml"


def test_the_document_states_the_claims_the_files_and_the_verdicts_requested(
    run: Run, tmp_path: Path
) -> None:
    text = claims(edge(RIGHT))
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    about = json.loads(run("a.toml", "first-seed", "--only", "wrong", "--format", "json")[1])["about"]
    assert about["options"] == {"only": "wrong"}
    assert list(about["sha256"]) == ["claims", "a.toml"]
    assert about["sha256"]["a.toml"] == sha256(text.encode()).hexdigest()
    summary = json.loads(run("a.toml", "--only", "wrong", "--summary", "--format", "json")[1])["about"]
    assert "options" not in summary


@pytest.mark.parametrize("format", ["text", "md", "html", "latex"])
def test_pages_do_not_reveal_where_a_file_is_on_a_machine(format: str, run: Run, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.toml").write_text(claims(edge(RIGHT)), encoding="utf-8")
    file, other = (str(tmp_path / folder / "a.toml") for folder in ("one", "two"))
    status, out, _ = run(file, "--format", format)
    assert status == 0
    assert "Audit of a.toml" in out
    _, both, _ = run(file, other, "--format", format)
    assert "Audit of one/a.toml, two/a.toml" in both
    _, as_given, _ = run("one/a.toml", "--format", format)
    assert "Audit of one/a.toml" in as_given
    assert str(tmp_path) not in out + both + as_given


@pytest.mark.parametrize(
    ("claim", "verdict", "note"),
    [
        (
            'bet = "tie/8"\nline = "win"\nquantity = "probability"\nprinted = "10.51 to 1"',
            "other-convention",
            'printed 10.51 to 1, exact 9.5091 to 1; it is right if its odds are read "for one", with the '
            "stake included: 10.5091 to 1",
        ),
        (
            'bet = "tie/8"\nline = "win"\nquantity = "probability"\nprinted = "9.509 for 1"',
            "other-convention",
            'printed 9.509 for 1, exact 10.50906 for 1; it is right if its odds are read "to one", without '
            "the stake: 9.50906 for 1",
        ),
        (
            edge("7,611%"),
            "agrees",
            "exact 7.61133%: rounds to what is printed; the comma is read as a decimal comma",
        ),
        (
            'bet = "tie/8"\nline = "win"\nquantity = "probability"\nprinted = "1,058 to 1"',
            "wrong",
            "printed 1,058 to 1, exact 9.51 to 1: too high; no common error explains it; the comma is read "
            "as a separator of thousands",
        ),
    ],
    ids=["to-for", "for-to", "decimal-comma", "thousands"],
)
def test_the_note_states_how_a_figure_was_read(
    claim: str, verdict: str, note: str, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.toml").write_text(claims(claim), encoding="utf-8")
    _, out, _ = run("a.toml", "--format", "json")
    (found,) = json.loads(out)["verdicts"]
    assert (found["verdict"], found["note"]) == (verdict, note)


def test_figures_in_another_convention_are_not_counted_as_right(run: Run, tmp_path: Path) -> None:
    claim = 'bet = "tie/8"\nline = "win"\nquantity = "probability"\nprinted = "10.51 to 1"'
    (tmp_path / "a.toml").write_text(claims(claim), encoding="utf-8")
    document = json.loads(run("a.toml", "--format", "json")[1])
    assert (document["verdict"]["holds"], document["verdict"]["sentence"]) == (
        None,
        "No figure is wrong, but 1 is right only in a convention other than the stated one.",
    )


def test_vietnamese_pages_have_vietnamese_numbers(run: Run, tmp_path: Path) -> None:
    text = claims(
        edge("7.6113%"), edge("7.6110%"), 'bet = "tie/8"\nquantity = "probability"\nprinted = "1 in 10.5"'
    )
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    _, out, _ = run("a.toml", "--lang", "vi", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["rounded"] for row in rows] == ["7,611334%", "7,611334%", "1 trên 10,509"]
    assert [row["printed"] for row in rows] == ["7.6113%", "7.6110%", "1 in 10.5"]  # as the page prints them
    notes = " ".join(row["note"] for row in rows)
    assert "7,611334%" in notes
    assert "7.611334" not in notes


@pytest.mark.parametrize(
    ("language", "odds", "gross"),
    [
        ("zh-Hans", "1赔9.5091", "1赔10.5091（含本金）"),
        ("zh-Hant", "1賠9.5091", "1賠10.5091（含本金）"),
        ("th", "9.5091 ต่อ 1", "10.5091 ต่อ 1 (รวมเงินเดิมพัน)"),
        ("ko", "9.5091 대 1", "10.5091 대 1(베팅액 포함)"),
        ("vi", "1 ăn 9,5091", "1 ăn 10,5091 (gồm cả tiền cược)"),
    ],
)
def test_odds_are_in_the_language_of_the_page(
    language: str, odds: str, gross: str, run: Run, tmp_path: Path
) -> None:
    about = 'bet = "tie/8"\nline = "win"\nquantity = "probability"'
    text = claims(f'{about}\nprinted = "9.51 to 1"', f'{about}\nprinted = "10.51 for 1"')
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    _, out, _ = run("a.toml", "--lang", language, "--format", "csv")
    assert [row["rounded"] for row in csv.DictReader(io.StringIO(out))] == [odds, gross]
