"""Writes a file whole or not at all. Must not know what is written."""

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from analyzer.errors import RenderError, parameter, reason_of

SPARE = re.compile(r"\.[0-9a-f]{16}\.tmp")
"""The name of a temporary file; one is left behind only if the program is killed."""

_STREAM = re.compile(r"/dev/std(?P<name>out|err)|/(?:dev|proc/self)/fd/(?P<number>\d{1,9})")


def write_whole(path: Path | str, data: str | bytes, force: bool = False) -> None:
    """Write `data` to `path`: all of it, or nothing and the file is unchanged; see `write_pieces`."""
    write_pieces(path, (data,), force)


def write_pieces(path: Path | str, pieces: Iterable[str | bytes], force: bool) -> None:
    """Write pieces to `path` as they come, text as UTF-8: all of them, or nothing and the file is unchanged.

    A file is replaced only under `force`, and keeps its permissions; a symbolic link is followed. A device or
    a pipe such as /dev/stdout is written to directly. Raises RenderError if the file exists and `force` is
    false, or the path cannot be written to.
    """
    name = os.fspath(path)
    with _os_errors_as_render_errors(name):
        _write(name, (piece.encode() if isinstance(piece, str) else piece for piece in pieces), force)


def check_place(path: Path | str, force: bool = False) -> None:
    """Reject a path that `write_pieces` could not write to, before anything is computed."""
    name = os.fspath(path)
    with _os_errors_as_render_errors(name):
        if _STREAM.fullmatch(name) or not _regular(_existing(name, force)):
            return
        folder = os.path.dirname(os.path.realpath(name))
        if not os.access(folder, os.W_OK | os.X_OK):
            raise RenderError(
                "cannot write {file}: folder {folder} is not writable", file=repr(name), folder=repr(folder)
            )


@contextmanager
def _os_errors_as_render_errors(name: str) -> Iterator[None]:
    try:
        yield
    except UnicodeEncodeError:
        raise RenderError("cannot write {file}: the text is not valid Unicode", file=repr(name)) from None
    except OSError as error:
        raise RenderError("cannot write {file}: {fault}", file=repr(name), fault=reason_of(error)) from None


def _existing(name: str, force: bool) -> os.stat_result | None:
    """The file status at a path that may be written to; None if nothing exists there yet."""
    if not name or "\0" in name:
        raise RenderError("expected a file name, got {name}", name=repr(name))
    if os.path.isdir(name) or name.endswith(os.sep):
        raise RenderError("{folder} is a folder; name a file in it", folder=repr(name))
    try:
        status = os.stat(name)
    except FileNotFoundError:
        status = None
    if _regular(status):
        if status is not None and not force:
            raise _exists(name)
        folder = os.path.dirname(os.path.realpath(name))
        if not os.path.isdir(folder):
            written = repr(os.path.dirname(name))
            if os.path.exists(folder):
                raise RenderError(
                    "cannot write {file}: {folder} is not a folder", file=repr(name), folder=written
                )
            raise RenderError(
                "cannot write {file}: folder {folder} does not exist", file=repr(name), folder=written
            )
    return status


def _regular(status: os.stat_result | None) -> bool:
    """Whether a path is, or will be, a regular file rather than a device or a pipe."""
    return status is None or stat.S_ISREG(status.st_mode)


def _write(name: str, content: Iterable[bytes], force: bool) -> None:
    if stream := _STREAM.fullmatch(name):
        # Written by number: opening the stream again would truncate a file that it is redirected to.
        sys.stdout.flush()
        sys.stderr.flush()
        _write_all({"out": 1, "err": 2}.get(stream["name"]) or int(stream["number"]), content)
        return
    status = _existing(name, force)
    if not _regular(status):
        with open(name, "wb", buffering=0) as device:
            _write_all(device.fileno(), content)
        return
    target = os.path.realpath(name)
    spare = os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.tmp")
    try:
        with open(spare, "xb") as file:
            if status is not None:
                os.chmod(spare, stat.S_IMODE(status.st_mode))
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
        if force:
            os.replace(spare, target)
        else:
            _put_new(spare, target)
    except FileExistsError:
        raise _exists(name) from None
    finally:
        with suppress(FileNotFoundError):
            os.unlink(spare)


def _put_new(spare: str, target: str) -> None:
    """Give the finished file its name; fail if something else has taken that name in the meantime."""
    try:
        os.link(spare, target)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links: claim the name first, then replace our own empty file.
        open(target, "xb").close()
        try:
            os.replace(spare, target)
        except BaseException:
            os.unlink(target)
            raise


def _write_all(number: int, content: Iterable[bytes]) -> None:
    for piece in content:
        rest = memoryview(piece)
        while rest:
            rest = rest[os.write(number, rest) :]


def _exists(name: str) -> RenderError:
    return RenderError(
        "{file} exists and is not replaced; name another file or add {force}",
        file=repr(name),
        force=parameter("force", True),
    )
