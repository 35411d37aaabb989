"""Child processes of one that has fitted on several threads compute too: forked, spawned, or in a pool of joblib.

OpenMP's pool does not outlive a fork, and a child that asks it waits without end. One that has not answered after ten
minutes counts as hanging, and is killed.
"""

import os
from typing import Any

import pytest
from native.fresh_process import linux, run_script

PREPARED = """
import os, signal, sys, time
import numpy as np
from sklearn.datasets import make_classification
from drupe import SVC
from drupe.native import thread_count

LIMIT = 600
x, y = make_classification(1500, 10, n_informative=6, n_classes=3, random_state=0)
machine = SVC(n_jobs=2).fit(x, y)
expected = machine.decision_function(x)
assert len(os.listdir("/proc/self/task")) > 1, "no pool: nothing to leave behind"
"""

FORK = """
def child():
    assert thread_count(2) == thread_count(0) == 1
    assert np.array_equal(machine.decision_function(x), expected)
    assert np.array_equal(SVC(n_jobs=jobs).fit(x, y).decision_function(x), expected)
    if depth > 1:
        forked(depth - 1)

def forked(left):
    global depth
    depth = left
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            child()
            code = 0
        finally:
            os._exit(code)
    ends = time.monotonic() + LIMIT
    while time.monotonic() < ends:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            assert status == 0, status
            return
        time.sleep(0.01)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    raise SystemExit("the child hangs")

for jobs in (None, 2):
    forked(2)
assert thread_count(2) == 2, "the parent keeps its threads"
assert np.array_equal(machine.decision_function(x), expected)
"""

POOL = """
import multiprocessing
with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
    outputs = [pool.apply_async(machine.decision_function, (x,)) for _ in range(4)]
    fits = [pool.apply_async(SVC(n_jobs=jobs).fit, (x, y)) for jobs in (None, 2)]
    for output in outputs:
        assert np.array_equal(output.get(LIMIT), expected)
    for fit in fits:
        assert np.array_equal(fit.get(LIMIT).decision_function(x), expected)
"""

JOBLIB = """
from joblib import Parallel, delayed
outputs = Parallel(2, backend=sys.argv[1], timeout=LIMIT)(delayed(machine.decision_function)(x) for _ in range(4))
assert all(np.array_equal(output, expected) for output in outputs)
fits = Parallel(2, backend=sys.argv[1], timeout=LIMIT)(delayed(SVC(n_jobs=jobs).fit)(x, y) for jobs in (None, 2))
assert all(np.array_equal(fit.decision_function(x), expected) for fit in fits)
"""

SEARCH = """
from joblib import parallel_config
from sklearn.model_selection import GridSearchCV

def threads(estimator, x, y):
    from drupe.native import thread_count
    return thread_count(0)

with parallel_config(backend=sys.argv[1]):
    search = GridSearchCV(SVC(), {"C": [0.1, 1.0]}, cv=2, n_jobs=2, scoring=threads).fit(x, y)
print(*(score for fold in (0, 1) for score in search.cv_results_[f"split{fold}_test_score"]))
"""


def slow(name: str) -> Any:
    """Processes that import everything anew."""
    return pytest.param(name, marks=pytest.mark.slow)


@linux
def test_a_fork_after_a_fit_predicts_and_fits() -> None:
    run_script(PREPARED + FORK)


@linux
@pytest.mark.parametrize("method", ["fork", slow("forkserver"), slow("spawn")])
def test_pools_of_processes(method: str) -> None:
    run_script(PREPARED + POOL, method)


@linux
@pytest.mark.parametrize("backend", [slow("loky"), "threading", "multiprocessing"])
def test_backends_of_joblib(backend: str) -> None:
    run_script(PREPARED + JOBLIB, backend)


@linux
@pytest.mark.parametrize("backend", [slow("loky"), "multiprocessing"])
def test_the_workers_of_a_search_share_the_processors(backend: str) -> None:
    share = max(1, len(os.sched_getaffinity(0)) // 2)
    for threads in run_script(PREPARED + SEARCH, backend).split():
        assert float(threads) == (share if backend == "loky" else 1)
