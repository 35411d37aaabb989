"""Shifts of the diagonal: constant, per class, per example; of examples, not of values."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.grams import CachedGram, DenseGram, LazyGram, ShiftedGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian

POINTS = np.random.default_rng(7).normal(size=(15, 2))
GRAM = LazyGram(Gaussian(1.0), Vectors.of(POINTS))


@pytest.mark.spec("C.B35", "G.K-10")
def test_every_eigenvalue_grows_by_the_shift() -> None:
    before = np.linalg.eigvalsh(GRAM.dense())
    after = np.linalg.eigvalsh(ShiftedGram(GRAM, 1.0 / 4.0).dense())
    np.testing.assert_allclose(after, before + 0.25, atol=1e-12)


@pytest.mark.spec("C.B35", "G.K-10")
def test_the_shift_is_of_examples_not_of_values() -> None:
    twins = ShiftedGram(LazyGram(Gaussian(1.0), Vectors.of([[1.0], [1.0], [3.0]])), 0.5)
    np.testing.assert_allclose(twins.dense()[:2, :2], [[1.5, 1.0], [1.0, 1.5]])
    np.testing.assert_allclose(twins.against(Vectors.of([[1.0]])), [[1.0, 1.0, np.exp(-2.0)]])
    np.testing.assert_allclose(twins.evaluate(Vectors.of([[1.0]]), [1, 1, 0]), [2.0])


@pytest.mark.spec("C.B36")
def test_costs_of_two_classes_are_two_shifts() -> None:
    signs = np.where(POINTS[:, 0] > 0, 1, -1)
    gram = ShiftedGram.from_costs(GRAM, signs, positive=5.0, negative=0.5)
    expected = GRAM.dense() + np.diag(np.where(signs > 0, 0.2, 2.0))
    np.testing.assert_allclose(gram.dense(), expected, rtol=1e-12)
    np.testing.assert_allclose(gram @ signs, expected @ signs, rtol=1e-10)


@pytest.mark.spec("C.B36")
def test_the_larger_class_is_damped_in_proportion_to_its_size() -> None:
    signs = np.array([1] * 3 + [-1] * 12)
    shift = ShiftedGram.balanced(GRAM, signs, 2.0).diagonal() - GRAM.diagonal()
    np.testing.assert_allclose(shift, [0.4] * 3 + [1.6] * 12)
    assert shift[-1] / shift[0] == pytest.approx(12 / 3)


def test_a_shift_of_zero_changes_nothing() -> None:
    np.testing.assert_array_equal(ShiftedGram(GRAM, 0.0).dense(), GRAM.dense())


def test_shifts_add_up() -> None:
    twice = ShiftedGram(ShiftedGram(GRAM, 0.5), 0.25)
    np.testing.assert_allclose(twice.dense(), ShiftedGram(GRAM, 0.75).dense(), rtol=1e-14)


def test_one_example_taken_twice_is_one_example() -> None:
    part = ShiftedGram(DenseGram(np.zeros((3, 3))), [1.0, 2.0, 3.0]).take([2, 0, 2])
    expected = np.array([[3.0, 0.0, 3.0], [0.0, 1.0, 0.0], [3.0, 0.0, 3.0]])
    np.testing.assert_array_equal(part.dense(), expected)
    np.testing.assert_array_equal(part @ [1, 10, 100], expected @ [1, 10, 100])
    np.testing.assert_array_equal(part.block([0, 1], [2, 1]), expected[np.ix_([0, 1], [2, 1])])


def test_what_is_inside_is_not_written_to() -> None:
    cached = CachedGram(GRAM, 10**6)
    shifted = ShiftedGram(cached, 1.0)
    before = cached.rows(range(15))
    shifted.rows(range(15))
    shifted.dense()
    np.testing.assert_array_equal(cached.rows(range(15)), before)


def test_the_shift_is_kept_as_it_was_given() -> None:
    given = np.ones(15)
    gram = ShiftedGram(GRAM, given)
    given[:] = 9.0
    np.testing.assert_allclose(gram.diagonal(), 2.0)


@pytest.mark.parametrize("shift", [-1.0, [-1e-9] + [1.0] * 14, np.nan, [1.0, 2.0], np.ones((15, 1))])
def test_a_shift_that_makes_no_sense_is_refused(shift: object) -> None:
    with pytest.raises(InputError, match="shift must"):
        ShiftedGram(GRAM, shift)


@pytest.mark.parametrize("shift", ["1", 1j, None])
def test_a_shift_that_is_no_number_is_refused(shift: object) -> None:
    with pytest.raises(InputTypeError, match="shift must"):
        ShiftedGram(GRAM, shift)


def test_costs_and_signs_are_checked() -> None:
    for cost in (0.0, -1.0, np.inf):
        with pytest.raises(ParameterError, match=r"from_costs\.negative"):
            ShiftedGram.from_costs(GRAM, np.ones(15), positive=1.0, negative=cost)
    with pytest.raises(InputError, match="signs must be -1 or"):
        ShiftedGram.from_costs(GRAM, np.arange(15), positive=1.0, negative=1.0)
    with pytest.raises(InputError, match="for each of 15 examples"):
        ShiftedGram.balanced(GRAM, [1, -1], 1.0)
    with pytest.raises(InputTypeError, match="made from a Gram"):
        ShiftedGram(np.eye(2), 1.0)  # type: ignore[arg-type]


def test_small_shifts_survive_beside_single_precision() -> None:
    gram = LazyGram(Gaussian(1.0), Vectors.of(POINTS.astype(np.float32)))
    shifted = ShiftedGram(gram, 1e-9)
    assert gram.dtype == np.float32
    assert shifted.dtype == shifted.dense().dtype == shifted.rows([0]).dtype == np.float64
    np.testing.assert_array_equal(shifted.dense() - gram.dense().astype(np.float64), (1.0 + 1e-9 - 1.0) * np.eye(15))
    np.testing.assert_array_equal(shifted.rows([3])[0], shifted.dense()[3])
    np.testing.assert_array_equal(shifted.block([3, 4], [4]), shifted.dense()[3:5, 4:5])
