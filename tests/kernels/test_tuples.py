"""Kernels on tuples of examples."""

from itertools import combinations

import numpy as np
import pytest
from kernels.plain import WORDS, Letters
from sklearn.neighbors import KNeighborsClassifier

from drupe import SVC
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Vectors, same_space
from drupe.inputs.tuples import Tuples
from drupe.kernels import INDEFINITE, POSITIVE, Gaussian, GaussianOf, Linear, Noise, OnPart, OnTuples, Sigmoid, Spectrum
from drupe.kernels.base import Scaled
from drupe.kernels.checks import check_kernel, positive_semidefinite

RNG = np.random.default_rng(0)
PARTS = RNG.normal(size=(3, 6, 2))


@pytest.mark.spec("G.K-11")
def test_product_over_places():
    triples, others = Tuples.of(*PARTS), Tuples.of(*PARTS[:, :2] + 0.5)
    expected = np.prod([Gaussian(0.8)(x, z) for x, z in zip(PARTS, PARTS[:, :2] + 0.5, strict=True)], axis=0)
    np.testing.assert_allclose(OnTuples(Gaussian(0.8)).matrix(triples, others), expected, rtol=1e-12)
    np.testing.assert_allclose(OnTuples(Linear()).diagonal(triples), np.prod(np.sum(PARTS**2, axis=2), axis=0))
    assert positive_semidefinite(OnTuples(Linear()).matrix(triples, triples))


@pytest.mark.spec("G.K-11")
def test_order_of_the_places_matters():
    x, z = np.array([[0.0]]), np.array([[1.0]])
    k = OnTuples(Gaussian())
    assert k.matrix(Tuples.of(x, z), Tuples.of(x, z)).item() == 1.0
    assert k.matrix(Tuples.of(x, z), Tuples.of(z, x)).item() == pytest.approx(np.exp(-1.0))


@pytest.mark.spec("G.K-11")
@pytest.mark.parametrize("count", [1, 3])
def test_narrow_kernels_on_all_subsets_vote_like_nearest_neighbors(count):
    # sign Σ βᵢ k̃(xᵢ, (x, ..., x)) over all subsets i of `count` training examples, βᵢ the sum of their labels.
    x, test = RNG.uniform(-1, 1, size=(9, 2)), RNG.uniform(-1, 1, size=(200, 2))
    y = np.array([1, -1, 1, -1, 1, -1, 1, -1, 1])
    width = 0.08
    squared = np.sort(np.sum((test[:, None] - x) ** 2, axis=2), axis=1)
    clear = (squared[:, count] - squared[:, count - 1]) / (2 * width**2) > 8.0
    assert clear.sum() > 50
    subsets = np.array(list(combinations(range(9), count)))
    k = OnTuples(Gaussian(width))
    votes = k.matrix(Tuples.of(*[test[clear]] * count), Tuples.of(*(x[places] for places in subsets.T)))
    neighbors = KNeighborsClassifier(count).fit(x, y)
    np.testing.assert_array_equal(np.sign(votes @ y[subsets].sum(axis=1)), neighbors.predict(test[clear]))


def test_one_part_of_each_kind():
    both = Tuples.of(PARTS[0], WORDS)
    k = OnPart(Gaussian(), 0) * OnPart(Letters(), 1) + OnPart(Letters(), 1)
    K = Letters().matrix(WORDS, WORDS)
    np.testing.assert_allclose(k.matrix(both, both), Gaussian()(PARTS[0]) * K + K, rtol=1e-12)
    assert check_kernel(k, both).passed, str(check_kernel(k, both))


@pytest.mark.parametrize(
    "k", [OnTuples(Gaussian(0.7)), OnPart(Gaussian(0.7), 1), OnTuples(Gaussian(2.0)) + Noise(0.1)], ids=repr
)
def test_passes_every_check(k):
    check_kernel(k, Tuples.of(*PARTS)).raise_if_failed()


def test_tuples_keep_their_identity():
    triples = Tuples.of(*PARTS)
    some = triples.take(np.array([2, 0]))
    np.testing.assert_array_equal(Noise(1.0).matrix(some, triples), np.eye(6)[[2, 0]])
    np.testing.assert_array_equal(OnTuples(Noise(1.0)).matrix(some, triples), np.eye(6)[[2, 0]])
    assert OnTuples(Noise(1.0)).matrix(Tuples.of(*PARTS), triples).max() == 0.0


