"""Bound functions give the bits of `decision`, whatever the kind of row, its strides, and the thread that asks."""

import inspect
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules

import numpy as np
import pytest

import drupe.predictors
from drupe import SVC, SVR, GaussianProcessRegressor, KernelFisher, KernelRidge, NearestMean
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Laplacian, Linear, Noise, Polynomial, Spectrum
from drupe.predictors.bound import Bindable

RNG = np.random.default_rng(0)
X, NEW = RNG.normal(size=(90, 5)), RNG.normal(size=(40, 5))
Y = RNG.integers(0, 5, size=90)

MACHINES = {
    "two classes": SVC().fit(X, Y % 2),
    "five classes": SVC().fit(X, Y),
    "float32": SVC().fit(X.astype(np.float32), Y),
    "noise": SVC(kernel=Gaussian(2.0) + 0.1 * Noise()).fit(X, Y),
    "distances": SVC(kernel=Laplacian(2.0)).fit(X, Y % 2),
    "columns": SVC(kernel=Gaussian(1.0).on([0, 2]) + Linear()).fit(X, Y % 2),
    "unit length": SVC(kernel=Polynomial(degree=2).normalized()).fit(X, Y),
    "ridge": KernelRidge(kernel="rbf").fit(X, X @ RNG.normal(size=(5, 2))),
    "regression": SVR().fit(X, X[:, 0]),
    "process": GaussianProcessRegressor().fit(X, X[:, 0]),
    "fisher": KernelFisher().fit(X, Y),
    "mean": NearestMean().fit(X, Y),
}


@pytest.fixture(params=MACHINES, name="function")
def _function(request):
    return MACHINES[request.param].predictor_


def test_rows_alone_and_together_have_the_bits_of_decision(function) -> None:
    bound = function.bind()
    for new in (NEW, NEW.astype(np.float32)):
        assert np.array_equal(bound(new), function.decision(Vectors.of(new)))
        for row in new[:8]:
            assert np.array_equal(bound(row), function.decision(Vectors.of(row[None]))[0])


def test_any_strides_and_places_in_memory_will_do(function) -> None:
    bound = function.bind()
    wide = np.zeros((len(NEW), 11))
    wide[:, ::2][:, :5] = NEW
    odd = np.frombuffer(b"\x00" + NEW.tobytes(), dtype=np.float64, offset=1).reshape(NEW.shape)
    whole = np.rint(10 * NEW).astype(np.int32)
    expected = bound(NEW)
    for new in (wide[:, ::2][:, :5], np.asfortranarray(NEW), odd):
        assert np.array_equal(bound(new), expected)
    assert np.array_equal(bound(whole), bound(whole.astype(np.float64)))


def test_many_threads_get_the_same_answers(function) -> None:
    fresh = pickle.loads(pickle.dumps(function)).bind()  # nothing is made ready yet
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(fresh, list(NEW) * 3))
    assert np.array_equal(np.array(found[: len(NEW)]), np.array([function.bind()(row) for row in NEW]))
    assert np.array_equal(np.array(found[len(NEW) :]), np.array(found[: len(NEW)] * 2))


def test_the_wrong_number_of_columns_is_refused(function) -> None:
    with pytest.raises(ValueError):
        function.bind()(np.zeros(4))
    with pytest.raises(ValueError):
        function.bind()(np.zeros((3, 6)))


def test_what_is_no_number_does_no_harm(function) -> None:
    bound = function.bind()
    for odd in (np.nan, np.inf):
        with np.errstate(all="ignore"), suppress(InputError):  # kernels that divide by lengths say no
            assert bound(np.full(5, odd)).shape == bound(NEW[0]).shape
    assert np.array_equal(bound(NEW[:1]), function.decision(Vectors.of(NEW[:1])))


def test_centers_asked_again_are_the_same_examples() -> None:
    """Noise speaks of the very examples: as Inputs they are recognized, as plain rows they are new ones."""
    function = MACHINES["noise"].predictor_
    side = function.classes[0]
    met = function.decision(side.centers) - function.bind()(side.centers.array)
    # Pairs of the first class come first; its centers meet themselves in no other.
    assert np.allclose(met[:, :4], 0.1 * side.coefficients, rtol=1e-9, atol=1e-12)
    assert np.abs(met[:, 4:]).max() < 1e-12


def test_no_row_at_all_gives_no_output() -> None:
    assert MACHINES["five classes"].predictor_.bind()(np.empty((0, 5))).shape == (0, 10)


def test_functions_of_strings_are_not_bound() -> None:
    machine = SVC(kernel=Spectrum(length=2)).fit(["abab", "bbbb"], [0, 1])
    with pytest.raises(InputTypeError, match="Sequences"):
        machine.predictor_.bind()


def test_widths_are_told_by_kernels() -> None:
    with pytest.raises(InputError, match="4 columns"):
        MACHINES["regression"].predictor_.bind()(np.zeros(4))


def _fitted_functions() -> Iterator[type]:
    for module in iter_modules(drupe.predictors.__path__):
        found = import_module(f"drupe.predictors.{module.name}")
        for kind in vars(found).values():
            own = inspect.isclass(kind) and kind.__module__ == found.__name__
            if own and hasattr(kind, "decision") and not getattr(kind, "_is_protocol", False):
                yield kind


def test_every_fitted_function_can_be_bound() -> None:
    kinds = list(_fitted_functions())
    assert len(kinds) > 15
    assert [kind.__name__ for kind in kinds if not issubclass(kind, Bindable)] == []
