"""Commands whose documents show every field of every JSON document, and the files that they read.

The first command of a document is the example in the reference.
"""

import contextlib
import io
import json
import os
import shlex
from pathlib import Path
from unittest import mock

from analyzer.cli.main import main

FILES = {
    "bets.toml": """\
[[bet]]
id = "pair-or-wheel"
name = "Pair or wheel"
source = "made up"
lines = [
  { id = "both", when = "player_pair and banker_pair" },
  { id = "wheel", when = "player_pair", multiplier = { "1" = "3/4", "5" = "1/4" } },
]
paytables = { "low" = { both = "100", wheel = "4" }, "high" = { both = "push", wheel = "5" } }
""",
    "sure.toml": """\
[[bet]]
id = "sure"
name = "Sure"
source = "made up"
lines = [{ id = "win", when = "player_wins or banker_wins or tie" }]
paytable = { win = "1/100" }

[[bet]]
id = "back"
name = "Stake back"
source = "made up"
lines = [{ id = "push", when = "player_wins or banker_wins or tie" }]
paytable = { push = "push" }
""",
    "open.toml": """\
[[bet]]
id = "open"
name = "Open"
source = "made up"
lines = [{ id = "pair", when = "player_pair" }, { id = "natural", when = "player_natural" }]
paytable = { pair = "x", natural = "1" }
""",
    "held.toml": """\
[[bet]]
id = "held"
name = "Held"
source = "made up"
locked = "2"
complete = "not tie"
lines = [{ id = "win", when = "tie" }]
paytable = { win = "8" }
""",
    "regulation.toml": """\
[[bet]]
id = "equal-totals"
lines = [{ id = "equal", when = "player_total == banker_total" }]
paytable = { equal = "9" }
""",
    "own.toml": """\
name = "Own"
decks = 8
rules = "punto-banco"
bets = ["player", "banker", "player-pair"]
source = "made up"
""",
    "full.toml": """\
name = "Full"
decks = 8
rules = "punto-banco"
bets = ["full"]

[[bet]]
id = "full"
name = "Full"
names = { ko = "전부" }
aliases = ["whole"]
source = "made up"
note = "All that a bet may state."
rules = "punto-banco"
complete = "tie"
lines = [{ id = "win", when = "tie" }]
paytable = { win = "8" }
""",
    "described.toml": """\
[[bet]]
id = "full"
name = "Full"
names = { ko = "전부" }
aliases = ["whole"]
source = "made up"
note = "All that a bet may state."
rules = "punto-banco"
lines = [{ id = "win", when = "tie" }]
paytable = { win = "8" }
""",
    "plain.toml": """\
name = "Burn two"
source = "made up"
burn = 2
seen = "none"
cut_card = 14
extra_coups = 0
""",
    "limits.toml": """\
name = "Limits"
source = "made up"

[[limit]]
bets = ["tie"]
most = "10"

[[limit]]
bets = ["player"]
least = "10"
table = "100"
""",
    "faulty.toml": """\
[[bet]]
id = "twice"
name = "Twice"
source = "made up"
lines = [{ id = "a", when = "tie" }, { id = "b", when = "tie and cards == 4" }]
paytable = { a = "8", b = "9" }
""",
    "claims.toml": """\
[[claim]]
id = "tie"
bet = "tie/8"
decks = 8
quantity = "house_edge"
printed = "14.3596%"
source = "made up"

[[claim]]
id = "pairs"
bet = "tie/8"
decks = "infinite"
line = "win"
given = "player_pair"
quantity = "ways"
printed = "1"
known_error = "made up to be wrong"
note = "A remark."
source = "made up"

[[claim]]
id = "deals"
decks = 8
quantity = "total_ways"
printed = "4998398275503360"
out_of = "4998398275503360"
source = "made up"

[[claim]]
id = "impossible"
decks = 8
bet = "tie/8"
given = "player_wins and banker_wins"
quantity = "ev"
printed = "1"
source = "made up"

[[claim]]
id = "spread"
bet = "player"
decks = 8
quantity = "standard_deviation"
printed = "0.95"
source = "made up"
""",
    "unread.toml": """\
[[claim]]
id = "no-figure"
bet = "tie/8"
quantity = "edge"
""",
    "coups.txt": "B B Pp T P Bbn P P B B\n",
    "none.txt": "# no coups\n",
    "shoe.txt": """\
decks: 8
P:9c,9d B:Kh,2c P
P:2c,3d,4h B:Kh,7c P
void
B
P:9c,9d B:?,2c
P:Qc,4d,4h B:Kh,6c T
""",
    "settled.txt": """\
decks: 8
P:9c,9d B:Kh,2c P
P:2c,3d,4s B:Kh,8c B
B
""",
    "staked.txt": """\
variant: standard
P:9c,9d B:Kh,2c P tie=50 banker=10 banker=7:7 anna@bankr=5
P:9c,9d B:Kh,2c P tie=1000
cancelled banker=10
P:?,9 B:Kh,8c tie=zz
""",
    "own.csv": "coup,player,banker,dealer,bet,stake,balance\n1,9c 9d,Kh 2c,Kim,tie,1,99\n",
    "few.txt": "remaining: 9=8 K=4\nP:9,9 B:9,9\nP:9,9 B:9,9\nP:K,K B:K,K\n",
    "copied.csv": "shoe,coup,winner,time\n"
    + "".join(
        f"{shoe},{n},{winner},20:{n:02}:{n * 7 % 60:02}\n"
        for shoe in (1, 2)
        for n, winner in enumerate("BPPBTPBBTPBBPBPPPBTPBBBPPBPTPBPPBPBBPPBB")
    )
    + "3,1,B,20:05:01\n3,2,P,20:01:00\n3,3,T,soon\n",
    "results.txt": "B P P B T P B B T P " * 6,
    "ties.txt": "remaining: 9=30 K=30\nP:9,9 B:K,9\nP:9,K B:K,9\n",
    "odd.toml": """\
[[bet]]
id = "odd"
name = "Odd"
source = "made up"
lines = [{ id = "win", when = "tie" }, { id = "more", when = "player_wins" }]
paytable = { win = "8.00001", more = "1.00003" }
""",
    "said.csv": """\
coup,player,banker,player_total,banker_total,winner,player_pair,banker_pair,natural,cut,who
1,9c 9d,Kh 2c,8,2,P,yes,no,yes,,Anna
2,9h,Kh 7c,,,,,,,,Ben
3,9h 8d,Kh 7c,7,7,T,,,,yes,Ben
""",
    "stream.csv": "cards\n9c Kh 9d 2c\n",
    "sure.json": '{"A": 6, "2": 6}',
}

