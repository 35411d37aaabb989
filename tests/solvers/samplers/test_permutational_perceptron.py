"""Draws of the permutational perceptron are consistent, of length one, and the same however many come at once."""

from itertools import islice

import numpy as np
import pytest
from sklearn.datasets import load_digits

from drupe.foundation.errors import ConvergenceError, InputError, ParameterError
from drupe.grams.dense import DenseGram
from drupe.grams.lazy import LazyGram
from drupe.inputs.vectors import Vectors
from drupe.kernels import Linear, Polynomial
from drupe.solvers.samplers.permutational_perceptron import PermutationalPerceptron

TWINS = DenseGram(np.ones((2, 2)))
APART = np.array([1.0, -1.0])


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def digits() -> tuple[LazyGram, np.ndarray]:
    x, y = load_digits(return_X_y=True)
    signs = np.where(y[:700] == np.arange(10)[:, None], 1.0, -1.0)
    return LazyGram(Polynomial(3, 1.0).normalized(), Vectors.of(x[:700])), signs


@pytest.mark.spec("G.S-09")
def test_every_draw_agrees_with_all_labels_and_has_length_one() -> None:
    gram, signs = digits()
    K = gram.dense()
    drawn = PermutationalPerceptron().sample(gram, signs[3], 20, rng())
    assert len(drawn) == 20
    assert drawn.complete
    np.testing.assert_allclose(drawn.outputs, drawn.coefficients @ K, atol=1e-9)
    np.testing.assert_allclose(np.einsum("ri,ri->r", drawn.coefficients, drawn.outputs), 1.0, rtol=1e-9)
    assert (drawn.outputs * signs[3] > 0).all()
    assert len(np.unique(drawn.coefficients.round(9), axis=0)) > 10


@pytest.mark.spec("G.S-09")
def test_coefficients_lie_on_a_lattice() -> None:
    """Before they are brought to length one they are whole numbers: how often an example was mistaken."""
    gram, signs = digits()
    drawn = PermutationalPerceptron().sample_all(gram, signs[:2], 3, rng())
    for one, y in zip(drawn, signs, strict=False):
        for row, mistakes in zip(one.coefficients.toarray(), one.mistakes, strict=True):
            counts = row / np.abs(row[row != 0]).min()
            np.testing.assert_allclose(counts, counts.round(), atol=1e-9)
            assert np.abs(counts).sum().round() == mistakes
            assert (row * y >= 0).all()


@pytest.mark.spec("G.A-38")
def test_a_labelling_gets_the_same_alone_and_among_others() -> None:
    gram, signs = digits()
    sampler = PermutationalPerceptron()
    together = sampler.sample_all(gram, signs, 4, rng(5))
    assert len(together) == 10
    for y, one in zip(signs, together, strict=True):
        alone = sampler.sample(gram, y, 4, rng(5))
        np.testing.assert_array_equal(one.coefficients.toarray(), alone.coefficients)
        np.testing.assert_array_equal(one.outputs, alone.outputs)
        assert one.complete
        assert not one.training_errors.any()
        np.testing.assert_allclose(one.mean(), alone.coefficients.mean(axis=0))
        np.testing.assert_array_equal(one.support(), np.flatnonzero(alone.coefficients.any(axis=0)))


def test_a_stream_is_the_sample_one_by_one() -> None:
    gram, signs = digits()
    sampler = PermutationalPerceptron()
    whole = sampler.sample(gram, signs[0], 3, rng(2))
    for i, (alpha, outputs) in enumerate(islice(sampler.stream(gram, signs[0], rng(2)), 3)):
        np.testing.assert_array_equal(alpha, whole.coefficients[i])
        np.testing.assert_array_equal(outputs, whole.outputs[i])


def test_an_easy_problem_has_few_distinct_draws() -> None:
    """Between two far classes every order ends after one mistake in each: as many draws as pairs, at most."""
    x = np.array([[5.0, 0.1], [5.0, -0.1], [-5.0, 0.2], [-5.0, 0.0]])
    gram = LazyGram(Linear(), Vectors.of(x))
    drawn = PermutationalPerceptron().sample(gram, np.array([1.0, 1.0, -1.0, -1.0]), 200, rng())
    assert 2 <= len(np.unique(drawn.coefficients.round(9), axis=0)) <= 4


@pytest.mark.spec("G.K-10")
def test_a_diagonal_separates_twins() -> None:
    drawn = PermutationalPerceptron(diagonal=2.0).sample(TWINS, APART, 3, rng())
    assert (drawn.outputs * APART > 0).all()
    K = np.ones((2, 2)) + 2.0 * np.eye(2)
    np.testing.assert_allclose(np.einsum("ri,ij,rj->r", drawn.coefficients, K, drawn.coefficients), 1.0)


@pytest.mark.spec("G.S-10")
def test_some_errors_can_be_borne() -> None:
    gram, signs = digits()
    strict = PermutationalPerceptron().sample_all(gram, signs[8:9], 5, rng())[0]
    lenient = PermutationalPerceptron(errors=0.05).sample_all(gram, signs[8:9], 5, rng())[0]
    assert (lenient.passes < strict.passes).all()
    assert (lenient.mistakes < strict.mistakes).all()
    assert (lenient.training_errors <= 0.1).all()


def test_what_cannot_be_separated_says_so_and_names_remedies() -> None:
    sampler = PermutationalPerceptron(max_passes=20)
    with pytest.raises(
        ConvergenceError, match=r"20 passes over 2 examples.*diagonal=.*kernel.*errors=.*noise.*max_passes"
    ):
        sampler.sample(TWINS, APART, 2, rng())
    with pytest.raises(ConvergenceError, match="labelling 1, order 0"):
        sampler.sample_all(TWINS, np.array([[1.0, 1.0], APART]), 2, rng())


@pytest.mark.parametrize("wrong", [np.ones(2), np.ones((1, 3)), np.empty((0, 2)), [[1.0, 0.5]]])
def test_every_labelling_is_checked(wrong: np.ndarray) -> None:
    with pytest.raises(InputError, match="sign"):
        PermutationalPerceptron().sample_all(TWINS, wrong, 1, rng())


@pytest.mark.parametrize("wrong", [{"errors": 1.0}, {"diagonal": -1.0}, {"max_passes": 0}, {"cache_bytes": -1}])
def test_parameters_have_ranges(wrong: dict) -> None:
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        PermutationalPerceptron(**wrong)


def test_interrupted_draws_that_were_ready_are_kept() -> None:
    """Told of the end, all of them were; of those that never end, none."""
    gram, signs = digits()

    def impatient(fraction: float) -> None:
        if fraction >= 1.0:
            raise KeyboardInterrupt

    drawn = PermutationalPerceptron().sample(gram, signs[0], 2, rng(), progress=impatient, keep=True)
    assert drawn.complete
    assert len(drawn) == 2

    def very_impatient(fraction: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        PermutationalPerceptron(max_passes=10**9).sample(TWINS, APART, 2, rng(), progress=very_impatient, keep=True)
