"""What a process that answers may not do: read or write other files than its own, reach the network, start
programs, take more memory than it should.

The hook is a second line: which files a request may name is decided before a process sees it.
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
"""Events about files by the number of their paths."""

_CHANGING = os.O_WRONLY | os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_TRUNC

_SENTENCE = "only files of the request can be read"


def limit_memory(most: int) -> None:
    """Let this process have at most so many bytes of data; nothing where the system does not limit them."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 (not on every system)

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def peak_memory() -> int:
    """The most bytes that this process has had in memory; 0 where the system does not say."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def confine(own: str) -> None:
    """From now on, for good, this process reads files of the installation and of its own folder only, and
    writes into the latter only.
    """
    paths = sysconfig.get_paths()
    library = (paths[key] for key in ("stdlib", "platstdlib", "purelib", "platlib"))
    installed = (*library, *sys.path, str(Path(__file__).parents[3]))
    readable = tuple({_folder(path) for path in installed if path and os.path.isdir(path)})
    writable = _folder(own)
    sys.addaudithook(_hook(readable, writable))


def _hook(readable: tuple[str, ...], writable: str) -> Callable[[str, tuple[Any, ...]], None]:
    """Raises PermissionError for what is not allowed; it is called at every event, so the rest is quick."""

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
    """A path without links, with a separator at its end, so that it begins with those of its folders."""
    return os.path.join(os.path.realpath(path), "")
