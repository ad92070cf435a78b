"""What one client, one request and one process may take. Knows nothing of how it is enforced."""

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Every limit of the server; seconds, bytes and numbers."""

    seconds: float = 10  # for the answer to a request, and for waiting for a free process
    job_seconds: float = 3600  # for the answer of a job
    arrive: float = 10  # for a request to arrive whole, from its first byte; and for a client to take bytes
    idle: float = 15  # that a connection is kept for another request
    body: int = 4_000_000  # bytes of a request
    arriving: int = 64_000_000  # bytes of all requests that are arriving
    files: int = 16  # the number of files in a request
    answer: int = 16_000_000  # bytes of an answer
    unsent: int = 128_000_000  # bytes of all answers that clients have not taken yet
    memory: int = 2_000_000_000  # bytes of data of one process, where the system limits them, as Linux does
    retire: int = 600_000_000  # bytes of memory from which a process is replaced once it has answered
    processes: int = os.cpu_count() or 1  # how many answer requests
    waiting: int = 64  # how many requests wait for a free process
    connections: int = 256  # how many are open at once
    running: int = max(1, (os.cpu_count() or 1) // 2)  # how many jobs run at once
    jobs: int = 32  # how many are known at once, those that are finished included
    kept: int = 64_000_000  # bytes of all finished answers of jobs
    kept_seconds: float = 600  # that a finished job is known
    listeners: int = 32  # how many clients follow the events of jobs
