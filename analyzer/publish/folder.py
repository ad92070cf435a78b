"""A folder of published files: written whole, file by file, and checked against what it should hold.

The manifest names every file that can be published, more than the folder need hold. What it does not name, or
names with other bytes where the folder need not hold it, is somebody else's and is left alone. Must not know
what files say.
"""

import os
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path

from analyzer.errors import RenderError
from analyzer.files import SPARE, write_whole
from analyzer.render.formats.cells import one_line

MANIFEST = "SHA256SUMS"
"""The file with the digest of every other, as `sha256sum -c` takes it."""

INDEX = "index.json"
SCHEMA = "baccarat-tables/1"
"""The schema in the index of a folder made here, which sets it apart from others that have a manifest."""

_MARK = f'{{\n "schema": "{SCHEMA}"'.encode()
_NAME = "[A-Za-z0-9][A-Za-z0-9._-]*"
_LINE = re.compile(f"(?P<digest>[0-9a-f]{{64}})  (?P<path>(?:{_NAME}/)*{_NAME})")
_SHOWN = 4
"""Lines that differ which are shown of a file, and of the fresh one."""
_WIDEST = 160


@dataclass(frozen=True, slots=True)
class Difference:
    """A file that is `missing`, `stale`, `extra` or `foreign`; and of a stale one where it first differs.

    What is extra was made here and has no place here; what is foreign was never made here, or changed since.
    """

    path: str
    fault: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found, and of how much: files that are there, and sums of the manifest.

    `unchecked` are the sums of files that were not made, so that nobody knows whether they are right.
    """

    differences: tuple[Difference, ...]
    files: int
    sums: int
    unchecked: int


Entries = frozenset[tuple[str, str]]
"""What a manifest names: path and digest of each file."""


def entries(files: Mapping[str, str]) -> Entries:
    """What the manifest of these texts by path names."""
    return frozenset((path, digest(text)) for path, text in files.items())


def manifest(named: Collection[tuple[str, str]]) -> str:
    """The manifest, a line for each path and digest, sorted."""
    return "".join(f"{digest}  {path}\n" for path, digest in sorted(named))


def digest(text: str | bytes) -> str:
    """The SHA-256 of a text as a file holds it, 64 hexadecimal digits."""
    return sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def check(folder: Path, files: Mapping[str, str], kept: Collection[str], *, whole: bool) -> Checked:
    """How a folder differs from what it should hold, by path.

    The manifest must name these files. If they are the `whole`, it must name nothing else; otherwise the
    sums of files that are not `kept` stay unchecked. Files not kept need not be there, but must be right.

    Raises:
        RenderError: there is no such folder, or it cannot be read.
    """
    needed(folder)
    with _os_errors_as_render_errors(folder):
        named = frozenset(_entries(_read_if_there(folder / MANIFEST) or b""))
        there = _present(folder, {*files, *(path for path, _ in named), MANIFEST})
    fresh = entries(files)
    others = frozenset() if whole else frozenset(entry for entry in named if entry[0] not in files)
    found = {}
    for path, text in {**files, MANIFEST: manifest(fresh | others)}.items():
        owned = path in kept or path == MANIFEST
        if path not in there:
            if owned:
                found[path] = Difference(path, "missing")
        elif there[path] != text.encode():
            ours = owned or (path, digest(there[path])) in named
            lines = _first_lines(there[path], text)
            found[path] = Difference(path, "stale", lines) if ours else Difference(path, "foreign")
    for path in there.keys() - files.keys() - {MANIFEST}:
        ours = (path, digest(there[path])) in named
        found[path] = Difference(path, "extra" if ours else "foreign")
    return Checked(
        tuple(found[path] for path in sorted(found)),
        len(there.keys() & files.keys()),
        len(fresh),
        len(others),
    )


def needed(folder: Path) -> None:
    """Refuse a folder that is not there.

    Raises:
        RenderError: it is not.
    """
    if folder.exists() and not folder.is_dir():
        raise RenderError(f"expected a folder of published tables, got the file {str(folder)!r}")
    if not folder.is_dir():
        raise RenderError(f"there is no folder {str(folder)!r}; baccarat publish makes it")


def write(
    folder: Path, files: Mapping[str, str], kept: Collection[str], *, whole: bool
) -> tuple[list[str], list[str]]:
    """Make the folder hold the `kept` of these files, or the `whole`; the paths written, and those removed.

    The manifest names all files. One that is current is not touched. One that has no place in the folder is
    removed if it is as the old manifest has it; otherwise somebody has put it there or changed it, and it is
    left alone. The manifest names at every moment all that was made here, so that after an interruption every
    file is whole and still has an owner.

    Raises:
        RenderError: the folder is somebody else's, has somebody else's file in the place of one of these, or
            cannot be written to.
    """
    before, fresh = ours(folder), entries(files)
    wanted = {path: text for path, text in files.items() if whole or path in kept}
    owned = {path for path, _ in before}
    with _os_errors_as_render_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        there = _present(folder, {*files, *owned, MANIFEST})
        unchanged = {path for path, held in there.items() if (path, digest(held)) in before}
        stale = [path for path, text in wanted.items() if there.get(path) != text.encode()]
        for path in stale:
            if path in there and path not in unchanged and not (path in owned and path in kept):
                raise RenderError(
                    f"{str(folder / path)!r} was not made by baccarat publish, or was changed; move it away"
                )
        gone = sorted(unchanged - wanted.keys())
        interim, final = manifest(before | fresh), manifest(fresh)
        _put(folder, MANIFEST, interim, there)
        for path in stale:
            _put(folder, path, wanted[path], there)
        for path in gone:
            _remove(folder, path)
        _put(folder, MANIFEST, final, {MANIFEST: interim.encode()})
        _sweep(folder)
    written = stale if there.get(MANIFEST) == final.encode() else [*stale, MANIFEST]
    return written, gone


def ours(folder: Path) -> Entries:
    """What the manifest of a folder names; nothing where the folder is empty or not there.

    Raises:
        RenderError: the folder holds something, and no manifest that was made here.
    """
    with _os_errors_as_render_errors(folder):
        if not folder.exists():
            return frozenset()
        if not folder.is_dir():
            raise RenderError(f"{str(folder)!r} is a file; name an empty or a new folder")
        if all(SPARE.fullmatch(file.name) for file in folder.iterdir()):
            return frozenset()
        held, index = (_read_if_there(folder / name) for name in (MANIFEST, INDEX))
    before = frozenset(_entries(held or b""))
    if all(path != INDEX for path, _ in before) or not (index or _MARK).startswith(_MARK):
        raise RenderError(
            f"{str(folder)!r} is not empty and has no {MANIFEST} by baccarat publish; "
            "name an empty or a new folder"
        )
    if manifest(before).encode() != held:
        raise RenderError(
            f"{str(folder / MANIFEST)!r} is damaged, so that nobody knows which files were made by "
            "baccarat publish; restore it, or name an empty or a new folder"
        )
    return before


def _read_if_there(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _put(folder: Path, path: str, text: str, there: Mapping[str, bytes]) -> None:
    if there.get(path) != text.encode():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / path, text, force=True)


def _remove(folder: Path, path: str) -> None:
    """Remove a file, and the folders that it leaves empty."""
    (folder / path).unlink()
    with suppress(OSError):
        for parent in Path(path).parents[:-1]:
            (folder / parent).rmdir()


def _sweep(folder: Path) -> None:
    """Remove what a run that was killed left half written."""
    for place, _, names in os.walk(folder):
        for name in names:
            if SPARE.fullmatch(name):
                Path(place, name).unlink()


def _present(folder: Path, wanted: Collection[str]) -> dict[str, bytes]:
    """Every file of the folder by path but half-written ones, with what it holds where it is wanted.

    Raises:
        RenderError: a link leads somewhere else from the place of a wanted file.
    """
    found = {}
    for place, folders, names in os.walk(folder):
        for name in (*folders, *names):
            if SPARE.fullmatch(name):
                continue
            file = Path(place, name)
            path = file.relative_to(folder).as_posix()
            if file.is_symlink() and any(f"{one}/".startswith(f"{path}/") for one in wanted):
                raise RenderError(f"{str(file)!r} is a symbolic link; remove it")
            if name in names:
                found[path] = file.read_bytes() if path in wanted else b""
    return found


def _entries(held: bytes) -> Iterator[tuple[str, str]]:
    """Path and digest of each line of a manifest that is whole."""
    for line in held.decode(errors="replace").split("\n"):
        if entry := _LINE.fullmatch(line):
            yield entry["path"], entry["digest"]


def _first_lines(held: bytes, text: str) -> tuple[str, ...]:
    """Where a stale file first differs from the fresh one, as a unified difference of a few lines."""
    try:
        old, new = held.decode().split("\n"), text.split("\n")
    except UnicodeDecodeError:
        return ("what is there is no text",)
    most = max(len(old), len(new))
    place = next((i for i in range(most) if old[i : i + 1] != new[i : i + 1]), most)
    near = slice(place, place + _SHOWN)
    lines = list(unified_diff(old[near], new[near], lineterm="", n=0))
    shown = (one_line(line) for line in lines if not line.startswith(("---", "+++", "@@")))
    return (
        f"@@ line {place + 1} @@",
        *(f"{line[:_WIDEST]}…" if len(line) > _WIDEST else line for line in shown),
    )


@contextmanager
def _os_errors_as_render_errors(folder: Path) -> Iterator[None]:
    """What the system refuses, in one sentence."""
    try:
        yield
    except OSError as error:
        where = error.filename if isinstance(error.filename, str) else str(folder)
        raise RenderError(f"cannot go on at {where!r}: {(error.strerror or str(error)).lower()}") from None
