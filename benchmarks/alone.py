"""One machine of one library in a process of its own: the first fit and the next, prediction, objective, memory.

python benchmarks/alone.py LIBRARY PROBLEM FILE [--quick] [--data DIR]
"""

import argparse
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from time import perf_counter
from typing import Any

import numpy as np
import scipy.sparse as sp
from data import Problem, problem
from measure import Settings

HOMES = {"drupe": "drupe", "sklearn": "sklearn.svm", "intelex": "sklearnex.svm"}
"""Where each library has its SVC."""

PATIENCE = 3.0
"""Seconds of the first run from which on there is no second."""

CHUNK = 1_000


def libraries() -> list[str]:
    """Those that can be imported."""
    return [name for name, home in HOMES.items() if find_spec(home.split(".")[0]) is not None]


@dataclass(frozen=True, eq=False)
class Measured:
    """What came out of such a process: seconds of first and best runs, the objective, predictions and peak memory."""

    first_fit: float
    best_fit: float
    first_predict: float
    best_predict: float
    objective: float
    before_bytes: float
    peak_bytes: float
    predicted: np.ndarray

    @property
    def fit_bytes(self) -> float:
        """What the fit took, data not counted."""
        return self.peak_bytes - self.before_bytes


@cache
def measured(library: str, name: str, settings: Settings) -> Measured:
    """Fit and predict in a fresh process; asked for twice, it is run once."""
    with tempfile.TemporaryDirectory() as place:
        file = pathlib.Path(place) / "predicted.npy"
        more = ["--quick"] * settings.quick + (["--data", str(settings.data)] if settings.data else [])
        command = [sys.executable, str(pathlib.Path(__file__)), library, name, str(file), *more]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        if told.returncode:
            raise RuntimeError(f"{library} on {name}: {told.stderr}")
        return Measured(**json.loads(told.stdout.splitlines()[-1]), predicted=np.load(file))


def seconds(work: Any, repeats: int) -> tuple[float, float]:
    """Of the first run and of the best one; long runs are not repeated."""
    runs = []
    for _ in range(1 + repeats):
        start = perf_counter()
        work()
        runs.append(perf_counter() - start)
        if runs[0] > PATIENCE:
            break
    return runs[0], min(runs)


def objective(machine: Any, task: Problem) -> float:
    """Σ over pairs of classes of ½ wᵀKw − Σ|w|, from the machine's own coefficients, by plain numpy."""
    vectors, dual = (a.toarray() if sp.issparse(a) else a for a in (machine.support_vectors_, machine.dual_coef_))
    ends = np.concatenate([[0], np.cumsum(machine.n_support_)])
    total = 0.0
    for i, j in combinations(range(len(ends) - 1), 2):
        left, right = slice(ends[i], ends[i + 1]), slice(ends[j], ends[j + 1])
        w = np.concatenate([dual[j - 1, left], dual[i, right]])
        x = np.concatenate([vectors[left], vectors[right]])[w != 0]
        total += half_norm(x, w[w != 0], task.gamma) - float(np.abs(w).sum())
    return total


def half_norm(x: np.ndarray, w: np.ndarray, gamma: float) -> float:
    """½ wᵀKw for a Gaussian kernel."""
    squared = np.einsum("ij,ij->i", x, x)
    total = 0.0
    for start in range(0, len(x), CHUNK):
        rows = slice(start, start + CHUNK)
        apart = np.maximum(squared[rows, None] + squared - 2.0 * x[rows] @ x.T, 0.0)
        total += 0.5 * float(w[rows] @ (np.exp(-gamma * apart) @ w))
    return total


def peak() -> int:
    """Most memory so far; what getrusage says may be the peak of the process that started this one."""
    status = pathlib.Path("/proc/self/status")
    if status.exists():
        return 1024 * int(re.search(r"VmHWM:\s*(\d+) kB", status.read_text())[1])  # type: ignore[index]
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def peak_anew() -> None:
    """Forget the peak, where the system lets us: making the data may have taken more than learning from them."""
    forget = pathlib.Path("/proc/self/clear_refs")
    if forget.exists():
        forget.write_text("5")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("library", "problem", "file"):
        parser.add_argument(name)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--data", type=pathlib.Path)
    chosen = parser.parse_args()
    SVC = import_module(HOMES[chosen.library]).SVC
    task = problem(chosen.problem, Settings(chosen.quick, chosen.data))
    peak_anew()
    before = peak()
    machine = SVC(C=task.C, gamma=task.gamma, tol=1e-3, cache_size=200)
    repeats = 0 if chosen.quick else 3
    first_fit, best_fit = seconds(lambda: machine.fit(task.x, task.y), repeats)
    after = peak()
    first_predict, best_predict = seconds(lambda: machine.predict(task.new), repeats)
    np.save(chosen.file, machine.predict(task.new[:2_000]))
    facts = {
        "first_fit": first_fit,
        "best_fit": best_fit,
        "first_predict": first_predict,
        "best_predict": best_predict,
        "objective": objective(machine, task),
        "before_bytes": before,
        "peak_bytes": after,
    }
    print(json.dumps(facts))


if __name__ == "__main__":
    main()
