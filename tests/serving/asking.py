"""A client of a served model: inside this process, or over loopback of one in a process of its own."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import numpy as np

from drupe.serving.app import create_app
from drupe.serving.limits import Limits


def asked(model: Any, path: str = "/predict", limits: Limits | None = None, **request: Any) -> httpx.Response:
    """What the app of a model answers to one request, without a network."""

    async def one() -> httpx.Response:
        transport = httpx.ASGITransport(create_app(model, limits), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://model") as client:
            return await client.request("POST" if request else "GET", path, **request)

    return asyncio.run(one())


def answers(model: Any, rows: Sequence[Any]) -> list[dict[str, Any]]:
    """The answers to rows, which must be answered."""
    response = asked(model, json={"rows": rows})
    assert response.status_code == 200, response.text
    found: list[dict[str, Any]] = response.json()["answers"]
    return found


def error(response: httpx.Response) -> str:
    """What a refusal says."""
    told: dict[str, str] = response.json()
    assert list(told) == ["error"]
    return told["error"]


@dataclass(frozen=True, eq=False)
class Served:
    """`drupe serve` in a process of its own."""

    process: subprocess.Popen[str]
    address: str

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def stop(self, number: signal.Signals) -> int:
        """Its exit code after a signal."""
        self.process.send_signal(number)
        return self.process.wait()


@contextmanager
def served(path: Path, *options: object) -> Iterator[Served]:
    """The server of a model file, from its first line on; ended if the test has not done so."""
    words = [sys.executable, "-m", "drupe", "serve", str(path), "--port", "0", *map(str, options)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.stderr.read() if process.stderr else ""
        yield Served(process, next(word for word in line.split() if ":/" in word or word.startswith("unix:")))
    finally:
        process.kill()
        process.communicate()


def request(rows: Any, path: str = "/predict") -> bytes:
    """A request as it goes over the wire."""
    body = json.dumps({"rows": rows}).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return f"{head}\r\n\r\n".encode() + body


def two_clouds(n: int = 60, columns: int = 3, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Examples of two classes that overlap."""
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1], n // 2)
    return rng.normal(size=(n, columns)) + y[:, None], y
