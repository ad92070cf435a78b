"""The speed of this build on this machine, compared with limits: `python tests/benchmarks/bench.py`.

The first table has one row per workload: times of the C kernel at each vector width that the machine has, of
the Python twin, and of the yardstick, which is the usual published enumeration (`yardstick.c`); then shoes
per second, ratios, and the share of the machine's peak of arithmetic (`peak.c`). The second table compares
the C kernel with the limits. Each twin and width runs in its own process with one thread, and all take turns,
so that a disturbance affects all of them. Times are medians, or with `--best` those of the best runs, which
are more reliable on a busy machine; `--json` keeps every run. The time of a command is the CPU time of the
whole process, including system calls. Commands that take a second or more run once, only with the C kernel,
and `--json` has their peak memory.

`--peer NAME=COMMAND`, which can be repeated, adds a third table that compares the times of another installed
program with ours. COMMAND, perhaps a short wrapper around that program, reads one shoe per line, as ten
counts from tens to nines, and answers each at once with ways or probabilities of Player, Banker and Tie.

This is not a test: nothing fails on a slow machine. It takes some minutes; `--repeats 1` and `--only NAME`
take less.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any

import native
import numpy as np
from measure import ENGINES, measure
from results import C_WIDTHS, LIMITS, UNITS, Results
from workloads import WORKLOADS

import analyzer
from analyzer.render.formats.render import render
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table

WIDTH = 120


def side_by_side(results: Results) -> Table:
    """One row per workload: times by engine; then the rate, ratios and share of the peak of one engine."""
    engines = (*ENGINES, "yardstick")
    columns = (
        Column("workload", "Workload", "text"),
        Column("unit", "", "text"),
        *(Column(engine, "Python" if engine == "python" else engine, "decimal", 2) for engine in engines),
        Column("rate", "shoes/s", "count"),
        Column("python_ratio", "× Python", "decimal", 1),
        Column("yardstick_ratio", "× yardstick", "decimal", 1),
        Column("peak_share", "of peak", "percent", 0),
    )
    rows = []
    for name in results.times:
        workload, best = WORKLOADS[name], results.fastest(name)
        if best is None:
            continue
        rate = results.rate(name, best) if workload.unit == "µs" else None
        rows.append(
            (
                workload.title,
                workload.unit,
                *(_cell(results.a_shoe(name, engine), UNITS[workload.unit]) for engine in engines),
                None if rate is None else round(rate),
                _cell(results.ratio((name, "python"), (name, best))),
                _cell(results.ratio((name, "yardstick"), (name, best))),
                _cell(results.of_peak(name, best)),
            )
        )
    shown = "medians" if results.of_runs is median else "those of the best runs"
    notes = (
        f"Times are {shown}: µs per shoe, or ms or s in total. Shoes per second, ratios and the share of the "
        "peak are those of the widest C kernel, or of the Python twin if there is no C kernel.",
        *_peak_notes(results),
        *results.remarks,
    )
    return Table("One core, side by side", columns, tuple(rows), notes)


def _cell(value: float | None, unit: float = 1.0) -> Fraction | None:
    return None if value is None else Fraction(value / unit)


def _peak_notes(results: Results) -> list[str]:
    """The peak by width, and the share of it that each width's kernel reaches."""
    peaks = ", ".join(f"{width} {peak / 1e9:.1f} G/s" for width, peak in results.peaks.items())
    notes = [f"Peak, multiply-adds of doubles on one core: {peaks}."] if peaks else []
    for name, needed in results.multiply_adds.items():
        shares = [(width, results.of_peak(name, width)) for width in C_WIDTHS]
        reached = ", ".join(f"{width} {share:.0%}" for width, share in shares if share is not None)
        if reached:
            notes.append(
                f"{WORKLOADS[name].title}: {needed:,} multiply-adds per shoe; of the peak, {reached}."
            )
    return notes


