"""The command `baccarat publish`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.output import Output, remark
from analyzer.cli.progress import counted

if TYPE_CHECKING:
    from analyzer.publish.folder import Difference


def publish(
    folder: Annotated[
        str, typer.Argument(metavar="FOLDER", help="Where the tables are; made if it is not there.")
    ] = "tables",
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; say which files are not current, and how.")
    ] = False,
) -> int:
    """Write every published table into a folder, or check that they are current.

    The files are the same on every machine and day; SOURCE_DATE_EPOCH is not heeded. What SHA256SUMS does
    not name is left alone. Ends with status 1 if --check finds a file missing, stale, extra or foreign.

    Example: baccarat publish --check
    """
    from analyzer.publish import folder as folders  # noqa: PLC0415
    from analyzer.publish.build import contents  # noqa: PLC0415

    place = Path(folder)
    if check:
        folders.needed(place)
    else:
        folders.ours(place)
    told = counted("pages")
    files = contents(told=lambda page: told(1))
    if not check:
        written, removed = folders.write(place, files)
        remark(f"{folder!r}: {len(files)} files, {len(written)} written, {len(removed)} removed")
        return 0
    found = folders.check(place, files)
    Output.of("text", "4", None, False).write(_told(folder, len(files), found))
    return int(bool(found))


def _told(folder: str, total: int, differences: tuple["Difference", ...]) -> str:
    """What a check found: a line a file, under it where a stale one first differs; how many at the end."""
    lines = []
    for difference in differences:
        lines += [f"{difference.fault}: {difference.path}", *(f"  {line}" for line in difference.lines)]
    if not differences:
        return f"{folder!r} is current: {total} files\n"
    faults = [difference.fault for difference in differences]
    counted = ", ".join(f"{faults.count(fault)} {fault}" for fault in dict.fromkeys(sorted(faults)))
    way_out = "baccarat publish makes it so"
    if "foreign" in faults:
        way_out += ", but for foreign files, which it leaves alone: move them away"
    return "\n".join([*lines, f"{folder!r} is not current: {counted}; {way_out}"]) + "\n"
