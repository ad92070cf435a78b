"""Thousands of alterations of fairly dealt records, each checked against the oracle of `test_replay`.

    python tests/campaigns/altered_records.py SECONDS [SEED]

Prints how many alterations made the record invalid and how many did not, and every alteration on which the
replay and the oracle disagree. The exit status is 1 if there is any.
"""

import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path += [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "play")]

import test_replay
from test_replay import ALTERATIONS, PROCEDURES, again, fair, kinds, valid

from analyzer.catalog import load
from analyzer.errors import ShoeError


def campaign(seconds: int, seed: int) -> int:
    """Run for this many seconds; return the number of disagreements."""
    random, end, found, wrong = Random(seed), time.monotonic() + seconds, Counter[str](), 0
    while time.monotonic() < end:
        test_replay.DECKS = random.choice((1, 2, 3, 8))
        rules, how = load.rules(random.choice(load.rules_ids())), random.choice(list(PROCEDURES.values()))
        try:
            record = fair(rules, how, random)
        except ShoeError:  # one deck may be too few for a procedure
            continue
        for altered in (record, *(alter(record, random) for alter in ALTERATIONS)):
            matters = not valid(altered, rules, how)
            found["mattered" if matters else "did not"] += 1
            if bool(kinds(again(altered, rules, how))) != matters:
                wrong += 1
                print(f"rules {rules.id}, procedure {how.id}, matters: {matters}\n{altered}")
    print(
        f"{found['mattered']:,} alterations mattered, {found['did not']:,} did not, {wrong:,} disagreements"
    )
    return wrong


if __name__ == "__main__":
    sys.exit(campaign(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1) > 0)
