"""Audits, rule sheets and certificates from Python, and files saved from them."""

import json
from pathlib import Path

import pytest

import analyzer as ba

CLAIMS = """
[[claim]]
id = "right"
variant = "classic"
decks = 6
bet = "tie/9"
quantity = "house_edge"
printed = "4.93129%"

[[claim]]
id = "wrong"
variant = "classic"
decks = 6
bet = "tie/9"
quantity = "house_edge"
printed = "4.5%"
"""


def test_an_audit_has_a_finding_for_each_claim(tmp_path: Path) -> None:
    (tmp_path / "claims.toml").write_text(CLAIMS, encoding="utf-8")
    found = ba.audit(tmp_path / "claims.toml")
    assert [(finding.claim.id, finding.verdict) for finding in found] == [
        ("right", "agrees"),
        ("wrong", "wrong"),
    ]
    assert (found.passed, found[:1].passed, len(ba.audit(["first-seed", "fifth-seed"]))) == (
        False,
        True,
        17,
    )
    # The table begins with what must be looked at.
    assert found._repr_html_().index("wrong:") < found._repr_html_().index("right:")
    assert found.to_polars()["verdict"].to_list() == ["agrees", "wrong"]


def test_a_certificate_is_made_and_verified(tmp_path: Path) -> None:
    document = ba.certify(ba.odds("standard", 6, bets=["player-pair"]))
    assert ba.verify_certificate(document).holds
    (tmp_path / "pair.json").write_text(json.dumps(document), encoding="utf-8")
    assert ba.verify_certificate(tmp_path / "pair.json").holds
    bets = document["bets"]
    assert isinstance(bets, list)
    bets[0]["lines"][0]["ways"] = "1"
    assert not ba.verify_certificate(document).holds
    with pytest.raises(ba.AnalyzerError, match=r"none\.json': cannot be read \(no such file or directory\)$"):
        ba.verify_certificate("none.json")
    with pytest.raises(ba.AnalyzerError, match=r"^expected a certificate as a file or a document, got 3$"):
        ba.verify_certificate(3)  # type: ignore[arg-type]


def test_a_rule_sheet_shows_itself_and_its_checks() -> None:
    sheet = ba.report("ez-baccarat")
    assert sheet.failed == ()
    assert "report with the rule sheet" in sheet._repr_html_()


@pytest.mark.parametrize("suffix", [".md", ".csv", ".tex", ".html", ".xlsx"])
def test_an_answer_is_saved_as_it_is_shown(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"odds{suffix}"
    ba.save(ba.odds("classic"), file)
    kept = file.read_bytes()
    assert (b"4,998,398,275,503,360" in kept) == (suffix in (".md", ".html"))
    with pytest.raises(
        ba.AnalyzerError, match=r"exists and is not replaced; name another file or add force=True$"
    ):
        ba.save(ba.odds("classic", 6), file)
    assert file.read_bytes() == kept
    ba.save(ba.odds("classic", 6), file, force=True, digits=2, lang="ko")
    assert file.read_bytes() != kept


def test_a_wrong_suffix_or_object_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(ba.AnalyzerError, match=r"'\.jpg' of 'odds\.jpg'; choose from \.csv, "):
        ba.save(ba.odds("classic"), "odds.jpg")
    with pytest.raises(ba.AnalyzerError, match=r"^expected a result, a shoe, rules or an item"):
        ba.save(3, tmp_path / "a.md")  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())
