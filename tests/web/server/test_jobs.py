"""Jobs: long questions with progress, an answer to fetch, and a way to stop them."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from served import JSON, Server, serving

from analyzer.web.server.answers import Refused
from analyzer.web.server.jobs import Job, Jobs
from analyzer.web.server.limits import Limits
from analyzer.web.server.pool import Program, Question

pytestmark = pytest.mark.slow  # Servers and processes start and are waited for.

LONG = {"bet": "tie", "shoes": 1_000_000}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def begun(server: Server, name: str, **options: object) -> str:
    reply = server.request("POST", f"/api/jobs/{name}", json.dumps(options), JSON)
    assert reply.status == 202, reply.body
    assert reply.headers["location"] == f"/api/jobs/{reply.json['job']}"
    assert (reply.json["command"], reply.json["state"]) == (name, "waiting")
    return str(reply.json["job"])


def events(server: Server, job: str, last: str = "", seconds: float = 60) -> list[tuple[str, object]]:
    """The events of a job until the server closes the connection, or until one with the name `last`."""
    found: list[tuple[str, object]] = []
    with socket.create_connection((server.host, server.port), timeout=seconds) as connection:
        head = f"GET /api/jobs/{job}/events HTTP/1.1\r\nhost: localhost:{server.port}\r\n"
        connection.sendall(f"{head}connection: close\r\n\r\n".encode())
        stream = connection.makefile("rb")
        name = ""
        for line in stream:
            if line.startswith(b"event: "):
                name = line[7:].decode().strip()
            elif line.startswith(b"data: "):
                found.append((name, json.loads(line[6:])))
                if name == last:
                    break
    return found


def followed(server: Server, job: str) -> socket.socket:
    """A connection on which the events of a job have started."""
    connection = socket.create_connection((server.host, server.port), timeout=60)
    connection.sendall(
        f"GET /api/jobs/{job}/events HTTP/1.1\r\nhost: localhost:{server.port}\r\n\r\n".encode()
    )
    assert connection.recv(65536).startswith(b"HTTP/1.1 200 OK")
    return connection


def test_a_job_gives_the_same_answer_as_the_question(server: Server) -> None:
    job = begun(server, "odds", variant="classic", decks=6)
    *_, (name, document) = events(server, job)
    assert (name, document) == ("done", server.get(f"/api/jobs/{job}").json)
    answer = server.get(f"/api/jobs/{job}/answer")
    assert (answer.status, answer.body) == (200, server.ask("odds", variant="classic", decks=6).body)


def test_a_job_reports_progress_and_can_be_stopped(server: Server) -> None:
    job = begun(server, "sweep", **LONG)
    early = server.get(f"/api/jobs/{job}/answer")
    assert (early.status, early.error) == (409, "the job is not done yet")
    *_, (name, progress) = events(server, job, "progress")
    assert name == "progress"
    assert isinstance(progress, dict)
    assert list(progress) == ["done", "total", "unit"]
    assert (0 < progress["done"] < progress["total"], progress["unit"]) == (True, "shoes")
    before = set(server.workers())
    stopped = server.request("DELETE", f"/api/jobs/{job}")
    assert (stopped.status, stopped.json["state"], stopped.json["error"]) == (
        200,
        "stopped",
        "the job was stopped",
    )
    end = time.monotonic() + 10
    while set(server.workers()) == before and time.monotonic() < end:
        time.sleep(0.05)
    assert set(server.workers()) < before
    assert server.get(f"/api/jobs/{job}").status == 404
    assert server.request("DELETE", f"/api/jobs/{job}").status == 404


def test_a_failed_job_says_why(server: Server) -> None:
    job = begun(server, "odds", variant="clasic")
    *_, (name, document) = events(server, job)
    assert isinstance(document, dict)
    assert (name, document["error"]) == ("failed", "unknown variant 'clasic'; did you mean 'classic'?")
    answer = server.get(f"/api/jobs/{job}/answer")
    assert (answer.status, answer.error) == (409, document["error"])


def test_a_wrong_request_does_not_start_a_job(server: Server) -> None:
    assert server.request("POST", "/api/jobs/odds", b'{"deks": 6}', JSON).status == 400
    assert server.request("POST", "/api/jobs/od", b"{}", JSON).status == 404


def test_a_job_is_known_only_by_its_id(server: Server) -> None:
    first, second = (begun(server, "odds", bet="tie") for _ in range(2))
    assert first != second
    assert len(first) == 22
    for path in ("/api/jobs", "/api/jobs/", f"/api/jobs/{first[:-1]}", f"/api/jobs/{first[::-1]}"):
        assert server.get(path).status in (404, 405)
    unknown = server.get(f"/api/jobs/{'a' * 22}/events")
    assert (unknown.status, unknown.error) == (404, "unknown job; it never existed or has been removed")


def test_the_number_of_jobs_is_limited_and_disconnected_followers_do_not_count() -> None:
    with serving() as own:
        jobs = [begun(own, "sweep", **LONG) for _ in range(32)]
        refused = own.request("POST", "/api/jobs/odds", b"{}", JSON)
        assert (refused.status, refused.headers["retry-after"]) == (429, "10")
        assert refused.error == "too many jobs are waiting or running; try again later"
        followers = [followed(own, jobs[0]) for _ in range(32)]
        follow = own.get(f"/api/jobs/{jobs[0]}/events")
        assert (follow.status, follow.headers["retry-after"]) == (429, "10")
        assert follow.error == "too many clients are following jobs; request the job's state instead"
        for follower in followers:
            follower.close()
        # Questions that are not jobs are still answered.
        assert own.ask("odds", bet="tie").status == 200
        for _ in range(40):
            assert events(own, jobs[0], "progress")[-1][0] == "progress"
        assert own.request("DELETE", f"/api/jobs/{jobs[1]}").status == 200
        assert own.request("POST", "/api/jobs/odds", b"{}", JSON).status == 202


def test_finished_jobs_are_removed_by_size_number_and_age() -> None:
    async def known(**limits: float) -> list[bytes]:
        """The answers still kept of two successive jobs, whose answers have two bytes each."""
        jobs = Jobs(Program("builtins:print"), Limits(**limits))  # type: ignore[arg-type]
        answers = []
        for job in [await ended(jobs, "a"), await ended(jobs, "b")]:
            with suppress(Refused):
                answers.append(jobs.find(job.id).answer)
        return answers

    async def all_of_them() -> list[list[bytes]]:
        return await asyncio.gather(known(kept=4), known(kept=3), known(jobs=1), known(kept_seconds=0))

    assert asyncio.run(all_of_them()) == [[b"a\n", b"b\n"], [b"b\n"], [b"b\n"], []]


async def ended(jobs: Jobs, word: str) -> Job:
    job = jobs.add("print", Question((word,)))
    assert job.task is not None
    await job.task
    return job


def test_an_internal_error_is_shown_on_the_servers_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    async def failed() -> Job:
        return await ended(Jobs(Program("builtins:int"), Limits()), "x")

    job = asyncio.run(failed())
    sentence = "internal error; the server's terminal shows the details"
    assert (job.state, job.error) == ("failed", sentence)
    assert "ValueError: invalid literal for int()" in capsys.readouterr().err


def test_a_job_that_takes_too_long_is_stopped() -> None:
    async def failed() -> Job:
        return await ended(
            Jobs(Program("builtins:exec"), Limits(job_seconds=0.1)), "import time; time.sleep(60)"
        )

    job = asyncio.run(failed())
    assert (job.state, job.error) == (
        "failed",
        "the answer took longer than 0.1 seconds",
    )


def test_a_job_keeps_a_hundred_remarks_of_a_thousand_characters() -> None:
    job = Job("id", "odds")
    for number in range(120):
        job.note({"remark": f"{number:>2000}"[::-1]})
    assert [len(remark) for remark in job.remarks] == [1000] * 100
    assert job.remarks[99].startswith("99 ")
    job.note({"progress": {"done": 1}})
    assert (job.progress, len(job.remarks)) == ({"done": 1}, 100)
