"""A folder of published files: written whole, file by file, and held against what it should hold.

What the folder's manifest does not name is somebody else's, and is left alone. Must not know what files say.
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
from analyzer.publish.files import SPARE, write_whole
from analyzer.publish.formats.cells import one_line

MANIFEST = "SHA256SUMS"
"""The file with the digest of every other, as `sha256sum -c` takes it."""

INDEX = "index.json"
SCHEMA = "baccarat-tables/1"
"""What the index of a folder made here says of itself, which tells it from others that have a manifest."""

_MARK = f'{{\n "schema": "{SCHEMA}"'.encode()
_NAME = "[A-Za-z0-9][A-Za-z0-9._-]*"
_LINE = re.compile(f"(?P<digest>[0-9a-f]{{64}})  (?P<path>(?:{_NAME}/)*{_NAME})")
_SHOWN = 4
"""Lines that differ which are shown of a file, and of the fresh one."""
_WIDEST = 160


@dataclass(frozen=True, slots=True)
class Difference:
    """A file that is `missing`, `stale`, `extra` or `foreign`; and of a stale one where it first differs.

    What is extra was made here and is made no more; what is foreign was never made here.
    """

    path: str
    fault: str
    lines: tuple[str, ...] = ()


def manifest(digests: Mapping[str, str]) -> str:
    """The manifest of SHA-256 digests by path, a line each, sorted by path."""
    return "".join(f"{digest}  {path}\n" for path, digest in sorted(digests.items()))


def digest(text: str) -> str:
    """The SHA-256 of a text as a file holds it, 64 hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def check(folder: Path, files: Mapping[str, str]) -> tuple[Difference, ...]:
    """How a folder differs from what it should hold, by path.

    Raises:
        RenderError: there is no such folder, or it cannot be read.
    """
    needed(folder)
    with _told(folder):
        there = _present(folder, files.keys())
    before = dict(_entries(there.get(MANIFEST, b"")))
    found = {}
    for path, text in files.items():
        if path not in there:
            found[path] = Difference(path, "missing")
        elif there[path] != text.encode():
            found[path] = Difference(path, "stale", _first_lines(there[path], text))
    for path in there.keys() - files.keys():
        found[path] = Difference(path, "extra" if path in before else "foreign")
    return tuple(found[path] for path in sorted(found))


def needed(folder: Path) -> None:
    """Refuse a folder that is not there.

    Raises:
        RenderError: it is not.
    """
    if folder.exists() and not folder.is_dir():
        raise RenderError(f"expected a folder of published tables, got the file {str(folder)!r}")
    if not folder.is_dir():
        raise RenderError(f"there is no folder {str(folder)!r}; baccarat publish makes it")


def write(folder: Path, files: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Make the folder hold these files, the manifest among them; the paths written, and those removed.

    A file that is current is not touched; one that the old manifest names and is made no more is removed. The
    manifest names at every moment all that was made here, so that after an interruption every file is whole
    and still has an owner.

    Raises:
        RenderError: the folder is somebody else's, has somebody else's file in the place of one of these, or
            cannot be written to.
    """
    before = ours(folder)
    with _told(folder):
        folder.mkdir(parents=True, exist_ok=True)
        there = _present(folder, files.keys())
        stale = [path for path, text in files.items() if there.get(path) != text.encode()]
        for path in stale:
            if path in there and path not in before and path != MANIFEST:
                raise RenderError(f"{str(folder / path)!r} was not made by baccarat publish; move it away")
        gone = sorted((there.keys() - files.keys()) & before.keys())
        fresh = dict(_entries(files[MANIFEST].encode()))
        interim = manifest(fresh | {path: before[path] for path in gone})
        _put(folder, MANIFEST, interim, there)
        for path in stale:
            if path != MANIFEST:
                _put(folder, path, files[path], there)
        for path in gone:
            _remove(folder, path)
        if interim != files[MANIFEST]:
            write_whole(folder / MANIFEST, files[MANIFEST], force=True)
        _sweep(folder)
    return stale, gone


def ours(folder: Path) -> dict[str, str]:
    """What the manifest of a folder names, with the digests; nothing where the folder is empty or not there.

    Raises:
        RenderError: the folder holds something, and no manifest that was made here.
    """
    with _told(folder):
        if not folder.exists():
            return {}
        if not folder.is_dir():
            raise RenderError(f"{str(folder)!r} is a file; name an empty or a new folder")
        if all(SPARE.fullmatch(file.name) for file in folder.iterdir()):
            return {}
        held, index = (_held(folder / name) for name in (MANIFEST, INDEX))
    before = dict(_entries(held or b""))
    if INDEX not in before or not (index or _MARK).startswith(_MARK):
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


def _held(path: Path) -> bytes | None:
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
def _told(folder: Path) -> Iterator[None]:
    """What the system refuses, in one sentence."""
    try:
        yield
    except OSError as error:
        where = error.filename if isinstance(error.filename, str) else str(folder)
        raise RenderError(f"cannot go on at {where!r}: {(error.strerror or str(error)).lower()}") from None
