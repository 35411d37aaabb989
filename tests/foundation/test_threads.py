"""Small matrices are left to one thread of LAPACK, and its number of threads comes back."""

from collections.abc import Iterator

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from drupe import GaussianProcessRegressor
from drupe.estimators.gaussian_process.evidence import Evidence
from drupe.foundation.threads import ALONE, threads_for_matrix

BEFORE = 3


def threads() -> set[int]:
    return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}


@pytest.fixture(autouse=True)
def several_threads() -> Iterator[None]:
    with threadpool_limits(BEFORE, user_api="blas"):
        assert threads() == {BEFORE}, "LAPACK does not take the number of threads"
        yield


def test_small_matrices_have_one_thread_and_large_ones_all() -> None:
    with threads_for_matrix(ALONE):
        assert threads() == {1}
    with threads_for_matrix(ALONE + 1):
        assert threads() == {BEFORE}
    assert threads() == {BEFORE}


def test_threads_come_back_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), threads_for_matrix(2):
        raise ZeroDivisionError
    assert threads() == {BEFORE}


def test_a_gaussian_process_on_few_examples_searches_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[int]] = []
    slopes = Evidence.slopes

    def watched(self: Evidence, *arguments: object) -> object:
        seen.append(threads())
        return slopes(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Evidence, "slopes", watched)
    x = np.linspace(0.0, 6.0, 30)
    GaussianProcessRegressor("auto").fit(x[:, None], np.sin(x))
    assert seen
    assert all(one == {1} for one in seen)
    assert threads() == {BEFORE}
