"""Machines around landmarks on a cluster: the bits of one process, also if a worker dies."""

import os
import signal
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from distributed import Client

from drupe import LandmarkClassifier
from drupe.distributed import DaskEngine
from drupe.inputs.rows.base import Batch, Rows
from drupe.inputs.vectors import Vectors

PARTS, SIZE = 8, 400


@dataclass(frozen=True, eq=False)
class Made(Rows):
    """Rows that each reader makes for itself, slowly if it is not the one who tests, with a mark for each part."""

    marks: Path
    tester: int
    pause: float = 0.0

    @property
    def counts(self) -> tuple[int, ...]:
        return (SIZE,) * PARTS

    def batches(self, part: int) -> Iterator[Batch]:
        if os.getpid() != self.tester:
            (self.marks / f"{time.monotonic_ns()}-{os.getpid()}").touch()
            time.sleep(self.pause)
        random = np.random.default_rng(part)
        X = random.normal(size=(SIZE, 3))
        y = np.where(np.sin(2.0 * X[:, 0]) + X[:, 1] + 0.3 * random.normal(size=SIZE) > 0.0, "yes", "no")
        yield Batch(part * SIZE, Vectors.of(X), y)

    @property
    def fingerprint(self) -> Mapping[str, str]:
        return {"made": "by parts"}


def machine() -> LandmarkClassifier:
    return LandmarkClassifier("rbf", gamma=0.5, landmarks=40, strength=1e-5, random_state=0, n_jobs=1)


@pytest.mark.slow
@pytest.mark.parametrize("marks_before", [1, PARTS + 1], ids=["in the scan", "in a pass"])
def test_a_worker_that_dies_changes_no_bit(client: Client, tmp_path: Path, marks_before: int) -> None:
    alone = machine().fit(Made(tmp_path, os.getpid()))
    victim = min(int(worker["pid"]) for worker in client.run(lambda: {"pid": os.getpid()}).values())

    def kill() -> None:
        while len(list(tmp_path.glob(f"*-{victim}"))) < marks_before:
            time.sleep(0.005)
        os.kill(victim, signal.SIGKILL)

    thread = Thread(target=kill)
    thread.start()
    together = machine().fit(Made(tmp_path, os.getpid(), 0.02), engine=DaskEngine(client))
    thread.join()
    assert (together.predictor_.coefficients == alone.predictor_.coefficients).all()
    assert (together.solution_.gradient_norms == alone.solution_.gradient_norms).all()
    seen = {path.name.split("-")[1] for path in tmp_path.iterdir()}
    assert str(victim) in seen
    assert len(seen) >= 3
