"""The server as its users have it: a process on loopback, asked by many at once, stopped while it works."""

import asyncio
import json
import signal
import socket
import stat
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from serving.asking import Served, request, served, two_clouds

from drupe import SVC, save
from drupe.foundation.errors import FileError
from drupe.serving.server import address, listening, listening_file

X, Y = two_clouds(200)
NEW = two_clouds(100, seed=2)[0]
MODEL = SVC(probability=True).fit(X, Y)


@pytest.fixture(scope="module")
def model_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("served") / "model.drupe"
    save(MODEL, path)
    return path


@pytest.fixture(scope="module")
def server(model_file: Path) -> Iterator[Served]:
    with served(model_file, "--max-body", "0.1") as found:
        yield found


def test_answers_over_loopback_equal_those_of_the_model(server: Served) -> None:
    response = httpx.post(f"{server.address}/predict", json={"rows": NEW.tolist()})
    found = response.json()["answers"]
    assert [one["label"] for one in found] == MODEL.predict(NEW).tolist()
    assert [list(one["probabilities"].values()) for one in found] == MODEL.predict_proba(NEW).tolist()


def test_two_hundred_at_once_get_each_their_own_answer(server: Served) -> None:
    rng = np.random.default_rng(3)
    asked = [rng.normal(size=(1 + i % 3, 3)) for i in range(200)]

    async def all_at_once() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(limits=limits, timeout=600.0) as client:
            questions = [client.post(f"{server.address}/predict", json={"rows": rows.tolist()}) for rows in asked]
            return await asyncio.gather(*questions)

    for rows, response in zip(asked, asyncio.run(all_at_once()), strict=True):
        assert response.status_code == 200, response.text
        found = response.json()["answers"]
        assert [list(one["probabilities"].values()) for one in found] == MODEL.predict_proba(rows).tolist()


def test_one_bad_request_does_no_harm_to_its_neighbors(server: Served) -> None:
    def ask(i: int) -> int:
        rows = [[0.0, 0.0, "x" if i % 5 == 0 else 1.0]]
        return httpx.post(f"{server.address}/predict", json={"rows": rows}, timeout=600.0).status_code

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(40))) == [422 if i % 5 == 0 else 200 for i in range(40)]


