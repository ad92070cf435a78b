"""The style check of our English: `python tests/docs/english.py [PATH]...` lists what to write more plainly.

It reads pages, notebooks, docstrings, comments, the sentences of the program, test names and the notes of the
library, and applies `english.toml`, our word list, and proselint. The checks of typography, spelling
and comparisons are off, because tables and code set them off. The exit status is 1 if anything is found.
"""

import ast
import io
import json
import re
import sys
import tokenize
import tomllib
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).parents[2]
AVOIDED = [
    (re.compile(r"\b(?:" + each["pattern"].replace(" ", r"\s+") + ")", re.IGNORECASE), each["instead"])
    for each in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["avoid"]
]
OFF = ("typography", "lexical_illusions", "uncomparables", "spelling", "restricted")
SUFFIXES = {".md", ".ipynb", ".py", ".pyi", ".toml", ".js", ".css", ".c", ".h", ".sh", ".cff"}
NOTES = ("note", "known_error", "reason", "what")

Passage = tuple[int, str]
"""The line on which a passage begins, and its text."""

CODE = re.compile(
    r"^( *)(```|~~~).*?^\1\2|`[^`\n]*(?:\n[^`\n]+)?`|<[^>]+>|\]\([^)]*\)|^\|? ?:?---.*?$", re.S | re.M
)
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//.*?$", re.S | re.M)


def blanked(pattern: re.Pattern[str], text: str) -> str:
    """The text with everything that matches taken out, and as many lines as before."""
    return pattern.sub(lambda match: " " + "\n" * match[0].count("\n"), text)


def of_python(text: str, *, test: bool) -> Iterator[Passage]:
    """Docstrings and comments; of the package its longer strings too, of the tests their names."""
    tree = ast.parse(text)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) in statements or (not test and len(node.value.split()) > 2):
                yield (
                    node.lineno,
                    blanked(CODE, re.sub(r"^ *>>> .*(?:\n *(?!\n).+)*", "", node.value, flags=re.M)),
                )
        elif test and isinstance(node, documented[2:]) and node.name.startswith("test_"):
            yield node.lineno, node.name.replace("_", " ").strip()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def of_toml(text: str) -> Iterator[Passage]:
    """Comments, and what the library says in its own words."""
    for number, line in enumerate(text.splitlines(), 1):
        key, _, value = line.partition("=")
        if line.lstrip().startswith("#") or key.strip() in NOTES:
            yield number, value if key.strip() in NOTES else line


def passages(path: Path) -> Iterator[Passage]:
    """What people read in a file."""
    text = path.read_text("utf-8")
    match path.suffix:
        case ".md":
            yield 1, blanked(CODE, text)
        case ".ipynb":
            for cell in json.loads(text)["cells"]:
                yield 1, blanked(CODE, "".join(cell["source"])) if cell["cell_type"] == "markdown" else ""
        case ".py" | ".pyi":
            yield from of_python(text, test="tests" in path.parts)
        case ".toml":
            yield from of_toml(text)
        case ".js" | ".css" | ".c" | ".h":
            for match in COMMENT.finditer(text):
                yield text.count("\n", 0, match.start()) + 1, match[0]
        case _:
            yield from (
                (n, line) for n, line in enumerate(text.splitlines(), 1) if line.lstrip().startswith("#")
            )


def faults(found: list[Passage]) -> Iterator[tuple[int, str]]:
    """What is wrong in the passages of a file: the line, and a sentence."""
    starts = list(accumulate((len(text) + 2 for _, text in found), initial=0))
    whole = "\n\n".join(text for _, text in found)

    def line(place: int) -> int:
        number = bisect_right(starts, place) - 1
        return found[number][0] + whole.count("\n", starts[number], place)

    for pattern, instead in AVOIDED:
        for match in pattern.finditer(whole):
            yield line(match.start()), f"{' '.join(match[0].split())!r}: {instead}"
    for place, sentence in proselint(whole) if found else ():
        yield line(place), sentence


def proselint(text: str) -> Iterator[tuple[int, str]]:
    """What proselint finds in a text: the place, and a sentence."""
    from proselint.config import DEFAULT
    from proselint.tools import LintFile

    # Proselint adds a line break before the text, and cannot encode lone surrogates.
    file = LintFile("text", text.encode("ascii", "replace").decode())
    checks = {**DEFAULT["checks"], **dict.fromkeys(OFF, False)}
    for result in file.lint({**DEFAULT, "checks": checks}):
        yield result.check_result.span[0] - 1, result.check_result.message


def files(given: list[str]) -> Iterator[Path]:
    """The files of these folders, of the whole project where none is named."""
    skipped = {"tables", "build", "vendor", "words", "known", "data", "site", "commands", "json", "python"}
    for top in map(Path, given or [str(ROOT)]):
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            inside = path.relative_to(ROOT).parts if path.is_relative_to(ROOT) else path.parts
            hidden = any(part.startswith(".") and part != ".ci" for part in inside)
            if path.suffix in SUFFIXES and not hidden and skipped.isdisjoint(inside[:-1]):
                yield path


def main(given: list[str]) -> int:
    """List what is found, and return the status."""
    from proselint.checks import __register__
    from proselint.registry import CheckRegistry

    CheckRegistry().register_many(__register__)
    found = 0
    for path in files([str(Path(each).resolve()) for each in given]):
        name = path.relative_to(ROOT)
        if name == Path("tests/docs/english.toml"):
            continue
        for line, sentence in sorted(faults([each for each in passages(path) if each[1].strip()])):
            found += 1
            print(f"{name}:{line}: {sentence}")
    print(f"{found or 'nothing'} found")
    return found > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
