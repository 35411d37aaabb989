"""The algebra of kernels is that of their matrices, whatever is inside."""

import copy
import math
import operator
import pickle
from functools import reduce

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from kernels.plain import WORDS, BareGaussian, Letters
from sklearn.gaussian_process import kernels as peer
from sklearn.svm import SVC

from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels import (
    INDEFINITE,
    POSITIVE,
    Constant,
    Definiteness,
    ExponentialOf,
    Gaussian,
    Linear,
    LinearTransform,
    Noise,
    Polynomial,
    PolynomialOf,
    RankOne,
    Sigmoid,
)
from drupe.kernels.base import Powered, Product, Scaled, Shifted, Sum
from drupe.kernels.checks import positive_semidefinite
from drupe.kernels.parameters import numeric_gradient
from drupe.kernels.thin_plate import ThinPlate

TOLERANCE = 1e-10

widths = st.floats(0.3, 5.0)
atoms = st.one_of(
    widths.map(Gaussian),
    widths.map(BareGaussian),
    st.just(Linear()),
    st.builds(Polynomial, st.integers(1, 3), st.floats(0.0, 2.0)),
    st.floats(0.0, 3.0).map(Constant),
    st.floats(0.0, 3.0).map(Noise),
)
composites = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.builds(lambda a, b: a + b, inner, inner),
        st.builds(lambda a, b: a * b, inner, inner),
        st.builds(lambda k, factor: factor * k, inner, st.floats(0.1, 2.0)),
        st.builds(lambda k, offset: k + offset, inner, st.floats(0.1, 2.0)),
        st.builds(lambda k, exponent: k**exponent, inner, st.integers(1, 2)),
        st.builds(lambda k: (k + 1.0).normalized(), inner),
        st.builds(lambda k, first: k.on([first, 1 - first]), inner, st.integers(0, 1)),
    ),
    max_leaves=4,
)
tables = st.integers(2, 6).flatmap(
    lambda n: arrays(np.float64, (n, 2), elements=st.floats(-2.0, 2.0).map(lambda x: round(x, 3)))
)


def close(got, expected, tolerance=TOLERANCE):
    np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance * max(np.abs(expected).max(), 1e-300))


def sides(X):
    """The examples as one collection, and two parts of it: Gram matrices and blocks take different ways."""
    inputs = Vectors.of(X)
    return (inputs, inputs), (inputs, inputs.take(np.arange(len(X) - 1)))


@pytest.mark.spec("C.B12", "H.K05", "G.K-08")
@given(atoms, atoms, tables)
def test_sum_and_product_are_those_of_the_matrices(a, b, X):
    for left, right in sides(X):
        close((a + b).matrix(left, right), a.matrix(left, right) + b.matrix(left, right))
        close((a * b).matrix(left, right), a.matrix(left, right) * b.matrix(left, right))


@pytest.mark.spec("C.B12", "H.K05", "H.K06")
@given(atoms, st.floats(0.0, 9.0), st.integers(1, 4), tables)
def test_scale_shift_and_power_are_those_of_the_matrix(k, number, exponent, X):
    for left, right in sides(X):
        K = k.matrix(left, right)
        close((number * k).matrix(left, right), number * K)
        close((k * number).matrix(left, right), number * K)
        close((k + number).matrix(left, right), K + number)
        close((number + k).matrix(left, right), K + number)
        close((k**exponent).matrix(left, right), K**exponent)
        close(((k + number) ** exponent).matrix(left, right), (K + number) ** exponent)


@given(composites, tables)
def test_diagonal_and_blocks_of_any_composite_fit_its_gram_matrix(k, X):
    inputs = Vectors.of(X)
    K = k.matrix(inputs, inputs)
    close(k.diagonal(inputs), K.diagonal(), 1e-9)
    close(k.matrix(inputs.take(np.array([1, 0])), inputs), K[[1, 0]], 1e-9)
    ready = k.prepare(inputs)
    close(ready.rows(np.array([1])), K[[1]], 1e-9)
    close(ready.gram_product(np.eye(len(X))), K, 1e-9)


@given(composites, tables)
def test_composites_of_positive_kernels_stay_positive(k, X):
    assert k.definiteness == POSITIVE
    K = k(X)
    assert positive_semidefinite(K, 1e-10)


def test_agrees_with_scikit_learn():
    X, Z = np.random.default_rng(0).normal(size=(12, 3)), np.random.default_rng(1).normal(size=(7, 3))
    ours = (2.0 * Gaussian(1.5)) * (Linear() + 4.0) ** 2 + Constant(3.0) + Noise(0.5)
    theirs = (
        peer.ConstantKernel(2.0) * peer.RBF(1.5) * peer.DotProduct(2.0) ** 2
        + peer.ConstantKernel(3.0)
        + peer.WhiteKernel(0.5)
    )
    close(ours(X), theirs(X))
    close(ours(X, Z), theirs(X, Z))


