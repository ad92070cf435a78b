"""How many questions per second the server answers: `odds`, with a different shoe each time.

    python tests/campaigns/serve_load.py [SECONDS] [--one-core]

starts a server, sends questions over a few persistent connections, and prints the rate and the response
times. With `--one-core` the server and its processes share the first core of this machine, and the questions
come from the other cores, if there are any.
"""

import http.client
import json
import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

CONNECTIONS = 4
RANKS = ["A", *"23456789TJQK"]


def main() -> None:
    """Measure, and print one line of results."""
    seconds = next((float(word) for word in sys.argv[1:] if word.isdigit()), 10.0)
    one_core = "--one-core" in sys.argv and hasattr(os, "sched_setaffinity")
    cores = sorted(os.sched_getaffinity(0)) if one_core else []
    if one_core:
        os.sched_setaffinity(0, cores[:1])
    command = [sys.executable, "-m", "analyzer", "serve", "--port", "0", "--no-open"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    if one_core:
        os.sched_setaffinity(0, cores[1:] or cores)
    try:
        assert server.stdout is not None
        address = urlsplit(server.stdout.readline().strip())
        ask(address.netloc, 1)
        with ThreadPoolExecutor(CONNECTIONS) as clients:
            times = [
                t for some in clients.map(ask, [address.netloc] * CONNECTIONS, [seconds] * 4) for t in some
            ]
    finally:
        server.terminate()
        server.wait(20)
    times.sort()
    middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
    rate = len(times) / seconds
    print(f"{rate:.0f} per second, median {middle * 1000:.1f} ms, 99% within {late * 1000:.1f} ms")


def ask(netloc: str, seconds: float) -> list[float]:
    """The seconds that each of several successive questions took."""
    connection = http.client.HTTPConnection(netloc)
    chance, times = random.Random(), []
    end = time.perf_counter() + seconds
    while (begun := time.perf_counter()) < end:
        shoe = {rank: chance.randint(4, 32) for rank in RANKS}
        body = json.dumps({"variant": "standard", "remaining": shoe})
        connection.request("POST", "/api/odds", body, {"content-type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status == 200, text
        times.append(time.perf_counter() - begun)
    return times


if __name__ == "__main__":
    main()
