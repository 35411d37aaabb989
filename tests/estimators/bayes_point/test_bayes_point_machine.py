"""The Bayes point machine: closed forms, invariances, several classes, and what it refuses."""

from contextlib import contextmanager

import numpy as np
import pytest
from plain_samplers import Interrupted, PerceptronsAtOnce, PlainPerceptron, PlainRejection
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning

from drupe import BayesPointMachine
from drupe.estimators import base
from drupe.foundation.errors import ConvergenceError, InputError, ParameterError
from drupe.foundation.progress import Enough
from drupe.kernels import Gaussian, Linear
from drupe.predictors.expansion import Expansion
from drupe.solvers.separation import NotSeparableError

RNG = np.random.default_rng(0)
IRIS, SPECIES = load_iris(return_X_y=True)
X3 = RNG.normal(size=(8, 3))
Y3 = (X3 @ np.array([1.0, -0.5, 0.3]) > 0).astype(int)


def machine(sampler=None, **parameters):
    settings = {"kernel": "linear", "sampler": sampler or PlainRejection(), "n_samples": 4000, "random_state": 0}
    return BayesPointMachine(**{**settings, **parameters})


def direction(fitted):
    """w in input space, of a linear machine for two classes."""
    expansion = fitted.predictor_
    return expansion.coefficients[:, 0] @ expansion.centers.array


def cosine(a, b):
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


def mirrored(x, signs):
    """Two classes of an example set whose signed examples are x: the second half is turned around."""
    return x * signs[:, None], (signs > 0).astype(int)


@pytest.mark.spec("G.A-33", "H.B01", "C.D09")
def test_orthant():
    # Orthonormal examples: version space is an orthant, E[yᵢwᵢ] = Γ(n/2) / (√π Γ((n + 1)/2)) = 0.375 for n = 5.
    y = np.array([1, 0, 1, 1, 0])
    fitted = machine().fit(np.eye(5), y)
    np.testing.assert_allclose(direction(fitted), np.where(y, 1, -1) / np.sqrt(5), atol=0.02)
    assert fitted.lengths_[0] == pytest.approx(0.375 * np.sqrt(5), abs=0.01)
    assert np.linalg.norm(direction(fitted)) == pytest.approx(1.0)


@pytest.mark.spec("G.A-33", "H.B01", "M.S08")
def test_arc_in_the_plane():
    # The signed examples (1, 0), (0.2, 1), (−0.1, 0.3) leave an arc, whose bisector is the center of mass.
    X, y = mirrored(np.array([[1.0, 0.0], [0.2, 1.0], [-0.1, 0.3]]), np.array([1.0, -1.0, 1.0]))
    np.testing.assert_allclose(direction(machine().fit(X, y)), [0.58471, 0.81124], atol=0.02)


@pytest.mark.parametrize("angle", [0.5, 2.5])
def test_lune(angle):
    signed = np.array([[1.0, 0.0, 0.0], [np.cos(angle), np.sin(angle), 0.0]])
    X, y = mirrored(signed, np.array([1.0, -1.0]))
    assert cosine(direction(machine().fit(X, y)), signed.sum(axis=0)) > 0.999


def test_two_opposite_examples_leave_a_half_sphere():
    fitted = machine().fit([[3.0, 4.0], [-3.0, -4.0]], [1, 0])
    np.testing.assert_allclose(direction(fitted), [0.6, 0.8], atol=1e-12)


@pytest.mark.spec("G.A-33")
def test_rescaling_repeating_and_reordering_change_nothing():
    reference = direction(machine().fit(X3, Y3))
    scaled = direction(machine().fit(X3 * np.exp(RNG.normal(size=8))[:, None], Y3))
    twice = np.array([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 7])
    repeated = direction(machine().fit(X3[twice], Y3[twice]))
    order = RNG.permutation(8)
    reordered = direction(machine().fit(X3[order], Y3[order]))
    for other in (scaled, repeated, reordered):
        assert cosine(reference, other) > 0.9995


def test_center_lies_inside_version_space_and_samples_are_consistent():
    fitted = machine(n_samples=50).fit(X3, Y3)
    assert fitted.score(X3, Y3) == 1.0
    assert fitted.gibbs_error_ == 0.0
    assert fitted.solution_.training_errors.shape == (1, 50)


