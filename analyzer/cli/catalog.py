"""The commands on the contents of the library: `baccarat list`, `show`, `explain`, `schema` and `publish`."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli import complete, options
from analyzer.cli.groups import CardOptions, DeckOptions, TermOptions, WholeLayoutOptions
from analyzer.cli.options import Several, argument, flag, option
from analyzer.cli.output import Output
from analyzer.cli.progress import counted, remark
from analyzer.errors import AnalyzerError
from analyzer.exact import grouped
from analyzer.game.shoe import Shoe
from analyzer.text import message

if TYPE_CHECKING:
    from analyzer.publish.folder import Checked


def list_items(
    *,
    sort: str = argument(
        "SORT",
        "What to list: variants, bets, rules, counts, claims, procedures, limits, or uncomputable (games "
        "and bets whose odds depend on more than the shoe).",
        complete.sorts,
        default="variants",
    ),
    where: Several = option(
        "--where",
        "FILTER",
        "List only items that match: a word (pair, 对子), or a word in one text (name=tiger, id=, alias=, "
        "family=, note=, source=); for bets also needs=points|ranks|cards, edge=..5%, hit>=10%, push=, rtp=, "
        "pays=100..; repeatable, and all must match.",
        complete.filters,
    ),
    cards: DeckOptions,
    everything: bool = flag("-a --all", "List every claim; otherwise text has one row per file of claims."),
    layout: WholeLayoutOptions,
) -> None:
    """List what the library contains: variants, bets, rules and more.

    Lists are never shortened, except claims, which text lists by file.

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
        remark(message("left out: {clause}", clause=clause))


def show(
    *,
    item: str = argument(
        "ID",
        "Anything that `baccarat list` lists: a variant, bet, set of rules, count, procedure, limits or "
        "claim, by its id; or a file of one.",
        complete.items,
    ),
    layout: WholeLayoutOptions,
) -> None:
    """Show one item of the library in full; rules as the drawing table.

    The text is always shown whole.

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
        "BET", "One or more bets, each as ID or ID/PAYTABLE, or files of bets.", complete.bets
    ),
    variant: str | None = option(
        "--variant",
        "ID|FILE",
        "The variant whose prices, decks and rules apply; by default standard, or the bet's own rules.",
        complete.variants,
    ),
    cards: CardOptions,
    bets: Several = option("--bets", "FILE", "A file whose bets BET may name; repeatable."),
    terms: TermOptions,
    exhaustive: options.Exhaustive = False,
    layout: WholeLayoutOptions,
) -> None:
    """Explain in words when a bet wins, pays, pushes and loses, with a worked coup for each line.

    The text is always shown whole.

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
        "COMMAND|NAME",
        "A command, such as odds, or a schema, such as odds-2; without it, the names are listed.",
        default=None,
    ),
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """Print the JSON Schema of what a command prints with --format json, or list the names of all schemas.

    A schema is complete: it refers to no other schema.

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


_USUAL_FOLDER = "tables"


def publish(
    folder: str | None = argument(
        "FOLDER",
        "The folder of the tables, created if it does not exist; by default tables, if it has published "
        "tables.",
        default=None,
    ),
    whole: bool = flag(
        "-a --all", "Write or check every format, language and number of decks, not only the files kept."
    ),
    check: bool = flag("--check", "Write nothing; report files that are not current, and how they differ."),
) -> int:
    """Write the published tables into a folder, or check that they are current.

    SHA256SUMS contains the digest of every file that --all writes. --check builds the files that are written
    without --all, and compares them with those in the folder and with their digests. --check --all builds
    every file and compares it with its digest, and with the copy in the folder if there is one. Ends with
    status 1 if anything differs.

    The files are the same on every machine and day: SOURCE_DATE_EPOCH has no effect. Files that SHA256SUMS
    does not name are never touched.

    Example: baccarat publish --check tables
    """
    from analyzer.publish import folder as folders
    from analyzer.publish.build import contents

    if folder is None and not (Path(_USUAL_FOLDER) / folders.MANIFEST).is_file():
        raise AnalyzerError(
            "FOLDER is required: the folder of the tables, such as {folder}; it is created if it does not "
            "exist",
            folder=_USUAL_FOLDER,
        )
    place = Path(folder or _USUAL_FOLDER)
    if check:
        folders.needed(place)
    else:
        folders.ours(place)
    on_progress = counted("pages")
    made = contents(on_progress=lambda page: on_progress(1), whole=whole or not check)
    name = repr(str(place))
    if not check:
        written, removed = folders.write(place, made.files, made.kept, whole=whole)
        remark(
            message(
                "{folder}: {total} files, {written} written, {removed} removed",
                folder=name,
                total=1 + len(made.files if whole else made.kept),
                written=len(written),
                removed=len(removed),
            )
        )
        return 0
    checked = folders.check(place, made.files, made.kept, whole=whole)
    Output.of("text", "4", None, False).write(_report(name, checked))
    return int(bool(checked.differences))


def _report(folder: str, checked: "Checked") -> str:
    """The verdict; one line per file that differs, with the first difference of a stale one; totals."""
    lines = []
    if checked.differences:
        faults = [difference.fault for difference in checked.differences]
        counts = ", ".join(f"{faults.count(fault)} {fault}" for fault in sorted(set(faults)))
        remedy = "baccarat publish updates it"
        if "extra" in faults:
            remedy += " and removes extra files"
        if "foreign" in faults:
            remedy += ", except foreign files, which it never touches: move them away"
        lines.append(f"{folder} is not current: {counts}; {remedy}")
        for difference in checked.differences:
            lines += [f"{difference.fault}: {difference.path}", *(f"  {line}" for line in difference.lines)]
    else:
        lines.append(f"{folder} is current")
    files, sums, unchecked = (grouped(n) for n in (checked.files, checked.sums, checked.unchecked))
    lines.append(f"checked: {files} files in the folder, {sums} digests in SHA256SUMS")
    if checked.unchecked:
        lines.append(f"not checked: {unchecked} digests; baccarat publish --check --all checks them")
    return "\n".join(lines) + "\n"
