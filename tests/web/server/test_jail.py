"""A worker process cannot read other files, use the network or start programs."""

import subprocess
import sys
from pathlib import Path

import pytest

ALLOWED = (
    "open('own.txt', 'w').write('x'); open('own.txt').read(); os.remove('own.txt')",
    "os.listdir()",
    "import analyzer; open(analyzer.__file__).read()",
    "import wave",
    # A module that is loaded only after the process has been confined.
    "import analyzer; analyzer.closed_form('classic', bets=['tie'])",
)
FORBIDDEN = (
    "open('/etc/passwd')",
    "open('../x', 'w')",
    "open(b'/etc/passwd')",
    "os.open('/etc/passwd', os.O_RDONLY)",
    "open(os.__file__, 'r+')",
    "open(os.path.join(os.path.dirname(os.__file__), 'x.py'), 'w')",
    "os.listdir('/')",
    "os.scandir('/etc')",
    "os.remove(os.__file__)",
    "os.rename('own', '/tmp/own')",
    "os.symlink('/etc/passwd', 'own')",
    "os.mkdir('/tmp/x')",
    "os.chdir('/')",
    "os.system('true')",
    "os.fork()",
    "os.kill(os.getppid(), 0)",
    "import subprocess; subprocess.run(['true'])",
    "import socket; socket.create_connection(('127.0.0.1', 9))",
    "import socket; socket.socket().bind(('127.0.0.1', 0))",
    "import ctypes; ctypes.CDLL('libc.so.6')",
)


def run(code: str, folder: Path) -> str:
    """The name of the exception that the code raises in the jail; empty if it raises none."""
    program = f"""
import os, socket, sys
import numpy
from analyzer.web.server import jail
jail.confine(os.getcwd())
try:
    {code}
except Exception as error:
    print(type(error).__name__)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip()


@pytest.mark.parametrize("code", ALLOWED)
def test_anything_that_an_answer_needs_is_allowed(code: str, tmp_path: Path) -> None:
    assert run(code, tmp_path) == ""


@pytest.mark.parametrize("code", FORBIDDEN)
def test_everything_else_is_forbidden(code: str, tmp_path: Path) -> None:
    assert run(code, tmp_path) == "PermissionError"
    assert list(tmp_path.iterdir()) == []