@pytest.mark.spec("G.A-34")
def test_spherical_center_minimizes_the_mean_angle():
    fitted, mean = machine(center="spherical", n_samples=300), machine(n_samples=300)
    X, y = X3[:3], np.array([1, 0, 1])
    fitted.fit(X, y)
    samples = fitted.committee_.functions.coefficients.T @ X
    candidates = RNG.normal(size=(20_000, 3)) * 0.3 + direction(mean.fit(X, y))
    candidates /= np.linalg.norm(candidates, axis=1, keepdims=True)

    def mean_angle(w):
        return np.arccos(np.clip(w @ samples.T, -1, 1)).mean(axis=-1)

    assert mean_angle(direction(fitted)) <= mean_angle(candidates).min() + 1e-6
    assert mean_angle(direction(fitted)) < mean_angle(direction(mean))


@pytest.mark.spec("G.P-03")
def test_offset_is_the_weight_of_a_constant_feature():
    X, y = X3 + 1.0, Y3
    extended = machine(PlainPerceptron(), n_samples=5).fit(np.column_stack([X, np.ones(8)]), y)
    offset = machine(PlainPerceptron(), n_samples=5, fit_intercept=True).fit(X, y)
    new = RNG.normal(size=(10, 3))
    expected = extended.decision_function(np.column_stack([new, np.ones(10)]))
    np.testing.assert_allclose(offset.decision_function(new), expected, atol=1e-12)
    np.testing.assert_array_equal(
        offset.committee_.shares(offset._new(new)),
        extended.committee_.shares(extended._new(np.column_stack([new, np.ones(10)]))),
    )


def test_diagonal_makes_any_labels_separable():
    X, y = np.array([[1.0], [1.0], [-1.0]]), np.array([1, 0, 0])
    with pytest.raises(NotSeparableError, match=r"diagonal=0\.1"):
        machine("rejection").fit(X, y)
    fitted = machine(PlainPerceptron(), diagonal=0.5, n_samples=3).fit(X, y)
    plain = machine(PlainPerceptron(), kernel="precomputed", n_samples=3).fit(X @ X.T + 0.5 * np.eye(3), y)
    np.testing.assert_allclose(fitted.predictor_.coefficients, plain.predictor_.coefficients)
    # New examples have nothing in common with the diagonal.
    np.testing.assert_allclose(
        fitted.decision_function([[2.0]]), 2.0 * X[:, 0] @ fitted.predictor_.coefficients, atol=1e-12
    )


@pytest.mark.spec("G.A-38")
def test_several_classes_are_one_against_the_rest():
    fitted = machine(PlainPerceptron(), kernel=Gaussian(1.0), n_samples=4).fit(IRIS, SPECIES)
    assert fitted.score(IRIS, SPECIES) == 1.0
    assert isinstance(fitted.predictor_, Expansion)
    assert fitted.predictor_.coefficients.shape[1] == 3
    assert fitted.decision_function(IRIS[:2]).shape == (2, 3)
    alone = machine(PlainPerceptron(), kernel=Gaussian(1.0), n_samples=4).fit(IRIS, SPECIES == 0)
    np.testing.assert_allclose(alone.decision_function(IRIS), fitted.decision_function(IRIS)[:, 0], atol=1e-12)
    K = Gaussian(1.0)(fitted.predictor_.centers.array)
    alpha = fitted.predictor_.coefficients
    np.testing.assert_allclose(np.einsum("ic,ij,jc->c", alpha, K, alpha), 1.0)


@pytest.mark.spec("G.A-38")
def test_a_sampler_for_many_labellings_is_asked_once(monkeypatch):
    asked = []
    plain = PerceptronsAtOnce.sample_all

    def spy(self, gram, sign_rows, *rest):
        asked.append(sign_rows.shape)
        return plain(self, gram, sign_rows, *rest)

    monkeypatch.setattr(PerceptronsAtOnce, "sample_all", spy)
    for center in ("mean", "spherical"):
        at_once = machine(PerceptronsAtOnce(), kernel=Gaussian(1.0), n_samples=3, center=center).fit(IRIS, SPECIES)
        in_turn = machine(PlainPerceptron(), kernel=Gaussian(1.0), n_samples=3, center=center).fit(IRIS, SPECIES)
        np.testing.assert_allclose(at_once.decision_function(IRIS), in_turn.decision_function(IRIS), atol=1e-12)
        np.testing.assert_array_equal(at_once.predict_proba(IRIS), in_turn.predict_proba(IRIS))
    assert asked == [(3, 150), (3, 150)]


