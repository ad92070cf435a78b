"""Turns a request's JSON object into a command line, which can name only files of the request.

Knows commands only by the options that they declare.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.errors import did_you_mean
from analyzer.exact import quoted
from analyzer.web.server.answers import Refused
from analyzer.web.server.limits import Limits

FILES = "files"
"""The key of a request's files."""

FILE_NAME = r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}"
"""The pattern of names of files in a request."""

ENTRY = r"[^=]+"
"""The pattern of keys in options that take amounts by name."""

_PATH = re.compile(r"[/~@]|[A-Za-z]:/|-\Z|\.\.?(/|\Z)|.*(\\|\0|/\.\.?(/|\Z)|\.toml\Z)", re.DOTALL)
"""Matches texts that could name a file outside the request; no other value of an option looks like this."""


class Number(str):
    """A number of a request, exactly as it is written there."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option or argument of a command."""

    name: str  # its key in a request
    flag: str  # the option on the command line, such as --decks; empty for an argument
    off: str  # for an option without a value: the option that negates it, if any
    metavar: str  # the placeholder of its value in the help; empty for an option without a value
    help: str  # its help text
    several: bool  # whether it takes several values
    required: bool  # whether it must be given
    default: str  # its default as text; empty if it has none

    @property
    def by_name(self) -> bool:
        """Whether its values are amounts by name, such as `tie=9`."""
        return "=" in self.metavar and self.several

    @property
    def counts(self) -> bool:
        """Whether its value can be card counts, such as `{"A": 30}`."""
        return self.metavar == "SHOE"

    @property
    def about_files(self) -> bool:
        """Whether it is an argument that names files for the command to read."""
        return not self.flag and "FILE" in self.metavar

    @property
    def only_files(self) -> bool:
        """Whether all its values are names of files."""
        return self.metavar in ("FILE", "FILE|-")


@dataclass(frozen=True, slots=True)
class Command:
    """A command that requests can run: its name, one-line task, help, examples and options; and words that
    are always added to its command line.
    """

    name: str
    task: str
    help: str
    examples: tuple[str, ...]
    options: tuple[Option, ...]
    always: tuple[str, ...]

    def line(self, request: Mapping[str, Any], files: Mapping[str, str]) -> list[str]:
        """The command line of a request. Raises Refused with a sentence that says what is wrong."""
        known = {option.name: option for option in self.options}
        given: dict[Option, list[str]] = {}
        for key, value in request.items():
            option = known.get(key.replace("-", "_"))
            if option is None:
                near = did_you_mean(key[:40], known, 0)
                raise wrong(f"unknown option {quoted(key)} of {self.name}{near}")
            if option in given:
                raise wrong(f"expected {key} once, got it both with a hyphen and with an underscore")
            given[option] = _texts(option, value, files)
        named = {text.removeprefix("@") for one, texts in given.items() if one.metavar for text in texts}
        for option in self.options:
            if option not in given and option.about_files:
                # Files that no other option names are the command's input.
                rest = [name for name in files if name not in named]
                if rest and (option.several or len(rest) == 1):
                    given[option] = rest
            if option.required and not given.get(option):
                raise wrong(f"{option.name!r} is required by {self.name}")
        words = [self.name, *self.always]
        for option, texts in given.items():
            if option.flag:
                words += [f"{option.flag}={text}" for text in texts] if option.metavar else texts
        # Arguments must be in the order that the command declares.
        arguments = [text for one in self.options if not one.flag for text in given.get(one, ())]
        return [*words, "--", *arguments]


def wrong(sentence: str) -> Refused:
    """The refusal of an incorrect request."""
    return Refused(400, sentence)


def request_of(raw: bytes, limits: Limits) -> tuple[dict[str, Any], dict[str, str]]:
    """The options and the files of a request's body. Raises Refused unless it is a JSON object without
    repeated keys whose files are texts with plain names.
    """
    try:
        found = json.loads(
            raw.decode() or "{}",
            object_pairs_hook=_unique,
            parse_float=Number,
            parse_int=Number,
            parse_constant=_no_number,
        )
    except RecursionError:
        raise wrong("expected a JSON object of options, got brackets that are nested too deeply") from None
    except ValueError:
        raise wrong("expected a JSON object of options in UTF-8, got other text") from None
    if not isinstance(found, dict):
        raise wrong(f"expected a JSON object of options, got {quoted(found)}")
    files = found.pop(FILES, {})
    if not isinstance(files, dict):
        raise wrong(f'expected files as an object such as {{"my.toml": "text"}}, got {quoted(files)}')
    if len(files) > limits.files:
        raise wrong(f"expected at most {limits.files} files, got {len(files)}")
    for name, text in files.items():
        if not re.fullmatch(FILE_NAME, name):
            raise wrong(f"expected plain file names such as 'my.toml', got {quoted(name)}")
        if type(text) is not str:
            raise wrong(f"expected the text of file {name!r}, got {quoted(text)}")
        _valid(text)
    return found, files


def _unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise wrong("expected every key of the request once, got a repeated key")
    return found


def _no_number(text: str) -> None:
    raise wrong(f"expected numbers, got {text}")


def _valid(text: str) -> str:
    """The text, if it can be encoded as UTF-8. Raises Refused otherwise."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise wrong("expected valid Unicode, got half of a surrogate pair") from None
    return text


def _texts(option: Option, value: Any, files: Mapping[str, str]) -> list[str]:
    """The values of an option as texts; for an option without a value, the option itself or its negation."""
    if not option.metavar:
        if not isinstance(value, bool):
            raise wrong(f"expected {option.name} as true or false, got {quoted(value)}")
        word = option.flag if value else option.off
        return [word] if word else []
    if isinstance(value, dict):
        if not (option.by_name or option.counts):
            raise wrong(f"expected {option.name} as a text, got an object")
        if (odd := next((key for key in value if not re.fullmatch(ENTRY, key)), None)) is not None:
            raise wrong(f"expected names without '=' as keys of {option.name}, got {quoted(odd)}")
        entries = [f"{key}={_text(option, entry, files)}" for key, entry in value.items()]
        values = [" ".join(entries)] if option.counts else entries
    elif isinstance(value, list):
        if not option.several:
            raise wrong(f"expected one value of {option.name}, got a list")
        values = value
    else:
        values = [value]
    return [_text(option, entry, files) for entry in values]


def _text(option: Option, value: Any, files: Mapping[str, str]) -> str:
    """One value as a text. Raises Refused if it could name a file that is not in the request."""
    if not isinstance(value, str):
        shown = json.dumps(value) if value is None or isinstance(value, bool) else quoted(value)
        raise wrong(f"expected {option.name} as a text or a number, got {shown}")
    text = _valid(str(value))
    if text.removeprefix("@") in files:
        return text
    if option.only_files or _PATH.match(text):
        raise wrong(
            f"expected {option.name} without a path, or as the name of a file in the request's "
            f"'files', got {quoted(text)}"
        )
    return text
