"""The server's answers equal the output of the command line, byte by byte, and match the API description."""

import html
import json
import re
from collections.abc import Iterator

import jsonschema
import pytest
from served import Server, serving

from analyzer.cli.main import main

BETS = """\
[[bet]]
id = "my-six"
name = "My Six"
lines = [{ id = "win", when = "banker_wins and banker_total == 6" }]
paytable = { win = "15" }
"""
CLAIMS = """\
[[claim]]
id = "my-tie"
variant = "classic"
decks = 8
bet = "tie/8"
quantity = "house_edge"
printed = "14.36%"
source = "a leaflet"
"""
VARIANT = """\
name = "Mine"
decks = 6
rules = "punto-banco"
bets = ["player", "my-six"]
[[bet]]
id = "my-six"
name = "My Six"
lines = [{ id = "win", when = "banker_wins and banker_total == 6" }]
paytable = { win = "15" }
"""
SHOE = "shoe: one\n1. P:9c,5d,3h B:Kh,2c,As P  tie=5\n"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("--seconds", "60") as running:
        yield running


FILES = {
    "my.toml": BETS,
    "claims.toml": CLAIMS,
    "game.toml": VARIANT,
    "shoe.txt": SHOE,
    "left.json": '{"A": 30}',
}

SAME: list[tuple[str, dict[str, object], str]] = [
    ("odds", {}, "odds"),
    (
        "odds",
        {"variant": "classic", "decks": 6, "pay": {"tie": "9"}, "seen": "9c"},
        "odds classic --decks 6 --pay tie=9 --seen 9c",
    ),
    ("odds", {"pay": {"tie": 8.50}, "bet": "tie"}, "odds --pay tie=8.5 --bet tie"),
    ("odds", {"pay": ["tie=9"], "bet": ["tie", "player"]}, "odds --pay tie=9 --bet tie --bet player"),
    ("odds", {"remaining": {"A": 30, "9": 31, "5": 20}}, "odds --remaining 'A=30 9=31 5=20'"),
    ("odds", {"bets": "my.toml", "bet": "my-six"}, "odds --bets my.toml --bet my-six"),
    ("odds", {"variant": "game.toml"}, "odds game.toml"),
    ("odds", {"remaining": "@left.json"}, "odds --remaining @left.json"),
    ("odds", {"lang": "vi", "digits": 8, "bet": "tie"}, "odds --lang vi --digits 8 --bet tie"),
    ("odds", {"given": "player_total == 9", "bet": "tie"}, "odds --bet tie --given 'player_total == 9'"),
    ("odds", {"dealt": "P:9c,5 B:K", "bet": "tie"}, "odds --bet tie --dealt 'P:9c,5 B:K'"),
    ("report", {"bet": ["tie"]}, "report --bet tie"),
    ("compare", {"a": "tie/8", "b": "tie/9"}, "compare tie/8 tie/9"),
    ("compare", {"a": 6, "b": 8, "bet": "tie"}, "compare 6 8 --bet tie"),
    ("explain", {"bet": "lucky-6/12-23"}, "explain lucky-6/12-23"),
    ("removal", {"bet": "tie", "by": "points"}, "removal --bet tie --by points"),
    (
        "count",
        {"bet": "tie", "tags": "1 0 0 0 0 0 0 0 0 -4"},
        "count --bet tie --tags '1 0 0 0 0 0 0 0 0 -4'",
    ),
    ("tail", {"bet": "tie", "unseen": 6}, "tail --bet tie --unseen 6"),
    ("sweep", {"bet": "tie", "shoes": 20}, "sweep --bet tie --shoes 20"),
    (
        "design",
        {"bet": "tie", "edge": "5%..8%", "pays": {"win": "1..20"}, "rank": "-edge"},
        "design tie --edge 5%..8% --pays win=1..20 --rank=-edge",
    ),
    ("solve", {"bet": "tie", "edge": "5%", "lines": "win"}, "solve tie win --edge 5%"),
    (
        "joint",
        {"bet": ["player", "tie"], "stake": {"tie": 2, "player": 1}},
        "joint --bet player --bet tie --stake tie=2 --stake player=1",
    ),
    (
        "deal",
        {"seed": 7, "procedure": "reserve-cards", "reserve": False, "roads": True},
        "deal --seed 7 --procedure reserve-cards --no-reserve --roads",
    ),
    ("deal", {"seed": 7, "roads": False}, "deal --seed 7"),
    ("replay", {"file": "shoe.txt"}, "replay shoe.txt"),
    ("settle", {"file": "shoe.txt", "balance": "100"}, "settle shoe.txt --balance 100"),
    ("roads", {"file": "shoe.txt"}, "roads shoe.txt"),
    ("lint", {"file": ["my.toml"]}, "lint my.toml"),
    ("audit", {"file": "claims.toml"}, "audit claims.toml"),
    ("certify", {"variant": "classic", "bet": "tie", "decks": 1}, "certify classic --bet tie --decks 1"),
    (
        "list",
        {"sort": "bets", "where": ["pair", "needs=ranks"]},
        "list bets --where pair --where needs=ranks",
    ),
    ("show", {"item": "punto-banco"}, "show punto-banco"),
    ("schema", {"name": "tail"}, "schema tail"),
]


