"""The command `baccarat search`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.cli.groups import LayoutOptions
from analyzer.cli.options import argument

if TYPE_CHECKING:
    from analyzer.report.found import Entry


def search(
    *,
    word: list[str] = argument("WORD", "One or more words, in any language; all of them must match."),
    layout: LayoutOptions,
) -> int:
    """Search everything: bets, variants, rules, counts, procedures, limits, claims, commands, topics.

    Looks for the words in ids, names in every language, aliases and notes, and shows the command to type
    next; the best matches come first. Ends with status 1 if nothing is found.

    Example: baccarat search dragon
    """
    from analyzer.report.found import SEARCH, found, found_page

    out = layout.checked()
    answer = found(word, list(_of_program()))
    return out.emit(lambda: found_page(answer, full=out.roomy), lambda: SEARCH.of(answer))


def _of_program() -> "Iterator[Entry]":
    """The commands and topics."""
    from analyzer.catalog.search import plain
    from analyzer.cli.help import TASKS
    from analyzer.cli.topics import topics
    from analyzer.report.found import Entry

    for task in TASKS.values():
        for name, what in task.items():
            yield Entry("command", name, what, f"baccarat help {name}", [plain(name)], [plain(what)])
    for name, topic in topics().items():
        notes = [plain(topic["summary"]), plain(topic["text"])]
        yield Entry("topic", name, topic["summary"], f"baccarat help {name}", [plain(name)], notes)
