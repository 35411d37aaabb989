"""Linear functions, votes, windows and distances as frozen values: evaluated by hand, refused, copied."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.foundation.errors import InputError
from drupe.inputs import Sequences, Vectors
from drupe.kernels import Gaussian, Linear
from drupe.predictors.distances import Distances
from drupe.predictors.expansion import Expansion
from drupe.predictors.linear import LinearFunction
from drupe.predictors.voted import Ballot, Voted
from drupe.predictors.windows import Windows


def test_linear_function_on_dense_and_csr_vectors():
    random = np.random.default_rng(0)
    weights, offset, points = random.normal(size=(3, 2)), random.normal(size=2), random.normal(size=(5, 3))
    function = LinearFunction(weights, offset, Vectors.of(points))
    assert len(function.space) == 0
    for data in (points, sp.csr_matrix(points)):
        np.testing.assert_allclose(function.decision(Vectors.of(data)), points @ weights + offset)
    with pytest.raises(InputError, match="takes vectors"):
        function.decision(Sequences.of(["ab"]))
    with pytest.raises(InputError, match=r"shape \(3, 1\), got \(3, 2\)"):
        LinearFunction(weights, np.zeros(1), Vectors.of(points))


def test_votes_do_not_depend_on_blocks_and_survive_pickling(monkeypatch):
    random = np.random.default_rng(1)
    centers, new = Vectors.of(random.normal(size=(6, 2))), Vectors.of(random.normal(size=(40, 2)))
    steps, signs = random.integers(0, 6, size=15), random.choice([-1.0, 1.0], size=15)
    voted = Voted(Gaussian(1.0), centers, (Ballot(steps, signs, random.integers(1, 9, 15).astype(float), 0.5),))
    values = Gaussian(1.0).matrix(new, centers)
    outputs = [sum(signs[s] * (values[:, steps[s]] + 0.5) for s in range(t + 1)) for t in range(15)]
    weights = voted.ballots[0].weights
    expected = weights @ np.where(np.array(outputs) >= 0, 1.0, -1.0) / weights.sum()
    np.testing.assert_allclose(voted.decision(new)[:, 0], expected)
    monkeypatch.setattr("drupe.predictors.voted.BLOCK_BYTES", 500)
    np.testing.assert_allclose(pickle.loads(pickle.dumps(voted)).decision(new)[:, 0], expected)


def test_logarithms_of_faded_windows():
    centers, weights = Vectors.of([[0.0], [1.0], [5.0]]), np.array([[1.0, 0.0], [2.0, 0.0], [0.0, 3.0]])
    windows = Windows(Expansion(Gaussian(0.1), centers, weights, np.zeros(2)))
    found = windows.logarithms(Vectors.of([[0.5], [30.0]]))
    gap = -0.5 / 0.1**2
    np.testing.assert_allclose(found[0], [gap * 0.25 + np.log(3.0), gap * 4.5**2 + np.log(3.0)])
    np.testing.assert_allclose(found[1], [gap * 29.0**2 + np.log(2.0), gap * 25.0**2 + np.log(3.0)])


def test_nearest_does_not_depend_on_blocks(monkeypatch):
    random = np.random.default_rng(2)
    points, new = Vectors.of(random.normal(size=(50, 3))), Vectors.of(random.normal(size=(30, 3)))
    near = Distances(Linear(), points)
    whole = near.nearest(new, 4)
    monkeypatch.setattr("drupe.predictors.distances.BLOCK_BYTES", 1000)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(near)).nearest(new, 4), whole)
    np.testing.assert_array_equal(near.nearest(new, 50)[:, :4], whole)
