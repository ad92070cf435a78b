"""Writing and checking a folder of published files, each of which is written completely or not at all.

The manifest names every file that can be published, including those that the folder need not have. A file
that it does not name, or an optional file with another digest, is somebody else's and is left alone. Must not
know what files contain.
"""

import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from difflib import unified_diff
from hashlib import sha256
from operator import attrgetter
from pathlib import Path

from analyzer.errors import RenderError, reason_of
from analyzer.files import SPARE, write_whole
from analyzer.render.page import one_line
from analyzer.text import Text, message

MANIFEST = "SHA256SUMS"  # The file with the digest of every other, in the format that `sha256sum -c` reads.
INDEX = "index.json"
SCHEMA = "baccarat-tables/1"
"""The schema in the index of a folder made here; it distinguishes that folder from others with a manifest."""

_MARK = f'{{\n "schema": "{SCHEMA}"'.encode()
_NAME = "[A-Za-z0-9][A-Za-z0-9._-]*"
_LINE = re.compile(f"(?P<digest>[0-9a-f]{{64}})  (?P<path>(?:{_NAME}/)*{_NAME})")
_SHOWN, _WIDEST = 4, 160
"""How many differing lines of the old and of the new file are shown, and how many characters of each."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A file that is `missing`, `stale`, `extra` or `foreign`; `lines` show where a stale one first differs.

    An extra file was made here but no longer belongs here; a foreign one was not made here, or was changed.
    """

    path: str
    fault: str
    lines: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check: differences, how many files are present, and digests checked or `unchecked`."""

    differences: tuple[Difference, ...]
    files: int
    sums: int
    unchecked: int


Entries = frozenset[tuple[str, str]]  # The entries of a manifest: the path and digest of each file.


def entries(files: Mapping[str, str]) -> Entries:
    """The manifest's entries for these files, given as texts by path."""
    return frozenset((path, digest(text)) for path, text in files.items())


def manifest(entries: Entries) -> str:
    """The text of the manifest: one line for each path and digest, sorted."""
    return "".join(f"{digest}  {path}\n" for path, digest in sorted(entries))


def digest(text: str | bytes) -> str:
    """The SHA-256 of a text as saved in a file, 64 hexadecimal digits."""
    return sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def check(folder: Path, files: Mapping[str, str], kept: Collection[str], *, whole: bool) -> Checked:
    """How a folder differs from what it should contain, by path.

    The manifest must name these files. If they are the `whole`, it must name nothing else; otherwise the
    digests of other files are not checked. A file that is not `kept` can be missing, but must not differ.
    Raises RenderError if there is no such folder, or it cannot be read.
    """
    needed(folder)
    with _os_errors_as_render_errors(folder), _locked(folder, alone=False):
        listed = _entries(_read_if_present(folder / MANIFEST))
        present = _present(folder, {*files, *(path for path, _ in listed), MANIFEST})
    fresh = entries(files)
    others = frozenset() if whole else frozenset(entry for entry in listed if entry[0] not in files)
    differences = []
    for path, text in {**files, MANIFEST: manifest(fresh | others)}.items():
        required = path in kept or path == MANIFEST
        if path not in present:
            if required:
                differences.append(Difference(path, "missing"))
        elif present[path] != text.encode():
            if required or (path, digest(present[path])) in listed:
                differences.append(Difference(path, "stale", _first_lines(present[path], text)))
            else:
                differences.append(Difference(path, "foreign"))
    for path in present.keys() - files.keys() - {MANIFEST}:
        ours = (path, digest(present[path])) in listed
        differences.append(Difference(path, "extra" if ours else "foreign"))
    differences.sort(key=attrgetter("path"))
    return Checked(tuple(differences), len(present.keys() & files.keys()), len(fresh), len(others))


def needed(folder: Path) -> None:
    """Raise RenderError if there is no such folder."""
    if folder.exists() and not folder.is_dir():
        raise RenderError(
            "expected a folder of published tables, got the file {file}", file=repr(str(folder))
        )
    if not folder.is_dir():
        raise RenderError(
            "there is no folder {folder}; {command} makes it",
            folder=repr(str(folder)),
            command="baccarat publish",
        )


