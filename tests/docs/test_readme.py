"""README: the numbers in its sentences are those of the program."""

import re

import pages

import analyzer as ba

README = (pages.ROOT / "README.md").read_text(encoding="utf-8")


def numbers(pattern: str) -> list[int]:
    """The numbers in the sentence of the README that a pattern matches."""
    found = re.search(pattern, " ".join(README.split()))
    assert found is not None
    return [int(number.replace(",", "")) for number in found.groups()]


def test_the_audit_has_as_many_figures_sources_and_errors_as_stated() -> None:
    findings = ba.audit().findings
    wrong = [finding for finding in findings if finding.verdict == "wrong"]
    sources = {str(finding.claim.source) for finding in findings}
    stated = numbers(r"\*\* ([\d,]+) printed figures from (\d+) sources .*?\. (\d+) of them are wrong")
    assert stated == [len(findings), len(sources), len(wrong)]
    assert all(finding.claim.known_error for finding in wrong)


def test_the_library_has_as_many_bets_as_stated() -> None:
    assert numbers(r"\| bets \| (\d+), and your own") == [len({bet.id for bet in ba.bets()})]
