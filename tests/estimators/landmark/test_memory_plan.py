"""The division of memory, and that a fit keeps it."""

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from drupe.estimators.landmark.memory_plan import MemoryPlan
from drupe.foundation.errors import BudgetError

PLAN = MemoryPlan(4000, 3, 2, 12_000, 20_000, True, 160.0, 10**7, 2)


def test_the_largest_number_of_landmarks_that_fits_is_named():
    with pytest.raises(BudgetError) as error:
        PLAN.require(400 * 10**6)
    found = re.search(r"; (\d+) landmarks would fit, or allow more: memory='(\d+)MB'", str(error.value))
    assert found is not None
    most, megabytes = int(found[1]), int(found[2])
    PLAN._with(most).require(400 * 10**6)
    with pytest.raises(BudgetError):
        PLAN._with(most + 1).require(400 * 10**6)
    PLAN.require(megabytes * 10**6)
    with pytest.raises(BudgetError, match="not even one"):
        PLAN.require(10**6)


def test_strengths_and_columns_count():
    assert replace(PLAN, pivots=False, strengths=3).total - replace(PLAN, pivots=False).total == 8 * 4000**2
    assert replace(PLAN, pivots=False, columns=4).total > replace(PLAN, pivots=False).total


FIT = """
import numpy as np
from drupe import LandmarkClassifier
from drupe.estimators.landmark.pass_report import peak_memory
from drupe.kernels import Gaussian
random = np.random.default_rng(0)
X = random.normal(size=(300_000, 10)).astype(np.float32)
y = X[:, 0] + np.sin(2 * X[:, 1]) > 0
LandmarkClassifier(Gaussian(3.0), landmarks=1000, memory="400MB", random_state=0, n_jobs=1, tol=0.1).fit(X, y)
print(int(peak_memory()), X.nbytes + y.nbytes)
"""


@pytest.mark.slow
def test_a_fit_keeps_to_its_promise():
    run = subprocess.run([sys.executable, "-c", FIT], capture_output=True, text=True, check=True)
    peak, data = map(int, run.stdout.split())
    assert peak - data < 400 * 10**6