@pytest.mark.spec("G.K-08")
@pytest.mark.parametrize(
    "k",
    [
        Gaussian() + Linear(),
        2.5 * Linear(),
        Gaussian() * Linear(),
        RankOne(lambda X: np.sin(X[:, 0])),
        Linear().after(lambda X: np.column_stack([X**2, np.cos(X)])),
        LinearTransform.from_product([[2.0, 1.0], [1.0, 1.0]]),
        PolynomialOf(Linear(), (0.5, 0.0, 2.0, 1.0)),
        ExponentialOf(Linear()),
        Gaussian(0.7),
    ],
    ids=lambda k: type(k).__name__,
)
def test_the_nine_closure_rules_make_kernels(k):
    X = np.random.default_rng(3).normal(size=(30, 2))
    K = k(X)
    assert positive_semidefinite(K)
    assert np.abs(K - K.T).max() <= 1e-12 * np.abs(K).max()


@pytest.mark.spec("G.K-08")
def test_difference_of_kernels_is_no_kernel():
    X = np.random.default_rng(3).normal(size=(30, 2))
    assert not positive_semidefinite(Gaussian()(X) - Linear()(X))
    with pytest.raises(TypeError, match="unsupported operand"):
        Gaussian() - Linear()


@pytest.mark.spec("H.K05")
def test_product_is_a_principal_part_of_the_kronecker_product():
    X = np.random.default_rng(4).normal(size=(5, 2))
    a, b = Gaussian(0.8), Polynomial(2, 1.0)
    pairs = np.arange(5) * 6
    close((a * b)(X), np.kron(a(X), b(X))[np.ix_(pairs, pairs)])


def test_sums_and_products_are_flat_and_of_two_kinds():
    a, b, c = Gaussian(1.0), Linear(), Polynomial(2)
    assert (a + b) + c == a + (b + c) == Sum((a, b, c))
    assert (a * b) * c == a * (b * c) == Product((a, b, c))
    assert (a + b) * c == Product((Sum((a, b)), c))


@pytest.mark.spec("H.K21", "G.K-09", "H.K06")
@given(atoms, tables)
def test_normalized_kernel_has_length_one(k, X):
    k = k + 0.5
    lengths = np.sqrt(k(X).diagonal())
    close(k.normalized()(X), k(X) / np.outer(lengths, lengths))
    close(k.normalized().diagonal(Vectors.of(X)), np.ones(len(X)))
    close(k.normalized().normalized()(X), k.normalized()(X))


@pytest.mark.spec("H.K21", "G.K-09")
def test_normalized_linear_kernel_is_the_cosine():
    X, Z = np.random.default_rng(5).normal(size=(6, 3)), np.random.default_rng(6).normal(size=(4, 3))
    unit = [side / np.linalg.norm(side, axis=1, keepdims=True) for side in (X, Z)]
    close(Linear().normalized()(X, Z), unit[0] @ unit[1].T)
    close(Gaussian(0.5).normalized()(X, Z), Gaussian(0.5)(X, Z))


def test_example_without_length_cannot_be_normalized():
    with pytest.raises(InputError, match=r"example 1 has k\(x, x\) = 0"):
        Linear().normalized()([[1.0, 0.0], [0.0, 0.0]])


@given(atoms, tables)
def test_centered_kernel_has_its_origin_in_the_mean_of_the_reference(k, X):
    reference, rest = Vectors.of(X), Vectors.of([[0.5, -0.5], [1.5, 1.0]])
    centered = k.centered(reference)
    H = np.eye(len(X)) - 1.0 / len(X)
    K, block, size = k.matrix(reference, reference), k.matrix(rest, reference), max(np.abs(k(X)).max(), 1.0)
    np.testing.assert_allclose(centered.matrix(reference, reference), H @ K @ H, atol=1e-10 * size)
    np.testing.assert_allclose(centered.matrix(rest, reference).sum(axis=1), 0.0, atol=1e-9 * size)
    # New examples are moved by the mean of the reference, not by their own.
    moved = k.matrix(rest, rest) - block.mean(axis=1)[:, None] - block.mean(axis=1) + K.mean()
    size = max(np.abs(k.matrix(rest, rest)).max(), size)
    np.testing.assert_allclose(centered.matrix(rest, rest), moved, atol=1e-10 * size)
    np.testing.assert_allclose(centered.diagonal(rest), moved.diagonal(), atol=1e-10 * size)


def test_centered_linear_kernel_moves_the_data():
    X, Z = np.random.default_rng(7).normal(2.0, size=(9, 3)), np.random.default_rng(8).normal(size=(4, 3))
    close(Linear().centered(X)(Z), (Z - X.mean(axis=0)) @ (Z - X.mean(axis=0)).T)


