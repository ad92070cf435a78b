"""README: the numbers in its sentences equal the program's."""

import re

import pages

import analyzer as ba

README = (pages.ROOT / "README.md").read_text(encoding="utf-8")


def numbers(pattern: str) -> list[int]:
    """The numbers in the sentence of README that matches a pattern."""
    found = re.search(pattern, " ".join(README.split()))
    assert found is not None
    return [int(number.replace(",", "")) for number in found.groups()]


def test_the_audit_has_the_stated_numbers_of_figures_sources_and_errors() -> None:
    findings = ba.audit().findings
    wrong = [finding for finding in findings if finding.verdict == "wrong"]
    sources = {str(finding.claim.source) for finding in findings}
    stated = numbers(r"\*\* ([\d,]+) printed figures from (\d+) sources .*?\. (\d+) of them are wrong")
    assert stated == [len(findings), len(sources), len(wrong)]
    assert all(finding.claim.known_error for finding in wrong)


def test_the_library_has_the_stated_number_of_bets() -> None:
    assert numbers(r"\| bets \| (\d+), and your own") == [len({bet.id for bet in ba.bets()})]
