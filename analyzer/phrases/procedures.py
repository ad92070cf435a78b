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
                "the first card, then one more card per point (10 for a ten or a face card), all unseen"
            )
        if procedure.seen == "all":
            return message(
                "the first card, then one more card per point (10 for a ten or a face card), all seen"
            )
        return message(
            "the first card, seen, then one more card per point (10 for a ten or a face card), unseen"
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
        return message("{n} more after the coup that leaves fewer than {cut} cards", n=extra, cut=cut)
    else:
        return message("the coup that leaves fewer than {cut} cards is the last", cut=cut)
    if not extra:
        return message("the coup in which the cut card shows is the last; {behind}", behind=behind)
    return message("{n} more after the coup in which the cut card shows; {behind}", n=extra, behind=behind)


def pulling_text(procedure: Procedure) -> Message:
    """When cards are pulled from the shoe, in words."""
    if procedure.reserve:
        return message(
            "all cards that the coup may need, in advance; unused reserve cards open the next coup"
        )
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
    """A procedure's fields in words; `burn` includes which cards are seen, `turning` who turns the cards."""
    fewest, most = procedure.depths
    random = message("{fewest} to {most} (at random)", fewest=fewest, most=most)
    return {
        "burn": burn_text(procedure),
        "cut_card": str(fewest) if fewest == most else random,
        "extra_coups": str(procedure.extra_coups),
        "reserve": message("yes") if procedure.reserve else message("no"),
        "turning": turning_text(procedure),
    }
