"""What a small fit does once, or not at all: counted, as its time cannot be tested."""

from collections.abc import Callable
from typing import Any, TypeAlias

import narwhals
import numpy as np
import pytest
import scipy.sparse as sp

import drupe
from drupe import native
from drupe.estimators import ranges
from drupe.solvers import one_vs_one
from drupe.solvers.box import first_attempt
from drupe.solvers.options import Options

Counter: TypeAlias = Callable[[Any, str], list[str]]

MACHINES = [drupe.SVC, drupe.NuSVC, drupe.SVR, drupe.NuSVR, drupe.OneClassSVM]


def table(classes: int, examples: int = 60) -> tuple[np.ndarray, np.ndarray]:
    """Examples of so many classes that overlap a little."""
    rng = np.random.default_rng(classes)
    codes = np.arange(examples) % classes
    return rng.normal(size=(classes, 4))[codes] + 0.5 * rng.normal(size=(examples, 4)), codes


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter:
    """Counts the calls of a function from now on: one entry for each."""

    def count(owner: Any, name: str) -> list[str]:
        function, calls = getattr(owner, name), []

        def counting(*args: Any, **named: Any) -> Any:
            calls.append(name)
            return function(*args, **named)

        monkeypatch.setattr(owner, name, counting)
        return calls

    return count


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.__name__)
@pytest.mark.parametrize("kind", [np.asarray, np.ndarray.tolist, sp.csr_matrix, sp.csr_array, sp.coo_matrix])
def test_what_is_no_frame_is_never_shown_to_narwhals(machine: Any, kind: Any, counted: Counter) -> None:
    x, y = table(2)
    asked = counted(narwhals, "from_native")
    fitted = machine().fit(kind(x), y)
    fitted.predict(kind(x[:1]))
    assert len(asked) == 0


def test_a_frame_is_shown_to_narwhals(counted: Counter) -> None:
    pandas = pytest.importorskip("pandas")
    x, y = table(2)
    asked = counted(narwhals, "from_native")
    assert drupe.SVC().fit(pandas.DataFrame(x, columns=list("abcd")), y).feature_names_in_.tolist() == list("abcd")
    assert asked


@pytest.mark.parametrize("machine", [drupe.SVC, drupe.OneClassSVM], ids=lambda machine: machine.__name__)
def test_two_classes_are_one_call_of_the_core(machine: Any, counted: Counter) -> None:
    x, y = table(2)
    runs, pairs = counted(native, "solve"), counted(native, "solve_pairs")
    machine().fit(x, y)
    assert (len(runs), len(pairs)) == (1, 0)


@pytest.mark.parametrize("classes", [3, 7])
def test_many_classes_are_one_call_of_the_core(classes: int, counted: Counter) -> None:
    x, y = table(classes)
    runs, pairs = counted(native, "solve"), counted(native, "solve_pairs")
    machine = drupe.SVC().fit(x, y)
    assert (len(runs), len(pairs)) == (0, 1)
    assert len(machine.solution_) == classes * (classes - 1) // 2


def test_problems_of_pairs_are_put_together_only_when_asked_for(counted: Counter) -> None:
    x, y = table(5)
    parts = counted(one_vs_one, "PartGram")
    machine = drupe.SVC().fit(x, y)
    assert len(parts) == 0
    assert machine.solution_[3].solution.gap < 1e-6
    assert machine.solution_[3].solution.violation < 1e-6
    assert len(parts) == 1
    assert machine.solver_info_.gap < 1e-4
    assert len(parts) == len(machine.solution_)


def test_defaults_are_looked_at_once_for_a_class(counted: Counter) -> None:
    x, y = table(2)
    drupe.SVC().fit(x, y)
    looks = counted(ranges.Interval, "__contains__")
    ranges.check_parameters(drupe.SVC())
    assert len(looks) == 0
    ranges.check_parameters(drupe.SVC(C=2.0))
    assert len(looks) == 1


def test_few_examples_wake_no_other_threads() -> None:
    options = Options(threads=2)
    assert [first_attempt(options.but(refine=True), n, n).threads for n in (2, 200, 201)] == [1, 1, 2]
    assert first_attempt(options, 2, 2).threads == 2