def write(
    folder: Path, files: Mapping[str, str], kept: Collection[str], *, whole: bool
) -> tuple[list[str], list[str]]:
    """Write these files into a folder, all if `whole`, else those `kept`. Returns the paths of the files
    written and of those removed.

    A file that does not belong in the folder is removed if it matches the old manifest; otherwise it is
    somebody else's. At every moment the manifest names everything that was made here, so that after an
    interruption every file is complete and still known to be made here. If another process writes to the
    folder or checks it, this waits until that is done. Raises RenderError if the folder is somebody else's,
    has somebody else's file in the place of one of these, or cannot be written to.
    """
    ours(folder)
    required = {path: text for path, text in files.items() if whole or path in kept}
    with _os_errors_as_render_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with _os_errors_as_render_errors(folder), _locked(folder, alone=True):
        before, fresh = ours(folder), entries(files)
        owned = {path for path, _ in before}
        present = _present(folder, {*files, *owned, MANIFEST})
        unchanged = {path for path, content in present.items() if (path, digest(content)) in before}
        stale = [path for path, text in required.items() if present.get(path) != text.encode()]
        for path in stale:
            if path in present and path not in unchanged and not (path in owned and path in kept):
                raise RenderError(
                    "{file} was not made by {command}, or was changed; move it away",
                    file=repr(str(folder / path)),
                    command="baccarat publish",
                )
        gone = sorted(unchanged - required.keys())
        interim, final = manifest(before | fresh), manifest(fresh)
        _put(folder, MANIFEST, interim, present.get(MANIFEST))
        for path in stale:
            _put(folder, path, required[path], None)
        for path in gone:
            (folder / path).unlink()
            with suppress(OSError):  # raised by a folder that is not empty
                for parent in Path(path).parents[:-1]:
                    (folder / parent).rmdir()
        _put(folder, MANIFEST, final, interim.encode())
        for place, _, names in os.walk(folder):  # remove half-written files of a killed run
            for name in filter(SPARE.fullmatch, names):
                Path(place, name).unlink()
    written = stale if present.get(MANIFEST) == final.encode() else [*stale, MANIFEST]
    return written, gone


def ours(folder: Path) -> Entries:
    """The entries of a folder's manifest; none if the folder is empty or missing. Raises RenderError if the
    folder is not empty and its manifest is damaged, missing or not made here.
    """
    with _os_errors_as_render_errors(folder):
        if not folder.exists():
            return frozenset()
        if not folder.is_dir():
            raise RenderError("{file} is a file; name an empty or a new folder", file=repr(str(folder)))
        if all(SPARE.fullmatch(file.name) for file in folder.iterdir()):
            return frozenset()
        stored, index = (_read_if_present(folder / name) for name in (MANIFEST, INDEX))
    before = _entries(stored)
    if all(path != INDEX for path, _ in before) or not (index or _MARK).startswith(_MARK):
        raise RenderError(
            "{folder} is not empty and has no {manifest} made by {command}; name an empty or a new folder",
            folder=repr(str(folder)),
            manifest=MANIFEST,
            command="baccarat publish",
        )
    if manifest(before).encode() != stored:
        raise RenderError(
            "{manifest} is damaged, so the files made by {command} cannot be identified; restore it, or name "
            "an empty or a new folder",
            manifest=repr(str(folder / MANIFEST)),
            command="baccarat publish",
        )
    return before


def _read_if_present(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _put(folder: Path, path: str, text: str, present: bytes | None) -> None:
    if text.encode() != present:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / path, text, force=True)


def _present(folder: Path, read: Collection[str]) -> dict[str, bytes]:
    """Every file of the folder by path, except half-written ones, with the content of those to be read."""
    contents = {}
    for place, folders, names in os.walk(folder):
        for name in (*folders, *names):
            if SPARE.fullmatch(name):
                continue
            file = Path(place, name)
            path = file.relative_to(folder).as_posix()
            if file.is_symlink() and any(f"{other}/".startswith(f"{path}/") for other in read):
                raise RenderError("{file} is a symbolic link; remove it", file=repr(str(file)))
            if name in names:
                contents[path] = file.read_bytes() if path in read else b""
    return contents


def _entries(manifest: bytes | None) -> Entries:
    """Path and digest of each complete line of a manifest; none without a manifest."""
    lines = map(_LINE.fullmatch, (manifest or b"").decode(errors="replace").split("\n"))
    return frozenset((line["path"], line["digest"]) for line in lines if line)


def _first_lines(stale: bytes, text: str) -> tuple[Text, ...]:
    """Where a stale file first differs from the new one, as a unified diff of a few lines."""
    try:
        old, new = stale.decode().split("\n"), text.split("\n")
    except UnicodeDecodeError:
        return (message("the file in the folder is not text"),)
    most = max(len(old), len(new))
    place = next((i for i in range(most) if old[i : i + 1] != new[i : i + 1]), most)
    near = slice(place, place + _SHOWN)
    lines = list(unified_diff(old[near], new[near], lineterm="", n=0))
    shown = (one_line(line) for line in lines if not line.startswith(("---", "+++", "@@")))
    short = (f"{line[:_WIDEST]}…" if len(line) > _WIDEST else line for line in shown)
    return (f"@@ line {place + 1} @@", *short)


@contextmanager
def _locked(folder: Path, *, alone: bool) -> Iterator[None]:
    """Wait until no other process writes to the folder; if `alone`, until no other process checks it either.

    The lock ends with the process, however that ends. Windows has no such lock: nothing is locked there.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl  # noqa: PLC0415

    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        yield
    finally:
        os.close(number)


@contextmanager
def _os_errors_as_render_errors(folder: Path) -> Iterator[None]:
    """Turn errors of the operating system into a RenderError of one sentence."""
    try:
        yield
    except OSError as error:
        where = error.filename if isinstance(error.filename, str) else str(folder)
        raise RenderError(
            "cannot continue at {place}: {why}",
            place=repr(where),
            why=reason_of(error),
        ) from None
