"""The engine on Dask: the bits of one process, whatever becomes of the workers."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from distributed import Client, LocalCluster

from drupe.distributed import DaskEngine, dask_engine
from drupe.foundation.engine import Here
from drupe.foundation.errors import ConvergenceError, InputTypeError, ParameterError
from drupe.foundation.ordered_sum import OrderedSum

PARTS = list(range(23))


@dataclass(frozen=True, eq=False)
class Draws:
    """Numbers of all sizes, whose sum depends on its brackets, beside an array that is too large for a head."""

    weights: npt.NDArray[np.float64]

    def __call__(self, part: int) -> npt.NDArray[np.float64]:
        rng = np.random.default_rng(part)
        return rng.normal(size=8) * 10.0 ** rng.uniform(-8, 8, size=8) * self.weights[part]


@dataclass(frozen=True)
class Slow:
    """Leaves a mark for each part that it begins, and takes its time."""

    marks: Path
    seconds: float = 0.2

    def __call__(self, part: int) -> float:
        (self.marks / f"{part}-{os.getpid()}").touch()
        time.sleep(self.seconds)
        return 0.1 * part


@pytest.fixture
def draws() -> Draws:
    return Draws(np.random.default_rng(0).normal(size=20_000))


@contextmanager
def meanwhile(action: Any) -> Iterator[None]:
    thread = Thread(target=action)
    thread.start()
    yield
    thread.join()


def wait_for(marks: Path, count: int) -> None:
    while len(list(marks.iterdir())) < count:
        time.sleep(0.01)


def test_sums_have_the_bits_of_one_process_for_any_number_of_workers(draws: Draws) -> None:
    alone = Here().sum(draws, PARTS)
    assert not np.array_equal(alone, sum(draws(part) for part in reversed(PARTS)))  # the brackets matter
    for workers in (1, 3):
        with (
            LocalCluster(n_workers=workers, processes=False, dashboard_address=":0") as cluster,
            Client(cluster) as client,
        ):
            assert np.array_equal(DaskEngine(client).sum(draws, PARTS), alone)


def test_a_sum_that_was_begun_elsewhere_goes_on(client: Client, draws: Draws) -> None:
    seen: list[OrderedSum[Any]] = []
    alone = Here().sum(draws, PARTS, reached=seen.append)
    engine = DaskEngine(client)
    for begun in (seen[0], seen[10], seen[21], seen[22]):
        assert np.array_equal(engine.sum(draws, PARTS, begun=begun), alone)
    told: list[OrderedSum[Any]] = []
    engine.sum(draws, PARTS, reached=told.append)
    assert all(np.array_equal(Here().sum(draws, PARTS, begun=so_far), alone) for so_far in told)
    assert told[-1].last == len(PARTS)


def test_results_come_in_the_order_of_the_parts(client: Client) -> None:
    heard: list[float] = []
    assert DaskEngine(client).map(len, ["a" * k for k in range(9)], progress=heard.append) == list(range(9))
    assert heard == pytest.approx(np.arange(1, 10) / 9)
    assert DaskEngine(client).map(len, []) == []


def test_fewer_parts_than_workers(client: Client) -> None:
    assert DaskEngine(client).sum(float, [0.5]) == 0.5


def test_large_arrays_travel_once(client: Client, draws: Draws) -> None:
    engine = DaskEngine(client)
    engine.sum(draws, PARTS)
    (first,) = engine._sent.values()
    engine.sum(Draws(draws.weights.copy()), PARTS)
    (again,) = engine._sent.values()
    assert again.key == first.key
    engine.sum(Draws(2.0 * draws.weights), PARTS)
    (other,) = engine._sent.values()
    assert other.key != first.key


@pytest.mark.slow
def test_a_worker_that_is_killed_changes_no_bit(client: Client, tmp_path: Path) -> None:
    engine, work = DaskEngine(client), Slow(tmp_path)
    victim = next(iter(client.run(os.getpid).values()))

    def kill() -> None:
        wait_for(tmp_path, 5)
        os.kill(victim, signal.SIGKILL)

    with meanwhile(kill):
        total = engine.sum(work, PARTS)
    assert total == Here().sum(lambda part: 0.1 * part, PARTS)
    begun = [mark.name.split("-")[0] for mark in tmp_path.iterdir()]
    assert len(begun) > len(set(begun)) == len(PARTS)  # some parts were done twice, none was forgotten


@pytest.mark.slow
def test_who_joins_late_gets_a_share_of_the_next_sum(tmp_path: Path) -> None:
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0") as cluster, Client(cluster) as client:
        engine = DaskEngine(client)
        before, after = tmp_path / "before", tmp_path / "after"
        before.mkdir()
        after.mkdir()
        alone = engine.sum(Slow(before, 0.01), PARTS)
        cluster.scale(2)
        client.wait_for_workers(2)
        assert engine.sum(Slow(after, 0.01), PARTS) == alone
        assert len({mark.name.split("-")[1] for mark in before.iterdir()}) == 1
        assert len({mark.name.split("-")[1] for mark in after.iterdir()}) == 2


@pytest.mark.slow
def test_an_interrupt_leaves_no_tasks(client: Client, tmp_path: Path) -> None:
    def interrupt(fraction: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        DaskEngine(client).map(Slow(tmp_path), list(range(200)), progress=interrupt)
    while client.run_on_scheduler(_tasks_left):
        time.sleep(0.05)
    assert len(list(tmp_path.iterdir())) < 200
    assert DaskEngine(client).sum(float, [1.0, 2.0]) == 3.0  # the cluster is as it was


def _tasks_left(dask_scheduler: Any) -> int:
    return sum(state.state in ("processing", "waiting", "queued") for state in dask_scheduler.tasks.values())


def _fail(part: int) -> float:
    raise ValueError(f"part {part} is bad")


def test_errors_of_the_work_come_out_as_they_are(client: Client) -> None:
    with pytest.raises(ValueError, match="part 3 is bad"):
        DaskEngine(client).sum(_fail, [3])


@pytest.mark.slow
def test_work_that_kills_every_worker_is_given_up(client: Client) -> None:
    with pytest.raises(ConvergenceError, match="died again and again"):
        DaskEngine(client).sum(_die, [1])


def _die(part: int) -> float:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0.0


def test_another_version_is_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_engine, "versions", lambda: {"drupe": "99.0"})
    workers = client.scheduler_info()["workers"]
    monkeypatch.setattr(client, "run", lambda ask: {worker: {"drupe": "0.1"} for worker in workers})
    with pytest.raises(ParameterError, match=r"worker tcp://.* runs drupe 0.1, but here it is 99.0"):
        DaskEngine(client)


def test_a_scheduler_without_workers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_engine, "PATIENCE", 0.1)
    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as cluster,
        Client(cluster) as client,
        pytest.raises(ParameterError, match="has no workers; start some: dask worker"),
    ):
        DaskEngine(client)


def test_an_address_is_no_client() -> None:
    with pytest.raises(InputTypeError, match=r"make one of the address"):
        DaskEngine("tcp://127.0.0.1:1")  # type: ignore[arg-type]
