"""The room Check: answers of the commands, checks without a server, and files kept across reloads."""

import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from suite import DATA

import analyzer as ba
from analyzer.cli.main import main
from analyzer.render.formats.render import readable_json
from analyzer.web.page import page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser

ADDRESS = "http://page.test/"
RECORD = (DATA / "faulty.txt").read_text(encoding="utf-8")
SHEET = (DATA / "sheets" / "ten-faults.toml").read_text(encoding="utf-8")
CLAIMS = (DATA / "sheets" / "claims.toml").read_text(encoding="utf-8")


def certificate(variant: str = "standard", shoe: Any = None, **asked: Any) -> dict[str, Any]:
    """A certificate as a document."""
    document: dict[str, Any] = json.loads(readable_json(ba.certify(ba.odds(variant, shoe, **asked))))
    return document


@pytest.fixture
def asked() -> list[dict[str, Any]]:
    """The questions that the page sent to its server, in order."""
    return []


@pytest.fixture
def served(
    browser: "Browser", tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[dict[str, Any]]
) -> "Iterator[Page]":
    """The page as a server sends it; its questions are answered by running the command line."""
    monkeypatch.chdir(tmp_path)
    text = page(ba.question("standard"), served=True)

    def run(command: str, request: dict[str, Any]) -> tuple[int, str]:
        asked.append(request)
        for name, content in request["files"].items():
            (tmp_path / name).write_text(content, encoding="utf-8", newline="")
        out, err = StringIO(), StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = main([command, "--format", "json", "--lang", request["lang"], request["file"]])
        return status, err.getvalue().removeprefix("baccarat: ").strip() if status == 2 else out.getvalue()

    jobs: list[tuple[int, str]] = []
    polled: list[str] = []

    def answer(route: "Route") -> None:
        """Answer as the server does; a job is still running at the first request for its state."""
        way = route.request.url.removeprefix(ADDRESS).split("/")[1:]
        match [route.request.method, *way]:
            case ["GET"]:
                route.fulfill(body=text, content_type="text/html")
            case ["POST", command]:
                status, body = run(command, route.request.post_data_json)
                failed = json.dumps({"error": body})
                route.fulfill(status=400, body=failed) if status == 2 else route.fulfill(body=body)
            case ["POST", "jobs", command]:
                jobs.append(run(command, route.request.post_data_json))
                route.fulfill(status=202, body=json.dumps({"job": f"{len(jobs) - 1}", "state": "waiting"}))
            case ["GET", "jobs", job]:
                status, body = jobs[int(job)]
                state = ("failed" if status == 2 else "done") if job in polled else "running"
                polled.append(job)
                error = body if state == "failed" else None
                route.fulfill(body=json.dumps({"job": job, "state": state, "error": error}))
            case ["GET", "jobs", job, "answer"]:
                route.fulfill(body=jobs[int(job)][1])
            case ["DELETE", "jobs", job]:
                asked.append({"stopped": job})
                route.fulfill(body="{}")

    context = browser.new_context()
    context.route(f"{ADDRESS}**", answer)
    shown = context.new_page()
    faults: list[str] = []
    shown.on("pageerror", lambda error: faults.append(str(error)))
    shown.goto(f"{ADDRESS}#room=check")
    yield shown
    context.close()
    assert not faults


def put(shown: "Page", name: str, text: str | bytes) -> None:
    """Choose a file."""
    content = text if isinstance(text, bytes) else text.encode()
    file = {"name": name, "mimeType": "text/plain", "buffer": content}
    shown.locator(".check input[type=file]").set_input_files(files=[file])


LOPSIDED = ba.Shoe.parse("0=2 1=9 4=5 5=1 6=4 9=3")
CERTIFICATE = json.dumps(certificate(shoe=LOPSIDED, bets=["tie"]))
CASES = {
    "sheet": ("my sheet.toml", SHEET, "lint", "sheet.toml", "Where"),
    "claims": ("claims-1.toml", CLAIMS, "audit", "claims-1.toml", "Verdict"),
    "certificate": (
        "c.json",
        json.dumps(certificate(shoe=LOPSIDED, bets=["tie"])),
        "verify-certificate",
        "c.json",
        "What",
    ),
    "record": ("shoe", RECORD, "replay", "record.txt", "Fault"),
}


