"""A recorded shoe replayed: what the record should say about each coup, and where it says something else.

Knows nothing of files, of the library, or of stakes.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import compress
from operator import attrgetter

from analyzer.game.cards import Card
from analyzer.game.coup import Coup
from analyzer.game.procedure import OWN, Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.record import CoupResult, Read, RecordedCoup, RecordedShoe, Unread
from analyzer.play.replay import replayed
from analyzer.play.replay.drawing import coups_of_stream, impossible
from analyzer.play.replay.judge import MISSING, Judge, has_cards
from analyzer.play.replay.replayed import Fault, Finding, ReplayedCoup, ReplayedShoe, cards_text
from analyzer.play.replay.shoe_checks import CardCounts, CutCard, Depth, burn_faults, cards_burned
from analyzer.text import Message, Value, message

_CANCELLED = (
    message("it is recorded as cancelled before its first card but has cards"),
    message("it is recorded as cancelled before its first card but has a result"),
)


def replay(
    recorded: RecordedShoe,
    rules: Rules,
    full: Shoe,
    *,
    procedure: Procedure | None = None,
    depth: Depth | None = None,
    judge: Judge | None = None,
    before: int = 0,
) -> ReplayedShoe:
    """A recorded shoe replayed coup by coup; anything the record leaves out is not a fault.

    `full` is the shoe before the burn. If the procedure is unknown (None), the cut card shows only where the
    record says so, and no coup may follow. `depth` is the fewest and the most cards behind the cut card, if
    they are not the procedure's. Shoes with the same rules may share a judge. `before` is the number of the
    coup before the first; it is not 0 if the numbers continue from another shoe.
    """
    judge = judge or Judge(rules)
    of_stream: list[Finding] = []
    coups = tuple(coups_of_stream(rules, recorded.stream, of_stream)) if recorded.stream else recorded.coups
    shoe = _ShoeReplay(recorded, judge, full, procedure, depth, before)
    wrong = list(shoe.burn(recorded.burned))
    last = coups[-1] if recorded.stream and coups else None
    unread_in: defaultdict[int | None, list[Unread]] = defaultdict(list)
    for unread in recorded.unread:
        unread_in[unread.coup].append(unread)
    again = []
    for place, coup in enumerate(coups):
        broken = any(not unread.stake for unread in unread_in[place])
        correct, seen, faults = shoe.coup(coup, last=coup is last, broken=broken)
        faults += [_unread(unread, coup.number) for unread in unread_in[place]]
        again.append(ReplayedCoup(coup, correct, seen, tuple(faults)))
    of_no_coup = (*(Fault(kind, what) for kind, what in (*wrong, *of_stream)), *map(_unread, unread_in[None]))
    return ReplayedShoe(recorded, rules, full, tuple(again), of_no_coup)


class _ShoeReplay:
    """A shoe being replayed: its cards, its cut card, and the numbers of its coups."""

    def __init__(
        self,
        shoe: RecordedShoe,
        judge: Judge,
        full: Shoe,
        procedure: Procedure | None,
        depth: Depth | None,
        before: int,
    ) -> None:
        self._judge, self._rules, self._procedure = judge, judge.rules, procedure
        self._seen = CardCounts(full)
        pulled = self._rules.cards_from_shoe
        if procedure is None:
            # The house's own procedure may let any number of coups follow the cut card.
            extra = full.size if shoe.settings.get("procedure") == OWN else None
            ahead = 0, pulled
        else:
            extra, depth = procedure.extra_coups, depth or procedure.depths
            ahead = (pulled, pulled) if procedure.reserve else (0, 0)
        self._cut = CutCard(full.size, depth, extra, cards_burned(shoe.burned, procedure), ahead)
        if any(place.coup is None for place in shoe.unread):
            self._cut.unrecorded(full.size)
        self._last = before
        self._due_without_it = -1  # the next number if the last one was just miswritten
        self._numbered: dict[int, RecordedCoup] = {}

    def burn(self, burned: tuple[Read, ...] | None) -> Iterator[Finding]:
        if burned is None:
            return
        if self._procedure is not None:
            yield from burn_faults(burned, self._procedure)
        for card in filter(None, burned):
            if found := self._seen.take(card):
                yield replayed.NO_SUCH_CARD, _no_such_card(message("a burned card"), card, *found)

    def coup(
        self, recorded: RecordedCoup, *, last: bool, broken: bool
    ) -> tuple[Coup | None, tuple[Card, ...], list[Fault]]:
        """What the next coup should have been, its readable cards, and its faults.

        `last` is whether the record is a stream of cards that ends with this coup; `broken` is whether a part
        of the coup could not be read.
        """
        wrong: list[Finding] = []
        number = recorded.number
        first = self._numbered.setdefault(number, recorded)
        due = self._last + 1
        if number not in (due, self._due_without_it):
            wrong.append(("number", self._misnumbered(number, first is not recorded)))
        self._due_without_it = due + 1 if number != due else -1
        self._last = number
        coup: Coup | None = None
        seen: tuple[Card, ...] = ()
        if recorded.status == "cancelled":
            has = (has_cards(recorded), bool(CoupResult.recorded(recorded)))
            wrong += [("cancelled", what) for what in compress(_CANCELLED, has)]
        elif broken and (recorded.player is None or recorded.banker is None) and recorded.drawn is None:
            pass  # the unread part may be the missing hand
        elif has_cards(recorded):
            coup, findings = self._judge.judged(recorded)
            wrong += _broken_off(findings, recorded, last=last) if findings else ()
        elif (contradiction := impossible(self._rules, CoupResult.recorded(recorded))) is not None:
            wrong.append(contradiction)
        elif recorded.status == "interrupted" and not CoupResult.recorded(recorded):
            what = message("it was interrupted and never completed: it has no cards and no result")
            wrong.append(("interrupted", what))
        if first is recorded or _cards(first) != _cards(recorded):  # else the same coup is recorded twice
            seen = self._taken(recorded, wrong, broken)
        return coup, seen, [Fault(kind, what, number, recorded.where) for kind, what in wrong]

    def _misnumbered(self, number: int, again: bool) -> Message:
        """What is wrong with a coup's number that is not one more than the last."""
        due = self._last + 1
        if again:
            return message(
                "coup {number} is already recorded; coup {due} is expected", number=number, due=due
            )
        if number == 0:
            return message("its number is 0, but coups are numbered from 1")
        if number < due:
            return message("it follows coup {last}, so coup {due} is expected", last=self._last, due=due)
        self._cut.unrecorded((number - due) * self._rules.cards_from_shoe)
        if number == due + 1:
            return message("coup {due} is missing before it", due=due)
        return message("coups {due} to {end} are missing before it", due=due, end=number - 1)

    def _taken(self, recorded: RecordedCoup, wrong: list[Finding], broken: bool) -> tuple[Card, ...]:
        """The readable cards of a coup, which leave the shoe; `wrong` receives what is wrong with them."""
        labelled = replayed.labelled_cards(self._rules, recorded)
        if self._rules.player_first is not None and recorded.player and not recorded.drawn:
            labelled = labelled[1:]  # the given card never came off the shoe
        known = len(labelled)
        if broken:
            self._cut.unrecorded(max(0, self._rules.cards_from_shoe - known))
        if known or not (broken or recorded.status == "cancelled"):
            most = known or self._rules.cards_from_shoe
            wrong += self._cut.dealt(recorded.number, known or most - 2, most, recorded.cut)
        for label, card in labelled:
            if card is not None and (found := self._seen.take(card)):
                wrong.append((replayed.NO_SUCH_CARD, _no_such_card(label, card, *found)))
        return tuple(card for _, card in labelled if card is not None)


def _unread(place: Unread, coup: int | None = None) -> Fault:
    """The fault that a place in the file could not be read, in the coup with this number or in none."""
    return Fault("unread", message("this could not be read: {why}", why=place.why), coup, place.where)


_cards = attrgetter("player", "banker", "drawn")


def _broken_off(findings: list[Finding], recorded: RecordedCoup, *, last: bool) -> Iterator[Finding]:
    """The findings on a coup's cards, changed if it was interrupted or the recorded cards end inside it."""
    unfinished = recorded.status == "interrupted" and recorded.winner is None
    for kind, what in findings:
        if kind in MISSING and unfinished:
            yield "interrupted", message("it was interrupted and never completed: {what}", what=what)
        elif kind in MISSING and last:
            yield "ends-inside", message("the cards end before it is complete: {what}", what=what)
        else:
            yield kind, what


def _no_such_card(label: Message, card: Card, number: int, held: int) -> Message:
    values: dict[str, Value] = {"label": label, "card": cards_text([card]), "number": number, "held": held}
    return message(
        "{label} cannot be {card}: it would be number {number} of its kind, and the shoe has only {held}",
        **values,
    )
