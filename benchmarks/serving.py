"""A served model under load, over loopback: one-row requests on connections that stay open, from a client beside it."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from urllib.parse import urlsplit

import numpy as np
from data import noisy, problem
from measure import Goal, Row, Settings

from drupe import SVC, save

CONNECTIONS = (1, 16, 64)
AIMED_AT = 16
"""Clients at once for which the goals are: one leaves the server idle in between, many wait for each other."""

SECONDS = 4.0

GOALS = (Goal("requests / s", 2000.0, at_most=False), Goal("p99 ms", 20.0, at_most=True))
"""What an idle machine with two cores shall reach."""


@dataclass(eq=False)
class Client(asyncio.Protocol):
    """Sends its request again as soon as it is answered, and notes how long that took."""

    request: bytes
    end: float
    taken: list[float]
    over: asyncio.Future[None]
    received: bytearray = field(default_factory=bytearray)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.ask()

    def ask(self) -> None:
        self.start = perf_counter()
        self.transport.write(self.request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.received += data
        head, found, body = bytes(self.received).partition(b"\r\n\r\n")
        if not found or len(body) < int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]):
            return
        if not head.startswith(b"HTTP/1.1 200"):
            self.over.set_exception(RuntimeError(bytes(self.received).decode()))
            return
        self.received.clear()
        self.taken.append(perf_counter() - self.start)
        if perf_counter() < self.end:
            self.ask()
        else:
            self.transport.close()
            self.over.set_result(None)


async def load(port: int, row: list[float], connections: int, seconds: float) -> np.ndarray:
    """The time of every answer, in seconds."""
    body = json.dumps({"rows": [row]}).encode()
    head = f"POST /predict HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    loop, taken, end = asyncio.get_running_loop(), [], perf_counter() + seconds
    clients = [Client(f"{head}\r\n\r\n".encode() + body, end, taken, loop.create_future()) for _ in range(connections)]
    for client in clients:
        await loop.create_connection(lambda client=client: client, "127.0.0.1", port)
    await asyncio.gather(*(client.over for client in clients))
    return np.array(taken)


@contextmanager
def served(machine: SVC) -> Iterator[tuple[int, int]]:
    """`drupe serve` in a process of its own: its id and its port."""
    with tempfile.TemporaryDirectory() as folder:
        save(machine, f"{folder}/model.drupe")
        words = [sys.executable, "-m", "drupe", "serve", f"{folder}/model.drupe", "--port", "0"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                address = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
                yield server.pid, urlsplit(address).port or 0
            finally:
                server.send_signal(signal.SIGTERM)


def processor_seconds(process: int) -> float:
    """What a process has used so far; NaN where the system does not tell."""
    told = Path(f"/proc/{process}/stat")
    if not told.exists():
        return float("nan")
    parts = told.read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def rows(settings: Settings) -> Iterator[Row]:
    """Two classes of twenty columns, then ten classes of digits, each with few connections and with many."""
    x, y = noisy(500)
    digits = problem("digits", settings)
    cases = {
        "2 classes": (SVC().fit(x, y), x[0]),
        "10 classes": (SVC(C=digits.C, gamma=digits.gamma).fit(digits.x, digits.y), digits.new[0]),
    }
    for name, (machine, row) in cases.items():
        with served(machine) as (process, port):
            for connections in CONNECTIONS[: 1 if settings.quick else None]:
                seconds = 0.2 if settings.quick else SECONDS
                asyncio.run(load(port, row.tolist(), connections, 0.2 * seconds))
                before = processor_seconds(process)
                taken = asyncio.run(load(port, row.tolist(), connections, seconds))
                used = processor_seconds(process) - before
                numbers = {
                    "requests / s": len(taken) / seconds,
                    "p50 ms": 1e3 * float(np.quantile(taken, 0.5)),
                    "p99 ms": 1e3 * float(np.quantile(taken, 0.99)),
                    "processor µs / request": 1e6 * used / len(taken),
                }
                yield Row(f"{name}, {connections} connections", numbers, GOALS if connections == AIMED_AT else ())