def test_a_client_that_leaves_in_the_middle_is_not_missed(server: Served) -> None:
    whole = request(NEW.tolist())
    for cut in (10, 80, len(whole) // 2, len(whole)):
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(whole[:cut])
            # An unread answer and an abrupt end: the kernel sends a reset.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
    assert httpx.post(f"{server.address}/predict", json={"rows": [[0, 0, 0]]}).status_code == 200


def test_too_large_a_body_is_refused_and_the_server_goes_on(server: Served) -> None:
    response = httpx.post(f"{server.address}/predict", json={"rows": [[0.123456789] * 3] * 20_000})
    assert response.status_code == 413
    assert httpx.get(f"{server.address}/health").json() == {"status": "ok", "inside": 0}


def test_garbage_is_no_end(server: Served) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 400")
    assert httpx.get(f"{server.address}/health").status_code == 200


def _unfinished(server: Served) -> socket.socket:
    """A connection whose request is inside, and not yet complete."""
    connection = socket.create_connection(("127.0.0.1", server.port))
    connection.sendall(request([[0, 0, 0]])[:-1])
    return connection


def _status(connection: socket.socket) -> int:
    answer = b""
    while b"\r\n\r\n" not in answer:
        part = connection.recv(4096)
        assert part, "the connection ended without an answer"
        answer += part
    return int(answer.split()[1])


def test_a_full_house_sends_the_next_away(model_file: Path) -> None:
    with served(model_file, "--queue", "2") as server:
        inside = [_unfinished(server), _unfinished(server)]
        while httpx.get(f"{server.address}/health").json()["inside"] < 2:
            pass
        response = httpx.post(f"{server.address}/predict", json={"rows": [[0, 0, 0]]})
        assert response.status_code == 503
        assert response.headers["retry-after"] == "1"
        for connection in inside:
            connection.sendall(request([[0, 0, 0]])[-1:])
            assert _status(connection) == 200
            connection.close()
        assert httpx.post(f"{server.address}/predict", json={"rows": [[0, 0, 0]]}).status_code == 200


def test_whoever_is_inside_is_answered_before_the_end(model_file: Path) -> None:
    with served(model_file) as server:
        inside = [_unfinished(server) for _ in range(20)]
        while httpx.get(f"{server.address}/health").json()["inside"] < 20:
            pass
        server.process.send_signal(signal.SIGTERM)
        for connection in inside:
            connection.sendall(request([[0, 0, 0]])[-1:])
            assert _status(connection) == 200
            connection.close()
        assert server.process.wait() == 0


def test_a_stop_under_load_loses_nothing(model_file: Path) -> None:
    """Every request that was sent on a connection that was let in is answered, and the last answer says so."""
    wanted = [list(row) for row in MODEL.predict_proba(NEW).tolist()]
    ready, outcomes = threading.Barrier(9), []

    def keep_asking(first: int) -> None:
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            stream = connection.makefile("rb")
            for turn in range(100_000):
                row = (first + turn) % len(NEW)
                connection.sendall(request([NEW[row].tolist()]))
                head = [stream.readline().decode().strip().lower()]
                while head[-1]:
                    head.append(stream.readline().decode().strip().lower())
                body = _body(stream, head)
                found = [one["probabilities"] for one in body["answers"]]
                outcomes.append([list(one.values()) for one in found] == [wanted[row]])
                if turn == 5:
                    ready.wait()
                if "connection: close" in head:
                    return

    with served(model_file) as server, ThreadPoolExecutor(8) as pool:
        working = [pool.submit(keep_asking, first) for first in range(8)]
        ready.wait()
        server.process.send_signal(signal.SIGTERM)
        for one in working:
            one.result()
        assert server.process.wait() == 0
    assert len(outcomes) > 40
    assert all(outcomes)


def _body(stream: Any, head: list[str]) -> dict[str, Any]:
    length = next(int(line.split()[1]) for line in head if line.startswith("content-length"))
    found: dict[str, Any] = json.loads(stream.read(length))
    return found


def test_only_this_machine_is_served_unless_said(server: Served) -> None:
    assert server.address.startswith("http://127.0.0.1:")
    assert "access-control-allow-origin" not in httpx.get(f"{server.address}/health", headers={"origin": "x"}).headers


def test_a_socket_in_the_file_system_is_for_its_owner_alone(model_file: Path, tmp_path: Path) -> None:
    """And Ctrl-C ends a server that nobody asks anything as well as SIGTERM ends one at work."""
    place = tmp_path / "model.socket"
    with served(model_file, "--unix-socket", place, "--log") as server:
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
        with httpx.Client(transport=httpx.HTTPTransport(uds=str(place))) as client:
            assert client.get("http://model/health").json()["status"] == "ok"
        assert server.process.stdout is not None
        assert server.process.stderr is not None
        assert server.process.stdout.readline().split()[1:4] == ["GET", "/health", "200"]
        assert server.stop(signal.SIGINT) == 0
        assert server.process.stderr.read() == ""
    assert not place.exists()


def test_a_socket_left_behind_is_replaced_and_one_in_use_is_not(tmp_path: Path) -> None:
    place = str(tmp_path / "left")
    listening_file(place).close()
    with listening_file(place) as used:
        used.listen()
        with pytest.raises(FileError, match="in use"):
            listening_file(place)
    other = tmp_path / "file"
    other.write_text("mine")
    with pytest.raises(FileError):
        listening_file(str(other))
    assert other.read_text() == "mine"


def test_a_port_in_use_is_told() -> None:
    with listening("127.0.0.1", 0) as first:
        first.listen()
        with pytest.raises(FileError, match="choose another --port"):
            listening("127.0.0.1", int(address(first).rpartition(":")[2]))
