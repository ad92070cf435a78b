"""The commands on what the library holds: `baccarat list`, `show`, `explain`, `schema` and `publish`."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli import complete, options
from analyzer.cli.groups import CardOptions, DeckOptions, TermOptions, WholeLayoutOptions
from analyzer.cli.options import Several, argument, flag, option
from analyzer.cli.output import Output
from analyzer.cli.progress import counted, remark
from analyzer.exact import grouped
from analyzer.game.shoe import Shoe

if TYPE_CHECKING:
    from analyzer.publish.folder import Checked


def list_items(
    *,
    sort: str = argument(
        "SORT",
        "variants, bets, rules, counts, claims, procedures, limits or uncomputable (games whose odds no "
        "shoe alone decides).",
        complete.sorts,
        default="variants",
    ),
    where: Several = option(
        "--where",
        "FILTER",
        "Only items that hold a word (pair, 对子, name=tiger, id=, alias=, family=, note=, source=); of "
        "bets also needs=points|ranks|cards, edge=..5%, hit>=10%, push=, rtp=, pays=100..; may be "
        "repeated.",
        complete.filters,
    ),
    cards: DeckOptions,
    everything: bool = flag("-a --all", "List every claim, in text too, not one row per file of claims."),
    layout: WholeLayoutOptions,
) -> None:
    """List what the library contains: variants, bets, rules and more; --where selects some of them.

    Example: baccarat list bets --where pair --where needs=ranks --where "edge<11%"
    """
    from analyzer.report import listing
    from analyzer.report.names import excluded_clauses

    out = layout.checked()
    shoe = cards.shoe or Shoe.decks(8)
    found = listing.listing(sort, where or (), shoe, valued=cards.shoe is not None)
    by_file = sort == "claims" and not (where or everything or out.roomy)
    out.emit(
        lambda: listing.claim_files_page(found) if by_file else listing.listing_page(found, full=out.roomy),
        lambda: listing.LIST.of(found),
    )
    for clause in excluded_clauses(found.excluded):
        remark(f"left out: {clause}")


def show(
    *,
    item: str = argument(
        "ID",
        "Whatever `baccarat list` lists: a variant, bet, set of rules, count, procedure, limits or "
        "claim; or a file of one.",
        complete.items,
    ),
    layout: WholeLayoutOptions,
) -> None:
    """One item of the library in full; rules as the drawing table.

    Example: baccarat show punto-banco
    """
    from analyzer.catalog.resolve import is_file
    from analyzer.report import inventory

    out = layout.checked()
    found = inventory.find(item)
    out.emit(
        lambda: inventory.page(found, out.words.language),
        lambda: inventory.SHOW.of(inventory.Shown(found, is_file(item))),
    )


def explain(
    *,
    bet: list[str] = argument(
        "BET", "A bet, as ID or ID/PAYTABLE, or a file of bets; or several.", complete.bets
    ),
    variant: str | None = option(
        "--variant",
        "ID|FILE",
        "The variant whose price, decks and rules are meant; else standard, or the bet's own rules.",
        complete.variants,
    ),
    cards: CardOptions,
    bets: Several = option("--bets", "FILE", "A file whose bets may be named; may be repeated."),
    terms: TermOptions,
    exhaustive: options.Exhaustive = False,
    layout: WholeLayoutOptions,
) -> None:
    """When a bet wins, pays, pushes and loses, in words, with a worked coup for each line.

    Example: baccarat explain lucky-6/12-23
    """
    from analyzer.ask.explain import explain_each
    from analyzer.report.explain import EXPLAIN, explanation_page

    out = layout.checked()
    answer = explain_each(
        bet,
        variant=variant,
        shoe=cards.shoe,
        bet_files=bets or (),
        exhaustive=exhaustive,
        **cards.shared,
        **terms.shared,
    )
    out.emit(
        lambda: explanation_page(answer, out.words.digits, full=out.roomy, in_rows=out.for_machines),
        lambda: EXPLAIN.of((answer, out.words.language)),
    )


def schema(
    name: str | None = argument(
        "COMMAND|NAME", "A command, such as odds, or a schema, such as odds-2.", default=None
    ),
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """The JSON Schema of what a command prints with --format json, complete in itself; or the names of all.

    Example: baccarat schema tail
    """
    from analyzer.report import schema as schemas

    out = Output.of("json", "4", output, force)
    if name is None:
        known = schemas.documents()
        widest = max(map(len, known))
        lines = (f"{key:{widest}}  baccarat {document.command}" for key, document in known.items())
        out.write("\n".join(lines) + "\n")
    else:
        document = schemas.schema(schemas.schema_name(name))
        out.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")


def publish(
    folder: str = argument("FOLDER", "Where the tables are; made if it is not there.", default="tables"),
    whole: bool = flag("--all", "Every format, language and number of decks, not only what is kept."),
    check: bool = flag("--check", "Write nothing; say which files are not current, and how."),
) -> int:
    """Write the published tables into a folder, or check that they are current.

    SHA256SUMS has the digest of every file that --all writes. --check makes the files that are written
    without --all, and compares them with the folder's and with their digests. --check --all makes every file
    and compares it with its digest, and with the folder's copy if there is one. Ends with status 1 if
    anything differs.

    The files are the same on every machine and day; SOURCE_DATE_EPOCH is not heeded. What SHA256SUMS does
    not name is left alone.

    Example: baccarat publish --check
    """
    from analyzer.publish import folder as folders
    from analyzer.publish.build import contents

    place = Path(folder)
    if check:
        folders.needed(place)
    else:
        folders.ours(place)
    on_progress = counted("pages")
    made = contents(on_progress=lambda page: on_progress(1), whole=whole or not check)
    if not check:
        written, removed = folders.write(place, made.files, made.kept, whole=whole)
        total = 1 + len(made.files if whole else made.kept)
        remark(f"{folder!r}: {total} files, {len(written)} written, {len(removed)} removed")
        return 0
    checked = folders.check(place, made.files, made.kept, whole=whole)
    Output.of("text", "4", None, False).write(_report(folder, checked))
    return int(bool(checked.differences))


def _report(folder: str, checked: "Checked") -> str:
    """The verdict; one line per file that differs, below it the first difference of a stale one; totals."""
    lines = []
    if checked.differences:
        faults = [difference.fault for difference in checked.differences]
        counts = ", ".join(f"{faults.count(fault)} {fault}" for fault in sorted(set(faults)))
        way_out = "baccarat publish makes it so"
        if "extra" in faults:
            way_out += ", and removes extra files"
        if "foreign" in faults:
            way_out += ", but for foreign files, which it leaves alone: move them away"
        lines.append(f"{folder!r} is not current: {counts}; {way_out}")
        for difference in checked.differences:
            lines += [f"{difference.fault}: {difference.path}", *(f"  {line}" for line in difference.lines)]
    else:
        lines.append(f"{folder!r} is current")
    files, sums, unchecked = (grouped(n) for n in (checked.files, checked.sums, checked.unchecked))
    lines.append(f"checked: {files} files in the folder, {sums} digests in SHA256SUMS")
    if checked.unchecked:
        lines.append(f"not checked: {unchecked} digests; baccarat publish --check --all checks them")
    return "\n".join(lines) + "\n"
