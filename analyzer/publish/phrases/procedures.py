"""A dealing procedure in words: the burn, the end of a shoe, and how the cards of a coup are handled."""

from analyzer.game.procedure import CutCard, Procedure
from analyzer.message import Message, Text, say, say_many


def burn_text(procedure: Procedure) -> Message:
    """The burn in words."""
    if procedure.burn == 0:
        return say("none")
    if procedure.burn == "first-card":
        return {
            "none": say("the first card and as many more as it has points (a ten or a face: 10), all unseen"),
            "first-card": say(
                "the first card, seen, and as many more as it has points (a ten or a face: 10), unseen"
            ),
            "all": say("the first card and as many more as it has points (a ten or a face: 10), all seen"),
        }[procedure.seen]
    n = procedure.burn
    return {
        "none": say_many("{n} card, unseen", "{n} cards, all unseen", n),
        "first-card": say_many("{n} card, the first seen", "{n} cards, the first seen", n),
        "all": say_many("{n} card, seen", "{n} cards, all seen", n),
    }[procedure.seen]


def end_text(procedure: Procedure) -> Message:
    """The end of a shoe in words, wherever its cut card may be."""
    cut, extra = procedure.cut_card, procedure.extra_coups
    if isinstance(cut, int) and not procedure.reserve:
        if extra == 0:
            return say("the coup after which fewer than {cut} cards remain is the last", cut=cut)
        return say("after the coup after which fewer than {cut} cards remain, {n} more", n=extra, cut=cut)
    if extra == 0:
        return say("the coup in which the cut card shows is the last; {behind}", behind=_behind(cut))
    return say("after the coup in which the cut card shows, {n} more; {behind}", n=extra, behind=_behind(cut))


def _behind(cut: CutCard) -> Message:
    """How many cards are behind the cut card, as a clause."""
    if isinstance(cut, int):
        return say_many("{n} card is behind it", "{n} cards are behind it", cut)
    return say("{fewest} to {most} cards are behind it, at random", fewest=cut[0], most=cut[1])


def pulling_text(procedure: Procedure) -> Message:
    """When cards are pulled from the shoe, in words."""
    if procedure.reserve:
        return say("all a coup may take ahead, unused reserve cards opening the next coup")
    return say("each as it is dealt")


def turning_text(procedure: Procedure) -> Message:
    """Who turns the cards, and in which order, in words."""
    return {
        ("as-dealt", "dealer"): say("by the dealer, as they are dealt"),
        ("hands", "dealer"): say("by the dealer, both Player cards, then both Banker cards"),
        ("as-dealt", "bettors"): say("by the bettors, as they are dealt"),
        ("hands", "bettors"): say("by the bettors, both Player cards, then both Banker cards"),
    }[procedure.turning, procedure.handled_by]


def fields_in_words(procedure: Procedure) -> dict[str, Text]:
    """What the fields of a procedure say, by field; who sees the burn and who turns cards beside the rest."""
    fewest, most = procedure.depths
    return {
        "burn": burn_text(procedure),
        "cut_card": str(fewest)
        if fewest == most
        else say("{fewest} to {most} (at random)", fewest=fewest, most=most),
        "extra_coups": str(procedure.extra_coups),
        "reserve": say("yes") if procedure.reserve else say("no"),
        "turning": turning_text(procedure),
    }
