"""Sweeps as people ask for them: names, texts and files in, shoes to play out; and a file to go on from.

Resolves names through the catalog and plays nothing.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count as counting
from os import PathLike
from time import monotonic

from analyzer.analysis.count import Count
from analyzer.analysis.odds import SPOKEN, LeftOut, answerable
from analyzer.analysis.sweep.played import Played
from analyzer.analysis.sweep.work import Work
from analyzer.asked import Asked, Ratio, listed
from analyzer.bets.bet import Bet
from analyzer.catalog import counts as library
from analyzer.catalog import load, procedures
from analyzer.errors import AnalyzerError, CatalogError
from analyzer.exact import parse_ratio, quoted
from analyzer.game.procedure import Procedure
from analyzer.message import say
from analyzer.publish.files import check_place, write_whole

_EVERY = 5
"""Seconds between two states written."""

_MOST_BYTES = 100_000_000


def work_of(
    question: Asked,
    *,
    seed: int = 1,
    procedure: Procedure | str | PathLike[str] = "standard",
    counts: Sequence[str | Count] = (),
    tags: str | None = None,
    trigger: Ratio | None = None,
) -> tuple[Work, LeftOut]:
    """The shoes that a question is put to, and the bets left out, with why.

    Args:
        question: rules, bets, and the shoe that is shuffled.
        seed: a whole number from 0; with its number it decides every shoe.
        procedure: how a shoe is begun and ended, as a value, an id, or a path.
        counts: who bets besides the perfect players, as values, ids or paths; each on its bet among those of
            the question.
        tags: those of a count of one's own for the one bet of the question, as text.
        trigger: the least true count at which those tags, and counts that say none, bet.

    Raises:
        AnalyzerError: any of it is malformed, unknown, or cannot be played.
    """
    by = question.shoe.fineness
    asked_of = list(answerable(question.rules, question.bets, by, question.demanded))
    bets = tuple(bet for bet, need in asked_of if need is None)
    coarse = tuple(
        (bet, say("needs the shoe by {need}, not by {known}", need=SPOKEN[need], known=SPOKEN[by]))
        for bet, need in asked_of
        if need is not None
    )
    betting = [(count, _place(count, bets)) for count in map(_count, listed("counts", counts))]
    if tags is not None:
        if len(bets) != 1:
            raise CatalogError(
                f"expected one bet for the tags {quoted(tags)}, got {len(bets)}; name it alone with --bet"
            )
        betting.append((library.count_of_tags(tags), 0))
    steps = procedure if isinstance(procedure, Procedure) else procedures.procedure(os.fspath(procedure))
    triggered = tuple((_triggered(count, trigger), place) for count, place in betting)
    work = Work(question.rules, bets, question.shoe, steps, seed, triggered)
    return work, (*coarse, *question.elsewhere)


def bets_of(counts: Sequence[str | Count]) -> list[str]:
    """References of the bets that counts were made for, each once.

    Raises:
        CatalogError: a count is unknown, or says no bet.
    """
    made_for = [(count, count.bet) for count in map(_count, listed("counts", counts))]
    for count, bet in made_for:
        if bet is None:
            raise CatalogError(f"expected a count made for a bet, got {count.id!r}; name the bet")
    return list(dict.fromkeys(bet for _, bet in made_for if bet is not None))


def _count(given: str | Count) -> Count:
    return given if isinstance(given, Count) else library.count(given)


def _place(count: Count, bets: Sequence[Bet]) -> int:
    """The place among bets of that which a count was made for, at whatever price; the only one for any."""
    if count.bet is None:
        if len(bets) == 1:
            return 0
        raise CatalogError(f"count {count.id!r} says no bet; expected one bet for it, got {len(bets)}")
    wanted = load.bet(count.bet).id
    for place, bet in enumerate(bets):
        if bet.id == wanted:
            return place
    raise CatalogError(
        f"count {count.id!r} is for bet {wanted!r}, which is not among those asked for; add --bet {wanted}"
    )


def _triggered(count: Count, trigger: Ratio | None) -> Count:
    """The count as it is where it says when to bet, else from a true count on."""
    if count.true_trigger is not None or count.running_trigger is not None:
        return count
    if trigger is None:
        raise CatalogError(
            f"count {count.id!r} does not say when to bet; give the least true count for it with --trigger"
        )
    exact = parse_ratio(trigger) if isinstance(trigger, str) else Fraction(trigger)
    return replace(count, true_trigger=exact)


class Keeper:
    """What has been played of a sweep, in memory and, every few seconds, in a file if one is named.

    Called with what has been played, it keeps that.
    """

    def __init__(self, work: Work, shoes: int, file: str | PathLike[str] | None = None) -> None:
        """Begin with what the file holds, where there is one, or else with nothing.

        Raises:
            AnalyzerError: the shoes are no whole number of 1 or more; the file cannot be written, is no part
                of a sweep, is of another sweep, or holds more shoes.
        """
        if type(shoes) is not int or shoes < 1:
            raise AnalyzerError(f"expected shoes as a whole number of 1 or more, got {quoted(shoes)}")
        self.file = None if file is None else os.fspath(file)
        self.played = Played.none(work) if self.file is None else _read(self.file, work, shoes)
        self._written = self.played
        self._next = monotonic() + _EVERY

    def __call__(self, played: Played) -> None:
        """Keep what has been played."""
        self.played = played
        if self.file is not None and monotonic() > self._next:
            self.write()
            self._next = monotonic() + _EVERY

    def write(self) -> str:
        """Write all that is kept to the file, or to a new one in the current folder; its name.

        Raises:
            RenderError: it cannot be written.
        """
        text = json.dumps(self.played.document(), separators=(",", ":")) + "\n"
        if self.file is None:
            self.file = _new_name(self.played.work.seed)
            write_whole(self.file, text)
        elif self.played is not self._written:
            write_whole(self.file, text, force=True)
        self._written = self.played
        return self.file


def _new_name(seed: int) -> str:
    names = (f"baccarat-sweep-{seed}-{number}.json" for number in counting(1))
    return next(name for name in names if not os.path.lexists(name))


def _read(file: str, work: Work, shoes: int) -> Played:
    """What a file holds of a sweep; nothing where there is no file."""
    check_place(file, force=True)
    if not os.path.exists(file):
        return Played.none(work)
    try:
        if not os.path.isfile(file):
            raise AnalyzerError("expected a file, got a device or a pipe")
        played = Played.of_document(work, _document(file))
        if played.end > shoes:
            raise AnalyzerError(
                f"it holds shoes up to number {played.end:,}, and {shoes:,} are asked for; ask for "
                "as many or name another file"
            )
    except AnalyzerError as error:
        raise AnalyzerError(f"{file}: {error}") from None
    return played


def _document(file: str) -> object:
    try:
        with open(file, "rb") as opened:
            raw = opened.read(_MOST_BYTES + 1)
    except OSError as error:
        raise AnalyzerError(f"cannot be read ({(error.strerror or str(error)).lower()})") from None
    try:
        if len(raw) <= _MOST_BYTES:
            return json.loads(raw)
    except (ValueError, RecursionError):
        pass
    raise AnalyzerError("expected a part of a sweep, whole JSON as --resume writes it, got something else")
