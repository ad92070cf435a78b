"""The speed of all roads on this machine: `python tests/benchmarks/roads.py [SHOES]`.

By default, 10,000 random shoes of 70 coups are read coup by coup from their text form, drawn on all roads
and converted to the values that JSON is written from. Then every coup is undone. This is not a test: nothing
fails on a slow machine.
"""

import sys
from random import Random
from time import process_time

from analyzer.play.roads.roads import Roads

COUPS = 70
RESULTS = {"B": 458597, "P": 446247, "T": 95156}
"""How often each side wins, in a million coups of eight decks."""


def shoe(seed: int) -> list[str]:
    """A shoe with wins, pairs and naturals about as often as in a dealt one."""
    random = Random(seed)
    often = {"p": 0.075, "b": 0.075, "n": 0.34}
    return [
        winner + "".join(mark for mark, chance in often.items() if random.random() < chance)
        for winner in random.choices(list(RESULTS), list(RESULTS.values()), k=COUPS)
    ]


def main() -> None:
    """Measure and print."""
    shoes = [shoe(seed) for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)]
    began = process_time()
    boards = [Roads(coups) for coups in shoes]
    added = process_time()
    for board in boards:
        board.to_dict()
    shown = process_time()
    for board in boards:
        for _ in range(COUPS):
            board.undo()
    undone = process_time()
    print(f"{len(shoes):,} shoes of {COUPS} coups, seconds of one core (limit: 30 for 10,000)")
    print(f"  coup by coup   {added - began:6.1f}")
    print(f"  all as JSON    {shown - added:6.1f}")
    print(f"  together       {shown - began:6.1f}")
    print(f"  undone again   {undone - shown:6.1f}")


if __name__ == "__main__":
    main()
