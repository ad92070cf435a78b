"""A dealing procedure in words: the burn, the end of a shoe, and how the cards of a coup are handled."""

from analyzer.game.procedure import Procedure
from analyzer.text import Message, Text, message, plural


def burn_text(procedure: Procedure) -> Message:
    """The burn in words."""
    n = procedure.burn
    if n == 0:
        return message("none")
    if n == "first-card":
        if procedure.seen == "none":
            return message(
                "the first card and as many more as it has points (a ten or a face: 10), all unseen"
            )
        if procedure.seen == "all":
            return message("the first card and as many more as it has points (a ten or a face: 10), all seen")
        return message(
            "the first card, seen, and as many more as it has points (a ten or a face: 10), unseen"
        )
    return {
        "none": plural("{n} card, unseen", "{n} cards, all unseen", n),
        "first-card": plural("{n} card, the first seen", "{n} cards, the first seen", n),
        "all": plural("{n} card, seen", "{n} cards, all seen", n),
    }[procedure.seen]


def end_text(procedure: Procedure) -> Message:
    """When a shoe ends, in words, with its cut card at a fixed depth or at random."""
    cut, extra = procedure.cut_card, procedure.extra_coups
    if isinstance(cut, tuple):
        behind = message("{fewest} to {most} cards are behind it, at random", fewest=cut[0], most=cut[1])
    elif procedure.reserve:
        behind = plural("{n} card is behind it", "{n} cards are behind it", cut)
    elif extra:
        return message("after the coup after which fewer than {cut} cards remain, {n} more", n=extra, cut=cut)
    else:
        return message("the coup after which fewer than {cut} cards remain is the last", cut=cut)
    if not extra:
        return message("the coup in which the cut card shows is the last; {behind}", behind=behind)
    return message("after the coup in which the cut card shows, {n} more; {behind}", n=extra, behind=behind)


def pulling_text(procedure: Procedure) -> Message:
    """When cards are pulled from the shoe, in words."""
    if procedure.reserve:
        return message("all a coup may take ahead, unused reserve cards opening the next coup")
    return message("each as it is dealt")


def turning_text(procedure: Procedure) -> Message:
    """Who turns the cards, and in which order, in words."""
    return {
        ("as-dealt", "dealer"): message("by the dealer, as they are dealt"),
        ("hands", "dealer"): message("by the dealer, both Player cards, then both Banker cards"),
        ("as-dealt", "bettors"): message("by the bettors, as they are dealt"),
        ("hands", "bettors"): message("by the bettors, both Player cards, then both Banker cards"),
    }[procedure.turning, procedure.handled_by]


def fields_in_words(procedure: Procedure) -> dict[str, Text]:
    """A procedure's fields in words; `burn` includes what is seen of it, `turning` who turns the cards."""
    fewest, most = procedure.depths
    random = message("{fewest} to {most} (at random)", fewest=fewest, most=most)
    return {
        "burn": burn_text(procedure),
        "cut_card": str(fewest) if fewest == most else random,
        "extra_coups": str(procedure.extra_coups),
        "reserve": message("yes") if procedure.reserve else message("no"),
        "turning": turning_text(procedure),
    }
