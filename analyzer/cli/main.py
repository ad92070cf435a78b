"""The program `baccarat`: its commands, and one sentence for every error."""

import os
import re
import signal
import sys
from contextlib import suppress
from functools import cache
from typing import Annotated, Any

import typer
from typer.exceptions import Abort, Exit, TyperException
from typer.main import get_command

from analyzer import __version__
from analyzer.cli import complete
from analyzer.cli.commands import NAMES, CommandGroup
from analyzer.cli.complete import COMPLETING, without_equals
from analyzer.cli.options import named
from analyzer.cli.progress import Interrupted, drop, remark, watched
from analyzer.errors import AnalyzerError, did_you_mean, parameters_named
from analyzer.exact import quoted
from analyzer.text import escaped

app = typer.Typer(
    name="baccarat",
    cls=CommandGroup,
    help="Every probability in baccarat, exactly, as a rational number.",
    add_completion=True,
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_MOVED = {
    ("design", "--solve"): "baccarat solve BET LINE",
    ("replay", "--test"): "baccarat evidence FILE",
    ("replay", "--alpha"): "baccarat evidence FILE",
    ("replay", "--confidence"): "baccarat evidence FILE",
}
"""Options that have become commands: what to write instead."""

_BET_FILES = ("--bet-file", "--bet-files", "--bet_file", "--bet_files")
_PYTHON = {"--shoe": ("--decks", "--remaining"), **dict.fromkeys(_BET_FILES, ("--bets",))}
"""Parameters of the library's functions: the options that do the same."""

_HINT = r"(?:; (?:[^;\n]*: |for [^;\n]* )?write |, or add )(?P<option>--[a-z-]+)(?: [^;\n]*)?"
"""A hint at an option: for what is named in the wrong place, or what is too large without it."""

MISUSE = 2
INTERRUPTED = 130


def _version(wanted: bool) -> None:
    if wanted:
        from analyzer.census.kernel import IN_USE

        typer.echo(f"baccarat {__version__} ({IN_USE})")
        raise Exit


@app.callback()
def _about(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Version and kernel, then exit."),
    ] = False,
) -> None:
    """Every probability in baccarat, exactly, as a rational number."""


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its status: 0, 1 if the answer is no, 2 for misuse, 130 if interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if arguments is not None:
        return _run(arguments or ["--help"])
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        # A terminated program cleans up as an interrupted one does.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return _run(sys.argv[1:] or ["--help"])
    finally:
        # The answer or the error is written: Ctrl-C changes nothing while the interpreter ends.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


@parameters_named(named)
def _run(given: list[str]) -> int:
    """Run a command line: write its answer, or one sentence on what is wrong, and return the status."""
    if os.environ.get(COMPLETING):
        without_equals(os.environ)
        with suppress(Exception):  # an error would appear in the middle of a command line
            _program()([], prog_name="baccarat")
        return MISUSE
    try:
        with watched():
            status = _program()(given, prog_name="baccarat", standalone_mode=False, obj=tuple(given))
        if sys.stdout is not None:
            sys.stdout.flush()
    except Interrupted as error:
        return _refuse(str(error), INTERRUPTED)
    except AnalyzerError as error:
        return _refuse(_followable(str(error), given))
    except TyperException as error:
        return _refuse(_misuse(error, given))
    except (Abort, KeyboardInterrupt):
        status = INTERRUPTED
    except BrokenPipeError:
        drop(sys.stdout)
        return 0
    except MemoryError:
        return _refuse("expected enough memory for the answer, got too little; ask for less at once")
    except OSError as error:
        drop(sys.stdout)
        return _refuse(f"cannot go on: {(error.strerror or str(error)).lower()}")
    # Typer turns Ctrl-C into the status without a message.
    if status == INTERRUPTED:
        return _refuse("interrupted", INTERRUPTED)
    return status if isinstance(status, int) else 0


@cache
def _program() -> Any:
    """The commands with their options, made once: Typer would make them anew, slowly, at each call."""
    return get_command(app)


def _refuse(sentence: str, status: int = MISUSE) -> int:
    remark(f"baccarat: {sentence}")
    return status


def _misuse(error: TyperException, given: list[str]) -> str:
    """One sentence for a wrong command line: what was given, and where help is."""
    context: Any = getattr(error, "ctx", None)
    parameters = context.command.params if context else ()
    options = [name for parameter in parameters for name in parameter.opts if name.startswith("--")]
    arguments = {f"--{one.name}": one.metavar for one in parameters if one.param_type_name == "argument"}
    command = next((word for word in given if word in NAMES), "")
    sentence = error.format_message().rstrip(".")
    sentence = sentence[:1].lower() + sentence[1:]
    if sentence.startswith("no such command"):
        word = next((word for word in given if not word.startswith("-")), "")
        near = _in_library(word) or did_you_mean(word[:40], NAMES, len(NAMES))
        sentence = f"unknown command {quoted(word)}{near}"
    elif sentence.startswith("no such option"):
        word = str(getattr(error, "option_name", ""))
        if word in arguments:
            alone = f"baccarat {command} {arguments[word]}"
            return f"{word} is no option of {command}: write it alone, as in {alone}"
        if word in _PYTHON and _PYTHON[word][0] in options:
            return f"unknown option {quoted(word)}; did you mean {' or '.join(map(repr, _PYTHON[word]))}?"
        if moved := _MOVED.get((command, word)):
            return f"{word} is no option of {command}: use {moved} (see {' '.join(moved.split()[:2])} --help)"
        near = str(did_you_mean(word[:40], options))
        # A hint must not make anyone replace a file.
        sentence = f"unknown option {quoted(word)}" + ("" if "--force" in near else near)
    elif sentence.startswith("got unexpected extra argument"):
        from analyzer.catalog.load import elsewhere

        # The error names the extra arguments in parentheses; the first may belong to an option.
        word, *_ = sentence.rpartition("(")[2].removesuffix(")").split() or [""]
        hint = str(elsewhere("", word))
        if any(f"{option} " in hint for option in options):
            sentence += hint
    return f"{escaped(sentence[:400])} (see baccarat{' ' + command if command else ''} --help)"


def _followable(sentence: str, given: list[str]) -> str:
    """A sentence without hints at options that the command does not have: other commands say the same."""
    if not re.search(_HINT, sentence):
        return sentence
    command = _program().commands[next(word for word in given if word in NAMES)]
    options = {name for parameter in command.params for name in parameter.opts}
    return re.sub(_HINT, lambda hint: hint[0] if hint["option"] in options else "", sentence)


def _in_library(word: str) -> str:
    """A hint at the command that takes this word of the library, which was given as a command itself."""
    kinds = {"list": complete.sorts, "odds": complete.variants, "show": complete.items}
    found = (command for command, offered in kinds.items() if word in offered(word))
    return next((f"; did you mean 'baccarat {command} {word}'?" for command in found), "")