def test_centering_makes_a_conditionally_positive_kernel_of_order_one_positive():
    X = np.random.default_rng(9).normal(size=(15, 2))
    assert (Gaussian().centered(Vectors.of(X))).definiteness == POSITIVE
    assert ThinPlate().centered(Vectors.of(X)).definiteness == INDEFINITE


def test_centering_at_nothing_is_refused():
    with pytest.raises(InputError, match="give at least one"):
        Gaussian().centered(Vectors.of([[1.0]]).take(np.array([], dtype=np.int64)))


@given(atoms, st.permutations([0, 1, 2]), tables)
def test_on_columns_is_the_kernel_of_these_columns(k, order, X):
    wide, chosen = np.column_stack([X, X[:, 0] - 1.0]), order[:2]
    inputs = Vectors.of(wide)
    close(k.on(chosen).matrix(inputs, inputs), k(wide[:, chosen]))
    close(k.on(chosen).diagonal(inputs), k(wide[:, chosen]).diagonal())


def test_on_columns_that_are_not_there():
    with pytest.raises(InputError, match="column 5, but the data have 2"):
        Gaussian().on([0, 5])([[1.0, 2.0]])


@pytest.mark.parametrize("columns", [[], [True, False], [0.5], 3, "ab", None])
def test_columns_must_be_numbers_of_columns(columns):
    with pytest.raises(ParameterError, match="columns by number"):
        Gaussian().on(columns)


@pytest.mark.spec("C.B15", "G.K-08")
@given(atoms, tables)
def test_after_a_map_is_the_kernel_of_the_images(k, X):
    def image(X):
        return np.column_stack([X**2, X[:, 0] * X[:, 1]])

    inputs = Vectors.of(X)
    close(k.after(image).matrix(inputs, inputs), k(image(X)))
    few = inputs.take(np.array([0]))
    close(k.after(image).matrix(few, inputs), k.after(image).matrix(inputs, inputs)[:1])


def test_views_go_through_composites():
    X = np.random.default_rng(10).normal(size=(6, 3))
    k = ((Gaussian() + Linear()) * 2.0 + 1.0).normalized()
    close(k.on([2, 0])(X), k(X[:, [2, 0]]))
    close((k.on([0]) + k.on([1, 2]))(X), k(X[:, [0]]) + k(X[:, [1, 2]]))
    close(k.centered(Vectors.of(X[:, :2])).on([0, 1])(X), k.centered(Vectors.of(X[:, :2]))(X[:, :2]))


@given(composites)
def test_parameters_go_out_and_in(k):
    parameters = k.parameters()
    assert k.replace(parameters) == k
    moved = {name: value + 0.25 for name, value in parameters.items()}
    assert k.replace(moved).parameters() == moved


def test_parameters_are_named_by_where_they_stand():
    k = 2 * Gaussian(3) + Noise(1) ** 2
    assert k.parameters() == {"terms.0.kernel.width": 3.0, "terms.0.factor": 2.0, "terms.1.kernel.variance": 1.0}
    assert k.replace({"terms.0.kernel.width": 5.0}) == 2.0 * Gaussian(5.0) + Noise(1.0) ** 2
    with pytest.raises(ParameterError, match=r"no parameter 'width'; it has terms\.0\.kernel\.width"):
        k.replace({"width": 1.0})
    with pytest.raises(ParameterError, match=r"Gaussian\.width must lie in"):
        k.replace({"terms.0.kernel.width": -1.0})


@given(composites, tables)
def test_gradient_obeys_the_rules_of_calculus(k, X):
    inputs = Vectors.of(X)
    slopes = k.gradient(inputs)
    assert set(slopes) == set(k.parameters())
    size = np.abs(k.matrix(inputs, inputs)).max()
    for name, slope in slopes.items():
        expected = numeric_gradient(k, inputs, name)
        np.testing.assert_allclose(slope, expected, rtol=1e-4, atol=1e-5 * max(size, np.abs(expected).max(), 1.0))


@given(composites, tables)
def test_slopes_are_sums_of_the_gradient(k, X):
    inputs = Vectors.of(X)
    signs = np.random.default_rng(0).normal(size=(len(X), len(X)))
    weights = signs + signs.T
    slopes = k.slopes(inputs, weights)
    assert set(slopes) == set(k.parameters())
    size = np.abs(k.matrix(inputs, inputs)).sum()
    for name, slope in k.gradient(inputs).items():
        rounding = 1e-10 * max(size, np.abs(slope).sum())
        assert slopes[name] == pytest.approx((weights * slope).sum(), rel=1e-9, abs=rounding)


@given(composites)
def test_equal_kernels_are_one_value(k):
    for twin in (copy.copy(k), copy.deepcopy(k), pickle.loads(pickle.dumps(k))):
        assert twin == k
        assert hash(twin) == hash(k)
    assert k + 1.0 != k
    assert eval(repr(k), vocabulary()) == k


