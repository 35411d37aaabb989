"""Losses of rows of outputs: slopes are derivatives, values those of a peer, errors those of the answers."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from sklearn.metrics import log_loss

from drupe.losses import Huber, Logistic, Squared
from drupe.losses.hinge import SquaredHinge
from drupe.losses.output_rows import EachTarget, OneAgainstRest, RowLoss, Softmax

RNG = np.random.default_rng(0)
OUTPUTS = RNG.standard_normal((6, 3))
CODES = np.array([0, 1, 2, 2, 1, 0])
NUMBERS = RNG.standard_normal((6, 3))


@pytest.mark.parametrize(
    ("loss", "targets"),
    [
        (Softmax(), CODES),
        (OneAgainstRest(Logistic()), CODES),
        (OneAgainstRest(SquaredHinge()), CODES),
        (OneAgainstRest(Squared()), CODES),
        (EachTarget(Squared()), NUMBERS),
        (EachTarget(Huber(0.4)), NUMBERS),
    ],
)
def test_slopes_are_derivatives(loss: RowLoss, targets: np.ndarray) -> None:
    response = loss.response(OUTPUTS, targets)
    for i in range(len(OUTPUTS)):
        one = targets[i : i + 1]
        numeric = approx_fprime(OUTPUTS[i], lambda f, one=one: loss.response(f[None], one).losses[0], 1e-7)
        np.testing.assert_allclose(response.slopes[i], numeric, atol=1e-5)


def test_softmax_is_the_log_loss_of_its_probabilities() -> None:
    shares = np.exp(OUTPUTS) / np.exp(OUTPUTS).sum(axis=1, keepdims=True)
    expected = [log_loss([code], [row], labels=[0, 1, 2]) for code, row in zip(CODES, shares, strict=True)]
    np.testing.assert_allclose(Softmax().response(OUTPUTS, CODES).losses, expected, rtol=1e-12)


def test_two_outputs_of_softmax_are_one_of_the_logistic_loss() -> None:
    f, codes = RNG.standard_normal(9), RNG.integers(0, 2, 9)
    two = Softmax().response(np.column_stack([np.zeros(9), f]), codes)
    one = OneAgainstRest(Logistic()).response(f[:, None], codes)
    np.testing.assert_allclose(two.losses, one.losses, rtol=1e-12)
    np.testing.assert_allclose(two.slopes[:, 1], one.slopes[:, 0], atol=1e-12)


def test_errors() -> None:
    assert Softmax().response(OUTPUTS, CODES).errors.tolist() == (OUTPUTS.argmax(axis=1) != CODES).tolist()
    one = OneAgainstRest(Logistic()).response(np.array([[-0.1], [0.0], [0.1]]), np.array([1, 1, 0]))
    assert one.errors.tolist() == [1.0, 0.0, 1.0]
    assert EachTarget(Huber()).response(np.array([[3.0, 1.0]]), np.array([[1.0, 2.0]])).errors.tolist() == [5.0]