COMMANDS = {
    "odds": [
        "odds --bet tie",
        "SOURCE_DATE_EPOCH=0 odds niu-niu --lang vi",
        "odds --remaining '0=128 1=30 2=32 3=32 4=32 5=32 6=32 7=32 8=32 9=32'",
        "odds --decks 1 --dealt 'P:9,5' --given 'not tie' --bet player --bet tie",
        "odds --bets bets.toml --bets sure.toml --bet sure --bet back --bet pair-or-wheel --decks 1",
        "odds niu-niu --given tie --bet player",
    ],
    "page": ["report --bet tie --decks 1"],
    "compare": [
        "compare tie/8 tie/9",
        "compare regulation.toml tie/8",
        "compare regulation.toml player",
        "compare classic ez-baccarat --decks 6",
        "compare ez-baccarat classic",
        "compare tie/8 tie/9 --seen 9c --dealt P:9d --given player_pair",
    ],
    "removal": [
        "removal --bet tie --by points",
        "removal --bet tie --by points --order 2 --remaining '0=1 1=30 4=50' --seen 4",
        "removal --bet player --bet banker --bet lucky-6/12-20",
    ],
    "count": [
        "count --bet tie --level 1",
        "count --bet dragon-7 --bet player --tags '0 0 0 -1 -1 -1 -1 2 2 0' --all-counts --level 1",
        "count --bet sure --bets sure.toml --level 1 --count ten-count --all-counts --remaining '4=9 5=9'",
        "count --bet tie --level 1 --tags '0 0 0 0 0 0 0 0 0 0' --count how-dragon-7 "
        "--count wizard-lucky-6-exact",
    ],
    "tail": [
        "tail --bet tie --unseen 6",
        "tail --bet banker/commission-5 --bet sure --bets sure.toml --unseen 6 --remaining '0=9 4=9'",
    ],
    "sweep-result": [
        "sweep --bet tie --shoes 1 --decks 1",
        "sweep ez-baccarat --bet panda-8 --count how-dragon-7 --bet dragon-7 --shoes 3 --remaining "
        "'0=60 3=60 5=60' --burn 2",
        "sweep ez-baccarat --bet panda-8 --tags '0 0 0 0 -1 0 0 0 0 0' --trigger -9 --shoes 3 "
        "--remaining '0=60 3=60 5=60' --cut-card 14..16 --reserve",
        "sweep --shoes 1 --remaining '0=20 3=20 6=20'",
    ],
    "inside": [
        "inside --bet insurance-player-wins/3 --player 5 --banker 6",
        "inside --bet player --after 5 --remaining '0=20 9=2'",
        "inside --bet insurance-player-wins --bet insurance-player-wins/2 --remaining '0=20 5=9 6=9'",
        "inside --bet insurance-banker-wins",
    ],
    "peek": [
        "peek --bet player --bet banker --card 5",
        "peek --decks 1 --bet tie --card 1",
        "peek --bet '*' --card 1 --remaining '0=20 9=2'",
    ],
    "design": [
        "design tie --pays win=8..9 --edge ..15%",
        "design lucky-6 --pays two-card=12 --pays three-card=18..22 --edge 1%..1.01% --rank sd "
        "--monotone two-card,three-card",
        "design tie --pays win=8..9:1/2 --edge ..15% --hit-rate 9%.. --sd ..9 --exposure 1 --pareto "
        "low-edge,low-sd --unseen 6 --max-yield 50% --limit 1",
        "design tie --pays win=8..9 --rank target --target 5%",
        "design tie --pays win=8..9 --edge 10%..11%",
        "design open --bets open.toml --pays x=20..21",
        "design tie --pays win=1..2 --edge 1%..2%",
    ],
    "design-solve": [
        "solve tie win --edge 5% --decks 8",
        "solve tie --decks 1,8",
        "solve tie --remaining '0=20 3=20 6=20'",
        "solve tie win --edge 4%.. --decks 8",
        "solve tie win --edge 1%..20% --decks 8",
        "solve lucky-6 two-card --sd 3 --decks 8",
        "solve banker win --edge 1%",
        "solve lucky-6 two-card --edge 5%..6% --remaining '0=20 3=20 6=20'",
    ],
    "closed-form": [
        "closed-form --bet player-pair",
        "closed-form --bet tie --seen 9c --decks 6",
        "closed-form --bet player-pair --bet player-natural --pay player-pair=16",
        "closed-form --bet player --bet banker --dealt P:9,5 --given tie",
    ],
    "closed-form-counts": [
        "closed-form --by counts --bet player-pair --decks 2",
        "closed-form --by counts --bet player --bet player-pair --dealt P:9,5 --given 'not tie'",
    ],
    "tableau": [
        "tableau --decks 1",
        "tableau --composition --decks infinite",
        "tableau thai-literal --composition --remaining '0=20 9=20 3=1'",
    ],
    "chemin-de-fer": [
        "chemin-de-fer --decks 6 --model totals",
        "chemin-de-fer --decks infinite --model totals",
        "chemin-de-fer --remaining '0=50 5=30 8=1'",
    ],
    "joint": [
        "joint --bet player --bet tie",
        "joint --bet player --bet banker --bet tie --stake banker=10 --stake tie=1 --given 'not tie' "
        "--dealt P:9,5",
        "joint --remaining '0=20 9=2' --bets sure.toml --stake sure=1",
        "joint own.toml --remaining '0=20 9=2'",
        "joint --bet player --bet banker --stake player=1 --stake banker=1",
    ],
    "bankroll": [
        "bankroll --bet tie --coups 2",
        "bankroll --coups 3 --stake banker=1 --stake tie=1 --law --loss 2 --bankroll 2 --quantile 5% "
        "--push-ends-run",
        "bankroll --bet player --coups 6700 --law",
        "bankroll --bet player --bet tie --coups 2",
        "bankroll --stake banker=1 --stake tie=1 --coups 1000000 --bankroll 100",
        "bankroll --stake tie=1 --stake player-pair=1 --coups 1 --pay tie=12 --pay player-pair=20",
        "bankroll --bet sure --bets sure.toml --coups 2 --bankroll 5",
    ],
    "monitor": [
        "monitor --bet tie --rounds 1000 --confidence 99% --observed 86.1%",
        "monitor --stake banker=1 --stake tie=1 --rounds 1000000000 --confidence 99%",
        "monitor --bet player --bet tie --rounds 10 --confidence 99%",
        "monitor --stake banker=1 --stake tie=1 --rounds 1000000000 --confidence 99% --observed 92%",
        "monitor --bet sure --bets sure.toml --rounds 10 --confidence 99% --observed 101%",
    ],
    "deal": [
        "deal --decks 1 --seed 7",
        "deal --decks 1 --seed 7 --roads --procedure reserve-cards",
        "deal --shoes 2 --remaining 'A=12 9=12' --burn 2 --burn-seen first-card --cut-card 14",
    ],
    "replay": [
        "replay shoe.txt",
        "replay shoe.txt --odds --bet tie",
        "replay stream.csv",
        "replay said.csv --procedure cut-14 --odds --bet tie",
        "replay few.txt --odds --bet tie",
    ],
    "evidence": [
        "evidence settled.txt --bet tie",
        "evidence shoe.txt --bet player --bet player-pair",
        "evidence results.txt --alpha 90% --bets odd.toml --bet odd",
        "evidence coups.txt",
        "evidence ties.txt --bet tie",
        "evidence copied.csv --bet tie",
    ],
    "evidence-plan": ["evidence --coups 300 --shoes 4 --bet tie", "evidence --coups 12 --decks 1 --bet tie"],
    "settle": [
        "settle settled.txt --stake tie=5",
        "settle own.csv",
        "settle staked.txt --balance 200 --chip 5 --rounding down --limits first-seed",
    ],
    "roads": ["roads coups.txt", "roads none.txt", "roads settled.txt"],
    "prediction": [
        "prediction --coups 1 --shoes 2 --decks 1",
        "prediction --coups 1 --shoes 2 --remaining '1=120'",
    ],
    "explain": [
        "explain tie --decks 1",
        "explain tie player --remaining '0=20 9=20'",
        "explain super-sevens --variant standard --decks 1",
    ],
    "list": [
        "list rules --where thai",
        "list variants",
        "list bets --where id=tie --decks 8",
        "list bets --where insurance",
        "list rules",
        "list counts",
        "list claims --where seed-5-6-decks-tie",
        "list procedures",
        "list limits",
        "list uncomputable",
        "list variants --where nonesuch",
    ],
    "show": [
        "show tie/8",
        "show classic",
        "show punto-banco",
        "show player-first-7",
        "show how-dragon-7",
        "show reserve-cards",
        "show first-seed",
        "show bets.toml",
        "show held.toml",
        "show seven-up-banker",
        "show cut-14",
        "show own.toml",
        "show jacobson-insurance-on-9",
        "show main-bets-for-player",
        "show ten-count",
        "show lightning-baccarat",
        "show three-card-baccarat",
        "show kas-pair-01",
        "show aspers-01",
        "show ghi-8-01",
        "show chen-infinite-01",
        "show calculator-dragon-7",
        "show player-banker-difference",
        "show iluvbetting-01",
        "show 888casino-banker-bet-01",
        "show limits.toml",
        "show plain.toml",
        "show sure.toml",
        "show power-baccarat-98",
        "show niu-niu",
        "show full.toml",
        "show described.toml",
        "show player",
        "show tiger",
        "show power-98-tie",
    ],
    "search": ["search dragon 7", "search nonesuch"],
    "lint": [
        "lint faulty.toml",
        "lint claims.toml",
        "lint faulty.toml held.toml --band 5%..20% --rules player-first-7 --decks 6",
    ],
    "audit": [
        "audit claims.toml unread.toml",
        "audit claims.toml first-seed --only wrong --only agrees",
    ],
    "audit-summary": ["audit claims.toml --summary"],
    "certificate": [
        "certify --bet player-pair --decks 1",
        "certify seven-up --remaining 'A=4 9=4 K=4'",
        "certify --bets held.toml --bet held --remaining '0=4 9=4 4=4'",
        "certify --bets bets.toml --bet pair-or-wheel --given tie --remaining 'A=4 9=4 K=4'",
    ],
    "verification": [
        "verify-certificate certificate.json",
        "verify-certificate refuted.json",
        "verify-certificate own.json --against bets.toml",
    ],
    "carried": ["page classic --bet tie"],
}
"""By the name of the document that they print, with `--format json`."""


def answer(command: str) -> tuple[str, str]:
    """What a command prints, and what it remarks; run where we are."""
    words = shlex.split(command)
    settings = dict(word.split("=") for word in words if word.startswith("SOURCE_DATE_EPOCH="))
    words = words[len(settings) :]
    if words[0] != "certify":
        words += ["--format", "json"]
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.dict(os.environ, settings),
    ):
        main(words)
    return out.getvalue(), err.getvalue()


def write_files(folder: Path) -> None:
    """Write every file that the commands read."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    certificate = answer("certify --bet player-pair --decks 1")[0]
    (folder / "certificate.json").write_text(certificate, encoding="utf-8")
    own = answer("certify --bets held.toml --bet held --remaining '0=4 9=4 4=4' --given tie")[0]
    (folder / "own.json").write_text(own, encoding="utf-8")
    wrong = json.loads(certificate)
    wrong["bets"][0]["ev"] = "1/2"
    (folder / "refuted.json").write_text(json.dumps(wrong), encoding="utf-8")