def against_limits(results: Results) -> Table:
    """One row per limit of the requested workloads, with the value measured and the verdict."""
    rows: list[tuple[Cell, ...]] = []
    for limit in LIMITS:
        if limit.workload not in results.times:
            continue
        value = limit.of(results)
        bound = f"{'≤' if limit.unit in UNITS else '≥'} {limit.bound:,} {limit.unit}"
        shown = None if value is None else f"{value:,.{0 if value >= 1000 else 2}f} {limit.unit}"
        rows.append((limit.what, bound, shown, limit.verdict(results)))
    heads = (
        ("what", "Limit of the C kernel"),
        ("bound", "Bound"),
        ("value", "Measured"),
        ("verdict", "Verdict"),
    )
    columns = tuple(Column(key, head, "text") for key, head in heads)
    return Table("Limits", columns, tuple(rows), (footnote(),))


def beside_peers(results: Results, peers: Iterable[str]) -> Table:
    """One row per workload and peer: both times, and the ratio."""
    rows = [
        (
            WORKLOADS[name].title,
            peer,
            _cell(results.a_shoe(name, peer), UNITS["µs"]),
            _cell(results.a_shoe(name, best), UNITS["µs"]),
            _cell(results.ratio((name, peer), (name, best))),
        )
        for name in results.times
        for peer in peers
        if (best := results.fastest(name)) and peer in results.times[name]
    ]
    columns = (
        Column("workload", "Workload", "text"),
        Column("peer", "Peer", "text"),
        Column("theirs", "Theirs, µs", "decimal", 2),
        Column("ours", "Ours, µs", "decimal", 2),
        Column("ratio", "×", "decimal", 1),
    )
    return Table("Other programs", columns, tuple(rows))


def footnote() -> str:
    """The versions and the machine's load."""
    try:
        compiler = native.compiler_version()
    except native.NoCompilerError as fault:
        compiler = str(fault)
    loads = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    return (
        f"baccarat {analyzer.__version__}, Python {sys.version.split()[0]}, numpy {np.__version__}, "
        f"{compiler}; {os.cpu_count()} cores, load average {loads}."
    )


def document(results: Results) -> dict[str, Any]:
    """Every number for machines: runs in seconds per shoe, or in total; limits in their units."""
    return {
        "versions": footnote(),
        "peaks": results.peaks,
        "workloads": {
            name: {
                "title": WORKLOADS[name].title,
                "multiply_adds": results.multiply_adds.get(name),
                "memory": results.memory.get(name),
                "seconds": {
                    engine: {"median": median(runs), "minimum": min(runs), "runs": runs}
                    for engine, runs in times.items()
                },
            }
            for name, times in results.times.items()
        },
        "limits": [
            {
                "what": limit.what,
                "asked": limit.bound,
                "unit": limit.unit,
                "measured": limit.of(results),
                "verdict": limit.verdict(results),
            }
            for limit in LIMITS
            if limit.workload in results.times
        ],
        "remarks": results.remarks,
    }


def peer(text: str) -> tuple[str, str]:
    """The two parts of NAME=COMMAND."""
    name, equals, command = text.partition("=")
    if not (name and equals and command) or name in (*ENGINES, "yardstick"):
        raise argparse.ArgumentTypeError(f"expected NAME=COMMAND with an unused name, got {text!r}")
    return name, command


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--repeats",
        type=int,
        default=5,
        metavar="N",
        help="runs of each workload by each engine; commands that take a second run once",
    )
    parser.add_argument("--only", nargs="+", choices=WORKLOADS, metavar="NAME", help=", ".join(WORKLOADS))
    parser.add_argument(
        "--peer",
        action="append",
        type=peer,
        default=[],
        metavar="NAME=COMMAND",
        help="another program: reads ten counts per line, tens to nines; answers with ways of P, B and T",
    )
    parser.add_argument("--best", action="store_true", help="show the best run instead of the median")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write every number to a file")
    asked = parser.parse_args()
    results = Results(of_runs=min if asked.best else median)
    peers = dict(asked.peer)
    measure(results, asked.only or list(WORKLOADS), max(1, asked.repeats), peers)
    tables = [side_by_side(results), against_limits(results)]
    if peers:
        tables.append(beside_peers(results, peers))
    print(render(Page(tuple(tables)), "text", width=WIDTH), end="")
    if asked.json:
        asked.json.write_text(
            json.dumps(document(results), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
