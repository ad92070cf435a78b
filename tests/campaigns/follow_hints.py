"""Tries thousands of wrong command lines and checks that the hint in each error works when followed.

Run by hand, from the root of the repository: `python tests/campaigns/follow_hints.py [COMMAND …]`. Prints
each wrong line whose hint does not work, with the error that following the hint gives; the exit status is
then 1. A hint must never suggest --force. All commands take about an hour on one core, half of it for
`prediction`.
"""

import contextlib
import io
import json
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Container, Iterable, Iterator
from pathlib import Path

import analyzer as ba
from analyzer.cli.commands import NAMES, Commands
from analyzer.cli.main import main

BASE = {
    "odds": "odds classic --bet tie",
    "compare": "compare tie/8 tie/9",
    "report": "report classic --bet tie",
    "explain": "explain tie",
    "removal": "removal classic --bet tie",
    "count": "count classic --bet tie",
    "tail": "tail classic --bet tie --unseen 6",
    "sweep": "sweep classic --bet tie --shoes 2",
    "inside": "inside classic --bet tie",
    "peek": "peek classic --bet tie",
    "design": "design tie --edge 14%..20% --pays win=7..9",
    "solve": "solve tie win --edge 5%",
    "closed-form": "closed-form classic --bet tie",
    "tableau": "tableau punto-banco",
    "chemin-de-fer": "chemin-de-fer",
    "joint": "joint classic --bet tie --bet banker",
    "bankroll": "bankroll classic --bet tie --coups 10",
    "monitor": "monitor classic --bet tie --rounds 100",
    "deal": "deal classic",
    "replay": "replay record.txt",
    "evidence": "evidence record.txt",
    "settle": "settle record.txt --stake tie=1",
    "roads": "roads record.txt",
    "prediction": "prediction classic --shoes 2",
    "lint": "lint bets.toml",
    "audit": "audit claims.toml",
    "certify": "certify classic --bet tie",
    "verify-certificate": "verify-certificate certificate.json",
    "list": "list bets",
    "show": "show tie",
    "search": "search tie",
    "help": "help odds",
    "publish": "publish --check",
    "schema": "schema odds",
}
"""A correct command line for every command."""

NAMED = (
    "tie", "tie/9", "classic", "thai-literal", "how-dragon-7", "cut-14", "first-seed", "6", "8 decks",
    "infinite", "bets.toml", "variant.toml", "rules.toml", "record.txt", "9c", "bets", "odds", "punto-banko",
    "clasic", "drgon-7", "tie/88", "cut14", "first-sead", "jason", "htlm", "points", "suits", "win", "lose",
)  # fmt: skip
"""Words to insert in wrong places."""

FILES = {
    "bets.toml": '[[bet]]\nid = "own"\nname = "Own"\nsource = "me"\nlines = [{ id = "win", when = "tie" }]\n'
    '[bet.paytable]\nwin = "8"\n',
    "claims.toml": '[[claim]]\nid = "c"\nbet = "tie/8"\nquantity = "house_edge"\nprinted = "14.3596%"\n'
    "decks = 8\n",
    "variant.toml": 'name = "Mine"\ndecks = 8\nrules = "punto-banco"\nbets = ["tie/8"]\n',
    "record.txt": "P:2h,3d B:9c,9h winner:banker\n",
}


def run(words: list[str]) -> tuple[int, str]:
    """The status of a command line, and its output on stderr."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(words)
    return status, err.getvalue()


def options() -> dict[str, dict[str, bool]]:
    """The options of every command, and whether each takes a value."""
    return {
        name: {
            word: not getattr(parameter, "is_flag", False)
            for parameter in command.params
            for word in parameter.opts
            if word.startswith("--")
        }
        for name, command in Commands().items()
    }


def misspelt(option: str) -> Iterator[str]:
    """An option with a letter missing, doubled, swapped or wrong, or with wrong hyphens."""
    name = option[2:]
    for place in range(len(name)):
        yield f"--{name[:place]}{name[place + 1 :]}"
        yield f"--{name[: place + 1]}{name[place:]}"
        yield f"--{name[:place]}{name[place + 1 : place + 2]}{name[place]}{name[place + 2 :]}"
        yield f"--{name[:place]}s{name[place + 1 :]}"
    yield f"--{name}s"
    yield option.replace("-", "_").replace("__", "--", 1)


def wrong_lines(command: str, known: dict[str, dict[str, bool]]) -> Iterator[list[str]]:
    """Wrong versions of a command's correct line."""
    base = shlex.split(BASE[command])
    own = known[command]
    every = {option for of in known.values() for option in of}
    for option in own:
        for wrong in misspelt(option):
            if wrong not in own:
                yield [*base, wrong, "1"]
                yield [*base, f"{wrong}=1"]
    for option in sorted(every - set(own)):
        yield [*base, option, "tie"]
    for python in (
        "--shoe",
        "--bet-files",
        "--variant",
        "--bets_files",
        "--bet",
        "--file",
        "--output-file",
        "--out",
    ):
        if python not in own:
            yield [*base, python, "tie"]
    for word in NAMED:
        yield [*base, word]
        for place in range(1, len(base)):
            if not base[place].startswith("--"):
                yield [*base[:place], word, *base[place + 1 :]]
        for option, takes in own.items():
            if takes and option not in (
                "--output",
                "--plot",
                "--workbook",
                "--record",
                "--resume",
                "--cluster",
            ):
                yield [*base, option, word]
    for place in range(len(base), 1, -1):
        yield base[: place - 1]
    yield ["".join(pair) for pair in zip(command, command[1:] + " ", strict=True)][:1] + base[1:]


