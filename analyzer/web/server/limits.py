"""The limits on clients, requests and processes. Knows nothing of how they are enforced."""

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Every limit of the server, in seconds, bytes or counts."""

    seconds: float = 10  # to answer a request, and to wait for a free process
    job_seconds: float = 3600  # to answer a job
    arrive: float = 10  # for a whole request to arrive, from its first byte; for a client to read some bytes
    idle: float = 15  # that a connection stays open for another request
    body: int = 4_000_000  # bytes of a request
    arriving: int = 64_000_000  # bytes of all requests that are arriving
    files: int = 16  # files in a request
    answer: int = 16_000_000  # bytes of an answer
    unsent: int = 128_000_000  # bytes of all answers that clients have not read yet
    memory: int = 2_000_000_000  # bytes of data of one process, on systems that can limit them, such as Linux
    retire: int = 600_000_000  # peak bytes of memory at which a process is replaced, after its answer
    processes: int = os.cpu_count() or 1  # worker processes that answer requests
    waiting: int = 64  # requests that wait for a free process
    connections: int = 256  # open connections
    running: int = max(1, (os.cpu_count() or 1) // 2)  # jobs that run at once
    jobs: int = 32  # jobs kept at once, including finished ones
    kept: int = 64_000_000  # bytes of all finished answers of jobs
    kept_seconds: float = 600  # that a finished job is kept
    listeners: int = 32  # clients that follow the events of jobs
