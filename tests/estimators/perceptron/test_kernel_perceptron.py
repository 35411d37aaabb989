"""The kernel perceptron as an estimator: any kernel, any data, many classes, streams, soft margins, and its account."""

from dataclasses import dataclass

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.datasets import load_digits, load_iris, make_moons
from sklearn.exceptions import ConvergenceWarning
from solvers.perceptrons.perceptron_samples import largest_margin, noisy, radius, separable
from solvers.toys import FOUR, FOUR_SIGNS

from drupe import KernelPerceptron, MinoverPerceptron, OneVsRest, Perceptron
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.inputs import Sequences
from drupe.kernels import Gaussian, Kernel, Linear
from drupe.predictors.expansion import Expansion


@dataclass(frozen=True)
class SharedLetters(Kernel[Sequences]):
    """k(s, t) = the number of pairs of equal letters."""

    def matrix(self, left, right):
        counts = [[[word.count(letter) for letter in "abcdefghij"] for word in side] for side in (left, right)]
        return np.array(counts[0], dtype=float) @ np.array(counts[1], dtype=float).T


@pytest.mark.spec("C.A04", "H.P04", "G.A-20", "C.A01")
def test_four_points():
    machine = KernelPerceptron("linear").fit(FOUR, FOUR_SIGNS)
    assert machine.mistakes_[0].tolist() == [0, 2, 3, 0, 2]
    assert machine.n_mistakes_.tolist() == [5]
    assert machine.n_passes_.tolist() == [3]
    assert machine.support_.tolist() == [0, 2, 3]
    assert machine.dual_coef_.tolist() == [[2.0, -2.0, -1.0]]
    assert machine.coef_.tolist() == [[3.0, 4.0]]
    assert machine.intercept_.tolist() == [-10.0]
    assert machine.radius_ == pytest.approx(np.sqrt(10.0))
    assert machine.margins_[0].functional.tolist() == [4.0, 5.0, 10.0, 7.0]
    assert machine.margins_[0].geometric.min() == pytest.approx(0.8)
    assert machine.decision_function(FOUR).tolist() == [4.0, 5.0, -10.0, -7.0]
    # f = 0 is put into the positive class.
    assert machine.predict([[10.0 / 3.0, 0.0]]).tolist() == [1.0]
    assert machine.solution_[0].converged


@pytest.mark.spec("H.P02", "G.A-03", "C.A03")
@pytest.mark.parametrize("convert", [np.asarray, sp.csr_matrix, lambda x: np.asarray(x, dtype=np.float32)])
def test_primal_machine_makes_the_mistakes_of_the_linear_kernel(convert):
    points, signs = separable(3, offset=0.2)
    points = np.round(points * 64) / 64  # sums are exact in float32 too, so that no rounding decides
    primal, kernel = Perceptron().fit(convert(points), signs), KernelPerceptron("linear").fit(convert(points), signs)
    assert primal.mistakes_[0].tolist() == kernel.mistakes_[0].tolist()
    np.testing.assert_allclose(primal.coef_, kernel.coef_)
    np.testing.assert_allclose(primal.intercept_, kernel.intercept_)
    np.testing.assert_allclose(primal.margins_[0].geometric, kernel.margins_[0].geometric)
    assert primal.radius_ == pytest.approx(kernel.radius_)
    allowed = (2.0 * radius(points) / largest_margin(points, signs, with_offset=True)) ** 2
    assert primal.n_mistakes_[0] <= allowed


@pytest.mark.spec("H.P04", "G.A-20")
def test_any_kernel_on_csr_and_on_dense_data():
    points, labels = make_moons(120, noise=0.05, random_state=0)
    dense = KernelPerceptron(Gaussian(0.3)).fit(points, labels)
    sparse = KernelPerceptron(Gaussian(0.3)).fit(sp.csr_matrix(points), labels)
    called = KernelPerceptron(lambda x, z: Gaussian(0.3)(x, z)).fit(points, labels)
    gram = Gaussian(0.3)(points, points)
    precomputed = KernelPerceptron("precomputed").fit(gram, labels)
    for machine, new in ((sparse, sp.csr_matrix(points)), (called, points), (precomputed, gram)):
        assert machine.mistakes_[0].tolist() == dense.mistakes_[0].tolist()
        np.testing.assert_allclose(machine.decision_function(new), dense.decision_function(points), atol=1e-9)
    assert dense.score(points, labels) == 1.0
    assert dense.fit_status_ == 0


@pytest.mark.spec("H.P04")
def test_strings():
    words, labels = ["abba", "baba", "ab", "cdcd", "ddc", "dc"], ["left"] * 3 + ["right"] * 3
    machine = KernelPerceptron(SharedLetters()).fit(words, labels)
    assert machine.predict(["aab", "cccd"]).tolist() == ["left", "right"]
    stream = KernelPerceptron(SharedLetters())
    for word, label in zip(words * 3, labels * 3, strict=True):
        stream.partial_fit([word], [label], classes=["left", "right"])
    assert stream.predict(["aab", "cccd"]).tolist() == ["left", "right"]


