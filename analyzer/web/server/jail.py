"""Confines a worker process: it cannot read or write files other than its own, use the network, start
programs, or use more memory than its limit.

The audit hook is a second line of defence: `options` checks which files a request names before it gets here.
"""

import os
import sys
import sysconfig
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

_FORBIDDEN = {
    *("os.exec", "os.fork", "os.forkpty", "os.kill", "os.killpg", "os.posix_spawn", "os.spawn", "os.system"),
    *("os.link", "os.symlink", "os.chdir", "os.chmod", "os.chown", "os.startfile", "os.truncate"),
    *("subprocess.Popen", "ctypes.dlopen", "pty.spawn", "webbrowser.open"),
    *("socket.bind", "socket.connect", "socket.getaddrinfo", "socket.sendto", "socket.__new__"),
}
_PLACES = {"os.listdir": 1, "os.mkdir": 1, "os.remove": 1, "os.rename": 2, "os.rmdir": 1, "os.scandir": 1}
"""Audit events about files, with the number of paths that each has."""

_CHANGING = os.O_WRONLY | os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_TRUNC

_SENTENCE = "only files of the request can be read"


def limit_memory(most: int) -> None:
    """Limit this process to `most` bytes of data; has no effect if the system cannot limit them."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 (not on every system)

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def peak_memory() -> int:
    """The peak memory of this process in bytes; 0 if the system does not report it."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def confine(own: str) -> None:
    """From now on, irrevocably, this process can read only files of the installation and of its own folder,
    and write only in its own folder.
    """
    paths = sysconfig.get_paths()
    library = (paths[key] for key in ("stdlib", "platstdlib", "purelib", "platlib"))
    installed = (*library, *sys.path, str(Path(__file__).parents[3]))
    readable = tuple({_folder(path) for path in installed if path and os.path.isdir(path)})
    writable = _folder(own)
    sys.addaudithook(_hook(readable, writable))


def _hook(readable: tuple[str, ...], writable: str) -> Callable[[str, tuple[Any, ...]], None]:
    """An audit hook that raises PermissionError for forbidden events; quick, as every event calls it."""

    def within(path: Any, folders: tuple[str, ...]) -> bool:
        return _folder(os.fsdecode(path)).startswith(folders)

    def hook(event: str, values: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, flags = values
            if isinstance(path, int):
                return
            changing = (flags or 0) & _CHANGING or (mode and set(mode) & set("wax+"))
            if not within(path, (writable,) if changing else (writable, *readable)):
                raise PermissionError(13, _SENTENCE)
        elif event in _PLACES:
            folders = (writable, *readable) if event in ("os.listdir", "os.scandir") else (writable,)
            for path in values[: _PLACES[event]]:
                if path is not None and not isinstance(path, int) and not within(path, folders):
                    raise PermissionError(13, _SENTENCE)
        elif event in _FORBIDDEN:
            raise PermissionError(13, f"not allowed here: {event}")

    return hook


def _folder(path: str) -> str:
    """A path with links resolved and a separator at its end, so that its folders are prefixes of it."""
    return os.path.join(os.path.realpath(path), "")
