"""Which rule decides whether a hand draws a third card, and that rule as a clause.

Knows two-card totals and Player's third card, and no coup.
"""

from analyzer.game.rules import Rules
from analyzer.message import Message, say


def player_rule(rules: Rules, player_two: int, banker_two: int) -> tuple[bool, Message]:
    """Whether Player draws on these two-card totals, and the rule that says so."""
    if (natural := _natural(rules, player_two, banker_two)) is not None:
        return False, natural
    if rules.tableau.player_draws_on(player_two):
        return True, say("Player draws on {total}", total=player_two)
    return False, say("Player stands on {total}", total=player_two)


def banker_rule(rules: Rules, player_two: int, banker_two: int, third: int | None) -> tuple[bool, Message]:
    """Whether Banker draws, and the rule that says so.

    Args:
        rules: how the coup is dealt.
        player_two: Player's two-card total.
        banker_two: Banker's.
        third: points of Player's third card, None where Player stood.
    """
    if (natural := _natural(rules, player_two, banker_two)) is not None:
        return False, natural
    final = (player_two + (third or 0)) % 10
    draws = rules.banker_draws_on(banker_two, third, final)
    if third is None:
        if draws:
            return True, say("Banker draws on {total} when Player stands", total=banker_two)
        return False, say("Banker stands on {total} when Player stands", total=banker_two)
    if rules.banker_by == "player-total":
        if draws:
            return True, say(
                "Banker draws on {total} against {final} of Player", total=banker_two, final=final
            )
        return False, say("Banker stands on {total} against {final} of Player", total=banker_two, final=final)
    if draws:
        return True, say(
            "Banker draws on {total} against a third card of {points}", total=banker_two, points=third
        )
    return False, say(
        "Banker stands on {total} against a third card of {points}", total=banker_two, points=third
    )


def _natural(rules: Rules, player_two: int, banker_two: int) -> Message | None:
    """That a natural ends the coup, where one does."""
    if player_two in rules.tableau.naturals:
        return say("Player's natural {total} ends the coup", total=player_two)
    if banker_two in rules.tableau.naturals:
        return say("Banker's natural {total} ends the coup", total=banker_two)
    return None
