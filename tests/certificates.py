"""Shared by both test files of certificates: the two verifiers, and the tools of a forger."""

from fractions import Fraction
from typing import Any

import certificate_checker as checker

import analyzer as ba
from analyzer.bets.digest import digest

Document = dict[str, Any]


def package(document: Any) -> str:
    """The package's objection to a document; empty if it has none."""
    try:
        found = ba.verify_certificate(document)
    except ba.AnalyzerError as error:
        return str(error)
    return "; ".join(f"{one.where}: claimed {one.claimed}, is {one.exact}" for one in found.differences)


def alone(document: Any) -> str:
    """The independent checker's objection to a document; empty if it has none."""
    try:
        checker.check(document)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def signed(document: Document) -> Document:
    """The document with its own digest recomputed."""
    body = {key: part for key, part in document.items() if key != "sha256"}
    return {**document, "sha256": digest(body)}


def in_first_schema(document: Document) -> Document:
    """The certificate in the form of version 1, signed."""
    body = {key: part for key, part in document.items() if key not in ("about", "meaning")}
    names = {key: document["about"][key] for key in ("version", "variant")}
    return signed({**body, **names, "schema": "baccarat-certificate/1", "about": document["meaning"]})


def remade_as_it_stands(document: Document) -> Document:
    """The document, changed in place, after a forger recomputed all sums and digests but kept the texts."""
    total, rules, bets = int(document["total_ways"]), document["rules"], document["bets"]
    rules["sha256"] = digest({key: part for key, part in rules.items() if key not in ("id", "sha256")})
    for bet in bets:
        lines = bet["lines"]
        offer = {key: bet[key] for key in ("id", "paytable", "locked") if key in bet}
        stated = [{k: line[k] for k in line if k not in ("ways", "classes")} for line in lines[:-1]]
        bet["sha256"] = digest(offer | {"lines": stated})
        laws = [line.get("multiplier", [["1", "1"]]) for line in lines]
        means = [sum(Fraction(x) * Fraction(chance) for x, chance in law) for law in laws]
        nets = zip(lines, means, strict=True)
        ev = sum(Fraction(line["net"]) * mean * int(line["ways"]) for line, mean in nets) / total
        bet |= {"ev": str(ev), "house_edge": str(-ev)}
    document["about"]["rules_sha256"] = rules["sha256"]
    document["about"]["bets"] = [
        {"bet": bet["id"], **{x: bet[x] for x in ("paytable", "sha256")}} for bet in bets
    ]
    return signed(document)
