"""The command `baccarat publish`."""

from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.options import argument, flag
from analyzer.cli.output import Output
from analyzer.cli.progress import counted, remark
from analyzer.exact import grouped

if TYPE_CHECKING:
    from analyzer.publish.folder import Checked


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
    """One line per file that differs, below it the first difference of a stale one; totals at the end."""
    lines = []
    for difference in checked.differences:
        lines += [f"{difference.fault}: {difference.path}", *(f"  {line}" for line in difference.lines)]
    if checked.differences:
        faults = [difference.fault for difference in checked.differences]
        counts = ", ".join(f"{faults.count(fault)} {fault}" for fault in sorted(set(faults)))
        way_out = "baccarat publish makes it so"
        if "extra" in faults:
            way_out += ", and removes extra files"
        if "foreign" in faults:
            way_out += ", but for foreign files, which it leaves alone: move them away"
        lines.append(f"{folder!r} is not current: {counts}; {way_out}")
    else:
        lines.append(f"{folder!r} is current")
    files, sums, unchecked = (grouped(n) for n in (checked.files, checked.sums, checked.unchecked))
    lines.append(f"checked: {files} files in the folder, {sums} digests in SHA256SUMS")
    if checked.unchecked:
        lines.append(f"not checked: {unchecked} digests; baccarat publish --check --all checks them")
    return "\n".join(lines) + "\n"
