"""The kernel expansion against its formula, for every kind of inputs, and through a pickle."""

import pickle

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.inputs import Precomputed, Vectors
from drupe.kernels import Gaussian
from drupe.kernels import Precomputed as PrecomputedKernel
from drupe.predictors import Expansion

RNG = np.random.default_rng(0)
X, Z = RNG.normal(size=(7, 3)), RNG.normal(size=(5, 3))
COEFFICIENTS, OFFSET = RNG.normal(size=(7, 2)), np.array([1.0, -2.0])


def expansion(n_jobs=None):
    return Expansion(Gaussian(1.5), Vectors.of(X), COEFFICIENTS, OFFSET, n_jobs)


@pytest.mark.parametrize("n_jobs", [None, 1, 2])
def test_is_the_formula(n_jobs):
    expected = Gaussian(1.5)(Z, X) @ COEFFICIENTS + OFFSET
    np.testing.assert_allclose(expansion(n_jobs).decision(Vectors.of(Z)), expected, rtol=1e-10)


def test_survives_a_pickle_after_use():
    f = expansion()
    values = f.decision(Vectors.of(Z))
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(f)).decision(Vectors.of(Z)), values)


def test_without_centers_only_the_offset_is_left():
    f = Expansion(Gaussian(), Vectors.of(X).take(np.arange(0)), np.empty((0, 2)), OFFSET)
    assert f.decision(Vectors.of(Z)).tolist() == [OFFSET.tolist()] * 5
    assert f.space.dimension == 3


def test_precomputed_centers_forget_the_matrix():
    K = Gaussian()(X)
    train = Precomputed.of(K)
    chosen = np.array([1, 4])
    f = Expansion(PrecomputedKernel(), train.take(chosen), COEFFICIENTS[:2], OFFSET)
    new = f.space.new(Gaussian()(Z, X))
    np.testing.assert_allclose(f.decision(new), Gaussian()(Z, X[chosen]) @ COEFFICIENTS[:2] + OFFSET, rtol=1e-10)
    np.testing.assert_allclose(f.decision(train), K[:, chosen] @ COEFFICIENTS[:2] + OFFSET, rtol=1e-10)
    assert f.centers.array.nbytes == 0


@pytest.mark.parametrize(
    ("coefficients", "offset", "message"),
    [
        (COEFFICIENTS[:3], OFFSET, "for each of its 7 centers"),
        (COEFFICIENTS[:, 0], OFFSET, "for each of its 7 centers"),
        (COEFFICIENTS, OFFSET[:1], "2 outputs needs as many offsets"),
    ],
)  # fmt: skip
def test_shapes_must_fit(coefficients, offset, message):
    with pytest.raises(InputError, match=message):
        Expansion(Gaussian(), Vectors.of(X), coefficients, offset)
