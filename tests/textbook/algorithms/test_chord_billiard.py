"""The textbook's billiard and its spherical mean: worked numbers, defining equations, the bisector of an arc."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import ParameterError
from drupe.grams import DenseGram
from drupe.solvers.samplers import Rejection, center_of_mass
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.chord_billiard import ChordBilliard
from drupe.textbook.algorithms.spherical_mean import spherical_weights


@pytest.mark.spec("H.B03")
@pytest.mark.parametrize(
    ("cosine", "share", "weights"),
    [
        (0.2, 0.25, (0.318689, 0.886262)),
        (0.2, 0.5, (0.612372, 0.677526)),
        (0.9, 0.25, (0.256094, 0.763266)),
        (0.9, 0.5, (0.509773, 0.516204)),
        (0.3, 0.0, (0.0, 1.0)),
        (0.3, 1.0, (1.0, 0.0)),
    ],
)
def test_worked_weights(cosine: float, share: float, weights: tuple[float, float]) -> None:
    assert spherical_weights(cosine, share) == pytest.approx(weights, abs=1e-6)


@pytest.mark.spec("H.B03")
@given(angle=st.floats(0.0, 3.0), share=st.floats(0.0, 1.0))
def test_the_mean_is_on_the_sphere_at_its_share_of_the_chord(angle: float, share: float) -> None:
    s, t = np.array([1.0, 0.0]), np.array([math.cos(angle), math.sin(angle)])
    old, new = spherical_weights(float(s @ t), share)
    mean = old * s + new * t
    assert np.linalg.norm(mean) == pytest.approx(1.0, abs=1e-7)
    assert np.linalg.norm(t - mean) == pytest.approx(share * np.linalg.norm(t - s), abs=1e-7)


@pytest.mark.parametrize(("cosine", "share"), [(-1.0, 0.5), (1.1, 0.5), (0.0, -0.1), (0.0, 1.1)])
def test_weights_outside_their_ranges(cosine: float, share: float) -> None:
    with pytest.raises(ParameterError, match="spherical_weights"):
        spherical_weights(cosine, share)


@pytest.mark.spec("H.B02", "G.S-04")
def test_the_center_of_an_arc_is_its_bisector() -> None:
    x = np.array([[1.0, 0.0], [0.2, 1.0], [-0.1, 0.3]])
    billiard = ChordBilliard(tolerance=1e-9, max_bounces=1000)
    found = billiard.center(DenseGram(x @ x.T), np.ones(3), np.random.default_rng(0))
    assert found.classifier.coefficients[0] @ x == pytest.approx([0.58471, 0.81124], abs=2e-3)
    assert 300 < found.bounces <= 1000
    assert found.stop is Stop.ITERATIONS


@pytest.mark.spec("H.B02")
def test_the_center_in_space_is_near_that_of_uniform_draws() -> None:
    x = np.random.default_rng(1).standard_normal((6, 3))
    signs = np.sign(x[:, 0])
    gram = DenseGram(x @ x.T)
    found = ChordBilliard(tolerance=1e-4).center(gram, signs, np.random.default_rng(2))
    sampled = center_of_mass(Rejection().sample(gram, signs, 20_000, np.random.default_rng(3)))
    assert (found.classifier.coefficients @ sampled.outputs.T).item() > 0.99
    assert (found.classifier.outputs * signs > 0).all()
    assert (found.classifier.coefficients @ found.classifier.outputs.T).item() == pytest.approx(1.0)


def test_a_loose_tolerance_ends_early() -> None:
    gram = DenseGram(np.eye(4) + 0.1)
    loose = ChordBilliard(tolerance=0.05).center(gram, np.ones(4), np.random.default_rng(0))
    tight = ChordBilliard(tolerance=0.001).center(gram, np.ones(4), np.random.default_rng(0))
    assert loose.stop is tight.stop is Stop.CONVERGED
    assert loose.bounces < tight.bounces