@pytest.mark.spec("G.E-06")
def test_most_used_examples():
    fitted = machine(PlainPerceptron(), kernel=Gaussian(1.0), n_samples=4).fit(IRIS, SPECIES)
    counts = sum((part != 0).toarray().sum(axis=0) for part in fitted.solution_.coefficients)
    np.testing.assert_array_equal(fitted.solution_.uses(), counts)
    top = fitted.solution_.most_used(5)
    assert (np.diff(counts[top]) <= 0).all()
    assert counts[top[-1]] >= np.delete(counts, top).max()
    # The hard examples lie between the two species that overlap.
    assert (SPECIES[top] > 0).all()


def test_outputs_of_the_mean_are_the_mean_outputs():
    fitted = machine(PlainPerceptron(), kernel=Gaussian(1.0), n_samples=4).fit(IRIS, SPECIES)
    outputs = fitted.committee_.functions.decision(fitted._new(IRIS)).reshape(150, 3, 4).mean(axis=2)
    np.testing.assert_allclose(fitted.decision_function(IRIS) * fitted.lengths_, outputs, atol=1e-12)


def test_probabilities_are_the_vote():
    X, y = mirrored(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([1.0, -1.0]))
    fitted = machine(n_samples=20_000).fit(X, y)
    # Directions are uniform between 0 and π/2; a point at −π/6 is on their side if they are below π/3.
    angle = -np.pi / 6
    share = fitted.predict_proba([[np.cos(angle), np.sin(angle)]])[0, 1]
    assert share == pytest.approx(2 / 3, abs=0.02)
    new = RNG.normal(size=(300, 2))
    np.testing.assert_array_equal(fitted.classes_[fitted.predict_proba(new).argmax(axis=1)], fitted.predict(new))


@pytest.mark.parametrize("noise", [0.1, 0.3])
def test_noise_weights_errors(noise):
    # Exact on the circle: the density of an angle is θᵉ(1 − θ)ⁿ⁻ᵉ.
    X = RNG.normal(size=(12, 2))
    y = (X[:, 0] > 0).astype(int)
    y[:2] = 1 - y[:2]
    angles = np.linspace(0, 2 * np.pi, 40_000, endpoint=False)
    w = np.column_stack([np.cos(angles), np.sin(angles)])
    errors = ((w @ X.T > 0) != y).sum(axis=1)
    density = noise**errors * (1 - noise) ** (12 - errors)
    mean = density @ w / density.sum()
    fitted = machine(noise=noise, n_samples=8000).fit(X, y)
    assert cosine(direction(fitted), mean) > 0.9995
    assert fitted.lengths_[0] == pytest.approx(np.linalg.norm(mean), abs=0.02)
    assert fitted.gibbs_error_ == pytest.approx(density @ errors / density.sum() / 12, abs=0.01)
    new = RNG.normal(size=(5, 2))
    votes = density @ (w @ new.T > 0) / density.sum()
    expected = (1 - noise) * votes + noise * (1 - votes)
    clear = np.abs(votes - 0.5) > 0.05
    np.testing.assert_allclose(fitted.predict_proba(new)[clear, 1], expected[clear], atol=0.02)


@pytest.mark.parametrize("kernel", [Linear(), Gaussian(1.0)])
def test_precomputed_values_give_the_same(kernel):
    by_kernel = machine(PlainPerceptron(), kernel=kernel, n_samples=3).fit(X3, Y3)
    by_values = machine(PlainPerceptron(), kernel="precomputed", n_samples=3).fit(kernel(X3), Y3)
    new = RNG.normal(size=(10, 3))
    np.testing.assert_allclose(
        by_kernel.decision_function(new), by_values.decision_function(kernel(new, X3)), atol=1e-12
    )


def test_same_seed_same_machine():
    here, there = machine(n_samples=20).fit(X3, Y3), machine(n_samples=20).fit(X3, Y3)
    np.testing.assert_array_equal(here.predictor_.coefficients, there.predictor_.coefficients)
    other = clone(here).set_params(random_state=1).fit(X3, Y3)
    assert not np.array_equal(here.predictor_.coefficients, other.predictor_.coefficients)


def test_interruption_raises_or_keeps_what_there_is():
    with pytest.raises(KeyboardInterrupt):
        machine(Interrupted(), n_samples=10).fit(X3, Y3)
    with pytest.warns(ConvergenceWarning, match="interrupted and kept 4 of 10 samples"):
        kept = machine(Interrupted(), n_samples=10, on_interrupt="keep").fit(X3, Y3)
    assert kept.n_samples_ == 4
    assert not kept.solution_.complete
    assert kept.score(X3, Y3) == 1.0
    with pytest.raises(KeyboardInterrupt):  # the second and third class have no sample yet
        machine(Interrupted(), kernel=Gaussian(1.0), n_samples=10, on_interrupt="keep").fit(X3, np.arange(8) % 3)