@pytest.mark.parametrize(("name", "text", "command", "plain", "head"), CASES.values(), ids=CASES)
def test_findings_equal_those_of_the_command(
    served: "Page",
    asked: list[Any],
    tmp_path: Path,
    name: str,
    text: str,
    command: str,
    plain: str,
    head: str,
) -> None:
    put(served, name, text)
    sentence = served.locator(".verdict .sentence").inner_text()
    out = StringIO()
    with redirect_stdout(out):
        main([command, "--format", "json", plain])
    document = json.loads(out.getvalue())
    assert asked == [{"lang": "en", "file": plain, "files": {plain: text}}]
    assert sentence[2:] == document["verdict"]["sentence"]
    assert sentence[0] == {True: "✓", False: "✗", None: "?"}[document["verdict"]["holds"]]
    assert served.locator(".check table").first.locator("th").first.inner_text() == head
    with served.expect_download() as saved:
        served.get_by_role("button", name="Save the whole answer as JSON").click()
    assert json.loads(Path(saved.value.path()).read_text(encoding="utf-8")) == document
    with served.expect_download() as saved:
        served.get_by_role("button", name="Save what is shown as Markdown").click()
    markdown = Path(saved.value.path()).read_text(encoding="utf-8")
    assert markdown.startswith(f"# {document['verdict']['sentence']}\n")
    rows = sum(table.locator("tr").count() + 1 for table in served.locator(".check table").all())
    assert sum(line.startswith("| ") for line in markdown.splitlines()) == rows
    served.reload()
    assert served.locator(".verdict .sentence").inner_text() == sentence


def test_a_file_can_be_read_as_another_kind(served: "Page", asked: list[Any]) -> None:
    put(served, "claims.toml", CLAIMS)
    served.locator(".verdict").wait_for()
    served.get_by_label("Read as").select_option("sheet")
    served.get_by_role("columnheader", name="Severity").wait_for()
    assert served.locator(".check code").inner_text() == "baccarat lint claims.toml"
    served.get_by_label("Read as").select_option("certificate")
    error = served.locator(".check [role=status] .alarm").inner_text()
    assert error.startswith("certificate.json: expected a certificate in JSON, got other text")
    assert not served.locator(".verdict").count()


def test_an_answer_about_another_question_is_not_shown(served: "Page") -> None:
    put(served, "claims.toml", CLAIMS)
    served.locator(".verdict").wait_for()
    served.route("**/api/**", lambda route: None)
    served.get_by_label("Read as").select_option("sheet")
    served.get_by_text("Computing …").wait_for()
    assert not served.locator(".verdict, .check table").count()


def test_a_job_is_stopped_when_its_file_is_removed(served: "Page", asked: list[Any]) -> None:
    served.route("**/api/jobs/0", lambda route: route.fulfill(body='{"state": "running"}'), times=1)
    put(served, "claims.toml", CLAIMS)
    with served.expect_request("**/api/jobs/0"):
        pass
    with served.expect_response(lambda response: response.request.method == "DELETE"):
        served.get_by_role("button", name="Remove").click()
    assert asked[-1] == {"stopped": "0"}


def test_a_dropped_file_and_typed_text_are_checked(served: "Page", asked: list[Any]) -> None:
    script = """text => {
        const files = new DataTransfer();
        files.items.add(new File([text], "shoe.csv"));
        dispatchEvent(new DragEvent("drop", { dataTransfer: files, cancelable: true }));
    }"""
    served.evaluate(script, "winner\nB\nP\n")
    served.locator(".verdict").wait_for()
    assert asked[-1]["files"] == {"shoe.csv": "winner\nB\nP\n"}
    served.get_by_role("button", name="Remove").click()
    assert not served.locator(".verdict").count()
    served.get_by_label("Text of the file").fill("[[bet]]\nid = 'x'\n")
    served.locator(".verdict").wait_for()
    assert asked[-1]["files"] == {"sheet.toml": "[[bet]]\nid = 'x'\n"}


def test_a_file_is_sent_byte_for_byte(served: "Page", asked: list[Any]) -> None:
    texts = ["B\r\nP\n", "\ufeffB\n", "# α\tB\u2028P\n"]
    for number, text in enumerate(texts):
        put(served, f"shoe-{number}.txt", text)
        served.get_by_label(f"Text of shoe-{number}.txt").wait_for()
        served.locator(".verdict, .alarm:not(:empty)").first.wait_for()
        served.get_by_role("button", name="Remove").click()
    assert [one["files"] for one in asked] == [
        {f"shoe-{number}.txt": text} for number, text in enumerate(texts)
    ]


def test_bytes_that_are_not_text_are_rejected(served: "Page", asked: list[Any]) -> None:
    put(served, "shoe.txt", b"B \xff P")
    sentence = "shoe.txt is not a text file in UTF-8; nothing was read."
    served.get_by_text(sentence).wait_for()
    assert asked == []


# Without a server

COMMANDS = {
    "my-bets.toml": "baccarat lint my-bets.toml",
    "my bets.toml": "baccarat lint 'my bets.toml'",
    "-o.toml": "baccarat lint ./-o.toml",
    "it's.toml": "baccarat lint 'it'\\''s.toml'",
}


def test_without_a_server_the_command_is_shown(opened: Callable) -> None:
    shown = opened(fragment="#room=check")
    for name, command in COMMANDS.items():
        put(shown, name, SHEET)
        shown.get_by_label(f"Text of {name}").wait_for()
        assert shown.locator(".check code").inner_text() == command
        assert "opened without a server" in shown.locator(".check").inner_text()
        assert not shown.locator(".verdict").count()
        shown.get_by_role("button", name="Remove").click()