def vocabulary():
    from drupe.kernels import base
    from drupe.kernels.forms import Columns

    names = (Gaussian, BareGaussian, Linear, Polynomial, Constant, Noise, Columns)
    return {name.__name__: name for name in names} | {
        name: getattr(base, name) for name in vars(base) if name[0].isupper()
    }


def test_representation_is_readable():
    assert repr(2 * Gaussian(0.5) + 1) == "Shifted(kernel=Scaled(kernel=Gaussian(width=0.5), factor=2.0), offset=1.0)"
    assert repr(Gaussian().centered(Vectors.of([[1.0]]))) == "Centered(kernel=Gaussian(width=1.0))"


@pytest.mark.parametrize("foreign", ["a", None, [1.0], True, 1j, object()])
def test_foreign_types_are_refused_by_operators(foreign):
    k = Gaussian()
    for attempt in (lambda: k + foreign, lambda: k * foreign, lambda: k**foreign, lambda: foreign * k):
        with pytest.raises(TypeError, match=r"unsupported operand|can't multiply"):
            attempt()


def test_arrays_do_not_multiply_entry_by_entry():
    for attempt in (lambda: np.ones(2) * Gaussian(), lambda: Gaussian() + np.ones(2)):
        with pytest.raises(TypeError):
            attempt()
    assert np.float64(2.0) * Gaussian() == Scaled(Gaussian(), 2.0)
    assert Gaussian() + np.int64(2) == Shifted(Gaussian(), 2.0)


@pytest.mark.parametrize("number", [-1, -0.5, math.nan, math.inf])
def test_factors_and_offsets_are_finite_and_not_negative(number):
    with pytest.raises(ParameterError, match=rf"Scaled\.factor must lie in \[0\.0, inf\), got {float(number)!r}"):
        number * Gaussian()
    with pytest.raises(ParameterError, match=r"Shifted\.offset must lie in"):
        Gaussian() + number


@pytest.mark.parametrize("exponent", [0, 1.5, -2, math.nan])
def test_powers_are_whole_and_positive(exponent):
    with pytest.raises(ParameterError, match=r"Powered\.exponent must lie in the whole numbers of \[1, inf\)"):
        Gaussian() ** exponent


def test_what_is_known_of_the_sign_follows_the_algebra():
    conditional = ThinPlate()
    assert (conditional + Gaussian()).definiteness == Definiteness(2)
    assert (3.0 * conditional + 1.0).definiteness == Definiteness(2)
    assert (conditional * Gaussian()).definiteness == INDEFINITE
    assert (conditional**2).definiteness == conditional.normalized().definiteness == INDEFINITE
    assert (Gaussian() + Sigmoid()).definiteness == (Sigmoid() * Gaussian()).definiteness == INDEFINITE
    assert Powered(Gaussian(), 2).definiteness == Gaussian().on([0]).definiteness == POSITIVE


def test_algebra_serves_examples_that_are_not_vectors():
    k = Letters(0.5)
    K = k.matrix(WORDS, WORDS)
    close((2.0 * k + 1.0).matrix(WORDS, WORDS), 2.0 * K + 1.0)
    close((k * k + k**3).matrix(WORDS, WORDS), K**2 + K**3)
    close((k + Noise(0.5) + Constant(2.0)).matrix(WORDS, WORDS), K + 0.5 * np.eye(len(WORDS)) + 2.0)
    close((Noise(0.5) * 3.0 + Constant(2.0)).matrix(WORDS, WORDS), 1.5 * np.eye(len(WORDS)) + 2.0)
    close((k + Noise(0.5)).gradient(WORDS)["terms.1.variance"], np.eye(len(WORDS)))
    np.testing.assert_allclose(k.centered(WORDS).matrix(WORDS, WORDS).sum(axis=0), 0.0, atol=1e-10 * K.max())


def test_kernel_of_vectors_refuses_words():
    with pytest.raises(TypeError, match="compares vectors, but the examples are Words"):
        Gaussian().matrix(WORDS, WORDS)


def test_scikit_learn_takes_a_kernel_as_callable():
    X = np.random.default_rng(11).normal(size=(40, 2))
    y = np.sign(X[:, 0] * X[:, 1])
    ours, theirs = SVC(kernel=Gaussian.from_gamma(0.5)).fit(X, y), SVC(gamma=0.5).fit(X, y)
    close(ours.decision_function(X), theirs.decision_function(X), 1e-6)


@pytest.mark.parametrize(("combined", "expected"), [(operator.add, 1500.0), (operator.mul, 1.0)])
def test_very_many_kernels_can_be_combined(combined, expected):
    whole = reduce(combined, (Gaussian(1.0 + i) for i in range(1500)))
    assert whole([[3.0]], [[3.0]]).item() == expected
