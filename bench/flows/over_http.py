"""Small plans over HTTP at once: `python bench/flows/over_http.py [REQUESTS] [--json]`; prints one JSON object.

Every request has a connection of its own, all are opened together, and each runs one small plan by `POST /execute`.
Beside it, turn by turn, a FastAPI application that does nothing but read the same JSON and answer as much.
`errors` counts every answer that is not 200 with a run of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

STEP = {"id": "knowledge.calculate", "step_id": "sum", "target": "Add it up", "inputs": {"expression": "19 + 23"}}
PLAN = {"target": "Add two numbers", "plan": {"steps": [STEP], "outputs": {"sum": "${sum.outputs.value}"}}}
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")
ROUNDS = 3
BARE = """
import socket, sys, uvicorn
from fastapi import FastAPI
app = FastAPI()
answer = {"status": "answered", "run_id": "", "steps": [], "padding": "x" * 900}
@app.post("/execute")
async def execute(planned: dict) -> dict:
    return answer
listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
config = uvicorn.Config(app, http="h11", loop="asyncio", log_level="error", access_log=False, backlog=2048)
uvicorn.Server(config).run(sockets=[listening])
"""


@contextmanager
def serving(command: list[str], environ: dict[str, str]) -> Iterator[int]:
    """A server process; gives its port."""
    process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        found = None
        while found is None:
            found = ADDRESS.search(process.stdout.readline())
        yield int(found[1])
    finally:
        process.terminate()
        process.wait(60)


async def ask(port: int, request: bytes) -> tuple[float, int, str]:
    """One request on a connection of its own: seconds, status, and the run that it made."""
    began = time.perf_counter()
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        answer = await reader.read()
        writer.close()
    except OSError:
        return time.perf_counter() - began, 0, ""
    head, _, body = answer.partition(b"\r\n\r\n")
    status = int(head.split()[1]) if head else 0
    run = json.loads(body).get("run_id", "") if status == 200 else ""
    return time.perf_counter() - began, status, run


async def burst(port: int, token: str, count: int) -> list[tuple[float, int, str]]:
    """As many requests at once."""
    body = json.dumps(PLAN).encode()
    head = f"POST /execute HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return await asyncio.gather(*(ask(port, head.encode() + body) for _ in range(count)))


def measured(port: int, token: str, count: int) -> dict[str, Any]:
    """One burst: how long all of it took, how long one answer did, and how many were none."""
    began = time.perf_counter()
    answers = asyncio.run(burst(port, token, count))
    whole = time.perf_counter() - began
    times = sorted(seconds for seconds, _, _ in answers)
    runs = {run for _, status, run in answers if status == 200}
    return {
        "seconds": whole,
        "p50_ms": 1000 * statistics.median(times),
        "p95_ms": 1000 * times[int(0.95 * (count - 1))],
        "errors": sum(status != 200 for _, status, _ in answers),
        "runs": len(runs),
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("requests", nargs="?", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    count = parser.parse_args().requests
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "AURA_HOME": str(Path(folder, "state")), "HOME": folder}
        ours_command = [sys.executable, "-m", "aura", "serve", "--port", "0", "--workspace", folder]
        with serving(ours_command, environ) as port, serving([sys.executable, "-c", BARE], environ) as other:
            token = Path(folder, "state", "http", "token").read_text().strip()
            measured(port, token, 10)
            measured(other, token, 10)
            pairs = [(measured(port, token, count), measured(other, token, count)) for _ in range(ROUNDS)]
    ours, bare = (sorted(column, key=lambda one: one["seconds"])[ROUNDS // 2] for column in zip(*pairs, strict=True))
    found = {
        "requests": count,
        "errors": sum(one["errors"] for one, _ in pairs),
        "lost_runs": sum(count - one["runs"] for one, _ in pairs),
        "aura": {name: round(value, 3) for name, value in ours.items()},
        "bare_fastapi": {name: round(value, 3) for name, value in bare.items() if name != "runs"},
        "times_bare": round(statistics.median(one["seconds"] / other["seconds"] for one, other in pairs), 2),
    }
    print(json.dumps(found, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