@pytest.mark.parametrize(("name", "options", "line"), SAME, ids=[line for _, _, line in SAME])
def test_the_answer_equals_the_output_of_the_command_line(
    server: Server,
    name: str,
    options: dict[str, object],
    line: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: object,
) -> None:
    import shlex

    monkeypatch.chdir(str(tmp_path))
    for file, text in FILES.items():
        with open(file, "w", encoding="utf-8") as opened:
            opened.write(text)
    reply = server.ask(name, **options, files=FILES)
    words = shlex.split(line) + ([] if name in ("certify", "schema") else ["--format", "json"])
    assert main(words) in (0, 1)
    assert (reply.status, reply.body.decode()) == (200, capsys.readouterr().out)
    assert reply.headers["content-type"] == "application/json"


def test_files_that_no_option_names_are_the_input_of_a_command(server: Server) -> None:
    named = server.ask("lint", file=["my.toml"], files={"my.toml": BETS})
    assert server.ask("lint", files={"my.toml": BETS}).body == named.body
    settled = server.ask("settle", files={"shoe.txt": SHOE, "my.toml": BETS}, bets="my.toml")
    assert settled.json["schema"].startswith("baccarat-settle/")


def test_keys_can_have_hyphens(server: Server) -> None:
    body = {"bet": "tie", "edge": "14%..15%"}
    with_hyphen = server.ask("design", **body, pays={"win": "8"}, **{"hit-rate": "9%..10%"})
    assert with_hyphen.body == server.ask("design", **body, pays={"win": "8"}, hit_rate="9%..10%").body


REFUSED: list[tuple[str, dict[str, object], int, str]] = [
    ("odds", {"variant": "clasic"}, 400, "unknown variant 'clasic'; did you mean 'classic'?"),
    ("odds", {"deks": 6}, 400, "unknown option 'deks' of odds; did you mean 'decks'?"),
    ("odds", {"format": "html"}, 400, "unknown option 'format' of odds"),
    ("odds", {"output": "x"}, 400, "unknown option 'output' of odds"),
    ("sweep", {"cluster": "tcp://a:1"}, 400, "unknown option 'cluster' of sweep"),
    ("odds", {"decks": True}, 400, "expected decks as a text or a number, got true"),
    ("odds", {"decks": None}, 400, "expected decks as a text or a number, got null"),
    (
        "odds",
        {"given": "player_total = 3"},
        400,
        "character 14 of the condition: expected '==' to compare, got '='",
    ),
    ("odds", {"decks": [6, 8]}, 400, "expected one value of decks, got a list"),
    ("odds", {"decks": {"a": 1}}, 400, "expected decks as a text, got an object"),
    ("odds", {"bet": {"tie": 1}}, 400, "expected bet as a text, got an object"),
    ("odds", {"exhaustive": 1}, 400, "expected exhaustive as true or false, got '1'"),
    ("odds", {"pay": {"a=b": 1}}, 400, "expected names without '=' as keys of pay, got 'a=b'"),
    ("tail", {"bet": "tie"}, 400, "--unseen is required: the number of unseen cards, 6 or more"),
    ("explain", {}, 400, "'bet' is required by explain"),
    ("replay", {}, 400, "'file' is required by replay"),
    ("od", {}, 404, "unknown command 'od'; did you mean 'odds'?"),
    ("publish", {}, 404, "unknown command 'publish'; see /api/openapi.json"),
    ("serve", {}, 404, "unknown command 'serve'; did you mean 'sweep'?"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "status", "sentence"), REFUSED)
def test_a_wrong_request_is_refused_in_one_sentence(
    server: Server, name: str, options: dict[str, object], status: int, sentence: str
) -> None:
    reply = server.ask(name, **options)
    assert (reply.status, reply.error) == (status, sentence)


def test_the_description_is_valid_openapi(server: Server) -> None:
    described = server.get("/api/openapi.json").json
    assert described["openapi"] == "3.1.0"
    for schema in described["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    odds = described["paths"]["/api/odds"]["post"]
    assert set(odds["responses"]) >= {"200", "400", "401", "403", "405", "413", "415", "422", "429", "503"}
    asked = {"$ref": "#/components/schemas/odds-options", "components": described["components"]}
    for options in ({"variant": "classic", "decks": 6, "pay": {"tie": "9"}, "seen": "9c"}, {"bet": ["tie"]}):
        jsonschema.validate(options, asked)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"deks": 6}, asked)
    answer = {"$ref": "#/components/schemas/odds-2", "components": described["components"]}
    jsonschema.validate(server.ask("odds", decks=6).json, answer)


def test_every_example_of_the_description_is_answered(server: Server) -> None:
    described = server.get("/api/openapi.json").json
    for path, methods in described["paths"].items():
        content = methods.get("post", {}).get("requestBody", {}).get("content", {})
        for example in content.get("application/json", {}).get("examples", {}).values():
            if "/jobs/" not in path and path not in ("/api/sweep", "/api/prediction"):
                reply = server.request(
                    "POST", path, json.dumps(example["value"]), {"content-type": "application/json"}
                )
                assert reply.status == 200, (path, example, reply.body)


def test_the_page_has_a_security_policy_for_its_scripts(server: Server) -> None:
    page = server.get("/")
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert page.body.decode().lstrip().lower().startswith("<!doctype html>")
    assert page.headers["content-security-policy"] == "frame-ancestors 'none'"
    policy = html.unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', page.body.decode())[1])
    assert "default-src 'none'" in policy
    assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
    assert server.get("/?variant=ez-baccarat").status == 200
    assert server.get("/?variant=clasic").error == "unknown variant 'clasic'; did you mean 'classic'?"
    assert server.get("/?variant=../x.toml").error == "expected the id of a variant, got '../x.toml'"
