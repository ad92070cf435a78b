"""What one client, one request and one process may take. Knows nothing of how it is enforced."""

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Every limit of the server; seconds, bytes and numbers.

    Attributes:
        seconds: for the answer to a request, and for waiting for a free process.
        job_seconds: for the answer of a job.
        arrive: seconds for a request to arrive whole, from its first byte; and for a client to take bytes.
        idle: seconds that a connection is kept for another request.
        body: bytes of a request.
        arriving: bytes of all requests that are arriving.
        files: the number of files in a request.
        answer: bytes of an answer.
        unsent: bytes of all answers that clients have not taken yet.
        memory: bytes of data of one process; enforced where the system limits them, which Linux does.
        retire: bytes of memory from which a process is replaced by a new one once it has answered.
        processes: how many answer requests.
        waiting: how many requests wait for a free process.
        connections: how many are open at once.
        running: how many jobs run at once.
        jobs: how many are known at once, those that are finished included.
        kept: bytes of all finished answers of jobs.
        kept_seconds: how long a finished job is known.
        listeners: how many clients follow the events of jobs.
    """

    seconds: float = 10
    job_seconds: float = 3600
    arrive: float = 10
    idle: float = 15
    body: int = 4_000_000
    arriving: int = 64_000_000
    files: int = 16
    answer: int = 16_000_000
    unsent: int = 128_000_000
    memory: int = 2_000_000_000
    retire: int = 600_000_000
    processes: int = os.cpu_count() or 1
    waiting: int = 64
    connections: int = 256
    running: int = max(1, (os.cpu_count() or 1) // 2)
    jobs: int = 32
    kept: int = 64_000_000
    kept_seconds: float = 600
    listeners: int = 32