def followed(line: list[str], error: str) -> Iterator[tuple[str, list[str]]]:
    """The corrections that the hints of an error suggest: the word offered, and the line with it."""
    error = " ".join(error.split())
    wrong = re.search(r"(?:unknown [^']*|got |expected --\S+ )'([^']*)'", error)
    if found := re.search(r"; did you mean ('[^?]*')\?", error):
        for hint in re.findall("'([^']*)'", found[1]):
            if hint.startswith("baccarat "):
                yield hint.split()[-1], hint.split()[1:]
            elif wrong:
                yield from swapped(line, wrong[1], hint)
    if wrong and (found := re.search(r"; choose from ([^;(]*?)(?: \(|$|;)", error)):
        for hint in found[1].split(", ")[:4]:
            yield from swapped(line, wrong[1], hint)
    if found := re.search(r"\(see baccarat ?(.*?) ?--help\)", error):
        yield "--help", [*found[1].split(), "--help"]
    for hint in re.findall(r"(?:write|use|as in) (baccarat [^;()]*?)(?: \(|;|,|$)", error):
        words = shlex.split(hint)[1:]
        whole = not any(word.isupper() for word in words)
        yield words[-1], words if whole else [words[0], "--help"]
    for hint in re.findall(r"write (--[a-z-]+ [^ ;]+)", error):
        option, value = hint.split()
        rest = list(line)
        wrong_words = {value, f"{value} decks", *(word for word in rest if word.startswith(f"{value}/"))}
        while place := next((place for place, word in enumerate(rest) if word in wrong_words), 0):
            # If the value of an option is moved elsewhere, remove the option too.
            del rest[place - 1 if rest[place - 1].startswith("--") else place : place + 1]
        yield value, [*rest, option, value]
    for hint in re.findall(r"(\d[^ ']*%)", error.rpartition("; write ")[2] if "; write " in error else ""):
        if wrong:
            yield from swapped(line, wrong[1], hint)


def swapped(line: list[str], wrong: str, right: str) -> Iterator[tuple[str, list[str]]]:
    """The line with its last word that is wrong, or has the wrong part, corrected."""
    for same in (lambda word: wrong in (word, word.partition("=")[0]), lambda word: wrong in word):
        for place in range(len(line) - 1, -1, -1):
            if (place or right in NAMES) and same(line[place]):
                yield right, [*line[:place], line[place].replace(wrong, right), *line[place + 1 :]]
                return


def refused(offered: str, error: str) -> bool:
    """Whether an error rejects a word that another error offered."""
    mine = re.escape(offered.rpartition("/")[2])
    return (
        re.search(rf"unknown [^';]*'(?:{mine}|{re.escape(offered)})'|unexpected argument '{mine}", error)
        is not None
    )


def faults(line: list[str], error: str, own: Container[str]) -> Iterator[str]:
    """What is wrong with the hints in the error of a command line; `own` are the options of its command."""
    shown = f"{shlex.join(line)}\n   {error.strip()}"
    if "--force" in error.partition(" (see ")[0] and not any("--force" in word for word in line):
        yield f"LEADS TO --force: {shown}"
    hint = re.sub(
        r"baccarat .*?(?=[;)]|$)|give (?:it|them) to [a-z, ]+ as --\S+", "", error.partition(";")[2]
    )
    for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", hint):
        if option not in own and option != "--help" and option not in line:
            yield f"NO SUCH OPTION: {shown}"
    for offered, right in followed(line, error):
        after, other = run(right)
        if after == 2 and (other == error or refused(offered, other)):
            yield f"DOES NOT WORK: {shown}\n-> {shlex.join(right)}\n   {other.strip()[:300]}"


def try_all(commands: Iterable[str]) -> int:
    """Try every wrong line of the commands; return the exit status."""
    known, bad = options(), 0
    for command in commands:
        tried = refusals = 0
        for line in wrong_lines(command, known):
            status, error = run(line)
            tried, refusals = tried + 1, refusals + (status == 2)
            found = list(faults(line, error, known[command])) if status == 2 else []
            bad += len(found)
            print(*found, sep="\n", end="\n" if found else "")
        print(f"{command}: {tried:,} lines, {refusals:,} refused, {bad:,} faults so far", flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    os.environ["COLUMNS"] = "80"
    rules = Path(ba.__file__).parent.joinpath("catalog/rules/punto-banco.toml").read_text(encoding="utf-8")
    certificate = json.dumps(ba.certify(ba.odds("classic", "0=3 5=2 9=3", bets=["tie/8"])))
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        for name, text in {**FILES, "rules.toml": rules, "certificate.json": certificate}.items():
            Path(name).write_text(text, encoding="utf-8")
        sys.exit(try_all(sys.argv[1:] or NAMES))