def test_progress_is_shown(monkeypatch):
    shown = []

    @contextmanager
    def bar(title, wanted):
        shown.append((title, wanted))
        yield shown.append

    monkeypatch.setattr(base, "progress_bar", bar)
    machine(n_samples=5, verbose=True).fit(X3, Y3)
    assert shown[0] == ("BayesPointMachine", True)
    assert max(shown[1:]) > 0.9


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_samples": 0}, "'n_samples' parameter of BayesPointMachine"),
        ({"sampler": "magic"}, "'billiard' or 'gibbs' or 'perceptron' or 'rejection'"),
        ({"noise": 0.5}, r"\[0.0, 0.5\)"),
        ({"center": "edge"}, "'mean' or 'spherical'"),
        ({"on_interrupt": "cry"}, "'raise' or 'keep'"),
        ({"sampler": PlainPerceptron(), "noise": 0.1}, "PlainPerceptron has not; use sampler='billiard'"),
        ({"sampler": PlainPerceptron(), "noise": "auto"}, "PlainPerceptron has not; use sampler='billiard'"),
    ],
)
def test_bad_parameters_are_refused(parameters, message):
    with pytest.raises(ParameterError, match=message):
        BayesPointMachine(**parameters).fit(X3, Y3)


def test_one_class_is_not_enough():
    with pytest.raises(InputError, match="number of classes has to be greater than one"):
        machine().fit(X3, np.zeros(8))


@pytest.mark.parametrize("sampler", ["billiard", "gibbs", "rejection"])
def test_contradictions_are_named_with_their_remedies(sampler):
    X, y = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [0, 1, 1]
    with pytest.raises(NotSeparableError, match=r"noise=0.05 or 'auto' .*diagonal=0.1"):
        BayesPointMachine(sampler=sampler).fit(X, y)


@pytest.mark.parametrize("sampler", ["billiard", "gibbs", "rejection"])
def test_indefinite_values_are_refused(sampler):
    with pytest.raises(InputError, match="not positive semi-definite"):
        BayesPointMachine("precomputed", sampler=sampler).fit([[1.0, 2.0], [2.0, 1.0]], [0, 1])


@pytest.mark.parametrize("sampler", ["billiard", "gibbs", "rejection"])
def test_samplers_agree(sampler):
    reference = direction(machine(n_samples=20_000).fit(X3, Y3))
    assert cosine(direction(machine(sampler, n_samples=5000).fit(X3, Y3)), reference) > 0.999


@pytest.mark.spec("G.A-38")
def test_perceptrons_of_all_classes_share_their_columns():
    fitted = machine("perceptron", kernel=Gaussian(1.0), n_samples=5).fit(IRIS, SPECIES)
    assert fitted.score(IRIS, SPECIES) == 1.0
    assert fitted.gibbs_error_ == 0.0
    assert all(part.nnz < 0.5 * np.prod(part.shape) for part in fitted.solution_.coefficients)
    K = Gaussian(1.0)(IRIS)
    for part in fitted.solution_.coefficients:
        np.testing.assert_allclose(np.einsum("ij,ij->i", part @ K, part.toarray()), 1.0)


def test_perceptrons_that_find_no_end_name_the_remedies():
    with pytest.raises(ConvergenceError, match=r"cannot be separated.*noise=0\.05 or 'auto'.*diagonal=0\.1"):
        machine("perceptron").fit([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [0, 1, 1])


def test_whoever_is_told_may_have_enough(monkeypatch):
    class Told:
        enough = False

        def __call__(self, fraction):
            if fraction >= 0.5:
                self.enough = True
                raise Enough

    monkeypatch.setattr(BayesPointMachine, "_told", lambda self: Told())
    with pytest.warns(ConvergenceWarning, match="kept 5 of 10 samples"):
        assert machine(n_samples=10).fit(X3, Y3).n_samples_ == 5
    monkeypatch.setattr(Told, "__call__", lambda self, fraction: None)
    with pytest.raises(KeyboardInterrupt):  # by the user, while others listen
        machine(Interrupted(), n_samples=10).fit(X3, Y3)
