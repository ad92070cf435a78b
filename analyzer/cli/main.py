"""The program `baccarat`: its commands, and one sentence for every error."""

import os
import re
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from typer.exceptions import Abort, Exit, TyperException
from typer.main import get_command

from analyzer import __version__
from analyzer.cli import complete
from analyzer.cli.commands import NAMES, CommandGroup
from analyzer.cli.complete import COMPLETING, without_equals
from analyzer.cli.options import named
from analyzer.cli.progress import Interrupted, drop, remark, speaking, watched
from analyzer.errors import AnalyzerError, did_you_mean, parameters_named, reason_of
from analyzer.exact import quoted
from analyzer.text import LANGUAGES, Message, Text, Value, either, escaped, joined, message

if TYPE_CHECKING:
    from typer._click import Parameter

app = typer.Typer(
    name="baccarat",
    cls=CommandGroup,
    help="Compute every probability in baccarat exactly, as a rational number.",
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
_PYTHON: dict[str, tuple[str, ...]] = {
    "--shoe": ("--decks N", "--remaining SHOE"),
    **dict.fromkeys(_BET_FILES, ("--bets FILE",)),
}
"""Parameters of the library's functions: the options that do the same."""

_HINT = r"(?:; (?:[^;\n]*: |for [^;\n]* )?write |, or add )(?P<option>--[a-z-]+)(?: [^;\n]*)?"
"""A hint at an option: for what is named in the wrong place, or what is too large without it."""

_LANGUAGE = re.compile(r"(?:--lang=|-l)(?P<language>[A-Za-z-]+)")
"""A word of a command line that names a language."""

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
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help="Show the version and the kernel in use, and exit.",
        ),
    ] = False,
) -> None:
    """Compute every probability in baccarat exactly, as a rational number."""


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its status: 0, 1 if the answer is no, 2 for misuse, 130 if interrupted."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if arguments is not None:
        return _run(arguments or ["--help"])
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        # A terminated program cleans up like an interrupted one.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return _run(sys.argv[1:] or ["--help"])
    finally:
        # The answer or the error is written: Ctrl-C must change nothing while the interpreter ends.
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
    with speaking(_language(given)):
        return _answer(given)


def _answer(given: list[str]) -> int:
    try:
        with watched():
            status = _program()(given, prog_name="baccarat", standalone_mode=False, obj=tuple(given))
        if sys.stdout is not None:
            sys.stdout.flush()
    except Interrupted as error:
        return _refuse(error.message, INTERRUPTED)
    except AnalyzerError as error:
        return _refuse(_followable(error.message, given))
    except TyperException as error:
        return _refuse(_misuse(error, given))
    except (Abort, KeyboardInterrupt):
        status = INTERRUPTED
    except BrokenPipeError:
        drop(sys.stdout)
        return 0
    except MemoryError:
        return _refuse(message("there is too little memory for the answer; ask for less at once"))
    except OSError as error:
        drop(sys.stdout)
        return _refuse(message("cannot continue: {reason}", reason=reason_of(error)))
    # Typer turns Ctrl-C into the status without a message.
    if status == INTERRUPTED:
        return _refuse(message("interrupted"), INTERRUPTED)
    return status if isinstance(status, int) else 0


@cache
def _program() -> Any:
    """The commands with their options, built once: Typer would rebuild them, slowly, at each call."""
    return get_command(app)


def _language(given: list[str]) -> str:
    """The language that a command line names, even if the rest of it is wrong; English if it names none."""
    found = ""
    for place, word in enumerate(given):
        if word in ("--lang", "-l"):
            found = next(iter(given[place + 1 :]), "")
        elif named_in := _LANGUAGE.fullmatch(word):
            found = named_in["language"]
    return found if found in LANGUAGES else "en"


def _refuse(sentence: Text, status: int = MISUSE) -> int:
    remark(joined(": ", ["baccarat", sentence]))
    return status


