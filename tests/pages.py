"""Runs README and docs/ from the first block to the last; each page must show what its blocks produce.

A page is run in its own folder, as a reader would follow it. Its fenced blocks are:

- `console`: one command, `$ baccarat …`, and its output on a terminal of 80 columns;
- `pycon`: lines typed into Python, and their output; all these blocks of a page are one session;
- `sh`: lines typed into a shell, of which only the exit status counts: 0 fine, or 1, the answer is no. A
  backslash at its end joins a line to the next. Our own plain commands are run without a shell;
- `toml`, `text`, `csv`, `json`: a file, saved under the name in its first line (`# name`) or after the
  language;
- `ebnf` and `{…}`: not run;
- no language: commands that take too long or need something the suite lacks; `NOT_RUN` lists them.

A picture, `![…](…pictures/NAME.svg)`, is the file NAME.svg that a command on one of its pages writes.

After a change of output, `python tests/pages.py` rewrites the outputs of every page, and its pictures.
"""

import contextlib
import difflib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from suite import ROOT

from analyzer.cli.main import main

BUILT = tuple(f"reference/{folder}" for folder in ("commands", "json", "python"))
"""Folders of docs/ whose pages are built with the site, and tested as they are built."""

PAGES = [
    ROOT / "README.md",
    *(
        page
        for page in sorted((ROOT / "docs").rglob("*.md"))
        if page.parent.relative_to(ROOT / "docs").as_posix() not in BUILT
    ),
]

BLOCK = re.compile(r"^(?P<fence>`{3,})(?P<info>[^`\n]*)\n(?P<body>(?:.*\n)*?)(?P=fence)$", re.MULTILINE)
FILES = ("toml", "text", "csv", "json")
PICTURE = re.compile(r"!\[[^\]]+\]\(([\w./-]*\bpictures/[\w-]+\.svg)\)")
NAMED = re.compile(r"# (?P<name>[\w.-]+)\n")
PROMPT = "$ baccarat "
QUOTED = re.compile(r"""'[^']*'|"[^"$`]*\"""")
COMMENT = re.compile(r" +# .*")
SHELL = re.compile(r"[|&;<>()$`*?~#'\"\\\[{]")
"""What only a shell understands, outside quotes and comments."""

NOT_RUN = re.compile(
    r"""
    pip[ ]|pytest\b|coverage[ ]|git[ ]clone[ ]|cd[ ]|mkdir[ ]
    |bash[ ]\.ci/run\b                                      # the set-up, which the CI script runs
    |python3?[ ](-m[ ]venv|tests/)                          # campaigns
    |\.[ ]\S+/activate\b
    |dask[ ]|baccarat[ ].*--cluster[ ]                      # several machines
    |baccarat[ ](publish|--install-completion|serve)\b                      # test_tables.py, test_serve.py
    |sphinx-build[ ]|jupyter[ ]
    """,
    re.VERBOSE,
)


@dataclass
class Session:
    """One reader's folder and Python session."""

    folder: Path
    names: dict[str, object] = field(default_factory=lambda: {"__name__": "__main__"})

    def follow(self, page: str) -> str:
        """The page as it should be: its blocks are run, and their output is written into it."""
        return BLOCK.sub(self._block, page)

    def _block(self, block: re.Match[str]) -> str:
        words = block["info"].split()
        kind, body = words[0] if words else "", block["body"]
        if kind == "console":
            body = self._console(body)
        elif kind == "pycon":
            body = "".join(self._python(body))
        elif kind == "sh":
            self._shell(body)
        elif kind in FILES:
            self._save(words[1:], body)
        elif not kind:
            assert all(NOT_RUN.match(line) for line in body.splitlines()), f"is this run anywhere?\n{body}"
        else:
            assert kind == "ebnf" or kind.startswith("{"), f"what is a block of {kind!r}?"
        return f"{block['fence']}{block['info']}\n{body}{block['fence']}"

    def _console(self, body: str) -> str:
        command = body.partition("\n")[0]
        assert command.startswith(PROMPT), f"expected one command, {PROMPT}…, got {command!r}"
        said = io.StringIO()
        with self._here(), contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            main(shlex.split(command.removeprefix(PROMPT)))
        return f"{command}\n{said.getvalue()}"

    def _shell(self, body: str) -> None:
        for line in body.replace("\\\n", "").splitlines():
            if line.startswith("baccarat ") and not SHELL.search(COMMENT.sub("", QUOTED.sub("", line))):
                said = io.StringIO()
                with self._here(), contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                    status = main(shlex.split(line, comments=True)[1:])
                assert status in (0, 1), f"{line}\n{said.getvalue()}"
                continue
            path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
            environment = {**os.environ, "COLUMNS": "80", "PYTHONSAFEPATH": "1", "PATH": path}
            run = subprocess.run(
                ["bash", "-o", "pipefail", "-c", line],
                cwd=self.folder,
                env=environment,
                capture_output=True,
                encoding="utf-8",
                check=False,
                timeout=300,
            )
            assert run.returncode in (0, 1), f"{line}\n{run.stderr}"

    def _save(self, words: list[str], body: str) -> None:
        named = NAMED.match(body)
        assert words or named, f"a file without a name:\n{body}"
        (self.folder / (words[0] if words else str(named and named["name"]))).write_text(body, "utf-8")

    def _python(self, body: str) -> Iterator[str]:
        """Each example with its output today, and the text between examples."""
        for part in doctest.DocTestParser().parse(body):
            if isinstance(part, str):
                yield part
                continue
            first, *rest = part.source.splitlines()
            yield "".join([f">>> {first}\n", *(f"... {line}".rstrip() + "\n" for line in rest)])
            shown = io.StringIO()
            with self._here(), contextlib.redirect_stdout(shown):
                try:
                    exec(compile(part.source, "<page>", "single"), self.names)
                except Exception as error:
                    shown.write("Traceback (most recent call last):\n    ...\n")
                    shown.write("".join(traceback.format_exception_only(error)))
            yield shown.getvalue()

    @contextlib.contextmanager
    def _here(self) -> Iterator[None]:
        with contextlib.chdir(self.folder), mock.patch.dict(os.environ, {"COLUMNS": "80"}):
            yield


def made(page: str) -> tuple[str, dict[str, str]]:
    """The text of a page that is run today in a new folder, and the pictures that it makes, by path."""
    with tempfile.TemporaryDirectory() as folder:
        text = Session(Path(folder)).follow(page)
        drawn = {path: Path(folder, Path(path).name) for path in PICTURE.findall(page)}
        return text, {path: file.read_text("utf-8") for path, file in drawn.items() if file.exists()}


def followed(page: str) -> str:
    """The text of a page that is run today in a new folder."""
    return made(page)[0]


def changed(path: Path) -> str:
    """How a page and its pictures differ from what they should be; empty if they do not."""
    page = path.read_text(encoding="utf-8")
    text, pictures = made(page)
    lines = list(difflib.unified_diff(page.splitlines(), text.splitlines(), "kept", "today", lineterm=""))
    for name, picture in pictures.items():
        place = path.parent / name
        if not place.exists() or place.read_text(encoding="utf-8") != picture:
            lines.append(f"{name} is not the picture that this page makes")
    return "\n".join(lines)


if __name__ == "__main__":
    for page in [Path(name).resolve() for name in sys.argv[1:]] or PAGES:
        text, pictures = made(page.read_text(encoding="utf-8"))
        page.write_text(text, encoding="utf-8")
        for name, picture in pictures.items():
            (page.parent / name).parent.mkdir(exist_ok=True)
            (page.parent / name).write_text(picture, encoding="utf-8")