@pytest.mark.spec("H.A08", "C.A12", "G.M-02")
def test_many_classes_are_one_against_the_rest():
    points, labels = load_iris(return_X_y=True)
    machine = KernelPerceptron(Gaussian(1.0), diagonal=0.1).fit(points, labels)
    parts = OneVsRest(KernelPerceptron(Gaussian(1.0), diagonal=0.1)).fit(points, labels)
    assert machine.decision_function(points).shape == (150, 3)
    np.testing.assert_allclose(machine.decision_function(points), parts.decision_function(points), atol=1e-9)
    np.testing.assert_array_equal(machine.predict(points), parts.predict(points))
    assert [run.n_mistakes for run in machine.solution_] == machine.n_mistakes_.tolist()
    assert len(machine.mistakes_) == len(machine.margins_) == 3


@pytest.mark.spec("H.A08", "H.P04")
def test_ten_functions_tell_digits_apart():
    points, labels = load_digits(return_X_y=True)
    machine = KernelPerceptron("poly", degree=3, coef0=1.0).fit(points[:1200], labels[:1200])
    assert machine.score(points[:1200], labels[:1200]) == 1.0
    assert machine.score(points[1200:], labels[1200:]) > 0.9


@pytest.mark.spec("G.A-04", "G.A-21")
@pytest.mark.parametrize("machine", [KernelPerceptron, MinoverPerceptron])
def test_margin_is_enforced(machine):
    points, signs = separable(6)
    fitted = machine("linear", margin=3.0, fit_intercept=False).fit(points, signs)
    best, long = largest_margin(points, signs, with_offset=False), radius(points)
    assert fitted.margins_[0].functional.min() > 3.0
    assert fitted.margins_[0].geometric.min() >= 3.0 / (6.0 + long**2) * best
    assert fitted.n_mistakes_[0] <= (6.0 + long**2) / best**2


@pytest.mark.spec("G.A-22", "G.A-23")
def test_soft_perceptrons_end_where_the_hard_one_warns():
    points, signs = noisy(1)
    with pytest.warns(ConvergenceWarning, match=r"after 30 passes.*diagonal > 0.*finite C.*kernel"):
        hard = KernelPerceptron("linear", max_passes=30).fit(points, signs)
    assert hard.fit_status_ == 1
    capped = KernelPerceptron("linear", C=3).fit(points, signs)
    assert np.abs(capped.dual_coef_).max() == 3.0
    shifted = KernelPerceptron("linear", diagonal=0.5).fit(points, signs)
    assert capped.fit_status_ == shifted.fit_status_ == 0
    # The margins are those of the kernel itself, on which some examples stay wrong.
    np.testing.assert_allclose(shifted.margins_[0].functional, signs * shifted.decision_function(points))
    assert (shifted.margins_[0].functional <= 0).any()


@pytest.mark.spec("G.A-23", "C.A08")
def test_diagonal_is_a_perceptron_on_the_gram_with_a_ridge():
    points, signs = noisy(4)
    gram = points @ points.T
    soft = KernelPerceptron("linear", diagonal=0.25, fit_intercept=False).fit(points, signs)
    hard = KernelPerceptron("precomputed", fit_intercept=False).fit(gram + 0.25 * np.eye(len(signs)), signs)
    assert soft.mistakes_[0].tolist() == hard.mistakes_[0].tolist()


@pytest.mark.spec("G.L-04", "G.L-09")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_risks_on_the_sample():
    points, signs = noisy(5)
    machine = KernelPerceptron("linear", max_passes=5, fit_intercept=False).fit(points, signs)
    soft = machine.margins_[0]
    hard = KernelPerceptron("linear", fit_intercept=False).fit(*separable(5)).margins_[0]
    assert soft.risk == pytest.approx(1.0 - machine.score(points, signs))
    assert soft.risk > 0
    assert not soft.consistent
    assert hard.risk == 0
    assert hard.consistent
    cosines = hard.functional / (hard.norm * hard.lengths)
    for level in (0.1, 0.5, 0.9):
        assert hard.margin_risk(level) == np.count_nonzero(cosines < level) / len(cosines)
        assert hard.functional_margin_risk(level) == np.count_nonzero(hard.functional < level) / len(cosines)
    # Where every margin is the smallest or more, none is below it: the margin errors begin there.
    least = float(hard.normalized.min())
    assert hard.margin_risk(least) == 0.0 < hard.margin_risk(least + 1e-9)


def test_shuffled_passes_are_reproducible():
    points, signs = separable(2)
    first, again, other = (
        KernelPerceptron("linear", shuffle=True, random_state=seed).fit(points, signs) for seed in (0, 0, 1)
    )
    assert first.mistakes_[0].tolist() == again.mistakes_[0].tolist() != other.mistakes_[0].tolist()