def _misuse(error: TyperException, given: list[str]) -> Text:
    """One sentence for a wrong command line: what was given, and where help is."""
    command = next((word for word in given if word in NAMES), "")
    kind, of_typer = type(error).__name__, cast(Any, error)
    context = getattr(error, "ctx", None)
    parameters = context.command.params if context else []
    sentence: Text
    if kind == "NoSuchOption":
        word = of_typer.option_name
        if instead := _instead(word, command, parameters):
            return instead
        hint = did_you_mean(word[:40], [name for one in parameters for name in one.opts if name[:2] == "--"])
        # A hint must not make anyone replace a file.
        hint = "" if "--force" in str(hint) else hint
        sentence = message("unknown option {option}{hint}", option=quoted(word), hint=hint)
    elif kind == "MissingParameter":
        sentence = message("argument {name} is required", name=of_typer.param.get_error_hint())
    elif kind == "BadOptionUsage":
        option = repr(of_typer.option_name)
        sentence = message("option {option} takes no value", option=option)
        if "requires" in error.message:
            sentence = message("option {option} needs a value", option=option)
    elif error.message.startswith("Got unexpected extra argument"):
        # The error names the extra arguments in parentheses.
        word, *_ = error.message.rpartition("(")[2].removesuffix(")").split() or [""]
        hint = _option_for(word, parameters)
        sentence = message("unexpected argument {word}{hint}", word=quoted(word), hint=hint)
    elif error.message.startswith("No such command"):
        word = next((word for word in given if not word.startswith("-")), "")
        hint = _in_library(word) or did_you_mean(word[:40], NAMES, len(NAMES))
        sentence = message("unknown command {word}{hint}", word=quoted(word), hint=hint)
    else:
        sentence = escaped(error.format_message()[:400])
    help = " ".join(filter(None, ("baccarat", command, "--help")))
    return message("{sentence} (see {help})", sentence=sentence, help=help)


def _instead(word: str, command: str, parameters: "list[Parameter]") -> Message | None:
    """What to write instead of an option that is an argument, a parameter in Python or now a command."""
    arguments = {f"--{one.name}": one.metavar for one in parameters if one.param_type_name == "argument"}
    if word in arguments:
        return message(
            "{command} has no option {option}: write its value alone, as in {example}",
            command=command,
            option=word,
            example=f"baccarat {command} {arguments[word]}",
        )
    if moved := _MOVED.get((command, word)):
        return message(
            "{command} has no option {option}: use {example} (see {help})",
            command=command,
            option=word,
            example=moved,
            help=f"{' '.join(moved.split()[:2])} --help",
        )
    meant = _PYTHON.get(word, ("",))
    if any(meant[0].partition(" ")[0] in one.opts for one in parameters):
        return message("unknown option {option}; write {meant}", option=quoted(word), meant=either(meant))
    return None


def _option_for(word: str, parameters: "list[Parameter]") -> Text:
    """A hint at the option, if the command has it, for a word that is given as an argument."""
    from analyzer.catalog.load import elsewhere

    hint = elsewhere("", word)
    return hint if any(f"{option} " in str(hint) for one in parameters for option in one.opts) else ""


def _followable(sentence: Message, given: list[str]) -> Message:
    """A sentence without hints at options that the command does not have: other commands say the same."""
    if not re.search(_HINT, str(sentence)):
        return sentence
    command = _program().commands[next(word for word in given if word in NAMES)]
    options = {name for parameter in command.params for name in parameter.opts}

    def without(text: str) -> str:
        return re.sub(_HINT, lambda hint: hint[0] if hint["option"] in options else "", text)

    def kept(value: Value) -> Value:
        if not isinstance(value, Message):
            return value
        if str(value) and not without(str(value)):
            return ""
        return replace(value, values=tuple((name, kept(part)) for name, part in value.values))

    rest = cast(Message, kept(sentence))
    # A hint inside another sentence cannot be removed from its translation.
    return rest if str(rest) == without(str(rest)) else Message(without(str(rest)))


def _in_library(word: str) -> Text:
    """A hint at the command that takes this word, which was given as a command itself."""
    from analyzer.cli.topics import offered as topics

    kinds = {"list": complete.sorts, "odds": complete.variants, "show": complete.items, "help": topics}
    found = (command for command, offered in kinds.items() if word in offered(word))
    hints = (message("; did you mean {near}?", near=repr(f"baccarat {command} {word}")) for command in found)
    return next(hints, "")
