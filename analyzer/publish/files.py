"""Writing a file whole or not at all.

Must not know what is written.
"""

import os
import re
import secrets
import stat
import sys
from contextlib import suppress
from pathlib import Path

from analyzer.errors import RenderError

_STREAM = re.compile(r"/dev/std(?P<name>out|err)|/(?:dev|proc/self)/fd/(?P<number>\d{1,9})")


def write_whole(path: Path | str, data: str | bytes, force: bool = False) -> None:
    """Write `data`, text as UTF-8, so that `path` holds all of it or is left as it was.

    A file that exists is replaced only under `force`, keeping its permissions; a symbolic link is followed.
    A device or a pipe such as /dev/stdout is written to directly.

    Raises:
        RenderError: the file exists and `force` is false, or the place cannot be written to.
    """
    name = os.fspath(path)
    try:
        content = data.encode() if isinstance(data, str) else data
        _write(name, content, force)
    except UnicodeEncodeError:
        raise RenderError(f"cannot write {name!r}: the text is not valid Unicode") from None
    except OSError as error:
        raise RenderError(f"cannot write {name!r}: {(error.strerror or str(error)).lower()}") from None


def check_new(path: Path | str, force: bool = False) -> None:
    """Refuse a file that exists and is not to be replaced, before anything is computed for it.

    Raises:
        RenderError: the file exists and `force` is false.
    """
    name = os.fspath(path)
    if not force and os.path.isfile(name):
        raise _exists(name)


def _write(name: str, content: bytes, force: bool) -> None:
    if not name or "\0" in name:
        raise RenderError(f"expected a file name, got {name!r}")
    if stream := _STREAM.fullmatch(name):
        _write_stream(stream, content)
        return
    if os.path.isdir(name) or name.endswith(os.sep):
        raise RenderError(f"{name!r} is a folder; name a file in it")
    try:
        found = os.stat(name)
    except FileNotFoundError:
        found = None
    if found is not None and not stat.S_ISREG(found.st_mode):
        with open(name, "wb", buffering=0) as device:
            _write_all(device.fileno(), content)
        return
    if found is not None and not force:
        raise _exists(name)
    target = os.path.realpath(name)
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        fault = "is not a folder" if os.path.exists(folder) else "does not exist"
        raise RenderError(f"cannot write {name!r}: folder {os.path.dirname(name)!r} {fault}")
    spare = os.path.join(folder, f".{secrets.token_hex(8)}.tmp")
    try:
        with open(spare, "xb") as file:
            if found is not None:
                os.chmod(spare, stat.S_IMODE(found.st_mode))
            file.write(content)
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
    """Give the finished file its name, failing if anything has taken that name meanwhile."""
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


def _write_stream(stream: re.Match[str], content: bytes) -> None:
    """Write to an open stream through its number: opening it anew would restart a file it is sent to."""
    sys.stdout.flush()
    sys.stderr.flush()
    number = {"out": 1, "err": 2}[stream["name"]] if stream["name"] else int(stream["number"])
    _write_all(number, content)


def _write_all(number: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(number, rest) :]


def _exists(name: str) -> RenderError:
    return RenderError(f"{name!r} exists; add --force to replace it")