def here(shown: "Page", document: Any) -> str:
    """The page's verdict on a certificate."""
    if (remove := shown.get_by_role("button", name="Remove")).count():
        remove.click()
    text = document if isinstance(document, str) else json.dumps(document)
    put(shown, "c.json", text)
    shown.get_by_label("Text of c.json").wait_for()
    return shown.locator(".verdict .sentence, .check > .alarm").first.inner_text()


SAME = "? Bets whose ways and EV match this page's count:"
SHOES = {"8 decks": None, "lopsided": LOPSIDED, "70 decks": ba.Shoe.decks(70)}


@pytest.mark.parametrize("shoe", SHOES.values(), ids=SHOES)
def test_the_page_recounts_a_certificate(opened: Callable, shoe: Any) -> None:
    bets = ["player", "banker", "tie", "dragon-7"]
    found = here(opened(fragment="#room=check"), certificate("standard", shoe, bets=bets))
    assert found == f"{SAME} 3."


def test_multiplied_prices_are_compared_too(opened: Callable) -> None:
    document = certificate("power-baccarat-98")
    shown = opened("power-baccarat-98", fragment="#room=check")
    n = len(document["bets"])
    assert here(shown, document) == f"{SAME} {n}."
    [line] = (line for line in document["bets"][0]["lines"] if "multiplier" in line)
    line["multiplier"][0][1] = "4/6"
    assert here(shown, document).startswith(f"{SAME} {n - 1}.")


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """A certificate of Tie with one value changed."""
    document = certificate(bets=["tie"])
    inner: Any = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return document


CANNOT = "This page cannot check it: "
WRONG = "✗ Numbers that differ from this page's count: 1."
NONE = "? This page has none of the bets"
OTHER = {
    "other ways": (("bets", 0, "lines", 0, "ways"), "1", WRONG),
    "ways as a number": (("bets", 0, "lines", 0, "ways"), 475627426473216, WRONG),
    "another EV": (("bets", 0, "ev"), "0", WRONG),
    "another total": (("total_ways",), "1", WRONG),
    "another price": (("bets", 0, "lines", 0, "net"), "9", NONE),
    "another condition": (("bets", 0, "lines", 0, "when"), "not tie", NONE),
    "something set aside": (("bets", 0, "locked"), "9", NONE),
    "another schema": (
        ("schema",),
        "baccarat-certificate/1",
        CANNOT + "expected a document",
    ),
    "other rules": (("rules", "naturals"), [9], CANNOT + "its rules"),
    "some rules": (("rules",), {"naturals": [8, 9]}, CANNOT + "its rules"),
    "unknown rules": (("rules", "more"), 1, CANNOT + "its rules"),
    "something given": (("given",), "tie", CANNOT + "something is known"),
    "another size": (("shoe", "cards"), 415, CANNOT + "its counts"),
    "another card": (("shoe", "counts", "1s"), 8, CANNOT + "its counts"),
    "half a card": (
        ("shoe", "counts", "As"),
        7.5,
        CANNOT + "expected a certificate in JSON",
    ),
    "no bets": (("bets",), None, CANNOT + "expected a certificate in JSON"),
}


def test_other_certificates_do_not_pass(opened: Callable) -> None:
    shown = opened(fragment="#room=check")
    for name, (path, to, sentence) in OTHER.items():
        assert here(shown, changed(*path, to=to)).startswith(sentence), name


def test_a_certificate_with_a_repeated_key_or_a_decimal_is_rejected(opened: Callable) -> None:
    shown = opened(fragment="#room=check")
    text = json.dumps(certificate(bets=["tie"]))
    for other in (
        text.replace('"given": null', '"given": "tie", "given": null'),
        text.replace('"cards": 416,', '"cards": 416.0,'),
        text.replace('"cards": 416,', '"cards": 4.16e2,'),
    ):
        assert other != text
        assert here(shown, other).startswith(CANNOT + "expected a certificate in JSON"), other


def test_coups_of_a_record_can_be_shown_on_the_board(opened: Callable) -> None:
    shown = opened(fragment="#room=check&board=P")
    put(shown, "shoe.txt", "B Pp\nT # a tie\n")
    shown.get_by_role("button", name="Show its coups on the board (3)").click()
    assert shown.locator(".board textarea").input_value() == "B Pp\nT # a tie\n"
    shown.keyboard.press("u")
    assert shown.locator(".board textarea").input_value() == "P"
    shown.get_by_role("tab", name="Check").click()
    put(shown, "shoe.txt", "bpb")
    shown.get_by_label("Text of shoe.txt").wait_for()
    assert not shown.get_by_role("button", name="Show its coups").count()


def test_a_long_file_is_kept_while_rooms_change(opened: Callable) -> None:
    shown = opened(fragment="#room=check")
    put(shown, "shoe.txt", "B " * 3_000_000)
    shown.get_by_text("a reload loses it").wait_for()
    shown.get_by_text("the text has 6,000,000 characters").wait_for()
    shown.get_by_role("tab", name="Live shoe").click()
    shown.get_by_role("tab", name="Check").click()
    shown.get_by_text("the text has 6,000,000 characters").wait_for()