def test_promise_follows_the_inner_kernel():
    assert OnTuples(Gaussian()).definiteness == OnPart(Gaussian(), 0).definiteness == POSITIVE
    assert OnTuples(Sigmoid()).definiteness == OnPart(Sigmoid(), 0).definiteness == INDEFINITE


def test_what_does_not_fit_is_refused():
    pairs, triples = Tuples.of(*PARTS[:2]), Tuples.of(*PARTS)
    with pytest.raises(InputError, match="tuples of 2 parts cannot be compared with tuples of 3"):
        OnTuples(Gaussian()).matrix(pairs, triples)
    with pytest.raises(InputError, match="part 2, but the tuples have 2"):
        OnPart(Gaussian(), 2).matrix(pairs, pairs)
    with pytest.raises(TypeError, match=r"compares tuples, made with Tuples\.of, but got Vectors"):
        OnTuples(Gaussian()).matrix(Vectors.of(PARTS[0]), Vectors.of(PARTS[0]))
    with pytest.raises(InputError, match=r"of one length, got lengths \[6, 2\]"):
        Tuples.of(PARTS[0], PARTS[1][:2])
    with pytest.raises(InputError, match=r"got lengths \[\]"):
        Tuples.of()


def test_tuples_can_be_joined_and_compared():
    triples = Tuples.of(*PARTS)
    both = triples.take(np.array([0, 1])).joined(triples.take(np.array([0])))
    assert len(both) == 3
    assert both.values()[0] == both.values()[2] != both.values()[1]
    np.testing.assert_array_equal(both.parts[2].array, PARTS[2][[0, 1, 0]])
    assert Noise(1.0).matrix(both, triples).max() == 0.0


def test_tuples_are_told_from_others():
    same_space(Tuples.of(*PARTS), Tuples.of(*PARTS + 1.0))
    with pytest.raises(InputError, match="tuples of 2 parts, but drupe is expecting 3"):
        same_space(Tuples.of(*PARTS), Tuples.of(*PARTS[:2]))
    with pytest.raises(InputError, match="X has 1 features, but drupe is expecting 2"):
        same_space(Tuples.of(PARTS[0], WORDS), Tuples.of(PARTS[0][:, :1], WORDS))


@pytest.mark.parametrize(
    "make", [OnTuples, GaussianOf, lambda inner: OnPart(inner, 0), lambda inner: Scaled(inner, 2.0)]
)
@pytest.mark.parametrize("wrong", [(Gaussian(), Linear()), "rbf", Gaussian])
def test_what_is_no_kernel_is_refused_when_a_kernel_is_made_from_it(make, wrong):
    with pytest.raises(ParameterError, match=r"is made from one kernel, got kernel=.*combined to one by"):
        make(wrong)


def test_parts_in_single_precision_are_widened():
    pairs = Tuples.of(PARTS[0].astype(np.float32), ["word"] * 6)
    assert pairs.single
    double = pairs.in_double()
    assert not double.single
    assert double.parts[0].dtype == np.float64
    assert double.largest() == pytest.approx(np.abs(PARTS[0]).max())


def test_a_part_of_any_kind_is_compared_in_the_core():
    """Words and numbers in one kernel: its form is that of its parts, and values are those of the parts by hand."""
    words, numbers = ["banana", "ananas", "bandana"], RNG.normal(size=(3, 2))
    pairs = Tuples.of(words, numbers)
    mixed = 2.0 * OnPart(Spectrum(2).normalized(), 0) + OnPart(Gaussian(0.7), 1)
    assert mixed.form() is not None
    seen = ("ba", "an", "na", "as", "nd", "da")
    counts = np.array([[sum(word.startswith(u, i) for i in range(len(word))) for u in seen] for word in words]) * 1.0
    lengths = np.linalg.norm(counts, axis=1)
    cosines = (counts @ counts.T) / np.outer(lengths, lengths)
    expected = 2.0 * cosines + Gaussian(0.7)(numbers, numbers)
    np.testing.assert_allclose(mixed.matrix(pairs, pairs), expected, rtol=1e-12)
    few = pairs.take(np.array([2, 0]))
    np.testing.assert_allclose(mixed.prepare(pairs).block(few), mixed.matrix(pairs, pairs)[[2, 0]], rtol=1e-12)
    machine = SVC(kernel=mixed, C=10.0).fit(pairs, [0, 1, 0])
    assert machine.predict(pairs).tolist() == [0, 1, 0]
    assert OnPart(Letters(), 0).form() is None
