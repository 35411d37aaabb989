"""The functions of all pairs against one expansion for each pair, and votes against scikit-learn's."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.utils.multiclass import _ovr_decision_function

from drupe.foundation.errors import InputError
from drupe.inputs import Precomputed as PrecomputedInputs
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Laplacian, Linear, Noise, Polynomial, Precomputed, Sigmoid
from drupe.predictors import Expansion, OneVsOne
from drupe.predictors.pairs_together import WORTH_A_SECOND_LOOK, WORTHWHILE
from drupe.predictors.votes import class_count, margins, one_vs_rest, winners

OUTPUTS = st.sampled_from([-2.0, -0.5, 0.0, 0.5, 2.0])


def pairs_of(k, rows=6):
    return arrays(np.float64, (rows, k * (k - 1) // 2), elements=OUTPUTS)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_every_pair_is_its_own_expansion(k):
    rng = np.random.default_rng(k)
    X = [rng.normal(size=(3 + c, 2)) for c in range(k)]
    coefficients = [rng.normal(size=(3 + c, k - 1)) for c in range(k)]
    offsets = rng.normal(size=k * (k - 1) // 2)
    sides = [Expansion(Gaussian(), Vectors.of(x), c, np.zeros(k - 1)) for x, c in zip(X, coefficients, strict=True)]
    Z = rng.normal(size=(4, 2))
    found = OneVsOne(tuple(sides), offsets).decision(Vectors.of(Z))
    for column, (i, j) in enumerate(combinations(range(k), 2)):
        expected = (
            Gaussian()(Z, X[i]) @ coefficients[i][:, j - 1]
            + Gaussian()(Z, X[j]) @ coefficients[j][:, i]
            + offsets[column]
        )
        np.testing.assert_allclose(found[:, column], expected, rtol=1e-9, atol=1e-12)


def test_number_of_offsets_must_fit():
    side = Expansion(Gaussian(), Vectors.of([[0.0]]), np.zeros((1, 2)), np.zeros(2))
    with pytest.raises(InputError, match="3 classes have 3 pairs, got 2"):
        OneVsOne((side, side, side), np.zeros(2))


@pytest.mark.spec("H.S07", "G.M-01")
@given(st.integers(2, 5).flatmap(pairs_of))
def test_votes_are_counted_one_by_one(pairs):
    k = class_count(pairs)
    expected = []
    for row in pairs:
        votes = [0] * k
        for output, (i, j) in zip(row, combinations(range(k), 2), strict=True):
            votes[i if output > 0 else j] += 1
        expected.append(votes.index(max(votes)))
    assert winners(pairs).tolist() == expected


@given(st.integers(3, 5).flatmap(pairs_of))
def test_one_vs_rest_is_scikit_learns(pairs):
    expected = _ovr_decision_function(pairs < 0, -pairs, class_count(pairs))
    np.testing.assert_allclose(one_vs_rest(pairs), expected, atol=1e-12)


@given(st.integers(2, 5).flatmap(pairs_of))
def test_margins_cancel(pairs):
    np.testing.assert_allclose(margins(pairs).sum(axis=1), 0.0, atol=1e-12)


def many_pairs(kernel, k=4, centers=40, seed=0):
    rng = np.random.default_rng(seed)
    sides = tuple(
        Expansion(kernel, Vectors.of(rng.normal(size=(centers, 3))), rng.normal(size=(centers, k - 1)), np.zeros(k - 1))
        for _ in range(k)
    )
    return OneVsOne(sides, rng.normal(size=k * (k - 1) // 2))


KERNELS = [
    Gaussian(0.5),
    Linear(),
    Polynomial(5),
    Laplacian(),
    Gaussian() + Linear(),
    Sigmoid(0.1, 0.0),
    Gaussian(1e-20),
]


@pytest.mark.parametrize("k", [2, 4, 10])
@pytest.mark.parametrize("far", [0.0, 1e3])
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_winners_are_those_of_full_precision(kernel, far, k):
    machine = many_pairs(kernel, k, centers=WORTH_A_SECOND_LOOK // WORTHWHILE // k)
    new = Vectors.of(np.random.default_rng(5).normal(size=(2 * WORTHWHILE, 3)) + far)
    np.testing.assert_array_equal(machine.winners(new), winners(machine.decision(new)))


def test_examples_of_the_machine_itself_are_known_again():
    """A kernel that adds to what an example shares with itself must see it also where pairs are put together."""
    machine = many_pairs(Gaussian(0.5) + Noise(50.0), 3, centers=2 * WORTHWHILE)
    own = machine.classes[1].centers
    np.testing.assert_array_equal(machine.winners(own), winners(machine.decision(own)))
    assert np.any(winners(machine.decision(own)) != winners(machine.decision(Vectors.of(own.array))))


@pytest.mark.parametrize("k", [2, 4, 10])
def test_outputs_near_zero_are_decided_again(monkeypatch, k):
    """With single precision made useless, all that it could get wrong is found by measuring it."""
    machine = many_pairs(Gaussian(0.5), k, centers=WORTH_A_SECOND_LOOK // WORTHWHILE // k)
    new = Vectors.of(np.random.default_rng(5).normal(size=(4 * WORTHWHILE, 3)))
    exact = winners(machine.decision(new))
    functions = machine._together.functions
    weights, noise = functions._weights, np.random.default_rng(6)
    functions._functions(np.dtype(np.float64))
    functions._weights = weights * (1.0 + 1e-3 * noise.normal(size=weights.shape))
    asked_again = []
    sure = functions.winners
    monkeypatch.setattr(functions, "winners", lambda few: asked_again.append(len(few)) or sure(few))
    np.testing.assert_array_equal(machine.winners(new), exact)
    (doubtful,) = asked_again
    assert 0 < doubtful < len(new)
    wrong, _ = functions.likely_winners(new, np.zeros(machine.outputs))
    assert np.any(wrong != exact)


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_doubt_covers_the_errors_of_single_precision(kernel):
    rng = np.random.default_rng(3)
    function = Expansion(kernel, Vectors.of(rng.normal(size=(300, 5))), rng.normal(size=(300, 2)), np.zeros(2))
    new = Vectors.of(rng.normal(size=(5000, 5)))
    errors = np.abs(function.rough_decision(new) - function.decision(new))
    doubt = function.doubt(new)
    assert (errors <= 0.5 * doubt).all()
    assert (doubt < 1e-2 * (1.0 + np.abs(function.decision(new)).max())).all()


def test_nothing_is_saved_where_the_core_does_not_compute():
    K = np.eye(3)
    function = Expansion(Precomputed(), PrecomputedInputs.of(K), np.ones((3, 1)), np.zeros(1))
    assert np.isinf(function.doubt(PrecomputedInputs.of(K))).all()