@pytest.mark.spec("H.O01", "G.A-41")
@pytest.mark.parametrize("machine", [Perceptron(max_passes=1), KernelPerceptron("linear", max_passes=1)])
@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_stream_is_one_pass(machine, fit_intercept):
    points, signs = noisy(7, n=60)
    points[0] *= radius(points) / np.linalg.norm(points[0])  # the first example sets the step of the offset
    whole = clone(machine).set_params(fit_intercept=fit_intercept).fit(points, signs)
    stream = clone(machine).set_params(fit_intercept=fit_intercept)
    for part in np.array_split(np.arange(60), [1, 2, 10, 33]):
        stream.partial_fit(points[part], signs[part], classes=[-1.0, 1.0])
    assert stream.mistakes_[0].tolist() == whole.mistakes_[0].tolist()
    assert stream.n_mistakes_.tolist() == whole.n_mistakes_.tolist()
    assert stream.n_seen_ == 60
    np.testing.assert_allclose(stream.coef_, whole.coef_, atol=1e-9)
    np.testing.assert_allclose(stream.intercept_, whole.intercept_)
    np.testing.assert_allclose(stream.decision_function(points), whole.decision_function(points), atol=1e-9)


@pytest.mark.spec("H.O01", "G.A-41")
def test_stream_is_driven_by_mistakes():
    points, signs = separable(5)
    machine = KernelPerceptron("linear").fit(points, signs)
    before = machine.predictor_
    machine.partial_fit(points, signs)  # all right already
    assert machine.predictor_ is before
    assert machine.n_seen_ == 80


def test_stream_of_many_classes():
    points, labels = load_iris(return_X_y=True)
    order = np.random.default_rng(0).permutation(150)
    stream = KernelPerceptron(Gaussian(0.5))
    for _ in range(3):
        for part in np.array_split(order, 15):
            stream.partial_fit(points[part], labels[part], classes=[0, 1, 2])
    assert stream.score(points, labels) > 0.93
    assert stream.dual_coef_.shape == (3, len(stream.support_))
    assert not hasattr(stream, "margins_")


def test_stream_says_what_it_cannot_do():
    with pytest.raises(InputError, match="classes must be passed on the first call"):
        KernelPerceptron().partial_fit([[0.0], [1.0]], [0, 1])
    machine = KernelPerceptron("linear").partial_fit([[0.0], [1.0]], [0, 1], classes=[0, 1])
    with pytest.raises(InputError, match="class 7 was not among the classes"):
        machine.partial_fit([[0.0]], [7])
    with pytest.raises(InputError, match="not the same as on the last call"):
        machine.partial_fit([[0.0]], [0], classes=[0, 1, 2])
    with pytest.raises(InputError, match="two classes or more"):
        Perceptron().partial_fit([[0.0]], [0], classes=[0])
    assert not hasattr(KernelPerceptron("precomputed"), "partial_fit")


def test_parameters_and_data_are_checked():
    with pytest.raises(ParameterError, match="'C' parameter of KernelPerceptron"):
        KernelPerceptron(C=0.5).fit(FOUR, FOUR_SIGNS)
    with pytest.raises(ParameterError, match="'max_passes' parameter of Perceptron"):
        Perceptron(max_passes=0).fit(FOUR, FOUR_SIGNS)
    with pytest.raises(InputTypeError, match="vectors are needed, got Sequences"):
        Perceptron().fit(["ab", "cd"], [0, 1])
    with pytest.raises(AttributeError, match="linear kernel"):
        _ = KernelPerceptron().fit(FOUR, FOUR_SIGNS).coef_


@pytest.mark.parametrize("cache_size", [0, 1e-3, 200])
def test_cache_changes_nothing(cache_size):
    points, labels = make_moons(100, noise=0.1, random_state=1)
    plain = KernelPerceptron(Gaussian(0.2)).fit(points, labels)
    other = KernelPerceptron(Gaussian(0.2), cache_size=cache_size).fit(points, labels)
    assert plain.mistakes_[0].tolist() == other.mistakes_[0].tolist()


def test_prediction_needs_only_the_mistakes():
    points, labels = make_moons(200, noise=0.05, random_state=2)
    machine = KernelPerceptron(Gaussian(0.3)).fit(points, labels)
    assert isinstance(machine.predictor_, Expansion)
    assert len(machine.predictor_.centers) == len(set(machine.mistakes_[0].tolist())) < 100
    by_hand = Gaussian(0.3)(points, points[machine.support_]) @ machine.dual_coef_[0] + machine.intercept_[0]
    np.testing.assert_allclose(machine.decision_function(points), by_hand, atol=1e-9)


def test_time_limit():
    points, signs = noisy(0)
    with pytest.warns(ConvergenceWarning, match="reached the time limit"):
        KernelPerceptron(Linear(), max_passes=10**9, max_time=0.05).fit(points, signs)
