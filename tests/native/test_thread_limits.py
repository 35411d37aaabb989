"""How many threads the core starts: n_jobs, OMP_NUM_THREADS and threadpoolctl all have their say.

OpenMP keeps the threads that it has once started, so the threads of a process tell how many the core has ever used.
"""

import os

import numpy as np
import pytest
from native.fresh_process import linux, run_script
from sklearn.datasets import make_classification

from drupe import SVC

SCRIPT = """
import os, sys
import numpy as np
from threadpoolctl import threadpool_limits
from drupe.grams import LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian

jobs, limit = (eval(argument) for argument in sys.argv[1:])
before = len(os.listdir("/proc/self/task"))
x = np.random.default_rng(0).standard_normal((4000, 50))
with threadpool_limits(limit, user_api="openmp"):
    gram = LazyGram(Gaussian(7.0), Vectors.of(x), n_jobs=jobs)
    gram @ np.ones(4000)
    gram.dense()
    gram.rows(np.arange(500))
    gram.evaluate(Vectors.of(x[:500]), np.ones(4000))
print(1 + len(os.listdir("/proc/self/task")) - before)
"""


def threads(jobs: int | None, limit: int | None = None, **environment: str) -> int:
    """Threads that have worked for the core, the calling one included."""
    return int(run_script(SCRIPT, repr(jobs), repr(limit), **environment))


@linux
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_n_jobs_is_kept(jobs: int) -> None:
    assert threads(jobs) == jobs


@linux
def test_n_jobs_beyond_all_measure_is_not() -> None:
    assert threads(200_000) <= 4 * (os.cpu_count() or 1)


@pytest.mark.parametrize("classes", [2, 5])
def test_machines_bear_n_jobs_beyond_all_measure(classes: int) -> None:
    x, y = make_classification(1000, 10, n_informative=8, n_classes=classes, random_state=0)
    alone = SVC(n_jobs=1).fit(x, y)
    for jobs in (200_000, 2**40):
        machine = SVC(n_jobs=jobs).fit(x, y)
        np.testing.assert_array_equal(machine.decision_function(x), alone.decision_function(x))


@linux
@pytest.mark.parametrize("count", [1, 3])
def test_without_n_jobs_the_environment_decides(count: int) -> None:
    assert threads(None, OMP_NUM_THREADS=str(count)) == count


@linux
@pytest.mark.parametrize("limit", [1, 3])
def test_without_n_jobs_threadpoolctl_decides(limit: int) -> None:
    assert threads(None, limit, OMP_NUM_THREADS="2") == limit


@linux
def test_n_jobs_is_the_last_word() -> None:
    assert threads(3, limit=1, OMP_NUM_THREADS="2") == 3


@linux
def test_left_alone_it_takes_the_processors_that_it_may_use() -> None:
    assert threads(None) == len(os.sched_getaffinity(0))
