"""Translations: each catalogue has every sentence, and all prose of the pages is translatable."""

import ast
import gettext
import io
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from catalogues import ERRORS, LOCALES, PACKAGE, PLACE, compiled, current, faults, missing, po, read, said
from suite import DATA, one_in

from analyzer.bets.condition import Condition
from analyzer.catalog import claims, counts, load, procedures
from analyzer.catalog.limits import limits
from analyzer.catalog.reference import stems
from analyzer.cli import output
from analyzer.cli.main import main
from analyzer.render.page import Page, notes_of
from analyzer.render.table import Link
from analyzer.render.words import Words
from analyzer.text import LANGUAGES, Message, Text

# The catalogues


def contents(catalog: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    """The translation of each sentence in a catalogue; empty if there is none."""
    return {forms(message.id): forms(message.string) for message in catalog if message.id}


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """The forms of a sentence: one, or several if it counts something."""
    return tuple(filter(None, [text] if isinstance(text, str) else text or ()))


def test_no_singular_has_two_plurals() -> None:
    ones = [message[0] if isinstance(message, tuple) else message for message in said()]
    assert sorted({one for one in ones if ones.count(one) > 1}) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_catalogue_has_exactly_the_sentences_of_the_package(locale: str) -> None:
    kept = read(locale)
    assert contents(kept) == contents(current(locale)), "python tests/catalogues.py brings it up to date"
    assert not kept.obsolete


@pytest.mark.parametrize("locale", LOCALES)
def test_the_built_catalogue_is_up_to_date(locale: str) -> None:
    with po(locale).with_suffix(".mo").open("rb") as file:
        built = contents(read_mo(file))
    kept = contents(read_mo(io.BytesIO(compiled(read(locale)))))
    assert built == kept, "python tests/catalogues.py compiles it again, and so does an install"


def test_a_language_without_a_built_catalogue_is_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("analyzer.render.words.CATALOGUES", tmp_path)
    assert main(["odds", "--lang", "th"]) == 2
    assert capsys.readouterr() == (
        "",
        "baccarat: the catalogue of translations for 'th' was not built; install again "
        "(`pip install -e .` or `pip install --force-reinstall .` in the folder of the source)\n",
    )
    assert main(["odds", "--bet", "tie"]) == 0


@pytest.mark.parametrize("locale", LOCALES)
def test_no_translation_is_fuzzy_or_has_other_placeholders(locale: str) -> None:
    assert faults(read(locale)) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_every_sentence_is_translated(locale: str) -> None:
    assert missing(current(locale)) == []


FILLED_LATER = ("report/play/patterns.py", "web/phrases.py")
"""Modules with tables of sentences whose placeholders are filled later, elsewhere or on the web page."""


def sayings() -> Iterator[tuple[str, ast.Call]]:
    """Every call of `message` and `plural` in the package, with its place."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("message", "plural"):
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node


def test_every_sentence_is_a_literal_with_values_for_all_its_placeholders() -> None:
    # No catalogue would have a text that is not a literal, and no test would notice that it is missing.
    for where, call in sayings():
        counts = getattr(call.func, "id", "") == "plural"
        texts = [arg.value for arg in call.args[: 1 + counts] if isinstance(arg, ast.Constant)]
        assert len(texts) == 1 + counts, where
        filled = {keyword.arg for keyword in call.keywords} | ({"n"} if counts else set())
        for text in texts:
            assert isinstance(text, str), where
            later = not filled and where.startswith(FILLED_LATER)
            assert None in filled or later or {place[1:-1] for place in PLACE.findall(text)} == filled, where


def errors() -> Iterator[tuple[str, ast.Call]]:
    """Every error that the package makes, with its place."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ERRORS:
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node


def test_every_error_is_a_literal_sentence_or_a_message() -> None:
    found = list(errors())
    assert len(found) > 400
    for where, call in found:
        sentence = call.args[0]
        assert not isinstance(sentence, ast.JoinedStr | ast.BinOp), where
        if isinstance(sentence, ast.Constant):
            filled = {keyword.arg for keyword in call.keywords}
            assert None in filled or {place[1:-1] for place in PLACE.findall(sentence.value)} == filled, where


# The pages


class Wordless(gettext.NullTranslations):
    """A language without words: only the values of a sentence's placeholders are left, in brackets."""

    def gettext(self, message: str) -> str:
        """The placeholders of a sentence."""
        return "".join(f"⟦{place}⟧" for place in PLACE.findall(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The placeholders of a sentence with a plural."""
        return self.gettext(msgid1 if n == 1 else msgid2)


WORDLESS = Words("en", 4, Wordless())
AUDITED = DATA / "audited.toml"

COMMANDS = [
    "odds",
    "odds niu-niu --lines",
    "odds niu-niu --lines --format md",
    "odds power-baccarat-98 --pay power-98-tie=7 --decks 1 --format md",
    "odds classic --dealt P:9c --bet insurance-player-wins --bet tie",
    "odds classic --dealt P:9c --given tie",
    "odds seven-up --given tie",
    "odds --remaining '0=20 1=30 4=50'",
    "list variants",
    "list bets",
    "list bets --where pair --format md",
    "list bets --where family=totals --decks 8",
    "list rules",
    "list counts",
    "list claims",
    "list uncomputable",
    "explain player --variant niu-niu",
    "explain power-98-banker insurance-tie/8 --variant power-baccarat-98 --format md",
    "explain super-sevens matching-dragon-3 player-pair --format csv",
    "explain tie --remaining '0=20 1=30 4=50'",
    "show niu-niu",
    "show thai-literal",
    "show player-first-7",
    "show lucky-6",
    "show insurance-player-wins",
    "show 888casino-banker-bet-01",
    "show lightning-baccarat",
    "compare punto-banco thai-literal",
    "compare classic commission-free --lines",
    "compare classic ez-baccarat --all --format md",
    "compare 6 8",
    "compare tie/8 tie/9",
    "design lucky-6 --edge 5%..8% --pays two-card=1..200 --pays three-card=1..200 --sd 3..6 --rank sd",
    "design lucky-6 --edge 5% --pays two-card=1..50 --pays three-card=18..40:1/2 --exposure 1 "
    "--hit-rate 1%..",
    "design lucky-6 --pays two-card=12..14 --monotone three-card,two-card --unseen 6 --max-yield 90% "
    "--rank target --target 6%",
    "design lucky-6 --pays two-card=1..50 --pays three-card=12..40 --pareto low-edge,high-sd --format md",
    "removal",
    "removal --by points --order 2 --format md",
    "settle records/settled.txt --limits first-seed --balance 100 --rounding down",
    "inside --bet insurance-tie/8",
    "inside --after 5 --bet tie --bet insurance-player-wins",
    "inside --player 7 --banker 7 --bet tie --bet insurance-player-wins",
    "inside --player 7 --bet tie",
    "inside --banker 0 --bet tie --remaining '0=20 1=30 4=50'",
    "joint classic",
    "joint classic --stake player=1 --stake banker=2 --format md",
    "joint power-baccarat-98 --remaining '0=20 1=30 4=50 7=9' --stake power-98-tie=1/2",
    "peek",
    "peek --bet tie --bet lucky-6 --card 1",
    "show how-dragon-7",
    "bankroll --coups 20 --stake player=1 --stake tie=1 --loss 3 --bankroll 5 --remaining '0=20 1=30 4=50'",
    "bankroll classic --coups 9 --bet tie --remaining '0=20 4=50 9=10' --push-ends-run",
    "bankroll classic --coups 1000000000 --bet banker",
    "monitor --rounds 100 --bet banker",
    "monitor --rounds 100 --stake player=1 --stake tie=1 --observed 99%",
    "deal --decks 2 --procedure midi",
    "deal --decks 2 --procedure second-seed --burn 3 --burn-seen all --format md",
    "deal --decks 2 --cut-card 20 --extra-coups 2 --no-reserve --burn-seen none --shoes 2",
    "deal --decks 2 --procedure mini --reserve --roads --format md",
    "show reserve-cards",
    "show random-cut-card",
    "sweep --bet tie --shoes 2 --procedure reserve-cards --extra-coups 1",
    "roads roads/shoe.txt --format md",
    "prediction --coups 1 --shoes 2 --remaining '0=20 1=30 4=50 7=40'",
    "count --bet dragon-7 --bet player-pair --tags '1 2 2 1 1 0 -1 -1 -1 -1'",
    "count --bet panda-8 --remaining '0=5 1=2 2=9 4=7 8=3' --format md",
    "tableau --composition --errors",
    "tableau thai-literal --decks infinite --composition --commission 5% --format csv",
    "tableau naturals-do-not-end --remaining '0=20 1=30 4=50 7=60'",
    "chemin-de-fer --decks 1",
    "chemin-de-fer --remaining '0=3 5=3' --format md",
    "chemin-de-fer --decks infinite",
    "solve power-98-tie",
    "solve banker win push --edge 1% --decks 6,infinite",
    "solve tie win --edge 4%..5% --remaining '0=20 1=30 4=50'",
    "solve banker push --edge 1%.. --format md",
    "solve tie win --sd 3",
    "solve tie win --sd 0 --format md",
    "closed-form --bet tie --bet tiger-pair --seen 9c --given 'player_total > 3'",
    "closed-form power-baccarat-98 --dealt P:9c --decks 3 --format md",
    "closed-form --by counts --bet player-pair --bet tie --dealt P:9c --given 'player_total > 3'",
    "report",
    "report niu-niu --format md",
    "report power-baccarat-98",
    "report classic --dealt P:9c",
    "report seven-up --given tie --remaining '0=20 1=30 4=50 7=60'",
    "audit",
    "audit audited.toml --format md",
    "audit audited.toml --summary",
    "audit audited.toml --summary --format md",
    "replay faulty.txt --odds",
    "replay faulty.txt --bet tie --format md --coups",
    "evidence faulty.txt --bet banker --bet player-pair",
    "evidence faulty.txt --alpha 99.9% --format md",
    "lint sheets/misprinted-sum.toml",
    "lint sheets/misprinted-sum.toml sheets/super-lucky-7.toml --format md",
    "lint ../../analyzer/catalog/rules/punto-banco.toml",
]
NO_PROSE = {
    "message": "what is wrong with a sheet is told as errors are, in English",
    "where": "the place in a file, by its keys",
    "outcome": "a coup in letters, as its text form is in every language",
    "marks": "a road in letters, as the text form of coups has them in every language",
    "term": "what a polynomial multiplies, as it is written in every language",
}
"""Columns whose texts are neither names nor sentences, with the reason for each."""
ERROR = "expected "
"""The beginnings of texts from errors, which are English everywhere."""
LIKE_PAGES = re.compile(
    r"1 in [\d,.]+|sqrt\([\d/ ]+\)|\*\*?\w+|[0-9AJQKT]+[shdc]?=\d+|\d+e\d+|[0-9a-f]{64}|baccarat [\d.]+"
    r"|[ATJQK](?=[♠♥♦♣ ]|$)|\bn[0-9ATJQK][shdc]?\b|(?<![^\W\d_])[dN][²³⁴⁵⁶]?(?![^\W\d_])|[²³⁴⁵⁶]"
)
"""Figures with letters in them, digests, the program's name, cards, and the variables of formulas."""
LETTER = re.compile(r"[^\W\d_]")


def texts_in(value: object) -> Iterator[str]:
    """Every text inside a value of the library."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for pair in value.items() for part in pair for text in texts_in(part))
    elif isinstance(value, list | tuple | set | frozenset):
        yield from (text for part in value for text in texts_in(part))
    elif isinstance(value, Condition):
        yield value.text
    elif is_dataclass(value) and not isinstance(value, type):
        yield from (text for field in fields(value) for text in texts_in(getattr(value, field.name)))
        if hasattr(value, "source"):
            yield from (load.citation(value.source, addresses=full) for full in (True, False))
        yield getattr(value, "reference", "")


def bare(text: str) -> str:
    """A text on one line without the full stop that a sentence around it may have."""
    return " ".join(text.split()).removesuffix(".")


@pytest.fixture(scope="module")
def data() -> set[str]:
    """All texts of the library: ids, names, conditions, sources, notes."""
    library = (
        [load.variant(id) for id in load.variant_ids()],
        [load.rules(id) for id in load.rules_ids()],
        list(load.library().values()),
        list(load.uncomputable().values()),
        list(counts.library().values()),
        list(claims.every()),
        claims.claims_of(AUDITED),
        [procedures.procedure(id) for id in stems("procedures")],
        [limits(id) for id in stems("limits")],
    )
    return {bare(text) for text in texts_in(library)} | set(LANGUAGES)


Pages = Callable[[str], list[Page]]


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> Pages:
    """The pages that a command shows."""
    shown: list[Page] = []

    def keep(page: Page, *_: object) -> str:
        shown.append(page)
        return ""

    monkeypatch.chdir(AUDITED.parent)
    monkeypatch.setattr(output, "render", keep)

    def go(command: str) -> list[Page]:
        assert main([*shlex.split(command), "--format", "md"]) in (0, 1)
        return shown

    return go


def told(page: Page) -> Iterator[tuple[str, Text]]:
    """Each text of a page except its provenance, and what it is: "title", "head", "note", or its column."""
    yield "title", page.heading
    for table in page.tables:
        yield "title", table.title
        yield from (("head", column.head) for column in table.columns)
        yield from (("note", note) for note in (*table.notes, *notes_of(table, WORDLESS)))
        for row in table.rows:
            for column, cell in zip(table.columns, row, strict=True):
                text = cell.text if isinstance(cell, Link) else cell
                if isinstance(text, str | Message):
                    yield column.key, text


def known(text: str, data: set[str]) -> bool:
    """Whether a text is from the data: one text, several, or one followed by another."""
    text = bare(text.strip("'"))
    if text in data or not LETTER.search(LIKE_PAGES.sub("", text)):
        return True
    parts: Sequence[str] = text.split(", ")
    if len(parts) == 1:
        beside = re.fullmatch(r"(.+)(?:: (.+)| \((.+?)\))", text)
        parts = [part for part in beside.groups() if part] if beside else ()
    return bool(parts) and all(known(part, data) for part in parts)


def prose(page: Page, data: set[str]) -> list[tuple[str, str]]:
    """The texts of a page that are in words but neither sentences nor from the data.

    A head is a sentence; the values of its placeholders may be from the data.
    """
    return [
        (what, part)
        for what, text in told(page)
        if what not in NO_PROSE
        for part in re.split("[⟦⟧]", WORDLESS.translate(text))
        if not part.startswith(ERROR)
        and not known(part, set() if what == "head" and isinstance(text, str) else data)
    ]


@pytest.mark.parametrize("command", one_in(4, COMMANDS))
def test_all_prose_of_a_page_is_translatable(command: str, pages: Pages, data: set[str]) -> None:
    shown = pages(command)
    assert shown
    record = re.split(r"[\s:,]+", (DATA / "faulty.txt").read_text(encoding="utf-8"))
    asked = data | set(shlex.split(command)) | set(record)
    assert [found for page in shown for found in prose(page, asked)] == []
